//! Solves sliding-tile boards of any size, by default with the fewest moves.

mod animation;
mod choice;
#[path = "../command_line/mod.rs"]
mod command_line;
mod course;
mod estimate;
#[path = "../command_line/goal.rs"]
mod goal;
mod observed;
#[path = "../pictures/mod.rs"]
mod pictures;
mod trace;

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use animation::animate;
use bestfirst::search::{self, Algorithm, AllShortest, End, Search, WeightedAStar};
use bestfirst::sliding_tiles::{Board, BoardError, BoardReader};
use bestfirst::{
    Limits, Outcome, Solution, Solver, StateSpace, Statistics, StopReason, WithHeuristic, Worlds,
};
use choice::{Choice, Priority};
use clap::builder::ArgPredicate;
use clap::{Parser, ValueEnum};
use command_line::{Status, bytes, count, factor, rate, time, watch, whole};
use course::CourseBoard;
use estimate::{Estimate, Tables};
use goal::{Aim, GOAL_HELP, GoalName, goal_name};
use trace::trace_as_course;

/// The board that is solved if no file is given.
const EMBEDDED: &str = include_str!("../../input/puzzle3x3-20.txt");

/// Solves sliding-tile boards, by default with the fewest moves.
///
/// A file has the size N and then N*N tiles, or N lines of N tiles, or one line of N*N tiles. The
/// blank is 0, _, ., x or -1. Commas, semicolons and brackets may be between the tiles, and #
/// begins a comment. A single board is printed with its solution. Several files give a table with
/// one line per file. Ctrl-C stops the search and prints what is proven so far.
///
/// The course format is that of the assignments, byte for byte: "Minimum number of moves = 4" and
/// the boards, or "No solution possible". Several files give lines such as "puzzle04.txt: 4", with
/// -1 for a board without a solution.
///
/// Exit status: 0 if all were solved, 1 if one is unsolvable or was stopped, 2 if an input is bad.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct Options {
    /// The boards to solve; - is the standard input. Without files, a board of 20 moves is solved
    files: Vec<PathBuf>,
    /// The search
    #[arg(long, value_enum, value_name = "NAME", default_value = "a-star")]
    #[arg(default_value_if("weight", ArgPredicate::IsPresent, "weighted-a-star"))]
    search: Choice,
    /// Use weighted A*: a solution of at most W times the fewest moves, from 1 to 1000
    #[arg(long, value_name = "W", value_parser = factor, allow_hyphen_values = true)]
    weight: Option<f64>,
    /// The evaluation function of weighted A*
    #[arg(long, value_enum, value_name = "NAME", requires = "weight", default_value = "convex")]
    priority: Priority,
    /// Print every shortest solution of one board
    #[arg(long, conflicts_with_all = ["search", "weight"])]
    all: bool,
    /// The estimate of the distance to the goal
    #[arg(long, value_enum, default_value_t)]
    heuristic: Estimate,
    #[arg(long, value_name = "GOAL", default_value = "blank-last", value_parser = goal_name)]
    #[arg(help = GOAL_HELP)]
    goal: GoalName,
    /// Skip an index or a name in front of the board
    #[arg(long)]
    index: bool,
    /// Pass over text after the board
    #[arg(long)]
    lenient: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Stop after expanding this many nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    max_expanded: Option<u64>,
    /// Stop before using more memory than this, such as 128M
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// Stop after this much time, such as 10s
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Print the solution as moves of the blank (U, L, R, D) instead of boards
    #[arg(long)]
    moves: bool,
    /// Print the statistics of the search
    #[arg(long)]
    stats: bool,
    /// Print the open list before each dequeue, sorted by f = g + h. The course format does so for
    /// a-star only
    #[arg(long, conflicts_with = "all")]
    trace: bool,
    /// Show the solution in place if the output is a terminal, with this many boards a second
    /// [default: 4]
    #[arg(long, value_name = "PER_SECOND", conflicts_with = "all", value_parser = rate)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "4")]
    animate: Option<f64>,
    /// Draw the search tree into this file: a picture (.svg), or text for Graphviz (.dot)
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    tree: Option<PathBuf>,
    /// Write a page that plays the search in a browser into this file
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Default, ValueEnum)]
enum Format {
    /// Boards with aligned columns, tables with effort
    #[default]
    Standard,
    /// As the assignments specify it
    Course,
}

impl Options {
    fn weighted(&self) -> Option<WeightedAStar> {
        Some(WeightedAStar::new(self.weight?).priority(self.priority.into()))
    }
}

/// A board for its goal.
struct Puzzle {
    board: Board,
    aim: Aim,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    if options.weight.is_some() && !options.search.is_weighted() {
        return Err("--weight is for --search weighted-a-star".into());
    }
    #[cfg(feature = "parallel")]
    if matches!(options.search, Choice::Parallel(_)) {
        let pool = rayon::ThreadPoolBuilder::new().build_global();
        pool.map_err(|error| format!("cannot start threads: {error}"))?;
    }
    let parse = |text: &str| parse(text, options);
    match &options.files[..] {
        [] => show(parse(EMBEDDED)?, options, out),
        [file] => show(command_line::read(file, parse)?, options, out),
        _ if options.all || options.trace => Err("--all and --trace take one board".into()),
        _ if options.is_observed() || options.animate.is_some() => {
            Err("--tree, --html and --animate take one board".into())
        }
        files => {
            // Reads all files first. The standard input may be a terminal, and there Ctrl-C should
            // not wait for a search.
            let boards = files.iter().map(|file| command_line::read(file, parse)).collect();
            check(files, boards, options, out)
        }
    }
}

fn parse(text: &str, options: &Options) -> Result<Puzzle, String> {
    let board = read(text, options).map_err(|error| error.to_string())?;
    let aim = options.goal.for_size(board.size())?;
    Ok(Puzzle { board: aim.board(board), aim })
}

fn read(text: &str, options: &Options) -> Result<Board, BoardError> {
    match Board::from_prefix(text) {
        Ok((board, _)) if options.lenient => Ok(board),
        // The readers of the assignments expect the size.
        Err(error) if options.format == Format::Course => Err(error),
        _ if options.index => BoardReader::new().indexed().read(text),
        _ => text.parse(),
    }
}

/// Solves one board and prints the details.
fn show(
    Puzzle { board, aim }: Puzzle,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    options.check_observed(&board)?;
    let unsolvable = aim.unsolvable(&board);
    let cancel = command_line::ctrl_c()?;
    let limits = limits(options, Arc::clone(&cancel));
    let tables = Tables::new(options.heuristic, &board)?;
    let space = Worlds::new();
    if options.all && board.is_solvable() {
        return Ok(match &tables {
            Some(tables) => {
                all(WithHeuristic::new(space, tables), board, &aim, &limits, options, out)?
            }
            None => all(space, board, &aim, &limits, options, out)?,
        });
    }
    if options.trace && options.format == Format::Course && board.is_solvable() {
        let estimate = options.heuristic;
        let cancelled = match &tables {
            Some(tables) => {
                let space = WithHeuristic::new(space, tables);
                trace_as_course(space, (&board, &aim), &limits, estimate, out)?
            }
            None => trace_as_course(space, (&board, &aim), &limits, estimate, out)?,
        };
        if cancelled {
            return Ok(Status::NotSolved);
        }
    }
    let (solver, recording) = if options.is_observed() {
        let limits = (&limits, Arc::clone(&cancel));
        let (solver, recording) =
            observed::solve((board, &aim), tables.as_ref(), options, limits, out)?;
        (solver, Some(recording))
    } else {
        (solve(board, tables.as_ref(), options, &limits, ""), None)
    };
    let (outcome, statistics) = (solver.outcome(), solver.statistics());
    match outcome {
        Outcome::Solved(solution) => {
            writeln!(out, "{}", headline(solution))?;
            let boards: Vec<Board> =
                solution.states().iter().map(|board| aim.shown(board)).collect();
            let shown = match options.animate {
                Some(per_second) => animate(out, &boards, per_second, &cancel)?,
                None => None,
            };
            match shown {
                Some(false) => return Ok(Status::NotSolved),
                Some(true) if !options.moves => {}
                _ => write_solution(out, &boards, options)?,
            }
        }
        Outcome::Unsolvable => match options.format {
            Format::Standard => writeln!(out, "{unsolvable}")?,
            Format::Course => writeln!(out, "{}", course::UNSOLVABLE)?,
        },
        Outcome::Stopped(stopped) => {
            write_unsolved(out, stopped, &statistics, stopped.lower_bound)?;
        }
    }
    if options.stats || is_cancelled(outcome) {
        writeln!(out, "{statistics}")?;
    }
    if let Some(recording) = recording {
        let answer = match outcome {
            Outcome::Solved(solution) => headline(solution),
            Outcome::Unsolvable => "No solution is possible".to_owned(),
            Outcome::Stopped(stopped) => format!("No solution yet: {stopped}"),
        };
        observed::draw(&recording, options, &answer)?;
    }
    Ok(status(outcome))
}

/// Finds and prints every shortest solution.
fn all(
    space: impl StateSpace<State = Board>,
    board: Board,
    aim: &Aim,
    limits: &Limits,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Status> {
    let mut search = AllShortest::new().start(space, board);
    let interval = Duration::from_millis(100);
    let end =
        watch("", options.time, |progress| search::run(&mut search, limits, interval, progress));
    let statistics = search.statistics();
    if let End::Stopped(reason) = end {
        write_unsolved(out, reason, &statistics, search.lower_bound())?;
        return Ok(Status::NotSolved);
    }
    let number = search.count().map_or_else(|error| error.to_string(), |number| number.to_string());
    for (index, solution) in (1..).zip(search.solutions()) {
        // In the course format, each is printed as if it were the only one.
        if index == 1 || options.format == Format::Course {
            writeln!(out, "Minimum number of moves = {}", solution.len() - 1)?;
        }
        if options.format == Format::Standard && !options.moves {
            writeln!(out, "Solution {index} of {number}")?;
        }
        let boards: Vec<Board> = solution.iter().map(|board| aim.shown(board)).collect();
        write_solution(out, &boards, options)?;
        if let Some(reason @ StopReason::Cancelled) = limits.met(&statistics) {
            writeln!(out, "{reason}")?;
            return Ok(Status::NotSolved);
        }
    }
    if options.stats {
        writeln!(out, "{statistics}")?;
    }
    Ok(Status::Success)
}

fn write_solution(out: &mut dyn Write, boards: &[Board], options: &Options) -> io::Result<()> {
    if options.moves {
        return writeln!(out, "{}", letters(boards));
    }
    for board in boards {
        match options.format {
            Format::Standard => writeln!(out, "{board}\n")?,
            Format::Course => writeln!(out, "{}", CourseBoard(board))?,
        }
    }
    Ok(())
}

/// The number of moves, and whether it is proven to be the minimum.
fn headline(solution: &Solution<Board>) -> String {
    let moves = solution.moves();
    let reason = solution.stopped_by().map_or_else(String::new, |reason| format!("; {reason}"));
    if solution.is_optimal() {
        format!("Minimum number of moves = {moves}")
    } else {
        format!("Number of moves = {moves} (at least {}{reason})", solution.lower_bound())
    }
}

fn write_unsolved(
    out: &mut dyn Write,
    reason: impl Display,
    statistics: &Statistics,
    lower_bound: u32,
) -> io::Result<()> {
    let nodes = count(statistics.expanded, "node");
    let moves = count(lower_bound.into(), "move");
    writeln!(out, "No solution yet: {reason}; {nodes} expanded, a solution has at least {moves}.")
}

/// Whether Ctrl-C ended the search, possibly while it was improving a solution.
fn is_cancelled(outcome: &Outcome<Board>) -> bool {
    let reason = match outcome {
        Outcome::Solved(solution) => solution.stopped_by(),
        Outcome::Stopped(stopped) => Some(stopped.reason),
        Outcome::Unsolvable => None,
    };
    reason == Some(StopReason::Cancelled)
}

fn status(outcome: &Outcome<Board>) -> Status {
    match outcome {
        Outcome::Solved(_) if !is_cancelled(outcome) => Status::Success,
        _ => Status::NotSolved,
    }
}

/// Solves several boards and prints one line for each.
fn check(
    files: &[PathBuf],
    boards: Vec<Result<Puzzle, String>>,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let limits = limits(options, command_line::ctrl_c()?);
    let is_course = options.format == Format::Course;
    let width = files.iter().map(|file| file.display().to_string().len()).max().unwrap_or(0);
    if !is_course {
        writeln!(out, "{:width$} {:>10} {:>10} {:>9}", "FILE", "MOVES", "EXPANDED", "SECONDS")?;
    }
    let mut worst = Status::Success;
    let mut left = files.iter().zip(boards);
    while let Some((file, board)) = left.next() {
        // Prints each line at once: the next one may take long.
        out.flush()?;
        let tables = board.and_then(|Puzzle { board, .. }| {
            let tables = Tables::new(options.heuristic, &board);
            Ok((board, tables.map_err(|error| format!("{}: {error}", file.display()))?))
        });
        let (board, tables) = match tables {
            Ok(tables) => tables,
            Err(error) => {
                worst = worst.max(command_line::complain(&error));
                continue;
            }
        };
        let position = format!("file {} of {}: ", files.len() - left.len(), files.len());
        let solver = solve(board, tables.as_ref(), options, &limits, &position);
        let (outcome, statistics) = (solver.outcome(), solver.statistics());
        let moves = match outcome {
            Outcome::Solved(solution) if solution.is_optimal() => solution.moves().to_string(),
            Outcome::Solved(solution) => format!("{}+", solution.moves()),
            // What `moves()` of the assignment returns.
            Outcome::Unsolvable if is_course => "-1".to_owned(),
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Stopped(stopped) => format!(">={}", stopped.lower_bound),
        };
        let name = file.display().to_string();
        if is_course {
            writeln!(out, "{name}: {moves}")?;
        } else {
            let seconds = statistics.elapsed.as_secs_f64();
            writeln!(out, "{name:width$} {moves:>10} {:>10} {seconds:>9.3}", statistics.expanded)?;
        }
        worst = worst.max(status(outcome));
        if is_cancelled(outcome) {
            writeln!(out, "Cancelled: {} more files were not searched.", left.len())?;
            break;
        }
    }
    Ok(worst)
}

/// Solves a board. The progress is shown after `position`.
fn solve(
    board: Board,
    tables: Option<&Tables>,
    options: &Options,
    limits: &Limits,
    position: &str,
) -> Solver<Board> {
    let (search, weighted) = (options.search, options.weighted());
    watch(position, options.time, |progress| {
        let builder = Solver::builder(board).limits(limits.clone()).on_progress(progress);
        match tables {
            Some(tables) => choice::solve(builder.with_heuristic(tables), search, weighted),
            None => choice::solve(builder, search, weighted),
        }
    })
}

fn limits(options: &Options, cancel: Arc<AtomicBool>) -> Limits {
    let mut limits = Limits::none().cancel(cancel);
    if let Some(nodes) = options.max_expanded {
        limits = limits.expansions(nodes);
    }
    if let Some(bytes) = options.memory {
        limits = limits.bytes(bytes);
    }
    if let Some(time) = options.time {
        limits = limits.time(time);
    }
    limits
}

fn letters(boards: &[Board]) -> String {
    boards
        .windows(2)
        .filter_map(|pair| pair[0].direction_to(&pair[1]))
        .map(|direction| direction.to_string())
        .collect()
}
