//! A part of the table, with two bits for each state.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crc32fast::Hasher;

use super::updates;
use crate::Cost;
use crate::enumeration::{EnumerationError, EnumerationErrorKind};
use crate::tables::residues::SET;

/// The bytes of a set.
pub(super) const WORD: usize = size_of::<u64>();

/// Some sets of states. Each state is unreached, in the level that is expanded, in the next one, or
/// expanded.
///
/// A set is a word with a bit for each state in its lower half and one in its upper half. Only the
/// lower one is set in an even level, only the upper one in an odd level, and both if the state is
/// expanded. So bits are only ever set.
pub(super) struct Segment {
    words: Vec<u64>,
}

impl Segment {
    /// With memory for this number of sets.
    pub(super) fn new(sets: usize) -> Result<Self, EnumerationError> {
        let mut words = Vec::new();
        let bytes = sets.saturating_mul(WORD);
        words.try_reserve_exact(sets).map_err(|_| EnumerationErrorKind::OutOfMemory { bytes })?;
        Ok(Self { words })
    }

    /// The number of sets.
    pub(super) fn sets(&self) -> usize {
        self.words.len()
    }

    /// Becomes another segment, of `sets` sets, in which no state is reached.
    pub(super) fn clear(&mut self, sets: usize) {
        self.words.clear();
        self.words.resize(sets, 0);
    }

    /// Becomes the segment in a file, read in such blocks.
    pub(super) fn load(
        &mut self,
        path: &Path,
        sets: usize,
        checksum: u32,
        block: &mut [u8],
    ) -> Result<(), EnumerationError> {
        self.clear(sets);
        let mut file =
            File::open(path).map_err(|error| EnumerationError::from(error).in_file(path))?;
        let mut hasher = Hasher::new();
        for words in self.words.chunks_mut(block.len() / WORD) {
            let block = &mut block[..words.len() * WORD];
            updates::fill(&mut file, block, path)?;
            hasher.update(block);
            for (word, bytes) in words.iter_mut().zip(block.chunks_exact(WORD)) {
                *word = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            }
        }
        if hasher.finalize() != checksum {
            return Err(EnumerationError::from(EnumerationErrorKind::Corrupted).in_file(path));
        }
        Ok(())
    }

    /// Writes the segment to a file, in such blocks. Returns the checksum.
    pub(super) fn save(&self, path: &Path, block: &mut [u8]) -> Result<u32, EnumerationError> {
        let mut write = || {
            let mut file = File::create(path)?;
            let mut hasher = Hasher::new();
            for words in self.words.chunks(block.len() / WORD) {
                let block = &mut block[..words.len() * WORD];
                for (word, bytes) in words.iter().zip(block.chunks_exact_mut(WORD)) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
                hasher.update(block);
                file.write_all(block)?;
            }
            Ok(hasher.finalize())
        };
        write().map_err(|error: io::Error| EnumerationError::from(error).in_file(path))
    }

    /// The states of a set that are in a level, and not expanded.
    #[inline]
    pub(super) fn open(&self, set: usize, level: Cost) -> u32 {
        let (even, odd) = halves(self.words[set]);
        if level % 2 == 0 { even & !odd } else { odd & !even }
    }

    /// Reaches those states of a set that were not reached. Returns their number.
    #[inline]
    pub(super) fn reach(&mut self, set: usize, states: u32, level: Cost) -> u32 {
        let (even, odd) = halves(self.words[set]);
        let new = states & !(even | odd);
        self.words[set] |= u64::from(new) << if level % 2 == 0 { 0 } else { SET };
        new.count_ones()
    }

    /// Marks states as expanded.
    #[inline]
    pub(super) fn close(&mut self, set: usize, states: u32) {
        self.words[set] |= u64::from(states) | u64::from(states) << SET;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "each is half of the word")]
#[inline]
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> SET) as u32)
}
