//! A* on disk, with so little memory that everything is written to files.

use std::env;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestfirst::external::{Encode, ExternalAStar, ExternalError, ExternalErrorKind};
use bestfirst::search::GraphAStar;
use bestfirst::{DEAD_END, FileFault, Limits, Outcome, Problem, Solver, StateSpace, StopReason};
use proptest::prelude::*;

use crate::common::files::directory;
use crate::common::graph::{Graph, any_graph, share};

/// The least memory for states of 8 bytes.
fn least() -> usize {
    // It is not made: several tests ask at the same time.
    let error = ExternalAStar::new("external-least")
        .limits(Limits::none().bytes(0))
        .solve(line(1), 0)
        .unwrap_err();
    match *error.kind() {
        ExternalErrorKind::MemoryLimit { limit: 0, bytes } => bytes,
        ref kind => panic!("{kind:?}"),
    }
}

/// A path of so many steps of cost 1.
fn line(steps: usize) -> Graph {
    let edges = (0..=steps).map(|n| if n < steps { vec![(n + 1, 1)] } else { vec![] }).collect();
    Graph { edges, estimates: vec![0; steps + 1], goals: vec![steps] }
}

fn is_empty(directory: &Path) -> bool {
    fs::read_dir(directory).unwrap().next().is_none()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Directed, with edges that cost nothing, estimates of any kind below the distance, no goal or
    /// several.
    #[test]
    fn it_is_optimal((mut graph, percents) in any_graph(0..4), spare in 0_usize..200) {
        let distances = graph.distances();
        for ((estimate, &distance), &percent) in
            graph.estimates.iter_mut().zip(&distances).zip(&percents)
        {
            *estimate = match distance {
                None if percent > 50 => DEAD_END,
                distance => share(distance, percent),
            };
        }
        let place = directory("external-optimal");
        let answer = ExternalAStar::new(&place)
            .limits(Limits::none().bytes(least() + spare))
            .solve(&graph, 0)
            .unwrap();
        prop_assert_eq!(answer.cost(), distances[0]);
        match answer.outcome() {
            Outcome::Solved(solution) => {
                graph.assert_path(solution.states(), solution.cost());
                prop_assert!(graph.goals.contains(solution.states().last().unwrap()));
                prop_assert!(solution.is_optimal());
            }
            outcome => prop_assert!(matches!(outcome, Outcome::Unsolvable)),
        }
        prop_assert!(is_empty(&place));
    }
}

/// Many states with the estimate 0 and different path costs, so that a bucket has more closed ones
/// than can be read together.
struct Sums {
    goal: u32,
}

impl StateSpace for Sums {
    type State = u32;

    fn estimate(&self, &state: &u32) -> u32 {
        // Inconsistent. A step of cost 1 adds 7, and a free one before it 1 more.
        if state % 3 == 0 { 0 } else { (self.goal - state) / 10 }
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    fn for_each_successor(
        &self,
        &state: &u32,
        previous: Option<&u32>,
        mut visit: impl FnMut(u32, u32),
    ) {
        for (next, cost) in [(state + 1, 1), (state + 7, 1), (state * 2, 90), (state ^ 1, 0)] {
            if next <= self.goal && Some(&next) != previous {
                visit(next, cost);
            }
        }
    }
}

#[test]
fn more_closed_buckets_than_can_be_read_together() {
    let space = Sums { goal: 700 };
    let expected = Solver::builder_in(&space, 1).algorithm(GraphAStar::new()).solve();
    let place = directory("external-runs");
    let answer =
        ExternalAStar::new(&place).limits(Limits::none().bytes(700)).solve(&space, 1).unwrap();
    assert_eq!(answer.cost(), expected.cost());
    let states = answer.solution().unwrap().states();
    assert_eq!((states[0], states[states.len() - 1]), (1, 700));
    assert!(answer.solution().unwrap().is_optimal());
}

/// All boards of 3 by 3, without an estimate and without a goal.
struct AllBoards;

impl StateSpace for AllBoards {
    type State = bestfirst::sliding_tiles::Board;

    fn estimate(&self, _: &Self::State) -> u32 {
        0
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        board: &Self::State,
        previous: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, u32),
    ) {
        for next in board.neighbors() {
            if Some(&next) != previous {
                visit(next, 1);
            }
        }
    }
}

#[test]
fn all_boards_of_size_3_are_counted() {
    use bestfirst::sliding_tiles::{Board, Goal};

    let mut expected = vec![0; 32];
    for distance in crate::common::oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]).into_values() {
        expected[distance as usize] += 1;
    }
    let mut expanded = vec![0];
    let answer = ExternalAStar::new(directory("external-boards"))
        .limits(Limits::none().bytes(64 << 10))
        .locality(2)
        .on_progress(|progress| expanded.push(progress.statistics.expanded))
        .solve(AllBoards, Board::solved(3, Goal::BlankLast).unwrap())
        .unwrap();
    assert!(matches!(answer.outcome(), Outcome::Unsolvable));
    // A bucket after the last level has only duplicates.
    expected.push(0);
    let levels: Vec<u64> = expanded.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(levels, expected);
}

#[test]
fn a_solution_is_as_short_as_in_memory() {
    use bestfirst::Worlds;
    use bestfirst::sliding_tiles::Board;

    use crate::common::boards::{assert_solves, board};
    use crate::common::files::input;

    let large = Board::solved(5, bestfirst::sliding_tiles::Goal::BlankFirst).unwrap();
    let large = large.neighbors()[0].neighbors()[0].neighbors()[1].clone();
    let boards = [
        (board(&input("puzzle3x3-31.txt")), 31),
        (board(&input("puzzle4x4-42.txt")), 42),
        (large.clone(), Solver::new(large).moves().unwrap()),
    ];
    for (board, moves) in boards {
        let answer = ExternalAStar::new(directory("external-solution"))
            .limits(Limits::none().bytes(1 << 20))
            .solve(Worlds::new(), board.clone())
            .unwrap();
        let solution = answer.solution().unwrap();
        assert_eq!((solution.moves(), solution.is_optimal()), (moves, true));
        assert_solves(solution.states(), &board);
    }
}

/// The error after `damage` was done to all files in the middle of the search.
fn damaged(damage: impl Fn(&Path)) -> ExternalError {
    let place = directory("external-damaged");
    let error = ExternalAStar::new(&place)
        .limits(Limits::none().bytes(least() + 100))
        .on_progress(|progress| {
            if progress.statistics.expanded == 3 {
                let entries = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path());
                let is_run = |path: &PathBuf| path.extension().is_some_and(|end| end == "run");
                entries.filter(is_run).for_each(|path| damage(&path));
            }
        })
        .solve(line(6), 0)
        .unwrap_err();
    assert!(is_empty(&place));
    assert!(error.path().is_some_and(|path| path.starts_with(&place)), "{error}");
    error
}

#[test]
fn damaged_files_are_noticed() {
    let length = 20;
    for bit in 0..length * 8 {
        let error = damaged(|path| {
            let mut bytes = fs::read(path).unwrap();
            assert_eq!(bytes.len(), length);
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(path, bytes).unwrap();
        });
        assert!(
            matches!(error.kind(), ExternalErrorKind::File(FileFault::Corrupted { before: 20 })),
            "{error}"
        );
    }
    for bytes in 0..length {
        let error = damaged(|path| {
            OpenOptions::new().write(true).open(path).unwrap().set_len(bytes as u64).unwrap();
        });
        let ExternalErrorKind::File(FileFault::Truncated { found, expected: 20 }) = error.kind()
        else {
            panic!("{error}")
        };
        assert_eq!(*found, bytes as u64);
    }
    let error = damaged(|path| fs::remove_file(path).unwrap());
    let ExternalErrorKind::File(FileFault::Io(io)) = error.kind() else { panic!("{error}") };
    assert_eq!(io.kind(), io::ErrorKind::NotFound);
    // A file in place of another one.
    let error = damaged(|path| {
        fs::copy(path.with_file_name("3.run"), path).unwrap();
    });
    assert!(
        matches!(error.kind(), ExternalErrorKind::File(FileFault::Corrupted { .. })),
        "{error}"
    );
}

#[test]
fn the_disk_may_be_limited() {
    let place = directory("external-disk-limit");
    let mut search = ExternalAStar::new(&place).disk_bytes(200);
    let error = search.solve(line(40), 0).unwrap_err();
    assert!(matches!(error.kind(), ExternalErrorKind::DiskLimit { limit: 200 }), "{error}");
    assert!(is_empty(&place));
    // Each state is in a file of its own: the checksum, the state, its parent.
    let answer = ExternalAStar::new(&place).disk_bytes(11 * 20).solve(line(10), 0).unwrap();
    assert_eq!((answer.cost(), answer.most_disk_bytes()), (Some(10), 11 * 20));
}

/// Not a test, but what the next one runs as another process.
#[test]
#[ignore = "run by a_file_that_cannot_be_written_is_an_error"]
fn writes_more_than_4_kilobytes() {
    let place = directory("external-full");
    // Thousands of states at distance 1.
    let mut edges = vec![Vec::new(); 4_000];
    edges[0] = (1..4_000).map(|n| (n, 1)).collect();
    let graph = Graph { edges, estimates: vec![0; 4_000], goals: vec![] };
    let error = ExternalAStar::new(&place).solve(graph, 0).unwrap_err();
    let ExternalErrorKind::File(FileFault::Io(io)) = error.kind() else { panic!("{error}") };
    assert_eq!(io.kind(), io::ErrorKind::FileTooLarge, "{error}");
    assert!(is_empty(&place));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    // The shell counts in blocks of 512 bytes, and the signal would end the process.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact --ignored \"$1\"";
    let name =
        format!("{}::writes_more_than_4_kilobytes", module_path!().split_once("::").unwrap().1);
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(env::current_exe().unwrap())
        .arg(name)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
fn a_directory_has_one_search() {
    let place = directory("external-in-use");
    let mut inner = None;
    let answer = ExternalAStar::new(&place)
        .on_progress(|_| inner = Some(ExternalAStar::new(&place).solve(line(1), 0).unwrap_err()))
        .solve(line(3), 0)
        .unwrap();
    assert_eq!(answer.cost(), Some(3));
    assert!(matches!(inner.unwrap().kind(), ExternalErrorKind::InUse));
    assert!(is_empty(&place));

    fs::write(place.join("thesis.txt"), "ten years of work").unwrap();
    let error = ExternalAStar::new(&place).solve(line(3), 0).unwrap_err();
    assert!(error.to_string().ends_with("the directory is not empty: it has thesis.txt"));
    fs::remove_file(place.join("thesis.txt")).unwrap();
    assert!(is_empty(&place));
    fs::remove_dir(&place).unwrap();
    fs::write(&place, "a file").unwrap();
    let error = ExternalAStar::new(&place).solve(line(3), 0).unwrap_err();
    assert!(matches!(error.kind(), ExternalErrorKind::File(FileFault::Io(_))), "{error}");
    fs::remove_file(&place).unwrap();
}

#[test]
fn limits_stop_it_with_a_lower_bound() {
    let place = directory("external-limits");
    let stopped = |limits: Limits| {
        let answer = ExternalAStar::new(&place).limits(limits).solve(line(40), 0).unwrap();
        assert!(is_empty(&place));
        match answer.outcome() {
            Outcome::Stopped(stopped) => (answer.statistics(), stopped.clone()),
            outcome => panic!("{outcome:?}"),
        }
    };
    let (statistics, after) = stopped(Limits::none().expansions(10));
    assert_eq!(after.reason, StopReason::Expansions { limit: 10, expanded: 10 });
    assert_eq!((statistics.expanded, after.lower_bound), (10, 10));
    assert_eq!((after.path, after.path_cost), (vec![0], 0));
    let (_, after) = stopped(Limits::none().generated(10));
    assert_eq!(after.reason, StopReason::Generated { limit: 10, generated: 10 });
    let (_, after) = stopped(Limits::none().cost(20));
    assert_eq!(after.reason, StopReason::Cost { limit: 20, lower_bound: 21 });
    let (_, after) = stopped(Limits::none().time(Duration::ZERO));
    assert!(matches!(after.reason, StopReason::Time { .. }));
    let (_, after) = stopped(Limits::none().cancel(Arc::new(AtomicBool::new(true))));
    assert_eq!(after.reason, StopReason::Cancelled);

    // The estimate leads towards the goal: the most promising state was expanded last.
    let mut guided = line(40);
    guided.estimates = (0..=40).rev().collect();
    let limits = Limits::none().expansions(10);
    let answer = ExternalAStar::new(&place).limits(limits).solve(guided, 0).unwrap();
    let Outcome::Stopped(stopped) = answer.outcome() else { panic!("{answer:?}") };
    assert_eq!((stopped.lower_bound, stopped.path_cost), (40, 9));
    assert_eq!(stopped.path, (0..10).collect::<Vec<_>>());
}

#[test]
fn paths_that_cost_too_much_are_not_unsolvable() {
    let edges = vec![vec![(1, u32::MAX)], vec![(2, 1)], vec![]];
    let graph = Graph { edges, estimates: vec![0; 3], goals: vec![2] };
    let answer = ExternalAStar::new(directory("external-overflow")).solve(graph, 0).unwrap();
    let Outcome::Stopped(stopped) = answer.outcome() else { panic!("{answer:?}") };
    assert_eq!(stopped.reason, StopReason::PathCost);
}

/// A number that is written wrongly from 5 on: with one byte more, or so that it is not read.
#[derive(Clone, PartialEq, Debug)]
struct Wrong<const LONGER: bool>(u8);

impl<const LONGER: bool> Encode for Wrong<LONGER> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
        if LONGER && self.0 >= 5 {
            bytes.push(0);
        }
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        u8::decode(bytes).filter(|&n| n < 5).map(Self)
    }
}

#[test]
fn a_wrong_encoding_is_noticed() {
    fn error<const LONGER: bool>() -> String {
        let next = |state: &Wrong<LONGER>| [Wrong(state.0 + 1)];
        let space = Problem::from_neighbors(Wrong(0), next, |_| false);
        let mut search = ExternalAStar::new(directory("external-encoding"));
        search.solve(&space, Wrong(0)).unwrap_err().to_string()
    }
    assert_eq!(error::<false>(), "the bytes [05] were encoded, but are not decoded");
    assert_eq!(error::<true>(), "a state was encoded in 2 bytes, but the initial state in 1");
}

#[test]
fn goals_are_written_to_files() {
    use bestfirst::sliding_tiles::{Board, Goal};

    for size in [2, 3, 4, 5, 7] {
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::BlankAt(1), Goal::BlankAt(2)] {
            let board = Board::solved(size, goal).unwrap().twin();
            let mut bytes = Vec::new();
            board.encode(&mut bytes);
            let mut left = &bytes[..];
            assert_eq!(Board::decode(&mut left), Some(board));
            assert!(left.is_empty());
        }
    }
}
