//! Random graphs with several costs, and the oracle.

use std::array;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic;

use bestfirst::{Cost, DEAD_END, Event, MultiObjectiveSpace, StateSpace};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

pub(super) type Vectors<const D: usize> = BTreeSet<[Cost; D]>;

/// A random graph, which can panic at a chosen call.
pub(super) struct Graph<const D: usize> {
    pub(super) arcs: Vec<Vec<(u32, [Cost; D])>>,
    pub(super) goals: Vec<bool>,
    pub(super) estimates: Vec<[Cost; D]>,
    pub(super) is_numbered: bool,
    /// How many calls are answered before one panics.
    pub(super) answers: Cell<u64>,
}

/// The payload of a panic of a graph.
pub(super) struct Sprung;

impl<const D: usize> Graph<D> {
    pub(super) fn random(rng: &mut ChaCha8Rng) -> Self {
        Self::with_nodes(rng.random_range(1..12), rng)
    }

    pub(super) fn with_nodes(nodes: u32, rng: &mut ChaCha8Rng) -> Self {
        let most = [1, 3, 10, 1_000, Cost::MAX / 4, Cost::MAX][rng.random_range(0..6)];
        let count = rng.random_range(0..=4 * nodes);
        let mut arcs = vec![Vec::new(); nodes as usize];
        for _ in 0..count {
            let (from, to) = (rng.random_range(0..nodes), rng.random_range(0..nodes));
            for _ in 0..[1, 1, 1, 3][rng.random_range(0..4)] {
                let is_free = rng.random_ratio(1, 6);
                let cost =
                    |rng: &mut ChaCha8Rng| if is_free { 0 } else { rng.random_range(0..=most) };
                arcs[from as usize].push((to, array::from_fn(|_| cost(rng))));
            }
        }
        let one_in = rng.random_range(2..8);
        let goals = (0..nodes).map(|_| rng.random_ratio(1, one_in)).collect();
        let (is_numbered, answers) = (rng.random(), Cell::new(u64::MAX));
        let estimates = vec![[0; D]; nodes as usize];
        let mut graph = Self { arcs, goals, estimates, is_numbered, answers };
        graph.set_estimates(rng);
        graph
    }

    /// Estimates that are blind, exact, consistent, or only admissible.
    pub(super) fn set_estimates(&mut self, rng: &mut ChaCha8Rng) {
        let kind = rng.random_range(0..4);
        let dead_ends = rng.random_range(0..3);
        let exact: [Vec<Option<u64>>; D] = array::from_fn(|cost| self.distances(cost));
        for node in 0..self.arcs.len() {
            self.estimates[node] = array::from_fn(|cost| {
                let Some(exact) = exact[cost][node] else {
                    let any = [0, DEAD_END, rng.random_range(0..DEAD_END)][dead_ends];
                    return if kind == 0 { 0 } else { any };
                };
                let exact = u32::try_from(exact).unwrap_or(DEAD_END - 1).min(DEAD_END - 1);
                [0, exact, exact / 2, rng.random_range(0..=exact)][kind]
            });
        }
    }

    /// The lowest cost of a path to a goal, by one of the costs.
    pub(super) fn distances(&self, cost: usize) -> Vec<Option<u64>> {
        let mut known: Vec<_> = self.goals.iter().map(|&is_goal| is_goal.then_some(0)).collect();
        for _ in 0..self.arcs.len() {
            for (from, arcs) in self.arcs.iter().enumerate() {
                let through = |&(to, costs): &(u32, [Cost; D])| {
                    known[to as usize].map(|rest: u64| rest + u64::from(costs[cost]))
                };
                let least = arcs.iter().filter_map(through).chain(known[from]).min();
                known[from] = least;
            }
        }
        known
    }

    /// The Pareto set of all paths from a node within a budget, by repeated relaxation of all arcs.
    pub(super) fn oracle(&self, start: u32, budget: [Cost; D]) -> Vectors<D> {
        let mut known = vec![Vectors::new(); self.arcs.len()];
        known[start as usize].insert([0; D]);
        loop {
            let mut has_changed = false;
            for from in 0..self.arcs.len() {
                for &(to, step) in &self.arcs[from] {
                    for costs in known[from].clone() {
                        let sum = sum(costs, step).filter(|sum| is_covered(sum, &budget));
                        let new = sum.filter(|sum| {
                            !known[to as usize].iter().any(|other| is_covered(other, sum))
                        });
                        if let Some(new) = new {
                            known[to as usize].retain(|other| !is_covered(&new, other));
                            known[to as usize].insert(new);
                            has_changed = true;
                        }
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
        let goals = known.iter().zip(&self.goals).filter(|goal| *goal.1);
        nondominated(goals.flat_map(|(costs, _)| costs.iter().copied()))
    }

    /// Whether the arcs along a path can cost this.
    pub(super) fn can_cost(&self, path: &[u32], costs: [Cost; D]) -> bool {
        let mut sums = Vectors::from([[0; D]]);
        for step in path.windows(2) {
            let arcs = self.arcs[step[0] as usize].iter().filter(|arc| arc.0 == step[1]);
            let arcs: Vec<_> = arcs.map(|arc| arc.1).collect();
            let all = sums.iter().flat_map(|&before| arcs.iter().map(move |&arc| sum(before, arc)));
            sums = all.flatten().collect();
        }
        sums.contains(&costs)
    }

    pub(super) fn ask(&self) {
        let left = self.answers.get();
        if left == 0 {
            self.answers.set(u64::MAX);
            panic::resume_unwind(Box::new(Sprung));
        }
        self.answers.set(left - 1);
    }
}

pub(super) fn sum<const D: usize>(costs: [Cost; D], step: [Cost; D]) -> Option<[Cost; D]> {
    let mut sums = costs;
    for (sum, step) in sums.iter_mut().zip(step) {
        *sum = sum.checked_add(step)?;
    }
    Some(sums)
}

pub(super) fn is_covered<const D: usize>(by: &[Cost; D], costs: &[Cost; D]) -> bool {
    by.iter().zip(costs).all(|(by, cost)| by <= cost)
}

pub(super) fn nondominated<const D: usize>(all: impl Iterator<Item = [Cost; D]>) -> Vectors<D> {
    let all: Vectors<D> = all.collect();
    let is_covered = |costs| all.iter().any(|by| by != costs && is_covered(by, costs));
    all.iter().filter(|costs| !is_covered(costs)).copied().collect()
}

impl<const D: usize> StateSpace for Graph<D> {
    type State = u32;

    const IS_OBSERVED: bool = true;

    fn observe(&self, _: &Event<'_, u32>) {
        self.ask();
    }

    fn estimate(&self, &node: &u32) -> Cost {
        self.ask();
        self.estimates[node as usize][0]
    }

    fn is_goal(&self, &node: &u32) -> bool {
        self.ask();
        self.goals[node as usize]
    }

    fn number(&self, &node: &u32) -> Option<usize> {
        self.ask();
        self.is_numbered.then_some(node as usize)
    }

    fn heap_bytes(&self, _: &u32) -> usize {
        self.ask();
        7
    }

    fn for_each_successor(
        &self,
        node: &u32,
        previous: Option<&u32>,
        mut visit: impl FnMut(u32, Cost),
    ) {
        self.for_each_step(node, previous, |next, costs| visit(next, costs[0]));
    }
}

impl<const D: usize> MultiObjectiveSpace<D> for Graph<D> {
    fn estimates(&self, &node: &u32) -> [Cost; D] {
        self.ask();
        self.estimates[node as usize]
    }

    fn for_each_step(
        &self,
        &node: &u32,
        previous: Option<&u32>,
        mut visit: impl FnMut(u32, [Cost; D]),
    ) {
        for &(next, costs) in &self.arcs[node as usize] {
            self.ask();
            if Some(&next) != previous {
                visit(next, costs);
            }
        }
        self.ask();
    }
}
