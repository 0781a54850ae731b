//! Solves sliding-tile boards of any size, by default with the fewest moves.

mod command_line;

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Duration;

use bestfirst::heuristic::from_fn;
use bestfirst::search::{
    Algorithm, Bidirectional, BidirectionalBreadthFirst, Search, SearchKind, TreeAStar,
};
#[cfg(feature = "parallel")]
use bestfirst::search::{ParallelBreadthFirst, ParallelGraphAStar, ParallelIdaStar};
use bestfirst::sliding_tiles::{Board, BoardError, Goal};
use bestfirst::{
    BidirectionalSpace, Limits, Outcome, Progress, Solution, Solver, SolverBuilder, StateSpace,
    Statistics, StopReason, WithHeuristic, Worlds,
};
use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use command_line::{Status, bytes, time, whole};
use indicatif::ProgressBar;

/// The board that is solved if no file is given.
const EMBEDDED: &str = include_str!("../input/puzzle3x3-20.txt");

/// Solves sliding-tile boards, by default with the fewest moves.
///
/// A file has the size N and then N*N tiles, or N lines of N tiles; 0 is the blank. A single board
/// is printed with its solution. Several files give a table with one line per file. Ctrl-C stops
/// the search and prints what is proven so far.
///
/// Exit status: 0 if all were solved, 1 if one is unsolvable or was stopped, 2 if an input is bad.
#[derive(Parser)]
struct Options {
    /// The boards to solve; - is the standard input. Without files, a board of 20 moves is solved
    files: Vec<PathBuf>,
    /// The search
    #[arg(long, value_enum, value_name = "NAME", default_value = "tree-a-star")]
    search: Choice,
    /// The estimate of the distance to the goal
    #[arg(long, value_enum, default_value_t)]
    heuristic: Estimate,
    /// The position of the blank on the solved board
    #[arg(long, value_enum, default_value_t)]
    goal: GoalKind,
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
    /// Print the open list of tree-a-star before each dequeue, sorted by priority
    #[arg(long, conflicts_with = "search")]
    trace: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Estimate {
    /// The number of tiles out of place
    Hamming,
    /// The sum of the distances of the tiles from their goal cells
    #[default]
    Manhattan,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum GoalKind {
    /// 1 2 3 / 4 5 6 / 7 8 0
    #[default]
    BlankLast,
    /// 0 1 2 / 3 4 5 / 6 7 8
    BlankFirst,
}

/// A search by name: one for every space, or one that needs more from the space.
#[derive(Clone, Copy)]
enum Choice {
    Kind(SearchKind),
    Bidirectional,
    BidirectionalBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelGraphAStar,
    #[cfg(feature = "parallel")]
    ParallelIdaStar,
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let mut all: Vec<_> = SearchKind::ALL.iter().copied().map(Choice::Kind).collect();
            all.extend([Choice::Bidirectional, Choice::BidirectionalBreadthFirst]);
            #[cfg(feature = "parallel")]
            all.extend([
                Choice::ParallelBreadthFirst,
                Choice::ParallelGraphAStar,
                Choice::ParallelIdaStar,
            ]);
            all
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Kind(kind) => kind.name(),
            Self::Bidirectional => "bidirectional",
            Self::BidirectionalBreadthFirst => "bidirectional-breadth-first",
            #[cfg(feature = "parallel")]
            Self::ParallelBreadthFirst => "parallel-breadth-first",
            #[cfg(feature = "parallel")]
            Self::ParallelGraphAStar => "parallel-graph-a-star",
            #[cfg(feature = "parallel")]
            Self::ParallelIdaStar => "parallel-ida-star",
        }))
    }
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    #[cfg(feature = "parallel")]
    if matches!(
        options.search,
        Choice::ParallelBreadthFirst | Choice::ParallelGraphAStar | Choice::ParallelIdaStar
    ) {
        let pool = rayon::ThreadPoolBuilder::new().build_global();
        pool.map_err(|error| format!("cannot start threads: {error}"))?;
    }
    let parse = |text: &str| parse(text, options);
    match &options.files[..] {
        [] => show(parse(EMBEDDED)?, options, out),
        [file] => show(command_line::read(file, parse)?, options, out),
        files => {
            // Reads all files first. The standard input may be a terminal, and there Ctrl-C should
            // not wait for a search.
            let boards = files.iter().map(|file| command_line::read(file, parse)).collect();
            check(files, boards, options, out)
        }
    }
}

fn parse(text: &str, options: &Options) -> Result<Board, BoardError> {
    Ok(text.parse::<Board>()?.with_goal(match options.goal {
        GoalKind::BlankLast => Goal::BlankLast,
        GoalKind::BlankFirst => Goal::BlankFirst,
    }))
}

/// Solves one board and prints the details.
fn show(board: Board, options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let limits = limits(options)?;
    if options.trace && board.is_solvable() {
        let cancelled = match options.heuristic {
            Estimate::Hamming => trace(
                WithHeuristic::new(Worlds::new(), from_fn(Board::hamming)),
                &board,
                &limits,
                out,
            )?,
            Estimate::Manhattan => trace(Worlds::new(), &board, &limits, out)?,
        };
        if cancelled {
            return Ok(Status::NotSolved);
        }
    }
    let solver = solve(board, options, &limits);
    let (outcome, statistics) = (solver.outcome(), solver.statistics());
    match outcome {
        Outcome::Solved(solution) => {
            writeln!(out, "{}", headline(solution))?;
            if options.moves {
                writeln!(out, "{}", letters(solution.states()))?;
            } else {
                for board in solution.states() {
                    writeln!(out, "{board}\n")?;
                }
            }
        }
        Outcome::Unsolvable => writeln!(out, "No solution is possible.")?,
        Outcome::Stopped(stopped) => {
            write_unsolved(out, stopped, &statistics, stopped.lower_bound)?;
        }
    }
    if options.stats || is_cancelled(outcome) {
        writeln!(out, "{statistics}")?;
    }
    Ok(status(outcome))
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
    let expanded = statistics.expanded;
    writeln!(
        out,
        "No solution yet: {reason}; {expanded} nodes expanded, \
         a solution has at least {lower_bound} moves."
    )
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
    boards: Vec<Result<Board, String>>,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let limits = limits(options)?;
    let width = files.iter().map(|file| file.display().to_string().len()).max().unwrap_or(0);
    writeln!(out, "{:width$} {:>10} {:>10} {:>9}", "FILE", "MOVES", "EXPANDED", "SECONDS")?;
    let mut worst = Status::Success;
    let mut left = files.iter().zip(boards);
    while let Some((file, board)) = left.next() {
        // Prints each line at once: the next one may take long.
        out.flush()?;
        let board = match board {
            Ok(board) => board,
            Err(error) => {
                worst = worst.max(command_line::complain(&error));
                continue;
            }
        };
        let solver = solve(board, options, &limits);
        let (outcome, statistics) = (solver.outcome(), solver.statistics());
        let moves = match outcome {
            Outcome::Solved(solution) if solution.is_optimal() => solution.moves().to_string(),
            Outcome::Solved(solution) => format!("{}+", solution.moves()),
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Stopped(stopped) => format!(">={}", stopped.lower_bound),
        };
        let seconds = statistics.elapsed.as_secs_f64();
        let name = file.display().to_string();
        writeln!(out, "{name:width$} {moves:>10} {:>10} {seconds:>9.3}", statistics.expanded)?;
        worst = worst.max(status(outcome));
        if is_cancelled(outcome) {
            writeln!(out, "Cancelled: {} more files were not searched.", left.len())?;
            break;
        }
    }
    Ok(worst)
}

fn solve(board: Board, options: &Options, limits: &Limits) -> Solver<Board> {
    // Hidden if the output is not a terminal.
    let bar = ProgressBar::new_spinner();
    let on_progress = |progress: &Progress| bar.set_message(progress.to_string());
    let builder = Solver::builder(board).limits(limits.clone()).on_progress(on_progress);
    let solver = match options.heuristic {
        Estimate::Hamming => search(builder.heuristic(Board::hamming), options.search),
        Estimate::Manhattan => search(builder, options.search),
    };
    bar.finish_and_clear();
    solver
}

fn search<P>(builder: SolverBuilder<P>, search: Choice) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board> + Sync,
{
    match search {
        Choice::Kind(kind) => builder.algorithm(kind).solve(),
        Choice::Bidirectional => builder.algorithm(Bidirectional::new()).solve(),
        Choice::BidirectionalBreadthFirst => {
            builder.algorithm(BidirectionalBreadthFirst::new()).solve()
        }
        #[cfg(feature = "parallel")]
        Choice::ParallelBreadthFirst => builder.algorithm(ParallelBreadthFirst::new()).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelGraphAStar => builder.algorithm(ParallelGraphAStar::new()).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelIdaStar => builder.algorithm(ParallelIdaStar::new()).solve(),
    }
}

fn limits(options: &Options) -> Result<Limits, String> {
    let mut limits = Limits::none().cancel(command_line::ctrl_c()?);
    if let Some(nodes) = options.max_expanded {
        limits = limits.expansions(nodes);
    }
    if let Some(bytes) = options.memory {
        limits = limits.bytes(bytes);
    }
    if let Some(time) = options.time {
        limits = limits.time(time);
    }
    Ok(limits)
}

/// Prints the open list before each dequeue. Returns whether Ctrl-C ended it.
fn trace(
    space: impl StateSpace<State = Board>,
    board: &Board,
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut search = TreeAStar::new().start(space, board.clone());
    for step in 0.. {
        writeln!(out, "Step {step}: {} nodes on the open list\n", search.open_list().count())?;
        for node in search.open_list() {
            writeln!(out, "priority  = {}", node.priority)?;
            writeln!(out, "path cost = {}", node.path_cost)?;
            writeln!(out, "estimate  = {}", node.estimate)?;
            writeln!(out, "{}\n", node.state)?;
        }
        let ended = search.advance(1).is_some();
        let statistics = search.statistics();
        match limits.met(&statistics) {
            _ if ended => break,
            Some(reason @ StopReason::Cancelled) => {
                write_unsolved(out, reason, &statistics, search.lower_bound())?;
                return Ok(true);
            }
            Some(_) => break,
            None => {}
        }
    }
    Ok(false)
}

fn letters(boards: &[Board]) -> String {
    boards
        .windows(2)
        .filter_map(|pair| pair[0].direction_to(&pair[1]))
        .map(|direction| direction.to_string())
        .collect()
}
