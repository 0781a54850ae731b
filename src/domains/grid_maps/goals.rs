//! The cells to reach, and the distances to them without walls.

use std::iter;

use super::jumps::{EAST, NORTH, SOUTH};
use super::layout::Layout;
use super::steps::apart;
use super::{Cell, Steps};
use crate::Cost;

/// A goal, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) cell: Cell,
    pub(super) column: u32,
    pub(super) row: u32,
}

/// What the spaces of a map need to know of their goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goals<'g> {
    layout: Layout,
    /// The cost of each step along the longer side, and of each along the shorter side.
    rates: (u32, u32),
    first: Goal,
    more: &'g [Cell],
    /// Bit *b* is set if there is a goal in a column whose number ends with these six bits.
    columns: u64,
    /// The same for rows.
    rows: u64,
}

impl<'g> Goals<'g> {
    pub(super) fn new(layout: Layout, steps: Steps, cell: Cell) -> Self {
        let (first, rates) = (goal(layout, cell), steps.rates());
        Self { layout, rates, first, more: &[], columns: 0, rows: 0 }.and(&[])
    }

    pub(super) fn and(mut self, more: &'g [Cell]) -> Self {
        (self.more, self.columns, self.rows) = (more, 0, 0);
        for Goal { column, row, .. } in self.iter() {
            self.columns |= 1 << (column % u64::BITS);
            self.rows |= 1 << (row % u64::BITS);
        }
        self
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Goal> + Clone + use<'g> {
        let layout = self.layout;
        iter::once(self.first).chain(self.more.iter().map(move |&cell| goal(layout, cell)))
    }

    /// The distance to the nearest goal.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn estimate(&self, cell: &Cell) -> Cost {
        let (column, row) = self.layout.column_and_row(*cell);
        let (longer, shorter) = self.rates;
        let to = |goal: Goal| {
            apart(column.abs_diff(goal.column), row.abs_diff(goal.row), longer, shorter)
        };
        let more = self.more.iter().map(|&cell| to(goal(self.layout, cell)));
        more.fold(to(self.first), Cost::min)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn is_goal(&self, cell: &Cell) -> bool {
        *cell == self.first.cell || self.more.contains(cell)
    }

    /// Whether there may be a goal straight ahead, or behind. The last six bits of the column and of
    /// the row are enough: the others do not matter.
    #[inline]
    pub(super) fn may_be_in_line(&self, column: u32, row: u32, direction: usize) -> bool {
        if matches!(direction, NORTH | SOUTH) {
            self.columns >> (column % u64::BITS) & 1 == 1
        } else {
            self.rows >> (row % u64::BITS) & 1 == 1
        }
    }

    /// The steps to the nearest goal straight ahead. Walls do not count.
    pub(super) fn straight_ahead(
        &self,
        (column, row): (u32, u32),
        direction: usize,
    ) -> Option<u32> {
        let steps = self.iter().map(|goal| match direction {
            NORTH => (column == goal.column, row.wrapping_sub(goal.row)),
            EAST => (row == goal.row, goal.column.wrapping_sub(column)),
            SOUTH => (column == goal.column, goal.row.wrapping_sub(row)),
            _ => (row == goal.row, column.wrapping_sub(goal.column)),
        });
        // A goal that lies behind wraps around to more than any side.
        let ahead = steps.filter(|&(is_in_line, steps)| is_in_line && steps > 0);
        ahead.map(|(_, steps)| steps).min()
    }
}

#[inline]
fn goal(layout: Layout, cell: Cell) -> Goal {
    let (column, row) = layout.column_and_row(cell);
    Goal { cell, column, row }
}
