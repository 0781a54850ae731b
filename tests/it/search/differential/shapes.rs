//! Graphs of all shapes.

use std::ops::Range;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::oracle::Edges;

/// The range of step costs.
#[derive(Clone, Copy)]
enum Costs {
    Unit,
    ZeroOrOne,
    Small,
    Middling,
    Wide,
    /// The sum of a few exceeds a `u32`.
    Parts,
    /// The sum of two mostly exceeds a `u32`.
    Huge,
    Any,
}

impl Costs {
    const ALL: [Self; 8] = [
        Self::Unit,
        Self::ZeroOrOne,
        Self::Small,
        Self::Middling,
        Self::Wide,
        Self::Parts,
        Self::Huge,
        Self::Any,
    ];

    fn choose(rng: &mut ChaCha8Rng) -> Self {
        Self::ALL[rng.random_range(0..Self::ALL.len())]
    }

    /// Costs whose sums stay within a `u32` in large graphs.
    fn choose_moderate(rng: &mut ChaCha8Rng) -> Self {
        Self::ALL[rng.random_range(0..5)]
    }

    fn cost(self, rng: &mut ChaCha8Rng) -> u32 {
        match self {
            Self::Unit => 1,
            Self::ZeroOrOne => rng.random_range(0..=1),
            Self::Small => rng.random_range(0..=20),
            Self::Middling => rng.random_range(1..=300),
            Self::Wide => rng.random_range(1_000..=1_414),
            Self::Parts => u32::MAX / rng.random_range(2..40) - rng.random_range(0..2),
            Self::Huge => u32::MAX - rng.random_range(0..3),
            Self::Any => {
                let costs = Self::ALL[rng.random_range(0..7)];
                costs.cost(rng)
            }
        }
    }
}

/// Up to 60 nodes.
pub(crate) fn small(rng: &mut ChaCha8Rng) -> (&'static str, Edges) {
    let costs = Costs::choose(rng);
    // Most are so small that a fault can be traced by hand.
    let most = [3, 6, 6, 10, 10, 20, 60][rng.random_range(0..7)];
    match rng.random_range(0..7) {
        0 => ("grid", grid(rng.random_range(2..8), rng.random_range(1..8), 20, rng)),
        1 => ("roads", roads(rng.random_range(2..8), costs, rng)),
        2 => ("line", line(rng.random_range(1..=most), costs, rng)),
        3 => ("tree", tree(rng.random_range(3..40), costs, rng)),
        _ => ("random", random(rng.random_range(1..=most), costs, rng)),
    }
}

/// Hundreds or thousands of nodes.
pub(crate) fn large(rng: &mut ChaCha8Rng) -> (&'static str, Edges) {
    let costs = Costs::choose_moderate(rng);
    let side = rng.random_range(10..40);
    match rng.random_range(0..5) {
        0 => ("grid", grid(side, side, rng.random_range(0..40), rng)),
        1 => ("roads", roads(side, costs, rng)),
        2 => ("tree", tree(rng.random_range(100..5_000), costs, rng)),
        3 => ("line", line(rng.random_range(100..2_000), costs, rng)),
        _ => ("random", random(rng.random_range(100..800), costs, rng)),
    }
}

/// Thousands of nodes if `is_large`, and hundreds otherwise.
pub(crate) fn very_large_or_not(is_large: bool, rng: &mut ChaCha8Rng) -> (&'static str, Edges) {
    let costs = Costs::choose_moderate(rng);
    if is_large {
        return ("line", line(6_000, costs, rng));
    }
    match rng.random_range(0..3) {
        0 => ("grid", grid(20, 20, 20, rng)),
        1 => ("roads", roads(18, costs, rng)),
        _ => ("line", line(rng.random_range(100..400), costs, rng)),
    }
}

/// Random edges. With few nodes there are loops and parallel edges; some more parallel edges are
/// added.
fn random(count: u32, costs: Costs, rng: &mut ChaCha8Rng) -> Edges {
    let mut edges = vec![Vec::new(); count as usize];
    let density = rng.random_range(1..5);
    for _ in 0..rng.random_range(0..=count * density) {
        let (from, to) = (rng.random_range(0..count), rng.random_range(0..count));
        edges[from as usize].push((to, costs.cost(rng)));
        if rng.random_ratio(1, 20) {
            edges[from as usize].push((to, costs.cost(rng)));
        }
        // Some steps have a reverse step, with a cost of its own.
        if rng.random_ratio(1, 4) {
            edges[to as usize].push((from, costs.cost(rng)));
        }
    }
    edges
}

/// A grid map with walls. Steps in eight directions cost 1,000 or 1,414.
fn grid(width: u32, height: u32, percent_walls: u32, rng: &mut ChaCha8Rng) -> Edges {
    let is_wall: Vec<bool> =
        (0..width * height).map(|_| rng.random_range(0..100) < percent_walls).collect();
    let is_free = |x: u32, y: u32| x < width && y < height && !is_wall[(y * width + x) as usize];
    let mut edges = vec![Vec::new(); is_wall.len()];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let sides = [(1, 0), (0, 1), (1, 1), (1, u32::MAX)];
        for (right, down) in sides {
            let (to_x, to_y) = (x.wrapping_add(right), y.wrapping_add(down));
            // Diagonal steps do not cut corners.
            if is_free(x, y) && is_free(to_x, y) && is_free(x, to_y) && is_free(to_x, to_y) {
                let cost = if right == 1 && down != 0 { 1_414 } else { 1_000 };
                let (from, to) = (y * width + x, to_y * width + to_x);
                edges[from as usize].push((to, cost));
                edges[to as usize].push((from, cost));
            }
        }
    }
    edges
}

/// Towns on a plane, with roads of all lengths to most of their neighbours.
fn roads(side: u32, costs: Costs, rng: &mut ChaCha8Rng) -> Edges {
    let mut edges = vec![Vec::new(); (side * side) as usize];
    for town in 0..side * side {
        let right = ((town + 1) % side != 0).then_some(town + 1);
        let below = Some(town + side).filter(|&below| below < side * side);
        for neighbor in right.into_iter().chain(below) {
            if rng.random_ratio(4, 5) {
                let cost = costs.cost(rng);
                edges[town as usize].push((neighbor, cost));
                edges[neighbor as usize].push((town, cost));
            }
        }
    }
    edges
}

/// A tree whose root has many successors. Sometimes all of them lead to one common node.
fn tree(branches: u32, costs: Costs, rng: &mut ChaCha8Rng) -> Edges {
    let count = branches + 20;
    let mut edges = vec![Vec::new(); count as usize];
    for child in 1..count {
        let parent = if child <= branches { 0 } else { rng.random_range(1..child) };
        edges[parent as usize].push((child, costs.cost(rng)));
        if rng.random_ratio(1, 8) {
            edges[child as usize].push((parent, costs.cost(rng)));
        }
    }
    if rng.random() {
        for child in 1..=branches {
            edges[child as usize].push((count - 1, costs.cost(rng)));
        }
    }
    edges
}

/// A few states, shortcuts that cost more than the detour, and a long path to a dead end.
pub(crate) fn tail(rng: &mut ChaCha8Rng) -> Edges {
    let count = rng.random_range(3..8);
    let mut edges: Edges = vec![Vec::new(); count];
    for node in 1..count {
        let parent = if rng.random() { node - 1 } else { rng.random_range(0..node) };
        edges[parent].push((u32::try_from(node).unwrap(), rng.random_range(1..4)));
    }
    for node in 0..count {
        let ways: Vec<u32> = edges[node]
            .iter()
            .flat_map(|step| &edges[step.0 as usize])
            .map(|step| step.0)
            .collect();
        edges[node].extend(ways.into_iter().map(|to| (to, u32::MAX - rng.random_range(0..2))));
    }
    let mut last = if rng.random() { 0 } else { rng.random_range(0..count) };
    for _ in 0..rng.random_range(5..50) {
        let next = edges.len();
        edges[last].push((u32::try_from(next).unwrap(), 1));
        edges.push(Vec::new());
        last = next;
    }
    edges
}

/// A small graph, and the range of so many more states that the table becomes large.
pub(crate) fn crowded(rng: &mut ChaCha8Rng) -> (Edges, Range<u32>) {
    let costs = [Costs::Unit, Costs::ZeroOrOne, Costs::Small][rng.random_range(0..3)];
    let count = [6, 10, 20, 60][rng.random_range(0..4)];
    let edges = if rng.random() { random(count, costs, rng) } else { line(count, costs, rng) };
    (edges, count..count + 66_000)
}

/// States in a row, with steps that skip a few. Each state is reached many times, and often more
/// cheaply.
fn line(count: u32, costs: Costs, rng: &mut ChaCha8Rng) -> Edges {
    let mut edges = vec![Vec::new(); count as usize];
    for from in 0..count {
        for _ in 0..rng.random_range(1..5) {
            let to = from + rng.random_range(1..8);
            if to < count {
                edges[from as usize].push((to, costs.cost(rng)));
            }
        }
        if rng.random_ratio(1, 8) {
            edges[from as usize].push((from.saturating_sub(3), costs.cost(rng)));
        }
    }
    edges
}
