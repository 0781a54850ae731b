//! Shortest paths on grid maps: A\* of this crate, of `pathfinding` and by hand, and jump points of
//! this crate and of `grid_pathfinding`.
//!
//! The maps are generated. `BESTFIRST_MAPS=DIRECTORY` names a directory with `.map` files and a
//! `.map.scen` file for each of them, to measure these instead.

mod measure {
    pub(crate) mod pairs;
    pub(crate) mod rounds;
}
mod grids {
    pub(crate) mod by_hand;
}

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::{env, fs};

use bestfirst::grid_maps::{Cell, GridMap, GridSpace, JumpDistances, JumpPoints, Scenarios, Steps};
use bestfirst::search::{Algorithm, CompactAStar, DenseAStar, GraphAStar, RestartIn};
use bestfirst::{Cost, Solver, StateSpace};
use cpu_time::ProcessTime;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use grids::by_hand::{Dense, Heap, Open, Ring};
use measure::pairs::{Contestant, compare};
use measure::rounds::{is_test, scaled};
use pathfinding::prelude::astar;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The start and the goal.
type Query = [Cell; 2];

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
fn random_queries(map: &GridMap, rng: &mut ChaCha8Rng) -> Vec<Query> {
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

/// The name of a search, and the cost that it finds.
type Search<'a> = (&'a str, Box<dyn FnMut(Query) -> Option<Cost> + 'a>);

/// The name of a search, and all queries; returns how many have a solution.
type Run<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

fn measure(title: &str, map: &GridMap, queries: &[Query]) {
    let began = ProcessTime::now();
    let distances = JumpDistances::new(map).expect("all weights are 1");
    let to_store = scaled(began.elapsed().as_secs_f64());

    let mut searches = searches(map, &distances);
    for &query in queries {
        let expected = searches[0].1(query);
        for (name, cost) in &mut searches {
            assert_eq!(cost(query), expected, "{name}");
        }
    }
    // Its paths may cut corners, so its costs are others.
    searches.push(("grid_pathfinding", by_grid_pathfinding(map)));

    let mut runs: Vec<Run> = Vec::new();
    for (name, cost) in &mut searches {
        let mut is_solved = |&&query: &&Query| black_box(cost(query)).is_some();
        runs.push((name, Box::new(move || queries.iter().filter(&mut is_solved).count() as u64)));
    }
    let mut contestants: Vec<Contestant> =
        runs.iter_mut().map(|(name, run)| (*name, &mut **run as _)).collect();
    compare(title, "query", &mut contestants);
    println!("  {:30} {to_store} once", "to store the jump distances");
}

fn searches<'a>(map: &'a GridMap, distances: &'a JumpDistances) -> Vec<Search<'a>> {
    let steps = Steps::eight();
    let space = move |goal| GridSpace::new(map, steps, goal);
    let by_pathfinding = move |[start, goal]: Query| {
        let space = space(goal);
        let successors = |cell: &Cell| {
            let mut successors = Vec::with_capacity(8);
            space.for_each_successor(cell, None, |next, cost| successors.push((next, cost)));
            successors
        };
        let solution = astar(&start, successors, |cell| space.estimate(cell), |&at| at == goal);
        solution.map(|(_, cost)| cost)
    };
    let fresh = move |[start, goal]: Query| {
        Solver::builder_in(space(goal), start).algorithm(GraphAStar::new()).solve().cost()
    };
    vec![
        ("pathfinding", Box::new(by_pathfinding)),
        ("GraphAStar", Box::new(fresh)),
        ("the same, restarted", Box::new(restarted(space))),
        ("DenseAStar, restarted", Box::new(restarted_with(DenseAStar::new(), space))),
        ("the same, without numbers", Box::new(restarted(move |goal| Hashed(space(goal))))),
        ("CompactAStar, restarted", Box::new(restarted_with(CompactAStar::new(), space))),
        ("by hand, heap", Box::new(by_hand::<Heap>(map))),
        ("by hand, ring of buckets", Box::new(by_hand::<Ring>(map))),
        (
            "jump points",
            Box::new(restarted(move |goal| {
                JumpPoints::new(map, steps, goal).expect("all weights are 1")
            })),
        ),
        (
            "stored jump distances",
            Box::new(restarted(move |goal| distances.to(goal, steps).expect("eight neighbours"))),
        ),
    ]
}

/// Graph-search A\* in the same memory for all queries.
fn restarted<P: StateSpace<State = Cell>>(
    space: impl Fn(Cell) -> P,
) -> impl FnMut(Query) -> Option<Cost> {
    restarted_with(GraphAStar::new(), space)
}

fn restarted_with<P, A>(
    algorithm: A,
    space: impl Fn(Cell) -> P,
) -> impl FnMut(Query) -> Option<Cost>
where
    P: StateSpace<State = Cell>,
    A: Algorithm<P, Search: RestartIn<P>> + Clone,
{
    let mut memory = None;
    move |[start, goal]| {
        let query = Solver::builder_in(space(goal), start).algorithm(algorithm.clone());
        query.solve_in(&mut memory).cost()
    }
}

fn by_hand<O: Open>(map: &GridMap) -> impl FnMut(Query) -> Option<Cost> {
    let mut search = Dense::<O>::new(map);
    move |[start, goal]| {
        let (start, goal) = (map.position(start), map.position(goal));
        let cost = search.cost(start, goal)?;
        black_box(search.steps(goal));
        Some(cost)
    }
}

/// Returns no cost, but 0 for a path.
fn by_grid_pathfinding(map: &GridMap) -> Box<dyn FnMut(Query) -> Option<Cost> + '_> {
    let place = |cell| {
        let (x, y) = map.position(cell);
        let narrow = |side| i32::try_from(side).expect("sides are below 2^15");
        Point::new(narrow(x), narrow(y))
    };
    let mut grid = PathingGrid::new(map.width(), map.height(), true);
    for Point { x, y } in map.open_cells().map(place) {
        grid.set(x, y, false);
    }
    grid.generate_components();
    Box::new(move |[start, goal]| {
        grid.get_waypoints_single_goal(place(start), place(goal), false).map(|points| {
            black_box(points);
            0
        })
    })
}
