//! What is known at the border of two levels, and which files belong to it.
//!
//! The title has the number of numbers and the fingerprint of the space and the sources. The second
//! section: the sets in a segment, the level, 1 if complete else 0, the states expanded,
//! microseconds spent, bytes written, the number of counts, the counts; and for each segment the
//! level at which it was written or 2<sup>64</sup> - 1, the checksum of its file, 1 if it has
//! states to expand else 0, and the number and the checksum of its updates.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::updates::{self, UPDATE};
use crate::Statistics;
use crate::enumeration::EnumerationError;
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement;
use crate::tables::two_bits::SET;

const FORMAT: Format = Format { magic: *b"\x89bfext\r\n", name: "an enumeration in files" };

/// The state of an enumeration between two levels.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    pub(super) numbers: u64,
    /// The number of sets in a segment, a power of two.
    pub(super) segment_sets: u64,
    /// The level to expand next.
    pub(super) level: u64,
    pub(super) is_complete: bool,
    pub(super) expanded: u64,
    pub(super) micros: u64,
    pub(super) written: u64,
    /// The number of states in each level. Those of the level to expand next are not all counted.
    pub(super) histogram: Vec<u64>,
    pub(super) segments: Vec<SegmentFiles>,
}

/// The files of a segment: its table and its updates.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentFiles {
    /// The level before which the table was written, if it was.
    pub(super) written: Option<u64>,
    pub(super) checksum: u32,
    /// Whether it has states to expand that were reached from within the segment.
    pub(super) is_active: bool,
    /// The number of updates from other segments, and their checksum.
    pub(super) updates: u64,
    pub(super) updates_checksum: u32,
}

impl SegmentFiles {
    /// No state of the segment is reached.
    pub(super) const EMPTY: Self =
        Self { written: None, checksum: 0, is_active: false, updates: 0, updates_checksum: 0 };
}

/// The path of the table of a segment, as it is before a level.
pub(super) fn segment_path(directory: &Path, level: u64, segment: usize) -> PathBuf {
    directory.join(format!("segment-{level}-{segment}"))
}

impl Manifest {
    /// The segment of a set, and its place there.
    #[expect(clippy::cast_possible_truncation, reason = "sets are in memory, and segments few")]
    #[inline]
    pub(super) fn place(&self, set: usize) -> (usize, u32) {
        let shift = self.segment_sets.trailing_zeros();
        (set >> shift, (set as u64 & (self.segment_sets - 1)) as u32)
    }

    /// The first set of a segment.
    pub(super) fn first_set(&self, segment: usize) -> usize {
        segment << self.segment_sets.trailing_zeros()
    }

    /// The number of numbers in a segment. The last one may have fewer.
    #[expect(clippy::cast_possible_truncation, reason = "a segment is in memory")]
    pub(super) fn numbers_of(&self, segment: usize) -> usize {
        let numbers = self.numbers - (self.first_set(segment) * SET) as u64;
        numbers.min(self.segment_sets.saturating_mul(SET as u64)) as usize
    }

    /// Records the updates that were written for each segment.
    pub(super) fn add_updates(&mut self, updates: &[(u64, u32)]) {
        for (segment, &(count, checksum)) in self.segments.iter_mut().zip(updates) {
            (segment.updates, segment.updates_checksum) = (count, checksum);
            self.written += count * UPDATE as u64;
        }
    }

    pub(super) fn statistics(&self, bytes: usize, elapsed: Duration) -> Statistics {
        let (expanded, generated) = (self.expanded, self.histogram.iter().sum());
        Statistics { expanded, generated, bytes, elapsed, ..Statistics::default() }
    }

    /// Removes the files of other levels.
    pub(super) fn remove_other_files(&self, directory: &Path) -> io::Result<()> {
        let mut own = HashSet::new();
        for (index, segment) in self.segments.iter().enumerate() {
            own.extend(segment.written.map(|level| segment_path(directory, level, index)));
            own.extend((segment.updates > 0).then(|| updates::path(directory, self.level, index)));
        }
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
            let is_ours = name.starts_with(b"segment-") || name.starts_with(b"updates-");
            if is_ours && !own.contains(&path) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Replaces the file.
    pub(super) fn save(&self, path: &Path, title: &str) -> Result<(), EnumerationError> {
        let &Self { segment_sets, level, is_complete, expanded, micros, written, .. } = self;
        let counts = self.histogram.len() as u64;
        replacement::replace(path, |file| {
            let mut sink = Sink::new(file, &FORMAT, title)?;
            let complete = is_complete.into();
            sink.numbers([segment_sets, level, complete, expanded, micros, written, counts])?;
            sink.numbers(self.histogram.iter().copied())?;
            for segment in &self.segments {
                sink.numbers([
                    segment.written.unwrap_or(u64::MAX),
                    segment.checksum.into(),
                    segment.is_active.into(),
                    segment.updates,
                    segment.updates_checksum.into(),
                ])?;
            }
            Ok(sink.end()?)
        })
    }

    /// Reads the file of this title, which is about so many numbers.
    pub(super) fn load(path: &Path, title: &str, numbers: u64) -> Result<Self, EnumerationError> {
        file::load(path, |file| {
            let mut source = Source::new(file, &FORMAT, title)?;
            let mut manifest = Self {
                numbers,
                segment_sets: source.number()?,
                level: source.number()?,
                is_complete: source.number::<u64>()? != 0,
                expanded: source.number()?,
                micros: source.number()?,
                written: source.number()?,
                histogram: Vec::new(),
                segments: Vec::new(),
            };
            let counts = source.number()?;
            manifest.histogram = source.numbers(counts)?;
            for _ in 0..manifest.segment_count() {
                manifest.segments.push(SegmentFiles {
                    written: Some(source.number()?).filter(|&level| level != u64::MAX),
                    checksum: source.number()?,
                    is_active: source.number::<u64>()? != 0,
                    updates: source.number()?,
                    updates_checksum: source.number()?,
                });
            }
            let corrupted = source.corrupted();
            source.end()?;
            if manifest.is_sound() { Ok(manifest) } else { Err(corrupted.into()) }
        })
    }

    /// The number of segments for the numbers.
    fn segment_count(&self) -> u64 {
        self.numbers.div_ceil(SET as u64).div_ceil(self.segment_sets.max(1))
    }

    /// Whether all values are possible.
    fn is_sound(&self) -> bool {
        self.segment_sets.is_power_of_two()
            && usize::try_from(self.segment_sets).is_ok()
            && (self.is_complete || self.histogram.len() as u64 == self.level + 1)
    }
}
