//! Enumeration with the table in files.

mod manifest;
mod pass;
mod updates;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::builder::EnumerationProgress;

use super::{EnumerationError, EnumerationErrorKind, fingerprint, numbers_of};
use crate::answer::clock::Instant;
use crate::tables::fault::InFile;
use crate::tables::observer::Observer;
use crate::tables::two_bits::{SET, TwoBits, filled};
use crate::{Cost, Limits, NumberedSpace, Statistics, StopReason};
use manifest::{Manifest, SegmentFiles};
use pass::Pass;
use updates::{UPDATE, Updates};

/// The bytes of a set.
const WORD: usize = size_of::<u64>();

/// The number of sets that are expanded at a time.
const SHARE: usize = 1 << 6;

/// Counts the states of a space at each distance, with the table of all states in files.
///
/// The table is divided into segments that fit into memory. For each level, every segment that has
/// states to expand or to reach is loaded once. Successors in the same segment are reached at once;
/// those in other segments are written to a file for their segment, and are reached when that is
/// loaded. So the disk is only read and written sequentially.
///
/// # Contract
///
/// Every step costs 1. This is checked. A space that
/// [has steps of cost 0](NumberedSpace::has_zero_cost_steps) is refused; count it with an
/// [`Enumeration`](super::Enumeration). Steps need not be undoable.
///
/// # Guarantees
///
/// The counts are those of an [`Enumeration`](super::Enumeration), whatever the memory, and however
/// often it was stopped or killed. It goes on from the last level that was complete. All that is read
/// has a checksum: a fault of the disk is an error, never a wrong count. Files that had not reached
/// the disk when the power failed are refused in the same way; then remove the directory and start
/// again. Only one program at a time may use the directory.
///
/// # Complexity
///
/// Each state is expanded once. A level reads and writes each segment in which it has states, at most
/// the whole table, and 8 bytes for each successor in another segment; if the space gives
/// [sets of successors](NumberedSpace::for_each_successor_set), for each set. It runs on one thread.
///
/// # Memory
///
/// The limit is [`Limits::bytes`], or 256 MiB. A segment takes a quarter to a half of it, and buffers
/// for the files of successors the rest. What is read or written at a time, 64 KiB, comes on top.
/// On disk there are 2 bits for each number, twice while a level is written, and the successors of
/// one or two levels.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Limits;
/// use bestfirst::enumeration::ExternalEnumeration;
/// use bestfirst::sliding_tiles::{Goal, Rectangle};
///
/// let directory = std::env::temp_dir().join("bestfirst-levels");
/// # let _ = std::fs::remove_dir_all(&directory);
/// let space = Rectangle::new(2, 4, Goal::BlankLast).unwrap();
/// let counts = ExternalEnumeration::new(&directory)
///     .limits(Limits::none().bytes(72 << 10))
///     .run(&space, [space.solved()])?;
/// assert_eq!((counts.states(), counts.radius()), (20_160, Some(36)));
/// # std::fs::remove_dir_all(&directory).unwrap();
/// # }
/// # Ok::<(), bestfirst::enumeration::EnumerationError>(())
/// ```
///
/// # Reference
///
/// R. E. Korf, "Linear-time disk-based implicit graph search", *Journal of the ACM* 55(6), 2008.
/// D. Kunkle and G. Cooperman, "Twenty-six moves suffice for Rubik's cube", *ISSAC* 2007.
#[derive(Debug)]
pub struct ExternalEnumeration<'a> {
    directory: PathBuf,
    limits: Limits,
    observer: Observer<'a, EnumerationProgress>,
}

/// The memory that is used if there is no limit.
const DEFAULT_MEMORY: usize = 256 << 20;

/// The least memory for the updates of a segment.
const LEAST_BUFFER: usize = 8 * UPDATE;

impl<'a> ExternalEnumeration<'a> {
    /// An enumeration with its files in this directory, which is made if it is not there.
    #[must_use]
    pub fn new(directory: impl AsRef<Path>) -> Self {
        let directory = directory.as_ref().to_owned();
        Self { directory, limits: Limits::none(), observer: Observer::NONE }
    }

    /// Sets the limits.
    ///
    /// - [`bytes`](Limits::bytes) is how much memory is used. An enumeration goes on with segments of
    ///   the size that it began with.
    /// - [`cost`](Limits::cost) is the greatest distance to count.
    /// - [`time`](Limits::time) and [`cancel`](Limits::cancel) are checked several times a second. What
    ///   was done of a level is done again later.
    /// - The other limits are checked before each level.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Calls `observer` after each level.
    #[must_use]
    pub fn on_progress(mut self, observer: impl FnMut(&EnumerationProgress) + 'a) -> Self {
        self.observer = Observer::new(observer);
        self
    }

    /// Counts all states that can be reached from the nearest of the sources, until the end or a
    /// limit. If the directory has an enumeration of this space from these sources, it goes on with
    /// that. The files stay in the directory.
    ///
    /// # Errors
    ///
    /// [`EnumerationErrorKind::MemoryLimit`] and [`OutOfMemory`](EnumerationErrorKind::OutOfMemory).
    /// [`ZeroCostSteps`](EnumerationErrorKind::ZeroCostSteps) if the space has steps of cost 0.
    /// If the space breaks its contract: [`Source`](EnumerationErrorKind::Source),
    /// [`Successor`](EnumerationErrorKind::Successor) or
    /// [`StepCost`](EnumerationErrorKind::StepCost). If a file is of another space or damaged, or if
    /// the disk is full: [`File`](EnumerationErrorKind::File).
    pub fn run<P: NumberedSpace>(
        &mut self,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<LevelCounts, EnumerationError> {
        let start = Instant::now();
        if space.has_zero_cost_steps() {
            return Err(EnumerationErrorKind::ZeroCostSteps.into());
        }
        let sources = numbers_of(&space, sources)?;
        let memory = self.limits.byte_limit().unwrap_or(DEFAULT_MEMORY);
        let limits = self.limits.with_byte_limit(None);
        let manifest_path = self.directory.join("manifest");
        let in_directory = |error| EnumerationError::from(error).in_file(&self.directory);
        fs::create_dir_all(&self.directory).map_err(in_directory)?;
        let numbers = space.numbers();
        let title = fingerprint::title(&space, fingerprint::fingerprint(&space, &sources));
        let is_begun = manifest_path.try_exists().map_err(in_directory)?;
        let mut manifest = if is_begun {
            Manifest::load(&manifest_path, &title, numbers as u64)?
        } else {
            begin(numbers, memory)?
        };
        let (level, segments) = (manifest.level + u64::from(is_begun), manifest.segments.len());
        let sets = usize::try_from(manifest.segment_sets).unwrap_or(usize::MAX);
        let Division { buffer, bytes } = Division::new(segments, sets, memory)?;
        let segment = TwoBits::new(sets.saturating_mul(SET))?;
        let mut updates = Updates::new(&self.directory, level, segments, buffer)?;
        if !is_begun {
            for number in sources {
                let (segment, set) = manifest.place(number / SET);
                updates.push(segment, set, 1 << (number % SET))?;
            }
            manifest.add_updates(&updates.finish()?);
            manifest.save(&manifest_path, &title)?;
        }
        manifest.remove_other_files(&self.directory).map_err(in_directory)?;

        let before = Duration::from_micros(manifest.micros);
        let mut pass = Pass { space, limits, segment, updates, directory: &self.directory };
        let stopped_by = loop {
            let now = Instant::now();
            let elapsed = before + (now - start);
            let statistics = manifest.statistics(bytes, elapsed);
            let level = Cost::try_from(manifest.level).unwrap_or(Cost::MAX);
            if let Some(distance) = level.checked_sub(1) {
                self.observer.tell(|| EnumerationProgress { distance, statistics, numbers });
            }
            if manifest.is_complete {
                break None;
            }
            let reason = (pass.limits.met(&statistics))
                .or_else(|| pass.limits.is_too_costly(level))
                .or_else(|| (level == Cost::MAX).then_some(StopReason::PathCost));
            if reason.is_some() {
                break reason;
            }
            let mut next = match pass.run(&manifest, (before, start))? {
                Ok(next) => next,
                Err(reason) => break Some(reason),
            };
            let now = Instant::now();
            let elapsed = before + (now - start);
            next.micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
            next.save(&manifest_path, &title)?;
            next.remove_other_files(&self.directory).map_err(in_directory)?;
            manifest = next;
        };
        let now = Instant::now();
        let statistics = manifest.statistics(bytes, before + (now - start));
        let Manifest { mut histogram, is_complete, level, written, .. } = manifest;
        if !is_complete {
            histogram.truncate(usize::try_from(level).unwrap_or(usize::MAX));
        }
        Ok(LevelCounts { histogram, is_complete, stopped_by, statistics, written })
    }
}

/// Nothing is reached. A segment takes at most half of the memory.
fn begin(numbers: usize, memory: usize) -> Result<Manifest, EnumerationError> {
    let sets = numbers.div_ceil(SET);
    let most = (memory / 2 / WORD).max(SHARE);
    let segment_sets = sets.next_power_of_two().clamp(SHARE, 1 << most.ilog2());
    // The list of segments is made only if there is memory for what belongs to each.
    let count = sets.div_ceil(segment_sets);
    Division::new(count, segment_sets, memory)?;
    let segments = filled(count, || SegmentFiles::EMPTY)?;
    Ok(Manifest {
        numbers: numbers as u64,
        segment_sets: segment_sets as u64,
        level: 0,
        is_complete: false,
        expanded: 0,
        micros: 0,
        written: 0,
        histogram: vec![0],
        segments,
    })
}

/// How the memory is divided, in bytes.
struct Division {
    /// The updates of each segment.
    buffer: usize,
    /// All of it, with the segment that is loaded.
    bytes: usize,
}

impl Division {
    fn new(segments: usize, sets: usize, memory: usize) -> Result<Self, EnumerationError> {
        let fixed = sets.saturating_mul(WORD);
        let least = fixed.saturating_add(segments.saturating_mul(LEAST_BUFFER));
        if least > memory {
            return Err(EnumerationErrorKind::MemoryLimit { limit: memory, bytes: least }.into());
        }
        let buffer = ((memory - fixed) / segments.max(1)).min(fixed) / UPDATE * UPDATE;
        Ok(Self { buffer, bytes: fixed + segments * buffer })
    }
}

/// How many states there are at each distance.
#[derive(Clone, Debug)]
pub struct LevelCounts {
    histogram: Vec<u64>,
    is_complete: bool,
    stopped_by: Option<StopReason>,
    statistics: Statistics,
    written: u64,
}

impl LevelCounts {
    /// The number of states at each distance, up to the last one that is completely counted.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The greatest distance of all. `None` if there is no source, or if a limit stopped it.
    #[must_use]
    pub fn radius(&self) -> Option<Cost> {
        let last = self.histogram.len().checked_sub(1).filter(|_| self.is_complete)?;
        Cost::try_from(last).ok()
    }

    /// The number of states counted.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Whether all states that can be reached are counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The limit that stopped it.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters: states expanded, states reached as `generated`, bytes of memory, time.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The bytes written to files.
    #[must_use]
    pub fn bytes_written(&self) -> u64 {
        self.written
    }
}
