//! Random maps: mazes, rooms, cities, obstacles.

use bestfirst::grid_maps::GridMap;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::grid_maps::Rules;

/// The number of cells that can be reached from the first open one in four directions, and the
/// number of all open cells.
fn connected(map: &GridMap) -> (usize, usize) {
    let weights = (0..map.height())
        .map(|y| {
            let is_open = |x| map.is_open(map.cell(x, y).unwrap());
            (0..map.width()).map(|x| u32::from(is_open(x))).collect()
        })
        .collect();
    let Some(first) = map.open_cells().next() else { return (0, 0) };
    let rules = Rules { has_diagonals: false, straight: 1, diagonal: 0, ..Rules::EIGHT };
    let distances = rules.distances(&weights, map.position(first));
    (distances.iter().flatten().flatten().count(), map.open_cells().count())
}

/// The number of pairs of open cells beside or above each other.
fn edges(map: &GridMap) -> usize {
    let is_open = |x, y| map.cell(x, y).is_some_and(|cell| map.is_open(cell));
    map.open_cells()
        .map(|cell| map.position(cell))
        .map(|(x, y)| usize::from(is_open(x + 1, y)) + usize::from(is_open(x, y + 1)))
        .sum()
}

/// Random bits from a seed.
fn bits(seed: u64) -> impl FnMut() -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move || rng.next_u32()
}

const SIZES: [(usize, usize); 8] =
    [(1, 1), (2, 9), (3, 3), (4, 5), (5, 4), (20, 21), (64, 33), (101, 7)];

#[test]
fn perfect_mazes_are_connected_and_have_no_loops() {
    for (seed, (width, height)) in (0..).zip(SIZES) {
        let maze = GridMap::random_maze(width, height, 0.0, bits(seed)).unwrap();
        let (reached, open) = connected(&maze);
        assert_eq!(reached, open);
        // A connected graph without loops has one edge less than nodes.
        assert_eq!(edges(&maze), open.saturating_sub(1));
        let rooms = (width - 1) / 2 * ((height - 1) / 2);
        assert_eq!(open, (2 * rooms).saturating_sub(1));
        assert_eq!(maze, GridMap::random_maze(width, height, 0.0, bits(seed)).unwrap());
        if open > 50 {
            let other = GridMap::random_maze(width, height, 0.0, bits(seed + 1));
            assert_ne!(Ok(maze), other);
        }
    }
}

#[test]
fn loops_are_opened_between_the_cells_of_a_maze() {
    for (seed, (width, height)) in (0..).zip(SIZES) {
        let maze = |loops| GridMap::random_maze(width, height, loops, bits(seed)).unwrap();
        let (columns, rows) = ((width - 1) / 2, (height - 1) / 2);
        let all = maze(2.0);
        let walls = (columns * rows.saturating_sub(1)) + (rows * columns.saturating_sub(1));
        assert_eq!(all.open_cells().count(), columns * rows + walls);
        let (reached, open) = connected(&maze(0.3));
        assert_eq!(reached, open);
        assert!((maze(f64::NAN).open_cells().count()..=all.open_cells().count()).contains(&open));
    }
}

#[test]
fn rooms_have_a_door_in_every_wall() {
    for (seed, (width, height)) in (0..).zip(SIZES) {
        for size in [0, 1, 2, 5, 200, usize::MAX] {
            let map = GridMap::random_rooms(width, height, size, bits(seed)).unwrap();
            let (reached, open) = connected(&map);
            assert_eq!(reached, open, "{map:#}");
            let size = size.clamp(1, 200);
            let count = |side: usize| side.div_ceil(size + 1);
            let (columns, rows) = (count(width), count(height));
            let floor = |side: usize| side - side / (size + 1);
            let doors = columns * (rows - 1) + rows * (columns - 1);
            assert_eq!(open, floor(width) * floor(height) + doors, "{map:#}");
        }
    }
}

#[test]
fn cities_are_connected_and_built() {
    for (seed, (width, height)) in (0..).zip(SIZES) {
        for block in [0, 4, 9, usize::MAX] {
            let map = GridMap::random_city(width, height, block, bits(seed)).unwrap();
            let (reached, open) = connected(&map);
            assert_eq!(reached, open, "{map:#}");
        }
    }
    let city = GridMap::random_city(200, 200, 12, bits(1)).unwrap();
    let share = city.open_cells().count() as f64 / 40_000.0;
    assert!((0.4..0.8).contains(&share), "{share}");
}

#[test]
fn obstacles_are_as_many_as_asked() {
    let count = |share| {
        let map = GridMap::random_obstacles(100, 100, share, bits(1)).unwrap();
        10_000 - map.open_cells().count()
    };
    let none = [0.0, -1.0, f64::NAN, f64::NEG_INFINITY].map(count);
    assert_eq!(none, [0; 4]);
    assert_eq!([1.0, 7.0, f64::INFINITY].map(count), [10_000; 3]);
    assert!((3_300..3_700).contains(&count(0.35)));
}

#[test]
fn sizes_out_of_range_are_refused() {
    for (width, height) in [(0, 5), (5, 0), (40_000, 5), (5, usize::MAX)] {
        assert!(GridMap::random_obstacles(width, height, 0.5, bits(1)).is_err());
        assert!(GridMap::random_maze(width, height, 0.5, bits(1)).is_err());
        assert!(GridMap::random_rooms(width, height, 5, bits(1)).is_err());
        assert!(GridMap::random_city(width, height, 5, bits(1)).is_err());
    }
}
