//! Searches with a closed list: compared with `pathfinding` on small boards, and over millions of
//! states, where they wait for memory: two million, and with `BESTFIRST_LONG=1` also twenty. Then
//! solutions of bounded cost where steps differ much in cost.

mod measure {
    pub(crate) mod long;
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod rounds;
}
mod tiles {
    pub(crate) mod inverse_costs;
    pub(crate) mod small_space;
    pub(crate) mod tables;
}

use bestfirst::search::{
    Algorithm, BreadthFirst, CompactAStar, Focal, GraphAStar, PriorityFunction, WeightedAStar,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Solver, SolverBuilder, StateSpace, Statistics};
use cpu_time::ProcessTime;
use measure::long::is_long;
use measure::mode::is_test;
use measure::pairs::{Contestant, compare};
use measure::rounds::{quartiles, scaled};
use pathfinding::prelude::{astar, bfs, fringe};
use tiles::inverse_costs::{InverseCosts, State};
use tiles::small_space::SmallTiles;

/// The name and text of each board.
const BOARDS: [(&str, &str); 3] = [
    ("3x3-31", include_str!("../input/puzzle3x3-31.txt")),
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
    ("4x4-45", include_str!("../input/puzzle4x4-45.txt")),
];

/// Not solved within that many expansions.
const HARD: &str = include_str!("tiles/hard4x4.txt");

/// Korf's hundred boards.
const KORF: &str = include_str!("../tests/published/korf.tsv");

fn main() {
    small_boards();
    breadth_first();
    for weight in [1.5, 2.0] {
        inverse_costs(weight);
    }
    let unit = if is_test() { 1_000 } else { 1_000_000 };
    let few = large(2 * unit, 5);
    if is_test() || is_long() {
        let many = large(20 * unit, 3);
        println!("  ten times as many:");
        for ((name, few), (_, many)) in few.into_iter().zip(many) {
            println!("  {name:38} {:.3} times", many / few);
        }
    }
}

fn successors(board: &Board) -> impl Iterator<Item = (Board, u32)> + use<> {
    board.neighbors().into_iter().map(|next| (next, 1))
}

/// 1 if there is a solution. All of these boards have one.
fn count<T>(solution: Option<T>) -> u64 {
    solution.map_or(0, |_| 1)
}

fn small_boards() {
    let boards = if is_test() { &BOARDS[..1] } else { &BOARDS };
    for (name, text) in boards {
        let board: Board = text.parse().unwrap();
        let mut graph_a_star =
            || count(Solver::builder(board.clone()).algorithm(GraphAStar::new()).solve().moves());
        let mut pathfinding = || count(astar(&board, successors, Board::manhattan, Board::is_goal));
        let mut pathfinding_fringe =
            || count(fringe(&board, successors, Board::manhattan, Board::is_goal));
        let contestants: &mut [Contestant] = &mut [
            ("graph A*", &mut graph_a_star),
            ("pathfinding", &mut pathfinding),
            ("pathfinding, fringe", &mut pathfinding_fringe),
        ];
        // The last one compares whole boards in a list and takes minutes on larger boards.
        let contestants = if board.size() == 3 { contestants } else { &mut contestants[..2] };
        compare(&format!("graph-search A*, {name}"), "search", contestants);
    }
}

fn breadth_first() {
    let (name, text) = BOARDS[0];
    let board: Board = text.parse().unwrap();
    compare(
        &format!("breadth-first, {name}"),
        "search",
        &mut [
            ("breadth-first", &mut || {
                count(Solver::builder(board.clone()).algorithm(BreadthFirst::new()).solve().moves())
            }),
            ("pathfinding", &mut || count(bfs(&board, Board::neighbors, Board::is_goal))),
        ],
    );
}

/// Prints the time per expansion and the bytes per stored state. Returns the times.
fn large(expansions: u64, rounds: usize) -> [(&'static str, f64); 4] {
    let board: Board = HARD.parse().unwrap();
    let space = SmallTiles::new();
    let in_space = || Solver::builder_in(&space, space.state(&board));
    // About as many as are reached.
    let capacity = usize::try_from(2 * expansions).unwrap();
    let mut runs = [(); 4].map(|()| Vec::new());
    for _ in 0..rounds {
        let on_board = Solver::builder(board.clone()).algorithm(GraphAStar::new());
        runs[0].push(expand(on_board, expansions));
        runs[1].push(expand(in_space().algorithm(GraphAStar::new()), expansions));
        let compact = CompactAStar::new();
        runs[2].push(expand(in_space().algorithm(compact), expansions));
        runs[3].push(expand(in_space().algorithm(compact.capacity(capacity)), expansions));
    }
    println!("\ngraph-search A*, {expansions} expansions of a hard 4x4 board");
    let names = [
        "GraphAStar, Board",
        "GraphAStar, states of 8 bytes",
        "CompactAStar, states of 8 bytes",
        "CompactAStar, with capacity",
    ];
    let mut runs = runs.into_iter();
    names.map(|name| {
        let runs = runs.next().unwrap_or_default();
        let times = runs.iter().map(|&(seconds, _)| seconds / expansions as f64);
        let [low, time, high] = quartiles(times.collect());
        let Statistics { enqueued, bytes, .. } = runs[0].1;
        let [shown, low, high] = [time, low, high].map(scaled);
        println!("  {name:38} {shown} an expansion   ({low} to {high})");
        println!("  {:38} {:7.2} bytes a state", "", bytes as f64 / enqueued as f64);
        (name, time)
    })
}

/// The CPU time in seconds, and the statistics.
fn expand<P, A>(builder: SolverBuilder<P, A>, expansions: u64) -> (f64, Statistics)
where
    P: StateSpace,
    A: Algorithm<P>,
{
    let began = ProcessTime::now();
    let statistics = builder.limits(Limits::none().expansions(expansions)).solve().statistics();
    assert_eq!(statistics.expanded, expansions);
    (began.elapsed().as_secs_f64(), statistics)
}

/// Prints how many of Korf's boards, or of the first ten, are solved within a million expansions,
/// and the expansions on those that all solve.
fn inverse_costs(weight: f64) {
    let most = if is_test() { 1_000 } else { 1_000_000 };
    let count = if is_long() { 100 } else { 10 };
    let boards = KORF.lines().filter_map(|row| row.strip_prefix("korf-15\t")).take(count);
    let boards = boards.map(|row| {
        let (tiles, _) = row.split_once('\t').unwrap();
        State::new(tiles.split([' ', '/']).filter_map(|tile| tile.parse().ok()))
    });
    let boards: Vec<State> = boards.collect();
    let weighted = |function| WeightedAStar::new(weight).priority(function);
    let runs = [
        ("focal", run_all(&boards, &Focal::new(weight, |state: &State| state.manhattan()), most)),
        ("sum", run_all(&boards, &weighted(PriorityFunction::Sum), most)),
        ("convex", run_all(&boards, &weighted(PriorityFunction::Convex), most)),
        ("piecewise convex", run_all(&boards, &weighted(PriorityFunction::PiecewiseConvex), most)),
    ];
    println!("\n15-puzzles, a move costs the inverse of the tile, weight {weight}");
    let solved_by_all = |board: &usize| runs.iter().all(|(_, run)| run[*board].is_some());
    let easy: Vec<usize> = (0..boards.len()).filter(solved_by_all).collect();
    for (name, run) in &runs {
        let solved = run.iter().flatten().count();
        let expanded: u64 = easy.iter().filter_map(|&board| run[board]).sum();
        println!("  {name:38} {solved:3} solved {expanded:9} expansions on {}", easy.len());
    }
}

/// The expansions on each board, if it is solved.
fn run_all<A>(boards: &[State], algorithm: &A, most: u64) -> Vec<Option<u64>>
where
    A: Algorithm<InverseCosts> + Clone,
{
    let run = |&board: &State| {
        let builder = Solver::builder_in(InverseCosts, board).algorithm(algorithm.clone());
        let solver = builder.limits(Limits::none().expansions(most)).solve();
        solver.moves().map(|_| solver.statistics().expanded)
    };
    boards.iter().map(run).collect()
}
