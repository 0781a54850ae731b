//! Enumerates a sliding-tile puzzle, or solves boards, with several processes.
//!
//! ```text
//! cargo run --release --example distributed -- --processes 2 --enumerate 3x3
//! cargo run --release --example distributed -- --processes 2 --enumerate 3x4 --directory target/tiles
//! cargo run --release --example distributed -- --processes 2 --solve boards.txt
//! cargo run --release --example distributed -- --hosts hosts.txt --process 0 --enumerate 3x4
//! ```
//!
//! This file reads the options and prints the answers; `local` starts processes on this machine,
//! and `tiles` is the puzzle with numbered states.

#[path = "../command_line/mod.rs"]
mod command_line;
mod local;
mod tiles;

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bestfirst::distributed::{Checkpoints, Cluster};
use bestfirst::search::IdaStar;
use bestfirst::sliding_tiles::{Board, BoardReader, LinearConflict};
use bestfirst::{Cost, Limits, Outcome, Solver, StopReason};
use clap::Parser;
use command_line::{Status, time, whole};
use tiles::Tiles;

/// Searches with several processes, on this machine or on many.
///
/// Process 0 prints the answer. All processes need the same options and files. Ctrl-C stops the
/// search and prints what is known so far.
///
/// Exit status: 0 if all went well, 1 if a board was not solved or the search was stopped, 2 if an
/// input is bad or a process is lost.
#[derive(Parser)]
#[command(override_usage = USAGE)]
#[command(group = clap::ArgGroup::new("what").required(true))]
#[command(group = clap::ArgGroup::new("where").required(true))]
struct Options {
    /// Start this many processes on this machine, at most 64
    #[arg(long, value_name = "N", group = "where", value_parser = whole(1..=64_usize))]
    processes: Option<usize>,
    /// A file with the host of each process, one a line, such as node4:7401
    #[arg(long, value_name = "FILE", group = "where", requires = "process")]
    hosts: Option<PathBuf>,
    /// The hosts of the processes that were started on this machine
    #[arg(long, hide = true, group = "where", requires = "process", value_delimiter = ',')]
    addresses: Option<Vec<String>>,
    /// With --hosts, the index of this process, from 0
    #[arg(long, value_name = "I", conflicts_with = "processes")]
    #[arg(value_parser = whole(0..=1_000_000_usize))]
    process: Option<usize>,
    /// The number of threads of each process, at most 1024
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1..=1024_usize))]
    threads: usize,
    /// How long processes wait for each other at the start, such as 60s
    #[arg(long, alias = "within", value_name = "TIME", default_value = "7s", value_parser = time)]
    wait: Duration,
    /// Count the boards of this many rows and columns at each distance from the solved one
    #[arg(long, value_name = "RxC", group = "what")]
    enumerate: Option<Tiles>,
    /// With --enumerate, save a checkpoint in this directory at each distance
    #[arg(long, alias = "checkpoint", value_name = "DIR", requires = "enumerate")]
    directory: Option<PathBuf>,
    /// Go on with the newest distance that all processes have saved, if there is one
    #[arg(long, requires = "directory")]
    resume: bool,
    /// Solve the boards in this file: one on each line, such as 8 6 7 / 2 5 4 / 3 0 1, or one after
    /// the other with their sizes
    #[arg(long, value_name = "FILE", group = "what")]
    solve: Option<PathBuf>,
    /// With --solve, search for each board with all processes, up to 4 by 4 tiles, instead of one
    /// board with each thread
    #[arg(long, requires = "solve")]
    a_star: bool,
}

/// Without the option that the program gives to the processes that it starts.
const USAGE: &str = "distributed [OPTIONS] <--processes <N>|--hosts <FILE> --process <I>> \
                     <--enumerate <RxC>|--solve <FILE>>";

/// What a board takes: its moves, or `None` if it has no solution, or a lower bound if the search
/// was stopped; and the nodes generated for it.
type Answer = (Result<Option<u64>, Cost>, u64);

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    // Bad input is found before processes are started or waited for.
    let boards = options.solve.as_deref().map(boards).transpose()?.unwrap_or_default();
    let (hosts, process, children) = match (options.processes, options.process) {
        (Some(processes), _) => {
            let hosts = local::hosts(processes)?;
            let children = local::start(&hosts)?;
            (hosts, 0, children)
        }
        (None, process) => {
            let addresses = options.addresses.clone().map_or_else(|| hosts(options), Ok)?;
            (addresses, process.unwrap_or(0), local::Children::default())
        }
    };
    let result = search(options, &boards, hosts, process, out);
    children.wait(result.is_ok());
    let status = result.map_err(|error| match options.processes {
        Some(_) => error,
        None => format!("process {process}: {error}").into(),
    })?;
    Ok(status)
}

/// The hosts in the file.
fn hosts(options: &Options) -> Result<Vec<String>, String> {
    let lines = |text: &str| text.lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>();
    let parse = |text: &str| {
        let hosts: Vec<_> = lines(text).into_iter().filter(|line| !line.is_empty()).collect();
        if hosts.is_empty() { Err("there is no host") } else { Ok(hosts) }
    };
    command_line::read(options.hosts.as_deref().unwrap_or(Path::new("-")), parse)
}

fn search(
    options: &Options,
    boards: &[Board],
    hosts: Vec<String>,
    process: usize,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    if let Some(directory) = &options.directory {
        let name = |error| format!("{}: {error}", directory.display());
        fs::create_dir_all(directory).map_err(name)?;
    }
    let cancel = command_line::ctrl_c()?;
    let limits = Limits::none().cancel(Arc::clone(&cancel));
    let builder = Cluster::builder(hosts, process).threads(options.threads);
    let mut cluster = builder.within(options.wait).connect()?;
    let mut nowhere = std::io::sink();
    let out = if process == 0 { out } else { &mut nowhere };
    match options.enumerate {
        Some(tiles) => enumerate(&mut cluster, tiles, options, &limits, out),
        None if options.a_star => solve_together(&mut cluster, boards, &limits, out),
        None => solve_apart(&mut cluster, boards, &cancel, out),
    }
}

fn boards(file: &Path) -> Result<Vec<Board>, String> {
    if file == Path::new("-") {
        return Err("the standard input cannot be shared by processes: give a file".to_owned());
    }
    command_line::read(file, |text| BoardReader::new().read_all(text))
}

fn enumerate(
    cluster: &mut Cluster,
    tiles: Tiles,
    options: &Options,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let problem = format!("sliding tiles {tiles}");
    let (space, goal) = (Arc::new(tiles), tiles.goal());
    let found = match &options.directory {
        Some(directory) => {
            let checkpoints = Checkpoints::in_directory(directory);
            let checkpoints = if options.resume { checkpoints.resume() } else { checkpoints };
            cluster.enumerate_with(&problem, &space, &goal, limits, &checkpoints)?
        }
        None => cluster.enumerate(&problem, &space, &goal, limits)?,
    };
    for (distance, states) in found.histogram().iter().enumerate() {
        writeln!(out, "{distance} {states}")?;
    }
    if let Some(reason) = found.stopped_by() {
        writeln!(out, "{reason}; the last count may be too low")?;
    }
    let statistics = found.statistics();
    let is_complete = found.stopped_by().is_none();
    let farthest = found.histogram().len().saturating_sub(1);
    let radius = if is_complete { farthest.to_string() } else { "-".to_owned() };
    writeln!(
        out,
        "total: states {}, radius {radius}, bytes {}, seconds {:.3}",
        found.states(),
        statistics.bytes,
        statistics.elapsed.as_secs_f64()
    )?;
    Ok(if found.stopped_by().is_none() { Status::Success } else { Status::NotSolved })
}

/// Each board is solved by one thread of one process.
fn solve_apart(
    cluster: &mut Cluster,
    boards: &[Board],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let began = Instant::now();
    let answers = cluster.solve_all("boards", boards, |board, limits| {
        // The limits stop it if another process is lost. Between two slices it looks at Ctrl-C.
        let mut search = Solver::builder(board.clone())
            .with_heuristic(LinearConflict::new(board.size(), board.goal()))
            .algorithm(IdaStar::new())
            .limits(limits)
            .start();
        loop {
            let solver = search.solve_for(Duration::from_millis(50));
            let end = match solver.outcome() {
                Outcome::Solved(solution) => Ok(Some(solution.moves() as u64)),
                Outcome::Unsolvable => Ok(None),
                Outcome::Stopped(stopped) => {
                    let is_slice = matches!(stopped.reason, StopReason::Time { .. });
                    if is_slice && !cancel.load(Ordering::Relaxed) {
                        continue;
                    }
                    Err(stopped.lower_bound)
                }
            };
            return (end, solver.statistics().generated);
        }
    })?;
    print(&answers, began, out)
}

/// Each board is solved by all processes, one board after the other.
fn solve_together(
    cluster: &mut Cluster,
    boards: &[Board],
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let began = Instant::now();
    let mut answers = Vec::new();
    for board in boards {
        let (tiles, state) =
            Tiles::of(board).ok_or("--a-star takes boards of up to 4 by 4 tiles")?;
        let problem = format!("sliding tiles {tiles}");
        let (outcome, statistics) = cluster.a_star(&problem, &Arc::new(tiles), &state, limits)?;
        let end = match outcome {
            Outcome::Solved(solution) => Ok(Some(solution.moves() as u64)),
            Outcome::Unsolvable => Ok(None),
            Outcome::Stopped(stopped) => Err(stopped.lower_bound),
        };
        answers.push((end, statistics.generated));
    }
    print(&answers, began, out)
}

/// Prints the moves of each board, or what else is known, and the nodes generated for it.
fn print(
    answers: &[Answer],
    began: Instant,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    for (number, (end, generated)) in (1..).zip(answers) {
        match end {
            Ok(Some(moves)) => {
                writeln!(out, "board {number}: moves {moves}, generated {generated}")?;
            }
            Ok(None) => writeln!(out, "board {number}: unsolvable")?,
            Err(bound) => writeln!(
                out,
                "board {number}: no solution yet, moves >= {bound}, generated {generated}"
            )?,
        }
    }
    let solved = |(end, _): &Answer| end.ok().flatten();
    let moves: u64 = answers.iter().filter_map(solved).sum();
    let generated: u64 = answers.iter().map(|(_, generated)| generated).sum();
    writeln!(
        out,
        "total: boards {}, moves {moves}, generated {generated}, seconds {:.3}",
        answers.len(),
        began.elapsed().as_secs_f64()
    )?;
    let is_solved = answers.iter().all(|answer| solved(answer).is_some());
    Ok(if is_solved { Status::Success } else { Status::NotSolved })
}
