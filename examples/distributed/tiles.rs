//! Sliding tiles on boards of any shape with up to 16 cells, each state with a number.

use std::fmt;
use std::str::FromStr;

use bestfirst::sliding_tiles::Board;
use bestfirst::{NumberedSpace, StateSpace};

/// The boards of some rows and columns that can be reached from the one with the tiles in order and
/// the blank first. A state has four bits for each cell, the first cell in the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    rows: usize,
    columns: usize,
}

impl Tiles {
    /// `None` unless there are from 2 to 16 rows and columns, and at most 16 cells.
    pub(crate) fn new(rows: usize, columns: usize) -> Option<Self> {
        let is_right = rows >= 2 && columns >= 2 && rows.checked_mul(columns)? <= 16;
        is_right.then_some(Self { rows, columns })
    }

    /// The space of a square board with the blank last, and the board turned by half, so that its
    /// blank comes first. A state is 8 bytes as `serde` writes it, and a [`Board`] more than 100.
    pub(crate) fn of(board: &Board) -> Option<(Self, u64)> {
        let space = Self::new(board.size(), board.size())?;
        let cells = space.cells();
        let turned = |tile: u32| if tile == 0 { 0 } else { cells as u64 - u64::from(tile) };
        let places = (0..cells).rev().zip(board.tiles());
        Some((space, places.fold(0, |state, (cell, tile)| state | turned(tile) << (4 * cell))))
    }

    /// The tiles in order, after the blank.
    pub(crate) fn goal(self) -> u64 {
        (0..self.cells()).fold(0, |board, cell| board | (cell as u64) << (4 * cell))
    }

    fn cells(self) -> usize {
        self.rows * self.columns
    }

    fn blank(self, board: u64) -> usize {
        (0..self.cells()).find(|cell| (board >> (4 * cell)).trailing_zeros() >= 4).unwrap_or(0)
    }

    /// The number of orders of the tiles, of which half can be reached for each place of the blank.
    fn orders(self) -> usize {
        (1..self.cells()).product()
    }

    /// Whether the tiles, without the blank, are in an odd order while the blank is in this cell. A
    /// vertical move takes a tile past one tile less than there are columns.
    fn is_odd(self, blank: usize) -> bool {
        self.columns % 2 == 0 && blank / self.columns % 2 == 1
    }
}

impl StateSpace for Tiles {
    type State = u64;

    /// The sum of the distances of the tiles from their places, in rows and columns.
    fn estimate(&self, &board: &u64) -> u32 {
        let place = |cell: usize| (cell / self.columns, cell % self.columns);
        let distance = |cell: usize| {
            let tile = (board >> (4 * cell) & 15) as usize;
            let ((row, column), (at_row, at_column)) = (place(tile), place(cell));
            if tile == 0 { 0 } else { row.abs_diff(at_row) + column.abs_diff(at_column) }
        };
        u32::try_from((0..self.cells()).map(distance).sum::<usize>()).unwrap_or(0)
    }

    fn is_goal(&self, board: &u64) -> bool {
        *board == self.goal()
    }

    fn is_solvable(&self, board: &u64) -> bool {
        self.number(board).and_then(|number| self.state(number)) == Some(*board)
    }

    fn for_each_successor(
        &self,
        &board: &u64,
        previous: Option<&u64>,
        mut visit: impl FnMut(u64, u32),
    ) {
        let blank = self.blank(board);
        let mut slide = |from: usize| {
            let tile = board >> (4 * from) & 15;
            let next = board ^ tile << (4 * from) ^ tile << (4 * blank);
            if Some(&next) != previous {
                visit(next, 1);
            }
        };
        if blank >= self.columns {
            slide(blank - self.columns);
        }
        if blank % self.columns > 0 {
            slide(blank - 1);
        }
        if blank % self.columns + 1 < self.columns {
            slide(blank + 1);
        }
        if blank + self.columns < self.cells() {
            slide(blank + self.columns);
        }
    }

    /// The place of the blank, and then half the place of the tiles in the lexical order: of two
    /// orders that differ in the last two tiles only, one can be reached.
    fn number(&self, &board: &u64) -> Option<usize> {
        let (mut place, mut used, mut left) = (0, 0_u32, self.cells() - 1);
        for cell in 0..self.cells() {
            let tile = (board >> (4 * cell) & 15) as usize;
            if tile > 0 {
                place =
                    place * left + (tile - 1) - (used & ((1 << tile) - 1)).count_ones() as usize;
                used |= 1 << tile;
                left -= 1;
            }
        }
        Some(self.blank(board) * (self.orders() / 2) + place / 2)
    }
}

impl NumberedSpace for Tiles {
    fn numbers(&self) -> usize {
        self.cells() * (self.orders() / 2)
    }

    fn state(&self, number: usize) -> Option<u64> {
        let half = self.orders() / 2;
        let (blank, mut place) = (number / half, number % half * 2);
        if number >= self.numbers() {
            return None;
        }
        // The tiles that are left, in order, four bits for each.
        let (mut tiles, mut left) = (self.goal() >> 4, self.cells() - 1);
        let (mut board, mut is_odd, mut orders) = (0, false, self.orders());
        for cell in (0..self.cells()).filter(|&cell| cell != blank) {
            orders /= left;
            let index = place / orders;
            place %= orders;
            left -= 1;
            is_odd ^= index % 2 == 1;
            let below = tiles & ((1 << (4 * index)) - 1);
            board |= (tiles >> (4 * index) & 15) << (4 * cell);
            tiles = below | tiles >> (4 * index) >> 4 << (4 * index);
        }
        if is_odd != self.is_odd(blank) {
            // Swaps the last two tiles.
            let mut cells = (0..self.cells()).rev().filter(|&cell| cell != blank);
            let (last, other) = (cells.next()?, cells.next()?);
            let differ = (board >> (4 * last) ^ board >> (4 * other)) & 15;
            board ^= differ << (4 * last) | differ << (4 * other);
        }
        Some(board)
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Reads the rows and columns, as in `3x4`.
impl FromStr for Tiles {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x');
        let sides =
            sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        sides.and_then(|(rows, columns)| Self::new(rows, columns)).ok_or_else(|| {
            "expected rows and columns, such as 3x4, with at least 2 of each and at most 16 cells"
                .to_owned()
        })
    }
}
