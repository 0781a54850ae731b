//! The maximum of several estimates.

use super::{Heuristic, Heuristics};

/// The maximum of several [`Heuristics`].
///
/// # Guarantees
///
/// Admissible if all of them are, consistent if all of them are, and never less than any of them.
/// IDA\* asks for estimates up to a bound. Then the first heuristic above the bound is the last one
/// that is evaluated, so put the one first that is quick and often high. Other searches evaluate
/// all.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::heuristic::{Maximum, from_fn};
/// use bestfirst::sliding_tiles::{Board, Goal, WalkingDistance};
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let walking_distance = WalkingDistance::new(3, Goal::BlankLast).unwrap();
/// let heuristic = Maximum((from_fn(Board::linear_conflict), &walking_distance));
/// let solver = Solver::builder(board).with_heuristic(heuristic).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Maximum<H>(
    /// The heuristics.
    pub H,
);

impl<S, H: Heuristics<S>> Heuristic<S> for Maximum<H> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        self.estimate_up_to(state, u32::MAX)
    }

    #[inline]
    fn estimate_up_to(&self, state: &S, most: u32) -> u32 {
        self.0.maximum_up_to(state, most)
    }
}
