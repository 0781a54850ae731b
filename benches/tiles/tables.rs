//! Tables for the tiles of a board, computed before any search.

#![expect(clippy::cast_possible_truncation, reason = "cells and distances are small")]

use bestfirst::sliding_tiles::Board;

pub(crate) struct Tables {
    /// For each tile and cell: the distance of the tile from its goal cell. 0 for the blank.
    pub(crate) distance: [[u8; 16]; 16],
    /// For each cell of the blank: the cells that it can move to, one bit each.
    pub(crate) destinations: [u16; 16],
}

impl Tables {
    /// Tables for boards of this size, at most 4, with the blank last in the goal.
    pub(crate) const fn new(size: usize) -> Self {
        let mut tables = Self { distance: [[0; 16]; 16], destinations: [0; 16] };
        let mut cell = 0;
        while cell < size * size {
            let mut other = 0;
            while other < size * size {
                let rows = (cell / size).abs_diff(other / size);
                let columns = (cell % size).abs_diff(other % size);
                if rows + columns == 1 {
                    tables.destinations[cell] |= 1 << other;
                }
                if other + 1 < size * size {
                    // The goal cell of tile `other + 1`.
                    tables.distance[other + 1][cell] = (rows + columns) as u8;
                }
                other += 1;
            }
            cell += 1;
        }
        tables
    }

    /// The tiles of a board at 4 bits each, the cell of the blank, and the Manhattan distance.
    pub(crate) fn pack(&self, board: &Board) -> (u64, u8, u8) {
        let (mut packed, mut blank, mut estimate) = (0, 0, 0);
        for (cell, tile) in (0..).zip(board.tiles()) {
            packed |= u64::from(tile) << (4 * cell);
            estimate += self.distance[tile as usize][usize::from(cell)];
            if tile == 0 {
                blank = cell;
            }
        }
        (packed, blank, estimate)
    }
}
