//! What games and robots ask of maps: sizes, components, several goals, sight, flow fields and
//! turns, each against an answer that is found by hand on rows of numbers.
//!
//! `BESTFIRST_MAPS=10000` runs each test on as many maps.

use std::env;

use bestfirst::Solver;
use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
use bestfirst::search::GraphAStar;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::grid_maps::{Rules, Weights, grid_map, random_cell, random_weights};

/// The generators of a test: `count` of them, or as many as `BESTFIRST_MAPS` says.
fn generators(count: u64) -> impl Iterator<Item = (u64, ChaCha8Rng)> {
    let asked = env::var("BESTFIRST_MAPS").ok().map(|maps| maps.parse().expect("a number"));
    (0..asked.unwrap_or(count)).map(|seed| (seed, ChaCha8Rng::seed_from_u64(seed)))
}

/// The cells of a map from which a block reaches no wall and stays on the map, with the highest
/// weight in it.
fn blocks(weights: &Weights, size: usize) -> Weights {
    let block = |x: usize, y: usize| {
        let cells = (y..y + size).flat_map(|y| (x..x + size).map(move |x| (x, y)));
        let cell = |(x, y): (usize, usize)| {
            weights.get(y).and_then(|row| row.get(x)).copied().filter(|&weight| weight > 0)
        };
        let cells: Option<Vec<u32>> = cells.map(cell).collect();
        cells.and_then(|cells| cells.into_iter().max()).unwrap_or(0)
    };
    let row = |y: usize| (0..weights[y].len()).map(|x| block(x, y)).collect();
    (0..weights.len()).map(row).collect()
}

#[test]
fn sizes_are_those_of_blocks() {
    for (seed, mut rng) in generators(1_000) {
        let weights = random_weights(&mut rng, seed % 2 == 0);
        let map = grid_map(&weights);
        let size = [1, 2, 3, 4, 5, 64, 65, 200][rng.random_range(..8_usize)];
        let (expected, wide) = (blocks(&weights, size), map.for_size(size));
        let mut made = grid_map(&expected);
        for cell in wide.cells() {
            let (x, y) = wide.position(cell);
            assert_eq!(wide.is_open(cell), expected[y][x] > 0, "seed {seed}, size {size}");
            if wide.is_open(cell) {
                assert_eq!(u32::from(wide.weight(cell)), expected[y][x], "seed {seed}");
            }
            // The weights of walls do not count.
            made.set_weight(cell, wide.weight(cell));
        }
        assert_eq!(wide, made);
        // The neighbours and the columns, too.
        let from = random_cell(&mut rng, &wide);
        let to = random_cell(&mut rng, &wide);
        let [start, goal] = [from, to].map(|(x, y)| wide.cell(x, y).unwrap());
        if !wide.is_uniform() || !wide.is_open(start) {
            continue;
        }
        let points = JumpPoints::new(&wide, Steps::eight(), goal).unwrap();
        let solver = Solver::builder_in(points, start).algorithm(GraphAStar::new()).solve();
        assert_eq!(solver.cost(), Rules::EIGHT.distances(&expected, from)[to.1][to.0]);
    }
    let map = GridMap::new(3, 3).unwrap();
    assert_eq!([0, 1].map(|size| map.for_size(size)), [map.clone(), map.clone()]);
    assert_eq!(map.for_size(usize::MAX).open_cells().count(), 0);
}

/// The component of each open cell, by flood fill: the first cell of it.
fn flood_fill(rules: Rules, weights: &Weights) -> Vec<Vec<Option<(usize, usize)>>> {
    let mut firsts: Vec<Vec<_>> = weights.iter().map(|row| vec![None; row.len()]).collect();
    for first_y in 0..weights.len() {
        for first_x in 0..weights[0].len() {
            let mut open = vec![(first_x, first_y)];
            while let Some((x, y)) = open.pop() {
                if weights[y][x] == 0 || firsts[y][x].is_some() {
                    continue;
                }
                firsts[y][x] = Some((first_x, first_y));
                let rows = y.saturating_sub(1)..=y + 1;
                let around = rows.flat_map(|y| (x.saturating_sub(1)..=x + 1).map(move |x| (x, y)));
                open.extend(around.filter(|&to| rules.step(weights, (x, y), to).is_some()));
            }
        }
    }
    firsts
}

/// Cells open and close in any order. Some maps have only one component, so that cells are mostly
/// closed where that parts nothing.
#[test]
fn components_are_those_of_a_flood_fill() {
    for (seed, mut rng) in generators(400) {
        let (width, height) = (rng.random_range(1..12), rng.random_range(1..12));
        let share = [0.5, 0.7, 0.95][rng.random_range(..3_usize)];
        let mut cell = |_| u32::from(rng.random_bool(share));
        let mut weights: Weights =
            (0..height).map(|_| (0..width).map(&mut cell).collect()).collect();
        let mut map = grid_map(&weights);
        for _ in 0..20 {
            for (rules, steps) in Rules::ALL {
                let firsts = flood_fill(rules, &weights);
                for _ in 0..20 {
                    let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
                    let [start, goal] = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
                    let first = firsts[from.1][from.0];
                    let expected = first.is_some() && first == firsts[to.1][to.0];
                    assert_eq!(map.is_connected(start, goal, steps), expected, "seed {seed}");
                }
            }
            for _ in 0..rng.random_range(1..4) {
                let (x, y) = random_cell(&mut rng, &map);
                weights[y][x] = u32::from(rng.random_bool(share));
                map.set(map.cell(x, y).unwrap(), weights[y][x] > 0);
            }
        }
    }
}
