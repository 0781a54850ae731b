//! The four moves of the blank.

use std::fmt;

use crate::space::bits::bits;

/// The direction in which the blank moves. The tile there moves the opposite way.
///
/// `Display` prints one letter: `U`, `L`, `R` or `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// All four, in the order in which a board generates its neighbours.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The index in [`ALL`](Self::ALL).
    #[inline]
    pub(super) fn number(self) -> usize {
        self as usize
    }

    pub(super) fn opposite(self) -> Self {
        Self::ALL[3 - self.number()]
    }

    /// The directions of a set, given as one bit each.
    #[inline]
    pub(super) fn in_set(set: impl Into<u32>) -> impl Iterator<Item = Self> {
        // A `match` is faster than a look-up in `ALL`.
        bits(set).map(|number: u32| match number {
            0 => Self::Up,
            1 => Self::Left,
            2 => Self::Right,
            _ => Self::Down,
        })
    }

    /// The adjacent cell in this direction, or `None` at the edge of the board.
    pub(super) const fn step(self, cell: usize, size: usize) -> Option<usize> {
        self.step_in(cell, size, size)
    }

    /// As [`step`](Self::step), on a board of any number of rows and columns.
    pub(super) const fn step_in(self, cell: usize, rows: usize, columns: usize) -> Option<usize> {
        let (row, column) = (cell / columns, cell % columns);
        match self {
            Self::Up if row > 0 => Some(cell - columns),
            Self::Left if column > 0 => Some(cell - 1),
            Self::Right if column + 1 < columns => Some(cell + 1),
            Self::Down if row + 1 < rows => Some(cell + columns),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["U", "L", "R", "D"][self.number()])
    }
}
