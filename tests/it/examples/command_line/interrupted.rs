//! Ctrl-C: what a program says of what it has done, and how it ends.

use super::*;

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
    let Some(printed) = after_ctrl_c("compare", &arguments) else { return };
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
        let Some(mut command) = example(name, arguments) else { continue };
        let output = command.output().unwrap();
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
    let arguments = ["--memory", "4G", &hard];
    let Some(printed) = after_ctrl_c("lockstep", &arguments) else { return };
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
