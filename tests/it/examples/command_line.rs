//! The examples as programs of the command line, where what is around them goes wrong: pipes that
//! close early, full devices, Ctrl-C, little memory, files that are none, numbers beyond reason.

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

/// An example with its arguments, or `None` where its features are missing.
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

/// A program that runs, and is not left behind if a test fails.
struct Running(Child);

impl Running {
    fn start(mut command: Command) -> Self {
        Self(command.spawn().unwrap())
    }

    /// Its file in `/proc`; `None` once it has ended.
    fn proc(&self, name: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/{name}", self.0.id())).ok()
    }

    /// Whether Ctrl-C is among the signals of this line of its status.
    fn has_ctrl_c(&self, line: &str) -> bool {
        const SIGINT: u64 = 2;
        let status = self.proc("status").unwrap_or_default();
        let mask = status.lines().find_map(|text| text.strip_prefix(line)).unwrap_or("0");
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (SIGINT - 1) != 0
    }

    /// Waits until it has used so much of a processor after it began to wait for Ctrl-C.
    fn search_for(&self, time: Duration) {
        // The 14th and the 15th number of `stat`, in ticks of a hundredth of a second.
        let used = || {
            let stat = self.proc("stat")?;
            let (_, numbers) = stat.rsplit_once(") ")?;
            let ticks = numbers.split(' ').skip(11).take(2).map(str::parse::<u64>);
            Some(Duration::from_millis(10 * ticks.sum::<Result<u64, _>>().ok()?))
        };
        poll("it waits for Ctrl-C", || self.has_ctrl_c("SigCgt:").then_some(()));
        let before = used().unwrap_or_default();
        poll("it searches", || (used()? >= before + time).then_some(()));
    }

    fn press_ctrl_c(&self) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    }

    /// How it ended, and all that it printed.
    fn end(mut self) -> Output {
        let status = poll("it ends", || self.0.try_wait().unwrap());
        let read = |pipe: &mut dyn std::io::Read| {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).unwrap();
            bytes
        };
        let stdout = self.0.stdout.take().map(|mut pipe| read(&mut pipe)).unwrap_or_default();
        let stderr = self.0.stderr.take().map(|mut pipe| read(&mut pipe)).unwrap_or_default();
        Output { status, stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What an example prints after Ctrl-C, when it has searched for a while.
fn after_ctrl_c(name: &str, arguments: &[&str]) -> Option<String> {
    let running = Running::start(example(name, arguments)?);
    running.search_for(Duration::from_millis(100));
    running.press_ctrl_c();
    let output = running.end();
    assert_eq!(text(&output.stderr), "", "{name} {arguments:?}");
    assert_eq!(output.status.code(), Some(1), "{name} {arguments:?}: {output:?}");
    Some(text(&output.stdout))
}

/// The number after this text.
fn number_after(printed: &str, before: &str) -> u64 {
    let (_, rest) = printed.split_once(before).unwrap_or_else(|| panic!("{before}: {printed}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn ctrl_c_prints_what_eight_puzzle_has_proven() {
    let hard = hard_board(&directory("command_line/eight"));
    for search in ["tree-a-star", "graph-a-star", "ida-star", "bounded-memory"] {
        let arguments = ["--goal", "blank-first", "--memory", "4G", "--search", search, &hard];
        let printed = after_ctrl_c("eight_puzzle", &arguments).unwrap();
        assert!(printed.starts_with("No solution yet: cancelled; "), "{search}: {printed}");
        let bound = number_after(&printed, "a solution has at least ");
        assert!((40..=80).contains(&bound), "{search}: {printed}");
        let expanded = number_after(&printed, "cancelled; ");
        assert!(expanded > 1000, "{search}: {printed}");
        assert!(printed.contains(&format!("\nexpanded          {expanded}\n")), "{printed}");
    }
}

#[test]
fn ctrl_c_prints_the_best_solution_so_far() {
    let hard = hard_board(&directory("command_line/best"));
    let arguments = ["--goal", "blank-first", "--search", "anytime-beam", "--moves", &hard];
    let printed = after_ctrl_c("eight_puzzle", &arguments).unwrap();
    let moves = number_after(&printed, "Number of moves = ");
    assert!((80..1000).contains(&moves), "{printed}");
    assert!((40..=80).contains(&number_after(&printed, "(at least ")), "{printed}");
    assert!(printed.contains("; cancelled)\n"), "{printed}");
    assert_eq!(printed.lines().nth(1).unwrap().len() as u64, moves);
}

#[test]
fn ctrl_c_ends_a_trace_and_a_row_of_files() {
    let hard = hard_board(&directory("command_line/row"));
    let trace = directory("command_line/trace").join("output");
    let mut command =
        example("eight_puzzle", &["--goal", "blank-first", "--trace", &hard]).unwrap();
    command.stdout(File::create(&trace).unwrap());
    let running = Running::start(command);
    running.search_for(Duration::from_millis(20));
    running.press_ctrl_c();
    assert_eq!(running.end().status.code(), Some(1));
    let output = fs::read(trace).unwrap();
    let end = text(&output[output.len().saturating_sub(1000)..]);
    assert!(end.contains("a solution has at least "), "{end}");

    let easy = "input/blank-first3x3-20.txt";
    let arguments = ["--goal", "blank-first", "--search", "ida-star", easy, &hard, easy, easy];
    let printed = after_ctrl_c("eight_puzzle", &arguments).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[1].starts_with(easy), "{printed}");
    assert!(lines[2].starts_with(&hard) && lines[2].contains(" >="), "{printed}");
    assert_eq!(lines[3..], ["Cancelled: 2 more files were not searched."], "{printed}");
}

#[test]
fn ctrl_c_keeps_the_boards_that_fifteen_puzzle_has_solved() {
    let easy = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let boards = [easy, HARD, easy].join("\n");
    let boards = file(&directory("command_line/fifteen"), "boards.txt", boards);
    let manhattan = ["--heuristic", "manhattan", "--goal", "blank-first", "--threads"];
    let one = [&manhattan[..], &["1", &boards]].concat();
    let Some(printed) = after_ctrl_c("fifteen_puzzle", &one) else { return };
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 4, "{printed}");
    assert!(lines[0].starts_with("board 1: moves 1, "), "{printed}");
    assert!(lines[1].starts_with("board 2: no solution yet, moves >= "), "{printed}");
    assert!(lines[2].ends_with("unsolved: boards 2"), "{printed}");
    assert!(lines[3].starts_with("total: boards 3, moves 1, generated "), "{printed}");

    let together = [&manhattan[..], &["2", HARD]].concat();
    let printed = after_ctrl_c("fifteen_puzzle", &together).unwrap();
    assert!(printed.starts_with("board 1: no solution yet, moves >= "), "{printed}");
    assert!(number_after(&printed, "moves >= ") <= 80, "{printed}");

    let within = ["--within", "1", "--size", "6", "--random", "9"];
    let printed = after_ctrl_c("fifteen_puzzle", &within).unwrap();
    assert_eq!(printed.lines().count(), 2, "{printed}");
    let (moves, bound) = (number_after(&printed, "moves "), number_after(&printed, "at least "));
    assert!(moves > bound && bound > 50, "{printed}");
    assert!(printed.contains(&format!("\ntotal: boards 1, moves {moves}, ")), "{printed}");
}

#[test]
fn ctrl_c_ends_the_build_of_tables() {
    let tables = directory("command_line/tables");
    let arguments =
        ["--heuristic", "7-8", "--directory", tables.to_str().unwrap(), "--random", "2"];
    let Some(printed) = after_ctrl_c("fifteen_puzzle", &arguments) else { return };
    assert_eq!(printed, "cancelled while building the tables\n");
    assert_eq!(fs::read_dir(tables).unwrap().count(), 0);
}

#[test]
fn ctrl_c_prints_the_comparison_so_far() {
    // One board that no search solves: Ctrl-C never comes between two searches.
    let hard = file(&directory("command_line/compare"), "hard.txt", hard_with_blank_last());
    let arguments = ["--time", "1h", "--memory", "4G", "--max-expanded", "1000000000", &hard];
    let printed = after_ctrl_c("compare", &arguments).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 2, "{printed}");
    assert!(lines[0].starts_with(" N search "), "{printed}");
    assert!(lines[1].starts_with(" 4 breadth-first     - "), "{printed}");
    assert!(lines[1].contains("1 by Ctrl-C, >= "), "{printed}");
}

/// The first board is solved before.
#[test]
fn ctrl_c_prints_what_several_processes_have_solved() {
    let directory = directory("command_line/distributed");
    let boards = file(&directory, "boards.txt", [EASY, &hard_with_blank_last()].join("\n"));
    let arguments = ["--processes", "1", "--solve", &boards];
    let Some(printed) = after_ctrl_c("distributed", &arguments) else { return };
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("board 1: moves 1, generated "), "{printed}");
    assert!(lines[1].starts_with("board 2: no solution yet, moves >= "), "{printed}");
    assert!((40..=80).contains(&number_after(&printed, "moves >= ")), "{printed}");
    assert!(lines[2].starts_with("total: boards 2, moves 1, generated "), "{printed}");
}

/// So a table of a hundred boards is not begun for a file that cannot be written.
#[test]
fn a_folder_that_is_missing_is_noticed_before_the_search() {
    let hard = hard_board(&directory("command_line/folder"));
    let calls: [(&str, &[&str]); 3] = [
        ("eight_puzzle", &["--goal", "blank-first", "--html", "no-such-folder/x.html", &hard]),
        ("eight_puzzle", &["--goal", "blank-first", "--tree", "no-such-folder/x.svg", &hard]),
        ("compare", &["--time", "1h", "--svg", "no-such-folder/x.svg", &hard]),
    ];
    for (name, arguments) in calls {
        let output = example(name, arguments).unwrap().output().unwrap();
        let message = text(&output.stderr);
        assert!(message.ends_with(": there is no directory no-such-folder\n"), "{message}");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    }
}

#[test]
fn nothing_is_generated_where_nobody_asked_for_it() {
    let Some(mut command) = example("generate_boards", &[]) else { return };
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("  <DIR>\n"), "{output:?}");
}

#[test]
fn ctrl_c_prints_the_bound_of_lockstep() {
    let hard = hard_board(&directory("command_line/lockstep"));
    let printed = after_ctrl_c("lockstep", &["--memory", "4G", &hard]).unwrap();
    assert!(printed.starts_with("No solution yet: cancelled; "), "{printed}");
    assert!(number_after(&printed, "has at least ") >= 30, "{printed}");
}

#[test]
fn ctrl_c_keeps_the_boards_that_were_generated() {
    let folder = directory("command_line/generated");
    let arguments = [folder.to_str().unwrap(), "--longest", "80"];
    let Some(printed) = after_ctrl_c("generate_boards", &arguments) else { return };
    let missing = number_after(&printed, "Cancelled: of 81 lengths of 4-by-4 boards, ");
    let written = fs::read_dir(folder).unwrap().filter(|entry| {
        entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with("puzzle4x4-")
    });
    // One is unsolvable.
    assert_eq!(written.count() as u64, 81 - missing + 1);
}

/// It is held up by a pipe that nobody reads from, so that it cannot end at the first time.
#[test]
fn ctrl_c_twice_ends_at_once() {
    let hard = hard_board(&directory("command_line/twice"));
    let trace = ["--goal", "blank-first", "--trace", &hard];
    let running = Running::start(example("eight_puzzle", &trace).unwrap());
    poll("it waits for Ctrl-C", || running.has_ctrl_c("SigCgt:").then_some(()));
    poll("the pipe is full", || running.proc("status")?.contains("State:\tS").then_some(()));
    running.press_ctrl_c();
    poll("the signal has arrived", || (!running.has_ctrl_c("ShdPnd:")).then_some(()));
    running.press_ctrl_c();
    assert_eq!(running.end().status.code(), Some(130));
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
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {kilobytes}; exec \"$@\"");
        command.args(["-c", &script, "sh"]).arg(&examples()[name]).args(arguments);
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
        let output = example("puzzles", arguments).unwrap().output().unwrap();
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
    let output = example("compare", &["--help"]).unwrap().output().unwrap();
    let searches = "breadth-first, depth-first, greedy-best-first hamming, ";
    assert!(text(&output.stdout).contains(searches), "{output:?}");
}
