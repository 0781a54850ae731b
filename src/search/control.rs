//! What all searches share: the loop over steps, the clock, the limits.

use std::mem;
use std::time::Duration;

use super::{End, Search};
use crate::answer::clock::Instant;
use crate::frontier::Full;
use crate::{Cost, Limits, Statistics, StopReason};

/// The answer, the time and the limits of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Control {
    /// How the search ended, once it has.
    pub(crate) answer: Option<End>,
    pub(crate) elapsed: Duration,
    pub(crate) limits: Limits,
    /// When the clock was last read. `None` between two calls of `advance`.
    read: Option<Instant>,
    /// The binary logarithm of the number of steps between two readings of the clock.
    portion_log2: u32,
    /// The time that the last growth of the table took for each state.
    growth_time: Duration,
    /// Whether a restart has begun and not ended. It remains so if a state panics meanwhile.
    is_restarting: bool,
    /// Whether the search has started. If so, its next restart may find memory from before.
    is_begun: bool,
    /// Whether no step was taken since the restart, and there may be more memory than a search
    /// begins with under a limit on bytes.
    has_spare_memory: bool,
}

/// A portion of steps that takes longer than this is made smaller.
const PORTION: Duration = Duration::from_millis(5);

/// From this many states on, growing a table takes a noticeable time.
const TIMED_FROM: usize = 1 << 16;

impl Control {
    /// Panics if a restart has begun and not ended.
    pub(crate) fn assert_restarted(&self) {
        assert_restarted(self.is_restarting);
    }

    /// The states of the search are removed from now on. If a state panics when it is dropped, the
    /// search refuses to go on until it is restarted.
    pub(crate) fn begin_restart(&mut self) {
        self.is_restarting = true;
    }

    /// Resets everything but the limits. The restart has ended.
    pub(crate) fn restart(&mut self) {
        let limits = mem::take(&mut self.limits);
        let has_spare_memory = self.is_begun || limits.byte_limit().is_none();
        *self = Self { limits, is_begun: true, has_spare_memory, ..Self::default() };
    }

    /// The counters of a search, given counters in which a goal that was found still counts as
    /// open.
    pub(crate) fn statistics(&self, counters: Statistics, bytes: usize) -> Statistics {
        let is_solved = u64::from(self.is_solved());
        let open = counters.open - is_solved;
        let dequeued = counters.expanded + is_solved;
        let largest_open = counters.largest_open.max(open);
        Statistics { dequeued, open, largest_open, bytes, elapsed: self.elapsed, ..counters }
    }

    /// The lower bound: what is proven, but at most the cost of the solution.
    pub(crate) fn lower_bound(&self, proven: Cost, cost: impl FnOnce() -> Cost) -> Cost {
        if self.is_solved() { proven.min(cost()) } else { proven }
    }

    pub(crate) fn is_solved(&self) -> bool {
        matches!(self.answer, Some(End::Solved))
    }

    /// Adds the time since the last reading, and returns it.
    pub(crate) fn read_clock(&mut self) -> Duration {
        let now = Instant::now();
        let before = self.read.replace(now);
        let passed = before.map_or(Duration::ZERO, |before| now.duration_since(before));
        self.elapsed += passed;
        passed
    }

    /// There is more than the root from now on, so no memory is given back.
    pub(crate) fn begin(&mut self) {
        (self.is_begun, self.has_spare_memory) = (true, false);
    }

    /// Why the search must stop between two steps, if it must.
    pub(crate) fn interruption(&self) -> Option<StopReason> {
        self.limits.interruption(self.elapsed)
    }

    /// At the start of [`advance`](Search::advance). Returns the answer, or why the search must not
    /// go on. This function and [`end_portion`](Self::end_portion) are not generic, so that
    /// programs need not compile them again.
    fn begin_advance(&mut self) -> Option<End> {
        self.assert_restarted();
        let end = self.answer.or_else(|| self.interruption().map(End::Stopped));
        if end.is_none() {
            self.begin();
            self.read = Some(Instant::now());
        }
        end
    }

    /// The number of steps until the clock is read again. Without a limit that can interrupt the
    /// search, the clock need not be read.
    fn portion(&self) -> u64 {
        if self.limits.can_interrupt() { 1 << self.portion_log2 } else { u64::MAX }
    }

    /// After a portion of steps. Returns why the search must stop now, if it must.
    fn end_portion(&mut self, portion: u64, most_steps: u64) -> Option<End> {
        let (took, most) = (self.read_clock(), 1 << self.portion_log2);
        if took > PORTION {
            self.portion_log2 = self.portion_log2.saturating_sub(2);
        } else if took < PORTION / 4 && portion == most {
            let longer = self.portion_log2 + if took < PORTION / 64 { 4 } else { 1 };
            self.portion_log2 = longer.min(most_steps.ilog2());
        }
        self.interruption().map(End::Stopped)
    }

    fn end_advance(&mut self, end: Option<End>) {
        self.read = None;
        if matches!(end, Some(End::Solved | End::Exhausted)) {
            self.answer = end;
        }
    }

    /// How many more bytes may be used. What is in use is counted only under a limit.
    #[inline]
    pub(crate) fn allowance(&self, in_use: impl FnOnce() -> usize) -> Result<usize, Full> {
        match self.limits.byte_limit() {
            None => Ok(usize::MAX),
            Some(limit) => limit.checked_sub(in_use()).ok_or(Full::Allowance),
        }
    }

    /// Checks that there is time to hash `states` states again, judged by the last growth of the
    /// table.
    pub(crate) fn has_time_to_grow(&mut self, states: usize) -> Result<(), StopReason> {
        if states < TIMED_FROM {
            return Ok(());
        }
        self.read_clock();
        let count = u32::try_from(states).unwrap_or(u32::MAX);
        let expected = self.elapsed.saturating_add(self.growth_time.saturating_mul(count));
        let mut reason = self.limits.interruption(expected);
        if let Some(StopReason::Time { elapsed, .. }) = &mut reason {
            *elapsed = self.elapsed;
        }
        reason.map_or(Ok(()), Err)
    }

    /// Records how long the growth of the table took, which
    /// [`has_time_to_grow`](Self::has_time_to_grow) began to measure.
    pub(crate) fn note_growth(&mut self, states: usize) {
        if states >= TIMED_FROM {
            let count = u32::try_from(states).unwrap_or(u32::MAX);
            self.growth_time = self.read_clock() / count;
        }
    }
}

/// How many bytes a list may use in all, if it may use `allowance` bytes more. What it uses is
/// counted only under a limit.
#[inline]
pub(crate) fn list_limit(allowance: usize, in_use: impl FnOnce() -> usize) -> usize {
    if allowance == usize::MAX { allowance } else { allowance.saturating_add(in_use()) }
}

/// Why a search does not go on with its steps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Halt {
    End(End),
    /// There is no room. [`Stepwise::ended_by`] says which limit this is.
    Full(Full),
}

impl From<End> for Halt {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::End(End::Stopped(reason))
    }
}

impl From<Full> for Halt {
    fn from(full: Full) -> Self {
        Self::Full(full)
    }
}

/// The end of a search that has no open node left. If paths were pruned for their cost, it proves
/// nothing.
#[cold]
pub(crate) fn exhausted(overflowed: bool) -> End {
    if overflowed { End::Stopped(StopReason::PathCost) } else { End::Exhausted }
}

/// Panics if a restart has begun and not ended.
pub(crate) fn assert_restarted(is_restarting: bool) {
    assert!(
        !is_restarting,
        "a state panicked before, while the search was restarted: restart it again"
    );
}

/// A search that advances in small steps.
pub(crate) trait Stepwise: Search {
    /// The most steps between two readings of the clock: a power of two.
    const MOST_STEPS: u64 = 64;

    /// Takes one step. Returns an error if the search does not go on. Implement this method or
    /// [`steps`](Self::steps).
    fn step(&mut self) -> Result<(), Halt> {
        self.steps(1)
    }

    /// Takes `count` steps.
    #[inline]
    fn steps(&mut self, count: u64) -> Result<(), Halt> {
        (0..count).try_for_each(|_| self.step())
    }

    /// A new search, which begins with a restart.
    fn started(mut self, initial: Self::State) -> Self
    where
        Self: Sized,
    {
        self.restart(initial);
        self
    }

    fn control(&mut self) -> &mut Control;

    /// Replaces the memory by as much as a search begins with under a limit on bytes. No step was
    /// taken since the restart, so there is nothing but the root.
    fn give_back(&mut self);

    /// At the end of a restart. Under a limit on bytes, a search begins with as little memory as
    /// possible: what it does not need yet, or what it has kept from an earlier search, is memory
    /// that it may lack later. So it never stops where a new search would go on.
    fn end_restart(&mut self) {
        let control = self.control();
        if control.has_spare_memory && control.limits.byte_limit().is_some() {
            self.give_back();
            self.control().has_spare_memory = false;
        }
    }

    /// Sets the limits. If they are the first since the restart that limit the bytes, and no step
    /// was taken, the memory is given back now.
    fn limit(&mut self, limits: &Limits) {
        self.control().limits = limits.clone();
        self.end_restart();
        self.limited();
    }

    /// After the limits were set.
    fn limited(&mut self) {}

    /// At the end of each call of [`advance`](Search::advance).
    fn pause(&mut self) {}

    /// How the search ends, or what stops it.
    #[cold]
    fn ended_by(&mut self, halt: Halt) -> End {
        match halt {
            Halt::End(end) => end,
            Halt::Full(full) => {
                let in_use = self.statistics().bytes;
                End::Stopped(self.control().limits.stop_reason(full, in_use))
            }
        }
    }

    /// Takes up to `steps` steps. Ends early at the end of the search or at a limit.
    #[inline]
    fn advance_stepwise(&mut self, mut steps: u64) -> Option<End> {
        let mut end = self.control().begin_advance();
        if end.is_some() {
            return end;
        }
        while end.is_none() && steps > 0 {
            let portion = steps.min(self.control().portion());
            let taken = self.steps(portion);
            steps -= portion;
            let done = if taken.is_ok() { portion } else { 0 };
            end = self.control().end_portion(done, Self::MOST_STEPS);
            match taken {
                Ok(()) if steps == 0 => end = None,
                Ok(()) => {}
                Err(halt) => end = Some(self.ended_by(halt)),
            }
        }
        self.control().end_advance(end);
        end
    }
}
