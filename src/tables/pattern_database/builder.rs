//! Breadth-first search backwards from the goals through all abstract states.

use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::{fmt, iter};

use super::table::nibbles;
use super::{PatternDatabase, Projection, TableError, TableErrorKind, TableFormat};
use crate::space::numbering::for_each_number;
use crate::tables::observer::Observer;
use crate::tables::threads;
use crate::tables::two_bits::{TwoBits, filled};

/// Builds a [`PatternDatabase`], or several. The table does not depend on the number of threads.
///
/// While it is built, the table of a [`Projection`] takes a byte for each entry, and 2 bits more
/// for each abstract state.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use bestfirst::pattern_database::PatternDatabase;
///
/// let cancel = Arc::new(AtomicBool::new(false)); // for another thread to set
/// let builder = PatternDatabase::builder()
///     .cancel(Arc::clone(&cancel))
///     .on_progress(|progress| eprintln!("{progress}"));
/// ```
#[derive(Debug)]
#[must_use]
pub struct PatternDatabaseBuilder<'a> {
    threads: NonZero<usize>,
    cancel: Option<Arc<AtomicBool>>,
    pub(crate) observer: Observer<'a, BuildProgress>,
}

impl<'a> PatternDatabaseBuilder<'a> {
    pub(super) fn new() -> Self {
        Self { threads: NonZero::<usize>::MIN, cancel: None, observer: Observer::NONE }
    }

    /// Sets the number of threads. The default is one, the calling thread. If the system refuses
    /// to start them all, fewer do the work.
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        Self { threads, ..self }
    }

    /// Stops the build soon after the flag becomes `true`.
    pub fn cancel(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Calls `observer` after each distance.
    pub fn on_progress(self, observer: impl FnMut(&BuildProgress) + 'a) -> Self {
        Self { observer: Observer::new(observer), ..self }
    }

    /// Divides the numbers below `count` into shares of this size. Calls `work` on each thread,
    /// which takes one share after the other until none is left or the build is cancelled.
    pub(crate) fn share_out(
        &self,
        count: usize,
        size: usize,
        work: impl Fn(&mut dyn Iterator<Item = Range<usize>>) + Sync,
    ) -> Result<(), TableError> {
        let &Self { threads, ref cancel, .. } = self;
        let (next, cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
        let take = || {
            let first = next.fetch_add(1, Relaxed).saturating_mul(size);
            if cancel.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
                cancelled.store(true, Relaxed);
            }
            let is_left = first < count && !cancelled.load(Relaxed);
            is_left.then(|| first..count.min(first.saturating_add(size)))
        };
        threads::on_each(threads, || work(&mut iter::from_fn(take)));
        if cancelled.into_inner() { Err(TableErrorKind::Cancelled.into()) } else { Ok(()) }
    }

    /// Builds the table.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Cancelled`] and [`TableErrorKind::OutOfMemory`].
    ///
    /// # Panics
    ///
    /// If the projection visits a state that has no entry. The message names the projection, the
    /// state and the number of entries.
    pub fn build<P: Projection + Sync>(
        &mut self,
        projection: &P,
    ) -> Result<PatternDatabase, TableError> {
        let entries = projection.entries();
        let table = filled(entries, || AtomicU8::new(UNSET))?;
        let states = projection.states();
        let marks = TwoBits::new(states)?;
        let reached = AtomicUsize::new(0);
        let mut level =
            Level { projection, marks: &marks, table: &table, distance: 0, reached: &reached };
        projection.for_each_goal(|state| level.reach(state, 0));
        for distance in 0..u8::MAX {
            level.distance = distance;
            if !level.expand(self)? {
                break;
            }
            let (distance, reached) = (distance.into(), reached.load(Relaxed));
            self.observer.tell(|| BuildProgress { distance, reached, entries });
        }
        drop(marks);
        // Collects in place.
        let distances: Vec<u8> = table.into_iter().map(AtomicU8::into_inner).collect();
        let (name, format) = (projection.name(), projection.format());
        let table = match format {
            TableFormat::Bytes => distances,
            TableFormat::Nibbles => nibbles(distances),
        };
        Ok(PatternDatabase { name, format, entries, table })
    }
}

/// The progress of a build. `Display` prints it on one line.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The distance that was completed.
    pub distance: u32,
    /// The number of entries whose distance is known. Some entries may be unreachable.
    pub reached: usize,
    /// The number of all entries.
    pub entries: usize,
}

impl fmt::Display for BuildProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distance, reached, entries } = self;
        write!(f, "distance {distance}, {reached} of {entries} entries")
    }
}

#[cold]
fn panic_without_entry<P: Projection>(projection: &P, state: usize) -> ! {
    let (name, states, entries) = (projection.name(), projection.states(), projection.entries());
    panic!(
        "the projection {name:?} visits state {state}, but has {states} states and {entries} entries"
    )
}

/// An entry that is not set yet. In the end it is too far, or no goal can be reached from it.
const UNSET: u8 = u8::MAX;

/// The number of sets that a thread takes at a time.
const SHARE: usize = 1 << 11;

/// All states at one distance.
struct Level<'a, P> {
    projection: &'a P,
    /// Which states are open at this distance and at the next, and which are closed.
    marks: &'a TwoBits,
    table: &'a [AtomicU8],
    distance: u8,
    reached: &'a AtomicUsize,
}

impl<P: Projection + Sync> Level<'_, P> {
    /// Expands all states of the level. Returns whether there were any.
    fn expand(&self, builder: &PatternDatabaseBuilder<'_>) -> Result<bool, TableError> {
        let found = AtomicBool::new(false);
        builder.share_out(self.marks.words().len(), SHARE, |shares| {
            let cursor = P::Cursor::default();
            let mut worker = Worker { level: self, cursor, free: Vec::new(), reached: 0 };
            for set in shares.flatten() {
                if worker.expand(set) {
                    found.store(true, Relaxed);
                }
            }
            self.reached.fetch_add(worker.reached, Relaxed);
        })?;
        Ok(found.into_inner())
    }

    /// Returns the state. Panics if its number is out of range.
    #[inline]
    fn checked(&self, state: usize) -> usize {
        if state >= self.marks.numbers() {
            panic_without_entry(self.projection, state);
        }
        state
    }

    /// Opens a new state for this distance or the next. Does nothing for other states.
    #[inline]
    fn reach(&self, state: usize, distance: u8) {
        self.marks.set_one(self.checked(state), u32::from(distance % 2));
    }

    /// Sets the entry of a state that was closed at this distance. Returns whether it was not set
    /// before.
    #[inline]
    fn set_entry(&self, cursor: &mut P::Cursor, state: usize) -> bool {
        let index = self.projection.entry(cursor, state);
        let Some(entry) = self.table.get(index) else {
            panic_without_entry(self.projection, state)
        };
        if entry.load(Relaxed) != UNSET {
            return false;
        }
        let stored = self.projection.stored(cursor, index, self.distance.into());
        let stored = u8::try_from(stored).unwrap_or(UNSET);
        entry.compare_exchange(UNSET, stored, Relaxed, Relaxed).is_ok()
    }
}

/// The data of one thread.
struct Worker<'a, P: Projection> {
    level: &'a Level<'a, P>,
    cursor: P::Cursor,
    /// States at this distance that were reached by a free step.
    free: Vec<usize>,
    /// The number of entries that this thread has set.
    reached: usize,
}

impl<P: Projection + Sync> Worker<'_, P> {
    /// Expands the open states of a set. Returns whether there were any.
    fn expand(&mut self, set: usize) -> bool {
        let Level { marks, distance, .. } = self.level;
        let open = marks.with(set, u32::from(distance % 2));
        if open != 0 {
            // Another thread may have closed some of them after a free step.
            for_each_number(set, marks.close(set, open), |state| self.expand_state(state));
        }
        open != 0
    }

    #[inline]
    fn expand_state(&mut self, mut state: usize) {
        let Self { level, cursor, free, reached } = self;
        loop {
            *reached += usize::from(level.set_entry(cursor, state));
            level.projection.for_each_predecessor(cursor, state, |predecessor, cost| {
                if cost > 0 {
                    level.reach(predecessor, level.distance + 1);
                } else if level.marks.close_one(level.checked(predecessor)) {
                    free.push(predecessor);
                }
            });
            match free.pop() {
                Some(next) => state = next,
                None => return,
            }
        }
    }
}
