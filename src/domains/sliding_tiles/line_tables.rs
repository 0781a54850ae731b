//! Tables for the lines of boards of up to 4 by 4.

use smallvec::SmallVec;

use super::packed::{MAX_SIZE, Packed};
use super::{Board, Goal};
use crate::space::debug::debug;

/// A byte for each possible contents of a line, for boards of one size and goal.
#[derive(Clone)]
pub(super) struct LineTables {
    size: usize,
    pub(super) goal: Goal,
    /// For rows and for columns. Empty for larger boards.
    pub(super) tables: [Box<[u8]>; 2],
}

/// A function that computes the entry for a line. It gets, for each tile in the line, the line
/// where the tile belongs and its place there.
type Entry<'a> = dyn Fn(&[(usize, usize)]) -> u8 + 'a;

impl LineTables {
    /// The tables of a function of the tiles in a line.
    pub(super) fn new(size: usize, goal: Goal, entry: &Entry<'_>) -> Self {
        let cells = size.saturating_mul(size);
        let goal = goal.on(cells);
        let count = if (2..=MAX_SIZE).contains(&size) { 1 << (4 * size) } else { 0 };
        let tables = [false, true].map(|is_transposed| {
            let mut table = vec![0; count];
            for (contents, byte) in table.iter_mut().enumerate() {
                let tiles = (0..size).map(|at| contents >> (4 * at) & 15);
                let places = tiles.filter(|tile| (1..cells).contains(tile)).map(|tile| {
                    let cell = goal.cell_of(tile, cells);
                    let (row, column) = (cell / size, cell % size);
                    if is_transposed { (column, row) } else { (row, column) }
                });
                *byte = entry(&places.collect::<SmallVec<[_; MAX_SIZE]>>());
            }
            table.into_boxed_slice()
        });
        Self { size, goal, tables }
    }

    /// The board, if the tables are for it.
    #[inline]
    pub(super) fn board(&self, board: &Board) -> Option<Packed> {
        board.packed().filter(|board| board.size() == self.size && board.goal() == self.goal)
    }
}

debug!(LineTables, |all| size: all.size, goal: all.goal);
