//! Tables in files.
//!
//! A file is, with all numbers little-endian: 8 bytes of magic, the version (4 bytes), the length
//! of the name (4 bytes), the number of entries (8 bytes), the name, the CRC-32 of all that (4
//! bytes), the entries, their CRC-32 (4 bytes). Then it ends.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::{PatternDatabase, Projection, TableError, TableErrorKind};

/// As in PNG: a byte that is no text, and line ends that a careless copy would change.
const MAGIC: [u8; 8] = *b"\x89bfpdb\r\n";
const VERSION: u32 = 1;
const LONGEST_NAME: usize = 1 << 16;

/// Files. What is read is the table that was written, or an error.
impl PatternDatabase {
    /// Writes the table.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Io`]: those of the writer, and one if the name is longer than 64 KiB.
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), TableError> {
        let name_length = u32::try_from(self.name.len())
            .ok()
            .filter(|_| self.name.len() <= LONGEST_NAME)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the name is too long"))?;
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend(name_length.to_le_bytes());
        header.extend((self.table.len() as u64).to_le_bytes());
        header.extend(self.name.bytes());
        header.extend(crc32fast::hash(&header).to_le_bytes());
        writer.write_all(&header)?;
        writer.write_all(&self.table)?;
        writer.write_all(&crc32fast::hash(&self.table).to_le_bytes())?;
        writer.flush()?;
        Ok(())
    }

    /// Reads the table of `projection`, and to the end.
    ///
    /// # Errors
    ///
    /// All of [`TableErrorKind`] but the first.
    pub fn read_from<P: Projection>(
        mut reader: impl Read,
        projection: &P,
    ) -> Result<Self, TableError> {
        let mut header = read(&mut reader, MAGIC.len())?;
        if !MAGIC.starts_with(&header) {
            return Err(TableErrorKind::NotATable.into());
        }
        header = complete(header, MAGIC.len())?;
        let mut next = |length| -> Result<Vec<u8>, TableError> {
            let bytes = complete(read(&mut reader, length)?, length)?;
            header.extend_from_slice(&bytes);
            Ok(bytes)
        };

        let version = u32_from(&next(4)?);
        if version != VERSION {
            let kind = TableErrorKind::Version { found: version, expected: VERSION };
            return Err(kind.into());
        }
        let name_length = u32_from(&next(4)?) as usize;
        if name_length > LONGEST_NAME {
            return Err(TableErrorKind::Corrupted.into());
        }
        let entries = next(8)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let name = next(name_length)?;
        let checksum = crc32fast::hash(&header);
        check(&mut reader, checksum)?;

        let expected = projection.name();
        if name != expected.as_bytes() {
            let found = String::from_utf8_lossy(&name).into_owned();
            return Err(TableErrorKind::Foreign { found, expected }.into());
        }
        let length = projection.entries();
        if entries != length as u64 {
            let kind = TableErrorKind::Length { found: entries, expected: length as u64 };
            return Err(kind.into());
        }
        let table = complete(read(&mut reader, length)?, length)?;
        check(&mut reader, crc32fast::hash(&table))?;
        if !read(&mut reader, 1)?.is_empty() {
            return Err(TableErrorKind::TrailingBytes.into());
        }
        Ok(Self { name: expected, table })
    }

    /// Writes the table to a file.
    ///
    /// It is first written beside its place, to a name that ends in `.partial` and some numbers,
    /// and then renamed. So under `path` there is the whole table, or what was there
    /// before, even if the program is killed.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        let path = path.as_ref();
        self.save_beside(path).map_err(|error| error.in_file(path))
    }

    fn save_beside(&self, path: &Path) -> Result<(), TableError> {
        let (partial, file) = create_beside(path)?;
        let saved = self
            .write_to(&file)
            .and_then(|()| Ok(file.sync_all()?))
            .and_then(|()| Ok(fs::rename(&partial, path)?));
        if saved.is_err() {
            // What went wrong before is what matters.
            let _ = fs::remove_file(&partial);
        }
        saved
    }

    /// Reads the table of `projection` from a file.
    ///
    /// # Errors
    ///
    /// As [`read_from`](Self::read_from), with the path.
    pub fn load<P: Projection>(path: impl AsRef<Path>, projection: &P) -> Result<Self, TableError> {
        let path = path.as_ref();
        File::open(path)
            .map_err(TableError::from)
            .and_then(|file| Self::read_from(file, projection))
            .map_err(|error| error.in_file(path))
    }
}

/// A new file beside `path`, with a name that nobody else writes to.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0u32;
    loop {
        let mut partial = OsString::from(path);
        partial.push(format!(".partial-{}-{number}", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            file => return Ok((partial.into(), file?)),
        }
    }
}

/// So many bytes, or fewer if there are no more.
fn read(reader: &mut impl Read, length: usize) -> Result<Vec<u8>, TableError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| TableErrorKind::OutOfMemory { bytes: length })?;
    reader.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn complete(bytes: Vec<u8>, length: usize) -> Result<Vec<u8>, TableError> {
    if bytes.len() < length { Err(TableErrorKind::Truncated.into()) } else { Ok(bytes) }
}

fn check(reader: &mut impl Read, checksum: u32) -> Result<(), TableError> {
    if u32_from(&complete(read(reader, 4)?, 4)?) == checksum {
        Ok(())
    } else {
        Err(TableErrorKind::Corrupted.into())
    }
}

/// A number of 4 bytes.
fn u32_from(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}
