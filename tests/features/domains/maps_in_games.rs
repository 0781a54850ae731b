//! What games and robots ask of maps: sizes, components, several goals, sight, flow fields and
//! turns, each against an answer that is found by hand on rows of numbers.
//!
//! `BESTFIRST_MAPS=10000` runs each test on as many maps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::env;

use bestfirst::grid_maps::{
    Cell, Direction, FlowField, GridMap, GridSpace, JumpDistances, JumpPoints, Steps,
};
use bestfirst::search::{
    AStar, Bidirectional, DenseAStar, Distances, GraphAStar, TreeAStar, UniformCost,
};
use bestfirst::{Outcome, Reversed, Solver, StateSpace, WithTurns, check};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::grid_maps::{Rules, Weights, grid_map, random_cell, random_weights, replay};

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

/// The unit of size 2 cannot stand on the expensive cell, nor can one step on a wall.
#[test]
fn weights_of_walls_do_not_forbid_jump_points() {
    let mut map: GridMap = ".....\n.#...\n.....\n.....\n.....".parse().unwrap();
    let [corner, wall, goal] = [(0, 0), (1, 1), (3, 3)].map(|(x, y)| map.cell(x, y).unwrap());
    map.set_weight(wall, 5);
    assert!(map.is_uniform() && JumpPoints::new(&map, Steps::eight(), goal).is_ok());
    map.set_weight(corner, 5);
    assert!(!map.is_uniform() && JumpDistances::new(&map).is_err());
    let wide = map.for_size(2);
    assert!(wide.is_uniform() && JumpPoints::new(&wide, Steps::eight(), goal).is_ok());
    assert!(JumpDistances::new(&wide).is_ok());
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

#[test]
fn a_cell_that_is_opened_over_and_over_takes_no_more_memory() {
    let mut map = GridMap::from_fn(3, 3, |_, _| false).unwrap();
    let cell = map.cell(1, 1).unwrap();
    for _ in 0..10_000 {
        map.set(cell, true);
        assert!(map.is_connected(cell, cell, Steps::four()));
        map.set(cell, false);
    }
    assert!(map.bytes() < 16_000, "{}", map.bytes());
}

/// Goals may be walls, the same, and beside one another; some are in one row or column with the
/// start, and some are not.
#[test]
fn the_nearest_of_several_goals_is_reached() {
    for (seed, mut rng) in generators(1_500) {
        let weights = random_weights(&mut rng, seed % 2 == 0);
        let map = grid_map(&weights);
        let from = random_cell(&mut rng, &map);
        let start = map.cell(from.0, from.1).unwrap();
        let mut goals: Vec<_> =
            (0..rng.random_range(1..9)).map(|_| random_cell(&mut rng, &map)).collect();
        let beside = |&(x, y): &(usize, usize)| ((x + 1).min(map.width() - 1), y);
        goals.extend(goals.first().map(beside).filter(|_| seed % 3 == 0));
        let cells: Vec<Cell> = goals.iter().map(|&(x, y)| map.cell(x, y).unwrap()).collect();
        let (first, more) = cells.split_first().unwrap();
        let is_open = weights[from.1][from.0] > 0;
        for (rules, steps) in Rules::ALL {
            let distances = rules.distances(&weights, from);
            let expected = goals.iter().filter_map(|&(x, y)| distances[y][x]).min();
            let expected = expected.filter(|_| is_open);
            let assert_right = |solver: &Solver<Cell>| {
                assert_eq!(solver.cost(), expected, "seed {seed}");
                match solver.outcome() {
                    Outcome::Solved(_) => {
                        let path = solver.solution();
                        assert!(cells.contains(path.last().unwrap()));
                        let cost = replay(rules, &weights, &map, &map.fill_in(path));
                        assert_eq!(Some(cost), expected, "seed {seed}");
                    }
                    outcome => assert!(matches!(outcome, Outcome::Unsolvable)),
                }
            };
            let space = GridSpace::new(&map, steps, *first).and_goals(more);
            assert_right(&Solver::builder_in(space, start).algorithm(DenseAStar::new()).solve());
            assert_right(&Solver::builder_in(space, start).algorithm(Bidirectional::new()).solve());
            if let Ok(points) = JumpPoints::new(&map, steps, *first) {
                let scanned = points.and_goals(more);
                let stored = JumpDistances::new(&map).unwrap();
                let stored = stored.to(*first, steps).unwrap().and_goals(more);
                let by = GraphAStar::new();
                assert_right(&Solver::builder_in(scanned, start).algorithm(by).solve());
                assert_right(&Solver::builder_in(stored, start).algorithm(by).solve());
                let by = UniformCost::new();
                assert_right(&Solver::builder_in(scanned, start).algorithm(by).solve());
                assert_right(&Solver::builder_in(stored, start).algorithm(by).solve());
            }
        }
    }
}

/// Goals are successors, even where a scan would not stop.
#[test]
fn jump_points_to_several_goals_are_sound() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = grid_map(&random_weights(&mut rng, true));
        let open: Vec<Cell> = map.open_cells().collect();
        let Some(&start) = open.first() else { continue };
        let goals: Vec<Cell> = (0..4).map(|_| open[rng.random_range(..open.len())]).collect();
        let points = JumpPoints::new(&map, Steps::eight(), goals[0]).unwrap();
        let points = points.and_goals(&goals[1..]);
        let check = check::space(&points, &start).goal_when(|cell| goals.contains(cell));
        assert!(check.prunes_by_previous().run().is_sound(), "seed {seed}");
        let stored = JumpDistances::new(&map).unwrap();
        let stored = stored.to(goals[0], Steps::eight()).unwrap().and_goals(&goals[1..]);
        let check = check::space(&stored, &start).goal_when(|cell| goals.contains(cell));
        assert!(check.prunes_by_previous().run().is_sound(), "seed {seed}");
        let space = GridSpace::new(&map, Steps::eight(), goals[0]).and_goals(&goals[1..]);
        let check = check::space(&space, &start).goal_when(|cell| goals.contains(cell));
        assert!(check.undirected().run().is_sound(), "seed {seed}");
    }
}

/// Whether the line between the centres of two cells meets a wall. Each cell is a square with sides
/// of two, so that its centre and its corners are whole; and each is compared with the line.
fn sees(weights: &Weights, cuts_corners: bool, from: (usize, usize), to: (usize, usize)) -> bool {
    let is_open = |x: usize, y: usize| weights[y][x] > 0;
    if !is_open(from.0, from.1) || !is_open(to.0, to.1) {
        return false;
    }
    let signed = |(x, y): (usize, usize)| (i64::try_from(x).unwrap(), i64::try_from(y).unwrap());
    let (start, end) = (signed(from), signed(to));
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    // On which side of the line a point is, from the start in half cells.
    let side = |x: i64, y: i64| dx * y - dy * x;
    let (left, right) = (from.0.min(to.0), from.0.max(to.0));
    let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
    let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    for (x, y) in cells.filter(|&(x, y)| !is_open(x, y)) {
        let (at_x, at_y) = (2 * (signed((x, y)).0 - start.0), 2 * (signed((x, y)).1 - start.1));
        let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
        let sides = corners.map(|(right, below)| side(at_x + right, at_y + below).signum());
        let (is_left, is_right) = (sides.contains(&1), sides.contains(&-1));
        // No wall is outside of the rectangle of both ends, so a corner on the line is between
        // them.
        if is_left && is_right || !cuts_corners && sides.contains(&0) {
            return false;
        }
    }
    true
}

/// Maps are small, so that lines pass at corners often.
#[test]
fn lines_of_sight_meet_no_square_of_a_wall() {
    for (seed, mut rng) in generators(1_500) {
        let share = [0.03, 0.1, 0.3][rng.random_range(..3_usize)];
        let (width, height) = (rng.random_range(1..16), rng.random_range(1..16));
        let mut cell = |_| u32::from(!rng.random_bool(share));
        let weights: Weights = (0..height).map(|_| (0..width).map(&mut cell).collect()).collect();
        let map = grid_map(&weights);
        for _ in 0..40 {
            let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
            let [start, end] = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
            for (rules, steps) in Rules::ALL {
                let expected = sees(&weights, rules.cuts_corners, from, to);
                let found = map.has_line_of_sight(start, end, steps);
                assert_eq!(found, expected, "seed {seed}, {from:?} to {to:?}\n{map:#}");
                assert_eq!(map.has_line_of_sight(end, start, steps), expected, "seed {seed}");
            }
        }
    }
    // The longest line of all.
    let mut map = GridMap::new(32_767, 2).unwrap();
    let [start, end] = [(0, 0), (32_766, 1)].map(|(x, y)| map.cell(x, y).unwrap());
    assert!(map.has_line_of_sight(start, end, Steps::eight()));
    map.set(map.cell(16_384, 1).unwrap(), false);
    assert!(!map.has_line_of_sight(start, end, Steps::eight()));
}

#[test]
fn straightened_paths_are_never_longer_and_meet_no_wall() {
    let mut shorter = 0;
    for (seed, mut rng) in generators(1_500) {
        let weights = random_weights(&mut rng, true);
        let map = grid_map(&weights);
        let [start, goal] =
            [(); 2].map(|()| random_cell(&mut rng, &map)).map(|(x, y)| map.cell(x, y).unwrap());
        for (rules, steps) in Rules::ALL {
            let solver = match JumpPoints::new(&map, steps, goal) {
                Ok(points) => Solver::builder_in(points, start).solve(),
                Err(_) => Solver::builder_in(GridSpace::new(&map, steps, goal), start).solve(),
            };
            let path = map.fill_in(solver.solution());
            let straight = map.straightened(solver.solution(), steps);
            assert_eq!((straight.first(), straight.last()), (path.first(), path.last()));
            assert!(straight.iter().all(|cell| path.contains(cell)), "seed {seed}");
            for ends in straight.windows(2) {
                let [from, to] = [ends[0], ends[1]].map(|cell| map.position(cell));
                assert!(ends[0] != ends[1] && sees(&weights, rules.cuts_corners, from, to));
            }
            let length = |path: &[Cell]| {
                let places: Vec<_> = path.iter().map(|&cell| map.position(cell)).collect();
                let line = |ends: &[(usize, usize)]| {
                    let side = |a: usize, b: usize| a.abs_diff(b) as f64;
                    side(ends[0].0, ends[1].0).hypot(side(ends[0].1, ends[1].1))
                };
                places.windows(2).map(line).sum::<f64>()
            };
            let (before, after) = (length(&path), length(&straight));
            assert!(after <= before + 1e-9, "seed {seed}: {after} > {before}");
            // Lines of any slope are straightened, too.
            let again = map.straightened(&straight, steps);
            assert!(length(&again) <= after + 1e-9, "seed {seed}: {again:?}");
            for ends in again.windows(2) {
                let [from, to] = [ends[0], ends[1]].map(|cell| map.position(cell));
                assert!(sees(&weights, rules.cuts_corners, from, to), "seed {seed}");
            }
            shorter += usize::from(after < before - 1e-9);
        }
    }
    assert!(shorter > 100, "{shorter}");
    assert_eq!(GridMap::new(1, 1).unwrap().straightened(&[], Steps::four()), []);
    // The diagonal step at first would lead onto the wall.
    let map: GridMap = ".....\n.#...\n.....".parse().unwrap();
    let line = [(0, 0), (4, 1)].map(|(x, y)| map.cell(x, y).unwrap());
    assert_eq!(map.straightened(&line, Steps::eight()), line);
}

/// The costs of the cheapest paths from all cells to the nearest of these, by Dijkstra's algorithm
/// on the steps that lead to a cell.
fn distances_to(
    rules: Rules,
    weights: &Weights,
    goals: &[(usize, usize)],
) -> FxHashMap<(usize, usize), u32> {
    let mut known = FxHashMap::default();
    let mut open: BinaryHeap<_> = goals.iter().map(|&goal| (Reverse(0), goal)).collect();
    while let Some((Reverse(cost), to)) = open.pop() {
        if weights[to.1][to.0] == 0 || known.contains_key(&to) {
            continue;
        }
        known.insert(to, cost);
        let rows = to.1.saturating_sub(1)..=to.1 + 1;
        let columns = to.0.saturating_sub(1)..=to.0 + 1;
        for from in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            if let Some(step) = rules.step(weights, from, to) {
                open.push((Reverse(cost + step), from));
            }
        }
    }
    known
}

/// The field is followed from each cell to a goal.
#[test]
fn following_a_field_costs_what_the_distances_say() {
    for (seed, mut rng) in generators(500) {
        let weights = random_weights(&mut rng, seed % 2 == 0);
        let map = grid_map(&weights);
        let mut last = None;
        for (rules, steps) in Rules::ALL {
            let goals: Vec<_> =
                (0..rng.random_range(1..4)).map(|_| random_cell(&mut rng, &map)).collect();
            let goals: Vec<_> = goals.into_iter().filter(|&(x, y)| weights[y][x] > 0).collect();
            let cells: Vec<Cell> = goals.iter().map(|&(x, y)| map.cell(x, y).unwrap()).collect();
            let Some((first, more)) = cells.split_first() else { continue };
            let space = Reversed::new(GridSpace::new(&map, steps, *first));
            let distances = Distances::from(&space, *first).and_from(more.iter().copied());
            let distances = distances.compute_dense();
            let field = FlowField::new(&map, &distances);
            let mut updated = last.unwrap_or_else(|| field.clone());
            updated.update(&map, &distances);
            assert!(updated == field && field.bytes() * 2 == map.index_bound());
            let expected = distances_to(rules, &weights, &goals);
            for cell in map.cells() {
                let (mut at, mut cost) = (cell, 0);
                while let Some(next) = field.next(at) {
                    let ends = [at, next].map(|cell| map.position(cell));
                    cost += rules.step(&weights, ends[0], ends[1]).expect("a step");
                    let (dx, dy) = field.direction(at).unwrap().delta();
                    let to = (ends[0].0.wrapping_add_signed(dx), ends[0].1.wrapping_add_signed(dy));
                    assert_eq!(to, ends[1]);
                    at = next;
                }
                let found = cells.contains(&at).then_some(&cost);
                assert_eq!(found, expected.get(&map.position(cell)), "seed {seed}");
            }
            last = Some(updated);
        }
    }
}

/// A number means another cell on a map of another width.
#[test]
fn fields_of_distances_of_another_map_stay_on_the_map() {
    let small = GridMap::new(3, 3).unwrap();
    let large = GridMap::new(100, 3).unwrap();
    let in_small = small.cell(1, 1).unwrap();
    let of_small = GridSpace::new(&small, Steps::eight(), in_small);
    let of_small = Distances::from(&of_small, in_small).compute_dense();
    let field = FlowField::new(&large, &of_small);
    let nexts = large.cells().filter_map(|cell| field.next(cell));
    // The first row has the numbers of the second row of the small map.
    assert!(nexts.map(|cell| large.position(cell)).eq([(1, 0), (1, 0)]));
    let beyond = large.cell(99, 2).unwrap();
    assert!(beyond.index() > small.index_bound());
    assert_eq!(FlowField::new(&small, &of_small).next(beyond), None);
}

/// Dijkstra's algorithm over cells and headings.
fn distance_with_turns(
    rules: Rules,
    weights: &Weights,
    turn: impl Fn(Direction, Direction) -> u32,
    (from, facing): ((usize, usize), Option<Direction>),
    to: (usize, usize),
) -> Option<u32> {
    let mut known = FxHashMap::default();
    let number = |heading: Option<Direction>| heading.map(|heading| heading as usize);
    let mut open = BinaryHeap::from([(Reverse(0), from, number(facing))]);
    while let Some((Reverse(cost), (x, y), heading)) = open.pop() {
        if known.insert(((x, y), heading), cost).is_some() {
            continue;
        }
        if (x, y) == to {
            return Some(cost);
        }
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if let Some(step) = rules.step(weights, (x, y), next) {
                let turned = heading.map_or(0, |before| turn(Direction::ALL[before], direction));
                open.push((Reverse(cost + step + turned), next, Some(direction as usize)));
            }
        }
    }
    None
}

/// Turns of any cost: a table of random numbers, or the angle.
#[test]
fn turns_cost_what_dijkstra_says() {
    for (seed, mut rng) in generators(800) {
        let (width, height) = (rng.random_range(1..12), rng.random_range(1..12));
        let share = [0.0, 0.2, 0.4][rng.random_range(..3_usize)];
        let most = [1, 2, 3][rng.random_range(..3_usize)];
        let mut cell = |_| if rng.random_bool(share) { 0 } else { rng.random_range(1..=most) };
        let weights: Weights = (0..height).map(|_| (0..width).map(&mut cell).collect()).collect();
        let map = grid_map(&weights);
        for (rules, steps) in Rules::ALL {
            let most = 3 * rules.straight;
            let mut table = [[0; 8]; 8];
            table.iter_mut().flatten().for_each(|cost| *cost = rng.random_range(0..=most));
            let turn = |before: Direction, next: Direction| {
                if seed % 2 == 0 {
                    before.turns_to(next) * rules.straight
                } else {
                    table[before as usize][next as usize]
                }
            };
            let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
            let [start, goal] = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
            let facing = Some(Direction::ALL[rng.random_range(..8_usize)]);
            let facing = facing.filter(|_| seed % 4 < 2);
            let is_open = weights[from.1][from.0] > 0;
            let expected = distance_with_turns(rules, &weights, turn, (from, facing), to);
            let expected = expected.filter(|_| is_open);

            let space = GridSpace::new(&map, steps, goal);
            let space = WithTurns::new(space, Direction::ALL, |&a, &b| turn(a, b));
            let initial =
                facing.map_or(space.initial(start), |facing| space.facing(start, &facing));
            assert_eq!(space.last_action(&initial).copied(), facing);
            let solvers = [
                Solver::builder_in(&space, initial).algorithm(AStar::new()).solve(),
                Solver::builder_in(&space, initial).algorithm(GraphAStar::new()).solve(),
                Solver::builder_in(&space, initial).algorithm(DenseAStar::new()).solve(),
                Solver::builder_in(&space, initial).algorithm(UniformCost::new()).solve(),
            ];
            for solver in &solvers {
                assert_eq!(solver.cost(), expected, "seed {seed}");
                let Some(cost) = expected else { continue };
                let directions = solver.actions_in(&space).unwrap();
                let headings: Vec<_> = facing.into_iter().chain(directions).collect();
                let turned: u32 = headings.windows(2).map(|pair| turn(pair[0], pair[1])).sum();
                let path: Vec<Cell> = solver.solution().iter().map(|at| *at.state()).collect();
                assert_eq!(replay(rules, &weights, &map, &path) + turned, cost, "seed {seed}");
            }
        }
    }
}

#[test]
fn spaces_with_turns_are_sound() {
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = grid_map(&random_weights(&mut rng, seed % 2 == 0));
        let mut open = map.open_cells().take(300);
        let (Some(start), Some(goal)) = (open.next(), open.last()) else { continue };
        for steps in [Steps::four(), Steps::eight()] {
            let space = GridSpace::new(&map, steps, goal);
            let turn = |&before: &Direction, &next: &Direction| 300 * before.turns_to(next);
            // An action that is not listed has no heading.
            let listed = Direction::ALL.into_iter().skip(usize::from(seed % 4 == 0));
            let space = WithTurns::new(space, listed, turn);
            let initial = space.initial(start);
            let report = check::space(&space, &initial).run();
            assert!(report.is_sound(), "seed {seed} {report}");
        }
    }
    // Without a way back, trees are searched as well.
    let map = GridMap::new(4, 4).unwrap();
    let [start, goal] = [(0, 0), (3, 2)].map(|(x, y)| map.cell(x, y).unwrap());
    let space = GridSpace::new(&map, Steps::four(), goal);
    let space = WithTurns::new(space, Direction::ALL, |a, b| 2 * a.turns_to(*b));
    let by = TreeAStar::new();
    let solver = Solver::builder_in(&space, space.initial(start)).algorithm(by).solve();
    assert_eq!(solver.cost(), Some(5 + 4));
    assert_eq!(space.estimate(&space.initial(start)), 5);
}
