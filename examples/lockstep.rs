//! Finds out whether a board is solvable by searching it and its twin in turn.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io};

use bestfirst::search::{self, Algorithm, Lockstep, Search, Side, TreeAStar};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Worlds};
use bytesize::ByteSize;
use clap::Parser;

/// Finds out whether a board is solvable without asking for its parity.
///
/// Of a board and its twin, with two tiles exchanged, exactly one is solvable. Both are searched in
/// turn, until one is solved.
///
/// Exit status: 0 if the board is solvable, 1 if it is not or the search was stopped, 2 if the
/// input is bad.
#[derive(Parser)]
struct Options {
    /// The board; without one, it is read from the standard input
    file: Option<PathBuf>,
    /// Stop before using more memory
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: ByteSize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let text = match &options.file {
        Some(file) => fs::read_to_string(file),
        None => io::read_to_string(io::stdin()),
    };
    let board = text
        .map_err(|error| error.to_string())
        .and_then(|text| text.parse::<Board>().map_err(|error| error.to_string()));
    let board = match board {
        Ok(board) => board,
        Err(error) => {
            let name = options.file.map_or("standard input".into(), |f| f.display().to_string());
            eprintln!("error: {name}: {error}");
            return ExitCode::from(2);
        }
    };

    let start = |board| TreeAStar::new().start(Worlds::new(), board);
    let mut lockstep = Lockstep::new(start(board.clone()), start(board.twin()));
    let bytes = usize::try_from(options.memory.as_u64()).unwrap_or(usize::MAX);
    search::run(&mut lockstep, &Limits::none().bytes(bytes), Duration::MAX, |_| {});
    let expanded = lockstep.statistics().expanded;
    match lockstep.solved() {
        Some(Side::First) => {
            println!("Solvable in {} moves ({expanded} nodes expanded).", lockstep.cost());
            ExitCode::SUCCESS
        }
        Some(Side::Second) => {
            println!(
                "Unsolvable: its twin is solved in {} moves ({expanded} nodes expanded).",
                lockstep.cost()
            );
            ExitCode::FAILURE
        }
        None => {
            println!("Not known: stopped after {expanded} nodes expanded.");
            ExitCode::FAILURE
        }
    }
}
