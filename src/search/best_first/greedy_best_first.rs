//! Greedy best-first search: ordered by the heuristic alone.

use super::EstimateOnly;
use crate::search::impls::{graph_search, without_options};

/// Greedy best-first search: graph search by *f = h*. The state with the lowest estimate is
/// expanded first, regardless of its path cost.
///
/// # Guarantees
///
/// - **Not optimal**, and there is no bound on the cost. The lower bound of the solution is the
///   estimate of the initial state.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Complexity and memory
///
/// Each state is expanded at most once. Otherwise as [`GraphAStar`](crate::search::GraphAStar).
/// Usually it needs very few nodes.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::GreedyBestFirst;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(GreedyBestFirst::new()).solve();
/// assert!(solver.moves() >= Some(31));
/// # }
/// ```
///
/// # Reference
///
/// J. E. Doran and D. Michie, "Experiments with the Graph Traverser program", *Proceedings of the
/// Royal Society A* 294, 1966.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct GreedyBestFirst;

without_options!(GreedyBestFirst);

graph_search!([] GreedyBestFirst, EstimateOnly: |_it| EstimateOnly);
