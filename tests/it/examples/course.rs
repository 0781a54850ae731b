//! `eight_puzzle --format course`: every byte as the assignments have it.
//!
//! The expected bytes come from the text of the assignments: Sedgewick and Wayne, "8 Puzzle" and
//! "Slider Puzzle", Princeton; Hug, "Puzzle Solver", Berkeley. Boards are read, moved and printed
//! here without the library.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::files::{directory, input, most_inputs_are_missing};
use crate::common::programs::{examples, text};

/// The exit status, the standard output and the standard error of `eight_puzzle`, in the folder
/// with the files.
fn eight_puzzle(arguments: &[&str]) -> (Option<i32>, String, String) {
    example("eight_puzzle", arguments)
}

/// The same of any example.
fn example(name: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(&examples()[name]);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("input"));
    command.args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// What is printed for these arguments, if all is well.
fn printed(arguments: &[&str]) -> String {
    let (status, printed, errors) = eight_puzzle(arguments);
    assert_eq!((status, &*errors), (Some(0), ""), "{arguments:?}: {printed}");
    printed
}

/// A board as the readers of the assignments take it: the size, and then the tiles.
struct Board {
    size: usize,
    tiles: Vec<usize>,
}

impl Board {
    fn read(words: &mut impl Iterator<Item = usize>) -> Option<Self> {
        let size = words.next()?;
        let tiles: Vec<_> = words.take(size * size).collect();
        assert_eq!(tiles.len(), size * size);
        Some(Self { size, tiles })
    }

    fn read_all(text: &str) -> Vec<Self> {
        let mut words = text.split_whitespace().map(|word| word.parse().unwrap());
        std::iter::from_fn(|| Self::read(&mut words)).collect()
    }

    /// `toString` in Java: `n + "\n"`, `String.format("%2d ", tile)`, and `"\n"` after each row.
    fn java(&self) -> String {
        let mut text = self.size.to_string() + "\n";
        for row in self.tiles.chunks(self.size) {
            for tile in row {
                let padding = if *tile < 10 { " " } else { "" };
                text += &(padding.to_owned() + &tile.to_string() + " ");
            }
            text += "\n";
        }
        text
    }

    /// Whether a tile slides into the blank, and everything else stays.
    fn is_move(&self, after: &Self) -> bool {
        let blank = |board: &Self| board.tiles.iter().position(|&tile| tile == 0).unwrap();
        let (from, to) = (blank(self), blank(after));
        let rows = (from / self.size).abs_diff(to / self.size);
        let columns = (from % self.size).abs_diff(to % self.size);
        let mut tiles = self.tiles.clone();
        tiles.swap(from, to);
        rows + columns == 1 && tiles == after.tiles
    }

    fn is_goal(&self) -> bool {
        let cells = self.tiles.len();
        self.tiles.iter().enumerate().all(|(cell, &tile)| tile == (cell + 1) % cells)
    }
}

/// The whole output for a solution: `StdOut.println(board)` adds the blank line.
fn expected(solution: &[Board]) -> String {
    let mut text = format!("Minimum number of moves = {}\n", solution.len() - 1);
    for board in solution {
        text += &(board.java() + "\n");
    }
    text
}

/// The names of the solvable boards in `input/`, each with its number of moves.
fn solvable() -> Vec<(String, usize)> {
    let names = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("input");
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| names(entry).unwrap()).collect();
    names.sort();
    let moves = |name: &str| name.strip_suffix(".txt")?.rsplit_once('-')?.1.parse().ok();
    let boards = names.into_iter().filter(|name| name.starts_with("puzzle"));
    boards.filter_map(|name| moves(&name).map(|moves| (name, moves))).collect()
}

#[test]
fn every_solution_is_printed_byte_for_byte() {
    let files = solvable();
    // Lengths 0 to 6, 0 to 31 and 0 to 50.
    assert!(files.len() == 7 + 32 + 51 || most_inputs_are_missing(), "{files:?}");
    for (name, moves) in files {
        let printed = printed(&["--format", "course", &name]);
        let (first, boards) = printed.split_once('\n').unwrap();
        assert_eq!(first, format!("Minimum number of moves = {moves}"), "{name}");
        let solution = Board::read_all(boards);
        assert_eq!(solution[0].tiles, Board::read_all(&input(&name))[0].tiles, "{name}");
        assert!(solution.windows(2).all(|pair| pair[0].is_move(&pair[1])), "{name}");
        assert!(solution.last().unwrap().is_goal() && solution.len() == moves + 1, "{name}");
        assert_eq!(printed, expected(&solution), "{name}");
    }
}

#[test]
fn boards_without_a_solution_are_said_to_have_none() {
    for size in ["2x2", "3x3", "4x4"] {
        let name = format!("puzzle{size}-unsolvable.txt");
        let (status, printed, errors) = eight_puzzle(&["--format", "course", &name]);
        assert_eq!((status, &*printed, &*errors), (Some(1), "No solution possible\n", ""));
    }
}

#[test]
fn several_files_are_checked_as_the_checker_does() {
    let files = solvable();
    let names = files.iter().map(|(name, _)| &**name);
    let arguments: Vec<_> = ["--format", "course"].into_iter().chain(names).collect();
    let lines: Vec<_> = files.iter().map(|(name, moves)| format!("{name}: {moves}")).collect();
    assert_eq!(printed(&arguments), lines.join("\n") + "\n");

    let unsolvable = ["--format", "course", "puzzle2x2-unsolvable.txt", "puzzle3x3-04.txt"];
    let lines = "puzzle2x2-unsolvable.txt: -1\npuzzle3x3-04.txt: 4\n";
    assert_eq!(eight_puzzle(&unsolvable), (Some(1), lines.to_owned(), String::new()));
}

/// Boards with one shortest solution, written by hand.
#[test]
fn easy_boards_are_printed_as_in_the_assignment() {
    const TWO: &str = "Minimum number of moves = 2\n\
        3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n\n\
        3\n 1  2  3 \n 4  5  0 \n 7  8  6 \n\n\
        3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n";
    const FOUR: &str = "Minimum number of moves = 4\n\
        3\n 1  2  3 \n 7  4  6 \n 0  5  8 \n\n\
        3\n 1  2  3 \n 0  4  6 \n 7  5  8 \n\n\
        3\n 1  2  3 \n 4  0  6 \n 7  5  8 \n\n\
        3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n\
        3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n";
    for (name, solution) in [("puzzle3x3-02.txt", TWO), ("puzzle3x3-04.txt", FOUR)] {
        assert_eq!(printed(&["--format", "course", name]), solution);
        assert_eq!(printed(&["--format", "course", "--all", name]), solution);
        for heuristic in ["hamming", "linear-conflict", "walking-distance"] {
            let arguments = ["--format", "course", "--heuristic", heuristic, name];
            assert_eq!(printed(&arguments), solution, "{heuristic}");
        }
    }
}

/// A tile of three digits takes as many, as in Java.
#[test]
fn wide_tiles_are_not_cut_off() {
    let directory = directory("course/wide");
    let tiles: Vec<String> = (1..121).chain([0]).map(|tile| tile.to_string()).collect();
    let file = directory.join("solved.txt");
    fs::write(&file, format!("11 {}", tiles.join(" "))).unwrap();
    let printed = printed(&["--format", "course", file.to_str().unwrap()]);
    assert_eq!(printed, expected(&Board::read_all(&fs::read_to_string(&file).unwrap())));
    assert!(printed.ends_with("\n111 112 113 114 115 116 117 118 119 120  0 \n\n"), "{printed}");
}

/// The board and the listing of the Princeton assignment, but for the names of two estimates.
#[test]
fn the_trace_stands_side_by_side() {
    let file = directory("course/trace").join("puzzle04.txt");
    fs::write(&file, "3\n 0  1  3\n 4  2  5\n 7  8  6\n").unwrap();
    let arguments = ["--format", "course", "--trace", file.to_str().unwrap()];
    let trace = printed(&arguments);
    let steps = "\
Step 0:    priority  = 4
           moves     = 0
           manhattan = 4
           3
            0  1  3
            4  2  5
            7  8  6

Step 1:    priority  = 4    priority  = 6
           moves     = 1    moves     = 1
           manhattan = 3    manhattan = 5
           3                3
            1  0  3          4  1  3
            4  2  5          0  2  5
            7  8  6          7  8  6

Step 2:    priority  = 4    priority  = 6    priority  = 6
";
    assert!(trace.starts_with(steps), "{trace}");
    assert!(trace.contains("\nStep 4:    priority  = 4    priority  = 6    "), "{trace}");
    assert!(!trace.contains("Step 5"), "{trace}");
    let solution = trace.find("Minimum number of moves = 4\n").unwrap();
    assert_eq!(trace[solution..], printed(&["--format", "course", arguments[3]]));

    let hamming = printed(&[&arguments[..], &["--heuristic", "hamming"]].concat());
    assert!(hamming.contains("\n           hamming   = 4\n"), "{hamming}");
}

#[test]
fn any_white_space_is_read_and_text_after_the_board_only_if_asked_for() {
    let directory = directory("course/input");
    let file = directory.join("board.txt");
    let path = file.to_str().unwrap();
    let solution = printed(&["--format", "course", "puzzle3x3-04.txt"]);
    for board in
        ["3 1 2 3 7 4 6 0 5 8", "\n\n3 1\t2\r\n3 7 4\n6\n\n0 5 8", "3\n1 2 3\n7 4 6\n0 5 8"]
    {
        fs::write(&file, board).unwrap();
        for lenient in
            [&["--format", "course", path][..], &["--format", "course", "--lenient", path]]
        {
            assert_eq!(printed(lenient), solution, "{board:?}");
        }
        for (after, fault) in [
            ("by hand", "there is text after the board: \"by\""),
            ("9", "there are 10 tiles, expected 9"),
        ] {
            fs::write(&file, format!("{board}\n{after}\n")).unwrap();
            let (status, output, error) = eight_puzzle(&["--format", "course", path]);
            assert_eq!((status, &*output), (Some(2), ""), "{board:?}: {error}");
            assert!(error.ends_with(&format!("{fault}\n")), "{board:?}: {error}");
            assert_eq!(printed(&["--format", "course", "--lenient", path]), solution, "{board:?}");
        }
    }
    fs::write(&file, "3 1 2 3\n7 4 6\n0 5").unwrap();
    let (_, _, error) = eight_puzzle(&["--format", "course", path]);
    assert!(
        error.ends_with("line 3, column 3: the board ends after 8 tiles, expected 9\n"),
        "{error}"
    );
    // Rows without a size are only for the other format.
    fs::write(&file, "1 2 3\n7 4 6\n0 5 8").unwrap();
    assert!(printed(&["--lenient", path]).starts_with("Minimum number of moves = 4\n3\n 1"));
    assert_eq!(eight_puzzle(&["--format", "course", path]).0, Some(2));
}

#[test]
fn all_shortest_solutions_are_printed_and_differ() {
    let directory = directory("course/all");
    let file = directory.join("board.txt");
    fs::write(&file, "3\n1 2 3\n0 7 6\n5 4 8\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(
        printed(&["--all", "--moves", path]),
        "Minimum number of moves = 7\nDRULDRR\nRDLURDR\n"
    );
    let course = printed(&["--all", "--format", "course", path]);
    let solutions: Vec<_> =
        course.split_inclusive("Minimum number of moves = 7\n").skip(1).collect();
    assert_eq!(solutions.len(), 2, "{course}");
    let standard = printed(&["--all", "--heuristic", "walking-distance", path]);
    assert!(standard.contains("\nSolution 2 of 2\n3\n 1  2  3\n 0  7  6\n"), "{standard}");
}

#[test]
fn a_weight_bounds_the_length() {
    let printed = printed(&["--weight", "1.5", "--moves", "puzzle4x4-40.txt"]);
    let (headline, moves) = printed.split_once('\n').unwrap();
    let number = headline.split(" = ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(moves.trim_end().len().to_string(), number, "{printed}");
    assert!((40..=60).contains(&number.parse().unwrap()), "{printed}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let wrong: [(&[&str], &str); 7] = [
        (&["--all", "puzzle3x3-04.txt", "puzzle3x3-05.txt"], "--all and --trace take one board"),
        (&["--all", "--search", "ida-star"], "'--all' cannot be used with '--search <NAME>'"),
        (&["--weight", "0.5"], "expected a number from 1 to 1000"),
        (&["--weight", "nan"], "expected a number from 1 to 1000"),
        (&["--weight", "2", "--search", "ida-star"], "--weight is for --search weighted-a-star"),
        (&["--priority", "sum"], "--weight <W>"),
        (
            &["--format", "course", "--trace", "--weight", "2"],
            "the course format traces a-star only",
        ),
    ];
    for (arguments, fault) in wrong {
        let (status, output, error) = eight_puzzle(arguments);
        assert_eq!((status, &*output), (Some(2), ""), "{arguments:?}");
        assert!(error.contains(fault), "{arguments:?}: {error}");
    }
    let file = directory("course/large").join("board.txt");
    fs::write(&file, "5 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24").unwrap();
    let (status, _, error) =
        eight_puzzle(&["--heuristic", "walking-distance", file.to_str().unwrap()]);
    assert_eq!(status, Some(2));
    assert_eq!(error, "error: walking-distance is for boards of up to 4-by-4, not 5-by-5\n");
}

#[test]
fn given_boards_are_compared_by_their_files() {
    let files = ["puzzle3x3-10.txt", "puzzle2x2-unsolvable.txt", "puzzle3x3-04.txt"];
    let (status, csv, _) = example("compare", &[&["--csv"], &files[..]].concat());
    assert_eq!(status, Some(0), "{csv}");
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3 * 7, "{csv}");
    for row in rows {
        let [size, file, search, _, expanded, _, moves, limit, bound] = row[..] else {
            panic!("{csv}")
        };
        let (expected, of_size) = match file {
            "puzzle3x3-10.txt" => ("10", "3"),
            "puzzle3x3-04.txt" => ("4", "3"),
            _ => ("", "2"),
        };
        let is_optimal = !["depth-first", "greedy-best-first"].contains(&search);
        assert!(moves == expected || !is_optimal && !moves.is_empty(), "{row:?}");
        assert_eq!((size, limit, bound), (of_size, "", ""), "{row:?}");
        assert_eq!(expanded == "0", expected.is_empty(), "{row:?}");
    }
    let (_, table, _) = example("compare", &files);
    assert_eq!(table.matches(" 0/1 ").count(), 7, "{table}");
    assert_eq!(table.matches(" 1 unsolvable\n").count(), 7, "{table}");
    let (status, _, error) = example("compare", &["--boards", "2", files[0]]);
    assert!(status == Some(2) && error.contains("cannot be used with"), "{error}");
}
