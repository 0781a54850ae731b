//! One thread and all cores on the same work: a single board, breadth-first search, many boards,
//! and a pattern database. This bench measures elapsed time, so the cores should be idle.

mod measure {
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

use bestfirst::pattern_database::PatternDatabase;
use bestfirst::search::{
    Algorithm, BreadthFirst, IdaStar, ParallelBreadthFirst, ParallelIdaStar, Search,
};
use bestfirst::sliding_tiles::{Board, Goal, LinearConflict, Partition, TilePatterns};
use bestfirst::{Limits, Solver, StateSpace, Worlds, solve_all};
use measure::rounds::{is_test, quartiles, scaled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
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

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (size, count) = if is_test() { (3, 4) } else { (4, 100) };
    let boards: Vec<_> =
        (0..count).filter_map(|_| Board::random(size, Goal::BlankLast, &mut rng).ok()).collect();
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
