//! Several heuristics together.

use super::Heuristic;

/// Several heuristics for the same states, to be combined into one: a tuple of 2 to 6 heuristics,
/// or an array, slice or vector of heuristics of one type.
///
/// ```
/// use bestfirst::heuristic::{Heuristics, from_fn};
///
/// let pair = (from_fn(|state: &u32| state / 2), from_fn(|state: &u32| state % 7));
/// assert_eq!(pair.fold_estimates(&40, u32::max), 20);
/// ```
pub trait Heuristics<S> {
    /// Folds the estimates of all heuristics in order, starting from 0.
    fn fold_estimates(&self, state: &S, combine: impl Fn(u32, u32) -> u32) -> u32;
}

impl<S, H: Heuristic<S>> Heuristics<S> for [H] {
    #[inline]
    fn fold_estimates(&self, state: &S, combine: impl Fn(u32, u32) -> u32) -> u32 {
        self.iter().fold(0, |so_far, heuristic| combine(so_far, heuristic.estimate(state)))
    }
}

impl<S, H: Heuristic<S>, const COUNT: usize> Heuristics<S> for [H; COUNT] {
    #[inline]
    fn fold_estimates(&self, state: &S, combine: impl Fn(u32, u32) -> u32) -> u32 {
        self.as_slice().fold_estimates(state, combine)
    }
}

impl<S, H: Heuristic<S>> Heuristics<S> for Vec<H> {
    #[inline]
    fn fold_estimates(&self, state: &S, combine: impl Fn(u32, u32) -> u32) -> u32 {
        self.as_slice().fold_estimates(state, combine)
    }
}

macro_rules! for_tuples {
    ($(($($heuristic:ident $index:tt),+))+) => {$(
        impl<S, $($heuristic: Heuristic<S>),+> Heuristics<S> for ($($heuristic,)+) {
            #[inline]
            fn fold_estimates(&self, state: &S, combine: impl Fn(u32, u32) -> u32) -> u32 {
                let so_far = 0;
                $(let so_far = combine(so_far, self.$index.estimate(state));)+
                so_far
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
