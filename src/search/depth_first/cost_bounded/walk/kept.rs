//! What a recursion keeps: the rest of its work when it stops, and the path to the most promising
//! node.

use super::{PutOff, Walk};
use crate::search::depth_first::cost_bounded::node::{PathLength, PathNode};
use crate::search::depth_first::cost_bounded::{
    CostBounded, Duplicates, Offered, Promising, Rest, Suspended,
};
use crate::search::rank::Rank;
use crate::{DEAD_END, StateSpace};

/// The successors that a node offered after the search stopped.
#[derive(Clone, Copy, Default)]
pub(super) struct Remaining {
    successors: u32,
    /// How many entries of the list they take.
    entries: u32,
    /// Whether the list had no room for them.
    is_unlisted: bool,
}

impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Walk<'_, P, D, PATHMAX> {
    /// Handles a successor that is beyond the bound, or that remains because the search has
    /// stopped. Returns whether it must be generated for the list.
    #[cold]
    #[inline(never)]
    pub(super) fn put_off(&mut self, f: u64, step_cost: u32, estimate: u32) -> bool {
        // No bound is ever high enough for a dead end.
        let beyond = if estimate == DEAD_END { u64::MAX } else { f };
        if self.end > 0 {
            self.beyond = self.beyond.min(beyond);
            return false;
        }
        let rest = self.rest.get_or_insert_default();
        rest.successors = rest.successors.saturating_add(1);
        if rest.is_unlisted {
            return false;
        }
        // Pathmax needs each of the successors beyond the bound, and so does an observer.
        let is_beyond = !PATHMAX && !P::IS_OBSERVED && f > u64::from(self.paths.bound);
        let offered = &mut self.paths.offered;
        if let (Some(Offered::Beyond { count, f: least }), true, 1..) =
            (offered.last_mut(), is_beyond, rest.entries)
        {
            (*count, *least) = (count.saturating_add(1), beyond.min(*least));
            return false;
        }
        if offered.len() == offered.capacity() && self.paths.make_room_for_offered().is_err() {
            rest.is_unlisted = true;
            let listed = self.paths.offered.len() - rest.entries as usize;
            self.paths.offered.truncate(listed);
            return false;
        }
        rest.entries += 1;
        if is_beyond {
            self.paths.offered.push(Offered::Beyond { count: 1, f: beyond });
        }
        self.put_off = PutOff { step_cost, estimate };
        !is_beyond
    }

    /// Adds a successor to the list.
    #[cold]
    #[inline(never)]
    pub(super) fn list(&mut self, state: P::State) {
        let PutOff { step_cost, estimate } = self.put_off;
        self.paths.offered.push(Offered::Within { step_cost, estimate, state });
    }

    /// The successors that remain of the node whose call returns. The next call to return is its
    /// parent's.
    pub(super) fn take_rest(&mut self) -> Rest {
        match self.rest.replace(Remaining::default()) {
            None => Rest::All,
            Some(Remaining { successors, is_unlisted: true, .. }) => Rest::Last(successors),
            Some(Remaining { entries, .. }) => Rest::Listed(entries),
        }
    }

    /// Keeps a node whose call returns: on the path to the most promising node, or on the suspended
    /// path.
    #[cold]
    #[inline(never)]
    pub(super) fn keep(&mut self, state: P::State, length: PathLength) {
        if self.next_promising_depth == Some(length.nodes()) {
            self.paths.promising.states.push(state.clone());
            self.set_next_promising_depth(length.nodes() - 1);
        }
        if self.end == 0 {
            let rest = self.take_rest();
            self.paths.path.push(Suspended { state, path_cost: length.cost(), rest });
        }
    }

    /// Sets which node is added next to the path to the most promising one: the node whose own path
    /// has this number of nodes.
    fn set_next_promising_depth(&mut self, nodes: u32) {
        self.next_promising_depth = Some(nodes);
        if self.end > 0 {
            self.longest_kept = PathLength::new(nodes, u32::MAX);
        }
    }

    /// Whether a node is the most promising one so far, and there is memory for the path to it.
    #[cold]
    #[inline(never)]
    pub(super) fn is_promising(&self, length: PathLength, estimate: u32) -> bool {
        Rank::new(length.cost(), estimate) < self.best_rank && length.nodes() <= self.room
    }

    /// Records a node if it is the most promising one so far.
    #[cold]
    pub(in super::super) fn keep_if_promising(
        &mut self,
        node: &PathNode<'_, P::State>,
        estimate: u32,
    ) {
        if self.is_promising(node.length, estimate) {
            self.keep_promising(node.state.clone(), node.length, estimate);
        }
    }

    /// Records the most promising node. Its path is complete only when the calls have returned: if
    /// one of them panics, the root is the most promising node.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_promising(&mut self, state: P::State, length: PathLength, estimate: u32) {
        let Promising { rank, root_rank, states, count } = &mut self.paths.promising;
        (*count, *rank) = (0, *root_rank);
        states.clear();
        states.push(state);
        (self.best_rank, self.best_estimate) = (Rank::new(length.cost(), estimate), estimate);
        self.set_next_promising_depth(length.nodes() - 1);
    }

    /// Adds the node of the first call and the path above it to the path of the most promising
    /// node, if that was found below.
    pub(super) fn complete_promising(&mut self, first: &PathNode<'_, P::State>) {
        let Some(next_promising_depth) = self.next_promising_depth else { return };
        let CostBounded { promising: Promising { rank, states, count, .. }, path, .. } =
            &mut *self.paths;
        if next_promising_depth == first.length.nodes() {
            states.push(first.state.clone());
        }
        states.extend(path[..self.depth].iter().rev().map(|node| node.state.clone()));
        states.reverse();
        (*count, *rank) = (states.len(), self.best_rank);
    }
}
