//! A unit that walks to a flag while doors open and close and guards are in the way: a shortest
//! path in each frame, in the memory of the frame before.
//!
//! ```text
//! cargo run --release --features grid-maps --example game
//! ```

mod command_line;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use bestfirst::Solver;
use bestfirst::grid_maps::{Cell, GridMap, JumpPoints, Maze, Steps};
use bestfirst::search::Memory;
use clap::Parser;
use command_line::{Status, count, whole};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// S is the unit, E the flag, and + a door.
const MAP: &str = "
##########################################
#S..........#..............#.............#
#...........+..............#.............#
#...........#..............+.............#
#...........#######+########.............#
#######+#####..............#.............#
#...........#..............###########+###
#...........#..............#.............#
#...........+..............#.............#
#...........#..............+............E#
##########################################
";

/// Walks to a flag by a shortest path in each frame, while the map changes.
///
/// If no path leads to the flag, the unit goes to the nearest cell that it can reach. The last line
/// is "total: frames F, expanded N, microseconds T", with the time of all searches together.
///
/// Exit status: 0 if the unit reaches the flag, 1 if not, 2 if an option is bad.
#[derive(Parser)]
struct Options {
    /// Stop after this many frames
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000_u32))]
    frames: u32,
    /// This many guards walk at random; no two of them are in one cell, and none in that of the
    /// unit
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole(0..=200_usize))]
    guards: usize,
    /// The seed of what the doors and the guards do
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// The rules of movement for all.
const STEPS: Steps = Steps::eight();

struct Game {
    /// Guards are walls, and so are closed doors.
    map: GridMap,
    doors: Vec<Cell>,
    guards: Vec<Cell>,
    unit: Cell,
    flag: Cell,
    /// It does not hold the map. So both can be fields of this struct, and the map may change.
    memory: Memory<Cell>,
    rng: ChaCha8Rng,
}

impl Game {
    fn new(guards: usize, seed: u64) -> Result<Self, Box<dyn Error>> {
        let Maze { map, start, end } = MAP.replace('+', ".").parse()?;
        let (unit, flag) = start.zip(end).ok_or("the map has no start or no end")?;
        let marks = MAP.chars().filter(|&mark| mark != '\n');
        let doors = map.cells().zip(marks).filter(|&(_, mark)| mark == '+');
        let doors = doors.map(|(cell, _)| cell).collect();
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Self { map, doors, guards: vec![], unit, flag, memory: Memory::new(), rng };
        for _ in 0..guards {
            let free: Vec<Cell> = game.map.open_cells().filter(|&at| game.is_free(at)).collect();
            let guard = free.choose(&mut game.rng).copied();
            game.guards.extend(guard);
            game.map.set(guard.unwrap_or(unit), guard.is_none());
        }
        Ok(game)
    }

    /// Whether a guard may go to a cell.
    fn is_free(&self, cell: Cell) -> bool {
        self.map.is_open(cell)
            && ![self.unit, self.flag].contains(&cell)
            && !self.doors.contains(&cell)
    }

    /// Opens or closes a door now and then, and lets each guard take a step.
    fn tick(&mut self) {
        for &door in &self.doors {
            if self.rng.random_ratio(1, 30) && door != self.unit {
                self.map.set(door, !self.map.is_open(door));
            }
        }
        for guard in 0..self.guards.len() {
            let (x, y) = self.map.position(self.guards[guard]);
            let to = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)][self.rng.random_range(0..4)];
            if let Some(to) = self.map.cell(to.0, to.1).filter(|&to| self.is_free(to)) {
                self.map.set(self.guards[guard], true);
                self.map.set(to, false);
                self.guards[guard] = to;
            }
        }
    }

    /// The answer to: how does the unit come to the flag, or as near to it as it can?
    fn find_path(&mut self) -> Option<Solver<Cell>> {
        let nearest = self.map.nearest_reachable(self.unit, self.flag, STEPS)?;
        let points = JumpPoints::new(&self.map, STEPS, nearest).ok()?;
        Some(Solver::builder_in(points, self.unit).solve_in(&mut self.memory))
    }
}

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let mut game = Game::new(options.guards, options.seed)?;
    let (mut frames, mut expanded, mut micros) = (0, 0, 0.0);
    let mut was_reachable = None;
    while frames < options.frames && game.unit != game.flag {
        game.tick();
        let began = Instant::now();
        let solver = game.find_path().ok_or("the unit is in a wall")?;
        micros += began.elapsed().as_secs_f64() * 1e6;
        expanded += solver.statistics().expanded;
        let path = game.map.fill_in(solver.solution());
        let is_reachable = path.last() == Some(&game.flag);
        if was_reachable.replace(is_reachable) != Some(is_reachable) {
            let steps = count(path.len() as u64 - 1, "step");
            let to =
                if is_reachable { "the flag" } else { "the nearest cell, for the way is closed" };
            writeln!(out, "Frame {frames}: {steps} to {to}.")?;
        }
        game.unit = path.get(1).copied().unwrap_or(game.unit);
        frames += 1;
    }
    let is_there = game.unit == game.flag;
    writeln!(out, "The unit is {} the flag.", if is_there { "at" } else { "not at" })?;
    writeln!(out, "total: frames {frames}, expanded {expanded}, microseconds {micros:.0}")?;
    Ok(if is_there { Status::Success } else { Status::NotSolved })
}
