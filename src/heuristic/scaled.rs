//! A multiple of an estimate.

use std::num::NonZeroU32;

use super::Heuristic;
use crate::DEAD_END;

/// A heuristic multiplied by a rational factor and rounded down. A product that is too high for a
/// [`Cost`](crate::Cost) becomes `DEAD_END - 1`. A [dead end](DEAD_END) remains one.
///
/// # Guarantees
///
/// With a factor of at most 1, it is admissible or consistent if the heuristic is. **With a factor
/// above 1 it is neither.** Then the cost of a solution found by an optimal search is at most the
/// factor times the optimum, and [`lower_bound`](crate::search::Search::lower_bound) proves
/// nothing. [`WeightedAStar`](crate::search::WeightedAStar) gives the same ratio together with a
/// valid lower bound.
///
/// # Example
///
/// Where every step costs 5, the estimate can be 5 times the number of steps:
///
/// ```
/// use std::num::NonZeroU32;
///
/// use bestfirst::Heuristic;
/// use bestfirst::heuristic::{Scaled, from_fn};
///
/// let steps = from_fn(|&(x, y): &(u32, u32)| x + y);
/// assert_eq!(Scaled::new(steps, 5, NonZeroU32::MIN).estimate(&(3, 4)), 35);
///
/// let half = Scaled::new(steps, 1, NonZeroU32::new(2).unwrap());
/// assert_eq!(half.estimate(&(3, 4)), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scaled<H> {
    heuristic: H,
    numerator: u32,
    denominator: NonZeroU32,
}

impl<H> Scaled<H> {
    /// The heuristic times `numerator / denominator`.
    pub fn new(heuristic: H, numerator: u32, denominator: NonZeroU32) -> Self {
        Self { heuristic, numerator, denominator }
    }
}

impl<S, H: Heuristic<S>> Heuristic<S> for Scaled<H> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        let estimate = self.heuristic.estimate(state);
        if estimate == DEAD_END {
            return DEAD_END;
        }
        let product = u64::from(estimate) * u64::from(self.numerator);
        let scaled = product / u64::from(self.denominator.get());
        u32::try_from(scaled).unwrap_or(u32::MAX).min(DEAD_END - 1)
    }
}
