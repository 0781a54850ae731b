//! The manifest: what is known between two levels, and which files belong to it. Also the files of
//! successors.
//!
//! The title has the number of numbers and the fingerprint of the space and the sources. The second
//! section: the sets in a segment, the level, 1 if complete else 0, the states expanded,
//! microseconds spent, bytes written, the number of counts, the counts; and for each segment the
//! level at which it was written or 2<sup>64</sup> - 1, the checksum of its file, 1 if it has
//! states to expand else 0, and the number and the checksum of its updates.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crc32fast::Hasher;

use crate::enumeration::{EnumerationError as Error, LevelCounts};
use crate::tables::counts;
use crate::tables::fault::InFile;
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement;
use crate::tables::two_bits::{SET, try_with_capacity};
use crate::{Cost, Statistics};

const FORMAT: Format = Format { magic: *b"\x89bfext\r\n", name: "an enumeration in files" };

/// The state of an enumeration between two levels.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    pub(super) numbers: usize,
    /// The number of sets in a segment, a power of two.
    pub(super) segment_sets: usize,
    /// The level to expand next.
    pub(super) level: Cost,
    pub(super) is_complete: bool,
    /// The counts. That of the level to expand next is not complete.
    pub(super) counts: LevelCounts,
    pub(super) segments: Vec<SegmentFiles>,
}

/// The files of a segment: its table and its updates. By default no state of the segment is
/// reached.
#[derive(Clone, Copy, Debug, Default)]
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

/// The path of the table of a segment, as it is before a level.
pub(super) fn segment_path(directory: &Path, level: u64, segment: usize) -> PathBuf {
    directory.join(format!("segment-{level}-{segment}"))
}

/// The most sets in a segment: the place of a set there has 32 bits.
pub(super) const MOST_SETS: usize = 1 << 31;

impl Manifest {
    /// The segment of a set, and its place there.
    #[expect(clippy::cast_possible_truncation, reason = "a segment has at most `MOST_SETS`")]
    #[inline]
    pub(super) fn place(&self, set: usize) -> (usize, u32) {
        let shift = self.segment_sets.trailing_zeros();
        (set >> shift, (set & (self.segment_sets - 1)) as u32)
    }

    /// The first set of a segment.
    pub(super) fn first_set(&self, segment: usize) -> usize {
        segment * self.segment_sets
    }

    /// The number of numbers in a segment. The last one may have fewer.
    pub(super) fn numbers_of(&self, segment: usize) -> usize {
        let left = self.numbers - self.first_set(segment) * SET;
        left.min(self.segment_sets.saturating_mul(SET))
    }

    /// Removes the files of other levels.
    pub(super) fn remove_other_files(&self, directory: &Path) -> io::Result<()> {
        let mut own = HashSet::new();
        for (index, segment) in self.segments.iter().enumerate() {
            own.extend(segment.written.map(|level| segment_path(directory, level, index)));
            own.extend((segment.updates > 0).then(|| updates_path(directory, self.level, index)));
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
    pub(super) fn save(&self, path: &Path, title: &str) -> Result<(), Error> {
        let LevelCounts { histogram, statistics, .. } = &self.counts;
        let micros = u64::try_from(statistics.elapsed.as_micros()).unwrap_or(u64::MAX);
        replacement::replace(path, |file| {
            let mut sink = Sink::new(file, &FORMAT, title)?;
            sink.numbers([self.segment_sets as u64, self.level.into(), self.is_complete.into()])?;
            sink.numbers([statistics.expanded, micros, histogram.len() as u64])?;
            sink.numbers(histogram.iter().copied())?;
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

    /// Reads the file of this title. `numbers` is how many numbers the space has.
    pub(super) fn load(path: &Path, title: &str, numbers: usize) -> Result<Self, Error> {
        file::load(path, |file| {
            let mut source = Source::new(file, &FORMAT, title)?;
            let (segment_sets, level): (usize, _) = (source.number()?, source.number()?);
            let is_complete = source.number::<u64>()? != 0;
            let mut statistics = Statistics { expanded: source.number()?, ..Statistics::default() };
            statistics.elapsed = Duration::from_micros(source.number()?);
            let count = source.number()?;
            let histogram: Vec<u64> = source.numbers(count)?;
            let is_sound = segment_sets.is_power_of_two()
                && segment_sets <= MOST_SETS
                && counts::sum(&histogram).is_some()
                && (is_complete || count == u64::from(level) + 1);
            let mut segments = Vec::new();
            for _ in 0..numbers.div_ceil(SET).div_ceil(segment_sets.max(1)) {
                segments.push(SegmentFiles {
                    written: Some(source.number()?).filter(|&level| level != u64::MAX),
                    checksum: source.number()?,
                    is_active: source.number::<u64>()? != 0,
                    updates: source.number()?,
                    updates_checksum: source.number()?,
                });
            }
            let corrupted = source.corrupted();
            source.end()?;
            if !is_sound {
                return Err(corrupted.into());
            }
            let counts = LevelCounts { histogram, stopped_by: None, statistics };
            Ok(Self { numbers, segment_sets, level, is_complete, counts, segments })
        })
    }
}

/// The bytes of an update: a set in its segment, and states in it, 4 bytes each.
pub(super) const UPDATE: usize = 8;

/// The path of the updates of a segment for a level.
pub(super) fn updates_path(directory: &Path, level: Cost, segment: usize) -> PathBuf {
    directory.join(format!("updates-{level}-{segment}"))
}

/// The updates for all segments at one level. Each segment has a buffer and a file.
pub(super) struct Updates {
    directory: PathBuf,
    level: Cost,
    capacity: usize,
    buckets: Vec<Bucket>,
}

struct Bucket {
    buffer: Vec<u8>,
    hasher: Hasher,
    count: u64,
}

impl Updates {
    /// `capacity` is the bytes of each buffer.
    pub(super) fn new(
        directory: &Path,
        level: Cost,
        segments: usize,
        capacity: usize,
    ) -> Result<Self, Error> {
        let bucket = |_| {
            Ok(Bucket { buffer: try_with_capacity(capacity)?, hasher: Hasher::new(), count: 0 })
        };
        let buckets = (0..segments).map(bucket).collect::<Result<_, Error>>()?;
        Ok(Self { directory: directory.to_owned(), level, capacity, buckets })
    }

    /// Adds states of a set to be reached.
    #[inline]
    pub(super) fn push(&mut self, segment: usize, set: u32, states: u32) -> Result<(), Error> {
        if self.buckets[segment].buffer.len() + UPDATE > self.capacity {
            self.write(segment)?;
        }
        let buffer = &mut self.buckets[segment].buffer;
        buffer.extend_from_slice(&set.to_le_bytes());
        buffer.extend_from_slice(&states.to_le_bytes());
        Ok(())
    }

    fn write(&mut self, segment: usize) -> Result<(), Error> {
        let Bucket { buffer, hasher, count } = &mut self.buckets[segment];
        if buffer.is_empty() {
            return Ok(());
        }
        let path = updates_path(&self.directory, self.level, segment);
        let mut options = OpenOptions::new();
        // A run that was killed may have left a file.
        options.create(true).write(true).append(*count > 0).truncate(*count == 0);
        let written = options.open(&path).and_then(|mut file| file.write_all(buffer));
        written.map_err(|error| Error::from(error).in_file(&path))?;
        hasher.update(buffer);
        *count += (buffer.len() / UPDATE) as u64;
        buffer.clear();
        Ok(())
    }

    /// Writes what is left, and puts the number of updates and the checksum for each segment into
    /// the manifest. Then it is ready for the next level.
    pub(super) fn finish(&mut self, manifest: &mut Manifest) -> Result<(), Error> {
        for (segment, files) in manifest.segments.iter_mut().enumerate() {
            self.write(segment)?;
            let bucket = &mut self.buckets[segment];
            files.updates = mem::take(&mut bucket.count);
            files.updates_checksum = mem::take(&mut bucket.hasher).finalize();
        }
        self.level += 1;
        Ok(())
    }
}
