//! Boards, and what has to hold of their solutions.

use bestfirst::sliding_tiles::{Board, Goal};

pub(crate) const GOALS: [Goal; 2] = [Goal::BlankLast, Goal::BlankFirst];

pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// A board by its tiles, row by row.
pub(crate) fn board_of(tiles: &[u32], goal: Goal) -> Board {
    Board::from_rows(tiles.chunks(tiles.len().isqrt())).unwrap().with_goal(goal)
}

/// That these boards are a solution of `board`, each one move after the one before.
pub(crate) fn assert_solves(solution: &[Board], board: &Board) {
    assert_eq!(&solution[0], board);
    assert!(solution[solution.len() - 1].is_goal());
    for pair in solution.windows(2) {
        assert!(pair[0].neighbors().contains(&pair[1]), "{pair:?}");
    }
}
