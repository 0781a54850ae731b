//! Writes the puzzle files of `input/`: boards of every optimal length, found by search.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{Limits, Solver};
use clap::Parser;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Writes sliding-tile boards, named by their optimal number of moves.
///
/// 2-by-2 and 3-by-3: a random board of each depth, out of all boards. 4-by-4: random walks from
/// the goal, solved. Each size gets an unsolvable board as well, and 3-by-3 one for the goal with
/// the blank first. The same seed writes the same files.
#[derive(Parser)]
struct Options {
    /// Where to write
    #[arg(default_value = "input")]
    folder: PathBuf,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The longest 4-by-4 solution to write a board for
    #[arg(long, default_value_t = 50)]
    longest: usize,
    /// Pass over 4-by-4 boards that take more than so many nodes to solve
    #[arg(long, default_value_t = 8_000_000)]
    max_generated: u64,
}

fn main() -> ExitCode {
    match generate(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn generate(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let folder = &options.folder;
    fs::create_dir_all(folder)?;
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    for size in [2, 3] {
        for (depth, boards) in by_depth(Board::solved(size, Goal::BlankLast)?).iter().enumerate() {
            let board = boards.choose(&mut rng).ok_or("a depth without boards")?;
            write(folder, &format!("{size}x{size}-{depth:02}"), board)?;
        }
    }
    for (length, board) in by_length(options, &mut rng)?.iter().enumerate() {
        write(folder, &format!("4x4-{length:02}"), board)?;
    }
    for size in [2, 3, 4] {
        let board = Board::random(size, Goal::BlankLast, &mut rng)?.twin();
        write(folder, &format!("{size}x{size}-unsolvable"), &board)?;
    }
    let depths = by_depth(Board::solved(3, Goal::BlankFirst)?);
    let board = depths[20].choose(&mut rng).ok_or("a depth without boards")?;
    // Not called `puzzle`, for it is unsolvable with the blank last.
    fs::write(folder.join("blank-first3x3-20.txt"), format!("{board}\n"))?;
    Ok(())
}

fn write(folder: &Path, name: &str, board: &Board) -> std::io::Result<()> {
    fs::write(folder.join(format!("puzzle{name}.txt")), format!("{board}\n"))
}

/// All boards from which the goal can be reached, by their distance from it.
fn by_depth(goal: Board) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([goal.clone()]);
    let mut depths = vec![vec![goal]];
    loop {
        let mut next = Vec::new();
        for neighbor in depths[depths.len() - 1].iter().flat_map(Board::neighbors) {
            if seen.insert(neighbor.clone()) {
                next.push(neighbor);
            }
        }
        if next.is_empty() {
            return depths;
        }
        depths.push(next);
    }
}

/// A 4-by-4 board for each optimal length.
fn by_length(
    options: &Options,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Board>, Box<dyn std::error::Error>> {
    let mut found = vec![None; options.longest + 1];
    while found.contains(&None) {
        let moves = rng.random_range(0..=4 * options.longest);
        let board = Board::random_walk(4, Goal::BlankLast, moves, rng)?;
        let estimate = usize::try_from(board.manhattan())?;
        // A solution has the parity of the estimate, and is no shorter.
        if !found.iter().skip(estimate).step_by(2).any(Option::is_none) {
            continue;
        }
        let limits = Limits::none().generated(options.max_generated);
        let solver = Solver::builder(board.clone()).limits(limits).solve();
        if let Some(place) = solver.moves().and_then(|moves| found.get_mut(moves)) {
            place.get_or_insert(board);
        }
    }
    Ok(found.into_iter().flatten().collect())
}
