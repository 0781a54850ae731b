//! Several costs for each arc: the Pareto set, or the cheapest path within a budget.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use bestfirst::graphs::MultiObjectiveGraph;
use bestfirst::search::{Algorithm, End, ParetoAStar, ParetoSearch, Reuse, Search};
use bestfirst::{Cost, StopReason, WithHeuristics};

use super::command_line::{self, Status, count};
use super::dimacs::{Arcs, queries};
use super::pictures::chart::{Axis, Chart, Line, Point, Scale, svg, thousands};
use super::{Options, limits, node};

/// The most costs.
const MOST: usize = 6;

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let mut arcs: Option<Arcs> = None;
    for file in options.graph.iter().chain(&options.more) {
        let parsed = command_line::read(file, |text| Arcs::parse(text, MOST, arcs.as_ref()))?;
        match &mut arcs {
            Some(arcs) => arcs.costs.extend(parsed.costs),
            None => arcs = Some(parsed),
        }
    }
    let arcs = arcs.ok_or("there is no graph file")?;
    match arcs.costs.len() {
        1 => answer::<1>(options, &arcs, out),
        2 => answer::<2>(options, &arcs, out),
        3 => answer::<3>(options, &arcs, out),
        4 => answer::<4>(options, &arcs, out),
        5 => answer::<5>(options, &arcs, out),
        MOST => answer::<MOST>(options, &arcs, out),
        costs => Err(format!("expected at most {MOST} costs for each arc, found {costs}").into()),
    }
}

fn answer<const D: usize>(
    options: &Options,
    arcs: &Arcs,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let nodes = arcs.nodes;
    let all =
        arcs.ends.iter().enumerate().map(|(arc, &(from, to))| {
            (from, to, std::array::from_fn(|cost| arcs.costs[cost][arc]))
        });
    let graph = MultiObjectiveGraph::<D>::from_arcs(nodes, all)?;
    let algorithm = match &options.budget {
        None => ParetoAStar::new(),
        Some(budget) => ParetoAStar::new().within(self::budget(budget)?).cheapest(),
    };
    let pairs = match &options.queries {
        Some(file) => command_line::read(file, |text| queries(text, nodes))?,
        None => vec![(options.from, options.to.unwrap_or(nodes))],
    };
    let ends = pairs.into_iter().map(|(from, to)| Ok((node(from, nodes)?, node(to, nodes)?)));
    let ends: Vec<_> = ends.collect::<Result<_, String>>()?;
    if D != 2 && options.svg.is_some() {
        return Err(format!("--svg: expected two costs, found {D}").into());
    }
    let limits = limits(options)?;
    let of = |number: usize, what: &str| count(number as u64, what);
    let size = [of(nodes as usize, "node"), of(arcs.ends.len(), "arc"), of(D, "cost")];
    writeln!(out, "{}", size.join(", "))?;
    let mut status = Status::Success;
    let (mut memory, mut vectors, mut time) = (None, 0, Duration::ZERO);
    for &(start, goal) in &ends {
        let began = std::time::Instant::now();
        let space = WithHeuristics::new(graph.to(goal), graph.ideal_point(goal, &limits));
        let mut search = match memory.take() {
            None => algorithm.start(space, start),
            Some(memory) => ParetoSearch::from_memory(memory, space, start),
        };
        // The estimates took a part of the time.
        let left = options.time.map(|time| time.saturating_sub(began.elapsed()));
        let end = search.run(&left.map_or(limits.clone(), |left| limits.clone().time(left)));
        time += began.elapsed();
        let found = search.costs().len();
        vectors += found;

        let (from, to) = (start + 1, goal + 1);
        writeln!(out, "{from} to {to}: {}", of(found, "vector"))?;
        for solution in search.solutions() {
            write!(out, "{}", words(solution.costs))?;
            if options.show {
                write!(out, " : {}", words(solution.states.iter().map(|node| node + 1)))?;
            }
            writeln!(out)?;
        }
        match end {
            End::Solved => {}
            End::Exhausted => {
                let within = if options.budget.is_some() { " within the budget" } else { "" };
                writeln!(out, "No path leads from {from} to {to}{within}.")?;
            }
            End::Stopped(reason @ StopReason::PathCost) => {
                writeln!(out, "No vector found: {reason}.")?;
            }
            End::Stopped(reason) => {
                let bound = words(search.bound());
                writeln!(out, "Not all yet: {reason}; others come after {bound}.")?;
            }
        }
        status = status.max(if end == End::Solved { Status::Success } else { Status::NotSolved });
        if let Some(file) = &options.svg {
            draw(file, search.costs())?;
        }
        memory = Some(search.into_memory());
    }
    let (queries, seconds) = (ends.len(), time.as_secs_f64());
    writeln!(out, "total: queries {queries}, vectors {vectors}, seconds {seconds:.3}")?;
    Ok(status)
}

/// A budget of all costs but the first.
fn budget<const D: usize>(others: &[Cost]) -> Result<[Cost; D], String> {
    let mut budget = [Cost::MAX; D];
    if others.len() + 1 != D {
        let (expected, found) = (count(D as u64 - 1, "cost"), others.len());
        return Err(format!("--budget: expected {expected}, all but the first, found {found}"));
    }
    budget[1..].copy_from_slice(others);
    Ok(budget)
}

fn words(numbers: impl IntoIterator<Item = u32>) -> String {
    let words: Vec<_> = numbers.into_iter().map(|number| number.to_string()).collect();
    words.join(" ")
}

/// Draws the vectors of two costs.
fn draw<const D: usize>(
    file: &Path,
    vectors: impl Iterator<Item = [Cost; D]>,
) -> Result<(), String> {
    let points = vectors.map(|costs| {
        let (x, y) = (f64::from(costs[0]), f64::from(costs[D - 1]));
        Point { x, y, is_hollow: false }
    });
    let line = Line { name: "Pareto set".to_owned(), points: points.collect() };
    let axis = |label| Axis { label, scale: Scale::Between, text: &thousands };
    let title = "Vectors of costs that no other path improves upon";
    let chart = Chart { title, x: axis("first cost"), y: axis("second cost"), lines: vec![line] };
    fs::write(file, svg(&[chart])).map_err(|error| format!("{}: {error}", file.display()))
}
