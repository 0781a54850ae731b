//! The nodes of a search for all optimal solutions, each with all its parents on cheapest paths.

use std::hash::Hash;
use std::iter;

use crate::StateSpace;
use crate::frontier::{Arena, BucketQueue, Full, NodeId, discard};
use crate::search::best_first::{Evaluation, Sum};
use crate::search::impls::{node, status};
use crate::search::key::key;
use crate::search::reached::{Reached, generated, report_dropped};
use crate::search::status::Status;
use crate::search::successors::Successor;

/// What is stored of a node besides its state. Its path cost never changes: a cheaper path gets a
/// new node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// An outdated node is its own parent.
    pub(super) parent: Option<NodeId>,
    /// Further parents on paths of equal cost.
    pub(super) others: Option<NodeId>,
    pub(super) path_cost: u32,
    /// The link of the open list. A closed node points to itself.
    pub(super) link: Option<NodeId>,
}

/// A further parent of a node, and the next entry of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    pub(super) parent: NodeId,
    pub(super) others: Option<NodeId>,
}

node!(Node);
status!(Node);

/// The nodes, and the open list.
#[derive(Clone)]
pub(super) struct Graph<S> {
    pub(super) reached: Reached<S, Node>,
    pub(super) others: Arena<Other>,
    pub(super) open: BucketQueue,
    /// How many outdated nodes are on the open list.
    pub(super) outdated: usize,
}

impl<S: Hash + Eq + Clone> Graph<S> {
    /// The memory in use outside of the table of states.
    pub(super) fn beside(&self) -> usize {
        self.others.bytes() + self.open.bytes()
    }

    /// The parents of a node on all its cheapest paths.
    pub(super) fn parents(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let Node { parent, others, .. } = self.reached.table.nodes[id];
        let others = iter::successors(others, |&other| self.others[other].others);
        parent.into_iter().chain(others.map(|other| self.others[other].parent))
    }

    /// Adds a successor of a node, whose path cost is given, unless a cheaper path to its state is
    /// known. The table must have room. The open list may use up to `open_limit` bytes.
    #[inline]
    pub(super) fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, .. }: Successor<S>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let Self { reached, open, outdated, .. } = self;
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let place = reached.table.locate(&state, key(space, &state));
        if let Some(known) = place.newest {
            let before = u64::from(reached.table.nodes[known].path_cost);
            if before <= path_cost {
                report_dropped(space, (Some(parent), Some(known)), path_cost, &state);
                reached.duplicates += 1;
                if before == path_cost {
                    self.add_parent(known, parent);
                }
                discard(state);
                return Ok(());
            }
        }
        let estimate = space.estimate(&state);
        let (Some(priority), Ok(path_cost)) =
            (Sum::LOW_H.priority(path_cost, estimate), u32::try_from(path_cost))
        else {
            report_dropped(space, (Some(parent), None), path_cost, &state);
            reached.prune(state, estimate);
            return Ok(());
        };
        let heap_bytes = space.heap_bytes(&state);
        let id = reached.table.next_id();
        let link = open.push_within(id, priority, open_limit)?;
        reached.heap_bytes += heap_bytes;
        let is_reopened = place.newest.is_some_and(|known| {
            let Reached { table, reopened, .. } = &mut *reached;
            table.nodes[known].replace((known, known), reopened, outdated)
        });
        reached.rank_next(path_cost, estimate);
        let parent = Some(parent);
        let node = Node { parent, others: None, path_cost, link };
        reached.table.insert(place, state, node, path_cost);
        reached.report(space, generated(is_reopened), id);
        Ok(())
    }

    /// Adds a parent, unless it was the last one added: then it has two steps of equal cost to the
    /// node.
    pub(super) fn add_parent(&mut self, id: NodeId, parent: NodeId) {
        let Node { parent: first, others, .. } = self.reached.table.nodes[id];
        let last = others.map_or(first, |other| Some(self.others[other].parent));
        if last != Some(parent) {
            self.reached.table.nodes[id].others = Some(self.others.next_id());
            self.others.push(Other { parent, others });
        }
    }
}
