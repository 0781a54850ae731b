//! Threads that take subtrees, search them, and return them.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::Scope;

use super::subtrees::{NONE, Quota, Subtree, Subtrees, grow};
use crate::StateSpace;
use crate::frontier::Full;
use crate::search::cost_bounded::{CostBounded, Progress};

/// The subtrees, shared by threads.
pub(super) struct Round<'a, P: StateSpace> {
    space: &'a P,
    subtrees: Mutex<&'a mut Subtrees<P::State>>,
    /// The steps that no thread has taken yet.
    steps: AtomicU64,
    /// How many steps a thread takes at a time.
    portion: u64,
    /// How many nodes each thread that is not at work may generate. The rest of one expansion may
    /// exceed that.
    shares: Mutex<Vec<u64>>,
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
            shares: Mutex::new(vec![(generated / threads as u64).max(1); threads]),
            solved: AtomicUsize::new(solved),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// How many steps no thread has taken.
    pub(super) fn steps_left(self) -> u64 {
        self.steps.into_inner()
    }

    /// The work of one thread, which may generate `generated` nodes. It gets others to work, if
    /// there is a scope.
    pub(super) fn work<'s>(&'s self, generated: u64, scope: Option<&Scope<'s>>)
    where
        P: Sync,
        P::State: Send,
    {
        let mut quota = Quota { steps: self.take_steps(), generated };
        while !quota.is_used_up() && !self.is_stopped.load(Relaxed) {
            let Some(held) = self.take(&mut quota) else {
                break;
            };
            if let Some((scope, generated)) = scope.and_then(|scope| Some((scope, self.share()?))) {
                scope.spawn(move |scope| self.work(generated, Some(scope)));
            }
            held.search(&mut quota);
            if quota.steps == 0 {
                quota.steps = self.take_steps();
            }
        }
        self.steps.fetch_add(quota.steps, Relaxed);
        if quota.generated > 0 {
            self.shares().push(quota.generated);
        }
    }

    /// What one more thread may generate. `None` if all are at work.
    pub(super) fn share(&self) -> Option<u64> {
        self.shares().pop()
    }

    /// The next subtree to search: one that was started before, else a new one. Finding a new one
    /// takes steps.
    ///
    /// Only one thread at a time looks for a new one, and no thread waits for it. For a space may
    /// use the pool itself: then a thread that waits for a part of an estimate may come here
    /// meanwhile, and would wait for itself.
    fn take(&self, quota: &mut Quota) -> Option<Held<'_, 'a, P>> {
        let mut subtrees = self.lock();
        let mut subtree = subtrees.take_begun();
        if subtree.is_none() {
            let paths = subtrees.take_top()?;
            drop(subtrees);
            match (Top { round: self, paths, spare: None }).next_subtree(quota) {
                Ok(next) => subtree = next,
                Err(full) => self.stop(full),
            }
        }
        subtree.map(|subtree| Held { round: self, subtree: Some(subtree) })
    }

    /// Memory has run out.
    fn stop(&self, full: Full) {
        self.lock().full = Some(full);
        self.is_stopped.store(true, Relaxed);
    }

    fn take_steps(&self) -> u64 {
        if self.is_stopped.load(Relaxed) {
            return 0;
        }
        let take = |steps: u64| Some(steps.saturating_sub(self.portion));
        self.steps.fetch_update(Relaxed, Relaxed, take).map_or(0, |before| before.min(self.portion))
    }

    /// Nothing is asked of the space while the lock is held, and no state is dropped.
    fn lock(&self) -> MutexGuard<'_, &'a mut Subtrees<P::State>> {
        self.subtrees.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shares(&self) -> MutexGuard<'_, Vec<u64>> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The nodes above the cut, in which a thread looks for the next subtree. They are returned even if
/// a state panics.
struct Top<'r, 'a, P: StateSpace> {
    round: &'r Round<'a, P>,
    paths: CostBounded<P::State>,
    /// The memory for the subtree.
    spare: Option<Subtree<P::State>>,
}

impl<P: StateSpace> Top<'_, '_, P> {
    fn next_subtree(mut self, quota: &mut Quota) -> Result<Option<Subtree<P::State>>, Full> {
        let round = self.round;
        loop {
            if quota.steps == 0 {
                quota.steps = round.take_steps();
            }
            if quota.is_used_up() {
                return Ok(None);
            }
            match quota.run(&mut self.paths, round.space, None) {
                Progress::Paused => {}
                Progress::Done => {
                    round.lock().is_complete = true;
                    return Ok(None);
                }
                Progress::Full => grow(&mut self.paths, &mut round.lock().allowance)?,
                Progress::Goal => return self.hand_out(),
            }
        }
    }

    /// The subtree below the node at which the search has stopped, unless it does not matter.
    fn hand_out(&mut self) -> Result<Option<Subtree<P::State>>, Full> {
        let Self { round, paths, spare } = self;
        let subtree = spare.insert(round.lock().spare()?);
        let bytes = subtree.bytes();
        subtree.begin(round.space, paths);
        let bytes = subtree.bytes().saturating_sub(bytes);
        let matters = round.lock().hand_out(subtree, bytes, paths);
        match matters {
            Ok(false) => return Ok(None),
            Ok(true) => paths.skip(),
            Err(_) => {}
        }
        // Dropped here if it does not fit.
        let subtree = spare.take();
        matters.map(|_| subtree)
    }
}

impl<P: StateSpace> Drop for Top<'_, '_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.round.is_stopped.store(true, Relaxed);
        }
        let paths = mem::replace(&mut self.paths, CostBounded::new());
        let mut subtrees = self.round.lock();
        subtrees.put_back_top(paths);
        if let Some(spare) = self.spare.take() {
            subtrees.put_back(spare);
        }
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
                    let grown = grow(&mut subtree.paths, &mut round.lock().allowance);
                    if let Err(full) = grown {
                        round.stop(full);
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
