//! The examples as programs of the command line, where what is around them goes wrong: pipes that
//! close early, full devices, Ctrl-C, little memory, files that are none, numbers beyond reason.

mod interrupted;

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bestfirst::search::SearchKind;

use crate::common::files::directory;
use crate::common::programs::{examples, text};

/// One move from the goal.
const EASY: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";

/// 80 moves from the goal with the blank first, as far as can be: nothing solves it in a minute.
const HARD: &str = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0";

/// An example with its arguments, or `None` where its features are missing or the other crate of
/// tests runs it.
fn example(name: &str, arguments: &[&str]) -> Option<Command> {
    let mut command = Command::new(examples().get(name)?);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command)
}

/// The same for the goal with the blank last: turned round, and each tile 16 less what it was.
fn hard_with_blank_last() -> String {
    let tiles = HARD.split(' ').rev().map(|tile| tile.parse::<u32>().unwrap());
    let tiles: Vec<_> = tiles.map(|tile| ((16 - tile) % 16).to_string()).collect();
    tiles.join(" ")
}

/// A file in a directory, by its path.
fn file(directory: &Path, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = directory.join(name);
    fs::write(&path, contents).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// The hard board as a file for `eight_puzzle` and the like.
fn hard_board(directory: &Path) -> String {
    file(directory, "hard.txt", format!("4 {HARD}"))
}

/// Calls of all examples that print something and are quick.
const PRINTING: [(&str, &[&str]); 26] = [
    ("eight_puzzle", &[]),
    ("eight_puzzle", &["--help"]),
    ("eight_puzzle", &["--trace"]),
    ("eight_puzzle", &["--trace", "--search", "breadth-first"]),
    ("eight_puzzle", &["input/puzzle3x3-04.txt", "input/puzzle3x3-unsolvable.txt"]),
    ("compare", &["--random", "1", "--max-expanded", "10"]),
    ("word_ladder", &["horse", "nurse"]),
    ("custom_domain", &[]),
    ("custom_search", &[]),
    ("custom_search", &["--help"]),
    ("lockstep", &["input/puzzle3x3-10.txt"]),
    ("on_disk", &["input/puzzle3x3-10.txt"]),
    ("game", &[]),
    ("game", &["--help"]),
    ("grid_map", &[]),
    ("grid_map", &["--help"]),
    ("grid_map", &["--animate"]),
    ("road_network", &["--generate", "9", "--show"]),
    ("road_network", &["--generate", "9", "--all"]),
    ("pocket_cube", &[]),
    ("pocket_cube", &["R", "U"]),
    ("puzzles", &["hanoi"]),
    ("puzzles", &["sokoban"]),
    ("puzzles", &["sokoban", "--help"]),
    ("fifteen_puzzle", &["--heuristic", "manhattan", EASY]),
    ("fifteen_puzzle", &["--random", "3", "--size", "3", "--within", "2"]),
];

/// The end of a pipe that is written to, when nobody reads from it any more.
fn closed_pipe() -> Stdio {
    let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = reader.stdin.take().unwrap();
    reader.wait().unwrap();
    // A process that another test is just starting holds a copy of the other end for a moment.
    poll("a pipe without a reader", || pipe.write_all(b"\n").err());
    pipe.into()
}

fn full_device() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn a_pipe_that_closes_early_ends_them_quietly() {
    for (name, arguments) in PRINTING {
        let Some(mut command) = example(name, arguments) else { continue };
        let output = command.stdout(closed_pipe()).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{name} {arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{name} {arguments:?}");
    }
}

#[test]
fn a_full_device_is_an_error() {
    for (name, arguments) in PRINTING {
        let Some(mut command) = example(name, arguments) else { continue };
        let output = command.stdout(full_device()).output().unwrap();
        let message = "error: standard output: No space left on device (os error 28)\n";
        assert_eq!(text(&output.stderr), message, "{name} {arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{name} {arguments:?}");
    }
}

#[test]
fn messages_that_cannot_be_written_leave_the_status() {
    let wrong: [(&str, &[&str]); 16] = [
        ("eight_puzzle", &["--no-such-option"]),
        ("eight_puzzle", &["no-such-file"]),
        ("eight_puzzle", &["input/malformed-letter.txt", "input/puzzle3x3-04.txt"]),
        ("compare", &["--boards", "1", "--max-expanded", "10", "--svg", "no-such-folder/x.svg"]),
        ("word_ladder", &["horse", "no such word"]),
        ("custom_domain", &["3"]),
        ("lockstep", &["no-such-file"]),
        ("on_disk", &["--disk", "1M", "input/puzzle4x4-50.txt"]),
        ("grid_map", &["no-such-file"]),
        ("road_network", &["no-such-file"]),
        ("pocket_cube", &["R", "X"]),
        ("rubiks_cube", &["R", "X"]),
        ("puzzles", &["no-such-puzzle"]),
        ("puzzles", &["sokoban", "--level", "no-such-file"]),
        ("fifteen_puzzle", &["no-such-file"]),
        ("generate_boards", &["Cargo.toml"]),
    ];
    for (name, arguments) in wrong {
        for stderr in [closed_pipe, full_device] {
            let Some(mut command) = example(name, arguments) else { continue };
            let status = command.stdout(Stdio::null()).stderr(stderr()).status().unwrap();
            assert_eq!(status.code(), Some(2), "{name} {arguments:?}");
        }
    }
}

/// Looks again and again until there is something, and for a minute at most.
fn poll<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "in vain: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The number after this text.
fn number_after(printed: &str, before: &str) -> u64 {
    let (_, rest) = printed.split_once(before).unwrap_or_else(|| panic!("{before}: {printed}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn little_memory_ends_with_an_answer() {
    let small: [(&str, u32, &[&str], &str); 9] = [
        ("eight_puzzle", 20_000, &["--search", "a-star"], "No solution yet: "),
        ("eight_puzzle", 20_000, &["--search", "tree-a-star"], "No solution yet: "),
        ("eight_puzzle", 20_000, &["--search", "graph-a-star"], "No solution yet: "),
        ("eight_puzzle", 20_000, &["--search", "breadth-first"], "No solution yet: "),
        ("eight_puzzle", 20_000, &["--search", "bidirectional"], "No solution yet: "),
        ("eight_puzzle", 20_000, &["--search", "anytime-beam", "--moves"], "Number of moves = "),
        ("eight_puzzle", 20_000, &["--search", "ida-star", "--moves"], "Minimum number of moves "),
        ("eight_puzzle", 131_072, &["--search", "tree-a-star", "--moves"], "Minimum number of "),
        ("lockstep", 20_000, &[], "No solution yet: "),
    ];
    for (name, kilobytes, arguments, answer) in small {
        let Some(program) = examples().get(name) else { continue };
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {kilobytes}; exec \"$@\"");
        command.args(["-c", &script, "sh"]).arg(program).args(arguments);
        let output = command.arg("input/puzzle4x4-50.txt").output().unwrap();
        let printed = text(&output.stdout);
        assert_eq!(text(&output.stderr), "", "{name} {arguments:?}");
        assert!(printed.starts_with(answer), "{name} {arguments:?}: {printed}");
        let is_stopped = answer.starts_with("No");
        assert_eq!(output.status.code(), Some(is_stopped.into()), "{name} {arguments:?}");
        if is_stopped {
            assert!(printed.contains("the allocator refused more"), "{name}: {printed}");
            assert!(number_after(&printed, "has at least ") >= 30, "{name}: {printed}");
        }
    }
}

/// A call of each example that reads a file, with this one.
fn readers(file: &str) -> Vec<Command> {
    let calls: [(&str, &[&str]); 8] = [
        ("eight_puzzle", &["--moves", file]),
        ("eight_puzzle", &[file, "no-such-file"]),
        ("lockstep", &[file]),
        ("on_disk", &[file]),
        ("word_ladder", &["cold", "warm", "--words", file]),
        ("road_network", &[file]),
        ("puzzles", &["sokoban", "--level", file]),
        ("fifteen_puzzle", &["--heuristic", "manhattan", file]),
    ];
    calls.iter().filter_map(|(name, arguments)| example(name, arguments)).collect()
}

/// They all end with status 2, no solution, and a message about the file that ends in this way.
fn assert_refused(commands: Vec<Command>, file: &str, fault: &str) {
    for mut command in commands {
        let output = command.output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
        let line = message.lines().next().unwrap_or_default();
        let is_named = line.starts_with(&format!("error: {file}: ")) && line.ends_with(fault);
        assert!(is_named && line.len() < 300, "{command:?}: {message}");
        // Of several files there is a table.
        assert!(text(&output.stdout).lines().count() <= 1, "{output:?}");
    }
}

#[test]
fn a_file_that_is_no_text_is_refused_by_its_name() {
    let directory = directory("command_line/files");
    let folder = directory.to_str().unwrap();
    assert_refused(readers(folder), folder, "Is a directory (os error 21)");

    let missing = format!("{folder}/missing");
    assert_refused(readers(&missing), &missing, "No such file or directory (os error 2)");

    let beyond = format!("{}/beyond", file(&directory, "file", ""));
    assert_refused(readers(&beyond), &beyond, "Not a directory (os error 20)");

    let binary = file(&directory, "binary", b"2\n1 2\n\x7fELF\x80 3 0\n");
    assert_refused(readers(&binary), &binary, "line 3: not valid UTF-8");

    for empty in ["", "\n \n\n"] {
        let empty = file(&directory, "empty", empty);
        assert_refused(readers(&empty), &empty, "");
    }
    // What is valid UTF-8 may be a binary file as well, without a line or a space in it.
    let zeros = file(&directory, "zeros", vec![0; 1 << 20]);
    let mut boards = readers(&zeros);
    boards.retain(|command| !command.get_program().to_str().unwrap().contains("word_ladder"));
    assert_refused(boards, &zeros, "");

    let closed = file(&directory, "closed", "2\n1 2\n3 0\n");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let mut commands = readers(&closed);
    if File::open(&closed).is_ok() {
        // The superuser may read anything, so that somebody else has to try.
        for command in &mut commands {
            command.uid(65_534);
        }
        if commands[0].output().is_err() {
            println!("skipped: nobody else may run the examples");
            return;
        }
    }
    assert_refused(commands, &closed, "Permission denied (os error 13)");
}

/// What a program prints that reads this.
fn output_of(mut command: Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_hyphen_is_the_standard_input() {
    let fifteen = format!("# one board\n\n{EASY}\n");
    let calls: [(&str, &[&str], &str, &str); 10] = [
        ("eight_puzzle", &["--moves", "-"], "2\n1 2\n0 3\n", "Minimum number of moves = 1\nR\n"),
        ("eight_puzzle", &["-", "input/puzzle3x3-04.txt"], "1 2 / 0 3", "FILE "),
        ("lockstep", &["-"], "1 2 / 0 3", "Solvable in 1 move "),
        ("lockstep", &[], "1 2 / 0 3", "Solvable in 1 move "),
        ("on_disk", &[], "1 2 / 0 3", "Minimum number of moves = 1\ntotal: moves 1, "),
        (
            "word_ladder",
            &["cold", "cord", "--words", "-"],
            "cold\ncord\n",
            "Minimum number of moves = 1\ncold\ncord\n",
        ),
        ("road_network", &["-"], "p sp 2 1\na 1 2 3\n", "2 nodes, 1 arc\nCost = 3 (1 arc)\n"),
        ("puzzles", &["sokoban", "--level", "-"], "#####\n#@$.#\n#####\n", "R\n1 move "),
        ("grid_map", &["-"], "..\n#.\n", "Length = 2 (2 straight steps, 0 diagonal)\n"),
        ("fifteen_puzzle", &["--heuristic", "manhattan", "-"], &fifteen, "board 1: moves 1, "),
    ];
    for (name, arguments, input, start) in calls {
        let Some(command) = example(name, arguments) else { continue };
        let output = output_of(command, input);
        assert!(text(&output.stdout).starts_with(start), "{name}: {output:?}");
        assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
    }
    assert_refused(readers("-"), "standard input", "");
}

/// Every reader of an example, with a text that it reads, and how the output starts.
#[test]
fn a_byte_order_mark_and_any_line_ends_are_skipped() {
    let korf = format!("1 {EASY}\n2 {EASY}\n");
    let calls: [(&str, &[&str], &str, &str); 13] = [
        ("eight_puzzle", &["--moves", "-"], "2\n1 2\n0 3\n", "Minimum number of moves = 1\nR\n"),
        (
            "eight_puzzle",
            &["--moves", "--goal", "-", "input/puzzle2x2-01.txt"],
            "1 2\n3 0\n",
            "Minimum number of moves = 1\n",
        ),
        (
            "eight_puzzle",
            &["--moves", "--index", "-"],
            "board 2\n1 2\n0 3\n",
            "Minimum number of moves = 1\nR\n",
        ),
        ("lockstep", &["-"], "# one\n1 2\n0 3\n", "Solvable in 1 move "),
        ("on_disk", &[], "1 2 0 3\n", "Minimum number of moves = 1\n"),
        (
            "fifteen_puzzle",
            &["--heuristic", "manhattan", "--index", "-"],
            &korf,
            "board 1: moves 1, ",
        ),
        (
            "word_ladder",
            &["cold", "cord", "--words", "-"],
            "cold\ncord\n",
            "Minimum number of moves = 1\ncold\ncord\n",
        ),
        ("word_ladder", &["--pairs", "-"], "horse house\n", "Minimum number of moves = "),
        ("road_network", &["-"], "p sp 2 1\na 1 2 3\n", "2 nodes, 1 arc\nCost = 3 (1 arc)\n"),
        ("puzzles", &["sokoban", "--level", "-"], "#####\n#@$.#\n#####\n", "R\n1 move "),
        ("grid_map", &["-"], "#S.\n#.E\n", "Length = 1.414"),
        (
            "grid_map",
            &["-"],
            "type octile\nheight 1\nwidth 2\nmap\n..\n",
            "Length = 1 (1 straight step, 0 diagonal)\n",
        ),
        ("grid_map", &["--neighbors", "4", "-"], "0 0\n1 0\n", "Length = 2 "),
    ];
    for (name, arguments, input, start) in calls {
        for input in [format!("\u{feff}{input}"), input.replace('\n', "\r\n")] {
            let Some(command) = example(name, arguments) else { continue };
            let output = output_of(command, &input);
            assert!(text(&output.stdout).starts_with(start), "{name} {arguments:?}: {output:?}");
            assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
        }
    }
}

/// The tiles keep their numbers in the log, whatever the goal.
#[test]
fn a_log_has_the_boards_as_they_were_given() {
    const SNAIL: &str = "1 2 3 4 12 13 14 5 11 15 0 6 10 9 8 7";
    let log = directory("command_line/log").join("log.txt");
    let log = log.to_str().unwrap();
    let arguments = ["--heuristic", "manhattan", "--goal", "snail", "--log", log, "--moves", SNAIL];
    for logged in [0, 1] {
        let Some(mut command) = example("fifteen_puzzle", &arguments) else { return };
        let output = command.output().unwrap();
        let start = format!("log: boards {logged}\nboard 1: moves 1, generated ");
        assert!(text(&output.stdout).starts_with(&start), "{output:?}");
        assert!(text(&output.stdout).contains("\nL\n"), "{output:?}");
        let lines = fs::read_to_string(log).unwrap();
        assert_eq!(lines.lines().count(), 2, "{lines}");
        assert!(lines.contains(" --goal snail\n"), "{lines}");
        assert!(lines.contains(&format!("\n{SNAIL}: moves 1, ")), "{lines}");
    }
}

#[test]
fn ends_of_a_path_that_are_walls_are_named() {
    for (ends, fault) in [
        (&["--from", "0,0"][..], "the start 0,0 is a wall"),
        (&["--to", "0,1"], "the goal 0,1 is a wall"),
        (&["--from", "9,9"], "9,9 is not on the map, which has 3 columns and 2 rows"),
    ] {
        let Some(command) = example("grid_map", &[ends, &["-"]].concat()) else { return };
        let output = output_of(command, "#..\n#..\n");
        assert_eq!(text(&output.stderr), format!("error: {fault}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_fault_is_found_by_its_line() {
    let wrong: [(&str, &[&str], &str, &str); 10] = [
        ("eight_puzzle", &["-"], "2\n1 a\n3 0\n", "line 2, column 3: \"a\" is not a number"),
        ("lockstep", &["-"], "2\n1 1\n3 0\n", "line 2, column 3: tile 1 appears twice, "),
        ("grid_map", &["-"], "..\n?.\n", "line 2, column 1: '?' is not a terrain character"),
        ("grid_map", &["-"], "##\n", "the map has no open cell"),
        (
            "puzzles",
            &["sokoban", "--level", "-"],
            "####\n#@?#\n",
            "line 2, column 3: '?' is none of",
        ),
        ("fifteen_puzzle", &["-"], "# one\n1 2 a\n", "line 2, column 5: \"a\" is not a number"),
        ("fifteen_puzzle", &["-"], "\n1 2 3 0\n", "board 1 is 2-by-2, expected 4-by-4"),
        ("fifteen_puzzle", &["-"], "# none\n", "the board is empty"),
        ("rubiks_cube", &["--file", "-"], "R U\n\nR x\n", "line 3: word 2: \"x\" is not a turn"),
        ("rubiks_cube", &["--file", "-"], "// none\n# none\n", "there are no cubes in it"),
    ];
    for (name, arguments, input, fault) in wrong {
        let Some(command) = example(name, arguments) else { continue };
        let output = output_of(command, input);
        let message = text(&output.stderr);
        assert!(message.starts_with(&format!("error: standard input: {fault}")), "{message}");
        assert_eq!(output.status.code(), Some(2), "{message}");
    }
}

#[test]
fn numbers_beyond_reason_are_refused_with_what_is_expected() {
    const HUGE: &str = "99999999999999999999";
    const ANY: &str = "expected a whole number, 0 or more";
    let memory = "expected an amount of memory, such as 128M or 2G";
    let time = "expected a time with its unit, such as 10s or 5m";
    let wrong: [(&str, &str, &str, &[&str]); 24] = [
        ("eight_puzzle", "--max-expanded", ANY, &["-1", "0.5", "nan", HUGE]),
        ("eight_puzzle", "--memory", memory, &["-1", "-5M", "nan", "inf", "1e30", HUGE]),
        ("eight_puzzle", "--time", time, &["-1s", "1", "nan", "9999999999999999y"]),
        ("compare", "--random", "expected a whole number from 1 to 10000", &["0", "-1", HUGE]),
        ("compare", "--seed", ANY, &["-1", HUGE]),
        ("compare", "--max-expanded", ANY, &["-1", HUGE]),
        ("compare", "--memory", memory, &["-1", "nan"]),
        ("compare", "--time", time, &["-1s", "inf"]),
        ("lockstep", "--memory", memory, &["-1", "nan", HUGE]),
        ("grid_map", "--max-expanded", ANY, &["-1", HUGE]),
        ("grid_map", "--memory", memory, &["-1", "nan"]),
        ("grid_map", "--time", time, &["-1s", "inf"]),
        (
            "fifteen_puzzle",
            "--random",
            "expected a whole number from 1 to 100000",
            &["0", "-1", "4000000000", "18446744073709551615", HUGE, "nan"],
        ),
        ("fifteen_puzzle", "--seed", ANY, &["-1", HUGE]),
        ("fifteen_puzzle", "--max-generated", ANY, &["-1", HUGE]),
        (
            "fifteen_puzzle",
            "--threads",
            "expected a whole number from 1 to 1024",
            &["0", "-1", "100000", HUGE],
        ),
        (
            "fifteen_puzzle",
            "--within",
            "expected a number from 1 to 1000",
            &["0", "0.5", "-1", "nan", "inf", "-inf", "1e400"],
        ),
        ("fifteen_puzzle", "--time", time, &["-1s", "1", "inf"]),
        (
            "fifteen_puzzle",
            "--size",
            "expected a whole number from 2 to 40",
            &["0", "1", "-1", "41", "4294967296", HUGE],
        ),
        ("rubiks_cube", "--random", "expected a whole number from 1 to 100000", &["0", "-1", HUGE]),
        ("rubiks_cube", "--seed", ANY, &["-1", HUGE]),
        ("rubiks_cube", "--at-most", "expected a whole number from 0 to 30", &["-1", "31", HUGE]),
        ("rubiks_cube", "--threads", "expected a whole number from 1 to 1024", &["0", "1025"]),
        (
            "generate_boards",
            "--longest",
            "expected a whole number from 0 to 80",
            &["-1", "81", "4000000000", "18446744073709551615", HUGE],
        ),
    ];
    for (name, option, expected, values) in wrong {
        for value in values {
            let Some(mut command) = example(name, &[option, value]) else { continue };
            let output = command.output().unwrap();
            let message = text(&output.stderr);
            let start = format!("error: invalid value '{value}' for '{option} <");
            let line = message.lines().next().unwrap_or_default();
            assert!(line.starts_with(&start) && line.ends_with(expected), "{name}: {message}");
            assert_eq!(output.status.code(), Some(2), "{name} {option} {value}");
        }
    }
}

#[test]
fn puzzles_that_are_none_are_refused() {
    let discs = "for '--discs <N>': expected a whole number from 1 to 15";
    let sixteen = format!("invalid value '16' {discs}");
    let negative = format!("invalid value '-1' {discs}");
    let tile = "invalid value '0' for '[TILES]...': expected a whole number from 1 to 16";
    let hole = "invalid value 'a1' for '--last <HOLE>': \
                expected a hole by its column and row, such as d4 or c7";
    let wrong: [(&[&str], &str); 6] = [
        (&["hanoi", "--discs", "16"], &sixteen),
        (&["hanoi", "--discs", "-1"], &negative),
        (&["pancakes", "1", "2", "2"], "size 3 is missing from a stack of 3 pancakes"),
        (&["top-spin", "1", "2", "3"], "3 tiles, expected 6 to 16"),
        (&["top-spin", "0"], tile),
        (&["peg-solitaire", "--last", "a1"], hole),
    ];
    for (arguments, fault) in wrong {
        let Some(mut command) = example("puzzles", arguments) else { return };
        let output = command.output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(message.lines().next(), Some(&*format!("error: {fault}")), "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn quarter_turns_are_for_optimal_solutions_with_the_standard_table() {
    let wrong: [(&[&str], &str); 3] = [
        (&[], "the following required arguments were not provided:"),
        (&["--quick"], "the argument '--metric <METRIC>' cannot be used with '--quick'"),
        (&["--optimal", "--table", "small"], "--metric quarter needs the standard table"),
    ];
    for (arguments, fault) in wrong {
        let arguments = [&["R", "--metric", "quarter"], arguments].concat();
        let Some(mut command) = example("rubiks_cube", &arguments) else { return };
        let output = command.output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(message.lines().next(), Some(&*format!("error: {fault}")), "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn zero_is_a_limit_like_any_other() {
    for limit in [["--max-expanded", "0"], ["--memory", "0"], ["--time", "0s"]] {
        let output = example("eight_puzzle", &limit).unwrap().output().unwrap();
        let printed = text(&output.stdout);
        assert!(printed.starts_with("No solution yet: stopped "), "{limit:?}: {printed}");
        assert!(printed.contains("; 0 nodes expanded, a solution has at least 14 moves."));
        assert_eq!(output.status.code(), Some(1), "{limit:?}");
    }
}

/// The solution by construction of this board goes back and forth once, which a search never does.
#[test]
fn a_solution_by_construction_outlives_any_limit() {
    let arguments = ["--within", "1.5", "--time", "0s", "--size", "25", "--random", "1"];
    let Some(mut command) = example("fifteen_puzzle", &arguments) else { return };
    let output = command.output().unwrap();
    let printed = text(&output.stdout);
    assert!(number_after(&printed, "board 1: moves ") > 20_000, "{printed}");
    assert_eq!(output.status.code(), Some(0), "{printed}");
}

#[test]
fn help_and_a_wrong_name_list_every_search() {
    for arguments in [&["-h"][..], &["--help"], &["--search", "no-such-search"]] {
        let output = example("eight_puzzle", arguments).unwrap().output().unwrap();
        let printed = text(&output.stdout) + &text(&output.stderr);
        let listed = printed.split_once("[possible values: a-star").map_or("", |(_, l)| l);
        let (listed, _) = listed.split_once(']').unwrap_or_default();
        let listed: Vec<&str> = listed.split(", ").collect();
        for kind in &SearchKind::ALL[1..] {
            assert!(listed.contains(&kind.name()), "{arguments:?}: {kind}");
        }
        let parallel =
            ["breadth-first", "graph-a-star", "ida-star", "uniform-cost", "weighted-a-star"];
        let parallel = parallel.map(|name| format!("parallel-{name}"));
        let parallel = parallel.iter().map(String::as_str).filter(|_| cfg!(feature = "parallel"));
        for name in ["bidirectional", "bidirectional-breadth-first"].into_iter().chain(parallel) {
            assert!(listed.contains(&name), "{arguments:?}: {listed:?}");
        }
    }
    let Some(mut command) = example("compare", &["--help"]) else { return };
    let output = command.output().unwrap();
    let searches = "breadth-first, depth-first, greedy-best-first hamming, ";
    assert!(text(&output.stdout).contains(searches), "{output:?}");
}
