//! Tree-search A\* beside `pathfinding::astar`, on the same boards.

use std::hint::black_box;

use bestfirst::Solver;
use bestfirst::sliding_tiles::Board;
use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude::astar;

/// Name and text of each board.
const BOARDS: [(&str, &str); 4] = [
    ("3x3-31", include_str!("../input/puzzle3x3-31.txt")),
    ("4x4-30", include_str!("../input/puzzle4x4-30.txt")),
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
    ("4x4-45", include_str!("../input/puzzle4x4-45.txt")),
];

fn boards(c: &mut Criterion) {
    for (name, text) in BOARDS {
        let board: Board = text.parse().unwrap();
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("tree_a_star", |b| {
            b.iter(|| Solver::new(black_box(&board).clone()).moves());
        });
        group.bench_function("pathfinding", |b| {
            b.iter(|| {
                astar(
                    black_box(&board),
                    |board| board.neighbors().into_iter().map(|next| (next, 1)),
                    Board::manhattan,
                    Board::is_goal,
                )
            });
        });
        group.finish();
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
