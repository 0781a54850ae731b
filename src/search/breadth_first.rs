//! Breadth-first search: level by level.

use std::fmt;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{Full, NodeId, StateTable, discard, is_cheap_to_clone, lay_by};
use crate::{StateSpace, Statistics, StopReason};

/// Breadth-first search: all states one step away, then all that are two steps away, and so on.
/// Step costs and estimates play no part in the order.
///
/// # Guarantees
///
/// - The solution has the **fewest steps**. Where every step costs 1 it is **optimal**; where
///   costs differ, another solution may cost less, and
///   [`UniformCost`](super::UniformCost) finds it. What is proven of the cost
///   is in [`Solution::lower_bound`](crate::Solution::lower_bound).
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
///
/// # Complexity
///
/// Each state is expanded once, in constant time besides the look into the table. A goal is
/// recognised when its turn to be expanded comes.
///
/// # Memory
///
/// Every state generated is kept: its size plus 8 bytes, and 5 to 12 bytes in the table. The states
/// in order of generation are the queue.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::BreadthFirst;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(BreadthFirst).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # }
/// ```
///
/// # Reference
///
/// E. F. Moore, "The shortest path through a maze", *Proceedings of the International Symposium on
/// the Theory of Switching*, 1959.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirst;

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for BreadthFirst {
    type Search = BreadthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = BreadthFirstSearch {
            space,
            levels: Levels {
                table: StateTable::default(),
                rest: Vec::new(),
                best: NodeId::FIRST,
                best_rank: Rank::new(0, 0),
                duplicates: 0,
                overflows: 0,
                lowest_step: u32::MAX,
            },
            next: 0,
            unfinished: None,
            depth: 0,
            end_of_level: 1,
            bound: 0,
            largest_open: 1,
            round_bytes: 0,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// What is kept of a node besides its state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) path_cost: u32,
}

/// All nodes, level by level.
#[derive(Clone)]
pub(super) struct Levels<S> {
    pub(super) table: StateTable<S, Node>,
    /// Successors of the node whose turn was last, for which there was no room yet, with their step
    /// costs.
    rest: Vec<(S, u32)>,
    /// The node with the lowest estimate, or, once found, the goal.
    pub(super) best: NodeId,
    pub(super) best_rank: Rank,
    pub(super) duplicates: u64,
    /// How many paths were left out because they cost more than `u32::MAX`.
    overflows: u64,
    /// The lowest cost of a step so far.
    pub(super) lowest_step: u32,
}

/// A breadth-first search under way. [`BreadthFirst`] starts one.
#[derive(Clone)]
pub struct BreadthFirstSearch<P: StateSpace> {
    pub(super) space: P,
    pub(super) levels: Levels<P::State>,
    /// How many nodes have had their turn.
    pub(super) next: usize,
    /// The node whose turn was last, if it has a rest of successors.
    pub(super) unfinished: Option<NodeId>,
    /// The steps from the root to the next node, and the end of the nodes at that depth.
    depth: u32,
    pub(super) end_of_level: usize,
    /// What is proven so far.
    bound: u32,
    pub(super) largest_open: usize,
    /// What the same search on several threads keeps besides, in bytes.
    pub(super) round_bytes: usize,
    pub(super) course: Course,
}

impl<P: StateSpace<State: Hash + Eq>> BreadthFirstSearch<P> {
    /// Adds the rest of the successors.
    fn finish(&mut self, id: NodeId) -> ControlFlow<Step> {
        let successors = self.levels.rest.len() + 1;
        self.course.most_successors = self.course.most_successors.max(successors);
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let path_cost = self.levels.table.nodes[id].path_cost;
        let mut rest = mem::take(&mut self.levels.rest);
        for (state, step_cost) in rest.drain(..) {
            let heap_bytes = &mut self.course.heap_bytes;
            self.levels.add(&self.space, heap_bytes, (id, path_cost), state, step_cost);
        }
        // Its memory is used again.
        self.levels.rest = rest;
        self.unfinished = None;
        self.end_turn();
        ControlFlow::Continue(())
    }

    fn end_turn(&mut self) {
        self.largest_open = self.largest_open.max(self.levels.table.len() - self.next - 1);
        self.end_turns(1);
    }

    /// Goes on by so many nodes of this level.
    pub(super) fn end_turns(&mut self, count: usize) {
        self.next += count;
        if self.next == self.end_of_level {
            self.end_of_level = self.levels.table.len();
            self.depth = self.depth.saturating_add(1);
            // The first steps of every solution lead out of states that have had their turn.
            let steps = self.depth.saturating_mul(self.levels.lowest_step);
            self.bound = self.bound.max(steps);
        }
    }

    #[cold]
    fn exhausted(&mut self) -> Step {
        if self.levels.overflows > 0 {
            return Step::Stopped(StopReason::PathCost);
        }
        Step::Exhausted
    }

    /// Whether there is room for the successors of the next node, as far as is known.
    #[inline]
    fn has_room(&self) -> bool {
        self.levels.table.room() >= self.course.most_successors
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    pub(super) fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.levels.table.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        let allowance = self.allowance()?;
        self.levels.table.reserve(self.course.most_successors, allowance)
    }

    fn bytes(&self) -> usize {
        let Levels { table, rest, .. } = &self.levels;
        let rest = rest.capacity() * size_of::<(P::State, u32)>();
        table.bytes() + rest + self.round_bytes + self.course.heap_bytes
    }
}

impl<S: Hash + Eq> Levels<S> {
    /// Adds a successor of a node, given with its path cost, unless its state is known; or lays it
    /// by if there is no room.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        heap_bytes: &mut usize,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
    ) {
        if self.table.room() == 0 {
            return lay_by(&mut self.rest, state, step_cost);
        }
        self.lowest_step = self.lowest_step.min(step_cost);
        let place = self.table.locate(&state);
        if place.newest.is_some() {
            self.duplicates += 1;
            return discard(state);
        }
        let Some(path_cost) = path_cost.checked_add(step_cost) else {
            self.overflows += 1;
            return discard(state);
        };
        let rank = Rank::new(space.estimate(&state), path_cost);
        if rank < self.best_rank {
            self.best = self.table.next_id();
            self.best_rank = rank;
        }
        *heap_bytes += space.heap_bytes(&state);
        self.table.insert(place, state, Node { parent: Some(parent), path_cost });
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for BreadthFirstSearch<P> {
    /// Gives the next node its turn: expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if let Some(id) = self.unfinished {
            return self.finish(id);
        }
        let Some(id) = NodeId::from_index(self.next).filter(|_| self.next < self.end_of_level)
        else {
            return ControlFlow::Break(self.exhausted());
        };
        let Self { space, levels, course, .. } = self;
        let Node { parent, path_cost } = levels.table.nodes[id];
        if space.is_goal(&levels.table.states[id]) {
            levels.best = id;
            levels.best_rank = Rank::new(0, path_cost);
            return ControlFlow::Break(Step::Solved);
        }
        let states = &levels.table.states;
        // What states own on the heap must be known to fit before they are added.
        if is_cheap_to_clone::<P::State>() && course.heap_bytes == 0 {
            let state = states[id].clone();
            let previous = parent.map(|parent| states[parent].clone());
            space.for_each_successor(&state, previous.as_ref(), |successor, step_cost| {
                let heap_bytes = &mut course.heap_bytes;
                levels.add(space, heap_bytes, (id, path_cost), successor, step_cost);
            });
        } else {
            let previous = parent.map(|parent| &states[parent]);
            let rest = &mut levels.rest;
            space.for_each_successor(&states[id], previous, |successor, step_cost| {
                rest.push((successor, step_cost));
            });
        }
        if self.levels.rest.is_empty() {
            self.end_turn();
            return ControlFlow::Continue(());
        }
        self.unfinished = Some(id);
        self.finish(id)
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search<P::State> for BreadthFirstSearch<P> {
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let enqueued = self.levels.table.len() as u64;
        let expanded = self.next as u64;
        let dequeued = expanded + u64::from(self.course.is_solved());
        Statistics {
            expanded,
            generated: enqueued + self.levels.duplicates + self.levels.overflows,
            enqueued,
            dequeued,
            reopened: 0,
            duplicates: self.levels.duplicates,
            open: enqueued - dequeued,
            largest_open: self.largest_open as u64,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        if self.course.is_solved() { self.bound.min(self.cost()) } else { self.bound }
    }

    fn path(&self) -> Vec<P::State> {
        self.levels.table.path_to(self.levels.best, |node| node.parent)
    }

    fn cost(&self) -> u32 {
        self.levels.best_rank.path_cost()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let levels = &mut self.levels;
        levels.rest.clear();
        levels.best = NodeId::FIRST;
        levels.best_rank = Rank::new(estimate, 0);
        (levels.duplicates, levels.overflows, levels.lowest_step) = (0, 0, u32::MAX);
        levels.table.restart(initial, Node { parent: None, path_cost: 0 });
        self.next = 0;
        self.unfinished = None;
        self.depth = 0;
        self.end_of_level = 1;
        self.bound = estimate;
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for BreadthFirstSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BreadthFirstSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
