//! A problem: a graph with a start, goals and estimates, and the facts that the oracle finds.

use bestfirst::DEAD_END;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::oracle::{self, Edges};
use super::shapes;

/// A graph with a start and goals.
#[derive(Clone)]
pub(crate) struct Problem {
    /// The index of the problem in the same space whose states it shares, if any.
    pub(crate) like: Option<usize>,
    pub(crate) shape: &'static str,
    pub(crate) edges: Edges,
    pub(crate) reversed: Edges,
    pub(crate) start: u32,
    pub(crate) goals: Vec<u32>,
    /// Estimates of the cost from each node to a goal.
    pub(crate) estimates: Vec<u32>,
    /// Estimates of the cost from the start to each node.
    pub(crate) estimates_from_start: Vec<u32>,
    /// Whether the successor function leaves out the previous state.
    pub(crate) leaves_out_previous: bool,
    pub(crate) truth: Truth,
}

/// The facts that the oracle finds.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(crate) struct Truth {
    /// The cost of the cheapest path to a goal, if there is one.
    pub(crate) optimum: Option<u64>,
    pub(crate) fewest_steps: Option<u64>,
    pub(crate) is_admissible: bool,
    /// Whether the estimates from the start are admissible.
    pub(crate) is_admissible_backward: bool,
    /// Whether both estimates are admissible and consistent.
    pub(crate) is_consistent: bool,
    /// Whether the estimate is admissible, and no step changes it by more than it costs.
    pub(crate) is_consistent_both_ways: bool,
    /// The most that a path from the start without a repeated node can cost, plus the estimate at
    /// its end.
    pub(crate) highest_cost: u64,
    /// The same for a path from the start and a path from a goal together.
    pub(crate) highest_cost_between: u64,
    pub(crate) highest_step: u64,
    pub(crate) highest_estimate: u64,
    pub(crate) least_step: u32,
    /// The most nodes that one expansion generates, from either end.
    pub(crate) most_successors: u64,
}

impl Problem {
    /// A small problem of up to 60 nodes.
    pub(crate) fn small(rng: &mut ChaCha8Rng) -> Self {
        if rng.random_ratio(1, 8) {
            let edges = shapes::tail(rng);
            let goal = rng.random_range(0..8.min(u32::try_from(edges.len()).unwrap()));
            return Self::between("tail", edges, (0, vec![goal]), rng);
        }
        let (shape, edges) = shapes::small(rng);
        Self::new(shape, edges, rng)
    }

    /// A problem of a hundred nodes or more.
    pub(crate) fn large(rng: &mut ChaCha8Rng) -> Self {
        let (shape, edges) = shapes::large(rng);
        Self::new(shape, edges, rng)
    }

    /// A problem far larger than those that come after it, or one of these.
    pub(crate) fn before_others(is_large: bool, rng: &mut ChaCha8Rng) -> Self {
        let (shape, edges) = shapes::very_large_or_not(is_large, rng);
        // Without a goal, all of it is searched.
        let goals = if is_large { Vec::new() } else { any_goals(&edges, rng) };
        let start = if is_large { 0 } else { any_node(&edges, rng) };
        Self::between(shape, edges, (start, goals), rng)
    }

    /// A small problem with a crowd of dead ends next to its start. They cost too much to be
    /// expanded before the goal.
    pub(crate) fn crowded(rng: &mut ChaCha8Rng) -> Self {
        let (mut edges, crowd) = shapes::crowded(rng);
        let distances = oracle::distances(&edges, &[0], u64::from);
        let reached = |&node: &u32| distances[node as usize].is_some();
        let reached: Vec<u32> = (0..crowd.start).filter(reached).collect();
        let goal = reached[rng.random_range(0..reached.len())];
        edges.resize(crowd.end as usize, Vec::new());
        edges[0].extend(crowd.map(|state| (state, 100_000)));
        Self::between("crowded", edges, (0, vec![goal]), rng)
    }

    /// A problem of any size, mostly small.
    pub(crate) fn any(rng: &mut ChaCha8Rng) -> Self {
        if rng.random_ratio(1, 60) { Self::large(rng) } else { Self::small(rng) }
    }

    /// The same graph with another start. `number` is the index of this problem.
    pub(crate) fn elsewhere(&self, number: usize, rng: &mut ChaCha8Rng) -> Self {
        let (like, start) = (Some(number), any_node(&self.edges, rng));
        if start == self.start {
            return Self { like, ..self.clone() };
        }
        let estimates_from_start = vec![0; self.edges.len()];
        let truth = Truth::new(
            [&self.edges, &self.reversed],
            (start, &self.goals),
            [&self.estimates, &estimates_from_start],
        );
        Self { like, start, estimates_from_start, truth, ..self.clone() }
    }

    fn new(shape: &'static str, mut edges: Edges, rng: &mut ChaCha8Rng) -> Self {
        if rng.random_ratio(1, 3) {
            let back = oracle::reversed(&edges);
            edges.iter_mut().zip(back).for_each(|(edges, back)| edges.extend(back));
        }
        let start = any_node(&edges, rng);
        let goals = if rng.random_ratio(1, 12) { vec![start] } else { any_goals(&edges, rng) };
        Self::between(shape, edges, (start, goals), rng)
    }

    fn between(
        shape: &'static str,
        edges: Edges,
        (start, goals): (u32, Vec<u32>),
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let reversed = oracle::reversed(&edges);
        let to_goal = oracle::distances(&reversed, &goals, u64::from);
        let from_start = oracle::distances(&edges, &[start], u64::from);
        let estimates = estimates(&to_goal, rng);
        let estimates_from_start = estimates_backward(&from_start, rng);
        let truth =
            Truth::new([&edges, &reversed], (start, &goals), [&estimates, &estimates_from_start]);
        let leaves_out_previous = rng.random();
        Self {
            like: None,
            shape,
            edges,
            reversed,
            start,
            goals,
            estimates,
            estimates_from_start,
            leaves_out_previous,
            truth,
        }
    }

    /// Whether each edge has one back at the same cost.
    pub(crate) fn is_undirected(&self) -> bool {
        let sorted = |edges: &Edges| {
            let mut edges = edges.clone();
            for edges in &mut edges {
                edges.sort_unstable();
            }
            edges
        };
        sorted(&self.edges) == sorted(&self.reversed)
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }
}

impl std::fmt::Display for Problem {
    /// Prints a small problem in full.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { shape, edges, start, goals, estimates, truth, .. } = self;
        write!(f, "{shape} of {} nodes, {} edges, ", edges.len(), self.edge_count())?;
        write!(f, "{start} to {goals:?}, optimum {:?}", truth.optimum)?;
        write!(f, ", admissible: {}", truth.is_admissible)?;
        if self.edge_count() <= 24 {
            let without_previous = self.leaves_out_previous;
            write!(f, ", edges {edges:?}, estimates {estimates:?}")?;
            write!(f, ", from the start {:?}", self.estimates_from_start)?;
            write!(f, ", previous left out: {without_previous}")?;
        }
        Ok(())
    }
}

impl Truth {
    fn new(
        [edges, reversed]: [&Edges; 2],
        (start, goals): (u32, &[u32]),
        [estimates, backward]: [&Vec<u32>; 2],
    ) -> Self {
        let to_goal = &oracle::distances(reversed, goals, u64::from);
        let from_start = &oracle::distances(edges, &[start], u64::from);
        let fewest_steps = oracle::distances(reversed, goals, |_| 1)[start as usize];
        let is_below = |estimates: &[u32], distances: &[Option<u64>]| {
            let mut both = estimates.iter().zip(distances);
            both.all(|(&h, distance)| {
                distance.is_none_or(|distance| h < DEAD_END && u64::from(h) <= distance)
            })
        };
        let (is_admissible, is_admissible_backward) =
            (is_below(estimates, to_goal), is_below(backward, from_start));
        let keeps = |estimates: &[u32], from: u32, to: u32, cost: u32| {
            estimates[from as usize] <= estimates[to as usize].saturating_add(cost)
        };
        let mut all_steps = (0..)
            .zip(edges)
            .flat_map(|(from, steps)| steps.iter().map(move |&(to, cost)| (from, to, cost)));
        let is_consistent_both_ways = is_admissible
            && all_steps.clone().all(|(from, to, cost)| {
                keeps(estimates, from, to, cost) && keeps(estimates, to, from, cost)
            });
        let is_consistent = is_admissible
            && is_admissible_backward
            && all_steps.all(|(from, to, cost)| {
                keeps(estimates, from, to, cost) && keeps(backward, to, from, cost)
            });
        let highest = |estimates: &[u32]| {
            let finite = estimates.iter().copied().filter(|&h| h < DEAD_END);
            finite.max().map_or(0, u64::from)
        };
        let highest_estimate = highest(estimates);
        let forward = oracle::most_costly(edges, from_start) + highest_estimate;
        let between = forward + oracle::most_costly(reversed, to_goal) + highest(backward);
        let steps = || edges.iter().flatten().map(|step| step.1);
        let degree = [edges, reversed].iter().flat_map(|edges| edges.iter().map(Vec::len)).max();
        Self {
            optimum: to_goal[start as usize],
            fewest_steps,
            is_admissible,
            is_admissible_backward,
            is_consistent,
            is_consistent_both_ways,
            highest_cost: forward,
            highest_cost_between: between,
            highest_step: steps().max().map_or(0, u64::from),
            highest_estimate,
            least_step: steps().min().unwrap_or(0),
            most_successors: (degree.unwrap_or(0) + goals.len()) as u64,
        }
    }
}

/// One goal, or several, or none.
fn any_goals(edges: &Edges, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let count = [0, 1, 1, 1, 1, 1, 1, 2, 3, 4][rng.random_range(0..10)];
    let mut goals: Vec<u32> = (0..count).map(|_| any_node(edges, rng)).collect();
    goals.sort_unstable();
    goals.dedup();
    goals
}

/// The first or the last, one of the first few, or any.
fn any_node(edges: &Edges, rng: &mut ChaCha8Rng) -> u32 {
    let count = u32::try_from(edges.len()).unwrap();
    match rng.random_range(0..8) {
        0 => 0,
        1 => count - 1,
        2..5 => rng.random_range(0..count.min(8)),
        _ => rng.random_range(0..count),
    }
}

/// Estimates of these distances, good and bad.
fn estimates(distances: &[Option<u64>], rng: &mut ChaCha8Rng) -> Vec<u32> {
    let percent = rng.random_range(0..100);
    // Any estimate of a dead end is admissible.
    let dead_end = [0, 7, 1_000, DEAD_END][rng.random_range(0..4)];
    let kind = rng.random_range(0..8);
    let estimate = |distance: &Option<u64>| {
        let Some(distance) = *distance else { return dead_end };
        let estimate = match kind {
            // Blind, perfect, consistent, and admissible only.
            0 => 0,
            1 => distance,
            2 | 3 => u64::try_from(u128::from(distance) * percent / 100).unwrap(),
            4 | 5 => rng.random_range(0..=distance),
            // Too high, and far too high.
            6 => distance.saturating_mul(rng.random_range(1..4)) + rng.random_range(0..10),
            _ => u64::from(DEAD_END - rng.random_range(1..4)) >> rng.random_range(0..3),
        };
        u32::try_from(estimate).unwrap_or(u32::MAX).min(DEAD_END - 1)
    };
    distances.iter().map(estimate).collect()
}

/// Estimates of the distance from the start, mostly blind.
fn estimates_backward(distances: &[Option<u64>], rng: &mut ChaCha8Rng) -> Vec<u32> {
    if rng.random() { vec![0; distances.len()] } else { estimates(distances, rng) }
}
