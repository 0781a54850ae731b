//! Word ladders: from one word to another by changing, adding or removing one letter at a time,
//! so that every step is a word too.
//!
//! A [`Dictionary`] is built once from any list of words. [`Dictionary::ladder`] gives a
//! [`Word`] of it: the state of a puzzle, which knows its neighbours and its goal.
//!
//! ```
//! use bestfirst::Solver;
//! use bestfirst::word_ladder::Dictionary;
//!
//! let words = ["cold", "cord", "card", "ward", "warm", "old"];
//! let dictionary: Dictionary = words.into_iter().collect();
//!
//! let solver = Solver::new(dictionary.ladder("cold", "warm")?);
//! assert_eq!(solver.moves(), Some(4));
//! for word in solver.solution() {
//!     println!("{word}");
//! }
//! # Ok::<(), bestfirst::word_ladder::UnknownWord>(())
//! ```
//!
//! # Words and letters
//!
//! A letter is a [`char`], of any alphabet. Words are trimmed and converted to lower case, in the
//! dictionary and when they are looked up, and are not changed otherwise. In particular, nothing is
//! normalised: `é` as one `char` and as an `e` with a combining accent are different words, so
//! normalise both sides alike if a list may hold either.
//!
//! # The estimate
//!
//! The estimate is the [edit distance][levenshtein] to the goal: the least number of letters to
//! change, add or remove if every step in between were a word. A ladder is such a series of
//! edits, so it cannot be shorter (the estimate is *admissible*). And as one move is one edit, the
//! triangle inequality says that it changes the distance by at most one (the estimate is
//! *consistent*), so a search with a closed list never has to reopen a word.
//!
//! [levenshtein]: https://en.wikipedia.org/wiki/Levenshtein_distance
//!
//! # Cost
//!
//! A dictionary with a total of n bytes is sorted and indexed in O(n log n) time and O(n) memory.
//! The neighbours of a word are then read off tables: nothing is scanned, hashed or allocated. The
//! index also knows the connected components, so a ladder that does not exist is recognised without
//! a search.

mod dictionary;
mod edit;
mod edit_distance;
mod error;
mod index;
mod word;
mod word_list;

pub use dictionary::Dictionary;
pub use edit::Edit;
pub use error::{DictionaryError, UnknownWord};
pub use word::Word;
