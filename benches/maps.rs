//! Shortest paths on grid maps: A\* of this crate, of `pathfinding` and by hand, and jump points of
//! this crate and of `grid_pathfinding`. First with steps in closures, as one would write them
//! first, and then over `GridMap`.
//!
//! The maps are generated. `BESTFIRST_MAPS=DIRECTORY` names a directory with `.map` files and a
//! `.map.scen` file for each of them, to measure these instead.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod queries;
    pub(crate) mod rounds;
    pub(crate) mod solvers;
    pub(crate) mod turns;
}
mod grids {
    pub(crate) mod by_hand;
    pub(crate) mod estimates;
    pub(crate) mod tuples;
}

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::{env, fs};

use bestfirst::grid_maps::{Cell, GridMap, GridSpace, JumpDistances, JumpPoints, Scenarios, Steps};
use bestfirst::heuristic::WithHeuristic;
use bestfirst::search::{CompactAStar, DenseAStar, GraphAStar, Landmarks};
use bestfirst::{Cost, Problem, Solver, StateSpace};
use cpu_time::ProcessTime;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use grids::by_hand::{Dense, Heap, Open, Ring};
use grids::estimates::{manhattan, octile};
use grids::tuples::{Place, eight, four};
use measure::mode::is_test;
use measure::queries::{Search, check};
use measure::rounds::scaled;
use measure::solvers::{Query, fresh, kept};
use measure::turns::by_turns;
use pathfinding::prelude::astar;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(directory) = env::var_os("BESTFIRST_MAPS") {
        return files(Path::new(&directory));
    }
    let side = if is_test() { 64 } else { 1024 };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (name, map) in [
        ("rooms", GridMap::random_rooms(side, side, 31, || rng.next_u32())?),
        ("a maze with loops", GridMap::random_maze(side, side, 0.05, || rng.next_u32())?),
        ("random obstacles, 35%", GridMap::random_obstacles(side, side, 0.35, || rng.next_u32())?),
        ("a city", GridMap::random_city(side, side, 24, || rng.next_u32())?),
    ] {
        let queries = random_queries(&map, &mut rng);
        measure(&format!("{name}, {side} by {side}"), &map, &queries);
    }
    Ok(())
}

/// Ten queries that have a solution.
fn random_queries(map: &GridMap, rng: &mut ChaCha8Rng) -> Vec<Query<Cell>> {
    let open: Vec<_> = map.open_cells().collect();
    let mut queries = Vec::new();
    while queries.len() < 10 {
        let [start, goal] = [(); 2].map(|()| open[rng.random_range(..open.len())]);
        let points = JumpPoints::new(map, Steps::eight(), goal).expect("all weights are 1");
        let solver = Solver::builder_in(points, start).algorithm(GraphAStar::new()).solve();
        if solver.cost().is_some() {
            queries.push([start, goal]);
        }
    }
    queries
}

/// Measures about a hundred scenarios of each file.
fn files(directory: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        files.extend(path.extension().is_some_and(|end| end == "map").then_some(path));
    }
    files.sort();
    for file in files {
        let map: GridMap = fs::read_to_string(&file)?.parse()?;
        let Scenarios(scenarios) = fs::read_to_string(file.with_extension("map.scen"))?.parse()?;
        let cell = |(x, y)| map.cell(x, y).ok_or("a place outside of the map");
        let queries: Result<Vec<_>, _> = scenarios
            .iter()
            .step_by(scenarios.len().div_ceil(100).max(1))
            .map(|scenario| Ok::<_, &str>([cell(scenario.start)?, cell(scenario.goal)?]))
            .collect();
        measure(&file.display().to_string(), &map, &queries?);
    }
    Ok(())
}

/// A space whose states have no numbers.
#[derive(Clone, Copy)]
struct Hashed<'m>(GridSpace<'m>);

impl StateSpace for Hashed<'_> {
    type State = Cell;

    fn estimate(&self, cell: &Cell) -> Cost {
        self.0.estimate(cell)
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        self.0.is_goal(cell)
    }

    fn for_each_successor(
        &self,
        cell: &Cell,
        previous: Option<&Cell>,
        visit: impl FnMut(Cell, Cost),
    ) {
        self.0.for_each_successor(cell, previous, visit);
    }
}

fn measure(title: &str, map: &GridMap, queries: &[Query<Cell>]) {
    in_closures(title, map, queries);

    let began = ProcessTime::now();
    let distances = JumpDistances::new(map).expect("all weights are 1");
    let to_store = scaled(began.elapsed().as_secs_f64());
    let first = queries[0][0];
    let began = ProcessTime::now();
    let landmarks = Landmarks::undirected(&GridSpace::new(map, Steps::eight(), first), first, 8);
    let landmarks = landmarks.expect("short paths");
    let to_compute = scaled(began.elapsed().as_secs_f64());
    let mut searches = searches(map, &distances, &landmarks);
    check(queries, &mut searches);
    // Its paths may cut corners, so its costs are others.
    searches.push(("grid_pathfinding", Box::new(by_grid_pathfinding(map))));
    by_turns(&format!("{title}, GridMap, 8 neighbours"), queries, &mut searches);
    println!("  {:30} {to_store} once", "to store the jump distances");
    println!("  {:30} {to_compute} once", "to compute landmarks");
}

/// Measures searches whose steps are closures over rows of cells.
fn in_closures(title: &str, map: &GridMap, queries: &[Query<Cell>]) {
    let mut rows = vec![vec![false; map.width()]; map.height()];
    for (x, y) in map.open_cells().map(|cell| map.position(cell)) {
        rows[y][x] = true;
    }
    let is_open = |(x, y): Place| {
        let at = |side: i32| usize::try_from(side).ok();
        at(x)
            .zip(at(y))
            .is_some_and(|(x, y)| rows.get(y).is_some_and(|row| row.get(x) == Some(&true)))
    };
    let queries: Vec<_> = queries.iter().map(|query| query.map(|cell| place(map, cell))).collect();
    for (neighbors, mut searches) in [
        (8, on_plane(|&place| eight(place, is_open), octile)),
        (4, on_plane(|&place| four(place, is_open), manhattan)),
    ] {
        check(&queries, &mut searches);
        by_turns(&format!("{title}, closures, {neighbors} neighbours"), &queries, &mut searches);
    }
}

fn on_plane<'a>(
    steps: impl Fn(&Place) -> Vec<(Place, Cost)> + Copy + 'a,
    estimate: impl Fn(Place, Place) -> Cost + Copy + 'a,
) -> Vec<Search<'a, Query<Place>>> {
    let problem = move |&[start, goal]: &Query<Place>| {
        Problem::from_successors(start, steps, move |&place: &Place| place == goal)
            .estimate(move |&place| estimate(place, goal))
    };
    let by_pathfinding = move |&[start, goal]: &Query<Place>| {
        let estimate = |&place: &Place| estimate(place, goal);
        astar(&start, steps, estimate, |&place| place == goal).map(|(_, cost)| cost)
    };
    vec![
        ("pathfinding", Box::new(by_pathfinding)),
        ("GraphAStar", Box::new(fresh(GraphAStar::new(), problem))),
        ("the same, kept", Box::new(kept(GraphAStar::new(), problem))),
    ]
}

fn searches<'a>(
    map: &'a GridMap,
    distances: &'a JumpDistances,
    landmarks: &'a Landmarks,
) -> Vec<Search<'a, Query<Cell>>> {
    let steps = Steps::eight();
    let space = move |&[_, goal]: &Query<Cell>| GridSpace::new(map, steps, goal);
    let points = move |&[_, goal]: &Query<Cell>| {
        JumpPoints::new(map, steps, goal).expect("all weights are 1")
    };
    let stored =
        move |&[_, goal]: &Query<Cell>| distances.to(goal, steps).expect("eight neighbours");
    let guided = move |query: &Query<Cell>| {
        let space = space(query);
        WithHeuristic::new(space, landmarks.to(space, &query[1]))
    };
    let guided_points = move |query: &Query<Cell>| {
        WithHeuristic::new(points(query), landmarks.to(space(query), &query[1]))
    };
    let by_pathfinding = move |query: &Query<Cell>| {
        let space = space(query);
        let successors = |cell: &Cell| {
            let mut successors = Vec::with_capacity(8);
            space.for_each_successor(cell, None, |next, cost| successors.push((next, cost)));
            successors
        };
        let [start, goal] = query;
        let solution = astar(start, successors, |cell| space.estimate(cell), |cell| cell == goal);
        solution.map(|(_, cost)| cost)
    };
    let graph = GraphAStar::new();
    vec![
        ("pathfinding", Box::new(by_pathfinding)),
        ("GraphAStar", Box::new(fresh(graph, space))),
        ("DenseAStar", Box::new(fresh(DenseAStar::new(), space))),
        ("GraphAStar, kept", Box::new(kept(graph, space))),
        ("the same, without numbers", Box::new(kept(graph, move |query| Hashed(space(query))))),
        ("DenseAStar, kept", Box::new(kept(DenseAStar::new(), space))),
        ("CompactAStar, kept", Box::new(kept(CompactAStar::new(), space))),
        ("by hand, heap, kept", Box::new(by_hand::<Heap>(map))),
        ("by hand, ring, kept", Box::new(by_hand::<Ring>(map))),
        ("DenseAStar, landmarks, kept", Box::new(kept(DenseAStar::new(), guided))),
        ("jump points, kept", Box::new(kept(graph, points))),
        ("jump points, landmarks, kept", Box::new(kept(graph, guided_points))),
        ("stored jump distances, kept", Box::new(kept(graph, stored))),
    ]
}

fn by_hand<O: Open>(map: &GridMap) -> impl FnMut(&Query<Cell>) -> Option<Cost> {
    let mut search = Dense::<O>::new(map);
    move |&[start, goal]| {
        let (start, goal) = (map.position(start), map.position(goal));
        let cost = search.cost(start, goal)?;
        black_box(search.steps(goal));
        Some(cost)
    }
}

/// Returns no cost, but 0 for a path.
fn by_grid_pathfinding(map: &GridMap) -> impl FnMut(&Query<Cell>) -> Option<Cost> {
    let point = |cell| {
        let (x, y) = place(map, cell);
        Point::new(x, y)
    };
    let mut grid = PathingGrid::new(map.width(), map.height(), true);
    for Point { x, y } in map.open_cells().map(point) {
        grid.set(x, y, false);
    }
    grid.generate_components();
    move |&[start, goal]| {
        grid.get_waypoints_single_goal(point(start), point(goal), false).map(|points| {
            black_box(points);
            0
        })
    }
}

/// The column and row of a cell.
fn place(map: &GridMap, cell: Cell) -> Place {
    let (x, y) = map.position(cell);
    let narrow = |side| i32::try_from(side).expect("sides are below 2^15");
    (narrow(x), narrow(y))
}
