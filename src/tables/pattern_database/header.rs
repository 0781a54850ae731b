//! What is common to the files of all tables: the header, and reading with all checks.

use std::io::{self, Read};

use crc32fast::Hasher;

use super::{TableError, TableErrorKind};

/// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
const MAGIC: [u8; 8] = *b"\x89bfpdb\r\n";
const LONGEST_NAME: usize = 1 << 16;

/// The header of a file, with its checksum.
pub(super) fn header(name: &str, version: u32, entries: usize) -> Result<Vec<u8>, TableError> {
    let name_length = u32::try_from(name.len())
        .ok()
        .filter(|_| name.len() <= LONGEST_NAME)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the name is too long"))?;
    let mut header = MAGIC.to_vec();
    header.extend(version.to_le_bytes());
    header.extend(name_length.to_le_bytes());
    header.extend((entries as u64).to_le_bytes());
    header.extend(name.bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    Ok(header)
}

/// The length of a whole file whose entries take `bytes` bytes.
pub(super) fn whole(name: &str, bytes: usize) -> u64 {
    (bytes as u64).saturating_add(32 + name.len() as u64)
}

/// The source of a table.
pub(super) struct Source<R> {
    reader: R,
    /// The number of bytes read so far.
    found: u64,
    /// The number of bytes of the whole table.
    pub(super) whole: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R, whole: u64) -> Self {
        Self { reader, found: 0, whole }
    }

    /// Reads the header of a table of this name and number of entries. Returns its version, which
    /// is one of `versions`; `preferred` is the one to name if it is not.
    pub(super) fn header(
        &mut self,
        expected: &str,
        length: usize,
        versions: &[u32],
        preferred: u32,
    ) -> Result<u32, TableError> {
        let mut header = self.up_to(MAGIC.len())?;
        if !MAGIC.starts_with(&header) {
            return Err(TableErrorKind::NotATable.into());
        }
        self.complete(&header, MAGIC.len())?;
        let mut next = |length| -> Result<Vec<u8>, TableError> {
            let bytes = self.next(length)?;
            header.extend_from_slice(&bytes);
            Ok(bytes)
        };
        let version = u32_from(&next(4)?);
        if !versions.contains(&version) {
            return Err(TableErrorKind::Version { found: version, expected: preferred }.into());
        }
        let name_length = u32_from(&next(4)?) as usize;
        if name_length > LONGEST_NAME {
            return Err(TableErrorKind::Corrupted.into());
        }
        let entries = next(8)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let name = next(name_length)?;
        self.check(&header)?;
        if name != expected.as_bytes() {
            let found = String::from_utf8_lossy(&name).into_owned();
            return Err(TableErrorKind::Foreign { found, expected: expected.to_owned() }.into());
        }
        if entries != length as u64 {
            let kind = TableErrorKind::Length { found: entries, expected: length as u64 };
            return Err(kind.into());
        }
        Ok(version)
    }

    /// Reads `length` bytes, or fewer if the source ends.
    fn up_to(&mut self, length: usize) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(length)
            .map_err(|_| TableErrorKind::OutOfMemory { bytes: length })?;
        self.found += (&mut self.reader).take(length as u64).read_to_end(&mut bytes)? as u64;
        Ok(bytes)
    }

    pub(super) fn next(&mut self, length: usize) -> Result<Vec<u8>, TableError> {
        let bytes = self.up_to(length)?;
        self.complete(&bytes, length)?;
        Ok(bytes)
    }

    /// Fails if the source ended before it gave `length` bytes.
    fn complete(&self, bytes: &[u8], length: usize) -> Result<(), TableError> {
        if bytes.len() < length {
            let &Self { found, whole: expected, .. } = self;
            return Err(TableErrorKind::Truncated { found, expected }.into());
        }
        Ok(())
    }

    /// Fails if the next bytes are not the checksum of `bytes`.
    pub(super) fn check(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let mut hasher = Hasher::new();
        hasher.update(bytes);
        self.check_sum(hasher)
    }

    /// Fails if the next bytes are not this checksum.
    pub(super) fn check_sum(&mut self, hasher: Hasher) -> Result<(), TableError> {
        if u32_from(&self.next(4)?) == hasher.finalize() {
            Ok(())
        } else {
            Err(TableErrorKind::Corrupted.into())
        }
    }

    /// Fails if anything follows.
    pub(super) fn end(&mut self) -> Result<(), TableError> {
        if self.up_to(1)?.is_empty() {
            Ok(())
        } else {
            Err(TableErrorKind::TrailingBytes { expected: self.whole }.into())
        }
    }
}

/// Reads a 4-byte number.
fn u32_from(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}
