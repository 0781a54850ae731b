//! All shortest solutions: against counting from the goal, and against trying every path.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{Algorithm, AllShortest, CountErrorKind, End, Search};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Observed, Problem, StateSpace, Worlds};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

use crate::common::graph::{Graph, any_graph, share};
use crate::common::oracle;

/// The number of shortest solutions of every 3-by-3 board: the sum of those of its neighbours that
/// are closer to the goal.
fn counts(distances: &FxHashMap<oracle::Tiles, u32>) -> HashMap<oracle::Tiles, u128> {
    let mut order: Vec<_> = distances.iter().collect();
    order.sort_by_key(|&(tiles, distance)| (distance, tiles));
    let mut counts = HashMap::new();
    for (tiles, &distance) in order {
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let mut count = u128::from(distance == 0);
        for other in 0..9 {
            if (blank / 3).abs_diff(other / 3) + (blank % 3).abs_diff(other % 3) == 1 {
                let mut moved = *tiles;
                moved.swap(blank, other);
                if distances[&moved] < distance {
                    count += counts[&moved];
                }
            }
        }
        counts.insert(*tiles, count);
    }
    counts
}

#[test]
fn boards_have_as_many_shortest_solutions_as_counted_from_the_goal() {
    let distances = oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let counts = counts(&distances);
    let mut boards: Vec<_> = distances.iter().collect();
    boards.sort_by_key(|&(tiles, distance)| (distance, tiles));
    // All that are close, and some of the others.
    let close = boards.iter().filter(|(_, distance)| **distance <= 12);
    let others = boards.iter().filter(|(_, distance)| **distance > 12).step_by(1_500);
    let last = boards.iter().rev().take(2);
    let mut search =
        AllShortest::new().start(Worlds::new(), Board::from_rows([[1, 0], [3, 2]]).unwrap());
    let mut most = 0;
    for (tiles, distance) in close.chain(others).chain(last) {
        let board = Board::from_rows(tiles.chunks(3)).unwrap();
        search.restart(board.clone());
        assert_eq!(search.count(), Err(CountErrorKind::Unfinished.into()));
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        assert_eq!(search.cost(), **distance);
        assert_eq!(search.count(), Ok(counts[*tiles]), "{board:?}");
        let mut solutions = BTreeSet::new();
        for solution in search.solutions() {
            assert_eq!(solution.len(), **distance as usize + 1);
            assert!(solution[0] == board && solution.last().unwrap().is_goal());
            assert!(solution.windows(2).all(|pair| pair[0].neighbors().contains(&pair[1])));
            solutions.insert(format!("{solution:?}"));
        }
        assert_eq!(solutions.len() as u128, counts[*tiles]);
        most = most.max(solutions.len());
    }
    assert!(most > 20);
}

/// Every path of this cost from vertex 0 to the first goal on it that repeats no vertex.
fn paths(graph: &Graph, cost: u32) -> BTreeSet<Vec<usize>> {
    let mut found = BTreeSet::new();
    let mut open = vec![(vec![0], 0)];
    while let Some((path, sum)) = open.pop() {
        let end = path[path.len() - 1];
        if graph.goals.contains(&end) {
            if sum == cost {
                found.insert(path);
            }
            continue;
        }
        for &(to, step) in &graph.edges[end] {
            if !path.contains(&to) && sum + step <= cost {
                let mut longer = path.clone();
                longer.push(to);
                open.push((longer, sum + step));
            }
        }
    }
    found
}

/// Whether a cycle of cost 0 lies on a shortest path.
fn has_free_cycle(graph: &Graph, solutions: &BTreeSet<Vec<usize>>) -> bool {
    // Vertices from which one comes back at no cost, without a goal on the way.
    let returns = |&start: &usize| {
        let mut seen = vec![false; graph.edges.len()];
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            for &(to, cost) in &graph.edges[vertex] {
                if cost == 0 && !graph.goals.contains(&to) && !seen[to] {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
        seen[start]
    };
    let inner = |path: &Vec<usize>| path[..path.len() - 1].iter().any(returns);
    solutions.iter().any(inner)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_shortest_path_is_missed_or_counted_twice(
        (mut graph, percents) in
            prop_oneof![any_graph(1..2), any_graph(0..2), any_graph(0..4), any_graph(1..4)],
        pause in 1u64..5,
    ) {
        let distances = graph.distances();
        let optimum = distances[0];
        let expected = optimum.map_or(BTreeSet::new(), |cost| paths(&graph, cost));
        let is_endless = has_free_cycle(&graph, &expected);
        let inconsistent = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let perfect = distances.iter().map(|&d| share(d, 100)).collect();
        for estimates in [vec![0; distances.len()], inconsistent, perfect] {
            graph.estimates = estimates;
            let mut search = AllShortest::new().start(&graph, 0);
            loop {
                let step = search.advance(pause);
                graph.assert_path(&search.path(), search.cost());
                if search.has_solution() {
                    // The first solution is there with its proof.
                    prop_assert_eq!(Some(search.cost()), optimum);
                    prop_assert_eq!(Some(search.lower_bound()), optimum);
                }
                if step.is_some() {
                    break;
                }
                prop_assert_eq!(search.count(), Err(CountErrorKind::Unfinished.into()));
            }
            let solutions: Vec<_> = search.solutions().collect();
            let distinct: BTreeSet<_> = solutions.iter().cloned().collect();
            prop_assert_eq!(&distinct, &expected);
            prop_assert_eq!(distinct.len(), solutions.len());
            // What is on a cycle of cost 0 may be on no solution without a state twice.
            let states: Vec<_> = search.states().copied().collect();
            let steps: Vec<_> = search.steps().map(|(&from, &to)| [from, to]).collect();
            let all_states: BTreeSet<_> = distinct.iter().flatten().copied().collect();
            let all_steps: BTreeSet<_> =
                distinct.iter().flat_map(|path| path.windows(2)).map(|step| [step[0], step[1]]).collect();
            prop_assert!(all_states.iter().all(|state| states.contains(state)));
            prop_assert!(all_steps.iter().all(|step| steps.contains(step)));
            if !is_endless {
                prop_assert_eq!((states.len(), steps.len()), (all_states.len(), all_steps.len()));
            }
            let count = if is_endless {
                Err(CountErrorKind::ZeroCostCycle.into())
            } else {
                Ok(expected.len() as u128)
            };
            prop_assert_eq!(search.count(), count, "{:?}", graph);
        }
    }
}

/// A chain of diamonds: each doubles the number of shortest paths.
struct Diamonds(u32);

impl StateSpace for Diamonds {
    type State = u32;

    fn estimate(&self, _: &u32) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == 3 * self.0
    }

    fn for_each_successor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if state % 3 == 0 {
            visit(state + 1, 0);
            visit(state + 2, 0);
        } else {
            visit(state / 3 * 3 + 3, 7);
        }
    }
}

#[test]
fn more_solutions_than_could_be_listed_are_counted() {
    let solve = |diamonds| {
        let mut search = AllShortest::new().start(Diamonds(diamonds), 0);
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        assert_eq!(search.cost(), 7 * diamonds);
        assert_eq!(search.solutions().next().unwrap().len(), 2 * diamonds as usize + 1);
        search.count()
    };
    assert_eq!(solve(0), Ok(1));
    assert_eq!(solve(100), Ok(1 << 100));
    assert_eq!(solve(127), Ok(1 << 127));
    assert_eq!(solve(128), Err(CountErrorKind::TooMany.into()));
    assert_eq!(solve(3_000), Err(CountErrorKind::TooMany.into()));
}

#[test]
fn every_solution_counts_once_though_an_observer_panics() {
    // From 0 to 3 or 4 in two steps, by 1 or by 2.
    let edges = [vec![1, 2], vec![3, 4], vec![3, 4], vec![], vec![]];
    let map = Problem::from_neighbors(0, |&at: &usize| edges[at].clone(), |&at| at > 2);
    for events in 1..20 {
        let left = Cell::new(events);
        let space = Observed::new(&map, |_: &bestfirst::Event<'_, usize>| {
            left.set(left.get() - 1);
            if left.get() == -1 {
                panic::resume_unwind(Box::new("observer"));
            }
        });
        let mut search = AllShortest::new().start(space, 0);
        let _ = panic::catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX)));
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        assert_eq!(search.count(), Ok(4), "a panic in event {events}");
        assert_eq!(search.solutions().count(), 4, "a panic in event {events}");
    }
}

/// There are too many solutions to count, and to give them one by one would never end.
#[test]
fn what_lies_on_a_solution_takes_linear_time() {
    const SIDE: u32 = 301;
    let next = |&(x, y): &(u32, u32)| {
        [(x + 1, y), (x, y + 1)].into_iter().filter(|cell| cell.0 < SIDE && cell.1 < SIDE)
    };
    let problem = Problem::from_neighbors((0, 0), next, |&cell| cell == (SIDE - 1, SIDE - 1));
    let mut search = AllShortest::new().start(&problem, (0, 0));
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!(search.count(), Err(CountErrorKind::TooMany.into()));
    assert_eq!(search.states().count(), (SIDE * SIDE) as usize);
    assert_eq!(search.steps().count(), (2 * SIDE * (SIDE - 1)) as usize);
    assert!(search.steps().all(|(from, to)| next(from).any(|next| next == *to)));
}

/// The last node of the open list whose *f* is the cost of the solution is outdated. The one after
/// it costs more.
#[test]
fn no_state_beyond_the_cost_of_the_solutions_is_expanded() {
    let roads = [vec![(1, 10), (2, 1), (3, 10), (4, 12)], vec![], vec![(1, 5)], vec![], vec![]];
    let map = Problem::from_successors(0, |&town: &usize| roads[town].clone(), |&town| town == 3);
    let mut search = AllShortest::new().start(&map, 0);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!((search.count(), search.statistics().expanded), (Ok(1), 3));
}
