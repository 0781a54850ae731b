//! Two costs of a path: its length, and how many of its steps lead to a cell beside a wall.

use std::error::Error;
use std::io::Write;

use bestfirst::grid_maps::{Cell, Direction, GridMap, GridSpace};
use bestfirst::search::{Algorithm, Distances, End, ParetoAStar, Search};
use bestfirst::{BidirectionalSpace, ByCost, Cost, MultiObjective, StateSpace, WithHeuristics};

use super::command_line::{self, Status};
use super::pictures::chart::COLORS;
use super::pictures::paths::{NamedPath, PathsPicture};
use super::{Options, Query, count, length, limits, write_file};

/// A house whose doors are narrow where the way is short.
pub(super) const HOUSE: &str = "
################################################
#...........#...........#...........#..........#
#...........#...........#...........#..........#
#...........#.......................#..........#
#...........#.......................#..........#
#...........#.......................#....#.....#
#...........#.......................#..........#
#...........#.......................#..........#
#####.#######....##.....#...........#..........#
#...........#...........#.....#.....#..........#
#...........#...........#....................E.#
#.......................#...........#..........#
#.S.........#...........#...........#....##....#
#...........#.......................#..........#
#...........#...........#...........#..........#
#...........#....##.....#......................#
#...........#...........#....##................#
#.......................#......................#
#.......................#......................#
#.......................#......................#
#.......................#...........#..........#
#.......................#...........#..........#
#...........#...........#...........#..........#
#...........#...........#...........#..........#
################################################
";

/// A path that no other one improves upon.
struct Compromise {
    length: f64,
    beside_walls: Cost,
    path: Vec<Cell>,
}

/// Finds all compromises, and prints and draws them.
pub(super) fn run(
    query: &Query,
    whole_map: &GridMap,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let &Query { ref map, steps, start, ref goals } = query;
    let (&goal, more) = goals.split_first().ok_or("no goal")?;
    let space = GridSpace::new(map, steps, goal).and_goals(more);
    let beside_walls = beside_walls(map);
    let forward = |cell: &Cell| {
        let mut steps = Vec::with_capacity(8);
        space.for_each_successor(cell, None, |next, cost| {
            steps.push((next, [cost, beside_walls[next.index()]]));
        });
        steps
    };
    let backward = |cell: &Cell| {
        let mut steps = Vec::with_capacity(8);
        space.for_each_predecessor(cell, None, |previous, cost| {
            steps.push((previous, [cost, beside_walls[cell.index()]]));
        });
        steps
    };
    // The lowest value of each cost by itself, from each cell to the nearest goal.
    let backward = MultiObjective::new(backward, |_| false);
    let least = [0, 1].map(|cost| {
        let distances = Distances::from(ByCost::new(&backward, cost), goal);
        distances.and_from(more.iter().copied()).compute()
    });
    let forward = MultiObjective::new(forward, |cell| space.is_goal(cell));
    let mut search = ParetoAStar::new().start(WithHeuristics::new(&forward, least), start);
    let end = search.run(&limits(options, command_line::ctrl_c()?));

    let found = search.solutions().map(|solution| {
        let (straight, diagonal) = count(map, &solution.states);
        let [_, beside_walls] = solution.costs;
        Compromise { length: length(straight, diagonal), beside_walls, path: solution.states }
    });
    let found: Vec<Compromise> = found.collect();
    if end == End::Exhausted {
        writeln!(out, "{}", query.no_path())?;
    } else {
        let vectors = command_line::count(found.len() as u64, "vector");
        writeln!(out, "{vectors}: the length, and the steps to cells beside a wall")?;
    }
    for Compromise { length, beside_walls, .. } in &found {
        writeln!(out, "{length:>12.5} {beside_walls:>8}")?;
    }
    if let End::Stopped(reason) = end {
        writeln!(out, "Not all yet: {reason}.")?;
    }
    writeln!(out, "{} expanded", command_line::count(search.statistics().expanded, "node"))?;
    if let Some(file) = &options.svg {
        write_file(file, &picture(found, query, whole_map, options.size))?;
    }
    Ok(if end == End::Solved { Status::Success } else { Status::NotSolved })
}

/// As many paths as there are colours, or all.
fn picture(found: Vec<Compromise>, query: &Query, map: &GridMap, size: usize) -> String {
    let all = found.len();
    let paths = spread(found, COLORS).map(|Compromise { length, beside_walls, path }| NamedPath {
        name: format!("length {length:.2}, {beside_walls} beside a wall"),
        path,
    });
    let paths: Vec<_> = paths.collect();
    let title = match paths.len() {
        drawn if drawn < all => format!("{drawn} of the {all} paths of the Pareto set"),
        _ => "The paths of the Pareto set".to_owned(),
    };
    let (title, start, goals) = (&title[..], query.start, &query.goals[..]);
    PathsPicture { map, title, paths, start, goals, size }.svg()
}

/// By the index of a cell: 1 if one of its eight neighbours is a wall or not on the map, otherwise
/// 0.
fn beside_walls(map: &GridMap) -> Vec<Cost> {
    let mut beside_walls = vec![0; map.index_bound()];
    for cell in map.open_cells() {
        let (x, y) = map.position(cell);
        let is_open = |direction: Direction| {
            let (dx, dy) = direction.delta();
            let place = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            let neighbor = place.and_then(|(x, y)| map.cell(x, y));
            neighbor.is_some_and(|neighbor| map.is_open(neighbor))
        };
        beside_walls[cell.index()] = Cost::from(!Direction::ALL.into_iter().all(is_open));
    }
    beside_walls
}

/// At most `most` of them, the first and the last among them. `most` is at least 2.
fn spread<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let (gaps, last) = (most - 1, all.len().saturating_sub(1));
    let is_chosen = move |index: usize| {
        // The first, and each one where a gap ends.
        last < most || index == 0 || index * gaps / last > (index - 1) * gaps / last
    };
    let chosen = all.into_iter().enumerate().filter(move |&(index, _)| is_chosen(index));
    chosen.map(|(_, item)| item)
}
