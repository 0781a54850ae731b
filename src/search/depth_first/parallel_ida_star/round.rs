//! Threads that take subtrees, search them, and return them.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::subtrees::{NONE, Quota, Subtree, Subtrees, grow};
use crate::StateSpace;
use crate::search::cost_bounded::Progress;

/// The subtrees, shared by threads.
pub(super) struct Round<'a, P: StateSpace> {
    space: &'a P,
    subtrees: Mutex<&'a mut Subtrees<P::State>>,
    /// The steps that no thread has taken yet.
    steps: AtomicU64,
    /// How many steps a thread takes at a time.
    portion: u64,
    /// How many nodes each thread may generate. The rest of one expansion may exceed that.
    generated: u64,
    /// The first subtree known to have a solution.
    solved: AtomicUsize,
    is_stopped: AtomicBool,
}

/// The most steps that a thread takes at a time.
const PORTION: u64 = 1 << 10;

impl<'a, P: StateSpace> Round<'a, P> {
    /// A round of this work on `threads` threads.
    pub(super) fn new(
        space: &'a P,
        subtrees: &'a mut Subtrees<P::State>,
        Quota { steps, generated }: Quota,
        threads: usize,
    ) -> Self {
        let solved = subtrees.solved.as_ref().map_or(NONE, |subtree| subtree.index);
        Self {
            space,
            subtrees: Mutex::new(subtrees),
            steps: AtomicU64::new(steps),
            // Small portions, so that threads finish at about the same time.
            portion: (steps / (32 * threads as u64)).clamp(1, PORTION),
            generated: (generated / threads as u64).max(1),
            solved: AtomicUsize::new(solved),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// How many steps no thread has taken.
    pub(super) fn steps_left(self) -> u64 {
        self.steps.into_inner()
    }

    /// The work of one thread.
    pub(super) fn work(&self) {
        let mut quota = Quota { steps: self.take_steps(), generated: self.generated };
        while !quota.is_used_up() && !self.is_stopped.load(Relaxed) {
            let Some(held) = self.take(&mut quota) else {
                break;
            };
            held.search(&mut quota);
            if quota.steps == 0 {
                quota.steps = self.take_steps();
            }
        }
        self.steps.fetch_add(quota.steps, Relaxed);
    }

    fn take(&self, quota: &mut Quota) -> Option<Held<'_, 'a, P>> {
        let mut subtrees = self.lock();
        match subtrees.take(self.space, quota, || self.take_steps()) {
            Ok(subtree) => subtree.map(|subtree| Held { round: self, subtree: Some(subtree) }),
            Err(full) => {
                subtrees.full = Some(full);
                self.is_stopped.store(true, Relaxed);
                None
            }
        }
    }

    fn take_steps(&self) -> u64 {
        if self.is_stopped.load(Relaxed) {
            return 0;
        }
        let take = |steps: u64| Some(steps.saturating_sub(self.portion));
        self.steps.fetch_update(Relaxed, Relaxed, take).map_or(0, |before| before.min(self.portion))
    }

    /// A poisoned lock is usable: states do not panic in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, &'a mut Subtrees<P::State>> {
        self.subtrees.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subtree that a thread is searching. It is returned even if a state panics.
struct Held<'r, 'a, P: StateSpace> {
    round: &'r Round<'a, P>,
    subtree: Option<Subtree<P::State>>,
}

impl<P: StateSpace> Held<'_, '_, P> {
    fn search(mut self, quota: &mut Quota) {
        let Some(subtree) = &mut self.subtree else {
            return;
        };
        let round = self.round;
        let end = loop {
            if quota.steps == 0 {
                quota.steps = round.take_steps();
            }
            if quota.is_used_up() || round.solved.load(Relaxed) < subtree.index {
                break None;
            }
            match subtree.advance(round.space, quota) {
                Progress::Paused => {}
                end @ (Progress::Done | Progress::Goal) => break Some(end),
                Progress::Full => {
                    let mut subtrees = round.lock();
                    if let Err(full) = grow(&mut subtree.paths, &mut subtrees.allowance) {
                        subtrees.full = Some(full);
                        round.is_stopped.store(true, Relaxed);
                        break None;
                    }
                }
            }
        };
        let Some(end) = end else {
            return;
        };
        if let Some(subtree) = self.subtree.take() {
            if end == Progress::Goal {
                round.solved.fetch_min(subtree.index, Relaxed);
                round.lock().solve(subtree);
            } else {
                round.lock().finish(subtree);
            }
        }
    }
}

impl<P: StateSpace> Drop for Held<'_, '_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.round.is_stopped.store(true, Relaxed);
        }
        if let Some(subtree) = self.subtree.take() {
            self.round.lock().put_back(subtree);
        }
    }
}
