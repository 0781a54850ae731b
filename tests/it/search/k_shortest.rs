//! The k shortest loopless paths, compared with all paths found by exhaustive search.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use bestfirst::heuristic::{Perfect, WithHeuristic};
use bestfirst::search::{Distances, KShortest};
use bestfirst::{Limits, Problem, Reversed, Solution, StateSpace, StopReason};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph, share};

/// All loopless paths that end at the first goal on them, each with its cost.
fn all_paths(graph: &Graph, path: &mut Vec<usize>, cost: u64, found: &mut Vec<(u64, Vec<usize>)>) {
    let last = path[path.len() - 1];
    if graph.goals.contains(&last) {
        return found.push((cost, path.clone()));
    }
    let successors: BTreeSet<_> = graph.edges[last].iter().map(|edge| edge.0).collect();
    for next in successors {
        if !path.contains(&next) {
            let steps = graph.edges[last].iter().filter(|edge| edge.0 == next);
            path.push(next);
            all_paths(
                graph,
                path,
                cost + u64::from(steps.map(|edge| edge.1).min().unwrap()),
                found,
            );
            path.pop();
        }
    }
}

/// That it gives the paths of `expected` that cost no more than `u32::MAX`, in order of cost: at
/// once, within a limit that is raised by one expansion at each stop, and from cost to cost.
fn assert_given<P: StateSpace<State = usize>>(space: P, expected: &[(u64, Vec<usize>)]) {
    let most = u64::from(u32::MAX);
    let allowed: Vec<_> = expected.iter().filter(|path| path.0 <= most).cloned().collect();
    for mut limit in [u64::MAX, 1] {
        let mut paths = KShortest::from(&space, 0).limits(Limits::none().expansions(limit));
        let mut given = Vec::new();
        let mut optimum = None;
        loop {
            for path in paths.by_ref() {
                assert_eq!(*optimum.get_or_insert(path.cost()), path.lower_bound());
                given.push((u64::from(path.cost()), path.into_states()));
            }
            let Some(StopReason::Expansions { .. }) = paths.stopped_by() else { break };
            limit += 1;
            paths = paths.limits(Limits::none().expansions(limit));
        }
        assert!(given.is_sorted_by_key(|path| path.0), "{given:?}");
        given.sort();
        assert_eq!(given, allowed);
        assert_eq!(paths.next().map(Solution::into_states), None);
        assert!(matches!(paths.stopped_by(), None | Some(StopReason::PathCost)));
        // What was left out was announced.
        assert!(allowed.len() == expected.len() || paths.stopped_by().is_some());
    }
    let mut paths = KShortest::from(&space, 0);
    let mut given = Vec::new();
    for (most, _) in &allowed {
        let most = u32::try_from(*most).unwrap();
        paths = paths.limits(Limits::none().cost(most));
        given.extend(paths.by_ref().map(|path| (u64::from(path.cost()), path.into_states())));
        assert_eq!(given.len(), allowed.partition_point(|path| path.0 <= most.into()));
        let is_end = match paths.stopped_by() {
            Some(StopReason::Cost { limit, lower_bound }) => limit == most && lower_bound > most,
            reason => reason.is_none_or(|reason| reason == StopReason::PathCost),
        };
        assert!(is_end, "{:?}", paths.stopped_by());
    }
    given.sort();
    assert_eq!(given, allowed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// With estimates that are blind, inconsistent and perfect, and perfect as far as is known.
    #[test]
    fn every_path_is_given_once_in_order_of_cost(
        (mut graph, percents) in prop_oneof![
            any_graph(0..4),
            any_graph(0..100),
            any_graph(u32::MAX / 4..u32::MAX / 2),
        ],
        within in 0_u32..100,
        expansions in 0_u64..8,
    ) {
        let mut expected = Vec::new();
        all_paths(&graph, &mut vec![0], 0, &mut expected);
        expected.sort();
        assert_given(&graph, &expected);

        let perfect = Perfect::new(&graph, [0], graph.edges.len()).unwrap();
        assert_given(WithHeuristic::new(&graph, perfect), &expected);
        if let Some((&first, others)) = graph.goals.split_first() {
            let from = Distances::from(Reversed::new(&graph), first);
            let from = from.and_from(others.iter().copied());
            let limits = Limits::none().expansions(expansions);
            for distances in [
                from.clone(),
                from.clone().within(within),
                from.clone().to([0]),
                from.limits(limits),
            ] {
                assert_given(WithHeuristic::new(&graph, distances.compute()), &expected);
            }
        }

        let distances = graph.distances();
        graph.estimates =
            distances.iter().zip(percents).map(|(&distance, part)| share(distance, part)).collect();
        assert_given(&graph, &expected);
    }
}

/// A grid has many paths of equal cost. Once one is known, it is given, and searches are put off
/// that cannot find a cheaper one. Each path would otherwise take a search from each state on it.
#[test]
fn searches_that_can_wait_are_not_made() {
    const SIDE: u32 = 20;
    let expanded = Cell::new(0);
    let steps = |&(x, y): &(u32, u32)| {
        expanded.set(expanded.get() + 1);
        let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        near.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE)
    };
    let map = Problem::from_neighbors((0, 0), steps, |&at| at == (SIDE - 1, SIDE - 1));
    let count = |map: &dyn Fn() -> Vec<u32>| {
        expanded.set(0);
        assert_eq!(map(), [38; 10]);
        expanded.get()
    };
    let blind = count(&|| KShortest::from(&map, (0, 0)).take(10).map(|path| path.cost()).collect());
    assert!(blind < 10 * SIDE * SIDE, "{blind}");
    let guided = map.estimate(|&(x, y)| 2 * (SIDE - 1) - x - y);
    let guided =
        count(&|| KShortest::from(&guided, (0, 0)).take(10).map(|path| path.cost()).collect());
    assert!(guided < 20 * 2 * SIDE, "{guided}");
}

#[test]
fn parallel_steps_are_one_path_of_the_cheapest() {
    let edges = [vec![(1, 5), (1, 3), (2, 4), (1, 7)], vec![(2, 1), (2, 1)], vec![]];
    let map = Problem::from_successors(0, |&at| edges[at].clone(), |&at| at == 2);
    let costs: Vec<_> = KShortest::from(&map, 0).map(|path| (path.cost(), path.moves())).collect();
    assert_eq!(costs, [(4, 1), (4, 2)]);
}

#[test]
fn a_goal_at_the_start_is_the_only_path() {
    let map = Problem::from_neighbors(3, |&n: &u32| [n + 1, n - 1], |&n| n == 3);
    let paths: Vec<_> = KShortest::from(&map, 3).map(Solution::into_states).collect();
    assert_eq!(paths, [[3]]);
}

#[test]
fn a_limit_stops_it_and_raised_it_goes_on() {
    // A grid of 4 by 4, to the right and down: 20 paths of 6 steps.
    let step = |&(x, y): &(u32, u32)| [(x + 1, y), (x, y + 1)].map(|to| (to, 1));
    let inside = move |at: &(u32, u32)| step(at).into_iter().filter(|((x, y), _)| x.max(y) < &4);
    let map = Problem::from_successors((0, 0), inside, |&at| at == (3, 3));
    let mut paths = KShortest::from(&map, (0, 0)).limits(Limits::none().expansions(12));
    let mut given: Vec<_> = paths.by_ref().collect();
    assert!(matches!(paths.stopped_by(), Some(StopReason::Expansions { limit: 12, .. })));
    assert!(given.len() < 20, "{}", given.len());
    let mut paths = paths.limits(Limits::none());
    given.extend(paths.by_ref());
    assert_eq!((given.len(), paths.stopped_by()), (20, None));
    let different: BTreeSet<_> = given.iter().map(Solution::states).collect();
    assert_eq!(different.len(), 20);
}

#[test]
fn paths_that_cost_too_much_are_left_out_and_it_says_so() {
    let edges = [vec![(1, 1), (2, u32::MAX)], vec![(3, 1)], vec![(3, 1)], vec![]];
    let map = Problem::from_successors(0, |&at| edges[at].clone(), |&at| at == 3);
    let mut paths = KShortest::from(&map, 0);
    assert_eq!(paths.by_ref().map(|path| path.cost()).collect::<Vec<_>>(), [2]);
    assert_eq!(paths.stopped_by(), Some(StopReason::PathCost));
}

#[test]
fn paths_of_the_highest_cost_are_given() {
    let edges = [vec![(1, 0), (2, 0)], vec![(3, u32::MAX)], vec![(3, u32::MAX)], vec![]];
    let map = Problem::from_successors(0, |&at| edges[at].clone(), |&at| at == 3);
    let mut paths = KShortest::from(&map, 0);
    assert_eq!(paths.by_ref().map(|path| path.cost()).collect::<Vec<_>>(), [u32::MAX; 2]);
    assert_eq!(paths.stopped_by(), None);
}

/// What the first search found out is kept unless memory is limited. The paths are the same, and
/// within the limit they take more searching.
#[test]
fn a_limit_on_memory_changes_no_path() {
    let far = |&(x, y): &(u32, u32)| [((x + 1, y), 1 + x * y % 3), ((x, y + 1), 1 + x % 2)];
    let expanded = Cell::new(0);
    let steps = |at: &(u32, u32)| {
        expanded.set(expanded.get() + 1);
        far(at).into_iter().filter(|((x, y), _)| x.max(y) < &20)
    };
    let map = Problem::from_successors((0, 0), steps, |&at| at == (19, 19));
    let costs = |limits: Limits| {
        expanded.set(0);
        let paths = KShortest::from(&map, (0, 0)).limits(limits).take(30);
        (paths.map(|path| path.cost()).collect::<Vec<_>>(), expanded.get())
    };
    let (free, few) = costs(Limits::none());
    let (limited, many) = costs(Limits::none().bytes(1 << 20));
    assert_eq!((free.len(), &free), (30, &limited));
    assert!(few < many, "{few} {many}");
}

thread_local! {
    /// How many more states are cloned or dropped before one panics.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// A state that panics when it is told to.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Fragile(usize);

impl Fragile {
    fn touch() {
        let left = LEFT.take();
        LEFT.set(left.and_then(|left| left.checked_sub(1)));
        if left == Some(0) && !thread::panicking() {
            panic::resume_unwind(Box::new("fragile"));
        }
    }
}

impl Clone for Fragile {
    fn clone(&self) -> Self {
        Self::touch();
        Self(self.0)
    }
}

impl Drop for Fragile {
    fn drop(&mut self) {
        Self::touch();
    }
}

#[test]
fn no_path_is_lost_in_a_panic() {
    let edges = [vec![(1, 1), (2, 2)], vec![(2, 1), (3, 5)], vec![(1, 1), (3, 1)], vec![]];
    let steps = |at: &Fragile| -> Vec<_> {
        edges[at.0].iter().map(|&(to, cost)| (Fragile(to), cost)).collect()
    };
    let map = Problem::from_successors(Fragile(0), steps, |at| at.0 == 3);
    let costs = [3, 3, 6, 8];
    assert!(KShortest::from(&map, Fragile(0)).map(|path| path.cost()).eq(costs));
    let mut panics = 0;
    for touched in 0..1_000 {
        let mut paths = KShortest::from(&map, Fragile(0));
        LEFT.set(Some(touched));
        let mut given = Vec::new();
        loop {
            match panic::catch_unwind(AssertUnwindSafe(|| paths.next())) {
                Ok(Some(path)) => given.push(path),
                Ok(None) => break,
                Err(_) => panics += 1,
            }
        }
        LEFT.set(None);
        assert!(given.iter().map(Solution::cost).eq(costs), "after {touched}");
    }
    assert!(panics > 50, "{panics}");
}
