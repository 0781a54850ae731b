//! Searches of spaces that leave out more successors than the previous state.

use bestfirst::search::{
    AStar, Algorithm, DenseAStar, End, GraphAStar, IdaStar, Search, TreeAStar, UniformCost,
};
use bestfirst::{Cost, NumberedSpace, StateSpace};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph, share};

/// A graph in which a state leaves out what the previous one leads to as cheaply in one step, or in
/// two steps through another state. Of two paths of equal cost, the one is preferred whose state
/// between costs less to reach, or is lower. So among the states from which the next one is reached
/// at least cost, the first one in this order does not leave it out, whatever its parent is.
struct Pruned(Graph);

impl Pruned {
    /// The cost of the cheapest step between two states.
    fn step_cost(&self, from: usize, to: usize) -> Option<Cost> {
        let steps = self.0.edges[from].iter().filter(|step| step.0 == to);
        steps.map(|step| step.1).min()
    }

    fn is_left_out(&self, previous: usize, state: usize, next: usize, step_cost: Cost) -> bool {
        let Some(before) = self.step_cost(previous, state) else { return false };
        // A step from a state to itself is not on any path of least cost.
        if previous == state || state == next {
            return false;
        }
        let cost = before + step_cost;
        let is_as_cheap = |other: usize| {
            let both = self.step_cost(previous, other).zip(self.step_cost(other, next));
            other != state
                && both.is_some_and(|(first, second)| {
                    (first + second, first, other) < (cost, before, state)
                })
        };
        self.step_cost(previous, next).is_some_and(|direct| direct <= cost)
            || (0..self.0.edges.len()).any(is_as_cheap)
    }
}

impl StateSpace for Pruned {
    type State = usize;

    fn estimate(&self, state: &usize) -> Cost {
        self.0.estimate(state)
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.0.is_goal(state)
    }

    fn for_each_successor(
        &self,
        &state: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, Cost),
    ) {
        self.0.for_each_successor(&state, previous, |next, step_cost| {
            let is_left_out = |&previous| self.is_left_out(previous, state, next, step_cost);
            if !previous.is_some_and(is_left_out) {
                visit(next, step_cost);
            }
        });
    }

    fn number(&self, &state: &usize) -> Option<usize> {
        Some(state)
    }
}

impl NumberedSpace for Pruned {
    fn numbers(&self) -> usize {
        self.0.edges.len()
    }

    fn state(&self, number: usize) -> Option<usize> {
        Some(number)
    }
}

/// That a search finds a solution of least cost, and that after each step its cost is that of its
/// path.
fn assert_optimal<'s, A>(algorithm: &A, space: &'s Pruned, optimum: Option<Cost>)
where
    A: Algorithm<&'s Pruned, Search: Search<State = usize>>,
{
    let mut search = algorithm.start(space, 0);
    // Tree search may not end where there is no solution.
    for _ in 0..10_000 {
        let end = search.advance(1);
        space.0.assert_path(&search.path(), search.cost());
        match end {
            Some(End::Solved) => return assert_eq!(Some(search.cost()), optimum, "{:?}", space.0),
            Some(_) => return assert_eq!(end.zip(optimum), None, "{:?}", space.0),
            None => {}
        }
    }
}

/// A graph of `COUNT` states, whose steps lead to higher ones, and for each state a percentage from
/// which to make an estimate. The steps to the goal, the last state, cost most.
fn any_pruned() -> impl Strategy<Value = (Graph, Vec<u64>)> {
    const COUNT: usize = 6;
    let step = prop::option::weighted(0.6, 1..12_u32);
    let steps = prop::collection::vec(prop::collection::vec(step, COUNT), COUNT - 1);
    (steps, prop::collection::vec(0..=100_u64, COUNT)).prop_map(|(steps, percents)| {
        let cost = |to, cost| if to + 1 == COUNT { cost + 50 } else { cost };
        let list = |(from, costs): (usize, Vec<Option<Cost>>)| {
            let steps = (0..COUNT).zip(costs).skip(from + 1);
            steps.filter_map(|(to, step)| Some((to, cost(to, step?)))).collect()
        };
        let mut edges: Vec<Vec<_>> = (0..).zip(steps).map(list).collect();
        edges.push(Vec::new());
        (Graph { edges, estimates: vec![0; COUNT], goals: vec![COUNT - 1] }, percents)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn solutions_are_optimal((mut graph, percents) in prop_oneof![any_graph(1..20), any_pruned()]) {
        let distances = graph.distances();
        graph.estimates = distances.iter().zip(percents).map(|(&d, p)| share(d, p)).collect();
        let (space, optimum) = (Pruned(graph), distances[0]);
        assert_optimal(&AStar::new(), &space, optimum);
        assert_optimal(&GraphAStar::new(), &space, optimum);
        assert_optimal(&UniformCost::new(), &space, optimum);
        assert_optimal(&DenseAStar::new(), &space, optimum);
        assert_optimal(&TreeAStar::new(), &space, optimum);
        assert_optimal(&IdaStar::new(), &space, optimum);
    }
}

/// A state that was reopened may be closed again without having given its successor anew: here 2
/// leaves out 4 once it is reached from 1.
#[test]
fn the_cost_is_that_of_a_path_through_a_state_that_has_left_out_the_next_one() {
    let space = Pruned(Graph {
        edges: vec![
            vec![(2, 10), (1, 1)],
            vec![(2, 1), (3, 3)],
            vec![(4, 5)],
            vec![(4, 2)],
            vec![(5, 100)],
            Vec::new(),
        ],
        estimates: vec![30, 20, 5, 10, 0, 0],
        goals: vec![5],
    });
    let mut search = DenseAStar::new().start(space, 0);
    assert_eq!(search.advance(5), None);
    assert_eq!((search.path(), search.cost()), (vec![0, 1, 2, 4], 7));
    assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 106));
}
