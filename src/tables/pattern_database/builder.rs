//! Breadth-first search backwards from the goals through all abstract states.

use std::fmt;
use std::iter;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::table::nibbles;
use super::{PatternDatabase, Projection, TableError, TableErrorKind, TableFormat};
use crate::space::numbering::for_each_number;
use crate::tables::observer::Observer;
use crate::tables::threads;
use crate::tables::two_bits::{TwoBits, filled};

/// Builds a [`PatternDatabase`], or several. The table does not depend on the number of threads.
///
/// While it is built, the table takes a byte for each entry, and besides it 2 bits for each
/// abstract state.
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
    /// to start so many, fewer do the work.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Stops the build soon after the flag becomes `true`.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls `observer` after each distance.
    #[must_use]
    pub fn on_progress(mut self, observer: impl FnMut(&BuildProgress) + 'a) -> Self {
        self.observer = Observer::new(observer);
        self
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
        let marks = TwoBits::new(projection.states())?;
        let reached = AtomicUsize::new(0);
        projection.for_each_goal(|state| open(projection, &marks, state, 0));
        for distance in 0..u8::MAX {
            let found = AtomicBool::new(false);
            self.share_out(marks.words().len(), SHARE, |shares| {
                let (cursor, table, marks) = (P::Cursor::default(), &table[..], &marks);
                let (free, set) = (Vec::new(), 0);
                let mut worker = Worker { projection, marks, table, distance, cursor, free, set };
                for set in shares.flatten() {
                    if worker.expand(set) {
                        found.store(true, Relaxed);
                    }
                }
                reached.fetch_add(worker.set, Relaxed);
            })?;
            if !found.into_inner() {
                break;
            }
            self.observer.tell(|| BuildProgress {
                distance: distance.into(),
                reached: reached.load(Relaxed),
                entries,
            });
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

/// The number, if there is a state of it.
#[inline]
fn checked<P: Projection>(projection: &P, marks: &TwoBits, state: usize) -> usize {
    if state >= marks.numbers() {
        panic_without_entry(projection, state);
    }
    state
}

/// Opens a new state for this distance or the next. Does nothing for other states.
#[inline]
fn open<P: Projection>(projection: &P, marks: &TwoBits, state: usize, distance: u8) {
    marks.set_one(checked(projection, marks, state), u32::from(distance % 2));
}

/// What a thread has of all states at one distance.
struct Worker<'a, P: Projection> {
    projection: &'a P,
    /// Which states are open at this distance and at the next, and which are closed.
    marks: &'a TwoBits,
    table: &'a [AtomicU8],
    distance: u8,
    cursor: P::Cursor,
    /// States at this distance that were reached by a free step.
    free: Vec<usize>,
    /// The number of entries that this thread has set.
    set: usize,
}

impl<P: Projection> Worker<'_, P> {
    /// Expands the open states of a set. Returns whether there were any.
    fn expand(&mut self, set: usize) -> bool {
        let open = self.marks.with(set, u32::from(self.distance % 2));
        if open != 0 {
            // Another thread may have closed some of them after a free step.
            for_each_number(set, self.marks.close(set, open), |state| self.expand_state(state));
        }
        open != 0
    }

    #[inline]
    fn expand_state(&mut self, mut state: usize) {
        loop {
            self.set += usize::from(self.set_entry(state));
            let &mut Self { projection, marks, distance, ref mut cursor, ref mut free, .. } = self;
            projection.for_each_predecessor(cursor, state, |predecessor, cost| {
                if cost > 0 {
                    open(projection, marks, predecessor, distance + 1);
                } else if marks.close_one(checked(projection, marks, predecessor)) {
                    free.push(predecessor);
                }
            });
            match free.pop() {
                Some(next) => state = next,
                None => return,
            }
        }
    }

    /// Sets the entry of a state that was closed at this distance. Returns whether it was not set
    /// before.
    #[inline]
    fn set_entry(&mut self, state: usize) -> bool {
        let Self { projection, cursor, .. } = self;
        let index = projection.entry(cursor, state);
        let Some(entry) = self.table.get(index) else { panic_without_entry(*projection, state) };
        if entry.load(Relaxed) != UNSET {
            return false;
        }
        let stored = projection.stored(cursor, index, self.distance.into());
        let stored = u8::try_from(stored).unwrap_or(UNSET);
        entry.compare_exchange(UNSET, stored, Relaxed, Relaxed).is_ok()
    }
}
