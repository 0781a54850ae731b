//! The example `enumerate`: its counts, and that it goes on after it was killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::common::files::directory;
use crate::common::programs::{examples, text};

fn enumerate(arguments: &[&str]) -> Command {
    let mut command = Command::new(&examples()["enumerate"]);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The lines with counts, and the total without the time.
fn counts(output: &Output) -> Vec<String> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    lines.lines().map(|line| line.split(", seconds").next().unwrap().to_owned()).collect()
}

/// When a file was written.
fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

#[test]
fn it_counts() {
    let output = enumerate(&["--rows", "3", "--columns", "3"]).output().unwrap();
    let lines = counts(&output);
    assert_eq!(
        lines[..3],
        ["       0              1", "       1              2", "       2              4"]
    );
    assert_eq!(lines[31], "      31              2");
    assert_eq!(lines[32..], ["total: states 181440, radius 31, bytes 53760"]);
    let output = enumerate(&["--hanoi", "6", "--threads", "3"]).output().unwrap();
    assert_eq!(counts(&output).last().unwrap(), "total: states 4096, radius 17, bytes 1024");
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let puzzle = ["--rows", "2", "--columns", "5", "--threads", "2"];
    let directory = directory("enumerate-killed");
    let file = directory.join("tiles-2x5.enumeration");
    let place = ["--directory", directory.to_str().unwrap(), "--checkpoint", "0s"];
    assert_it_goes_on(&puzzle, &place, &file);

    let refused = |arguments: &[&str], message: &str| {
        let output = enumerate(&[arguments, &place].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(message), "{error}");
    };
    refused(&puzzle, "tiles-2x5.enumeration: exists; go on with --resume, or remove it");
    fs::rename(&file, directory.join("hanoi-6.enumeration")).unwrap();
    refused(&["--hanoi", "6", "--resume"], "hanoi-6.enumeration: it is of \"a space of ");
    fs::write(&file, "nothing of the kind").unwrap();
    refused(&[&puzzle[..], &["--resume"]].concat(), "not a checkpoint");
}

/// The table takes 6 kilobytes and more, so it is in files.
#[test]
fn killed_at_any_moment_it_goes_on_on_disk() {
    let puzzle = ["--rows", "2", "--columns", "4"];
    let directory = directory("enumerate-killed-on-disk");
    let place = ["--directory", directory.to_str().unwrap(), "--memory", "4K"];
    assert_it_goes_on(&puzzle, &place, &directory.join("tiles-2x4.levels/manifest"));
    let again = enumerate(&[&puzzle[..], &place].concat()).output().unwrap();
    let error = text(&again.stderr);
    assert!(error.contains("tiles-2x4.levels: exists; go on with --resume"), "{error}");
}

/// Kills it whenever it has written its file, until it ends. The counts are those in memory.
fn assert_it_goes_on(puzzle: &[&str], place: &[&str], file: &Path) {
    let counts = |output: &Output| {
        let mut lines = counts(output);
        let total = lines.pop().unwrap();
        lines.push(total.split(", bytes").next().unwrap().to_owned());
        lines
    };
    let expected = counts(&enumerate(puzzle).output().unwrap());
    assert!(expected.len() > 30);
    let mut kills = 0;
    for pause in (0..).step_by(7) {
        let resume = if file.exists() { &["--resume"][..] } else { &[] };
        let arguments = [puzzle, place, resume].concat();
        let before = written(file);
        let mut child = enumerate(&arguments).spawn().unwrap();
        // As soon as there is something new on disk, and a little later each time.
        let start = Instant::now();
        while written(file) == before && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(pause));
        if child.try_wait().unwrap().is_some() || kills == 8 {
            let output = child.wait_with_output().unwrap();
            assert_eq!(counts(&output), expected);
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0);
    // It is complete, and says so again.
    let again = enumerate(&[puzzle, place, &["--resume"]].concat()).output().unwrap();
    assert_eq!(counts(&again), expected);
}

#[test]
fn bad_options_are_refused() {
    let cases: [(&[&str], &str); 6] = [
        (&[], "required"),
        (&["--rows", "3"], "--columns"),
        (&["--rows", "5", "--columns", "5"], "at most 16 cells"),
        (&["--hanoi", "6", "--pocket-cube"], "cannot be used with"),
        (
            &["--hanoi", "6", "--memory", "100"],
            "the table needs 1025 bytes, more than the limit of 100",
        ),
        (&["--hanoi", "6", "--resume"], "--directory"),
    ];
    for (arguments, message) in cases {
        let output = enumerate(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    let stopped = enumerate(&["--hanoi", "6", "--distance", "5"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(1));
}
