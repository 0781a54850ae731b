//! Tables for any arrangement as the goal, against distances found by breadth-first search.

use bestfirst::sliding_tiles::{Goal, Partition, PatternSpace, Renaming, TilePatterns};
use bestfirst::{Heuristic, StateSpace};

use crate::common::boards::board_of;
use crate::common::oracle;

#[test]
fn tables_are_exact_or_between_the_manhattan_distance_and_the_truth() {
    for blank in 0..9 {
        // Tiles in no order, and the blank in this cell.
        let mut solved = [5, 2, 7, 0, 3, 8, 6, 1, 4];
        solved.swap(3, blank);
        let renaming = Renaming::to(&board_of(&solved, Goal::BlankLast));
        let goal = renaming.goal();
        let exact = TilePatterns::build(Partition::eight(goal)).unwrap();
        let two = Partition::new(3, goal, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
        let two = TilePatterns::build(&two).unwrap();
        let space = PatternSpace::<3, 2>::new(&two).unwrap();
        for (tiles, distance) in oracle::distances(solved) {
            let board = renaming.rename(&board_of(&tiles, Goal::BlankLast)).unwrap();
            assert_eq!(exact.estimate(&board), distance, "{board:?}");
            let estimate = two.estimate(&board);
            assert!((board.manhattan()..=distance).contains(&estimate), "{board:?}");
            assert_eq!(space.estimate(&space.state(&board).unwrap()), estimate);
        }
    }
}
