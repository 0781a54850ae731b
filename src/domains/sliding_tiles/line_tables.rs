//! Tables for the lines of boards of up to 4 by 4.

use smallvec::SmallVec;

use super::packed::{MAX_SIZE, Packed};
use super::{Board, Goal};
use crate::domains::debug::debug;

/// A byte for each contents of a line, for boards of one size and goal.
#[derive(Clone)]
pub(super) struct LineTables {
    size: usize,
    pub(super) goal: Goal,
    /// For rows and for columns. Empty for larger boards.
    pub(super) tables: [Box<[u8]>; 2],
}

impl LineTables {
    /// The tables of a function of the tiles in a line: in their order, the line where each belongs
    /// and its place there.
    pub(super) fn new(size: usize, goal: Goal, entry: impl Fn(&[(usize, usize)]) -> u8) -> Self {
        let cells = size.saturating_mul(size);
        let goal = goal.on(cells);
        let table = |place: fn(usize, usize) -> (usize, usize)| {
            let of_contents = |contents: usize| {
                let tiles = (0..size).map(|at| contents >> (4 * at) & 15);
                let tiles = tiles.filter(|tile| (1..cells).contains(tile));
                let places = tiles.map(|tile| place(goal.cell_of(tile, cells), size));
                entry(&places.collect::<SmallVec<[_; MAX_SIZE]>>())
            };
            let count = if (2..=MAX_SIZE).contains(&size) { 1 << (4 * size) } else { 0 };
            (0..count).map(of_contents).collect()
        };
        let rows = table(|cell, size| (cell / size, cell % size));
        let columns = table(|cell, size| (cell % size, cell / size));
        Self { size, goal, tables: [rows, columns] }
    }

    /// The board, if the tables are for it.
    #[inline]
    pub(super) fn board(&self, board: &Board) -> Option<Packed> {
        board.packed().filter(|board| board.size() == self.size && board.goal() == self.goal)
    }
}

debug!(LineTables, |all| size: all.size, goal: all.goal);
