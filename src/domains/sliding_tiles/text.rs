//! Reading and writing boards as text.

use std::fmt;
use std::str::FromStr;

use super::board::{check_size, square};
use super::{Board, BoardError, BoardErrorKind, Place};
use crate::domains::text::{Lines, shortened};

/// A word of the text and its position.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// The number of its row. Rows without words are counted.
    row: usize,
    line: usize,
    line_text: &'a str,
}

impl Word<'_> {
    /// What comes after the word in the text that it is from.
    fn rest_of<'t>(&self, text: &'t str) -> &'t str {
        let end = self.text.as_ptr() as usize - text.as_ptr() as usize + self.text.len();
        &text[end..]
    }

    fn place(&self) -> Place {
        let offset = self.text.as_ptr() as usize - self.line_text.as_ptr() as usize;
        let column = self.line_text[..offset].chars().count() + 1;
        Place::Character { line: self.line, column }
    }

    fn error(&self, kind: BoardErrorKind) -> BoardError {
        BoardError::new(Some(self.place()), kind)
    }

    /// The value of the word. A number too large for a `u32` becomes `u32::MAX`, which is out of
    /// every range.
    fn number(&self) -> Result<u32, BoardError> {
        match self.text.parse() {
            Ok(number) => Ok(number),
            Err(_) if self.text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(u32::MAX),
            Err(_) => Err(self.error(BoardErrorKind::NotANumber { text: shortened(self.text) })),
        }
    }

    /// The tile of the word, or 0 for the blank.
    fn tile(&self) -> Result<u32, BoardError> {
        match self.text {
            "_" | "." | "x" | "X" | "-1" => Ok(0),
            _ => self.number(),
        }
    }
}

/// What may be between two tiles, besides white space.
const SEPARATORS: &[char] = &[',', ';', '[', ']', '(', ')', '{', '}'];

/// A text with one board or several, or a part of it.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    /// The number of its first line.
    line: usize,
    /// The number of words in front that do not belong to the board.
    skipped: usize,
}

impl<'t> Part<'t> {
    /// All words. A row is a line, or a part of one that ends at a `/`. Positions are found by
    /// reading the text again, and only after an error.
    ///
    /// Boxed, because the compiler would inline the whole iterator into each of its users.
    fn words(self) -> Box<dyn Iterator<Item = Word<'t>> + 't> {
        let rows = (self.line..).zip(Lines::new(self.text)).flat_map(|(line, line_text)| {
            let tiles = line_text.split('#').next().unwrap_or_default();
            tiles.split('/').map(move |text| Word { text, row: 0, line, line_text })
        });
        let words = rows.enumerate().flat_map(|(row, place)| {
            let words = place.text.split(|c: char| c.is_whitespace() || SEPARATORS.contains(&c));
            let words = words.filter(|word| !word.is_empty());
            words.map(move |text| Word { text, row, ..place })
        });
        Box::new(words.skip(self.skipped))
    }

    /// The number of words in each row that has any.
    fn lengths(self) -> Vec<usize> {
        let rows: Vec<usize> = self.words().map(|word| word.row).collect();
        rows.chunk_by(|row, next| row == next).map(<[_]>::len).collect()
    }

    /// The lines with words.
    fn lines(self) -> impl Iterator<Item = Self> {
        let parts = (self.line..).zip(Lines::new(self.text));
        let parts = parts.map(move |(line, text)| Self { text, line, ..self });
        parts.filter(|part| part.words().next().is_some())
    }

    /// The board at the start, which has its size in front, and its last word.
    fn prefix(self) -> Result<(Board, Word<'t>), BoardError> {
        let mut words = self.words();
        let mut last = words.next().ok_or_else(|| BoardError::new(None, BoardErrorKind::Empty))?;
        let size = last.number()? as usize;
        check_size(size).map_err(|_| {
            last.error(BoardErrorKind::SizeOutOfRange { size: shortened(last.text) })
        })?;
        let mut tiles = Vec::new();
        for word in words.take(size * size) {
            tiles.push(word.tile()?);
            last = word;
        }
        let (found, expected) = (tiles.len(), size * size);
        if found < expected {
            return Err(last.error(BoardErrorKind::TileCount { found, expected }));
        }
        let board = Board::from_tiles(size, tiles, |index, _| self.written(1 + index))?;
        Ok((board, last))
    }

    /// Guesses whether a text that does not begin with a board and its size was meant to. The guess
    /// only chooses the error message.
    fn has_size(self) -> bool {
        let lengths = self.lengths();
        let words = lengths.iter().sum();
        let size = self.words().next().and_then(|word| word.number().ok()).unwrap_or(0);
        // The first word is alone on its line, but not the first of a column of tiles.
        let is_alone =
            lengths.first() == Some(&1) && (words > lengths.len() || side(words).is_none());
        u64::from(size).pow(2) + 1 == words as u64 || is_alone
    }

    /// The board in rows of N tiles, or with all tiles in one row or in one column.
    fn square(self) -> Result<Board, BoardError> {
        let tiles: Vec<u32> = self.words().map(|word| word.tile()).collect::<Result<_, _>>()?;
        let lengths = self.lengths();
        let is_line = lengths.len() == 1 || lengths.iter().all(|&length| length == 1);
        let size = match side(tiles.len()).filter(|_| is_line) {
            Some(size) => Ok(size),
            None if lengths.len() == 1 => {
                Err((0, BoardErrorKind::NotSquare { found: tiles.len() }))
            }
            None => square(&lengths),
        };
        let size = size.map_err(|(row, kind)| {
            // A missing row is reported at the last one.
            let before = &lengths[..row.min(lengths.len().saturating_sub(1))];
            let first_word = self.words().nth(before.iter().sum());
            BoardError::new(first_word.map(|word| Place::Line { line: word.line }), kind)
        })?;
        Board::from_tiles(size, tiles, |index, _| self.written(index))
    }

    /// The only board.
    fn board(self) -> Result<Board, BoardError> {
        let board = match self.prefix() {
            Ok((board, _)) => board,
            // Rows without a size never begin with a size and a whole board: that board would have
            // the size as a tile, so the rows would have that tile twice.
            Err(error) => return if self.has_size() { Err(error) } else { self.square() },
        };
        let expected = board.size() * board.size();
        let mut after = self.words().skip(1 + expected);
        let Some(word) = after.next() else { return Ok(board) };
        Err(word.error(match word.tile() {
            Ok(_) => {
                let more = after.take_while(|word| word.tile().is_ok()).count();
                BoardErrorKind::TileCount { found: expected + 1 + more, expected }
            }
            Err(_) => BoardErrorKind::TextAfterBoard { text: shortened(word.text) },
        }))
    }

    /// Boards with their sizes, one after the other.
    fn boards_with_sizes(mut self) -> Result<Vec<Board>, BoardError> {
        let mut boards = Vec::new();
        while self.words().next().is_some() {
            let (board, last) = self.prefix()?;
            boards.push(board);
            self = Self { text: last.rest_of(self.text), line: last.line, ..self };
        }
        Ok(boards)
    }

    fn all(self) -> Result<Vec<Board>, BoardError> {
        let error = match self.board() {
            Ok(board) => return Ok(vec![board]),
            Err(error) => error,
        };
        let on_lines: Result<Vec<_>, _> = self.lines().map(Self::board).collect();
        match (on_lines, self.boards_with_sizes()) {
            (Ok(boards), _) | (_, Ok(boards)) if !boards.is_empty() => Ok(boards),
            // A guess at what was meant only chooses the error message.
            (Err(on_lines), in_turn) => Err(match self.lines().next() {
                Some(first) if first.is_board() && !error.is_of_tiles() => on_lines,
                _ if self.prefix().is_ok() => in_turn.err().unwrap_or(error),
                _ => error,
            }),
            _ => Err(error),
        }
    }

    /// Whether this is a board, perhaps with one word too many in front.
    fn is_board(self) -> bool {
        self.board().is_ok() || Self { skipped: self.skipped + 1, ..self }.board().is_ok()
    }

    /// The place of a tile, given the index of its word, and how it is written.
    fn written(self, index: usize) -> (Place, String) {
        self.words().nth(index).map_or((Place::Line { line: self.line }, String::new()), |word| {
            (word.place(), shortened(word.text))
        })
    }
}

/// The N of N² cells, if that is a board.
fn side(cells: usize) -> Option<usize> {
    Some(cells.isqrt()).filter(|side| side * side == cells && check_size(*side).is_ok())
}

/// Reads boards from text. [`Board`] describes the format.
///
/// ```
/// use bestfirst::sliding_tiles::BoardReader;
///
/// // From Korf's list, with an index in front of each board.
/// let text = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6";
/// let boards = BoardReader::new().indexed().read_all(text)?;
/// assert_eq!(boards.len(), 2);
/// assert_eq!(boards[1].tile_at(0, 0), 13);
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct BoardReader {
    is_indexed: bool,
}

impl BoardReader {
    /// A reader of boards without an index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Each board has one word in front, before its size, that does not belong to it: an index or a
    /// name.
    pub fn indexed(self) -> Self {
        Self { is_indexed: true }
    }

    /// Reads the only board of a text.
    ///
    /// # Errors
    ///
    /// [`BoardError`] with the line and the column of the fault.
    pub fn read(self, text: &str) -> Result<Board, BoardError> {
        self.part(text).board()
    }

    /// Reads all boards of a text, at least one: a single board, or a board on each line, or boards
    /// one after the other that have their sizes in front.
    ///
    /// # Errors
    ///
    /// [`BoardError`] with the line and the column of the first fault.
    pub fn read_all(self, text: &str) -> Result<Vec<Board>, BoardError> {
        self.part(text).all()
    }

    fn part(self, text: &str) -> Part<'_> {
        Part { text, line: 1, skipped: self.is_indexed.into() }
    }
}

/// Reading boards from a longer text.
impl Board {
    /// The board at the start of a text, and what follows its last tile. The text begins with the
    /// size N and N² tiles, on any lines.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let (board, rest) = Board::from_prefix("2  1 2\n0 3\nFrom a book of puzzles.")?;
    /// assert_eq!(board, "1 2 / 0 3".parse()?);
    /// assert_eq!(rest, "\nFrom a book of puzzles.");
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError`] if the text does not begin with a size and that many tiles.
    pub fn from_prefix(text: &str) -> Result<(Self, &str), BoardError> {
        let (board, last) = BoardReader::new().part(text).prefix()?;
        Ok((board, last.rest_of(text)))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        BoardReader::new().read(text)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let width = (size * size - 1).to_string().len().max(2);
        write!(f, "{size}")?;
        for (cell, tile) in self.tiles().enumerate() {
            let separator = if cell % size == 0 { '\n' } else { ' ' };
            write!(f, "{separator}{tile:>width$}")?;
        }
        Ok(())
    }
}
