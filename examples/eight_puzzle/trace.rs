//! The open list of tree-search A* before each dequeue.

use std::io::{self, Write};

use bestfirst::search::{Algorithm, Search, TreeAStar, TreeSearch};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, StateSpace, StopReason};

use crate::Format;
use crate::command_line::count;
use crate::course;
use crate::estimate::Estimate;

/// Prints the open list before each dequeue. Returns whether Ctrl-C ended it.
pub(crate) fn trace(
    space: impl StateSpace<State = Board>,
    board: &Board,
    limits: &Limits,
    format: Format,
    estimate: Estimate,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut search = TreeAStar::new().start(space, board.clone());
    for step in 0.. {
        match format {
            Format::Standard => write_open_list(out, step, &search)?,
            Format::Course => {
                course::write_step(out, step, estimate.name(), search.open_list())?;
            }
        }
        let ended = search.advance(1).is_some();
        let statistics = search.statistics();
        match limits.met(&statistics) {
            _ if ended => break,
            Some(reason @ StopReason::Cancelled) => {
                super::write_unsolved(out, reason, &statistics, search.lower_bound())?;
                return Ok(true);
            }
            Some(_) => break,
            None => {}
        }
    }
    Ok(false)
}

fn write_open_list(
    out: &mut dyn Write,
    step: u64,
    search: &TreeSearch<impl StateSpace<State = Board>>,
) -> io::Result<()> {
    let nodes = count(search.open_list().count() as u64, "node");
    writeln!(out, "Step {step}: {nodes} on the open list\n")?;
    for node in search.open_list() {
        writeln!(out, "priority  = {}", node.priority)?;
        writeln!(out, "path cost = {}", node.path_cost)?;
        writeln!(out, "estimate  = {}", node.estimate)?;
        writeln!(out, "{}\n", node.state)?;
    }
    Ok(())
}
