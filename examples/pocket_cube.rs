//! The pocket cube, 2 by 2 by 2: the distances of all its states, or a shortest solution of one.
//!
//! ```text
//! cargo run --release --features rubiks-cube --example pocket_cube
//! cargo run --release --features rubiks-cube --example pocket_cube -- "R U R' U R U2 R'"
//! cargo run --release --features rubiks-cube --example pocket_cube -- UFUF RRRR FDFD DBDB LLLL UBUB
//! ```

mod command_line;
#[path = "command_line/cube.rs"]
mod cube;
#[path = "command_line/metric.rs"]
mod metric;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bestfirst::rubiks_cube::{Maneuver, Metric, PocketCube, PocketDistances};
use clap::Parser;
use command_line::{Status, whole};
use metric::MetricName;

/// Computes the distances of all 3,674,160 states of the pocket cube, and prints how many states
/// there are at each distance, and some of the hardest. With a cube, prints a shortest solution.
///
/// Exit status: 0 if all went well, 2 if the cube is not one.
#[derive(Parser)]
struct Options {
    /// The cube to solve: the turns that scramble it, such as "R U' F2" or "(RU)3", or its 24
    /// facelets, face by face (U R F D L B) and row by row, such as UFUF RRRR FDFD DBDB LLLL UBUB,
    /// as letters of faces or of colours (W R G Y O B)
    cube: Vec<String>,
    /// What a turn costs: in the half-turn metric always 1, in the quarter-turn metric 2 for a half
    #[arg(long, value_enum, default_value_t)]
    metric: MetricName,
    /// Print at most this many of the hardest cubes
    #[arg(long, value_name = "N", conflicts_with = "cube", default_value_t = 5)]
    #[arg(value_parser = whole(0..=PocketCube::STATES))]
    hardest: usize,
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let cube = (!options.cube.is_empty()).then(|| parse(&options.cube.join(" "))).transpose()?;
    let start = Instant::now();
    let distances = PocketDistances::new(options.metric.into());
    let build = start.elapsed();
    match cube {
        Some(cube) => solve(cube, &distances, build, out)?,
        None => survey(&distances, options.hardest, build, out)?,
    }
    Ok(Status::Success)
}

/// Reads facelets, or the maneuver of a scramble.
fn parse(text: &str) -> Result<PocketCube, Box<dyn Error>> {
    if cube::is_facelets(text) {
        return Ok(text.parse()?);
    }
    Ok(PocketCube::SOLVED.after(&text.parse()?))
}

/// Prints the cube and a shortest solution.
fn solve(
    cube: PocketCube,
    distances: &PocketDistances,
    build: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let start = Instant::now();
    let solution = distances.solve(&cube);
    let search = start.elapsed();
    writeln!(out, "{cube}\n")?;
    let unit = match distances.metric() {
        Metric::HalfTurn => "turns",
        Metric::QuarterTurn => "quarter turns",
    };
    writeln!(out, "Minimum number of {unit} = {}", distances.distance(&cube))?;
    writeln!(out, "{solution}")?;
    writeln!(
        out,
        "total: distance {}, {}, build {:.3} s, search {:.6} s",
        distances.distance(&cube),
        distances.metric(),
        build.as_secs_f64(),
        search.as_secs_f64()
    )
}

/// Prints the number of states at each distance, and the first of the hardest with a scramble.
fn survey(
    distances: &PocketDistances,
    most: usize,
    build: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "distance     states")?;
    for (distance, states) in distances.histogram().iter().enumerate() {
        writeln!(out, "{distance:8} {states:10}")?;
    }
    let greatest = distances.greatest();
    let hardest = distances.at_distance(greatest).count();
    writeln!(out, "\nhardest: {hardest} cubes at distance {greatest}; with a scramble:")?;
    for cube in distances.at_distance(greatest).take(most) {
        let scramble: Maneuver = distances.solve(&cube).inverse();
        writeln!(out, "{}  {scramble}", cube.facelets())?;
    }
    let sum: usize = distances.histogram().iter().enumerate().map(|(at, states)| at * states).sum();
    writeln!(
        out,
        "total: states {}, mean distance {:.3}, greatest {greatest}, {}, build {:.3} s",
        PocketCube::STATES,
        sum as f64 / PocketCube::STATES as f64,
        distances.metric(),
        build.as_secs_f64()
    )
}
