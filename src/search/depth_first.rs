//! Depth-first search.

mod budget;
pub(crate) mod cost_bounded;
mod given;
mod ida_star;
mod iterations;
#[cfg(feature = "parallel")]
mod parallel_ida_star;
mod transpositions;

use std::hash::Hash;

pub use ida_star::{IdaStar, IdaStarSearch, NoTable, TranspositionTable};
#[cfg(feature = "parallel")]
pub use parallel_ida_star::{ParallelIdaStar, ParallelIdaStarSearch};
pub use transpositions::Transpositions;

use super::control::{Halt, Stepwise};
use super::impls::{answers, reuse_and_debug, stepwise, without_options};
use super::reached::{Node, OtherMemory, Reached};
use super::successors::Successors;
use super::{Algorithm, End, Search};
use crate::frontier::NodeId;
use crate::{StateSpace, Statistics};

/// Depth-first search: goes on from the first successor of the node expanded last. At a dead end it
/// backtracks to the next successor of an earlier node. Step costs and estimates do not affect the
/// order.
///
/// It keeps a closed list, so it does not run in cycles. A state that is known, open or closed, is
/// not added again.
///
/// # Guarantees
///
/// - **Not optimal**: solutions are usually far longer than necessary. The lower bound of the
///   solution is the estimate of the initial state.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof. On an
///   infinite space it may never find an existing solution.
///
/// # Complexity
///
/// Each state is expanded at most once. That takes constant time, and a table lookup for each
/// successor. A goal is recognised when it is generated, so no state is expanded after that.
///
/// # Memory
///
/// Every state generated is stored: its size plus 12 bytes, and 5 to 12 bytes in the table.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::DepthFirst;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(DepthFirst::new()).solve();
/// assert!(solver.moves() >= Some(4));
/// # }
/// ```
///
/// # Reference
///
/// R. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1(2),
/// 1972.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct DepthFirst;

without_options!(DepthFirst);

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for DepthFirst {
    type Search = DepthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let (reached, successors) = (Reached::new(), Successors::new());
        let (top, newest, taken) = (None, None, None);
        DepthFirstSearch { space, reached, top, newest, waiting: 0, successors, taken }
            .started(initial)
    }
}

/// A depth-first search in progress. [`DepthFirst`] starts one.
#[derive(Clone)]
pub struct DepthFirstSearch<P: StateSpace> {
    space: P,
    /// The link of an open node leads to the next one down the stack.
    reached: Reached<P::State, Option<NodeId>>,
    top: Option<NodeId>,
    /// The sibling added last. The next one goes below it, so that the first successor is on top.
    newest: Option<NodeId>,
    /// The number of nodes on the stack.
    waiting: usize,
    /// The successors of the node under expansion.
    successors: Successors<P::State>,
    /// The node that was taken off the stack, until it is expanded.
    taken: Option<NodeId>,
}

impl<P: StateSpace<State: Hash + Eq>> DepthFirstSearch<P> {
    /// Ends the search at a goal. If a report panics, this can be repeated.
    #[cold]
    fn solve(&mut self, goal: NodeId) -> End {
        if self.taken != Some(goal) {
            self.end_expansion();
            self.taken = Some(goal);
            self.waiting -= 1;
        }
        let path_cost = self.reached.table.nodes[goal].path_cost;
        self.reached.solve(&self.space, goal, path_cost)
    }

    /// Ends the expansion of the node that was taken off: its successors are on the stack.
    #[inline]
    fn end_expansion(&mut self) {
        self.reached.count_expansion(self.waiting);
        self.taken = None;
    }

    /// Takes the next node off the stack, unless one was taken before.
    #[inline]
    fn take(&mut self) -> Option<NodeId> {
        if self.taken.is_none() {
            let id = self.top?;
            self.top = self.reached.table.nodes[id].link;
            (self.taken, self.newest) = (Some(id), None);
            self.waiting -= 1;
        }
        self.taken
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for DepthFirstSearch<P> {
    /// Takes one node off the stack, and expands it, up to the first successor that is a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        // A goal was generated, and then a report panicked.
        if let Some(goal) = self.reached.goal {
            return Err(self.solve(goal).into());
        }
        let Some(id) = self.take() else {
            return Err(self.reached.exhausted().into());
        };
        let Self { space, reached, top, newest, waiting, successors, .. } = self;
        let Node { parent, path_cost, .. } = reached.table.nodes[id];
        if parent.is_none() && space.is_goal(&reached.table.states[id]) {
            return Err(self.solve(id).into());
        }
        reached.collect(space, id, successors, OtherMemory::in_use(0))?;
        reached.report_expansion(space, id);
        let added = successors.add_each(|next| {
            reached.add_if_new(space, (id, path_cost), next, |nodes, id| {
                *waiting += 1;
                match newest.replace(id) {
                    Some(sibling) => nodes[sibling].link.replace(id),
                    None => top.replace(id),
                }
            })
        });
        if let Err(goal) = added {
            return Err(self.solve(goal).into());
        }
        self.end_expansion();
        Ok(())
    }

    answers!(|search| search.reached; control, give_back);
}

impl<P: StateSpace<State: Hash + Eq>> Search for DepthFirstSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.reached; solution);

    fn statistics(&self) -> Statistics {
        let is_open = self.taken.is_some() && !self.reached.control.is_solved();
        self.reached.statistics(self.waiting + usize::from(is_open), self.successors.bytes())
    }

    fn lower_bound(&self) -> u32 {
        self.reached.lower_bound(self.reached.root_estimate)
    }

    fn restart(&mut self, initial: P::State) {
        self.reached.restart(&self.space, initial, None, &mut self.successors);
        (self.top, self.newest, self.waiting) = (Some(NodeId::FIRST), None, 1);
        self.taken = None;
        self.end_restart();
        self.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] DepthFirstSearch<P>, StateSpace,
    space; reached, top, newest, waiting, successors, taken
);
