//! Any arrangement as the goal, against distances found by breadth-first search.

use bestfirst::search::{BidirectionalBreadthFirst, IdaStar};
use bestfirst::sliding_tiles::{Board, Goal, LinearConflict, Renaming, WalkingDistance};
use bestfirst::{Heuristic, Solver};

use crate::common::boards::{assert_solves, board, board_of};
use crate::common::oracle::{self, Tiles};

/// An arrangement with the blank in this cell, and tiles in no order.
fn arrangement(blank: usize) -> Tiles {
    let mut tiles = [5, 2, 7, 0, 3, 8, 6, 1, 4];
    tiles.swap(3, blank);
    tiles
}

#[test]
fn estimates_of_any_goal_are_admissible_and_consistent() {
    for blank in 0..9 {
        let solved = arrangement(blank);
        let renaming = Renaming::to(&board_of(&solved, Goal::BlankLast));
        let goal = renaming.goal();
        let conflict = LinearConflict::new(3, goal);
        let walking = WalkingDistance::new(3, goal).unwrap();
        let distances = oracle::distances(solved);
        assert_eq!(distances.len(), 181_440);
        for (number, (tiles, distance)) in distances.into_iter().enumerate() {
            let named = board_of(&tiles, Goal::BlankLast);
            let board = renaming.rename(&named).unwrap();
            assert_eq!(renaming.restore(&board), Some(named));
            assert!(board.is_solvable() && !board.twin().is_solvable(), "{board:?}");
            assert_eq!(board.is_goal(), distance == 0, "{board:?}");
            let wrong = (0..9).filter(|&cell| tiles[cell] != 0 && tiles[cell] != solved[cell]);
            assert_eq!(board.hamming() as usize, wrong.count());
            assert!(board.hamming() <= board.manhattan());
            let estimates = |board: &Board| {
                [
                    board.hamming(),
                    board.manhattan(),
                    board.linear_conflict(),
                    conflict.estimate(board),
                    walking.estimate(board),
                ]
            };
            let all = estimates(&board);
            assert!(all.iter().all(|&estimate| estimate <= distance), "{board:?}: {all:?}");
            assert_eq!(all[2], all[3]);
            if number % 7 == 0 {
                for next in board.neighbors() {
                    let steps = all.iter().zip(estimates(&next)).map(|(a, b)| a.abs_diff(b));
                    assert!(steps.max() <= Some(1), "{board:?}, {next:?}");
                }
            }
            if number % 4_999 == 0 {
                let found = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
                assert_eq!(found.moves(), Some(distance as usize));
                assert_solves(found.solution(), &board);
                let both = Solver::builder(board.clone());
                let both = both.algorithm(BidirectionalBreadthFirst::new()).solve();
                assert_eq!(both.moves(), Some(distance as usize));
                let moves = board.any_solution().unwrap();
                assert!(board.apply(moves).unwrap().is_goal());
            }
        }
    }
}

#[test]
fn the_snail() {
    for (size, text) in [
        (2, "1 2 / 0 3"),
        (3, "1 2 3 / 8 0 4 / 7 6 5"),
        (4, "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"),
        (5, "1 2 3 4 5 / 16 17 18 19 6 / 15 24 0 20 7 / 14 23 22 21 8 / 13 12 11 10 9"),
    ] {
        let snail = Board::snail(size).unwrap();
        assert_eq!(snail, board(text));
        let renaming = Renaming::to(&snail);
        assert!(renaming.rename(&snail).unwrap().is_goal());
        assert_eq!(renaming.rename(&Board::solved(size + 1, Goal::BlankLast).unwrap()), None);
        assert_eq!(renaming.restore(&Board::solved(size + 1, Goal::BlankLast).unwrap()), None);
    }
    assert!(Board::snail(1).is_err());
}

#[test]
fn a_goal_has_one_name_on_a_board() {
    let middle = Board::solved(3, Goal::BlankAt(4)).unwrap();
    assert_eq!(middle, board("1 2 3 / 4 0 5 / 6 7 8").with_goal(Goal::BlankAt(4)));
    assert!(middle.is_goal());
    for (cell, goal) in [
        (0, Goal::BlankFirst),
        (1, Goal::BlankAt(1)),
        (8, Goal::BlankLast),
        (9, Goal::BlankLast),
        (u32::MAX, Goal::BlankLast),
    ] {
        let solved = Board::solved(3, Goal::BlankAt(cell)).unwrap();
        assert_eq!((solved.goal(), solved.is_goal()), (goal, true));
        assert_eq!(solved, Board::solved(3, goal).unwrap());
        assert_eq!(solved.clone().with_goal(Goal::BlankAt(cell)), solved);
    }
    for size in [2, 4, 5, 7] {
        for cell in 0..u32::try_from(size * size).unwrap() {
            let solved = Board::solved(size, Goal::BlankAt(cell)).unwrap();
            assert!(solved.is_goal() && solved.is_solvable());
            assert_eq!(solved.tile_at(cell as usize / size, cell as usize % size), 0);
        }
    }
}

/// The tables are for a goal, by whatever name.
#[test]
fn tables_take_a_goal_by_any_name() {
    let board = board("9 5 1 12 / 4 6 7 8 / 11 3 0 15 / 2 13 10 14");
    let last = WalkingDistance::new(4, Goal::BlankLast).unwrap();
    assert!(last.estimate(&board) > board.manhattan());
    for goal in [Goal::BlankAt(15), Goal::BlankAt(99)] {
        let other = WalkingDistance::new(4, goal).unwrap();
        assert_eq!(other.estimate(&board), last.estimate(&board));
    }
}
