//! `Board` as its users see it, against distances found without it.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use allocation_counter::{AllocationInfo, measure};
use bestfirst::sliding_tiles::{Board, Direction, Goal, Place};
use bestfirst::{DEAD_END, WorldState};
use proptest::prelude::*;

use crate::common::boards::{GOALS, place, turned_goal};
use crate::common::oracle::{self, Tiles};

const BLANK_LAST: Tiles = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const BLANK_FIRST: Tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The solved tiles of `GOALS`.
const SOLVED: [Tiles; 4] =
    [BLANK_LAST, BLANK_FIRST, [1, 2, 3, 4, 0, 5, 6, 7, 8], [1, 0, 2, 3, 4, 5, 6, 7, 8]];

fn board(tiles: &[u32]) -> Board {
    Board::from_rows(tiles.chunks(tiles.len().isqrt())).unwrap()
}

fn tiles(board: &Board) -> Vec<u32> {
    board.tiles().collect()
}

/// Calls `visit` with each order of `rest` after `prefix`.
fn permutations(prefix: &mut Vec<u32>, rest: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    if rest.is_empty() {
        visit(prefix);
    }
    for index in 0..rest.len() {
        prefix.push(rest.swap_remove(index));
        permutations(prefix, rest, visit);
        rest.push(prefix.pop().unwrap());
        let last = rest.len() - 1;
        rest.swap(index, last);
    }
}

/// Manhattan, tile by tile from its definition.
fn manhattan(board: &Board) -> u32 {
    let size = board.size();
    let cells = size * size;
    let mut sum = 0;
    for (cell, tile) in board.tiles().enumerate().filter(|&(_, tile)| tile != 0) {
        let place = place(tile, board);
        assert!(place < cells);
        sum += (cell / size).abs_diff(place / size) + (cell % size).abs_diff(place % size);
    }
    u32::try_from(sum).unwrap()
}

#[test]
fn parity_agrees_with_reachability_on_all_boards_of_size_3() {
    for (solved, goal) in SOLVED.into_iter().zip(GOALS) {
        let distances = oracle::distances(solved);
        assert_eq!(distances.len(), 181_440);
        let mut count = 0;
        permutations(&mut vec![], &mut (0..9).collect(), &mut |tiles| {
            let board = board(tiles).with_goal(goal);
            let reachable = distances.contains_key(tiles);
            assert_eq!(board.is_solvable(), reachable, "{board:?}");
            assert_eq!(board.twin().is_solvable(), !reachable, "{board:?}");
            count += 1;
        });
        assert_eq!(count, 362_880);
    }
}

#[test]
fn parity_agrees_with_reachability_on_all_boards_of_size_2() {
    for goal in GOALS {
        let mut reachable = HashSet::from([Board::solved(2, goal).unwrap()]);
        for _ in 0..6 {
            let neighbors: Vec<_> = reachable.iter().flat_map(Board::neighbors).collect();
            reachable.extend(neighbors);
        }
        assert_eq!(reachable.len(), 12);
        permutations(&mut vec![], &mut (0..4).collect(), &mut |tiles| {
            let board = board(tiles).with_goal(goal);
            assert_eq!(board.is_solvable(), reachable.contains(&board), "{board:?}");
        });
    }
}

#[test]
fn estimates_are_admissible_and_consistent_on_all_boards_of_size_3() {
    for (solved, goal) in SOLVED.into_iter().zip(GOALS) {
        for (tiles, distance) in oracle::distances(solved) {
            let board = board(&tiles).with_goal(goal);
            assert!(board.hamming() <= board.manhattan(), "{board:?}");
            assert!(board.manhattan() <= distance, "{board:?}");
            assert_eq!(board.manhattan(), manhattan(&board), "{board:?}");
            assert_eq!(board.is_goal(), distance == 0, "{board:?}");
            for neighbor in board.neighbors() {
                assert!(board.hamming().abs_diff(neighbor.hamming()) <= 1, "{board:?}");
                assert_eq!(board.manhattan().abs_diff(neighbor.manhattan()), 1, "{board:?}");
                assert_eq!(neighbor.manhattan(), manhattan(&neighbor), "{neighbor:?}");
            }
        }
    }
}

#[test]
fn hamming_and_manhattan_of_the_textbook_board() {
    let board: Board = "8 1 3 / 4 0 2 / 7 6 5".parse().unwrap();
    assert_eq!((board.hamming(), board.manhattan()), (5, 10));
}

/// A board of some size and goal, some moves from the goal or from the goal's twin.
fn any_board() -> impl Strategy<Value = Board> {
    let goal = prop::sample::select(&GOALS);
    // Up to 4 by 4 in a word, up to 6 by 6 in bytes.
    (2usize..8, goal, prop::collection::vec(0usize..4, 0..60), any::<bool>()).prop_map(
        |(size, goal, moves, twin)| {
            let mut board = Board::solved(size, goal).unwrap();
            for choice in moves {
                let neighbors = board.neighbors();
                board = neighbors[choice % neighbors.len()].clone();
            }
            if twin { board.twin() } else { board }
        },
    )
}

proptest! {
    #[test]
    fn neighbors_are_the_moves_of_the_blank_in_order(board in any_board()) {
        let size = board.size();
        let before = tiles(&board);
        let blank = before.iter().position(|&tile| tile == 0).unwrap();
        let (row, column) = (blank / size, blank % size);
        let mut expected = Vec::new();
        for (direction, possible, other) in [
            (Direction::Up, row > 0, blank.wrapping_sub(size)),
            (Direction::Left, column > 0, blank.wrapping_sub(1)),
            (Direction::Right, column + 1 < size, blank + 1),
            (Direction::Down, row + 1 < size, blank + size),
        ] {
            if possible {
                let mut after = before.clone();
                after.swap(blank, other);
                expected.push((direction, after));
            }
        }
        let found: Vec<_> = board
            .neighbors()
            .iter()
            .map(|next| (board.direction_to(next).unwrap(), tiles(next)))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(board.direction_to(&board), None);
        prop_assert_eq!(board.direction_to(&board.twin()), None);
    }

    #[test]
    fn a_neighbor_is_what_would_be_made_from_its_tiles(board in any_board()) {
        for neighbor in board.neighbors() {
            let tiles = tiles(&neighbor);
            let made = Board::from_rows(tiles.chunks(board.size())).unwrap();
            let made = made.with_goal(board.goal());
            prop_assert_eq!(neighbor.manhattan(), manhattan(&made));
            prop_assert_eq!(neighbor.is_solvable(), board.is_solvable());
            prop_assert_eq!(neighbor, made);
        }
    }

    #[test]
    fn leaving_out_the_previous_board_is_leaving_out_an_equal_one(board in any_board()) {
        for previous in board.neighbors() {
            let mut found = Vec::new();
            board.for_each_neighbor_except(Some(&previous), |next| found.push(next));
            let mut expected = board.neighbors().to_vec();
            expected.retain(|next| *next != previous);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_twin_differs_in_two_tiles_and_in_parity(board in any_board()) {
        let twin = board.twin();
        let differences = board.tiles().zip(twin.tiles()).filter(|(a, b)| a != b).count();
        prop_assert_eq!(differences, 2);
        prop_assert_ne!(board.is_solvable(), twin.is_solvable());
        prop_assert_eq!(twin.manhattan(), manhattan(&twin));
        prop_assert_eq!(twin.twin(), board);
    }

    /// Turned by 180° and renamed, the one goal is the other, and so is all that is known.
    #[test]
    fn the_goals_are_symmetric(board in any_board()) {
        let cells = u32::try_from(board.size() * board.size()).unwrap();
        let mut turned = tiles(&board);
        turned.reverse();
        for tile in &mut turned {
            *tile = if *tile == 0 { 0 } else { cells - *tile };
        }
        let turned = Board::from_rows(turned.chunks(board.size())).unwrap();
        let turned = turned.with_goal(turned_goal(&board));
        prop_assert_eq!(turned.manhattan(), board.manhattan());
        prop_assert_eq!(turned.hamming(), board.hamming());
        prop_assert_eq!(turned.is_solvable(), board.is_solvable());
    }

    #[test]
    fn reading_what_was_written_gives_the_same_board(board in any_board()) {
        let text = board.to_string();
        let read: Board = text.parse().unwrap();
        prop_assert_eq!(read.with_goal(board.goal()), board.clone());
        let (_, bare) = text.split_once('\n').unwrap();
        prop_assert_eq!(bare.parse::<Board>().unwrap().with_goal(board.goal()), board);
    }

    #[test]
    fn no_text_panics(text in "[0-9 /\n\r\t-]{0,40}|[ -~é\n]{0,20}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }
    }
}

#[test]
fn written_tiles_are_as_wide_as_the_widest() {
    assert_eq!(Board::solved(2, Goal::BlankLast).unwrap().to_string(), "2\n 1  2\n 3  0");
    let large = Board::solved(11, Goal::BlankFirst).unwrap().to_string();
    assert!(large.starts_with("11\n  0   1   2"), "{large}");
    assert!(large.ends_with(" 119 120"), "{large}");
}

#[test]
fn errors_in_rows_name_their_index() {
    let error = |rows: &[&[u32]]| Board::from_rows(rows).unwrap_err().to_string();
    assert_eq!(error(&[]), "the board is empty");
    assert_eq!(error(&[&[0]]), "rows[0]: board size 1 is out of range: it must be from 2 to 32767");
    assert_eq!(error(&[&[0, 1], &[2]]), "rows[1]: this row has 1 tile, but the first row has 2");
    assert_eq!(error(&[&[0, 1]]), "the board is not square: 2 tiles in each row, but 1 row");
    assert_eq!(
        error(&[&[0, 1], &[1, 3]]),
        "rows[1][0]: tile 1 appears twice, first at rows[0][1]; tile 2 is missing"
    );
    let place = Board::from_rows([[0, 1], [2, 9]]).unwrap_err().place();
    assert_eq!(place, Some(Place::Cell { row: 1, column: 1 }));
}

#[test]
fn cells_outside_are_none() {
    let board = board(&BLANK_LAST);
    assert_eq!(board.get(2, 2), Some(0));
    assert_eq!(board.get(3, 0), None);
    assert_eq!(board.get(0, 3), None);
    assert_eq!(board.tile_at(1, 0), 4);
}

#[test]
#[should_panic(expected = "row 0, column 3 is out of range on a 3-by-3 board")]
fn reading_a_tile_outside_panics() {
    let _ = board(&BLANK_LAST).tile_at(0, 3);
}

#[test]
fn the_goal_counts_for_equality() {
    let last = board(&BLANK_LAST);
    assert_ne!(last.clone().with_goal(Goal::BlankFirst), last);
    assert_eq!(last.clone().with_goal(Goal::BlankFirst).with_goal(Goal::BlankLast), last);
}

#[test]
fn a_board_takes_16_bytes() {
    assert_eq!(size_of::<Board>(), 16);
    assert_eq!(board(&BLANK_LAST).heap_bytes(), 0);
    assert!(Board::solved(5, Goal::BlankLast).unwrap().heap_bytes() >= 80);
}

/// Where a number is kept that is not asked for yet, or kept where it is, is nobody's business.
#[test]
fn boards_are_equal_whether_their_conflicts_are_known_or_not() {
    fn hash(board: &Board) -> u64 {
        let mut hasher = DefaultHasher::new();
        board.hash(&mut hasher);
        hasher.finish()
    }
    for size in [5, 6, 7] {
        let known = Board::solved(size, Goal::BlankLast).unwrap();
        assert_eq!(known.linear_conflict(), 0);
        let unknown = Board::solved(size, Goal::BlankLast).unwrap();
        for (a, b) in known.neighbors().into_iter().zip(unknown.neighbors()) {
            assert_eq!((&a, hash(&a)), (&b, hash(&b)));
        }
        assert_eq!((hash(&known), &known), (hash(&unknown), &unknown));
    }
}

/// The tiles, the board they belong to, and nothing else that grows with the board: not even the
/// lists that the tiles of a line take to count its conflicts.
#[test]
fn making_a_board_allocates_its_tiles_and_no_more() {
    const CELLS: u64 = 1_000_000;
    let made = |most: u64, allocations: u64, make: &dyn Fn() -> Board| {
        let mut board = None;
        let AllocationInfo { bytes_max, count_total, .. } = measure(|| board = Some(make()));
        assert!(bytes_max <= most + 1_000, "{bytes_max} bytes");
        assert!(count_total <= allocations, "{count_total} allocations");
        board.unwrap()
    };
    let solved = [Goal::BlankLast, Goal::BlankFirst]
        .map(|goal| made(4 * CELLS, 2, &|| Board::solved(1_000, goal).unwrap()));
    drop(made(4 * CELLS, 2, &|| solved[0].clone().with_goal(Goal::BlankFirst)));
    drop(made(8 * CELLS, 4, &|| solved[0].neighbors()[0].clone()));
    drop(made(8 * CELLS, 3, &|| solved[0].twin()));
    // The vectors of rows and tiles double as they grow, and then let go what is too much.
    let tiles: Vec<u32> = solved[0].tiles().collect();
    drop(made(9 * CELLS, 40, &|| Board::from_rows(tiles.chunks(1_000)).unwrap()));
    let text = solved[0].to_string();
    drop(made(13 * CELLS, 50, &|| text.parse().unwrap()));
    // Only which cells there were.
    let AllocationInfo { bytes_max, .. } = measure(|| assert!(solved[0].is_solvable()));
    assert!(bytes_max <= CELLS + 1_000, "{bytes_max} bytes");
}

/// Counting allocates, as soon as more than a few tiles are in a line of theirs.
#[test]
fn conflicts_are_counted_once_and_only_if_asked_for() {
    let counts = |board: &Board| measure(|| _ = board.linear_conflict()).count_total > 0;
    let solved = Board::solved(100, Goal::BlankLast).unwrap();
    let before = solved.neighbors();
    assert!(counts(&solved));
    assert!(!counts(&solved) && !counts(&solved.clone()));
    for (before, after) in before.iter().zip(solved.neighbors()) {
        assert!(counts(before) && !counts(&after));
    }
}

/// By hand, in release mode: `cargo test --release --test it largest -- --ignored`.
#[test]
#[ignore = "needs 4.3 GB of memory"]
fn the_largest_board_takes_4_bytes_a_cell() {
    let mut board = None;
    let most = measure(|| board = Some(Board::solved(32_767, Goal::BlankLast).unwrap())).bytes_max;
    assert!(most <= 4 * 32_767 * 32_767 + 1_000, "{most} bytes");
    assert!(board.unwrap().is_goal());
}

/// What `the_bytes_of_a_board_are_those_that_it_takes` measures, in a process of its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
#[ignore = "run by another test"]
fn the_bytes_of_many_boards() {
    const COUNT: usize = 100_000;
    // Without those of files: the first call of a function may load pages of this program.
    let resident_pages = || {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        let pages: Vec<usize> =
            pages.split_whitespace().map(|count| count.parse().unwrap()).collect();
        pages[1] - pages[2]
    };
    for size in [5, 6, 7, 10] {
        let mut boards = vec![Board::solved(size, Goal::BlankLast).unwrap(); COUNT];
        let before = resident_pages();
        for index in 1..COUNT {
            let neighbors = boards[index - 1].neighbors();
            boards[index] = neighbors[index % neighbors.len()].clone();
        }
        let taken = (resident_pages() - before) * 4096 / COUNT;
        println!("bytes {size} {} {taken}", boards[0].heap_bytes());
        // What is given back would be used again for the next size.
        std::mem::forget(boards);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn the_bytes_of_a_board_are_those_that_it_takes() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["domains::board::the_bytes_of_many_boards", "--exact", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = output.lines().filter_map(|line| line.split_once("bytes ")).collect();
    assert_eq!(lines.len(), 4, "{output}");
    for (_, line) in lines {
        let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let [size, said, taken] = numbers[..] else { panic!("{line}") };
        // Under load, the system's count of pages is a few percent off.
        assert!((said / taken - 1.0).abs() < 0.05, "{size}: {said} bytes said, {taken} taken");
    }
}

#[test]
fn a_board_of_2000_by_2000_is_read_and_judged() {
    let board = Board::solved(2000, Goal::BlankFirst).unwrap();
    let read: Board = board.to_string().parse().unwrap();
    // Each tile is one cell after its place, and the first of each row at the end of the row above.
    assert_eq!(read.manhattan(), 2000 * 1999 + 1999 * 2000);
    assert_eq!(read.hamming(), 2000 * 2000 - 1);
    assert_ne!(read.is_solvable(), read.twin().is_solvable());
}

#[test]
fn an_estimate_above_u32_is_cut_off() {
    const SIZE: u32 = 2300;
    let tiles: Vec<u32> = (0..SIZE * SIZE).rev().collect();
    let board = board(&tiles);
    assert_eq!(board.manhattan(), DEAD_END - 1);
    assert!(!board.is_goal());
}
