//! What is particular to depth-first search: its order, and its limit on depth.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bestfirst::search::{Algorithm, DepthFirst, End, Search};
use bestfirst::{Event, EventKind, Observed, Outcome, Solver, StopReason};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph, share};

fn graph(edges: &[(usize, usize, u32)], goals: &[usize]) -> Graph {
    let count = 1 + edges.iter().map(|&(from, to, _)| from.max(to)).max().unwrap();
    let mut lists = vec![Vec::new(); count];
    for &(from, to, cost) in edges {
        lists[from].push((to, cost));
    }
    Graph { edges: lists, estimates: vec![0; count], goals: goals.to_vec() }
}

#[test]
fn the_first_successor_is_followed_first_and_to_its_end() {
    // A binary tree: goals below its left and its right half.
    let edges = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (1, 4, 1), (2, 5, 1), (4, 6, 1)];
    let graph = graph(&edges, &[5, 6]);
    let mut search = DepthFirst::new().start(&graph, 0);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!(search.path(), [0, 1, 4, 6]);
    // 0, 1, 3, 4 and the goal; 2 was left waiting.
    let statistics = search.statistics();
    assert_eq!((statistics.expanded, statistics.dequeued, statistics.open), (4, 5, 1));
    assert_eq!(statistics.largest_open, 3);
}

#[test]
fn a_goal_is_recognised_when_it_is_generated() {
    // The goal is the last successor of 0. All others lead far away.
    let mut edges = vec![(0, 1, 1), (0, 2, 1), (0, 99, 1)];
    edges.extend((1..98).map(|from| (from, from + 1, 1)));
    let graph = graph(&edges, &[99]);
    let events = RefCell::new(Vec::new());
    let panics = Cell::new(0);
    let space = Observed::new(&graph, |event: &Event<'_, usize>| {
        // The goal is not lost if the observer panics when it is generated and when it is reported.
        if *event.state == 99 && panics.get() < 2 {
            panics.set(panics.get() + 1);
            panic!("an observer");
        }
        events.borrow_mut().push((event.kind, *event.state));
    });
    let mut search = DepthFirst::new().start(space, 0);
    for _ in 0..2 {
        catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX))).unwrap_err();
        assert!(search.statistics().open + search.statistics().dequeued <= 4);
    }
    assert_eq!((search.advance(u64::MAX), search.path()), (Some(End::Solved), vec![0, 99]));
    let statistics = search.statistics();
    assert_eq!((statistics.expanded, statistics.enqueued), (1, 4));
    assert_eq!((statistics.dequeued, statistics.open, statistics.largest_open), (2, 2, 3));
    let expected = [
        (EventKind::Generated, 0),
        (EventKind::Expanded, 0),
        (EventKind::Generated, 1),
        (EventKind::Generated, 2),
        (EventKind::Goal, 99),
    ];
    assert_eq!(*events.borrow(), expected);

    let mut search = DepthFirst::new().depth_limit(0).start(&graph, 99);
    assert_eq!((search.advance(u64::MAX), search.path()), (Some(End::Solved), vec![99]));
    assert_eq!((search.statistics().expanded, search.statistics().dequeued), (0, 1));
}

/// State 3 is met first at the limit, by way of 1 and 2, and then again in one step: only then is
/// the goal within the limit.
#[test]
fn a_state_reached_again_in_fewer_steps_is_expanded_again() {
    // The short way costs more: steps count, not their costs.
    let edges = [(0, 1, 1), (0, 3, 9), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 1)];
    let with_goal = |goal| graph(&edges, &[goal]);
    let solve = |graph: &Graph, limit| {
        let algorithm = DepthFirst::new().depth_limit(limit);
        Solver::builder_in(graph, 0).algorithm(algorithm).solve()
    };
    // 0 -> 3 waits all the while, so 3 keeps its one step.
    assert_eq!(solve(&with_goal(5), 3).solution(), [0, 3, 4, 5]);

    // Here the short way is found only after the long one was tried to its end.
    let edges = [(0, 1, 1), (0, 6, 1), (1, 2, 1), (2, 3, 1), (6, 3, 9), (3, 4, 1), (4, 5, 1)];
    let graph = graph(&edges, &[5]);
    let solver = solve(&graph, 4);
    assert_eq!(solver.solution(), [0, 6, 3, 4, 5]);
    assert_eq!(solver.cost(), Some(12));
    assert_eq!(solver.statistics().reopened, 1);
    let Outcome::Stopped(stopped) = solve(&graph, 3).outcome().clone() else { panic!() };
    assert_eq!(stopped.reason, StopReason::Depth { limit: 3 });
    assert_eq!(solve(&graph, u32::MAX).solution(), [0, 1, 2, 3, 4, 5]);
}

/// The fewest steps from vertex 0 to each vertex, by plain relaxation.
fn steps(graph: &Graph) -> Vec<Option<u32>> {
    let count = graph.edges.len();
    let mut steps = vec![None; count];
    steps[0] = Some(0);
    for depth in 1..u32::try_from(count).unwrap() {
        for from in 0..count {
            // Goals end a path.
            if steps[from] == Some(depth - 1) && !graph.goals.contains(&from) {
                for &(to, _) in &graph.edges[from] {
                    steps[to] = steps[to].or(Some(depth));
                }
            }
        }
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_limit_on_depth_loses_no_solution_within_it(
        (graph, percents) in any_graph(0..20), limit in 0u32..9, pause in 1u64..4,
    ) {
        let distances = graph.distances();
        let estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let graph = Graph { estimates, ..graph };
        let steps = steps(&graph);
        let reached = graph.goals.iter().filter_map(|&goal| steps[goal]).min();
        let algorithm = DepthFirst::new().depth_limit(limit);
        let mut search = algorithm.start(&graph, 0);
        let step = loop {
            let step = search.advance(pause);
            graph.assert_path(&search.path(), search.cost());
            prop_assert!(distances[0].is_none_or(|optimum| search.lower_bound() <= optimum));
            let statistics = search.statistics();
            prop_assert!(statistics.open + statistics.dequeued <= statistics.enqueued);
            if step.is_some() {
                break step;
            }
        };
        if reached.is_some_and(|steps| steps <= limit) {
            prop_assert_eq!(step, Some(End::Solved));
            prop_assert!(search.path().len() <= limit as usize + 1);
        } else if steps.contains(&Some(limit)) || reached.is_some() {
            prop_assert_eq!(step, Some(End::Stopped(StopReason::Depth { limit })));
        } else {
            // No state is as far away as the limit: all were expanded.
            prop_assert_eq!(step, Some(End::Exhausted));
            prop_assert_eq!(search.statistics().open, 0);
        }
        prop_assert_eq!(search.advance(1), step);

        let through = Solver::builder_in(&graph, 0).algorithm(algorithm).solve();
        prop_assert_eq!(search.statistics().expanded, through.statistics().expanded);
    }
}
