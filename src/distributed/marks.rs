//! Two bits for each number of a worker.

/// The number has not been reached.
const UNKNOWN: u64 = 0;
/// The state is expanded, or is being expanded.
const CLOSED: u64 = 3;
/// The numbers in a word.
const IN_WORD: usize = 32;

/// What is known of each state of a worker, in two bits: it is not reached, it was reached at an
/// even or at an odd distance, or it is closed.
#[derive(Debug, Default)]
pub(super) struct Marks {
    words: Vec<u64>,
    count: usize,
}

impl Marks {
    /// The bytes for this many numbers.
    pub(super) fn bytes_of(count: usize) -> usize {
        count.div_ceil(IN_WORD) * size_of::<u64>()
    }

    /// No number is reached. `None` if the allocator refuses.
    pub(super) fn new(count: usize) -> Option<Self> {
        let mut words = Vec::new();
        words.try_reserve_exact(count.div_ceil(IN_WORD)).ok()?;
        words.resize(count.div_ceil(IN_WORD), 0);
        Some(Self { words, count })
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All that is known, 32 numbers in a word.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Marks a number as reached at this distance, if it was not reached before.
    #[inline]
    pub(super) fn reach(&mut self, index: usize, distance: usize) -> bool {
        let (word, shift) = (&mut self.words[index / IN_WORD], index % IN_WORD * 2);
        let is_new = *word >> shift & CLOSED == UNKNOWN;
        if is_new {
            *word |= mark(distance) << shift;
        }
        is_new
    }

    /// Closes the next state, from `index` on, that was reached at this distance, and gives its
    /// index. Only states at this distance and at the next may be open.
    pub(super) fn close_next(&mut self, index: usize, distance: usize) -> Option<usize> {
        let mark = mark(distance);
        let mut first = index % IN_WORD;
        for at in index / IN_WORD..self.words.len() {
            let word = &mut self.words[at];
            // Equal pairs of bits become 00, and only those have no bit in the sum.
            let differs = *word ^ (mark * LOW);
            let found = !(differs | differs >> 1) & LOW & u64::MAX << (first * 2);
            if found != 0 {
                let shift = found.trailing_zeros();
                *word |= CLOSED << shift;
                return Some(at * IN_WORD + shift as usize / 2);
            }
            first = 0;
        }
        None
    }
}

/// The lower bit of each pair.
const LOW: u64 = 0x5555_5555_5555_5555;

fn mark(distance: usize) -> u64 {
    if distance % 2 == 0 { 1 } else { 2 }
}
