//! Weighted A\*: solutions that cost at most so many times the optimum, found sooner.

use std::hash::Hash;

use super::GraphSearch;
use super::Weighted;
use crate::StateSpace;
use crate::frontier::BucketQueue;
use crate::search::Algorithm;

/// Weighted A\*: graph search by *f = g + w h*, which trusts the estimate more than it deserves,
/// and so comes to a goal sooner.
///
/// # Guarantees
///
/// - **Bounded**: if the estimate is admissible, the solution costs at most *w* times the optimum.
///   What is proven of the one found is often better: see
///   [`Solution::ratio`](crate::Solution::ratio).
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
///
/// States are opened again when a cheaper path to them is found, as in
/// [`GraphAStar`](crate::search::GraphAStar), so the estimate need not be consistent.
///
/// # Complexity and memory
///
/// Those of [`GraphAStar`](crate::search::GraphAStar), usually with far fewer nodes.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver};
/// use bestfirst::search::WeightedAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(WeightedAStar::new(2.0)).solve();
/// let Outcome::Solved(solution) = solver.outcome() else { panic!() };
/// assert!(solution.cost() <= 2 * 31);
/// assert!(solution.ratio() <= 2.0);
/// # }
/// ```
///
/// # Reference
///
/// I. Pohl, "Heuristic search viewed as path finding in a graph", *Artificial Intelligence* 1,
/// 1970.
#[derive(Clone, Copy, Debug)]
pub struct WeightedAStar {
    evaluation: Weighted,
}

impl WeightedAStar {
    /// With this weight *w*, of at least 1 and at most 65,535; anything else becomes the nearest of
    /// these, and what is not a number becomes 1. It is rounded down to a multiple of 2⁻¹⁶.
    #[must_use]
    pub fn new(weight: f64) -> Self {
        Self { evaluation: Weighted::new(weight) }
    }

    /// The weight, as it was rounded.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.evaluation.weight()
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for WeightedAStar {
    type Search = GraphSearch<P, BucketQueue, Weighted>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        GraphSearch::new(space, initial, self.evaluation)
    }
}
