//! Depth-first search: straight ahead, and back only from dead ends.

use std::fmt;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{Full, NodeId, StateTable, discard, is_cheap_to_clone, lay_by};
use crate::{StateSpace, Statistics, StopReason};

/// Depth-first search: the first successor of the state reached last, and only where there is none
/// left the next one of an earlier state. Step costs and estimates play no part in the order.
///
/// It keeps a closed list, so that it does not run in circles. A state that is known, expanded
/// or waiting, is not added again. Under a [limit on depth](Self::depth_limit) it is, if it is
/// reached in fewer steps than before: what can be reached from it within the limit is more then.
///
/// # Guarantees
///
/// - **Not optimal**: solutions are usually far longer than necessary. The solution carries the
///   estimate of the initial state as its lower bound.
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution. On an
///   infinite space it may run for ever past a solution.
/// - With a limit on depth it finds a solution if there is one of no more steps. If it
///   finds none and left a state unexpanded, it stops with [`StopReason::Depth`], which is no proof.
///
/// # Complexity
///
/// Each state is expanded once, in constant time besides the look into the table. Under a limit on
/// depth a state may be expanded as often as the limit has steps.
///
/// # Memory
///
/// Every state generated is kept: its size plus 16 bytes, and 5 to 12 bytes in the table; under a
/// limit on depth, once more each time that it is reached in fewer steps.
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
    /// Without a limit on depth.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes no more than this many steps away from the initial state.
    #[must_use]
    pub fn depth_limit(self, steps: u32) -> Self {
        Self { depth_limit: Some(steps) }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for DepthFirst {
    type Search = DepthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = DepthFirstSearch {
            space,
            stack: Stack {
                table: StateTable::default(),
                depth_limit: self.depth_limit,
                top: None,
                newest: None,
                waiting: 0,
                cut_off: 0,
                rest: Vec::new(),
                best: NodeId::FIRST,
                best_rank: Rank::new(0, 0),
                duplicates: 0,
                reopened: 0,
                overflows: 0,
            },
            unfinished: None,
            root_estimate: 0,
            expanded: 0,
            dequeued: 0,
            largest_open: 1,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// What is kept of a node besides its state.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<NodeId>,
    path_cost: u32,
    /// [`OUTDATED`] if its state was reached in fewer steps before it had its turn. It is passed
    /// over then.
    depth: u32,
    /// The node below on the stack. One that was taken off points to itself.
    below: Option<NodeId>,
}

/// A depth that no node has.
const OUTDATED: u32 = u32::MAX;

/// The nodes, and the stack of those that wait for their turn.
#[derive(Clone)]
struct Stack<S> {
    table: StateTable<S, Node>,
    depth_limit: Option<u32>,
    top: Option<NodeId>,
    /// The successor added last: the next one goes below it, so that the first one is on top.
    newest: Option<NodeId>,
    /// How many nodes on the stack are not outdated.
    waiting: u64,
    /// How many states were left unexpanded because they are at the limit on depth.
    cut_off: u64,
    /// Successors of the node that was taken off last, for which there was no room yet, with their
    /// step costs.
    rest: Vec<(S, u32)>,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_rank: Rank,
    duplicates: u64,
    reopened: u64,
    /// How many paths were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// A depth-first search under way. [`DepthFirst`] starts one.
#[derive(Clone)]
pub struct DepthFirstSearch<P: StateSpace> {
    space: P,
    stack: Stack<P::State>,
    /// The node that was taken off last, if it has a rest of successors.
    unfinished: Option<NodeId>,
    root_estimate: u32,
    expanded: u64,
    dequeued: u64,
    largest_open: u64,
    course: Course,
}

impl<P: StateSpace<State: Hash + Eq>> DepthFirstSearch<P> {
    /// Adds the rest of the successors.
    fn finish(&mut self, id: NodeId) -> ControlFlow<Step> {
        let successors = self.stack.rest.len() + 1;
        self.course.most_successors = self.course.most_successors.max(successors);
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let parent = self.stack.table.nodes[id];
        let mut rest = mem::take(&mut self.stack.rest);
        for (state, step_cost) in rest.drain(..) {
            let heap_bytes = &mut self.course.heap_bytes;
            self.stack.add(&self.space, heap_bytes, (id, parent), state, step_cost);
        }
        // Its memory is used again.
        self.stack.rest = rest;
        self.unfinished = None;
        self.count_expansion();
        ControlFlow::Continue(())
    }

    fn count_expansion(&mut self) {
        self.expanded += 1;
        self.dequeued += 1;
        self.largest_open = self.largest_open.max(self.stack.waiting);
    }

    #[cold]
    fn exhausted(&mut self) -> Step {
        match self.stack.depth_limit {
            Some(limit) if self.stack.cut_off > 0 => Step::Stopped(StopReason::Depth { limit }),
            _ if self.stack.overflows > 0 => Step::Stopped(StopReason::PathCost),
            _ => Step::Exhausted,
        }
    }

    /// Whether there is room for the successors of the next node, as far as is known.
    #[inline]
    fn has_room(&self) -> bool {
        self.stack.table.room() >= self.course.most_successors
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.stack.table.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        let count = self.course.most_successors;
        let allowance = self.allowance()?;
        self.stack.table.reserve(count, allowance)
    }

    fn bytes(&self) -> usize {
        let Stack { table, rest, .. } = &self.stack;
        let rest = rest.capacity() * size_of::<(P::State, u32)>();
        table.bytes() + rest + self.course.heap_bytes
    }
}

impl<S: Hash + Eq> Stack<S> {
    /// Takes the next node off the stack.
    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            let id = self.top?;
            let node = &mut self.table.nodes[id];
            self.top = node.below.replace(id);
            if node.depth != OUTDATED {
                self.waiting -= 1;
                return Some(id);
            }
        }
    }

    /// Puts the node back that was taken off last.
    fn put_back(&mut self, id: NodeId) {
        self.table.nodes[id].below = self.top.replace(id);
        self.waiting += 1;
    }

    fn is_at_limit(&self, node: &Node) -> bool {
        self.depth_limit.is_some_and(|limit| node.depth >= limit)
    }

    /// Adds a successor of a node, unless its state is known by a path that serves as well; or lays
    /// it by if there is no room.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        heap_bytes: &mut usize,
        (parent, Node { path_cost, depth, .. }): (NodeId, Node),
        state: S,
        step_cost: u32,
    ) {
        if self.table.room() == 0 {
            return lay_by(&mut self.rest, state, step_cost);
        }
        let depth = depth + 1;
        let place = self.table.locate(&state);
        if let Some(known) = place.newest {
            if self.depth_limit.is_none() || self.table.nodes[known].depth <= depth {
                self.duplicates += 1;
                return discard(state);
            }
        }
        let Some(path_cost) = path_cost.checked_add(step_cost) else {
            self.overflows += 1;
            return discard(state);
        };
        if let Some(known) = place.newest {
            self.replace(known);
        }
        let id = self.table.next_id();
        let rank = Rank::new(space.estimate(&state), path_cost);
        if rank < self.best_rank {
            self.best = id;
            self.best_rank = rank;
        }
        *heap_bytes += space.heap_bytes(&state);
        let above = match self.newest.replace(id) {
            Some(sibling) => &mut self.table.nodes[sibling].below,
            None => &mut self.top,
        };
        let below = above.replace(id);
        self.table.insert(place, state, Node { parent: Some(parent), path_cost, depth, below });
        self.waiting += 1;
    }

    /// Makes way for a node with the same state and fewer steps.
    fn replace(&mut self, known: NodeId) {
        let node = self.table.nodes[known];
        if node.below != Some(known) {
            self.table.nodes[known].depth = OUTDATED;
            self.waiting -= 1;
        } else if self.is_at_limit(&node) {
            self.cut_off -= 1;
        } else {
            self.reopened += 1;
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for DepthFirstSearch<P> {
    /// Takes one node off the stack, and expands it if it is neither a goal nor too deep.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if let Some(id) = self.unfinished {
            return self.finish(id);
        }
        let Some(id) = self.stack.pop() else {
            return ControlFlow::Break(self.exhausted());
        };
        let node = self.stack.table.nodes[id];
        if self.space.is_goal(&self.stack.table.states[id]) {
            self.dequeued += 1;
            self.stack.best = id;
            self.stack.best_rank = Rank::new(0, node.path_cost);
            return ControlFlow::Break(Step::Solved);
        }
        if self.stack.is_at_limit(&node) {
            self.dequeued += 1;
            self.stack.cut_off += 1;
            return ControlFlow::Continue(());
        }
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                self.stack.put_back(id);
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let Self { space, stack, course, .. } = self;
        stack.newest = None;
        let states = &stack.table.states;
        if is_cheap_to_clone::<P::State>() {
            let state = states[id].clone();
            let previous = node.parent.map(|parent| states[parent].clone());
            space.for_each_successor(&state, previous.as_ref(), |successor, step_cost| {
                stack.add(space, &mut course.heap_bytes, (id, node), successor, step_cost);
            });
        } else {
            let previous = node.parent.map(|parent| &states[parent]);
            let rest = &mut stack.rest;
            space.for_each_successor(&states[id], previous, |successor, step_cost| {
                rest.push((successor, step_cost));
            });
        }
        if self.stack.rest.is_empty() {
            self.count_expansion();
            return ControlFlow::Continue(());
        }
        self.unfinished = Some(id);
        self.finish(id)
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search<P::State> for DepthFirstSearch<P> {
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let Stack { table, waiting, duplicates, reopened, overflows, .. } = &self.stack;
        let enqueued = table.len() as u64;
        Statistics {
            expanded: self.expanded,
            generated: enqueued + duplicates + overflows,
            enqueued,
            dequeued: self.dequeued,
            reopened: *reopened,
            duplicates: *duplicates,
            open: waiting + u64::from(self.unfinished.is_some()),
            largest_open: self.largest_open,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.root_estimate;
        if self.course.is_solved() { bound.min(self.cost()) } else { bound }
    }

    fn path(&self) -> Vec<P::State> {
        self.stack.table.path_to(self.stack.best, |node| node.parent)
    }

    fn cost(&self) -> u32 {
        self.stack.best_rank.path_cost()
    }

    fn restart(&mut self, initial: P::State) {
        self.root_estimate = self.space.estimate(&initial);
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let stack = &mut self.stack;
        stack.rest.clear();
        (stack.top, stack.newest) = (Some(NodeId::FIRST), None);
        (stack.waiting, stack.cut_off) = (1, 0);
        stack.best = NodeId::FIRST;
        stack.best_rank = Rank::new(self.root_estimate, 0);
        (stack.duplicates, stack.reopened, stack.overflows) = (0, 0, 0);
        let root = Node { parent: None, path_cost: 0, depth: 0, below: None };
        stack.table.restart(initial, root);
        self.unfinished = None;
        (self.expanded, self.dequeued) = (0, 0);
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for DepthFirstSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DepthFirstSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
