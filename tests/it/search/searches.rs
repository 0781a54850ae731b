//! Every search on the same problems, against the same oracles. `each.rs` lists them: in the crate
//! `it` those on one thread, in the crate `features` those on several.

use std::fmt::Debug;
use std::time::Duration;

use bestfirst::search::{
    self, Algorithm, Anytime, BoundedMemory, End, GraphAStar, Search, SearchKind, WeightedAStar,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Outcome, Solver, Statistics, StopReason, Worlds};
use proptest::prelude::*;

use crate::common::boards::{assert_solves, board};
use crate::common::graph::{Graph, any_graph, large_graph, share};
use crate::common::oracle;

/// What a search promises of the cost of its solution.
#[derive(Clone, Copy, Debug)]
enum Promise {
    Optimal,
    /// At most so many times the optimum.
    Within(f64),
    /// Optimal if all steps cost 1.
    FewestSteps,
    Nothing,
}

impl Promise {
    fn assert_kept(self, cost: u32, optimum: u32, unit_costs: bool) {
        assert!(cost >= optimum);
        match self {
            Self::Optimal => assert_eq!(cost, optimum),
            Self::Within(ratio) => assert!(f64::from(cost) <= ratio * f64::from(optimum)),
            Self::FewestSteps => assert!(!unit_costs || cost == optimum),
            Self::Nothing => {}
        }
    }
}

/// Runs a test with every search that ends on every finite space.
macro_rules! with_each_complete_search {
    ($test:ident $(, $argument:expr)*) => {
        with_each_complete_search_from_one_end!($test $(, $argument)*);
        with_each_bidirectional_search!($test $(, $argument)*);
    };
}

/// Runs a test with these, and with those of states that are `Copy`, as boards are not.
macro_rules! with_each_complete_search_of_copied_states {
    ($test:ident $(, $argument:expr)*) => {
        with_each_complete_search!($test $(, $argument)*);
        with_each_search_of_copied_states!($test $(, $argument)*);
    };
}

/// Runs a test with these, and with those that end only where there is a solution.
macro_rules! with_each_search {
    ($test:ident $(, $argument:expr)*) => {
        with_each_complete_search!($test $(, $argument)*);
        with_each_incomplete_search!($test $(, $argument)*);
    };
}

/// A board of each depth, and how deep it is.
fn a_board_of_each_depth() -> Vec<(Board, u32)> {
    let distances = oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let mut tiles: Vec<_> = distances.iter().map(|(tiles, distance)| (distance, tiles)).collect();
    tiles.sort();
    tiles.dedup_by_key(|&mut (distance, _)| distance);
    let board = |tiles: &oracle::Tiles| Board::from_rows(tiles.chunks(3)).unwrap();
    tiles.into_iter().map(|(&distance, tiles)| (board(tiles), distance)).collect()
}

#[test]
fn boards_of_every_depth_are_solved_as_promised() {
    fn solve<A>(algorithm: &A, promise: Promise, boards: &[(Board, u32)])
    where
        A: Algorithm<Worlds<Board>> + Clone + Debug,
    {
        // One machine for all: it must not remember anything.
        let mut search = algorithm.start(Worlds::new(), boards[0].0.clone());
        let solver = |board| Solver::builder(board).algorithm(algorithm.clone()).solve();
        check(&mut search, &solver, algorithm, promise, boards);
    }
    fn check(
        search: &mut dyn Search<State = Board>,
        solver: &dyn Fn(Board) -> Solver<Board>,
        algorithm: &dyn Debug,
        promise: Promise,
        boards: &[(Board, u32)],
    ) {
        for (board, distance) in boards {
            let solver = solver(board.clone());
            let Outcome::Solved(solution) = solver.outcome() else {
                panic!("{algorithm:?} on {board:?}: {solver:?}")
            };
            assert_solves(solution.states(), board);
            assert_eq!(solution.moves(), solution.cost() as usize);
            promise.assert_kept(solution.cost(), *distance, true);
            assert!(solution.lower_bound() <= *distance, "{algorithm:?}");
            assert_eq!(solution.is_optimal(), solution.lower_bound() == solution.cost());
            if matches!(promise, Promise::Optimal | Promise::FewestSteps) {
                assert!(solution.is_optimal(), "{algorithm:?} on {board:?}");
            }
            if let Promise::Within(ratio) = promise {
                assert!(solution.ratio() <= ratio + 1e-9, "{algorithm:?} on {board:?}");
            }

            search.restart(board.clone());
            while search.advance(u64::MAX).is_none() {}
            assert_eq!(search.path(), solution.states());
            assert_eq!(counters(search.statistics()), counters(solver.statistics()));
        }
    }
    let boards = a_board_of_each_depth();
    assert_eq!(boards.len(), 32);
    with_each_search!(solve, &boards[..24]);
    with_each_complete_search!(solve, &boards[24..]);
}

/// All but time and memory.
fn counters(statistics: Statistics) -> [u64; 8] {
    let Statistics { expanded, generated, enqueued, dequeued, .. } = statistics;
    let Statistics { reopened, duplicates, open, largest_open, .. } = statistics;
    [expanded, generated, enqueued, dequeued, reopened, duplicates, open, largest_open]
}

/// On any graph a complete search ends with the right answer, and so it does when it is stopped
/// after every few steps.
fn solve_graph<A>(algorithm: &A, promise: Promise, graph: &Graph, pause: u64)
where
    A: for<'a> Algorithm<&'a Graph> + Clone + Debug,
{
    let solver = Solver::builder_in(graph, 0).algorithm(algorithm.clone()).solve();
    check_on_graph(&mut algorithm.start(graph, 0), &solver, (algorithm, promise), graph, pause);
}

fn check_on_graph(
    search: &mut dyn Search<State = usize>,
    solver: &Solver<usize>,
    (algorithm, promise): (&dyn Debug, Promise),
    graph: &Graph,
    pause: u64,
) {
    let optimum = graph.distances()[0];
    let unit_costs = graph.edges.iter().flatten().all(|&(_, cost)| cost == 1);
    match solver.outcome() {
        Outcome::Solved(solution) => {
            let optimum = optimum.expect("only what is solvable is solved");
            promise.assert_kept(solution.cost(), optimum, unit_costs);
            graph.assert_path(solution.states(), solution.cost());
            assert!(graph.goals.contains(solution.states().last().unwrap()));
            assert!(solution.lower_bound() <= optimum, "{algorithm:?} on {graph:?}");
        }
        Outcome::Unsolvable => assert_eq!(optimum, None, "{algorithm:?} on {graph:?}"),
        Outcome::Stopped(stopped) => panic!("{algorithm:?} on {graph:?}: {stopped:?}"),
    }

    assert_eq!((search.path(), search.cost()), (vec![0], 0), "{algorithm:?} before it begins");
    let mut bound = 0;
    let step = loop {
        let step = search.advance(pause);
        assert!(search.lower_bound() >= bound, "{algorithm:?} on {graph:?}");
        bound = search.lower_bound();
        assert!(optimum.is_none_or(|optimum| bound <= optimum), "{algorithm:?} on {graph:?}");
        graph.assert_path(&search.path(), search.cost());
        if step.is_some() {
            break step;
        }
    };
    assert_eq!(step == Some(End::Solved), solver.moves().is_some());
    assert_eq!(counters(search.statistics()), counters(solver.statistics()));
    if step == Some(End::Solved) {
        assert_eq!(search.path(), solver.solution());
    }
    // No node is on the open list and off it.
    let Statistics { enqueued, dequeued, open, .. } = search.statistics();
    assert!(enqueued == 0 || dequeued + open <= enqueued, "{algorithm:?} on {graph:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn graphs_are_solved_as_promised(
        (mut graph, percents) in prop_oneof![any_graph(1..2), any_graph(0..20), any_graph(0..900)],
        pause in 1u64..5,
    ) {
        let distances = graph.distances();
        // Blind; consistent; perfect; admissible, but not consistent.
        with_each_complete_search_of_copied_states!(solve_graph, &graph, pause);
        for percent in [percents[0], 100] {
            graph.estimates = distances.iter().map(|&d| share(d, percent)).collect();
            with_each_complete_search_of_copied_states!(solve_graph, &graph, pause);
        }
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        with_each_complete_search_of_copied_states!(solve_graph, &graph, pause);
    }
}

/// Round a cycle costs become too high to be counted, but only on the way to what is known.
#[test]
fn a_cycle_that_costs_too_much_hides_no_solution() {
    fn solve<A>(algorithm: &A, _: Promise, graph: &Graph)
    where
        A: for<'a> Algorithm<&'a Graph> + Clone + Debug,
    {
        let solver = Solver::builder_in(graph, 0).algorithm(algorithm.clone()).solve();
        assert_eq!(solver.outcome(), &Outcome::Unsolvable, "{algorithm:?}");
    }
    let graph = Graph {
        edges: vec![vec![(1, 1 << 31)], vec![(2, 1 << 30)], vec![(0, 1 << 31)], vec![]],
        estimates: vec![0; 4],
        goals: vec![3],
    };
    with_each_complete_search_of_copied_states!(solve, &graph);
}

/// A search chosen by its name is the search of that name.
#[test]
fn searches_are_chosen_by_name() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    for &kind in SearchKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        let words: Vec<_> = kind.name().split('-').collect();
        assert_eq!(words.concat(), format!("{kind:?}").to_lowercase());
        let mut search = kind.start(Worlds::new(), board.clone());
        assert_eq!((search.path(), search.cost()), (vec![board.clone()], 0), "{kind}");
        while search.advance(100_000).is_none() {}
        assert_solves(&search.path(), &board);
        assert_eq!(search.path().len(), search.cost() as usize + 1);
        assert!(search.lower_bound() <= 31);
        let after = search.statistics();
        search.restart(board.clone());
        assert_eq!(search.statistics().expanded, 0);
        while search.advance(100_000).is_none() {}
        assert_eq!(counters(search.statistics()), counters(after));
    }
    let error = "a*".parse::<SearchKind>().unwrap_err().to_string();
    assert!(error.starts_with("unknown search \"a*\"; the valid names are a-star, tree-a-star,"));
}

/// The graph that catches closing a state too early: its shortest path leads through x.
#[test]
fn a_state_is_opened_again_when_a_cheaper_path_is_found() {
    let mut graph = Graph {
        edges: vec![Vec::new(); 8],
        estimates: vec![1, 1, 1, 1, 1, 1, 0, 4],
        goals: vec![6],
    };
    // s, a, b, c, d, e, g, x
    for (from, to) in [(0, 1), (0, 7), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (7, 3)] {
        graph.edges[from].push((to, 1));
    }
    let solver = Solver::builder_in(&graph, 0).algorithm(GraphAStar::new()).solve();
    assert_eq!(solver.solution(), [0, 7, 3, 4, 5, 6]);
    assert!(solver.statistics().reopened > 0);
}

#[test]
fn memory_stays_below_the_limit_and_nothing_is_lost() {
    fn solve<A>(algorithm: &A, promise: Promise, board: &Board)
    where
        A: Algorithm<Worlds<Board>> + Clone + Debug,
    {
        let through = Solver::builder(board.clone()).algorithm(algorithm.clone()).solve();
        let mut search = algorithm.start(Worlds::new(), board.clone());
        check(&mut search, &through, (algorithm, promise), board);
    }
    fn check(
        search: &mut dyn Search<State = Board>,
        through: &Solver<Board>,
        (algorithm, promise): (&dyn Debug, Promise),
        board: &Board,
    ) {
        let mut limit = 30_000;
        let step = loop {
            let limits = Limits::none().bytes(limit);
            let step = search::run(search, &limits, Duration::MAX, |_| {});
            let bytes = search.statistics().bytes;
            assert!(bytes <= limit, "{algorithm:?}: {bytes} of {limit}");
            if step != End::Stopped(StopReason::Bytes { limit, in_use: bytes }) {
                break step;
            }
            assert!(bytes >= limit / 3, "{algorithm:?}: {bytes} of {limit}");
            limit += limit / 5;
        };
        assert_eq!(step, End::Solved, "{algorithm:?} {promise:?}");
        assert_solves(&search.path(), board);
        assert_eq!(Some(search.cost()), through.cost());
        // One that works within the limit, instead of stopping at it, goes another way.
        if limit > 30_000 {
            assert_eq!(search.path(), through.solution());
            assert_eq!(counters(search.statistics()), counters(through.statistics()));
        }
    }
    with_each_search!(solve, &board("8 6 7 / 2 5 4 / 3 0 1"));
    // States on the heap.
    let large = Board::solved(5, bestfirst::sliding_tiles::Goal::BlankLast).unwrap();
    let mut scrambled = large;
    for turn in 0..120 {
        let neighbors = scrambled.neighbors();
        scrambled = neighbors[turn * 7 % neighbors.len()].clone();
    }
    solve(&WeightedAStar::new(3.0), Promise::Within(3.0), &scrambled);
}

/// From 65,536 nodes on, graph search takes several nodes off together.
#[test]
fn large_graphs_are_searched_in_batches_and_nothing_changes() {
    const COUNT: usize = 300_000;
    fn solve<A>(algorithm: &A, graph: &Graph, optimum: u32) -> Statistics
    where
        A: for<'a> Algorithm<&'a Graph>,
    {
        check([&mut algorithm.start(graph, 0), &mut algorithm.start(graph, 0)], graph, optimum)
    }
    fn check(
        [through, search]: [&mut dyn Search<State = usize>; 2],
        graph: &Graph,
        optimum: u32,
    ) -> Statistics {
        assert_eq!(through.advance(u64::MAX), Some(End::Solved));
        while search.advance(7_777).is_none() {
            assert!(search.lower_bound() <= optimum);
        }
        assert_eq!(search.cost(), optimum);
        graph.assert_path(&search.path(), optimum);
        assert_eq!(search.path(), through.path());
        assert_eq!(counters(search.statistics()), counters(through.statistics()));
        let statistics = search.statistics();
        assert!(statistics.enqueued > 100_000, "{statistics}");
        statistics
    }

    let (graph, optimum) = large_graph(COUNT);
    let statistics = solve(&GraphAStar::new(), &graph, optimum);
    assert!(statistics.reopened > 1_000, "{statistics}");
    let mut search = GraphAStar::new().start(&graph, 0);
    while search.advance(9_999).is_none() {
        assert_eq!(search.open_list().count() as u64, search.statistics().open);
    }
    with_each_other_graph_search!(solve, &graph, optimum);

    // What is taken off and not expanded goes on depth first as well.
    let mut search = BoundedMemory::new().start(&graph, 0);
    search.set_limits(&Limits::none().bytes(statistics.bytes / 10 * 9));
    while search.advance(u64::MAX).is_none() {}
    graph.assert_path(&search.path(), optimum);
}

#[test]
fn an_unsolvable_board_is_proven_so() {
    // A search does not ask whether a board is solvable, as a solver does.
    fn solve<A: Algorithm<Worlds<Board>>>(algorithm: &A, _: Promise, ends: u64) {
        let mut search = algorithm.start(Worlds::new(), board("1 2 / 3 0").twin());
        let end = search::run(&mut search, &Limits::none(), Duration::MAX, |_| {});
        assert_eq!(end, End::Exhausted);
        // One of the ends has nothing left, and the other may have.
        let Statistics { expanded, open, .. } = search.statistics();
        assert!((12..=12 * ends).contains(&expanded));
        assert!(open <= 12 * (ends - 1));
    }
    with_each_complete_search_from_one_end!(solve, 1);
    with_each_bidirectional_search!(solve, 2);
}

/// The search that works within its memory finds the optimum however little that is.
#[test]
fn bounded_memory_is_optimal_within_any_memory() {
    for (board, distance) in a_board_of_each_depth() {
        for limit in [20_000, 40_000, 200_000] {
            let solver = Solver::builder(board.clone())
                .algorithm(BoundedMemory::new())
                .limits(Limits::none().bytes(limit))
                .solve();
            assert_solves(solver.solution(), &board);
            assert_eq!(solver.cost(), Some(distance));
            assert!(solver.statistics().bytes <= limit, "{}", solver.statistics());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// On any graph, with inconsistent estimates and steps that cost nothing, and stopped as
    /// often as may be.
    #[test]
    fn bounded_memory_is_optimal_on_any_graph(
        (mut graph, percents) in prop_oneof![any_graph(1..2), any_graph(0..20), any_graph(0..900)],
        limit in 4_500_usize..9_000,
        pause in 1u64..5,
    ) {
        let distances = graph.distances();
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let mut search = BoundedMemory::new().start(&graph, 0);
        search.set_limits(&Limits::none().bytes(limit));
        let mut bound = 0;
        let mut step = None;
        // Without a solution it may take very long to prove it.
        while step.is_none() && search.statistics().expanded < 10_000 {
            step = search.advance(pause);
            assert!(search.lower_bound() >= bound);
            bound = search.lower_bound();
            graph.assert_path(&search.path(), search.cost());
        }
        match (step, distances[0]) {
            (Some(End::Solved), optimum) => {
                assert_eq!((Some(search.cost()), bound), (optimum, search.cost()));
                assert!(graph.goals.contains(search.path().last().unwrap()));
            }
            (Some(End::Exhausted), optimum) => assert_eq!(optimum, None),
            (None, optimum) => assert!(optimum.is_none_or(|optimum| bound <= optimum)),
            (Some(End::Stopped(reason)), _) => {
                assert!(matches!(reason, StopReason::Bytes { .. }), "{reason}");
            }
        }
    }
}

/// An anytime search that is stopped has its best solution to show, and what is proven of it.
#[test]
fn a_stopped_anytime_search_gives_its_best_solution() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut costs = Vec::new();
    for expansions in [10, 1_000, 3_000, 1_000_000] {
        let solver = Solver::builder(board.clone())
            .algorithm(Anytime::default())
            .limits(Limits::none().expansions(expansions))
            .solve();
        match solver.outcome() {
            Outcome::Solved(solution) => {
                assert_solves(solution.states(), &board);
                assert!(solution.lower_bound() <= 31 && solution.cost() >= 31);
                assert_eq!(solution.stopped_by().is_none(), solution.is_optimal());
                assert!(solution.ratio() <= 5.0);
                costs.push(solution.cost());
            }
            outcome => assert!(matches!(outcome, Outcome::Stopped(_)) && expansions == 10),
        }
    }
    assert!(costs.is_sorted_by(|a, b| a >= b) && costs[0] > 31, "{costs:?}");
    assert_eq!(costs.last(), Some(&31));
}
