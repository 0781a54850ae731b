//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock;
use crate::frontier::Full;
use crate::{Cost, Statistics, StopReason};

/// The limits of a search. No limit is set unless you ask for one.
///
/// Limits apply to the totals of a search. To resume a search that was stopped, raise the limit.
///
/// ```
/// use std::time::Duration;
/// use bestfirst::Limits;
///
/// let limits = Limits::none().bytes(128 << 20).time(Duration::from_secs(10));
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Limits {
    expansions: Option<u64>,
    generated: Option<u64>,
    bytes: Option<usize>,
    time: Option<Duration>,
    cost: Option<Cost>,
    cancel: Vec<Arc<AtomicBool>>,
}

impl Limits {
    /// No limits: the search runs until it has an answer.
    pub fn none() -> Self {
        Self::default()
    }

    /// Stops after exactly this many expansions.
    pub fn expansions(self, nodes: u64) -> Self {
        Self { expansions: Some(nodes), ..self }
    }

    /// Stops once this many nodes have been generated. The count may exceed the limit by the
    /// successors of the last expansion, with several threads by those of one expansion for each
    /// thread. If nodes have more than 8,192 successors, it may exceed it by those of a few
    /// expansions. In IDA\*, the root of the next iteration may be one more.
    pub fn generated(self, nodes: u64) -> Self {
        Self { generated: Some(nodes), ..self }
    }

    /// Stops before more than this many bytes are in use, as counted by [`Statistics::bytes`].
    ///
    /// What states own on the heap, such as the contents of a `Vec` or a `String`, is counted only
    /// if the problem says how much that is: by
    /// [`Problem::heap_bytes`](crate::Problem::heap_bytes),
    /// [`WorldState::heap_bytes`](crate::WorldState::heap_bytes) or
    /// [`StateSpace::heap_bytes`](crate::StateSpace::heap_bytes). Otherwise the process may use
    /// many times as much.
    pub fn bytes(self, bytes: usize) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Stops once this much time has been spent searching. The clock is read at least every 64
    /// expansions, and every 16,384 in a depth-first search up to a bound. It is read more often if
    /// expansions are slow, and before a large table grows. If growing the table will probably take
    /// longer than the time left, the search stops first.
    ///
    /// On `wasm32-unknown-unknown` there is no clock. There, a search with this limit stops at
    /// once, because of [`StopReason::NoClock`]. Call
    /// [`Search::advance`](crate::search::Search::advance) for some hundreds of steps at a time
    /// instead, and read the clock of the host in between.
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Stops once it is proven that every solution costs more than this, if the estimate is
    /// admissible. The bound is checked every few milliseconds and at the end of the search. A
    /// solution that is proven to cost more is not returned.
    ///
    /// A search that proves no lower bound, such as greedy best-first search, may return a solution
    /// that costs more.
    pub fn cost(self, cost: Cost) -> Self {
        Self { cost: Some(cost), ..self }
    }

    /// Stops soon after the flag becomes `true`. Another thread may set it. The flag is read
    /// whenever the clock is read. Of several flags, each stops the search.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel.push(flag);
        self
    }

    /// The memory limit in bytes.
    #[inline]
    pub(crate) fn byte_limit(&self) -> Option<usize> {
        self.bytes
    }

    /// The limit on generated nodes.
    pub(crate) fn generated_limit(&self) -> u64 {
        self.generated.unwrap_or(u64::MAX)
    }

    /// The same limits with another memory limit.
    pub(crate) fn with_byte_limit(&self, bytes: Option<usize>) -> Self {
        Self { bytes, ..self.clone() }
    }

    /// The limits of one of several workers, which share the nodes and bytes equally. The shares
    /// are rounded down, so that all workers together stay within these limits.
    #[cfg(feature = "distributed")]
    pub(crate) fn share(&self, workers: usize) -> Self {
        let nodes = |limit: Option<u64>| limit.map(|nodes| nodes / workers as u64);
        let (expansions, generated) = (nodes(self.expansions), nodes(self.generated));
        let bytes = self.bytes.map(|bytes| bytes / workers);
        Self { expansions, generated, bytes, ..self.clone() }
    }

    /// The limits that several processes have in common: all but the flags.
    #[cfg(feature = "distributed")]
    pub(crate) fn in_common(&self) -> String {
        format!("{:?}", Self { cancel: Vec::new(), ..self.clone() })
    }

    /// The reason why a worker with a [share](Self::share) stopped, with the limit and the count of
    /// all workers in place of its own.
    #[cfg(feature = "distributed")]
    pub(crate) fn with_total_counts(&self, reason: StopReason, all: &Statistics) -> StopReason {
        match (reason, self) {
            (StopReason::Expansions { .. }, &Self { expansions: Some(limit), .. }) => {
                StopReason::Expansions { limit, expanded: all.expanded }
            }
            (StopReason::Generated { .. }, &Self { generated: Some(limit), .. }) => {
                StopReason::Generated { limit, generated: all.generated }
            }
            (StopReason::Bytes { .. }, &Self { bytes: Some(limit), .. }) => {
                StopReason::Bytes { limit, in_use: all.bytes }
            }
            _ => reason,
        }
    }

    /// The reason to interrupt a search between two steps, if there is one: the flag or the clock.
    pub(crate) fn interruption(&self, elapsed: Duration) -> Option<StopReason> {
        if self.cancel.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        self.time.and_then(|limit| time_is_up(limit, clock::IS_RUNNING.then_some(elapsed)))
    }

    /// Whether a search may have to stop between two steps.
    pub(crate) fn can_interrupt(&self) -> bool {
        self.time.is_some() || !self.cancel.is_empty()
    }

    /// The highest cost that is allowed.
    pub(crate) fn most_cost(&self) -> Cost {
        self.cost.unwrap_or(Cost::MAX)
    }

    /// The reason to stop when there is no room for another node.
    pub(crate) fn stop_reason(&self, full: Full, in_use: usize) -> StopReason {
        match (full, self.bytes) {
            (Full::Ids, _) => StopReason::NodeIds,
            (Full::Allowance, Some(limit)) => StopReason::Bytes { limit, in_use },
            (Full::Allowance | Full::Allocator, _) => StopReason::OutOfMemory { in_use },
        }
    }

    /// Whether a lower bound exceeds the limit on cost.
    pub(crate) fn is_too_costly(&self, lower_bound: Cost) -> Option<StopReason> {
        let limit = self.cost.filter(|&limit| lower_bound > limit)?;
        Some(StopReason::Cost { limit, lower_bound })
    }

    /// The first of these limits that is met by the given statistics. The limit on cost is not
    /// checked.
    pub fn met(&self, statistics: &Statistics) -> Option<StopReason> {
        let &Statistics { expanded, generated, bytes: in_use, elapsed, .. } = statistics;
        let interruption = self.interruption(elapsed);
        if interruption == Some(StopReason::Cancelled) {
            return interruption;
        }
        let expansions = self.expansions.filter(|&limit| expanded >= limit);
        let generations = self.generated.filter(|&limit| generated >= limit);
        let bytes = self.bytes.filter(|&limit| in_use > limit);
        expansions
            .map(|limit| StopReason::Expansions { limit, expanded })
            .or(generations.map(|limit| StopReason::Generated { limit, generated }))
            .or(bytes.map(|limit| StopReason::Bytes { limit, in_use }))
            .or(interruption)
    }

    /// The number of steps that a search may do before it must check these limits again.
    pub(crate) fn steps_left(&self, statistics: &Statistics) -> u64 {
        let expansions = self.expansions.map_or(u64::MAX, |limit| limit - statistics.expanded);
        let generated = self.generated.map_or(u64::MAX, |limit| {
            // The interval shrinks towards the limit, so that only the last expansion can exceed
            // it, if it generates no more than this.
            let most = (4 * statistics.generated / statistics.expanded.max(1)).max(1 << 13);
            ((limit - statistics.generated) / most).max(1)
        });
        expansions.min(generated)
    }
}

/// The reason to stop for a limit on time, if there is one. `elapsed` is `None` without a clock.
fn time_is_up(limit: Duration, elapsed: Option<Duration>) -> Option<StopReason> {
    match elapsed {
        None => Some(StopReason::NoClock { limit }),
        Some(elapsed) => (elapsed >= limit).then_some(StopReason::Time { limit, elapsed }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_time_needs_a_clock() {
        let limit = Duration::from_millis(1500);
        assert_eq!(time_is_up(limit, Some(Duration::from_millis(1499))), None);
        let stopped = StopReason::Time { limit, elapsed: limit };
        assert_eq!(time_is_up(limit, Some(limit)), Some(stopped));
        let without = time_is_up(limit, None).unwrap();
        assert_eq!(without, StopReason::NoClock { limit });
        assert_eq!(without.to_string(), "stopped: no clock on this target, for a limit of 1.5 s");
    }
}
