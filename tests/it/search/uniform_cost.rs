//! Search without an estimate, in graphs so large that it looks ahead in the open list.

use bestfirst::search::{Algorithm, Distances, End, Search, UniformCost};
use bestfirst::{Cost, Limits, Problem};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The nodes whose distances are compared.
const NODES: u32 = 4_000;

/// A graph of some nodes, and of many more that the start leads to, so that the table is large.
/// They are farther away than the others.
fn edges(most: Cost, rng: &mut ChaCha8Rng) -> Vec<Vec<(u32, Cost)>> {
    let mut edges: Vec<Vec<_>> = Vec::new();
    for from in 0..NODES {
        let near = from.saturating_sub(9)..(from + 9).min(NODES);
        let to = [(); 3].map(|()| rng.random_range(near.clone()));
        edges.push(to.map(|to| (to, rng.random_range(0..=most))).into());
    }
    let many = NODES..NODES + 70_000;
    edges[0].extend(many.clone().map(|to| (to, 1_000 * most)));
    edges.extend(many.map(|_| Vec::new()));
    edges
}

/// By relaxing all edges until nothing changes.
fn distances(edges: &[Vec<(u32, Cost)>]) -> Vec<Option<Cost>> {
    let mut distances = vec![None; edges.len()];
    distances[0] = Some(0);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for from in 0..NODES {
            let Some(cost) = distances[from as usize] else { continue };
            for &(to, step_cost) in &edges[from as usize] {
                let known = &mut distances[to as usize];
                if known.is_none_or(|known| cost + step_cost < known) {
                    (*known, is_changed) = (Some(cost + step_cost), true);
                }
            }
        }
    }
    distances
}

#[test]
fn distances_in_large_tables() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for most in [1, 2, 10, 1_000, 1_000_000].repeat(6) {
        let edges = edges(most, &mut rng);
        let found = Distances::from_successors(0, |&node: &u32| edges[node as usize].clone());
        let found = found.compute();
        for (node, distance) in (0..).zip(distances(&edges)) {
            assert_eq!(found.cost(&node), distance, "{node}, costs to {most}");
            assert_eq!(found.path(&node).is_some(), distance.is_some());
        }
    }
}

/// At every step, whatever was taken together: the open list is in order, the bound is that of its
/// first node, and nothing depends on pauses.
#[test]
fn steps_in_large_tables() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for most in [1, 2, 10, 1_000, 1_000_000].repeat(2) {
        let edges = edges(most, &mut rng);
        let distances = distances(&edges);
        let goal = (1..NODES).rev().find(|&node| distances[node as usize].is_some()).unwrap();
        let problem = Problem::from_successors(
            0,
            |&node: &u32| edges[node as usize].clone(),
            |&node| node == goal,
        );
        let mut at_once = UniformCost::new().start(&problem, 0);
        assert_eq!(at_once.advance(u64::MAX), Some(End::Solved));
        assert_eq!(Some(at_once.cost()), distances[goal as usize]);

        let mut search = UniformCost::new().start(&problem, 0);
        let mut step = 0;
        while search.advance(1).is_none() {
            step += 1;
            if step % 997 > 3 {
                continue;
            }
            let open: Vec<_> = search.open_list().map(|node| node.priority).collect();
            assert!(open.is_sorted() && open.len() as u64 == search.statistics().open);
            assert_eq!(open.first(), Some(&search.lower_bound()));
        }
        assert_eq!(search.path(), at_once.path());
        let [paused, whole] = [&search, &at_once].map(Search::statistics);
        assert_eq!(
            (paused.expanded, paused.generated, paused.duplicates, paused.open),
            (whole.expanded, whole.generated, whole.duplicates, whole.open)
        );
    }
}

/// Memory ends at every step.
#[test]
fn limits_in_large_tables() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for most in [2, 1_000] {
        let edges = edges(most, &mut rng);
        let distances = distances(&edges);
        let far = |&node: &u32| distances[node as usize];
        let goal = (0..NODES).max_by_key(far).unwrap();
        let problem = Problem::from_successors(
            0,
            |&node: &u32| edges[node as usize].clone(),
            |&node| node == goal,
        );
        let mut search = UniformCost::new().start(&problem, 0);
        let mut stops = 0;
        let mut is_solved = false;
        while !is_solved {
            let bytes = search.statistics().bytes + stops % 5 * 16;
            search.set_limits(&Limits::none().bytes(bytes));
            is_solved = search.advance(50) == Some(End::Solved);
            assert!(search.statistics().bytes <= bytes + 64);
            if !is_solved {
                stops += 1;
                search.set_limits(&Limits::none());
                is_solved = search.advance(1 + stops as u64 % 3) == Some(End::Solved);
            }
        }
        assert_eq!(Some(search.cost()), distances[goal as usize]);
    }
}
