//! Files in sections, each followed by its checksum.
//!
//! The first section has the magic of the format (8 bytes), the version (4 bytes), the length of
//! the title (4 bytes), and the title, which says what the file is of. A checksum is the CRC-32 of
//! a section (4 bytes). All numbers are little-endian, and take 8 bytes if nothing else is said.
//! Nothing follows the last checksum.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use crc32fast::Hasher;

use super::fault::{self, FileFault, InFile};
use super::two_bits::TwoBits;

/// A kind of file.
pub(crate) struct Format {
    /// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
    pub(crate) magic: [u8; 8],
    /// The name of the format, such as "a table".
    pub(crate) name: &'static str,
}

/// The version of all formats. Versions 1 to 3 differed from format to format.
const VERSION: u32 = 4;

const LONGEST_TITLE: u32 = 1 << 16;

/// The number of words that are read or written at a time.
const BLOCK: usize = 1 << 13;

/// Reads a file, and names it in errors.
pub(crate) fn load<T, E: InFile>(
    path: &Path,
    read: impl FnOnce(File) -> Result<T, E>,
) -> Result<T, E> {
    File::open(path).map_err(E::from).and_then(read).map_err(|error| error.in_file(path))
}

/// Where a file is written to.
pub(crate) struct Sink<W: Write> {
    writer: BufWriter<W>,
    /// The checksum of the section that is being written.
    hasher: Hasher,
}

impl<W: Write> Sink<W> {
    /// Writes the first section.
    pub(crate) fn new(writer: W, format: &Format, title: &str) -> io::Result<Self> {
        let length = u32::try_from(title.len()).ok().filter(|&length| length <= LONGEST_TITLE);
        let too_long = || io::Error::new(ErrorKind::InvalidInput, "the name is too long");
        let length = length.ok_or_else(too_long)?;
        let mut sink = Self::bare(writer);
        let head = [&format.magic[..], &VERSION.to_le_bytes(), &length.to_le_bytes()];
        sink.bytes(&head.concat())?;
        sink.bytes(title.as_bytes())?;
        sink.check()?;
        Ok(sink)
    }

    /// Writes no first section: another file has the checksum of this one.
    pub(crate) fn bare(writer: W) -> Self {
        Self { writer: BufWriter::new(writer), hasher: Hasher::new() }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.writer.write_all(bytes)
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        let mut numbers = numbers.into_iter().peekable();
        let mut bytes = Vec::new();
        while numbers.peek().is_some() {
            bytes.clear();
            bytes.extend(numbers.by_ref().take(BLOCK).flat_map(u64::to_le_bytes));
            self.bytes(&bytes)?;
        }
        Ok(())
    }

    /// Writes all values, a word for each set.
    pub(crate) fn two_bits(&mut self, table: &TwoBits) -> io::Result<()> {
        self.numbers(table.words().iter().map(|word| word.load(Relaxed)))
    }

    /// Ends a section with its checksum.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        let checksum = std::mem::take(&mut self.hasher).finalize();
        self.writer.write_all(&checksum.to_le_bytes())
    }

    /// Ends the last section.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.check()?;
        self.writer.flush()
    }

    /// Ends a [bare](Self::bare) file. Returns its checksum.
    pub(crate) fn end_bare(mut self) -> io::Result<u32> {
        self.writer.flush()?;
        Ok(self.hasher.finalize())
    }
}

/// Where a file is read from.
pub(crate) struct Source<R> {
    reader: BufReader<R>,
    /// The number of bytes read so far.
    place: u64,
    /// The checksum of the section that is being read.
    hasher: Hasher,
}

impl<R: Read> Source<R> {
    /// Reads the first section. Fails if the file is of something else.
    pub(crate) fn new(reader: R, format: &Format, expected: &str) -> Result<Self, FileFault> {
        let mut source = Self::bare(reader);
        for byte in format.magic {
            if source.array()? != [byte] {
                return Err(FileFault::Signature { expected: format.name });
            }
        }
        let version = u32::from_le_bytes(source.array()?);
        if version != VERSION {
            return Err(FileFault::Version { found: version, expected: VERSION });
        }
        let length = u32::from_le_bytes(source.array()?);
        if length > LONGEST_TITLE {
            return Err(source.corrupted());
        }
        let mut title = vec![0; length as usize];
        source.fill(&mut title)?;
        source.check()?;
        let found = String::from_utf8_lossy(&title).into_owned();
        if found == expected {
            return Ok(source);
        }
        Err(FileFault::Foreign { found, expected: expected.to_owned() })
    }

    /// A file without a first section.
    pub(crate) fn bare(reader: R) -> Self {
        Self { reader: BufReader::new(reader), place: 0, hasher: Hasher::new() }
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) -> Result<(), FileFault> {
        fault::fill(&mut self.reader, &mut self.place, bytes)?;
        self.hasher.update(bytes);
        Ok(())
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], FileFault> {
        let mut bytes = [0; LENGTH];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Calls `put` with the index and the value of each of the next `count` words.
    pub(crate) fn words(
        &mut self,
        count: usize,
        mut put: impl FnMut(usize, u64),
    ) -> Result<(), FileFault> {
        let mut block = vec![0; 8 * BLOCK.min(count)];
        for first in (0..count).step_by(BLOCK) {
            let bytes = &mut block[..8 * BLOCK.min(count - first)];
            self.fill(bytes)?;
            for (index, bytes) in (first..).zip(bytes.chunks_exact(8)) {
                put(index, bytes.try_into().map_or(0, u64::from_le_bytes));
            }
        }
        Ok(())
    }

    /// Reads all values into a table of the right size.
    pub(crate) fn two_bits(&mut self, table: &TwoBits) -> Result<(), FileFault> {
        self.words(table.words().len(), |set, word| table.words()[set].store(word, Relaxed))
    }

    /// The next number. One that is too large for its type is a fault of the file.
    pub(crate) fn number<T: TryFrom<u64>>(&mut self) -> Result<T, FileFault> {
        let number = u64::from_le_bytes(self.array()?);
        T::try_from(number).map_err(|_| self.corrupted())
    }

    /// The next `count` numbers. The count may be damaged, so memory is taken only as numbers are
    /// read.
    pub(crate) fn numbers<T: TryFrom<u64>>(&mut self, count: u64) -> Result<Vec<T>, FileFault> {
        (0..count).map(|_| self.number()).collect()
    }

    /// Fails if the next bytes are not the checksum of the section before them.
    pub(crate) fn check(&mut self) -> Result<(), FileFault> {
        let checksum = std::mem::take(&mut self.hasher).finalize();
        let found = u32::from_le_bytes(self.array()?);
        self.hasher = Hasher::new();
        if found == checksum { Ok(()) } else { Err(self.corrupted()) }
    }

    /// Fails if the next bytes are not the checksum of the last section, or if anything follows.
    pub(crate) fn end(mut self) -> Result<(), FileFault> {
        self.check()?;
        let expected = self.place;
        match self.fill(&mut [0]) {
            Ok(()) => Err(FileFault::TrailingBytes { expected }),
            Err(FileFault::Truncated { .. }) => Ok(()),
            fault => fault,
        }
    }

    /// Fails if a [bare](Self::bare) file has another checksum.
    pub(crate) fn end_bare(self, checksum: u32) -> Result<(), FileFault> {
        let corrupted = self.corrupted();
        if self.hasher.finalize() == checksum { Ok(()) } else { Err(corrupted) }
    }

    /// The fault that the bytes read so far are not valid.
    pub(crate) fn corrupted(&self) -> FileFault {
        FileFault::Corrupted { before: self.place }
    }
}
