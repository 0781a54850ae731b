//! What a search asks of boards, and what is done once for large ones.

use std::hint::black_box;

use bestfirst::WorldState;
use bestfirst::sliding_tiles::{Board, Goal};
use criterion::{Criterion, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn small(c: &mut Criterion) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in [3, 4] {
        let board = Board::random(size, Goal::BlankLast, &mut rng).unwrap();
        let previous = &board.neighbors()[0];
        let mut group = c.benchmark_group(format!("board {size}x{size}"));
        group.bench_function("neighbors", |b| b.iter(|| black_box(&board).neighbors()));
        group.bench_function("neighbors except the previous", |b| {
            b.iter(|| {
                let mut sum = 0;
                black_box(&board).for_each_neighbor_except(Some(previous), |next| {
                    sum += next.manhattan();
                });
                sum
            });
        });
        group.bench_function("hamming", |b| b.iter(|| black_box(&board).hamming()));
        group.bench_function("parity", |b| b.iter(|| black_box(&board).is_solvable()));
        group.finish();
    }
}

fn large(c: &mut Criterion) {
    let board = Board::random(2000, Goal::BlankLast, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    let text = board.to_string();
    let mut group = c.benchmark_group("board 2000x2000");
    group.sample_size(10);
    group.bench_function("read and estimate", |b| {
        b.iter(|| text.parse::<Board>().unwrap().manhattan());
    });
    group.bench_function("parity", |b| b.iter(|| board.is_solvable()));
    group.finish();
}

criterion_group!(benches, small, large);
criterion_main!(benches);
