//! What all processes must have in common before they search.

use std::hash::Hash;

use super::hello::first_difference;
use super::{Cluster, ClusterError, Part};
use crate::frontier::hash;
use crate::{Limits, StateSpace};

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
        let own = [
            (Part::Search, search),
            (Part::Problem, problem.to_owned()),
            (Part::Start, format!("checksum {start:016x}")),
            (Part::Limits, limits.in_common()),
        ];
        // No other process can send news before it has heard this one.
        self.watch.begin();
        let all = self.exchange(&own, Some(self.patience()))?;
        for (process, there) in all.into_iter().enumerate() {
            let parts = own.iter().cloned().zip(there);
            let parts = parts.map(|((part, here), (_, there))| (part, here, there));
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
