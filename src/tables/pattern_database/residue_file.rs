//! The files of tables of two bits an entry.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use crc32fast::Hasher;

use super::header::{self, Source};
use super::{TableError, TableErrorKind};
use crate::tables::replacement;
use crate::tables::residues::{Refused, Residues};

/// The version of the format.
const VERSION: u32 = 3;

/// The number of words that are read or written at a time.
const BLOCK: usize = 1 << 13;

/// Writing and reading. What is read is exactly what was written, or an error.
impl Residues {
    /// Writes the table of this name to a file, as [`PatternDatabase::save`](super::PatternDatabase::save).
    pub(crate) fn save(&self, path: &Path, name: &str) -> Result<(), TableError> {
        replacement::replace(path, |file| self.write_to(file, name))
            .map_err(|error: TableError| error.in_file(path))
    }

    fn write_to(&self, mut writer: impl Write, name: &str) -> Result<(), TableError> {
        writer.write_all(&header::header(name, VERSION, self.numbers())?)?;
        let mut hasher = Hasher::new();
        let mut bytes = Vec::new();
        for words in self.words().chunks(BLOCK) {
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()));
            hasher.update(&bytes);
            writer.write_all(&bytes)?;
        }
        writer.write_all(&hasher.finalize().to_le_bytes())?;
        writer.flush()?;
        Ok(())
    }

    /// Reads the table of this name and number of entries from a file.
    pub(crate) fn load(path: &Path, name: &str, numbers: usize) -> Result<Self, TableError> {
        File::open(path)
            .map_err(TableError::from)
            .and_then(|file| Self::read_from(file, name, numbers))
            .map_err(|error| error.in_file(path))
    }

    fn read_from(reader: impl Read, name: &str, numbers: usize) -> Result<Self, TableError> {
        let mut source = Source::new(reader, header::whole(name, Self::bytes(numbers)));
        source.header(name, numbers, &[VERSION], VERSION)?;
        let residues =
            Self::new(numbers).map_err(|Refused(bytes)| TableErrorKind::OutOfMemory { bytes })?;
        let mut hasher = Hasher::new();
        for words in residues.words().chunks(BLOCK) {
            let bytes = source.next(size_of_val(words))?;
            hasher.update(&bytes);
            for (word, bytes) in words.iter().zip(bytes.chunks_exact(8)) {
                let value = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
                word.store(value, Relaxed);
            }
        }
        source.check_sum(hasher)?;
        source.end()?;
        Ok(residues)
    }
}
