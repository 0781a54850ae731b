//! Solutions by construction: legal, complete and within their bound.

use std::ops::RangeInclusive;
use std::thread;

use bestfirst::sliding_tiles::{Board, Direction, Goal};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::common::boards::GOALS;
use crate::common::oracle::{self, Tiles};

/// The most moves that a board of this size may take.
fn bound(size: usize) -> usize {
    match size {
        2 => 6,
        3 => 31,
        _ => (10 * size.pow(3) + 19 * size - 9 * size.pow(2)) / 2 - 89,
    }
}

/// A solvable board, each equally likely.
fn random_board(size: usize, goal: Goal, rng: &mut ChaCha8Rng) -> Board {
    let mut tiles: Vec<u32> = Board::solved(size, goal).unwrap().tiles().collect();
    tiles.shuffle(rng);
    let board = Board::from_rows(tiles.chunks(size)).unwrap().with_goal(goal);
    if board.is_solvable() { board } else { board.twin() }
}

/// Makes the moves of the solution one by one, and returns how many there were.
fn replay(board: &Board) -> usize {
    let size = board.size();
    let mut tiles: Vec<u32> = board.tiles().collect();
    let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let mut moves = 0;
    for direction in board.any_solution().unwrap() {
        let next = match direction {
            Direction::Up => blank.checked_sub(size),
            Direction::Down => Some(blank + size).filter(|&next| next < size * size),
            Direction::Left => (blank % size > 0).then(|| blank - 1),
            Direction::Right => ((blank + 1) % size > 0).then_some(blank + 1),
        };
        let next = next.unwrap_or_else(|| panic!("{board:?}: move {moves} leaves the board"));
        tiles.swap(blank, next);
        blank = next;
        moves += 1;
    }
    assert!(
        tiles.iter().copied().eq(Board::solved(size, board.goal()).unwrap().tiles()),
        "{board:?}"
    );
    // From the corner to the blank's goal cell.
    let end = match board.goal() {
        Goal::BlankAt(cell) => 2 * (size - 1) - cell as usize / size - cell as usize % size,
        _ => 0,
    };
    assert!(moves <= bound(size) + end, "{board:?}: {moves} moves");
    moves
}

#[test]
fn random_boards_of_each_size() {
    random_boards(50);
}

/// By hand and in the gate: `cargo test --test it any_solution -- --ignored`.
#[test]
#[ignore = "takes several seconds"]
fn thousands_of_random_boards_of_each_size() {
    random_boards(250);
}

/// Replays so many boards of each size and goal.
fn random_boards(count: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for size in 2..=12 {
        for goal in GOALS {
            for _ in 0..count {
                replay(&random_board(size, goal, &mut rng));
            }
        }
    }
}

/// A prime step takes boards from everywhere.
#[test]
fn boards_of_size_3_shortest() {
    boards_of_size_3(61);
}

/// By hand and in the gate: `cargo test --test it any_solution -- --ignored`.
#[test]
#[ignore = "takes half a minute"]
fn all_boards_of_size_3_shortest() {
    boards_of_size_3(1);
}

/// Compares one of so many boards with the oracle.
fn boards_of_size_3(step: usize) {
    let mut distances: Vec<_> =
        oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]).into_iter().collect();
    assert_eq!(distances.len(), 181_440);
    distances.sort_unstable();
    let is_shortest = |(tiles, distance): &(Tiles, u32), goal: Goal| {
        let board = Board::from_rows(tiles.chunks(3)).unwrap().with_goal(goal);
        assert_eq!(replay(&board), *distance as usize, "{board:?}");
    };
    thread::scope(|scope| {
        for half in distances.chunks(distances.len() / 2) {
            let some = half.iter().step_by(step);
            scope.spawn(move || some.for_each(|known| is_shortest(known, GOALS[0])));
        }
    });
    // With the other goal it is the same turned round, so some are enough.
    oracle::distances([0, 1, 2, 3, 4, 5, 6, 7, 8])
        .into_iter()
        .step_by(61.max(step))
        .for_each(|known| is_shortest(&known, GOALS[1]));
}

#[test]
fn all_boards_of_size_2() {
    for goal in GOALS {
        let mut boards = vec![Board::solved(2, goal).unwrap()];
        let mut most = 0;
        for index in 0..12 {
            most = most.max(replay(&boards[index]));
            assert!(boards[index].twin().any_solution().is_none());
            for neighbor in boards[index].neighbors() {
                if !boards.contains(&neighbor) {
                    boards.push(neighbor);
                }
            }
        }
        // From the corner to the blank's goal cell.
        let end = usize::from(goal == Goal::BlankAt(1));
        assert_eq!((boards.len(), most), (12, 6 + end));
    }
}

#[test]
fn large_boards() {
    boards_of_sizes([(50, 2), (90, 1)]);
}

/// As [`all_boards_of_size_3_shortest`]. There are more tiles than fit into 15 bits.
#[test]
#[ignore = "takes half a minute"]
fn very_large_boards() {
    boards_of_sizes([(50, 10), (200, 1)]);
}

/// Replays so many boards of each size.
fn boards_of_sizes(counts: [(usize, usize); 2]) {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for (size, count) in counts {
        for goal in GOALS {
            for _ in 0..count {
                let board = random_board(size, goal, &mut rng);
                replay(&board);
                assert!(board.twin().any_solution().is_none());
            }
        }
    }
}

/// Every tile is far from its place, and those that belong together at a row's end are apart.
#[test]
fn boards_turned_and_mirrored() {
    turned_and_mirrored(2..=20);
}

/// As [`all_boards_of_size_3_shortest`].
#[test]
#[ignore = "takes several seconds"]
fn large_boards_turned_and_mirrored() {
    turned_and_mirrored(21..=40);
}

fn turned_and_mirrored(sizes: RangeInclusive<usize>) {
    for size in sizes {
        for goal in GOALS {
            let solved = Board::solved(size, goal).unwrap();
            let turned: Vec<u32> = solved.tiles().collect::<Vec<_>>().into_iter().rev().collect();
            let mirrored: Vec<u32> = turned.chunks(size).rev().flatten().copied().collect();
            let transposed: Vec<u32> =
                (0..size * size).map(|cell| turned[cell % size * size + cell / size]).collect();
            for tiles in [turned, mirrored, transposed] {
                let board = Board::from_rows(tiles.chunks(size)).unwrap().with_goal(goal);
                replay(&if board.is_solvable() { board } else { board.twin() });
            }
        }
    }
}

#[test]
fn nothing_is_done_to_a_solved_board() {
    for size in [2, 3, 4, 9] {
        for goal in GOALS {
            assert_eq!(replay(&Board::solved(size, goal).unwrap()), 0);
        }
    }
}

#[test]
fn moves_are_applied_as_neighbors_are_made() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for size in 2..=7 {
        for goal in GOALS {
            let board = random_board(size, goal, &mut rng);
            for direction in Direction::ALL {
                let neighbors = board.neighbors();
                let expected =
                    neighbors.iter().find(|&next| board.direction_to(next) == Some(direction));
                assert_eq!(board.apply([direction]).as_ref(), expected);
            }
            assert_eq!(board.apply([]).as_ref(), Some(&board));
            let solved = board.apply(board.any_solution().unwrap()).unwrap();
            assert_eq!(solved, Board::solved(size, goal).unwrap());
            // Once at its end, it stays there.
            let mut moves = board.any_solution().unwrap();
            assert!(moves.by_ref().count() <= bound(size));
            assert_eq!(moves.next(), None);
        }
    }
}
