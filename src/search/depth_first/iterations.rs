//! The iterations of iterative deepening, and their counters.
use std::time::Duration;

use crate::frontier::{Full, make_room};
use crate::search::End;
use crate::search::control::Halt;
use crate::{Iteration, Statistics, StopReason};

/// The iterations so far. The last one is the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Iterations {
    pub(crate) list: Vec<Iteration>,
    /// The totals of the iterations before the last one.
    pub(crate) before: Statistics,
}

impl Iterations {
    /// Forgets everything, and starts the first iteration.
    pub(crate) fn restart(&mut self, bound: u32) {
        self.before = Statistics::default();
        self.list.clear();
        self.list.push(Iteration { bound, generated: 1, ..Iteration::default() });
    }

    /// Replaces the memory of earlier iterations, while there is only the first.
    pub(crate) fn give_back(&mut self) {
        let first = self.list.pop();
        self.list = Vec::new();
        self.list.extend(first);
    }

    /// Makes room for one more iteration, if that takes at most `allowance` bytes.
    pub(crate) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        make_room(&mut self.list, 1, size_of::<Iteration>(), &mut allowance)
    }

    /// Updates the record of the last iteration. `elapsed` is the time of all iterations together.
    pub(crate) fn record(&mut self, now: &Statistics, elapsed: Duration) {
        // The root is counted as generated only once.
        let is_first = self.list.len() == 1;
        if let Some(last) = self.list.last_mut() {
            last.expanded = now.expanded;
            last.generated = now.generated + u64::from(is_first);
            last.elapsed = elapsed.saturating_sub(self.before.elapsed);
        }
    }

    /// Starts the next iteration. `before` holds the totals of the earlier ones.
    pub(crate) fn begin(&mut self, bound: u32, before: Statistics) {
        self.before = before;
        self.list.push(Iteration { bound, ..Iteration::default() });
    }

    /// The totals of all iterations, given the counters of the last one.
    pub(crate) fn total(&self, now: &Statistics, bytes: usize, elapsed: Duration) -> Statistics {
        Statistics {
            expanded: self.before.expanded + now.expanded,
            generated: self.before.generated.max(1) + now.generated,
            duplicates: self.before.duplicates + now.duplicates,
            bytes,
            elapsed,
            ..Statistics::default()
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Iteration>()
    }
}

/// The bound of the next iteration, or the end of the search if nothing exceeded the last bound.
pub(crate) fn next_bound(beyond: Option<u64>) -> Result<u32, Halt> {
    let beyond = beyond.ok_or(End::Exhausted)?;
    Ok(u32::try_from(beyond).map_err(|_| StopReason::PathCost)?)
}
