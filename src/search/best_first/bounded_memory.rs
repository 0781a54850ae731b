//! A\* within a fixed amount of memory: A\*+IDA\*.

use std::borrow::Borrow;
use std::hash::Hash;

use super::graph_search::OPEN_NODE_BYTES;
use super::{GraphSearch, Sum};
use crate::frontier::{Full, NodeId, Priority};
use crate::search::control::{Control, Halt, Stepwise, exhausted};
use crate::search::depth_first::cost_bounded::{
    CostBounded, Duplicates, EventNumbers, Progress, is_on_path,
};
use crate::search::impls::{answers, reuse_and_debug, without_options};
use crate::search::rank::Rank;
use crate::search::{Algorithm, End, Search};
use crate::{Limits, StateSpace, Statistics, StopReason};

/// The least memory that A\* leaves to the depth-first search, in bytes, unless it is more than
/// half of the limit.
const FOR_PATHS: usize = 4_096;

/// How much of the memory limit A\* leaves to the depth-first search, in bytes.
fn for_paths(limit: usize) -> usize {
    (limit / 16).max(FOR_PATHS).min(limit / 2)
}

/// A\*+IDA\*: graph-search A\* until memory is full, then iterative deepening from each node of its
/// open list. The stored states prune the depth-first searches.
///
/// The search works within the [limit on bytes](crate::Limits::bytes); reaching it does not stop
/// the search. Without a limit it runs as A\* until the allocator or the node ids are exhausted.
///
/// Once memory is full, it takes the open node with the lowest *f* and searches depth-first up to
/// that *f*. Then it puts the node back with the lowest *f* found beyond it. A state that is stored
/// with a path cost that is no higher is pruned: its descendants are searched from the open nodes
/// below it.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent.
/// - **Complete** if there is a solution. If there is none, the search ends with a proof once it
///   has tried every path that repeats no state. That is quick if all states fit into memory. If
///   they do not, it takes time exponential in their number.
///
/// # Complexity
///
/// While memory lasts, that of [`GraphAStar`](crate::search::GraphAStar). After that, that of
/// [`IdaStar`](crate::search::IdaStar) from each open node, without the duplicates of stored
/// states.
///
/// # Memory
///
/// The whole limit. A sixteenth of it, at least 4 KiB but at most half, is for the depth-first
/// paths, and 16 bytes for each open node, to put it back. The rest is for A\*.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::search::BoundedMemory;
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Limits, Solver};
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board)
///     .algorithm(BoundedMemory::new())
///     .limits(Limits::none().bytes(100_000))
///     .solve();
/// assert_eq!(solver.moves(), Some(31));
/// assert!(solver.statistics().bytes <= 100_000);
/// # }
/// ```
///
/// # Reference
///
/// Z. Bu and R. E. Korf, "A\*+IDA\*: a simple hybrid search algorithm", *IJCAI* 2019.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BoundedMemory;

without_options!(BoundedMemory);

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for BoundedMemory {
    type Search = BoundedMemorySearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut graph = GraphSearch::new(space, initial, Sum::LOW_H);
        // A node that is put back may need new memory on the open list.
        graph.keep_back(OPEN_NODE_BYTES / 4);
        BoundedMemorySearch {
            graph,
            is_full: false,
            root: None,
            has_begun: false,
            root_parent: None,
            paths: CostBounded::new(),
            overflowed: false,
            promising: None,
            deep: Statistics::default(),
            bound: 0,
            control: Control::default(),
        }
    }
}

/// An A\*+IDA\* in progress. [`BoundedMemory`] starts one.
#[derive(Clone)]
pub struct BoundedMemorySearch<P: StateSpace> {
    graph: GraphSearch<P>,
    /// Whether memory is full, so that the search continues depth-first.
    is_full: bool,
    /// The open node at the root of the depth-first search, with its estimate.
    root: Option<(NodeId, u32)>,
    /// Whether the depth-first search from this root has started.
    has_begun: bool,
    /// The parent state of the root; `None` for the initial state.
    root_parent: Option<P::State>,
    paths: CostBounded<P::State>,
    /// Whether a path was pruned because it costs more than a `u32` can hold.
    overflowed: bool,
    /// The path from an open node to the most promising state, if that beats the states of A\*.
    promising: Option<(NodeId, Rank, Vec<P::State>)>,
    /// The counters of the completed depth-first searches.
    deep: Statistics,
    bound: u32,
    control: Control,
}

/// The states that A\* has stored, with their path costs.
struct Stored<'a, P: StateSpace>(&'a GraphSearch<P>);

impl<P: StateSpace<State: Hash + Eq>> Duplicates<P::State> for Stored<'_, P> {
    fn is_duplicate(
        &mut self,
        state: &P::State,
        path_cost: u32,
        ancestors: impl Iterator<Item = (impl Borrow<P::State>, u32)>,
    ) -> bool {
        let mut ancestors = ancestors.peekable();
        // The root is stored too, but must be searched.
        ancestors.peek().is_some()
            && (self.0.find(state).is_some_and(|known| self.0.path_cost(known) <= path_cost)
                || is_on_path(state, path_cost, ancestors))
    }
}

impl<P: StateSpace<State: Hash + Eq>> BoundedMemorySearch<P> {
    /// Starts the depth-first search from an open node. After a panic of a state, this can be
    /// repeated.
    fn begin(&mut self, id: NodeId) -> Result<(), Halt> {
        self.paths.heap_bytes = self.graph.space.heap_bytes(self.graph.state(id));
        if self.left() == 0 {
            self.give_back();
        }
        self.paths.make_room_for_root(self.left())?;
        let parent = self.graph.reached().table.nodes[id].parent;
        self.root_parent = parent.map(|parent| self.graph.state(parent).clone());
        let (state, path_cost) = (self.graph.state(id).clone(), self.graph.path_cost(id));
        self.paths.begin(&self.graph.space, state, path_cost, self.bound);
        self.paths.numbers = Some(EventNumbers {
            root: id.index(),
            above_root: parent.map(NodeId::index),
            // The depth of the first is 1.
            below_root: self.graph.len() - 1,
        });
        self.has_begun = true;
        Ok(())
    }

    /// Puts the open node back with the lowest f beyond the bound.
    fn end(&mut self) -> Result<(), Halt> {
        self.keep_promising();
        let beyond = self.paths.beyond().map(u32::try_from);
        self.overflowed |= matches!(beyond, Some(Err(_)));
        if let (Some((id, estimate)), Some(Ok(f))) = (self.root, beyond) {
            self.put_back(id, Priority::new(f, estimate))?;
        }
        self.deep = self.deep_statistics();
        (self.root, self.has_begun) = (None, false);
        Ok(())
    }

    /// Puts an open node back. A\* has kept back memory for each open node, and this uses only a
    /// part of it at a time. If that is not enough, it first frees the memory of the paths, and
    /// only then exceeds the limit.
    fn put_back(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        let of_graph = self.graph.left();
        for allowance in
            [of_graph / 16, OPEN_NODE_BYTES.min(of_graph), OPEN_NODE_BYTES.min(self.left())]
        {
            if self.graph.put_back(id, priority, allowance).is_ok() {
                return Ok(());
            }
        }
        self.give_back();
        let left = self.left();
        let put_back = self.graph.put_back(id, priority, left);
        put_back.or_else(|_| self.graph.put_back_tightly(id, priority))
    }

    /// How many more bytes may be used. Keeps back what a copy of the path to the most promising
    /// state may take beyond the copy that is kept now.
    fn left(&self) -> usize {
        let copy = || self.paths.promising_bytes().saturating_sub(self.promising_bytes());
        self.control.allowance(|| self.bytes() + copy()).unwrap_or(0)
    }

    /// The counters of all depth-first searches.
    fn deep_statistics(&self) -> Statistics {
        let mut deep = self.deep;
        if self.has_begun {
            deep.add(&self.paths.counters);
        }
        deep
    }

    /// The path to an open node, followed by the path from there.
    fn joined(&self, root: NodeId, rest: impl IntoIterator<Item = P::State>) -> Vec<P::State> {
        let mut path = self.graph.reached().path_to(root);
        path.extend(rest.into_iter().skip(1));
        path
    }

    fn best_rank(&self) -> Rank {
        self.promising.as_ref().map_or(self.graph.promising().1, |&(_, rank, _)| rank)
    }

    /// Records the most promising state of this depth-first search, if it is the best of all.
    fn keep_promising(&mut self) {
        let rank = self.paths.best_rank();
        if let (Some((root, _)), true) = (self.root, rank < self.best_rank()) {
            self.promising = Some((root, rank, self.paths.promising()));
        }
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + self.paths.bytes() + self.promising_bytes()
    }

    /// The memory of the path to the most promising state.
    fn promising_bytes(&self) -> usize {
        let states = self.promising.as_ref().map_or(0, |(_, _, states)| states.capacity());
        states * self.paths.state_bytes()
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for BoundedMemorySearch<P> {
    const MOST_STEPS: u64 = 1 << 14;

    /// Expands nodes depth-first. The next open node is the root of each depth-first search.
    fn steps(&mut self, mut count: u64) -> Result<(), Halt> {
        loop {
            let Some((id, _)) = self.root else {
                let Some((id, priority)) = self.graph.take_open() else {
                    let end =
                        if self.overflowed { exhausted(true) } else { self.graph.exhausted() };
                    return Err(end.into());
                };
                // With an inconsistent heuristic, f may be below what is proven.
                self.bound = self.bound.max(priority.f());
                self.root = Some((id, priority.h()));
                continue;
            };
            if !self.has_begun {
                self.begin(id)?;
            }
            let generated = self.graph.reached().generated() + self.deep.generated;
            self.paths.generated_limit =
                self.control.limits.generated_limit().saturating_sub(generated);
            let mut stored = Stored(&self.graph);
            let (space, root_parent) = (&self.graph.space, self.root_parent.as_ref());
            match self.paths.run::<P, _, false>(space, root_parent, &mut stored, &mut count) {
                Progress::Paused => return Ok(()),
                Progress::Goal => return Err(End::Solved.into()),
                Progress::Done => self.end()?,
                Progress::Full => self.paths.make_room(self.left(), 2)?,
            }
        }
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        self.paths.drop_all();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for BoundedMemorySearch<P> {
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.control.assert_restarted();
        if !self.is_full {
            let end = self.graph.advance(steps)?;
            let End::Stopped(
                StopReason::Bytes { .. } | StopReason::OutOfMemory { .. } | StopReason::NodeIds,
            ) = end
            else {
                return Some(end);
            };
            if let Err(full) = self.graph.put_back_batch(self.left()) {
                return Some(self.ended_by(full.into()));
            }
            self.is_full = true;
            self.bound = self.graph.lower_bound();
            self.control.elapsed = self.graph.statistics().elapsed;
            return None;
        }
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let mut all = self.graph.statistics();
        all.add(&self.deep_statistics());
        let elapsed = if self.is_full { self.control.elapsed } else { all.elapsed };
        Statistics { bytes: self.bytes(), elapsed, ..all }
    }

    fn lower_bound(&self) -> u32 {
        match self.control.answer {
            _ if !self.is_full => self.graph.lower_bound(),
            Some(End::Exhausted) => u32::MAX,
            _ => self.bound,
        }
    }

    fn path(&self) -> Vec<P::State> {
        match (self.root, &self.promising) {
            (Some((root, _)), _) if self.control.is_solved() => {
                self.joined(root, self.paths.path())
            }
            (Some((root, _)), _) if self.has_begun && self.paths.best_rank() < self.best_rank() => {
                self.joined(root, self.paths.promising())
            }
            (_, Some((root, _, rest))) => self.joined(*root, rest.iter().cloned()),
            (_, None) => self.graph.path(),
        }
    }

    fn cost(&self) -> u32 {
        if self.root.is_some() && self.control.is_solved() {
            return self.paths.path_cost();
        }
        let deep = if self.has_begun { self.paths.best_rank() } else { Rank::LAST };
        self.best_rank().min(deep).path_cost()
    }

    fn has_solution(&self) -> bool {
        if self.is_full { self.control.is_solved() } else { self.graph.has_solution() }
    }

    fn restart(&mut self, initial: P::State) {
        self.control.begin_restart();
        let _dropped_last = (self.root_parent.take(), self.promising.take());
        self.graph.restart(initial);
        self.is_full = false;
        (self.root, self.has_begun) = (None, false);
        self.overflowed = false;
        self.deep = Statistics::default();
        self.bound = 0;
        self.control.restart();
        self.end_restart();
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.limit(limits);
        let bytes = limits.byte_limit();
        self.paths.set_offered_limit(bytes.map(|bytes| for_paths(bytes) / 8));
        let for_graph = bytes.map(|bytes| bytes - for_paths(bytes));
        self.graph.set_limits(&limits.with_byte_limit(for_graph));
        self.graph.shrink_root();
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] BoundedMemorySearch<P>, StateSpace,
    graph in space; is_full, root, has_begun, root_parent, paths, overflowed, promising, deep, bound,
    control
);
