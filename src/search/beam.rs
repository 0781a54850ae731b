//! Beam search: best first, with an open list of so many nodes and no more.

use std::fmt;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::evaluation::{Evaluation, Sum, Weighted};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{
    BoundedQueue, Full, NodeId, Priority, StateTable, discard, is_cheap_to_clone, lay_by,
};
use crate::{StateSpace, Statistics, StopReason};

/// Beam search: graph search by *f = g + h* that keeps only the best nodes open, as many as the beam
/// is wide. When there is one too many, the worst is left out.
///
/// A state is expanded once, by the best path known when its turn comes. One that was left out
/// comes back if it is reached once more while there is a place for it.
///
/// # Guarantees
///
/// - **Not optimal**: the solution carries what is proven as its lower bound. As long as
///   nothing was lost, that is as much as in [`GraphAStar`](super::GraphAStar), and
///   from then on it does not rise.
/// - **Incomplete**: it may leave out the only way to a goal. Then it stops with
///   [`StopReason::Incomplete`], which is no proof. Only where all states that can be reached
///   were expanded it ends with the proof that there is no solution.
///
/// # Complexity
///
/// Each state is expanded once, in time logarithmic in the width of the beam.
///
/// # Memory
///
/// About 60 bytes for each open node. Every state generated is kept, so that the
/// search does not run in circles: its size plus 12 bytes, and 5 to 12 bytes in the table.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver, StopReason};
/// use bestfirst::search::Beam;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board.clone()).algorithm(Beam::new(100)).solve();
/// assert!(solver.moves() >= Some(31));
///
/// // Too narrow: it lost its way, and does not call the board unsolvable.
/// let solver = Solver::builder(board).algorithm(Beam::new(1)).solve();
/// let Outcome::Stopped(stopped) = solver.outcome() else { panic!() };
/// assert_eq!(stopped.reason, StopReason::Incomplete);
/// # }
/// ```
///
/// # Reference
///
/// R. Bisiani, "Beam search", *Encyclopedia of Artificial Intelligence*, 2nd edition, 1992. Best-first
/// search that prunes a bounded open list: E. Rich and K. Knight, *Artificial Intelligence*, 2nd
/// edition, 1991.
#[derive(Clone, Copy, Debug)]
pub struct Beam<E = Sum> {
    width: usize,
    evaluation: E,
}

impl Beam {
    /// With at most this many open nodes, and at least one.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width, evaluation: Sum }
    }

    /// Orders the nodes by *f = g + w h* instead, as in [`WeightedAStar`](super::WeightedAStar).
    #[must_use]
    pub fn weighted(self, weight: f64) -> Beam<Weighted> {
        Beam { width: self.width, evaluation: Weighted::new(weight) }
    }
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> Algorithm<P> for Beam<E> {
    type Search = BeamSearch<P, E>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = BeamSearch {
            space,
            evaluation: self.evaluation,
            beam: Graph {
                table: StateTable::default(),
                open: BoundedQueue::new(self.width),
                left_out: 0,
                is_lossless: true,
                rest: Vec::new(),
                best: NodeId::FIRST,
                best_rank: Rank::new(0, 0),
                enqueued: 0,
                duplicates: 0,
                overflows: 0,
            },
            unfinished: None,
            bound: 0,
            expanded: 0,
            largest_open: 1,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Open,
    Closed,
    LeftOut,
}

/// What is kept of a node besides its state. There is one node for each state.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<NodeId>,
    path_cost: u32,
    place: Place,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Graph<S> {
    table: StateTable<S, Node>,
    open: BoundedQueue,
    /// How many states are left out now.
    left_out: u64,
    /// Whether, so far, no node was left out, nor a cheaper path to an expanded state.
    is_lossless: bool,
    /// Successors of the node that was taken off last, for which there was no room yet, with their
    /// step costs.
    rest: Vec<(S, u32)>,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_rank: Rank,
    enqueued: u64,
    duplicates: u64,
    /// How many paths were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// A beam search under way. [`Beam`] starts one.
#[derive(Clone)]
pub struct BeamSearch<P: StateSpace, E = Sum> {
    space: P,
    evaluation: E,
    beam: Graph<P::State>,
    /// The node that was taken off last, if it has a rest of successors.
    unfinished: Option<NodeId>,
    /// What is proven so far.
    bound: u32,
    expanded: u64,
    largest_open: usize,
    course: Course,
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> BeamSearch<P, E> {
    /// Adds the rest of the successors.
    fn finish(&mut self, id: NodeId) -> ControlFlow<Step> {
        let successors = self.beam.rest.len() + 1;
        self.course.most_successors = self.course.most_successors.max(successors);
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let path_cost = self.beam.table.nodes[id].path_cost;
        let mut rest = mem::take(&mut self.beam.rest);
        for (state, step_cost) in rest.drain(..) {
            let Self { space, evaluation, beam, course, .. } = self;
            let heap_bytes = &mut course.heap_bytes;
            beam.add(space, *evaluation, heap_bytes, (id, path_cost), state, step_cost);
        }
        // Its memory is used again.
        self.beam.rest = rest;
        self.unfinished = None;
        self.count_expansion();
        ControlFlow::Continue(())
    }

    fn count_expansion(&mut self) {
        self.expanded += 1;
        self.largest_open = self.largest_open.max(self.beam.open.len());
    }

    #[cold]
    fn exhausted(&mut self) -> Step {
        if self.beam.left_out > 0 {
            return Step::Stopped(StopReason::Incomplete);
        }
        if self.beam.overflows > 0 {
            return Step::Stopped(StopReason::PathCost);
        }
        self.bound = u32::MAX;
        Step::Exhausted
    }

    /// As long as nothing was lost, the best path to a goal goes through a node that is open.
    #[inline]
    fn raise_bound(&mut self, lowest: Priority) {
        if self.beam.is_lossless {
            self.bound = self.bound.max(self.evaluation.lower_bound(lowest.f()));
        }
    }

    /// Whether there is room for the successors of the next node, as far as is known.
    #[inline]
    fn has_room(&self) -> bool {
        self.beam.table.room() >= self.course.most_successors
            && self.beam.open.has_room(self.course.most_successors)
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.beam.table.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        let count = self.course.most_successors;
        self.beam.open.reserve(count, self.allowance()?)?;
        let allowance = self.allowance()?;
        self.beam.table.reserve(count, allowance)
    }

    fn bytes(&self) -> usize {
        let Graph { table, open, rest, .. } = &self.beam;
        let rest = rest.capacity() * size_of::<(P::State, u32)>();
        table.bytes() + open.bytes() + rest + self.course.heap_bytes
    }
}

impl<S: Hash + Eq> Graph<S> {
    /// Adds a successor of a node, given with its path cost, unless its state is known by a path
    /// that serves as well; or lays it by if there is no room.
    #[inline]
    fn add<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        heap_bytes: &mut usize,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
    ) {
        if self.table.room() == 0 {
            return lay_by(&mut self.rest, state, step_cost);
        }
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let in_table = self.table.locate(&state);
        if let Some(known) = in_table.newest {
            let Node { path_cost: before, place, .. } = self.table.nodes[known];
            let is_cheaper = path_cost < u64::from(before);
            if place == Place::Closed || (place == Place::Open && !is_cheaper) {
                self.is_lossless &= !is_cheaper;
                self.duplicates += 1;
                return discard(state);
            }
        }
        let estimate = space.estimate(&state);
        let (Some(priority), Ok(path_cost)) =
            (evaluation.priority(path_cost, estimate), u32::try_from(path_cost))
        else {
            self.overflows += 1;
            return discard(state);
        };
        let node = Node { parent: Some(parent), path_cost, place: Place::Open };
        let id = in_table.newest.unwrap_or(self.table.next_id());
        if in_table.newest.is_some() {
            // It has not been expanded, so no other node leads back to it.
            match self.table.nodes[id].place {
                Place::LeftOut => {
                    self.left_out -= 1;
                    self.enqueued += 1;
                }
                _ => self.duplicates += 1,
            }
            self.table.nodes[id] = node;
            discard(state);
        } else {
            *heap_bytes += space.heap_bytes(&state);
            self.table.insert(in_table, state, node);
            self.enqueued += 1;
        }
        let rank = Rank::new(estimate, path_cost);
        if rank < self.best_rank || self.best == id {
            self.best = id;
            self.best_rank = rank;
        }
        if let Some(worst) = self.open.push(id, priority) {
            self.table.nodes[worst].place = Place::LeftOut;
            self.left_out += 1;
            self.is_lossless = false;
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> Stepwise for BeamSearch<P, E> {
    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if let Some(id) = self.unfinished {
            return self.finish(id);
        }
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let Some((id, priority)) = self.beam.open.pop() else {
            return ControlFlow::Break(self.exhausted());
        };
        self.raise_bound(priority);
        let Self { space, evaluation, beam, course, .. } = self;
        let node = &mut beam.table.nodes[id];
        node.place = Place::Closed;
        let Node { parent, path_cost, .. } = *node;
        if space.is_goal(&beam.table.states[id]) {
            beam.best = id;
            beam.best_rank = Rank::new(0, path_cost);
            return ControlFlow::Break(Step::Solved);
        }
        let states = &beam.table.states;
        if is_cheap_to_clone::<P::State>() {
            let state = states[id].clone();
            let previous = parent.map(|parent| states[parent].clone());
            space.for_each_successor(&state, previous.as_ref(), |successor, step_cost| {
                let heap_bytes = &mut course.heap_bytes;
                beam.add(space, *evaluation, heap_bytes, (id, path_cost), successor, step_cost);
            });
        } else {
            let previous = parent.map(|parent| &states[parent]);
            let rest = &mut beam.rest;
            space.for_each_successor(&states[id], previous, |successor, step_cost| {
                rest.push((successor, step_cost));
            });
        }
        if self.beam.rest.is_empty() {
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

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> Search<P::State> for BeamSearch<P, E> {
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    /// A node that was left out and comes back is generated and enqueued once more.
    fn statistics(&self) -> Statistics {
        let Graph { open, enqueued, duplicates, overflows, .. } = &self.beam;
        Statistics {
            expanded: self.expanded,
            generated: enqueued + duplicates + overflows,
            enqueued: *enqueued,
            dequeued: self.expanded + u64::from(self.course.is_solved()),
            reopened: 0,
            duplicates: *duplicates,
            open: open.len() as u64 + u64::from(self.unfinished.is_some()),
            largest_open: self.largest_open as u64,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        if self.course.is_solved() { self.bound.min(self.cost()) } else { self.bound }
    }

    fn path(&self) -> Vec<P::State> {
        self.beam.table.path_to(self.beam.best, |node| node.parent)
    }

    fn cost(&self) -> u32 {
        self.beam.best_rank.path_cost()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let beam = &mut self.beam;
        beam.open.clear();
        beam.rest.clear();
        (beam.left_out, beam.is_lossless) = (0, true);
        beam.best = NodeId::FIRST;
        beam.best_rank = Rank::new(estimate, 0);
        (beam.enqueued, beam.duplicates, beam.overflows) = (1, 0, 0);
        // Room for one node is taken for granted, as that for the search itself is.
        let _ = beam.open.reserve(1, usize::MAX);
        beam.open.push(NodeId::FIRST, self.evaluation.root(estimate));
        let root = Node { parent: None, path_cost: 0, place: Place::Open };
        beam.table.restart(initial, root);
        self.unfinished = None;
        self.bound = estimate;
        self.expanded = 0;
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> fmt::Debug for BeamSearch<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BeamSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
