//! What all threads of a process watch: the first fault, and the news of the other processes.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;

use super::frame::Kind;
use super::link::Link;
use super::{ClusterError, ClusterErrorKind};
use crate::Cost;

/// What nobody leaves half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The condition of a cluster, as this process knows it.
#[derive(Debug, Default)]
pub(super) struct Watch {
    fault: OnceLock<ClusterErrorKind>,
    /// Set after `fault`.
    pub(super) has_failed: Arc<AtomicBool>,
    /// The threads to wake up at a fault.
    sleepers: Mutex<Vec<Thread>>,
    /// The cost of the cheapest solution that any process has told.
    least: AtomicU32,
    /// Whether any process has met a limit.
    is_stopped: AtomicBool,
    /// Whether this process has passed that on.
    is_told: Mutex<bool>,
    /// The next problem of a batch. Only process 0 counts.
    next: AtomicU64,
}

impl Watch {
    /// Ends the cluster. Only the first fault counts: the others follow from it.
    pub(super) fn fail(&self, kind: ClusterErrorKind) -> ClusterError {
        let first = self.fault.get_or_init(|| kind);
        self.has_failed.store(true, Ordering::Release);
        lock(&self.sleepers).iter().for_each(Thread::unpark);
        first.clone().into()
    }

    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    pub(super) fn fault(&self) -> Option<&ClusterErrorKind> {
        self.fault.get()
    }

    pub(super) fn check(&self) -> Result<(), ClusterError> {
        self.fault().map_or(Ok(()), |kind| Err(kind.clone().into()))
    }

    pub(super) fn wake_at_fault(&self, thread: Thread) {
        lock(&self.sleepers).push(thread);
    }

    /// Before a search: there is no news yet.
    pub(super) fn begin(&self) {
        self.least.store(Cost::MAX, Ordering::Relaxed);
        self.is_stopped.store(false, Ordering::Relaxed);
        *lock(&self.is_told) = false;
        self.next.store(0, Ordering::Relaxed);
    }

    /// The cost of the cheapest solution known, [`Cost::MAX`] if there is none.
    pub(super) fn least(&self) -> Cost {
        self.least.load(Ordering::Relaxed)
    }

    /// Takes note of a solution of this cost. Returns whether it is the cheapest so far.
    pub(super) fn hear(&self, cost: Cost) -> bool {
        self.least.fetch_min(cost, Ordering::Relaxed) > cost
    }

    /// Whether any process has met a limit. Then workers drop what they have.
    ///
    /// Before it drops anything, a worker has to [pass this on](Self::stop). Otherwise another one
    /// may take it that what was dropped is done.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Acquire)
    }

    /// Takes note that a process has met a limit.
    pub(super) fn hear_stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
    }

    /// Tells all processes of a solution of this cost, if it is the cheapest so far.
    pub(super) fn offer(&self, cost: Cost, links: &[Arc<Link>]) {
        if self.hear(cost) {
            links.iter().for_each(|link| link.send(Kind::Least, &cost.to_le_bytes()));
        }
    }

    /// Tells all processes that a limit was met, here or elsewhere. When this returns, they hear of
    /// it before they hear of anything that is done later.
    pub(super) fn stop(&self, links: &[Arc<Link>]) {
        let mut is_told = lock(&self.is_told);
        if !*is_told {
            self.hear_stop();
            links.iter().for_each(|link| link.send(Kind::Stop, &[]));
            *is_told = true;
        }
    }

    pub(super) fn next(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}
