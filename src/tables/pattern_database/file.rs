//! The file format of pattern databases.
//!
//! A file has these parts, with all numbers little-endian: magic (8 bytes), version (4 bytes),
//! length of the name (4 bytes), number of entries (8 bytes), the name, the CRC-32 of everything so
//! far (4 bytes), the entries, and the CRC-32 of the entries (4 bytes). Nothing follows.
//!
//! In version 1 an entry is a byte. In version 2 it is half a byte: the first of two entries is in
//! the low half. In version 3 it is two bits, whose meaning follows from the name, in words of 8 bytes for
//! each 32 entries.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::header::{self, Source};
use super::{
    PatternDatabase, PatternDatabaseBuilder, Projection, TableError, TableErrorKind, TableFormat,
};
use crate::tables::replacement::{self, Temporary};

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
        let table = self.as_bytes();
        let header = header::header(self.name(), self.format().version(), self.entries())?;
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
        let whole = |format: TableFormat| header::whole(&expected, format.bytes_for(length));
        let mut source = Source::new(reader, whole(projection.format()));
        let versions = TableFormat::ALL.map(TableFormat::version);
        let version = source.header(&expected, length, &versions, projection.format().version())?;
        let is_nibbles = version == TableFormat::Nibbles.version();
        let format = if is_nibbles { TableFormat::Nibbles } else { TableFormat::Bytes };
        if (format, projection.format()) == (TableFormat::Nibbles, TableFormat::Bytes) {
            let kind = TableErrorKind::Format { found: format, expected: projection.format() };
            return Err(kind.into());
        }
        source.whole = whole(format);
        let table = source.next(format.bytes_for(length))?;
        source.check(&table)?;
        source.end()?;
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
        if let Some(table) = found(Self::load(path, projection), path)? {
            return Ok(table);
        }
        let table = builder.build(projection)?;
        table.save(path)?;
        Ok(table)
    }
}

/// The table that was loaded from a file, or `None` if there is no such file but a new one can be
/// written.
pub(crate) fn found<T>(
    loaded: Result<T, TableError>,
    path: &Path,
) -> Result<Option<T>, TableError> {
    match loaded {
        Err(error) if is_not_found(&error) => {}
        loaded => return loaded.map(Some),
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)
            .map_err(|error| TableError::from(error).in_file(directory))?;
    }
    // The table will be written to such a file.
    Temporary::create(path).map_err(|error| TableError::from(error).in_file(path))?;
    Ok(None)
}

fn is_not_found(error: &TableError) -> bool {
    matches!(error.kind(), TableErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound)
}
