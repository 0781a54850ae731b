//! Numbers in files, and tables of two bits.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use super::fault::FileFault;
use super::file::{Sink, Source};
use super::two_bits::TwoBits;

/// The number of words that are read or written at a time.
const BLOCK: usize = 1 << 13;

impl<W: Write> Sink<W> {
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
}

impl<R: Read> Source<R> {
    /// Calls `put` with each of so many words and its index.
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
}

#[cfg(any(feature = "distributed", feature = "enumeration"))]
impl<R: Read> Source<R> {
    /// The next number. One that is too large for its type is a fault of the file.
    pub(crate) fn number<T: TryFrom<u64>>(&mut self) -> Result<T, FileFault> {
        let number = u64::from_le_bytes(self.array()?);
        T::try_from(number).map_err(|_| self.corrupted())
    }

    /// So many numbers. The count may be damaged, so it is believed only as far as bytes follow.
    pub(crate) fn numbers<T: TryFrom<u64>>(&mut self, count: u64) -> Result<Vec<T>, FileFault> {
        (0..count).map(|_| self.number()).collect()
    }
}

impl TwoBits {
    /// Writes all values, a word for each set.
    pub(crate) fn write_to(&self, sink: &mut Sink<impl Write>) -> io::Result<()> {
        sink.numbers(self.words().iter().map(|word| word.load(Relaxed)))
    }

    /// Reads all values.
    pub(crate) fn read_from(&self, source: &mut Source<impl Read>) -> Result<(), FileFault> {
        source.words(self.words().len(), |set, word| self.words()[set].store(word, Relaxed))
    }
}
