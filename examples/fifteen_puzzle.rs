//! Solves 15-puzzles and 24-puzzles with the fewest moves, one board or thousands.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bestfirst::pattern_database::PatternDatabase;
use bestfirst::search::{IdaStar, ParallelIdaStar};
use bestfirst::sliding_tiles::{
    Board, Goal, LinearConflict, Partition, PatternSpace, TilePatterns, WalkingDistance,
};
use bestfirst::{Solver, SolverBuilder, StateSpace, Statistics, solve_all};
use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::ThreadPoolBuilder;

/// Solves 15-puzzles and 24-puzzles with the fewest moves, by IDA*.
///
/// A file has a board on each line, the tiles from left to right and row by row, 0 for the blank;
/// lines that start with # are skipped.
///
/// Exit status: 0 if all were solved, 1 if one is unsolvable, 2 if an input is bad.
#[derive(Parser)]
struct Options {
    /// A file of boards, or the tiles of one board, as in "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"
    #[arg(required_unless_present = "random")]
    boards: Option<String>,
    /// Solve so many random boards of 4-by-4 tiles
    #[arg(long, value_name = "K", conflicts_with = "boards")]
    random: Option<usize>,
    /// The seed of the random boards
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The estimate; 6-6-6-6 is for 5-by-5 boards
    #[arg(long, value_enum, default_value_t)]
    heuristic: Estimate,
    /// Do not look at the reflected board
    #[arg(long)]
    no_reflection: bool,
    /// Keep the tables in this directory, and find them there
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How many threads build tables and solve boards, or together a single one
    #[arg(long, value_name = "T", default_value_t = NonZero::<usize>::MIN)]
    threads: NonZero<usize>,
    /// Where the blank is when a board is solved
    #[arg(long, value_enum, default_value_t)]
    goal: GoalKind,
    /// Print the solutions as moves of the blank (U, L, R, D)
    #[arg(long)]
    moves: bool,
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
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum GoalKind {
    /// 1 2 3 4 / ... / 13 14 15 0
    #[default]
    BlankLast,
    /// 0 1 2 3 / ... / 12 13 14 15
    BlankFirst,
}

/// What the estimate is looked up in.
enum Tables {
    Manhattan,
    LinearConflict(Box<LinearConflict>),
    WalkingDistance(WalkingDistance),
    Patterns(TilePatterns),
}

/// A solved board.
struct Solved {
    /// `None` if it is unsolvable.
    solution: Option<Vec<Board>>,
    statistics: Statistics,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let boards = boards(options)?;
    let began = Instant::now();
    let tables = tables(options)?;
    let build = began.elapsed();

    let began = Instant::now();
    let bar = ProgressBar::new(boards.len() as u64);
    let pool = ThreadPoolBuilder::new().num_threads(options.threads.get()).build()?;
    // The threads share the boards, or a single one.
    let solved = pool.install(|| match &boards[..] {
        [board] => vec![solve(board, &tables, Threads::All)],
        boards => {
            let on_solved = |solved, _: &Solved| bar.set_position(solved as u64);
            solve_all(boards, |board| solve(board, &tables, Threads::One), on_solved)
        }
    });
    bar.finish_and_clear();
    let search = began.elapsed();

    let (mut moves, mut generated, mut status) = (0, 0, ExitCode::SUCCESS);
    for (number, Solved { solution, statistics }) in (1..).zip(&solved) {
        let (nodes, seconds) = (statistics.generated, statistics.elapsed.as_secs_f64());
        generated += nodes;
        let Some(path) = solution else {
            println!("board {number}: unsolvable");
            status = ExitCode::from(1);
            continue;
        };
        moves += path.len() - 1;
        println!("board {number}: moves {}, generated {nodes}, {seconds:.3} s", path.len() - 1);
        if options.moves {
            let directions = path.windows(2).filter_map(|pair| pair[0].direction_to(&pair[1]));
            println!("{}", directions.map(|direction| direction.to_string()).collect::<String>());
        }
    }
    println!(
        "total: boards {}, moves {moves}, generated {generated}, build {:.3} s, search {:.3} s",
        boards.len(),
        build.as_secs_f64(),
        search.as_secs_f64()
    );
    Ok(status)
}

/// The boards to solve, each of the size that the estimate is for.
fn boards(options: &Options) -> Result<Vec<Board>, Box<dyn std::error::Error>> {
    let goal = match options.goal {
        GoalKind::BlankLast => Goal::BlankLast,
        GoalKind::BlankFirst => Goal::BlankFirst,
    };
    let size = if matches!(options.heuristic, Estimate::SixSixSixSix) { 5 } else { 4 };
    if let Some(count) = options.random {
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        return Ok((0..count)
            .map(|_| Board::random(size, goal, &mut rng))
            .collect::<Result<_, _>>()?);
    }
    let text = options.boards.as_deref().unwrap_or_default();
    // What starts with a number is a board, and not the name of a file.
    let is_board = text.split_whitespace().all(|word| word.parse::<u32>().is_ok());
    let (place, text) = if is_board && text.contains(' ') {
        ("the board".to_owned(), text.to_owned())
    } else {
        let read = fs::read_to_string(text).map_err(|error| format!("{text}: {error}"))?;
        (text.to_owned(), read)
    };
    let mut boards = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let board = read(line, size).map_err(|error| format!("{place}: line {number}: {error}"))?;
        boards.push(board.with_goal(goal));
    }
    Ok(boards)
}

fn read(line: &str, size: usize) -> Result<Board, Box<dyn std::error::Error>> {
    let tiles = line
        .split_whitespace()
        .map(|word| word.parse().map_err(|_| format!("{word:?} is not a tile")))
        .collect::<Result<Vec<u32>, _>>()?;
    if tiles.len() != size * size {
        let (found, cells) = (tiles.len(), size * size);
        return Err(format!("{found} tiles, where there should be {cells}").into());
    }
    Ok(Board::from_rows(tiles.chunks(size))?)
}

fn tables(options: &Options) -> Result<Tables, Box<dyn std::error::Error>> {
    let goal = match options.goal {
        GoalKind::BlankLast => Goal::BlankLast,
        GoalKind::BlankFirst => Goal::BlankFirst,
    };
    let partition = match options.heuristic {
        Estimate::Manhattan => return Ok(Tables::Manhattan),
        Estimate::LinearConflict => {
            return Ok(Tables::LinearConflict(Box::new(LinearConflict::new(4, goal))));
        }
        Estimate::WalkingDistance => {
            let table = WalkingDistance::new(4, goal).ok_or("no walking distance for this size")?;
            return Ok(Tables::WalkingDistance(table));
        }
        Estimate::FiveFiveFive => Partition::five_five_five(goal),
        Estimate::SixSixThree => Partition::six_six_three(goal),
        Estimate::SevenEight => Partition::seven_eight(goal),
        Estimate::SixSixSixSix => Partition::six_six_six_six(goal),
    };
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::default_spinner());
    bar.enable_steady_tick(Duration::from_millis(100));
    let mut builder = PatternDatabase::builder()
        .threads(options.threads)
        .on_progress(|progress| bar.set_message(progress.to_string()));
    let patterns = match &options.tables {
        Some(directory) => TilePatterns::load_or_build(directory, &partition, &mut builder)?,
        None => TilePatterns::build_with(&partition, &mut builder)?,
    };
    bar.finish_and_clear();
    Ok(Tables::Patterns(if options.no_reflection {
        patterns.without_reflection()
    } else {
        patterns
    }))
}

/// What works on a board.
#[derive(Clone, Copy)]
enum Threads {
    One,
    All,
}

fn solve(board: &Board, tables: &Tables, threads: Threads) -> Solved {
    let patterns = match tables {
        Tables::Manhattan => return finish(Solver::builder(board.clone()), threads, Clone::clone),
        Tables::LinearConflict(table) => {
            let builder = Solver::builder(board.clone()).with_heuristic(&**table);
            return finish(builder, threads, Clone::clone);
        }
        Tables::WalkingDistance(table) => {
            let builder = Solver::builder(board.clone()).with_heuristic(table);
            return finish(builder, threads, Clone::clone);
        }
        Tables::Patterns(patterns) => patterns,
    };
    in_space::<4, 3>(board, patterns, threads)
        .or_else(|| in_space::<4, 2>(board, patterns, threads))
        .or_else(|| in_space::<5, 4>(board, patterns, threads))
        .unwrap_or_else(|| {
            finish(Solver::builder(board.clone()).with_heuristic(patterns), threads, Clone::clone)
        })
}

/// On states that keep up their entries in the tables.
fn in_space<const N: usize, const P: usize>(
    board: &Board,
    patterns: &TilePatterns,
    threads: Threads,
) -> Option<Solved> {
    let space = PatternSpace::<N, P>::new(patterns)?;
    let initial = space.state(board)?;
    Some(finish(Solver::builder_in(&space, initial), threads, |state| space.board(state)))
}

fn finish<P: StateSpace<State: Send> + Sync>(
    builder: SolverBuilder<'_, P>,
    threads: Threads,
    board: impl Fn(&P::State) -> Board,
) -> Solved {
    let solver = match threads {
        Threads::One => builder.algorithm(IdaStar::new()).solve(),
        Threads::All => builder.algorithm(ParallelIdaStar::new()).solve(),
    };
    let solution = solver.moves().map(|_| solver.solution().iter().map(board).collect());
    Solved { solution, statistics: solver.statistics() }
}
