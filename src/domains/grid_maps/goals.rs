//! The cells to reach, and the distances to them without walls.

use std::iter;

use super::jumps::{EAST, NORTH, SOUTH};
use super::layout::Layout;
use super::steps::apart;
use super::{Cell, Steps};
use crate::Cost;

/// The goals of a space of a map, with values that are computed from them once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goals<'g> {
    layout: Layout,
    /// The cost of each step along the longer side, and of each along the shorter side.
    rates: (u32, u32),
    first: Cell,
    /// The column and the row of `first`.
    place: (u32, u32),
    more: &'g [Cell],
    /// Bit *b* is set if there is a goal in a column whose number is *b* modulo 64.
    columns: u64,
    /// The same for rows.
    rows: u64,
}

impl<'g> Goals<'g> {
    pub(super) fn new(layout: Layout, steps: Steps, cell: Cell) -> Self {
        let (rates, place) = (steps.rates(), layout.column_and_row(cell));
        Self { layout, rates, first: cell, place, more: &[], columns: 0, rows: 0 }.with_more(&[])
    }

    pub(super) fn with_more(mut self, more: &'g [Cell]) -> Self {
        (self.more, self.columns, self.rows) = (more, 0, 0);
        for cell in self.cells() {
            let (column, row) = self.layout.column_and_row(cell);
            self.columns |= 1 << (column % u64::BITS);
            self.rows |= 1 << (row % u64::BITS);
        }
        self
    }

    #[inline]
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<'g> {
        iter::once(self.first).chain(self.more.iter().copied())
    }

    /// The distance to the nearest goal, without walls.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn estimate(&self, cell: &Cell) -> Cost {
        let more = self.more.iter().map(|&goal| self.layout.column_and_row(goal));
        let more = more.map(|place| self.distance(*cell, place));
        more.fold(self.distance(*cell, self.place), Cost::min)
    }

    /// The distance between a cell and a column and row, if there were no walls.
    #[inline]
    pub(super) fn distance(&self, cell: Cell, (to_column, to_row): (u32, u32)) -> Cost {
        let (column, row) = self.layout.column_and_row(cell);
        let (longer, shorter) = self.rates;
        apart(column.abs_diff(to_column), row.abs_diff(to_row), longer, shorter)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the spaces forward what they are asked")]
    #[inline]
    pub(super) fn is_goal(&self, cell: &Cell) -> bool {
        // Most cells are in no column of a goal. Rows are whole words, so the number of a cell has
        // the last bits of its column.
        let is_in_column = self.columns >> (cell.0 % u64::BITS) & 1 == 1;
        is_in_column && (*cell == self.first || self.more.contains(cell))
    }

    /// The number of steps to the nearest goal straight ahead, if it is at most `most`. Walls do
    /// not count. Only the last six bits of `row` are used.
    #[inline]
    pub(super) fn ahead(&self, cell: Cell, row: u32, direction: usize, most: u32) -> Option<u32> {
        let is_vertical = matches!(direction, NORTH | SOUTH);
        let (goals, at) = if is_vertical { (self.columns, cell.0) } else { (self.rows, row) };
        // Mostly there is no goal in this column or row, ahead or behind.
        if goals >> (at % u64::BITS) & 1 == 0 {
            return None;
        }
        self.nearest_ahead(cell, direction).filter(|&steps| steps <= most)
    }

    fn nearest_ahead(&self, cell: Cell, direction: usize) -> Option<u32> {
        let (column, row) = self.layout.column_and_row(cell);
        let places = self.cells().map(|goal| self.layout.column_and_row(goal));
        let steps = places.map(|(goal_column, goal_row)| match direction {
            NORTH => (column == goal_column, row.wrapping_sub(goal_row)),
            EAST => (row == goal_row, goal_column.wrapping_sub(column)),
            SOUTH => (column == goal_column, goal_row.wrapping_sub(row)),
            _ => (row == goal_row, column.wrapping_sub(goal_column)),
        });
        // For a goal that lies behind, the difference wraps around to more than any side.
        let ahead = steps.filter(|&(is_in_line, steps)| is_in_line && steps > 0);
        ahead.map(|(_, steps)| steps).min()
    }
}
