//! Tables in files.
//!
//! A file is, with all numbers little-endian: 8 bytes of magic, the version (4 bytes), the length
//! of the name (4 bytes), the number of entries (8 bytes), the name, the CRC-32 of all that (4
//! bytes), the entries, their CRC-32 (4 bytes). Then it ends.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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
    pub fn read_from<P: Projection>(reader: impl Read, projection: &P) -> Result<Self, TableError> {
        let (expected, length) = (projection.name(), projection.entries());
        let whole = (length as u64).saturating_add(32 + expected.len() as u64);
        let mut source = Source { reader, found: 0, whole };
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
        source.check(&header)?;

        if name != expected.as_bytes() {
            let found = String::from_utf8_lossy(&name).into_owned();
            return Err(TableErrorKind::Foreign { found, expected }.into());
        }
        if entries != length as u64 {
            let kind = TableErrorKind::Length { found: entries, expected: length as u64 };
            return Err(kind.into());
        }
        let table = source.next(length)?;
        source.check(&table)?;
        if !source.up_to(1)?.is_empty() {
            return Err(TableErrorKind::TrailingBytes { expected: whole }.into());
        }
        Ok(Self { name: expected, table })
    }

    /// Writes the table to a file.
    ///
    /// It is first written beside its place, to a name that ends in `.partial-` and 16 digits, and
    /// then renamed. So under `path` there is the whole table, or what was there before, even
    /// if the program is killed. What a killed program has left of such names is removed.
    ///
    /// Several may save to the same path at once: the last one stays.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        let path = path.as_ref();
        self.save_beside(path).map_err(|error| error.in_file(path))
    }

    fn save_beside(&self, path: &Path) -> Result<(), TableError> {
        remove_partials(path);
        loop {
            let partial = Partial::create(path)?;
            self.write_to(&partial.file)?;
            partial.file.sync_all()?;
            match fs::rename(&partial.path, path) {
                // Another save, which began after this one, took it for a leftover. Each does so
                // once at most, so this ends.
                Err(_) if matches!(partial.path.try_exists(), Ok(false)) => {}
                renamed => return Ok(renamed?),
            }
        }
    }

    /// Whether a table could be saved there, as far as that can be told without one.
    #[cfg(feature = "sliding-tiles")]
    pub(crate) fn check_place(path: &Path) -> Result<(), TableError> {
        Partial::create(path).map(drop).map_err(|error| TableError::from(error).in_file(path))
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

/// What the name of a table has after it while it is written, before 16 digits.
const PARTIAL: &str = ".partial-";

/// A new file beside the place of a table. It is removed in the end, unless it was renamed.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    /// Under a name that was never there: where another program has removed it, none must put its
    /// own.
    fn create(place: &Path) -> io::Result<Self> {
        let mut path = OsString::from(place);
        path.push(format!("{PARTIAL}{:016x}", RandomState::new().hash_one(place)));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self { path: path.into(), file })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // It is not there if it was renamed; and if something went wrong, that matters more.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes what is left of tables that were to be at `place`, as far as possible.
fn remove_partials(place: &Path) {
    let (Some(directory), Some(name)) = (place.parent(), place.file_name()) else {
        return;
    };
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let digits = found
            .as_encoded_bytes()
            .strip_prefix(name.as_encoded_bytes())
            .and_then(|rest| rest.strip_prefix(PARTIAL.as_bytes()));
        if digits
            .is_some_and(|digits| digits.len() == 16 && digits.iter().all(u8::is_ascii_hexdigit))
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// What a table is read from.
struct Source<R> {
    reader: R,
    /// The bytes read so far.
    found: u64,
    /// The bytes of the whole table.
    whole: u64,
}

impl<R: Read> Source<R> {
    /// So many bytes, or fewer if there are no more.
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

    /// An error if the source ended before it gave so many bytes.
    fn complete(&self, bytes: &[u8], length: usize) -> Result<(), TableError> {
        if bytes.len() < length {
            let &Self { found, whole: expected, .. } = self;
            return Err(TableErrorKind::Truncated { found, expected }.into());
        }
        Ok(())
    }

    /// An error if what comes next is not the checksum of these bytes.
    fn check(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        if u32_from(&self.next(4)?) == crc32fast::hash(bytes) {
            Ok(())
        } else {
            Err(TableErrorKind::Corrupted.into())
        }
    }
}

/// A number of 4 bytes.
fn u32_from(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte))
}
