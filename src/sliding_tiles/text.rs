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

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut numbers = Vec::new();
        let mut lengths = Vec::new();
        for row in rows(text) {
            let before = numbers.len();
            for word in row {
                numbers.push(word.number()?);
            }
            lengths.push(numbers.len() - before);
        }
        // Positions are found by reading the text again, and only after an error.
        let word = |index: usize| rows(text).flatten().nth(index);
        let error = |index: usize, kind: BoardErrorKind| match word(index) {
            Some(word) => word.error(kind),
            None => BoardError::new(None, kind),
        };

        let has_size = lengths.len() == 1 || lengths.first() == Some(&1);
        let size = if has_size {
            let size = numbers.remove(0) as usize;
            check_size(size).map_err(|kind| match (word(0), kind) {
                (Some(word), BoardErrorKind::SizeOutOfRange { .. }) => {
                    word.error(BoardErrorKind::SizeOutOfRange { size: word.shown() })
                }
                (_, kind) => BoardError::new(None, kind),
            })?;
            let (found, expected) = (numbers.len(), size * size);
            if found < expected {
                // Points after the last word.
                return Err(error(found, BoardErrorKind::TooFewTiles { found, expected }));
            }
            if found > expected {
                return Err(error(1 + expected, BoardErrorKind::TooManyTiles { found, expected }));
            }
            size
        } else {
            square(&lengths).map_err(|(row, kind)| {
                // A missing row is reported at the last one.
                let mut at_fault = rows(text).take(row + 1).last();
                let first_word = at_fault.as_mut().and_then(Iterator::next);
                BoardError::new(first_word.map(|word| Place::Line { line: word.line }), kind)
            })?
        };

        let skipped = usize::from(has_size);
        Board::from_tiles(size, numbers).map_err(|fault| {
            match (fault, word(fault.index() + skipped)) {
                // The tile as written: it may be too large for a number.
                (Fault::OutOfRange { size, .. }, Some(word)) => {
                    word.error(BoardErrorKind::TileOutOfRange { tile: word.shown(), size })
                }
                _ => fault.at(|index| {
                    word(index + skipped).map_or(Place::Line { line: 1 }, |word| word.place())
                }),
            }
        })
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
