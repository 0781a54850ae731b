//! Cheapest paths in a road network: from one node to another, or to all others.
//!
//! ```text
//! cargo run --release --example road_network
//! cargo run --release --example road_network -- GRAPH COORDINATES --from 1 --all
//! cargo run --release --example road_network -- --landmarks 16 --to 500500
//! cargo run --release --example road_network -- --generate 300 --alternatives 3 --differing-by 0.5
//! cargo run --release --example road_network -- LENGTHS TIMES --pareto --from 1 --to 7
//! ```
//!
//! It reads the files of the 9th DIMACS Implementation Challenge, or makes a network.

mod alternatives;
#[path = "../command_line/mod.rs"]
mod command_line;
mod dimacs;
mod generate;
mod pareto;
#[path = "../pictures"]
#[allow(dead_code, reason = "other pictures use the rest")]
mod pictures {
    pub(crate) mod chart;
    mod markup;
}

use std::cmp::Reverse;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bestfirst::graphs::Graph;
use bestfirst::search::{Landmarks, SearchKind, UnknownSearch};
use bestfirst::{FixedPoint, Limits, Outcome, Solver};
use bytesize::ByteSize;
use clap::Parser;
use command_line::{Status, bytes, count, time, whole};
use dimacs::Network;

/// Finds cheapest paths in a road network.
///
/// Without a file, it makes a network of a million crossings. The straight-line distance gives the
/// estimate, scaled so that it is never too high. Ctrl-C stops the search.
///
/// Exit status: 0 if a path was found, or all nodes within reach; 1 if not; 2 if an input is bad.
#[derive(Parser)]
struct Options {
    /// A graph file of the DIMACS challenge (.gr), - for the standard input
    graph: Option<PathBuf>,
    /// Its coordinate file (.co); without one, the estimate is 0. With --pareto or --budget, graph
    /// files of the same arcs with other costs
    #[arg(value_name = "COORDINATES", requires = "graph")]
    more: Vec<PathBuf>,
    /// Make a network of this many rows and columns of crossings
    #[arg(long, value_name = "SIDE", default_value_t = 1000, value_parser = whole(2..=4096_u16))]
    #[arg(conflicts_with = "graph")]
    generate: u16,
    /// The seed of the network that is made
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    #[arg(conflicts_with = "graph")]
    seed: u64,
    /// Write the network that is made to NAME.gr and NAME.co
    #[arg(long, value_name = "NAME", conflicts_with = "graph")]
    write: Option<PathBuf>,
    /// The number of the node to start from
    #[arg(long, value_name = "NODE", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    from: u32,
    /// The number of the node to reach [default: the last node]
    #[arg(long, value_name = "NODE", value_parser = whole(1..=u32::MAX))]
    to: Option<u32>,
    /// Find the costs of all nodes, not only of one
    #[arg(long, conflicts_with_all = ["to", "search", "show"])]
    all: bool,
    /// Find this many paths, the cheapest first
    #[arg(long, value_name = "K", value_parser = whole(1..=1_000_000_usize))]
    #[arg(conflicts_with_all = ["all", "landmarks", "search", "pareto", "budget"])]
    alternatives: Option<usize>,
    /// Only those that leave out this share of each cheaper one, by its cost: from 0 to 1
    #[arg(long, value_name = "SHARE", requires = "alternatives", value_parser = alternatives::share)]
    differing_by: Option<f64>,
    /// Find all vectors of costs that no other path improves upon. The costs are those of several
    /// graph files, or several weights on each line of one
    #[arg(long, requires = "graph", conflicts_with_all = ["all", "search"])]
    pareto: bool,
    /// Find the path with the lowest first cost among those whose other costs are at most these
    #[arg(long, value_name = "COST", value_delimiter = ',', value_parser = whole(0..=u32::MAX))]
    #[arg(requires = "graph", conflicts_with_all = ["all", "search", "pareto"])]
    budget: Option<Vec<u32>>,
    /// Answer the queries of a file, each two nodes on a line: with --pareto or --budget
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to"])]
    queries: Option<PathBuf>,
    /// Draw the vectors of two costs as a chart: with --pareto
    #[arg(long, value_name = "FILE", requires = "pareto", conflicts_with = "queries")]
    svg: Option<PathBuf>,
    /// The search, by name [default: graph-a-star, or uniform-cost without estimates]
    #[arg(long, value_name = "NAME", value_parser = search)]
    search: Option<SearchKind>,
    /// Estimate by this many landmarks, which are computed first, instead of straight lines
    #[arg(long, value_name = "K", value_parser = whole(1..=1024_usize))]
    #[arg(conflicts_with_all = ["all", "pareto", "budget"])]
    landmarks: Option<usize>,
    /// Print the numbers of the nodes on the path
    #[arg(long)]
    show: bool,
    /// Stop the search before it uses more memory than this, besides the network
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// Stop the search after this much time
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    if options.pareto || options.budget.is_some() {
        return pareto::run(options, out);
    }
    if options.queries.is_some() {
        return Err("--queries needs --pareto or --budget".into());
    }
    let network = network(options)?;
    let graph = &network.graph;
    let nodes = graph.nodes().end;
    let start = node(options.from, nodes)?;
    let goal = node(options.to.unwrap_or(nodes), nodes)?;
    let limits = limits(options)?;
    let arcs = |number: usize| count(number as u64, "arc");
    let began = Instant::now();
    let landmarks = landmarks(&network, start, options)?;
    let computed = began.elapsed().as_secs_f64();
    writeln!(out, "{}, {}", count(nodes.into(), "node"), arcs(graph.arcs().count()))?;
    if landmarks.is_some() {
        writeln!(out, "landmarks computed in {computed:.3} s")?;
    }
    if options.all {
        return one_to_all(graph, start, limits, out);
    }
    if options.alternatives.is_some() {
        return alternatives::run(graph, [start, goal], options, &limits, out);
    }
    let has_places = !network.places.is_empty();
    let is_guided = has_places || landmarks.is_some();
    let default = if is_guided { SearchKind::GraphAStar } else { SearchKind::UniformCost };
    let algorithm = options.search.unwrap_or(default);
    let ratio = network.lowest_ratio();
    let roads = graph.to(goal).estimate_by(|&(from, to)| {
        if let Some(landmarks) = &landmarks {
            return landmarks.between(from as usize, to as usize);
        }
        // The rounding of the factors is too small to count once the product is rounded down.
        FixedPoint::with_fraction_bits(0).estimate(ratio * network.distance(from, to))
    });
    let solver = Solver::builder_in(roads, start).algorithm(algorithm).limits(limits).solve();
    let status = match solver.outcome() {
        Outcome::Solved(solution) => {
            writeln!(out, "Cost = {} ({})", solution.cost(), arcs(solution.moves()))?;
            Status::Success
        }
        Outcome::Unsolvable => {
            writeln!(out, "No path leads from {} to {}.", start + 1, goal + 1)?;
            Status::NotSolved
        }
        Outcome::Stopped(stopped) => {
            let bound = stopped.lower_bound;
            writeln!(out, "No solution yet: {stopped}; a path costs at least {bound}.")?;
            Status::NotSolved
        }
    };
    let statistics = solver.statistics();
    let seconds = statistics.elapsed.as_secs_f64();
    writeln!(out, "{} expanded in {seconds:.3} s", count(statistics.expanded, "node"))?;
    if options.show {
        solver.solution().iter().try_for_each(|node| writeln!(out, "{}", node + 1))?;
    }
    Ok(status)
}

/// As many landmarks as asked for.
fn landmarks(
    network: &Network,
    start: u32,
    options: &Options,
) -> Result<Option<Landmarks>, String> {
    let Some(count) = options.landmarks else { return Ok(None) };
    let space = network.graph.to_any([]);
    // The roads of a network that is made lead both ways. Those of a file may not.
    let landmarks = match &options.graph {
        None => Landmarks::undirected(&space, start, count),
        Some(_) => Landmarks::new(&space, start, count),
    };
    landmarks.map(Some).map_err(|reason| format!("--landmarks: {reason}"))
}

/// The node with this number in the files, which count from 1.
fn node(number: u32, nodes: u32) -> Result<u32, String> {
    let nodes_in_all = count(nodes.into(), "node");
    let fault = || format!("node {number} is not in the network, which has {nodes_in_all}");
    number.checked_sub(1).filter(|&node| node < nodes).ok_or_else(fault)
}

fn one_to_all(
    graph: &Graph,
    start: u32,
    limits: Limits,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let distances = graph.distances_from(start).limits(limits).compute();
    let reached = count(distances.iter().count() as u64, "node");
    // Of several, the one with the lowest number.
    let farthest = distances.iter().max_by_key(|&(&node, cost)| (cost, Reverse(node)));
    writeln!(out, "{reached} reached")?;
    if let Some((node, cost)) = farthest {
        writeln!(out, "Farthest: node {}, cost {cost}", node + 1)?;
    }
    let statistics = distances.statistics();
    let memory = ByteSize::b(statistics.bytes as u64);
    writeln!(out, "{:.3} s, {memory}", statistics.elapsed.as_secs_f64())?;
    let Some(reason) = distances.stopped_by() else { return Ok(Status::Success) };
    writeln!(out, "Not all nodes yet: {reason}.")?;
    Ok(Status::NotSolved)
}

fn network(options: &Options) -> Result<Network, String> {
    let Some(graph) = &options.graph else {
        let (places, arcs) = generate::roads(options.generate, options.seed);
        let graph = Graph::from_arcs(u32::from(options.generate).pow(2), arcs);
        let graph = graph.map_err(|error| error.to_string())?.undirected();
        let network = Network { graph, places };
        if let Some(name) = &options.write {
            write(name, ".gr", |out| network.write_graph(out))?;
            write(name, ".co", |out| network.write_places(out))?;
        }
        return Ok(network);
    };
    let mut network = command_line::read(graph, Network::parse)?;
    if let [coordinates, others @ ..] = &*options.more {
        if let [other, ..] = others {
            return Err(format!("{}: a third file needs --pareto or --budget", other.display()));
        }
        command_line::read(coordinates, |text| network.parse_places(text))?;
    }
    Ok(network)
}

/// Writes a file with this ending.
fn write(
    name: &Path,
    ending: &str,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    let mut file = name.as_os_str().to_owned();
    file.push(ending);
    let written = File::create(&file).map(BufWriter::new).and_then(|mut out| {
        contents(&mut out)?;
        out.flush()
    });
    written.map_err(|error| format!("{}: {error}", Path::new(&file).display()))
}

fn limits(options: &Options) -> Result<Limits, String> {
    let mut limits = Limits::none().cancel(command_line::ctrl_c()?);
    if let Some(bytes) = options.memory {
        limits = limits.bytes(bytes);
    }
    if let Some(time) = options.time {
        limits = limits.time(time);
    }
    Ok(limits)
}

fn search(name: &str) -> Result<SearchKind, String> {
    name.parse().map_err(|error: UnknownSearch| error.to_string())
}
