//! Distances modulo three of numbered states, in two bits each.

use std::fmt;
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) use crate::space::numbering::SET;

/// The distance modulo 3 of each number, or none.
///
/// The numbers are in sets of 32. A set is a word with a bit for each number in its lower half and
/// one in its upper half: neither is set for a number without a distance, the lower one for the
/// residue 0, the upper one for 1, and both for 2. So bits are only ever set, and several threads
/// may set the same residue of the same number.
pub(crate) struct Residues {
    numbers: usize,
    words: Vec<AtomicU64>,
}

/// For each residue, the bits of its numbers.
const BITS: [u64; 3] = [LOWER, !LOWER, u64::MAX];

/// The lower half of a word.
const LOWER: u64 = (1 << SET) - 1;

/// The allocator refused this number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused(pub(crate) usize);

impl Residues {
    /// No number has a distance.
    pub(crate) fn new(numbers: usize) -> Result<Self, Refused> {
        let sets = numbers.div_ceil(SET);
        let mut words = Vec::new();
        words.try_reserve_exact(sets).map_err(|_| Refused(Self::bytes(numbers)))?;
        words.extend(iter::repeat_with(|| AtomicU64::new(0)).take(sets));
        Ok(Self { numbers, words })
    }

    /// The bytes that the residues of `numbers` numbers take.
    pub(crate) const fn bytes(numbers: usize) -> usize {
        numbers.div_ceil(SET).saturating_mul(size_of::<u64>())
    }

    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    pub(crate) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The numbers of a set that have a distance.
    #[cfg(any(
        feature = "enumeration",
        all(feature = "pattern-databases", feature = "rubiks-cube")
    ))]
    #[inline]
    pub(crate) fn reached(&self, set: usize) -> u32 {
        let word = self.words[set].load(Relaxed);
        lower(word | word >> SET)
    }

    /// The numbers of a set that have this residue.
    #[cfg(any(
        feature = "enumeration",
        all(feature = "pattern-databases", feature = "rubiks-cube")
    ))]
    #[inline]
    pub(crate) fn with(&self, set: usize, residue: u32) -> u32 {
        Self::with_residue(&self.words[set], residue)
    }

    /// The numbers of the set in a word that have this residue. Without branches.
    #[cfg(any(
        feature = "enumeration",
        all(feature = "pattern-databases", feature = "rubiks-cube")
    ))]
    #[inline]
    pub(crate) fn with_residue(word: &AtomicU64, residue: u32) -> u32 {
        // Both bits of a number are set if they differ from those that the residue has not.
        let word = word.load(Relaxed) ^ !BITS[residue as usize];
        lower(word & word >> SET)
    }

    /// Sets the residue of those numbers of a set that have none. Returns them.
    #[inline]
    pub(crate) fn set(&self, set: usize, numbers: u32, residue: u32) -> u32 {
        let numbers = u64::from(numbers);
        let bits = (numbers | numbers << SET) & BITS[residue as usize];
        let before = self.words[set].fetch_or(bits, Relaxed);
        lower(numbers & !(before | before >> SET))
    }

    /// Gives the residue 0 to all numbers of a set that have a residue.
    #[cfg(all(feature = "pattern-databases", feature = "rubiks-cube"))]
    pub(crate) fn forget(&self, set: usize) {
        self.words[set].store(self.reached(set).into(), Relaxed);
    }

    /// The residue of a number, if it has one.
    #[inline]
    pub(crate) fn residue(&self, number: usize) -> Option<u32> {
        let Self { numbers, words } = self;
        assert!(number < *numbers, "no entry {number} in a table of {numbers}");
        let word = words[number / SET].load(Relaxed) >> (number % SET);
        match (word & 1, word >> SET & 1) {
            (0, 0) => None,
            (1, 0) => Some(0),
            (0, _) => Some(1),
            _ => Some(2),
        }
    }

    /// The residue of a number, or 3. Without branches.
    #[cfg(all(feature = "pattern-databases", feature = "rubiks-cube"))]
    #[inline]
    pub(crate) fn code(&self, number: usize) -> u8 {
        let word = self.words[number / SET].load(Relaxed) >> (number % SET);
        // Neither bit, the lower one, the upper one, and both.
        (0b10_01_00_11_u64 >> (2 * (word & 1 | word >> (SET - 1) & 2)) & 3) as u8
    }

    /// The distance of a number, given that of a neighbour. `None` if it has no distance.
    #[inline]
    pub(crate) fn distance_from(&self, known: u32, number: usize) -> Option<u32> {
        match (self.residue(number)?, known % 3) {
            (residue, other) if residue == other => Some(known),
            (residue, other) if residue == (other + 1) % 3 => known.checked_add(1),
            _ => known.checked_sub(1),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the upper half is not wanted")]
#[inline]
fn lower(word: u64) -> u32 {
    word as u32
}

/// The residue of a distance one less.
#[inline]
pub(crate) fn nearer(residue: u32) -> u32 {
    (residue + 2) % 3
}

impl Clone for Residues {
    fn clone(&self) -> Self {
        let words = self.words.iter().map(|word| AtomicU64::new(word.load(Relaxed)));
        Self { numbers: self.numbers, words: words.collect() }
    }
}

impl PartialEq for Residues {
    fn eq(&self, other: &Self) -> bool {
        let equal = |(one, two): (&AtomicU64, &AtomicU64)| one.load(Relaxed) == two.load(Relaxed);
        self.numbers == other.numbers && self.words.iter().zip(&other.words).all(equal)
    }
}

impl Eq for Residues {}

impl fmt::Debug for Residues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Residues").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}
