//! Sorted runs of records, in files of blocks with checksums.
//!
//! A block is the CRC-32 of its place and contents (4 bytes, little-endian), and then records. All
//! blocks of a run have the same number of records, except the last one.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use crc32fast::Hasher;

use super::files::Files;
use super::{ExternalError, ExternalErrorKind};
use crate::tables::fault::{FileFault, InFile, fill};

/// The bytes of a checksum.
pub(super) const CHECKSUM: usize = 4;

/// A sorted file of records, without repetitions of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The number of its file.
    number: u64,
    records: u64,
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
    pub(super) fn records(&self) -> u64 {
        self.records
    }

    pub(super) fn remove(self, files: &mut Files, layout: Layout) -> Result<(), ExternalError> {
        let blocks = self.records.div_ceil(layout.block as u64);
        files.remove(self.number, self.records * layout.record() as u64 + blocks * CHECKSUM as u64)
    }
}

/// An empty vector with room for this number of bytes.
pub(super) fn room(bytes: usize) -> Result<Vec<u8>, ExternalError> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| ExternalErrorKind::OutOfMemory { bytes })?;
    Ok(room)
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
    number: u64,
    file: File,
    records: u64,
    blocks: u64,
    /// The checksum, still empty, and the records of the block.
    block: Vec<u8>,
}

impl RunWriter {
    pub(super) fn new(files: &mut Files, layout: Layout) -> Result<Self, ExternalError> {
        let mut block = room(layout.block_bytes())?;
        block.extend([0; CHECKSUM]);
        let (number, file) = files.create()?;
        Ok(Self { layout, number, file, records: 0, blocks: 0, block })
    }

    #[inline]
    pub(super) fn push(&mut self, files: &mut Files, record: &[u8]) -> Result<(), ExternalError> {
        if self.block.len() == self.layout.block_bytes() {
            self.write(files)?;
        }
        self.block.extend_from_slice(record);
        self.records += 1;
        Ok(())
    }

    fn write(&mut self, files: &mut Files) -> Result<(), ExternalError> {
        files.take(self.number, self.block.len() as u64)?;
        let checksum = checksum(self.number, self.blocks, &self.block[CHECKSUM..]);
        self.block[..CHECKSUM].copy_from_slice(&checksum);
        let written = self.file.write_all(&self.block);
        written.map_err(|error| ExternalError::from(error).in_file(&files.path(self.number)))?;
        self.block.truncate(CHECKSUM);
        self.blocks += 1;
        Ok(())
    }

    /// Writes the last block. `None` if there is no record.
    pub(super) fn finish(mut self, files: &mut Files) -> Result<Option<Run>, ExternalError> {
        if self.records == 0 {
            files.remove(self.number, 0)?;
            return Ok(None);
        }
        self.write(files)?;
        Ok(Some(Run { number: self.number, records: self.records }))
    }
}

/// A run that is being read, from its first record on.
pub(super) struct RunReader {
    layout: Layout,
    number: u64,
    path: PathBuf,
    file: File,
    /// The number of records in blocks that are not read.
    left: u64,
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
        let records = usize::try_from(run.records).unwrap_or(usize::MAX).min(layout.block);
        let block = room(CHECKSUM + records * layout.record())?;
        let (number, left) = (run.number, run.records);
        let mut reader =
            Self { layout, number, path, file, left, blocks: 0, place: 0, block, position: 0 };
        reader.read()?;
        Ok(reader)
    }

    /// The record in front.
    #[inline]
    pub(super) fn record(&self) -> &[u8] {
        &self.block[self.position..self.position + self.layout.record()]
    }

    /// Goes to the next record. Returns whether there is one.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<bool, ExternalError> {
        self.position += self.layout.record();
        if self.position < self.block.len() {
            return Ok(true);
        }
        if self.left == 0 {
            return Ok(false);
        }
        self.read()?;
        Ok(true)
    }

    fn read(&mut self) -> Result<(), ExternalError> {
        let records = usize::try_from(self.left).unwrap_or(usize::MAX).min(self.layout.block);
        self.block.resize(CHECKSUM + records * self.layout.record(), 0);
        let read = fill(&mut self.file, &mut self.place, &mut self.block).and_then(|()| {
            let (found, records_read) = self.block.split_at(CHECKSUM);
            let is_right = found == checksum(self.number, self.blocks, records_read);
            if is_right { Ok(()) } else { Err(FileFault::Corrupted { before: self.place }) }
        });
        read.map_err(|fault| ExternalError::from(fault).in_file(&self.path))?;
        self.left -= records as u64;
        self.blocks += 1;
        self.position = CHECKSUM;
        Ok(())
    }
}
