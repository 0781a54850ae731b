//! What all processes must have in common before they search.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::hello::first_difference;
use super::{Cluster, ClusterError, Part};
use crate::frontier::hash;
use crate::{Limits, StateSpace};

/// The part of a [search](Fingerprint) that one process shows the others.
#[derive(Debug, Serialize, Deserialize)]
struct Fingerprint {
    search: String,
    problem: String,
    start: u64,
    limits: String,
}

impl Cluster {
    /// Begins a search: waits until all processes have begun it, and compares what they have.
    pub(super) fn begin(
        &mut self,
        search: &str,
        problem: &str,
        start: u64,
        limits: &Limits,
    ) -> Result<(), ClusterError> {
        self.watch.check()?;
        self.searches += 1;
        let search = format!("search {}, {search}", self.searches);
        let own =
            Fingerprint { search, problem: problem.to_owned(), start, limits: limits.in_common() };
        // No other process can send news before it has heard this one.
        self.watch.begin();
        let all = self.exchange(&own, Some(self.patience()))?;
        for (process, there) in all.into_iter().enumerate() {
            let checksum = |start: u64| format!("checksum {start:016x}");
            let parts = [
                (Part::Search, own.search.clone(), there.search),
                (Part::Problem, own.problem.clone(), there.problem),
                (Part::Start, checksum(own.start), checksum(there.start)),
                (Part::Limits, own.limits.clone(), there.limits),
            ];
            first_difference(process, parts).map_err(|kind| self.watch.fail(kind))?;
        }
        Ok(())
    }
}

/// A checksum of the initial state, its estimate, and its successors with their step costs.
pub(super) fn start_of<P: StateSpace<State: Hash>>(space: &P, initial: &P::State) -> u64 {
    let mut sum = hash(&(hash(initial), space.estimate(initial), space.is_goal(initial)));
    space.for_each_successor(initial, None, |successor, step_cost| {
        sum = hash(&(sum, hash(&successor), step_cost, space.estimate(&successor)));
    });
    sum
}
