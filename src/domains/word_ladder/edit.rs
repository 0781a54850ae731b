//! The actions of word ladders.

use std::fmt;

/// The edit that turns a word into the next word of a ladder. Positions are counted in letters
/// from 0.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::word_ladder::{Dictionary, Edit};
///
/// let dictionary: Dictionary = ["cart", "car", "bar", "bars"].into_iter().collect();
/// let solver = Solver::new(dictionary.ladder("cart", "bars")?);
/// assert_eq!(
///     solver.actions().unwrap(),
///     [
///         Edit::Remove { at: 3 },
///         Edit::Change { at: 0, to: 'b' },
///         Edit::Add { at: 3, letter: 's' },
///     ]
/// );
/// # Ok::<(), bestfirst::word_ladder::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// A letter is changed.
    Change {
        /// The position of the letter.
        at: usize,
        /// The new letter.
        to: char,
    },
    /// A letter is added.
    Add {
        /// The position of the letter in the new word.
        at: usize,
        /// The letter.
        letter: char,
    },
    /// A letter is removed.
    Remove {
        /// The position of the letter in the old word.
        at: usize,
    },
}

impl Edit {
    /// The edit that turns one word into the other, or `None` if no single edit does. If several
    /// edits do, the one closest to the end.
    pub(super) fn between(from: &str, to: &str) -> Option<Self> {
        let at = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count();
        let (mut old, mut new) = (from.chars().skip(at), to.chars().skip(at));
        let rest_is = |a: &str, skip: usize, b: &str, skip_b: usize| {
            a.chars().skip(at + skip).eq(b.chars().skip(at + skip_b))
        };
        match (old.next(), new.next()) {
            (Some(_), Some(letter)) if rest_is(from, 1, to, 1) => {
                Some(Self::Change { at, to: letter })
            }
            (_, Some(letter)) if rest_is(from, 0, to, 1) => Some(Self::Add { at, letter }),
            (Some(_), _) if rest_is(from, 1, to, 0) => Some(Self::Remove { at }),
            _ => None,
        }
    }
}

/// Prints the edit in words, with positions counted from 1: `change letter 1 to b`.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Change { at, to } => write!(f, "change letter {} to {to}", at + 1),
            Self::Add { at, letter } => write!(f, "add {letter} as letter {}", at + 1),
            Self::Remove { at } => write!(f, "remove letter {}", at + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Edit;

    #[test]
    fn one_edit_is_named_and_two_are_none() {
        let cases = [
            ("cart", "dart", Some(Edit::Change { at: 0, to: 'd' })),
            ("cart", "card", Some(Edit::Change { at: 3, to: 'd' })),
            ("car", "cart", Some(Edit::Add { at: 3, letter: 't' })),
            ("art", "cart", Some(Edit::Add { at: 0, letter: 'c' })),
            ("cart", "art", Some(Edit::Remove { at: 0 })),
            ("cart", "car", Some(Edit::Remove { at: 3 })),
            ("too", "to", Some(Edit::Remove { at: 2 })),
            ("Öl", "Öle", Some(Edit::Add { at: 2, letter: 'e' })),
            ("Öl", "Al", Some(Edit::Change { at: 0, to: 'A' })),
            ("cart", "cart", None),
            ("cart", "dare", None),
            ("cart", "ca", None),
            ("", "", None),
        ];
        for (from, to, edit) in cases {
            assert_eq!(Edit::between(from, to), edit, "{from} to {to}");
        }
    }
}
