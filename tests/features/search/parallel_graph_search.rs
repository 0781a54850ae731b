//! Searches in rounds: uniform cost, weighted A* and the distances to all states, on any number of
//! threads.

use bestfirst::search::{
    Algorithm, Distances, DistancesBuilder, End, Search, UniformCost, WeightedAStar,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Reversed, StateSpace, StopReason, Worlds, solve_all};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use super::parallel::{on_threads, standing};
use crate::common::graph::{Graph, any_graph, large_graph};

/// So many that rounds become large enough for several threads.
const COUNT: usize = 300_000;

/// Solves a graph at once, and again with pauses on other numbers of threads. Returns the cost and
/// the lower bound.
fn solve<'a, A>(algorithm: &A, graph: &'a Graph, threads: usize, optimum: u32) -> (u32, u32)
where
    A: Algorithm<&'a Graph, Search: Send> + Sync,
{
    let start = || algorithm.start(graph, 0);
    let mut through = on_threads(threads, start);
    assert_eq!(on_threads(threads, || through.advance(u64::MAX)), Some(End::Solved));
    graph.assert_path(&through.path(), through.cost());
    assert!(graph.is_goal(through.path().last().unwrap()));

    let mut search = on_threads(threads, start);
    let mut bound = 0;
    for others in [threads, 1 + threads / 2, 8].into_iter().cycle() {
        if on_threads(others, || search.advance(7_777)).is_some() {
            break;
        }
        assert!((bound..=optimum).contains(&search.lower_bound()));
        bound = search.lower_bound();
    }
    assert_eq!(standing(&search), standing(&through));
    assert_eq!(search.path(), through.path());
    (through.cost(), through.lower_bound())
}

#[test]
fn uniform_cost_and_weighted_search_keep_their_promises_on_any_number_of_threads() {
    let (graph, optimum) = large_graph(COUNT);
    for threads in [1, 2, 3, 7] {
        let solution = solve(&UniformCost::new().parallel(), &graph, threads, optimum);
        assert_eq!(solution, (optimum, optimum), "{threads} threads");
        let algorithm = WeightedAStar::new(1.25).parallel();
        let (cost, bound) = solve(&algorithm, &graph, threads, optimum);
        assert!(bound <= optimum, "{threads} threads: {bound}");
        assert!(f64::from(cost) <= 1.25 * f64::from(bound), "{threads} threads: {cost}");
    }
}

/// Threads that work for one search also do what other searches ask of the pool.
#[test]
fn searches_beside_one_another_in_one_pool_all_end() {
    let (graph, optimum) = large_graph(COUNT / 10);
    let solve = |_: &usize| {
        let mut search = UniformCost::new().parallel().start(&graph, 0);
        (search.advance(u64::MAX), search.cost())
    };
    for threads in [2, 3, 7] {
        let answers = on_threads(threads, || solve_all(&[0; 20], solve, |_, _| ()));
        assert_eq!(answers, [(Some(End::Solved), optimum); 20], "{threads} threads");
    }
}

#[test]
fn the_distances_to_all_states_are_the_same_on_any_number_of_threads() {
    let (graph, _) = large_graph(COUNT);
    let reached = dijkstra_all(&0, |&from| graph.edges[from].clone());
    let expected = |state: usize| match state {
        0 => Some(0),
        _ => reached.get(&state).map(|&(_, cost)| cost),
    };
    let farthest = (0..COUNT).filter_map(expected).max().unwrap();
    let is_near = |&state: &usize| expected(state).is_some_and(|cost| cost < farthest / 2);
    let near: Vec<_> = (0..COUNT).filter(is_near).collect();
    let targets = || near.iter().copied().step_by(99);
    let farthest_target = targets().filter_map(expected).max().unwrap();
    let reason = StopReason::Expansions { limit: 50_000, expanded: 50_000 };
    for threads in [1, 2, 3, 7] {
        let from_0 = || Distances::from(&graph, 0);
        let compute =
            |builder: DistancesBuilder<_>| on_threads(threads, || builder.compute_parallel());
        let all = compute(from_0());
        let within = compute(from_0().within(farthest / 2));
        let to_some = compute(from_0().to(targets()));
        let limited = compute(from_0().limits(Limits::none().expansions(50_000)));
        let small = compute(from_0().limits(Limits::none().bytes(1_000_000)));
        for state in 0..COUNT {
            let cost = expected(state);
            assert_eq!(all.cost(&state), cost);
            assert_eq!(within.cost(&state), cost.filter(|&cost| cost <= farthest / 2));
            assert!(to_some.cost(&state).is_none_or(|found| Some(found) == cost));
            assert!(limited.cost(&state).is_none_or(|found| Some(found) == cost));
            assert!(small.cost(&state).is_none_or(|found| Some(found) == cost));
        }
        for state in (0..COUNT).step_by(97) {
            assert_eq!(all.path(&state).is_some(), expected(state).is_some());
            if let (Some(path), Some(cost)) = (all.path(&state), expected(state)) {
                assert_eq!(path.last(), Some(&state));
                graph.assert_path(&path, cost);
            }
        }
        // Also where a state was reopened.
        assert_eq!(all.iter().count(), (0..COUNT).filter_map(expected).count());
        assert!(all.iter().all(|(&state, cost)| expected(state) == Some(cost)));
        assert!(targets().all(|state| to_some.cost(&state) == expected(state)));
        assert!(to_some.iter().all(|(_, cost)| cost <= farthest_target));
        assert!(to_some.statistics().expanded < all.statistics().expanded);
        for distances in [&all, &within, &to_some] {
            assert_eq!(distances.stopped_by(), None);
        }
        assert_eq!(limited.stopped_by(), Some(reason));
        assert!(limited.iter().count() > 1_000);
        assert!(matches!(small.stopped_by(), Some(StopReason::Bytes { .. })));
        assert!(small.statistics().bytes <= 1_000_000);
    }
}

/// From many limits, with shares of a few bytes for each of the parts.
#[test]
fn small_shares_of_memory_are_kept() {
    let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    for first in (30_000..31_500).step_by(37) {
        let start = || WeightedAStar::new(1.5).parallel().start(Worlds::new(), board.clone());
        let mut search = on_threads(7, start);
        let mut limit = first;
        loop {
            search.set_limits(&Limits::none().bytes(limit));
            let end = on_threads(7, || search.advance(u64::MAX));
            let bytes = search.statistics().bytes;
            assert!(bytes <= limit, "{bytes} of {limit}");
            if end == Some(End::Solved) {
                break;
            }
            limit += limit / 5;
        }
    }
}

proptest! {
    /// With the options of one thread, alone and together.
    #[test]
    fn distances_are_those_of_one_thread(
        (graph, _) in any_graph(0..20),
        others in prop::collection::vec(0_usize..20, 0..3),
        targets in prop::collection::vec(0_usize..20, 0..3),
        within in prop_oneof![Just(u32::MAX), 0..60_u32],
        threads in 1_usize..4,
    ) {
        let count = graph.edges.len();
        let from = || {
            let others = others.iter().map(|other| other % count);
            Distances::from(&graph, 0).and_from(others).within(within)
        };
        let one = from().compute();
        // A limit, even one that is not met, makes a search begin with less memory.
        let limits = Limits::none().bytes(1 << 24);
        let all = on_threads(threads, || from().limits(limits).compute_parallel());
        let some = from().to(targets.iter().map(|target| target % count));
        let some = on_threads(threads, || some.compute_parallel());
        let roots: Vec<_> = others.iter().map(|other| other % count).chain([0]).collect();
        for state in 0..count {
            prop_assert_eq!(all.cost(&state), one.cost(&state));
            let path = all.path(&state);
            prop_assert_eq!(path.as_ref().map(|path| path[path.len() - 1]), one.cost(&state).map(|_| state));
            prop_assert!(path.is_none_or(|path| roots.contains(&path[0])));
            prop_assert!(some.cost(&state).is_none_or(|cost| one.cost(&state) == Some(cost)));
        }
        for target in targets {
            prop_assert_eq!(some.cost(&(target % count)), one.cost(&(target % count)));
        }
        prop_assert_eq!((all.stopped_by(), some.stopped_by()), (None, None));
    }
}

/// Several threads find the nearest of several targets, as one does.
#[test]
fn the_nearest_target_is_found_by_several_threads() {
    let star = |&n: &u32| (0..if n == 0 { 3_000 } else { 0 }).map(|leaf| (leaf + 1, leaf));
    for target in (1..3_000).step_by(97) {
        let from_0 = Distances::from_successors(0, star).to_any([target, target + 1]);
        let nearest = on_threads(2, || from_0.compute_parallel());
        assert_eq!(nearest.cost(&target), Some(target - 1));
        assert_eq!(nearest.stopped_by(), None);
    }
}

/// A path that costs too much does not matter where a cheaper one leads to the same state.
#[test]
fn distances_are_complete_if_every_state_has_a_path_that_can_be_counted() {
    for (last, is_complete) in [(1, true), (u32::MAX, false)] {
        let roads = [vec![(1_usize, 5_u32), (3, 10)], vec![(2, u32::MAX)], vec![], vec![(2, last)]];
        let from_0 = Distances::from_successors(0, |&town: &usize| roads[town].clone());
        let distances = from_0.compute_parallel();
        assert_eq!(distances.cost(&2), is_complete.then_some(11));
        let reason = (!is_complete).then_some(StopReason::PathCost);
        assert_eq!(distances.stopped_by(), reason);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn distances_from_the_goals_are_estimates(
        (graph, _) in prop_oneof![any_graph(0..20), any_graph(u32::MAX / 4..u32::MAX / 2)],
        within in prop_oneof![Just(u32::MAX), 0..60_u32, u32::MAX / 2..u32::MAX],
        target in prop::option::of(0_usize..8),
        expansions in prop_oneof![Just(u64::MAX), 0..9_u64],
    ) {
        let Some((&first, others)) = graph.goals.split_first() else { return Ok(()) };
        let table = Distances::from(Reversed::new(&graph), first)
            .and_from(others.iter().copied())
            .to(target.filter(|&target| target < graph.edges.len()))
            .limits(Limits::none().expansions(expansions))
            .within(within)
            .compute_parallel();
        let is_all = within == u32::MAX && target.is_none() && expansions == u64::MAX;
        graph.assert_estimates(&table, is_all);
    }
}
