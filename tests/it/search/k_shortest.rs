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

/// A path, by its vertices and the edges taken: their indices among those of each vertex.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Path {
    cost: u64,
    vertices: Vec<usize>,
    edges: Vec<usize>,
}

impl Path {
    fn steps(&self) -> impl Iterator<Item = (usize, usize)> {
        self.vertices.iter().copied().zip(self.edges.iter().copied())
    }

    /// Whether it leaves out so many percent of another path.
    fn leaves_out(&self, percent: u64, other: &Self, graph: &Graph) -> bool {
        let steps: BTreeSet<_> = self.steps().collect();
        let left_out = other.steps().filter(|step| !steps.contains(step));
        let cost: u64 = left_out.map(|(from, edge)| u64::from(graph.edges[from][edge].1)).sum();
        100 * cost >= percent * other.cost
    }
}

/// All loopless paths that end at the first goal on them. Without parallel edges, each takes the
/// cheapest edge from one vertex to the next, and the first one among equals.
fn all_paths(graph: &Graph, are_parallel: bool) -> Vec<Path> {
    fn extend(graph: &Graph, are_parallel: bool, path: &mut Path, found: &mut Vec<Path>) {
        let last = path.vertices[path.edges.len()];
        if graph.goals.contains(&last) {
            return found.push(path.clone());
        }
        let edges = &graph.edges[last];
        for (edge, &(to, cost)) in edges.iter().enumerate() {
            let cheapest = (0..).zip(edges).filter(|(_, other)| other.0 == to);
            let is_cheapest =
                cheapest.map(|(index, other)| (other.1, index)).min() == Some((cost, edge));
            if !path.vertices.contains(&to) && (are_parallel || is_cheapest) {
                path.cost += u64::from(cost);
                path.vertices.push(to);
                path.edges.push(edge);
                extend(graph, are_parallel, path, found);
                path.vertices.pop();
                path.edges.pop();
                path.cost -= u64::from(cost);
            }
        }
    }
    let mut found = Vec::new();
    let mut path = Path { vertices: vec![0], ..Path::default() };
    extend(graph, are_parallel, &mut path, &mut found);
    found.sort();
    found
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
        let all = all_paths(&graph, false);
        let expected: Vec<_> = all.into_iter().map(|path| (path.cost, path.vertices)).collect();
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

/// That the paths are those of a greedy choice among `all`: the cheapest, then the cheapest that
/// leaves out a share of it, and so on. Which one of equal cost is chosen is free.
fn assert_chosen(graph: &Graph, given: &[Path], mut all: Vec<Path>, percent: u64) -> Vec<Path> {
    for path in given {
        assert_eq!(all.iter().map(|path| path.cost).min(), Some(path.cost), "{path:?} {graph:?}");
        assert!(all.contains(path), "{path:?} is not among {all:?} of {graph:?}");
        all.retain(|other| other != path && other.leaves_out(percent, path, graph));
    }
    assert!(all.iter().all(|path| path.cost > u32::MAX.into()), "{given:?} lack {all:?}");
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// With estimates that are blind, inconsistent and perfect. At once, within a limit that is
    /// raised by one expansion at each stop, and within one on cost that rises.
    #[test]
    fn paths_are_those_of_a_greedy_choice(
        (mut graph, percents) in prop_oneof![
            any_graph(0..2),
            any_graph(0..10),
            any_graph(0..1_000),
            any_graph(u32::MAX / 8..u32::MAX / 2),
        ],
        are_parallel: bool,
        percent in prop_oneof![Just(0_u64), 0..=100_u64],
    ) {
        let all = all_paths(&graph, are_parallel);
        let distances = graph.distances();
        for percents in [vec![0; percents.len()], percents.clone(), vec![100; percents.len()]] {
            let known = distances.iter().zip(percents);
            graph.estimates = known.map(|(&distance, part)| share(distance, part)).collect();
            let steps = |&at: &usize| {
                let edges = graph.edges[at].iter().enumerate();
                edges.map(|(edge, &(to, cost))| (edge, to, cost)).collect::<Vec<_>>()
            };
            let space = Problem::from_actions(0, steps, |at| graph.goals.contains(at));
            let space = space.estimate(|&at| graph.estimates[at]);
            for how in 0..3 {
                let mut paths = KShortest::from(&space, 0);
                if are_parallel {
                    paths = paths.parallel_steps();
                }
                if percent > 0 {
                    paths = paths.differing_by(percent as f64 / 100.0);
                }
                let mut given = Vec::new();
                let most = all.iter().map(|path| path.cost.try_into().unwrap_or(u32::MAX));
                let mut most = most.chain([u32::MAX]);
                for expansions in 1.. {
                    paths = paths.limits(match how {
                        0 => Limits::none(),
                        1 => Limits::none().expansions(expansions),
                        _ => Limits::none().cost(most.next().unwrap()),
                    });
                    given.extend(paths.by_ref().map(|path| Path {
                        cost: path.cost().into(),
                        edges: path.actions_in(&space).unwrap(),
                        vertices: path.into_states(),
                    }));
                    match paths.stopped_by() {
                        None | Some(StopReason::PathCost) => break,
                        Some(StopReason::Expansions { .. }) if how == 1 => {}
                        Some(StopReason::Cost { .. }) if how == 2 => {}
                        Some(reason) => panic!("{reason}"),
                    }
                }
                let left = assert_chosen(&graph, &given, all.clone(), percent);
                // What was left out was announced.
                assert!(left.is_empty() || paths.stopped_by().is_some());
            }
        }
    }
}

/// A fraction is not rounded as its binary form would be: 0.07 times 100 is more than 7 there.
#[test]
fn a_share_is_exact() {
    let costs = |steps: [u32; 4], share: f64| {
        let [shared, rest, around, back] = steps;
        let edges = [vec![(1, shared)], vec![(3, rest), (2, around)], vec![(3, back)], vec![]];
        let map = Problem::from_successors(0, |&at| edges[at].clone(), |&at| at == 3);
        KShortest::from(&map, 0).differing_by(share).map(|path| path.cost()).collect::<Vec<_>>()
    };
    assert_eq!(costs([93, 7, 4, 4], 0.07), [100, 101]);
    assert_eq!(costs([93, 7, 4, 4], 0.070_1), [100]);
    assert_eq!(costs([1, 2, 2, 2], 2.0 / 3.0), [3, 5]);
    let most = u32::MAX / 10;
    assert_eq!(costs([9 * most, most, most, 1], 0.1), [10 * most, 10 * most + 1]);
    assert_eq!(costs([9 * most, most, most, 1], 0.100_02), [10 * most]);
    // Out of range.
    for (share, count) in [(-1.0, 2), (f64::NAN, 2), (2.0, 1), (f64::INFINITY, 1)] {
        assert_eq!(costs([1, 2, 2, 2], share).len(), count);
        assert_eq!(costs([0, 2, 2, 2], share).len(), 2);
    }
}

#[test]
fn options_begin_anew() {
    let edges = [vec![(1, 2), (1, 3), (2, 4)], vec![(2, 1)], vec![]];
    let map = Problem::from_successors(0, |&at| edges[at].clone(), |&at| at == 2);
    let mut paths = KShortest::from(&map, 0).limits(Limits::none().cost(3));
    let costs = |paths: &mut KShortest<_>| paths.map(|path| path.cost()).collect::<Vec<_>>();
    assert_eq!(costs(&mut paths), [3]);
    let mut paths = paths.differing_by(1.0);
    assert_eq!(costs(&mut paths), [3]);
    assert!(matches!(paths.stopped_by(), Some(StopReason::Cost { lower_bound: 4, .. })));
    let mut paths = paths.parallel_steps().limits(Limits::none());
    assert_eq!(costs(&mut paths), [3, 4]); // the other one takes the last step of the first
    assert_eq!(costs(&mut paths.differing_by(0.0)), [3, 4, 4]);
}

/// Parallel steps are different actions. Two paths may have the same states and the same cost.
#[test]
fn solutions_of_parallel_steps_are_different() {
    let steps = |&at: &u32| (at == 0).then_some([('b', 1, 2), ('a', 1, 1), ('c', 1, 2)]);
    let map = Problem::from_actions(0, move |at| steps(at).into_iter().flatten(), |&at| at == 1);
    let paths: Vec<_> = KShortest::from(&map, 0).parallel_steps().collect();
    let actions = paths.iter().map(|path| path.actions_in(&map).unwrap()[0]);
    assert!(actions.eq(['a', 'b', 'c']));
    assert_ne!(paths[1], paths[2]);
}

/// A search that was stopped goes on. It would otherwise never end if limits are raised by less
/// than it needs.
#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let expanded = Cell::new(0);
    let steps = |&(x, y): &(u32, u32)| {
        expanded.set(expanded.get() + 1);
        let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        near.into_iter().filter(|&(x, y)| x < 12 && y < 12).map(|(x, y)| ((x, y), 1 + x * y % 3))
    };
    let map = Problem::from_successors((0, 0), steps, |&at| at == (11, 11));
    let count = |share, step| {
        expanded.set(0);
        let mut paths = KShortest::from(&map, (0, 0)).differing_by(share);
        let mut given = 0;
        for limit in 1.. {
            paths = paths.limits(Limits::none().expansions(step * limit));
            given += paths.by_ref().take(5 - given).count();
            if given == 5 {
                return expanded.get();
            }
        }
        unreachable!()
    };
    for share in [0.0, 0.2] {
        assert_eq!(count(share, u64::MAX >> 32), count(share, 3), "{share}");
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
    for share in [0.0, 0.5] {
        let paths = KShortest::from(&map, 3).differing_by(share);
        assert_eq!(paths.map(Solution::into_states).collect::<Vec<_>>(), [[3]]);
    }
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
    let edges = [vec![(1, 1), (2, 2)], vec![(2, 1), (3, 5)], vec![(1, 1), (3, 1), (3, 4)], vec![]];
    let steps = |at: &Fragile| -> Vec<_> {
        edges[at.0].iter().map(|&(to, cost)| (Fragile(to), cost)).collect()
    };
    let map = Problem::from_successors(Fragile(0), steps, |at| at.0 == 3);
    let begin = |option| {
        let paths = KShortest::from(&map, Fragile(0));
        match option {
            0 => paths,
            1 => paths.parallel_steps(),
            _ => paths.differing_by(0.4),
        }
    };
    for (option, costs) in [&[3, 3, 6, 8][..], &[3, 3, 6, 6, 6, 8], &[3, 3, 6]].iter().enumerate() {
        let found: Vec<_> = begin(option).map(|path| path.cost()).collect();
        assert_eq!(&found, costs);
        let mut panics = 0;
        for touched in 0..1_000 {
            let mut paths = begin(option);
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
            let given: Vec<_> = given.iter().map(Solution::cost).collect();
            assert_eq!(&given, costs, "after {touched}");
        }
        assert!(panics > 50, "{panics}");
    }
}
