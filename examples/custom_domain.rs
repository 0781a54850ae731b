//! A puzzle of your own on one page. Copy this file and change it.
//!
//! The puzzle: sort a stack of pancakes by size, with the smallest on top. The only move is to put
//! a spatula under one pancake and flip it together with all pancakes above.
//!
//! It needs this crate alone. Options, progress and Ctrl-C are in the other examples.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use bestfirst::{Limits, Outcome, Solver, WorldState};

const HELP: &str = "\
Usage: custom_domain [SIZE]...
Sorts a stack of pancakes with the fewest flips. The sizes 1 to N are in any order, from the top of
the stack. Exit status: 0 if solved, 1 if stopped, 2 if the input is bad.";

/// The sizes from the top, followed by the plate as the largest size.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Stack(Vec<u32>);

impl WorldState for Stack {
    /// The number of adjacent pairs whose sizes differ by more than 1. A flip separates only one
    /// pair, so each such gap takes at least one flip (Helmert 2010).
    fn estimated_distance_to_goal(&self) -> u32 {
        self.0.windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]) > 1)).sum()
    }

    /// The stacks after flipping the upper 2, 3, ... pancakes.
    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        (2..self.0.len()).map(|count| {
            let mut sizes = self.0.clone();
            sizes[..count].reverse();
            Stack(sizes)
        })
    }

    // Without a gap the stack is sorted, because the plate is at the bottom. So the default
    // `is_goal`, which tests for an estimate of zero, is correct.
}

fn main() -> ExitCode {
    let error = match run(&mut io::stdout().lock()) {
        Ok(status) => return status,
        Err(error) => error,
    };
    let message = match error.downcast_ref::<io::Error>() {
        // A reader such as `head` has seen enough.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(error) => format!("standard output: {error}"),
        None => error.to_string(),
    };
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(2)
}

fn run(out: &mut dyn Write) -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument.starts_with('-')) {
        writeln!(out, "{HELP}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let sizes = arguments.iter().map(|size| match size.parse() {
        Ok(size) => Ok(size),
        Err(_) => Err(format!("{size:?} is not a size of a pancake")),
    });
    let mut sizes = sizes.collect::<Result<Vec<u32>, _>>()?;
    if sizes.is_empty() {
        sizes = vec![4, 6, 2, 5, 1, 3];
    }
    let count = u32::try_from(sizes.len())?;
    if let Some(missing) = (1..=count).find(|size| !sizes.contains(size)) {
        return Err(format!("size {missing} is missing from a stack of {count}").into());
    }
    sizes.push(count + 1); // the plate

    let limits = Limits::none().bytes(1 << 30);
    let solver = Solver::builder(Stack(sizes)).limits(limits).solve();
    match solver.outcome() {
        Outcome::Solved(solution) => {
            writeln!(out, "Minimum number of flips = {}", solution.moves())?;
            for Stack(sizes) in solution.states() {
                writeln!(out, "{:?}", &sizes[..sizes.len() - 1])?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Unsolvable => unreachable!("every stack can be sorted"),
        Outcome::Stopped(stopped) => {
            let bound = stopped.lower_bound;
            writeln!(out, "No solution yet: {stopped}; a solution has at least {bound} flips.")?;
            Ok(ExitCode::FAILURE)
        }
    }
}
