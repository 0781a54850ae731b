//! Word ladders: get from one word to another by changing, adding or removing one letter at a time,
//! so that every word on the way is in the dictionary. Feature `word-ladder`.
//!
//! A [`Dictionary`] is built once, from any list of words. [`Dictionary::ladder`] returns a
//! [`Word`] of it. A `Word` is a state, with its goal and its neighbours.
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
//! A letter is a [`char`] of any alphabet. Words are trimmed and converted to lower case, both in
//! the dictionary and in look-ups. They are not changed otherwise. In particular they are not
//! normalised: `é` as one `char` and `e` with a combining accent are different words. If a list may
//! contain both forms, normalise the list and the look-ups in the same way.
//!
//! # The estimate
//!
//! The estimate is the [edit distance][levenshtein] to the goal: the least number of letters to
//! change, add or remove, whether or not the words in between exist. A ladder is such a series of
//! edits, so it cannot be shorter: the estimate is *admissible*. One move is one edit, so by the
//! triangle inequality it changes the distance by at most one: the estimate is *consistent*. A
//! search with a closed list never has to reopen a word.
//!
//! [levenshtein]: https://en.wikipedia.org/wiki/Levenshtein_distance
//!
//! # Cost
//!
//! A dictionary with a total of n bytes is sorted and indexed in O(n log n) time and O(n) memory.
//! The neighbours of a word are then read from tables, without scanning, hashing or allocating. The
//! index also has the connected components, so a ladder that does not exist is recognised without a
//! search.

mod dictionary;
mod edit_distance;
mod error;
mod index;
mod word;
mod word_list;

pub use dictionary::Dictionary;
pub use error::{DictionaryError, DictionaryErrorKind, UnknownWord};
pub use word::Word;
