//! Breadth-first search backwards from the goals through all abstract states.

use std::fmt;
use std::iter;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::{PatternDatabase, Projection, TableError, TableErrorKind};
use crate::tables::threads;

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
pub struct PatternDatabaseBuilder<'a> {
    pub(crate) threads: NonZero<usize>,
    pub(crate) cancel: Option<Arc<AtomicBool>>,
    observer: Option<Observer<'a>>,
}

type Observer<'a> = Box<dyn FnMut(&BuildProgress) + 'a>;

impl<'a> PatternDatabaseBuilder<'a> {
    pub(super) fn new() -> Self {
        Self { threads: NonZero::<usize>::MIN, cancel: None, observer: None }
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
        self.observer = Some(Box::new(observer));
        self
    }

    /// Tells the observer.
    #[cfg(feature = "rubiks-cube")]
    pub(crate) fn observe(&mut self, progress: &BuildProgress) {
        if let Some(observer) = &mut self.observer {
            observer(progress);
        }
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
        let marks = filled(states.div_ceil(STATES), || AtomicU64::new(0))?;
        projection.for_each_goal(|state| match marks.get(state / STATES) {
            Some(word) => drop(word.fetch_or(1 << (state % STATES), Relaxed)),
            None => panic_without_entry(projection, state),
        });

        let stopped = AtomicBool::new(false);
        let reached = AtomicUsize::new(0);
        for distance in 0..u8::MAX {
            let level = Level {
                projection,
                states,
                marks: &marks,
                table: &table,
                distance,
                reached: &reached,
                cancel: self.cancel.as_deref(),
                stopped: &stopped,
            };
            let is_empty = !level.expand(self.threads);
            if stopped.load(Relaxed) {
                return Err(TableErrorKind::Cancelled.into());
            }
            if is_empty {
                break;
            }
            if let Some(observer) = &mut self.observer {
                observer(&BuildProgress {
                    distance: distance.into(),
                    reached: reached.load(Relaxed),
                    entries,
                });
            }
        }
        drop(marks);
        // Collects in place.
        let distances = table.into_iter().map(AtomicU8::into_inner).collect();
        Ok(PatternDatabase::from_distances(projection.name(), projection.format(), distances))
    }
}

impl fmt::Debug for PatternDatabaseBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabaseBuilder")
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .field("observer", &self.observer.is_some())
            .finish()
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

fn filled<T>(length: usize, value: impl FnMut() -> T) -> Result<Vec<T>, TableError> {
    let mut values = Vec::new();
    let bytes = length.saturating_mul(size_of::<T>());
    values.try_reserve_exact(length).map_err(|_| TableErrorKind::OutOfMemory { bytes })?;
    values.extend(iter::repeat_with(value).take(length));
    Ok(values)
}

#[cold]
fn panic_without_entry<P: Projection>(projection: &P, state: usize) -> ! {
    let (name, states, entries) = (projection.name(), projection.states(), projection.entries());
    panic!(
        "the projection {name:?} visits state {state}, but has {states} states and {entries} entries"
    )
}

/// The number of states in a word of marks. Each state has one bit in the lower half and one in the
/// upper half. A new state has neither bit set. An open state has one of them: which one depends on
/// whether its distance is even or odd. A closed state has both. So bits are only ever set, in any
/// order and by any thread.
const STATES: usize = 32;

/// An entry that is not set yet. In the end it is too far, or no goal can be reached from it.
const UNSET: u8 = u8::MAX;

/// The number of words that a thread takes at a time.
const SHARE: usize = 1 << 11;

/// All states at one distance.
struct Level<'a, P> {
    projection: &'a P,
    states: usize,
    marks: &'a [AtomicU64],
    table: &'a [AtomicU8],
    distance: u8,
    reached: &'a AtomicUsize,
    cancel: Option<&'a AtomicBool>,
    stopped: &'a AtomicBool,
}

impl<P: Projection + Sync> Level<'_, P> {
    /// Expands all states of the level. Returns whether there were any.
    fn expand(&self, threads: NonZero<usize>) -> bool {
        let shares = AtomicUsize::new(0);
        let found = AtomicBool::new(false);
        let work = || {
            let cursor = P::Cursor::default();
            let mut worker = Worker { level: self, cursor, free: Vec::new(), reached: 0 };
            loop {
                let first = shares.fetch_add(1, Relaxed).saturating_mul(SHARE);
                if first >= self.marks.len() || self.is_stopped() {
                    break;
                }
                if worker.expand(first..self.marks.len().min(first + SHARE)) {
                    found.store(true, Relaxed);
                }
            }
            self.reached.fetch_add(worker.reached, Relaxed);
        };
        threads::on_each(threads, work);
        found.into_inner()
    }

    fn is_stopped(&self) -> bool {
        if self.cancel.is_some_and(|flag| flag.load(Relaxed)) {
            self.stopped.store(true, Relaxed);
        }
        self.stopped.load(Relaxed)
    }

    /// The states of a word that are open at this distance.
    #[inline]
    fn open(&self, word: u64) -> u64 {
        let (here, there) = if self.distance % 2 == 0 { (0, STATES) } else { (STATES, 0) };
        word >> here & !(word >> there) & u64::from(u32::MAX)
    }

    /// The word with the marks of a state.
    #[inline]
    fn word_of(&self, state: usize) -> &AtomicU64 {
        match self.marks.get(state / STATES) {
            Some(word) => word,
            None => panic_without_entry(self.projection, state),
        }
    }

    /// Opens a new state for the next distance. Does nothing for other states.
    #[inline]
    fn open_next(&self, state: usize) {
        let word = self.word_of(state);
        let mark = 1 << (state % STATES);
        if word.load(Relaxed) & (mark | mark << STATES) == 0 {
            let half = if self.distance % 2 == 0 { STATES } else { 0 };
            word.fetch_or(mark << half, Relaxed);
        }
    }

    /// Closes a state. Returns whether it was not closed before.
    #[inline]
    fn close(&self, state: usize) -> bool {
        let mark = 1 << (state % STATES);
        let both = mark | mark << STATES;
        self.word_of(state).fetch_or(both, Relaxed) & both != both
    }

    /// Sets the entry of a state that was closed at this distance. Returns whether it was not set
    /// before.
    #[inline]
    fn set_entry(&self, cursor: &mut P::Cursor, state: usize) -> bool {
        let index = self.projection.entry(cursor, state);
        // The last word of marks may have room for more states than there are.
        let entry = self.table.get(index).filter(|_| state < self.states);
        let Some(entry) = entry else { panic_without_entry(self.projection, state) };
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
    /// Expands the open states of some words. Returns whether there were any.
    fn expand(&mut self, words: std::ops::Range<usize>) -> bool {
        let level = self.level;
        let mut found = false;
        for word in words {
            let marks = &level.marks[word];
            let open = level.open(marks.load(Relaxed));
            if open == 0 {
                continue;
            }
            found = true;
            // Another thread may have closed some of them after a free step.
            let mut open = level.open(marks.fetch_or(open | open << STATES, Relaxed));
            while open != 0 {
                self.expand_state(word * STATES + open.trailing_zeros() as usize);
                open &= open - 1;
            }
        }
        found
    }

    #[inline]
    fn expand_state(&mut self, mut state: usize) {
        let Self { level, cursor, free, reached } = self;
        loop {
            *reached += usize::from(level.set_entry(cursor, state));
            level.projection.for_each_predecessor(cursor, state, |predecessor, cost| {
                if cost > 0 {
                    level.open_next(predecessor);
                } else if level.close(predecessor) {
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
