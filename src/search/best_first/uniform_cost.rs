//! Uniform-cost search: Dijkstra's algorithm from one state to the nearest goal.

use super::{Dense, PathCostOnly};
#[cfg(feature = "parallel")]
use super::{ParallelBestFirst, parallel_graph_search::Rounds};
use crate::search::impls::{graph_search, without_options};

/// Uniform-cost search: graph search by *f = g*. The state that is cheapest to reach is expanded
/// first. Estimates are ignored in the order, so they need not be admissible.
///
/// # Guarantees
///
/// - **Optimal**, whatever the heuristic. Only the lower bound assumes that the estimate of the
///   initial state is admissible.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Complexity and memory
///
/// As [`GraphAStar`](crate::search::GraphAStar) with an estimate of 0. Every state that is cheaper
/// to reach than the goal is expanded, once. The goal test also runs when a state whose estimate is
/// 0 is generated; a goal found there comes before the other states of its cost, and from then on
/// no state that costs as much or more is stored. If all steps cost the same, use
/// [`BreadthFirst`](crate::search::BreadthFirst), which needs less time and memory.
///
/// From 65,536 nodes on, it takes up to 16 nodes together, so that their memory accesses overlap.
/// If it then finds a state that is cheaper to reach, it puts those not yet expanded back.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::UniformCost;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(UniformCost::new()).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # }
/// ```
///
/// # Reference
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1,
/// 1959.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct UniformCost;

without_options!(UniformCost);

impl UniformCost {
    /// With the node of each state in an array, for a space that
    /// [numbers its states](crate::NumberedSpace). Memory and panics are those of
    /// [`DenseAStar`](super::DenseAStar).
    ///
    /// ```
    /// # #[cfg(feature = "grid-maps")] {
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
    /// use bestfirst::search::UniformCost;
    ///
    /// let map: GridMap = "
    /// .#.
    /// ...
    /// ".parse().unwrap();
    /// let (start, goal) = (map.cell(0, 0).unwrap(), map.cell(2, 0).unwrap());
    /// let space = GridSpace::new(&map, Steps::four(), goal);
    /// let solver = Solver::builder_in(space, start).algorithm(UniformCost::new().dense()).solve();
    /// assert_eq!(solver.cost(), Some(4));
    /// # }
    /// ```
    #[must_use]
    pub fn dense(self) -> Dense<PathCostOnly> {
        Dense { evaluation: PathCostOnly }
    }

    /// On several threads, in the rounds of [`ParallelGraphAStar`](super::ParallelGraphAStar). It
    /// is optimal and complete as on one thread. The number of threads affects only which of
    /// several optimal solutions is found, and the counters. Rounds are longer, and worth several
    /// threads from fewer open nodes on: 256 instead of 1,024. If all steps cost the same, use
    /// [`ParallelBreadthFirst`](crate::search::ParallelBreadthFirst).
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::UniformCost;
    ///
    /// let roads = [vec![(1, 7), (2, 1)], vec![(3, 9)], vec![(1, 2)], vec![]];
    /// let map = Problem::from_successors(0, |&town| roads[town].clone(), |&town| town == 3);
    /// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let algorithm = UniformCost::new().parallel();
    /// let solver = pool.install(|| map.solver().algorithm(algorithm).solve());
    /// assert_eq!(solver.cost(), Some(12));
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(self) -> ParallelBestFirst<PathCostOnly> {
        ParallelBestFirst { evaluation: PathCostOnly, rounds: Rounds::BLIND }
    }
}

graph_search!([] UniformCost, PathCostOnly: |_it| PathCostOnly);
