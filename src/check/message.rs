//! What a fault says: only what differs, and no long lists.

use std::fmt::{self, Debug, Display};

/// A path for printing. The middle of a long path is left out.
pub(super) struct Path<'a, S>(pub(super) &'a [S]);

impl<S: Debug> Display for Path<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ENDS: usize = 4;
        let Self(states) = self;
        let left_out = states.len().saturating_sub(2 * ENDS + 1);
        for (index, state) in states.iter().enumerate() {
            if left_out > 0 && index == ENDS {
                write!(f, " -> ({} more)", left_out + 1)?;
            } else if left_out == 0 || index < ENDS || index > ENDS + left_out {
                let arrow = if index == 0 { "" } else { " -> " };
                write!(f, "{arrow}{state:?}")?;
            }
        }
        Ok(())
    }
}

/// How one list differs from another: what it lacks, what it has besides, or where the order
/// differs. Few elements are printed.
pub(super) struct Difference<'a, T> {
    pub(super) expected: &'a [T],
    pub(super) found: &'a [T],
}

impl<T: Debug + PartialEq> Display for Difference<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        let (lacking, besides) = (without(expected, found), without(found, expected));
        if lacking.is_empty() && besides.is_empty() {
            let mut pairs = expected.iter().zip(*found);
            return match pairs.find(|(expected, found)| expected != found) {
                Some((expected, found)) => {
                    write!(f, "have another order: {found:?} comes before {expected:?}")
                }
                None => f.write_str("are the same"),
            };
        }
        if !lacking.is_empty() {
            write!(f, "lack {}", Few(&lacking))?;
        }
        if !besides.is_empty() {
            let and = if lacking.is_empty() { "" } else { " and " };
            write!(f, "{and}have besides {}", Few(&besides))?;
        }
        Ok(())
    }
}

/// The elements of a list that are left when those of another are taken away, each once.
fn without<'a, T: PartialEq>(list: &'a [T], taken: &[T]) -> Vec<&'a T> {
    let mut taken: Vec<_> = taken.iter().collect();
    let is_left = |element: &&T| {
        let place = taken.iter().position(|other| other == element);
        place.map(|place| taken.swap_remove(place)).is_none()
    };
    list.iter().filter(is_left).collect()
}

/// The first elements of a list for printing.
struct Few<'a, T>(&'a [&'a T]);

impl<T: Debug> Display for Few<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        for (index, element) in self.0.iter().take(SHOWN).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{element:?}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " ({more} more)"),
        }
    }
}

/// What comes after the word `successors` or `predecessors` if one of them is left out.
pub(super) fn except<S: Debug>(state: Option<&S>) -> String {
    state.map_or_else(String::new, |state| format!("except {state:?} "))
}
