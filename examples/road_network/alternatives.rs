//! The cheapest path and the next ones, or those that differ from one another.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use bestfirst::Limits;
use bestfirst::graphs::Graph;
use bestfirst::heuristic::WithHeuristic;
use bestfirst::search::KShortest;

use super::Options;
use super::command_line::{Status, count};

/// Prints as many paths as the options ask for, as they are found.
pub(super) fn run(
    graph: &Graph,
    [start, goal]: [u32; 2],
    options: &Options,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let began = Instant::now();
    // The costs to the goal are the best estimates. They are computed up to the start: all other
    // nodes are at least as far.
    let to_goal =
        graph.reversed().distances_from(goal).to([start]).limits(limits.clone()).compute();
    let space = WithHeuristic::new(graph.to(goal), &to_goal);
    let share = options.differing_by.unwrap_or(0.0);
    let mut paths = KShortest::from(space, start).differing_by(share);
    let most = options.alternatives.unwrap_or(1);
    let mut found = 0;
    while found < most {
        // The limits hold for each search, except that the time is for all searches together.
        let left = options.time.map(|time| time.saturating_sub(began.elapsed()));
        paths = paths.limits(left.map_or(limits.clone(), |left| limits.clone().time(left)));
        let Some(path) = paths.next() else { break };
        found += 1;
        write!(out, "Cost = {} ({})", path.cost(), count(path.moves() as u64, "arc"))?;
        if options.show {
            write!(out, ":")?;
            path.states().iter().try_for_each(|node| write!(out, " {}", node + 1))?;
        }
        writeln!(out)?;
    }
    let (from, to, seconds) = (start + 1, goal + 1, began.elapsed().as_secs_f64());
    if let Some(reason) = paths.stopped_by() {
        writeln!(out, "Not all yet: {reason}.")?;
    } else if found == 0 {
        writeln!(out, "No path leads from {from} to {to}.")?;
    } else if found < most {
        let different = if share > 0.0 { " and differs by so much" } else { "" };
        writeln!(out, "No other path leads from {from} to {to}{different}.")?;
    }
    writeln!(out, "{} in {seconds:.3} s", count(found as u64, "path"))?;
    let is_done = found > 0 && paths.stopped_by().is_none();
    Ok(if is_done { Status::Success } else { Status::NotSolved })
}

/// Parses a share.
pub(super) fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}
