//! A value for each number, in two bits.

use std::iter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) use crate::space::numbering::SET;

/// For each number a value of 0, 1 or 2, or none. The value is a distance modulo 3; or, where only
/// the current level matters, 0 or 1 for a state that was reached at an even or an odd distance,
/// and 2 once the state is closed.
///
/// The numbers are in sets of 32. A set is a word with a bit for each number in its lower half and
/// one in its upper half: neither is set for a number without a value, the lower one for 0, the
/// upper one for 1, and both for 2. So bits are only ever set, and several threads may set the same
/// value of the same number.
pub(crate) struct TwoBits {
    numbers: usize,
    words: Vec<AtomicU64>,
}

/// For each value, the bits of its numbers.
const BITS: [u64; 3] = [LOWER, !LOWER, u64::MAX];

/// The lower half of a word.
const LOWER: u64 = (1 << SET) - 1;

/// The allocator refused this number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused(pub(crate) usize);

/// An empty vector with room for `length` values, if the allocator has the memory.
pub(crate) fn try_with_capacity<T>(length: usize) -> Result<Vec<T>, Refused> {
    let mut values = Vec::new();
    let bytes = length.saturating_mul(size_of::<T>());
    values.try_reserve_exact(length).map_err(|_| Refused(bytes))?;
    Ok(values)
}

/// A vector of this length, if the allocator has the memory.
pub(crate) fn filled<T>(length: usize, value: impl FnMut() -> T) -> Result<Vec<T>, Refused> {
    let mut values = try_with_capacity(length)?;
    values.extend(iter::repeat_with(value).take(length));
    Ok(values)
}

impl TwoBits {
    /// A table in which no number has a value.
    pub(crate) fn new(numbers: usize) -> Result<Self, Refused> {
        Ok(Self { numbers, words: filled(numbers.div_ceil(SET), AtomicU64::default)? })
    }

    /// The bytes that the values of `numbers` numbers take.
    pub(crate) const fn bytes(numbers: usize) -> usize {
        numbers.div_ceil(SET).saturating_mul(size_of::<u64>())
    }

    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    pub(crate) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The numbers of a set that have a value.
    #[inline]
    pub(crate) fn reached(&self, set: usize) -> u32 {
        let word = self.words[set].load(Relaxed);
        lower(word | word >> SET)
    }

    /// The numbers of a set that have this value.
    #[inline]
    pub(crate) fn with(&self, set: usize, value: u32) -> u32 {
        Self::with_value(&self.words[set], value)
    }

    /// The numbers of the set in a word that have this value. Without branches.
    #[inline]
    pub(crate) fn with_value(word: &AtomicU64, value: u32) -> u32 {
        // A bit is set here if it equals that of the value. So both are set for a number with this
        // value.
        let word = word.load(Relaxed) ^ !BITS[value as usize];
        lower(word & word >> SET)
    }

    /// Sets the value of those numbers of a set that have none. Returns them. None of the numbers
    /// may have another value.
    #[inline]
    pub(crate) fn set(&self, set: usize, numbers: u32, value: u32) -> u32 {
        let numbers = u64::from(numbers);
        let bits = (numbers | numbers << SET) & BITS[value as usize];
        let before = self.words[set].fetch_or(bits, Relaxed);
        lower(numbers & !(before | before >> SET))
    }

    /// Sets the value of a number if it has none. Returns whether it had none.
    #[inline]
    pub(crate) fn set_one(&self, number: usize, value: u32) -> bool {
        let (set, number) = (number / SET, 1 << (number % SET));
        self.reached(set) & number == 0 && self.set(set, number, value) != 0
    }

    /// Sets the value of numbers of a set to 2, whatever it was. Returns the numbers whose value
    /// has changed.
    #[inline]
    pub(crate) fn close(&self, set: usize, numbers: u32) -> u32 {
        let numbers = u64::from(numbers);
        let before = self.words[set].fetch_or(numbers | numbers << SET, Relaxed);
        lower(numbers & !(before & before >> SET))
    }

    /// Closes a number. Returns whether it was not closed.
    #[inline]
    pub(crate) fn close_one(&self, number: usize) -> bool {
        self.close(number / SET, 1 << (number % SET)) != 0
    }

    /// Gives the value 0 to all numbers of a set that have a value.
    pub(crate) fn reset_reached(&self, set: usize) {
        self.words[set].store(self.reached(set).into(), Relaxed);
    }

    /// The value of a number, or 3. Without branches.
    #[inline]
    pub(crate) fn code(&self, number: usize) -> u8 {
        let word = self.words[number / SET].load(Relaxed) >> (number % SET);
        // Neither bit, the lower one, the upper one, and both.
        (0b10_01_00_11_u64 >> (2 * (word & 1 | word >> (SET - 1) & 2)) & 3) as u8
    }

    /// The value of a number, if it has one.
    #[inline]
    pub(crate) fn value(&self, number: usize) -> Option<u32> {
        Some(self.code(number).into()).filter(|&value| value < 3)
    }

    /// Makes this a table of `numbers` numbers, none of which has a value.
    pub(crate) fn clear(&mut self, numbers: usize) {
        self.numbers = numbers;
        self.words.clear();
        self.words.resize_with(numbers.div_ceil(SET), AtomicU64::default);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the upper half is not wanted")]
#[inline]
fn lower(word: u64) -> u32 {
    word as u32
}

impl Clone for TwoBits {
    fn clone(&self) -> Self {
        let words = self.words.iter().map(|word| AtomicU64::new(word.load(Relaxed)));
        Self { numbers: self.numbers, words: words.collect() }
    }
}
