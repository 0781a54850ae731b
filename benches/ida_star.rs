//! IDA\* of the library and hand-written code for 4-by-4 boards: the CPU time per node. Both
//! generate exactly the same nodes. For scale, also `pathfinding::idastar`.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod rounds;
}
mod tiles {
    pub(crate) mod ida_star;
    pub(crate) mod space;
    pub(crate) mod tables;
    pub(crate) mod unrolled;
    pub(crate) mod unrolled_space;
}

use bestfirst::search::IdaStar;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Solver, SolverBuilder, StateSpace};
use measure::mode::is_test;
use measure::pairs::{Contestant, compare};
use pathfinding::prelude::idastar;
use tiles::space::Tiles;
use tiles::unrolled_space::UnrolledTiles;
use tiles::{ida_star, unrolled};

/// The name and text of each board.
const BOARDS: [(&str, &str); 3] = [
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
    ("4x4-45", include_str!("../input/puzzle4x4-45.txt")),
    ("4x4-50", include_str!("../input/puzzle4x4-50.txt")),
];

fn main() {
    let boards = if is_test() { &BOARDS[..2] } else { &BOARDS };
    for (name, text) in boards {
        let board: Board = text.parse().unwrap();
        let space = Tiles::new(4);
        let (moves, generated) = ida_star::solve(&board);
        assert_eq!(unrolled::solve(&board).0, moves);
        assert_eq!(
            Solver::builder(board.clone()).algorithm(IdaStar::new()).solve().cost(),
            Some(moves)
        );
        // `pathfinding` does not count its nodes and tries them in its own order. Its time is
        // divided by the number of our nodes.
        let mut pathfinding = || {
            idastar(
                &board,
                |board| board.neighbors().into_iter().map(|next| (next, 1)),
                Board::manhattan,
                Board::is_goal,
            )
            .map_or(0, |_| generated)
        };
        let contestants: &mut [Contestant] = &mut [
            ("by hand", &mut || ida_star::solve(&board).1),
            ("by hand, unrolled", &mut || unrolled::solve(&board).1),
            ("Board", &mut || generated_by(Solver::builder(board.clone()))),
            ("a space, states of 16 bytes", &mut || {
                generated_by(Solver::builder_in(&space, space.state(&board)))
            }),
            ("a space, by cell of the blank", &mut || {
                generated_by(Solver::builder_in(UnrolledTiles, UnrolledTiles::state(&board)))
            }),
            ("pathfinding", &mut pathfinding),
        ];
        compare(&format!("IDA*, {name}, {generated} nodes"), "node", contestants);
    }
}

fn generated_by<P: StateSpace, A>(builder: SolverBuilder<P, A>) -> u64 {
    builder.algorithm(IdaStar::new()).solve().statistics().generated
}
