//! Solves sliding-tile boards of any size, with the fewest moves unless another search is asked for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use bestfirst::search::{
    Algorithm, Bidirectional, BidirectionalBreadthFirst, Search, SearchKind, Step, TreeAStar,
    UnknownSearch,
};
#[cfg(feature = "parallel")]
use bestfirst::search::{ParallelBreadthFirst, ParallelIdaStar};
use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{
    BidirectionalSpace, Limits, Outcome, Progress, Solution, Solver, SolverBuilder, StateSpace,
    WithHeuristic, Worlds,
};
use bytesize::ByteSize;
use clap::{Parser, ValueEnum};
use indicatif::ProgressBar;

/// The board that is solved when no file is given.
const EMBEDDED: &str = include_str!("../input/puzzle3x3-20.txt");

/// Solves sliding-tile boards, with the fewest moves unless another search is asked for.
///
/// A file holds the size N and then N*N tiles, or N lines of N tiles; 0 is the blank. One board
/// is printed with its solution; of several files, each takes one line.
///
/// Exit status: 0 if all were solved, 1 if one is unsolvable or was stopped, 2 if an input is bad.
#[derive(Parser)]
struct Options {
    /// The boards to solve; without any, a board of 20 moves
    files: Vec<PathBuf>,
    /// The search: tree-a-star, graph-a-star, ida-star, bidirectional, ... (a wrong name lists all)
    #[arg(long, value_name = "NAME", default_value = "tree-a-star")]
    search: Choice,
    /// The estimate of the distance to the goal
    #[arg(long, value_enum, default_value_t)]
    heuristic: Estimate,
    /// Where the blank is when the board is solved
    #[arg(long, value_enum, default_value_t)]
    goal: GoalKind,
    /// Stop after expanding so many nodes
    #[arg(long, value_name = "N")]
    max_expanded: Option<u64>,
    /// Stop before using more memory, such as 128M
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// Stop after so much time, such as 10s
    #[arg(long, value_name = "TIME")]
    time: Option<humantime::Duration>,
    /// Print the solution as moves of the blank (U, L, R, D) instead of boards
    #[arg(long)]
    moves: bool,
    /// Print what the search did
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
    /// The sum of the tiles' distances from their places
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

/// A search by name: those for every space, and those that ask more of it.
#[derive(Clone, Copy)]
enum Choice {
    Kind(SearchKind),
    Bidirectional,
    BidirectionalBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelIdaStar,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "bidirectional" => Ok(Self::Bidirectional),
            "bidirectional-breadth-first" => Ok(Self::BidirectionalBreadthFirst),
            #[cfg(feature = "parallel")]
            "parallel-breadth-first" => Ok(Self::ParallelBreadthFirst),
            #[cfg(feature = "parallel")]
            "parallel-ida-star" => Ok(Self::ParallelIdaStar),
            _ => name.parse().map(Self::Kind).map_err(|error: UnknownSearch| {
                let parallel = if cfg!(feature = "parallel") {
                    ", parallel-breadth-first, parallel-ida-star"
                } else {
                    ""
                };
                format!("{error}, bidirectional, bidirectional-breadth-first{parallel}")
            }),
        }
    }
}

/// How a run ended; the worst one decides the exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Solved = 0,
    NotSolved = 1,
    BadInput = 2,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let status = match &options.files[..] {
        [] => match parse(EMBEDDED, &options) {
            Ok(board) => show(board, &options),
            Err(error) => complain(&error),
        },
        [file] => match read(file, &options) {
            Ok(board) => show(board, &options),
            Err(error) => complain(&error),
        },
        files => check(files, &options),
    };
    ExitCode::from(status as u8)
}

fn read(file: &Path, options: &Options) -> Result<Board, String> {
    fs::read_to_string(file)
        .map_err(|error| error.to_string())
        .and_then(|text| parse(&text, options))
        .map_err(|error| format!("{}: {error}", file.display()))
}

fn parse(text: &str, options: &Options) -> Result<Board, String> {
    let board: Board =
        text.parse().map_err(|error: bestfirst::sliding_tiles::BoardError| error.to_string())?;
    Ok(board.with_goal(match options.goal {
        GoalKind::BlankLast => Goal::BlankLast,
        GoalKind::BlankFirst => Goal::BlankFirst,
    }))
}

fn complain(error: &str) -> Status {
    eprintln!("error: {error}");
    Status::BadInput
}

/// Solves one board and prints all about it.
fn show(board: Board, options: &Options) -> Status {
    if options.trace && board.is_solvable() {
        match options.heuristic {
            Estimate::Hamming => {
                trace(WithHeuristic::new(Worlds::new(), Board::hamming), &board, options);
            }
            Estimate::Manhattan => trace(Worlds::new(), &board, options),
        }
    }
    let solver = solve(board, options);
    let status = match solver.outcome() {
        Outcome::Solved(solution) => {
            println!("{}", headline(solution));
            if options.moves {
                println!("{}", letters(solution.states()));
            } else {
                for board in solution.states() {
                    println!("{board}\n");
                }
            }
            Status::Solved
        }
        Outcome::Unsolvable => {
            println!("No solution is possible.");
            Status::NotSolved
        }
        Outcome::Stopped(stopped) => {
            println!(
                "No solution yet: {stopped}; {} nodes expanded, a solution has at least {} moves.",
                solver.statistics().expanded,
                stopped.lower_bound
            );
            Status::NotSolved
        }
    };
    if options.stats {
        println!("{}", solver.statistics());
    }
    status
}

/// The number of moves, and what is known of it.
fn headline(solution: &Solution<Board>) -> String {
    let moves = solution.moves();
    let reason = solution.stopped_by().map_or_else(String::new, |reason| format!("; {reason}"));
    if solution.is_optimal() {
        format!("Minimum number of moves = {moves}")
    } else {
        format!("Number of moves = {moves} (at least {}{reason})", solution.lower_bound())
    }
}

/// Solves many boards, and prints a line for each.
fn check(files: &[PathBuf], options: &Options) -> Status {
    let width = files.iter().map(|file| file.display().to_string().len()).max().unwrap_or(0);
    println!("{:width$} {:>10} {:>10} {:>9}", "FILE", "MOVES", "EXPANDED", "SECONDS");
    let mut worst = Status::Solved;
    for file in files {
        let status = match read(file, options) {
            Err(error) => complain(&error),
            Ok(board) => {
                let solver = solve(board, options);
                let (moves, status) = match solver.outcome() {
                    Outcome::Solved(solution) => {
                        let proven = if solution.is_optimal() { "" } else { "+" };
                        (format!("{}{proven}", solution.moves()), Status::Solved)
                    }
                    Outcome::Unsolvable => ("unsolvable".to_owned(), Status::NotSolved),
                    Outcome::Stopped(_) => ("stopped".to_owned(), Status::NotSolved),
                };
                let statistics = solver.statistics();
                let seconds = statistics.elapsed.as_secs_f64();
                let file = file.display().to_string();
                println!("{file:width$} {moves:>10} {:>10} {seconds:>9.3}", statistics.expanded);
                status
            }
        };
        worst = worst.max(status);
    }
    worst
}

fn solve(board: Board, options: &Options) -> Solver<Board> {
    // Hidden when the output is no terminal.
    let bar = ProgressBar::new_spinner();
    let on_progress = |progress: &Progress| bar.set_message(progress.to_string());
    let builder = Solver::builder(board).limits(limits(options)).on_progress(on_progress);
    let solver = match options.heuristic {
        Estimate::Hamming => run(builder.heuristic(Board::hamming), options.search),
        Estimate::Manhattan => run(builder, options.search),
    };
    bar.finish_and_clear();
    solver
}

fn run<P>(builder: SolverBuilder<P>, search: Choice) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board> + Sync,
{
    match search {
        Choice::Kind(kind) => builder.algorithm(kind).solve(),
        Choice::Bidirectional => builder.algorithm(Bidirectional::new()).solve(),
        Choice::BidirectionalBreadthFirst => builder.algorithm(BidirectionalBreadthFirst).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelBreadthFirst => builder.algorithm(ParallelBreadthFirst).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelIdaStar => builder.algorithm(ParallelIdaStar::new()).solve(),
    }
}

fn limits(options: &Options) -> Limits {
    let mut limits = Limits::none();
    if let Some(nodes) = options.max_expanded {
        limits = limits.expansions(nodes);
    }
    if let Some(size) = options.memory {
        limits = limits.bytes(usize::try_from(size.as_u64()).unwrap_or(usize::MAX));
    }
    if let Some(time) = options.time {
        limits = limits.time(Duration::from(time));
    }
    limits
}

/// Prints the open list before each dequeue.
fn trace(space: impl StateSpace<State = Board>, board: &Board, options: &Options) {
    let limits = limits(options);
    let mut search = TreeAStar::new().start(space, board.clone());
    for step in 0.. {
        println!("Step {step}: {} nodes on the open list\n", search.open_list().count());
        for node in search.open_list() {
            println!("priority  = {}", node.priority);
            println!("path cost = {}", node.path_cost);
            println!("estimate  = {}", node.estimate);
            println!("{}\n", node.state);
        }
        if search.advance(1) != Step::Continue || limits.met(&search.statistics()).is_some() {
            break;
        }
    }
}

fn letters(boards: &[Board]) -> String {
    boards
        .windows(2)
        .filter_map(|pair| pair[0].direction_to(&pair[1]))
        .map(|direction| direction.to_string())
        .collect()
}
