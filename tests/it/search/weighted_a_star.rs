//! Weighted A\* and anytime search, which keep states closed while the estimate is consistent.

use bestfirst::search::{
    Algorithm, Anytime, End, GraphAStar, GreedyBestFirst, PriorityFunction, Search, WeightedAStar,
};
use bestfirst::{Cost, DEAD_END, Outcome, Problem, Solver, Statistics};

use proptest::prelude::*;

use super::differential::restart;
use crate::common::graph::{Graph, any_graph, share};

/// The answers on a square of cells without walls, where steps to the right of the middle are dear:
/// the optimum, that of weighted A\*, and that of anytime search.
fn square(weight: f64, straight: u32) -> (Cost, [Solver<(u32, u32)>; 2]) {
    let steps = |&(x, y): &(u32, u32)| {
        let cost = if x > 20 { 3 * straight } else { straight };
        let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        cells.into_iter().filter(|cell| cell.0 < 40 && cell.1 < 40).map(move |cell| (cell, cost))
    };
    let problem = Problem::from_successors((3, 20), steps, |&cell| cell == (39, 5))
        .estimate(|&(x, y): &(u32, u32)| straight * (x.abs_diff(39) + y.abs_diff(5)));
    let optimum = problem.solver().algorithm(GraphAStar::new()).solve().cost().unwrap();
    let weighted = problem.solver().algorithm(WeightedAStar::new(weight)).solve();
    (optimum, [weighted, problem.solver().algorithm(Anytime::new([weight])).solve()])
}

#[test]
fn with_a_consistent_estimate_no_state_is_expanded_twice() {
    for (weight, straight) in [(2.0, 1), (5.0, 1), (1.5, 1), (1.1, 1), (1.25, 1000)] {
        let (optimum, [weighted, anytime]) = square(weight, straight);
        let cost = weighted.cost().unwrap();
        assert!(f64::from(cost) <= weight * f64::from(optimum), "{weight}: {cost}, {optimum}");
        assert_eq!(weighted.statistics().reopened, 0, "{weight}");
        assert!(weighted.statistics().expanded <= 1600, "{weight}: {}", weighted.statistics());

        let Outcome::Solved(solution) = anytime.outcome() else { panic!("{weight}") };
        assert_eq!((solution.cost(), solution.is_optimal()), (optimum, true), "{weight}");
        // Once with the weight, and once without.
        assert_eq!(anytime.statistics().reopened, 0, "{weight}");
        assert!(anytime.statistics().expanded <= 3200, "{weight}: {}", anytime.statistics());
    }
}

/// The start leads to a and c, a to c and x, and c to the goal. When c is expanded, the path to it
/// through a is not known, and when it is found, it is dropped. Then the estimate falls too much,
/// from x to y.
fn dropped_path() -> Graph {
    let [start, a, c, x, y, goal] = [0, 1, 2, 3, 4, 5];
    let mut edges = vec![Vec::new(); 6];
    edges[start] = vec![(a, 10), (c, 25)];
    edges[a] = vec![(c, 10), (x, 5)];
    edges[c] = vec![(goal, 100)];
    edges[x] = vec![(y, 1)];
    Graph { edges, estimates: vec![10, 10, 0, 10, 2, 0], goals: vec![goal] }
}

#[test]
fn closed_states_are_opened_again_at_the_first_inconsistent_step() {
    let mut graph = dropped_path();
    let solver = Solver::builder_in(&graph, 0).algorithm(WeightedAStar::new(2.0)).solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 1, 2, 5][..], Some(120)));
    // The start, c, a and x, and then c by its cheaper path.
    assert_eq!(solver.statistics().reopened, 5);

    let mut search = WeightedAStar::new(2.0).start(&graph, 0);
    while search.advance(1).is_none() {}
    assert_eq!(search.path(), solver.solution());
    let counters = |Statistics { expanded, enqueued, reopened, duplicates, .. }| {
        [expanded, enqueued, reopened, duplicates]
    };
    assert_eq!(counters(search.statistics()), counters(solver.statistics()));

    // The inconsistent step may also lead to an open state.
    graph.edges[0].push((4, 40));
    let solver = Solver::builder_in(&graph, 0).algorithm(WeightedAStar::new(2.0)).solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 1, 2, 5][..], Some(120)));
    assert_eq!(solver.statistics().reopened, 5);
    graph.edges[0].pop();

    // Without the inconsistent step, the path stays dropped.
    graph.estimates[4] = 9;
    let solver = Solver::builder_in(&graph, 0).algorithm(WeightedAStar::new(2.0)).solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 2, 5][..], Some(125)));
    assert_eq!(solver.statistics().reopened, 0);
}

/// The start leads to a and b, both of these to c, and a to the goal. The cheaper path to c is found
/// when c is closed.
#[test]
fn greedy_search_expands_no_state_twice_whatever_the_estimate_of_the_first() {
    let [start, a, b, c, goal] = [0, 1, 2, 3, 4];
    let mut edges = vec![Vec::new(); 5];
    edges[start] = vec![(a, 1), (b, 5)];
    edges[a] = vec![(c, 1), (goal, 100)];
    edges[b] = vec![(c, 1)];
    for first in [0, 30, DEAD_END] {
        let graph =
            Graph { edges: edges.clone(), estimates: vec![first, 10, 0, 5, 20], goals: vec![goal] };
        let mut search = GreedyBestFirst::new().start(&graph, start);
        assert_eq!((search.advance(u64::MAX), search.path()), (Some(End::Solved), vec![0, 1, 4]));
        let Statistics { expanded, reopened, duplicates, .. } = search.statistics();
        assert_eq!((expanded, reopened, duplicates), (4, 0, 1), "{first}");
    }
}

/// The costs of the solutions that anytime search finds, one after the other. The last one is
/// proven to be optimal.
fn solutions(graph: &Graph, weights: &[f64], optimum: Cost) -> (Vec<Cost>, Statistics) {
    let mut search = Anytime::new(weights.iter().copied()).start(graph, 0);
    let mut costs = Vec::new();
    let end = loop {
        let end = search.advance(1);
        costs.extend(search.best().map(|best| best.cost()));
        costs.dedup();
        assert!(search.lower_bound() <= optimum, "{} of {optimum}", search.lower_bound());
        if let Some(end) = end {
            break end;
        }
    };
    assert_eq!((end, search.cost(), search.lower_bound()), (End::Solved, optimum, optimum));
    graph.assert_path(&search.path(), optimum);
    (costs, search.statistics())
}

#[test]
fn a_run_of_anytime_search_opens_closed_states_again_at_the_first_inconsistent_step() {
    let mut graph = dropped_path();
    let (costs, statistics) = solutions(&graph, &[2.0], 120);
    assert_eq!((costs, statistics.reopened), (vec![120], 5));

    graph.estimates[4] = 9;
    let (costs, statistics) = solutions(&graph, &[2.0], 120);
    assert_eq!((costs, statistics.reopened), (vec![125, 120], 0));
}

/// The second run leaves out the goal as too dear, as the cheaper path to c was dropped. That no
/// state is open then does not prove that no solution is cheaper.
#[test]
fn a_run_that_dropped_paths_proves_nothing_when_it_finds_nothing() {
    let mut graph = dropped_path();
    graph.edges[0].push((5, 124));
    graph.edges[1].pop();
    assert_eq!(solutions(&graph, &[3.0, 2.0], 120).0, [124, 120]);
}

/// Which of the nodes of equal *f* comes first is a matter of what was rounded off, and that may be
/// more than *f*. The estimate is consistent.
#[test]
fn what_is_rounded_off_orders_small_costs() {
    let edges = vec![vec![(1, 0), (2, 2)], vec![(2, 1)], vec![(3, 0)], vec![(4, 2)], vec![]];
    let graph = Graph { edges, estimates: vec![2, 2, 1, 2, 0], goals: vec![4] };
    let mut search = WeightedAStar::new(1.6).start(&graph, 0);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert!(search.lower_bound() <= 3 && search.cost() <= 4, "{search:?}");
    solutions(&graph, &[1.6], 3);
}

/// The first path to the last town but one costs too much with what follows. A cheaper one was
/// dropped.
#[test]
fn a_path_that_was_dropped_may_be_the_only_one_that_does_not_cost_too_much() {
    let far = u32::MAX - 20;
    let mut graph = dropped_path();
    graph.edges[2] = vec![(5, far)];
    graph.edges[3].clear();
    let solver = Solver::builder_in(&graph, 0).algorithm(WeightedAStar::new(2.0)).solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 1, 2, 5][..], Some(far + 20)));
}

const CONVEX: [PriorityFunction; 2] = [PriorityFunction::Convex, PriorityFunction::PiecewiseConvex];

/// The start leads to x by a dear step, and by a at a lower cost. From x to y the estimate rises by
/// more than the step costs, which is consistent. If x stayed closed after the dear path to it, the
/// goal would be taken at the cost of its direct step.
#[test]
fn a_convex_function_reopens_when_the_estimate_rises_too_much() {
    let [start, a, x, y, goal] = [0, 1, 2, 3, 4];
    let mut edges = vec![Vec::new(); 5];
    edges[start] = vec![(a, 5), (x, 19), (goal, 85)];
    edges[a] = vec![(x, 5)];
    edges[x] = vec![(y, 1)];
    edges[y] = vec![(goal, 30)];
    let graph = Graph { edges, estimates: vec![10, 5, 0, 30, 0], goals: vec![goal] };
    for function in CONVEX {
        let algorithm = WeightedAStar::new(2.0).priority(function);
        let solver = Solver::builder_in(&graph, 0).algorithm(algorithm).solve();
        assert_eq!(solver.cost(), Some(41), "{function:?}");
    }
}

/// In whole numbers, and also where squares do not fit into 64 bits.
#[test]
fn the_functions_are_those_of_their_documentation() {
    let f = |weight: f64, function, path_cost: u32, estimate: u32| {
        let edges = vec![vec![(1, path_cost)], vec![]];
        let graph = Graph { edges, estimates: vec![0, estimate], goals: vec![] };
        let mut search = WeightedAStar::new(weight).priority(function).start(&graph, 0);
        search.advance(1);
        let open: Vec<_> = search.open_list().map(|node| node.priority).collect();
        open[0]
    };
    for unit in [1, 50_000_000] {
        for (weight, expected) in [(2.0, [70, 76, 80, 66]), (1.5, [55, 58, 60, 52])] {
            let functions =
                [PriorityFunction::Sum, CONVEX[0], CONVEX[1], PriorityFunction::Concave];
            for (function, expected) in functions.into_iter().zip(expected) {
                let f = f(weight, function, 10 * unit, 30 * unit);
                assert_eq!(f / unit, expected, "{function:?}");
            }
        }
    }
    for function in CONVEX.into_iter().chain([PriorityFunction::Sum, PriorityFunction::Concave]) {
        assert_eq!(f(65_535.0, function, 1 << 30, 1 << 31), u32::MAX, "{function:?}");
        assert_eq!(f(1.0, function, 1 << 30, 1 << 31), 3 << 30, "{function:?}");
        assert_eq!(f(1.5, function, u32::MAX, 0), u32::MAX, "{function:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// At every step, with estimates that are consistent, and with some that are not.
    #[test]
    fn what_is_proven_is_never_more_than_the_optimum(
        (mut graph, percents) in prop_oneof![any_graph(0..4), any_graph(0..50)],
        weight in prop_oneof![Just(1.5), Just(1.25), 1.0..3.0],
        is_consistent in any::<bool>(),
        function in prop_oneof![
            Just(PriorityFunction::Sum), Just(PriorityFunction::Convex),
            Just(PriorityFunction::PiecewiseConvex), Just(PriorityFunction::Concave),
        ],
    ) {
        let distances = graph.distances();
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        // No estimate is more than a step and the next estimate.
        for _ in 0..if is_consistent { graph.edges.len() } else { 0 } {
            for vertex in 0..graph.edges.len() {
                let next = graph.edges[vertex].iter().map(|&(to, cost)| cost + graph.estimates[to]);
                let least = next.min().unwrap_or(u32::MAX);
                graph.estimates[vertex] = graph.estimates[vertex].min(least);
            }
        }
        let mut search = WeightedAStar::new(weight).priority(function).start(&graph, 0);
        let end = loop {
            let end = search.advance(1);
            prop_assert!(search.lower_bound() <= distances[0].unwrap_or(u32::MAX), "{:?}", search);
            if let Some(end) = end {
                break end;
            }
        };
        prop_assert_eq!(end == End::Solved, distances[0].is_some());
        if let Some(optimum) = distances[0] {
            prop_assert!(f64::from(search.cost()) <= weight * f64::from(optimum) + 1e-6);
            graph.assert_path(&search.path(), search.cost());
        }
    }
}

/// The path of a problem that once had no end: it led through a closed node that was put back on
/// the open list, and then replaced.
#[test]
fn a_node_that_is_put_back_keeps_its_parent() {
    restart(19_437, "weighted A*, 1.5, concave");
}
