//! The nodes of a tree search, and how successors are added.

use crate::frontier::{Arena, BucketQueue, Full, NodeId, discard};
use crate::search::best_first::{Evaluation, Sum};
use crate::search::rank::Rank;
use crate::search::reached::{report, report_dropped};
use crate::{Cost, DEAD_END, EventKind, StateSpace};

#[derive(Clone, Debug)]
pub(crate) struct TreeNode<S> {
    pub(crate) state: S,
    pub(crate) parent: Option<NodeId>,
    /// The link of the open list. Once [closed](Self::close), the node is on no list, and this is
    /// its path cost.
    pub(crate) link: Option<NodeId>,
}

impl<S> TreeNode<S> {
    /// Keeps the path cost of a node that is no longer on the open list.
    #[inline]
    pub(super) fn close(&mut self, path_cost: Cost) {
        self.link = NodeId::from_number(path_cost);
    }

    /// The path cost of a closed node.
    pub(crate) fn path_cost(&self) -> Cost {
        self.link.map_or(0, NodeId::number)
    }
}

/// The nodes, and the open list.
#[derive(Clone)]
pub(crate) struct Tree<S> {
    pub(crate) nodes: Arena<TreeNode<S>>,
    pub(crate) open: BucketQueue,
    /// The heap memory of the states, in bytes.
    pub(crate) heap_bytes: usize,
    /// The node with the lowest estimate. Once solved, the goal.
    pub(crate) best: NodeId,
    pub(crate) best_rank: Rank,
    /// How many nodes were pruned: dead ends, and paths that cost more than `u32::MAX`.
    pub(crate) pruned: u64,
    /// Whether a path was pruned for its cost.
    pub(crate) overflowed: bool,
    /// How many successors of the node under expansion did not fit.
    pub(crate) refused: usize,
    /// Why they did not fit.
    pub(crate) full: Option<Full>,
}

impl<S> Tree<S> {
    /// Adds a successor of a node, whose path cost is given, if it fits. The open list may use up
    /// to `open_limit` bytes.
    ///
    /// `LISTED` makes a second copy of the function, so that it is inlined into both loops that
    /// call it.
    #[inline]
    pub(super) fn add<P, const PASSES_ON: bool, const LISTED: bool>(
        &mut self,
        space: &P,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
        open_limit: usize,
    ) where
        P: StateSpace<State = S>,
    {
        if self.nodes.room() == 0 {
            self.refused += 1;
            return discard(state);
        }
        let estimate = space.estimate(&state);
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let Some(priority) = Sum::LOW_H.priority(path_cost, estimate) else {
            return self.leave_out::<_, PASSES_ON>(space, parent, path_cost, (state, estimate));
        };
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        let heap_bytes = space.heap_bytes(&state);
        // If states seldom have heap memory, the compiler leaves out the addition where they have
        // none. Added later, the number would have to be kept in memory.
        if heap_bytes > 0 {
            self.heap_bytes += heap_bytes;
        }
        let id = self.nodes.next_id();
        // Pushed first. As long as the state might still be dropped here, the compiler keeps a
        // second copy of it in memory.
        self.nodes.push(TreeNode { state, parent: Some(parent), link: None });
        match self.open.push_within(id, priority, open_limit) {
            Ok(link) => {
                if let Some(node) = self.nodes.last_mut() {
                    node.link = link;
                }
            }
            Err(full) => return self.refuse_last(space, full),
        }
        if estimate <= self.best_rank.estimate() {
            let rank = Rank::new(path_cost, estimate);
            if rank < self.best_rank {
                (self.best, self.best_rank) = (id, rank);
            }
        }
        self.report(space, EventKind::Generated, id, path_cost);
    }

    /// Leaves out a successor that is a dead end, or whose path costs too much. With `PASSES_ON`,
    /// the latter is refused instead: only a closed list shows whether a cheaper path leads to its
    /// state.
    #[cold]
    #[inline(never)]
    fn leave_out<P, const PASSES_ON: bool>(
        &mut self,
        space: &P,
        parent: NodeId,
        path_cost: u64,
        (state, estimate): (S, u32),
    ) where
        P: StateSpace<State = S>,
    {
        if PASSES_ON && estimate < DEAD_END {
            self.refuse(Full::Ids);
        } else {
            report_dropped(space, (Some(parent), None), path_cost, &state);
            self.pruned += 1;
            self.overflowed |= estimate < DEAD_END;
        }
        discard(state);
    }

    /// Removes the last node again, because the open list has no memory for it.
    #[cold]
    #[inline(never)]
    fn refuse_last<P: StateSpace<State = S>>(&mut self, space: &P, full: Full) {
        if let Some(TreeNode { state, .. }) = self.nodes.pop() {
            self.heap_bytes = self.heap_bytes.saturating_sub(space.heap_bytes(&state));
        }
        self.refuse(full);
    }

    /// Refuses a successor. Those that follow are refused too, to keep their order.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, full: Full) {
        self.refused += 1;
        self.full = Some(full);
        self.nodes.give_up_room();
    }

    /// Reports what happens to a node.
    #[inline]
    pub(super) fn report<P>(&self, space: &P, kind: EventKind, id: NodeId, path_cost: Cost)
    where
        P: StateSpace<State = S>,
    {
        if P::IS_OBSERVED {
            let TreeNode { state, parent, .. } = &self.nodes[id];
            let numbers = (id.index(), parent.map(NodeId::index));
            report(space, kind, numbers, (state, path_cost.into()));
        }
    }

    #[inline]
    pub(super) fn generated(&self) -> u64 {
        self.nodes.len() as u64 + self.pruned
    }
}
