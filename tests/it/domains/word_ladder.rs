//! Word ladders against brute force: every pair of words compared, letter by letter.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::io::{self, BufReader, Read};

use bestfirst::WorldState;
use bestfirst::word_ladder::{Dictionary, DictionaryError, DictionaryErrorKind, UnknownWord, Word};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::files::common_words;

/// How `word` leads to `other`, if it takes one letter: the kind of move, and the place of the
/// letter, the last one where there is a choice.
fn one_letter(word: &str, other: &str) -> Option<(u8, usize)> {
    let word: Vec<char> = word.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let without = |letters: &[char], place| [&letters[..place], &letters[place + 1..]].concat();
    if word.len() == other.len() {
        let changed: Vec<usize> = (0..word.len()).filter(|&i| word[i] != other[i]).collect();
        return (changed.len() == 1).then(|| (0, changed[0]));
    }
    let removed = (0..word.len()).rev().find(|&i| without(&word, i) == other);
    let added = (0..other.len()).rev().find(|&i| without(&other, i) == word);
    removed.map(|i| (1, i)).or(added.map(|i| (2, i)))
}

/// The neighbours by a look at every word, in the order that `Word::neighbors` promises.
fn scanned<'d>(dictionary: &'d Dictionary, word: &str) -> Vec<&'d str> {
    let mut found: Vec<_> = dictionary
        .words()
        .filter_map(|other| one_letter(word, other).map(|(kind, place)| (kind, place, other)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, other)| other).collect()
}

fn read_off<'d>(dictionary: &'d Dictionary, word: &str) -> Vec<&'d str> {
    let word = dictionary.ladder(word, word).unwrap();
    word.neighbors().map(Word::as_str).collect()
}

/// The distance of each word from `from`, in the order of `words`, breadth first.
fn distances<'d>(
    dictionary: &'d Dictionary,
    from: &'d str,
    neighbors: impl Fn(&'d Dictionary, &str) -> Vec<&'d str>,
) -> Vec<Option<u32>> {
    let words: Vec<&str> = dictionary.words().collect();
    let place = |word: &str| words.binary_search(&word).unwrap();
    let mut distances = vec![None; words.len()];
    distances[place(from)] = Some(0);
    let mut open = VecDeque::from([from]);
    while let Some(word) = open.pop_front() {
        let next = distances[place(word)].map(|distance| distance + 1);
        for neighbor in neighbors(dictionary, word) {
            if distances[place(neighbor)].is_none() {
                distances[place(neighbor)] = next;
                open.push_back(neighbor);
            }
        }
    }
    distances
}

/// Small alphabets make many neighbours, and runs of equal letters. Letters of one to four bytes;
/// `é` and `è` start with the same byte, `é` and `ĩ` end with the same one.
fn dictionaries() -> impl Strategy<Value = Dictionary> {
    prop_oneof![
        vec("[ab]{1,6}", 0..40),
        vec("[abc]{1,4}", 0..60),
        vec("[aéèĩ字😀]{1,3}", 0..60),
        vec("a{1,9}", 0..9),
    ]
    .prop_map(|words| words.into_iter().collect())
}

proptest! {
    #[test]
    fn neighbors_are_those_of_a_scan(dictionary in dictionaries()) {
        for word in dictionary.words() {
            prop_assert_eq!(read_off(&dictionary, word), scanned(&dictionary, word), "{}", word);
        }
    }

    #[test]
    fn the_estimate_is_admissible_and_consistent(dictionary in dictionaries()) {
        let words: Vec<&str> = dictionary.words().collect();
        for &goal in &words {
            for (&from, distance) in words.iter().zip(distances(&dictionary, goal, scanned)) {
                let word = dictionary.ladder(from, goal).unwrap();
                let estimate = word.estimated_distance_to_goal();
                prop_assert_eq!(estimate == 0, word.is_goal());
                prop_assert_eq!(word.is_goal(), from == goal);
                if let Some(distance) = distance {
                    prop_assert!(estimate <= distance, "{} to {}", from, goal);
                }
                for neighbor in word.neighbors() {
                    prop_assert!(estimate.abs_diff(neighbor.estimated_distance_to_goal()) <= 1);
                }
            }
        }
    }

    #[test]
    fn solvable_is_what_a_search_can_reach(dictionary in dictionaries()) {
        for goal in dictionary.words() {
            for (from, distance) in dictionary.words().zip(distances(&dictionary, goal, scanned)) {
                let word = dictionary.ladder(from, goal).unwrap();
                prop_assert_eq!(word.is_solvable(), distance.is_some(), "{} to {}", from, goal);
            }
        }
    }

    #[test]
    fn the_visitor_leaves_out_the_previous_word_only(dictionary in dictionaries()) {
        for word in dictionary.words() {
            let word = dictionary.ladder(word, word).unwrap();
            let all: Vec<Word<'_>> = word.neighbors().collect();
            for previous in all.iter().map(Some).chain([None]) {
                let mut visited = Vec::new();
                word.for_each_neighbor_except(previous, |neighbor| visited.push(neighbor));
                let expected: Vec<_> =
                    all.iter().filter(|&word| Some(word) != previous).copied().collect();
                prop_assert_eq!(visited, expected);
            }
        }
    }

    /// The order of the list, and how often a word is in it, make no difference.
    #[test]
    fn a_dictionary_is_a_set(words in vec("[ab]{0,4}", 0..40)) {
        let dictionary: Dictionary = words.iter().collect();
        let backwards: Dictionary = words.iter().rev().chain(&words).collect();
        let set: BTreeSet<&str> =
            words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        prop_assert!(dictionary.words().eq(set.iter().copied()));
        prop_assert_eq!(dictionary.len(), set.len());
        prop_assert_eq!(dictionary.is_empty(), set.is_empty());
        for word in dictionary.words() {
            prop_assert!(dictionary.contains(word));
            prop_assert_eq!(read_off(&dictionary, word), read_off(&backwards, word));
        }
    }
}

#[test]
fn a_run_of_equal_letters_is_one_neighbor() {
    let dictionary: Dictionary = ["ab", "aab", "aaab", "abb", "b"].into_iter().collect();
    assert_eq!(read_off(&dictionary, "ab"), ["b", "aab", "abb"]);
    assert_eq!(read_off(&dictionary, "aab"), ["abb", "ab", "aaab"]);
}

#[test]
fn common_words_agree_with_a_scan() {
    let dictionary = common_words();
    for word in dictionary.words().step_by(7) {
        assert_eq!(read_off(&dictionary, word), scanned(&dictionary, word), "{word}");
    }
}

#[test]
fn common_words_have_the_ladders_that_the_examples_show() {
    let dictionary = common_words();
    let words: Vec<&str> = dictionary.words().collect();
    let moves =
        |from, to| distances(&dictionary, from, read_off)[words.binary_search(&to).unwrap()];
    assert_eq!(moves("horse", "nurse"), Some(6));
    assert_eq!(moves("cube", "tubes"), Some(2));
    assert_eq!(moves("stories", "shore"), Some(3));
    assert_eq!(moves("horse", "rhythm"), None);
    assert!(!dictionary.ladder("horse", "rhythm").unwrap().is_solvable());
    // The ladder in the text of Berkeley's assignment, which is not the shortest here.
    let known = ["horse", "hose", "hole", "cole", "core", "cure", "pure", "purse", "nurse"];
    for pair in known.windows(2) {
        assert!(read_off(&dictionary, pair[0]).contains(&pair[1]), "{pair:?}");
    }
}

#[test]
fn lines_are_trimmed_folded_and_blank_ones_skipped() {
    let text = "\u{feff}Straße\r\n\r\n  ÉTÉ \t\n\nΛΌΓΟΣ\nété\n \nΟΔΟΣ";
    let dictionary = Dictionary::from_reader(text.as_bytes()).unwrap();
    assert!(dictionary.words().eq(["straße", "été", "λόγος", "οδος"]));
    for known in ["STRAßE", " Été\n", "λόγος", "ΛΌΓΟΣ", "οδος"] {
        assert!(dictionary.contains(known), "{known:?}");
    }
    // ß is no ss, and é is not made from two chars.
    for unknown in ["strasse", "e\u{301}te\u{301}", "", "\u{feff}straße", "λόγοσ"] {
        assert!(!dictionary.contains(unknown), "{unknown:?}");
    }
}

#[test]
fn an_empty_list_makes_an_empty_dictionary() {
    let dictionary = Dictionary::from_reader("\n \r\n".as_bytes()).unwrap();
    assert!(dictionary.is_empty());
    assert_eq!(dictionary.words().count(), 0);
    let error = dictionary.ladder("a", "b").unwrap_err();
    assert_eq!(error.to_string(), "\"a\" is not in the dictionary");
}

#[test]
fn invalid_utf8_names_its_line() {
    let error = Dictionary::from_reader(&b"one\n\ntwo\nthr\xffee\nfour\n"[..]).unwrap_err();
    assert_eq!(error.line(), 4);
    assert_eq!(error.to_string(), "line 4: not valid UTF-8");
    let source = error.source().unwrap().downcast_ref::<std::str::Utf8Error>().unwrap();
    assert_eq!(source.valid_up_to(), 3);
    assert!(matches!(error.kind(), DictionaryErrorKind::Utf8(_)));
}

#[test]
fn a_failing_reader_names_the_line_it_stopped_at() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let reader = BufReader::new("one\ntwo\nth".as_bytes().chain(Broken));
    let error = Dictionary::from_reader(reader).unwrap_err();
    assert_eq!(error.line(), 3);
    assert_eq!(error.to_string(), "line 3: cannot be read");
    assert_eq!(error.source().unwrap().to_string(), "unplugged");
    assert!(matches!(error.kind(), DictionaryErrorKind::Io(_)));
}

/// Memory is bounded: at most a line is kept of what is read.
#[test]
fn a_line_without_an_end_is_an_error_that_names_it() {
    let endless = || BufReader::new("one\n\nthree\n".as_bytes().chain(io::repeat(b'a')));
    let mut result = None;
    let memory = allocation_counter::measure(|| result = Some(Dictionary::from_reader(endless())));
    let error = result.unwrap().unwrap_err();
    assert_eq!(error.line(), 4);
    assert_eq!(error.to_string(), "line 4: longer than 65536 bytes");
    assert!(error.source().is_none());
    assert!(matches!(error.kind(), DictionaryErrorKind::LineTooLong { limit: 65_536 }));
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");
    // Nor is one of blanks only.
    let error = Dictionary::from_reader(BufReader::new(io::repeat(b' '))).unwrap_err();
    assert_eq!(error.to_string(), "line 1: longer than 65536 bytes");
}

#[test]
fn the_longest_line_is_read_to_its_end() {
    for (ending, length) in [("", 65_536), ("\n", 65_535), ("\r\n", 65_534)] {
        let word = "a".repeat(length);
        let text = format!("one\n{word}{ending}");
        let dictionary = Dictionary::from_reader(text.as_bytes()).unwrap();
        assert!(dictionary.words().eq([word.as_str(), "one"]));
        let error =
            Dictionary::from_reader(format!("one\na{word}{ending}").as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "line 2: longer than 65536 bytes");
    }
}

#[test]
fn what_is_no_text_is_an_error() {
    // As an executable begins; in UTF-16; zeros, which are control characters and so text.
    let message = |bytes: &[u8]| Dictionary::from_reader(bytes).unwrap_err().to_string();
    assert_eq!(message(b"\x7fELF\x02\x01\x01\0\n\xb0\x9f\n"), "line 2: not valid UTF-8");
    assert_eq!(message(b"\xff\xfeo\0n\0e\0\n\0"), "line 1: not valid UTF-8");
    assert_eq!(message(&vec![0; 1 << 17]), "line 1: longer than 65536 bytes");
}

#[test]
fn an_unknown_word_comes_with_suggestions() {
    let words = ["horse", "hearse", "nurse", "rhythm", "horses", "norse", "house", "hose"];
    let dictionary: Dictionary = words.into_iter().collect();
    let error = dictionary.ladder(" Hrse ", "nurse").unwrap_err();
    assert_eq!(error.word(), "hrse");
    // Nearest first, then alphabetically, and five at most: "norse" and "nurse" would be next.
    assert_eq!(error.suggestions(), ["horse", "hose", "hearse", "horses", "house"]);
    assert_eq!(
        error.to_string(),
        "\"hrse\" is not in the dictionary; \
         did you mean \"horse\", \"hose\", \"hearse\", \"horses\", \"house\"?"
    );

    assert_eq!(dictionary.ladder("horse", "nursse").unwrap_err().word(), "nursse");
    assert_eq!(dictionary.ladder("hrse", "nursse").unwrap_err().word(), "hrse");
}

#[test]
fn suggestions_are_similar() {
    let dictionary: Dictionary = ["a", "ab", "cdef", "abcdefghi"].into_iter().collect();
    let suggestions = |word| dictionary.ladder(word, "a").unwrap_err().suggestions().to_vec();
    assert_eq!(suggestions(""), [""; 0]);
    // One letter allows for one edit, three for two, and many for three.
    assert_eq!(suggestions("b"), ["a", "ab"]);
    assert_eq!(suggestions("def"), ["cdef"]);
    assert_eq!(suggestions("abcdef"), ["cdef", "abcdefghi"]);
    assert_eq!(suggestions("abcde"), ["ab", "cdef"]);
}

#[test]
fn words_are_equal_within_one_dictionary_only() {
    let dictionary: Dictionary = ["cat", "cot", "dog"].into_iter().collect();
    let clone = dictionary.clone();
    let cat = dictionary.ladder("cat", "dog").unwrap();
    assert_eq!(cat, dictionary.ladder("CAT", "dog").unwrap());
    assert_ne!(cat, dictionary.ladder("cot", "dog").unwrap());
    assert_ne!(cat, dictionary.ladder("cat", "cot").unwrap());
    assert_ne!(cat, clone.ladder("cat", "dog").unwrap());

    let cot = dictionary.ladder("cot", "dog").unwrap();
    let set: HashSet<Word<'_>> = cat.neighbors().chain(cot.neighbors()).chain([cat]).collect();
    assert_eq!(set, HashSet::from([cat, cot]));
}

#[test]
fn words_show_themselves() {
    let dictionary: Dictionary = ["cat", "dog"].into_iter().collect();
    let cat = dictionary.ladder("cat", "dog").unwrap();
    assert_eq!((cat.as_str(), cat.goal(), cat.as_ref()), ("cat", "dog", "cat"));
    assert_eq!(format!("{cat:>5}|"), "  cat|");
    assert_eq!(format!("{cat:?}"), r#"Word { word: "cat", goal: "dog", .. }"#);
    let bytes = dictionary.bytes();
    assert_eq!(format!("{dictionary:?}"), format!("Dictionary {{ len: 2, bytes: {bytes}, .. }}"));
}

#[test]
fn groups_take_linear_memory() {
    // Every two words differ by one letter: a million pairs.
    let alike: Dictionary = ('\u{4e00}'..).take(1000).map(String::from).collect();
    assert_eq!(read_off(&alike, "\u{4e00}").len(), 999);
    assert!(alike.bytes() < 1000 * 50, "{alike:?}");
}

#[test]
fn auto_traits() {
    fn assert_all<T: Send + Sync + Clone + Debug>() {}
    fn assert_error<T: Error + Send + Sync + 'static>() {}
    fn assert_state<T: WorldState + Copy + Hash>() {}
    assert_all::<Dictionary>();
    assert_state::<Word<'_>>();
    assert_all::<Word<'_>>();
    assert_error::<DictionaryError>();
    assert_error::<UnknownWord>();
}

#[test]
fn every_word_is_found_and_no_other() {
    let dictionary = Dictionary::from_iter(["f", "b", " D ", "ff", "é", "b", "\t"]);
    assert!(dictionary.words().eq(["b", "d", "f", "ff", "é"]));
    assert!(dictionary.words().all(|word| dictionary.contains(word)));
    for absent in ["", "a", "c", "e", "g", "fff", "ê"] {
        assert!(!dictionary.contains(absent), "{absent:?}");
    }
}

/// The estimate is the edit distance.
fn edit_distance(a: &str, b: &str) -> u32 {
    let dictionary = Dictionary::from_iter([a, b]);
    dictionary.ladder(a, b).unwrap().estimated_distance_to_goal()
}

/// The edit distance by the whole table, as in a textbook.
fn by_table(a: &str, b: &str) -> u32 {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                u32::try_from(i + j).unwrap()
            } else {
                let changed = table[i - 1][j - 1] + u32::from(a[i - 1] != b[j - 1]);
                changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
        }
    }
    table[a.len()][b.len()]
}

#[test]
fn known_edit_distances() {
    for (a, b, distance) in [
        ("horse", "horse", 0),
        ("horse", "nurse", 2),
        ("kitten", "sitting", 3),
        ("ab", "ba", 2),
        // The common ends overlap in the shorter word.
        ("aba", "ababa", 2),
        ("aa", "aaa", 1),
        // One char is one letter, however many bytes it has.
        ("été", "ete", 2),
        ("λόγος", "λόγου", 1),
        // These letters have the same first byte in UTF-8, or the same last byte.
        ("é", "è", 1),
        ("é", "ĩ", 1),
    ] {
        assert_eq!(edit_distance(a, b), distance, "{a:?} to {b:?}");
        assert_eq!(edit_distance(b, a), distance, "{b:?} to {a:?}");
    }
}

/// Words of up to 64 letters are compared without memory from the heap.
#[test]
fn edit_distances_of_longer_words_are_exact_too() {
    for length in [63, 64, 65, 192] {
        let (a, b) = ("ab".repeat(length), format!("x{}y", "ba".repeat(length)));
        assert_eq!(edit_distance(&a, &b), by_table(&a, &b), "{length}");
    }
}

proptest! {
    #[test]
    fn edit_distances_equal_the_textbook_table(a in "[abé]{1,9}", b in "[abé]{1,9}") {
        prop_assert_eq!(edit_distance(&a, &b), by_table(&a, &b));
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_word_takes_sixteen_bytes() {
    assert_eq!(size_of::<Word<'_>>(), 16);
}

#[test]
fn a_mark_and_ends_of_lines_are_skipped() {
    for text in ["cold\ncord\n", "\u{feff}cold\r\ncord\r\n", "\u{feff}cord\n\ncold"] {
        let dictionary = Dictionary::from_reader(text.as_bytes()).unwrap();
        assert!(dictionary.words().eq(["cold", "cord"]), "{text:?}");
    }
}
