//! A shortest word ladder: every step changes, adds or removes one letter.
//!
//! ```text
//! cargo run --release --example word_ladder -- horse nurse
//! ```
//!
//! The exit status is 0 with a ladder, 1 if none exists, and 2 for bad input.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bestfirst::Solver;
use bestfirst::word_ladder::Dictionary;
use clap::Parser;

const COMMON_WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/input/words.txt");

/// Finds a shortest word ladder: every step changes, adds or removes one letter.
#[derive(Parser)]
struct Arguments {
    /// The word to start from
    from: String,
    /// The word to reach
    to: String,
    /// A list of words, one a line [default: input/words.txt of this crate]
    #[arg(long, value_name = "FILE", default_value = COMMON_WORDS, hide_default_value = true)]
    words: PathBuf,
}

fn main() -> ExitCode {
    run(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let dictionary = read(&arguments.words)?;
    let start = dictionary.ladder(&arguments.from, &arguments.to)?;

    let solver = Solver::new(start);
    let Some(moves) = solver.moves() else {
        println!("No ladder leads from {start} to {}.", start.goal());
        return Ok(ExitCode::from(1));
    };
    println!("Minimum number of moves = {moves}");
    for word in solver.solution() {
        println!("{word}");
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Dictionary, String> {
    let describe = |error: &dyn Error| {
        let cause = error.source().map_or(String::new(), |cause| format!(": {cause}"));
        format!("{}: {error}{cause}", path.display())
    };
    let file = File::open(path).map_err(|error| describe(&error))?;
    Dictionary::from_reader(BufReader::new(file)).map_err(|error| describe(&error))
}
