//! Boards of up to 4 by 4: one word of tiles and one word of derived data.

use super::goal::cell_around;
use super::{Direction, Goal};

/// The largest size that fits: 16 tiles of 4 bits.
pub(super) const MAX_SIZE: usize = 4;

const CELLS: usize = MAX_SIZE * MAX_SIZE;

/// A configuration is a size and the goal cell of the blank, as in the metadata. The configurations
/// of each size begin at this number.
const FIRST_CONFIG: [usize; MAX_SIZE + 2] = [0, 0, 0, 4, 13, CONFIGS];
const CONFIGS: usize = 4 + 9 + 16;

/// The number of configurations that have a place in the tables. The tables of others are empty.
const PLACES: usize = CONFIGS.next_power_of_two();

const fn size_of(config: usize) -> usize {
    match config {
        0..4 => 2,
        4..13 => 3,
        13..CONFIGS => 4,
        _ => 0,
    }
}

const fn config_of(size: usize, home: usize) -> usize {
    FIRST_CONFIG[size] + home
}

const fn home_of(config: usize) -> usize {
    config - FIRST_CONFIG[size_of(config)]
}

/// The number of indices. An index is a configuration and the cell of the blank, packed as in the
/// metadata.
const INDICES: usize = 16 * PLACES;

/// A table with this value at each index.
macro_rules! table {
    ($zero:expr; $length:expr, $index:ident => $value:expr) => {{
        let mut table = [$zero; $length];
        let mut $index = 0;
        while $index < $length {
            table[$index] = $value;
            $index += 1;
        }
        table
    }};
}

// The compiler evaluates these tables whenever it compiles the crate. So they are filled from one
// another, and with little work where no board can be.

/// By index and direction: the cell that the blank moves to. 0 if it cannot move there.
#[expect(clippy::cast_possible_truncation, reason = "at most 15")]
static NEIGHBORS: [[u8; 4]; INDICES] = table!([0; 4]; INDICES, index => {
    table!(0; 4, bit => match neighbor(index, bit) {
        Some(cell) => cell as u8,
        None => 0,
    })
});

/// By index: the directions in which the blank can move, one bit each.
static DIRECTIONS: [u8; INDICES] = table!(0; INDICES, index => {
    let is_possible = table!(0; 4, bit => neighbor(index, bit).is_some() as u8);
    is_possible[0] | is_possible[1] << 1 | is_possible[2] << 2 | is_possible[3] << 3
});

/// By index and set of directions: the cells that the blank can move to, one bit each.
static DESTINATIONS_IN: [[u16; 16]; INDICES] = table!([0; 16]; INDICES, index => {
    table!(0; 16, set => {
        let (mut cells, mut left) = (0, set & DIRECTIONS[index] as usize);
        while left != 0 {
            cells |= 1 << NEIGHBORS[index][left.trailing_zeros() as usize];
            left &= left - 1;
        }
        cells
    })
});

/// By index: the cells that the blank can move to, one bit each. In ascending order these are up,
/// left, right and down.
static DESTINATIONS: [u16; INDICES] = table!(0; INDICES, index => DESTINATIONS_IN[index][15]);

/// By configuration, and by tile and cell: the Manhattan distance of the tile from its goal cell.
/// The blank is not a tile; its distance is 0.
#[expect(clippy::cast_possible_truncation, reason = "distances on such boards are at most 6")]
static DISTANCE: [[u8; CELLS * CELLS]; PLACES] = table!([0; CELLS * CELLS]; PLACES, config => {
    let (size, home) = (size_of(config), home_of(config));
    table!(0; CELLS * CELLS, index => {
        let (tile, cell) = (index >> 4, index & 15);
        if tile > 0 && tile < size * size && cell < size * size {
            let place = cell_around(home, tile);
            ((cell / size).abs_diff(place / size) + (cell % size).abs_diff(place % size)) as u8
        } else {
            0
        }
    })
});

/// By index, the cell that the blank moves to, and the tile there: the change of the estimate by
/// that move.
#[expect(clippy::cast_possible_wrap, reason = "distances on such boards are at most 6")]
static CHANGE: [[[i8; CELLS]; CELLS]; INDICES] = table!([[0; CELLS]; CELLS]; INDICES, index => {
    let (distance, blank) = (&DISTANCE[index >> 4], index & 15);
    table!([0; CELLS]; CELLS, cell => if DESTINATIONS[index] >> cell & 1 == 1 {
        table!(0; CELLS, tile => {
            distance[tile << 4 | blank] as i8 - distance[tile << 4 | cell] as i8
        })
    } else {
        [0; CELLS]
    })
});

/// By configuration: the solved tiles.
static SOLVED: [u64; PLACES] = table!(0; PLACES, config => {
    let (mut solved, mut tile) = (0, 0);
    while tile < size_of(config).pow(2) {
        solved |= (tile as u64) << (4 * cell_around(home_of(config), tile));
        tile += 1;
    }
    solved
});

/// The cell that the blank can move to in a direction.
const fn neighbor(index: usize, direction: usize) -> Option<usize> {
    let (size, blank) = (size_of(index >> 4), index & 15);
    if blank < size * size { Direction::ALL[direction].step(blank, size) } else { None }
}

/// The lowest bit of each tile.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

// The fields of `meta`: the estimate in the lowest byte, then the cell of the blank, the
// configuration, and the size once more.
const BLANK: u32 = 8;
const CONFIG: u32 = 12;
const SIZE: u32 = 17;

/// The tile on cell *i* is in bits 4*i* to 4*i* + 3 of `tiles`. `meta` is determined by the tiles,
/// the size and the goal, so equal boards have equal words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) tiles: u64,
    pub(super) meta: u32,
}

impl Packed {
    /// A board of these tiles, which must be a permutation of 0 to N² - 1.
    #[expect(clippy::cast_possible_truncation, reason = "configurations and cells are few")]
    pub(super) fn new(size: usize, goal: Goal, tiles: impl Iterator<Item = u32>) -> Self {
        let config = config_of(size, goal.home(size * size)) as u32;
        let mut packed = Self { tiles: 0, meta: (size as u32) << SIZE | config << CONFIG };
        for (cell, tile) in tiles.enumerate() {
            packed.tiles |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                packed.meta |= (cell as u32) << BLANK;
            } else {
                packed.meta += packed.distance(u64::from(tile), cell as u32);
            }
        }
        packed
    }

    #[inline]
    pub(super) fn manhattan(self) -> u32 {
        self.meta & 0xFF
    }

    #[inline]
    pub(super) fn blank(self) -> usize {
        (self.meta >> BLANK & 15) as usize
    }

    #[inline]
    pub(super) fn size(self) -> usize {
        (self.meta >> SIZE & 7) as usize
    }

    #[inline]
    fn config(self) -> usize {
        (self.meta >> CONFIG) as usize & (PLACES - 1)
    }

    /// The index of this board in the tables.
    #[inline]
    fn index(self) -> usize {
        (self.meta >> BLANK) as usize & (16 * PLACES - 1)
    }

    pub(super) fn goal(self) -> Goal {
        Goal::with_home(home_of(self.config()), self.size() * self.size())
    }

    /// The Manhattan distance of `tile` on this cell from its goal cell.
    #[expect(clippy::cast_possible_truncation, reason = "8 bits")]
    #[inline]
    fn distance(self, tile: u64, cell: u32) -> u32 {
        DISTANCE[self.config()][((tile & 15) << 4 | u64::from(cell & 15)) as usize].into()
    }

    /// The sum of the Manhattan distances of the tiles from their cells on another board. 0 if the
    /// sizes differ.
    pub(super) fn distance_from(self, other: Self) -> u32 {
        if self.size() != other.size() {
            return 0;
        }
        // On the solved board with the blank first, tile t is on cell t. So the distance of a tile
        // from its goal cell is there the distance between two cells.
        let distance = &DISTANCE[config_of(self.size(), 0)];
        let cells = self.size() * self.size();
        let mut cell_of = [0; CELLS];
        for cell in 0..cells {
            cell_of[other.tile(cell) as usize] = cell;
        }
        let tiles = (0..cells).map(|cell| (cell, self.tile(cell))).filter(|&(_, tile)| tile != 0);
        tiles
            .map(|(cell, tile)| (cell, cell_of[tile as usize]))
            .map(|(a, b)| u32::from(distance[a.max(b) << 4 | a.min(b)]))
            .sum()
    }

    pub(super) fn tile(self, cell: usize) -> u32 {
        (self.tiles >> (4 * cell) & 15) as u32
    }

    /// The contents of the rows and of the columns, 4 bits a tile. Lines beyond the size are 0.
    #[expect(clippy::cast_possible_truncation, reason = "a line is the lowest 16 bits at most")]
    #[inline]
    pub(super) fn lines(self) -> [[u16; MAX_SIZE]; 2] {
        let width = 4 * self.size();
        let mask = u16::MAX >> (16 - width);
        [self.tiles, self.transposed()]
            .map(|tiles| std::array::from_fn(|line| (tiles >> (width * line)) as u16 & mask))
    }

    /// The tiles column by column.
    #[inline]
    fn transposed(self) -> u64 {
        if self.size() == MAX_SIZE {
            // First within each block of 2 by 2 cells, then the blocks.
            let exchanged = (self.tiles ^ self.tiles >> 12) & 0x0000_F0F0_0000_F0F0;
            let tiles = self.tiles ^ exchanged ^ exchanged << 12;
            let exchanged = (tiles ^ tiles >> 24) & 0x0000_0000_FF00_FF00;
            return tiles ^ exchanged ^ exchanged << 24;
        }
        let size = self.size();
        (0..size * size).fold(0, |columns, cell| {
            let tile = self.tiles >> (4 * cell) & 15;
            columns | tile << (4 * (cell % size * size + cell / size))
        })
    }

    pub(super) fn hamming(self) -> u32 {
        let differences = self.tiles ^ SOLVED[self.config()];
        let wrong =
            (differences | differences >> 1 | differences >> 2 | differences >> 3) & LOW_BITS;
        // The bit of the blank may be set too, but the blank is not a tile.
        (wrong & !(1 << (4 * self.blank()))).count_ones()
    }

    /// The cells that the blank can move to, one bit each, without the cell of the blank in
    /// `previous`.
    #[inline]
    pub(super) fn destinations(self, previous: Option<Self>) -> u16 {
        let back = previous.map_or(0, |previous| 1 << previous.blank());
        DESTINATIONS[self.index()] & !back
    }

    /// The directions in which the blank can move, one bit each.
    #[inline]
    pub(super) fn directions(self) -> u8 {
        DIRECTIONS[self.index()]
    }

    /// The cells that the blank can move to in a set of directions, one bit each.
    #[inline]
    pub(super) fn destinations_in(self, directions: u32) -> u16 {
        DESTINATIONS_IN[self.index()][directions as usize & 15]
    }

    /// The direction of a cell that the blank can move to.
    #[inline]
    pub(super) fn direction_of(self, cell: u32) -> Direction {
        const BY_OFFSET: [Direction; 16] = {
            use Direction::{Down as D, Left as L, Right as R, Up as U};
            [U, U, U, U, L, L, R, D, D, D, D, D, D, D, D, D]
        };
        BY_OFFSET[(cell + 5 - (self.meta >> BLANK & 15)) as usize & 15]
    }

    /// The cell in a direction in which the blank can move.
    #[inline]
    pub(super) fn cell_towards(self, direction: Direction) -> u32 {
        NEIGHBORS[self.index()][direction.number()].into()
    }

    /// The tile on a cell that the blank can move to, and the change of the estimate by that move.
    #[inline]
    pub(super) fn tile_and_change(self, cell: u32) -> (u64, i32) {
        let tile = self.tiles >> (4 * cell) & 15;
        let changes = &CHANGE[self.index()];
        (tile, changes[cell as usize & 15][tile as usize].into())
    }

    /// The board after the blank has moved to this cell.
    #[inline]
    pub(super) fn after(self, cell: u32, (tile, change): (u64, i32)) -> Self {
        let blank = self.meta >> BLANK & 15;
        Self {
            tiles: self.tiles ^ tile << (4 * cell) ^ tile << (4 * blank),
            meta: (self.meta & !(15 << BLANK) | cell << BLANK).wrapping_add_signed(change),
        }
    }
}
