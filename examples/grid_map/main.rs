//! Shortest paths on a grid map: of one query, with a picture, or of all queries of a benchmark.
//!
//! ```text
//! cargo run --release --features grid-maps --example grid_map
//! cargo run --release --features grid-maps --example grid_map -- --jps MAP SCENARIOS
//! cargo run --release --features grid-maps --example grid_map -- --landmarks 8 MAP SCENARIOS
//! cargo run --release --features grid-maps --example grid_map -- --costs --svg PICTURE
//! ```
//!
//! A diagonal step costs 19601 and a straight one 13860. The ratio differs from √2 by less than 2
//! in a thousand million, so the cheapest path is a shortest one to all digits of a scenario file.

#[path = "../command_line/mod.rs"]
mod command_line;
mod costs;
#[path = "../pictures/mod.rs"]
mod pictures;

use std::error::Error;
use std::f64::consts::SQRT_2;
use std::fs;
use std::hash::Hash;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bestfirst::grid_maps::{
    Cell, Direction, FlowField, GridMap, GridMapError, GridSpace, JumpDistances, JumpPoints, Maze,
    NoJumpPoints, Scenario, Scenarios, Steps,
};
use bestfirst::heuristic::{WithHeuristic, from_fn};
use bestfirst::search::{Distances, Landmarks, Memory, SearchKind};
use bestfirst::{
    Event, Heuristic, Limits, Observed, Outcome, Reversed, Solver, StateSpace, StopReason,
    WithTurns,
};
use clap::Parser;
use command_line::{Status, bytes, rate, time, whole};
use pictures::animation::Stage;
use pictures::map::MapPicture;
use pictures::player::{self, Player};
use pictures::recording::{ClosedLists, Recorder, Recording};

const MAZE: &str = "
###############################################
#.......#...............#.......#.........#...#
#######.#.#.#.#.#.#.###.#.#####.###.#####.#.#.#
#.....#...#.#...#.#.#.#...#.........#.......#.#
#.###.###.###.#.#.#.#.#.###.#.#################
#.#.#.#...#...#.#.#.#.#.#...#.#...#...#...#...#
#.#.#.#.###.#####.#.#.#.#.###.#.#.#.#.#.#.#.#.#
#.#...#.#.........#.#...#.#.#...#.#.#.#.#...#.#
#.#####.#########.#.###.#.#.#####.#.#.#.#####.#
#.#...#.........#...........#.................#
#.#.#.#########.#.###########.#.###.#####.###.#
#.#.#.#.......#.#.....#.......#...#.....#...#.#
#.#.#.#.#.#####.#######.#########.#######.#.#.#
#.#.#...#.....#.#...#...#.......#.........#.#.#
#.#.###.#####.#.#.#.#.###.#.#####.#.###.#.#.#.#
#.................#...#...#.........#.........#
###############################################
";

/// Finds shortest paths on a grid map.
///
/// With a scenario file, it finds the path of every scenario and compares its length with the one
/// in the file. Otherwise it finds one path. Ctrl-C stops the search.
///
/// Exit status: 0 if every path was found with the right length, 1 if not, 2 if an input is bad.
#[derive(Parser)]
#[expect(clippy::option_option, reason = "an option that may have a value")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct Options {
    /// A map of the Moving AI benchmarks, a maze of # and . with S for the start and E for the end,
    /// or a grid of 0 and 1, where 1 is a wall; - for the standard input [default: a maze, with
    /// --show; a house, with --costs]
    map: Option<PathBuf>,
    /// A scenario file of the Moving AI benchmarks, - for the standard input
    #[arg(conflicts_with_all = ["from", "to", "field", "size", "turn_cost", "straighten"])]
    #[arg(conflicts_with_all = ["svg", "show", "html", "animate"])]
    scenarios: Option<PathBuf>,
    /// The column and the row to start from [default: S, or the first open cell]
    #[arg(long, value_name = "X,Y", value_parser = place)]
    from: Option<(usize, usize)>,
    /// The column and the row to reach; of several, the nearest [default: E, or the last open cell]
    #[arg(long, value_name = "X,Y", value_parser = place)]
    to: Vec<(usize, usize)>,
    /// Compute the next step from every cell to here, and follow them; of several, to the nearest
    #[arg(long, value_name = "X,Y", value_parser = place)]
    #[arg(conflicts_with_all = ["to", "turn_cost", "jps", "jps_plus", "search"])]
    field: Vec<(usize, usize)>,
    /// The unit takes this many cells in each direction; its place is its upper left cell
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=32_767_usize))]
    size: usize,
    /// A turn by 45 degrees costs as much as this many straight steps
    #[arg(long, value_name = "C", value_parser = whole(0..=1000_u32))]
    #[arg(conflicts_with_all = ["jps", "jps_plus"])]
    turn_cost: Option<u32>,
    /// Replace stairs by straight lines, where no wall is in the way
    #[arg(long)]
    straighten: bool,
    /// Find all paths such that none is both shorter and keeps better away from walls: print the
    /// length, and how many steps lead to a cell beside a wall or the edge, also across a corner;
    /// --svg draws them
    #[arg(long, conflicts_with_all = ["field", "turn_cost", "straighten", "search", "jps"])]
    #[arg(conflicts_with_all = ["jps_plus", "show", "html", "animate", "scenarios"])]
    costs: bool,
    /// The search, by name
    #[arg(long, value_name = "NAME", default_value = "graph-a-star", value_parser = search)]
    search: SearchKind,
    /// Steps to 4 or 8 neighbours; diagonal ones do not cut corners
    #[arg(long, value_name = "4|8", default_value = "8", value_parser = ["4", "8"])]
    neighbors: String,
    /// Search jump points
    #[arg(long)]
    jps: bool,
    /// Search jump points with stored distances
    #[arg(long, conflicts_with = "jps")]
    jps_plus: bool,
    /// Estimate by this many landmarks, which are computed first
    #[arg(long, value_name = "K", value_parser = whole(1..=1024_usize))]
    #[arg(conflicts_with_all = ["costs", "field"])]
    landmarks: Option<usize>,
    /// Print the map: o is the path, + a cell that was expanded, . another one, # a wall
    #[arg(long)]
    show: bool,
    /// Draw the map, the path, and the cells expanded, from light to dark blue, into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page that plays the search in a browser into this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show the search as it grows if the output is a terminal, with this many expansions a second
    /// [default: all in 10 seconds]
    #[arg(long, value_name = "PER_SECOND", value_parser = rate)]
    #[arg(num_args = 0..=1, require_equals = true)]
    animate: Option<Option<f64>>,
    /// Stop a search after expanding this many nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    max_expanded: Option<u64>,
    /// Stop a search before it uses more memory than this
    #[arg(long, value_name = "SIZE", value_parser = bytes, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// Stop a search after this much time
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

/// The costs of steps to eight neighbours.
const STRAIGHT: u16 = 13_860;
const DIAGONAL: u16 = 19_601;

/// The searches that may be used with jump points.
const WITH_JUMP_POINTS: [SearchKind; 4] =
    [SearchKind::GraphAStar, SearchKind::UniformCost, SearchKind::TreeAStar, SearchKind::IdaStar];

fn main() -> ExitCode {
    command_line::main(run)
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Status, Box<dyn Error>> {
    let Maze { map, start, end } = match &options.map {
        Some(file) => command_line::read(file, parse)?,
        None if options.costs => costs::HOUSE.parse()?,
        None => MAZE.parse()?,
    };
    let steps = steps(options)?;
    if let Some(file) = &options.scenarios {
        if options.neighbors == "4" {
            return Err("the lengths in a scenario file are those of --neighbors 8".into());
        }
        let Scenarios(scenarios) = command_line::read(file, str::parse)?;
        return check(&map, &scenarios, options, out).map_err(|error| name_file(error, file));
    }
    let query = Query::new(options, &map, steps, (start, end))?;
    if options.costs {
        return costs::run(&query, &map, options, out);
    }
    let stage = options.animate.and_then(|_| Stage::new());
    let is_shown = options.show || (options.map.is_none() && stage.is_none());
    // Recorded only as far as it is drawn.
    let most = if options.svg.is_some() || is_shown || stage.is_some() {
        usize::MAX
    } else {
        options.html.as_ref().map_or(0, |_| player::MOST_EVENTS)
    };
    let cancel = command_line::ctrl_c()?;
    let limits = limits(options, Arc::clone(&cancel));
    let Found { recording, path, field, expanded, answer, status } =
        query.answer(options, most, &limits)?;
    let (start, goals, size) = (query.start, &query.goals[..], options.size);
    let (map, recording, path, field) = (&map, &recording, &path[..], field.as_ref());
    let picture = MapPicture { map, recording, path, start, goals, size, field };
    if let Some(stage) = stage {
        let (frames, each) = picture.frames(&stage, options.animate.flatten());
        if !Stage::play(out, frames, each, &cancel)? {
            return Ok(Status::NotSolved);
        }
    }
    writeln!(out, "{answer}")?;
    writeln!(out, "{} expanded", command_line::count(expanded, "node"))?;
    if is_shown {
        write!(out, "\n{}", picture.text())?;
    }
    if let Some(file) = &options.svg {
        write_file(file, &picture.svg())?;
    }
    if let Some(file) = &options.html {
        let name = options.map.as_ref().map_or("a maze".into(), |file| file.display().to_string());
        let search = options.search.name();
        let search = if options.field.is_empty() { search } else { "flow field" };
        let (title, answer) = (format!("{search}: {name}"), answer.replace('\n', "; "));
        let unit = if options.neighbors == "4" { 1 } else { STRAIGHT.into() };
        let player = Player { title: &title, answer: &answer, unit };
        write_file(file, &player.map(&picture))?;
    }
    Ok(status)
}

/// The query that the options make without a scenario file.
struct Query {
    /// The map for a unit of the size.
    map: GridMap,
    steps: Steps,
    start: Cell,
    /// The goals, of which the nearest is to be reached.
    goals: Vec<Cell>,
}

/// What was found, and what is drawn of it.
struct Found {
    recording: Recording<Cell>,
    path: Vec<Cell>,
    field: Option<FlowField>,
    expanded: u64,
    answer: String,
    status: Status,
}

impl Query {
    fn new(
        options: &Options,
        map: &GridMap,
        steps: Steps,
        (start, end): (Option<Cell>, Option<Cell>),
    ) -> Result<Self, String> {
        let map = map.for_size(options.size);
        let check = |cell, name: &str| {
            let fault = match options.size {
                _ if map.is_open(cell) => return Ok(()),
                1 => "is a wall".to_owned(),
                size => format!("has no room for a unit of {size} by {size} cells"),
            };
            Err(format!("the {name} {} {fault}", at(&map, cell)))
        };
        let first = map.open_cells().next().ok_or("the map has no room for a unit of that size")?;
        let from = options.from.map(|place| cell(&map, place)).transpose()?;
        let start = from.or(start).unwrap_or(first);
        check(start, "start")?;
        let places = options.to.iter().chain(&options.field);
        let mut goals = places.map(|&place| cell(&map, place)).collect::<Result<Vec<_>, _>>()?;
        if goals.is_empty() {
            goals.push(end.or_else(|| map.open_cells().last()).unwrap_or(first));
        }
        goals.iter().try_for_each(|&goal| check(goal, "goal"))?;
        Ok(Self { map, steps, start, goals })
    }

    fn answer(
        &self,
        options: &Options,
        most: usize,
        limits: &Limits,
    ) -> Result<Found, Box<dyn Error>> {
        let &Self { ref map, steps, start, ref goals } = self;
        let (goal, more) = goals.split_first().ok_or("no goal")?;
        let space = GridSpace::new(map, steps, *goal).and_goals(more);
        let same = |&cell: &Cell| cell;
        let landmarks = landmarks(&space, start, options)?;
        let how = (landmarks.as_ref(), options, most, limits);
        let mut found = if !options.field.is_empty() {
            self.field(most, limits)
        } else if let Some(cost) = options.turn_cost {
            let turn = |&before: &Direction, next: &Direction| {
                cost.saturating_mul(before.turns_to(*next) * steps.straight())
            };
            let space = WithTurns::new(space, Direction::ALL, turn);
            let initial = space.initial(start);
            self.search(&space, initial, |state| *state.state(), how)
        } else if options.jps {
            let points = JumpPoints::new(map, steps, *goal)?.and_goals(more);
            self.search(&points, start, same, how)
        } else if options.jps_plus {
            let distances = JumpDistances::new(map)?;
            let points = distances.to(*goal, steps)?.and_goals(more);
            self.search(&points, start, same, how)
        } else {
            self.search(&space, start, same, how)
        };
        if found.status == Status::Success {
            found.answer = self.describe(options, &found.path);
            if options.straighten {
                found.path = map.straightened(&found.path, steps);
                let length = found.path.windows(2).map(|ends| line(map, ends)).sum::<f64>();
                let lines = command_line::count(found.path.len() as u64 - 1, "line");
                found.answer =
                    format!("Straightened to {lines} of length {length}\n{}", found.answer);
            }
        }
        Ok(found)
    }

    fn search<P>(
        &self,
        space: &P,
        initial: P::State,
        cell: impl Fn(&P::State) -> Cell + Copy,
        (landmarks, options, most, limits): (Option<&Landmarks>, &Options, usize, &Limits),
    ) -> Found
    where
        P: StateSpace<State: Hash + Eq>,
    {
        let how = (options, most, limits);
        let Some(landmarks) = landmarks else { return self.record(space, initial, cell, how) };
        let estimates = estimates(landmarks, &self.goals, cell);
        self.record(&WithHeuristic::new(space, estimates), initial, cell, how)
    }

    fn record<P>(
        &self,
        space: &P,
        initial: P::State,
        cell: impl Fn(&P::State) -> Cell,
        (options, most, limits): (&Options, usize, &Limits),
    ) -> Found
    where
        P: StateSpace<State: Hash + Eq>,
    {
        let recorder = Recorder::new(most, ClosedLists::of(options.search));
        let observed = Observed::new(space, |event: &Event<'_, P::State>| recorder.record(event));
        let solver = Solver::builder_in(observed, initial).algorithm(options.search);
        let solver = solver.limits(limits.clone()).solve();
        let path: Vec<Cell> = solver.solution().iter().map(&cell).collect();
        let (answer, status) = match solver.outcome() {
            Outcome::Solved(_) => (String::new(), Status::Success),
            Outcome::Unsolvable => (self.no_path(), Status::NotSolved),
            Outcome::Stopped(stopped) => {
                (format!("No solution yet: {stopped}."), Status::NotSolved)
            }
        };
        Found {
            path: self.map.fill_in(&path),
            field: None,
            expanded: solver.statistics().expanded,
            recording: recorder.finish().map(cell),
            answer,
            status,
        }
    }

    /// Searches from the goals to all cells, and follows the field from the start.
    fn field(&self, most: usize, limits: &Limits) -> Found {
        let &Self { ref map, steps, start, ref goals } = self;
        let recorder = Recorder::new(most, ClosedLists::One);
        let space = Reversed::new(GridSpace::new(map, steps, goals[0]));
        let space = Observed::new(space, |event: &Event<'_, Cell>| recorder.record(event));
        let distances = Distances::from(space, goals[0]).and_from(goals[1..].iter().copied());
        let distances = distances.limits(limits.clone()).compute_dense();
        let field = FlowField::new(map, &distances);
        let (answer, status) = match distances.stopped_by() {
            _ if distances.cost(&start).is_some() => (String::new(), Status::Success),
            None => (self.no_path(), Status::NotSolved),
            Some(reason) => (format!("No solution yet: {reason}."), Status::NotSolved),
        };
        let path = iter::successors(Some(start), |&cell| field.next(cell)).collect();
        let expanded = distances.statistics().expanded;
        drop(distances);
        Found { recording: recorder.finish(), path, field: Some(field), expanded, answer, status }
    }

    fn no_path(&self) -> String {
        let goals: Vec<_> = self.goals.iter().map(|&goal| at(&self.map, goal)).collect();
        format!("No path leads from {} to {}.", at(&self.map, self.start), goals.join(" or "))
    }

    fn describe(&self, options: &Options, path: &[Cell]) -> String {
        let map = &self.map;
        let (straight, diagonal) = count(map, path);
        let length = length(straight, diagonal);
        let steps = command_line::count(straight.into(), "straight step");
        let turns = options.turn_cost.map_or_else(String::new, |_| {
            let direction = |ends: &[Cell]| {
                let [from, to] = [ends[0], ends[1]].map(|cell| map.position(cell));
                (from.0.cmp(&to.0), from.1.cmp(&to.1))
            };
            let directions: Vec<_> = path.windows(2).map(direction).collect();
            let turns = directions.windows(2).filter(|pair| pair[0] != pair[1]).count();
            format!(", {}", command_line::count(turns as u64, "turn"))
        });
        let to = match path.last() {
            Some(&goal) if self.goals.len() > 1 => format!(" to {}", at(map, goal)),
            _ => String::new(),
        };
        format!("Length = {length} ({steps}, {diagonal} diagonal{turns}){to}")
    }
}

/// The length of the line between two cells.
fn line(map: &GridMap, ends: &[Cell]) -> f64 {
    let [from, to] = [ends[0], ends[1]].map(|cell| map.position(cell));
    (from.0.abs_diff(to.0) as f64).hypot(from.1.abs_diff(to.1) as f64)
}

fn write_file(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

const NO_OPEN_CELL: &str = "the map has no open cell";

fn parse(text: &str) -> Result<Maze, String> {
    let maze: Maze = text.parse().map_err(|error: GridMapError| error.to_string())?;
    if maze.map.open_cells().next().is_none() { Err(NO_OPEN_CELL.to_owned()) } else { Ok(maze) }
}

/// The rules of movement, if they fit the other options.
fn steps(options: &Options) -> Result<Steps, String> {
    if options.jps || options.jps_plus {
        if options.neighbors == "4" {
            return Err("jump points are for --neighbors 8".to_owned());
        }
        if !WITH_JUMP_POINTS.contains(&options.search) {
            let names = WITH_JUMP_POINTS.map(SearchKind::name).join(", ");
            return Err(format!("jump points are for the searches {names}"));
        }
    }
    let eight = || Steps::eight().costing(STRAIGHT, DIAGONAL).ok_or("costs are out of range");
    if options.neighbors == "4" { Ok(Steps::four()) } else { Ok(eight()?) }
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

/// As many landmarks as asked for.
fn landmarks(
    space: &GridSpace,
    start: Cell,
    options: &Options,
) -> Result<Option<Landmarks>, Box<dyn Error>> {
    let computed = options.landmarks.map(|count| Landmarks::undirected(space, start, count));
    Ok(computed.transpose().map_err(|reason| format!("--landmarks: {reason}"))?)
}

/// The estimates of states that are at some cell, up to the nearest goal.
fn estimates<S>(
    landmarks: &Landmarks,
    goals: &[Cell],
    cell: impl Fn(&S) -> Cell,
) -> impl Heuristic<S> {
    from_fn(move |state: &S| {
        let from = cell(state).index();
        goals.iter().map(|goal| landmarks.between(from, goal.index())).min().unwrap_or(0)
    })
}

fn solve<P: StateSpace<State = Cell>>(
    space: P,
    start: Cell,
    options: &Options,
    limits: &Limits,
    memory: &mut Memory<Cell, SearchKind>,
) -> Solver<Cell> {
    let builder = Solver::builder_in(space, start).algorithm(options.search);
    builder.limits(limits.clone()).solve_in(memory)
}

/// Finds the paths of all scenarios and compares their lengths.
fn check(
    map: &GridMap,
    scenarios: &[Scenario],
    options: &Options,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    for (number, &Scenario { width, height, .. }) in (1..).zip(scenarios) {
        if (width, height) != (map.width(), map.height()) {
            let size = format!("{} by {}", map.width(), map.height());
            let message = format!("is for a map of {width} by {height} cells, not of {size}");
            return Err(format!("scenario {number} {message}").into());
        }
    }
    let steps = steps(options)?;
    if options.jps {
        let space = |goal| JumpPoints::new(map, steps, goal);
        return table(map, scenarios, options, space, out);
    }
    if options.jps_plus {
        let distances = JumpDistances::new(map)?;
        return table(map, scenarios, options, |goal| distances.to(goal, steps), out);
    }
    table(map, scenarios, options, |goal| Ok(GridSpace::new(map, steps, goal)), out)
}

fn table<P: StateSpace<State = Cell>>(
    map: &GridMap,
    scenarios: &[Scenario],
    options: &Options,
    space: impl Fn(Cell) -> Result<P, NoJumpPoints>,
    out: &mut dyn Write,
) -> Result<Status, Box<dyn Error>> {
    let limits = limits(options, command_line::ctrl_c()?);
    let began = Instant::now();
    let landmarks = match scenarios {
        [Scenario { start, .. }, ..] => {
            let first = cell(map, *start)?;
            landmarks(&GridSpace::new(map, steps(options)?, first), first, options)?
        }
        [] => None,
    };
    if landmarks.is_some() {
        writeln!(out, "landmarks computed in {:.3} s", began.elapsed().as_secs_f64())?;
    }
    let mut memory = Memory::new();
    let (mut run, mut wrong, mut expanded, mut seconds) = (0, 0, 0, 0.0);
    let columns = ["FROM", "TO", "LENGTH", "EXPECTED", "EXPANDED", "MICROSECONDS"];
    let [from, to, length_, expected, nodes, micros] = columns;
    writeln!(out, "{from:>11} {to:>11} {length_:>12} {expected:>12} {nodes:>9} {micros:>12}")?;
    for scenario in scenarios {
        let &Scenario { start, goal, length: expected, .. } = scenario;
        let ends = [cell(map, start)?, cell(map, goal)?];
        let space = space(ends[1])?;
        let began = Instant::now();
        let solver = if let Some(landmarks) = &landmarks {
            let estimates = estimates(landmarks, &ends[1..], |&cell| cell);
            let space = WithHeuristic::new(space, estimates);
            solve(space, ends[0], options, &limits, &mut memory)
        } else {
            solve(space, ends[0], options, &limits, &mut memory)
        };
        let time = began.elapsed().as_secs_f64();
        let (straight, diagonal) = count(map, &map.fill_in(solver.solution()));
        let found = match solver.outcome() {
            Outcome::Solved(_) => Some(length(straight, diagonal)),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        };
        let is_right = found.is_some_and(|found| (found - expected).abs() <= 1e-5 * expected);
        let found = found.map_or_else(|| "none".to_owned(), |found| format!("{found:.5}"));
        let [from, to] = ends.map(|cell| at(map, cell));
        let nodes = solver.statistics().expanded;
        write!(out, "{from:>11} {to:>11} {found:>12} {expected:>12.5} {nodes:>9}")?;
        writeln!(out, " {:>12.1}{}", time * 1e6, if is_right { "" } else { "  WRONG" })?;
        run += 1;
        wrong += usize::from(!is_right);
        expanded += nodes;
        seconds += time;
        if let Outcome::Stopped(stopped) = solver.outcome() {
            if stopped.reason == StopReason::Cancelled {
                writeln!(out, "Cancelled: {} more were not searched.", scenarios.len() - run)?;
                break;
            }
        }
    }
    writeln!(
        out,
        "total: scenarios {run}, wrong {wrong}, expanded {expanded}, seconds {seconds:.3}"
    )?;
    Ok(if wrong == 0 && run == scenarios.len() { Status::Success } else { Status::NotSolved })
}

/// The numbers of straight and of diagonal steps.
fn count(map: &GridMap, path: &[Cell]) -> (u32, u32) {
    path.windows(2).fold((0, 0), |(straight, diagonal), ends| {
        let [(x, y), (to_x, to_y)] = [ends[0], ends[1]].map(|cell| map.position(cell));
        if x == to_x || y == to_y { (straight + 1, diagonal) } else { (straight, diagonal + 1) }
    })
}

fn length(straight: u32, diagonal: u32) -> f64 {
    f64::from(straight) + f64::from(diagonal) * SQRT_2
}

fn cell(map: &GridMap, (x, y): (usize, usize)) -> Result<Cell, String> {
    map.cell(x, y).ok_or_else(|| {
        let (width, height) = (map.width(), map.height());
        format!("{x},{y} is not on the map, which has {width} columns and {height} rows")
    })
}

/// A cell as the options name it.
fn at(map: &GridMap, cell: Cell) -> String {
    let (x, y) = map.position(cell);
    format!("{x},{y}")
}

fn place(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    numbers.ok_or_else(|| "expected a column and a row, such as 3,14".to_owned())
}

fn search(name: &str) -> Result<SearchKind, String> {
    name.parse().map_err(|error: bestfirst::search::UnknownSearch| error.to_string())
}

/// Names the file in an error that is not one of the standard output.
fn name_file(error: Box<dyn Error>, file: &Path) -> Box<dyn Error> {
    if error.is::<std::io::Error>() { error } else { format!("{}: {error}", file.display()).into() }
}
