//! The progress of a search, as shown to an observer.

use std::fmt;

use super::quantity::{Bytes, Count, Time};
use crate::{Cost, Statistics};

/// The progress of a search. `Display` prints it on one line, with the lower bound first:
/// `cost at least 39, 1200 nodes expanded, 950 open, 31 KiB, 0.6 ms`. If there is a solution
/// already, it begins with `cost 39 to 45`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The counters so far.
    pub statistics: Statistics,
    /// The proven lower bound on the cost of any solution.
    pub lower_bound: Cost,
    /// The cost of the best solution so far, of a search that looks for a better one or for a
    /// proof.
    pub best_cost: Option<Cost>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { statistics, lower_bound, best_cost } = self;
        let &Statistics { expanded, open, bytes, elapsed, .. } = statistics;
        match best_cost {
            Some(cost) => write!(f, "cost {lower_bound} to {cost}")?,
            None => write!(f, "cost at least {lower_bound}")?,
        }
        let (nodes, memory, time) = (Count(expanded, "node"), Bytes(bytes), Time(elapsed));
        write!(f, ", {nodes} expanded, {open} open, {memory}, {time}")
    }
}
