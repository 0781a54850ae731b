//! IDA\* beside `pathfinding::idastar`, on the same boards.

use std::hint::black_box;

use bestfirst::Solver;
use bestfirst::search::IdaStar;
use bestfirst::sliding_tiles::Board;
use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude::idastar;

/// Name and text of each board.
const BOARDS: [(&str, &str); 3] = [
    ("3x3-31", include_str!("../input/puzzle3x3-31.txt")),
    ("4x4-30", include_str!("../input/puzzle4x4-30.txt")),
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
];

fn boards(c: &mut Criterion) {
    for (name, text) in BOARDS {
        let board: Board = text.parse().unwrap();
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("ida_star", |b| {
            b.iter(|| {
                Solver::builder(black_box(&board).clone()).algorithm(IdaStar::new()).solve().moves()
            });
        });
        group.bench_function("pathfinding", |b| {
            b.iter(|| {
                idastar(
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
