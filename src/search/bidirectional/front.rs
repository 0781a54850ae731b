//! The open nodes of one end of a bidirectional A\*.

use std::hash::Hash;

use super::ends::{Ends, FORWARD};
use crate::frontier::{BucketQueue, Full, NodeId, Priority};
use crate::search::key::key_hashed;
use crate::search::reached::{Node, generated};
use crate::search::successors::Successor;
use crate::{BidirectionalSpace, DEAD_END};

/// The open nodes of one end.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// Nodes with *f* above the bound, ordered by *f*.
    pub(super) waiting: BucketQueue,
    /// The other open nodes, ordered by *g*.
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

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.ready.clear();
        (self.outdated, self.reopened) = (0, 0);
    }

    /// Adds a state one step from a node, or a goal, unless it cannot improve on what is known. The
    /// waiting list may use up to `open_limit` bytes.
    #[inline]
    pub(super) fn add<P: BidirectionalSpace<State: Eq + Hash>>(
        &mut self,
        space: &P,
        ends: &mut Ends<P::State, Option<NodeId>>,
        (end, parent): (usize, Option<NodeId>),
        Successor { state, step_cost, word }: Successor<P::State>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let table = ends.table(end);
        let path_cost = parent.map_or(0, |id| u64::from(table.nodes[id].path_cost));
        let path_cost = path_cost + u64::from(step_cost);
        let key = key_hashed(space, &state, word);
        let place = table.locate(&state, key);
        let known = place.newest;
        if known.is_some_and(|id| u64::from(table.nodes[id].path_cost) <= path_cost) {
            ends.drop_state(space, end, (parent, known), (state, path_cost));
            return Ok(());
        }
        let estimate = if end == FORWARD {
            space.estimate(&state)
        } else {
            space.estimate_from_initial(ends.initial(), &state)
        };
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
        let opposite = ends.opposite(end, &state, key);
        let heap_bytes = space.heap_bytes(&state);
        let priority = Priority::new(f, estimate);
        let id = ends.table(end).next_id();
        let link = self.waiting.push_within(id, priority, open_limit)?;

        let is_reopened = known.is_some_and(|known| {
            let node = &mut ends.table_mut(end).nodes[known];
            node.replace((known, known), &mut self.reopened, &mut self.outdated)
        });
        if end == FORWARD {
            ends.forward.rank_next(path_cost, estimate);
        }
        ends.forward.heap_bytes += heap_bytes;
        ends.insert(end, place, state, Node { parent, path_cost, link }, opposite);
        ends.report(space, generated(is_reopened), (end, id));
        Ok(())
    }
}
