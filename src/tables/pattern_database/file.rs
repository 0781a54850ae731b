//! The files of pattern databases.
//!
//! The title is the name of the table, the number of entries and how they are stored. The
//! second section has the entries. In nibbles, the first of two entries is in the low half of a
//! byte. In two bits, whose meaning follows from the name, the entries are in words of 8 bytes for
//! each 32.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::{fmt, fs};

use super::{PatternDatabase, PatternDatabaseBuilder, Projection, TableError, TableErrorKind};
use crate::tables::fault::{FileFault, InFile};
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement::{self, Temporary};
use crate::tables::two_bits::{TwoBits, filled};

const FORMAT: Format = Format { magic: *b"\x89bfpdb\r\n", name: "a pattern database" };

fn title(name: &str, entries: usize, format: impl fmt::Display) -> String {
    format!("{name}, {entries} entries in {format}")
}

/// Reading and writing. What is read is exactly the table that was written, or an error.
impl PatternDatabase {
    /// Writes the table.
    ///
    /// # Errors
    ///
    /// [`FileFault::Io`]: an error of the writer, or a name longer than 64 KiB.
    pub fn write_to(&self, writer: impl Write) -> Result<(), TableError> {
        let title = title(self.name(), self.entries(), self.format());
        let mut sink = Sink::new(writer, &FORMAT, &title)?;
        sink.bytes(self.as_bytes())?;
        Ok(sink.end()?)
    }

    /// Reads the table of `projection`. The reader must end after the table.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`] and [`TableErrorKind::File`]. A table that is stored in
    /// another [format](Projection::format) is [foreign](FileFault::Foreign).
    pub fn read_from<P: Projection>(reader: impl Read, projection: &P) -> Result<Self, TableError> {
        let (name, entries, format) =
            (projection.name(), projection.entries(), projection.format());
        Self { name, entries, format, table: Vec::new() }.filled_from(reader)
    }

    /// Reads the entries. The table has its name, size and format.
    pub(crate) fn filled_from(mut self, reader: impl Read) -> Result<Self, TableError> {
        let title = title(&self.name, self.entries, self.format);
        let mut source = Source::new(reader, &FORMAT, &title)?;
        self.table = filled(self.format.bytes_for(self.entries), || 0)?;
        source.fill(&mut self.table)?;
        source.end()?;
        Ok(self)
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
    /// [`FileFault::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        replacement::replace(path.as_ref(), |file| self.write_to(file))
    }

    /// Reads the table of `projection` from a file.
    ///
    /// # Errors
    ///
    /// As [`read_from`](Self::read_from), with the path.
    pub fn load<P: Projection>(path: impl AsRef<Path>, projection: &P) -> Result<Self, TableError> {
        file::load(path.as_ref(), |file| Self::read_from(file, projection))
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
        load_or_build(
            path.as_ref(),
            |path| Self::load(path, projection),
            || builder.build(projection),
            |table, path| table.save(path),
        )
    }
}

/// Files of two bits an entry.
impl TwoBits {
    /// Writes the table of this name, as [`PatternDatabase::save`].
    pub(crate) fn save(&self, path: &Path, name: &str) -> Result<(), TableError> {
        let title = title(name, self.numbers(), "two bits");
        replacement::replace(path, |file| {
            let mut sink = Sink::new(file, &FORMAT, &title)?;
            sink.two_bits(self)?;
            Ok(sink.end()?)
        })
    }

    /// Reads the table of this name and number of entries.
    pub(crate) fn load(path: &Path, name: &str, entries: usize) -> Result<Self, TableError> {
        file::load(path, |file| {
            let mut source = Source::new(file, &FORMAT, &title(name, entries, "two bits"))?;
            let table = Self::new(entries)?;
            source.two_bits(&table)?;
            source.end()?;
            Ok(table)
        })
    }
}

/// Loads a table. If there is no such file but a new one can be written, builds and saves it.
pub(crate) fn load_or_build<T>(
    path: &Path,
    load: impl FnOnce(&Path) -> Result<T, TableError>,
    build: impl FnOnce() -> Result<T, TableError>,
    save: impl FnOnce(&T, &Path) -> Result<(), TableError>,
) -> Result<T, TableError> {
    use TableErrorKind::File;
    let loaded = load(path);
    match loaded.as_ref().map_err(TableError::kind) {
        Err(File(FileFault::Io(error))) if error.kind() == ErrorKind::NotFound => {}
        _ => return loaded,
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)
            .map_err(|error| TableError::from(error).in_file(directory))?;
    }
    // The table will be written to such a file.
    Temporary::create(path).map_err(|error| TableError::from(error).in_file(path))?;
    let table = build()?;
    save(&table, path)?;
    Ok(table)
}
