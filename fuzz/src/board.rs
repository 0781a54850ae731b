//! Boards as text.

use bestfirst::sliding_tiles;

use crate::Target;

/// `Board::from_str`, `Board::from_prefix` and `BoardReader`.
pub struct Board;

impl Target for Board {
    fn seeds() -> Vec<Vec<u8>> {
        let texts: [&[u8]; 13] = [
            include_bytes!("../../input/puzzle3x3-31.txt"),
            include_bytes!("../../input/puzzle4x4-50.txt"),
            b"8 6 7 / 2 5 4 / 3 0 1",
            b"2 1 2 / 3 0",
            b"1 2\r\n\r\n0 3\r\n",
            b"\xef\xbb\xbf3\n1 2 3 4 5 6 7 8 0",
            b"5\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0",
            b"32767 1 2",
            b"1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\r2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\r",
            b"[[1, 2, 3], [4, _, 5], [6, 7, 8]] # in the middle",
            b"2 1 2 3 0\n2 1 2 0 3",
            b"1;2\n-1;3",
            b"",
        ];
        texts.map(<[u8]>::to_vec).to_vec()
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b"0",
        b"1",
        b"2",
        b"3",
        b"4",
        b"8",
        b"15",
        b"16",
        b" ",
        b"\n",
        b"\r\n",
        b"/",
        b"\t",
        b"-1",
        b"+1",
        b"4294967295",
        b"4294967296",
        b"65536",
        b"32768",
        b"\xc2\xa0",
        b"\xe2\x80\xa8",
        b"x",
        b"_",
        b"#",
        b",",
        b"[",
        b"\r",
        b"\xef\xbb\xbf",
    ];

    fn read(input: &[u8]) -> bool {
        let text = String::from_utf8_lossy(input);
        if let Ok((first, rest)) = sliding_tiles::Board::from_prefix(&text) {
            let read = text.strip_suffix(rest).unwrap();
            assert_eq!(read.parse().as_ref(), Ok(&first), "{text}");
        }
        for reader in
            [sliding_tiles::BoardReader::new(), sliding_tiles::BoardReader::new().indexed()]
        {
            match (reader.read(&text), reader.read_all(&text)) {
                (Ok(board), all) => assert_eq!(all, Ok(vec![board])),
                (Err(_), Ok(all)) => {
                    // Each on its line, or with its size.
                    assert!(!all.is_empty());
                    let listed: Vec<String> =
                        all.iter().map(|board| format!("name {board}\n")).collect();
                    let listed = listed.concat();
                    let listed = sliding_tiles::BoardReader::new().indexed().read_all(&listed);
                    assert_eq!(listed, Ok(all), "{text}");
                }
                (Err(one), Err(all)) => {
                    assert!(!one.to_string().is_empty() && !all.to_string().is_empty());
                }
            }
        }
        let board: sliding_tiles::Board = match text.parse() {
            Ok(board) => board,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        let tiles: Vec<u32> = board.tiles().collect();
        let lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
        let lines = lines.map(|line| line.split('#').next().unwrap());
        let is_between = |c: char| c.is_whitespace() || "/,;[](){}".contains(c);
        let words = lines.flat_map(|line| line.split(is_between)).filter(|word| !word.is_empty());
        let blank = ["_", ".", "x", "X", "-1"];
        let numbers: Vec<u32> = words
            .map(|word| if blank.contains(&word) { 0 } else { word.parse().unwrap() })
            .collect();
        assert!(numbers.ends_with(&tiles) && numbers.len() - tiles.len() <= 1, "{text}");
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..u32::try_from(tiles.len()).unwrap()), "{text}");

        assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
        assert!(board.hamming() <= board.manhattan());
        assert!(
            board.is_goal() == (board.manhattan() == 0)
                && (!board.is_goal() || board.is_solvable())
        );
        let renaming = sliding_tiles::Renaming::to(&board);
        let renamed = renaming.rename(&board).unwrap();
        assert!(renamed.is_goal() && renamed.is_solvable());
        assert_eq!(renaming.restore(&renamed).as_ref(), Some(&board));
        for neighbor in board.neighbors() {
            assert_eq!(neighbor.is_solvable(), board.is_solvable());
            assert_eq!(neighbor.manhattan().abs_diff(board.manhattan()), 1);
        }
        true
    }
}
