//! A\* that never outgrows its memory: A\*+IDA\*.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::evaluation::Sum;
use super::rank::Rank;
use super::{Algorithm, GraphSearch, Search, Step};
use crate::frontier::{BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority};
use crate::{StateSpace, Statistics, StopReason};

/// A\*+IDA\*: graph-search A\* until the memory is full, and then a depth-first search from each
/// node of its open list, deeper and deeper, with what is stored to prune it.
///
/// The [limit on bytes](crate::Limits::bytes) is what it works within, not what stops it.
/// Without one it goes on as A\* until the allocator or the node ids give out.
///
/// Once memory is full, the open node with the lowest *f* is searched depth first up to that *f*,
/// and put back with the lowest *f* found beyond it. A state that is stored with no higher a path
/// cost is passed over: whatever lies behind it is searched from the open nodes there.
///
/// # Guarantees
///
/// - **Optimal** if the estimate is admissible; it need not be consistent.
/// - **Complete** where a solution exists. If there is none, it ends with the proof as
///   soon as no path that visits no state twice is left: quickly if all states fit into memory,
///   and after a time exponential in their number if they do not.
///
/// # Complexity
///
/// As [`GraphAStar`](super::GraphAStar) while that fits; then as
/// [`IdaStar`](super::IdaStar) from each open node, but without the duplicates that the
/// stored states catch.
///
/// # Memory
///
/// The limit, in full: fifteen sixteenths for A\*, the rest for the depth-first stack.
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
pub struct BoundedMemory<Q = BucketQueue> {
    open_list: PhantomData<fn() -> Q>,
}

impl BoundedMemory {
    /// With the open list for small priorities, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { open_list: PhantomData }
    }
}

impl BoundedMemory<KeyedQueue> {
    /// With the open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { open_list: PhantomData }
    }
}

impl Default for BoundedMemory {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q`.
impl<Q> Clone for BoundedMemory<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> Copy for BoundedMemory<Q> {}

impl<Q> fmt::Debug for BoundedMemory<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoundedMemory")
    }
}

impl<P, Q> Algorithm<P> for BoundedMemory<Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    type Search = BoundedMemorySearch<P, Q>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        BoundedMemorySearch {
            graph: GraphSearch::new(space, initial, Sum),
            is_full: false,
            root: None,
            before: None,
            bound: 0,
            next: None,
            pending: Vec::new(),
            path: Vec::new(),
            overflowed: false,
            promising: Vec::new(),
            promising_rank: None,
            deep: Statistics::default(),
            course: Course::new(),
        }
    }
}

/// A state to be expanded by the depth-first search.
#[derive(Clone, Debug)]
struct Pending<S> {
    state: S,
    path_cost: u32,
    /// How many steps it is away from the open node.
    depth: usize,
}

/// An A\*+IDA\* under way. [`BoundedMemory`] starts one.
#[derive(Clone)]
pub struct BoundedMemorySearch<P: StateSpace, Q = BucketQueue> {
    graph: GraphSearch<P, Q>,
    /// Whether the memory is full, and the search goes on depth first.
    is_full: bool,
    /// The open node that the depth-first search begins at, with its estimate.
    root: Option<(NodeId, u32)>,
    /// The state before that node, if it is not the initial one.
    before: Option<P::State>,
    /// Paths are followed up to this f.
    bound: u32,
    /// The lowest f beyond the bound that was met.
    next: Option<u32>,
    /// What is yet to be expanded, the next one last.
    pending: Vec<Pending<P::State>>,
    /// The states from the open node to the one expanded last, with their path costs.
    path: Vec<(P::State, u32)>,
    /// Whether a path was left out because it costs too much for a `u32`.
    overflowed: bool,
    /// The path from the open node to the most promising state, if one is more so than those of A\*.
    promising: Vec<P::State>,
    promising_rank: Option<(Rank, NodeId)>,
    /// What the depth-first search did.
    deep: Statistics,
    course: Course,
}

impl<P, Q> BoundedMemorySearch<P, Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    /// Takes the next open node, to search from it depth first.
    fn begin(&mut self) -> ControlFlow<Step> {
        let Some((id, priority)) = self.graph.take_open() else {
            return ControlFlow::Break(if self.overflowed {
                Step::Stopped(StopReason::PathCost)
            } else {
                self.graph.exhausted()
            });
        };
        // An inconsistent estimate may promise less than is proven already.
        self.bound = self.bound.max(priority.f());
        self.next = None;
        self.root = Some((id, priority.h()));
        self.before = self.graph.parent(id).map(|parent| self.graph.state(parent).clone());
        let (state, path_cost) = (self.graph.state(id).clone(), self.graph.path_cost(id));
        self.pending.push(Pending { state, path_cost, depth: 0 });
        ControlFlow::Continue(())
    }

    /// Puts the open node back, with the lowest f that is left to search from it.
    fn end(&mut self) -> ControlFlow<Step> {
        if let (Some((id, estimate)), Some(next)) = (self.root, self.next) {
            if let Err(full) = self.graph.put_back(id, Priority::new(next, estimate)) {
                return self.stop(full);
            }
        }
        self.root = None;
        ControlFlow::Continue(())
    }

    /// Makes room for as many successors as a node has had at most.
    #[inline]
    fn make_room(&mut self) -> Result<(), Full> {
        let successors = self.course.most_successors;
        if self.pending.capacity() - self.pending.len() < successors {
            let needed = successors.max(self.pending.len());
            let allowance = self.allowance()?;
            reserve(&mut self.pending, needed, allowance)?;
        }
        if self.path.capacity() == self.path.len() {
            let needed = self.path.len().max(4);
            let allowance = self.allowance()?;
            reserve(&mut self.path, needed, allowance)?;
        }
        Ok(())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.graph.len())
    }

    fn stop(&self, full: Full) -> ControlFlow<Step> {
        ControlFlow::Break(Step::Stopped(self.course.stop_reason(full, self.bytes())))
    }

    fn bytes(&self) -> usize {
        let stack = self.pending.capacity() * size_of::<Pending<P::State>>();
        let path = self.path.capacity() * size_of::<(P::State, u32)>();
        self.graph.statistics().bytes + stack + path
    }

    /// Remembers the node expanded last, if it is more promising than any before.
    #[inline]
    fn look_at(&mut self, estimate: u32, path_cost: u32) {
        let rank = Rank::new(estimate, path_cost);
        let best = self.promising_rank.map_or(self.graph.best_rank(), |(best, _)| best);
        if rank < best {
            self.keep(rank);
        }
    }

    #[cold]
    fn keep(&mut self, rank: Rank) {
        if let Some((root, _)) = self.root {
            self.promising_rank = Some((rank, root));
            self.promising.clear();
            self.promising.extend(self.path.iter().map(|(state, _)| state.clone()));
        }
    }
}

/// Makes room for `additional` items if that takes at most `allowance` bytes.
#[cold]
fn reserve<T>(items: &mut Vec<T>, additional: usize, allowance: usize) -> Result<(), Full> {
    if additional.saturating_mul(size_of::<T>()) > allowance {
        return Err(Full::Allowance);
    }
    items.try_reserve_exact(additional).map_err(|_| Full::Allocator)
}

impl<P, Q> Stepwise for BoundedMemorySearch<P, Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    /// Expands one node depth first.
    fn step(&mut self) -> ControlFlow<Step> {
        if self.root.is_none() {
            self.begin()?;
        }
        if let Err(full) = self.make_room() {
            return self.stop(full);
        }
        let Some(Pending { state, path_cost, depth }) = self.pending.pop() else {
            return self.end();
        };
        self.path.truncate(depth);
        let estimate = self.graph.space().estimate(&state);
        self.path.push((state, path_cost));
        let Self { graph, pending, path, deep, next, .. } = self;
        let space = graph.space();
        let (state, _) = &path[depth];
        if space.is_goal(state) {
            self.keep(Rank::new(0, path_cost));
            return ControlFlow::Break(Step::Solved);
        }

        let previous = match depth.checked_sub(1) {
            Some(above) => Some(&path[above].0),
            None => self.before.as_ref(),
        };
        let (first, bound) = (pending.len(), self.bound);
        space.for_each_successor(state, previous, |successor, step_cost| {
            deep.generated += 1;
            let path_cost = u64::from(path_cost) + u64::from(step_cost);
            let f = path_cost + u64::from(space.estimate(&successor));
            let (Ok(f), Ok(path_cost)) = (u32::try_from(f), u32::try_from(path_cost)) else {
                self.overflowed = true;
                return;
            };
            if f > bound {
                *next = Some(next.map_or(f, |next| next.min(f)));
                return;
            }
            let is_stored =
                graph.known_path_cost(&successor).is_some_and(|known| known <= path_cost);
            let mut ancestors = path.iter().rev().take_while(|&&(_, cost)| cost == path_cost);
            if is_stored || ancestors.any(|(ancestor, _)| *ancestor == successor) {
                deep.duplicates += 1;
                return;
            }
            pending.push(Pending { state: successor, path_cost, depth: depth + 1 });
        });
        // The first successor is the next to be expanded.
        pending[first..].reverse();
        self.course.most_successors = self.course.most_successors.max(pending.len() - first);
        deep.expanded += 1;
        self.look_at(estimate, path_cost);
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P, Q> Search<P::State> for BoundedMemorySearch<P, Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    fn advance(&mut self, steps: u64) -> Step {
        if !self.is_full {
            let step = self.graph.advance(steps);
            let Step::Stopped(
                StopReason::Bytes { .. } | StopReason::OutOfMemory { .. } | StopReason::NodeIds,
            ) = step
            else {
                return step;
            };
            self.is_full = true;
            self.bound = self.graph.lower_bound();
            self.graph.open_unfinished();
            return Step::Continue;
        }
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let (graph, deep) = (self.graph.statistics(), &self.deep);
        Statistics {
            expanded: graph.expanded + deep.expanded,
            generated: graph.generated + deep.generated,
            duplicates: graph.duplicates + deep.duplicates,
            bytes: self.bytes(),
            elapsed: graph.elapsed + self.course.elapsed,
            ..graph
        }
    }

    fn lower_bound(&self) -> u32 {
        match self.course.answer {
            _ if !self.is_full => self.graph.lower_bound(),
            Some(Step::Exhausted) => u32::MAX,
            _ => self.bound,
        }
    }

    fn path(&self) -> Vec<P::State> {
        let Some((_, root)) = self.promising_rank else {
            return self.graph.path();
        };
        let mut path = self.graph.path_to(root);
        path.extend(self.promising.iter().skip(1).cloned());
        path
    }

    fn cost(&self) -> u32 {
        self.promising_rank.map_or_else(|| self.graph.cost(), |(rank, _)| rank.path_cost())
    }

    fn restart(&mut self, initial: P::State) {
        self.graph.restart(initial);
        self.is_full = false;
        (self.root, self.before) = (None, None);
        (self.bound, self.next) = (0, None);
        self.pending.clear();
        self.path.clear();
        self.overflowed = false;
        self.promising_rank = None;
        self.deep = Statistics::default();
        self.course.restart();
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
        self.graph.set_byte_limit(bytes.map(|bytes| bytes - bytes / 16));
    }
}

impl<P, Q> fmt::Debug for BoundedMemorySearch<P, Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundedMemorySearch")
            .field("answer", &self.course.answer)
            .field("is_full", &self.is_full)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
