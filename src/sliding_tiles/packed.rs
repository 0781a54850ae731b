//! Boards of up to 4 by 4, in one word of tiles and one of what is known about them.

use super::Goal;

/// The largest size that fits: 16 tiles of 4 bits.
pub(super) const MAX_SIZE: usize = 4;

const CELLS: usize = MAX_SIZE * MAX_SIZE;

/// By size and blank: the cells that the blank can move to, a bit each. In ascending order these
/// are up, left, right, down.
static DESTINATIONS: [[u16; CELLS]; MAX_SIZE + 1] = destinations();

/// By goal, size, tile and cell: the moves that the tile is away from its place. The blank has
/// none, for it is no tile.
static DISTANCE: [[[[u8; CELLS]; CELLS]; MAX_SIZE + 1]; 2] =
    [distances(Goal::BlankLast), distances(Goal::BlankFirst)];

/// By goal and size: the solved tiles.
static SOLVED: [[u64; MAX_SIZE + 1]; 2] = [solved(Goal::BlankLast), solved(Goal::BlankFirst)];

const fn destinations() -> [[u16; CELLS]; MAX_SIZE + 1] {
    let mut table = [[0; CELLS]; MAX_SIZE + 1];
    let mut size = 2;
    while size <= MAX_SIZE {
        let mut cell = 0;
        while cell < size * size {
            let (row, column) = (cell / size, cell % size);
            if row > 0 {
                table[size][cell] |= 1 << (cell - size);
            }
            if column > 0 {
                table[size][cell] |= 1 << (cell - 1);
            }
            if column + 1 < size {
                table[size][cell] |= 1 << (cell + 1);
            }
            if row + 1 < size {
                table[size][cell] |= 1 << (cell + size);
            }
            cell += 1;
        }
        size += 1;
    }
    table
}

#[expect(clippy::cast_possible_truncation, reason = "distances on such boards are at most 6")]
const fn distances(goal: Goal) -> [[[u8; CELLS]; CELLS]; MAX_SIZE + 1] {
    let mut table = [[[0; CELLS]; CELLS]; MAX_SIZE + 1];
    let mut size = 2;
    while size <= MAX_SIZE {
        let cells = size * size;
        let mut tile = 1;
        while tile < cells {
            let place = goal.cell_of(tile, cells);
            let mut cell = 0;
            while cell < cells {
                let rows = (cell / size).abs_diff(place / size);
                let columns = (cell % size).abs_diff(place % size);
                table[size][tile][cell] = (rows + columns) as u8;
                cell += 1;
            }
            tile += 1;
        }
        size += 1;
    }
    table
}

const fn solved(goal: Goal) -> [u64; MAX_SIZE + 1] {
    let mut table = [0; MAX_SIZE + 1];
    let mut size = 2;
    while size <= MAX_SIZE {
        let cells = size * size;
        let mut tile = 0;
        while tile < cells {
            table[size] |= (tile as u64) << (4 * goal.cell_of(tile, cells));
            tile += 1;
        }
        size += 1;
    }
    table
}

/// The lowest bit of each tile.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

// What `meta` holds: the estimate in the lowest byte, then the blank's cell, the size and the goal.
const BLANK: u32 = 8;
const SIZE: u32 = 12;
const GOAL: u32 = 15;

/// The tile of cell *i* is in bits 4*i* to 4*i* + 3 of `tiles`. All of `meta` follows from the
/// tiles, the size and the goal, so equal boards are equal words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) tiles: u64,
    pub(super) meta: u32,
}

impl Packed {
    /// A board of these tiles, a permutation of 0 to N² - 1.
    #[expect(clippy::cast_possible_truncation, reason = "cells and sizes are at most 16")]
    pub(super) fn new(size: usize, goal: Goal, tiles: &[u32]) -> Self {
        let distance = &DISTANCE[goal as usize][size];
        let mut packed = Self { tiles: 0, meta: (size as u32) << SIZE | (goal as u32) << GOAL };
        for (cell, &tile) in tiles.iter().enumerate() {
            packed.tiles |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                packed.meta |= (cell as u32) << BLANK;
            } else {
                packed.meta += u32::from(distance[tile as usize][cell]);
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
    fn goal_index(self) -> usize {
        (self.meta >> GOAL & 1) as usize
    }

    pub(super) fn goal(self) -> Goal {
        [Goal::BlankLast, Goal::BlankFirst][self.goal_index()]
    }

    pub(super) fn tile(self, cell: usize) -> u32 {
        (self.tiles >> (4 * cell) & 15) as u32
    }

    pub(super) fn hamming(self) -> u32 {
        let differences = self.tiles ^ SOLVED[self.goal_index()][self.size()];
        let wrong =
            (differences | differences >> 1 | differences >> 2 | differences >> 3) & LOW_BITS;
        // The cell of the blank may be wrong as well, but the blank is no tile.
        (wrong & !(1 << (4 * self.blank()))).count_ones()
    }

    /// Visits the boards after each move of the blank, except to the cell where the blank of
    /// `previous` is.
    #[inline]
    pub(super) fn for_each_neighbor(self, previous: Option<Self>, mut visit: impl FnMut(Self)) {
        let (size, blank) = (self.size(), self.blank());
        let distance = &DISTANCE[self.goal_index()][size];
        let unmoved = self.meta & !(15 << BLANK);
        let mut destinations = DESTINATIONS[size][blank];
        if let Some(previous) = previous {
            destinations &= !(1 << previous.blank());
        }
        while destinations != 0 {
            let cell = destinations.trailing_zeros();
            destinations &= destinations - 1;
            let tile = self.tiles >> (4 * cell) & 15;
            let away = &distance[tile as usize];
            visit(Self {
                tiles: self.tiles ^ tile << (4 * cell) ^ tile << (4 * blank),
                meta: (unmoved | cell << BLANK) + u32::from(away[blank])
                    - u32::from(away[cell as usize & 15]),
            });
        }
    }
}
