//! Compares searches and estimates on the same boards, in a table as courses ask for.

mod command_line;
#[allow(dead_code, reason = "other pictures use the rest")]
mod pictures {
    pub(crate) mod chart;
    pub(crate) mod markup;
}

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bestfirst::search::SearchKind;
use bestfirst::sliding_tiles::{Board, BoardError, Goal};
use bestfirst::{Limits, Outcome, Solver, Statistics, StopReason};
use bytesize::ByteSize;
use clap::Parser;
use command_line::{Status, bytes, time, whole};
use pictures::chart::{self, Axis, Chart, Line, Point, Scale, thousands};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The sizes of shuffled boards.
const SIZES: [usize; 4] = [3, 4, 5, 6];

/// The searches, each with its estimate if it uses one.
const COLUMNS: [(SearchKind, Option<Estimate>); 7] = [
    (SearchKind::BreadthFirst, None),
    (SearchKind::DepthFirst, None),
    (SearchKind::GreedyBestFirst, Some(Estimate::Hamming)),
    (SearchKind::GreedyBestFirst, Some(Estimate::Manhattan)),
    (SearchKind::GraphAStar, Some(Estimate::Hamming)),
    (SearchKind::GraphAStar, Some(Estimate::Manhattan)),
    (SearchKind::IdaStar, Some(Estimate::Manhattan)),
];

/// Compares searches and estimates on boards of your own, or on shuffled boards of 3-by-3 to 6-by-6
/// tiles.
///
/// Every search gets the same boards. `states` is the number of nodes expanded. Each figure is the
/// mean over the boards of one size. "3 by time, >= 24" means that on three boards the limit on
/// time stopped the search, and that at least 24 moves are needed for one of them. Ctrl-C stops and
/// prints the figures so far.
///
/// Exit status: 0 if complete, 1 after Ctrl-C, 2 if an option is bad.
#[derive(Parser)]
#[command(after_help = searches())]
struct Options {
    /// The boards, one in each file; - is the standard input [default: random boards]
    #[arg(conflicts_with_all = ["boards", "seed"])]
    files: Vec<PathBuf>,
    /// The number of random boards of each size, at most 10000
    #[arg(long = "random", alias = "boards", value_name = "K", default_value_t = 3)]
    #[arg(value_parser = whole(1..=10_000_u32))]
    boards: u32,
    /// The seed of the random boards
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Stop a search after expanding this many nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole(0..=u64::MAX))]
    max_expanded: u64,
    /// Stop a search before it uses more memory than this
    #[arg(long, value_name = "SIZE", default_value = "500M")]
    #[arg(value_parser = bytes, allow_hyphen_values = true)]
    memory: usize,
    /// Stop a search after this much time
    #[arg(long, value_name = "TIME", default_value = "10s")]
    #[arg(value_parser = time, allow_hyphen_values = true)]
    time: Duration,
    /// Print one line of comma-separated values for each board and search
    #[arg(long)]
    csv: bool,
    /// Draw the number of states expanded into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq)]
enum Estimate {
    Hamming,
    Manhattan,
}

impl Estimate {
    fn name(estimate: Option<Self>) -> &'static str {
        match estimate {
            None => "-",
            Some(Self::Hamming) => "hamming",
            Some(Self::Manhattan) => "manhattan",
        }
    }
}

/// A board with its number or its file.
type NamedBoard = (String, Board);

/// One search on one board.
struct Run {
    board: String,
    moves: Option<usize>,
    /// The reason for stopping, and the proven lower bound.
    stopped: Option<(StopReason, u32)>,
    statistics: Statistics,
}

/// One search on the boards of one size.
struct Row {
    size: usize,
    search: SearchKind,
    estimate: Option<Estimate>,
    runs: Vec<Run>,
}

fn main() -> ExitCode {
    command_line::main(compare)
}

/// The names of the searches and estimates.
fn searches() -> String {
    let names = COLUMNS.map(|(search, estimate)| name(search, estimate));
    format!("The searches and their estimates: {}", names.join(", "))
}

fn compare(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    command_line::check_folder(options.svg.as_deref())?;
    let cancel = command_line::ctrl_c()?;
    let limits = Limits::none()
        .expansions(options.max_expanded)
        .bytes(options.memory)
        .time(options.time)
        .cancel(cancel.clone());
    let is_cancelled = || cancel.load(Ordering::Relaxed);
    let boards = if options.files.is_empty() { shuffles(options)? } else { read(&options.files)? };
    let mut rows = Vec::new();
    let bar =
        command_line::bar(COLUMNS.len() * boards.values().map(Vec::len).sum::<usize>(), "searches");
    for (size, boards) in boards {
        for (search, estimate) in COLUMNS {
            let boards = boards.iter().take_while(|_| !is_cancelled());
            let runs: Vec<_> = boards
                .map(|board| run(board, search, estimate, &limits))
                .inspect(|_| bar.inc(1))
                .collect();
            if !runs.is_empty() {
                rows.push(Row { size, search, estimate, runs });
            }
        }
    }
    bar.finish_and_clear();
    write!(out, "{}", if options.csv { csv(&rows) } else { table(&rows) })?;
    if let Some(file) = &options.svg {
        draw(&rows, file)?;
    }
    Ok(if is_cancelled() { Status::NotSolved } else { Status::Success })
}

/// The boards in these files, by size.
fn read(files: &[PathBuf]) -> Result<BTreeMap<usize, Vec<NamedBoard>>, String> {
    let mut boards: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for file in files {
        let board = command_line::read(file, str::parse::<Board>)?;
        boards.entry(board.size()).or_default().push((file.display().to_string(), board));
    }
    Ok(boards)
}

/// Shuffled boards of each size, numbered.
fn shuffles(options: &Options) -> Result<BTreeMap<usize, Vec<NamedBoard>>, BoardError> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut of_size = |size| {
        let named = |number: u32| Ok((number.to_string(), shuffled(size, &mut rng)?));
        Ok((size, (1..=options.boards).map(named).collect::<Result<_, _>>()?))
    };
    SIZES.into_iter().map(&mut of_size).collect()
}

/// A solvable board, drawn uniformly.
fn shuffled(size: usize, rng: &mut ChaCha8Rng) -> Result<Board, BoardError> {
    let mut tiles: Vec<u32> = Board::solved(size, Goal::BlankLast)?.tiles().collect();
    tiles.shuffle(rng);
    let board = Board::from_rows(tiles.chunks(size))?;
    Ok(if board.is_solvable() { board } else { board.twin() })
}

fn run(
    (name, board): &NamedBoard,
    search: SearchKind,
    estimate: Option<Estimate>,
    limits: &Limits,
) -> Run {
    let builder = Solver::builder(board.clone()).algorithm(search).limits(limits.clone());
    let solver = match estimate {
        None | Some(Estimate::Manhattan) => builder.solve(),
        Some(Estimate::Hamming) => builder.heuristic(Board::hamming).solve(),
    };
    let stopped = match solver.outcome() {
        Outcome::Stopped(stopped) => Some((stopped.reason, stopped.lower_bound)),
        Outcome::Solved(_) | Outcome::Unsolvable => None,
    };
    Run { board: name.clone(), moves: solver.moves(), stopped, statistics: solver.statistics() }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    (count > 0.0).then(|| sum / count)
}

impl Row {
    fn states(&self) -> f64 {
        mean(self.runs.iter().map(|run| run.statistics.expanded as f64)).unwrap_or(0.0)
    }

    fn seconds(&self) -> f64 {
        mean(self.runs.iter().map(|run| run.statistics.elapsed.as_secs_f64())).unwrap_or(0.0)
    }

    /// The mean solution length of the boards that were solved.
    fn moves(&self) -> String {
        let moves = self.runs.iter().filter_map(|run| run.moves);
        mean(moves.map(|moves| moves as f64)).map_or("-".to_owned(), |mean| format!("{mean:.1}"))
    }

    /// Why boards were not solved.
    fn unsolved(&self) -> String {
        let is_unsolvable = |run: &&Run| run.moves.is_none() && run.stopped.is_none();
        match self.runs.iter().filter(is_unsolvable).count() {
            0 => self.stopped(),
            count if self.stopped().is_empty() => format!("{count} unsolvable"),
            count => format!("{count} unsolvable; {}", self.stopped()),
        }
    }

    fn stopped(&self) -> String {
        let mut stopped: Vec<_> = self.runs.iter().filter_map(|run| run.stopped).collect();
        stopped.sort_by_key(|&(_, lower_bound)| lower_bound);
        stopped.last().map_or(String::new(), |(reason, lower_bound)| {
            format!("{} by {}, >= {lower_bound}", stopped.len(), kind(reason))
        })
    }
}

fn name(search: SearchKind, estimate: Option<Estimate>) -> String {
    match estimate {
        None => search.to_string(),
        Some(_) => format!("{search} {}", Estimate::name(estimate)),
    }
}

/// Which limit was met.
fn kind(reason: &StopReason) -> String {
    match reason {
        StopReason::Expansions { .. } => "states".to_owned(),
        StopReason::Bytes { .. } => "memory".to_owned(),
        StopReason::Time { .. } => "time".to_owned(),
        reason => limit(reason),
    }
}

/// A short name for the limit that was met, with its value.
fn limit(reason: &StopReason) -> String {
    match reason {
        StopReason::Expansions { limit, .. } => format!("{limit} states"),
        StopReason::Bytes { limit, .. } => ByteSize::b(*limit as u64).to_string(),
        StopReason::Time { limit, .. } => humantime::format_duration(*limit).to_string(),
        StopReason::Cancelled => "Ctrl-C".to_owned(),
        reason => reason.to_string(),
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:>2} {:17} {:9} {:>6} {:>8} {:>7} {:>6} {}\n",
        "N", "search", "estimate", "solved", "states", "seconds", "moves", "unsolved"
    );
    for row in rows {
        let solved = row.runs.iter().filter(|run| run.moves.is_some()).count();
        let solved = format!("{solved}/{}", row.runs.len());
        let line = format!(
            "{:>2} {:17} {:9} {solved:>6} {:>8.0} {:>7.3} {:>6} {}",
            row.size,
            row.search.name(),
            Estimate::name(row.estimate),
            row.states(),
            row.seconds(),
            row.moves(),
            row.unsolved(),
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("n,board,search,estimate,states,seconds,moves,limit,lower_bound\n");
    for row in rows {
        for run in &row.runs {
            let (limit, lower_bound) =
                run.stopped.map_or_else(Default::default, |(reason, bound)| {
                    (limit(&reason), bound.to_string())
                });
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{:.6},{},{limit},{lower_bound}",
                row.size,
                field(&run.board),
                row.search,
                Estimate::name(row.estimate),
                run.statistics.expanded,
                run.statistics.elapsed.as_secs_f64(),
                run.moves.map_or_else(String::new, |moves| moves.to_string()),
            );
        }
    }
    text
}

/// A field of comma-separated values (RFC 4180).
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Draws one line per search over the sizes, on a logarithmic scale, with a ring where a limit
/// stopped the search.
fn draw(rows: &[Row], file: &Path) -> Result<(), Box<dyn Error>> {
    let point = |row: &Row| Point {
        x: row.size as f64,
        y: row.states().max(1.0),
        is_hollow: row.runs.iter().any(|run| run.stopped.is_some()),
    };
    let line = |(search, estimate): (SearchKind, Option<Estimate>)| {
        let rows = rows.iter().filter(|row| (row.search, row.estimate) == (search, estimate));
        Line { name: name(search, estimate), points: rows.map(point).collect() }
    };
    let board = |size| format!("{size:.0}×{size:.0}");
    let chart = Chart {
        title: "States expanded for a board",
        x: Axis { label: "board", scale: Scale::Values, text: &board },
        y: Axis {
            label: "states, the mean of all boards; a ring: a limit stopped the search",
            scale: Scale::Logarithmic,
            text: &thousands,
        },
        lines: COLUMNS.map(line).into(),
    };
    let svg = chart::svg(&[chart]);
    fs::write(file, svg).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(())
}
