//! Random directed graphs with weighted edges, and the distances in them by another crate.

use std::collections::BTreeSet;

use bestfirst::{BidirectionalSpace, DEAD_END, NumberedSpace, StateSpace};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

/// A directed graph with weighted edges, searched from vertex 0.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<Vec<(usize, u32)>>,
    pub(crate) estimates: Vec<u32>,
    pub(crate) goals: Vec<usize>,
}

impl StateSpace for Graph {
    type State = usize;

    fn estimate(&self, &state: &usize) -> u32 {
        self.estimates[state]
    }

    fn is_goal(&self, &state: &usize) -> bool {
        self.goals.contains(&state)
    }

    fn for_each_successor(
        &self,
        &state: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        for &(next, cost) in &self.edges[state] {
            if Some(&next) != previous {
                visit(next, cost);
            }
        }
    }

    fn least_step_cost(&self) -> u32 {
        self.edges.iter().flatten().map(|edge| edge.1).min().unwrap_or(0)
    }
}

/// Backward it is blind.
impl BidirectionalSpace for Graph {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        self.goals.iter().copied()
    }

    fn for_each_predecessor(
        &self,
        &state: &usize,
        next: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        for (from, edges) in self.edges.iter().enumerate().filter(|&(from, _)| Some(&from) != next)
        {
            let edges = edges.iter().filter(|edge| edge.0 == state);
            edges.for_each(|&(_, cost)| visit(from, cost));
        }
    }
}

impl Graph {
    /// The cheapest cost from each vertex to a goal, found by another crate. [`u32::MAX`] stands
    /// for costs that are higher.
    pub(crate) fn distances(&self) -> Vec<Option<u32>> {
        let mut reversed = vec![Vec::new(); self.edges.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            for &(to, cost) in edges {
                reversed[to].push((from, u64::from(cost)));
            }
        }
        // One more vertex, from which all goals are reached at no cost.
        let source = self.edges.len();
        reversed.push(self.goals.iter().map(|&goal| (goal, 0)).collect());
        let reached = dijkstra_all(&source, |&vertex| reversed[vertex].clone());
        let cost = |&(_, cost): &(usize, u64)| u32::try_from(cost).unwrap_or(u32::MAX);
        (0..source).map(|vertex| reached.get(&vertex).map(cost)).collect()
    }

    /// That this path from vertex 0 follows edges, and costs so much.
    pub(crate) fn assert_path(&self, path: &[usize], cost: u32) {
        // Two vertices may have several edges between them, and a search may take any.
        let mut sums = BTreeSet::from([0_u64]);
        for pair in path.windows(2) {
            let edges = self.edges[pair[0]].iter().filter(|edge| edge.0 == pair[1]);
            let costs: Vec<u64> = edges.map(|edge| u64::from(edge.1)).collect();
            sums = sums.iter().flat_map(|sum| costs.iter().map(move |cost| sum + cost)).collect();
        }
        assert!(sums.contains(&u64::from(cost)), "{path:?} does not cost {cost} in {self:?}");
        assert_eq!(path[0], 0);
    }

    /// That distances backward from the goals are consistent estimates, never too high, and exact
    /// where a state was reached. `is_all` says that they were to be computed to every state.
    #[cfg(feature = "sliding-tiles")]
    pub(crate) fn assert_estimates<P: StateSpace<State = usize>>(
        &self,
        table: &bestfirst::search::Distances<P>,
        is_all: bool,
    ) {
        use bestfirst::Heuristic;

        for (vertex, &distance) in self.distances().iter().enumerate() {
            let estimate = table.estimate(&vertex);
            let least = table.cost(&vertex).unwrap_or(0);
            match distance {
                // A cost of `u32::MAX` is allowed, so this is no dead end.
                Some(distance) => {
                    assert!(estimate <= distance.min(DEAD_END - 1));
                    assert!(least.min(DEAD_END - 1) <= estimate);
                    assert!(!is_all || estimate == distance.min(DEAD_END - 1));
                }
                None => {
                    assert!(!is_all || table.stopped_by().is_some() || estimate == DEAD_END);
                }
            }
            for &(next, cost) in &self.edges[vertex] {
                assert!(estimate <= table.estimate(&next).saturating_add(cost));
            }
        }
    }
}

/// A graph in which each vertex is its own number.
#[derive(Clone, Copy)]
pub(crate) struct Numbered<'a>(pub(crate) &'a Graph);

impl StateSpace for Numbered<'_> {
    type State = usize;

    fn estimate(&self, vertex: &usize) -> u32 {
        self.0.estimate(vertex)
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        self.0.is_goal(vertex)
    }

    fn for_each_successor(
        &self,
        vertex: &usize,
        previous: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        self.0.for_each_successor(vertex, previous, visit);
    }

    fn number(&self, &vertex: &usize) -> Option<usize> {
        Some(vertex)
    }
}

impl NumberedSpace for Numbered<'_> {
    fn numbers(&self) -> usize {
        self.0.edges.len()
    }

    fn state(&self, number: usize) -> Option<usize> {
        Some(number)
    }
}

/// A graph of up to 8 vertices with up to 2 goals, and for each vertex a percentage from which to
/// make an estimate.
pub(crate) fn any_graph(costs: std::ops::Range<u32>) -> impl Strategy<Value = (Graph, Vec<u64>)> {
    (2usize..8).prop_flat_map(move |count| {
        let edge = (0..count, 0..count, costs.clone());
        let edges = prop::collection::vec(edge, count..3 * count);
        let percents = prop::collection::vec(0u64..=100, count);
        let goals = prop::collection::vec(0..count, 0..3);
        (edges, percents, goals).prop_map(move |(list, percents, goals)| {
            let mut edges = vec![Vec::new(); count];
            for (from, to, cost) in list {
                edges[from].push((to, cost));
            }
            (Graph { edges, estimates: vec![0; count], goals }, percents)
        })
    })
}

/// So much of a distance. It never claims that there is no path: a path may cost more than a
/// distance can tell.
pub(crate) fn share(distance: Option<u32>, percent: u64) -> u32 {
    let share = u64::from(distance.unwrap_or(0)) * percent / 100;
    u32::try_from(share).unwrap().min(DEAD_END - 1)
}

/// A graph of so many vertices with steps that cost up to 4, and what the cheapest path costs. The
/// goal is what is farthest away. The estimates are as inconsistent as can be.
#[cfg(feature = "sliding-tiles")]
pub(crate) fn large_graph(count: usize) -> (Graph, u32) {
    let mix = |number: usize| (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    let target = |from, turn| usize::try_from(mix(3 * from + turn)).unwrap() % count;
    let cost = |from, turn| u32::try_from(mix(7 * from + turn) % 5).unwrap();
    let mut edges = vec![Vec::new(); count];
    let mut reversed = edges.clone();
    for (from, turn) in (0..count).flat_map(|from| (0..3).map(move |turn| (from, turn))) {
        edges[from].push((target(from, turn), cost(from, turn)));
        reversed[target(from, turn)].push((from, cost(from, turn)));
    }
    let back = Graph { edges: reversed, estimates: Vec::new(), goals: vec![0] };
    let farthest = (0..).zip(back.distances()).max_by_key(|&(_, distance)| distance).unwrap().0;
    let mut graph = Graph { edges, estimates: Vec::new(), goals: vec![farthest] };
    let distances = graph.distances();
    graph.estimates = (0..).zip(&distances).map(|(v, &d)| share(d, mix(v) % 50)).collect();
    let optimum = distances[0].unwrap();
    (graph, optimum)
}
