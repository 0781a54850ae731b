//! Best-first search with a closed list: graph-search A\*.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};

use super::course::{Course, Stepwise};
use super::evaluation::{Evaluation, Sum};
use super::rank::Rank;
use super::{Algorithm, OpenNode, Search, Step};
use crate::frontier::{
    BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority, StateTable, discard, hash,
};
use crate::{StateSpace, Statistics, StopReason};

/// Graph-search A\*: the node with the lowest *f = g + h* first, and of the paths to a state only
/// the cheapest one found so far.
///
/// It keeps every state it generates in a table, so a state that is reached along many
/// paths is expanded once where tree search expands it over and over: the right search for
/// grids, road maps and word ladders, and for puzzles as soon as memory for the states is at hand.
/// Ties are broken as in [tree search](super::TreeAStar). From 65,536 nodes on, 16 nodes of the same
/// *f* are expanded together, for that keeps memory busy; which of several solutions is found may
/// depend on it.
///
/// # Guarantees
///
/// - **Optimal** if the estimate is admissible; it need not be consistent. A state is closed
///   only when it is expanded, and opened again if a cheaper path to it is found later. A goal
///   is recognised when it is taken off the open list.
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
///
/// # Complexity
///
/// Each state is expanded once if the estimate is consistent. If it is not, a state may be expanded
/// many times, at worst exponentially often. Constant time a node with small costs, besides the
/// look into the table.
///
/// # Memory
///
/// Every state generated is kept: its size plus 12 bytes, and 5 to 12 bytes in the table.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::GraphAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(GraphAStar::new()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
///
/// # Reference
///
/// P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", *IEEE Transactions on Systems Science and Cybernetics* 4(2), 1968.
/// Why a state may have to be opened again: A. Martelli, "On the complexity of admissible search
/// algorithms", *Artificial Intelligence* 8(1), 1977.
pub struct GraphAStar<Q = BucketQueue> {
    open_list: PhantomData<fn() -> Q>,
}

impl GraphAStar {
    /// With an open list for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { open_list: PhantomData }
    }
}

impl GraphAStar<KeyedQueue> {
    /// With an open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { open_list: PhantomData }
    }
}

impl Default for GraphAStar {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q`.
impl<Q> Clone for GraphAStar<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> Copy for GraphAStar<Q> {}

impl<Q> fmt::Debug for GraphAStar<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GraphAStar")
    }
}

impl<P, Q> Algorithm<P> for GraphAStar<Q>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
{
    type Search = GraphSearch<P, Q>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        GraphSearch::new(space, initial, Sum)
    }
}

/// What is kept of a node besides its state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// An outdated node points to itself: its state was reached more cheaply before it was
    /// expanded. A newer node stands for the state, and this one is passed over when it comes off
    /// the open list.
    parent: Option<NodeId>,
    path_cost: u32,
    /// What the open list keeps with an open node. A closed one points to itself.
    link: Option<NodeId>,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Graph<S, Q> {
    table: StateTable<S, Node>,
    open: Q,
    /// How many outdated nodes are on the open list.
    outdated: usize,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_rank: Rank,
    duplicates: u64,
    reopened: u64,
    /// How many paths were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// From so many nodes on, the table is too large to be in the cache as a whole.
const LARGE: usize = 1 << 16;

/// A node that was taken off the open list, and is expanded when its turn comes.
#[derive(Clone, Debug)]
struct Taken<S> {
    id: NodeId,
    priority: Priority,
    successors: Vec<Successor<S>>,
}

#[derive(Clone, Debug)]
struct Successor<S> {
    state: S,
    step_cost: u32,
    hash: u64,
}

/// A graph search under way. [`GraphAStar`], [`WeightedAStar`](super::WeightedAStar),
/// [`GreedyBestFirst`](super::GreedyBestFirst) and [`UniformCost`](super::UniformCost) start one.
#[derive(Clone)]
pub struct GraphSearch<P: StateSpace, Q = BucketQueue, E = Sum> {
    space: P,
    evaluation: E,
    graph: Graph<P::State, Q>,
    /// Nodes of one f that were taken off together.
    batch: Vec<Taken<P::State>>,
    /// Which of the batch are to be expanded. The others are left over for their memory.
    waiting: Range<usize>,
    /// The estimate of the initial state.
    root_estimate: u32,
    /// The highest f taken off the open list.
    highest: u32,
    expanded: u64,
    largest_open: usize,
    course: Course,
}

impl<P, Q, E> GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    pub(super) fn new(space: P, initial: P::State, evaluation: E) -> Self {
        let mut search = Self {
            graph: Graph {
                table: StateTable::default(),
                open: Q::default(),
                outdated: 0,
                best: NodeId::FIRST,
                best_rank: Rank::new(0, 0),
                duplicates: 0,
                reopened: 0,
                overflows: 0,
            },
            space,
            evaluation,
            batch: Vec::new(),
            waiting: 0..0,
            root_estimate: 0,
            highest: 0,
            expanded: 0,
            largest_open: 1,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }

    /// The nodes on the open list, in the order in which they will be taken off it as far as it
    /// stands now.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let Graph { table, open, .. } = &self.graph;
        let nodes = &table.nodes;
        let batch = self.batch[self.waiting.clone()].iter().map(|taken| (taken.id, taken.priority));
        let open = open.iter(|id| nodes[id].link);
        batch.chain(open).filter(|&(id, _)| nodes[id].parent != Some(id)).map(|(id, priority)| {
            let state = &table.states[id];
            let Node { parent, path_cost, .. } = nodes[id];
            let estimate = self.space.estimate(state);
            OpenNode { id, parent, state, priority: priority.f(), path_cost, estimate }
        })
    }

    pub(super) fn space(&self) -> &P {
        &self.space
    }

    /// How many nodes are stored.
    pub(super) fn len(&self) -> usize {
        self.graph.table.len()
    }

    pub(super) fn state(&self, id: NodeId) -> &P::State {
        &self.graph.table.states[id]
    }

    pub(super) fn path_cost(&self, id: NodeId) -> u32 {
        self.graph.table.nodes[id].path_cost
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.graph.table.nodes[id].parent
    }

    pub(super) fn best_rank(&self) -> Rank {
        self.graph.best_rank
    }

    /// The cost of the cheapest path found to a state, if it is stored.
    #[inline]
    pub(super) fn known_path_cost(&self, state: &P::State) -> Option<u32> {
        let newest = self.graph.table.locate(state).newest;
        newest.map(|id| self.graph.table.nodes[id].path_cost)
    }

    /// Takes the first node off the open list.
    #[inline]
    pub(super) fn take_open(&mut self) -> Option<(NodeId, Priority)> {
        let Graph { table, open, outdated, .. } = &mut self.graph;
        loop {
            let (id, priority) = open.pop(|id| table.nodes[id].link)?;
            if table.nodes[id].parent != Some(id) {
                return Some((id, priority));
            }
            *outdated -= 1;
        }
    }

    /// Puts a node that was taken off back on the open list, with another priority.
    pub(super) fn put_back(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        self.graph.open.reserve(1, self.allowance()?)?;
        self.graph.table.nodes[id].link = self.graph.open.push(id, priority);
        Ok(())
    }

    /// Puts the nodes that were taken off and not expanded back on the open list.
    pub(super) fn put_back_batch(&mut self) {
        // Last in, first out.
        for &Taken { id, priority, .. } in self.batch[self.waiting.clone()].iter().rev() {
            self.graph.table.nodes[id].link = self.graph.open.push(id, priority);
        }
        self.waiting = 0..0;
    }

    /// The states on the cheapest path found to a node.
    pub(super) fn path_to(&self, id: NodeId) -> Vec<P::State> {
        self.graph.table.path_to(id, |node| node.parent)
    }

    /// Orders the nodes of the next run by another evaluation.
    pub(super) fn set_evaluation(&mut self, evaluation: E) {
        self.evaluation = evaluation;
    }

    /// Takes nodes off the open list: one, or, once their look into the table would have to wait for
    /// memory, several of the same f, whose looks then wait together.
    #[inline]
    fn take_batch(&mut self) -> ControlFlow<Step> {
        let most = if self.graph.table.len() < LARGE { 1 } else { E::BATCH };
        if self.batch.len() < most {
            if let Err(full) = self.make_room_for_batch(most) {
                let reason = self.course.stop_reason(full, self.bytes());
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let Some((mut id, mut priority)) = self.take_open() else {
            return ControlFlow::Break(self.exhausted());
        };
        let f = priority.f();
        self.highest = self.highest.max(f);
        self.waiting = 0..0;
        loop {
            let table = &self.graph.table;
            let previous = table.nodes[id].parent.map(|parent| &table.states[parent]);
            let taken = &mut self.batch[self.waiting.end];
            (taken.id, taken.priority) = (id, priority);
            let successors = &mut taken.successors;
            successors.clear();
            self.space.for_each_successor(&table.states[id], previous, |state, step_cost| {
                let hash = hash(&state);
                successors.push(Successor { state, step_cost, hash });
            });
            self.course.most_successors = self.course.most_successors.max(successors.len());
            self.waiting.end += 1;
            if self.waiting.end == most || self.graph.open.lowest().is_none_or(|low| low.f() > f) {
                break;
            }
            let Some(next) = self.take_open() else { break };
            (id, priority) = next;
        }
        if most > 1 {
            let successors =
                self.batch[..self.waiting.end].iter().flat_map(|node| &node.successors);
            self.graph.table.touch(successors.map(|successor| successor.hash));
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn make_room_for_batch(&mut self, most: usize) -> Result<(), Full> {
        let additional = most - self.batch.len();
        let capacity = self.course.most_successors;
        let bytes = size_of::<Taken<P::State>>() + capacity * size_of::<Successor<P::State>>();
        self.allowance()?.checked_sub(additional * bytes).ok_or(Full::Allowance)?;
        self.batch.try_reserve_exact(additional).map_err(|_| Full::Allocator)?;
        for _ in 0..additional {
            let mut successors = Vec::new();
            successors.try_reserve_exact(capacity).map_err(|_| Full::Allocator)?;
            let (id, priority) = (NodeId::FIRST, Priority::new(0, 0));
            self.batch.push(Taken { id, priority, successors });
        }
        Ok(())
    }

    #[inline]
    fn count_expansion(&mut self) {
        self.expanded += 1;
        let open = self.graph.open.len() + self.waiting.len() - self.graph.outdated;
        self.largest_open = self.largest_open.max(open);
    }

    #[cold]
    pub(super) fn exhausted(&mut self) -> Step {
        self.highest = u32::MAX;
        if self.graph.overflows > 0 {
            return Step::Stopped(StopReason::PathCost);
        }
        Step::Exhausted
    }

    /// Whether there is room for so many successors.
    #[inline]
    fn has_room(&self, successors: usize) -> bool {
        self.graph.table.room() >= successors
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.graph.table.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        let count = self.course.most_successors;
        // As much as the open list has is kept back, for it may double.
        let open = self.graph.open.bytes();
        let allowance = self.allowance()?.checked_sub(open).ok_or(Full::Allowance)?;
        self.graph.table.reserve(count, allowance)?;
        self.graph.open.reserve(self.graph.table.room(), self.allowance()?)
    }

    fn bytes(&self) -> usize {
        let Graph { table, open, .. } = &self.graph;
        let successors: usize = self.batch.iter().map(|taken| taken.successors.capacity()).sum();
        let batch = self.batch.capacity() * size_of::<Taken<P::State>>()
            + successors * size_of::<Successor<P::State>>();
        table.bytes() + open.bytes() + batch + self.course.heap_bytes
    }
}

impl<S: Hash + Eq, Q: OpenList> Graph<S, Q> {
    /// Adds a successor of a node, given with its path cost, unless its state is known by a path
    /// that is no more expensive. There must be room for it.
    #[inline]
    fn add<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        heap_bytes: &mut usize,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, hash }: Successor<S>,
    ) {
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let place = self.table.locate_hashed(&state, hash);
        if let Some(known) = place.newest {
            if u64::from(self.table.nodes[known].path_cost) <= path_cost || !E::REOPENS {
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
        *heap_bytes += space.heap_bytes(&state);
        let id = self.table.next_id();
        if let Some(known) = place.newest {
            let node = &mut self.table.nodes[known];
            if node.link == Some(known) {
                self.reopened += 1;
            } else {
                node.parent = Some(known);
                self.outdated += 1;
            }
        }
        let link = self.open.push(id, priority);
        self.table.insert(place, state, Node { parent: Some(parent), path_cost, link });
        let rank = Rank::new(estimate, path_cost);
        if rank < self.best_rank {
            self.best = id;
            self.best_rank = rank;
        }
    }
}

impl<P, Q, E> Stepwise for GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    /// Expands the next node, if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        loop {
            if self.waiting.is_empty() {
                self.take_batch()?;
            }
            let taken = self.waiting.start;
            let Taken { id, ref successors, .. } = self.batch[taken];
            let Node { parent, path_cost, .. } = self.graph.table.nodes[id];
            if parent == Some(id) {
                // A node of the same batch leads to its state more cheaply.
                self.graph.outdated -= 1;
                self.waiting.start += 1;
                continue;
            }
            if self.space.is_goal(&self.graph.table.states[id]) {
                self.waiting.start += 1;
                self.graph.best = id;
                self.graph.best_rank = Rank::new(0, path_cost);
                return ControlFlow::Break(Step::Solved);
            }
            if !self.has_room(successors.len()) {
                if let Err(reason) = self.make_room() {
                    return ControlFlow::Break(Step::Stopped(reason));
                }
            }
            self.waiting.start += 1;
            let Self { space, evaluation, graph, course, .. } = self;
            graph.table.nodes[id].link = Some(id);
            for successor in self.batch[taken].successors.drain(..) {
                let heap_bytes = &mut course.heap_bytes;
                graph.add(space, *evaluation, heap_bytes, (id, path_cost), successor);
            }
            self.count_expansion();
            return ControlFlow::Continue(());
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P, Q, E> Search<P::State> for GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let Graph { table, open, outdated, duplicates, reopened, overflows, .. } = &self.graph;
        let enqueued = table.len() as u64;
        Statistics {
            expanded: self.expanded,
            generated: enqueued + duplicates + overflows,
            enqueued,
            dequeued: self.expanded + u64::from(self.course.is_solved()),
            reopened: *reopened,
            duplicates: *duplicates,
            open: (open.len() - outdated) as u64 + self.waiting.len() as u64,
            largest_open: self.largest_open as u64,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        let highest = match self.graph.open.lowest() {
            Some(lowest) if self.course.answer.is_none() && self.waiting.is_empty() => {
                self.highest.max(lowest.f())
            }
            _ => self.highest,
        };
        let bound = self.evaluation.lower_bound(highest).max(self.root_estimate);
        if self.course.is_solved() { bound.min(self.cost()) } else { bound }
    }

    fn path(&self) -> Vec<P::State> {
        self.path_to(self.graph.best)
    }

    fn cost(&self) -> u32 {
        self.graph.best_rank.path_cost()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        let graph = &mut self.graph;
        graph.open.clear();
        graph.outdated = 0;
        graph.best = NodeId::FIRST;
        graph.best_rank = Rank::new(estimate, 0);
        (graph.duplicates, graph.reopened, graph.overflows) = (0, 0, 0);
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let link = graph.open.push(NodeId::FIRST, self.evaluation.root(estimate));
        graph.table.restart(initial, Node { parent: None, path_cost: 0, link });
        self.waiting = 0..0;
        self.root_estimate = estimate;
        self.highest = 0;
        self.expanded = 0;
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P, Q, E> fmt::Debug for GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
