//! Weighted A\* on several threads.

use std::hash::Hash;

use super::parallel_graph_search::Rounds;
use super::{ParallelGraphSearch, Weighted};
use crate::StateSpace;
use crate::search::Algorithm;

/// Weighted A\* on several threads: [`WeightedAStar`](crate::search::WeightedAStar), in the rounds
/// of [`ParallelGraphAStar`](crate::search::ParallelGraphAStar).
///
/// # Guarantees
///
/// As in `WeightedAStar`, if the heuristic is admissible, the solution costs at most *w* times
/// the optimum, and [`Solution::ratio`](crate::Solution::ratio) is the proven ratio. **Complete** on
/// finite spaces.
///
/// The number of threads affects which of these solutions is found, and so its cost. It does not
/// affect the proof that there is none. With the same number of parts all of this is the same in
/// every run.
///
/// # Complexity and memory
///
/// As `ParallelGraphAStar`. Usually it needs far fewer nodes, and the fewer it needs, the
/// less it gains from several threads.
///
/// # Threads
///
/// As `ParallelGraphAStar`.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver};
/// use bestfirst::search::ParallelWeightedAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solve = || Solver::builder(board).algorithm(ParallelWeightedAStar::new(1.5)).solve();
/// let solver = pool.install(solve);
/// let Outcome::Solved(solution) = solver.outcome() else { panic!() };
/// assert!(solution.ratio() <= 1.5);
/// # }
/// ```
///
/// # Reference
///
/// The references of `WeightedAStar` and `ParallelGraphAStar`.
#[derive(Clone, Copy, Debug)]
pub struct ParallelWeightedAStar {
    evaluation: Weighted,
}

impl ParallelWeightedAStar {
    /// With the weight *w*, clamped and rounded as in
    /// [`WeightedAStar::new`](crate::search::WeightedAStar::new).
    #[must_use]
    pub fn new(weight: f64) -> Self {
        Self { evaluation: Weighted::new(weight) }
    }

    /// The weight after rounding.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.evaluation.weight()
    }
}

impl<P> Algorithm<P> for ParallelWeightedAStar
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    type Search = ParallelGraphSearch<P, Weighted>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        ParallelGraphSearch::new(space, initial, self.evaluation, Rounds::GUIDED)
    }
}
