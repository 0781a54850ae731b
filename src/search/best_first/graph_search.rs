//! Best-first search with a closed list: graph-search A\*.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};

use super::OpenNode;
use super::{Evaluation, Sum};
use crate::frontier::{
    BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority, StateTable, discard, hash,
};
use crate::search::course::{Course, Stepwise};
use crate::search::rank::Rank;
use crate::search::reached::{self, Reached};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, End, RestartIn, Search};
use crate::{Limits, StateSpace, Statistics, StopReason};

/// Graph-search A\*: the node with the lowest *f = g + h* first, and of the paths to a state only
/// the cheapest one found so far.
///
/// It keeps every state it generates in a table, so a state that is reached along many
/// paths is expanded once where tree search expands it over and over: the right search for
/// grids, road maps and word ladders, and for puzzles as soon as memory for the states is at hand.
/// Ties are broken as in [tree search](crate::search::TreeAStar). From 65,536 nodes on, 16 nodes of the same
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

impl reached::Node for Node {
    fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Graph<S, Q> {
    reached: Reached<S, Node>,
    open: Q,
    /// How many outdated nodes are on the open list.
    outdated: usize,
    /// A node for which there was no memory on the open list yet.
    pending: Option<(NodeId, Priority)>,
}

/// From so many nodes on, the table is too large to be in the cache as a whole.
const LARGE: usize = 1 << 16;

/// What a node that is put on the open list may take, whatever the limit, in bytes.
pub(in crate::search) const A_PLACE: usize = 64;

/// A node that was taken off the open list, and is expanded when its turn comes.
#[derive(Clone, Debug)]
struct Taken<S> {
    id: NodeId,
    priority: Priority,
    /// Its successors, with their hashes.
    successors: Successors<S, u64>,
}

impl<S: Hash> Taken<S> {
    /// Collects the successors, which may take so many bytes.
    #[expect(clippy::inline_always, reason = "what a search asks of a state is a part of its loop")]
    #[inline(always)]
    fn collect<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        Reached { table: StateTable { states, nodes, .. }, .. }: &Reached<S, Node>,
        allowance: usize,
    ) -> Result<(), Full> {
        let Self { id, successors, .. } = self;
        let previous = nodes[*id].parent.map(|parent| &states[parent]);
        successors.begin(allowance);
        space.for_each_successor(&states[*id], previous, |state, step_cost| {
            let hash = hash(&state);
            successors.collect(space, state, step_cost, hash);
        });
        successors.end()?;
        Ok(())
    }
}

/// A graph search under way. [`GraphAStar`], [`WeightedAStar`](crate::search::WeightedAStar),
/// [`GreedyBestFirst`](crate::search::GreedyBestFirst) and [`UniformCost`](crate::search::UniformCost) start one.
#[derive(Clone)]
pub struct GraphSearch<P: StateSpace, Q = BucketQueue, E = Sum> {
    space: P,
    evaluation: E,
    graph: Graph<P::State, Q>,
    /// Nodes of one f that were taken off together.
    batch: Vec<Taken<P::State>>,
    /// Which of the batch are to be expanded. The others are left over for their memory.
    waiting: Range<usize>,
    /// The highest f taken off the open list.
    highest: u32,
    /// How many bytes are kept back for each open node.
    kept_back: usize,
}

impl<P, Q, E> GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    pub(in crate::search) fn new(space: P, initial: P::State, evaluation: E) -> Self {
        let mut search = Self {
            graph: Graph {
                reached: Reached::new(),
                open: Q::default(),
                outdated: 0,
                pending: None,
            },
            space,
            evaluation,
            batch: Vec::new(),
            waiting: 0..0,
            highest: 0,
            kept_back: 0,
        };
        search.restart(initial);
        search
    }

    /// The nodes on the open list, in the order in which they will be taken off it as far as it
    /// stands now.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let Graph { reached: Reached { table, .. }, open, .. } = &self.graph;
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

    pub(in crate::search) fn space(&self) -> &P {
        &self.space
    }

    /// What is searched from the next restart on.
    pub(in crate::search) fn set_space(&mut self, space: P) {
        self.space = space;
    }

    pub(in crate::search) fn state(&self, id: NodeId) -> &P::State {
        &self.graph.reached.table.states[id]
    }

    pub(in crate::search) fn path_cost(&self, id: NodeId) -> u32 {
        self.graph.reached.table.nodes[id].path_cost
    }

    pub(in crate::search) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.graph.reached.table.nodes[id].parent
    }

    /// How many nodes were generated.
    pub(in crate::search) fn generated(&self) -> u64 {
        self.graph.reached.generated()
    }

    pub(in crate::search) fn best_rank(&self) -> Rank {
        self.graph.reached.best_rank
    }

    /// The cost of the cheapest path found to a state, if it is stored.
    #[inline]
    pub(in crate::search) fn known_path_cost(&self, state: &P::State) -> Option<u32> {
        let table = &self.graph.reached.table;
        table.find(state).map(|id| table.nodes[id].path_cost)
    }

    /// Takes the first node off the open list.
    #[inline]
    pub(in crate::search) fn take_open(&mut self) -> Option<(NodeId, Priority)> {
        let Graph { reached, open, outdated, .. } = &mut self.graph;
        let nodes = &reached.table.nodes;
        loop {
            let (id, priority) = open.pop(|id| nodes[id].link)?;
            if nodes[id].parent != Some(id) {
                return Some((id, priority));
            }
            *outdated -= 1;
        }
    }

    /// Of the limit on bytes, keeps back so many for each open node.
    pub(in crate::search) fn keep_back(&mut self, bytes: usize) {
        self.kept_back = bytes;
    }

    /// Puts a node that was taken off back on the open list, with another priority, if that takes at
    /// most `allowance` bytes.
    pub(in crate::search) fn put_back(
        &mut self,
        id: NodeId,
        priority: Priority,
        allowance: usize,
    ) -> Result<(), Full> {
        let Graph { reached, open, .. } = &mut self.graph;
        let limit = allowance.saturating_add(open.bytes());
        reached.table.nodes[id].link = open.push_within(id, priority, limit)?;
        Ok(())
    }

    /// Puts the nodes that were taken off and not expanded back on the open list, whatever the limit,
    /// and gives up the memory for further successors.
    pub(in crate::search) fn put_back_batch(&mut self) -> Result<(), Full> {
        self.batch.iter_mut().for_each(|taken| taken.successors = Successors::new());
        let limit = self.graph.open.bytes() + A_PLACE;
        self.graph.put_back_pending(limit).or_else(|_| self.graph.put_back_pending(usize::MAX))?;
        let Graph { reached, open, .. } = &mut self.graph;
        // Last in, first out.
        while let Some(&Taken { id, priority, .. }) = self.batch[self.waiting.clone()].last() {
            reached.table.nodes[id].link = open.put_back(id, priority);
            self.waiting.end -= 1;
        }
        (self.batch, self.waiting) = (Vec::new(), 0..0);
        Ok(())
    }

    /// The states on the cheapest path found to a node.
    pub(in crate::search) fn path_to(&self, id: NodeId) -> Vec<P::State> {
        self.graph.reached.path_to(id)
    }

    /// Starts anew, with nodes ordered by another evaluation.
    pub(in crate::search) fn restart_by(&mut self, evaluation: E, initial: P::State) {
        let root = Node { parent: None, path_cost: 0, link: None };
        let Graph { reached, open, outdated, pending } = &mut self.graph;
        reached.restart(&self.space, initial, root);
        let link = open.restart(NodeId::FIRST, evaluation.root(reached.root_estimate));
        reached.table.nodes[NodeId::FIRST].link = link;
        (*outdated, *pending) = (0, None);
        self.evaluation = evaluation;
        self.batch.iter_mut().for_each(|taken| taken.successors.clear());
        self.waiting = 0..0;
        self.highest = 0;
    }

    /// Takes nodes off the open list: one, or, once their look into the table would have to wait for
    /// memory, several of the same f, whose looks then wait together.
    #[inline]
    fn take_batch(&mut self) -> ControlFlow<End> {
        let most = if self.graph.reached.table.len() < LARGE { 1 } else { E::BATCH };
        if self.batch.len() < most {
            if let Err(full) = self.make_room_for_batch(most) {
                return self.stop(full);
            }
        }
        self.waiting = 0..0;
        loop {
            let index = self.waiting.end;
            let Some((id, priority)) = self.take_open() else {
                if index == 0 {
                    return ControlFlow::Break(self.exhausted());
                }
                break;
            };
            let f = priority.f();
            if index > 0 && f > self.batch[0].priority.f() {
                // What was left of this f was outdated.
                let Graph { reached, open, .. } = &mut self.graph;
                reached.table.nodes[id].link = open.put_back(id, priority);
                break;
            }
            self.highest = self.highest.max(f);
            self.waiting.end += 1;
            let allowance = self.allowance();
            let taken = &mut self.batch[index];
            (taken.id, taken.priority) = (id, priority);
            // If there is no room for its successors now, there may be when its turn comes.
            let collected =
                allowance.and_then(|bytes| taken.collect(&self.space, &self.graph.reached, bytes));
            let is_last = self.waiting.end == most || collected.is_err();
            if is_last || self.graph.open.lowest().is_none_or(|lowest| lowest.f() > f) {
                break;
            }
        }
        if most > 1 {
            let waiting = self.batch[self.waiting.clone()].iter();
            let successors = waiting.flat_map(|taken| taken.successors.list());
            self.graph.reached.table.touch(successors.map(|successor| successor.known));
        }
        ControlFlow::Continue(())
    }

    /// Makes room for the successors of the next node, once they are collected, and for the node that
    /// is pending.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> Result<(), StopReason> {
        let index = self.waiting.start;
        if !self.batch[index].successors.is_collected() {
            let put_back = self.open_limit().and_then(|limit| self.graph.put_back_pending(limit));
            let allowance = put_back.and_then(|()| self.allowance());
            let taken = &mut self.batch[index];
            let collected =
                allowance.and_then(|bytes| taken.collect(&self.space, &self.graph.reached, bytes));
            collected.map_err(|full| self.graph.reached.stop_reason(full, self.beside()))?;
        }
        let count = self.batch[index].successors.list().len();
        if count <= self.graph.reached.table.room() {
            return Ok(());
        }
        let beside = self.beside() + self.kept_back * self.graph.open.len();
        let kept_back = self.graph.open.growth();
        self.graph.reached.grow_beside(count, beside, kept_back)
    }

    /// How many bytes the open list may take.
    #[inline]
    fn open_limit(&self) -> Result<usize, Full> {
        if self.graph.reached.course.byte_limit().is_none() {
            return Ok(usize::MAX);
        }
        Ok(self.allowance()? + self.graph.open.bytes())
    }

    #[cold]
    fn make_room_for_batch(&mut self, most: usize) -> Result<(), Full> {
        let additional = most - self.batch.len();
        let bytes = additional * size_of::<Taken<P::State>>();
        self.allowance()?.checked_sub(bytes).ok_or(Full::Allowance)?;
        self.batch.try_reserve_exact(additional).map_err(|_| Full::Allocator)?;
        self.batch.resize_with(most, || Taken {
            id: NodeId::FIRST,
            priority: Priority::new(0, 0),
            successors: Successors::new(),
        });
        Ok(())
    }

    #[cold]
    pub(in crate::search) fn exhausted(&mut self) -> End {
        self.highest = u32::MAX;
        if self.graph.reached.overflows > 0 {
            return End::Stopped(StopReason::PathCost);
        }
        End::Exhausted
    }

    #[cold]
    fn stop(&self, full: Full) -> ControlFlow<End> {
        let reason = self.graph.reached.stop_reason(full, self.beside());
        ControlFlow::Break(End::Stopped(reason))
    }

    #[inline]
    fn allowance(&self) -> Result<usize, Full> {
        if self.graph.reached.course.byte_limit().is_none() {
            return Ok(usize::MAX);
        }
        self.graph.reached.allowance(self.beside() + self.kept_back * self.graph.open.len())
    }

    /// The memory in use besides the states reached.
    fn beside(&self) -> usize {
        let successors: usize = self.batch.iter().map(|taken| taken.successors.bytes()).sum();
        self.graph.open.bytes() + self.batch.capacity() * size_of::<Taken<P::State>>() + successors
    }

    /// How many nodes are open.
    fn open(&self) -> usize {
        let is_solved = self.graph.reached.course.is_solved();
        let Graph { open, outdated, pending, .. } = &self.graph;
        let taken = self.waiting.len() + usize::from(pending.is_some());
        open.len() + taken - outdated - usize::from(is_solved)
    }
}

impl<S: Hash + Eq + Clone, Q: OpenList> Graph<S, Q> {
    /// Puts the node on the open list for which there was no memory before.
    fn put_back_pending(&mut self, open_limit: usize) -> Result<(), Full> {
        if let Some((id, priority)) = self.pending {
            let link = self.open.push_within(id, priority, open_limit)?;
            self.reached.table.nodes[id].link = link;
            self.pending = None;
        }
        Ok(())
    }

    /// Adds a successor of a node, given with its path cost, unless its state is known by a path
    /// that is no more expensive. There must be room for it in the table; the open list may take up
    /// to `open_limit` bytes. If that is not enough, the node is pending.
    #[inline]
    fn add<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, known: hash }: Successor<S, u64>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let Self { reached, open, outdated, pending } = self;
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let place = reached.table.locate_hashed(&state, hash);
        if let Some(known) = place.newest {
            if u64::from(reached.table.nodes[known].path_cost) <= path_cost || !E::REOPENS {
                reached.duplicates += 1;
                discard(state);
                return Ok(());
            }
        }
        let estimate = space.estimate(&state);
        let Some(priority) = evaluation.priority(path_cost, estimate) else {
            reached.overflows += 1;
            discard(state);
            return Ok(());
        };
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        reached.heap_bytes += space.heap_bytes(&state);
        let id = reached.table.next_id();
        if let Some(known) = place.newest {
            let node = &mut reached.table.nodes[known];
            if node.link == Some(known) {
                reached.reopened += 1;
            } else {
                node.parent = Some(known);
                *outdated += 1;
            }
        }
        reached.rank_next(estimate, path_cost);
        // Before it is on the open list: as long as the state may still have to be dropped here, it is
        // kept in memory a second time.
        reached.table.insert(place, state, Node { parent: Some(parent), path_cost, link: None });
        match open.push_within(id, priority, open_limit) {
            Ok(link) => reached.table.nodes[id].link = link,
            Err(full) => {
                *pending = Some((id, priority));
                return Err(full);
            }
        }
        Ok(())
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
    fn step(&mut self) -> ControlFlow<End> {
        let (id, path_cost, is_ready) = loop {
            if self.waiting.is_empty() {
                self.take_batch()?;
            }
            let Reached { table, .. } = &self.graph.reached;
            let Taken { id, successors, .. } = &self.batch[self.waiting.start];
            let Node { parent, path_cost, .. } = table.nodes[*id];
            if parent != Some(*id) {
                let has_room = successors.list().len() <= table.room();
                break (*id, path_cost, has_room && successors.is_collected());
            }
            // A node of the same batch leads to its state more cheaply.
            self.graph.outdated -= 1;
            self.batch[self.waiting.start].successors.clear();
            self.waiting.start += 1;
        };
        if self.space.is_goal(&self.graph.reached.table.states[id]) {
            return ControlFlow::Break(self.graph.reached.solve(id, path_cost));
        }
        if !is_ready {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(End::Stopped(reason));
            }
        }
        let open_limit = match self.open_limit() {
            Ok(open_limit) => open_limit,
            Err(full) => return self.stop(full),
        };
        let Self { space, evaluation, graph, batch, waiting, .. } = &mut *self;
        graph.reached.table.nodes[id].link = Some(id);
        let (list, added) = batch[waiting.start].successors.drain();
        let mut refused = None;
        for successor in list {
            let result = graph.add(space, *evaluation, (id, path_cost), successor, open_limit);
            *added += 1;
            if let Err(full) = result {
                refused = Some(full);
                break;
            }
        }
        if let Some(full) = refused {
            return self.stop(full);
        }
        *added = 0;
        waiting.start += 1;
        let open = graph.open.len() + waiting.len() - graph.outdated;
        graph.reached.count_expansion(open);
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.graph.reached.course
    }
}

impl<P, Q, E> Search for GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        self.graph.reached.statistics(self.open(), self.beside())
    }

    fn lower_bound(&self) -> u32 {
        let Graph { reached, open, .. } = &self.graph;
        let highest = match open.lowest() {
            Some(lowest) if reached.course.answer.is_none() && self.waiting.is_empty() => {
                self.highest.max(lowest.f())
            }
            _ => self.highest,
        };
        let proven = self.evaluation.lower_bound(highest).max(reached.root_estimate);
        reached.lower_bound(proven)
    }

    fn path(&self) -> Vec<P::State> {
        self.path_to(self.graph.reached.best)
    }

    fn cost(&self) -> u32 {
        self.graph.reached.cost()
    }

    fn has_solution(&self) -> bool {
        self.graph.reached.course.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        self.restart_by(self.evaluation, initial);
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.graph.reached.course.set_limits(limits);
    }
}

impl<P, Q, E> RestartIn<P> for GraphSearch<P, Q, E>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    E: Evaluation,
{
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
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
            .field("answer", &self.graph.reached.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
