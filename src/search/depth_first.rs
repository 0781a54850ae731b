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
use super::impls::{answers, restart_in_and_debug, stepwise};
use super::key::key;
use super::reached::{Node, Reached, generated};
use super::status::Status;
use super::successors::{Successor, Successors};
use super::{Algorithm, End, Search};
use crate::frontier::NodeId;
use crate::{StateSpace, Statistics, StopReason};

/// Depth-first search: goes on from the first successor of the node expanded last. At a dead end it
/// backtracks to the next successor of an earlier node. Step costs and estimates do not affect the
/// order.
///
/// It keeps a closed list, so it does not run in cycles. A state that is known, open or closed, is
/// not added again. With a [depth limit](Self::depth_limit) it is added again if it is reached in
/// fewer steps than before, because more states are then within the limit.
///
/// # Guarantees
///
/// - **Not optimal**: solutions are usually far longer than necessary. The lower bound of the
///   solution is the estimate of the initial state.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof. On an
///   infinite space it may never find an existing solution.
/// - With a depth limit it finds a solution if there is one within the limit. If it finds none and
///   left a state unexpanded, it stops with [`StopReason::Depth`], which proves nothing.
///
/// # Complexity
///
/// Each state is expanded once. That takes constant time plus a table lookup. With a depth limit, a
/// state may be expanded as many times as the limit has steps. A goal is recognised when it is
/// generated, so no state is expanded after that.
///
/// # Memory
///
/// Every state generated is stored: its size plus 16 bytes, and 5 to 12 bytes in the table. With a
/// depth limit, a state is stored again each time it is reached in fewer steps.
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
/// let solver = Solver::builder(board.clone()).algorithm(DepthFirst::new()).solve();
/// assert!(solver.moves() >= Some(4));
///
/// let limited = DepthFirst::new().depth_limit(4);
/// let solver = Solver::builder(board).algorithm(limited).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # }
/// ```
///
/// # Reference
///
/// R. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1(2),
/// 1972.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst {
    depth_limit: Option<u32>,
}

impl DepthFirst {
    /// Without a depth limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes at most this many steps away from the initial state.
    #[must_use]
    pub fn depth_limit(self, steps: u32) -> Self {
        Self { depth_limit: Some(steps) }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for DepthFirst {
    type Search = DepthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        DepthFirstSearch {
            space,
            stack: Stack {
                reached: Reached::new(),
                depth_limit: self.depth_limit,
                top: None,
                newest: None,
                waiting: 0,
                cut_off: 0,
                goal: None,
            },
            successors: Successors::new(),
            taken: None,
            dequeued: 0,
        }
        .started(initial)
    }
}

/// Where a node is.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The number of steps from the root, or [`OUTDATED`].
    depth: u32,
    /// The next node down the stack. A closed node points to itself.
    below: Option<NodeId>,
}

/// A depth that no node has. An outdated node keeps its parent: its state was reached in fewer steps,
/// but perhaps at a higher cost, so the node may remain the most promising one.
const OUTDATED: u32 = u32::MAX;

impl Status for Node<Link> {
    fn is_closed(&self, id: NodeId) -> bool {
        self.link.below == Some(id)
    }

    fn close(&mut self, id: NodeId) {
        self.link.below = Some(id);
    }

    fn is_outdated(&self, _: NodeId) -> bool {
        self.link.depth == OUTDATED
    }

    fn make_outdated(&mut self, _: NodeId) {
        self.link.depth = OUTDATED;
    }
}

/// The nodes, and the stack of open nodes.
#[derive(Clone)]
struct Stack<S> {
    reached: Reached<S, Link>,
    depth_limit: Option<u32>,
    top: Option<NodeId>,
    /// The sibling added last. The next one goes below it, so that the first successor is on top.
    newest: Option<NodeId>,
    /// The number of nodes on the stack that are not outdated.
    waiting: usize,
    /// How many states were not expanded because of the depth limit.
    cut_off: u64,
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
    dequeued: u64,
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
        let solved = self.stack.reached.solve(&self.space, goal, path_cost);
        self.dequeued += 1;
        solved
    }

    /// The successors of the node that was taken off are on the stack.
    #[inline]
    fn end_expansion(&mut self) {
        self.stack.reached.count_expansion(self.stack.waiting);
        self.taken = None;
        self.dequeued += 1;
    }

    #[cold]
    fn exhausted(&mut self) -> End {
        match self.stack.depth_limit {
            Some(limit) if self.stack.cut_off > 0 => End::Stopped(StopReason::Depth { limit }),
            _ => self.stack.reached.exhausted(),
        }
    }
}

impl<S: Hash + Eq + Clone> Stack<S> {
    /// Takes the next node off the stack.
    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            let id = self.top?;
            let node = &mut self.reached.table.nodes[id];
            self.top = node.link.below;
            node.close(id);
            if !node.is_outdated(id) {
                self.waiting -= 1;
                self.newest = None;
                return Some(id);
            }
        }
    }

    fn is_at_limit(&self, node: &Node<Link>) -> bool {
        self.depth_limit.is_some_and(|limit| node.link.depth >= limit)
    }

    /// Adds a successor of a node, unless a path to its state is known that is as good. The table
    /// must have room. Returns a goal as an error, and notes it.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, Node { path_cost, link, .. }): (NodeId, Node<Link>),
        Successor { state, step_cost, .. }: Successor<S>,
    ) -> Result<(), NodeId> {
        let reached = &mut self.reached;
        let depth = link.depth + 1;
        let place = reached.table.locate(&state, key(space, &state));
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        if let Some(known) = place.newest {
            if self.depth_limit.is_none() || reached.table.nodes[known].link.depth <= depth {
                reached.drop_duplicate(space, (Some(parent), known), path_cost, state);
                return Ok(());
            }
        }
        let Ok(path_cost) = u32::try_from(path_cost) else {
            reached.prune(space, Some(parent), path_cost, (state, 0));
            return Ok(());
        };
        let (estimate, is_goal) = (space.estimate(&state), space.is_goal(&state));
        let heap_bytes = space.heap_bytes(&state);
        let is_reopened = place.newest.is_some_and(|known| self.replace(known));
        let Self { reached, top, newest, goal, .. } = self;
        reached.heap_bytes += heap_bytes;
        reached.rank_next(path_cost, estimate);
        let id = reached.table.next_id();
        if is_goal {
            *goal = Some(id);
        }
        let above = match newest.replace(id) {
            Some(sibling) => &mut reached.table.nodes[sibling].link.below,
            None => top,
        };
        let below = above.replace(id);
        let node = Node { parent: Some(parent), path_cost, link: Link { depth, below } };
        reached.table.insert(place, state, node, path_cost);
        self.waiting += 1;
        self.reached.report(space, generated(is_reopened), id);
        self.goal.map_or(Ok(()), Err)
    }

    /// Retires the node of a state that was reached in fewer steps. Returns whether it was expanded.
    fn replace(&mut self, known: NodeId) -> bool {
        let node = self.reached.table.nodes[known];
        if !node.is_closed(known) {
            self.reached.table.nodes[known].make_outdated(known);
            self.waiting -= 1;
        } else if self.is_at_limit(&node) {
            self.cut_off -= 1;
        } else {
            self.reached.reopened += 1;
            return true;
        }
        false
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for DepthFirstSearch<P> {
    /// Takes one node off the stack. Unless it is at the depth limit, expands it, up to the first
    /// successor that is a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<End> {
        // It was generated, and then a report panicked.
        if let Some(goal) = self.stack.goal {
            return ControlFlow::Break(self.solve(goal));
        }
        let Self { space, stack, successors, .. } = self;
        let Some(id) = self.taken.or_else(|| stack.pop()) else {
            return ControlFlow::Break(self.exhausted());
        };
        self.taken = Some(id);
        let node = stack.reached.table.nodes[id];
        if node.parent.is_none() && space.is_goal(&stack.reached.table.states[id]) {
            return ControlFlow::Break(self.solve(id));
        }
        if stack.is_at_limit(&node) {
            self.dequeued += 1;
            stack.cut_off += 1;
            self.taken = None;
            return ControlFlow::Continue(());
        }
        stack.reached.collect(space, (id, node.parent), successors, (0, 0)).or_stop()?;
        stack.reached.report_expansion(space, id);
        if let Err(goal) = successors.add_each(|next| stack.add(space, (id, node), next)) {
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
        let open = waiting + usize::from(is_open);
        let statistics = reached.statistics(open, self.successors.bytes());
        Statistics { dequeued: self.dequeued, ..statistics }
    }

    fn lower_bound(&self) -> u32 {
        self.stack.reached.lower_bound(self.stack.reached.root_estimate)
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        let stack = &mut self.stack;
        stack.reached.restart(&self.space, initial, Link { depth: 0, below: None });
        (stack.top, stack.newest) = (Some(NodeId::FIRST), None);
        (stack.waiting, stack.cut_off, stack.goal) = (1, 0, None);
        self.taken = None;
        self.dequeued = 0;
        self.end_restart();
        self.stack.reached.report_root(&self.space);
    }
}

restart_in_and_debug!([P: StateSpace<State: Hash + Eq>] DepthFirstSearch<P>, space);
