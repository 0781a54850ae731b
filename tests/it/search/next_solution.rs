//! Solutions one after the other, in the order of their costs.

use bestfirst::search::{Algorithm, AllShortest, End, IdaStar, Search};
use bestfirst::sliding_tiles::Board;
use bestfirst::{DEAD_END, Problem, StateSpace, Worlds};
use proptest::prelude::*;

use crate::common::boards::board;
use crate::common::graph::{Graph, any_graph, share};

/// All solutions of up to this cost, by the textbook's recursion, with the costs.
fn all(
    graph: &Graph,
    path: &mut Vec<usize>,
    cost: u32,
    most: u32,
    found: &mut Vec<(u32, Vec<usize>)>,
) {
    let state = path[path.len() - 1];
    if cost.saturating_add(graph.estimates[state]) > most {
        return;
    }
    if graph.is_goal(&state) {
        return found.push((cost, path.clone()));
    }
    let previous = path.len().checked_sub(2).map(|index| path[index]);
    let mut successors = Vec::new();
    graph.for_each_successor(&state, previous.as_ref(), |next, step| successors.push((next, step)));
    for (next, step) in successors {
        path.push(next);
        all(graph, path, cost + step, most, found);
        path.pop();
    }
}

/// Steps cost something, so that there are finitely many solutions up to a cost. Estimates are some
/// per cent of the distances, and those of dead ends say so.
fn graphs() -> impl Strategy<Value = Graph> {
    any_graph(1..6).prop_map(|(mut graph, percents)| {
        let distances = graph.distances();
        let both = distances.into_iter().zip(percents);
        graph.estimates = both
            .map(|(distance, percent)| distance.map_or(DEAD_END, |_| share(distance, percent)))
            .collect();
        graph
    })
}

proptest! {
    #[test]
    fn every_solution_comes_once_and_in_order(
        graph in graphs(),
        is_plain: bool,
        steps in 1..100_u64,
    ) {
        let algorithm = if is_plain { IdaStar::new().plain() } else { IdaStar::new() };
        let mut search = algorithm.start(&graph, 0);
        let mut given = Vec::new();
        let end = loop {
            match search.advance(steps) {
                None => {}
                Some(End::Solved) if given.len() < 30 => {
                    given.push((search.cost(), search.path()));
                    search.next_solution();
                }
                Some(end) => break end,
            }
            if search.statistics().expanded > 20_000 {
                return Err(TestCaseError::reject("too many paths"));
            }
        };
        prop_assert!(given.is_sorted_by_key(|(cost, _)| *cost));
        // Solutions of the highest cost may be missing, and only these.
        let highest = given.last().map_or(0, |(cost, _)| *cost);
        let is_whole = end == End::Exhausted;
        let most = if is_whole { highest + 20 } else { highest };
        let mut expected = Vec::new();
        all(&graph, &mut vec![0], 0, most, &mut expected);
        expected.sort();
        given.sort();
        if is_whole {
            prop_assert_eq!(given, expected);
        } else {
            let below = |list: &[(u32, Vec<usize>)]| list.partition_point(|(cost, _)| *cost < highest);
            prop_assert_eq!(&given[..below(&given)], &expected[..below(&expected)]);
            for pair in given.windows(2) {
                // Parallel edges of equal cost give equal paths.
                let count = |list: &[_]| list.iter().filter(|one| **one == pair[0]).count();
                prop_assert!(count(&given) <= count(&expected));
            }
        }
    }
}

#[test]
fn shortest_solutions_are_as_many_as_there_are() {
    for text in ["1 2 3 / 0 7 6 / 5 4 8", "8 6 7 / 2 5 4 / 3 0 1"] {
        let board: Board = board(text);
        let mut all = AllShortest::new().start(Worlds::new(), board.clone());
        assert_eq!(all.advance(u64::MAX), Some(End::Solved));
        let expected = all.count().unwrap();

        let mut search = IdaStar::new().start(Worlds::new(), board);
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        let (shortest, mut paths) = (search.cost(), Vec::new());
        while search.cost() == shortest {
            paths.push(search.path());
            search.next_solution();
            assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        }
        paths.sort_by_key(|path| format!("{path:?}"));
        paths.dedup();
        assert_eq!(paths.len() as u128, expected);
    }
}

/// Started again, it gives the first solution, with raised bounds as before.
#[test]
fn a_search_that_went_on_can_start_again() {
    let steps = |&(x, y): &(u32, u32)| [((x + 1, y), 10 + x * y % 7), ((x, y + 1), 10 + x % 5)];
    let grid = Problem::from_successors((0, 0), steps, |&square| square == (7, 6));
    let grid =
        grid.estimate(|&(x, y)| if x > 7 || y > 6 { DEAD_END } else { 10 * (7 - x + 6 - y) });
    let mut search = IdaStar::new().start(&grid, (0, 0));
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    let (path, counters) = (search.path(), search.statistics().expanded);
    let mut count = 1;
    search.next_solution();
    while search.advance(7) != Some(End::Exhausted) {
        if search.has_solution() {
            count += 1;
            search.next_solution();
        }
    }
    // 13 steps, of which 6 go down.
    assert_eq!(count, 1716);
    search.restart((0, 0));
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!((search.path(), search.statistics().expanded), (path, counters));
}
