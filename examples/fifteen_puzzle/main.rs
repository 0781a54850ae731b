//! Solves 15-puzzles and 24-puzzles with the fewest moves, a single board or thousands.

#[path = "../command_line/mod.rs"]
mod command_line;
#[path = "../command_line/goal.rs"]
mod goal;
mod log;

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves};
use bestfirst::pattern_database::{PatternDatabase, TableError, TableErrorKind};
use bestfirst::search::{AnytimeBeam, IdaStar, ParallelIdaStar};
use bestfirst::sliding_tiles::{
    Board, BoardReader, Direction, Goal, LinearConflict, Partition, PatternSpace, TilePatterns,
    WalkingDistance, move_automaton,
};
use bestfirst::{
    FileFault, Limits, Outcome, Solver, SolverBuilder, StateSpace, Statistics, WithHeuristic,
    Worlds, solve_all,
};
use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use command_line::{Status, bar, factor, spinner, time, watch, whole};
use goal::{Aim, GOAL_HELP, GoalName, goal_name};
use log::Log;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::ThreadPoolBuilder;

/// Solves 15-puzzles and 24-puzzles with the fewest moves by IDA*, or larger ones with few moves.
///
/// A file has a board on each line, with the tiles row by row from left to right, or boards with
/// their sizes, one after the other. The blank is 0, _, ., x or -1. Commas, semicolons and brackets
/// may be between the tiles, and # begins a comment. Ctrl-C stops the search and prints what is
/// known so far.
///
/// Exit status: 0 if all were solved, 1 if one was not, 2 if an input or a table is bad.
#[derive(Parser)]
struct Options {
    /// A file of boards, - for the standard input, or the tiles of one board, such as "1 2 3 4 5 6
    /// 7 8 9 10 11 12 13 14 0 15"
    #[arg(required_unless_present = "random")]
    boards: Option<String>,
    /// Solve this many random boards, at most 100000
    #[arg(long, value_name = "K", conflicts_with = "boards")]
    #[arg(value_parser = whole(1..=100_000_usize))]
    random: Option<usize>,
    /// The seed of the random boards
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The estimate; 6-6-6-6 is for 5-by-5 boards, and its catalogue is of three partitions
    #[arg(long, value_enum, default_value_t)]
    heuristic: Estimate,
    /// Do not use the reflected board
    #[arg(long)]
    no_reflection: bool,
    /// Keep the tables in this directory, and read them from there
    #[arg(long = "directory", alias = "tables", value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Try only one of several sequences of moves that lead to the same board, up to this length;
    /// 14 is a good choice
    #[arg(long, value_name = "LENGTH", value_parser = whole(2..=18_u32))]
    prune: Option<u32>,
    /// Add each answer to this file, and skip the boards whose answers are in it
    #[arg(long, value_name = "FILE", conflicts_with = "within")]
    log: Option<PathBuf>,
    /// Give up a board after this many generated nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    max_generated: Option<u64>,
    /// The number of threads that build tables and solve boards, at most 1024
    #[arg(long, value_name = "T", default_value_t = cores())]
    #[arg(value_parser = whole(ONE..=MOST_THREADS))]
    threads: NonZero<usize>,
    /// Allow this many times the fewest moves, for larger boards; uses beam search
    #[arg(long, value_name = "RATIO", value_parser = factor, allow_hyphen_values = true)]
    within: Option<f64>,
    /// With --within, stop after this much time, such as 10s, and give the best solution so far
    #[arg(long, value_name = "TIME", requires = "within")]
    #[arg(value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// With --within, solve boards of N by N tiles, up to 40; at 40 the first solution takes 1 GB
    #[arg(long, value_name = "N", requires = "within", default_value_t = 5)]
    #[arg(value_parser = whole(2..=40_usize))]
    size: usize,
    #[arg(long, value_name = "GOAL", default_value = "blank-last", value_parser = goal_name)]
    #[arg(help = GOAL_HELP)]
    goal: GoalName,
    /// Skip an index in front of each board, as in Korf's list
    #[arg(long)]
    index: bool,
    /// Print the solutions as moves of the blank (U, L, R, D)
    #[arg(long)]
    moves: bool,
}

const ONE: NonZero<usize> = NonZero::<usize>::MIN;
const MOST_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

fn cores() -> NonZero<usize> {
    thread::available_parallelism().map_or(ONE, |cores| cores.min(MOST_THREADS))
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Estimate {
    Manhattan,
    LinearConflict,
    WalkingDistance,
    #[default]
    #[value(name = "5-5-5")]
    FiveFiveFive,
    #[value(name = "6-6-3")]
    SixSixThree,
    #[value(name = "7-8")]
    SevenEight,
    #[value(name = "6-6-6-6")]
    SixSixSixSix,
    #[value(name = "6-6-6-6-catalogue")]
    SixSixSixSixCatalogue,
}

impl Options {
    /// The size that the estimate is for.
    fn board_size(&self) -> usize {
        match self.heuristic {
            _ if self.within.is_some() => self.size,
            Estimate::SixSixSixSix | Estimate::SixSixSixSixCatalogue => 5,
            _ => 4,
        }
    }
}

/// Where estimates are looked up.
enum Tables {
    Manhattan,
    LinearConflict(Box<LinearConflict>),
    WalkingDistance(WalkingDistance),
    Patterns(TilePatterns),
}

/// What was found out about a board, and with how much work.
#[derive(Clone)]
struct Found {
    answer: Answer,
    generated: u64,
    elapsed: Duration,
}

#[derive(Clone)]
enum Answer {
    Solved(Vec<Direction>),
    Unsolvable,
    /// The limit was met first.
    Unsolved {
        lower_bound: u32,
    },
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let aim = options.goal.for_size(options.board_size())?;
    let boards = boards(options, &aim)?;
    let cancel = command_line::ctrl_c()?;
    if let Some(ratio) = options.within {
        return solve_within(&boards, ratio, options, &cancel, out);
    }
    let log = open_log(options, &aim)?;
    let pool = ThreadPoolBuilder::new().num_threads(options.threads.get()).build();
    let pool = pool.map_err(|error| format!("cannot start threads: {error}"))?;
    let began = Instant::now();
    let tables = match tables(options, aim.goal(), &cancel) {
        Err(_) if cancel.load(Ordering::Relaxed) => {
            writeln!(out, "cancelled while building the tables")?;
            return Ok(Status::NotSolved);
        }
        tables => tables?,
    };
    let size = boards.first().map_or(4, Board::size);
    let automaton = options.prune.map(|length| move_automaton(size, length)).transpose()?;
    let build = began.elapsed();

    let mut limits = Limits::none().cancel(Arc::clone(&cancel));
    if let Some(nodes) = options.max_generated {
        limits = limits.generated(nodes);
    }
    let began = Instant::now();
    // The boards that are not in the log. The threads divide them, or share a single one.
    let is_open = |board: &&Board| log.as_ref().is_none_or(|log| log.get(board).is_none());
    let open: Vec<&Board> = boards.iter().filter(is_open).collect();
    let threads = if open.len() == 1 { Threads::All } else { Threads::One };
    let search = Search { automaton: automaton.as_ref(), limits, threads };
    let log_error = OnceLock::new();
    let solve = |board: &&Board| {
        let (answer, statistics) = solve(board, &tables, &search);
        if matches!(answer, Answer::Unsolved { .. }) && statistics.expanded == 0 {
            return None; // Cancelled before it began.
        }
        let Statistics { generated, elapsed, .. } = statistics;
        let found = Found { answer, generated, elapsed };
        if let Some(Err(error)) = log.as_ref().map(|log| log.append(board, &found)) {
            cancel.store(true, Ordering::Relaxed);
            let _ = log_error.set(error);
        }
        Some(found)
    };
    let bar = bar(open.len(), "solved");
    let found = pool.install(|| match &open[..] {
        [board] => vec![solve(board)],
        open => solve_all(open, solve, |solved, _| bar.set_position(solved as u64)),
    });
    bar.finish_and_clear();
    let search = began.elapsed();

    if log.is_some() {
        writeln!(out, "log: boards {}", boards.len() - open.len())?;
    }
    let mut found = found.into_iter();
    let logged = |board| log.as_ref().and_then(|log| log.get(board).cloned());
    let answers = boards.iter().map(|board| logged(board).or_else(|| found.next().flatten()));
    let status = print(answers, options.moves, [build, search], out)?;
    log_error.into_inner().map_or(Ok(status), |error| Err(error.into()))
}

/// Prints the answers and their totals.
///
/// An answer is missing if the search was cancelled before it began.
fn print(
    answers: impl ExactSizeIterator<Item = Option<Found>>,
    with_moves: bool,
    [build, search]: [Duration; 2],
    out: &mut dyn Write,
) -> io::Result<Status> {
    let boards = answers.len();
    let (mut moves, mut generated) = (0, 0);
    let (mut solved, mut generated_for_solved) = (0, 0);
    for (number, found) in (1..).zip(answers) {
        let Some(Found { answer, generated: nodes, elapsed }) = found else { continue };
        let seconds = elapsed.as_secs_f64();
        generated += nodes;
        let path = match answer {
            Answer::Solved(path) => path,
            Answer::Unsolvable => {
                writeln!(out, "board {number}: unsolvable")?;
                continue;
            }
            Answer::Unsolved { lower_bound } => {
                writeln!(
                    out,
                    "board {number}: no solution yet, moves >= {lower_bound}, \
                     generated {nodes}, {seconds:.3} s"
                )?;
                continue;
            }
        };
        (solved, generated_for_solved) = (solved + 1, generated_for_solved + nodes);
        let length = path.len();
        moves += length;
        writeln!(out, "board {number}: moves {length}, generated {nodes}, {seconds:.3} s")?;
        if with_moves {
            writeln!(out, "{}", letters(&path))?;
        }
    }
    let unsolved = boards - solved;
    let mean = generated_for_solved as f64 / solved.max(1) as f64;
    writeln!(
        out,
        "solved: boards {solved}, mean generated {mean:.0}; unsolved: boards {unsolved}"
    )?;
    writeln!(
        out,
        "total: boards {boards}, moves {moves}, generated {generated}, build {:.3} s, \
         search {:.3} s",
        build.as_secs_f64(),
        search.as_secs_f64()
    )?;
    Ok(if unsolved == 0 { Status::Success } else { Status::NotSolved })
}

/// Solves boards one by one, improving a constructed solution until it is within the ratio.
fn solve_within(
    boards: &[Board],
    ratio: f64,
    options: &Options,
    cancel: &Arc<AtomicBool>,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let mut limits = Limits::none().cancel(Arc::clone(cancel));
    if let Some(time) = options.time {
        limits = limits.time(time);
    }
    let (mut count, mut total, mut worst) = (0, 0, 1.0_f64);
    let all = boards.len();
    let (mut longest, mut status) = (Duration::ZERO, Status::Success);
    let began = Instant::now();
    for board in boards {
        // Prints each line at once.
        out.flush()?;
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        count += 1;
        let start = Instant::now();
        let search = AnytimeBeam::new()
            .within(ratio)
            .known_solution(by_construction(board))
            .guided_by(Board::disorder);
        let solver = watch(&format!("board {count} of {all}: "), options.time, |progress| {
            Solver::builder(board.clone())
                .with_heuristic(LinearConflict::new(board.size(), board.goal()))
                .algorithm(search)
                .limits(limits.clone())
                .on_progress(progress)
                .solve()
        });
        let solution = match solver.outcome() {
            Outcome::Solved(solution) => solution,
            Outcome::Unsolvable => {
                writeln!(out, "board {count}: unsolvable")?;
                status = Status::NotSolved;
                continue;
            }
            Outcome::Stopped(stopped) => {
                let bound = stopped.lower_bound;
                writeln!(out, "board {count}: no solution yet, moves >= {bound}")?;
                status = Status::NotSolved;
                continue;
            }
        };
        let (moves, bound, found) = (solution.moves(), solution.lower_bound(), solution.ratio());
        let (nodes, elapsed) = (solver.statistics().generated, start.elapsed());
        let seconds = elapsed.as_secs_f64();
        writeln!(
            out,
            "board {count}: moves {moves}, at least {bound}, ratio {found:.3}, \
             generated {nodes}, {seconds:.3} s"
        )?;
        if options.moves {
            writeln!(out, "{}", letters(&directions(solution.states())))?;
        }
        (total, worst, longest) = (total + moves, worst.max(found), longest.max(elapsed));
    }
    if cancel.load(Ordering::Relaxed) {
        status = Status::NotSolved;
    }
    writeln!(
        out,
        "total: boards {count}, moves {total}, worst ratio {worst:.3}, longest {:.3} s, \
         search {:.3} s",
        longest.as_secs_f64(),
        began.elapsed().as_secs_f64()
    )?;
    Ok(status)
}

/// The boards along a constructed solution, or only the board itself if it is unsolvable.
fn by_construction(board: &Board) -> Vec<Board> {
    let mut path = vec![board.clone()];
    for direction in board.any_solution().into_iter().flatten() {
        let next = path[path.len() - 1].apply([direction]);
        // Removes pairs of moves that undo each other: a search never steps back.
        if path.len() > 1 && next.as_ref() == Some(&path[path.len() - 2]) {
            path.pop();
        } else {
            path.extend(next);
        }
    }
    path
}

/// The moves of the blank along a path.
fn directions(path: &[Board]) -> Vec<Direction> {
    path.windows(2).filter_map(|pair| pair[0].direction_to(&pair[1])).collect()
}

fn letters(directions: &[Direction]) -> String {
    directions.iter().map(Direction::to_string).collect()
}

/// The boards to solve.
fn boards(options: &Options, aim: &Aim) -> Result<Vec<Board>, Box<dyn Error>> {
    let size = options.board_size();
    if let Some(count) = options.random {
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        return Ok((0..count)
            .map(|_| Board::random(size, aim.goal(), || rng.next_u32()))
            .collect::<Result<_, _>>()?);
    }
    let text = options.boards.as_deref().unwrap_or_default();
    let parse = |text: &str| parse(text, size, options.index);
    // An argument of tiles only is a board, not a file name.
    let is_tile = |c: char| c.is_ascii_digit() || " \t\n,;()[]{}/_.x-".contains(c);
    let boards = if text.contains([' ', ',', ';', '\n']) && text.chars().all(is_tile) {
        parse(text).map_err(|error| format!("the board: {error}"))?
    } else {
        command_line::read(Path::new(text), parse)?
    };
    Ok(boards.into_iter().map(|board| aim.board(board)).collect())
}

/// Opens the log of these options, if there is one.
fn open_log<'a>(options: &Options, aim: &'a Aim) -> Result<Option<Log<'a>>, String> {
    let Some(path) = &options.log else { return Ok(None) };
    let name = |value: Option<PossibleValue>| {
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    let settings = format!(
        "# fifteen_puzzle --heuristic {} --goal {}{}{}",
        name(options.heuristic.to_possible_value()),
        options.goal.name()?,
        if options.no_reflection { " --no-reflection" } else { "" },
        options.prune.map(|length| format!(" --prune {length}")).unwrap_or_default()
    );
    Log::open(path, &settings, aim).map(Some)
}

fn parse(text: &str, size: usize, is_indexed: bool) -> Result<Vec<Board>, String> {
    let reader = BoardReader::new();
    let reader = if is_indexed { reader.indexed() } else { reader };
    let boards = reader.read_all(text).map_err(|error| error.to_string())?;
    let other = (1..).zip(&boards).find(|(_, board)| board.size() != size);
    match other.map(|(number, board)| (number, board.size())) {
        Some((number, found)) => {
            Err(format!("board {number} is {found}-by-{found}, expected {size}-by-{size}"))
        }
        None => Ok(boards),
    }
}

fn tables(
    options: &Options,
    goal: Goal,
    cancel: &Arc<AtomicBool>,
) -> Result<Tables, Box<dyn Error>> {
    let partitions = match options.heuristic {
        Estimate::Manhattan => return Ok(Tables::Manhattan),
        Estimate::LinearConflict => {
            return Ok(Tables::LinearConflict(Box::new(LinearConflict::new(4, goal))));
        }
        Estimate::WalkingDistance => {
            let table = WalkingDistance::new(4, goal).ok_or("no walking distance for this size")?;
            return Ok(Tables::WalkingDistance(table));
        }
        Estimate::FiveFiveFive => vec![Partition::five_five_five(goal)],
        Estimate::SixSixThree => vec![Partition::six_six_three(goal)],
        Estimate::SevenEight => vec![Partition::seven_eight(goal)],
        Estimate::SixSixSixSix => vec![Partition::six_six_six_six(goal)],
        Estimate::SixSixSixSixCatalogue => Partition::six_six_six_six_catalogue(goal).into(),
    };
    let bar = spinner();
    let mut builder = PatternDatabase::builder()
        .threads(options.threads)
        .cancel(Arc::clone(cancel))
        .on_progress(|progress| bar.set_message(progress.to_string()));
    let patterns = match &options.tables {
        Some(directory) => TilePatterns::load_or_build(directory, &partitions, &mut builder),
        None => TilePatterns::build_with(&partitions, &mut builder),
    };
    bar.finish_and_clear();
    let patterns = patterns.map_err(|error| with_hint(&error))?;
    Ok(Tables::Patterns(if options.no_reflection {
        patterns.without_reflection()
    } else {
        patterns
    }))
}

/// Adds what to do about a file that is not such a table.
fn with_hint(error: &TableError) -> String {
    match error.kind() {
        TableErrorKind::File(fault) if !matches!(fault, FileFault::Io(_)) => {
            format!("{error}; delete the file to build the table again")
        }
        _ => error.to_string(),
    }
}

/// The threads that work on one board.
#[derive(Clone, Copy)]
enum Threads {
    One,
    All,
}

/// How boards are searched.
struct Search<'a> {
    automaton: Option<&'a MoveAutomaton>,
    limits: Limits,
    threads: Threads,
}

fn solve(board: &Board, tables: &Tables, search: &Search<'_>) -> (Answer, Statistics) {
    let (boards, start) = (Worlds::new(), board.clone());
    let same = Board::clone;
    match tables {
        Tables::Manhattan => search.run(boards, start, same),
        Tables::LinearConflict(table) => {
            search.run(WithHeuristic::new(boards, &**table), start, same)
        }
        Tables::WalkingDistance(table) => {
            search.run(WithHeuristic::new(boards, table), start, same)
        }
        Tables::Patterns(patterns) => in_space::<4, 3, 1>(board, patterns, search)
            .or_else(|| in_space::<4, 2, 1>(board, patterns, search))
            .or_else(|| in_space::<5, 4, 1>(board, patterns, search))
            .or_else(|| in_space::<5, 4, 3>(board, patterns, search))
            .unwrap_or_else(|| search.run(WithHeuristic::new(boards, patterns), start, same)),
    }
}

/// Searches with states that keep their table entries up to date.
fn in_space<const N: usize, const P: usize, const K: usize>(
    board: &Board,
    patterns: &TilePatterns,
    search: &Search<'_>,
) -> Option<(Answer, Statistics)> {
    let space = PatternSpace::<N, P, K>::with_partitions(patterns)?;
    Some(search.run(&space, space.state(board)?, |state| space.board(state)))
}

impl Search<'_> {
    fn run<M: MoveSpace<State: Send> + Sync>(
        &self,
        space: M,
        initial: M::State,
        board: impl Fn(&M::State) -> Board,
    ) -> (Answer, Statistics) {
        match self.automaton {
            None => self.finish(Solver::builder_in(&space, initial), board),
            Some(automaton) => {
                let space = PrunedMoves::new(space, automaton);
                let builder = Solver::builder_in(&space, space.initial(initial));
                self.finish(builder, |state| board(state.state()))
            }
        }
    }

    fn finish<P: StateSpace<State: Send> + Sync, A>(
        &self,
        builder: SolverBuilder<'_, P, A>,
        board: impl Fn(&P::State) -> Board,
    ) -> (Answer, Statistics) {
        let builder = builder.limits(self.limits.clone());
        let solver = match self.threads {
            // One of many boards: the bar shows how many are solved.
            Threads::One => builder.algorithm(IdaStar::new()).solve(),
            Threads::All => watch("", None, |progress| {
                builder.algorithm(ParallelIdaStar::new()).on_progress(progress).solve()
            }),
        };
        let answer = match solver.outcome() {
            Outcome::Solved(solution) => {
                let boards: Vec<_> = solution.states().iter().map(board).collect();
                Answer::Solved(directions(&boards))
            }
            Outcome::Unsolvable => Answer::Unsolvable,
            Outcome::Stopped(stopped) => Answer::Unsolved { lower_bound: stopped.lower_bound },
        };
        (answer, solver.statistics())
    }
}
