//! Where a recursion stops.

use std::ptr;

use super::{AtStop, STACK, Walk};
use crate::StateSpace;
use crate::search::depth_first::cost_bounded::node::PathLength;
use crate::search::depth_first::cost_bounded::{Duplicates, Progress};

impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Walk<'_, P, D, PATHMAX> {
    /// Allows paths with up to `LEVELS` more nodes than this, within the cut and the room for the
    /// path.
    pub(super) fn set_longest(&mut self, nodes: u32) {
        let most = self.room.min(self.paths.cut);
        self.longest = PathLength::new(most.min(nodes.saturating_add(Self::LEVELS)), u32::MAX);
    }

    /// After how many levels of the recursion the call stack is checked again: fewer if states are
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
        self.at_stop = AtStop { generated: self.generated, beyond: self.beyond };
        (self.end, self.beyond) = (0, u64::MAX);
        self.longest_kept = PathLength::LAST;
        self.rest = None;
    }
}
