//! Tree-search A\* of the library and hand-written code that enqueues as many nodes. For scale,
//! also `pathfinding::astar`, which keeps a closed list.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod rounds;
}
mod tiles {
    pub(crate) mod small_space;
    pub(crate) mod space;
    pub(crate) mod tables;
    pub(crate) mod tree_a_star;
}

use bestfirst::search::TreeAStar;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Solver, SolverBuilder, StateSpace, Statistics};
use measure::mode::is_test;
use measure::pairs::compare;
use pathfinding::prelude::astar;
use tiles::small_space::SmallTiles;
use tiles::space::Tiles;
use tiles::tables::Tables;
use tiles::tree_a_star;

/// The name and text of each board.
const BOARDS: [(&str, &str); 3] = [
    ("3x3-31", include_str!("../input/puzzle3x3-31.txt")),
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
    ("4x4-45", include_str!("../input/puzzle4x4-45.txt")),
];

fn main() {
    times();
    memory();
}

fn times() {
    let boards = if is_test() { &BOARDS[..1] } else { &BOARDS };
    for (name, text) in boards {
        let board: Board = text.parse().unwrap();
        let tables = Tables::new(board.size());
        let space = Tiles::new(board.size());
        let state = space.state(&board);
        let (moves, enqueued) = tree_a_star::solve(&tables, &board);
        assert_eq!(Solver::new(board.clone()).cost(), Some(moves));
        compare(
            &format!("tree-search A*, {name}, {enqueued} nodes"),
            "node",
            &mut [
                ("by hand", &mut || tree_a_star::solve(&tables, &board).1),
                ("Board", &mut || {
                    solve(Solver::builder(board.clone()).algorithm(TreeAStar::new())).enqueued
                }),
                // It generates fewer nodes once it has a closed list.
                ("Board, the default search", &mut || {
                    Solver::new(board.clone()).moves().map_or(0, |_| enqueued)
                }),
                ("a space, states of 16 bytes", &mut || {
                    let builder = Solver::builder_in(&space, state);
                    solve(builder.algorithm(TreeAStar::new())).enqueued
                }),
                // `pathfinding` generates other nodes. Its time is divided by the number of our
                // nodes.
                ("pathfinding", &mut || {
                    astar(
                        &board,
                        |board| board.neighbors().into_iter().map(|next| (next, 1)),
                        Board::manhattan,
                        Board::is_goal,
                    )
                    .map_or(0, |_| enqueued)
                }),
            ],
        );
    }
}

/// Prints the bytes per node, including the open list and spare capacity.
fn memory() {
    let (name, text) = BOARDS[2];
    let board: Board = text.parse().unwrap();
    let (large, small) = (Tiles::new(board.size()), SmallTiles::new());
    println!("\ntree-search A*, {name}, memory");
    for (name, Statistics { bytes, enqueued, .. }) in [
        ("Board", solve(Solver::builder(board.clone()).algorithm(TreeAStar::new()))),
        (
            "a space, states of 16 bytes",
            solve(Solver::builder_in(&large, large.state(&board)).algorithm(TreeAStar::new())),
        ),
        (
            "a space, states of 8 bytes",
            solve(Solver::builder_in(&small, small.state(&board)).algorithm(TreeAStar::new())),
        ),
    ] {
        println!("  {name:30} {:7.2} bytes a node", bytes as f64 / enqueued as f64);
    }
}

fn solve<P: StateSpace>(builder: SolverBuilder<P, TreeAStar>) -> Statistics {
    builder.solve().statistics()
}
