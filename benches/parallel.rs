//! One thread and all cores on the same work: a single board, breadth-first search, graph search on
//! a board and on maps, distances on maps, many boards, and a pattern database. This bench measures
//! elapsed time, so the cores should be idle.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod rounds;
}
mod tiles {
    pub(crate) mod small_space;
    mod tables;
}

use std::hash::Hash;
use std::hint::black_box;
use std::num::NonZero;
use std::thread;
use std::time::Instant;

use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
use bestfirst::pattern_database::PatternDatabase;
use bestfirst::search::{
    Algorithm, BreadthFirst, Distances, End, GraphAStar, IdaStar, ParallelBreadthFirst,
    ParallelGraphAStar, ParallelIdaStar, Search,
};
use bestfirst::sliding_tiles::{Board, Goal, LinearConflict, Partition, TilePatterns};
use bestfirst::{Limits, Solver, StateSpace, Statistics, Worlds, solve_all};
use measure::mode::is_test;
use measure::rounds::{quartiles, scaled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tiles::small_space::SmallTiles;

fn main() {
    let cores = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    println!("\n{cores} cores beside one thread, elapsed time");

    // 76 million nodes.
    let text = "8 5 12 15 / 6 10 14 11 / 3 4 2 9 / 1 0 7 13";
    let board: Board =
        if is_test() { "8 6 7 / 2 5 4 / 3 0 1" } else { text }.parse().expect("a board");
    compare("IDA*", || solve(&board, IdaStar::new()), || solve(&board, ParallelIdaStar::new()));

    // From here no goal can be reached.
    let board = Board::solved(4, Goal::BlankLast).expect("a board").twin();
    let tiles = SmallTiles::new();
    compare_levels("breadth-first, Board", &Worlds::new(), &board);
    compare_levels("breadth-first, states of 8 bytes", &tiles, &tiles.state(&board));

    // 5.6 million expansions.
    let text = if is_test() { include_str!("../input/puzzle4x4-40.txt") } else { text };
    let board: Board = text.parse().expect("a board");
    compare_graph_search("A*, Board", &Worlds::new(), &board);
    compare_graph_search("A*, states of 8 bytes", &tiles, &tiles.state(&board));
    compare_maps();

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (size, count) = if is_test() { (3, 4) } else { (4, 100) };
    let boards: Vec<_> = (0..count)
        .filter_map(|_| Board::random(size, Goal::BlankLast, || rng.next_u32()).ok())
        .collect();
    let table = LinearConflict::new(size, Goal::BlankLast);
    let solve_by_conflict = |board: &Board| {
        let limits = Limits::none().generated(1_000_000);
        let builder = Solver::builder(board.clone()).with_heuristic(&table).limits(limits);
        builder.algorithm(IdaStar::new()).solve().moves()
    };
    let title = format!("{count} boards, up to a million nodes each");
    let one_by_one = || boards.iter().map(solve_by_conflict).collect::<Vec<_>>();
    compare(&title, one_by_one, || solve_all(&boards, solve_by_conflict, |_, _| ()));

    let partition = if is_test() {
        Partition::eight(Goal::BlankLast)
    } else {
        Partition::six_six_three(Goal::BlankLast)
    };
    let build = |threads| {
        let mut builder = PatternDatabase::builder().threads(threads);
        let tables = TilePatterns::build_with(&partition, &mut builder).ok()?;
        Some(tables.tables().iter().flat_map(PatternDatabase::distances).max())
    };
    compare("pattern databases 6-6-3", || build(NonZero::<usize>::MIN), || build(cores));
}

fn solve<A: Algorithm<Worlds<Board>>>(board: &Board, algorithm: A) -> Option<usize> {
    Solver::builder(board.clone()).algorithm(algorithm).solve().moves()
}

fn compare_levels<P>(title: &str, space: &P, initial: &P::State)
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    let expansions = if is_test() { 40_000 } else { 5_000_000 };
    let on_one = || {
        let mut search = BreadthFirst::new().start(space, initial.clone());
        (search.advance(expansions), search.statistics().enqueued)
    };
    let on_all = || {
        let mut search = ParallelBreadthFirst::new().start(space, initial.clone());
        (search.advance(expansions), search.statistics().enqueued)
    };
    compare(title, on_one, on_all);
}

/// From corner to corner of maps of four kinds, and from one corner to all cells.
fn compare_maps() {
    let side = if is_test() { 64 } else { 2000 };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (name, map) in [
        ("rooms", GridMap::random_rooms(side, side, 31, || rng.next_u32())),
        ("a maze with loops", GridMap::random_maze(side, side, 0.05, || rng.next_u32())),
        ("random obstacles", GridMap::random_obstacles(side, side, 0.35, || rng.next_u32())),
        ("a city", GridMap::random_city(side, side, 24, || rng.next_u32())),
    ] {
        let map = map.expect("a map");
        let cells: Vec<_> = map.open_cells().collect();
        let space = GridSpace::new(&map, Steps::eight(), cells[cells.len() - 10]);
        compare_graph_search(&format!("A*, {name}"), &space, &cells[10]);
        let from_one = || Distances::from(&space, cells[10]);
        let sum = |distances: Distances<_>| -> u64 {
            distances.iter().map(|(_, cost)| u64::from(cost)).sum()
        };
        let on_one = || sum(from_one().compute());
        compare(&format!("distances, {name}"), on_one, || sum(from_one().compute_parallel()));
    }
}

fn compare_graph_search<P>(title: &str, space: &P, initial: &P::State)
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    let mut statistics = [Statistics::default(); 2];
    let [one, all] = &mut statistics;
    let on_one = || run(GraphAStar::new().start(space, initial.clone()), one);
    let on_all = || run(ParallelGraphAStar::new().start(space, initial.clone()), all);
    compare(title, on_one, on_all);
    let [one, all] = statistics;
    let expanded = all.expanded as f64 / one.expanded as f64;
    let bytes = |statistics: Statistics| statistics.bytes as f64 / statistics.enqueued as f64;
    let bytes = bytes(all) / bytes(one);
    println!("  {:40} {expanded:.3} times the expansions, {bytes:.3} the bytes a state", "");
}

/// The end of a search and the proven lower bound, which is the cost of the solution.
fn run(mut search: impl Search, statistics: &mut Statistics) -> (Option<End>, u32) {
    let end = search.advance(u64::MAX);
    *statistics = search.statistics();
    (end, search.lower_bound())
}

/// Prints the times of the same work on one thread and on all threads, in turns.
fn compare<R: PartialEq>(
    title: &str,
    mut on_one: impl FnMut() -> R,
    mut on_all: impl FnMut() -> R,
) {
    let rounds = if is_test() { 1 } else { 7 };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let began = Instant::now();
        let one = black_box(on_one());
        times[0].push(began.elapsed().as_secs_f64());
        let began = Instant::now();
        let all = black_box(on_all());
        times[1].push(began.elapsed().as_secs_f64());
        assert!(one == all, "{title}: the answers differ");
    }
    let gains = times[0].iter().zip(&times[1]).map(|(one, all)| one / all).collect();
    let [low, gain, high] = quartiles(gains);
    let [one, all] = times.map(|times| scaled(quartiles(times)[1]));
    println!("  {title:40} {one} {all}   {gain:5.2} times as fast ({low:.2} to {high:.2})");
}
