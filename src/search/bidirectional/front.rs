//! The open nodes of one end of a bidirectional A\*.

use std::hash::Hash;

use super::ends::{Ends, FORWARD};
use crate::frontier::{BucketQueue, Full, NodeId, Priority};
use crate::search::key::{key_hashed, unpacked_key};
use crate::search::reached::{Node, generated};
use crate::search::successors::Successor;
use crate::{BidirectionalSpace, DEAD_END};

/// How the ready nodes are ordered, and what a pair of them proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By *g*, as in NBS.
    PathCost,
    /// By *f* + *d*, as in BAE\*, where *d* is *g* minus the estimate of *g*. Both estimates must
    /// be consistent.
    Error,
}

impl Order {
    /// The priority of a ready node, given its *f* and *d*. For NBS, *d* is *g*.
    pub(super) fn priority(self, f: u32, d: u32) -> Priority {
        match self {
            Self::PathCost => Priority::new(d, f - d),
            // The sum takes 33 bits: half of it, and the rest.
            Self::Error => Priority::new(f / 2 + d / 2 + (f & d & 1), (f ^ d) & 1),
        }
    }

    /// A lower bound of the cost of a path through two ready nodes, one of each end. `u32::MAX`
    /// also stands for all higher ones.
    pub(super) fn bound(self, pair: [Priority; 2], least_step_cost: u32) -> u32 {
        let more = match self {
            Self::PathCost => least_step_cost,
            // Half of the sum, rounded up.
            Self::Error => pair[0].h() | pair[1].h(),
        };
        pair[0].f().saturating_add(pair[1].f()).saturating_add(more)
    }
}

/// The open nodes of one end.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// Nodes with *f* above the bound, ordered by *f*. In BAE\*, the initial state at most.
    pub(super) waiting: BucketQueue,
    /// The other open nodes, by their [`Order`].
    pub(super) ready: BucketQueue,
    /// The number of outdated nodes on both lists.
    pub(super) outdated: usize,
    /// How many closed nodes were reopened.
    pub(super) reopened: u64,
}

impl Front {
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + self.ready.len() - self.outdated
    }

    pub(super) fn bytes(&self) -> usize {
        self.waiting.bytes() + self.ready.bytes()
    }

    /// The number of bytes that one of the lists will probably allocate next.
    pub(super) fn growth(&self) -> usize {
        self.waiting.growth().max(self.ready.growth())
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.ready.clear();
        (self.outdated, self.reopened) = (0, 0);
    }

    /// Adds a node with this *f* and *d* to one of the lists, which may use `limit` bytes together.
    #[inline]
    fn push(
        &mut self,
        id: NodeId,
        f: u32,
        d: u32,
        (order, bound): (Order, u32),
        limit: usize,
    ) -> Result<Option<NodeId>, Full> {
        let Self { waiting, ready, .. } = self;
        let (list, other, priority) = if order == Order::Error || f <= bound {
            (ready, waiting, order.priority(f, d))
        } else {
            (waiting, ready, Priority::new(f, d))
        };
        let pushed = list.try_push(id, priority);
        pushed.or_else(|_| list.push_within(id, priority, limit.saturating_sub(other.bytes())))
    }

    /// Adds a state one step from a node, whose path cost is `so_far`, or a goal, unless it cannot
    /// improve on what is known. The lists may use up to `open_limit` bytes.
    #[expect(clippy::inline_always, reason = "a part of the loop of the search")]
    #[inline(always)]
    pub(super) fn add<P: BidirectionalSpace<State: Eq + Hash>>(
        &mut self,
        space: &P,
        ends: &mut Ends<P::State, Option<NodeId>>,
        (end, (parent, so_far)): (usize, (Option<NodeId>, u32)),
        Successor { state, step_cost, packed_key }: Successor<P::State>,
        (order, bound): (Order, u32),
        open_limit: usize,
    ) -> Result<(), Full> {
        let table = ends.table(end);
        let path_cost = u64::from(so_far) + u64::from(step_cost);
        let place = table.locate(&state, unpacked_key(space, &state, packed_key));
        let known = place.newest;
        let before = |id| place.path_cost.unwrap_or_else(|| table.nodes[id].path_cost);
        if known.is_some_and(|id| u64::from(before(id)) <= path_cost) {
            ends.drop_state(space, end, (parent, known), (state, path_cost));
            return Ok(());
        }
        let estimate = ends.estimate(space, end, &state);
        let sum = path_cost + u64::from(estimate);
        let (Ok(f), Ok(path_cost)) = (u32::try_from(sum), u32::try_from(path_cost)) else {
            ends.forward.overflowed |= estimate < DEAD_END;
            ends.drop_state(space, end, (parent, None), (state, path_cost));
            return Ok(());
        };
        // A path through this state costs no less than the path found.
        if ends.meeting.is_some_and(|meeting| meeting.cost <= f) {
            ends.drop_state(space, end, (parent, None), (state, path_cost.into()));
            return Ok(());
        }
        let key = key_hashed(space, &state, packed_key);
        let opposite = ends.table(1 - end).locate(&state, key).newest;
        let heap_bytes = space.heap_bytes(&state);
        let is_estimated = order == Order::Error;
        let estimated = if is_estimated { ends.estimate(space, 1 - end, &state) } else { 0 };
        let d = path_cost.saturating_sub(estimated);
        let id = ends.table(end).next_id();
        let link = self.push(id, f, d, (order, bound), open_limit)?;

        let is_reopened = known.is_some_and(|known| {
            let node = &mut ends.table_mut(end).nodes[known];
            node.replace((known, known), &mut self.reopened, &mut self.outdated)
        });
        if end == FORWARD {
            ends.forward.rank(id, path_cost, estimate);
        }
        ends.forward.heap_bytes += heap_bytes;
        ends.insert(end, place, state, Node { parent, path_cost, link }, opposite);
        ends.report(space, generated(is_reopened), (end, id));
        Ok(())
    }
}
