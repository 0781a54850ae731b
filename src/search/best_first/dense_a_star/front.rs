//! The nodes of a search in an array, and its open list.

use crate::frontier::{Full, NumberQueue};
use crate::search::best_first::closed::Closed;
use crate::search::best_first::{Evaluation, Reopening};
use crate::search::rank::Rank;
use crate::search::reached::{self, generated};
use crate::{DEAD_END, EventKind, NumberedSpace, Statistics};

/// The node of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) path_cost: u32,
    /// The number of the parent. The root is its own parent.
    pub(super) parent: u32,
}

/// The open list, and what is counted.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) open: NumberQueue,
    /// The number of the most promising state. Once solved, the goal. `None` before the first step.
    pub(super) best: Option<u32>,
    pub(super) best_rank: Rank,
    /// What is generated, besides what is enqueued and the duplicates, is `pruned`.
    pub(super) counters: Statistics,
    pub(super) pruned: u64,
    /// Whether a path was pruned for its cost.
    pub(super) overflowed: bool,
    pub(super) closed: Closed,
    /// How many nodes were enqueued before the successors of the node under expansion.
    pub(super) enqueued_before: u64,
    /// How many of these successors were pruned.
    pub(super) pruned_here: u64,
    /// How many events of this expansion were reported, the expansion itself first. If memory
    /// ended, how many there were.
    pub(super) reported: u64,
}

impl Front {
    /// With an empty open list. The root is counted already.
    pub(super) fn new(open: NumberQueue, best_rank: Rank) -> Self {
        Self {
            open,
            best: None,
            best_rank,
            counters: Statistics { enqueued: 1, open: 1, largest_open: 1, ..Statistics::default() },
            pruned: 0,
            overflowed: false,
            closed: Closed::Reopen,
            enqueued_before: 0,
            pruned_here: 0,
            reported: 0,
        }
    }

    /// Whether a state that is reached again stays closed.
    #[inline]
    pub(super) fn stays_closed(
        &mut self,
        is_closed: bool,
        is_cheaper: bool,
        is_consistent: bool,
    ) -> bool {
        if !is_consistent && self.closed.stays() {
            self.closed.end();
        }
        let stays = is_closed && self.closed != Closed::Reopen;
        if stays && is_cheaper && self.closed == Closed::Stay {
            self.closed = Closed::StayAtHigherCost;
        }
        stays
    }

    /// Opens a state that is reached from the state `parent` at a lower cost than before, if at all
    /// before. `node` is its node, and `node_mark` its mark. Returns what to report.
    #[inline]
    pub(super) fn reach<E: Evaluation>(
        &mut self,
        evaluation: E,
        (parent, mark, path_cost): (u32, u16, u64),
        (number, estimate): (u32, u32),
        (node, node_mark): (&mut Node, &mut u16),
        open_limit: usize,
    ) -> Result<EventKind, Full> {
        let Some(priority) = evaluation.priority(path_cost, estimate) else {
            self.overflowed |= estimate < DEAD_END;
            return Ok(EventKind::Pruned);
        };
        self.open.push_within(number, priority, open_limit)?;
        // The highest f stands for all that are too high.
        let watches = matches!(E::REOPENING, Reopening::UnlessConsistent) && self.closed.stays();
        if watches && priority.f() == u32::MAX {
            self.closed.end();
        }
        let is_reopened = *node_mark > mark;
        self.counters.reopened += u64::from(is_reopened);
        self.counters.open += u64::from(*node_mark != mark);
        self.counters.enqueued += 1;
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let cost = path_cost as u32;
        (*node, *node_mark) = (Node { path_cost: cost, parent }, mark);
        let rank = Rank::new(cost, estimate);
        if rank < self.best_rank {
            (self.best, self.best_rank) = (Some(number), rank);
        }
        Ok(generated(is_reopened))
    }

    /// Counts the expansion of a node, with the number of its successors.
    #[inline]
    pub(super) fn count_expansion(&mut self, generated: u64) {
        let counters = &mut self.counters;
        counters.expanded += 1;
        self.pruned += self.pruned_here;
        let enqueued = counters.enqueued - self.enqueued_before;
        counters.duplicates += generated - self.pruned_here - enqueued;
        counters.open -= 1;
        counters.largest_open = counters.largest_open.max(counters.open);
    }
}

/// Reports what happens to a state, with the numbers of its node and its parent.
#[inline]
pub(super) fn report<P: NumberedSpace>(
    space: &P,
    kind: EventKind,
    (node, parent): (u32, Option<u32>),
    state: (&P::State, u64),
) {
    let parent = parent.map(|parent| parent as usize);
    reached::report(space, kind, (node as usize, parent), state);
}
