//! Successors in other segments, until these are loaded.

use std::fs::OpenOptions;
use std::io::Write;
use std::mem;
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use crate::enumeration::EnumerationError;
use crate::tables::fault::InFile;
use crate::tables::file::{self, Source};
use crate::tables::two_bits::Refused;

/// The bytes of an update: a set in its segment, and states in it, 4 bytes each.
pub(super) const UPDATE: usize = 8;

/// The path of the updates of a segment for a level.
pub(super) fn path(directory: &Path, level: u64, segment: usize) -> PathBuf {
    directory.join(format!("updates-{level}-{segment}"))
}

/// The updates for all segments at one level. Each segment has a buffer and a file.
pub(super) struct Updates {
    directory: PathBuf,
    level: u64,
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
        level: u64,
        segments: usize,
        capacity: usize,
    ) -> Result<Self, EnumerationError> {
        let mut buckets = Vec::with_capacity(segments);
        for _ in 0..segments {
            let mut buffer = Vec::new();
            buffer.try_reserve_exact(capacity).map_err(|_| Refused(capacity * segments))?;
            buckets.push(Bucket { buffer, hasher: Hasher::new(), count: 0 });
        }
        Ok(Self { directory: directory.to_owned(), level, capacity, buckets })
    }

    /// Adds states of a set to be reached.
    #[inline]
    pub(super) fn push(
        &mut self,
        segment: usize,
        set: u32,
        states: u32,
    ) -> Result<(), EnumerationError> {
        let bucket = &mut self.buckets[segment];
        if bucket.buffer.len() + UPDATE > self.capacity {
            self.write(segment)?;
        }
        let buffer = &mut self.buckets[segment].buffer;
        buffer.extend_from_slice(&set.to_le_bytes());
        buffer.extend_from_slice(&states.to_le_bytes());
        Ok(())
    }

    fn write(&mut self, segment: usize) -> Result<(), EnumerationError> {
        let Bucket { buffer, hasher, count } = &mut self.buckets[segment];
        if buffer.is_empty() {
            return Ok(());
        }
        let path = path(&self.directory, self.level, segment);
        let mut options = OpenOptions::new();
        // A run that was killed may have left one.
        options.create(true).write(true).append(*count > 0).truncate(*count == 0);
        let written = options.open(&path).and_then(|mut file| file.write_all(buffer));
        written.map_err(|error| EnumerationError::from(error).in_file(&path))?;
        hasher.update(buffer);
        *count += (buffer.len() / UPDATE) as u64;
        buffer.clear();
        Ok(())
    }

    /// Writes what is left, and gives the number of updates and the checksum for each segment. Then
    /// it is ready for the next level.
    pub(super) fn finish(&mut self) -> Result<Vec<(u64, u32)>, EnumerationError> {
        let mut counts = Vec::with_capacity(self.buckets.len());
        for segment in 0..self.buckets.len() {
            self.write(segment)?;
            let bucket = &mut self.buckets[segment];
            let hasher = mem::take(&mut bucket.hasher);
            counts.push((mem::take(&mut bucket.count), hasher.finalize()));
        }
        self.level += 1;
        Ok(counts)
    }
}

/// Calls `visit` with each update in a file. The updates are checked after the last one.
#[expect(clippy::cast_possible_truncation, reason = "each is half of the word")]
pub(super) fn read(
    path: &Path,
    count: u64,
    checksum: u32,
    mut visit: impl FnMut(u32, u32),
) -> Result<(), EnumerationError> {
    file::load(path, |file| {
        let mut source = Source::bare(file);
        let count = usize::try_from(count).map_err(|_| source.corrupted())?;
        source.words(count, |_, update| visit(update as u32, (update >> 32) as u32))?;
        Ok(source.end_bare(checksum)?)
    })
}
