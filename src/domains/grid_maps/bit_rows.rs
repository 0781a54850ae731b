//! The open cells of a map as bits, and scans of 64 cells at a time.

use std::iter;

use super::direction::Directions;
use super::layout::{Layout, WORD};

/// One bit for each cell of a layout: whether it is open.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct BitRows {
    words: Box<[u64]>,
    words_in_row: usize,
}

impl BitRows {
    /// The bits of a layout where all cells are walls.
    pub(super) fn new(layout: Layout) -> Self {
        let words_in_row = layout.stride as usize / WORD;
        Self { words: vec![0; layout.len() / WORD].into(), words_in_row }
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> bool {
        self.words[word(index)] >> bit(index) & 1 == 1
    }

    pub(super) fn set(&mut self, index: u32, is_open: bool) {
        let word = &mut self.words[word(index)];
        *word = *word & !(1 << bit(index)) | u64::from(is_open) << bit(index);
    }

    /// The open cells in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.words).flat_map(|(at, &word)| {
            let left = iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            let left = left.take_while(|&left| left != 0);
            left.map(move |left| at * u64::BITS + left.trailing_zeros())
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Erosion by a line: a cell stays open only if the next `size - 1` cells are open, too, each
    /// `step` bits after the one before.
    pub(super) fn erode(&mut self, step: usize, size: usize) {
        for distance in window_steps(size) {
            let (words, bits) = (distance * step / WORD, distance * step % WORD);
            for at in 0..self.words.len() {
                let ahead = |words| self.words.get(at + words).copied().unwrap_or(0);
                // Two shifts, because a shift by 64 bits is not allowed.
                self.words[at] &= ahead(words) >> bits | ahead(words + 1) << 1 << (WORD - 1 - bits);
            }
        }
    }

    /// For each open cell, its open neighbours. Walls have none.
    pub(super) fn neighbors(&self) -> Box<[Directions]> {
        let mut neighbors = Vec::with_capacity(self.words.len() * WORD);
        for (at, &here) in self.words.iter().enumerate() {
            // All around the map are walls. So there are words before and after.
            if here == 0 {
                neighbors.extend([Directions(0); WORD]);
                continue;
            }
            let row = |at: usize| {
                let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
                let (before, here, after) = (word(at.wrapping_sub(1)), word(at), word(at + 1));
                [here << 1 | before >> 63, here, here >> 1 | after << 63]
            };
            let [north_west, north, north_east] = row(at.wrapping_sub(self.words_in_row));
            let [west, _, east] = row(at);
            let [south_west, south, south_east] = row(at + self.words_in_row);
            let around = [north, north_east, east, south_east, south, south_west, west, north_west];
            if around.iter().all(|&open| open & here == u64::MAX) {
                neighbors.extend([Directions::ALL; WORD]);
                continue;
            }
            let around = around.map(|open| (open & here).to_le_bytes());
            for byte in 0..8 {
                let rows = u64::from_le_bytes(around.map(|bytes| bytes[byte]));
                neighbors.extend(transposed(rows).to_le_bytes().map(Directions));
            }
        }
        neighbors.into()
    }

    /// The number of steps along the row, upwards if `UP` and else downwards, to the first jump
    /// point or wall, and whether that cell is open.
    ///
    /// A cell is a jump point if the cell above or below it is open, and the cell before that one,
    /// in the direction of the scan, is a wall. Then a cheapest path to the open cell may lead
    /// through the jump point.
    #[inline]
    pub(super) fn stop<const UP: bool>(&self, index: u32) -> (u32, bool) {
        let words = &self.words[..];
        let mut at = word(index);
        // The cells before and at the start are no candidates.
        let mut candidates =
            if UP { u64::MAX << 1 << bit(index) } else { !(u64::MAX << bit(index)) };
        // The previous words of the rows above and below.
        let (mut above_before, mut below_before) = (0, 0);
        loop {
            let (above, here, below) =
                (words[at - self.words_in_row], words[at], words[at + self.words_in_row]);
            let behind = |row: u64, before: u64| {
                if UP { row << 1 | before >> 63 } else { row >> 1 | before << 63 }
            };
            let forced =
                above & !behind(above, above_before) | below & !behind(below, below_before);
            let stops = (forced | !here) & candidates;
            if stops != 0 {
                let bit = if UP { stops.trailing_zeros() } else { stops.ilog2() };
                let word = u32::try_from(at).unwrap_or(u32::MAX);
                let stop = word * u64::BITS + bit;
                return (if UP { stop - index } else { index - stop }, here >> bit & 1 == 1);
            }
            (above_before, below_before, candidates) = (above, below, u64::MAX);
            // The walls around a map stop every scan.
            at = if UP { at + 1 } else { at - 1 };
        }
    }
}

/// The offsets by which a window of this size is built: each step joins two windows of the current
/// size.
pub(super) fn window_steps(size: usize) -> impl Iterator<Item = usize> {
    let mut covered = 1;
    iter::from_fn(move || {
        let step = covered.min(size.saturating_sub(covered));
        covered += step;
        (step > 0).then_some(step)
    })
}

/// Eight rows of eight bits, with rows and columns exchanged. Each step exchanges blocks of bits
/// that are twice as large as before.
fn transposed(mut rows: u64) -> u64 {
    let steps = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)];
    for (distance, upper) in steps {
        let differing = (rows ^ rows >> distance) & upper;
        rows ^= differing ^ differing << distance;
    }
    rows
}

#[inline]
fn word(index: u32) -> usize {
    index as usize / WORD
}

#[inline]
fn bit(index: u32) -> u32 {
    index % u64::BITS
}
