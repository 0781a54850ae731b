//! Writes the puzzle files of `input/`: boards of every optimal solution length, found by search.

mod command_line;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{Limits, Solver};
use clap::Parser;
use command_line::{Status, whole};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Writes sliding-tile boards, named by their optimal number of moves.
///
/// 2-by-2 and 3-by-3: a random board of each depth, chosen among all boards. 4-by-4: random walks
/// from the goal, then solved. Each size also gets an unsolvable board, and 3-by-3 also gets a
/// board for the goal with the blank first. The same seed writes the same files. Ctrl-C stops and
/// writes only the 4-by-4 boards found so far.
///
/// Exit status: 0 if complete, 1 after Ctrl-C, 2 if a file cannot be written.
#[derive(Parser)]
struct Options {
    /// The directory to write to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The seed of the random boards
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The longest 4-by-4 solution for which to write a board, at most 80: no board needs more
    /// moves
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole(0..=80_usize))]
    longest: usize,
    /// Skip 4-by-4 boards that take more than this many nodes to solve
    #[arg(long, value_name = "N", default_value_t = 8_000_000)]
    #[arg(value_parser = whole(1_000..=u64::MAX))]
    max_generated: u64,
}

fn main() -> ExitCode {
    command_line::main(generate)
}

fn generate(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let cancel = command_line::ctrl_c()?;
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    for size in [2, 3] {
        for (depth, boards) in by_depth(Board::solved(size, Goal::BlankLast)?).iter().enumerate() {
            let board = boards.choose(&mut rng).ok_or("a depth without boards")?;
            write(folder, &format!("puzzle{size}x{size}-{depth:02}"), board)?;
        }
    }
    let found = by_length(options, &cancel, &mut rng)?;
    for (length, board) in found.iter().enumerate() {
        if let Some(board) = board {
            write(folder, &format!("puzzle4x4-{length:02}"), board)?;
        }
    }
    for size in [2, 3, 4] {
        let board = Board::random(size, Goal::BlankLast, || rng.next_u32())?.twin();
        write(folder, &format!("puzzle{size}x{size}-unsolvable"), &board)?;
    }
    let depths = by_depth(Board::solved(3, Goal::BlankFirst)?);
    let board = depths[20].choose(&mut rng).ok_or("a depth without boards")?;
    // Not named `puzzle`, because it is unsolvable for the goal with the blank last.
    write(folder, "blank-first3x3-20", board)?;

    let missing = found.iter().filter(|board| board.is_none()).count();
    if missing > 0 {
        writeln!(
            out,
            "Cancelled: of {} lengths of 4-by-4 boards, {missing} are missing.",
            found.len()
        )?;
        return Ok(Status::NotSolved);
    }
    Ok(Status::Success)
}

fn write(folder: &Path, name: &str, board: &Board) -> Result<(), String> {
    let file = folder.join(name).with_extension("txt");
    fs::write(&file, format!("{board}\n")).map_err(|error| format!("{}: {error}", file.display()))
}

/// All boards from which the goal can be reached, grouped by their distance from it.
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

/// One 4-by-4 board for each optimal length that is found before the flag is set.
fn by_length(
    options: &Options,
    cancel: &Arc<AtomicBool>,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Option<Board>>, Box<dyn Error>> {
    let limits = Limits::none().generated(options.max_generated).cancel(Arc::clone(cancel));
    let mut found = vec![None; options.longest + 1];
    let bar = command_line::bar(found.len(), "lengths found");
    while found.contains(&None) && !cancel.load(Ordering::Relaxed) {
        let moves = rng.random_range(0..=4 * options.longest);
        let board = Board::random_walk(4, Goal::BlankLast, moves, || rng.next_u32())?;
        let estimate = usize::try_from(board.manhattan())?;
        // A solution has the parity of the estimate and is at least as long.
        if !found.iter().skip(estimate).step_by(2).any(Option::is_none) {
            continue;
        }
        let solver = Solver::builder(board.clone()).limits(limits.clone()).solve();
        if let Some(place) = solver.moves().and_then(|moves| found.get_mut(moves)) {
            place.get_or_insert(board);
        }
        bar.set_position(found.iter().flatten().count() as u64);
    }
    bar.finish_and_clear();
    Ok(found)
}
