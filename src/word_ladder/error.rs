//! Errors of reading a list of words and of looking up a word.

use std::error::Error;
use std::str::Utf8Error;
use std::{fmt, io};

use super::dictionary::MAX_LINE;
use super::word_list::MAX_BYTES;

/// A list of words that could not be read.
///
/// [`source`](Error::source) is the underlying [`io::Error`] or [`Utf8Error`], if there is one.
#[derive(Debug)]
pub struct DictionaryError {
    line: u64,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Io(io::Error),
    Utf8(Utf8Error),
    TooLong,
    TooLarge,
}

impl DictionaryError {
    pub(super) fn io(line: u64, error: io::Error) -> Self {
        Self { line, kind: Kind::Io(error) }
    }

    pub(super) fn utf8(line: u64, error: Utf8Error) -> Self {
        Self { line, kind: Kind::Utf8(error) }
    }

    pub(super) fn too_long(line: u64) -> Self {
        Self { line, kind: Kind::TooLong }
    }

    pub(super) fn too_large(line: u64) -> Self {
        Self { line, kind: Kind::TooLarge }
    }

    /// The number of the line at fault, counted from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match self.kind {
            Kind::Io(_) => write!(f, "line {line}: cannot be read"),
            Kind::Utf8(_) => write!(f, "line {line}: not valid UTF-8"),
            Kind::TooLong => write!(f, "line {line}: longer than {MAX_LINE} bytes"),
            Kind::TooLarge => write!(f, "line {line}: more than {MAX_BYTES} bytes of words"),
        }
    }
}

impl Error for DictionaryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            Kind::Io(error) => Some(error),
            Kind::Utf8(error) => Some(error),
            Kind::TooLong | Kind::TooLarge => None,
        }
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
    word: String,
    suggestions: Vec<String>,
}

impl UnknownWord {
    pub(super) fn new(word: String, suggestions: Vec<String>) -> Self {
        Self { word, suggestions }
    }

    /// The word that was looked up, trimmed and in lower case.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The most similar words of the dictionary, at most five. The nearest come first; equally near
    /// words are in alphabetical order.
    ///
    /// A word is similar if it is at most three edits away, and at most half as many edits as the
    /// unknown word has letters, rounded up.
    #[must_use]
    pub fn suggestions(&self) -> &[String] {
        &self.suggestions
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not in the dictionary", self.word)?;
        let mut separator = "; did you mean ";
        for suggestion in &self.suggestions {
            write!(f, "{separator}\"{suggestion}\"")?;
            separator = ", ";
        }
        f.write_str(if self.suggestions.is_empty() { "" } else { "?" })
    }
}

impl Error for UnknownWord {}
