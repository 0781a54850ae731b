//! Searches over several processes. Most of these processes are threads of this one: they share
//! nothing but connections.

#[path = "../../examples/distributed/tiles.rs"]
mod tiles;

mod batches;
mod checkpoints;
mod damage;
mod faults;
mod network;
mod searches;
mod start;

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use bestfirst::distributed::{Cluster, ClusterBuilder};
use bestfirst::search::IdaStar;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, NumberedSpace, Outcome, Solver, StateSpace, StopReason, Worlds};
use rustc_hash::FxHashSet;

use crate::common::boards::{assert_solves, board};
use crate::common::files::{directory, input};
use crate::common::programs::{examples, text};
use tiles::Tiles;

/// Processes and threads of each.
const SHAPES: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)];

/// The time for what takes much less, also on a machine that is busy. Whoever waits so long gets
/// another answer than the one expected.
const LONG: Duration = Duration::from_secs(120);

/// A process that waits as long as it takes.
fn builder(hosts: &[String], process: usize) -> ClusterBuilder {
    Cluster::builder(hosts, process).within(LONG)
}

/// Addresses with ports that are free. Nobody else takes them meanwhile: each call has an address
/// of this machine that no other test has.
fn hosts(processes: usize) -> Vec<String> {
    static CALLS: AtomicU32 = AtomicU32::new(1);
    let [_, _, high, low] = CALLS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    let [.., own] = std::process::id().to_be_bytes();
    let address = Ipv4Addr::new(127, own, high, low);
    let listeners: Vec<_> =
        (0..processes).map(|_| TcpListener::bind((address, 0)).unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// Runs each process with its index, on a thread of its own.
fn each<R: Send>(processes: usize, run: impl Fn(usize, &[String]) -> R + Sync) -> Vec<R> {
    let hosts = hosts(processes);
    each_of(&vec![hosts; processes], run)
}

/// The same, where each process sees other hosts.
fn each_of<R: Send>(seen: &[Vec<String>], run: impl Fn(usize, &[String]) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let run = &run;
        let processes: Vec<_> = seen
            .iter()
            .enumerate()
            .map(|(process, hosts)| scope.spawn(move || run(process, hosts)))
            .collect();
        processes.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

/// The answer of a cluster, which is the same in all processes.
fn together<R: Send + PartialEq + std::fmt::Debug>(
    (processes, threads): (usize, usize),
    run: impl Fn(&mut Cluster) -> R + Sync,
) -> R {
    let mut answers = each(processes, |process, hosts| connected(process, hosts, threads, &run));
    let answer = answers.pop().unwrap();
    for other in answers {
        assert_eq!(other, answer);
    }
    answer
}

/// What a process of a cluster answers.
fn connected<R>(
    process: usize,
    hosts: &[String],
    threads: usize,
    run: impl Fn(&mut Cluster) -> R,
) -> R {
    run(&mut builder(hosts, process).threads(threads).connect().unwrap())
}

/// The number of states at each distance, by plain breadth-first search.
fn states_at_distances<P: StateSpace<State: Copy + Eq + std::hash::Hash>>(
    space: &P,
    initial: P::State,
) -> Vec<u64> {
    let (mut seen, mut level) = (FxHashSet::from_iter([initial]), vec![initial]);
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for state in level {
            space.for_each_successor(&state, None, |successor, _| {
                if seen.insert(successor) {
                    next.push(successor);
                }
            });
        }
        level = next;
    }
    counts
}

#[test]
fn every_state_is_counted_at_its_distance() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let tiles = Tiles::new(rows, columns).unwrap();
        let expected = states_at_distances(&tiles, tiles.goal());
        for shape in SHAPES {
            let counts = together(shape, |cluster| {
                let none = Limits::none();
                let found = cluster.enumerate("tiles", &Arc::new(tiles), &tiles.goal(), &none);
                let found = found.unwrap();
                assert_eq!(found.stopped_by(), None);
                assert_eq!(found.statistics().expanded, found.states());
                assert_eq!(found.radius(), u32::try_from(expected.len() - 1).ok());
                found.histogram().to_vec()
            });
            assert_eq!(counts, expected, "{tiles} {shape:?}");
        }
    }
    assert_eq!(states_at_distances(&Tiles::new(3, 3).unwrap(), 0x8_7654_3210)[31], 2);
}

#[test]
fn numbers_and_states_of_tiles_are_inverse() {
    let tiles = Tiles::new(3, 4).unwrap();
    for number in (0..tiles.numbers()).step_by(9973) {
        assert_eq!(tiles.number(&tiles.state(number).unwrap()), Some(number));
    }
}

#[test]
fn a_limited_enumeration_is_complete_as_far_as_it_goes() {
    let tiles = Tiles::new(3, 3).unwrap();
    let expected = states_at_distances(&tiles, tiles.goal());
    let enumerate = |shape, limits: Limits| {
        together(shape, |cluster| {
            let goal = tiles.goal();
            let found = cluster.enumerate("tiles", &Arc::new(tiles), &goal, &limits).unwrap();
            assert!(expected.starts_with(found.histogram()), "{:?}", found.histogram());
            (found.histogram().len(), found.stopped_by(), found.statistics().expanded)
        })
    };
    for shape in SHAPES {
        for limit in [0, 100, 10_000, 100_000] {
            let (complete, reason, expanded) = enumerate(shape, Limits::none().expansions(limit));
            assert_eq!(reason, Some(StopReason::Expansions { limit, expanded }), "{shape:?}");
            assert!(expanded <= limit && complete < expected.len());
            // A level whose states are all expanded makes the next one complete.
            let total: u64 = expected[..complete.saturating_sub(1)].iter().sum();
            assert!(total <= expanded);
        }
        let (.., reason, _) = enumerate(shape, Limits::none().bytes(1000));
        assert!(matches!(reason, Some(StopReason::Bytes { limit: 1000, .. })), "{reason:?}");
        let (.., reason, _) = enumerate(shape, Limits::none().time(Duration::ZERO));
        assert!(matches!(reason, Some(StopReason::Time { .. })), "{reason:?}");
    }
    // The flag of one process stops all.
    let stopped = each(2, |process, hosts| {
        let mut cluster = builder(hosts, process).connect().unwrap();
        let cancel = Arc::new(AtomicBool::new(process == 1));
        let limits = Limits::none().cancel(cancel);
        cluster.enumerate("tiles", &Arc::new(tiles), &tiles.goal(), &limits).unwrap().stopped_by()
    });
    assert_eq!(stopped, [Some(StopReason::Cancelled); 2]);
}

#[test]
fn boards_are_solved_with_the_fewest_moves() {
    let boards = [("puzzle3x3-31.txt", 31), ("puzzle3x3-10.txt", 10), ("puzzle4x4-40.txt", 40)];
    for shape in SHAPES {
        for (text, moves) in boards {
            let board = board(&input(text));
            let space = Arc::new(Worlds::<Board>::new());
            let states = together(shape, |cluster| {
                let none = Limits::none();
                let (outcome, statistics) = cluster.a_star(text, &space, &board, &none).unwrap();
                assert!(statistics.expanded > 0);
                let Outcome::Solved(solution) = outcome else { panic!("{outcome:?}") };
                assert!(solution.is_optimal());
                if board.size() == 3 {
                    let blind = cluster.breadth_first(text, &space, &board, &none).unwrap();
                    let Outcome::Solved(blind) = blind.0 else { panic!() };
                    assert_eq!(blind.moves(), solution.moves());
                    assert_solves(blind.states(), &board);
                }
                // The same board, turned.
                let (tiles, state) = Tiles::of(&board).unwrap();
                let turned = cluster.a_star(text, &Arc::new(tiles), &state, &none).unwrap();
                let Outcome::Solved(turned) = turned.0 else { panic!() };
                assert_eq!(turned.moves(), solution.moves());
                assert_eq!(turned.states().last(), Some(&tiles.goal()));
                solution.into_states()
            });
            assert_eq!(states.len() - 1, moves, "{shape:?}");
            assert_solves(&states, &board);
        }
    }
}

#[test]
fn a_stopped_search_has_a_lower_bound() {
    let board = board(&input("puzzle4x4-40.txt"));
    let space = Arc::new(Worlds::<Board>::new());
    let search = |shape, limits: Limits| {
        together(shape, |cluster| {
            let (outcome, statistics) = cluster.a_star("40", &space, &board, &limits).unwrap();
            let Outcome::Stopped(stopped) = outcome else { panic!("{outcome:?}") };
            assert!(stopped.lower_bound <= 40);
            assert_eq!(stopped.path[0], board);
            assert_eq!(stopped.path.len() - 1, stopped.path_cost as usize);
            (stopped.reason, stopped.lower_bound, statistics.expanded)
        })
    };
    for shape in SHAPES {
        let (reason, _, expanded) = search(shape, Limits::none().expansions(500));
        assert_eq!(reason, StopReason::Expansions { limit: 500, expanded });
        let (reason, _, expanded) = search(shape, Limits::none().bytes(100_000));
        assert!(matches!(reason, StopReason::Bytes { limit: 100_000, .. }), "{reason:?}");
        assert!(expanded > 0);
        let (reason, lower_bound, expanded) = search(shape, Limits::none().bytes(0));
        assert!(matches!(reason, StopReason::Bytes { limit: 0, .. }), "{reason:?}");
        assert!(lower_bound > 0 && expanded == 0);
        let (reason, lower_bound, _) = search(shape, Limits::none().cost(35));
        assert_eq!(reason, StopReason::Cost { limit: 35, lower_bound });
        assert!(lower_bound > 35);
        let cancelled = Limits::none().cancel(Arc::new(AtomicBool::new(true)));
        assert_eq!(search(shape, cancelled).0, StopReason::Cancelled);
    }
}

#[test]
fn a_batch_is_solved_in_order() {
    let boards = ["0 1 3 / 4 2 5 / 7 8 6", "1 2 3 / 0 7 6 / 5 4 8", "8 6 7 / 2 5 4 / 3 0 1"];
    let boards: Vec<_> = boards.iter().cycle().take(40).map(|text| board(text)).collect();
    for shape in SHAPES {
        let moves = together(shape, |cluster| {
            let solve = |board: &Board, limits| {
                let solver = Solver::builder(board.clone()).algorithm(IdaStar::new());
                solver.limits(limits).solve().moves().unwrap()
            };
            cluster.solve_all("boards", &boards, solve).unwrap()
        });
        let expected: Vec<_> = [4, 7, 31].into_iter().cycle().take(40).collect();
        assert_eq!(moves, expected);
    }
}

#[test]
fn the_example_prints_what_it_counts_and_solves() {
    let run = |arguments: &[&str]| {
        let output = Command::new(&examples()["distributed"]).args(arguments).output().unwrap();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (out, error, status) = run(&["--processes", "3", "--enumerate", "2x2", "--threads", "2"]);
    assert_eq!((&error[..], status), ("", Some(0)));
    let counts = "0 1\n1 2\n2 2\n3 2\n4 2\n5 2\n6 1\ntotal: states 12, radius 6, bytes ";
    assert!(out.starts_with(counts), "{out}");

    let file = directory("distributed_example").join("boards.txt");
    fs::write(&file, "8 6 7 / 2 5 4 / 3 0 1\n1 2 3 / 4 5 6 / 8 7 0\n").unwrap();
    let file = file.to_str().unwrap();
    for more in [None, Some("--a-star")] {
        let arguments = ["--processes=2", "--solve", file].into_iter().chain(more);
        let (out, error, status) = run(&arguments.collect::<Vec<_>>());
        assert_eq!((&error[..], status), ("", Some(1)));
        assert!(out.starts_with("board 1: moves 31, generated "), "{out}");
        assert!(out.contains("\nboard 2: unsolvable\ntotal: boards 2, moves 31, "), "{out}");
    }

    let wrong: [(&[&str], &str); 4] = [
        (&["--processes", "2", "--solve", "-"], "cannot be shared"),
        (&["--processes", "2", "--enumerate", "5x5"], "at most 16 cells"),
        (&["--hosts", file, "--process", "0", "--enumerate", "3x3"], "host \"8 6 7 / 2 5 4"),
        (&["--hosts", file, "--process", "5", "--enumerate", "3x3"], "process 5 is out of range"),
    ];
    for (arguments, message) in wrong {
        let (out, error, status) = run(arguments);
        assert_eq!((&out[..], status), ("", Some(2)), "{arguments:?}");
        assert!(error.contains(message), "{error}");
    }
}
