//! Where a recursion stops, and what it keeps: the rest of its work then, and the path to the most
//! promising node.

use std::ptr;

use super::{STACK, Walk};
use crate::search::depth_first::cost_bounded::node::{Node, PathLength};
use crate::search::depth_first::cost_bounded::{
    CostBounded, Duplicates, Offered, Progress, Promising, Rest, Suspended,
};
use crate::search::rank::Rank;
use crate::{DEAD_END, StateSpace};

/// How many successors a node offered after the search stopped.
#[derive(Clone, Copy, Default)]
pub(super) struct Remaining {
    count: u32,
    /// Whether the list had no room for them.
    is_unlisted: bool,
}

impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Walk<'_, P, D, PATHMAX> {
    /// Allows paths of some more nodes than this, as long as they may be.
    pub(super) fn set_longest(&mut self, nodes: u32) {
        let most = self.room.min(self.paths.cut);
        self.longest = PathLength::new(most.min(nodes.saturating_add(Self::LEVELS)), u32::MAX);
    }

    /// After how many levels of the recursion the call stack is looked at again: fewer if states are
    /// large.
    #[expect(clippy::cast_possible_truncation, reason = "it is at most 32")]
    const LEVELS: u32 = {
        let levels = STACK / 4 / (size_of::<P::State>() + 256);
        if levels < 32 { levels as u32 } else { 32 }
    };

    /// Whether the path may have this length after all, because the call stack has room.
    #[cold]
    #[inline(never)]
    pub(super) fn may_go_deeper(&mut self, length: PathLength) -> bool {
        let on_the_stack = 0_u8;
        let may = self.limit(length).is_none()
            && ptr::from_ref(&on_the_stack).addr() >= self.lowest_address;
        if may {
            self.set_longest(length.nodes());
        }
        may
    }

    /// Why a node whose path is too long may not be expanded.
    pub(super) fn limit(&self, length: PathLength) -> Option<Progress> {
        if self.steps == 0 {
            Some(Progress::Paused)
        } else if length.nodes() > self.paths.cut {
            Some(Progress::Goal)
        } else if length.nodes() > self.room {
            Some(Progress::Full)
        } else {
            None
        }
    }

    /// Lets the search stop at the next node.
    #[cold]
    #[inline(never)]
    pub(super) fn run_out(&mut self) {
        self.longest = PathLength::NONE;
    }

    /// Stops at a goal, unless its path is too long.
    #[cold]
    #[inline(never)]
    pub(super) fn reach_goal(&mut self, length: PathLength) {
        let is_within = length <= self.longest || self.may_go_deeper(length);
        self.stop(if is_within { Some(Progress::Goal) } else { self.limit(length) });
    }

    /// Stops the search before a node is expanded.
    #[cold]
    pub(super) fn stop(&mut self, progress: Option<Progress>) {
        self.progress = progress;
        self.at_stop = (self.generated, self.beyond);
        (self.end, self.beyond) = (0, u64::MAX);
        self.longest_kept = PathLength::LAST;
        self.rest = None;
    }

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
        let (rest, offered) = (self.rest.get_or_insert_default(), &self.paths.offered);
        let is_full = offered.len() == offered.capacity();
        if !rest.is_unlisted && is_full && self.paths.make_room_for_offered().is_err() {
            rest.is_unlisted = true;
            let listed = self.paths.offered.len() - rest.count as usize;
            self.paths.offered.truncate(listed);
        }
        rest.count = rest.count.saturating_add(1);
        self.put_off = (step_cost, estimate);
        !rest.is_unlisted
    }

    /// Adds a successor to the list.
    #[cold]
    #[inline(never)]
    pub(super) fn list(&mut self, state: P::State) {
        let (step_cost, estimate) = self.put_off;
        self.paths.offered.push(Offered { step_cost, estimate, state });
    }

    /// The successors that remain of the node whose call returns. The next call to return is its
    /// parent's.
    pub(super) fn take_rest(&mut self) -> Rest {
        match self.rest.replace(Remaining::default()) {
            None => Rest::All,
            Some(Remaining { count, is_unlisted: true }) => Rest::Last(count),
            Some(Remaining { count, .. }) => Rest::Listed(count),
        }
    }

    /// Keeps a node whose call returns: on the path to the most promising node, or on the suspended
    /// path.
    #[cold]
    #[inline(never)]
    pub(super) fn keep(&mut self, state: P::State, length: PathLength) {
        if self.missing == Some(length.nodes()) {
            self.paths.promising.states.push(state.clone());
            self.await_promising(length.nodes() - 1);
        }
        if self.end == 0 {
            let rest = self.take_rest();
            self.paths.path.push(Suspended { state, path_cost: length.cost(), rest });
        }
    }

    /// The next node on the path to the most promising one has this number of nodes on its path.
    fn await_promising(&mut self, nodes: u32) {
        self.missing = Some(nodes);
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
    pub(in super::super) fn keep_if_promising(&mut self, node: &Node<'_, P::State>, estimate: u32) {
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
        self.await_promising(length.nodes() - 1);
    }

    /// Adds the node of the first call and the path above it to the path of the most promising
    /// node, if that was found below.
    pub(super) fn complete_promising(&mut self, first: &Node<'_, P::State>) {
        let Some(missing) = self.missing else { return };
        let CostBounded { promising: Promising { rank, states, count, .. }, path, .. } =
            &mut *self.paths;
        if missing == first.length.nodes() {
            states.push(first.state.clone());
        }
        states.extend(path[..self.depth].iter().rev().map(|node| node.state.clone()));
        states.reverse();
        (*count, *rank) = (states.len(), self.best_rank);
    }
}
