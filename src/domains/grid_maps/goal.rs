//! The cell to reach, and the distance to it without walls.

use super::layout::Layout;
use super::steps::apart;
use super::{Cell, Steps};
use crate::Cost;

/// What the spaces of a map need to know of their goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    layout: Layout,
    pub(super) cell: Cell,
    pub(super) column: u32,
    pub(super) row: u32,
    /// The cost of each step along the longer side, and of each along the shorter side.
    rates: (u32, u32),
}

impl Goal {
    pub(super) fn new(layout: Layout, steps: Steps, cell: Cell) -> Self {
        let (column, row) = layout.column_and_row(cell);
        Self { layout, cell, column, row, rates: steps.rates() }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn estimate(&self, cell: &Cell) -> Cost {
        let (column, row) = self.layout.column_and_row(*cell);
        let (longer, shorter) = self.rates;
        apart(column.abs_diff(self.column), row.abs_diff(self.row), longer, shorter)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn is_goal(&self, cell: &Cell) -> bool {
        *cell == self.cell
    }
}
