//! Lists of words.

use std::collections::BTreeSet;

use bestfirst::WorldState;
use bestfirst::word_ladder;

use crate::Target;

/// `Dictionary::from_reader`.
pub struct Dictionary;

/// The most bytes of a line, its end included.
const MAX_LINE: usize = 1 << 16;

impl Target for Dictionary {
    fn seeds() -> Vec<Vec<u8>> {
        let texts: [&[u8]; 6] = [
            b"cold\ncord\ncard\nward\nwarm\nold\n",
            b"\xef\xbb\xbfOne\r\n\r\n two \t\nONE",
            "λόγος\nλόγου\nété\nÉTE\n😀\n😀😀\nSTRASSE\nİ\n".as_bytes(),
            b"a\naa\naaa\nab\naab\nabb\nbab\nb",
            b"\x7fELF\x02\x01\x01\0\0\0\n\xff",
            b"",
        ];
        let longest = vec![b'a'; MAX_LINE - 3];
        texts.iter().map(|text| text.to_vec()).chain([longest]).collect()
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b"a",
        b"b",
        b"ab",
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"\0",
        b"\xc3",
        b"\xc3\xa9",
        b"\xcc\x81",
        b"\xef\xbb\xbf",
        b"\xf0\x9f\x98\x80",
        b"\xc4\xb0",
        b"\xce\xa3",
        b"\xe2\x80\xa8",
    ];

    fn read(input: &[u8]) -> bool {
        let mut lines = input.split_inclusive(|&byte| byte == b'\n');
        let fault = lines.position(|line| line.len() > MAX_LINE || str::from_utf8(line).is_err());
        let dictionary = match (word_ladder::Dictionary::from_reader(input), fault) {
            (Ok(dictionary), None) => dictionary,
            (Err(error), Some(line)) => {
                assert!(error.line() == line as u64 + 1 && !error.to_string().is_empty());
                return false;
            }
            (read, fault) => panic!("{read:?}, but the fault is in line {fault:?}"),
        };
        let text = String::from_utf8_lossy(input);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines = text.split('\n').map(|line| line.trim().to_lowercase());
        let expected: BTreeSet<String> = lines.filter(|word| !word.is_empty()).collect();
        assert!(dictionary.words().eq(expected.iter().map(String::as_str)), "{text}");

        // Of many words, and of very long ones, this would take more than its time.
        if input.len() < 1_000 {
            for word in dictionary.words() {
                let word = dictionary.ladder(word, word).unwrap();
                for neighbor in word.neighbors() {
                    let back = dictionary.ladder(neighbor.as_str(), word.as_str()).unwrap();
                    assert_eq!(back.estimated_distance_to_goal(), 1);
                    assert!(back.is_solvable() && back.neighbors().any(|other| other.is_goal()));
                }
            }
            let error = dictionary.ladder(text, "").unwrap_err();
            assert!(error.suggestions().len() <= 5);
        }
        true
    }
}
