//! Grid maps against Dijkstra's algorithm on columns and rows, which shares nothing with them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use bestfirst::grid_maps::{
    Cell, Direction, GridMap, GridMapError, GridMapErrorKind, GridSpace, JumpDistances, JumpPoints,
    NoJumpPoints, Scenario, Scenarios, Steps,
};
use bestfirst::heuristic::WithHeuristic;
use bestfirst::search::{
    Algorithm, Bidirectional, DenseAStar, GraphAStar, IdaStar, Landmarks, TreeAStar, UniformCost,
};
use bestfirst::{Outcome, Solver, StateSpace, check};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A map as anyone would write it down: the weight of each cell by row and column, 0 for a wall.
pub(super) type Weights = Vec<Vec<u32>>;

/// The rules of movement, a second time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) has_diagonals: bool,
    pub(super) cuts_corners: bool,
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

impl Rules {
    pub(super) const EIGHT: Self =
        Self { has_diagonals: true, cuts_corners: false, straight: 1000, diagonal: 1414 };

    pub(super) const ALL: [(Self, Steps); 3] = [
        (Self::EIGHT, Steps::eight()),
        (Self { cuts_corners: true, ..Self::EIGHT }, Steps::eight().cutting_corners()),
        (
            Self { has_diagonals: false, cuts_corners: false, straight: 1, diagonal: 0 },
            Steps::four(),
        ),
    ];

    /// The cost of a step, if it is one.
    pub(super) fn step(
        self,
        map: &Weights,
        from: (usize, usize),
        to: (usize, usize),
    ) -> Option<u32> {
        let weight = |x: usize, y: usize| map.get(y).and_then(|row| row.get(x)).copied();
        let is_open = |x, y| weight(x, y).is_some_and(|weight| weight > 0);
        if !is_open(from.0, from.1) || !is_open(to.0, to.1) {
            return None;
        }
        let base = match (from.0.abs_diff(to.0), from.1.abs_diff(to.1)) {
            (0, 1) | (1, 0) => self.straight,
            (1, 1) if self.has_diagonals => {
                let beside = is_open(from.0, to.1) && is_open(to.0, from.1);
                if !beside && !self.cuts_corners {
                    return None;
                }
                self.diagonal
            }
            _ => return None,
        };
        weight(to.0, to.1).map(|weight| base * weight)
    }

    pub(super) fn distances(self, map: &Weights, start: (usize, usize)) -> Vec<Vec<Option<u32>>> {
        let mut distances: Vec<_> = map.iter().map(|row| vec![None; row.len()]).collect();
        let mut open = BinaryHeap::from([(Reverse(0), start)]);
        while let Some((Reverse(cost), (x, y))) = open.pop() {
            if distances[y][x].is_some() {
                continue;
            }
            distances[y][x] = Some(cost);
            for (to_x, to_y) in (y.saturating_sub(1)..=y + 1)
                .flat_map(|to_y| (x.saturating_sub(1)..=x + 1).map(move |to_x| (to_x, to_y)))
            {
                if let Some(step) = self.step(map, (x, y), (to_x, to_y)) {
                    open.push((Reverse(cost + step), (to_x, to_y)));
                }
            }
        }
        distances
    }
}

/// A map with walls at this share. Wide or high ones cross the ends of words of 64 cells.
pub(super) fn random_weights(rng: &mut ChaCha8Rng, is_uniform: bool) -> Weights {
    let sides = [1, 2, 5, 9, 20, 63, 64, 65, 130];
    let width = sides[rng.random_range(..sides.len())];
    let most = if width > 20 { 5 } else { sides.len() };
    let height = sides[rng.random_range(..most)];
    let share = [0.0, 0.1, 0.25, 0.4][rng.random_range(..4_usize)];
    let mut weight = |_| {
        if rng.random_bool(share) {
            0
        } else if is_uniform {
            1
        } else {
            rng.random_range(1..=4)
        }
    };
    (0..height).map(|_| (0..width).map(&mut weight).collect()).collect()
}

pub(super) fn grid_map(weights: &Weights) -> GridMap {
    let mut map =
        GridMap::from_fn(weights[0].len(), weights.len(), |x, y| weights[y][x] > 0).unwrap();
    for cell in map.open_cells().collect::<Vec<_>>() {
        let (x, y) = map.position(cell);
        map.set_weight(cell, u8::try_from(weights[y][x]).unwrap());
    }
    map
}

/// Starts and goals, walls too.
pub(super) fn random_cell(rng: &mut ChaCha8Rng, map: &GridMap) -> (usize, usize) {
    (rng.random_range(..map.width()), rng.random_range(..map.height()))
}

/// The cost of a path that is replayed cell by cell, by the other rules.
pub(super) fn replay(rules: Rules, weights: &Weights, map: &GridMap, path: &[Cell]) -> u32 {
    let places: Vec<_> = path.iter().map(|&cell| map.position(cell)).collect();
    let step = |ends: &[_]| rules.step(weights, ends[0], ends[1]).expect("a step");
    places.windows(2).map(step).sum()
}

/// Solves it and checks the answer against the cost that is expected.
fn assert_cost<P, A>(
    space: &P,
    algorithm: A,
    [start, goal]: [Cell; 2],
    expected: Option<u32>,
    replay: impl Fn(&[Cell]) -> u32,
) where
    P: StateSpace<State = Cell>,
    A: for<'a> Algorithm<&'a P>,
{
    let solver = Solver::builder_in(space, start).algorithm(algorithm).solve();
    assert_eq!(solver.cost(), expected);
    let path = solver.solution();
    if expected.is_some() {
        assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)));
        assert_eq!(Some(replay(path)), expected);
    } else {
        assert!(matches!(solver.outcome(), Outcome::Unsolvable));
    }
}

#[test]
fn costs_are_those_of_an_oracle() {
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights = random_weights(&mut rng, seed % 2 == 0);
        let map = grid_map(&weights);
        assert_eq!(map.is_uniform(), weights.iter().flatten().all(|&weight| weight <= 1));
        for (rules, steps) in Rules::ALL {
            let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
            let is_open = weights[from.1][from.0] > 0;
            let expected = rules.distances(&weights, from)[to.1][to.0].filter(|_| is_open);
            let ends = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
            let space = GridSpace::new(&map, steps, ends[1]);
            let replay = |path: &[Cell]| replay(rules, &weights, &map, path);
            assert_cost(&space, GraphAStar::new(), ends, expected, replay);
            assert_cost(&space, UniformCost::new(), ends, expected, replay);
            assert_cost(&space, Bidirectional::new(), ends, expected, replay);
        }
    }
}

/// Also with weights, where steps there and back differ; and without, in every space of a map.
#[test]
fn landmarks_lead_to_the_costs_of_an_oracle() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let is_uniform = seed % 2 == 0;
        let weights = random_weights(&mut rng, is_uniform);
        let map = grid_map(&weights);
        for (rules, steps) in Rules::ALL {
            let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
            let is_open = weights[from.1][from.0] > 0;
            let expected = rules.distances(&weights, from)[to.1][to.0].filter(|_| is_open);
            let ends @ [start, goal] = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
            let space = GridSpace::new(&map, steps, goal);
            let first = map.open_cells().next().unwrap_or(goal);
            let landmarks = if is_uniform {
                Landmarks::undirected(&space, first, 3).unwrap()
            } else {
                Landmarks::new(&space, first, 3).unwrap()
            };
            let replay = |path: &[Cell]| replay(rules, &weights, &map, &map.fill_in(path));
            let guided = WithHeuristic::new(space, landmarks.to(space, &goal));
            assert_cost(&guided, GraphAStar::new(), ends, expected, replay);
            assert_cost(&guided, DenseAStar::new(), ends, expected, replay);
            let solver = Solver::builder_in(&guided, start).algorithm(GraphAStar::new()).solve();
            assert_eq!(solver.statistics().reopened, 0);
            if let Ok(points) = JumpPoints::new(&map, steps, goal) {
                let guided = WithHeuristic::new(points, landmarks.to(space, &goal));
                assert_cost(&guided, GraphAStar::new(), ends, expected, replay);
            }
            let stored = JumpDistances::new(&map);
            if let Some(points) = stored.as_ref().ok().and_then(|all| all.to(goal, steps).ok()) {
                let guided = WithHeuristic::new(points, landmarks.to(space, &goal));
                assert_cost(&guided, GraphAStar::new(), ends, expected, replay);
            }
        }
    }
}

/// Goals that are walls, or walled in: the search ends at a nearest cell, on the cheapest path to
/// one. The map tells which one without a search, and that is a goal for jump points.
#[test]
fn nearest_cells_are_those_of_an_oracle() {
    let mut unreached = 0;
    for seed in 0..1_500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights = random_weights(&mut rng, seed % 2 == 0);
        let map = grid_map(&weights);
        for (rules, steps) in Rules::ALL {
            let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
            let [start, goal] = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
            if weights[from.1][from.0] == 0 {
                assert_eq!(map.nearest_reachable(start, goal, steps), None);
                continue;
            }
            let costs = rules.distances(&weights, from);
            let reached = map.cells().filter_map(|cell| {
                let (x, y) = map.position(cell);
                let apart =
                    |end: (usize, usize)| steps.distance(x.abs_diff(end.0), y.abs_diff(end.1));
                Some((apart(to), costs[y][x]?, apart(from), cell))
            });
            let reached: Vec<_> = reached.collect();

            let solver = Solver::builder_in(GridSpace::new(&map, steps, goal), start).solve();
            let path = solver.best_path();
            let end = path[path.len() - 1];
            let cost = replay(rules, &weights, &map, path);
            let &(apart, _, _, _) = reached.iter().find(|&&(.., cell)| cell == end).unwrap();
            let expected = reached.iter().map(|&(apart, cost, ..)| (apart, cost)).min();
            assert_eq!(Some((apart, cost)), expected, "seed {seed}");
            unreached += usize::from(apart > 0);

            let expected = reached.iter().map(|&(apart, _, back, cell)| (apart, back, cell)).min();
            let nearest = map.nearest_reachable(start, goal, steps).unwrap();
            assert_eq!(Some(nearest), expected.map(|(.., cell)| cell), "seed {seed}");
            if let Ok(points) = JumpPoints::new(&map, steps, nearest) {
                let solver = Solver::builder_in(points, start).solve();
                let (x, y) = map.position(nearest);
                assert_eq!(solver.cost(), costs[y][x], "seed {seed}");
            }
        }
    }
    assert!(unreached > 500, "{unreached}");
}

/// The wall is three cells away, and two of them can be walked.
#[test]
fn the_way_to_a_wall_ends_beside_it() {
    let map: GridMap = "......\n...#..\n......".parse().unwrap();
    let [start, wall] = [(0, 1), (3, 1)].map(|(x, y)| map.cell(x, y).unwrap());
    let places = |path: &[Cell]| path.iter().map(|&cell| map.position(cell)).collect::<Vec<_>>();
    for steps in [Steps::four(), Steps::eight()] {
        let solver = Solver::builder_in(GridSpace::new(&map, steps, wall), start).solve();
        assert_eq!(solver.outcome(), &Outcome::Unsolvable);
        assert_eq!(places(solver.best_path()), [(0, 1), (1, 1), (2, 1)]);
    }
    // No jump point is there, because no path turns there.
    let points = JumpPoints::new(&map, Steps::eight(), wall).unwrap();
    let solver = Solver::builder_in(points, start).solve();
    assert_eq!(solver.outcome(), &Outcome::Unsolvable);
    let end = solver.best_path()[solver.best_path().len() - 1];
    assert_ne!(map.position(end), (2, 1));
    let nearest = map.nearest_reachable(start, wall, Steps::eight()).unwrap();
    assert_eq!(map.position(nearest), (2, 1));
}

/// Some of the maps are wide, so that scans cross the ends of words.
#[test]
fn jump_points_give_the_costs_of_an_oracle() {
    for seed in 0..3_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights = random_weights(&mut rng, true);
        let map = grid_map(&weights);
        let (from, to) = (random_cell(&mut rng, &map), random_cell(&mut rng, &map));
        let is_open = weights[from.1][from.0] > 0;
        let ends = [from, to].map(|(x, y)| map.cell(x, y).unwrap());
        let distances = JumpDistances::new(&map).unwrap();
        for (straight, diagonal) in [(1000, 1414), (5, 5), (3, 6)] {
            let rules =
                Rules { straight: straight.into(), diagonal: diagonal.into(), ..Rules::EIGHT };
            let expected = rules.distances(&weights, from)[to.1][to.0].filter(|_| is_open);
            let steps = Steps::eight().costing(straight, diagonal).unwrap();
            let replay = |path: &[Cell]| replay(rules, &weights, &map, &map.fill_in(path));
            let scanned = JumpPoints::new(&map, steps, ends[1]).unwrap();
            assert_cost(&scanned, GraphAStar::new(), ends, expected, replay);
            assert_cost(&scanned, UniformCost::new(), ends, expected, replay);
            let stored = distances.to(ends[1], steps).unwrap();
            assert_cost(&stored, GraphAStar::new(), ends, expected, replay);
            assert_cost(&stored, UniformCost::new(), ends, expected, replay);
            assert_eq!(scanned.is_solvable(&ends[0]), stored.is_solvable(&ends[0]));
        }
    }
}

/// The searches without a closed list, on maps that are small enough for them.
#[test]
fn jump_points_are_right_in_tree_searches() {
    for seed in 0..500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut cell = |_| u32::from(rng.random_bool(0.65));
        let weights: Weights = (0..7).map(|_| (0..7).map(&mut cell).collect()).collect();
        let map = grid_map(&weights);
        let ends = [map.cell(0, 0).unwrap(), map.cell(6, 6).unwrap()];
        let expected = Rules::EIGHT.distances(&weights, (0, 0))[6][6];
        // Without a solution they do not end.
        let Some(cost) = expected.filter(|_| weights[0][0] > 0) else { continue };
        let replay = |path: &[Cell]| replay(Rules::EIGHT, &weights, &map, &map.fill_in(path));
        let points = JumpPoints::new(&map, Steps::eight(), ends[1]).unwrap();
        assert_cost(&points, TreeAStar::new(), ends, Some(cost), replay);
        assert_cost(&points, IdaStar::new(), ends, Some(cost), replay);
    }
}

/// With or without stored distances, the jump points and their order are the same.
#[test]
fn stored_distances_are_those_of_scans() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = grid_map(&random_weights(&mut rng, true));
        let distances = JumpDistances::new(&map).unwrap();
        let (x, y) = random_cell(&mut rng, &map);
        let goal = map.cell(x, y).unwrap();
        let scanned = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
        let stored = distances.to(goal, Steps::eight()).unwrap();
        let mut pairs: Vec<(Option<Cell>, Cell)> =
            map.open_cells().map(|cell| (None, cell)).collect();
        for _ in 0..2 {
            let mut next = Vec::new();
            for (previous, cell) in pairs {
                if cell == goal {
                    continue;
                }
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                stored.for_each_successor(&cell, previous.as_ref(), |cell, cost| {
                    found.push((cell, cost));
                });
                scanned.for_each_successor(&cell, previous.as_ref(), |cell, cost| {
                    expected.push((cell, cost));
                });
                // Where the goal is on the way, the order may differ.
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "seed {seed}");
                next.extend(expected.into_iter().map(|(jump, _)| (Some(cell), jump)));
            }
            pairs = next;
        }
    }
}

#[test]
fn jump_points_are_sound() {
    for seed in 0..100 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = grid_map(&random_weights(&mut rng, true));
        let mut open = map.open_cells();
        let (Some(start), Some(goal)) = (open.next(), open.last()) else { continue };
        let points = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
        let distances = JumpDistances::new(&map).unwrap();
        let stored = distances.to(goal, Steps::eight()).unwrap();
        let check = check::space(&points, &start).goal_when(|&cell| cell == goal);
        assert!(check.prunes_by_previous().run().is_sound());
        let check = check::space(&stored, &start).goal_when(|&cell| cell == goal);
        assert!(check.prunes_by_previous().run().is_sound());
    }
}

#[test]
fn jump_points_are_refused_where_they_would_be_wrong() {
    let mut map = GridMap::new(3, 3).unwrap();
    let goal = map.cell(0, 0).unwrap();
    let distances = JumpDistances::new(&map).unwrap();
    for steps in [Steps::four(), Steps::eight().cutting_corners()] {
        assert_eq!(JumpPoints::new(&map, steps, goal).err(), Some(NoJumpPoints::Steps));
        assert_eq!(distances.to(goal, steps).err(), Some(NoJumpPoints::Steps));
    }
    map.set_weight(goal, 2);
    let weights = Some(NoJumpPoints::Weights);
    assert_eq!(JumpPoints::new(&map, Steps::eight(), goal).err(), weights);
    assert_eq!(JumpDistances::new(&map).err(), weights);
    assert_ne!(NoJumpPoints::Steps.to_string(), NoJumpPoints::Weights.to_string());
}

#[test]
fn spaces_are_sound() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let is_uniform = seed % 2 == 0;
        let map = grid_map(&random_weights(&mut rng, is_uniform));
        let mut open = map.open_cells();
        let (Some(start), Some(goal)) = (open.next(), open.last()) else { continue };
        for steps in [Steps::four(), Steps::eight(), Steps::eight().cutting_corners()] {
            let chebyshev = steps.costing(7, 7).unwrap();
            for steps in [steps, chebyshev, steps.costing(3, 5).unwrap()] {
                let space = GridSpace::new(&map, steps, goal);
                let mut check = check::space(&space, &start).goal_when(|&cell| cell == goal);
                if is_uniform {
                    check = check.undirected();
                }
                let report = check.run();
                assert!(report.is_sound() && report.notes().is_empty(), "{seed} {report}");
            }
        }
    }
}

/// On a map without walls the estimate is exact.
#[test]
fn estimates_are_distances_without_walls() {
    let weights = vec![vec![1; 9]; 12];
    let map = grid_map(&weights);
    for (rules, steps) in Rules::ALL {
        let distances = rules.distances(&weights, (2, 3));
        let space = GridSpace::new(&map, steps, map.cell(2, 3).unwrap());
        for cell in map.cells() {
            let (x, y) = map.position(cell);
            assert_eq!(Some(space.estimate(&cell)), distances[y][x]);
            assert_eq!(Some(steps.distance(x.abs_diff(2), y.abs_diff(3))), distances[y][x]);
        }
    }
    // The longest sides and the highest costs.
    let most = Steps::eight().costing(u16::MAX, u16::MAX).unwrap();
    assert_eq!(most.distance(usize::MAX, 32_767), 32_767 * 65_535);
    assert_eq!(Steps::four().costing(65_535, 65_535).unwrap().distance(32_767, 32_767), {
        2 * 32_767 * 65_535
    });
}

#[test]
fn costs_out_of_range_are_refused() {
    let refused = [(0, 0), (0, 1), (2, 1), (2, 5), (u16::MAX, 1)];
    assert!(refused.iter().all(|&(a, b)| Steps::eight().costing(a, b).is_none()));
    let accepted = [(1, 1), (1, 2), (985, 1393), (u16::MAX, u16::MAX)];
    assert!(accepted.iter().all(|&(a, b)| Steps::eight().costing(a, b).is_some()));
    assert_eq!(Steps::default(), Steps::eight());
}

#[test]
fn a_changed_map_is_as_if_made_so() {
    for seed in 0..100 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = random_weights(&mut rng, true);
        let mut map = grid_map(&weights);
        for _ in 0..50 {
            let (x, y) = random_cell(&mut rng, &map);
            weights[y][x] = u32::from(rng.random_bool(0.5));
            map.set(map.cell(x, y).unwrap(), weights[y][x] > 0);
        }
        let made = grid_map(&weights);
        assert_eq!(map, made);
        let goal = map.cell(0, 0).unwrap();
        let jumps = |map: &GridMap| {
            let points = JumpPoints::new(map, Steps::eight(), goal).unwrap();
            let mut jumps = Vec::new();
            for cell in map.open_cells() {
                points.for_each_successor(&cell, None, |next, cost| jumps.push((cell, next, cost)));
            }
            jumps
        };
        assert_eq!(jumps(&map), jumps(&made));
        for (rules, steps) in Rules::ALL {
            let space = GridSpace::new(&map, steps, goal);
            for cell in map.cells() {
                let mut steps = Vec::new();
                space.for_each_successor(&cell, None, |next, cost| steps.push((next, cost)));
                let from = map.position(cell);
                for next in map.cells() {
                    let cost = rules.step(&weights, from, map.position(next));
                    let found = steps.iter().find(|&&(cell, _)| cell == next);
                    assert_eq!(found.map(|&(_, cost)| cost), cost);
                }
            }
        }
    }
}

#[test]
fn cells_that_a_map_does_not_have_are_left_alone() {
    let large = GridMap::new(100, 100).unwrap();
    let mut small: GridMap = "..\n..".parse().unwrap();
    let before = small.clone();
    for cell in large.cells() {
        if !small.cells().any(|own| own == cell) {
            small.set(cell, true);
            small.set(cell, false);
            small.set_weight(cell, 9);
            assert!(!small.is_open(cell));
        }
    }
    assert_eq!(small, before);
    assert_eq!([small.cell(2, 0), small.cell(0, 2), small.cell(usize::MAX, usize::MAX)], [None; 3]);
}

#[test]
fn cells_and_positions() {
    for (width, height) in [(1, 1), (63, 3), (64, 3), (65, 3), (3, 200)] {
        let map = GridMap::new(width, height).unwrap();
        let places: Vec<_> = map.cells().map(|cell| map.position(cell)).collect();
        let expected = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        assert!(places.iter().copied().eq(expected));
        assert!(places.iter().all(|&(x, y)| map.position(map.cell(x, y).unwrap()) == (x, y)));
        assert!(map.cells().all(|cell| cell.index() < map.index_bound()));
        assert_eq!((map.width(), map.height(), map.open_cells().count()), {
            (width, height, width * height)
        });
    }
    assert_eq!(size_of::<Cell>(), 4);
}

#[test]
fn weights_are_1_until_they_are_set() {
    let mut map = GridMap::new(3, 3).unwrap();
    let bytes = map.bytes();
    let cell = map.cell(1, 1).unwrap();
    map.set_weight(cell, 1);
    assert_eq!((map.weight(cell), map.bytes()), (1, bytes));
    map.set_weight(cell, 255);
    assert_eq!((map.weight(cell), map.is_uniform()), (255, false));
    assert!(map.bytes() > bytes);
    map.set_weight(cell, 0);
    assert_eq!((map.weight(cell), map.is_uniform()), (1, true));
    assert_eq!(map, GridMap::new(3, 3).unwrap());
}

#[test]
fn maps_are_read_back() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = grid_map(&random_weights(&mut rng, true));
        assert_eq!(map.to_string().parse(), Ok(map.clone()));
        assert_eq!(map.to_string().replace('\n', "\r\n").parse(), Ok(map.clone()));
        assert_eq!(format!("{map:#}").parse(), Ok(map));
    }
}

#[test]
fn every_terrain_is_read() {
    let text = "\u{feff}type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n\n \n";
    let map: GridMap = text.parse().unwrap();
    assert_eq!(map.to_string(), "type octile\nheight 2\nwidth 4\nmap\n...@\n@@@.\n");
    let map: GridMap = "\n\n# .\n...\r\n\n".parse().unwrap();
    assert_eq!(format!("{map:#}"), "#..\n...\n");
}

#[test]
fn every_fault_of_a_map_is_told_with_its_place() {
    let header = "type octile\nheight 2\nwidth 3\nmap\n";
    for (text, message) in [
        ("type", "line 1, column 5: expected `octile`, found nothing"),
        ("types octile", "line 1, column 1: expected `type octile`, found \"types\""),
        ("type  tile\n", "line 1, column 7: expected `octile`, found \"tile\""),
        ("type octile 2\n", "line 1, column 13: expected the end of the line, found \"2\""),
        ("type octile\n", "line 2, column 1: expected `height` and a number, found nothing"),
        (
            "type octile\nwidth 3",
            "line 2, column 1: expected `height` and a number, found \"width\"",
        ),
        ("type octile\nheight", "line 2, column 7: expected a number of cells, found nothing"),
        ("type octile\nheight -1", "line 2, column 8: expected a number of cells, found \"-1\""),
        (
            "type octile\nheight 123456789012345678901234567890",
            "line 2, column 8: expected a number of cells, found \"12345678901234567890…\"",
        ),
        (
            "type octile\nheight 0",
            "line 2, column 8: map size 0 is out of range: each side must be from 1 to 32767",
        ),
        (
            "type octile\nheight 2\nwidth 32768",
            "line 3, column 7: map size 32768 is out of range: each side must be from 1 to 32767",
        ),
        ("type octile\nheight 2 x", "line 2, column 10: expected the end of the line, found \"x\""),
        ("type octile\nheight 2\nwidth 3\n...", "line 4, column 1: expected `map`, found \"...\""),
        (&format!("{header}...\n"), "line 6, column 1: the map ends after 1 row, expected 2"),
        (&format!("{header}...\n...\n\n...\n"), "line 8, column 1: expected 2 rows, found more"),
        (&format!("{header}..\n...\n"), "line 5, column 3: this row has 2 cells, expected 3"),
        (&format!("{header}...\n....\n"), "line 6, column 4: this row has 4 cells, expected 3"),
        ("", "line 1, column 1: the map is empty"),
        ("\n\r\n", "line 1, column 1: the map is empty"),
        (
            "...\n...é\n",
            "line 2, column 4: 'é' is not a terrain character: expected . or a space, # for a wall, \
             S for the start or E for the end",
        ),
        ("...\n..\n", "line 2, column 3: this row has 2 cells, expected 3"),
        ("...\n....", "line 2, column 4: this row has 4 cells, expected 3"),
        ("..\n\n\n..\n", "line 4, column 1: expected nothing after the empty line, found \"..\""),
        (
            &".".repeat(32_768),
            "line 1, column 32768: \
             map size 32768 by 1 is out of range: each side must be from 1 to 32767",
        ),
        (
            &".\n".repeat(32_768),
            "line 32768, column 1: \
             map size 1 by 32768 is out of range: each side must be from 1 to 32767",
        ),
    ] {
        let error = text.parse::<GridMap>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:.60}");
    }
    for (width, height) in [(0, 1), (1, 0), (32_768, 1), (1, usize::MAX)] {
        let error = GridMap::new(width, height).unwrap_err();
        assert_eq!((error.line(), error.column()), (None, None));
        let size = format!("{width} by {height}");
        assert_eq!(error.kind(), &GridMapErrorKind::SizeOutOfRange { size });
    }
    assert!("x\n".repeat(40_000).parse::<GridMap>().is_err());
    let longest = ".".repeat(32_767);
    assert_eq!(longest.parse::<GridMap>().unwrap().width(), 32_767);
}

#[test]
fn scenarios_are_read_back() {
    let scenario = |map: &str, length| Scenario {
        bucket: 3,
        map: map.to_owned(),
        width: 10,
        height: 20,
        start: (9, 19),
        goal: (0, 1),
        length,
    };
    let scenarios = Scenarios(vec![scenario("a b.map", 12.0), scenario("maps/x", 13.071_067_811)]);
    assert_eq!(scenarios.to_string().parse(), Ok(scenarios.clone()));
    // Without tabs, with other ends of lines, with empty lines and a blank at the end.
    let text = "version 1.0\r\n\r\n3 maps/x 10 20 9 19 0 1 13.071067811 \r\n";
    assert_eq!(text.parse(), Ok(Scenarios(vec![scenarios.0[1].clone()])));
    assert_eq!(Scenarios::default().to_string().parse(), Ok(Scenarios::default()));
}

#[test]
fn every_fault_of_a_scenario_is_told_with_its_place() {
    for (line, message) in [
        ("x", "column 1: expected the number of a bucket, found \"x\""),
        ("0", "column 2: expected the name of a map, found nothing"),
        ("0\tm\tx", "column 5: expected the width of the map, found \"x\""),
        ("0 m 10", "column 7: expected the height of the map, found nothing"),
        ("0 m 10 20 -1", "column 11: expected a column to start from, found \"-1\""),
        ("0 m 10 20 1", "column 12: expected a row to start from, found nothing"),
        ("0 m 10 20 1 1 a", "column 15: expected a column to reach, found \"a\""),
        ("0 m 10 20 1 1 2", "column 16: expected a row to reach, found nothing"),
        ("0 m 10 20 10 1 2 3 4", "column 11: expected a place on the map, found \"10\""),
        ("0 m 10 20 1 20 2 3 4", "column 13: expected a place on the map, found \"20\""),
        ("0 m 10 20 1 1 10 3 4", "column 15: expected a place on the map, found \"10\""),
        ("0 m 10 20 1 1 2 20 4", "column 17: expected a place on the map, found \"20\""),
        ("0 m 10 20 1 1 2 3", "column 18: expected a length of 0 or more, found nothing"),
        ("0 m 10 20 1 1 2 3 -4", "column 19: expected a length of 0 or more, found \"-4\""),
        ("0 m 10 20 1 1 2 3 NaN", "column 19: expected a length of 0 or more, found \"NaN\""),
        ("0 m 10 20 1 1 2 3 inf", "column 19: expected a length of 0 or more, found \"inf\""),
        ("0 é 10 20 1 1 2 3 4 x", "column 21: expected the end of the line, found \"x\""),
    ] {
        let error = format!("version 1\n\n{line}\n").parse::<Scenarios>().unwrap_err();
        assert_eq!(error.to_string(), format!("line 3, {message}"));
    }
    for (text, message) in [
        ("", "line 1, column 1: expected `version 1`, found nothing"),
        ("0\tm", "line 1, column 1: expected `version 1`, found \"0\""),
        ("version 2", "line 1, column 9: expected version `1`, found \"2\""),
        ("version 1 2", "line 1, column 11: expected the end of the line, found \"2\""),
    ] {
        assert_eq!(text.parse::<Scenarios>().unwrap_err().to_string(), message);
    }
}

#[test]
fn directions() {
    let names: Vec<_> = Direction::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]);
    let map = GridMap::new(3, 3).unwrap();
    let middle = map.cell(1, 1).unwrap();
    let space = GridSpace::new(&map, Steps::eight(), middle);
    let solve = |x, y| Solver::builder_in(&space, map.cell(x, y).unwrap()).solve();
    for direction in Direction::ALL {
        let (dx, dy) = direction.delta();
        let solver = solve(1_usize.wrapping_add_signed(-dx), 1_usize.wrapping_add_signed(-dy));
        assert_eq!(solver.actions_in(&space), Some(vec![direction]));
    }
}

#[test]
fn auto_traits() {
    fn assert_all<T: Send + Sync + Clone + Debug>() {}
    fn assert_error<T: Error + Send + Sync + 'static>() {}
    fn assert_state<T: Copy + Hash + Ord>() {}
    assert_all::<GridMap>();
    assert_all::<GridSpace<'_>>();
    assert_all::<Scenarios>();
    assert_error::<GridMapError>();
    assert_state::<Cell>();
}

#[test]
fn our_own_maps_are_sound() {
    use bestfirst::check::Fault;

    let map: GridMap = "......\n.####.\n.#....\n...#.#".parse().unwrap();
    let [start, goal] = [(0, 0), (4, 3)].map(|(x, y)| map.cell(x, y).unwrap());
    for steps in [Steps::four(), Steps::eight(), Steps::eight().cutting_corners()] {
        let space = GridSpace::new(&map, steps, goal);
        let check = check::space(space, &start).undirected().bidirectional();
        let check = check.goal_when(|&cell| cell == goal);
        let report = check.run();
        assert!(report.is_sound() && report.notes().is_empty(), "{report}");
        assert_eq!((report.states_checked(), report.is_exhaustive()), (17, true));
    }
    // Jump points prune by the previous state, which has to be declared.
    let map: GridMap = "....\n.#..\n....\n..#.\n....".parse().unwrap();
    let [start, goal] = [(0, 0), (3, 4)].map(|(x, y)| map.cell(x, y).unwrap());
    let points = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
    let check = check::space(points, &start).goal_when(|&cell| cell == goal);
    assert!(matches!(check.run().faults(), [Fault::Previous { .. }]));
    check.prunes_by_previous().assert_sound();
}
