//! Boards, and what has to hold of their solutions.

use bestfirst::sliding_tiles::{Board, Goal};

/// On a board of 2 by 2, the third is the first by another name. On one of 3 by 3, its blank is in
/// the middle. The fourth is none that a reflection keeps.
pub(crate) const GOALS: [Goal; 4] =
    [Goal::BlankLast, Goal::BlankFirst, Goal::BlankAt(4), Goal::BlankAt(1)];

/// The goal cell of a tile that is not the blank.
pub(crate) fn place(tile: u32, board: &Board) -> usize {
    let blank = match board.goal() {
        Goal::BlankLast => board.size().pow(2) - 1,
        Goal::BlankFirst => 0,
        Goal::BlankAt(cell) => cell as usize,
    };
    tile as usize - usize::from(tile as usize <= blank)
}

/// The goal of a board that is turned by 180 degrees.
pub(crate) fn turned_goal(board: &Board) -> Goal {
    match board.goal() {
        Goal::BlankLast => Goal::BlankFirst,
        Goal::BlankFirst => Goal::BlankLast,
        Goal::BlankAt(cell) => {
            Goal::BlankAt(u32::try_from(board.size().pow(2)).unwrap() - 1 - cell)
        }
    }
}

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
