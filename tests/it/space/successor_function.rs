//! Spaces that offer successors with a [`SuccessorFunction`]: the same search as without.

use std::cell::RefCell;
use std::time::Duration;

use bestfirst::check::{self, Fault};
use bestfirst::search::{Algorithm, BoundedMemory, End, IdaStar, Search, UniformCost};
use bestfirst::{
    Event, Expansion, Limits, Observed, Solver, StateSpace, Statistics, SuccessorFunction,
};

type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The costs of these steps.
const COSTS: [u32; 4] = [1, 2, 3, 2];

/// No step was made.
const NO_STEP: usize = usize::MAX;

/// A maze. Each row is a string, with `#` for a wall.
struct Maze {
    rows: Vec<String>,
    goal: Cell,
    /// A successor function that is wrong after this step.
    wrong_after: Option<usize>,
    /// Whether a successor function offers some successors without functions of their own.
    is_mixed: bool,
}

impl Maze {
    fn new(rows: &[&str], goal: Cell) -> Self {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
        Self { rows, goal, wrong_after: None, is_mixed: false }
    }

    /// A way of this many cells that goes up and down, so that the path is long.
    fn winding(length: usize) -> Self {
        let row = |gap: usize| -> String {
            (0..length).map(|x| if x % 2 == 0 || x % 4 == gap { '.' } else { '#' }).collect()
        };
        let rows = vec![row(1), row(usize::MAX), row(3)];
        let goal = ((length - 1).try_into().unwrap(), 0);
        Self { rows, goal, wrong_after: None, is_mixed: false }
    }

    fn is_free(&self, (x, y): Cell) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let cell = row.zip(usize::try_from(x).ok()).and_then(|(row, x)| row.as_bytes().get(x));
        cell == Some(&b'.')
    }

    fn bound(&self, (x, y): Cell) -> u32 {
        let (dx, dy) = (self.goal.0 - x, self.goal.1 - y);
        dx.unsigned_abs() * if dx > 0 { 1 } else { 3 } + 2 * dy.unsigned_abs()
    }

    fn after(&self, (x, y): Cell, step: usize) -> Option<Cell> {
        Some((x + STEPS[step].0, y + STEPS[step].1)).filter(|&next| self.is_free(next))
    }
}

impl StateSpace for Maze {
    type State = Cell;

    fn estimate(&self, &cell: &Cell) -> u32 {
        self.bound(cell)
    }

    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    fn for_each_successor(
        &self,
        &cell: &Cell,
        previous: Option<&Cell>,
        mut visit: impl FnMut(Cell, u32),
    ) {
        for (step, cost) in COSTS.into_iter().enumerate() {
            if let Some(next) = self.after(cell, step).filter(|next| Some(next) != previous) {
                visit(next, cost);
            }
        }
    }
}

/// The same maze, with a successor function for each last step.
struct ByStep<'a>(&'a Maze);

struct After<'a, const LAST: usize> {
    maze: &'a Maze,
    cell: Cell,
}

impl<const LAST: usize> SuccessorFunction<Cell> for After<'_, LAST> {
    fn offer_successors(self, mut expansion: impl Expansion<Cell>) {
        let Self { maze, cell } = self;
        macro_rules! offer {
            ($($step:literal)+) => {
                $(if LAST != ($step + 2) % 4 {
                    if let Some(next) = maze.after(cell, $step) {
                        let function = After::<$step> { maze, cell: next };
                        let bound = maze.bound(next);
                        if maze.is_mixed && (next.0 + 2 * next.1) % 3 == 0 {
                            expansion.offer(COSTS[$step], bound, || next);
                        } else {
                            expansion.offer_with(COSTS[$step], bound, || next, function);
                        }
                    }
                })+
            };
        }
        offer!(0 1);
        if maze.wrong_after != Some(LAST) {
            offer!(2 3);
        }
    }
}

impl StateSpace for ByStep<'_> {
    type State = Cell;

    fn estimate(&self, cell: &Cell) -> u32 {
        self.0.estimate(cell)
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        self.0.is_goal(cell)
    }

    fn for_each_successor(
        &self,
        cell: &Cell,
        previous: Option<&Cell>,
        visit: impl FnMut(Cell, u32),
    ) {
        self.0.for_each_successor(cell, previous, visit);
    }

    fn offer_successors(
        &self,
        &cell: &Cell,
        previous: Option<&Cell>,
        mut expansion: impl Expansion<Cell>,
    ) {
        let maze = self.0;
        if maze.wrong_after.is_some() && previous.is_some() {
            // Only what is passed on is wrong.
            return maze.for_each_successor(&cell, previous, |next, cost| {
                expansion.offer(cost, maze.bound(next), || next);
            });
        }
        macro_rules! offer {
            ($($step:literal)+) => {
                match previous.map(|previous| (cell.0 - previous.0, cell.1 - previous.1)) {
                    None => After::<NO_STEP> { maze, cell }
                        .offer_successors(expansion),
                    $(Some(step) if step == STEPS[$step] => After::<$step> { maze, cell }
                        .offer_successors(expansion),)+
                    Some(step) => panic!("{step:?} is no step"),
                }
            };
        }
        offer!(0 1 2 3);
    }
}

fn mazes() -> [(Maze, Cell); 4] {
    let open = Maze::new(&["......", "......", "......", "......"], (5, 3));
    let walls = Maze::new(&["...#..", ".#.#.#", ".#....", ".##.#.", "......"], (5, 0));
    let closed = Maze::new(&[".#.", "..#", "##."], (2, 2));
    // The path does not fit on the part of the call stack that one recursion may use.
    [(open, (0, 0)), (walls, (0, 4)), (closed, (0, 0)), (Maze::winding(2_001), (0, 0))]
}

/// Everything that a search tells, but the time.
fn told<S: Search<State = Cell>>(search: &S) -> (Statistics, u32, Vec<Cell>, u32) {
    let mut statistics = search.statistics();
    statistics.elapsed = Duration::ZERO;
    (statistics, search.lower_bound(), search.path(), search.cost())
}

/// Runs both searches in turns, and compares them at each pause. Returns the end, unless there are
/// too many pauses.
fn compare<A, B>(mut plain: A, mut by_step: B, pause: u64) -> Option<(End, Vec<Cell>, u32)>
where
    A: Search<State = Cell>,
    B: Search<State = Cell>,
{
    for _ in 0..5_000 {
        let (end, other) = (plain.advance(pause), by_step.advance(pause));
        assert_eq!(end, other);
        assert_eq!(told(&plain), told(&by_step));
        if let Some(end) = end {
            return Some((end, by_step.path(), by_step.cost()));
        }
    }
    None
}

#[test]
fn the_search_is_the_same_as_without() {
    for (maze, start) in mazes() {
        let by_step = ByStep(&maze);
        let cheapest = Solver::builder_in(&maze, start).algorithm(UniformCost::new()).solve();
        for pause in [1, 2, 3, 7, 1_000, u64::MAX] {
            let search = IdaStar::new();
            let end = compare(search.start(&maze, start), search.start(&by_step, start), pause);
            if let Some((end, path, cost)) = end {
                assert_eq!(end == End::Solved, cheapest.cost().is_some());
                assert!(cheapest.cost().is_none_or(|cheapest| cheapest == cost));
                assert_eq!(cost_of(&maze, &path), cost);
            } else {
                assert!(pause < 1_000);
            }
            let search = search.bidirectional_pathmax();
            compare(search.start(&maze, start), search.start(&by_step, start), pause);
            let search = IdaStar::new().transposition_table(1 << 12);
            compare(search.start(&maze, start), search.start(&by_step, start), pause);
            let search = BoundedMemory::new();
            compare(search.start(&maze, start), search.start(&by_step, start), pause);
        }
    }
}

/// Below a successor without a function, the way back is not left out, so the counters differ, and
/// a long corridor would take too long.
#[test]
fn functions_may_offer_successors_without_functions() {
    for (mut maze, start) in mazes().into_iter().take(3) {
        maze.is_mixed = true;
        let cheapest = Solver::builder_in(&maze, start).algorithm(UniformCost::new()).solve();
        let Some(cheapest) = cheapest.cost() else { continue };
        for pause in [1, 7, u64::MAX] {
            let by_step = ByStep(&maze);
            let mut search = IdaStar::new().start(&by_step, start);
            let mut best = maze.bound(start);
            for _ in 0..5_000 {
                let end = search.advance(pause);
                // The path to the most promising state is one, from the start, and gets better.
                let path = search.path();
                assert_eq!(path[0], start);
                assert_eq!(cost_of(&maze, &path), search.cost());
                let estimate = maze.bound(path[path.len() - 1]);
                assert!(estimate <= best);
                best = estimate;
                if end.is_some() {
                    assert_eq!((end, search.cost()), (Some(End::Solved), cheapest));
                    break;
                }
            }
        }
    }
}

/// The cost of a path, whose states must be one step apart.
fn cost_of(maze: &Maze, path: &[Cell]) -> u32 {
    let cost = |pair: &[Cell]| {
        let step = (0..4).find(|&step| maze.after(pair[0], step) == Some(pair[1]));
        COSTS[step.expect("no such step")]
    };
    path.windows(2).map(cost).sum()
}

#[test]
fn the_search_is_the_same_within_little_memory() {
    for (maze, start) in mazes() {
        let by_step = ByStep(&maze);
        for bytes in [200, 1_000, 5_000, 100_000] {
            let limits = Limits::none().bytes(bytes);
            let mut plain = IdaStar::new().start(&maze, start);
            let mut other = IdaStar::new().start(&by_step, start);
            plain.set_limits(&limits);
            other.set_limits(&limits);
            compare(plain, other, 1_000);
        }
    }
}

/// The events of a search with pauses, as text.
fn events<P: StateSpace<State = Cell>>(space: P, start: Cell) -> Vec<String> {
    let events = RefCell::new(Vec::new());
    let observed = Observed::new(space, |event: &Event<'_, Cell>| {
        events.borrow_mut().push(format!("{event:?}"));
    });
    let mut search = IdaStar::new().start(&observed, start);
    while search.advance(5).is_none() {}
    events.into_inner()
}

#[test]
fn the_events_are_the_same_as_without() {
    let (maze, start) = &mazes()[1];
    let plain = events(maze, *start);
    assert!(plain.len() > 30, "{}", plain.len());
    assert_eq!(events(ByStep(maze), *start), plain);
}

#[test]
fn a_function_that_offers_something_else_is_found() {
    let [_, (mut maze, start), ..] = mazes();
    check::space(ByStep(&maze), &start).assert_sound();
    // After a step to the right, steps to the left and up are missing.
    maze.wrong_after = Some(0);
    let report = check::space(ByStep(&maze), &start).run();
    let [Fault::Offered { state, previous: Some(previous), expected, offered }] = report.faults()
    else {
        panic!("{report}");
    };
    assert_eq!(maze.after(*previous, 0), Some(*state));
    let is_offered = |offer: &&(Cell, u32, u32)| {
        STEPS[..2].contains(&(offer.0.0 - state.0, offer.0.1 - state.1))
    };
    let kept: Vec<_> = expected.iter().filter(is_offered).copied().collect();
    assert!(*offered == kept && offered.len() < expected.len());
}
