//! Shortest paths in a random graph that is in memory, compared with `petgraph` and `pathfinding`;
//! and in a road network, by straight lines and by landmarks.

#[path = "../examples/road_network/generate.rs"]
mod generate;
mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod queries;
    pub(crate) mod rounds;
    pub(crate) mod solvers;
    pub(crate) mod turns;
}

use bestfirst::graphs::Graph;
use bestfirst::heuristic::WithHeuristic;
use bestfirst::search::{DenseAStar, Distances, GraphAStar, Landmarks, UniformCost};
use bestfirst::{Cost, FixedPoint, Problem};
use cpu_time::ProcessTime;
use measure::mode::is_test;
use measure::queries::{Search, check};
use measure::rounds::scaled;
use measure::solvers::{fresh, kept};
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
    roads(if is_test() { 30 } else { 1000 });
}

/// Forty queries in a network of `side` rows and columns.
fn roads(side: u16) {
    let (places, arcs) = generate::roads(side, 1);
    let distance = |from: u32, to: u32| {
        let [(x, y), (to_x, to_y)] = [from, to].map(|node| places[node as usize]);
        f64::from(x - to_x).hypot(f64::from(y - to_y))
    };
    let ratio = |&(from, to, weight): &(u32, u32, Cost)| f64::from(weight) / distance(from, to);
    let ratio = arcs.iter().map(ratio).fold(f64::INFINITY, f64::min);
    let nodes = u32::from(side).pow(2);
    let graph = &Graph::from_arcs(nodes, arcs).expect("the ends are nodes").undirected();

    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut queries: Vec<Query> = Vec::new();
    while queries.len() < 40 {
        let query @ [from, to] = [(); 2].map(|()| rng.random_range(..nodes));
        queries.extend(graph.shortest_path(from, to).cost().map(|_| query));
    }
    let unit = FixedPoint::with_fraction_bits(0);
    let straight = |&[_, goal]: &Query| {
        graph.to(goal).estimate_by(|&(from, to)| unit.estimate(ratio * distance(from, to)))
    };
    let [four, eight, sixteen] = &[4, 8, 16].map(|count| {
        let began = ProcessTime::now();
        let landmarks = Landmarks::undirected(&graph.to_any([]), 0, count).expect("short paths");
        println!("{count} landmarks: {}", scaled(began.elapsed().as_secs_f64()));
        landmarks
    });
    let guided = |landmarks| {
        move |&[_, goal]: &Query| {
            let estimates = Landmarks::to(landmarks, graph.to(goal), &goal);
            WithHeuristic::new(graph.to(goal), estimates)
        }
    };
    let (graph_search, dense) = (GraphAStar::new(), DenseAStar::new());
    let mut searches: Vec<Search<Query>> = vec![
        ("straight lines", Box::new(fresh(graph_search, straight))),
        ("16 landmarks", Box::new(fresh(graph_search, guided(sixteen)))),
        ("straight lines, kept", Box::new(kept(graph_search, straight))),
        ("8 landmarks, kept", Box::new(kept(graph_search, guided(eight)))),
        ("16 landmarks, kept", Box::new(kept(graph_search, guided(sixteen)))),
        ("straight lines, dense, kept", Box::new(kept(dense, straight))),
        ("4 landmarks, dense, kept", Box::new(kept(dense, guided(four)))),
        ("8 landmarks, dense, kept", Box::new(kept(dense, guided(eight)))),
        ("16 landmarks, dense, kept", Box::new(kept(dense, guided(sixteen)))),
    ];
    check(&queries, &mut searches);
    by_turns(&format!("a road network of {nodes} crossings"), &queries, &mut searches);
}

fn number(node: NodeIndex) -> u32 {
    node_of(node.index())
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
    let dense = move |query: &_| {
        let problem = problem(query).numbered(edges.len(), |&node| node as usize, node_of);
        problem.solver().algorithm(UniformCost::new().dense()).solve().cost()
    };
    vec![
        ("petgraph, costs only", Box::new(by_petgraph)),
        ("pathfinding", Box::new(by_pathfinding)),
        ("UniformCost", Box::new(uniform_cost)),
        ("the same, with numbers", Box::new(numbered)),
        ("the same, dense", Box::new(dense)),
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
    let dense = move |&[start, goal]: &Query| {
        let problem = Problem::from_successors(start, successors, |_| false);
        let problem = problem.numbered(edges.len(), |&node| node as usize, node_of);
        Distances::from(problem, start).compute_dense().cost(&goal)
    };
    vec![
        ("petgraph, costs only", Box::new(by_petgraph)),
        ("pathfinding", Box::new(by_pathfinding)),
        ("Distances", Box::new(distances)),
        ("the same, dense", Box::new(dense)),
    ]
}

fn node_of(number: usize) -> u32 {
    u32::try_from(number).expect("the number of a node is a u32")
}
