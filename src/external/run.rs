//! Sorted runs of records, in files of blocks with checksums, and how they are merged without
//! duplicates.
//!
//! A block is the CRC-32 of its place and contents (4 bytes, little-endian), and then records. All
//! blocks of a run have the same number of records, except the last one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use super::{ExternalError, ExternalErrorKind};
use crate::tables::fault::{FileFault, InFile, fill};
use crate::tables::two_bits::try_with_capacity;

/// The bytes of a checksum.
pub(super) const CHECKSUM: usize = 4;

/// A sorted file of records, without repetitions of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The number of its file.
    number: u64,
    pub(super) records: u64,
}

/// How records are laid out: the same for all runs of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The bytes of a state. A record is a state and its parent.
    pub(super) state: usize,
    /// The most records in a block.
    pub(super) block: usize,
}

impl Layout {
    pub(super) const fn record(self) -> usize {
        2 * self.state
    }

    /// The bytes of a whole block, with its checksum.
    pub(super) const fn block_bytes(self) -> usize {
        self.block * self.record() + CHECKSUM
    }
}

impl Run {
    /// How many of its records are in the next block.
    fn in_a_block(self, layout: Layout) -> usize {
        usize::try_from(self.records).unwrap_or(usize::MAX).min(layout.block)
    }

    pub(super) fn remove(self, files: &mut Files, layout: Layout) -> Result<(), ExternalError> {
        let blocks = self.records.div_ceil(layout.block as u64);
        files.remove(self.number, self.records * layout.record() as u64 + blocks * CHECKSUM as u64)
    }
}

/// The checksum covers the place, so that a block is not taken for another.
fn checksum(number: u64, block: u64, records: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&block.to_le_bytes());
    hasher.update(records);
    hasher.finalize().to_le_bytes()
}

/// A run that is being written.
pub(super) struct RunWriter {
    layout: Layout,
    run: Run,
    file: File,
    blocks: u64,
    /// The checksum, still empty, and the records of the block.
    block: Vec<u8>,
}

impl RunWriter {
    pub(super) fn new(files: &mut Files, layout: Layout) -> Result<Self, ExternalError> {
        let mut block = try_with_capacity(layout.block_bytes())?;
        block.extend([0; CHECKSUM]);
        let (number, file) = files.create()?;
        Ok(Self { layout, run: Run { number, records: 0 }, file, blocks: 0, block })
    }

    pub(super) fn push(&mut self, files: &mut Files, record: &[u8]) -> Result<(), ExternalError> {
        if self.block.len() == self.layout.block_bytes() {
            self.write(files)?;
        }
        self.block.extend_from_slice(record);
        self.run.records += 1;
        Ok(())
    }

    fn write(&mut self, files: &mut Files) -> Result<(), ExternalError> {
        let number = self.run.number;
        files.take(number, self.block.len() as u64)?;
        let checksum = checksum(number, self.blocks, &self.block[CHECKSUM..]);
        self.block[..CHECKSUM].copy_from_slice(&checksum);
        let written = self.file.write_all(&self.block);
        written.map_err(|error| ExternalError::from(error).in_file(&files.path(number)))?;
        self.block.truncate(CHECKSUM);
        self.blocks += 1;
        Ok(())
    }

    /// Writes the last block. `None` if there is no record.
    pub(super) fn finish(mut self, files: &mut Files) -> Result<Option<Run>, ExternalError> {
        if self.run.records == 0 {
            files.remove(self.run.number, 0)?;
            return Ok(None);
        }
        self.write(files)?;
        Ok(Some(self.run))
    }
}

/// A run that is being read, from its first record on.
pub(super) struct RunReader {
    layout: Layout,
    /// The part of the run that is not read yet.
    run: Run,
    path: PathBuf,
    file: File,
    blocks: u64,
    /// The number of bytes read.
    place: u64,
    block: Vec<u8>,
    /// Where the record in front begins.
    position: usize,
}

impl RunReader {
    pub(super) fn new(files: &Files, layout: Layout, run: Run) -> Result<Self, ExternalError> {
        let path = files.path(run.number);
        let file = File::open(&path).map_err(|error| ExternalError::from(error).in_file(&path))?;
        let block = try_with_capacity(CHECKSUM + run.in_a_block(layout) * layout.record())?;
        let mut reader = Self { layout, run, path, file, blocks: 0, place: 0, block, position: 0 };
        reader.read()?;
        Ok(reader)
    }

    /// The record in front.
    pub(super) fn record(&self) -> &[u8] {
        &self.block[self.position..self.position + self.layout.record()]
    }

    /// The state of the record in front.
    pub(super) fn state(&self) -> &[u8] {
        &self.record()[..self.layout.state]
    }

    /// Goes to the next record. Returns whether there is one.
    pub(super) fn advance(&mut self) -> Result<bool, ExternalError> {
        self.position += self.layout.record();
        if self.position < self.block.len() {
            return Ok(true);
        }
        if self.run.records == 0 {
            return Ok(false);
        }
        self.read()?;
        Ok(true)
    }

    fn read(&mut self) -> Result<(), ExternalError> {
        let records = self.run.in_a_block(self.layout);
        self.block.resize(CHECKSUM + records * self.layout.record(), 0);
        let read = fill(&mut self.file, &mut self.place, &mut self.block).and_then(|()| {
            let (found, records_read) = self.block.split_at(CHECKSUM);
            let is_right = found == checksum(self.run.number, self.blocks, records_read);
            if is_right { Ok(()) } else { Err(FileFault::Corrupted { before: self.place }) }
        });
        read.map_err(|fault| ExternalError::from(fault).in_file(&self.path))?;
        self.run.records -= records as u64;
        self.blocks += 1;
        self.position = CHECKSUM;
        Ok(())
    }
}

/// Merges sorted runs into the first record of each state that is in no closed run.
pub(super) struct Merge {
    /// The closed runs come first.
    readers: Vec<RunReader>,
    closed: usize,
    /// The readers that have records left, by the state in front. Of equal states, that of a closed
    /// run comes first.
    fronts: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// The number of these readers that are not of closed runs.
    open: usize,
    /// The record that was taken last.
    record: Vec<u8>,
    /// The number of records dropped from the runs that are not closed.
    pub(super) duplicates: u64,
}

impl Merge {
    pub(super) fn new(
        files: &Files,
        layout: Layout,
        closed: &[Run],
        runs: &[Run],
    ) -> Result<Self, ExternalError> {
        let readers = closed.iter().chain(runs).map(|&run| RunReader::new(files, layout, run));
        let readers = readers.collect::<Result<Vec<_>, _>>()?;
        let fronts = readers.iter().map(|reader| reader.state().to_vec()).zip(0..);
        let fronts = fronts.map(Reverse).collect();
        let (closed, open, record) = (closed.len(), runs.len(), Vec::new());
        Ok(Self { readers, closed, fronts, open, record, duplicates: 0 })
    }

    /// The next record of a state that is not closed.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, ExternalError> {
        // Once the other runs are read, the rest of the closed runs is not needed.
        while self.open > 0 {
            let Some(&Reverse((_, first))) = self.fronts.peek() else { break };
            self.record.clear();
            self.record.extend_from_slice(self.readers[first].record());
            self.advance()?;
            while let Some(Reverse((state, next))) = self.fronts.peek() {
                if !self.record.starts_with(state) {
                    break;
                }
                self.duplicates += u64::from(*next >= self.closed);
                self.advance()?;
            }
            if first >= self.closed {
                return Ok(Some(&self.record));
            }
        }
        Ok(None)
    }

    /// Passes over the record in front.
    fn advance(&mut self) -> Result<(), ExternalError> {
        let Some(mut front) = self.fronts.peek_mut() else { return Ok(()) };
        let Reverse((state, number)) = &mut *front;
        let reader = &mut self.readers[*number];
        if reader.advance()? {
            state.copy_from_slice(reader.state());
        } else {
            self.open -= usize::from(*number >= self.closed);
            PeekMut::pop(front);
        }
        Ok(())
    }
}

/// The name of the file that is there as long as a search uses the directory.
const LOCK: &str = "in-use";

/// A directory that belongs to one search. All files are removed when it is dropped.
#[derive(Debug)]
pub(super) struct Files {
    directory: PathBuf,
    /// How many files were made.
    created: u64,
    limit: u64,
    in_use: u64,
    /// The most bytes that were in use at one time.
    pub(super) peak_bytes: u64,
}

impl Files {
    /// Makes the directory if it does not exist, and takes it for one search. It must be empty.
    pub(super) fn new(directory: &Path, limit: u64) -> Result<Self, ExternalError> {
        Self::lock(directory).map_err(|error| error.in_file(directory))?;
        let directory = directory.to_owned();
        Ok(Self { directory, created: 0, limit, in_use: 0, peak_bytes: 0 })
    }

    /// Takes the directory for one search.
    fn lock(directory: &Path) -> Result<(), ExternalError> {
        fs::create_dir_all(directory)?;
        let lock = directory.join(LOCK);
        match File::create_new(&lock) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(ExternalErrorKind::InUse.into());
            }
            made => drop(made?),
        }
        Self::check_empty(directory).inspect_err(|_| drop(fs::remove_file(lock)))
    }

    fn check_empty(directory: &Path) -> Result<(), ExternalError> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?.file_name();
            if entry != LOCK {
                let entry = entry.to_string_lossy().into_owned();
                return Err(ExternalErrorKind::NotEmpty { entry }.into());
            }
        }
        Ok(())
    }

    /// The path of the file with this number.
    pub(super) fn path(&self, number: u64) -> PathBuf {
        self.directory.join(format!("{number}.run"))
    }

    /// Makes a new file. Returns its number.
    pub(super) fn create(&mut self) -> Result<(u64, File), ExternalError> {
        let number = self.created;
        self.created += 1;
        let path = self.path(number);
        let file = File::create_new(&path);
        Ok((number, file.map_err(|error| ExternalError::from(error).in_file(&path))?))
    }

    /// Counts bytes that are to be written to the file with this number.
    pub(super) fn take(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let limit = self.limit;
        if bytes > limit.saturating_sub(self.in_use) {
            let kind = ExternalErrorKind::DiskLimit { limit };
            return Err(ExternalError::from(kind).in_file(&self.path(number)));
        }
        self.in_use += bytes;
        self.peak_bytes = self.peak_bytes.max(self.in_use);
        Ok(())
    }

    /// Removes a file of this length.
    pub(super) fn remove(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let path = self.path(number);
        fs::remove_file(&path).map_err(|error| ExternalError::from(error).in_file(&path))?;
        self.in_use = self.in_use.saturating_sub(bytes);
        Ok(())
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // An error is ignored: the answer, or an earlier error, is returned.
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "run") {
                let _ = fs::remove_file(entry.path());
            }
        }
        let _ = fs::remove_file(self.directory.join(LOCK));
    }
}
