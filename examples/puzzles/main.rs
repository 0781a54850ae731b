//! Six puzzles, each on a page, with the search that suits it. Copy one of them.
//!
//! ```text
//! cargo run --release --example puzzles -- hanoi --discs 8
//! cargo run --release --example puzzles -- pancakes 4 6 2 5 1 3
//! cargo run --release --example puzzles -- top-spin --random 12
//! cargo run --release --example puzzles -- sokoban
//! cargo run --release --example puzzles -- rush-hour
//! cargo run --release --example puzzles -- peg-solitaire
//! ```
//!
//! This file reads the options and prints the answers. Each other module is a puzzle.

#[path = "../command_line/mod.rs"]
mod command_line;
mod hanoi;
mod pancakes;
mod peg_solitaire;
mod rush_hour;
mod sokoban;
mod top_spin;

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bestfirst::{Limits, Outcome, Solver, StateSpace, Statistics};
use clap::{Parser, Subcommand};
use command_line::{Status, count, whole};
use hanoi::Hanoi;
use pancakes::{Pancakes, Stack};
use peg_solitaire::{HOLES, PegSolitaire};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rush_hour::{Metric, RushHour};
use sokoban::{Level, Sokoban};
use top_spin::{Patterns, TopSpin};

/// Solves a puzzle with the fewest moves, and prints them.
///
/// Ctrl-C stops the search. Exit status: 0 if solved, 1 if unsolvable or stopped, 2 if the input is
/// bad.
#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    puzzle: Puzzle,
}

#[derive(Subcommand)]
enum Puzzle {
    /// The Towers of Hanoi with four pegs, by breadth-first search from both ends
    Hanoi {
        /// The number of discs, from 1 to 15
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole(1..=15_u32))]
        discs: u32,
    },
    /// A stack of pancakes to sort, by IDA* with the gap estimate
    Pancakes {
        /// The sizes 1 to N in any order, from the top of the stack
        #[arg(default_values_t = [4, 6, 2, 5, 1, 3], value_parser = whole(1..=63_u8))]
        sizes: Vec<u8>,
        /// Sort a random stack of this many pancakes
        #[arg(long, value_name = "N", value_parser = whole(1..=63_u8), conflicts_with = "sizes")]
        random: Option<u8>,
        /// The seed of the random stack
        #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
        seed: u64,
    },
    /// Top Spin: a ring of tiles, of which four are turned round at a time, by IDA* with pruned
    /// moves
    TopSpin {
        /// The tiles 1 to N in any order, for an N from 6 to 16
        #[arg(default_values_t = [11, 5, 9, 12, 2, 3, 8, 1, 10, 7, 4, 6], value_parser = whole(1..=16_u64))]
        tiles: Vec<u64>,
        /// Solve a random ring of this many tiles, from 6 to 16
        #[arg(long, value_name = "N", value_parser = whole(6..=16_u64), conflicts_with = "tiles")]
        random: Option<u64>,
        /// The seed of the random ring
        #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
        seed: u64,
        /// Prune sequences of up to this many turns; 1 prunes nothing but turning back
        #[arg(long, value_name = "LENGTH", default_value_t = 4, value_parser = whole(1..=5_u32))]
        prune: u32,
    },
    /// Sokoban with the fewest pushes, by A* with dead ends
    Sokoban {
        /// A file with levels in the usual text form, - for the standard input. Titles, comments
        /// and empty lines may be between them
        #[arg(long, value_name = "FILE")]
        level: Option<PathBuf>,
        /// The number of the level in the file
        #[arg(long, value_name = "N", requires = "level", default_value_t = 1)]
        #[arg(value_parser = whole(1..=usize::MAX))]
        number: usize,
    },
    /// Rush Hour, by A*
    RushHour {
        /// The squares row by row: a letter for each car, o or . for an empty square, x for a wall.
        /// The car A goes to the right end of its row
        #[arg(default_value = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")]
        yard: String,
        /// Count a car's way to the next square as a move, not its whole way
        #[arg(long)]
        steps: bool,
    },
    /// Peg solitaire on the English board, by greedy best-first search
    PegSolitaire {
        /// The hole that is empty at the start, as a column from a to g and a row from 1 to 7
        #[arg(long, value_name = "HOLE", default_value = "d4", value_parser = hole)]
        empty: u64,
        /// The hole of the last peg
        #[arg(long, value_name = "HOLE", default_value = "d4", value_parser = hole)]
        last: u64,
    },
}

/// The level without a file.
const LEVEL: &str = "; Four boxes.
   ####
####  ###
#  $  $ #
# #.#.# #
#  .@.  #
# #$#$# #
#       #
#########
";

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let limits = Limits::none().bytes(2 << 30).cancel(command_line::ctrl_c()?);
    let status = match options.puzzle {
        Puzzle::Hanoi { discs } => {
            let hanoi = Hanoi { discs };
            let solver = hanoi.solve(limits);
            answer(&solver, &joined(solver.actions_in(&hanoi), "\n"), out)
        }
        Puzzle::Pancakes { ref sizes, random, seed } => {
            let sizes = random.map_or_else(|| sizes.clone(), |count| shuffled(1..=count, seed));
            let pancakes = Pancakes { count: sizes.len() };
            let solver = pancakes.solve(Stack::new(&sizes)?, limits);
            writeln!(out, "sizes {}", joined(Some(sizes), " "))?;
            answer(&solver, &format!("flips {}", joined(solver.actions_in(&pancakes), " ")), out)
        }
        Puzzle::TopSpin { ref tiles, random, seed, prune } => {
            let mut tiles = random.map_or_else(|| tiles.clone(), |count| shuffled(1..=count, seed));
            let (space, mut ring) = TopSpin::new(&tiles)?;
            if random.is_some() && !space.is_solvable(&ring) {
                tiles.swap(0, 1);
                (_, ring) = TopSpin::new(&tiles)?;
            }
            let automaton = space.automaton(prune);
            let patterns = Patterns::new(space);
            let pruned = space.pruned(&patterns, &automaton);
            let solver = top_spin::solve(&pruned, ring, limits);
            writeln!(out, "tiles {}", joined(Some(tiles), " "))?;
            let turns =
                solver.actions_in(&pruned).map(|turns| turns.into_iter().map(|first| first + 1));
            answer(&solver, &format!("turns from places {}", joined(turns, " ")), out)
        }
        Puzzle::Sokoban { ref level, number } => {
            let level = match level {
                Some(file) => command_line::read(file, |text| Level::parse(text, number))?,
                None => Level::parse(LEVEL, 1)?,
            };
            let sokoban = Sokoban::new(level);
            let solver = sokoban.solve(limits);
            let moves = sokoban.moves(&solver.actions_in(&sokoban).unwrap_or_default());
            answer(
                &solver,
                &format!("{moves}\n{} of the player", count(moves.len() as u64, "move")),
                out,
            )
        }
        Puzzle::RushHour { ref yard, steps } => {
            let metric = if steps { Metric::Steps } else { Metric::Moves };
            let (rush_hour, position) = RushHour::parse(yard, metric)?;
            let solver = rush_hour.solve(position, limits);
            let end = solver.best_path().last().map_or(position, |&end| end);
            let slides = joined(solver.actions_in(&rush_hour), " ");
            answer(&solver, &format!("{slides}\n{}", rush_hour.text(end)), out)
        }
        Puzzle::PegSolitaire { empty, last } => {
            let (space, pegs) = (PegSolitaire { last }, HOLES & !empty);
            let solver = space.solve(pegs, limits);
            answer(&solver, &joined(Some(space.jumps_along(pegs, solver.solution())), " "), out)
        }
    };
    Ok(status?)
}

/// Prints a solution, or what is known without one, and the counters.
fn answer<S>(solver: &Solver<S>, solution: &str, out: &mut dyn Write) -> io::Result<Status> {
    match solver.outcome() {
        Outcome::Solved(_) => writeln!(out, "{solution}")?,
        Outcome::Unsolvable => writeln!(out, "No solution is possible.")?,
        Outcome::Stopped(stopped) => {
            let moves = count(stopped.lower_bound.into(), "move");
            writeln!(out, "No solution yet: {stopped}; a solution has at least {moves}.")?;
        }
    }
    let moves = solver.moves().map_or_else(|| "-".to_owned(), |moves| moves.to_string());
    let Statistics { expanded, generated, elapsed, .. } = solver.statistics();
    let seconds = elapsed.as_secs_f64();
    writeln!(
        out,
        "total: moves {moves}, expanded {expanded}, generated {generated}, seconds {seconds:.3}"
    )?;
    Ok(if solver.moves().is_some() { Status::Success } else { Status::NotSolved })
}

/// The items of a list, if there is one, with this between them.
fn joined<T: Display>(items: Option<impl IntoIterator<Item = T>>, between: &str) -> String {
    let items = items.into_iter().flatten().map(|item| item.to_string());
    items.collect::<Vec<_>>().join(between)
}

/// The numbers in a random order.
fn shuffled<T>(numbers: impl Iterator<Item = T>, seed: u64) -> Vec<T> {
    let mut numbers: Vec<T> = numbers.collect();
    numbers.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    numbers
}

/// Parses the name of a hole.
fn hole(name: &str) -> Result<u64, &'static str> {
    peg_solitaire::hole(name).ok_or("expected a hole by its column and row, such as d4 or c7")
}
