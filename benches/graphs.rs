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
use petgraph::graph::{EdgeReference, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Two nodes by their numbers.
type Query = [u32; 2];

/// The nodes that each node leads to, with the costs.
type Edges = [Vec<(u32, Cost)>];

fn main() {
    let nodes = if is_test() { 1_000 } else { 1_000_000 };
    for most in [100, 1_000_000] {
        let graph = random(nodes, most);
        let next = |edge: EdgeReference<_>| (number(edge.target()), *edge.weight());
        let edges = graph.node_indices().map(|node| graph.edges(node).map(next).collect());
        let edges: Vec<_> = edges.collect();
        let queries = [[0, middle(&graph)]];
        for (title, mut searches) in
            [("one to one", one_to_one(&graph, &edges)), ("one to all", one_to_all(&graph, &edges))]
        {
            check(&queries, &mut searches);
            by_turns(&format!("{nodes} nodes, costs to {most}, {title}"), &queries, &mut searches);
        }
    }
}

fn number(node: NodeIndex) -> u32 {
    u32::try_from(node.index()).expect("the number of a node is a u32")
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

/// The median of all nodes by their distance from the first. A search expands half of them.
fn middle(graph: &UnGraph<(), Cost>) -> u32 {
    let reached = scores(graph, NodeIndex::new(0), None, |edge| *edge.weight());
    let mut nodes: Vec<_> = reached.into_iter().map(|(node, cost)| (cost, number(node))).collect();
    nodes.sort_unstable();
    nodes[nodes.len() / 2].1
}

fn one_to_one<'g>(graph: &'g UnGraph<(), Cost>, edges: &'g Edges) -> Vec<Search<'g, Query>> {
    let successors = |&node: &u32| edges[node as usize].iter().copied();
    let problem = move |&[start, goal]: &Query| {
        Problem::from_successors(start, successors, move |&node| node == goal)
    };
    let by_petgraph = move |query: &Query| {
        let [start, goal] = query.map(NodeIndex::from);
        scores(graph, start, Some(goal), |edge| *edge.weight()).get(&goal).copied()
    };
    let by_pathfinding = move |&[start, goal]: &Query| {
        dijkstra(&start, successors, |&node| node == goal).map(|(_, cost)| cost)
    };
    let uniform_cost =
        move |query: &_| problem(query).solver().algorithm(UniformCost::new()).solve().cost();
    let numbered = move |query: &_| {
        let problem = problem(query).number(|&node| node as usize);
        problem.solver().algorithm(UniformCost::new()).solve().cost()
    };
    vec![
        ("petgraph, costs only", Box::new(by_petgraph)),
        ("pathfinding", Box::new(by_pathfinding)),
        ("UniformCost", Box::new(uniform_cost)),
        ("the same, with numbers", Box::new(numbered)),
    ]
}

fn one_to_all<'g>(graph: &'g UnGraph<(), Cost>, edges: &'g Edges) -> Vec<Search<'g, Query>> {
    let successors = |&node: &u32| edges[node as usize].iter().copied();
    let by_petgraph = move |query: &Query| {
        let [start, goal] = query.map(NodeIndex::from);
        scores(graph, start, None, |edge| *edge.weight()).get(&goal).copied()
    };
    let by_pathfinding = move |&[start, goal]: &Query| {
        dijkstra_all(&start, successors).get(&goal).map(|&(_, cost)| cost)
    };
    let distances = move |&[start, goal]: &Query| {
        let problem = Problem::from_successors(start, successors, |_| false);
        Distances::from(problem, start).compute().cost(&goal)
    };
    vec![
        ("petgraph, costs only", Box::new(by_petgraph)),
        ("pathfinding", Box::new(by_pathfinding)),
        ("Distances", Box::new(distances)),
    ]
}
