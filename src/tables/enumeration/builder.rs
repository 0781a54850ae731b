//! The options of an enumeration, and the loop over its levels.

use std::fmt;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::level::Marks;
use super::{Enumeration, EnumerationError, EnumerationErrorKind};
use crate::answer::clock::Instant;
use crate::space::derived::derived;
use crate::tables::observer::Observer;
use crate::{Cost, Limits, NumberedSpace, Statistics, StopReason};

/// Runs an [`Enumeration`], with all options: threads, limits, an observer, checkpoints.
///
/// The result does not depend on the number of threads, nor on how often it was stopped and
/// resumed.
///
/// ```
/// # #[cfg(feature = "rubiks-cube")] {
/// use std::num::NonZero;
/// use bestfirst::Limits;
/// use bestfirst::enumeration::EnumerationBuilder;
/// use bestfirst::rubiks_cube::{Metric, PocketCube, PocketTurns};
///
/// let space = PocketTurns::new(Metric::HalfTurn);
/// let mut builder = EnumerationBuilder::new()
///     .threads(NonZero::new(2).unwrap())
///     .limits(Limits::none().cost(4))
///     .on_progress(|progress| eprintln!("{progress}"));
/// let mut enumeration = builder.build(&space, [PocketCube::SOLVED])?;
/// assert_eq!(enumeration.histogram(), [1, 9, 54, 321, 1847]);
/// assert!(enumeration.stopped_by().is_some());
///
/// EnumerationBuilder::new().resume(&mut enumeration)?;
/// assert_eq!(enumeration.histogram().iter().sum::<u64>(), 3_674_160);
/// # }
/// # Ok::<(), bestfirst::enumeration::EnumerationError>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct EnumerationBuilder<'a> {
    threads: NonZero<usize>,
    limits: Limits,
    observer: Observer<'a, EnumerationProgress>,
    /// Where and how often to save.
    checkpoints: Option<(PathBuf, Duration)>,
}

impl<'a> EnumerationBuilder<'a> {
    /// One thread, no limits.
    pub fn new() -> Self {
        let (threads, limits) = (NonZero::<usize>::MIN, Limits::none());
        Self { threads, limits, observer: Observer::NONE, checkpoints: None }
    }

    /// Sets the number of threads. The default is one, the calling thread. If the system refuses
    /// to start them all, fewer do the work.
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        Self { threads, ..self }
    }

    /// Sets the limits. By default there are none.
    ///
    /// - [`bytes`](Limits::bytes) decides how much memory the table may take:
    ///   [2 to 4 bits a number](Enumeration#memory).
    /// - [`cost`](Limits::cost) is the greatest distance to find.
    /// - [`generated`](Limits::generated) counts the states reached.
    /// - All but `bytes` and `cost` are checked every 4,096 numbers, by each thread.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Calls `observer` after each distance, and several times a second.
    pub fn on_progress(self, observer: impl FnMut(&EnumerationProgress) + 'a) -> Self {
        Self { observer: Observer::new(observer), ..self }
    }

    /// Saves a checkpoint at `path` when this much time has passed since the last one, and at the
    /// end or when a limit is met. With [`Duration::ZERO`] it is saved after each distance too.
    ///
    /// The file is [saved](Enumeration::save) under another name and then renamed. If the program
    /// is killed, [`Enumeration::load`] and [`resume`](Self::resume) go on from there.
    pub fn checkpoint(self, path: impl AsRef<Path>, every: Duration) -> Self {
        Self { checkpoints: Some((path.as_ref().to_owned(), every)), ..self }
    }

    /// Enumerates all states that can be reached from the sources, until the end or a limit.
    ///
    /// # Errors
    ///
    /// [`EnumerationErrorKind::MemoryLimit`] and
    /// [`OutOfMemory`](EnumerationErrorKind::OutOfMemory). If the space breaks its contract:
    /// [`Source`](EnumerationErrorKind::Source), [`Successor`](EnumerationErrorKind::Successor) or
    /// [`StepCost`](EnumerationErrorKind::StepCost). [`File`](EnumerationErrorKind::File) if a
    /// checkpoint cannot be written.
    pub fn build<P: NumberedSpace + Sync>(
        &mut self,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Enumeration<P>, EnumerationError> {
        let marks = self.marks(&space)?;
        let mut enumeration = Enumeration::start(space, sources, marks)?;
        self.resume(&mut enumeration)?;
        Ok(enumeration)
    }

    /// Goes on with an enumeration that was stopped by a limit, or that was loaded from a
    /// checkpoint. Does nothing if it is complete.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build), but not those of the sources.
    pub fn resume<P: NumberedSpace + Sync>(
        &mut self,
        enumeration: &mut Enumeration<P>,
    ) -> Result<(), EnumerationError> {
        let (start, before) = (Instant::now(), enumeration.statistics.elapsed);
        let mut saved = before;
        enumeration.prepare();
        while !enumeration.is_complete && enumeration.stopped_by.is_none() {
            let level = enumeration.level();
            let cost = level.saturating_add(enumeration.step_cost);
            let too_costly = || self.limits.is_too_costly(cost);
            let uncountable = || (level >= Cost::MAX - 1).then_some(StopReason::PathCost);
            let met = self.limits.met(&enumeration.statistics());
            enumeration.stopped_by = met.or_else(too_costly).or_else(uncountable);
            if enumeration.stopped_by.is_none() {
                enumeration.advance(self.threads, &self.limits)?;
            }
            let elapsed = before + start.elapsed();
            enumeration.statistics.elapsed = elapsed;
            self.observer.tell(|| EnumerationProgress {
                distance: enumeration.level(),
                statistics: enumeration.statistics(),
                numbers: enumeration.space.numbers(),
            });
            if let Some((path, every)) = &self.checkpoints {
                let is_end = enumeration.is_complete || enumeration.stopped_by.is_some();
                let is_time = elapsed.saturating_sub(saved) >= *every;
                if is_end || is_time && (enumeration.level() != level || !every.is_zero()) {
                    enumeration.save(path)?;
                    saved = elapsed;
                }
            }
        }
        Ok(())
    }

    /// The marks for the numbers of a space, within the limit on memory.
    pub(super) fn marks<P: NumberedSpace>(&self, space: &P) -> Result<Marks, EnumerationError> {
        let numbers = space.numbers();
        let limit = self.limits.byte_limit().unwrap_or(usize::MAX);
        let most = if space.has_zero_cost_steps() { 4 } else { 3 };
        let bits = (2..=most).rev().find(|&bits| Marks::bytes_for(numbers, bits) <= limit);
        let bytes = Marks::bytes_for(numbers, 2);
        let bits = bits.ok_or(EnumerationErrorKind::MemoryLimit { limit, bytes })?;
        Ok(Marks::new(numbers, bits)?)
    }
}

derived!(Default from new for [] EnumerationBuilder<'_>);

/// The progress of an enumeration. `Display` prints it on one line.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EnumerationProgress {
    /// The distance of the states that are expanded now. All nearer states are found. The states at
    /// this distance are all found too, unless steps of cost 0 still lead to others.
    pub distance: Cost,
    /// The counters so far: states expanded, states reached as `generated`, bytes, time.
    pub statistics: Statistics,
    /// The number of numbers of the space. Some may have no state, or a state that cannot be
    /// reached.
    pub numbers: usize,
}

impl fmt::Display for EnumerationProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distance, statistics, numbers } = self;
        let &Statistics { generated, bytes, elapsed, .. } = statistics;
        let (megabytes, seconds) = (bytes as f64 / 1e6, elapsed.as_secs_f64());
        write!(f, "distance {distance}, {generated} of {numbers} numbers, ")?;
        write!(f, "{megabytes:.1} MB, {seconds:.1} s")
    }
}
