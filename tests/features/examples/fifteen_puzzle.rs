//! The example `fifteen_puzzle` with its tables in a directory where all goes wrong that can: it
//! gives the fewest moves, or says what is wrong and ends with status 2.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use crate::common::files::{self, directory};
use crate::common::programs::{examples, text};

const BOARD: &str = "8 5 3 6 7 15 9 1 13 10 4 0 14 2 12 11";
const ANSWER: &str = "total: boards 1, moves 45, ";

fn example() -> &'static Path {
    &examples()["fifteen_puzzle"]
}

/// The board, solved by the example with tables in this directory.
fn solve(tables: &Path) -> Command {
    let mut command = Command::new(example());
    command.arg("--tables").arg(tables).arg(BOARD);
    command
}

/// The same, with room for so many blocks in each file, after these words of the shell.
fn solve_with_blocks(tables: &Path, first: &str, blocks: u32) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{first} ulimit -f {blocks}; exec \"$@\"");
    command.args(["-c", &script, "sh"]).arg(example()).arg("--tables").arg(tables).arg(BOARD);
    command
}

fn assert_solved(output: &Output) {
    assert!(output.status.success(), "{output:?}");
    let printed = text(&output.stdout);
    assert!(printed.lines().last().unwrap().starts_with(ANSWER), "{printed}");
}

/// It ended with status 2, no answer, and one line that has all these words.
fn assert_refused(output: &Output, words: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(text(&output.stdout), "");
    assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{word}: {message}");
    }
}

/// The files in a directory, by name.
fn files_in(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .filter_map(|entry| {
            let entry = entry.unwrap();
            // Those of a build that goes on may be gone.
            Some((entry.file_name().into_string().unwrap(), fs::read(entry.path()).ok()?))
        })
        .collect();
    files.sort();
    files
}

/// The files of the default tables.
fn whole_tables() -> &'static [(String, Vec<u8>)] {
    static TABLES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let directory = directory("fifteen_puzzle/whole");
        assert_solved(&solve(&directory).output().unwrap());
        let tables = files_in(&directory);
        assert_eq!(tables.len(), 3);
        tables
    })
}

#[test]
fn a_damaged_or_foreign_table_is_refused_until_it_is_deleted() {
    let directory = directory("fifteen_puzzle/damaged");
    let tables = whole_tables();
    for (name, bytes) in tables {
        fs::write(directory.join(name), bytes).unwrap();
    }
    let (name, whole) = &tables[1];
    let path = directory.join(name);
    let length = whole.len();
    let changed = |index: usize| {
        let mut bytes = whole.clone();
        bytes[index] ^= 1;
        bytes
    };
    let is_cut = "the file is truncated: it has ";
    let goes_on = format!("continues after its end, which is at byte {length}");
    let damages: [(Vec<u8>, &str); 9] = [
        (vec![], is_cut),
        (whole[..40].to_vec(), is_cut),
        (whole[..length - 1].to_vec(), is_cut),
        ([&whole[..], b"\n"].concat(), &goes_on),
        (changed(0), "not a pattern database"),
        (changed(8), "version 5 is not supported, expected 4"),
        (changed(30), "checksum does not match"),
        (changed(length / 2), "checksum does not match"),
        (tables[0].1.clone(), "not of \"sliding tiles 4x4 blank last moves away of "),
    ];
    for (bytes, what) in damages {
        fs::write(&path, &bytes).unwrap();
        let output = solve(&directory).output().unwrap();
        assert_refused(&output, &[path.to_str().unwrap(), what, "; delete the file"]);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
    assert_solved(&solve(&directory).output().unwrap());
    assert_eq!(files_in(&directory), tables);
}

/// A limit on the size of files stands for a full disk: what is written has so far succeeded, and
/// then fails.
#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_behind() {
    let directory = directory("fifteen_puzzle/full");
    for blocks in [0, 1, 250] {
        let output = solve_with_blocks(&directory, "trap '' XFSZ;", blocks).output().unwrap();
        assert_refused(&output, &["/full/sliding-tiles-4x4-", ".pdb: File too large"]);
        assert_eq!(files_in(&directory), []);
    }
    assert_solved(&solve(&directory).output().unwrap());
    assert_eq!(files_in(&directory), whole_tables());
}

/// Runs the example with its tables in a file system of its own, and prints what is there then.
/// `None` where that may not be mounted.
fn in_mounted(directory: &Path, options: &str) -> Option<Output> {
    let script = "mount -t tmpfs -o \"$1\" tables \"$2\" || exit 99
        \"$3\" --tables \"$2\" \"$4\"; status=$?; ls -A \"$2\"; exit $status";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script, "sh", options]);
    let output = command.arg(directory).arg(example()).arg(BOARD).output().ok()?;
    let is_mounted =
        !text(&output.stderr).contains("unshare: ") && output.status.code() != Some(99);
    is_mounted.then_some(output)
}

#[test]
fn a_small_or_read_only_file_system_is_an_error() {
    let directory = directory("fifteen_puzzle/mounted");
    let Some(output) = in_mounted(&directory, "size=400k") else {
        println!("skipped: no file system can be mounted here");
        return;
    };
    // There is room for one table and no more.
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(".pdb: No space left on device"), "{message}");
    assert_eq!(text(&output.stdout).lines().count(), 1, "{output:?}");

    let output = in_mounted(&directory, "ro").unwrap();
    assert_refused(&output, &[directory.to_str().unwrap(), ".pdb: Read-only file system"]);
}

#[test]
fn a_directory_that_cannot_be_written_to_is_an_error_before_the_build() {
    let directory = directory("fifteen_puzzle/not_writable");
    let file = directory.join("file");
    fs::write(&file, "").unwrap();
    let output = solve(&file).output().unwrap();
    assert_refused(&output, &["/not_writable/file/sliding-tiles-", "Not a directory"]);
    let output = solve(Path::new("/proc/tables")).output().unwrap();
    assert_refused(&output, &["error: /proc/tables: "]);

    let closed = directory.join("closed");
    fs::create_dir(&closed).unwrap();
    let Some(output) = in_read_only(&closed) else {
        println!("skipped: nobody else may run the example");
        return;
    };
    assert_refused(&output, &["/closed/sliding-tiles-4x4-", ".pdb: Permission denied"]);
    assert_eq!(files_in(&closed), []);

    let shared = directory.join("shared");
    fs::create_dir(&shared).unwrap();
    for (name, bytes) in whole_tables() {
        fs::write(shared.join(name), bytes).unwrap();
    }
    assert_solved(&in_read_only(&shared).unwrap());
}

/// Runs the example where it may read and not write, if that can be. The superuser may write
/// anywhere, so that somebody else has to try.
fn in_read_only(directory: &Path) -> Option<Output> {
    let mut command = solve(directory);
    fs::set_permissions(directory, fs::Permissions::from_mode(0o555)).unwrap();
    let probe = directory.join("probe");
    if fs::write(&probe, "").is_ok() {
        fs::remove_file(&probe).unwrap();
        command.uid(65_534);
    }
    let output = command.output();
    // So that the next run of the test can delete it.
    fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
    output.ok()
}

/// The limit on the size of files kills a program that does not ignore it, in the middle of a
/// table.
#[test]
fn a_build_that_was_killed_while_it_wrote_starts_anew() {
    const SIGXFSZ: i32 = 25;
    let directory = directory("fifteen_puzzle/killed_writing");
    for blocks in [0, 1, 250] {
        let output = solve_with_blocks(&directory, "", blocks).output().unwrap();
        assert_eq!(output.status.signal(), Some(SIGXFSZ), "{output:?}");
        // What the last one has left, and not all of them.
        let files = files_in(&directory);
        assert!(matches!(&files[..], [(name, _)] if name.contains(".pdb.partial-")));
    }
    assert_solved(&solve(&directory).output().unwrap());
    assert_eq!(files_in(&directory), whole_tables());
}

/// Killed after a while, while a table is written, and when there is one.
#[test]
fn a_build_that_was_killed_at_any_time_starts_anew() {
    let directory = directory("fifteen_puzzle/killed");
    let six_six_three = |directory: &Path| {
        let mut command = solve(directory);
        command.args(["--heuristic", "6-6-3", "--threads", "2"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let whole = files::directory("fifteen_puzzle/not_killed");
    assert!(six_six_three(&whole).status().unwrap().success());
    let whole = files_in(&whole);

    let is_partial =
        |(name, bytes): &(String, Vec<u8>)| name.contains(".partial-") && !bytes.is_empty();
    let is_table = |(name, _): &(String, Vec<u8>)| !name.contains(".partial-");
    let moments: [&dyn Fn() -> bool; 5] = [
        &|| true,
        &|| {
            thread::sleep(Duration::from_millis(300));
            true
        },
        &|| files_in(&directory).iter().any(is_partial),
        &|| files_in(&directory).iter().any(is_table),
        &|| files_in(&directory).iter().any(is_partial),
    ];
    for is_time in moments {
        let mut build: Child = six_six_three(&directory).spawn().unwrap();
        while !is_time() && build.try_wait().unwrap().is_none() {}
        build.kill().unwrap();
        build.wait().unwrap();
        for table in files_in(&directory).iter().filter(|file| is_table(file)) {
            assert!(whole.contains(table), "{} is not whole", table.0);
        }
    }
    let output = six_six_three(&directory).stdout(Stdio::piped()).output().unwrap();
    assert_solved(&output);
    assert_eq!(files_in(&directory), whole);
}

#[test]
fn builds_in_the_same_directory_at_once_all_end_well() {
    let directory = directory("fifteen_puzzle/at_once");
    let start = |_| solve(&directory).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let builds: Vec<Child> = (0..4).map(start).collect::<Result<_, _>>().unwrap();
    for build in builds {
        assert_solved(&build.wait_with_output().unwrap());
    }
    assert_eq!(files_in(&directory), whole_tables());
}

#[test]
fn boards_that_are_given_up_are_counted_apart() {
    let file = directory("fifteen_puzzle/limited").join("boards.txt");
    let one_move = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";
    let unsolvable = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    fs::write(&file, format!("# Three boards.\n{one_move}\n{BOARD}\n{unsolvable}\n")).unwrap();
    let options = ["--heuristic", "manhattan", "--max-generated", "1000"];
    let output = Command::new(example()).args(options).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let printed = text(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    let starts = [
        "board 1: moves 1, generated ",
        "board 2: no solution yet, moves >= ",
        "board 3: unsolvable",
        "solved: boards 1, mean generated ",
        "total: boards 3, moves 1, generated 100",
    ];
    assert_eq!(lines.len(), starts.len(), "{printed}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines[3].ends_with("; unsolved: boards 2"), "{printed}");
}

/// Three boards. The first takes a millisecond, the second seconds, the third cannot be solved.
const BOARDS: [&str; 3] =
    ["1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", BOARD, "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"];

/// Solves these boards with Manhattan distances and a log.
fn with_log(directory: &Path, boards: &[&str], options: &[&str]) -> Command {
    let file = directory.join("boards.txt");
    fs::write(&file, boards.join("\n")).unwrap();
    let mut command = Command::new(example());
    command.args(["--heuristic", "manhattan", "--threads", "1", "--moves"]).args(options);
    command.arg("--log").arg(directory.join("log.txt")).arg(file);
    command
}

/// What a run has printed, without the first line, which is that of the log, and the times.
fn answers(output: &Output) -> Vec<String> {
    let printed = text(&output.stdout);
    let lines = printed.lines().skip(1);
    let without_times = lines.map(|line| match line.split_once(", build ") {
        Some((totals, _)) => totals.to_owned(),
        None => line.rsplit_once(", ").map_or(line, |(answer, _)| answer).to_owned(),
    });
    without_times.collect()
}

/// Killed as soon as a board is in the log, and in the middle of a line.
#[test]
fn a_run_with_a_log_goes_on_after_it_was_killed() {
    let whole = directory("fifteen_puzzle/log_whole");
    let expected = with_log(&whole, &BOARDS, &[]).output().unwrap();
    assert_eq!(expected.status.code(), Some(1), "{expected:?}");
    assert!(text(&expected.stdout).starts_with("log: boards 0\nboard 1: moves 1, "));
    let log = fs::read_to_string(whole.join("log.txt")).unwrap();
    assert_eq!(log.lines().count(), 4, "{log}");

    let directory = directory("fifteen_puzzle/log");
    let file = directory.join("log.txt");
    let mut run = with_log(&directory, &BOARDS, &[]).stdout(Stdio::null()).spawn().unwrap();
    while fs::read_to_string(&file).map_or(0, |log| log.lines().count()) < 2 {}
    run.kill().unwrap();
    run.wait().unwrap();
    let output = with_log(&directory, &BOARDS, &[]).output().unwrap();
    assert_eq!(answers(&output), answers(&expected));

    // The log after each number of bytes that a killed run may have written.
    for bytes in (0..log.len()).step_by(41) {
        fs::write(&file, &log[..bytes]).unwrap();
        let output = with_log(&directory, &BOARDS, &[]).output().unwrap();
        assert_eq!(answers(&output), answers(&expected));
        let logged = log[..bytes].matches('\n').count().saturating_sub(1);
        let printed = text(&output.stdout);
        assert!(printed.starts_with(&format!("log: boards {logged}\n")), "{printed}");
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert_eq!(lines, 4);
    }
}

#[test]
fn a_board_that_was_given_up_is_in_the_log_and_searched_again() {
    let directory = directory("fifteen_puzzle/log_given_up");
    let boards = &BOARDS[..2];
    let limited = with_log(&directory, boards, &["--max-generated", "1000"]).output().unwrap();
    assert_eq!(limited.status.code(), Some(1), "{limited:?}");
    let log = fs::read_to_string(directory.join("log.txt")).unwrap();
    assert!(log.contains(&format!("\n{BOARD}: unsolved, moves >= ")), "{log}");

    let output = with_log(&directory, boards, &[]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).starts_with("log: boards 1\n"), "{output:?}");
    // The later answer counts.
    let again = with_log(&directory, boards, &[]).output().unwrap();
    assert!(text(&again.stdout).starts_with("log: boards 2\n"), "{again:?}");
    assert_eq!(answers(&again), answers(&output));
}

#[test]
fn a_log_that_does_not_fit_or_is_damaged_is_refused() {
    let directory = directory("fifteen_puzzle/log_damaged");
    let file = directory.join("log.txt");
    let run = |options: &[&str]| with_log(&directory, &BOARDS[..1], options).output().unwrap();
    assert!(run(&[]).status.success());
    let log = fs::read_to_string(&file).unwrap();

    let settings = "line 1: \"# fifteen_puzzle --heuristic manhattan --goal blank-last\"";
    assert_refused(&run(&["--prune", "14"]), &["log.txt: ", settings, "blank-last --prune 14"]);
    assert_refused(&run(&["--goal", "blank-first"]), &[settings, "blank-first"]);

    let changes = [
        (": moves 1, ", ": moves 2, ", "is not an answer"),
        (": moves 1, ", ": moves one, ", "is not an answer"),
        ("path R", "path L", "is wrong"),
        ("path R", "path X", "is not an answer"),
        ("path R", "path R, R", "is not an answer"),
        ("14 0 15:", "14 0 16:", "tile 16"),
        ("14 0 15: ", "14 0: ", "line 2: 15 tiles on one line"),
        ("14 0 15: ", "14 0 15 ", "expected a board and its answer"),
        (": moves 1, ", ": unsolvable, ", "is not an answer"),
    ];
    for (before, after, words) in changes {
        let damaged = log.replace(before, after);
        assert_ne!(damaged, log);
        fs::write(&file, &damaged).unwrap();
        assert_refused(&run(&[]), &["log.txt: line 2: ", words]);
        assert_eq!(fs::read_to_string(&file).unwrap(), damaged, "a damaged log is not changed");
    }
    // The last line is cut. It is only removed from a log that is whole up to there.
    let cut = log.replace("path R", "path L") + "1 2 3 4";
    for (text, words) in [(&*cut, "line 2: "), ("a list\nof things", "a list"), ("notes", "notes")]
    {
        fs::write(&file, text).unwrap();
        assert_refused(&run(&[]), &["log.txt: ", words]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, b"# fifteen_puzzle\xff\n").unwrap();
    assert_refused(&run(&[]), &["log.txt: ", "UTF-8"]);
}

/// The answer is printed, and the error.
#[test]
fn a_log_that_cannot_be_written_to_is_an_error() {
    let directory = directory("fifteen_puzzle/log_full");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut run = Command::new("sh");
    run.args(["-c", script, "sh"]).arg(example()).args(["--heuristic", "manhattan", "--log"]);
    let file = directory.join("log.txt");
    let settings = "# fifteen_puzzle --heuristic manhattan --goal blank-last\n";
    let board = format!("{}: unsolvable\n", BOARDS[2]);
    // Less than a line is left of the block.
    fs::write(&file, settings.to_owned() + &board.repeat(512 / board.len())).unwrap();
    let output = run.arg(&file).arg(BOARDS[0]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stdout).contains("board 1: moves 1, "), "{output:?}");
    let message = text(&output.stderr);
    assert!(message.starts_with(&format!("error: {}: ", file.display())), "{message}");

    let missing = directory.join("missing/log.txt");
    let output = Command::new(example()).arg("--log").arg(&missing).arg(BOARD).output().unwrap();
    assert_refused(&output, &["missing/log.txt: "]);
}
