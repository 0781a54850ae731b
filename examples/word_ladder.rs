//! A shortest word ladder: every step changes, adds or removes one letter.
//!
//! ```text
//! cargo run --release --example word_ladder -- horse nurse
//! ```
//!
//! The exit status is 0 if there is a ladder, 1 if none exists, and 2 for bad input.

mod command_line;

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use bestfirst::word_ladder::Dictionary;
use bestfirst::{Limits, Outcome, Solver};
use clap::Parser;
use command_line::Status;

const COMMON_WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/input/words.txt");

/// Finds a shortest word ladder: every step changes, adds or removes one letter.
#[derive(Parser)]
struct Arguments {
    /// The word to start from
    from: String,
    /// The word to reach
    to: String,
    /// A list of words, one per line, - for the standard input [default: input/words.txt of this
    /// crate]
    #[arg(long, value_name = "FILE", default_value = COMMON_WORDS, hide_default_value = true)]
    words: PathBuf,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let dictionary = command_line::read(&arguments.words, parse)?;
    let start = dictionary.ladder(&arguments.from, &arguments.to)?;

    let limits = Limits::none().cancel(command_line::ctrl_c()?);
    let solver = Solver::builder(start).limits(limits).solve();
    match solver.outcome() {
        Outcome::Solved(solution) => {
            writeln!(out, "Minimum number of moves = {}", solution.moves())?;
            for word in solution.states() {
                writeln!(out, "{word}")?;
            }
            Ok(Status::Success)
        }
        Outcome::Unsolvable => {
            writeln!(out, "No ladder leads from {start} to {}.", start.goal())?;
            Ok(Status::NotSolved)
        }
        Outcome::Stopped(stopped) => {
            let bound = stopped.lower_bound;
            writeln!(out, "No ladder yet: {stopped}; a ladder has at least {bound} moves.")?;
            Ok(Status::NotSolved)
        }
    }
}

fn parse(text: &str) -> Result<Dictionary, String> {
    let dictionary = Dictionary::from_reader(text.as_bytes()).map_err(|error| error.to_string())?;
    if dictionary.is_empty() { Err("there are no words in it".to_owned()) } else { Ok(dictionary) }
}
