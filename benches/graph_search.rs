//! Searches with a closed list beside those of `pathfinding`, on the same boards.

use std::hint::black_box;

use bestfirst::Solver;
use bestfirst::search::{BreadthFirst, GraphAStar};
use bestfirst::sliding_tiles::Board;
use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude::{astar, bfs, fringe};

/// Name and text of each board.
const BOARDS: [(&str, &str); 3] = [
    ("3x3-31", include_str!("../input/puzzle3x3-31.txt")),
    ("4x4-40", include_str!("../input/puzzle4x4-40.txt")),
    ("4x4-45", include_str!("../input/puzzle4x4-45.txt")),
];

fn successors(board: &Board) -> impl Iterator<Item = (Board, u32)> + use<> {
    board.neighbors().into_iter().map(|next| (next, 1))
}

fn a_star(c: &mut Criterion) {
    for (name, text) in BOARDS {
        let board: Board = text.parse().unwrap();
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("graph_a_star", |b| {
            b.iter(|| {
                let builder = Solver::builder(black_box(&board).clone());
                builder.algorithm(GraphAStar::new()).solve().moves()
            });
        });
        group.bench_function("pathfinding_astar", |b| {
            b.iter(|| astar(black_box(&board), successors, Board::manhattan, Board::is_goal));
        });
        // It compares whole boards in a list, and takes minutes beyond this.
        if name == "3x3-31" {
            group.bench_function("pathfinding_fringe", |b| {
                b.iter(|| fringe(black_box(&board), successors, Board::manhattan, Board::is_goal));
            });
        }
        group.finish();
    }
}

fn breadth_first(c: &mut Criterion) {
    let (name, text) = BOARDS[0];
    let board: Board = text.parse().unwrap();
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    group.bench_function("breadth_first", |b| {
        b.iter(|| {
            let builder = Solver::builder(black_box(&board).clone());
            builder.algorithm(BreadthFirst).solve().moves()
        });
    });
    group.bench_function("pathfinding_bfs", |b| {
        b.iter(|| bfs(black_box(&board), Board::neighbors, Board::is_goal));
    });
    group.finish();
}

criterion_group!(benches, a_star, breadth_first);
criterion_main!(benches);
