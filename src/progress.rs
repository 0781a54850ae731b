//! The progress of a search, as shown to an observer.

use std::fmt;

use crate::{Cost, Statistics};

/// The progress of a search. `Display` prints it on one line.
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
        write!(
            f,
            "{} expanded, {} open, {:.1} MB, {:.1} s, solution at least {lower_bound}",
            statistics.expanded,
            statistics.open,
            statistics.bytes as f64 / 1e6,
            statistics.elapsed.as_secs_f64(),
        )
    }
}
