//! Reading and writing boards as text.

use std::fmt;
use std::str::FromStr;

use super::board::{check_size, square};
use super::error::Fault;
use super::{Board, BoardError, BoardErrorKind, Place};

/// A word of the text and its position.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    line_text: &'a str,
}

impl Word<'_> {
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
            Err(_) => Err(self.error(BoardErrorKind::NotANumber { text: self.shown() })),
        }
    }

    /// The word for an error message, shortened if it is long.
    fn shown(&self) -> String {
        const MOST: usize = 20;
        let mut shown: String = self.text.chars().take(MOST).collect();
        if shown.len() < self.text.len() {
            shown.push('…');
        }
        shown
    }
}

/// The non-empty rows. A row is a line, or a part of one that ends at a `/`.
fn rows(text: &str) -> impl Iterator<Item = impl Iterator<Item = Word<'_>>> {
    text.lines().enumerate().flat_map(|(index, line_text)| {
        line_text.split('/').filter(|row| !row.trim().is_empty()).map(move |row| {
            row.split_whitespace().map(move |text| Word { text, line: index + 1, line_text })
        })
    })
}

/// All words. Positions are found by reading the text again, and only after an error.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    rows(text).flatten()
}

/// The error of tiles that are no permutation; the first of them is at this index of the words.
fn misplaced(fault: Fault, text: &str, first: usize) -> BoardError {
    match (fault, words(text).nth(first + fault.index())) {
        // The tile as written: it may be too large for a number.
        (Fault::OutOfRange { size, .. }, Some(word)) => {
            word.error(BoardErrorKind::TileOutOfRange { tile: word.shown(), size })
        }
        _ => fault.at(|index| {
            let word = words(text).nth(first + index);
            word.map_or(Place::Line { line: 1 }, |word| word.place())
        }),
    }
}

/// Reading boards from a longer text.
impl Board {
    /// The board at the start of a text, and what follows its last tile. The text begins with the
    /// size N and N² tiles, separated by any white space or by `/`, on any lines.
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
        let mut words = words(text);
        let Some(mut last) = words.next() else {
            return Err(BoardError::new(None, BoardErrorKind::Empty));
        };
        let size = last.number()? as usize;
        check_size(size)
            .map_err(|_| last.error(BoardErrorKind::SizeOutOfRange { size: last.shown() }))?;
        let mut tiles = Vec::new();
        for word in words.take(size * size) {
            tiles.push(word.number()?);
            last = word;
        }
        let (found, expected) = (tiles.len(), size * size);
        if found < expected {
            return Err(last.error(BoardErrorKind::TooFewTiles { found, expected }));
        }
        let board = Self::from_tiles(size, tiles).map_err(|fault| misplaced(fault, text, 1))?;
        let end = last.text.as_ptr() as usize - text.as_ptr() as usize + last.text.len();
        Ok((board, &text[end..]))
    }

    /// Reads N rows of N tiles.
    fn from_square(text: &str) -> Result<Self, BoardError> {
        let mut tiles = Vec::new();
        let mut lengths = Vec::new();
        for row in rows(text) {
            let before = tiles.len();
            for word in row {
                tiles.push(word.number()?);
            }
            lengths.push(tiles.len() - before);
        }
        let size = square(&lengths).map_err(|(row, kind)| {
            // A missing row is reported at the last one.
            let mut at_fault = rows(text).take(row + 1).last();
            let first_word = at_fault.as_mut().and_then(Iterator::next);
            BoardError::new(first_word.map(|word| Place::Line { line: word.line }), kind)
        })?;
        Self::from_tiles(size, tiles).map_err(|fault| misplaced(fault, text, 0))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let board = match Self::from_prefix(text) {
            Ok((board, _)) => board,
            Err(error) => {
                // What was meant is only a matter of the message. Rows without a size never begin
                // with a size and a whole board: it would have the size as a tile.
                let mut lengths = rows(text).map(Iterator::count);
                let has_size = lengths.next() == Some(1) || lengths.next().is_none();
                return if has_size { Err(error) } else { Self::from_square(text) };
            }
        };
        let expected = board.size() * board.size();
        let mut after = words(text).skip(1 + expected);
        let Some(word) = after.next() else { return Ok(board) };
        Err(word.error(match word.number() {
            Ok(_) => {
                let more = after.take_while(|word| word.number().is_ok()).count();
                BoardErrorKind::TooManyTiles { found: expected + 1 + more, expected }
            }
            Err(_) => BoardErrorKind::TextAfterBoard { text: word.shown() },
        }))
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
