//! Distances modulo three.

use std::sync::atomic::Ordering::Relaxed;

use crate::tables::two_bits::{SET, TwoBits};

impl TwoBits {
    /// The residue of a number, if it has one.
    #[inline]
    pub(super) fn residue(&self, number: usize) -> Option<u32> {
        let numbers = self.numbers();
        assert!(number < numbers, "no entry {number} in a table of {numbers}");
        let word = self.words()[number / SET].load(Relaxed) >> (number % SET);
        match (word & 1, word >> SET & 1) {
            (0, 0) => None,
            (1, 0) => Some(0),
            (0, _) => Some(1),
            _ => Some(2),
        }
    }

    /// The distance of a number, given that of a neighbour. `None` if it has no distance.
    #[inline]
    pub(super) fn distance_from(&self, known: u32, number: usize) -> Option<u32> {
        match (self.residue(number)?, known % 3) {
            (residue, other) if residue == other => Some(known),
            (residue, other) if residue == (other + 1) % 3 => known.checked_add(1),
            _ => known.checked_sub(1),
        }
    }
}

/// The residue of a distance one less.
#[inline]
pub(super) fn nearer(residue: u32) -> u32 {
    (residue + 2) % 3
}
