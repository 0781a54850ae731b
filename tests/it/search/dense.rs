//! Searches in an array, and distances, compared with those by hash.

use std::cell::Cell;
use std::mem;
use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{
    Algorithm, DenseAStar, Distances, DistancesBuilder, DistancesMemory, End, Search,
};
use bestfirst::{Cost, Heuristic, Limits, NumberedSpace, StateSpace, StopReason};
use proptest::prelude::*;

use crate::common::graph::{Graph, Numbered, any_graph};

type Builder<'a> = DistancesBuilder<Numbered<'a>>;

/// That the costs and paths are the same as by hash, in the memory of other computations and
/// without.
fn assert_same(graph: &Graph, builder: &Builder<'_>, memory: &mut DistancesMemory<usize>) {
    let expected = builder.clone().compute();
    let fresh = builder.clone().compute_dense();
    let reusing = builder.clone().reusing(mem::take(memory)).compute_dense();
    for dense in [&fresh, &reusing] {
        assert_eq!(dense.stopped_by(), expected.stopped_by());
        let mut reached = Vec::new();
        for vertex in 0..graph.edges.len() {
            let cost = expected.cost(&vertex);
            assert_eq!(dense.cost(&vertex), cost, "{vertex}");
            assert_eq!(dense.estimate(&vertex), expected.estimate(&vertex), "{vertex}");
            assert_eq!(dense.path(&vertex).is_some(), cost.is_some());
            if let (Some(path), Some(cost)) = (dense.path(&vertex), cost) {
                assert_eq!(expected.cost(&path[0]), Some(0));
                let steps = path.windows(2).map(|pair| {
                    let costs = graph.edges[pair[0]].iter().filter(|edge| edge.0 == pair[1]);
                    costs.map(|edge| edge.1).min().unwrap()
                });
                assert_eq!(steps.sum::<u32>(), cost, "{path:?}");
                assert_eq!(path.last(), Some(&vertex));
                reached.push((vertex, cost));
            }
        }
        assert_eq!(dense.iter().collect::<Vec<_>>(), reached);
    }
    *memory = reusing.into_memory();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn they_are_the_distances_by_hash(
        (first, _) in any_graph(0..20),
        (second, _) in prop_oneof![any_graph(0..3), any_graph(u32::MAX / 4..u32::MAX / 2)],
        others in prop::collection::vec(0_usize..20, 0..3),
        within in prop_oneof![Just(u32::MAX), 0..60_u32],
        expansions in prop_oneof![Just(u64::MAX), 0..10_u64],
    ) {
        let mut memory = DistancesMemory::new();
        for graph in [&first, &second, &first] {
            let count = graph.edges.len();
            let from = Distances::from(Numbered(graph), others.first().map_or(0, |at| at % count));
            let from = from.and_from(others.iter().map(|other| other % count)).within(within);
            assert_same(graph, &from, &mut memory);

            // Nodes of equal cost may be expanded in another order.
            let all = from.clone().compute();
            let limits = Limits::none().expansions(expansions);
            let targets = others.iter().map(|other| (other + 3) % count);
            for part in [from.clone().limits(limits), from.clone().to(targets.clone())] {
                let part = part.reusing(mem::take(&mut memory)).compute_dense();
                for (vertex, cost) in part.iter() {
                    prop_assert_eq!(all.cost(&vertex), Some(cost));
                }
                for vertex in 0..count {
                    let distance = all.cost(&vertex).unwrap_or(all.estimate(&vertex));
                    prop_assert!(part.estimate(&vertex) <= distance);
                }
                memory = part.into_memory();
            }
            let to_some = from.to(targets.clone()).compute_dense();
            for target in targets {
                prop_assert_eq!(to_some.cost(&target), all.cost(&target));
            }
        }
    }
}

/// Nothing of the computation before is taken for this one's.
#[test]
fn without_memory_nothing_is_known() {
    let line = |length: usize| Graph {
        edges: (0..length).map(|from| vec![((from + 1) % length, 1)]).collect(),
        estimates: vec![0; length],
        goals: Vec::new(),
    };
    let (short, long) = (line(10), line(1_000));
    let all = Distances::from(Numbered(&short), 0).compute_dense();
    let from_5 = Distances::from(Numbered(&long), 5);
    let limits = Limits::none().bytes(1_000);
    let none = from_5.clone().limits(limits).reusing(all.into_memory()).compute_dense();
    assert!(matches!(none.stopped_by(), Some(StopReason::Bytes { .. })), "{:?}", none.stopped_by());
    assert_eq!((none.iter().count(), none.cost(&3), none.estimate(&3)), (0, None, 0));
    let all = from_5.reusing(none.into_memory()).compute_dense();
    assert_eq!((all.stopped_by(), all.cost(&3)), (None, Some(998)));
}

/// A limit on memory that comes after a computation without one gives memory back, but none of the
/// initial states.
#[test]
fn limits_count_from_the_first_initial_state() {
    let line = Graph {
        edges: (0..100_usize)
            .map(|at| [at.checked_sub(1), Some(at + 1)].into_iter().flatten())
            .map(|near| near.filter(|&to| to < 100).map(|to| (to, 1)).collect())
            .collect(),
        estimates: vec![0; 100],
        goals: Vec::new(),
    };
    let from = || Distances::from(Numbered(&line), 0).and_from([50]);
    let mut memory = DistancesMemory::new();
    for bytes in [None, Some(1_000_000), Some(100), Some(1_000_000), None] {
        let limits = bytes.map_or(Limits::none(), |bytes| Limits::none().bytes(bytes));
        let is_enough = bytes != Some(100);
        let fresh = from().limits(limits.clone()).compute_dense();
        let reusing = from().limits(limits.clone()).reusing(mem::take(&mut memory)).compute_dense();
        for dense in [&fresh, &reusing] {
            assert_eq!(dense.stopped_by().is_none(), is_enough);
            assert_eq!(dense.cost(&3), is_enough.then_some(3));
            assert_eq!(dense.cost(&53), is_enough.then_some(3));
            assert_eq!(dense.estimate(&53), if is_enough { 3 } else { 0 });
        }
        memory = reusing.into_memory();
        let sparse = from().limits(limits).compute();
        assert_eq!(sparse.stopped_by().is_none(), is_enough);
        assert!(!is_enough || [3, 53].iter().all(|state| sparse.cost(state) == Some(3)));
    }
}

/// The path to the most promising state may go through one that was reopened, and is not expanded
/// again yet: the path cost of its successor is out of date then, but not the cost of the path.
#[test]
fn the_cost_is_that_of_a_path_through_a_reopened_state() {
    let graph = Graph {
        edges: vec![
            vec![(1, 10), (2, 4)],
            vec![(3, 6), (3, 7)],
            vec![(1, 2)],
            vec![(4, 1)],
            vec![],
        ],
        estimates: vec![12, 2, 9, 1, 0],
        goals: vec![4],
    };
    let mut search = DenseAStar::new().start(Numbered(&graph), 0);
    assert_eq!(search.advance(3), None);
    assert_eq!((search.path(), search.cost()), (vec![0, 2, 1, 3], 12));
    assert_eq!(search.statistics().reopened, 1);
    assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 13));
}

/// A search in the memory of 32,767 others clears what they have left.
#[test]
fn marks_begin_again_before_they_overflow() {
    let line = Graph {
        edges: (0..10).map(|from| vec![((from + 1) % 10, 1)]).collect(),
        estimates: vec![0; 10],
        goals: vec![9],
    };
    let mut search = DenseAStar::new().start(Numbered(&line), 0);
    for query in 0..33_000 {
        let initial = if query % 100 == 0 { 0 } else { 9 };
        search.restart(initial);
        assert_eq!(search.advance(u64::MAX), Some(End::Solved), "{query}");
        assert_eq!(search.path(), (initial..10).collect::<Vec<_>>(), "{query}");
    }
}

thread_local! {
    /// A state panics when it is dropped and this is 1. It counts down to 0.
    static UNTIL_PANIC: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone)]
struct Fragile(usize);

impl Drop for Fragile {
    fn drop(&mut self) {
        let left = UNTIL_PANIC.replace(UNTIL_PANIC.get().saturating_sub(1));
        assert!(left != 1, "a state was dropped");
    }
}

/// One step from 0 to the goal, whose estimate is higher.
struct Step;

impl StateSpace for Step {
    type State = Fragile;

    fn estimate(&self, state: &Fragile) -> Cost {
        if self.is_goal(state) { 100 } else { 10 }
    }

    fn is_goal(&self, state: &Fragile) -> bool {
        state.0 == 1
    }

    fn for_each_successor(
        &self,
        state: &Fragile,
        _: Option<&Fragile>,
        mut visit: impl FnMut(Fragile, Cost),
    ) {
        if state.0 == 0 {
            visit(Fragile(1), 1);
        }
    }

    fn number(&self, state: &Fragile) -> Option<usize> {
        Some(state.0)
    }
}

impl NumberedSpace for Step {
    fn numbers(&self) -> usize {
        2
    }

    fn state(&self, number: usize) -> Option<Fragile> {
        Some(Fragile(number))
    }
}

/// Until it is solved, the path is that to the most promising state.
#[test]
fn a_goal_whose_state_panics_when_it_is_dropped_is_found_again() {
    for drops in 1.. {
        let mut search = DenseAStar::new().start(Step, Fragile(0));
        UNTIL_PANIC.set(drops);
        let end = panic::catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX)));
        UNTIL_PANIC.set(0);
        if let Ok(end) = end {
            assert!(drops > 2 && end == Some(End::Solved), "{drops}, {end:?}");
            return;
        }
        assert_eq!((search.has_solution(), search.path().len()), (false, 1), "{drops}");
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        assert_eq!((search.path().len(), search.cost()), (2, 1));
    }
}
