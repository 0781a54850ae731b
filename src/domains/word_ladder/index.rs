//! The index of the words that differ by one letter.
//!
//! Taking one letter out of a word leaves a prefix, before the letter, and a suffix, after it.
//! Words that leave the same prefix and the same suffix form a *group*: each of them turns into any
//! other by changing that letter. A word that consists of just this prefix and suffix has a *link*
//! to each word of the group: it has one letter less.
//!
//! Only groups and links are stored. All pairs of a group would take quadratic memory. A word is in
//! at most as many groups as it has letters, and has at most as many links to shorter words.
//!
//! Nothing is hashed, so there are no collisions to check. The words are sorted, so words with a
//! common prefix are adjacent. Each such range is visited once. Within it, sorting the numbers of
//! the suffixes brings equal suffixes together.

use std::mem;
use std::ops::Range;

use super::word_list::{WordList, narrow, sort};
use crate::domains::rows::Rows;

/// The groups, links and connected components of a list of words.
#[derive(Clone)]
pub(super) struct Index {
    /// For each word, its groups in the order of the position of the letter taken out.
    groups: Rows<u32>,
    /// For each group, its words in alphabetical order. There are at least two.
    members: Rows<u32>,
    /// For each word, first the words with one letter less, then the words with one letter more.
    /// Both are in the order of the position of that letter.
    links: Rows<u32>,
    /// For each word, the first word of its connected component.
    components: Box<[u32]>,
}

impl Index {
    pub(super) fn new(words: &WordList) -> Self {
        let (members, links) = find(words);

        // For each word, groups and links were found in the order of prefix length. So the rows are
        // ordered by the position of the letter.
        let groups = Rows::collect(words.len(), || {
            (0..).zip(members.rows()).flat_map(|(id, group)| group.iter().map(move |&w| (w, id)))
        });
        let links = Rows::collect(words.len(), || {
            let shorter = links.iter().map(|&(shorter, longer)| (longer, shorter));
            shorter.chain(links.iter().copied())
        });
        let mut index = Self { groups, members, links, components: Box::default() };
        index.components = index.find_components(words);
        index
    }

    /// Visits each word once, and the members of each group once.
    fn find_components(&self, words: &WordList) -> Box<[u32]> {
        const UNKNOWN: u32 = u32::MAX;
        let mut components = vec![UNKNOWN; words.len()];
        let mut is_new = vec![true; self.members.rows().len()];
        let mut open = Vec::new();
        for first in words.ids() {
            open.push(first);
            while let Some(word) = open.pop() {
                if components[word as usize] != UNKNOWN {
                    continue;
                }
                components[word as usize] = first;
                open.extend(self.links.row(word));
                for &group in self.groups.row(word) {
                    if mem::take(&mut is_new[group as usize]) {
                        open.extend(self.members.row(group));
                    }
                }
            }
        }
        components.into()
    }

    /// The neighbours of a word, in the order documented for
    /// [`Word::neighbors`](super::Word::neighbors).
    pub(super) fn neighbors(&self, id: u32) -> impl Iterator<Item = u32> + Clone + use<'_> {
        let changed = self.groups.row(id).iter().flat_map(|&group| self.members.row(group));
        changed.filter(move |&&other| other != id).chain(self.links.row(id)).copied()
    }

    pub(super) fn are_connected(&self, a: u32, b: u32) -> bool {
        self.components[a as usize] == self.components[b as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = self.groups.bytes() + self.members.bytes() + self.links.bytes();
        rows + size_of_val(&*self.components)
    }
}

/// The rest of a word after a prefix, with or without its next letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Continuation {
    suffix: u32,
    /// Whether the letter after the prefix is taken out. Among equal suffixes, the only word
    /// without this comes first.
    shortened: bool,
    word: u32,
}

/// Adjacent words that have their first `prefix` bytes in common.
struct Row {
    words: Range<u32>,
    prefix: usize,
}

/// The groups, and pairs of a word and a word with one letter more, found by visiting all prefixes.
fn find(words: &WordList) -> (Rows<u32>, Vec<(u32, u32)>) {
    let suffixes = number_suffixes(words);
    let suffix_at = |word, byte: usize| suffixes[words.span(word)].get(byte).copied().unwrap_or(0);
    let mut starts = vec![0];
    let mut members = Vec::new();
    let mut links = Vec::new();

    let mut continuations = Vec::new();
    let mut open = vec![Row { words: words.ids(), prefix: 0 }];
    while let Some(Row { words: row, prefix }) = open.pop() {
        // The suffixes of a single word are all different.
        if row.len() < 2 {
            continue;
        }
        let next_letter = |word| words.get(word)[prefix..].chars().next();

        continuations.clear();
        let mut branch = Row { words: row.start..row.start, prefix };
        let mut branch_letter = None;
        for word in row {
            let suffix = suffix_at(word, prefix);
            continuations.push(Continuation { suffix, shortened: false, word });
            let letter = next_letter(word);
            if let Some(letter) = letter {
                let suffix = suffix_at(word, prefix + letter.len_utf8());
                continuations.push(Continuation { suffix, shortened: true, word });
            }
            if letter != branch_letter {
                open.push(branch);
                branch =
                    Row { words: word..word, prefix: prefix + letter.map_or(0, char::len_utf8) };
                branch_letter = letter;
            }
            branch.words.end = word + 1;
        }
        open.push(branch);

        continuations.sort_unstable();
        for same in continuations.chunk_by(|a, b| a.suffix == b.suffix) {
            let (whole, group) = same.split_at(usize::from(!same[0].shortened));
            if let [whole] = whole {
                // Adding a letter before an equal one or after it gives the same word. Only the
                // last of these positions counts.
                let next = next_letter(whole.word);
                let longer = group.iter().filter(|longer| next_letter(longer.word) != next);
                links.extend(longer.map(|longer| (whole.word, longer.word)));
            }
            if group.len() > 1 {
                members.extend(group.iter().map(|member| member.word));
                starts.push(narrow(members.len()));
            }
        }
    }
    (Rows::new(starts, members), links)
}

/// A number for each suffix of each word. Two suffixes have the same number only if they are equal.
/// For each byte of the text, this is the number of the suffix that starts there. The empty suffix
/// is 0.
fn number_suffixes(words: &WordList) -> Vec<u32> {
    // After sorting by reversed spelling, words with a common suffix are adjacent. A word shares
    // its longest known suffix with the word just before it.
    let bytes = |word| words.get(word).as_bytes();
    let mut order: Vec<u32> = words.ids().collect();
    sort(&mut order, &|a, b| bytes(a).iter().rev().cmp(bytes(b).iter().rev()));

    let mut ids = vec![0; words.text.len()];
    let mut last = 0;
    let mut previous = 0..0;
    let mut previous_bytes: &[u8] = &[];
    for word in order {
        let span = words.span(word);
        let pairs = bytes(word).iter().rev().zip(previous_bytes.iter().rev());
        let common = pairs.take_while(|(a, b)| a == b).count();
        ids.copy_within(previous.end - common..previous.end, span.end - common);
        for id in ids[span.start..span.end - common].iter_mut().rev() {
            last += 1;
            *id = last;
        }
        previous = span;
        previous_bytes = bytes(word);
    }
    ids
}
