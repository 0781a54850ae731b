//! Enumeration with the table in files.

mod manifest;
mod pass;

use std::fs;
use std::path::{Path, PathBuf};

use super::builder::EnumerationProgress;
use super::{EnumerationError, EnumerationErrorKind, file, numbers_of};
use crate::answer::clock::Instant;
use crate::tables::counts::LevelCounts;
use crate::tables::fault::InFile;
use crate::tables::observer::Observer;
use crate::tables::two_bits::{SET, TwoBits, filled};
use crate::{Cost, Limits, NumberedSpace, Statistics, StopReason};
use manifest::{MOST_SETS, Manifest, SegmentFiles, UPDATE, Updates};
use pass::Pass;

/// The bytes of a set.
const WORD: usize = size_of::<u64>();

/// The number of sets that are expanded at a time.
const SHARE: usize = 1 << 6;

/// Counts the states of a space at each distance, with the table of all states in files.
///
/// The table is divided into segments that fit into memory. For each level, every segment that has
/// states to expand or to reach is loaded once. Successors in the same segment are reached at once;
/// those in other segments are written to a file for their segment, and are reached when that
/// segment is loaded. So the disk is only read and written sequentially.
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
/// often it was stopped or killed. It goes on from the last level that was complete. All that is
/// read has a checksum: a fault of the disk is an error, never a wrong count. Files that had not
/// reached the disk when the power failed are refused in the same way; then remove the directory
/// and start again. Only one program at a time may use the directory.
///
/// # Complexity
///
/// Each state is expanded once. A level reads and writes each segment in which it has states, at
/// most the whole table, and 8 bytes for each successor in another segment, or for each set of
/// successors if the space visits [sets](NumberedSpace::for_each_successor_set). It runs on one
/// thread.
///
/// # Memory
///
/// The limit is [`Limits::bytes`], or 256 MiB. A segment takes a quarter to a half of it, and
/// buffers for the files of successors the rest. What is read or written at a time, 64 KiB, comes
/// on top. On disk there are 2 bits for each number, twice while a level is written, and the
/// successors of one or two levels.
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
#[must_use]
pub struct ExternalEnumeration<'a> {
    directory: PathBuf,
    limits: Limits,
    observer: Observer<'a, EnumerationProgress>,
}

/// The memory that is used if there is no limit.
const DEFAULT_MEMORY: usize = 256 << 20;

/// The most segments, whatever the memory: each has files.
const MOST_SEGMENTS: usize = 1 << 20;

/// The least memory for the updates of a segment.
const LEAST_BUFFER: usize = 8 * UPDATE;

impl<'a> ExternalEnumeration<'a> {
    /// An enumeration with its files in this directory, which is made if it is not there.
    pub fn new(directory: impl AsRef<Path>) -> Self {
        let directory = directory.as_ref().to_owned();
        Self { directory, limits: Limits::none(), observer: Observer::NONE }
    }

    /// Sets the limits.
    ///
    /// - [`bytes`](Limits::bytes) is how much memory is used. An enumeration goes on with segments
    ///   of the size that it began with.
    /// - [`cost`](Limits::cost) is the greatest distance to count.
    /// - [`time`](Limits::time) and [`cancel`](Limits::cancel) are checked several times a second.
    ///   A level that was interrupted is later expanded again from its beginning.
    /// - The other limits are checked before each level.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Calls `observer` after each level.
    pub fn on_progress(self, observer: impl FnMut(&EnumerationProgress) + 'a) -> Self {
        Self { observer: Observer::new(observer), ..self }
    }

    /// Counts all states that can be reached from the sources, until the end or a limit. If the
    /// directory has an enumeration of this space from these sources, that one is resumed. The
    /// files stay in the directory.
    ///
    /// # Errors
    ///
    /// [`EnumerationErrorKind::MemoryLimit`] and
    /// [`OutOfMemory`](EnumerationErrorKind::OutOfMemory).
    /// [`ZeroCostSteps`](EnumerationErrorKind::ZeroCostSteps) if the space has steps of cost 0. If
    /// the space breaks its contract: [`Source`](EnumerationErrorKind::Source),
    /// [`Successor`](EnumerationErrorKind::Successor) or
    /// [`StepCost`](EnumerationErrorKind::StepCost). If a file is of another space or damaged, or
    /// if the disk is full: [`File`](EnumerationErrorKind::File).
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
        let title = file::title(&space, &sources);
        let is_begun = manifest_path.try_exists().map_err(in_directory)?;
        let mut manifest = if is_begun {
            Manifest::load(&manifest_path, &title, numbers)?
        } else {
            begin(numbers, memory)?
        };
        let (sets, segments) = (manifest.segment_sets, manifest.segments.len());
        let buffer = buffer_bytes(segments, sets, memory)?;
        manifest.counts.statistics.bytes = sets * WORD + segments * buffer;
        let segment = TwoBits::new(sets.saturating_mul(SET))?;
        let level = manifest.level.saturating_add(is_begun.into());
        let mut updates = Updates::new(&self.directory, level, segments, buffer)?;
        if !is_begun {
            for number in sources {
                let (segment, set) = manifest.place(number / SET);
                updates.push(segment, set, 1 << (number % SET))?;
            }
            updates.finish(&mut manifest)?;
            manifest.save(&manifest_path, &title)?;
        }
        manifest.remove_other_files(&self.directory).map_err(in_directory)?;

        let before = manifest.counts.statistics.elapsed;
        let elapsed = || before + start.elapsed();
        let mut pass = Pass { space, limits, segment, updates, directory: &self.directory };
        let stopped_by = loop {
            let Manifest { level, is_complete, counts, .. } = &mut manifest;
            counts.statistics.elapsed = elapsed();
            counts.statistics.generated = counts.states();
            let statistics = counts.statistics;
            if let Some(distance) = level.checked_sub(1) {
                self.observer.tell(|| EnumerationProgress { distance, statistics, numbers });
            }
            if *is_complete {
                break None;
            }
            let reason = (pass.limits.met(&statistics))
                .or_else(|| pass.limits.is_too_costly(*level))
                .or_else(|| (*level == Cost::MAX).then_some(StopReason::PathCost));
            if reason.is_some() {
                break reason;
            }
            match pass.run(&manifest, elapsed)? {
                Ok(next) => manifest = next,
                Err(reason) => break Some(reason),
            }
            manifest.counts.statistics.elapsed = elapsed();
            manifest.save(&manifest_path, &title)?;
            manifest.remove_other_files(&self.directory).map_err(in_directory)?;
        };
        let Manifest { mut counts, level, is_complete, .. } = manifest;
        counts.statistics.elapsed = elapsed();
        if !is_complete {
            counts.histogram.truncate(level as usize);
        }
        Ok(LevelCounts { stopped_by, ..counts })
    }
}

/// An enumeration in which nothing is reached. A segment takes at most half of the memory, but has
/// at least [`SHARE`] sets.
fn begin(numbers: usize, memory: usize) -> Result<Manifest, EnumerationError> {
    let sets = numbers.div_ceil(SET);
    let most = (memory / 2 / WORD).clamp(SHARE, MOST_SETS);
    let segment_sets = sets.next_power_of_two().clamp(SHARE, 1 << most.ilog2());
    // The list of segments is made only if there is memory for what belongs to each.
    let count = sets.div_ceil(segment_sets);
    buffer_bytes(count, segment_sets, memory)?;
    if count > MOST_SEGMENTS {
        return Err(EnumerationErrorKind::OutOfMemory { bytes: sets.saturating_mul(WORD) }.into());
    }
    let (histogram, statistics) = (vec![0], Statistics::default());
    let counts = LevelCounts { histogram, stopped_by: None, statistics };
    let segments = filled(count, SegmentFiles::default)?;
    Ok(Manifest { numbers, segment_sets, level: 0, is_complete: false, counts, segments })
}

/// The bytes for the updates of each segment, with one segment in memory.
fn buffer_bytes(segments: usize, sets: usize, memory: usize) -> Result<usize, EnumerationError> {
    let fixed = sets.saturating_mul(WORD);
    let least = fixed.saturating_add(segments.saturating_mul(LEAST_BUFFER));
    if least > memory {
        return Err(EnumerationErrorKind::MemoryLimit { limit: memory, bytes: least }.into());
    }
    Ok(((memory - fixed) / segments.max(1)).min(fixed) / UPDATE * UPDATE)
}
