//! Boards as text: what is read, and what is wrong with the rest.

use bestfirst::sliding_tiles::{Board, BoardError, BoardErrorKind, BoardReader, Goal};

use crate::common::boards::board_of;

fn board(tiles: &[u32]) -> Board {
    board_of(tiles, Goal::BlankLast)
}

fn tiles(board: &Board) -> Vec<u32> {
    board.tiles().collect()
}

fn error(text: &str) -> BoardError {
    text.parse::<Board>().unwrap_err()
}

#[test]
fn a_board_is_read_in_all_its_forms() {
    let expected = board(&[0, 1, 3, 4, 2, 5, 7, 8, 6]);
    for text in [
        "3\n 0 1 3\n 4 2 5\n 7 8 6\n",
        "0 1 3\n4 2 5\n7 8 6",
        "\r\n3\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n\r\n",
        "0 1 3 / 4 2 5 / 7 8 6",
        "3 0 1 3 4 2 5 7 8 6",
        "3\n0 1 3 4 2 5\n7 8 6",
        "3/0 1 3/4 2 5/7 8 6",
        "3 0 1\n\n3 4\t2 5 7\n8\n6",
        "\n3 0 1 3\n4 2 5\n7 8 6",
        // All tiles on one line, or each on its own.
        "0 1 3 4 2 5 7 8 6",
        "0\n1\n3\n4\n2\n5\n7\n8\n6\n",
        // Comments.
        "# by hand\n3 # by 3\n0 1 3 # the blank is first\n4 2 5\n7 8 6\n# end",
        "0 1 3\n#\n4 2 5#\n7 8 6#7",
        // Separators.
        "0,1,3,4,2,5,7,8,6",
        "0, 1, 3\n4, 2, 5\n7, 8, 6\n",
        "0;1;3\n4;2;5\n7;8;6",
        "[[0, 1, 3], [4, 2, 5], [7, 8, 6]]",
        "[\n  [0, 1, 3],\n  [4, 2, 5],\n  [7, 8, 6],\n]\n",
        "[0 1 3; 4 2 5; 7 8 6]",
        "{(0,1,3),(4,2,5),(7,8,6)}",
        // Marks of the blank.
        "_ 1 3\n4 2 5\n7 8 6",
        ". 1 3 / 4 2 5 / 7 8 6",
        "3 x 1 3 4 2 5 7 8 6",
        "X,1,3,4,2,5,7,8,6",
        "-1 1 3\n4 2 5\n7 8 6",
        // The first character, and the ends of lines.
        "\u{feff}3\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n",
        "\u{feff}0 1 3\n4 2 5\n7 8 6",
        "0 1 3\r4 2 5\r7 8 6\r",
        "3\r0 1 3 # blank first\r4 2 5\r\n7 8 6",
    ] {
        assert_eq!(text.parse::<Board>().as_ref(), Ok(&expected), "{text:?}");
    }
}

#[test]
fn errors_name_the_place_and_the_value() {
    for (text, message) in [
        ("", "the board is empty"),
        (" \n\t\n", "the board is empty"),
        (
            "0 2 3/3 4 5/6 7 88",
            "line 1, column 17: tile 88 is out of range: a 3-by-3 board has the tiles 0 to 8",
        ),
        (
            "0 1 2\n2 3 4\n5 6 7",
            "line 2, column 1: tile 2 appears twice, first at line 1, column 5; tile 8 is missing",
        ),
        ("3\n0 1 3\n4 a 5\n7 8 6", "line 3, column 3: \"a\" is not a number"),
        // Two marks of the blank.
        (
            "3\n0 1 3\n4 x 5\n7 8 6",
            "line 3, column 3: tile 0 appears twice, first at line 2, column 1; tile 2 is missing",
        ),
        (
            "_ 1\n2 _",
            "line 2, column 3: tile 0 appears twice, first at line 1, column 1; tile 3 is missing",
        ),
        (
            "-1 0 1 2",
            "line 1, column 4: tile 0 appears twice, first at line 1, column 1; tile 3 is missing",
        ),
        // Rows without a size, however they begin.
        (
            "1 2 3 4 5 6 7 7 8",
            "line 1, column 15: tile 7 appears twice, first at line 1, column 13; tile 0 is missing",
        ),
        (
            "1 2 3 4 5 6 7 0",
            "line 1: 8 tiles on one line, expected N² for a board of N by N, such as 9 or 16",
        ),
        (
            "0 1 3",
            "line 1: 3 tiles on one line, expected N² for a board of N by N, such as 9 or 16",
        ),
        (
            "7 1 2 3 4 5 6 7 8 0",
            "line 1: 10 tiles on one line, expected N² for a board of N by N, such as 9 or 16 (is \
             the first an index?)",
        ),
        ("1 2 3 / 4 5 6 / 7 8", "line 1: this row has 2 tiles, but the first row has 3"),
        (
            "\u{feff}1,2,3\r\n4,5,6\r\n7,9,0\r\n",
            "line 3, column 3: tile 9 is out of range: a 3-by-3 board has the tiles 0 to 8",
        ),
        (
            "1 2\r\r3 3",
            "line 3, column 3: tile 3 appears twice, first at line 3, column 1; tile 0 is missing",
        ),
        // The size is known to be one.
        (
            "3 0 1 2 3 4 5 6 7 9",
            "line 1, column 19: tile 9 is out of range: a 3-by-3 board has the tiles 0 to 8",
        ),
        ("1 2\n-3 0", "line 2, column 1: \"-3\" is not a number"),
        ("3\n0 1 3\n4 2 5\n7 8", "line 4, column 3: the board ends after 8 tiles, expected 9"),
        ("2\n0 1\n2 3\n4", "line 4, column 1: there are 5 tiles, expected 4"),
        ("2\n0 1\n2 3\n4 5 by hand", "line 4, column 1: there are 6 tiles, expected 4"),
        ("2\n0 1\n2 3\nby hand", "line 4, column 1: there is text after the board: \"by\""),
        ("2 0 1\n2 3 by hand", "line 2, column 5: there is text after the board: \"by\""),
        ("0 1 3\n4 2\n7 8 6", "line 2: this row has 2 tiles, but the first row has 3"),
        ("0 1 2\n3 4 5", "line 2: the board is not square: 3 tiles in each row, but 2 rows"),
        ("0 1\n2 3\n\n4 5", "line 4: the board is not square: 2 tiles in each row, but 3 rows"),
        ("1\n0", "line 1, column 1: board size 1 is out of range: it must be from 2 to 32767"),
        (
            "\n 40000\n0 1 2",
            "line 2, column 2: board size 40000 is out of range: it must be from 2 to 32767",
        ),
        (
            "99999999999999999999999\n0",
            "line 1, column 1: board size 99999999999999999999… is out of range: it must be from 2 \
             to 32767",
        ),
        (
            "1 2\n0 4294967296",
            "line 2, column 3: tile 4294967296 is out of range: a 2-by-2 board has the tiles 0 to 3",
        ),
        ("é é\n0 1", "line 1, column 1: \"é\" is not a number"),
        ("1 ②\n0 3", "line 1, column 3: \"②\" is not a number"),
    ] {
        assert_eq!(error(text).to_string(), message, "{text:?}");
    }
}

#[test]
fn boards_are_read_one_after_the_other() {
    let text = "\n2 0 1\n2 3 / 3\n1 2 3 4 5 6\n7 8 0\nby hand\n";
    let (first, rest) = Board::from_prefix(text).unwrap();
    let (second, end) = Board::from_prefix(rest).unwrap();
    assert_eq!(
        (tiles(&first), tiles(&second)),
        (vec![0, 1, 2, 3], vec![1, 2, 3, 4, 5, 6, 7, 8, 0])
    );
    assert_eq!((rest, end), (" / 3\n1 2 3 4 5 6\n7 8 0\nby hand\n", "\nby hand\n"));
    let error = Board::from_prefix(end).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 1: \"by\" is not a number");
    assert_eq!(Board::from_prefix(" \n").unwrap_err().kind(), &BoardErrorKind::Empty);
}

#[test]
fn a_size_without_tiles_costs_no_memory() {
    assert_eq!(
        error("30000\n1 2 3").to_string(),
        "line 2, column 5: the board ends after 3 tiles, expected 900000000"
    );
}

#[test]
fn an_index_in_front_is_skipped() {
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let expected: Board = korf.parse().unwrap();
    let reader = BoardReader::new().indexed();
    for index in ["1", "4", "100", "1.", "board-7:", "-"] {
        for text in [format!("{index} {korf}"), format!("{index},4,{}", korf.replace(' ', ","))] {
            assert_eq!(reader.read(&text).as_ref(), Ok(&expected), "{text}");
        }
    }
    assert_eq!(reader.read("7\n2\n1 2\n3 0"), "1 2 / 3 0".parse());
    assert_eq!(reader.read("7").unwrap_err().kind(), &BoardErrorKind::Empty);
    let error = reader.read("7 1 2 3 4").unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 9: tile 4 is out of range: a 2-by-2 board has the tiles 0 to 3"
    );
}

#[test]
fn several_boards_are_read() {
    let (one, two) = (board(&[1, 2, 0, 3]), board(&[1, 2, 3, 0]));
    let both = vec![one.clone(), two.clone()];
    let all = |text: &str| BoardReader::new().read_all(text);
    for text in [
        "1 2 0 3\n1 2 3 0",
        "# two\n\n1 2 / 0 3\n1 2 / 3 0 # solved\n",
        "\u{feff}2 1 2 0 3\r\n2 1 2 3 0\r\n",
        "[1, 2, _, 3]\r[1, 2, 3, _]\r",
        "2\n1 2\n0 3\n\n2\n1 2\n3 0",
        "2 1 2 0 3 2 1 2 3 0",
    ] {
        assert_eq!(all(text).as_ref(), Ok(&both), "{text:?}");
    }
    for text in ["1 2\n0 3", "1 2 0 3", "2\n1 2\n0 3"] {
        assert_eq!(all(text), Ok(vec![one.clone()]), "{text:?}");
    }
    let eight: Board = "1 2 3 / 4 5 6 / 7 8 0".parse().unwrap();
    assert_eq!(all("1 2 0 3\n1 2 3 4 5 6 7 8 0"), Ok(vec![one, eight]));
    let indexed = BoardReader::new().indexed();
    assert_eq!(indexed.read_all("1 1 2 0 3\n2 1 2 3 0\n"), Ok(both));
    for (text, message) in [
        ("", "the board is empty"),
        ("# none\n", "the board is empty"),
        (
            "1 2 3 0\n\n1 2 3 3\n1 2 3 0\n",
            "line 3, column 7: tile 3 appears twice, first at line 3, column 5; tile 0 is missing",
        ),
        (
            "1 2 3 0\n1 2 3\n",
            "line 2: 3 tiles on one line, expected N² for a board of N by N, such as 9 or 16",
        ),
        (
            "1 1 2 0 3\n2 1 2 3 0\n3 0 1 2 3",
            "line 1: 5 tiles on one line, expected N² for a board of N by N, such as 9 or 16 (is \
             the first an index?)",
        ),
        (
            "2\n1 2\n0 3\n\n2\n1 2\n3 3",
            "line 7, column 3: tile 3 appears twice, first at line 7, column 1; tile 0 is missing",
        ),
        // A board of rows, not a list of boards.
        (
            "1 2 3 0\n5 6 7 8\n9 10 11 12\n13 14 15 0",
            "line 4, column 10: tile 0 appears twice, first at line 1, column 7; tile 4 is missing",
        ),
        ("1 2 3\n4 5\n7 8 0", "line 2: this row has 2 tiles, but the first row has 3"),
    ] {
        assert_eq!(all(text).unwrap_err().to_string(), message, "{text:?}");
    }
}
