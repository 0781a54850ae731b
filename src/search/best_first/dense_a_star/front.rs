//! The nodes of a search in an array, and its open list.

use crate::frontier::NumberQueue;
use crate::search::best_first::closed::Closed;
use crate::search::best_first::{Evaluation, Reopening};
use crate::search::rank::Rank;
use crate::search::reached::{self, generated};
use crate::{EventKind, NumberedSpace, Statistics};

/// The node of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DenseNode {
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
    /// The nodes generated are the enqueued ones, the duplicates and those that `pruned` counts.
    pub(super) counters: Statistics,
    pub(super) pruned: u64,
    /// Whether a path was pruned for its cost.
    pub(super) overflowed: bool,
    /// Whether a state was reopened before the counters began anew.
    pub(super) has_reopened: bool,
    pub(super) closed: Closed,
    /// How many nodes were enqueued before the successors of the node under expansion.
    pub(super) enqueued_before: u64,
    /// How many of these successors were pruned.
    pub(super) pruned_here: u64,
    /// The first event of this expansion that is still to be reported: 0 is the expansion itself,
    /// or the goal, and *n* its *n*-th successor. Without an observer, it is set only at a goal and
    /// when memory ends.
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
            has_reopened: false,
            closed: Closed::Reopen,
            enqueued_before: 0,
            pruned_here: 0,
            reported: 0,
        }
    }

    /// Counts a state that was opened with this *f*. `mark_before` was its mark, and `mark` is that
    /// of open states. Returns what to report.
    #[inline]
    pub(super) fn note_opened<E: Evaluation>(
        &mut self,
        number: u32,
        f: u32,
        rank: Rank,
        mark_before: u16,
        mark: u16,
    ) -> EventKind {
        // An *f* of `u32::MAX` also stands for all higher ones.
        let watches = matches!(E::REOPENING, Reopening::UnlessConsistent) && self.closed.stays();
        if watches && f == u32::MAX {
            self.closed.end();
        }
        let is_reopened = mark_before > mark;
        self.counters.reopened += u64::from(is_reopened);
        self.counters.open += u64::from(mark_before != mark);
        self.counters.enqueued += 1;
        if rank < self.best_rank {
            (self.best, self.best_rank) = (Some(number), rank);
        }
        generated(is_reopened)
    }

    /// Counts the expansion of a node, with the number of its successors.
    #[inline]
    pub(super) fn count_expansion(&mut self, generated: u64) {
        let counters = &mut self.counters;
        self.pruned += self.pruned_here;
        let enqueued = counters.enqueued - self.enqueued_before;
        counters.duplicates += generated - self.pruned_here - enqueued;
        counters.count_expansion();
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
