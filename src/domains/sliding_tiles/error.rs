//! Errors of boards: what is wrong, and where.

use std::error::Error;
use std::fmt;

use crate::answer::error::error_of_kind;
use crate::answer::quantity::Count;

/// The error of a board that could not be made. `Display` names the place and the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    place: Option<Place>,
    kind: BoardErrorKind,
}

error_of_kind!(@kind BoardError, BoardErrorKind);

impl BoardError {
    pub(super) fn new(place: Option<Place>, kind: BoardErrorKind) -> Self {
        Self { place, kind }
    }

    /// Whether the form is that of a board, and only its tiles are wrong.
    pub(super) fn is_of_tiles(&self) -> bool {
        use BoardErrorKind::{RepeatedTile, TileOutOfRange};
        matches!(self.kind, RepeatedTile { .. } | TileOutOfRange { .. })
    }

    /// The place of the error, if it has one.
    pub fn place(&self) -> Option<Place> {
        self.place
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl Error for BoardError {}

/// A place in the input of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line of a text, counted from 1.
    Line {
        /// The line.
        line: usize,
    },
    /// A character of a text.
    Character {
        /// The line, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
    },
    /// A row, counted from 0.
    Row {
        /// The row.
        row: usize,
    },
    /// A tile of a row.
    Cell {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line } => write!(f, "line {line}"),
            Self::Character { line, column } => write!(f, "line {line}, column {column}"),
            Self::Row { row } => write!(f, "rows[{row}]"),
            Self::Cell { row, column } => write!(f, "rows[{row}][{column}]"),
        }
    }
}

/// What is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardErrorKind {
    /// The input holds no tiles.
    Empty,
    /// A word that is not a number.
    NotANumber {
        /// The word, shortened if it is long.
        text: String,
    },
    /// A size of a [`Board`](super::Board) that is not between 2 and 32,767.
    SizeOutOfRange {
        /// The size as written in the input.
        size: String,
    },
    /// A [`Rectangle`](super::Rectangle) with fewer than two rows or columns, or more than 16 cells.
    RectangleOutOfRange {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A [`Rectangle`](super::Rectangle) with more states than a `usize` can number.
    TooManyStates,
    /// A tile that is not below the number of cells.
    TileOutOfRange {
        /// The tile as written in the input.
        tile: String,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A tile that occurs a second time.
    RepeatedTile {
        /// The tile.
        tile: u32,
        /// Its first place.
        first: Place,
        /// The lowest tile that is missing.
        missing: usize,
    },
    /// Fewer or more tiles than cells.
    TileCount {
        /// The number of tiles found, with the blank.
        found: usize,
        /// The number of tiles expected.
        expected: usize,
    },
    /// A single line of tiles whose number is not the square of a size.
    NotSquare {
        /// The number of tiles found.
        found: usize,
    },
    /// A word after the last tile.
    TextAfterBoard {
        /// The word, shortened if it is long.
        text: String,
    },
    /// A row that is longer or shorter than the first.
    RowLength {
        /// Its number of tiles.
        found: usize,
        /// The number of tiles in the first row.
        expected: usize,
    },
    /// The number of rows differs from the number of columns.
    RowCount {
        /// The number of rows.
        found: usize,
        /// The number of tiles in each row.
        expected: usize,
    },
}

impl fmt::Display for BoardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the board is empty"),
            Self::NotANumber { text } => write!(f, "{text:?} is not a number"),
            Self::SizeOutOfRange { size } => {
                write!(f, "board size {size} is out of range: it must be from 2 to 32767")
            }
            Self::RectangleOutOfRange { rows, columns } => write!(
                f,
                "{rows} rows and {columns} columns, expected at least 2 of each and at most 16 cells"
            ),
            Self::TooManyStates => f.write_str("more states than can be numbered"),
            Self::TileOutOfRange { tile, rows, columns } => write!(
                f,
                "tile {tile} is out of range: a {rows}-by-{columns} board has the tiles 0 to {}",
                rows * columns - 1
            ),
            Self::RepeatedTile { tile, first, missing } => {
                write!(f, "tile {tile} appears twice, first at {first}; tile {missing} is missing")
            }
            Self::TileCount { found, expected } if found < expected => {
                let found = Count(*found as u64, "tile");
                write!(f, "the board ends after {found}, expected {expected}")
            }
            Self::TileCount { found, expected } => {
                write!(f, "there are {found} tiles, expected {expected}")
            }
            Self::NotSquare { found } => {
                let tiles = Count(*found as u64, "tile");
                write!(
                    f,
                    "{tiles} on one line, expected N² for a board of N by N, such as 9 or 16"
                )?;
                let is_indexed = *found > 4 && (found - 1).isqrt().pow(2) == found - 1;
                f.write_str(if is_indexed { " (is the first an index?)" } else { "" })
            }
            Self::TextAfterBoard { text } => {
                write!(f, "there is text after the board: {text:?}")
            }
            Self::RowLength { found, expected } => {
                let found = Count(*found as u64, "tile");
                write!(f, "this row has {found}, but the first row has {expected}")
            }
            Self::RowCount { found, expected } => {
                let (tiles, rows) = (Count(*expected as u64, "tile"), Count(*found as u64, "row"));
                write!(f, "the board is not square: {tiles} in each row, but {rows}")
            }
        }
    }
}
