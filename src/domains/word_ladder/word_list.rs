//! Distinct words in alphabetical order, stored in one string.

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

/// Distinct words, sorted by `char`. The id of a word is its index.
#[derive(Clone)]
pub(super) struct WordList {
    text: Box<str>,
    /// The start of each word, and the end of the last one.
    starts: Box<[u32]>,
}

impl WordList {
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

    /// The length of all words in bytes.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + size_of_val(&*self.starts)
    }
}

/// Words in input order: unsorted, with duplicates.
pub(super) struct WordListBuilder {
    text: String,
    starts: Vec<u32>,
    max_bytes: usize,
}

impl WordListBuilder {
    pub(super) fn new() -> Self {
        Self::with_max_bytes(MAX_BYTES)
    }

    fn with_max_bytes(max_bytes: usize) -> Self {
        Self { text: String::new(), starts: vec![0], max_bytes }
    }

    /// Folds and adds `word`, unless it is blank.
    pub(super) fn push(&mut self, word: &str) -> Result<(), TooLarge> {
        let word = fold(word);
        if word.is_empty() {
            return Ok(());
        }
        if word.len() > self.max_bytes - self.text.len() {
            return Err(TooLarge);
        }
        self.text.push_str(&word);
        self.starts.push(narrow(self.text.len()));
        Ok(())
    }

    pub(super) fn finish(self) -> WordList {
        let get = |n: usize| &self.text[self.starts[n] as usize..self.starts[n + 1] as usize];
        let mut order: Vec<u32> = (0..narrow(self.starts.len() - 1)).collect();
        // The order of UTF-8 bytes is the order of the `char`s.
        sort(&mut order, &|a, b| get(a as usize).cmp(get(b as usize)));
        order.dedup_by_key(|n| get(*n as usize));

        let mut text = String::with_capacity(order.iter().map(|&n| get(n as usize).len()).sum());
        let mut starts = Vec::with_capacity(order.len() + 1);
        starts.push(0);
        for n in order {
            text.push_str(get(n as usize));
            starts.push(narrow(text.len()));
        }
        WordList { text: text.into(), starts: starts.into() }
    }
}

/// Sorts the numbers of words. By a pointer, so that it is compiled once for all orders.
pub(super) fn sort(words: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    words.sort_unstable_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_inclusive() {
        let mut builder = WordListBuilder::with_max_bytes(5);
        assert_eq!(builder.push("abc"), Ok(()));
        assert_eq!(builder.push("def"), Err(TooLarge));
        assert_eq!(builder.push("de"), Ok(()));
        assert_eq!(builder.push(" "), Ok(()));
        assert_eq!(builder.push("f"), Err(TooLarge));
        assert_eq!(builder.finish().len(), 2);
    }
}
