//! The states with even or with odd orders of the tiles.

#![expect(clippy::cast_possible_truncation, reason = "cells are few, and sets have numbers")]

use super::order::move_index;
use crate::space::numbering::SET;

/// All states whose order of the tiles is even, or all whose order is odd.
///
/// A group is the cells of the blank for one order, one bit each. A set of 32 numbers has as many
/// groups as fit. The cells are those of every row or of every other row.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) is_odd: bool,
    first_row: usize,
    row_step: usize,
    columns: usize,
    /// The number of cells in a group.
    pub(super) cells: usize,
    /// The number of groups in a set.
    pub(super) groups: usize,
    /// For the division by `groups`: 2⁶⁴ divided by it, rounded up.
    reciprocal: u64,
    pub(super) first_set: usize,
    /// The states of a set whose blank can move to the right, and to the left.
    pub(super) to_right: u32,
    pub(super) to_left: u32,
    /// For each bit of a set, its group and the cell in it.
    pub(super) positions: [(u8, u8); SET],
    /// For each cell of a group, the moves of the blank up and down.
    pub(super) vertical: Vec<[Option<Vertical>; 2]>,
}

/// A vertical move. It takes a tile past as many others as there are columns, less one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertical {
    /// The index of the tile's move.
    pub(super) index: u8,
    /// The cell of the blank in its new group.
    pub(super) cell: u8,
}

impl Class {
    /// The class whose blank is in row `first_row`, or a multiple of `row_step` rows below it.
    pub(super) fn new(
        (rows, columns): (usize, usize),
        is_odd: bool,
        (first_row, row_step): (usize, usize),
    ) -> Self {
        let own_rows = (rows - first_row).div_ceil(row_step);
        let cells = own_rows * columns;
        let groups = SET / cells;
        let mut class = Self {
            is_odd,
            first_row,
            row_step,
            columns,
            cells,
            groups,
            reciprocal: (u64::MAX / groups as u64).saturating_add(1),
            first_set: 0,
            to_right: 0,
            to_left: 0,
            positions: std::array::from_fn(|bit| ((bit / cells) as u8, (bit % cells) as u8)),
            vertical: Vec::new(),
        };
        for bit in 0..cells * groups {
            class.to_right |= u32::from(bit % columns + 1 < columns) << bit;
            class.to_left |= u32::from(bit % columns > 0) << bit;
        }
        for bit in 0..cells {
            let (row, column) = class.place(bit);
            let move_to = |to: usize| Vertical {
                index: move_index(row.min(to) * columns + column, to > row) as u8,
                cell: (to / row_step * columns + column) as u8,
            };
            let up = row.checked_sub(1).map(move_to);
            class.vertical.push([up, Some(row + 1).filter(|&to| to < rows).map(move_to)]);
        }
        class
    }

    /// The number of sets for this number of orders.
    pub(super) fn sets(&self, orders: u64) -> u64 {
        orders.div_ceil(self.groups as u64)
    }

    /// The set of the order with this number, and the first bit of its group.
    #[inline]
    pub(super) fn group(&self, order: usize) -> (usize, usize) {
        // Exact for orders below 2⁵⁹.
        let set = if self.groups == 1 {
            order
        } else {
            ((order as u128 * u128::from(self.reciprocal)) >> 64) as usize
        };
        (self.first_set + set, (order - set * self.groups) * self.cells)
    }

    /// The row and the column of a cell of a group.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns * self.row_step + self.first_row, cell % self.columns)
    }

    /// The cell of a group at a row and a column, if the blank can be there.
    pub(super) fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let rows = row.checked_sub(self.first_row).filter(|rows| rows % self.row_step == 0)?;
        Some(rows / self.row_step * self.columns + column)
    }
}
