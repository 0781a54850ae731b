//! A shortest word ladder: every step changes, adds or removes one letter.
//!
//! ```text
//! cargo run --release --example word_ladder -- horse nurse
//! cargo run --release --example word_ladder -- --pairs pairs.txt
//! ```

mod command_line;

use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bestfirst::word_ladder::{Dictionary, Word};
use bestfirst::{Limits, Outcome, Solver};
use clap::Parser;
use command_line::{Status, complain, count, watch};

const COMMON_WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/input/words.txt");

/// Finds a shortest word ladder: every step changes, adds or removes one letter.
///
/// Exit status: 0 if there is a ladder, 1 if there is none or Ctrl-C stopped the search, 2 if an
/// input is bad. For a file of pairs, it is the highest of theirs.
#[derive(Parser)]
struct Arguments {
    /// The word to start from
    #[arg(required_unless_present = "pairs", conflicts_with = "pairs")]
    from: Option<String>,
    /// The word to reach
    #[arg(required_unless_present = "pairs", conflicts_with = "pairs")]
    to: Option<String>,
    /// A list of pairs, two words on each line, - for the standard input
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,
    /// A list of words, one per line, - for the standard input [default: input/words.txt of this
    /// crate]
    #[arg(long, value_name = "FILE", default_value = COMMON_WORDS, hide_default_value = true)]
    words: PathBuf,
    /// The word to start from need not be in the list
    #[arg(long)]
    any_start: bool,
    /// Only exchange letters: do not add or remove any
    #[arg(long)]
    exchange: bool,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let dictionary = command_line::read(&arguments.words, parse)?;
    let limits = Limits::none().cancel(command_line::ctrl_c()?);
    match arguments {
        Arguments { from: Some(from), to: Some(to), .. } => {
            let words = arguments.words_for(&dictionary, [from, to])?;
            Ok(solve(words.ladder(from, to)?, "", &limits, out)?)
        }
        Arguments { pairs: Some(file), .. } => {
            solve_all(file, &dictionary, arguments, &limits, out)
        }
        Arguments { .. } => Err("either two words or --pairs".into()),
    }
}

impl Arguments {
    /// The words that a ladder between these two may use.
    fn words_for<'d>(
        &self,
        dictionary: &'d Dictionary,
        [from, to]: [&str; 2],
    ) -> Result<Cow<'d, Dictionary>, String> {
        if !self.any_start && !self.exchange {
            return Ok(Cow::Borrowed(dictionary));
        }
        let length = |word: &str| word.trim().chars().count();
        if self.exchange && length(from) != length(to) {
            return Err(format!("{from:?} and {to:?} are not of the same length"));
        }
        // Between words of one length, only exchanges lead.
        let words = dictionary.words().filter(|word| !self.exchange || length(word) == length(to));
        Ok(Cow::Owned(words.chain(self.any_start.then_some(from)).collect()))
    }
}

/// Solves the pairs of a file, with a blank line between them. What is wrong with one of them does
/// not stop the rest.
fn solve_all(
    file: &Path,
    dictionary: &Dictionary,
    arguments: &Arguments,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let pairs = command_line::read(file, parse_pairs)?;
    let mut worst = Status::Success;
    let mut between = "";
    for (number, (line, [from, to])) in (1..).zip(&pairs) {
        out.flush()?;
        let fault = |error: &dyn Display| format!("{}: line {line}: {error}", file.display());
        let words = arguments.words_for(dictionary, [from, to]).map_err(|error| fault(&error));
        let start = words
            .as_deref()
            .map_err(Clone::clone)
            .and_then(|words| words.ladder(from, to).map_err(|error| fault(&error)));
        let status = match start {
            Ok(start) => {
                write!(out, "{between}")?;
                between = "\n";
                solve(start, &format!("pair {number} of {}: ", pairs.len()), limits, out)?
            }
            Err(error) => complain(&error),
        };
        worst = worst.max(status);
    }
    Ok(worst)
}

/// Prints a ladder. The progress is shown after `position`.
fn solve(
    start: Word<'_>,
    position: &str,
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let solver = watch(position, None, |progress| {
        Solver::builder(start).limits(limits.clone()).on_progress(progress).solve()
    });
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
            let moves = count(stopped.lower_bound.into(), "move");
            writeln!(out, "No solution yet: {stopped}; a ladder has at least {moves}.")?;
            Ok(Status::NotSolved)
        }
    }
}

/// The pairs, each with the number of its line.
fn parse_pairs(text: &str) -> Result<Vec<(usize, [String; 2])>, String> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let pairs = lines.map(|(number, line)| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let pair = words.try_into().map_err(|words: Vec<_>| {
            format!("line {number}: expected two words, found {}", words.len())
        });
        Ok((number, pair?))
    });
    match pairs.collect::<Result<Vec<_>, String>>()? {
        pairs if pairs.is_empty() => Err("there are no words in it".to_owned()),
        pairs => Ok(pairs),
    }
}

fn parse(text: &str) -> Result<Dictionary, String> {
    let dictionary = Dictionary::from_reader(text.as_bytes()).map_err(|error| error.to_string())?;
    if dictionary.is_empty() { Err("there are no words in it".to_owned()) } else { Ok(dictionary) }
}
