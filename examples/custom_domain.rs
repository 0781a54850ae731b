//! A puzzle of your own on one page. Copy this file and change it.
//!
//! The puzzle: sort a stack of pancakes by size, with the smallest on top. The only move is to put
//! a spatula under one pancake and flip it together with all pancakes above.
//!
//! The module `command_line` handles exit status and Ctrl-C. A first version of your puzzle can do
//! without it and use `println!` in `main`.

mod command_line;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use bestfirst::{Limits, Outcome, Solver, WorldState};
use clap::Parser;
use command_line::Status;

/// Sorts a stack of pancakes with the fewest flips.
///
/// Exit status: 0 if solved, 1 if stopped, 2 if the input is bad.
#[derive(Parser)]
struct Options {
    /// The sizes 1 to N in any order, from the top of the stack
    #[arg(default_values_t = [4, 6, 2, 5, 1, 3])]
    sizes: Vec<u32>,
}

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
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let mut sizes = options.sizes.clone();
    let count = u32::try_from(sizes.len())?;
    if let Some(missing) = (1..=count).find(|size| !sizes.contains(size)) {
        return Err(format!("size {missing} is missing from a stack of {count} pancakes").into());
    }
    sizes.push(count + 1);

    let limits = Limits::none().bytes(1 << 30).cancel(command_line::ctrl_c()?);
    let solver = Solver::builder(Stack(sizes)).limits(limits).solve();
    match solver.outcome() {
        Outcome::Solved(solution) => {
            writeln!(out, "Minimum number of flips = {}", solution.moves())?;
            for Stack(sizes) in solution.states() {
                writeln!(out, "{:?}", &sizes[..sizes.len() - 1])?;
            }
            Ok(Status::Success)
        }
        Outcome::Unsolvable => unreachable!("every stack can be sorted"),
        Outcome::Stopped(stopped) => {
            writeln!(out, "{stopped}; number of flips >= {}", stopped.lower_bound)?;
            Ok(Status::NotSolved)
        }
    }
}
