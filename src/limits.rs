//! How far a search may go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Cost, Statistics, StopReason};

/// How far a search may go. None is set unless asked for.
///
/// Limits are on the totals of a search: to resume one that was stopped, raise the limit.
///
/// ```
/// use std::time::Duration;
/// use bestfirst::Limits;
///
/// let limits = Limits::none().bytes(128 << 20).time(Duration::from_secs(10));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    expansions: Option<u64>,
    generated: Option<u64>,
    bytes: Option<usize>,
    time: Option<Duration>,
    cost: Option<Cost>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limits: a search runs until it has an answer.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Stops once this many nodes have been expanded, exactly.
    #[must_use]
    pub fn expansions(mut self, nodes: u64) -> Self {
        self.expansions = Some(nodes);
        self
    }

    /// Stops once this many nodes have been generated. The last expansion may go over it by its own
    /// successors; where a node has more than 1,024 of them, a few expansions may.
    #[must_use]
    pub fn generated(mut self, nodes: u64) -> Self {
        self.generated = Some(nodes);
        self
    }

    /// Stops before more than this many bytes are in use, as
    /// [`Statistics::bytes`] counts them.
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// Stops once this much time has been spent searching. The clock is read after at most 64
    /// expansions, 16,384 in a depth-first search up to a bound, and more often where they are slow;
    /// and before a large table grows. If that is likely to take longer than the time that is left, the
    /// search stops before.
    ///
    /// Where there is no clock, as in WebAssembly without a host, no time passes.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops once it is proven that every solution costs more than this, if the estimate is
    /// admissible. It is looked at every few milliseconds, and at the end of the search: a solution
    /// that is proven to cost more is not given.
    ///
    /// A search that proves no lower bound, as greedy best-first search, may give a solution that
    /// costs more.
    #[must_use]
    pub fn cost(mut self, cost: Cost) -> Self {
        self.cost = Some(cost);
        self
    }

    /// Stops soon after the flag becomes `true`, as another thread may set it. It is looked at whenever
    /// the clock is read.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// The limit on memory, in bytes.
    #[inline]
    pub(crate) fn byte_limit(&self) -> Option<usize> {
        self.bytes
    }

    /// The limit on nodes generated.
    pub(crate) fn generated_limit(&self) -> u64 {
        self.generated.unwrap_or(u64::MAX)
    }

    /// The same with another limit on memory.
    pub(crate) fn with_byte_limit(&self, bytes: Option<usize>) -> Self {
        Self { bytes, ..self.clone() }
    }

    /// What there is to stop a search between two steps, after so much time: the flag or the clock.
    pub(crate) fn interruption(&self, elapsed: Duration) -> Option<StopReason> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        let time = self.time.filter(|&limit| elapsed >= limit);
        time.map(|limit| StopReason::Time { limit, elapsed })
    }

    /// Whether a lower bound is beyond the limit on cost.
    pub(crate) fn is_too_costly(&self, lower_bound: Cost) -> Option<StopReason> {
        let limit = self.cost.filter(|&limit| lower_bound > limit)?;
        Some(StopReason::Cost { limit, lower_bound })
    }

    /// The first of these limits, but for that on cost, that a search with such statistics has met.
    #[must_use]
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

    /// How many steps may be done before these limits must be looked at again.
    pub(crate) fn steps_left(&self, statistics: &Statistics) -> u64 {
        let expansions = self.expansions.map_or(u64::MAX, |limit| limit - statistics.expanded);
        // Closer and closer looks, so that no more than the last expansion goes over.
        let generated =
            self.generated.map_or(u64::MAX, |limit| ((limit - statistics.generated) >> 10).max(1));
        expansions.min(generated)
    }
}
