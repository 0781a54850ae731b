//! Depth-first search.

mod budget;
pub(in crate::search) mod cost_bounded;
mod given;
mod ida_star;
mod iterations;
#[cfg(feature = "parallel")]
mod parallel_ida_star;
mod transpositions;

use std::hash::Hash;
use std::ops::ControlFlow;

pub use ida_star::{IdaStar, IdaStarSearch, NoTable, TranspositionTable};
#[cfg(feature = "parallel")]
pub use parallel_ida_star::{ParallelIdaStar, ParallelIdaStarSearch};
pub use transpositions::Transpositions;

use super::course::{Course, OrStop, Stepwise};
use super::impls::{answers, reuse_and_debug, stepwise};
use super::reached::{Node, Reached};
use super::successors::{Successor, Successors};
use super::{Algorithm, End, Search};
use crate::frontier::NodeId;
use crate::{EventKind, StateSpace, Statistics};

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
/// Each state is expanded once. That takes constant time plus a table lookup. A goal is recognised
/// when it is generated, so no state is expanded after that.
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
#[doc(alias = "dfs")]
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct DepthFirst;

impl DepthFirst {
    /// Creates the algorithm. It has no options.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for DepthFirst {
    type Search = DepthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        DepthFirstSearch {
            space,
            stack: Stack {
                reached: Reached::new(),
                top: None,
                newest: None,
                waiting: 0,
                goal: None,
            },
            successors: Successors::new(),
            taken: None,
        }
        .started(initial)
    }
}

/// The nodes, and the stack of open nodes.
#[derive(Clone)]
struct Stack<S> {
    /// The link of an open node leads to the next one down the stack.
    reached: Reached<S, Option<NodeId>>,
    top: Option<NodeId>,
    /// The sibling added last. The next one goes below it, so that the first successor is on top.
    newest: Option<NodeId>,
    /// The number of nodes on the stack.
    waiting: usize,
    /// The goal that was generated.
    goal: Option<NodeId>,
}

/// A depth-first search in progress. [`DepthFirst`] starts one.
#[derive(Clone)]
pub struct DepthFirstSearch<P: StateSpace> {
    space: P,
    stack: Stack<P::State>,
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
            self.stack.waiting -= 1;
        }
        let path_cost = self.stack.reached.table.nodes[goal].path_cost;
        self.stack.reached.solve(&self.space, goal, path_cost)
    }

    /// The successors of the node that was taken off are on the stack.
    #[inline]
    fn end_expansion(&mut self) {
        self.stack.reached.count_expansion(self.stack.waiting);
        self.taken = None;
    }
}

impl<S: Hash + Eq + Clone> Stack<S> {
    /// Takes the next node off the stack.
    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        let id = self.top?;
        self.top = self.reached.table.nodes[id].link;
        self.newest = None;
        self.waiting -= 1;
        Some(id)
    }

    /// Adds a successor of a node, unless its state is known. The table must have room. Returns a goal
    /// as an error, and notes it.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        parent: (NodeId, u32),
        successor: Successor<S>,
    ) -> Result<(), NodeId> {
        let Self { reached, top, newest, goal, .. } = self;
        let Some((id, is_goal)) = reached.add_if_new(space, parent, successor, None) else {
            return Ok(());
        };
        if is_goal {
            *goal = Some(id);
        }
        let nodes = &mut reached.table.nodes;
        let below = match newest.replace(id) {
            Some(sibling) => nodes[sibling].link.replace(id),
            None => top.replace(id),
        };
        nodes[id].link = below;
        self.waiting += 1;
        self.reached.report(space, EventKind::Generated, id);
        self.goal.map_or(Ok(()), Err)
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for DepthFirstSearch<P> {
    /// Takes one node off the stack, and expands it, up to the first successor that is a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<End> {
        // It was generated, and then a report panicked.
        if let Some(goal) = self.stack.goal {
            return ControlFlow::Break(self.solve(goal));
        }
        let Self { space, stack, successors, .. } = self;
        let Some(id) = self.taken.or_else(|| stack.pop()) else {
            return ControlFlow::Break(stack.reached.exhausted());
        };
        self.taken = Some(id);
        let Node { parent, path_cost, .. } = stack.reached.table.nodes[id];
        if parent.is_none() && space.is_goal(&stack.reached.table.states[id]) {
            return ControlFlow::Break(self.solve(id));
        }
        stack.reached.collect(space, (id, parent), successors, (0, 0)).or_stop()?;
        stack.reached.report_expansion(space, id);
        let added = successors.add_each(|next| stack.add(space, (id, path_cost), next));
        if let Err(goal) = added {
            return ControlFlow::Break(self.solve(goal));
        }
        self.end_expansion();
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.stack.reached.course
    }

    fn give_back(&mut self) {
        self.stack.reached.give_back(&self.space);
        self.successors = Successors::new();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for DepthFirstSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.stack.reached; solution);

    fn statistics(&self) -> Statistics {
        let Stack { reached, waiting, .. } = &self.stack;
        let is_open = self.taken.is_some() && !reached.course.is_solved();
        reached.statistics(waiting + usize::from(is_open), self.successors.bytes())
    }

    fn lower_bound(&self) -> u32 {
        self.stack.reached.lower_bound(self.stack.reached.root_estimate)
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        let stack = &mut self.stack;
        stack.reached.restart(&self.space, initial, None);
        (stack.top, stack.newest) = (Some(NodeId::FIRST), None);
        (stack.waiting, stack.goal) = (1, None);
        self.taken = None;
        self.end_restart();
        self.stack.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>]
    DepthFirstSearch<P>, StateSpace,
    space; stack, successors, taken
);
