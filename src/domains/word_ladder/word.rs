//! The state of a word ladder: a word and the word to reach.

use std::hash::{Hash, Hasher};
use std::{fmt, ptr};

use super::Dictionary;
use super::edit_distance::edit_distance;
use crate::space::debug::debug;
use crate::{BidirectionalWorld, WorldState};

/// A word of a [`Dictionary`] and the word to reach. Made by [`Dictionary::ladder`].
///
/// A `Word` is as small as two pointers, and generating a neighbour only copies it. Two values are
/// equal if word, goal and dictionary are the same. The dictionary must be the same object; equal
/// words are not enough.
///
/// ```
/// use bestfirst::WorldState;
/// use bestfirst::word_ladder::Dictionary;
///
/// let dictionary: Dictionary = ["cube", "cubes", "cub", "tubes"].into_iter().collect();
/// let cube = dictionary.ladder("cube", "tubes")?;
/// assert_eq!(cube.to_string(), "cube");
/// assert_eq!(cube.goal(), "tubes");
/// assert_eq!(cube.estimated_distance_to_goal(), 2);
/// # Ok::<(), bestfirst::word_ladder::UnknownWord>(())
/// ```
#[derive(Clone, Copy)]
pub struct Word<'d> {
    pub(super) dictionary: &'d Dictionary,
    pub(super) id: u32,
    pub(super) goal: u32,
}

impl<'d> Word<'d> {
    /// The current word.
    pub fn as_str(self) -> &'d str {
        self.dictionary.words.get(self.id)
    }

    /// The word to reach.
    pub fn goal(self) -> &'d str {
        self.dictionary.words.get(self.goal)
    }

    /// The words that differ from this one by one letter changed, removed or added. Each comes
    /// once.
    ///
    /// First come the words with a letter changed, then those with a letter removed, then those
    /// with a letter added. Each kind is ordered by the position of the letter, from the first to
    /// the last, and then alphabetically. Within a run of equal letters, the last position counts.
    ///
    /// ```
    /// use bestfirst::word_ladder::Dictionary;
    ///
    /// let words = ["art", "cart", "carts", "cat", "cars", "dart", "mart", "car"];
    /// let dictionary: Dictionary = words.into_iter().collect();
    /// let cart = dictionary.ladder("cart", "mart")?;
    /// assert!(
    ///     cart.neighbors()
    ///         .map(|word| word.as_str())
    ///         .eq(["dart", "mart", "cars", "art", "cat", "car", "carts"])
    /// );
    /// # Ok::<(), bestfirst::word_ladder::UnknownWord>(())
    /// ```
    pub fn neighbors(&self) -> impl Iterator<Item = Word<'d>> + Clone + use<'d> {
        let word = *self;
        word.dictionary.index.neighbors(word.id).map(move |id| Self { id, ..word })
    }
}

impl WorldState for Word<'_> {
    const ESTIMATE_IS_CONSISTENT_BOTH_WAYS: bool = true;

    /// The edit distance to the goal.
    fn estimated_distance_to_goal(&self) -> u32 {
        edit_distance(self.as_str(), self.goal())
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        Word::neighbors(self)
    }

    fn is_goal(&self) -> bool {
        self.id == self.goal
    }

    /// Whether a ladder exists. The index answers this without a search.
    fn is_solvable(&self) -> bool {
        self.dictionary.index.are_connected(self.id, self.goal)
    }
}

impl BidirectionalWorld for Word<'_> {
    const HAS_CONSISTENT_ESTIMATES: bool = true;

    fn goals(&self) -> impl IntoIterator<Item = Self> {
        [Self { id: self.goal, ..*self }]
    }

    /// The edit distance to the initial word.
    fn estimated_distance_from(&self, initial: &Self) -> u32 {
        edit_distance(self.as_str(), initial.as_str())
    }
}

impl PartialEq for Word<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.goal == other.goal && ptr::eq(self.dictionary, other.dictionary)
    }
}

impl Eq for Word<'_> {}

/// The address of the dictionary is not hashed, so hashes are the same in every run.
impl Hash for Word<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
        self.goal.hash(state);
    }
}

impl AsRef<str> for Word<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

debug!(Word<'_>, |all| word: all.as_str(), goal: all.goal());
