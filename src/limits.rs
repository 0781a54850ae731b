//! How far a search may go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Statistics, StopReason};

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

    /// Stops once this many nodes have been generated. The last expansion may go over it by
    /// its own successors, or, with more than 64 successors to a node, a few expansions may.
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

    /// Stops once this much time has been spent searching. The clock is read about every
    /// millisecond, or after every expansion if one takes longer.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops soon after the flag becomes `true`, as another thread may set it. It is looked at as
    /// often as the clock.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// The limit on memory, in bytes.
    pub(crate) fn byte_limit(&self) -> Option<usize> {
        self.bytes
    }

    /// The first of these limits that a search with such statistics has met.
    #[must_use]
    pub fn met(&self, statistics: &Statistics) -> Option<StopReason> {
        let &Statistics { expanded, generated, bytes: in_use, elapsed, .. } = statistics;
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        let expansions = self.expansions.filter(|&limit| expanded >= limit);
        let generations = self.generated.filter(|&limit| generated >= limit);
        let bytes = self.bytes.filter(|&limit| in_use > limit);
        let time = self.time.filter(|&limit| elapsed >= limit);
        expansions
            .map(|limit| StopReason::Expansions { limit, expanded })
            .or(generations.map(|limit| StopReason::Generated { limit, generated }))
            .or(bytes.map(|limit| StopReason::Bytes { limit, in_use }))
            .or(time.map(|limit| StopReason::Time { limit, elapsed }))
    }

    /// How many steps may be done before these limits must be looked at again.
    pub(crate) fn steps_left(&self, statistics: &Statistics) -> u64 {
        let expansions = self.expansions.map_or(u64::MAX, |limit| limit - statistics.expanded);
        // Closer and closer looks, so that no more than the last expansion goes over.
        let generated =
            self.generated.map_or(u64::MAX, |limit| ((limit - statistics.generated) / 64).max(1));
        expansions.min(generated)
    }
}
