//! Solves sliding-tile boards by A* with the states in files.
//!
//! ```text
//! cargo run --release --features external --example on_disk -- --memory 32M input/puzzle4x4-50.txt
//! ```

mod command_line;

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::time::Duration;

use bestfirst::external::ExternalAStar;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Outcome, Worlds};
use bytesize::ByteSize;
use clap::Parser;
use command_line::{Status, bytes, count, time, watch};

/// Solves a board with the fewest moves, however little memory there is: the states are in files.
///
/// The last line is "total: moves M, expanded N, memory B, disk D, seconds S", with the most bytes
/// that the files took at one time.
///
/// Exit status: 0 if the board is solved, 1 if it is unsolvable or the search was stopped, 2 if the
/// input is bad or the disk is full.
#[derive(Parser)]
struct Options {
    /// The board; - is the standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Use this much memory
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    #[arg(value_parser = bytes, allow_hyphen_values = true)]
    memory: usize,
    /// Write the files into this directory, which must be empty or new. The default is a new one in
    /// the system's directory for temporary files
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Fail before the files take more than this
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_hyphen_values = true)]
    disk: Option<usize>,
    /// Stop after this much time, such as 10s
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let board = command_line::read(&options.file, str::parse::<Board>)?;
    let mut limits = Limits::none().bytes(options.memory).cancel(command_line::ctrl_c()?);
    if let Some(time) = options.time {
        limits = limits.time(time);
    }
    let temporary = env::temp_dir().join(format!("on-disk-{}", process::id()));
    let directory = options.directory.as_ref().unwrap_or(&temporary);
    let answer = watch("", options.time, |progress| {
        ExternalAStar::new(directory)
            .limits(limits)
            .disk_bytes(options.disk.map_or(u64::MAX, |bytes| bytes as u64))
            .on_progress(progress)
            .solve(Worlds::new(), board)
    });
    if options.directory.is_none() {
        // It is empty. If it stays, that is no harm.
        let _ = fs::remove_dir(directory);
    }
    // An error of a file is not one of the standard output.
    let answer = answer.map_err(|error| error.to_string())?;
    let (status, moves) = match answer.outcome() {
        Outcome::Solved(solution) => {
            writeln!(out, "Minimum number of moves = {}", solution.moves())?;
            (Status::Success, solution.moves().to_string())
        }
        Outcome::Unsolvable => {
            writeln!(out, "No solution is possible with the blank last.")?;
            (Status::NotSolved, "-".to_owned())
        }
        Outcome::Stopped(stopped) => {
            let moves = count(stopped.lower_bound.into(), "move");
            writeln!(out, "No solution yet: {stopped}; a solution has at least {moves}.")?;
            (Status::NotSolved, "-".to_owned())
        }
    };
    let statistics = answer.statistics();
    writeln!(
        out,
        "total: moves {moves}, expanded {}, memory {}, disk {}, seconds {:.3}",
        statistics.expanded,
        ByteSize(statistics.bytes as u64),
        ByteSize(answer.most_disk_bytes()),
        statistics.elapsed.as_secs_f64()
    )?;
    Ok(status)
}
