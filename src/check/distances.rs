//! Cheapest paths in the part of a space that a check has seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;

use super::region::{Region, Step};

/// For each state, the cost of the cheapest path to it from a source, and the previous state on
/// that path.
///
/// Only paths that were seen count. If some were not seen, the true costs may be lower.
pub(super) struct Distances {
    costs: Vec<Option<u64>>,
    before: Vec<Option<usize>>,
}

impl Distances {
    /// Distances from these states, along the steps.
    pub(super) fn from<S>(region: &Region<S>, sources: impl Iterator<Item = usize>) -> Self {
        let edges = region.nodes.iter().map(|node| node.successors.clone().unwrap_or_default());
        Self::new(&edges.collect::<Vec<_>>(), sources)
    }

    /// Distances to the goals, against the steps.
    pub(super) fn to_goals<S>(region: &Region<S>, is_goal: impl Fn(usize) -> bool) -> Self {
        let mut edges = vec![Vec::new(); region.nodes.len()];
        for (id, node) in region.nodes.iter().enumerate() {
            for &Step { to, cost } in node.successors.iter().flatten() {
                edges[to].push(Step { to: id, cost });
            }
        }
        Self::new(&edges, (0..region.nodes.len()).filter(|&id| is_goal(id)))
    }

    fn new(edges: &[Vec<Step>], sources: impl Iterator<Item = usize>) -> Self {
        let mut costs = vec![None; edges.len()];
        let mut before = vec![None; edges.len()];
        let mut open = BinaryHeap::new();
        for id in sources {
            costs[id] = Some(0);
            open.push(Reverse((0, id)));
        }
        while let Some(Reverse((cost, id))) = open.pop() {
            if costs[id] != Some(cost) {
                continue;
            }
            for step in &edges[id] {
                let sum = cost + u64::from(step.cost);
                if costs[step.to].is_none_or(|known| sum < known) {
                    costs[step.to] = Some(sum);
                    before[step.to] = Some(id);
                    open.push(Reverse((sum, step.to)));
                }
            }
        }
        Self { costs, before }
    }

    /// The cost of the cheapest path seen, if there is one.
    pub(super) fn cost(&self, id: usize) -> Option<u64> {
        self.costs[id]
    }

    /// The states from this one back to the source.
    pub(super) fn path(&self, id: usize) -> impl Iterator<Item = usize> {
        iter::successors(Some(id), |&id| self.before[id])
    }
}
