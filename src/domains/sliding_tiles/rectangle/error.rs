//! Errors of rectangles.

use crate::answer::error::error_of_kind;
use std::fmt;

/// Why a [`Rectangle`](super::Rectangle) or an [`Arrangement`](super::Arrangement) could not be
/// made. `Display` names the place and the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RectangleError {
    kind: RectangleErrorKind,
}

error_of_kind!(RectangleError, RectangleErrorKind);

/// What is wrong with a rectangle or an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RectangleErrorKind {
    /// There are fewer than two rows or columns, or more than 16 cells.
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// There are more states than a `usize` can number.
    TooManyStates,
    /// The number of tiles, with the blank, is not that of the cells.
    Length {
        /// The number of tiles.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
    /// There is no such tile.
    Tile {
        /// The cell, counted from 0.
        cell: usize,
        /// The tile.
        tile: u8,
        /// The largest tile.
        largest: u8,
    },
    /// A tile occurs twice.
    Repeated {
        /// The second cell, counted from 0.
        cell: usize,
        /// The tile.
        tile: u8,
    },
}

impl fmt::Display for RectangleErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { rows, columns } => write!(
                f,
                "{rows} rows and {columns} columns, expected at least 2 of each and at most 16 cells"
            ),
            Self::TooManyStates => f.write_str("more states than can be numbered"),
            Self::Length { found, expected } => {
                write!(f, "{found} tiles with the blank, expected {expected}")
            }
            Self::Tile { cell, tile, largest } => {
                write!(f, "cell {cell}: tile {tile}, expected at most {largest}")
            }
            Self::Repeated { cell, tile } => write!(f, "cell {cell}: tile {tile} occurs twice"),
        }
    }
}
