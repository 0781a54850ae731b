//! The counters of a search.

use std::fmt;
use std::time::Duration;

use super::quantity::{Bytes, Count, Time};

/// The counters of a search. `Display` prints one counter per line.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let statistics = Solver::new(board).statistics();
/// assert_eq!(statistics.enqueued, 10);
/// assert_eq!(statistics.dequeued, 5);
/// assert_eq!(statistics.expanded, 4); // the goal is dequeued, but not expanded
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// The number of nodes whose successors were generated.
    pub expanded: u64,
    /// The number of nodes generated, including the root.
    pub generated: u64,
    /// The number of nodes put on the open list, including the root.
    pub enqueued: u64,
    /// The number of nodes taken off the open list, including the goal.
    pub dequeued: u64,
    /// The number of times that an expanded state was put back on the open list, because a cheaper
    /// path to it was found, or might be found (`WeightedAStar`).
    pub reopened: u64,
    /// The number of generated nodes that were dropped, because a path to the same state that costs
    /// no more was already known.
    pub duplicates: u64,
    /// The number of nodes on the open list now.
    pub open: u64,
    /// The largest number of nodes that were on the open list at one time.
    pub largest_open: u64,
    /// The memory in use now, in bytes. It includes nodes, open list and buffers, their spare
    /// capacity, and the heap memory reported by the states.
    pub bytes: usize,
    /// The time spent searching. Pauses between two calls of
    /// [`advance`](crate::search::Search::advance) do not count.
    pub elapsed: Duration,
}

impl Statistics {
    /// The mean number of successors of an expanded node, or 0 if none was expanded.
    pub fn branching_factor(&self) -> f64 {
        ratio(self.generated.saturating_sub(1) as f64, self.expanded as f64)
    }

    /// Adds the counters of a part that ran at the same time.
    pub(crate) fn add(&mut self, part: &Self) {
        self.expanded += part.expanded;
        self.generated += part.generated;
        self.enqueued += part.enqueued;
        self.dequeued += part.dequeued;
        self.reopened += part.reopened;
        self.duplicates += part.duplicates;
        self.open += part.open;
        self.largest_open += part.largest_open;
        self.bytes += part.bytes;
        self.elapsed = self.elapsed.max(part.elapsed);
    }

    /// Counts the expansion of a node of the open list, with its successors already open.
    #[inline]
    pub(crate) fn count_expansion(&mut self) {
        self.expanded += 1;
        self.open -= 1;
        self.largest_open = self.largest_open.max(self.open);
    }

    /// The number of nodes generated per second, or 0 if no time has passed.
    pub fn generated_per_second(&self) -> f64 {
        ratio(self.generated as f64, self.elapsed.as_secs_f64())
    }
}

fn ratio(count: f64, of: f64) -> f64 {
    if of > 0.0 { count / of } else { 0.0 }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            ("expanded", self.expanded),
            ("generated", self.generated),
            ("enqueued", self.enqueued),
            ("dequeued", self.dequeued),
            ("reopened", self.reopened),
            ("duplicates", self.duplicates),
            ("open", self.open),
            ("largest open", self.largest_open),
        ];
        for (name, count) in counts {
            writeln!(f, "{name:<18}{count}")?;
        }
        writeln!(f, "branching factor  {:.3}", self.branching_factor())?;
        writeln!(f, "memory            {}", Bytes(self.bytes))?;
        write!(f, "time              {}", Time(self.elapsed))
    }
}

/// One iteration of a search that starts again with a higher bound each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration {
    /// The bound at the start: nodes with a higher priority were pruned.
    pub bound: u32,
    /// The number of nodes expanded.
    pub expanded: u64,
    /// The number of nodes generated, including the root.
    pub generated: u64,
    /// The time spent searching.
    pub elapsed: Duration,
}

impl fmt::Display for Iteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bound, expanded, generated, elapsed } = self;
        let (nodes, time) = (Count(*expanded, "node"), Time(*elapsed));
        write!(f, "bound {bound}: {nodes} expanded, {generated} generated, {time}")
    }
}
