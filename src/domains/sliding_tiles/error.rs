//! Errors of boards: what is wrong, and where.

use std::error::Error;

use crate::answer::error::{error_of_kind, messages};
use crate::answer::quantity::Count;

/// The error of a board that could not be made. `Display` names the place and the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    place: Option<Place>,
    kind: BoardErrorKind,
}

error_of_kind!(@kind BoardError, BoardErrorKind);
error_of_kind!(@shown BoardError, |it| it.place);

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

impl Error for BoardError {}

messages! {
    /// A place in the input of a board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Place {
        /// A line of a text, counted from 1.
        Line {
            /// The line.
            line: usize,
        } => ("line {line}"),
        /// A character of a text.
        Character {
            /// The line, counted from 1.
            line: usize,
            /// The character in the line, counted from 1.
            column: usize,
        } => ("line {line}, column {column}"),
        /// A row, counted from 0.
        Row {
            /// The row.
            row: usize,
        } => ("rows[{row}]"),
        /// A tile of a row.
        Cell {
            /// The row, counted from 0.
            row: usize,
            /// The column, counted from 0.
            column: usize,
        } => ("rows[{row}][{column}]"),
    }
}

messages! {
    /// What is wrong with a board.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BoardErrorKind {
        /// The input holds no tiles.
        Empty => ("the board is empty"),
        /// A word that is not a number.
        NotANumber {
            /// The word, shortened if it is long.
            text: String,
        } => ("{text:?} is not a number"),
        /// A size of a [`Board`](super::Board) that is not between 2 and 32,767.
        SizeOutOfRange {
            /// The size as written in the input.
            size: String,
        } => ("board size {size} is out of range: it must be from 2 to 32767"),
        /// A [`Rectangle`](super::Rectangle) with fewer than two rows or columns, or more than 16
        /// cells.
        RectangleOutOfRange {
            /// The number of rows.
            rows: usize,
            /// The number of columns.
            columns: usize,
        } => (
            "{rows} rows and {columns} columns, expected at least 2 of each and at most 16 cells"
        ),
        /// A [`Rectangle`](super::Rectangle) with more states than a `usize` can number.
        TooManyStates => ("more states than can be numbered"),
        /// A tile that is not below the number of cells.
        TileOutOfRange {
            /// The tile as written in the input.
            tile: String,
            /// The number of rows.
            rows: usize,
            /// The number of columns.
            columns: usize,
        } => (
            "tile {tile} is out of range: a {rows}-by-{columns} board has the tiles 0 to {}",
            rows * columns - 1,
        ),
        /// A tile that occurs a second time.
        RepeatedTile {
            /// The tile.
            tile: u32,
            /// Its first place.
            first: Place,
            /// The lowest tile that is missing.
            missing: usize,
        } => ("tile {tile} appears twice, first at {first}; tile {missing} is missing"),
        /// Fewer or more tiles than cells.
        TileCount {
            /// The number of tiles found, with the blank.
            found: usize,
            /// The number of tiles expected.
            expected: usize,
        } => (
            "{}, expected {expected}",
            match Count(*found as u64, "tile") {
                tiles if found < expected => format!("the board ends after {tiles}"),
                tiles => format!("there are {tiles}"),
            },
        ),
        /// A single line of tiles whose number is not the square of a size.
        NotSquare {
            /// The number of tiles found.
            found: usize,
        } => (
            "{} on one line, expected N² for a board of N by N, such as 9 or 16{}",
            Count(*found as u64, "tile"),
            match found.saturating_sub(1) {
                tiles if tiles > 3 && tiles.isqrt().pow(2) == tiles => " (is the first an index?)",
                _ => "",
            },
        ),
        /// A word after the last tile.
        TextAfterBoard {
            /// The word, shortened if it is long.
            text: String,
        } => ("there is text after the board: {text:?}"),
        /// A row that is longer or shorter than the first.
        RowLength {
            /// Its number of tiles.
            found: usize,
            /// The number of tiles in the first row.
            expected: usize,
        } => ("this row has {}, but the first row has {expected}", Count(*found as u64, "tile")),
        /// The number of rows differs from the number of columns.
        RowCount {
            /// The number of rows.
            found: usize,
            /// The number of tiles in each row.
            expected: usize,
        } => (
            "the board is not square: {} in each row, but {}",
            Count(*expected as u64, "tile"),
            Count(*found as u64, "row"),
        ),
    }
}
