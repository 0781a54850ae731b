//! Several heuristics together.

use super::Heuristic;
use crate::{Cost, DEAD_END};

/// Several heuristics for the same states, to be combined into one: a tuple of 2 to 6 heuristics,
/// or an array, slice or vector of heuristics of one type.
///
/// ```
/// use bestfirst::heuristic::{Heuristics, from_fn};
///
/// let pair = (from_fn(|state: &u32| state / 2), from_fn(|state: &u32| state % 7));
/// assert_eq!(pair.maximum_up_to(&40, u32::MAX), 20);
/// assert_eq!(pair.sum(&40), 25);
/// ```
pub trait Heuristics<S> {
    /// The highest of the estimates, or 0 if there is none. Stops at the first one above `most`.
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost;

    /// The sum of the estimates. It is [`DEAD_END`] if one of them is, and otherwise at most
    /// `DEAD_END - 1`.
    fn sum(&self, state: &S) -> Cost;
}

impl<S, H: Heuristic<S>> Heuristics<S> for [H] {
    #[inline]
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
        let mut highest = 0;
        for heuristic in self {
            highest = highest.max(heuristic.estimate_up_to(state, most));
            if highest > most {
                break;
            }
        }
        highest
    }

    #[inline]
    fn sum(&self, state: &S) -> Cost {
        self.iter().fold(0, |sum, heuristic| added(sum, heuristic.estimate(state)))
    }
}

impl<S, H: Heuristic<S>, const COUNT: usize> Heuristics<S> for [H; COUNT] {
    #[inline]
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
        self.as_slice().maximum_up_to(state, most)
    }

    #[inline]
    fn sum(&self, state: &S) -> Cost {
        self.as_slice().sum(state)
    }
}

impl<S, H: Heuristic<S>> Heuristics<S> for Vec<H> {
    #[inline]
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
        self.as_slice().maximum_up_to(state, most)
    }

    #[inline]
    fn sum(&self, state: &S) -> Cost {
        self.as_slice().sum(state)
    }
}

macro_rules! for_tuples {
    ($(($($heuristic:ident $index:tt),+))+) => {$(
        impl<S, $($heuristic: Heuristic<S>),+> Heuristics<S> for ($($heuristic,)+) {
            #[inline]
            fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
                let mut highest = 0;
                $(
                    highest = highest.max(self.$index.estimate_up_to(state, most));
                    if highest > most {
                        return highest;
                    }
                )+
                highest
            }

            #[inline]
            fn sum(&self, state: &S) -> Cost {
                let sum = 0;
                $(let sum = added(sum, self.$index.estimate(state));)+
                sum
            }
        }
    )+};
}

for_tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// The sum of two estimates.
#[inline]
fn added(a: Cost, b: Cost) -> Cost {
    if a == DEAD_END || b == DEAD_END {
        return DEAD_END;
    }
    a.saturating_add(b).min(DEAD_END - 1)
}
