//! The operations that a search performs on boards. For large boards also the cost of operations
//! that are done once per board, per cell and by size.

mod measure {
    pub(crate) mod cpu;
    pub(crate) mod mode;
    pub(crate) mod rounds;
}

use std::hint::black_box;
use std::time::Instant;

use bestfirst::WorldState;
use bestfirst::sliding_tiles::{Board, Goal};
use criterion::{Criterion, criterion_group};
use measure::cpu::{CpuTime, criterion};
use measure::mode::is_test;
use measure::rounds::{quartiles, scaled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn small(c: &mut Criterion<CpuTime>) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in [3, 4] {
        let board = Board::random(size, Goal::BlankLast, || rng.next_u32()).unwrap();
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

fn large(c: &mut Criterion<CpuTime>) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let board = Board::random(2000, Goal::BlankLast, || rng.next_u32()).unwrap();
    let text = board.to_string();
    let mut group = c.benchmark_group("board 2000x2000");
    group.bench_function("read and estimate", |b| {
        b.iter(|| text.parse::<Board>().unwrap().manhattan());
    });
    group.bench_function("parity", |b| b.iter(|| board.is_solvable()));
    group.finish();
}

/// The time per cell of operations on a whole board, as its size grows.
fn cells() {
    println!("size solved     from rows  read       conflicts of a solved board, a random one");
    let (sizes, rounds): (&[usize], _) =
        if is_test() { (&[5, 250], 1) } else { (&[250, 1_000, 4_000], 9) };
    for &size in sizes {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let random = Board::random(size, Goal::BlankLast, || rng.next_u32()).unwrap();
        let (tiles, text): (Vec<_>, _) = (random.tiles().collect(), random.to_string());
        let solved = || Board::solved(size, Goal::BlankLast).unwrap();
        let from_rows = || Board::from_rows(tiles.chunks(size)).unwrap();
        let time = |made: &dyn Fn() -> Board, timed: &dyn Fn(Board) -> Board| {
            let round = || {
                let board = made();
                let began = Instant::now();
                let board = black_box(timed(board));
                let elapsed = began.elapsed();
                drop(board);
                elapsed.as_secs_f64() / size.pow(2) as f64
            };
            scaled(quartiles((0..rounds).map(|_| round()).collect())[1])
        };
        let none = || random.clone();
        let conflicts = |board: Board| {
            black_box(board.linear_conflict());
            board
        };
        println!(
            "{size:4} {} {} {} {} {}",
            time(&none, &|_| solved()),
            time(&none, &|_| from_rows()),
            time(&none, &|_| text.parse().unwrap()),
            time(&solved, &conflicts),
            time(&from_rows, &conflicts),
        );
    }
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = small, large
}

fn main() {
    cells();
    benches();
    criterion().configure_from_args().final_summary();
}
