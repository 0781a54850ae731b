//! The nodes of an anytime search, kept from run to run.

use std::hash::Hash;

use super::{Closing, Evaluation};
use crate::frontier::{BucketQueue, Full, NodeId, Priority, discard};
use crate::search::best_first::closed::Closed;
use crate::search::impls::node;
use crate::search::key::key;
use crate::search::reached::{Reached, generated, report_dropped};
use crate::search::status::Status;
use crate::search::successors::Successor;
use crate::{EventKind, StateSpace, Statistics};

/// What is kept of a node besides its state. It never gets another path: a cheaper one to its state
/// makes a new node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) path_cost: u32,
    pub(super) estimate: u32,
    /// The last run in which it was opened, or [`OUTDATED`].
    pub(super) run: u32,
    /// What the open list keeps with an open node. A closed one points to itself.
    pub(super) link: Option<NodeId>,
}

node!(Node);

impl Status for Node {
    fn is_closed(&self, id: NodeId) -> bool {
        self.link == Some(id)
    }

    fn close(&mut self, id: NodeId) {
        self.link = Some(id);
    }

    fn is_outdated(&self, _: NodeId) -> bool {
        self.run == OUTDATED
    }

    fn make_outdated(&mut self, _: NodeId) {
        self.run = OUTDATED;
    }
}

/// In place of the run. An outdated node keeps its parent: it may have been expanded in a run before,
/// so the paths of other nodes lead through it.
const OUTDATED: u32 = u32::MAX;

/// More than any path costs that can be counted.
pub(super) const NO_LIMIT: u64 = 1 << u32::BITS;

/// The nodes of all runs, and which of them are open.
#[derive(Clone)]
pub(super) struct Graph<S> {
    pub(super) reached: Reached<S, Node>,
    pub(super) open: BucketQueue,
    /// How many outdated nodes are on the open list.
    pub(super) outdated: usize,
    /// A node for which there was no memory on the open list yet.
    pub(super) pending: Option<(NodeId, Priority)>,
    /// How many runs have ended.
    pub(super) run: u32,
    /// Of the nodes that were expanded in this run. Instead of putting them back, it begins again.
    pub(super) closed: Closed,
    /// Only nodes with a lower *g + h* than this are opened: the cost of the best solution.
    pub(super) limit: u64,
    pub(super) counters: Statistics,
}

impl<S: Hash + Eq + Clone> Graph<S> {
    pub(super) fn new() -> Self {
        Self {
            reached: Reached::new(),
            open: BucketQueue::default(),
            outdated: 0,
            pending: None,
            run: 0,
            closed: Closed::Stay,
            limit: NO_LIMIT,
            counters: Statistics::default(),
        }
    }

    /// Adds a successor of a node, given with its path cost, unless its state was opened in this
    /// run by a path that is no more expensive, or is closed and stays so. There must be room for
    /// it in the table; the open list may take up to `open_limit` bytes. If that is not enough, the
    /// node is pending.
    #[inline]
    pub(super) fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        weight: Closing,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, .. }: Successor<S>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let Self { reached, outdated, run, closed, limit, counters, .. } = self;
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let place = reached.table.locate(&state, key(space, &state));
        let known = place.newest.map(|id| (id, reached.table.nodes[id]));
        let cheaper = known.filter(|(_, node)| u64::from(node.path_cost) <= path_cost);
        let estimate = known.map_or_else(|| space.estimate(&state), |(_, node)| node.estimate);
        let least = u64::from(step_cost) + u64::from(estimate);
        if closed.stays() && u64::from(reached.table.nodes[parent].estimate) > least {
            closed.end();
        }
        let mut is_duplicate = cheaper.is_some_and(|(_, node)| node.run == *run);
        let was_expanded = known.is_some_and(|(id, node)| node.run == *run && node.is_closed(id));
        if was_expanded && !is_duplicate && closed.stays() {
            (*closed, is_duplicate) = (Closed::StayAtHigherCost, true);
        }
        // Of a state that was seen in a run before, the path may be cheaper.
        let (along_this, path_cost) =
            (path_cost, cheaper.map_or(path_cost, |(_, node)| node.path_cost.into()));
        let heap_bytes = space.heap_bytes(&state);
        counters.generated += 1;
        if is_duplicate || (path_cost + u64::from(estimate) >= *limit && *limit < NO_LIMIT) {
            let known = known.map(|(id, _)| id);
            report_dropped(space, (Some(parent), known), along_this, &state);
            reached.duplicates += u64::from(known.is_some());
            discard(state);
            return Ok(());
        }
        let Some(priority) = weight.priority(path_cost, estimate) else {
            report_dropped(space, (Some(parent), None), along_this, &state);
            reached.prune(state, estimate);
            return Ok(());
        };
        // The highest f stands for all that are too high.
        if closed.stays() && priority.f() == u32::MAX {
            closed.end();
        }
        counters.enqueued += 1;
        if let Some((id, _)) = cheaper {
            let node = &mut reached.table.nodes[id];
            (node.run, node.link) = (*run, None);
            let opened = self.open(id, priority, open_limit);
            self.reached.report(space, EventKind::Generated, id);
            discard(state);
            return opened;
        }
        let is_reopened = known.is_some_and(|(id, node)| {
            let Reached { table, reopened, .. } = &mut *reached;
            node.run == *run && table.nodes[id].replace((id, id), reopened, outdated)
        });
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        reached.heap_bytes += heap_bytes;
        reached.rank_next(path_cost, estimate);
        let id = reached.table.next_id();
        let node = Node { parent: Some(parent), path_cost, estimate, run: *run, link: None };
        reached.table.insert(place, state, node, path_cost);
        let opened = self.open(id, priority, open_limit);
        self.reached.report(space, generated(is_reopened), id);
        opened
    }

    /// Puts a node on the open list. If there is no memory for that, it is pending.
    #[inline]
    pub(super) fn open(
        &mut self,
        id: NodeId,
        priority: Priority,
        open_limit: usize,
    ) -> Result<(), Full> {
        self.pending = Some((id, priority));
        let link = self.open.push_within(id, priority, open_limit)?;
        self.reached.table.nodes[id].link = link;
        self.pending = None;
        Ok(())
    }
}
