//! The file format of checkpoints.
//!
//! A file has two parts, each followed by its CRC-32 (4 bytes). All numbers are little-endian and
//! take 8 bytes, if nothing else is said.
//!
//! The first part: magic, version (4 bytes), fingerprint, number of processes, number of threads,
//! process, level, microseconds spent.
//!
//! The second part, for each thread: states expanded, generated, and found again; the number of
//! states at each distance up to the level; two bits for each number, a word for each 32. Nothing
//! follows.

use std::io::{BufReader, BufWriter, Read, Write};
use std::time::Duration;

use crc32fast::Hasher;

use super::CheckpointFault;
use crate::distributed::enumeration::Report;
use crate::distributed::marks::Marks;

/// As in PNG: one byte that is not text, and line ends that a text-mode copy would change.
const MAGIC: [u8; 8] = *b"\x89bfdis\r\n";
const VERSION: u32 = 1;

/// The number of words that are read or written at a time.
const BLOCK: usize = 1 << 13;

/// Whose a checkpoint is, and of when.
#[derive(Clone, Copy, Debug)]
pub(in crate::distributed) struct Head {
    pub(in crate::distributed) fingerprint: u64,
    pub(in crate::distributed) processes: usize,
    pub(in crate::distributed) threads: usize,
    pub(in crate::distributed) process: usize,
    /// The distance of the states that are to be expanded next.
    pub(in crate::distributed) level: usize,
    pub(in crate::distributed) elapsed: Duration,
}

/// Writes a checkpoint.
pub(super) fn write<'a>(
    writer: impl Write,
    head: &Head,
    shares: impl Iterator<Item = (&'a Report, &'a Marks)>,
) -> Result<(), CheckpointFault> {
    let mut sink = Sink { writer: BufWriter::new(writer), hasher: Hasher::new() };
    sink.put(&MAGIC)?;
    sink.put(&VERSION.to_le_bytes())?;
    sink.numbers([head.fingerprint])?;
    let Head { processes, threads, process, level, .. } = *head;
    sink.numbers([processes, threads, process, level].map(|number| number as u64))?;
    sink.numbers([u64::try_from(head.elapsed.as_micros()).unwrap_or(u64::MAX)])?;
    sink.check()?;
    for (report, marks) in shares {
        let statistics = &report.statistics;
        sink.numbers([statistics.expanded, statistics.generated, statistics.duplicates])?;
        // Those that a worker has not reached have no count yet.
        sink.numbers(
            (0..=level).map(|distance| report.states.get(distance).copied().unwrap_or(0)),
        )?;
        sink.numbers(marks.words().iter().copied())?;
    }
    sink.check()?;
    Ok(sink.writer.flush()?)
}

/// Reads a checkpoint that should be of this cluster and level, into shares of the right size.
pub(super) fn read<'a>(
    reader: impl Read,
    expected: &Head,
    shares: impl Iterator<Item = (&'a mut Report, &'a mut Marks)>,
) -> Result<Head, CheckpointFault> {
    let mut source = Source { reader: BufReader::new(reader), hasher: Hasher::new() };
    let head = expected.read(&mut source)?;
    for (report, marks) in shares {
        let statistics = &mut report.statistics;
        statistics.expanded = source.number()?;
        statistics.generated = source.number()?;
        statistics.duplicates = source.number()?;
        report.states = (0..=head.level).map(|_| source.number()).collect::<Result<_, _>>()?;
        report.complete = head.level + 1;
        source.words(marks.words_mut())?;
    }
    source.check()?;
    match source.reader.read(&mut [0])? {
        0 => Ok(head),
        _ => Err(CheckpointFault::TrailingBytes),
    }
}

impl Head {
    /// Reads the first part of a checkpoint that should have this one.
    pub(super) fn read_from(&self, reader: impl Read) -> Result<Self, CheckpointFault> {
        self.read(&mut Source { reader, hasher: Hasher::new() })
    }

    fn read(&self, source: &mut Source<impl Read>) -> Result<Self, CheckpointFault> {
        for byte in MAGIC {
            if source.next()? != [byte] {
                return Err(CheckpointFault::NotACheckpoint);
            }
        }
        let (found, expected) = (u32::from_le_bytes(source.next()?), VERSION);
        if found != expected {
            return Err(CheckpointFault::Version { found, expected });
        }
        let fingerprint = source.number()?;
        let mut sizes = [0; 4];
        for size in &mut sizes {
            *size = usize::try_from(source.number()?).unwrap_or(usize::MAX);
        }
        let [processes, threads, process, level] = sizes;
        let elapsed = Duration::from_micros(source.number()?);
        source.check()?;
        Err(if fingerprint != self.fingerprint {
            CheckpointFault::Foreign { found: fingerprint, expected: self.fingerprint }
        } else if processes != self.processes {
            CheckpointFault::Processes { found: processes, expected: self.processes }
        } else if threads != self.threads {
            CheckpointFault::Threads { found: threads, expected: self.threads }
        } else if (process, level) != (self.process, self.level) {
            CheckpointFault::Misnamed { process, level }
        } else {
            return Ok(Self { elapsed, ..*self });
        })
    }
}

/// Where a checkpoint is written to.
struct Sink<W: Write> {
    writer: BufWriter<W>,
    /// The checksum of the part that is being written.
    hasher: Hasher,
}

impl<W: Write> Sink<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), CheckpointFault> {
        self.hasher.update(bytes);
        Ok(self.writer.write_all(bytes)?)
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) -> Result<(), CheckpointFault> {
        let mut numbers = numbers.into_iter().peekable();
        let mut bytes = Vec::new();
        while numbers.peek().is_some() {
            bytes.clear();
            bytes.extend(numbers.by_ref().take(BLOCK).flat_map(u64::to_le_bytes));
            self.put(&bytes)?;
        }
        Ok(())
    }

    /// Ends a part.
    fn check(&mut self) -> Result<(), CheckpointFault> {
        let checksum = std::mem::take(&mut self.hasher).finalize();
        Ok(self.writer.write_all(&checksum.to_le_bytes())?)
    }
}

/// Where a checkpoint is read from.
struct Source<R> {
    reader: R,
    /// The checksum of the part that is being read.
    hasher: Hasher,
}

impl<R: Read> Source<R> {
    fn next<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], CheckpointFault> {
        let mut bytes = [0; COUNT];
        self.reader.read_exact(&mut bytes)?;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, CheckpointFault> {
        self.next().map(u64::from_le_bytes)
    }

    fn words(&mut self, words: &mut [u64]) -> Result<(), CheckpointFault> {
        let mut bytes = vec![0; 8 * words.len().min(BLOCK)];
        for words in words.chunks_mut(BLOCK) {
            let bytes = &mut bytes[..8 * words.len()];
            self.reader.read_exact(bytes)?;
            self.hasher.update(bytes);
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                *word = bytes.try_into().map_or(0, u64::from_le_bytes);
            }
        }
        Ok(())
    }

    /// Fails if the next bytes are not the checksum of the part before them.
    fn check(&mut self) -> Result<(), CheckpointFault> {
        let checksum = std::mem::take(&mut self.hasher).finalize();
        let matches = self.next()? == checksum.to_le_bytes();
        self.hasher = Hasher::new();
        if matches { Ok(()) } else { Err(CheckpointFault::Corrupted) }
    }
}
