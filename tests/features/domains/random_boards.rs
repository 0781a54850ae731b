//! Random boards: how far they are, and how often each occurs.

use std::collections::HashMap;

use bestfirst::sliding_tiles::{Board, Goal};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const GOALS: [Goal; 3] = [Goal::BlankLast, Goal::BlankFirst, Goal::BlankAt(1)];

/// The 12 boards of size 2 that are reached from this one. They form a ring.
fn around(start: &Board) -> Vec<Board> {
    let mut ring = vec![start.clone(), start.neighbors()[0].clone()];
    while ring.len() < 12 {
        let [.., previous, last] = &ring[..] else { unreachable!() };
        ring.push(last.neighbors().into_iter().find(|next| next != previous).unwrap());
    }
    ring
}

/// How often each board is drawn.
fn counts(draws: usize, mut draw: impl FnMut() -> Board) -> HashMap<Board, usize> {
    let mut counts = HashMap::new();
    for _ in 0..draws {
        *counts.entry(draw()).or_default() += 1;
    }
    counts
}

/// On a ring, a walk that never turns back ends as many steps from its start as it has moves.
#[test]
fn a_walk_starts_at_any_board_and_never_turns_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for start in ["1 2 / 0 3", "3 0 / 1 2", "2 1 / 3 0"] {
        let start = start.parse::<Board>().unwrap().with_goal(Goal::BlankFirst);
        let boards = around(&start);
        for moves in [0, 1, 5, 6, 11, 12, 12_007] {
            let found = counts(100, || start.after_random_walk(moves, || rng.next_u32()));
            let ends = [&boards[moves % 12], &boards[(12 - moves % 12) % 12]];
            assert!(found.keys().all(|board| ends.contains(&board)), "{start:?}, {moves}");
            assert!(found.values().all(|&count| moves % 6 == 0 || count > 25), "{found:?}");
        }
    }
}

#[test]
fn every_solvable_board_is_equally_likely() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for goal in GOALS {
        let found = counts(12_000, || Board::random(2, goal, || rng.next_u32()).unwrap());
        assert!(found.keys().all(Board::is_solvable));
        assert!(found.len() == 12 && found.values().all(|n| (850..1150).contains(n)), "{found:?}");
    }
}
