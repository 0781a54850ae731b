//! The file format of pattern databases.
//!
//! A file has these parts, with all numbers little-endian: magic (8 bytes), version (4 bytes),
//! length of the name (4 bytes), number of entries (8 bytes), the name, the CRC-32 of everything so
//! far (4 bytes), the entries, and the CRC-32 of the entries (4 bytes). Nothing follows.
//!
//! In version 1 an entry is a byte. In version 2 it is half a byte: the first of two entries is in
//! the low half.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::{
    PatternDatabase, PatternDatabaseBuilder, Projection, TableError, TableErrorKind, TableFormat,
};
use crate::replacement::{self, Temporary};

/// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
const MAGIC: [u8; 8] = *b"\x89bfpdb\r\n";
const LONGEST_NAME: usize = 1 << 16;

impl TableFormat {
    const ALL: [Self; 2] = [Self::Bytes, Self::Nibbles];

    fn version(self) -> u32 {
        match self {
            Self::Bytes => 1,
            Self::Nibbles => 2,
        }
    }
}

/// Reading and writing. What is read is exactly the table that was written, or an error.
impl PatternDatabase {
    /// Writes the table.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Io`]: an error of the writer, or a name longer than 64 KiB.
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), TableError> {
        let (name, table) = (self.name(), self.as_bytes());
        let name_length = u32::try_from(name.len())
            .ok()
            .filter(|_| name.len() <= LONGEST_NAME)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the name is too long"))?;
        let mut header = MAGIC.to_vec();
        header.extend(self.format().version().to_le_bytes());
        header.extend(name_length.to_le_bytes());
        header.extend((self.entries() as u64).to_le_bytes());
        header.extend(name.bytes());
        header.extend(crc32fast::hash(&header).to_le_bytes());
        writer.write_all(&header)?;
        writer.write_all(table)?;
        writer.write_all(&crc32fast::hash(table).to_le_bytes())?;
        writer.flush()?;
        Ok(())
    }

    /// Reads the table of `projection`. The reader must end after the table.
    ///
    /// A table in bytes is packed if the [format](Projection::format) of the projection is nibbles.
    /// A table in nibbles is refused if it is bytes.
    ///
    /// # Errors
    ///
    /// All of [`TableErrorKind`] except the first.
    pub fn read_from<P: Projection>(reader: impl Read, projection: &P) -> Result<Self, TableError> {
        let (expected, length) = (projection.name(), projection.entries());
        let whole = |format: TableFormat| {
            (format.bytes_for(length) as u64).saturating_add(32 + expected.len() as u64)
        };
        let mut source = Source { reader, found: 0, whole: whole(projection.format()) };
        let mut header = source.up_to(MAGIC.len())?;
        if !MAGIC.starts_with(&header) {
            return Err(TableErrorKind::NotATable.into());
        }
        source.complete(&header, MAGIC.len())?;
        let mut next = |length| -> Result<Vec<u8>, TableError> {
            let bytes = source.next(length)?;
            header.extend_from_slice(&bytes);
            Ok(bytes)
        };

        let version = u32_from(&next(4)?);
        let format = TableFormat::ALL.into_iter().find(|format| format.version() == version);
        let Some(format) = format else {
            let expected = projection.format().version();
            return Err(TableErrorKind::Version { found: version, expected }.into());
        };
        let name_length = u32_from(&next(4)?) as usize;
        if name_length > LONGEST_NAME {
            return Err(TableErrorKind::Corrupted.into());
        }
        let entries = next(8)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let name = next(name_length)?;
        source.check(&header)?;

        if name != expected.as_bytes() {
            let found = String::from_utf8_lossy(&name).into_owned();
            return Err(TableErrorKind::Foreign { found, expected }.into());
        }
        if entries != length as u64 {
            let kind = TableErrorKind::Length { found: entries, expected: length as u64 };
            return Err(kind.into());
        }
        if (format, projection.format()) == (TableFormat::Nibbles, TableFormat::Bytes) {
            let kind = TableErrorKind::Format { found: format, expected: projection.format() };
            return Err(kind.into());
        }
        source.whole = whole(format);
        let table = source.next(format.bytes_for(length))?;
        source.check(&table)?;
        if !source.up_to(1)?.is_empty() {
            return Err(TableErrorKind::TrailingBytes { expected: whole(format) }.into());
        }
        Ok(match format {
            TableFormat::Bytes => Self::from_distances(expected, projection.format(), table),
            TableFormat::Nibbles => Self::from_stored(expected, format, length, table),
        })
    }

    /// Writes the table to a file.
    ///
    /// The table is first written to a temporary file in the same directory, whose name ends in
    /// `.partial-` and 16 digits, and then renamed. So `path` always has either the whole new table
    /// or its old contents, even if the program is killed. Temporary files that a killed program
    /// left behind are removed.
    ///
    /// Several programs may save to the same path at once. The last one wins.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        let path = path.as_ref();
        replacement::replace(path, |file| self.write_to(file)).map_err(|error| error.in_file(path))
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

    /// Reads the table of `projection` from a file. If there is no such file, builds the table and
    /// saves it there. Creates the directory if it does not exist. A place that cannot be written
    /// to is reported before anything is built. Several programs may use the same file at once.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), except for a missing file; as [`PatternDatabaseBuilder::build`]; as
    /// [`save`](Self::save). A file that is damaged or belongs to another table is an error and is
    /// not overwritten.
    ///
    /// # Panics
    ///
    /// As [`PatternDatabaseBuilder::build`].
    ///
    /// # Example
    ///
    /// ```no_run
    /// use bestfirst::pattern_database::{PatternDatabase, Projection, TableError};
    ///
    /// fn table<P: Projection + Sync>(projection: &P) -> Result<PatternDatabase, TableError> {
    ///     let mut builder = PatternDatabase::builder().on_progress(|done| eprintln!("{done}"));
    ///     PatternDatabase::load_or_build("tables/wheels.pdb", projection, &mut builder)
    /// }
    /// ```
    pub fn load_or_build<P: Projection + Sync>(
        path: impl AsRef<Path>,
        projection: &P,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        let path = path.as_ref();
        match Self::load(path, projection) {
            Err(error) if is_not_found(&error) => {}
            loaded => return loaded,
        }
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)
                .map_err(|error| TableError::from(error).in_file(directory))?;
        }
        // The table will be written to such a file.
        Temporary::create(path).map_err(|error| TableError::from(error).in_file(path))?;
        let table = builder.build(projection)?;
        table.save(path)?;
        Ok(table)
    }
}

fn is_not_found(error: &TableError) -> bool {
    matches!(error.kind(), TableErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound)
}

/// The source of a table.
struct Source<R> {
    reader: R,
    /// The number of bytes read so far.
    found: u64,
    /// The number of bytes of the whole table.
    whole: u64,
}

impl<R: Read> Source<R> {
    /// Reads `length` bytes, or fewer if the source ends.
    fn up_to(&mut self, length: usize) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(length)
            .map_err(|_| TableErrorKind::OutOfMemory { bytes: length })?;
        self.found += (&mut self.reader).take(length as u64).read_to_end(&mut bytes)? as u64;
        Ok(bytes)
    }

    fn next(&mut self, length: usize) -> Result<Vec<u8>, TableError> {
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
    fn check(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        if u32_from(&self.next(4)?) == crc32fast::hash(bytes) {
            Ok(())
        } else {
            Err(TableErrorKind::Corrupted.into())
        }
    }
}

/// Reads a 4-byte number.
fn u32_from(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}
