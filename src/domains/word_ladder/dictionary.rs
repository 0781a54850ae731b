//! Dictionaries: lists of words with an index for word ladders.

use std::io::{BufRead, Read};

use super::edit_distance::edit_distance;
use super::index::Index;
use super::word_list::{MAX_BYTES, TooLarge, WordList, fold};
use super::{DictionaryError, DictionaryErrorKind, UnknownWord, Word};
use crate::domains::text::without_mark;
use crate::space::debug::debug;

/// The largest number of bytes of a line, including its end. All words are shorter. Input that is
/// not a list of words may be a single line without an end.
const MAX_LINE: u64 = 1 << 16;

/// An immutable list of words, with an index of the words that differ by one letter.
///
/// Read it with [`from_reader`](Dictionary::from_reader), one word per line, or collect it from an
/// iterator of strings. Words are trimmed and converted to lower case. Blank words and duplicates
/// are dropped.
///
/// A clone is a deep copy. A [`Word`] of the clone is not equal to a `Word` of the original.
///
/// # Panics
///
/// Collecting panics if the words, duplicates included, take more than 2 GiB in UTF-8.
/// [`from_reader`](Dictionary::from_reader) returns an error instead.
///
/// # Example
///
/// ```
/// use bestfirst::word_ladder::Dictionary;
///
/// let dictionary = Dictionary::from_reader("Shore\nstore\n\nstores\nstore\n".as_bytes())?;
/// assert!(dictionary.words().eq(["shore", "store", "stores"]));
///
/// let store = dictionary.ladder("store", "shore")?;
/// assert!(store.neighbors().map(|word| word.as_str()).eq(["shore", "stores"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Dictionary {
    pub(super) words: WordList,
    pub(super) index: Index,
}

impl Dictionary {
    /// Reads a dictionary, one word per line.
    ///
    /// Lines end with `\n` or `\r\n` and have at most 64 KiB, including their ends. A byte order
    /// mark at the beginning is skipped. A longer line is not read beyond the limit.
    ///
    /// # Errors
    ///
    /// If a line cannot be read, is longer than 64 KiB or is not valid UTF-8, or if the words so
    /// far, duplicates included, take more than 2 GiB. The error has the number of the line.
    pub fn from_reader(mut reader: impl BufRead) -> Result<Self, DictionaryError> {
        let mut words = WordList::new();
        let mut buffer = Vec::new();
        for line in 1.. {
            let at = |kind| DictionaryError { line, kind };
            buffer.clear();
            let read = (&mut reader).take(MAX_LINE + 1).read_until(b'\n', &mut buffer);
            let read = read.map_err(|error| at(DictionaryErrorKind::Io(error)))?;
            if read == 0 {
                break;
            }
            if read as u64 > MAX_LINE {
                return Err(at(DictionaryErrorKind::LineTooLong { limit: MAX_LINE }));
            }
            let word = std::str::from_utf8(&buffer);
            let word = word.map_err(|error| at(DictionaryErrorKind::Utf8(error)))?;
            let word = if line == 1 { without_mark(word) } else { word };
            let pushed = words.push(word, MAX_BYTES);
            pushed.map_err(|TooLarge| at(DictionaryErrorKind::TooLarge { limit: MAX_BYTES }))?;
        }
        Ok(Self::new(&words))
    }

    fn new(words: &WordList) -> Self {
        let words = words.sorted();
        let index = Index::new(&words);
        Self { words, index }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the dictionary has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `word`, trimmed and in lower case, is in the dictionary.
    pub fn contains(&self, word: &str) -> bool {
        self.words.find(&fold(word)).is_some()
    }

    /// All words in alphabetical order, which is the order of their `char`s.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + Clone {
        self.words.ids().map(|id| self.words.get(id))
    }

    /// The heap memory of the dictionary in bytes: words and index.
    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.index.bytes()
    }

    /// The state at the word `from`, in the problem of reaching the word `to`.
    ///
    /// # Errors
    ///
    /// If one of the words, trimmed and in lower case, is not in the dictionary. If neither is, the
    /// error is for `from`.
    pub fn ladder(&self, from: &str, to: &str) -> Result<Word<'_>, UnknownWord> {
        Ok(Word { dictionary: self, id: self.look_up(from)?, goal: self.look_up(to)? })
    }

    fn look_up(&self, word: &str) -> Result<u32, UnknownWord> {
        let word = fold(word);
        self.words.find(&word).ok_or_else(|| {
            let suggestions = self.similar(&word);
            UnknownWord { word, suggestions }
        })
    }

    /// Suggestions for an unknown word, as [`UnknownWord::suggestions`] describes them.
    fn similar(&self, unknown: &str) -> Vec<String> {
        let edits = unknown.chars().take(6).count().div_ceil(2);
        // The words at each distance are in alphabetical order, as all words are.
        let mut similar = vec![Vec::new(); edits + 1];
        for word in self.words() {
            if let Some(words) = similar.get_mut(edit_distance(unknown, word) as usize) {
                words.push(word);
            }
        }
        similar.into_iter().flatten().take(5).map(str::to_owned).collect()
    }
}

/// Collects words from an iterator of strings. [`Dictionary`] says when this panics.
impl<S: AsRef<str>> FromIterator<S> for Dictionary {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> Self {
        let mut list = WordList::new();
        for word in words {
            list.push(word.as_ref(), MAX_BYTES).expect("a dictionary has at most 2 GiB of words");
        }
        Self::new(&list)
    }
}

debug!(Dictionary, |all| len: all.len(), bytes: all.bytes());
