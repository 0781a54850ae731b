//! The solver against independent oracles, and what it says when it stops.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestfirst::frontier::{BucketQueue, NodeId, Priority};
use bestfirst::heuristic::from_fn;
use bestfirst::search::{
    self, Algorithm, End, Lockstep, Search, SearchKind, Side, TreeAStar, TreeSearch,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::word_ladder::Word;
use bestfirst::{
    Limits, Outcome, Solver, StateSpace, Statistics, StopReason, WithHeuristic, WorldState, Worlds,
};
use proptest::prelude::*;

use crate::common::boards::{assert_solves, board};
use crate::common::files::{common_words, most_inputs_are_missing};
use crate::common::graph::{Graph, any_graph, share};
use crate::common::oracle;

#[test]
fn solutions_of_3_by_3_boards_are_shortest() {
    let distances = oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let mut tiles: Vec<_> = distances.keys().collect();
    tiles.sort();
    // A prime step takes boards from everywhere; all of the hardest are added.
    let hardest = tiles.iter().filter(|tiles| distances[**tiles] >= 30);
    for tiles in tiles.iter().step_by(89).chain(hardest) {
        let board = Board::from_rows(tiles.chunks(3)).unwrap();
        let solver = Solver::new(board.clone());
        assert_eq!(solver.cost(), Some(distances[*tiles]), "{board:?}");
        assert_eq!(solver.moves(), Some(solver.solution().len() - 1));
        assert_solves(solver.solution(), &board);
    }
    for tiles in tiles.iter().step_by(1009) {
        let board = Board::from_rows(tiles.chunks(3)).unwrap();
        let solver = Solver::builder(board.clone()).heuristic(Board::hamming).solve();
        assert_eq!(solver.cost(), Some(distances[*tiles]), "{board:?}");
        assert_solves(solver.solution(), &board);
    }
}

#[test]
fn input_files_have_the_length_in_their_names() {
    let mut lengths = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("input")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(("puzzle", rest)) = name.split_at_checked(6) else { continue };
        let (size, length) = rest.split_once('-').unwrap();
        let board = board(&fs::read_to_string(&path).unwrap());
        assert_eq!(size, format!("{0}x{0}", board.size()), "{name}");
        let solver = match length.parse::<usize>() {
            Ok(length) => {
                lengths.push((board.size(), length));
                // The longer ones are solved by the example, in release mode.
                if length > 42 {
                    continue;
                }
                let solver = Solver::new(board.clone());
                assert_eq!(solver.moves(), Some(length), "{name}");
                assert_solves(solver.solution(), &board);
                solver
            }
            Err(_) => Solver::new(board),
        };
        assert_eq!(solver.is_solvable(), Some(length != "unsolvable"), "{name}");
    }
    if most_inputs_are_missing() {
        return;
    }
    lengths.sort_unstable();
    let expected = (0..=6)
        .map(|length| (2, length))
        .chain((0..=31).map(|length| (3, length)))
        .chain((0..=50).map(|length| (4, length)));
    assert!(lengths.iter().copied().eq(expected), "{lengths:?}");
}

/// The number of open nodes before each dequeue, and the counters at the end.
fn trace<P: StateSpace>(mut search: TreeSearch<P>) -> (Vec<usize>, Statistics) {
    let mut open = Vec::new();
    loop {
        let priorities: Vec<_> = search.open_list().map(|node| node.priority).collect();
        assert!(priorities.is_sorted());
        assert_eq!(priorities.first(), Some(&search.lower_bound()));
        open.push(priorities.len());
        if search.advance(1) == Some(End::Solved) {
            return (open, search.statistics());
        }
    }
}

#[test]
fn the_worked_trace() {
    let board = board("0 1 3 / 4 2 5 / 7 8 6");
    let hamming = WithHeuristic::new(Worlds::new(), from_fn(Board::hamming));
    for (open, statistics) in [
        trace(TreeAStar::new().start(Worlds::new(), board.clone())),
        trace(TreeAStar::new().start(&hamming, board.clone())),
    ] {
        assert_eq!(open, [1, 2, 3, 5, 6]);
        assert_eq!((statistics.enqueued, statistics.dequeued), (10, 5));
        assert_eq!((statistics.generated, statistics.expanded), (10, 4));
        assert_eq!((statistics.open, statistics.largest_open), (5, 6));
    }
}

#[test]
fn the_hardest_board_takes_about_19800_nodes_of_at_most_32_bytes() {
    let statistics = Solver::new(board("8 6 7 / 2 5 4 / 3 0 1")).statistics();
    // Ties broken otherwise, it takes several times as many.
    assert!((19_000..21_000).contains(&statistics.enqueued), "{statistics}");
    let bytes = statistics.bytes as f64 / statistics.enqueued as f64;
    assert!(bytes <= 32.0, "{bytes} bytes a node");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Letter(u8);

impl WorldState for Letter {
    fn estimated_distance_to_goal(&self) -> u32 {
        u32::from(b'z' - self.0)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        [self.0 - 1, self.0 + 1].map(Letter).into_iter().filter(|l| l.0.is_ascii_lowercase())
    }
}

#[test]
fn a_line_of_letters_is_walked_once() {
    let solver = Solver::new(Letter(b'a'));
    assert_eq!(solver.moves(), Some(25));
    // Without the grandparent rule about 50.
    assert_eq!(solver.statistics().enqueued, 26);
    assert!(solver.solution().iter().map(|l| l.0).eq(b'a'..=b'z'));
}

/// Tree search may take for ever on a graph of cycles. Wherever it stops, what it says is true.
fn assert_optimal(graph: &Graph) {
    let optimum = graph.distances()[0];
    let limits = Limits::none().generated(100_000);
    let solver = Solver::builder_in(graph, 0).algorithm(TreeAStar::new()).limits(limits).solve();
    match solver.outcome() {
        Outcome::Solved(solution) => {
            assert_eq!(Some(solution.cost()), optimum);
            graph.assert_path(solution.states(), solution.cost());
            assert!(graph.goals.contains(solution.states().last().unwrap()));
        }
        Outcome::Unsolvable => assert_eq!(optimum, None),
        Outcome::Stopped(stopped) => {
            assert!(optimum.is_none_or(|optimum| stopped.lower_bound <= optimum));
            graph.assert_path(&stopped.path, stopped.path_cost);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn solutions_of_graphs_are_cheapest((mut graph, percents) in any_graph(1..20)) {
        let distances = graph.distances();
        // Blind; consistent; perfect; admissible, but not consistent.
        assert_optimal(&graph);
        for percent in [percents[0], 100] {
            graph.estimates = distances.iter().map(|&d| share(d, percent)).collect();
            assert_optimal(&graph);
        }
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        assert_optimal(&graph);
    }

    /// Costs around the last bucket, so that nodes are in the buckets and behind them.
    #[test]
    fn wide_costs_are_cheapest_too((mut graph, percents) in any_graph(1..1500)) {
        let distances = graph.distances();
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        assert_optimal(&graph);
    }

    #[test]
    fn priorities_never_decrease_if_the_estimate_is_consistent(
        (mut graph, percents) in any_graph(1..20)
    ) {
        // From where no goal can be reached, the distance is more than any other.
        let distances = graph.distances().into_iter().map(|distance| distance.or(Some(10_000)));
        graph.estimates = distances.map(|distance| share(distance, percents[0])).collect();
        let mut search = TreeAStar::new().start(&graph, 0);
        let mut last = 0;
        for _ in 0..200 {
            let lowest = search.open_list().next().map(|node| node.priority);
            prop_assert!(lowest.is_none_or(|lowest| lowest >= last));
            last = lowest.unwrap_or(last);
            if search.advance(1).is_some() {
                break;
            }
        }
    }

    /// The lower bound only grows, stays below the optimum, and a pause changes nothing.
    #[test]
    fn stepping_is_the_same_as_running(
        (mut graph, percents) in any_graph(1..20),
        steps in prop::collection::vec(1u64..7, 1..100),
    ) {
        let distances = graph.distances();
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let mut stepped = TreeAStar::new().start(&graph, 0);
        let mut bound = 0;
        for &count in &steps {
            stepped.advance(count);
            prop_assert!(stepped.lower_bound() >= bound);
            bound = stepped.lower_bound();
            prop_assert!(distances[0].is_none_or(|optimum| bound <= optimum));
        }
        let mut through = TreeAStar::new().start(&graph, 0);
        through.advance(steps.iter().sum());
        let plain = |mut statistics: Statistics| {
            statistics.elapsed = Duration::ZERO;
            statistics
        };
        prop_assert_eq!(plain(stepped.statistics()), plain(through.statistics()));
        prop_assert_eq!(stepped.path(), through.path());
    }

    #[test]
    fn the_open_list_takes_nodes_off_in_order(
        operations in prop::collection::vec(
            (
                prop_oneof![
                    5 => 0u32..40,
                    5 => 1020u32..1030,
                    20 => 4000u32..9000,
                    1 => u32::MAX - 4000..=u32::MAX,
                    1 => 0..=u32::MAX,
                ],
                prop_oneof![0u32..3, 0u32..60, 0..=u32::MAX],
                prop_oneof![20 => 0usize..3, 1 => 0usize..40, 1 => Just(usize::MAX)],
            ),
            1..300,
        )
    ) {
        let (mut open, mut links) = (BucketQueue::default(), Vec::new());
        let mut sorted = BTreeMap::new();
        for (index, (f, h, pops)) in operations.into_iter().enumerate() {
            let id = NodeId::from_index(index).unwrap();
            let priority = Priority::new(f, h);
            links.push(open.push(id, priority));
            sorted.insert((priority, Reverse(id)), id);
            let link = |id: NodeId| links[id.index()];
            let nodes = sorted.iter().map(|(&(priority, _), &id)| (id, priority));
            prop_assert!(open.iter(link).eq(nodes));
            prop_assert_eq!(open.lowest_f(), sorted.keys().next().map(|(lowest, _)| lowest.f()));
            if pops == usize::MAX {
                open.clear();
                sorted.clear();
            }
            for _ in 0..pops.min(index) {
                let first = sorted.pop_first().map(|((priority, _), id)| (id, priority));
                prop_assert_eq!(open.pop(link), first);
            }
            prop_assert_eq!(open.len(), sorted.len());
        }
    }
}

/// The graph that catches closing a state too early: its shortest path leads through x.
#[test]
fn the_shortest_path_leads_through_x() {
    let mut graph = Graph {
        edges: vec![Vec::new(); 8],
        estimates: vec![1, 1, 1, 1, 1, 1, 0, 4],
        goals: vec![6],
    };
    // s, a, b, c, d, e, g, x
    for (from, to) in [(0, 1), (0, 7), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (7, 3)] {
        graph.edges[from].push((to, 1));
    }
    let solver = Solver::builder_in(&graph, 0).solve();
    assert_eq!(solver.cost(), Some(5));
    assert_eq!(solver.solution(), [0, 7, 3, 4, 5, 6]);
}

#[test]
fn the_two_shortest_solutions_are_of_one_length() {
    assert_eq!(Solver::new(board("1 2 3 / 0 7 6 / 5 4 8")).moves(), Some(7));
}

#[test]
fn an_exhausted_tree_is_unsolvable() {
    let graph = Graph {
        edges: vec![vec![(1, 1), (2, 1)], vec![], vec![], vec![]],
        estimates: vec![0; 4],
        goals: vec![3],
    };
    let solver = Solver::builder_in(&graph, 0).solve();
    assert_eq!(solver.outcome(), &Outcome::Unsolvable);
    assert_eq!(solver.is_solvable(), Some(false));
    assert_eq!((solver.moves(), solver.cost(), solver.solution()), (None, None, &[][..]));
    assert_eq!(solver.statistics().expanded, 3);
}

#[test]
fn a_state_that_knows_it_is_unsolvable_is_not_searched() {
    let solver = Solver::new(board("1 2 3 / 4 5 6 / 8 7 0"));
    assert_eq!(solver.outcome(), &Outcome::Unsolvable);
    assert_eq!(solver.statistics(), Statistics::default());
}

#[test]
fn the_three_answers_in_words() {
    let answer = |text: &str, limits: Limits| {
        let solver = Solver::builder(board(text)).limits(limits).solve();
        solver.outcome().to_string()
    };
    assert_eq!(answer("1 2 3 / 4 5 6 / 0 7 8", Limits::none()), "a solution of cost 2");
    assert_eq!(answer("1 2 3 / 4 5 6 / 8 7 0", Limits::none()), "no solution");
    assert_eq!(
        answer("1 2 3 / 4 5 6 / 0 7 8", Limits::none().expansions(1)),
        "stopped after 1 node expanded (limit 1)"
    );
}

#[test]
fn a_solved_state_takes_no_move() {
    let solver = Solver::new(board("1 2 / 3 0"));
    assert_eq!((solver.moves(), solver.solution().len()), (Some(0), 1));
}

#[test]
fn paths_above_u32_are_left_out_and_said_so() {
    let beyond = |second: u32| Graph {
        edges: vec![vec![(1, u32::MAX - 5)], vec![(2, second)], vec![]],
        estimates: vec![u32::MAX - 5, 5, 0],
        goals: vec![2],
    };
    let solver = Solver::builder_in(&beyond(5), 0).solve();
    assert_eq!(solver.cost(), Some(u32::MAX));
    let solver = Solver::builder_in(&beyond(6), 0).solve();
    let Outcome::Stopped(stopped) = solver.outcome() else { panic!("{solver:?}") };
    assert_eq!((stopped.reason, stopped.lower_bound), (StopReason::PathCost, u32::MAX));
    assert_eq!(solver.is_solvable(), None);
}

fn stopped_by(limits: &Limits) -> (StopReason, Statistics) {
    // Unsolvable, but the space does not say so: it would go on for ever.
    let unsolvable = board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0");
    let mut search = TreeAStar::new().start(Worlds::new(), unsolvable.clone());
    let End::Stopped(reason) = search::run(&mut search, limits, Duration::MAX, |_| {}) else {
        panic!("{search:?}")
    };
    let path = search.path();
    assert_eq!(path[0], unsolvable);
    for pair in path.windows(2) {
        assert!(pair[0].neighbors().contains(&pair[1]));
    }
    (reason, search.statistics())
}

#[test]
fn each_limit_stops_and_is_named() {
    let (reason, statistics) = stopped_by(&Limits::none().expansions(12_345));
    assert_eq!(reason, StopReason::Expansions { limit: 12_345, expanded: 12_345 });
    assert_eq!(statistics.expanded, 12_345);

    let (reason, statistics) = stopped_by(&Limits::none().generated(10_000));
    assert_eq!(reason, StopReason::Generated { limit: 10_000, generated: statistics.generated });
    assert!((10_000..10_003).contains(&statistics.generated), "{statistics}");

    for limit in [10_000, 1_000_000, 10_000_000] {
        let (reason, statistics) = stopped_by(&Limits::none().bytes(limit));
        assert_eq!(reason, StopReason::Bytes { limit, in_use: statistics.bytes });
        assert!(statistics.bytes <= limit, "{statistics}");
        assert!(statistics.bytes >= limit * 6 / 10, "{statistics}");
    }

    let limit = Duration::from_millis(20);
    let (reason, statistics) = stopped_by(&Limits::none().time(limit));
    assert_eq!(reason, StopReason::Time { limit, elapsed: statistics.elapsed });
    assert!(statistics.elapsed >= limit);

    let flag = Arc::new(AtomicBool::new(true));
    let (reason, statistics) = stopped_by(&Limits::none().cancel(flag));
    assert_eq!((reason, statistics.expanded), (StopReason::Cancelled, 0));
}

#[test]
fn a_search_stopped_by_any_limit_goes_on_as_if_it_had_not() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut through = TreeAStar::new().start(Worlds::new(), board.clone());
    assert_eq!(through.advance(u64::MAX), Some(End::Solved));
    for limits in [
        Limits::none().expansions(777),
        Limits::none().generated(1234),
        Limits::none().bytes(100_000),
        Limits::none().time(Duration::ZERO),
    ] {
        let mut search = TreeAStar::new().start(Worlds::new(), board.clone());
        let step = search::run(&mut search, &limits, Duration::MAX, |_| {});
        assert!(matches!(step, End::Stopped(_)), "{limits:?}");
        assert!(search.lower_bound() <= 31);
        let step = search::run(&mut search, &Limits::none(), Duration::MAX, |_| {});
        assert_eq!((step, search.cost()), (End::Solved, 31));
        assert_eq!(search.path(), through.path());
        assert_eq!(search.statistics().expanded, through.statistics().expanded);
    }
}

#[test]
fn the_observer_sees_a_search_come_closer() {
    let mut seen = Vec::new();
    let solver = Solver::builder(board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0").twin())
        .heuristic(|_| 0)
        .limits(Limits::none().expansions(2_000_000))
        .progress_interval(Duration::ZERO)
        .on_progress(|progress| seen.push((progress.statistics.expanded, progress.lower_bound)))
        .solve();
    assert_eq!(solver.statistics().expanded, 2_000_000);
    assert!(seen.len() > 3);
    assert!(seen.is_sorted());
    assert!(seen.iter().all(|&(expanded, _)| expanded <= 2_000_000));
}

#[test]
fn large_boards_count_their_heap_memory() {
    let solver = Solver::builder(
        board("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 24 23 0").twin(),
    )
    .heuristic(|_| 0)
    .limits(Limits::none().bytes(1_000_000))
    .solve();
    // The solved board has no tile out of place, wherever the estimate is zero.
    assert_eq!(solver.is_solvable(), None);
    let per_node = solver.statistics().bytes as u64 / solver.statistics().enqueued;
    assert!(per_node > 100, "{per_node} bytes a node");
}

#[test]
fn lockstep_agrees_with_parity() {
    let mut distances: Vec<_> =
        oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]).into_iter().collect();
    distances.sort_unstable();
    for (index, (tiles, distance)) in distances.into_iter().step_by(7001).enumerate() {
        let board = Board::from_rows(tiles.chunks(3)).unwrap();
        let (first, side) =
            if index % 2 == 0 { (board, Side::First) } else { (board.twin(), Side::Second) };
        let start = |board| TreeAStar::new().start(Worlds::new(), board);
        let mut lockstep = Lockstep::new(start(first.clone()), start(first.twin()));
        assert_eq!(lockstep.advance(u64::MAX), Some(End::Solved));
        assert_eq!(lockstep.solved(), Some(side));
        assert_eq!(first.is_solvable(), side == Side::First);
        assert_eq!(lockstep.cost(), distance);
        let (a, b) = (lockstep.first().statistics(), lockstep.second().statistics());
        assert!(a.dequeued.abs_diff(b.dequeued) <= 1);
    }
}

#[test]
fn lockstep_goes_on_where_one_is_exhausted() {
    let tree = |goal| Graph {
        edges: vec![vec![(1, 1)], vec![(2, 1)], vec![(3, 1)], vec![]],
        estimates: vec![0; 4],
        goals: vec![goal],
    };
    let (reachable, unreachable) = (tree(3), tree(9));
    let start = |graph, state| TreeAStar::new().start(graph, state);
    let mut lockstep = Lockstep::new(start(&reachable, 0), start(&unreachable, 2));
    assert_eq!(lockstep.advance(u64::MAX), Some(End::Solved));
    assert_eq!(lockstep.solved(), Some(Side::First));
    let mut neither = Lockstep::new(start(&unreachable, 0), start(&unreachable, 2));
    assert_eq!(neither.advance(u64::MAX), Some(End::Exhausted));
    assert_eq!(neither.solved(), None);
}

#[test]
fn ladders_are_shortest() {
    let dictionary = common_words();
    assert!(dictionary.len() >= 2000);
    for (from, to, moves) in [("horse", "nurse", 6), ("cube", "tubes", 2), ("stories", "shore", 3)]
    {
        let solver = Solver::new(dictionary.ladder(from, to).unwrap());
        assert_eq!(solver.moves(), Some(moves), "{from} {to}");
        let solution = solver.solution();
        assert_eq!((solution[0].as_str(), solution[moves].as_str()), (from, to));
        for pair in solution.windows(2) {
            assert!(pair[0].neighbors().any(|word| word == pair[1]), "{pair:?}");
        }
    }
}

#[test]
fn solvers_are_values() {
    fn is_value<T: Send + Sync + Clone + std::fmt::Debug>() {}
    is_value::<Solver<Board>>();
    is_value::<Solver<Word<'static>>>();
    is_value::<Limits>();
    is_value::<TreeSearch<Worlds<Board>>>();
    let solver = Solver::new(board("0 1 3 / 4 2 5 / 7 8 6"));
    assert_eq!(solver.clone().outcome(), solver.outcome());
    assert_eq!((solver.moves(), solver.moves()), (Some(4), Some(4)));
}

#[test]
fn a_limit_on_cost_stops_when_it_is_proven_to_be_too_low() {
    let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    for kind in [
        SearchKind::TreeAStar,
        SearchKind::GraphAStar,
        SearchKind::IdaStar,
        SearchKind::UniformCost,
        SearchKind::BreadthFirst,
        SearchKind::BoundedMemory,
        SearchKind::Anytime,
    ] {
        for limit in [0, 20, 30] {
            let limits = Limits::none().cost(limit);
            let solver = Solver::builder(board.clone()).algorithm(kind).limits(limits).solve();
            let Outcome::Stopped(stopped) = solver.outcome() else { panic!("{kind}: {limit}") };
            let StopReason::Cost { limit: met, lower_bound } = stopped.reason else {
                panic!("{kind}: {stopped}");
            };
            assert_eq!((met, lower_bound), (limit, stopped.lower_bound), "{kind}");
            assert!((limit + 1..=31).contains(&lower_bound), "{kind}: {lower_bound}");
        }
        let limits = Limits::none().cost(31);
        let solver = Solver::builder(board.clone()).algorithm(kind).limits(limits).solve();
        assert!(solver.cost().is_some(), "{kind}");

        // It goes on where the limit is raised.
        let mut search = kind.start(Worlds::new(), board.clone());
        for limit in [25, 30, 31, 100] {
            let limits = Limits::none().cost(limit);
            let end = search::run(&mut search, &limits, Duration::MAX, |_| {});
            assert_eq!(matches!(end, End::Stopped(StopReason::Cost { .. })), limit < 31, "{kind}");
        }
        assert!(search.has_solution());
    }
}

#[test]
fn a_started_search_knows_that_there_is_no_solution() {
    // The parity is odd.
    let board: Board = "1 2 3 / 4 5 6 / 8 7 0".parse().unwrap();
    let mut running = Solver::builder(board.clone()).start();
    let solver = running.solve();
    assert_eq!((solver.outcome(), solver.best_path()), (&Outcome::Unsolvable, &[board][..]));
    assert_eq!(solver.statistics().expanded, 0);
    running.search_mut().restart("1 2 3 / 4 5 6 / 7 0 8".parse().unwrap());
    assert_eq!(running.solve().moves(), Some(1));
}

#[test]
fn units_suit_the_size_and_rounding_stays_within_them() {
    let bytes: [(usize, &str); 9] = [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1 KiB"),
        (1536, "1.5 KiB"),
        (1_000_000, "977 KiB"),
        (1024 * 1024 - 1, "1 MiB"),
        (60_000_000, "57 MiB"),
        (usize::MAX, if usize::BITS == 64 { "16777216 TiB" } else { "4 GiB" }),
    ];
    for (amount, text) in bytes {
        let stopped = StopReason::Bytes { limit: 1024, in_use: amount }.to_string();
        assert_eq!(stopped, format!("stopped with {text} in use (limit 1 KiB)"));
    }
    let times = [
        (0.0, "0 µs"),
        (0.000_038, "38 µs"),
        (0.000_099_7, "0.1 ms"),
        (0.0006, "0.6 ms"),
        (0.009_97, "10 ms"),
        (0.057_4, "57 ms"),
        (0.9997, "1 s"),
        (7.46, "7.5 s"),
        (10.0, "10 s"),
        (119.6, "2 min 0 s"),
        (125.0, "2 min 5 s"),
        (3599.6, "1 h 0 min"),
        (100_000.0, "27 h 46 min"),
    ];
    for (seconds, text) in times {
        let (limit, elapsed) = (Duration::from_secs(1), Duration::from_secs_f64(seconds));
        let stopped = StopReason::Time { limit, elapsed }.to_string();
        assert_eq!(stopped, format!("stopped after {text} (limit 1 s)"));
    }
    for (expanded, text) in [(0, "0 nodes"), (1, "1 node"), (2, "2 nodes")] {
        let stopped = StopReason::Expansions { limit: 1, expanded }.to_string();
        assert_eq!(stopped, format!("stopped after {text} expanded (limit 1)"));
    }
}
