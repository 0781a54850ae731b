//! Solves Rubik's Cube: with few turns at once, or with the fewest.
//!
//! ```text
//! cargo run --release --all-features --example rubiks_cube -- "R U2 F' D L B2" --optimal
//! cargo run --release --all-features --example rubiks_cube -- --random 100 --directory tables
//! ```

mod command_line;
#[path = "command_line/cube.rs"]
mod cube;
#[path = "command_line/metric.rs"]
mod metric;

use std::error::Error;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves};
use bestfirst::pattern_database::{
    PatternDatabase, PatternDatabaseBuilder, TableError, TableErrorKind,
};
use bestfirst::rubiks_cube::{
    self, CompactCubeSize, CompactCubeSpace, CompactCubeTables, Cube, CubeSpace, CubeTables,
    Maneuver, Metric, Turn, TwoPhase,
};
use bestfirst::search::ParallelIdaStar;
use bestfirst::{FileFault, Limits, Outcome, Solver};
use clap::{Parser, ValueEnum};
use command_line::{Status, spinner, watch, whole};
use metric::MetricName;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::ThreadPoolBuilder;

/// Solves Rubik's Cube, and prints the unfolded net of each cube and the turns of its solution.
///
/// A table is built first: the standard one of 70 MB in several seconds of all cores. Small tables,
/// built in 0.05 s, take its place if there are fewer than 100 cubes, --at-most is 21 or more, and
/// neither --optimal nor --directory is given. Ctrl-C stops the search and prints what is known so
/// far.
///
/// Exit status: 0 if all were solved, 1 if one was not, 2 if the cube or a table is bad.
#[derive(Parser)]
struct Options {
    /// The cube to solve: the turns that scramble it, such as "R U' F2" or "(RU)3", or its 54
    /// facelets, face by face (U R F D L B) and row by row, as letters of faces or of colours (W R
    /// G Y O B)
    #[arg(required_unless_present_any = ["random", "file"])]
    cube: Vec<String>,
    /// Solve the cubes in this file, one on each line, - for the standard input. What comes after
    /// // or # is a comment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cube", "random"])]
    file: Option<PathBuf>,
    /// Solve this many random cubes, at most 100000
    #[arg(long, value_name = "K", conflicts_with = "cube")]
    #[arg(value_parser = whole(1..=100_000_usize))]
    random: Option<usize>,
    /// The seed of the random cubes
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Find the fewest turns; a random cube takes minutes, or seconds with the large table
    #[arg(long)]
    optimal: bool,
    /// The table for --optimal
    #[arg(long, value_enum, value_name = "SIZE", default_value = "standard")]
    #[arg(requires = "optimal")]
    table: Table,
    /// What --optimal counts: turns, or quarter turns, of which a half is two. Quarter turns need
    /// the standard table, and have a file of their own
    #[arg(long, value_enum, default_value_t, requires = "optimal")]
    metric: MetricName,
    /// Find few turns, mostly in less than a millisecond; this is the default
    #[arg(long, conflicts_with_all = ["optimal", "table", "metric"])]
    quick: bool,
    /// With --quick, look for a solution of at most this many turns
    #[arg(long, value_name = "N", conflicts_with = "optimal", default_value_t = 21)]
    #[arg(value_parser = whole(0..=30_usize))]
    at_most: usize,
    /// Keep the table in this directory, and read it from there. It is then used for any cubes
    #[arg(long = "directory", alias = "tables", value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The number of threads that build the table and look for the fewest turns, at most 1024
    #[arg(long, value_name = "T", default_value_t = cores())]
    #[arg(value_parser = whole(ONE..=MOST_THREADS))]
    threads: NonZero<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Table {
    /// 35 MB, built in seconds
    Small,
    /// 70 MB, built in seconds
    Standard,
    /// 2.47 GB, built in minutes; keep it with --directory
    Large,
}

/// What solves the cubes.
enum Tables {
    Few(TwoPhase<'static>),
    Standard(Box<CubeTables>),
    Compact(Box<CompactCubeTables>),
}

const ONE: NonZero<usize> = NonZero::<usize>::MIN;
const MOST_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

/// For fewer cubes than this, if at least `SMALL_AT_MOST` turns are allowed, the quick solver takes
/// small tables: each cube takes a twentieth of a second, and the standard table several seconds.
const MANY_CUBES: usize = 100;
const SMALL_AT_MOST: usize = 21;

/// After this many nodes, the quick solver allows one turn more.
const QUICK_NODES: u64 = 10_000_000;

fn cores() -> NonZero<usize> {
    thread::available_parallelism().map_or(ONE, |cores| cores.min(MOST_THREADS))
}

/// What was found out about a cube.
enum Answer {
    Solved {
        solution: Maneuver,
        is_shortest: bool,
    },
    /// Ctrl-C came first.
    Unsolved {
        lower_bound: u32,
    },
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let metric = options.metric.into();
    if metric == Metric::QuarterTurn && !matches!(options.table, Table::Standard) {
        return Err("--metric quarter needs the standard table".into());
    }
    let cubes = cubes(options)?;
    let cancel = command_line::ctrl_c()?;
    let pool = ThreadPoolBuilder::new().num_threads(options.threads.get()).build();
    let pool = pool.map_err(|error| format!("cannot start threads: {error}"))?;
    let began = Instant::now();
    let is_few = !options.optimal
        && options.tables.is_none()
        && options.at_most >= SMALL_AT_MOST
        && cubes.len() < MANY_CUBES;
    let tables = match if is_few {
        Ok(Tables::Few(TwoPhase::small()))
    } else {
        tables(options, metric, &cancel)
    } {
        Err(error) if matches!(error.kind(), TableErrorKind::Cancelled) => {
            writeln!(out, "cancelled while building the table")?;
            return Ok(Status::NotSolved);
        }
        tables => tables.map_err(|error| with_hint(&error))?,
    };
    let two_phase = match &tables {
        Tables::Standard(tables) if !options.optimal => Some(TwoPhase::new(tables)?),
        _ => None,
    };
    let build = began.elapsed();

    let (mut moves, mut optimal, mut solved, mut generated) = (0, 0, 0, 0);
    let mut search = Duration::ZERO;
    for (number, cube) in (1..).zip(&cubes) {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let began = Instant::now();
        let position = format!("cube {number} of {}: ", cubes.len());
        let automaton = || rubiks_cube::move_automaton_from(metric, cube);
        let (answer, nodes) = pool.install(|| match (&tables, &two_phase) {
            (Tables::Few(two_phase), _) | (_, Some(two_phase)) => {
                let solution = two_phase.solve(cube, options.at_most, QUICK_NODES);
                (Answer::Solved { solution, is_shortest: false }, 0)
            }
            (Tables::Standard(tables), None) => {
                let (space, state) = (CubeSpace::new(&**tables), tables.state(cube));
                shortest(&position, space, state, &automaton(), &cancel)
            }
            (Tables::Compact(tables), None) => {
                let (space, state) = (CompactCubeSpace::new(&**tables), tables.state(cube));
                shortest(&position, space, state, &automaton(), &cancel)
            }
        });
        let elapsed = began.elapsed();
        search += elapsed;
        generated += nodes;
        let seconds = elapsed.as_secs_f64();
        writeln!(out, "{cube}")?;
        match answer {
            Answer::Solved { solution, is_shortest } => {
                let turns = solution.turns().len();
                let kind = if is_shortest { ", the fewest" } else { "" };
                writeln!(out, "cube {number}: turns {turns}{kind}, {seconds:.3} s")?;
                writeln!(out, "{solution}\n")?;
                moves += turns;
                solved += 1;
                optimal += usize::from(is_shortest);
            }
            Answer::Unsolved { lower_bound } => {
                writeln!(
                    out,
                    "cube {number}: no solution yet, turns >= {lower_bound}, {seconds:.3} s\n"
                )?;
            }
        }
        // Prints each cube at once.
        out.flush()?;
    }
    writeln!(
        out,
        "total: cubes {}, moves {moves}, optimal {optimal}, generated {generated}, build {:.3} s, \
         search {:.3} s",
        cubes.len(),
        build.as_secs_f64(),
        search.as_secs_f64()
    )?;
    Ok(if solved == cubes.len() { Status::Success } else { Status::NotSolved })
}

/// The cubes to solve.
fn cubes(options: &Options) -> Result<Vec<Cube>, Box<dyn Error>> {
    if let Some(count) = options.random {
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        return Ok((0..count).map(|_| Cube::random(|| rng.next_u32())).collect());
    }
    match &options.file {
        Some(file) => Ok(command_line::read(file, parse_file)?),
        None => Ok(vec![parse(&options.cube.join(" "))?]),
    }
}

/// A cube on each line that is not empty.
fn parse_file(text: &str) -> Result<Vec<Cube>, String> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let before = line.split('#').next().unwrap_or_default();
        (number, before.split("//").next().unwrap_or_default())
    });
    let cubes = lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| parse(line).map_err(|error| format!("line {number}: {error}")));
    match cubes.collect::<Result<Vec<_>, _>>()? {
        cubes if cubes.is_empty() => Err("there are no cubes in it".to_owned()),
        cubes => Ok(cubes),
    }
}

/// Reads facelets, or the maneuver of a scramble.
fn parse(text: &str) -> Result<Cube, Box<dyn Error>> {
    let is_facelets = cube::is_facelets(text);
    Ok(if is_facelets { text.parse()? } else { Cube::SOLVED.after(&text.parse()?) })
}

fn tables(
    options: &Options,
    metric: Metric,
    cancel: &Arc<AtomicBool>,
) -> Result<Tables, TableError> {
    let bar = spinner();
    let mut builder = PatternDatabase::builder()
        .threads(options.threads)
        .cancel(Arc::clone(cancel))
        .on_progress(|progress| bar.set_message(progress.to_string()));
    let path = |name| options.tables.as_ref().map(|directory| directory.join(name));
    let tables = match options.table {
        Table::Standard => match path(match metric {
            Metric::HalfTurn => "cube.pdb",
            Metric::QuarterTurn => "cube-quarter.pdb",
        }) {
            Some(path) => CubeTables::load_or_build(metric, path, &mut builder),
            None => CubeTables::build_with(metric, &mut builder),
        }
        .map(|tables| Tables::Standard(Box::new(tables))),
        Table::Small => compact(CompactCubeSize::Small, path("cube-small.pdb"), &mut builder),
        Table::Large => compact(CompactCubeSize::Large, path("cube-large.pdb"), &mut builder),
    };
    bar.finish_and_clear();
    tables
}

fn compact(
    size: CompactCubeSize,
    path: Option<PathBuf>,
    builder: &mut PatternDatabaseBuilder<'_>,
) -> Result<Tables, TableError> {
    let tables = match path {
        Some(path) => CompactCubeTables::load_or_build(size, path, builder),
        None => CompactCubeTables::build_with(size, builder),
    };
    tables.map(|tables| Tables::Compact(Box::new(tables)))
}

/// Adds what to do about a file that is not the table.
fn with_hint(error: &TableError) -> String {
    match error.kind() {
        TableErrorKind::File(fault) if !matches!(fault, FileFault::Io(_)) => {
            format!("{error}; delete the file to build the table again")
        }
        _ => error.to_string(),
    }
}

/// Searches for the fewest turns, and counts the nodes generated. The progress is shown after
/// `position`.
fn shortest<M>(
    position: &str,
    space: M,
    state: M::State,
    automaton: &MoveAutomaton,
    cancel: &Arc<AtomicBool>,
) -> (Answer, u64)
where
    M: MoveSpace<Move = Turn, State: Send + PartialEq> + Sync,
{
    let space = PrunedMoves::new(space, automaton);
    let solver = watch(position, None, |progress| {
        Solver::builder_in(&space, space.initial(state))
            .algorithm(ParallelIdaStar::new())
            .limits(Limits::none().cancel(Arc::clone(cancel)))
            .on_progress(progress)
            .solve()
    });
    let answer = match (solver.outcome(), solver.actions_in(&space)) {
        (Outcome::Stopped(stopped), _) => Answer::Unsolved { lower_bound: stopped.lower_bound },
        // Every cube can be solved.
        (_, turns) => {
            Answer::Solved { solution: turns.unwrap_or_default().into(), is_shortest: true }
        }
    };
    (answer, solver.statistics().generated)
}
