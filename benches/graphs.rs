//! Shortest paths in a random graph that is in memory, compared with `petgraph` and `pathfinding`.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod queries;
    pub(crate) mod rounds;
    pub(crate) mod turns;
}

use bestfirst::search::{Distances, UniformCost};
use bestfirst::{Cost, Problem};
use measure::mode::is_test;
use measure::queries::{Search, check};
use measure::turns::by_turns;
use pathfinding::prelude::{dijkstra, dijkstra_all};
use petgraph::algo::dijkstra as scores;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Two nodes by their numbers.
type Query = [u32; 2];

fn main() {
    let nodes = if is_test() { 1_000 } else { 1_000_000 };
    for most in [100, 1_000_000] {
        let graph = random(nodes, most);
        // The middle one of all nodes that are reached, so a search expands half of them.
        let reached = scores(&graph, NodeIndex::new(0), None, |edge| *edge.weight());
        let mut goals: Vec<_> = reached.into_iter().map(|(node, cost)| (cost, node)).collect();
        goals.sort_unstable();
        let queries = [[0, goals[goals.len() / 2].1.index() as u32]];

        let edges: Vec<Vec<_>> = graph
            .node_indices()
            .map(|node| {
                graph
                    .edges(node)
                    .map(|edge| (edge.target().index() as u32, *edge.weight()))
                    .collect()
            })
            .collect();
        for (title, mut searches) in
            [("one to one", one_to_one(&graph, &edges)), ("one to all", one_to_all(&graph, &edges))]
        {
            check(&queries, &mut searches);
            by_turns(&format!("{nodes} nodes, costs to {most}, {title}"), &queries, &mut searches);
        }
    }
}

/// Each node has four edges on average.
fn random(nodes: u32, most: Cost) -> UnGraph<(), Cost> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut graph = UnGraph::with_capacity(nodes as usize, 2 * nodes as usize);
    for _ in 0..nodes {
        graph.add_node(());
    }
    for _ in 0..2 * nodes {
        let [from, to] = [(); 2].map(|()| NodeIndex::from(rng.random_range(..nodes)));
        graph.add_edge(from, to, rng.random_range(1..=most));
    }
    graph
}

fn one_to_one<'g>(
    graph: &'g UnGraph<(), Cost>,
    edges: &'g [Vec<(u32, Cost)>],
) -> Vec<Search<'g, Query>> {
    let successors = |&node: &u32| edges[node as usize].iter().copied();
    let problem = move |&[start, goal]: &Query| {
        Problem::from_successors(start, successors, move |&node| node == goal)
    };
    let number = |&node: &u32| node as usize;
    vec![
        (
            "petgraph, costs only",
            Box::new(move |&[start, goal]| {
                let [start, goal] = [start, goal].map(NodeIndex::from);
                scores(graph, start, Some(goal), |edge| *edge.weight()).get(&goal).copied()
            }),
        ),
        (
            "pathfinding",
            Box::new(move |&[start, goal]| {
                dijkstra(&start, successors, |&node| node == goal).map(|(_, cost)| cost)
            }),
        ),
        (
            "UniformCost",
            Box::new(move |query| {
                problem(query).solver().algorithm(UniformCost::new()).solve().cost()
            }),
        ),
        (
            "the same, with numbers",
            Box::new(move |query| {
                problem(query).number(number).solver().algorithm(UniformCost::new()).solve().cost()
            }),
        ),
    ]
}

fn one_to_all<'g>(
    graph: &'g UnGraph<(), Cost>,
    edges: &'g [Vec<(u32, Cost)>],
) -> Vec<Search<'g, Query>> {
    let successors = |&node: &u32| edges[node as usize].iter().copied();
    let problem = move |start| Problem::from_successors(start, successors, |_: &u32| false);
    vec![
        (
            "petgraph, costs only",
            Box::new(move |&[start, goal]| {
                let [start, goal] = [start, goal].map(NodeIndex::from);
                scores(graph, start, None, |edge| *edge.weight()).get(&goal).copied()
            }),
        ),
        (
            "pathfinding",
            Box::new(move |&[start, goal]| {
                dijkstra_all(&start, |node| successors(node)).get(&goal).map(|&(_, cost)| cost)
            }),
        ),
        (
            "Distances",
            Box::new(move |&[start, goal]| {
                Distances::from(problem(start), start).compute().cost(&goal)
            }),
        ),
    ]
}
