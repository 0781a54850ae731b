//! Errors of reading a list of words and of looking up a word.

use std::error::Error;
use std::str::Utf8Error;
use std::{fmt, io};

use crate::answer::error::{error_of_kind, messages};

/// The error of a list of words that could not be read. `Display` names the line and the fault.
///
/// [`source`](Error::source) is the underlying [`io::Error`] or [`Utf8Error`], if there is one.
#[derive(Debug)]
pub struct DictionaryError {
    pub(super) line: u64,
    pub(super) kind: DictionaryErrorKind,
}

error_of_kind!(@kind DictionaryError, DictionaryErrorKind);
error_of_kind!(@shown DictionaryError, |it| Some(format!("line {}", it.line)));

impl DictionaryError {
    /// The number of the line at fault, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }
}

impl Error for DictionaryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            DictionaryErrorKind::Io(error) => Some(error),
            DictionaryErrorKind::Utf8(error) => Some(error),
            DictionaryErrorKind::LineTooLong { .. } | DictionaryErrorKind::TooLarge { .. } => None,
        }
    }
}

messages! {
    /// What is wrong with a list of words.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum DictionaryErrorKind {
        /// The line could not be read.
        Io(error: io::Error) => ("cannot be read"),
        /// The line is not valid UTF-8.
        Utf8(error: Utf8Error) => ("not valid UTF-8"),
        /// The line is too long.
        LineTooLong {
            /// The most bytes that a line may have, including its end.
            limit: u64,
        } => ("longer than {limit} bytes"),
        /// The words up to this line take too much memory.
        TooLarge {
            /// The most bytes that all words may take, duplicates included.
            limit: usize,
        } => ("more than {limit} bytes of words"),
    }
}

/// The error of a word that is not in the dictionary, with similar words that are.
///
/// ```
/// use bestfirst::word_ladder::Dictionary;
///
/// let dictionary: Dictionary = ["horse", "hearse", "nurse"].into_iter().collect();
/// let error = dictionary.ladder("hrse", "nurse").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#""hrse" is not in the dictionary; did you mean "horse", "hearse", "nurse"?"#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    pub(super) word: String,
    pub(super) suggestions: Vec<String>,
}

impl UnknownWord {
    /// The word that was looked up, trimmed and in lower case.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The most similar words of the dictionary, at most five. The nearest come first; equally near
    /// words are in alphabetical order.
    ///
    /// A word is similar if it is at most three edits away, and at most half as many edits as the
    /// unknown word has letters, rounded up.
    pub fn suggestions(&self) -> &[String] {
        &self.suggestions
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not in the dictionary", self.word)?;
        if self.suggestions.is_empty() {
            return Ok(());
        }
        write!(f, "; did you mean \"{}\"?", self.suggestions.join("\", \""))
    }
}

impl Error for UnknownWord {}
