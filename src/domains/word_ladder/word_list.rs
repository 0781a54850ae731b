//! Words, stored in one string.

use std::cmp::Ordering;
use std::ops::Range;

/// The largest number of bytes of all words. No table of the index has more than two entries per
/// byte, so `u32` is enough for every id and every position in a table.
pub(super) const MAX_BYTES: usize = (u32::MAX / 2) as usize;

/// The form in which words are stored and looked up.
pub(super) fn fold(word: &str) -> String {
    word.trim().to_lowercase()
}

/// Converts an id or a position to `u32`.
///
/// # Panics
///
/// If `n` is too large, which [`MAX_BYTES`] prevents.
pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("MAX_BYTES keeps ids and positions within u32")
}

/// The words would take more than [`MAX_BYTES`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Words, one after the other. The id of a word is its index.
#[derive(Clone)]
pub(super) struct WordList {
    pub(super) text: String,
    /// The start of each word, and the end of the last one.
    starts: Vec<u32>,
}

impl WordList {
    pub(super) fn new() -> Self {
        Self { text: String::new(), starts: vec![0] }
    }

    /// Adds a word, unless it is blank. All words take at most `most` bytes, which is at most
    /// [`MAX_BYTES`].
    pub(super) fn push(&mut self, word: &str, most: usize) -> Result<(), TooLarge> {
        let word = fold(word);
        if word.len() > most - self.text.len() {
            return Err(TooLarge);
        }
        if !word.is_empty() {
            self.add(&word);
        }
        Ok(())
    }

    fn add(&mut self, word: &str) {
        self.text.push_str(word);
        self.starts.push(narrow(self.text.len()));
    }

    /// The distinct words, in the order of their `char`s, in no more memory than they need.
    pub(super) fn sorted(&self) -> Self {
        let mut order: Vec<u32> = self.ids().collect();
        // The order of UTF-8 bytes is the order of the `char`s.
        sort(&mut order, &|a, b| self.get(a).cmp(self.get(b)));
        order.dedup_by_key(|id| self.get(*id));
        let bytes = order.iter().map(|&id| self.span(id).len()).sum();
        let starts = Vec::with_capacity(order.len() + 1);
        let mut sorted = Self { text: String::with_capacity(bytes), starts };
        sorted.starts.push(0);
        for id in order {
            sorted.add(self.get(id));
        }
        sorted
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn ids(&self) -> Range<u32> {
        0..narrow(self.len())
    }

    /// The bytes of the word in the text.
    pub(super) fn span(&self, id: u32) -> Range<usize> {
        let id = id as usize;
        self.starts[id] as usize..self.starts[id + 1] as usize
    }

    pub(super) fn get(&self, id: u32) -> &str {
        &self.text[self.span(id)]
    }

    /// The id of a folded word.
    pub(super) fn find(&self, word: &str) -> Option<u32> {
        let Range { mut start, mut end } = self.ids();
        while start < end {
            let middle = start.midpoint(end);
            match self.get(middle).cmp(word) {
                Ordering::Less => start = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + size_of_val(&*self.starts)
    }
}

/// Sorts the numbers of words. `compare` is a pointer, so that the sort is compiled once for all
/// orders.
pub(super) fn sort(words: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    words.sort_unstable_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_inclusive() {
        let mut words = WordList::new();
        assert_eq!(words.push("abc", 5), Ok(()));
        assert_eq!(words.push("def", 5), Err(TooLarge));
        assert_eq!(words.push("de", 5), Ok(()));
        assert_eq!(words.push(" ", 5), Ok(()));
        assert_eq!(words.push("f", 5), Err(TooLarge));
        assert_eq!(words.len(), 2);
    }
}
