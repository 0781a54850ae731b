//! The nodes of a graph search, and how successors are added.

use std::hash::Hash;

use crate::frontier::{BucketQueue, Full, NodeId, Place, Priority, discard, lower};
use crate::search::best_first::closed::Closed;
use crate::search::best_first::{BATCHES_FROM, Evaluation, Node, Reopening};
use crate::search::key::unpacked_key;
use crate::search::reached::{Reached, generated};
use crate::search::successors::{Successor, Successors};
use crate::{Cost, StateSpace};

/// The nodes, and the open list.
#[derive(Clone)]
pub(super) struct Graph<S> {
    pub(super) reached: Reached<S, Option<NodeId>>,
    pub(super) open: BucketQueue,
    /// The root or a goal, kept apart from the open list because it comes first among the nodes of
    /// its *f*.
    pub(super) apart: Option<(NodeId, Priority)>,
    /// How many entries of the open list are to be skipped: those of outdated nodes, and all but
    /// the first one of a node.
    pub(super) outdated: usize,
    /// A node that is still to be added to the open list, because memory was full.
    pub(super) pending: Option<(NodeId, Priority)>,
    pub(super) closed: Closed,
    /// Nodes before this index may have children even if they are open: they may have been closed
    /// and put back on the open list.
    pub(super) put_back_end: usize,
    /// How many closed nodes were opened again because the estimate is inconsistent.
    pub(super) opened_again: u64,
    /// How many nodes were put on the open list more than once.
    pub(super) enqueued_again: u64,
    /// The number of bytes kept back for each open node, to put it back on the open list.
    pub(super) kept_back_each: usize,
}

/// Whether an open node may [change](Graph::change). Not if the search is observed: events give
/// each path a node. Not with pathmax, where *f* depends on the path. And not if a batch may hold
/// nodes of several *f*: it could hold a node that is listed twice.
const fn changes_open<P: StateSpace, E: Evaluation>() -> bool {
    let reopens = matches!(E::REOPENING, Reopening::Always);
    reopens && !E::PATHMAX && !E::LOOKS_AHEAD && !P::IS_OBSERVED
}

/// The parent of a successor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parent {
    /// `None` for an initial state.
    pub(super) id: Option<NodeId>,
    pub(super) path_cost: u32,
    /// With pathmax, its raised estimate. If closed nodes stay closed while estimates are
    /// consistent, its estimate. Otherwise 0.
    pub(super) estimate: u32,
}

/// How many bytes adding a node to the open list may take, whatever the limit.
pub(crate) const OPEN_NODE_BYTES: usize = 64;

/// A node that was taken off the open list to be expanded.
#[derive(Clone, Debug)]
pub(super) struct BatchNode<S> {
    pub(super) id: NodeId,
    pub(super) priority: Priority,
    /// With pathmax: its estimate, raised by its successors. It is stored, because successors that
    /// were added before memory ended are not collected again.
    pub(super) raised: u32,
    /// Its successors, with the keys of their states.
    pub(super) successors: Successors<S>,
}

impl<S: Hash + Eq + Clone> Graph<S> {
    /// Without nodes.
    pub(super) fn new() -> Self {
        Self {
            reached: Reached::new(),
            open: BucketQueue::default(),
            apart: None,
            outdated: 0,
            pending: None,
            closed: Closed::Reopen,
            put_back_end: 0,
            opened_again: 0,
            enqueued_again: 0,
            kept_back_each: 0,
        }
    }

    /// The number of nodes on the open list, and apart from it.
    #[inline]
    pub(super) fn listed(&self) -> usize {
        self.open.len() + usize::from(self.apart.is_some())
    }

    /// A lower bound of the lowest *f* of the open nodes: outdated nodes count too.
    #[inline]
    pub(super) fn lowest_f(&mut self) -> Option<u32> {
        lower(self.open.lowest_f(), self.apart.map(|(_, priority)| priority.f()))
    }

    /// Whether the node that is kept apart from the open list comes first.
    #[inline(never)]
    pub(super) fn apart_is_first(&mut self) -> bool {
        let lowest = self.open.lowest_f().unwrap_or(u32::MAX);
        self.apart.is_some_and(|(_, priority)| priority.f() <= lowest)
    }

    /// Opens a goal. Of two goals, the one with the higher *f* is added to the open list.
    #[cold]
    #[inline(never)]
    fn open_goal(&mut self, new: (NodeId, Priority), open_limit: usize) -> Result<(), Full> {
        let is_first = self.apart.is_none_or(|(_, goal)| new.1.f() < goal.f());
        self.pending = if is_first { self.apart.replace(new) } else { Some(new) };
        self.put_back_pending(open_limit)
    }

    /// Adds the pending node to the open list.
    #[cold]
    #[inline(never)]
    pub(super) fn put_back_pending(&mut self, open_limit: usize) -> Result<(), Full> {
        if let Some((id, priority)) = self.pending {
            let link = self.open.push_within(id, priority, open_limit)?;
            self.reached.table.nodes[id].link = link;
            self.pending = None;
        }
        Ok(())
    }

    /// Gives an open node a cheaper path. A new node would take memory and time. The node is listed
    /// again, before its old entry on the open list. When that entry is taken off, the node is
    /// closed, and so the entry is skipped.
    ///
    /// `None` if the node may have children or be in a batch, if any node is in a stack, where
    /// links are in use, if *f* is no lower, if the node is a goal, or if a goal is open.
    #[inline]
    fn change<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        (id, place): (NodeId, Place),
        (parent, path_cost): (Option<NodeId>, u64),
        open_limit: usize,
    ) -> Option<Result<(), Full>> {
        let Self { reached, open, apart, kept_back_each, .. } = self;
        let node = reached.table.nodes[id];
        let may_have_children = node.is_closed(id) || *kept_back_each > 0;
        let may_be_in_batch = reached.enqueued() >= BATCHES_FROM;
        if may_have_children || may_be_in_batch || apart.is_some() || open.has_stacks() {
            return None;
        }
        let state = &reached.table.states[id];
        let estimate = space.estimate(state);
        let priority = evaluation.priority(path_cost, estimate)?;
        let before = evaluation.priority(node.path_cost.into(), estimate)?;
        let is_goal = || E::GOALS_FIRST && estimate == 0 && space.is_goal(state);
        if priority.f() >= before.f() || is_goal() {
            return None;
        }
        let path_cost = u32::try_from(path_cost).ok()?;
        let node = &mut reached.table.nodes[id];
        (node.parent, node.path_cost) = (parent, path_cost);
        reached.table.put(place, id, path_cost);
        reached.table.changed += 1;
        reached.rank(id, path_cost, estimate);
        self.outdated += 1;
        Some(self.push(id, priority, open_limit))
    }

    /// Adds a node to the open list. If memory is full, it becomes pending.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    fn push(&mut self, id: NodeId, priority: Priority, open_limit: usize) -> Result<(), Full> {
        if let Ok(link) = self.open.try_push(id, priority) {
            self.reached.table.nodes[id].link = link;
            return Ok(());
        }
        self.pending = Some((id, priority));
        self.put_back_pending(open_limit)
    }

    /// Adds a successor of `parent`, or an initial state. It is dropped as a duplicate if a path to
    /// its state that costs no more is known, or if its state is closed and stays so. It is pruned
    /// if it is a dead end, if it costs too much, or if it is no better than a goal that is open.
    ///
    /// The table must have room. The open list may use up to `open_limit` bytes; if that is too
    /// little, the node becomes pending.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(super) fn add<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        parent: Parent,
        Successor { state, step_cost, packed_key }: Successor<S>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let Self { reached, closed, .. } = &mut *self;
        let path_cost = u64::from(parent.path_cost) + u64::from(step_cost);
        let place = reached.table.locate(&state, unpacked_key(space, &state, packed_key));
        if let Some(known) = place.newest {
            let before = place.path_cost.unwrap_or_else(|| reached.table.nodes[known].path_cost);
            let is_cheaper = path_cost < before.into();
            if matches!(E::REOPENING, Reopening::UnlessConsistent)
                && closed.stays()
                && !space.estimate_is_consistent_both_ways()
                && !evaluation.is_consistent(parent.estimate, step_cost, space.estimate(&state))
            {
                closed.end();
            }
            let is_closed = || reached.table.nodes[known].is_closed(known);
            let is_dropped = !is_cheaper
                || match E::REOPENING {
                    Reopening::Always => false,
                    // An open node too stays as it is.
                    Reopening::Never => closed.drops_path(true),
                    Reopening::UnlessConsistent => closed.drops_path(is_closed()),
                };
            if is_dropped {
                reached.drop_duplicate(space, (parent.id, known), path_cost, state);
                return Ok(());
            }
            return self.add_path(space, evaluation, parent, (state, step_cost, place), open_limit);
        }
        self.add_node(space, evaluation, parent, (state, step_cost, place), open_limit)
    }

    /// Adds a cheaper path to a known state: [changes](Self::change) its node, or adds one. It is
    /// not inlined: if it were, the loop over the successors would take 7% more instructions.
    #[inline(never)]
    fn add_path<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        parent: Parent,
        (state, step_cost, place): (S, Cost, Place),
        open_limit: usize,
    ) -> Result<(), Full> {
        if let (true, Some(known)) = (const { changes_open::<P, E>() }, place.newest) {
            let path = (parent.id, u64::from(parent.path_cost) + u64::from(step_cost));
            if let Some(pushed) = self.change(space, evaluation, (known, place), path, open_limit) {
                discard(state);
                return pushed;
            }
        }
        self.add_node(space, evaluation, parent, (state, step_cost, place), open_limit)
    }

    /// Adds a node, unless it is pruned. If its state is known, its node is reopened or outdated.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    fn add_node<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        parent: Parent,
        (state, step_cost, place): (S, Cost, Place),
        open_limit: usize,
    ) -> Result<(), Full> {
        let Self { reached, apart, outdated, closed, put_back_end, .. } = self;
        let path_cost = u64::from(parent.path_cost) + u64::from(step_cost);
        let estimate = space.estimate(&state);
        let by_parent = if E::PATHMAX { parent.estimate.saturating_sub(step_cost) } else { 0 };
        let raised = estimate.max(by_parent);
        let Some(priority) = evaluation.priority(path_cost, raised) else {
            reached.prune(space, parent.id, path_cost, (state, estimate));
            return Ok(());
        };
        if matches!(E::REOPENING, Reopening::UnlessConsistent) && closed.stays() {
            let is_consistent = space.estimate_is_consistent_both_ways()
                || evaluation.is_consistent(parent.estimate, step_cost, estimate);
            // An *f* of `u32::MAX` also stands for all higher ones.
            if priority.f() == u32::MAX || !is_consistent {
                closed.end();
            }
        }
        // The goal would be taken first, so this node would never be, unless it is a better path to
        // this goal. With pathmax, *f* is not the same on all paths of one cost.
        let is_no_better = |(goal, of_goal): (NodeId, Priority)| {
            of_goal.f() <= priority.f() && place.newest != Some(goal)
        };
        if E::GOALS_FIRST && !E::PATHMAX && apart.is_some_and(is_no_better) {
            reached.drop_pruned(space, parent.id, path_cost, state);
            return Ok(());
        }
        let is_goal = E::GOALS_FIRST && estimate == 0 && space.is_goal(&state);
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        let heap_bytes = space.heap_bytes(&state);
        // A branch takes less than an addition where few states have heap memory.
        if heap_bytes > 0 {
            reached.heap_bytes += heap_bytes;
        }
        let id = reached.table.next_id();
        let is_reopened = place.newest.is_some_and(|known| {
            let Reached { table, counters, .. } = &mut *reached;
            if known.index() < *put_back_end {
                // It may have children, so it keeps its parent, and is not marked as outdated. If
                // it is open, it is expanded again, to no effect.
                let is_closed = table.nodes[known].is_closed(known);
                counters.reopened += u64::from(is_closed);
                return is_closed;
            }
            table.nodes[known].replace((known, known), &mut counters.reopened, outdated)
        });
        // Ranked by its own estimate: if a cheaper path to the most promising state is found, its
        // new node is the most promising one.
        reached.rank(id, path_cost, estimate);
        // Inserted before `push_within`. As long as the state might still be dropped here, the
        // compiler keeps a second copy of it in memory.
        let node = Node { parent: parent.id, path_cost, link: None };
        reached.table.insert(place, state, node, path_cost);
        let pushed = if is_goal {
            self.open_goal((id, priority), open_limit)
        } else {
            self.push(id, priority, open_limit)
        };
        self.reached.report(space, generated(is_reopened), id);
        pushed
    }
}
