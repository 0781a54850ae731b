//! Best-first search with a closed list.

mod from_tree;
mod graph;
mod inside;

use std::collections::HashSet;
use std::hash::Hash;
use std::iter;
use std::ops::Range;

pub(crate) use graph::OPEN_NODE_BYTES;
use graph::{BatchNode, Graph, Parent};

use super::closed::Closed;
use super::{BATCHES_FROM, Evaluation, Node, OpenNode, Reopening, Sum};
use crate::frontier::{BucketQueue, Full, NodeId, Priority, make_room};
use crate::search::control::{Halt, Stepwise, list_limit};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::key::unpacked_key;
use crate::search::reached::{Initial, OtherMemory, Reached, add_as_generated};
use crate::search::successors::{Successor, Successors};
use crate::search::{End, Search};
use crate::{EventKind, StateSpace, Statistics};

/// After this number of batches, one more node may be taken together with those of another *f*.
const TRIES: usize = 64;

/// A graph search in progress. It is started by [`GraphAStar`](crate::search::GraphAStar),
/// [`WeightedAStar`](crate::search::WeightedAStar),
/// [`GreedyBestFirst`](crate::search::GreedyBestFirst), [`UniformCost`](crate::search::UniformCost)
/// or [`BestFirst`](crate::search::BestFirst).
#[derive(Clone)]
pub struct GraphSearch<P: StateSpace, E = Sum> {
    pub(crate) space: P,
    pub(crate) evaluation: E,
    graph: Graph<P::State>,
    /// Nodes that were taken off the open list together: of equal *f*, unless the evaluation looks
    /// ahead.
    batch: Vec<BatchNode<P::State>>,
    /// The part of the batch that is still to be expanded. The memory of the rest is used again.
    waiting: Range<usize>,
    /// [`TRIES`] times the number of nodes that may be taken together if they differ in *f*. It
    /// grows by 1 with each batch. If the rest of a batch is put back, it becomes [`TRIES`] times
    /// the number of nodes that were expanded.
    look_ahead: usize,
    /// The maximum over time of the lowest *f* in the open list.
    proven_f: u32,
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> GraphSearch<P, E> {
    /// Whether closed nodes may have to be put back on the open list.
    const PUTS_BACK: bool = matches!(E::REOPENING, Reopening::UnlessConsistent);

    pub(crate) fn new(space: P, initial: P::State, evaluation: E) -> Self {
        Self::without_nodes(space, evaluation).started(initial)
    }

    /// A search without nodes, not even the root.
    pub(crate) fn without_nodes(space: P, evaluation: E) -> Self {
        Self {
            graph: Graph::new(),
            space,
            evaluation,
            batch: Vec::new(),
            waiting: 0..0,
            look_ahead: 0,
            proven_f: 0,
        }
    }

    /// The open nodes, in the order in which they would be taken off if no more were added. If
    /// memory ended when a node was to be added, that node comes first among those of equal *f*.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let Graph { reached: Reached { table, .. }, open, apart, pending, .. } = &self.graph;
        let nodes = &table.nodes;
        let batch = self.batch[self.waiting.clone()].iter().map(|taken| (taken.id, taken.priority));
        let (mut batch, mut apart, mut pending) = (batch.peekable(), *apart, *pending);
        let open = open.iter(|id| nodes[id].link).filter(|&(id, _)| !nodes[id].is_closed(id));
        // If a node is listed twice, it comes where it is listed first.
        let (mut open, mut listed) = (open.peekable(), HashSet::new());
        let open = iter::from_fn(move || {
            let f = open.peek().map(|(_, priority)| priority.f());
            let is_next = |&(_, priority): &(_, Priority)| f.is_none_or(|f| priority.f() <= f);
            let first = batch.next_if(is_next).or_else(|| apart.take_if(|node| is_next(node)));
            first.or_else(|| pending.take_if(|node| is_next(node))).or_else(|| open.next())
        });
        let is_listed = move |&(id, _): &_| listed.insert(id) && !nodes[id].is_outdated(id);
        open.filter(is_listed).map(|(id, priority)| {
            let state = &table.states[id];
            let Node { parent, path_cost, .. } = nodes[id];
            let estimate = self.space.estimate(state);
            OpenNode { id, parent, state, priority: priority.f(), path_cost, estimate }
        })
    }

    /// Takes the first node off the open list.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(crate) fn take_open(&mut self) -> Option<(NodeId, Priority)> {
        loop {
            let apart_is_first = self.graph.apart.is_some() && self.graph.apart_is_first();
            let Graph { reached, open, apart, outdated, .. } = &mut self.graph;
            let nodes = &reached.table.nodes;
            let first = if apart_is_first { apart.take() } else { open.pop(|id| nodes[id].link) };
            let (id, priority) = first?;
            if !nodes[id].is_outdated(id) && !nodes[id].is_closed(id) {
                return Some((id, priority));
            }
            *outdated -= 1;
        }
    }

    /// Computes all that a restart needs of an initial state. The search only forgets which
    /// successors it had collected and added; nothing else changes.
    pub(crate) fn prepare_restart(&mut self, initial: P::State) -> Initial<P::State> {
        let initial = Initial::new(&self.space, initial);
        self.batch.iter_mut().for_each(|taken| taken.successors.clear());
        initial
    }

    /// Restarts with another evaluation function.
    pub(crate) fn restart_by(&mut self, evaluation: E, initial: Initial<P::State>) {
        self.graph.reached.control.begin_restart();
        self.begin(evaluation, Closed::by::<E>(), initial);
        self.graph.reached.control.restart();
        self.end_restart();
        self.graph.reached.report_root(&self.space);
    }

    /// Begins with this state alone, in the same control. Old states are dropped at the end. The
    /// search must then [report](Reached::report_root) it.
    pub(crate) fn begin(&mut self, evaluation: E, closed: Closed, initial: Initial<P::State>) {
        let priority = evaluation.root(initial.estimate);
        let graph = &mut self.graph;
        graph.open.begin(priority.f());
        (graph.apart, graph.outdated, graph.pending) = (Some((NodeId::FIRST, priority)), 0, None);
        graph.put_back_end = 0;
        // An *f* of `u32::MAX` also stands for all higher ones.
        let must_reopen = Self::PUTS_BACK && priority.f() == u32::MAX;
        graph.closed = if must_reopen { Closed::Reopen } else { closed };
        (graph.opened_again, graph.enqueued_again) = (0, 0);
        self.evaluation = evaluation;
        (self.waiting, self.look_ahead) = (0..0, E::BATCH * TRIES);
        self.proven_f = 0;
        graph.reached.begin(initial, None);
    }

    /// Takes the next nodes off the open list. While the table fits into the cache, or if states
    /// are numbered, that is one node. Otherwise it is several, so that their table lookups wait
    /// for memory at the same time.
    #[inline]
    fn take_batch(&mut self) -> Result<(), Halt> {
        let Reached { table, .. } = &self.graph.reached;
        let is_small = self.graph.reached.enqueued() < BATCHES_FROM;
        let most = if is_small || !table.numbers.is_hashing { 1 } else { E::BATCH };
        if self.batch.len() < most {
            self.make_room_for_batch(most)?;
        }
        self.waiting = 0..0;
        loop {
            let index = self.waiting.end;
            let Some((id, priority)) = self.take_open() else {
                if index > 0 {
                    break;
                }
                // Cheaper paths were dropped. With them, a path that was pruned for its cost may
                // cost less.
                let has_left_out = self.graph.closed == Closed::StayAtHigherCost;
                if Self::PUTS_BACK && has_left_out && self.graph.reached.overflowed {
                    self.put_back_closed(0)?;
                    continue;
                }
                return Err(self.exhausted().into());
            };
            let f = priority.f();
            let must_have_same_f = !E::LOOKS_AHEAD || index >= self.look_ahead / TRIES;
            if index > 0 && must_have_same_f && f > self.batch[0].priority.f() {
                // The other nodes of this f were outdated.
                let Graph { reached, open, .. } = &mut self.graph;
                reached.table.nodes[id].link = open.put_back(id, priority);
                break;
            }
            self.waiting.end += 1;
            let taken = &mut self.batch[index];
            (taken.id, taken.priority, taken.raised) = (id, priority, 0);
            if most == 1 {
                return Ok(());
            }
            // If the successors do not fit now, they may when the node is expanded.
            let is_last = self.collect_apart(index).is_err()
                || self.waiting.end == most
                || (self.graph.apart.is_some() && self.graph.apart_is_first());
            let must_have_same_f = !E::LOOKS_AHEAD || self.waiting.end >= self.look_ahead / TRIES;
            if is_last || self.graph.lowest_f().is_none_or(|lowest| must_have_same_f && lowest > f)
            {
                break;
            }
        }
        self.look_ahead = (self.look_ahead + 1).min(most * TRIES);
        for taken in &self.batch[self.waiting.clone()] {
            let keys = taken.successors.list().iter();
            let keys = keys.map(|it| unpacked_key(&self.space, &it.state, it.packed_key));
            self.graph.reached.table.touch(keys);
        }
        Ok(())
    }

    /// Returns whether no open node comes before the next one of the batch. If one does, puts the
    /// rest of the batch back on the open list.
    #[inline(never)]
    fn batch_still_comes_first(&mut self) -> Result<bool, Full> {
        let f = self.batch[self.waiting.start].priority.f();
        if self.graph.lowest_f().is_none_or(|lowest| lowest >= f) {
            return Ok(true);
        }
        self.look_ahead = self.waiting.start * TRIES;
        let limit = self.open_limit()?;
        while let Some(taken) = self.batch[self.waiting.clone()].last_mut() {
            let Graph { reached, open, .. } = &mut self.graph;
            let link = open.push_within(taken.id, taken.priority, limit)?;
            reached.table.nodes[taken.id].link = link;
            // First, because a state may panic when it is dropped.
            self.waiting.end -= 1;
            taken.successors.clear();
        }
        Ok(false)
    }

    /// As [`collect`](Self::collect), but not inlined, so that a program compiles it only once.
    #[inline(never)]
    fn collect_apart(&mut self, index: usize) -> Result<(), Full> {
        self.collect(index)
    }

    /// Collects the successors of a node that was taken.
    #[expect(clippy::inline_always, reason = "a call takes 2% of the instructions")]
    #[inline(always)]
    fn collect(&mut self, index: usize) -> Result<(), Full> {
        let allowance = self.allowance()?;
        let BatchNode { id, successors, .. } = &mut self.batch[index];
        let table = &mut self.graph.reached.table;
        successors.collect_all(&self.space, table, *id, allowance)
    }

    /// Collects the successors of the next node, unless that was done, and makes room for them.
    #[inline]
    fn collect_next(&mut self) -> Result<(), Halt> {
        let index = self.waiting.start;
        if !self.batch[index].successors.is_collected {
            if self.graph.pending.is_some() {
                self.graph.put_back_pending(self.open_limit()?)?;
            }
            if E::BATCH == 1 { self.collect(index)? } else { self.collect_apart(index)? }
        }
        let additional = self.batch[index].successors.list().len();
        if additional > self.graph.reached.table.room() {
            let in_use = self.other_bytes() + self.kept_back_for_open();
            let other = OtherMemory { in_use, kept_back: self.graph.open.growth() };
            self.graph.reached.make_room(additional, other)?;
        }
        Ok(())
    }

    /// Puts the closed nodes from this index on back on the open list. If memory ends or a state
    /// panics, the next call goes on from there.
    #[cold]
    #[inline(never)]
    fn put_back_closed(&mut self, index: usize) -> Result<(), Halt> {
        self.graph.put_back_end = self.graph.reached.table.len();
        for index in index..self.graph.reached.table.len() {
            self.graph.closed = Closed::PutBackFrom(index);
            let Some(id) = NodeId::from_index(index) else { break };
            let node = self.graph.reached.table.nodes[id];
            if !node.is_closed(id) {
                continue;
            }
            let estimate = self.space.estimate(&self.graph.reached.table.states[id]);
            let priority = self.evaluation.priority(node.path_cost.into(), estimate);
            let priority = priority.unwrap_or_else(|| self.evaluation.root(estimate));
            let limit = self.open_limit()?;
            let link = self.graph.open.push_within(id, priority, limit)?;
            self.graph.reached.table.nodes[id].link = link;
            self.graph.opened_again += 1;
            self.graph.enqueued_again += 1;
            self.graph.closed = Closed::PutBackFrom(index + 1);
            self.graph.reached.report(&self.space, EventKind::Reopened, id);
        }
        self.graph.closed = Closed::Reopen;
        Ok(())
    }

    /// Expands the next node, if it is not a goal. If its *f* is higher than `most`, the search is
    /// exhausted.
    #[inline]
    pub(crate) fn step_within(&mut self, most: u32) -> Result<(), Halt> {
        if self.waiting.is_empty() || (E::LOOKS_AHEAD && !self.batch_still_comes_first()?) {
            if let (true, Closed::PutBackFrom(index)) = (Self::PUTS_BACK, self.graph.closed) {
                self.put_back_closed(index)?;
            }
            self.take_batch()?;
        }
        let &BatchNode { id, priority, .. } = &self.batch[self.waiting.start];
        if priority.f() > most {
            return Err(End::Exhausted.into());
        }
        if priority.f() > self.proven_f {
            self.proven_f = priority.f();
        }
        let path_cost = self.path_cost(id);
        if self.space.is_goal(&self.graph.reached.table.states[id]) {
            return Err(self.graph.reached.solve(&self.space, id, path_cost).into());
        }
        let estimate = match E::REOPENING {
            Reopening::UnlessConsistent if !self.space.estimate_is_consistent_both_ways() => {
                self.space.estimate(self.state(id))
            }
            _ => 0,
        };
        let parent = Parent { id: Some(id), path_cost, estimate };
        if !self.add_as_generated(id, parent) {
            self.add_collected(id, parent)?;
        }
        let Self { graph, waiting, .. } = self;
        waiting.start += 1;
        let open = graph.listed() + waiting.len() - graph.outdated;
        graph.reached.count_expansion(open);
        Ok(())
    }

    /// Adds the successors of the next node as they are generated. Returns whether all were added.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    fn add_as_generated(&mut self, id: NodeId, parent: Parent) -> bool {
        let Self { space, evaluation, graph, batch, waiting, .. } = self;
        let successors = &mut batch[waiting.start].successors;
        let may_add = !E::PATHMAX && graph.pending.is_none();
        if !may_add || !graph.reached.may_add_as_generated(successors) {
            return false;
        }
        graph.reached.report_expansion(space, id);
        graph.reached.table.nodes[id].close(id);
        let evaluation = *evaluation;
        let add =
            |graph: &mut Graph<_>, next| graph.add(space, evaluation, parent, next, usize::MAX);
        let added =
            add_as_generated(space, id, successors, graph, |graph| &mut graph.reached.table, add);
        added.unwrap_or_else(|_| {
            // The one that the open list refused is in the table, and pending.
            successors.added += 1;
            false
        })
    }

    /// Adds the successors of the next node that were not added before.
    #[inline]
    fn add_collected(&mut self, id: NodeId, mut parent: Parent) -> Result<(), Halt> {
        self.collect_next()?;
        if E::PATHMAX {
            parent.estimate = self.raised_estimate(parent.path_cost);
        }
        let open_limit = self.open_limit()?;
        let Self { space, evaluation, graph, batch, waiting, .. } = self;
        graph.reached.report_expansion(space, id);
        graph.reached.table.nodes[id].close(id);
        let successors = &mut batch[waiting.start].successors;
        let add = |next| graph.add(space, *evaluation, parent, next, open_limit);
        successors.add_each(add).map_err(|full| {
            // The one that the open list refused is in the table, and pending.
            successors.added += 1;
            full.into()
        })
    }

    /// The estimate of the node that is expanded next, raised by its own *f* and by its successors.
    fn raised_estimate(&mut self, path_cost: u32) -> u32 {
        let BatchNode { priority, raised, successors, .. } = &mut self.batch[self.waiting.start];
        let by_successors =
            successors.list().iter().map(|Successor { state, step_cost, .. }| {
                self.space.estimate(state).saturating_sub(*step_cost)
            });
        let estimate = priority.f().saturating_sub(path_cost);
        *raised = by_successors.fold(estimate.max(*raised), u32::max);
        *raised
    }

    /// How many bytes the open list may use.
    #[inline]
    fn open_limit(&self) -> Result<usize, Full> {
        Ok(list_limit(self.allowance()?, || self.graph.open.bytes()))
    }

    #[cold]
    fn make_room_for_batch(&mut self, most: usize) -> Result<(), Full> {
        let (additional, mut allowance) = (most - self.batch.len(), self.allowance()?);
        let bytes = size_of::<BatchNode<P::State>>();
        make_room(&mut self.batch, additional, bytes, &mut allowance)?;
        let (id, priority) = (NodeId::FIRST, Priority::new(0, 0));
        let none = || BatchNode { id, priority, raised: 0, successors: Successors::new() };
        self.batch.resize_with(most, none);
        Ok(())
    }

    #[cold]
    pub(crate) fn exhausted(&mut self) -> End {
        self.proven_f = u32::MAX;
        self.graph.reached.exhausted()
    }

    #[inline]
    fn allowance(&self) -> Result<usize, Full> {
        self.graph.reached.control.allowance(|| self.bytes() + self.kept_back_for_open())
    }

    fn kept_back_for_open(&self) -> usize {
        self.graph.kept_back_each * self.graph.listed()
    }

    /// The memory in use outside of the table of states.
    fn other_bytes(&self) -> usize {
        let successors: usize = self.batch.iter().map(|taken| taken.successors.bytes()).sum();
        self.graph.open.bytes()
            + self.batch.capacity() * size_of::<BatchNode<P::State>>()
            + successors
    }

    /// The number of open nodes.
    fn open(&self) -> usize {
        let Graph { outdated, pending, .. } = &self.graph;
        let taken = self.waiting.len() + usize::from(pending.is_some());
        self.graph.listed() + taken - outdated - usize::from(self.is_at_goal())
    }
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> Stepwise for GraphSearch<P, E> {
    /// Expands the next node, if it is not a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        self.step_within(u32::MAX)
    }

    answers!(|search| search.graph.reached; control);

    fn give_back(&mut self) {
        let Graph { reached, open, apart, .. } = &mut self.graph;
        reached.give_back(&self.space);
        *open = BucketQueue::default();
        open.begin(apart.map_or(0, |(_, root)| root.f()));
        self.batch = Vec::new();
    }

    /// Raises the lower bound to the lowest *f* of an open node. While closed nodes are still to be
    /// put back, the open list is not complete, and the bound stays.
    fn pause(&mut self) {
        let is_complete = !matches!(self.graph.closed, Closed::PutBackFrom(_));
        if self.graph.reached.control.answer.is_none() && is_complete {
            let taken = self.next_taken().map(|taken| taken.priority.f());
            let lowest = taken.into_iter().chain(self.graph.lowest_f()).min();
            self.proven_f = self.proven_f.max(lowest.unwrap_or(0));
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> Search for GraphSearch<P, E> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let statistics = self.graph.reached.statistics(self.open(), self.other_bytes());
        let Graph { opened_again, enqueued_again, .. } = self.graph;
        Statistics {
            generated: statistics.generated + opened_again,
            enqueued: statistics.enqueued + enqueued_again,
            reopened: statistics.reopened + opened_again,
            ..statistics
        }
    }

    fn lower_bound(&self) -> u32 {
        let Graph { reached, .. } = &self.graph;
        let proven = self.evaluation.lower_bound(self.proven_f).max(reached.root_estimate);
        reached.lower_bound(proven)
    }

    answers!(|search| search.graph.reached; solution);

    fn restart(&mut self, initial: P::State) {
        let initial = self.prepare_restart(initial);
        self.restart_by(self.evaluation, initial);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>, E: Evaluation] GraphSearch<P, E>, StateSpace,
    space; evaluation, graph, batch, waiting, look_ahead, proven_f
);
