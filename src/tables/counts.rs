//! How many states there are at each distance.

use crate::{Cost, Statistics, StopReason};

/// How many states there are at each distance. If several processes enumerate together, each of
/// them gets the same counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    pub(crate) histogram: Vec<u64>,
    pub(crate) stopped_by: Option<StopReason>,
    pub(crate) statistics: Statistics,
}

/// The sum of these counts, unless it is too high. A file may hold any counts.
pub(crate) fn sum(histogram: &[u64]) -> Option<u64> {
    histogram.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count))
}

impl LevelCounts {
    /// The number of states at each distance, up to the last one that is completely counted.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The greatest distance of all. `None` if there is no source, or if a limit stopped the
    /// enumeration.
    pub fn radius(&self) -> Option<Cost> {
        let last = self.histogram.len().checked_sub(1).filter(|_| self.is_complete())?;
        Cost::try_from(last).ok()
    }

    /// The number of states counted.
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Whether all states that can be reached are counted.
    pub fn is_complete(&self) -> bool {
        self.stopped_by.is_none()
    }

    /// The limit that stopped the enumeration.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters: states expanded, states reached as `generated`, bytes of memory, time. Over
    /// several processes, they are those of all processes together: `generated` then counts
    /// successors, and the time is that of the slowest process.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}
