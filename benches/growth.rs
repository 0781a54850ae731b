//! Growth of the cost per node with the number of nodes. Measures CPU time and memory of searches
//! that are stopped after 2^16, 2^17, ... 2^21 generated nodes, each in its own process, and with
//! `BESTFIRST_LONG=1` up to 2^25.
//!
//! `cargo bench --bench growth -- --svg FILE` also draws the result.

mod measure {
    pub(crate) mod long;
    pub(crate) mod mode;
    pub(crate) mod process;
    pub(crate) mod rounds;
}
#[path = "../examples/pictures"]
#[allow(dead_code, reason = "other pictures use the rest")]
mod pictures {
    pub(crate) mod chart;
    pub(crate) mod markup;
}

use std::collections::BTreeMap;
use std::error::Error;
use std::process::Command;
use std::{env, fs};

use bestfirst::search::SearchKind;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Solver};
use cpu_time::ProcessTime;
use measure::long::is_long;
use measure::mode::is_test;
use measure::process::run;
use measure::rounds::{quartiles, scaled};
use pictures::chart::{self, Axis, Chart, Line, Point, Scale, thousands};

/// No search solves this board within that many nodes.
const BOARD: &str = include_str!("tiles/hard4x4.txt");

const SEARCHES: [SearchKind; 4] =
    [SearchKind::TreeAStar, SearchKind::GraphAStar, SearchKind::IdaStar, SearchKind::BreadthFirst];

/// The cost per generated node.
struct Cost {
    seconds: f64,
    /// As counted by the search.
    bytes: f64,
    /// The peak as counted by the system.
    peak: f64,
}

/// Indexed by the search, as its index in [`SEARCHES`], and by the base-2 logarithm of the number
/// of nodes.
type Costs = BTreeMap<(usize, u32), Cost>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--search", name, log2_nodes] => return search(name.parse()?, log2_nodes.parse()?),
        [.., "--svg"] => return Err("--svg needs the name of a file".into()),
        _ => {}
    }
    let (sizes, rounds) = match (is_test(), is_long()) {
        (true, _) => (10..=12, 1),
        (false, false) => (16..=21, 3),
        (false, true) => (16..=25, 3),
    };

    // The memory of a process that does almost nothing.
    let (_, base) = measure(SearchKind::IdaStar, 1)?;
    let mut costs = Costs::new();
    println!("nodes search             time     bytes       peak");
    for log2_nodes in sizes {
        for (index, &kind) in SEARCHES.iter().enumerate() {
            let runs = (0..rounds).map(|_| measure(kind, log2_nodes));
            let runs = runs.collect::<Result<Vec<_>, _>>()?;
            let seconds = runs.iter().map(|([_, seconds, _], _)| *seconds).collect();
            let ([nodes, _, bytes], peak) = runs[0];
            let cost = Cost {
                seconds: quartiles(seconds)[1] / nodes,
                bytes: bytes / nodes,
                peak: peak.saturating_sub(base) as f64 / nodes,
            };
            let Cost { seconds, bytes, peak } = cost;
            let time = scaled(seconds);
            println!("2^{log2_nodes:<3} {kind:14} {time} {bytes:9.2} {peak:10.2}");
            costs.insert((index, log2_nodes), cost);
        }
    }
    match args.iter().position(|&arg| arg == "--svg") {
        Some(index) => draw(&costs, args[index + 1]),
        None => Ok(()),
    }
}

/// The nodes, seconds and bytes of a search in its own process, and the peak memory of that
/// process.
fn measure(kind: SearchKind, log2_nodes: u32) -> Result<([f64; 3], u64), Box<dyn Error>> {
    let args = ["--search".to_owned(), kind.to_string(), log2_nodes.to_string()];
    let (output, usage) = run(Command::new(env::current_exe()?).args(args))?;
    let mut figures = [0.0; 3];
    for (figure, text) in figures.iter_mut().zip(output.split_whitespace()) {
        *figure = text.parse()?;
    }
    Ok((figures, usage.maxrss))
}

/// The work of that process.
fn search(kind: SearchKind, log2_nodes: u32) -> Result<(), Box<dyn Error>> {
    let began = ProcessTime::now();
    let limits = Limits::none().generated(1 << log2_nodes);
    let solver = Solver::builder(BOARD.parse::<Board>()?).algorithm(kind).limits(limits).solve();
    let seconds = began.elapsed().as_secs_f64();
    if solver.is_solvable().is_some() {
        return Err("the board is too easy".into());
    }
    let statistics = solver.statistics();
    println!("{} {seconds} {}", statistics.generated, statistics.bytes);
    Ok(())
}

/// Draws time and bytes side by side, with one line for each search.
fn draw(costs: &Costs, file: &str) -> Result<(), Box<dyn Error>> {
    let nodes = |log2_nodes: f64| format!("2{}", superscript(&format!("{log2_nodes:.0}")));
    let chart = |title, label, value: &dyn Fn(&Cost) -> f64| Chart {
        title,
        x: Axis { label: "nodes generated", scale: Scale::Values, text: &nodes },
        y: Axis { label, scale: Scale::Linear, text: &thousands },
        lines: (SEARCHES.iter().enumerate())
            .map(|(index, kind)| {
                let costs = costs.iter().filter(|((search, _), _)| *search == index);
                let points = costs.map(|(&(_, log2_nodes), cost)| Point {
                    x: f64::from(log2_nodes),
                    y: value(cost),
                    is_hollow: false,
                });
                Line { name: kind.to_string(), points: points.collect() }
            })
            .collect(),
    };
    let charts = [
        chart("CPU time of a node", "nanoseconds", &|cost| 1e9 * cost.seconds),
        chart("Memory of a node", "bytes", &|cost| cost.peak),
    ];
    fs::write(file, chart::svg(&charts)).map_err(|error| format!("{file}: {error}").into())
}

/// An exponent.
fn superscript(digits: &str) -> String {
    let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    digits.chars().filter_map(|digit| raised.chars().nth(digit.to_digit(10)? as usize)).collect()
}
