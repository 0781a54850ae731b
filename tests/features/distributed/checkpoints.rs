//! Enumerations that go on from what several processes have saved, or are refused.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bestfirst::distributed::{Checkpoints, Cluster, ClusterError, ClusterErrorKind, LevelCounts};
use bestfirst::{Limits, StopReason};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::tiles::Tiles;
use super::{SHAPES, builder, each, states_at_distances, together};
use crate::common::files::directory;
use crate::common::programs::{examples, text};

fn enumerate(
    cluster: &mut Cluster,
    problem: &str,
    limits: &Limits,
    checkpoints: &Checkpoints,
) -> Result<LevelCounts, ClusterError> {
    let tiles = Tiles::new(3, 3).unwrap();
    cluster.enumerate_with(problem, &Arc::new(tiles), &tiles.goal(), limits, checkpoints)
}

#[test]
fn an_enumeration_that_was_stopped_goes_on() {
    let tiles = Tiles::new(3, 3).unwrap();
    let expected = states_at_distances(&tiles, tiles.goal());
    for shape in SHAPES {
        let directory = directory("distributed_checkpoints");
        let begin = Checkpoints::in_directory(&directory);
        let resume = begin.clone().resume();
        let run = |limit, checkpoints: &Checkpoints| {
            together(shape, |cluster| {
                let limits = Limits::none().expansions(limit);
                let found = enumerate(cluster, "tiles", &limits, checkpoints).unwrap();
                let statistics = found.statistics();
                assert!(statistics.expanded <= limit);
                (found.histogram().to_vec(), found.stopped_by(), statistics.expanded)
            })
        };
        // What was expanded before counts, so each turn comes farther than the last one.
        let mut before = 0;
        for (limit, checkpoints) in [(1000, &begin), (20_000, &resume), (90_000, &resume)] {
            let (states, reason, expanded) = run(limit, checkpoints);
            assert_eq!(reason, Some(StopReason::Expansions { limit, expanded }));
            assert!(expected.starts_with(&states) && states.len() > before);
            before = states.len();
            assert_eq!(fs::read_dir(&directory).unwrap().count(), shape.0);
        }
        // A level that is complete is not expanded again.
        let all = expected.iter().sum();
        for _ in 0..2 {
            assert_eq!(run(u64::MAX, &resume), (expected.clone(), None, all), "{shape:?}");
        }
    }
}

#[test]
fn what_was_saved_by_another_cluster_is_refused() {
    let directory = directory("distributed_checkpoints_refused");
    let begin = Checkpoints::in_directory(&directory);
    let resume = begin.clone().resume();
    let run = |(processes, threads), problem: &str, checkpoints: &Checkpoints| {
        each(processes, |process, hosts| {
            let mut cluster = builder(hosts, process).threads(threads).connect().unwrap();
            let limits = Limits::none().expansions(1000);
            enumerate(&mut cluster, problem, &limits, checkpoints)
                .map_err(|error| error.kind().clone())
        })
    };
    // The same fault in every process.
    let refused = |shape, problem: &str, checkpoints: &Checkpoints| {
        let mut faults = run(shape, problem, checkpoints).into_iter().map(|end| match end {
            Err(ClusterErrorKind::Checkpoint { process, path, reason }) => {
                assert!(path.starts_with(directory.to_str().unwrap()), "{path}");
                (process, reason)
            }
            _ => panic!("{end:?}"),
        });
        let first = faults.next().unwrap();
        // Where each process has its own, their files differ in the process.
        let common = |(_, reason): &(usize, String)| reason.replace("process 1", "process 0");
        for fault in faults {
            assert_eq!(common(&fault), common(&first));
        }
        first
    };
    assert!(run((2, 1), "tiles", &begin).iter().all(Result::is_ok));

    assert_eq!(refused((2, 1), "tiles", &begin).1, "exists; go on with it, or remove it");
    // What the file is of, and what is wanted.
    let foreign = |shape, problem| {
        let reason = refused(shape, problem, &resume).1;
        let names: Vec<_> = reason.split('"').map(str::to_owned).collect();
        let [of, found, not_of, expected, end] = &names[..] else { panic!("{reason}") };
        assert_eq!([&**of, not_of, end], ["it is of ", ", not of ", ""]);
        (found.clone(), expected.clone())
    };
    let is_about = |(found, expected): (String, String), one: &str, other: &str| {
        assert!(found.contains(one) && expected.contains(other), "{found} {expected}");
    };
    is_about(
        foreign((2, 1), "other tiles"),
        "tiles, 181440 numbers",
        "other tiles, 181440 numbers",
    );
    for processes in [1, 3] {
        let expected = format!(" {processes} processes with 1 threads");
        is_about(foreign((processes, 1), "tiles"), " 2 processes with 1 threads", &expected);
    }
    is_about(foreign((2, 2), "tiles"), " with 1 threads", " with 2 threads");

    let mut files: Vec<_> =
        fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let [first, second] = &files[..] else { panic!("{files:?}") };
    let whole = fs::read(second).unwrap();
    let title = usize::from(whole[12]);
    // Of the magic, the version, the title and its checksum; then of the time, the counts, the
    // table and their checksum.
    let places = [
        0,
        8,
        37,
        16 + title + 2,
        16 + title + 6,
        16 + title + 15,
        whole.len() - 100,
        whole.len() - 2,
    ];
    for place in places {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(second, &bytes).unwrap();
        let (process, reason) = refused((2, 1), "tiles", &resume);
        let expected = match place {
            0 => "not a checkpoint",
            8 => "format version 0 is not supported, expected 4",
            _ => "the file is corrupted before byte ",
        };
        assert!(process == 1 && reason.starts_with(expected), "byte {place}: {reason}");
    }
    for length in [0, 5, 20, 64, 16 + title + 4, whole.len() - 1] {
        fs::write(second, &whole[..length]).unwrap();
        let (process, reason) = refused((2, 1), "tiles", &resume);
        let expected = format!("the file is truncated: it has {length} bytes, of at least ");
        assert!(process == 1 && reason.starts_with(&expected), "{length}: {reason}");
    }
    fs::write(second, [&whole[..], b"\0"].concat()).unwrap();
    let (process, reason) = refused((2, 1), "tiles", &resume);
    assert!(process == 1 && reason.starts_with("the file continues after its end"), "{reason}");
    // That of another process.
    fs::copy(first, second).unwrap();
    is_about(foreign((2, 1), "tiles"), "process 0, level ", "process 1, level ");
    fs::remove_file(second).unwrap();
    let no_level = refused((2, 1), "tiles", &resume).1;
    assert_eq!(no_level, "there is no level that all processes have saved");

    fs::write(second, &whole).unwrap();
    assert!(run((2, 1), "tiles", &resume).iter().all(Result::is_ok));
    fs::remove_dir_all(&directory).unwrap();
    let missing = refused((2, 1), "tiles", &begin).1;
    assert!(missing.contains("os error"), "{missing:?}");
}

#[test]
fn files_with_names_like_those_of_checkpoints_are_passed_over() {
    let directory = directory("distributed_checkpoints_names");
    let run = |limit, checkpoints: &Checkpoints| {
        let limits = Limits::none().expansions(limit);
        together((1, 1), |cluster| enumerate(cluster, "tiles", &limits, checkpoints).unwrap())
    };
    for name in ["level-+22", "level-022", "level-", "level-99999999999999999999", "level-7.old"] {
        fs::write(directory.join(format!("process-0.{name}")), "").unwrap();
    }
    let checkpoints = Checkpoints::in_directory(&directory);
    let before = run(1000, &checkpoints);
    let after = run(u64::MAX, &checkpoints.resume());
    assert!(before.stopped_by().is_some() && after.histogram().starts_with(before.histogram()));
    assert_eq!(after.states(), 181_440);
}

#[test]
fn processes_that_save_and_that_do_not_refuse_each_other() {
    let directory = directory("distributed_checkpoints_mixed");
    let checkpoints = Checkpoints::in_directory(&directory);
    let ends = each(2, |process, hosts| {
        let checkpoints =
            if process == 0 { checkpoints.clone() } else { checkpoints.clone().resume() };
        let mut cluster = builder(hosts, process).connect().unwrap();
        enumerate(&mut cluster, "tiles", &Limits::none(), &checkpoints).unwrap_err()
    });
    for end in ends {
        assert!(matches!(end.kind(), ClusterErrorKind::Differs { .. }), "{end:?}");
    }
}

/// The example with two processes, which are its child and itself.
fn start(directory: &Path, resume: bool) -> Child {
    let mut command = Command::new(&examples()["distributed"]);
    command.args(["--processes", "2", "--enumerate", "2x5", "--checkpoint"]).arg(directory);
    command.args(resume.then_some("--resume")).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The counts and the total, without the bytes and the time.
fn counts(output: &Output) -> Vec<String> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    lines.lines().map(|line| line.split(", bytes").next().unwrap().to_owned()).collect()
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let empty = directory("distributed_not_killed");
    let expected = counts(&start(&empty, false).wait_with_output().unwrap());
    assert_eq!(expected.len(), 57);
    let place = directory("distributed_killed");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut kills = 0;
    loop {
        let mut child = start(&place, true);
        thread::sleep(Duration::from_millis(random.random_range(50..400)));
        if child.try_wait().unwrap().is_some() || kills == 10 {
            assert_eq!(counts(&child.wait_with_output().unwrap()), expected);
            break;
        }
        // The other process sees that this one is gone, and ends too. It has the same pipe for
        // errors, so this waits for both.
        child.kill().unwrap();
        child.wait_with_output().unwrap();
        kills += 1;
        let [first, second] = [0, 1].map(|process| levels(&place, process));
        // Nothing is lost, unless it was killed before both had saved the first level.
        if !first.iter().any(|level| second.contains(level)) {
            assert!(first.iter().chain(&second).all(|&level| level == 1), "{first:?} {second:?}");
            directory("distributed_killed");
        }
    }
    assert!(kills > 0);
}

/// The levels that a process has saved.
fn levels(directory: &Path, process: usize) -> Vec<usize> {
    let prefix = format!("process-{process}.level-");
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter_map(|name| name.strip_prefix(&prefix)?.parse().ok()).collect()
}
