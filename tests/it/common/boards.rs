//! Boards, and what has to hold of their solutions.

use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{BidirectionalSpace, BidirectionalWorld, StateSpace};

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

/// Boards that do not know their parity.
pub(crate) struct Anyway;

impl StateSpace for Anyway {
    type State = Board;

    fn estimate(&self, board: &Board) -> u32 {
        board.manhattan()
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.is_goal()
    }

    fn for_each_successor(
        &self,
        board: &Board,
        previous: Option<&Board>,
        mut visit: impl FnMut(Board, u32),
    ) {
        for neighbor in board.neighbors() {
            if Some(&neighbor) != previous {
                visit(neighbor, 1);
            }
        }
    }
}

impl BidirectionalSpace for Anyway {
    fn goals(&self, board: &Board) -> impl IntoIterator<Item = Board> {
        board.goals()
    }

    fn for_each_predecessor(
        &self,
        board: &Board,
        next: Option<&Board>,
        visit: impl FnMut(Board, u32),
    ) {
        self.for_each_successor(board, next, visit);
    }
}
