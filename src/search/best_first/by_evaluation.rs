//! Best-first search by an evaluation function of the user.

use super::Evaluation;
use crate::search::impls::graph_search;

/// Best-first search with a closed list, by any [`Evaluation`] function.
///
/// The other best-first searches are this one with an evaluation of their own:
/// [`GraphAStar`](crate::search::GraphAStar) with *f = g + h*,
/// [`UniformCost`](crate::search::UniformCost) with *f = g*,
/// [`GreedyBestFirst`](crate::search::GreedyBestFirst) with *f = h*.
///
/// Among nodes of equal *f*, the one with the lowest second number of its
/// [`Priority`](crate::frontier::Priority) comes first, and then the node added last. The second
/// number may be any number.
///
/// # Guarantees
///
/// - What [`Evaluation::lower_bound`] proves.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Memory
///
/// As [`GraphAStar`](crate::search::GraphAStar).
///
/// # Example
///
/// Weighted A\* with the weight 2:
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::frontier::Priority;
/// use bestfirst::search::{BestFirst, Evaluation};
/// use bestfirst::sliding_tiles::Board;
///
/// #[derive(Clone, Copy)]
/// struct Twice;
///
/// impl Evaluation for Twice {
///     fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
///         let f = u32::try_from(path_cost + 2 * u64::from(estimate)).ok()?;
///         Some(Priority::new(f, estimate))
///     }
///
///     fn lower_bound(self, f: u32) -> u32 {
///         f.div_ceil(2)
///     }
/// }
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(BestFirst::new(Twice)).solve();
/// assert!(solver.cost().unwrap() <= 2 * 31);
/// # }
/// ```
///
/// An algorithm of its own, with an option: A\* that leaves out the nodes whose *f* is too high.
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use std::hash::Hash;
///
/// use bestfirst::frontier::Priority;
/// use bestfirst::search::{Algorithm, BestFirst, Evaluation, GraphSearch, Sum};
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Solver, StateSpace};
///
/// #[derive(Clone, Copy)]
/// struct AtMost(u32);
///
/// impl Evaluation for AtMost {
///     fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
///         Sum::LOW_H.priority(path_cost, estimate).filter(|priority| priority.f() <= self.0)
///     }
///
///     fn lower_bound(self, f: u32) -> u32 {
///         f
///     }
/// }
///
/// impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for AtMost {
///     type Search = GraphSearch<P, Self>;
///
///     fn start(&self, space: P, initial: P::State) -> Self::Search {
///         BestFirst::new(*self).start(space, initial)
///     }
/// }
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let costs = [AtMost(30), AtMost(31)].map(|at_most| {
///     Solver::builder(board.clone()).algorithm(at_most).solve().cost()
/// });
/// assert_eq!(costs, [None, Some(31)]);
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BestFirst<E> {
    evaluation: E,
}

impl<E: Evaluation> BestFirst<E> {
    /// Orders the open list by this evaluation function.
    #[must_use]
    pub fn new(evaluation: E) -> Self {
        Self { evaluation }
    }
}

graph_search!([E: Evaluation] BestFirst<E>, E: |it| it.evaluation);
