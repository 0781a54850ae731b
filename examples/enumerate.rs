//! Whole spaces: how many states there are at each distance.
//!
//! ```text
//! cargo run --release --features enumeration --example enumerate -- --rows 3 --columns 3
//! cargo run --release --features enumeration,rubiks-cube --example enumerate -- --pocket-cube
//! cargo run --release --features enumeration --example enumerate -- --hanoi 12 --directory target
//! cargo run --release --features enumeration --example enumerate -- --hanoi 12 --directory target --resume
//! cargo run --release --features enumeration --example enumerate -- --rows 3 --columns 4 --memory 30M --directory target
//! ```

#[path = "command_line/mod.rs"]
mod command_line;

use std::error::Error;
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use bestfirst::enumeration::{
    Enumeration, EnumerationBuilder, EnumerationErrorKind, EnumerationProgress, ExternalEnumeration,
};
#[cfg(feature = "rubiks-cube")]
use bestfirst::rubiks_cube::{Metric, PocketCube, PocketTurns};
use bestfirst::sliding_tiles::{Goal, Rectangle};
use bestfirst::{Cost, Limits, NumberedSpace, StateSpace, Statistics, StopReason};
use clap::{Args, Parser};
use command_line::{Status, bytes, time, whole};
use indicatif::{ProgressBar, ProgressStyle};

/// Prints the number of states at each distance from the goal, for one of three kinds of puzzles.
///
/// Ctrl-C stops it; with --directory it goes on later with --resume, also after it was killed. Exit
/// status: 0 if all went well, 1 if it was stopped, 2 if the input is bad.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    puzzle: Puzzle,
    /// The number of columns
    #[arg(long, value_name = "C", requires = "rows", value_parser = whole(2..=8_usize))]
    columns: Option<usize>,
    /// The memory for the table, such as 100M or 2G. With less than 3 bits for each state it takes
    /// longer, and with less than 2 bits the table is in files, if there is a --directory
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// The number of threads; the default is one for each core
    #[arg(long, value_name = "T", value_parser = whole(1..=1024_usize))]
    threads: Option<usize>,
    /// Save what was found in this directory
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// How often to save it, such as 30s or 10m
    #[arg(long, value_name = "TIME", requires = "directory", value_parser = time, default_value = "5m")]
    checkpoint: Duration,
    /// Go on with what is saved in the directory
    #[arg(long, requires = "directory")]
    resume: bool,
    /// Stop after this distance
    #[arg(long, value_name = "D", value_parser = whole(0..=u32::MAX))]
    distance: Option<u32>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Puzzle {
    /// Sliding tiles with this many rows
    #[arg(long, value_name = "R", requires = "columns", value_parser = whole(2..=8_usize))]
    rows: Option<usize>,
    /// The cube of 2 by 2 by 2, in half turns
    #[arg(long)]
    pocket_cube: bool,
    /// The Towers of Hanoi with four pegs and this many discs
    #[arg(long, value_name = "DISCS", value_parser = whole(1..=20_u32))]
    hanoi: Option<u32>,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    if let (Some(rows), Some(columns)) = (options.puzzle.rows, options.columns) {
        let tiles = Rectangle::new(rows, columns, Goal::BlankLast)?;
        return enumerate(&tiles, tiles.solved(), &format!("tiles-{rows}x{columns}"), options, out);
    }
    if let Some(discs) = options.puzzle.hanoi {
        let hanoi = Hanoi { discs };
        return enumerate(&hanoi, 0, &format!("hanoi-{discs}"), options, out);
    }
    pocket_cube(options, out)
}

#[cfg(feature = "rubiks-cube")]
fn pocket_cube(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let space = PocketTurns::new(Metric::HalfTurn);
    enumerate(&space, PocketCube::SOLVED, "pocket-cube", options, out)
}

#[cfg(not(feature = "rubiks-cube"))]
fn pocket_cube(_: &Options, _: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    Err("--pocket-cube needs the feature rubiks-cube".into())
}

/// Enumerates a space and prints the counts.
fn enumerate<P: NumberedSpace + Sync>(
    space: P,
    source: P::State,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let mut limits = Limits::none().cancel(command_line::ctrl_c()?);
    if let Some(bytes) = options.memory {
        limits = limits.bytes(bytes);
    }
    if let Some(distance) = options.distance {
        limits = limits.cost(distance);
    }
    let threads = options.threads.and_then(NonZero::new);
    let cores = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let bar = ProgressBar::new(space.numbers() as u64);
    bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} about {eta} left")?);
    let show = |progress: &EnumerationProgress| {
        bar.set_position(progress.statistics.generated);
        bar.set_message(format!("distance {}", progress.distance));
    };
    let mut builder = EnumerationBuilder::new()
        .limits(limits.clone())
        .threads(threads.unwrap_or(cores))
        .on_progress(show);
    let Some(directory) = &options.directory else {
        let enumeration = builder.build(space, [source]);
        bar.finish_and_clear();
        return print(&Counts::of(&enumeration?), out);
    };
    let path = directory.join(format!("{name}.enumeration"));
    let levels = directory.join(format!("{name}.levels"));
    if !options.resume {
        refuse_to_overwrite(&path)?;
        refuse_to_overwrite(&levels)?;
    }
    if !levels.exists() {
        builder = builder.checkpoint(&path, options.checkpoint);
        let result = if options.resume {
            builder.load(&path, &space, [source.clone()]).and_then(|mut enumeration| {
                builder.resume(&mut enumeration)?;
                Ok(enumeration)
            })
        } else {
            builder.build(&space, [source.clone()])
        };
        let is_too_large = |kind: &_| matches!(kind, EnumerationErrorKind::MemoryLimit { .. });
        match result {
            Err(error) if !options.resume && is_too_large(error.kind()) => {}
            result => {
                bar.finish_and_clear();
                return print(&Counts::of(&result?), out);
            }
        }
    }
    let counts =
        ExternalEnumeration::new(levels).limits(limits).on_progress(show).run(space, [source]);
    bar.finish_and_clear();
    let counts = counts?;
    let counts = Counts {
        histogram: counts.histogram(),
        radius: counts.radius(),
        stopped_by: counts.stopped_by(),
        statistics: counts.statistics(),
    };
    print(&counts, out)
}

/// An error if there is a checkpoint already, or if the directory cannot be made.
fn refuse_to_overwrite(path: &Path) -> Result<(), String> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
    }
    match path.try_exists() {
        Ok(false) => Ok(()),
        Ok(true) => Err(format!("{}: exists; go on with --resume, or remove it", path.display())),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// What is known of a space.
struct Counts<'a> {
    histogram: &'a [u64],
    radius: Option<Cost>,
    stopped_by: Option<StopReason>,
    statistics: Statistics,
}

impl<'a> Counts<'a> {
    fn of<P: NumberedSpace>(enumeration: &'a Enumeration<P>) -> Self {
        Self {
            histogram: enumeration.histogram(),
            radius: enumeration.radius(),
            stopped_by: enumeration.stopped_by(),
            statistics: enumeration.statistics(),
        }
    }
}

/// Prints a line for each distance, and the totals.
fn print(counts: &Counts<'_>, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let Counts { histogram, radius, stopped_by, statistics } = counts;
    for (distance, states) in histogram.iter().enumerate() {
        writeln!(out, "{distance:8} {states:14}")?;
    }
    if let Some(reason) = stopped_by {
        writeln!(out, "{reason}; the last count may be too low")?;
    }
    let radius = radius.map_or_else(|| "-".to_owned(), |radius| radius.to_string());
    writeln!(
        out,
        "total: states {}, radius {radius}, bytes {}, seconds {:.3}",
        histogram.iter().sum::<u64>(),
        statistics.bytes,
        statistics.elapsed.as_secs_f64()
    )?;
    Ok(if stopped_by.is_none() { Status::Success } else { Status::NotSolved })
}

/// The Towers of Hanoi with four pegs.
struct Hanoi {
    discs: u32,
}

impl StateSpace for Hanoi {
    /// The peg of each disc, two bits for each, the smallest disc lowest.
    type State = u64;

    fn estimate(&self, _: &u64) -> u32 {
        0
    }

    fn is_goal(&self, &pegs: &u64) -> bool {
        pegs == 0
    }

    fn for_each_successor(
        &self,
        &pegs: &u64,
        previous: Option<&u64>,
        mut visit: impl FnMut(u64, u32),
    ) {
        // The pegs with a smaller disc than this one, one bit each.
        let mut covered = 0;
        for disc in 0..self.discs {
            let from = pegs >> (2 * disc) & 3;
            if covered >> from & 1 == 0 {
                covered |= 1 << from;
                for to in (0..4).filter(|to| covered >> to & 1 == 0) {
                    let next = pegs ^ (from ^ to) << (2 * disc);
                    if Some(&next) != previous {
                        visit(next, 1);
                    }
                }
            }
        }
    }

    fn number(&self, &pegs: &u64) -> Option<usize> {
        usize::try_from(pegs).ok()
    }
}

impl NumberedSpace for Hanoi {
    fn numbers(&self) -> usize {
        1_usize.checked_shl(2 * self.discs).unwrap_or(usize::MAX)
    }

    fn state(&self, number: usize) -> Option<u64> {
        (number < self.numbers()).then_some(number as u64)
    }
}
