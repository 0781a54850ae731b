//! The progress of a search, as shown to an observer.

use std::fmt;

use super::quantity::{Bytes, Count, Time};
use crate::{Cost, Statistics};

/// The progress of a search. `Display` prints it on one line, with the lower bound first:
/// `cost at least 39, 1200 nodes expanded, 950 open, 31 KiB, 0.6 ms`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The counters so far.
    pub statistics: Statistics,
    /// The proven lower bound on the cost of any solution.
    pub lower_bound: Cost,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { statistics, lower_bound } = self;
        let &Statistics { expanded, open, bytes, elapsed, .. } = statistics;
        write!(
            f,
            "cost at least {lower_bound}, {} expanded, {open} open, {}, {}",
            Count(expanded, "node"),
            Bytes(bytes),
            Time(elapsed),
        )
    }
}
