//! The file format of checkpoints.
//!
//! A file has two parts, each followed by its CRC-32 (4 bytes). All numbers are little-endian and
//! take 8 bytes, if nothing else is said.
//!
//! The first part: magic, version (4 bytes), fingerprint, number of numbers, what it is doing (0, 1 or
//! 2, see below), states expanded, microseconds spent, number of counts, the counts, and twice: how
//! many states were found at one of the last two distances and their numbers, or 2<sup>64</sup> - 1 if
//! they are too many.
//!
//! The second part: the distances modulo 3, a word for each 32 numbers; and unless it is complete, a
//! byte for each 64 words, which tells whether they have states to expand: in even and in odd
//! distances by steps of cost 1, and by steps of cost 0 in this sweep and the next (bits 0 to 3).
//! Nothing follows.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crc32fast::Hasher;

use super::newest::Newest;
use super::{Enumeration, EnumerationBuilder, EnumerationError, EnumerationErrorKind};
use crate::NumberedSpace;
use crate::tables::replacement;

/// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
const MAGIC: [u8; 8] = *b"\x89bfenu\r\n";
const VERSION: u32 = 1;

/// States are expanded by steps of cost 1.
const UNIT_COST: u64 = 0;
/// All states are found.
const COMPLETE: u64 = 1;
/// States are expanded by steps of cost 0.
const ZERO_COST: u64 = 2;

/// Stands for more numbers than are kept.
const TOO_MANY: u64 = u64::MAX;

/// The number of words that are read or written at a time.
const BLOCK: usize = 1 << 13;

/// Saving and loading. What is loaded is exactly the enumeration that was saved, or an error. It
/// may be complete or not.
impl<P: NumberedSpace> Enumeration<P> {
    /// Writes the enumeration: two bits for each number, and little else.
    ///
    /// # Errors
    ///
    /// [`EnumerationErrorKind::Io`].
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), EnumerationError> {
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        let mut put = |value: u64| header.extend(value.to_le_bytes());
        put(self.fingerprint);
        put(self.space.numbers() as u64);
        put(match (self.is_complete, self.step_cost) {
            (true, _) => COMPLETE,
            (false, 0) => ZERO_COST,
            (false, _) => UNIT_COST,
        });
        put(self.statistics.expanded);
        put(u64::try_from(self.statistics.elapsed.as_micros()).unwrap_or(u64::MAX));
        put(self.histogram.len() as u64);
        self.histogram.iter().for_each(|&count| put(count));
        for newest in &self.newest {
            let numbers = newest.numbers();
            put(numbers.map_or(TOO_MANY, |numbers| numbers.len() as u64));
            numbers.into_iter().flatten().for_each(|&number| put(number as u64));
        }
        writer.write_all(&header)?;
        writer.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        let mut hasher = Hasher::new();
        let mut bytes = Vec::new();
        for words in self.marks.residues.words().chunks(BLOCK) {
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()));
            hasher.update(&bytes);
            writer.write_all(&bytes)?;
        }
        bytes.clear();
        bytes.extend(self.marks.active().iter().map(|active| active.load(Relaxed)));
        hasher.update(&bytes);
        writer.write_all(&bytes)?;
        writer.write_all(&hasher.finalize().to_le_bytes())?;
        writer.flush()?;
        Ok(())
    }

    /// Writes the enumeration to a file.
    ///
    /// It is first written to a temporary file in the same directory, whose name ends in `.partial-`
    /// and 16 digits, and then renamed. So `path` always has either the whole new file or its old
    /// contents, even if the program is killed. Temporary files that a killed program left behind
    /// are removed.
    ///
    /// # Errors
    ///
    /// [`EnumerationErrorKind::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), EnumerationError> {
        let path = path.as_ref();
        replacement::replace(path, |file| self.write_to(file)).map_err(|error| error.in_file(path))
    }

    /// Reads an enumeration of this space from these sources, as
    /// [`EnumerationBuilder::read_from`], without a limit on memory.
    ///
    /// # Errors
    ///
    /// As [`EnumerationBuilder::read_from`], with the path.
    pub fn load(
        path: impl AsRef<Path>,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Self, EnumerationError> {
        EnumerationBuilder::new().load(path, space, sources)
    }
}

impl EnumerationBuilder<'_> {
    /// Reads an enumeration of this space from these sources, within the limit on memory. It does
    /// not go on with it: see [`resume`](Self::resume). The reader must end after the enumeration.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) for the sources and the memory. One of the last seven of
    /// [`EnumerationErrorKind`] if the file is damaged, too short or too long, or of another space
    /// or other sources. Spaces are told apart by the steps of some hundred states.
    pub fn read_from<P: NumberedSpace>(
        &self,
        reader: impl Read,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Enumeration<P>, EnumerationError> {
        let mut source = Source { reader, found: 0, hasher: Hasher::new() };
        let magic = source.up_to(MAGIC.len())?;
        if !MAGIC.starts_with(&magic) {
            return Err(EnumerationErrorKind::NotACheckpoint.into());
        }
        source.complete(&magic, MAGIC.len())?;
        let version = source.next(4)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        if version != VERSION {
            let kind = EnumerationErrorKind::Version { found: version, expected: VERSION };
            return Err(kind.into());
        }
        let (fingerprint, numbers) = (source.number()?, source.number()?);
        let (phase, expanded, micros) = (source.number()?, source.number()?, source.number()?);
        let counts = source.number()?;
        let histogram = source.numbers(counts)?;
        let newest = [source.newest()?, source.newest()?];
        source.check()?;

        let marks = self.marks(&space)?;
        let mut enumeration = Enumeration::start(space, sources, marks)?;
        let expected = enumeration.fingerprint;
        if (fingerprint, numbers) != (expected, enumeration.space.numbers() as u64) {
            return Err(EnumerationErrorKind::Foreign { found: fingerprint, expected }.into());
        }
        let (is_complete, step_cost) = match phase {
            UNIT_COST => (false, 1),
            COMPLETE => (true, 1),
            ZERO_COST if enumeration.space.has_zero_cost_steps() => (false, 0),
            _ => return Err(EnumerationErrorKind::Corrupted.into()),
        };
        for words in enumeration.marks.residues.words().chunks(BLOCK) {
            source.words(words)?;
        }
        if is_complete {
            enumeration.marks.close();
        }
        let shares = enumeration.marks.active();
        for (active, byte) in shares.iter().zip(source.next(shares.len())?) {
            active.store(byte, Relaxed);
        }
        source.check()?;
        if !source.up_to(1)?.is_empty() {
            let expected = source.found - 1;
            return Err(EnumerationErrorKind::TrailingBytes { expected }.into());
        }
        enumeration.histogram = histogram;
        enumeration.newest = newest;
        (enumeration.is_complete, enumeration.step_cost) = (is_complete, step_cost);
        enumeration.statistics.expanded = expanded;
        enumeration.statistics.generated = enumeration.histogram.iter().sum();
        enumeration.statistics.elapsed = Duration::from_micros(micros);
        enumeration.marks.reopen(enumeration.level());
        Ok(enumeration)
    }

    /// As [`read_from`](Self::read_from), from a file.
    ///
    /// # Errors
    ///
    /// As [`read_from`](Self::read_from), with the path.
    pub fn load<P: NumberedSpace>(
        &self,
        path: impl AsRef<Path>,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Enumeration<P>, EnumerationError> {
        let path = path.as_ref();
        File::open(path)
            .map_err(EnumerationError::from)
            .and_then(|file| self.read_from(file, space, sources))
            .map_err(|error| error.in_file(path))
    }
}

/// The source of an enumeration.
struct Source<R> {
    reader: R,
    /// The number of bytes read so far.
    found: u64,
    /// The checksum of the part that is being read.
    hasher: Hasher,
}

impl<R: Read> Source<R> {
    /// Reads `length` bytes, or fewer if the source ends.
    fn up_to(&mut self, length: usize) -> Result<Vec<u8>, EnumerationError> {
        let mut bytes = Vec::new();
        self.found += (&mut self.reader).take(length as u64).read_to_end(&mut bytes)? as u64;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    fn next(&mut self, length: usize) -> Result<Vec<u8>, EnumerationError> {
        let bytes = self.up_to(length)?;
        self.complete(&bytes, length)?;
        Ok(bytes)
    }

    /// Fails if the source ended before it gave `length` bytes.
    fn complete(&self, bytes: &[u8], length: usize) -> Result<(), EnumerationError> {
        if bytes.len() < length {
            return Err(EnumerationErrorKind::Truncated { found: self.found }.into());
        }
        Ok(())
    }

    fn number(&mut self) -> Result<u64, EnumerationError> {
        Ok(u64_from(&self.next(8)?))
    }

    fn numbers(&mut self, mut count: u64) -> Result<Vec<u64>, EnumerationError> {
        let mut numbers = Vec::new();
        // The count may be damaged, so it is believed only as far as bytes follow.
        while count > 0 {
            let block = usize::try_from(count).map_or(BLOCK, |count| count.min(BLOCK));
            numbers.extend(self.next(block * 8)?.chunks(8).map(u64_from));
            count -= block as u64;
        }
        Ok(numbers)
    }

    fn newest(&mut self) -> Result<Newest, EnumerationError> {
        Ok(Newest::new(match self.number()? {
            TOO_MANY => None,
            count => {
                let numbers = self.numbers(count)?.into_iter();
                Some(numbers.map(|number| usize::try_from(number).unwrap_or(usize::MAX)).collect())
            }
        }))
    }

    fn words(&mut self, words: &[AtomicU64]) -> Result<(), EnumerationError> {
        let bytes = self.next(size_of_val(words))?;
        for (word, bytes) in words.iter().zip(bytes.chunks(8)) {
            word.store(u64_from(bytes), Relaxed);
        }
        Ok(())
    }

    /// Fails if the next bytes are not the checksum of the part before them.
    fn check(&mut self) -> Result<(), EnumerationError> {
        let checksum = std::mem::take(&mut self.hasher).finalize();
        let matches = self.next(4)? == checksum.to_le_bytes();
        self.hasher = Hasher::new();
        if matches { Ok(()) } else { Err(EnumerationErrorKind::Corrupted.into()) }
    }
}

/// Reads an 8-byte number.
fn u64_from(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
