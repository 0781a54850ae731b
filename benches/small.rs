//! Searches of about 10, 100 and 1,000 expansions without an estimate, written as one would write
//! them first, compared with `pathfinding`.

mod measure {
    pub(crate) mod cpu;
    pub(crate) mod groups;
    pub(crate) mod queries;
    pub(crate) mod solvers;
}
mod grids {
    pub(crate) mod tuples;
}

use bestfirst::search::{BreadthFirst, GraphAStar};
use bestfirst::{Cost, Problem, Solver, WorldState};
use criterion::{Criterion, criterion_group, criterion_main};
use grids::tuples::{Place, eight, four};
use measure::cpu::{CpuTime, criterion};
use measure::groups::group;
use measure::queries::{Search, check};
use measure::solvers::{Query, fresh, kept};
use pathfinding::prelude::{astar, bfs, dijkstra_reach};

/// What each place leads to.
trait Steps: Fn(&Place) -> Vec<(Place, Cost)> + Copy {}

impl<F: Fn(&Place) -> Vec<(Place, Cost)> + Copy> Steps for F {}

fn small(c: &mut Criterion<CpuTime>) {
    let unit = |&place: &Place| four(place, |_| true);
    let wide = |&place: &Place| eight(place, |_| true);
    for expansions in [10, 100, 1_000] {
        let mut in_steps_of_1 = cheapest(unit);
        in_steps_of_1.extend(shortest());
        for (costs, queries, mut searches) in [
            ("1", queries(expansions, unit), in_steps_of_1),
            ("1000 and 1414", queries(expansions, wide), cheapest(wide)),
        ] {
            check(&queries, &mut searches);
            let title = format!("{expansions} expansions, steps of {costs}");
            group(c, &title, &queries, &mut searches);
        }
    }
}

/// Queries whose goals are reached after about as many expansions. No two of them are the same:
/// the processor learns a query that is repeated.
fn queries(expansions: usize, steps: impl Steps) -> Vec<Query<Place>> {
    let reached = dijkstra_reach(&(0, 0), steps).map(|reached| reached.node);
    let goals: Vec<_> = reached.skip(expansions * 3 / 4).take(expansions / 2).collect();
    let starts = (0..256).map(|i| (1009 * i, -757 * i));
    let ends = |(start, goal): (Place, &Place)| [start, (start.0 + goal.0, start.1 + goal.1)];
    starts.zip(goals.iter().cycle()).map(ends).collect()
}

/// Searches that add the costs of steps.
fn cheapest(steps: impl Steps + 'static) -> Vec<Search<'static, Query<Place>>> {
    let problem = move |&[start, goal]: &Query<Place>| {
        Problem::from_successors(start, steps, move |&place: &Place| place == goal)
    };
    let by_pathfinding = move |&[start, goal]: &Query<Place>| {
        astar(&start, steps, |_| 0, |&place| place == goal).map(|(_, cost)| cost)
    };
    vec![
        ("pathfinding::astar", Box::new(by_pathfinding)),
        ("Problem::solve", Box::new(move |query| problem(query).solve().cost())),
        ("GraphAStar", Box::new(fresh(GraphAStar::new(), problem))),
        ("GraphAStar, kept", Box::new(kept(GraphAStar::new(), problem))),
    ]
}

/// Searches in which every step costs 1.
fn shortest() -> Vec<Search<'static, Query<Place>>> {
    let neighbors = |&place: &Place| four(place, |_| true).into_iter().map(|(next, _)| next);
    let problem = move |&[start, goal]: &Query<Place>| {
        Problem::from_neighbors(start, neighbors, move |&place: &Place| place == goal)
    };
    let by_pathfinding = move |&[start, goal]: &Query<Place>| {
        bfs(&start, neighbors, |&place| place == goal)
            .and_then(|path| Cost::try_from(path.len() - 1).ok())
    };
    vec![
        ("Solver::new", Box::new(|&[at, goal]| Solver::new(Walk { at, goal }).cost())),
        ("pathfinding::bfs", Box::new(by_pathfinding)),
        ("BreadthFirst", Box::new(fresh(BreadthFirst::new(), problem))),
        ("BreadthFirst, kept", Box::new(kept(BreadthFirst::new(), problem))),
    ]
}

/// A query as a puzzle.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Walk {
    at: Place,
    goal: Place,
}

impl WorldState for Walk {
    fn estimated_distance_to_goal(&self) -> Cost {
        0
    }

    fn is_goal(&self) -> bool {
        self.at == self.goal
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let goal = self.goal;
        four(self.at, |_| true).into_iter().map(move |(at, _)| Self { at, goal })
    }
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = small
}
criterion_main!(benches);
