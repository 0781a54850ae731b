//! What is known at the border of two levels, and which files belong to it.
//!
//! The file has a magic (8 bytes), then numbers of 8 bytes, little-endian: the version, the
//! fingerprint, the number of numbers, the sets in a segment, the level, 1 if complete else 0, the
//! states expanded, microseconds spent, bytes written, the number of counts, the counts; and for each
//! segment the level at which it was written or 2<sup>64</sup> - 1, the checksum of its file, 1 if it
//! has states to expand else 0, and the number and the checksum of its updates. Last, the CRC-32 of
//! all that (4 bytes).

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::updates::{self, UPDATE};
use crate::Statistics;
use crate::enumeration::{EnumerationError, EnumerationErrorKind};
use crate::tables::replacement;
use crate::tables::residues::SET;

/// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
const MAGIC: [u8; 8] = *b"\x89bfext\r\n";
const VERSION: u32 = 1;

/// The state of an enumeration between two levels.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    pub(super) fingerprint: u64,
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

    /// The number of sets in a segment. The last one may be shorter.
    #[expect(clippy::cast_possible_truncation, reason = "a segment is in memory")]
    pub(super) fn sets_of(&self, segment: usize) -> usize {
        let sets = self.numbers.div_ceil(SET as u64) - self.first_set(segment) as u64;
        sets.min(self.segment_sets) as usize
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
    pub(super) fn save(&self, path: &Path) -> Result<(), EnumerationError> {
        let mut bytes = MAGIC.to_vec();
        let mut put = |value: u64| bytes.extend(value.to_le_bytes());
        put(VERSION.into());
        put(self.fingerprint);
        put(self.numbers);
        put(self.segment_sets);
        put(self.level);
        put(self.is_complete.into());
        put(self.expanded);
        put(self.micros);
        put(self.written);
        put(self.histogram.len() as u64);
        self.histogram.iter().for_each(|&count| put(count));
        for segment in &self.segments {
            put(segment.written.unwrap_or(u64::MAX));
            put(segment.checksum.into());
            put(segment.is_active.into());
            put(segment.updates);
            put(segment.updates_checksum.into());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        replacement::replace(path, |mut file| {
            file.write_all(&bytes)?;
            Ok(())
        })
        .map_err(|error: EnumerationError| error.in_file(path))
    }

    /// Reads the file.
    pub(super) fn load(path: &Path) -> Result<Self, EnumerationError> {
        let fault = |kind: EnumerationErrorKind| EnumerationError::from(kind).in_file(path);
        let bytes = fs::read(path).map_err(|error| EnumerationError::from(error).in_file(path))?;
        let truncated = || fault(EnumerationErrorKind::Truncated { found: bytes.len() as u64 });
        if !bytes.starts_with(&MAGIC) {
            return Err(fault(EnumerationErrorKind::NotACheckpoint));
        }
        let (contents, checksum) = bytes.split_last_chunk().ok_or_else(truncated)?;
        let mut numbers = contents[MAGIC.len().min(contents.len())..].chunks_exact(8);
        let mut next = || {
            let number = numbers.next().and_then(|number| number.try_into().ok());
            number.map(u64::from_le_bytes).ok_or_else(truncated)
        };
        let version = u32::try_from(next()?).unwrap_or(u32::MAX);
        if version != VERSION {
            let kind = EnumerationErrorKind::Version { found: version, expected: VERSION };
            return Err(fault(kind));
        }
        if crc32fast::hash(contents).to_le_bytes() != *checksum {
            return Err(fault(EnumerationErrorKind::Corrupted));
        }
        let mut manifest = Self {
            fingerprint: next()?,
            numbers: next()?,
            segment_sets: next()?,
            level: next()?,
            is_complete: next()? != 0,
            expanded: next()?,
            micros: next()?,
            written: next()?,
            histogram: Vec::new(),
            segments: Vec::new(),
        };
        for _ in 0..next()? {
            manifest.histogram.push(next()?);
        }
        let checksum = |number: u64| u32::try_from(number).unwrap_or(0);
        while let Ok(written) = next() {
            manifest.segments.push(SegmentFiles {
                written: Some(written).filter(|&level| level != u64::MAX),
                checksum: checksum(next()?),
                is_active: next()? != 0,
                updates: next()?,
                updates_checksum: checksum(next()?),
            });
        }
        if manifest.is_sound() { Ok(manifest) } else { Err(fault(EnumerationErrorKind::Corrupted)) }
    }

    /// Whether the segments are those of the numbers.
    fn is_sound(&self) -> bool {
        let segments = self.numbers.div_ceil(SET as u64).div_ceil(self.segment_sets.max(1));
        self.segment_sets.is_power_of_two()
            && usize::try_from(self.segment_sets).is_ok()
            && segments == self.segments.len() as u64
            && (self.is_complete || self.histogram.len() as u64 == self.level + 1)
    }
}
