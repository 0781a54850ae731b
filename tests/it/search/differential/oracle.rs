//! Facts about a problem, found without the crate under test.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// For each node, its successors with step costs.
pub(crate) type Edges = Vec<Vec<(u32, u32)>>;

/// The costs of the cheapest paths from any of these nodes, by Dijkstra's algorithm.
pub(crate) fn distances(edges: &Edges, from: &[u32], cost: fn(u32) -> u64) -> Vec<Option<u64>> {
    let mut distances = vec![None; edges.len()];
    let mut open: BinaryHeap<_> = from.iter().map(|&node| Reverse((0, node))).collect();
    while let Some(Reverse((distance, node))) = open.pop() {
        if distances[node as usize].is_none() {
            distances[node as usize] = Some(distance);
            let steps = edges[node as usize].iter();
            open.extend(steps.map(|&(to, step)| Reverse((distance + cost(step), to))));
        }
    }
    distances
}

/// The same edges, backwards.
pub(crate) fn reversed(edges: &Edges) -> Edges {
    let mut reversed = vec![Vec::new(); edges.len()];
    for (from, steps) in (0..).zip(edges) {
        for &(to, cost) in steps {
            reversed[to as usize].push((from, cost));
        }
    }
    reversed
}

/// The most that a path of these nodes can cost if it repeats none.
pub(crate) fn most_costly(edges: &Edges, reached: &[Option<u64>]) -> u64 {
    let nodes = edges.iter().zip(reached).filter(|node| node.1.is_some());
    let costs = nodes.map(|(steps, _)| steps.iter().map(|step| step.1).max().unwrap_or(0));
    costs.map(u64::from).sum()
}

/// Whether a path follows edges and can have this cost. Of parallel edges, any may be taken.
pub(crate) fn is_path(edges: &Edges, path: &[u32], cost: u32) -> bool {
    let (mut sums, mut lowest, mut highest) = (BTreeSet::from([0]), 0, 0);
    for pair in path.windows(2) {
        let steps = edges[pair[0] as usize].iter().filter(|step| step.0 == pair[1]);
        let costs: BTreeSet<u64> = steps.map(|step| u64::from(step.1)).collect();
        let (Some(first), Some(last)) = (costs.first(), costs.last()) else { return false };
        (lowest, highest) = (lowest + first, highest + last);
        // More sums than this are not kept.
        if sums.len() < 1_000 {
            sums = sums.iter().flat_map(|sum| costs.iter().map(move |cost| sum + cost)).collect();
        }
    }
    let cost = u64::from(cost);
    if sums.len() < 1_000 { sums.contains(&cost) } else { (lowest..=highest).contains(&cost) }
}
