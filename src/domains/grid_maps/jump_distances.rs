//! Stored jump distances: jump point search without scanning.

use super::bit_rows::BitRows;
use super::direction::Directions;
use super::goals::Goals;
use super::jumps::{
    EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST, arrival, beside,
    onward,
};
use super::layout::{Layout, narrow};
use super::{Cell, GridMap, NoJumpPoints, Steps};
use crate::space::debug::debug;
use crate::space::forward::forward;
use crate::{Cost, StateSpace};

/// For each direction, the number of steps to where a search has to stop.
///
/// Positive: to the next jump point; in a diagonal direction, to the next cell from which a jump
/// point lies straight ahead, on either side. Zero or negative: there is none, and after that many
/// steps comes a wall.
type Distances = [i16; 8];

/// The distances from each cell of a map to the next jump points, for many queries on one map.
///
/// With them, [`StoredJumpPoints`] finds the same jump points as [`JumpPoints`](super::JumpPoints),
/// without scanning.
///
/// On maps of rooms and streets, a query takes a third to three quarters of the time that it takes
/// with scans. In mazes and on random obstacles it takes 1.4 to 1.7 times as long: scans are short
/// there, and the distances take ten times the memory of the map.
///
/// The distances are those of the map when they were built. Build them again after cells have
/// changed.
///
/// # Complexity
///
/// Building takes linear time, some 40 nanoseconds a cell, on up to four threads with the feature
/// `parallel`. The distances take 16 bytes for each cell, and twice as much while they are built.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, JumpDistances, Steps};
/// use bestfirst::search::{GraphAStar, Memory};
///
/// let map: GridMap = "
/// ........
/// ....#...
/// ....#...
/// ....#...
/// ".parse()?;
/// let distances = JumpDistances::new(&map).unwrap();
/// let start = map.cell(0, 3).unwrap();
/// let mut memory = Memory::new();
/// for (x, y, cost) in [(7, 3, 10_070), (3, 0, 4_242), (0, 0, 3_000)] {
///     let points = distances.to(map.cell(x, y).unwrap(), Steps::eight()).unwrap();
///     let query = Solver::builder_in(points, start).algorithm(GraphAStar::new());
///     assert_eq!(query.solve_in(&mut memory).cost(), Some(cost));
/// }
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
///
/// # Reference
///
/// D. Harabor and A. Grastien, "Improving jump point search", ICAPS 2014, where this is JPS+.
/// S. Rabin, "JPS+: over 100x faster than A\*", *Game AI Pro 2*, 2015.
#[derive(Clone)]
pub struct JumpDistances {
    layout: Layout,
    open: BitRows,
    cells: Box<[Distances]>,
}

impl JumpDistances {
    /// Computes the distances of all cells.
    ///
    /// # Errors
    ///
    /// [`NoJumpPoints::Weights`] if not all weights are 1.
    pub fn new(map: &GridMap) -> Result<Self, NoJumpPoints> {
        NoJumpPoints::unless_allowed(map, Steps::eight())?;
        let straight = for_each([NORTH, EAST, SOUTH, WEST], |direction| {
            along(map, direction, |cell| onward(map.neighbors[cell], direction).0.count_ones() > 1)
        });
        let diagonal = for_each([NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST], |direction| {
            let sides = beside(direction).map(|side| &straight[side / 2]);
            along(map, direction, |cell| sides.iter().any(|distances| distances[cell] > 0))
        });
        let [north, east, south, west] = straight;
        let [north_east, south_east, south_west, north_west] = diagonal;
        let planes = [north, north_east, east, south_east, south, south_west, west, north_west];
        let cells = (0..map.layout.len()).map(|cell| planes.each_ref().map(|plane| plane[cell]));
        Ok(Self { layout: map.layout, open: map.rows.clone(), cells: cells.collect() })
    }

    /// The problem of reaching `goal`.
    ///
    /// # Errors
    ///
    /// [`NoJumpPoints::Steps`] if the steps are not those of [`Steps::eight`], whatever they cost.
    pub fn to(&self, goal: Cell, steps: Steps) -> Result<StoredJumpPoints<'_>, NoJumpPoints> {
        let offsets = self.layout.offsets();
        let goals = Goals::new(self.layout, steps, goal);
        let points = StoredJumpPoints { distances: self, steps, goals, offsets };
        if steps.allow_jumps() { Ok(points) } else { Err(NoJumpPoints::Steps) }
    }

    /// The heap memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + self.open.bytes()
    }
}

debug!(JumpDistances, |all| width: all.layout.width, height: all.layout.height, bytes: all.bytes());

/// The distances of all cells in one direction: each follows from that of the next cell.
fn along(map: &GridMap, direction: usize, is_stop: impl Fn(usize) -> bool) -> Box<[i16]> {
    let offset = map.layout.offsets()[direction];
    let mut distances = vec![0_i16; map.layout.len()];
    let mut visit = |cell: usize| {
        if map.neighbors[cell].without_cut_corners().has(direction) {
            let next = narrow(cell as u64).wrapping_add(offset) as usize;
            distances[cell] = if is_stop(next) {
                1
            } else if distances[next] > 0 {
                distances[next] + 1
            } else {
                distances[next] - 1
            };
        }
    };
    // The next cell in the direction has to be visited before this one.
    if (EAST..WEST).contains(&direction) {
        (0..map.layout.len()).rev().for_each(&mut visit);
    } else {
        (0..map.layout.len()).for_each(&mut visit);
    }
    distances.into()
}

#[cfg(feature = "parallel")]
fn for_each<T: Send>(directions: [usize; 4], compute: impl Fn(usize) -> T + Sync) -> [T; 4] {
    let both = |first, second| rayon::join(|| compute(first), || compute(second));
    let [first, second, third, fourth] = directions;
    let (one, other) = rayon::join(|| both(first, second), || both(third, fourth));
    [one.0, one.1, other.0, other.1]
}

#[cfg(not(feature = "parallel"))]
fn for_each<T>(directions: [usize; 4], compute: impl Fn(usize) -> T) -> [T; 4] {
    directions.map(compute)
}

/// The problem of reaching a cell, or the nearest of several, by jump points whose distances are
/// stored. Made by [`JumpDistances::to`].
///
/// It has the guarantees of [`JumpPoints`](super::JumpPoints), and is for the same searches.
#[derive(Clone, Copy, Debug)]
pub struct StoredJumpPoints<'d> {
    distances: &'d JumpDistances,
    steps: Steps,
    goals: Goals<'d>,
    offsets: [u32; 8],
}

impl<'d> StoredJumpPoints<'d> {
    /// Makes these cells goals, too: a search reaches the nearest of all. A second call replaces
    /// the cells of the first. The time of each estimate and of each expansion grows with their
    /// number.
    #[must_use]
    pub fn and_goals(self, more: &'d [Cell]) -> Self {
        Self { goals: self.goals.with_more(more), ..self }
    }

    /// Visits the jump point or the goal straight ahead, given the cost of the path to `cell`.
    #[inline]
    fn visit_straight(
        &self,
        cell: Cell,
        row: u32,
        direction: usize,
        cost: Cost,
        visit: &mut impl FnMut(Cell, Cost),
    ) {
        let distance = self.distances.cells[cell.index()][direction];
        let reach = u32::from(distance.unsigned_abs());
        let to_goal = self.goals.ahead(cell, row, direction, reach);
        if let Some(steps) = to_goal.or((distance > 0).then_some(reach)) {
            let next = self.ahead(cell, direction, steps);
            visit(next, cost + steps * self.steps.straight());
        }
    }

    /// Visits what lies along a diagonal: the jump points and goals straight ahead from its cells.
    #[inline]
    fn visit_diagonal(
        &self,
        cell: Cell,
        (column, row): (u32, u32),
        direction: usize,
        visit: &mut impl FnMut(Cell, Cost),
    ) {
        let distances = &self.distances.cells;
        let [horizontal, vertical] = beside(direction);
        // The difference is small if the goal lies ahead, and wraps around if it lies behind.
        let towards = |from: u32, to: u32, is_up: bool| {
            if is_up { to.wrapping_sub(from) } else { from.wrapping_sub(to) }
        };
        // Cells are numbered row by row.
        let is_south = vertical == SOUTH;
        let goals = self.goals.cells().filter(|goal| (goal.0 > cell.0) == is_south);
        let places = goals.map(|goal| {
            let (goal_column, goal_row) = self.distances.layout.column_and_row(goal);
            let columns = towards(column, goal_column, horizontal == EAST);
            (goal, columns, towards(row, goal_row, is_south))
        });
        // After as many diagonal steps as the shorter of the two sides, a goal is straight ahead.
        let ahead = places.filter(|&(_, columns, rows)| {
            columns.max(rows) <= u32::from(i16::MAX.unsigned_abs()) && columns.min(rows) > 0
        });
        let first_turn = ahead.clone().map(|(_, columns, rows)| columns.min(rows)).min();
        let (mut at, mut steps) = (cell, 0);
        loop {
            let mut is_goal_passed = false;
            let distance = distances[at.index()][direction];
            let end = steps + u32::from(distance.unsigned_abs());
            let goals = first_turn.filter(|&turn| turn <= end).map(|_| ahead.clone());
            for (goal, columns, rows) in goals.into_iter().flatten() {
                let turn = columns.min(rows);
                // At the end of a positive distance, what is straight ahead is visited below.
                if turn > steps && (turn < end || turn == end && distance <= 0) {
                    let turning = self.ahead(cell, direction, turn);
                    let (side, left) = if columns > rows {
                        (horizontal, columns - rows)
                    } else {
                        (vertical, rows - columns)
                    };
                    if left <= u32::from(distances[turning.index()][side].unsigned_abs()) {
                        let cost = turn * self.steps.diagonal() + left * self.steps.straight();
                        visit(goal, cost);
                    }
                    is_goal_passed |= left == 0;
                }
            }
            if is_goal_passed || distance <= 0 {
                break;
            }
            steps = end;
            at = self.ahead(cell, direction, steps);
            let cost = steps * self.steps.diagonal();
            if self.is_goal(&at) {
                visit(at, cost);
                break;
            }
            let row = if is_south { row + steps } else { row - steps };
            for side in [horizontal, vertical] {
                self.visit_straight(at, row, side, cost, visit);
            }
        }
    }

    #[inline]
    fn ahead(&self, cell: Cell, direction: usize, steps: u32) -> Cell {
        Cell(cell.0.wrapping_add(self.offsets[direction].wrapping_mul(steps)))
    }
}

impl StateSpace for StoredJumpPoints<'_> {
    type State = Cell;

    forward! { |outer| outer.goals;
        fn estimate(cell: &Cell) -> Cost;
        fn is_goal(cell: &Cell) -> bool;
    }

    /// Whether the cell is open.
    fn is_solvable(&self, &cell: &Cell) -> bool {
        self.distances.open.get(cell.0)
    }

    #[inline]
    fn for_each_successor(
        &self,
        &cell: &Cell,
        previous: Option<&Cell>,
        mut visit: impl FnMut(Cell, Cost),
    ) {
        let layout = self.distances.layout;
        let onward = match previous {
            None => Directions::ALL,
            Some(&previous) => {
                // A straight neighbour is open if the distance is not 0. The same holds for a
                // diagonal one between two open ones, and `onward` tests no others.
                let distances = &self.distances.cells[cell.index()];
                let open = Directions::of(|direction| distances[direction] != 0);
                onward(open, arrival(layout, previous, cell))
            }
        };
        let place = layout.column_and_row(cell);
        for direction in onward.numbers() {
            if direction % 2 == 0 {
                self.visit_straight(cell, place.1, direction, 0, &mut visit);
            } else {
                self.visit_diagonal(cell, place, direction, &mut visit);
            }
        }
    }
}
