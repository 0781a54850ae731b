//! Uniform-cost search on several threads.

use std::hash::Hash;

use super::parallel_graph_search::Rounds;
use super::{ParallelGraphSearch, PathCostOnly};
use crate::StateSpace;
use crate::search::Algorithm;

/// Uniform-cost search on several threads: [`UniformCost`](crate::search::UniformCost), in the
/// rounds of [`ParallelGraphAStar`](crate::search::ParallelGraphAStar).
///
/// # Guarantees
///
/// As `UniformCost`, it is **optimal**, whatever the heuristic, and **complete** on finite spaces.
/// The number of threads affects what it affects in `ParallelGraphAStar`.
///
/// # Complexity and memory
///
/// As `ParallelGraphAStar` with an estimate of 0. But rounds are longer, and worth several
/// threads from fewer open nodes on: 256 instead of 1,024. If all steps cost the same, use
/// [`ParallelBreadthFirst`](crate::search::ParallelBreadthFirst).
///
/// # Threads
///
/// As `ParallelGraphAStar`.
///
/// # Example
///
/// ```
/// use bestfirst::Problem;
/// use bestfirst::search::ParallelUniformCost;
///
/// let roads = [vec![(1, 7), (2, 1)], vec![(3, 9)], vec![(1, 2)], vec![]];
/// let map = Problem::from_successors(0, |&town| roads[town].clone(), |&town| town == 3);
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solver = pool.install(|| map.solver().algorithm(ParallelUniformCost::new()).solve());
/// assert_eq!(solver.cost(), Some(12));
/// ```
///
/// # Reference
///
/// The references of `UniformCost` and `ParallelGraphAStar`.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParallelUniformCost;

impl ParallelUniformCost {
    /// Creates the algorithm. It has no options.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<P> Algorithm<P> for ParallelUniformCost
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    type Search = ParallelGraphSearch<P, PathCostOnly>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        ParallelGraphSearch::new(space, initial, PathCostOnly, Rounds::BLIND)
    }
}
