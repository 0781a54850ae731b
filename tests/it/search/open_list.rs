//! The open list of tree and graph search: its order, and what is counted of it.

use std::cell::Cell;
use std::cmp::Reverse;
use std::time::Duration;

use bestfirst::frontier::{NodeId, Priority};
use bestfirst::search::{
    Algorithm, BestFirst, BoundedMemory, End, Evaluation, GraphAStar, GraphSearch, Search,
    TreeAStar, UniformCost, WeightedAStar,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Event, EventKind, Limits, Observed, Problem, StateSpace, Statistics, Worlds};
use proptest::prelude::*;

use crate::common::graph::{Graph, Numbered, any_graph, share};

#[test]
fn ids_cover_u32_and_no_more() {
    let last = NodeId::from_index(NodeId::COUNT - 1).unwrap();
    assert_eq!(last.index(), NodeId::COUNT - 1);
    assert_eq!(NodeId::from_index(NodeId::COUNT), None);
    assert_eq!(size_of::<Option<NodeId>>(), 4);
}

fn board() -> Board {
    "8 1 3 / 4 0 2 / 7 6 5".parse().unwrap()
}

/// Steps a search, and looks at its open list before each step. Nodes of equal *f* are in the order
/// of a key.
macro_rules! check {
    ($algorithm:expr) => {
        check!($algorithm, |node| (node.estimate, Reverse(node.id)))
    };
    ($algorithm:expr, |$node:ident| $key:expr) => {{
        let mut search = $algorithm.start(Worlds::new(), board());
        let (mut largest_open, mut best) = (0, (u32::MAX, u32::MAX));
        loop {
            let open: Vec<_> = search.open_list().collect();
            assert_eq!(open.len() as u64, search.statistics().open);
            largest_open = largest_open.max(search.statistics().open);
            assert_eq!(search.statistics().largest_open, largest_open);
            // By lower estimate, then by lower path cost.
            let promising = open.iter().map(|node| (node.estimate, node.path_cost)).min();
            best = best.min(promising.unwrap_or(best));
            assert_eq!((search.path().last().unwrap().manhattan(), search.cost()), best);
            assert!(open.is_sorted_by_key(|$node| ($node.priority, $key)));
            for node in &open {
                assert_eq!(node.priority, node.path_cost + node.estimate);
                assert_eq!(node.estimate, node.state.manhattan());
            }
            if search.advance(1).is_some() {
                break;
            }
        }
        assert_eq!(search.cost(), 14);
        search.statistics().expanded
    }};
}

#[test]
fn the_lowest_estimate_comes_first_and_then_the_node_added_last() {
    check!(TreeAStar::new());
    check!(GraphAStar::new());
}

/// Of equal *f*, the highest estimate comes first.
#[derive(Clone, Copy)]
struct HighH;

impl Evaluation for HighH {
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let path_cost = u32::try_from(path_cost).ok()?;
        Some(Priority::new(path_cost.checked_add(estimate)?, path_cost))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

/// The lowest estimate comes first, whatever the path costs.
#[derive(Clone, Copy)]
struct ByEstimate;

impl Evaluation for ByEstimate {
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        u32::try_from(path_cost).ok().map(|_| Priority::new(estimate, 0))
    }

    fn lower_bound(self, _: u32) -> u32 {
        0
    }
}

/// The longest path comes first.
#[derive(Clone, Copy)]
struct Longest;

impl Evaluation for Longest {
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        Some(Priority::new((1 << 20) - u32::try_from(path_cost).ok()?, 0))
    }

    fn lower_bound(self, _: u32) -> u32 {
        0
    }
}

/// An evaluation orders nodes of equal *f* by any number: here, the highest estimate comes first.
#[test]
fn ties_are_broken_as_an_evaluation_says() {
    let expanded = check!(BestFirst::new(HighH), |node| (node.path_cost, Reverse(node.id)));
    // Closer to the goal first comes to it sooner.
    assert!(check!(GraphAStar::new()) < expanded);
}

/// A graph that counts the successors it gives.
struct Counting<'a> {
    graph: &'a Graph,
    visited: Cell<u64>,
    /// How far apart the numbers of the states are, if they are numbered.
    stride: Option<usize>,
}

impl StateSpace for Counting<'_> {
    type State = usize;

    fn estimate(&self, state: &usize) -> u32 {
        self.graph.estimate(state)
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.graph.is_goal(state)
    }

    fn for_each_successor(
        &self,
        state: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        self.graph.for_each_successor(state, previous, |successor, cost| {
            self.visited.set(self.visited.get() + 1);
            visit(successor, cost);
        });
    }

    fn number(&self, state: &usize) -> Option<usize> {
        self.stride.map(|stride| stride * state)
    }
}

proptest! {
    /// Every successor is counted once: as a node, as a duplicate, or, while a goal is open, as
    /// pruned. The largest open list is the largest there was. It makes no difference whether
    /// states are numbered.
    #[test]
    fn counters_are_those_of_the_nodes((mut graph, percents) in any_graph(0..20)) {
        let distances = graph.distances();
        for (state, estimate) in graph.estimates.iter_mut().enumerate() {
            *estimate = share(distances[state], percents[state]);
        }
        let mut counters = Vec::new();
        for stride in [None, Some(1), Some(700)] {
            let space = Counting { graph: &graph, visited: Cell::new(0), stride };
            counters.push([
                check_counters(GraphAStar::new().start(&space, 0), &space)?,
                check_counters(UniformCost::new().start(&space, 0), &space)?,
            ]);
        }
        prop_assert!(counters.iter().all(|each| *each == counters[0]), "{counters:?}");
    }
}

proptest! {
    /// A goal comes first among the nodes of its *f*: no other one is expanded, however many states
    /// are as far away. Once it is open, none of its *f* or above is stored, and only those are
    /// pruned.
    #[test]
    fn a_goal_comes_first_among_equals((graph, _) in any_graph(1..4)) {
        let (farthest, cheapest) = (Cell::new(0), Cell::new(u32::MAX));
        let note = |event: &Event<'_, usize>| match event.kind {
            EventKind::Expanded => farthest.set(event.path_cost.max(farthest.get())),
            EventKind::Generated | EventKind::Reopened => {
                assert!(event.path_cost < cheapest.get());
                if graph.is_goal(event.state) {
                    cheapest.set(event.path_cost);
                }
            }
            EventKind::Pruned => assert!(event.path_cost >= cheapest.get()),
            _ => {}
        };
        for is_a_star in [true, false] {
            farthest.set(0);
            cheapest.set(u32::MAX);
            let space = Observed::new(&graph, &note);
            let mut search: Box<dyn Search<State = usize>> = if is_a_star {
                Box::new(GraphAStar::new().start(space, 0))
            } else {
                Box::new(UniformCost::new().start(space, 0))
            };
            search.run(&Limits::none());
            if search.has_solution() {
                prop_assert!(farthest.get() < search.cost() || search.statistics().expanded == 0);
            }
        }
    }
}

/// A goal that is open prunes no better path to itself, even if that has the same *f*.
#[test]
fn a_better_path_to_a_goal_that_is_open_is_taken() {
    let twice = |&state: &u32| [(state + 1, 100), (state + 1, 1), (state + 2, 0)];
    let problem = Problem::from_successors(0, twice, |&state| state == 1);
    let problem = problem.estimate(|&state| u32::from(state != 1));
    let mut search = BestFirst::new(ByEstimate).start(&problem, 0);
    search.run(&Limits::none());
    assert_eq!((search.path(), search.cost()), (vec![0, 1], 1));
}

/// Lets steps cost so much that the open list has no place for most nodes in its array.
fn scale(graph: &mut Graph) {
    graph.edges.iter_mut().flatten().for_each(|(_, cost)| *cost *= 700);
}

/// What can be seen of a search, but for the memory and the numbers of nodes.
fn seen<P: StateSpace<State = usize>, E: Evaluation>(
    search: &GraphSearch<P, E>,
) -> (Vec<[u32; 3]>, Statistics, Vec<usize>, [u32; 2]) {
    let number = |state: &usize| u32::try_from(*state).unwrap();
    let open = search.open_list();
    let open = open.map(|node| [number(node.state), node.priority, node.path_cost]).collect();
    let mut statistics = search.statistics();
    (statistics.bytes, statistics.elapsed) = (0, Duration::ZERO);
    (open, statistics, search.path(), [search.cost(), search.lower_bound()])
}

/// Compares a search with one that is observed, at each step.
macro_rules! assert_same_course {
    ($algorithm:expr, $graph:expr) => {{
        let observed = Observed::new($graph, |_: &Event<'_, usize>| ());
        let mut search = $algorithm.start($graph, 0);
        let mut other = $algorithm.start(observed, 0);
        loop {
            prop_assert_eq!(seen(&search), seen(&other));
            let (end, end_of_other) = (search.advance(1), other.advance(1));
            prop_assert_eq!(end.is_some(), end_of_other.is_some());
            if end.is_some() {
                prop_assert_eq!(seen(&search), seen(&other));
                break;
            }
        }
    }};
}

proptest! {
    /// If a search is not observed, an open node gets a better path to its state. If it is, the
    /// state gets another node. The course of the search is the same.
    #[test]
    fn an_open_node_changes_as_if_it_were_replaced((mut graph, percents) in any_graph(0..20)) {
        scale(&mut graph);
        let distances = graph.distances();
        for (state, estimate) in graph.estimates.iter_mut().enumerate() {
            *estimate = share(distances[state], percents[state]);
        }
        let graph = &graph;
        assert_same_course!(GraphAStar::new(), graph);
        assert_same_course!(GraphAStar::new(), Numbered(graph));
        assert_same_course!(GraphAStar::new().bidirectional_pathmax(), graph);
        assert_same_course!(UniformCost::new(), graph);
        assert_same_course!(WeightedAStar::new(2.0), graph);
        assert_same_course!(BestFirst::new(HighH), graph);
        assert_same_course!(BestFirst::new(ByEstimate), graph);
        assert_same_course!(BestFirst::new(Longest), graph);
    }
}

proptest! {
    /// Once memory is full, nodes are taken off and put back again and again. None is on the list
    /// twice, and none is left at the end.
    #[test]
    fn no_node_is_left_open_when_memory_was_full(
        (mut graph, _) in any_graph(1..20),
        bytes in 500_usize..2_500,
    ) {
        scale(&mut graph);
        graph.goals.clear();
        let mut search = BoundedMemory::new().start(&graph, 0);
        let end = search.run(&Limits::none().bytes(bytes));
        let Statistics { open, .. } = search.statistics();
        prop_assert!(open == 0 || end != End::Exhausted, "{open} nodes are open");
    }
}

#[test]
fn a_better_path_to_an_open_state_takes_no_memory_for_a_node() {
    let successors = |&state: &u32| match state {
        0 => vec![(1, 9_000), (2, 1_000), (3, 2_000)],
        2 => vec![(1, 7_000)],
        3 => vec![(1, 5_000)],
        _ => vec![(4, 1_000)],
    };
    let problem = Problem::from_successors(0, successors, |&state| state == 4);
    let mut search = GraphAStar::new().start(&problem, 0);
    search.advance(3);
    let open: Vec<_> = search.open_list().map(|node| (node.id.index(), node.path_cost)).collect();
    assert_eq!(open, [(1, 7_000)]);
    assert_eq!((search.statistics().enqueued, search.statistics().open), (6, 1));
    search.run(&Limits::none());
    assert_eq!((search.path(), search.cost()), (vec![0, 3, 1, 4], 8_000));
}

/// Returns how many nodes were expanded, duplicates, and opened again.
fn check_counters<'a, E>(
    mut search: GraphSearch<&'a Counting<'a>, E>,
    space: &Counting<'_>,
) -> Result<[u64; 3], TestCaseError>
where
    GraphSearch<&'a Counting<'a>, E>: Search<State = usize>,
    E: Evaluation,
{
    space.visited.set(0);
    let mut largest_open = 0;
    let mut expanded = 0;
    loop {
        let statistics = search.statistics();
        prop_assert_eq!(search.open_list().count() as u64, statistics.open);
        prop_assert_eq!(statistics.generated, 1 + space.visited.get());
        let pruned = statistics.generated - statistics.enqueued - statistics.duplicates;
        let has_open_goal = search.open_list().any(|node| space.is_goal(node.state));
        prop_assert!(pruned == 0 || has_open_goal);
        prop_assert_eq!(statistics.expanded, expanded);
        prop_assert_eq!(statistics.dequeued, expanded);
        largest_open = largest_open.max(statistics.open);
        prop_assert_eq!(statistics.largest_open, largest_open);
        if search.advance(1).is_some() {
            let Statistics { expanded, duplicates, reopened, .. } = search.statistics();
            return Ok([expanded, duplicates, reopened]);
        }
        expanded += 1;
    }
}

/// In a large table, nodes of equal f are expanded together. No node of a higher f is among them,
/// even if all others of that f are outdated.
#[test]
fn a_batch_is_of_one_f() {
    const START: u32 = 0;
    const LONG: u32 = 1;
    const SHORT: u32 = 2;
    const OUTDATED: u32 = 3;
    const DEAR_GOAL: u32 = 4;
    const GOAL: u32 = 5;
    const CROWD: u32 = 6;
    let successors = |&state: &u32| -> Vec<(u32, u32)> {
        match state {
            START => {
                let crowd = (CROWD..CROWD + 70_000).map(|state| (state, 1_000));
                [(OUTDATED, 5), (LONG, 5), (SHORT, 1), (DEAR_GOAL, 12)]
                    .into_iter()
                    .chain(crowd)
                    .collect()
            }
            SHORT => vec![(OUTDATED, 1)],
            LONG => vec![(GOAL, 5)],
            _ => Vec::new(),
        }
    };
    let is_goal = |state: &u32| [DEAR_GOAL, GOAL].contains(state);
    let problem = Problem::from_successors(START, successors, is_goal);
    let solver = problem.solver().algorithm(GraphAStar::new()).solve();
    assert_eq!(solver.solution(), [START, LONG, GOAL]);
    let solver = problem.solver().algorithm(UniformCost::new()).solve();
    assert_eq!(solver.solution(), [START, LONG, GOAL]);
}
