//! Decides whether a board is solvable, by searching the board and its twin in lockstep.

mod command_line;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bestfirst::search::{self, Algorithm, End, Lockstep, Search, Side, TreeAStar};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Worlds};
use clap::Parser;
use command_line::{Status, bytes, count, watch};

/// Decides whether a board is solvable without using its parity.
///
/// The twin of a board has two of its tiles exchanged. Exactly one of the two is solvable. Both are
/// searched in turn until one is solved.
///
/// Exit status: 0 if the board is solvable, 1 if it is not or the search was stopped, 2 if the
/// input is bad.
#[derive(Parser)]
struct Options {
    /// The board; - is the standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Stop before using more memory than this
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    #[arg(value_parser = bytes, allow_hyphen_values = true)]
    memory: usize,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let board = command_line::read(&options.file, str::parse::<Board>)?;
    let start = |board| TreeAStar::new().start(Worlds::new(), board);
    let mut lockstep = Lockstep::new(start(board.clone()), start(board.twin()));
    let limits = Limits::none().bytes(options.memory).cancel(command_line::ctrl_c()?);
    let interval = Duration::from_millis(100);
    let step = watch("", None, |progress| search::run(&mut lockstep, &limits, interval, progress));

    let expanded = count(lockstep.statistics().expanded, "node");
    if let End::Stopped(reason) = step {
        let moves = count(lockstep.lower_bound().into(), "move");
        writeln!(
            out,
            "No solution yet: {reason}; {expanded} expanded, \
             a solution of the board or of its twin has at least {moves}."
        )?;
        return Ok(Status::NotSolved);
    }
    let moves = count(lockstep.cost().into(), "move");
    if lockstep.solved() == Some(Side::First) {
        writeln!(out, "Solvable in {moves} ({expanded} expanded).")?;
        Ok(Status::Success)
    } else {
        writeln!(out, "Unsolvable: its twin is solved in {moves} ({expanded} expanded).")?;
        Ok(Status::NotSolved)
    }
}
