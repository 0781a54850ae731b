//! `Replan` on maps that change, compared with searches that know nothing of it.

use std::collections::HashMap;

use bestfirst::grid_maps::{Cell, GridMap, GridSpace, Steps};
use bestfirst::search::Replan;
use bestfirst::{BidirectionalSpace, Cost, Limits, Outcome, StateSpace};
use pathfinding::prelude::dijkstra_all;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::common::seeds::for_each_seed;

fn distances(space: GridSpace<'_>, goal: Cell) -> HashMap<Cell, (Cell, Cost)> {
    dijkstra_all(&goal, |cell| {
        let mut before = Vec::new();
        space.for_each_predecessor(cell, None, |cell, cost| before.push((cell, cost)));
        before
    })
}

#[test]
fn each_path_is_a_cheapest_one_of_the_map_as_it_is() {
    for_each_seed(1_000, |rng| {
        let sides = [(); 2].map(|()| rng.random_range(1..12));
        let share = [0, 15, 35][rng.random_range(0..3)];
        let is_open = |_, _| !rng.random_ratio(share, 100);
        let mut map = GridMap::from_fn(sides[0], sides[1], is_open).unwrap();
        let cells: Vec<Cell> = map.cells().collect();
        let has_weights = rng.random();
        let steps = [Steps::four(), Steps::eight(), Steps::eight().cutting_corners()];
        let steps = *steps.choose(rng).unwrap();
        let mut goal = *cells.choose(rng).unwrap();
        let mut at = *cells.choose(rng).unwrap();
        let mut replan = Replan::new();
        for _ in 0..20 {
            let space = GridSpace::new(&map, steps, goal);
            let expansions = [u64::MAX, 1, 10][rng.random_range(0..3)];
            let mut outcome = replan.solve(space, at, &Limits::none().expansions(expansions));
            if let Outcome::Stopped(stopped) = outcome {
                assert_eq!(replan.statistics().expanded, expansions, "{stopped:?}");
                outcome = replan.solve(space, at, &Limits::none());
            }
            let cost = distances(space, goal).get(&at).map(|&(_, cost)| cost);
            let cost = if at == goal && map.is_open(at) { Some(0) } else { cost };
            let Outcome::Solved(solution) = outcome else {
                assert_eq!((outcome, cost), (Outcome::Unsolvable, None));
                at = *cells.choose(rng).unwrap();
                continue;
            };
            assert_eq!(Some(solution.cost()), cost);
            let mut sum = 0;
            for (from, to) in solution.steps() {
                let mut step = None;
                space.for_each_successor(from, None, |next, cost| {
                    step = step.or((next == *to).then_some(cost));
                });
                sum += step.unwrap();
            }
            let states = solution.states();
            assert_eq!((sum, states[0], states.last()), (solution.cost(), at, Some(&goal)));
            match rng.random_range(0..10) {
                0 => at = *cells.choose(rng).unwrap(),
                1 => {
                    goal = *cells.choose(rng).unwrap();
                    replan.reset();
                }
                _ => at = states[1.min(states.len() - 1)],
            }
            for _ in 0..[0, 1, 5][rng.random_range(0..3)] {
                let cell = *cells.choose(rng).unwrap();
                if has_weights && rng.random() {
                    map.set_weight(cell, rng.random_range(1..5));
                } else {
                    map.set(cell, !map.is_open(cell));
                }
                replan.changed([cell]);
            }
        }
    });
}
