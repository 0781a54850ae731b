//! Stored jump distances: jump point search without scanning.

use std::fmt;

use super::bit_rows::BitRows;
use super::direction::Directions;
use super::jumps::{EAST, NORTH, SOUTH, WEST, arrival, onward};
use super::layout::Layout;
use super::steps::apart;
use super::{Cell, GridMap, Steps};
use crate::{Cost, StateSpace};

/// For each direction, the number of steps to where a search has to stop.
///
/// Positive: to the next jump point; in a diagonal direction, to the next cell from which a jump
/// point lies straight ahead, on either side. Zero or negative: there is none, and after as many
/// steps comes a wall.
type Distances = [i16; 8];

/// The distances from each cell of a map to the next jump points, for many queries on one map.
///
/// With them, [`StoredJumpPoints`] finds the same jump points as [`JumpPoints`](super::JumpPoints),
/// in the same order, without scanning.
///
/// The distances are those of the map as it was. Build them again after cells have changed.
///
/// # Complexity
///
/// Building takes linear time, some ten nanoseconds a cell, on up to four threads with the feature
/// `parallel`. It stores 16 bytes for each cell, and needs twice as much while building.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, JumpDistances, Steps};
/// use bestfirst::search::GraphAStar;
///
/// let map: GridMap = "
/// ........
/// ....#...
/// ....#...
/// ....#...
/// ".parse()?;
/// let distances = JumpDistances::new(&map).unwrap();
/// let start = map.cell(0, 3).unwrap();
/// let mut memory = None;
/// for (x, y, cost) in [(7, 3, 9_242), (3, 0, 4_242), (0, 0, 3_000)] {
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
    /// Computes the distances of all cells. `None` if not all weights are 1.
    #[must_use]
    pub fn new(map: &GridMap) -> Option<Self> {
        if !map.is_uniform() {
            return None;
        }
        let straight = for_each([NORTH, EAST, SOUTH, WEST], |direction| {
            along(map, direction, |cell| {
                let ahead = onward(map.neighbors[cell], direction);
                ahead.0.count_ones() > 1
            })
        });
        let diagonal = for_each([1, 3, 5, 7], |direction| {
            let [one, other] = [direction / 2, direction / 2 + 1].map(|side| &straight[side % 4]);
            along(map, direction, |cell| one[cell] > 0 || other[cell] > 0)
        });
        let [north, east, south, west] = straight;
        let [north_east, south_east, south_west, north_west] = diagonal;
        let planes = [north, north_east, east, south_east, south, south_west, west, north_west];
        let cells = (0..map.layout.len()).map(|cell| planes.each_ref().map(|plane| plane[cell]));
        Some(Self { layout: map.layout, open: map.rows.clone(), cells: cells.collect() })
    }

    /// The problem of reaching `goal`. `None` if the steps are not [`Steps::eight`], at any costs.
    #[must_use]
    pub fn to(&self, goal: Cell, steps: Steps) -> Option<StoredJumpPoints<'_>> {
        steps.allow_jumps().then(|| StoredJumpPoints {
            distances: self,
            steps,
            goal,
            goal_place: self.layout.column_and_row(goal),
            offsets: self.layout.offsets(),
        })
    }

    /// The heap memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + self.open.bytes()
    }
}

/// Prints the size of the map and the memory, not the distances.
impl fmt::Debug for JumpDistances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JumpDistances")
            .field("width", &self.layout.width)
            .field("height", &self.layout.height)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

/// The distances of all cells in one direction: each follows from that of the next cell.
fn along(map: &GridMap, direction: usize, is_stop: impl Fn(usize) -> bool) -> Box<[i16]> {
    let offset = map.layout.offsets()[direction];
    let mut distances = vec![0_i16; map.layout.len()];
    let mut visit = |cell: usize| {
        if map.neighbors[cell].without_cut_corners().has(direction) {
            let Cell(next) = Cell(super::layout::narrow(cell as u64).wrapping_add(offset));
            let next = next as usize;
            distances[cell] = if is_stop(next) {
                1
            } else if distances[next] > 0 {
                distances[next] + 1
            } else {
                distances[next] - 1
            };
        }
    };
    // The next cell has to come before this one.
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

/// The problem of reaching one cell by jump points, whose distances are stored. Made by
/// [`JumpDistances::to`].
///
/// It has the guarantees of [`JumpPoints`](super::JumpPoints), and is for the same searches.
#[derive(Clone, Copy, Debug)]
pub struct StoredJumpPoints<'d> {
    distances: &'d JumpDistances,
    steps: Steps,
    goal: Cell,
    goal_place: (u32, u32),
    offsets: [u32; 8],
}

impl StoredJumpPoints<'_> {
    /// Visits the jump point or the goal straight ahead, given the cost of the path to `cell`.
    #[inline]
    fn visit_straight(
        &self,
        cell: Cell,
        (column, row): (u32, u32),
        direction: usize,
        cost: Cost,
        visit: &mut impl FnMut(Cell, Cost),
    ) {
        let distance = self.distances.cells[cell.index()][direction];
        let (goal_column, goal_row) = self.goal_place;
        let (beside, ahead) = match direction {
            NORTH => (column == goal_column, row.wrapping_sub(goal_row)),
            EAST => (row == goal_row, goal_column.wrapping_sub(column)),
            SOUTH => (column == goal_column, goal_row.wrapping_sub(row)),
            _ => (row == goal_row, column.wrapping_sub(goal_column)),
        };
        // A goal that lies behind wraps around to more than any distance.
        let reach = u32::from(distance.unsigned_abs());
        if beside && ahead <= reach && ahead > 0 {
            visit(self.goal, cost + ahead * self.steps.straight());
        } else if distance > 0 {
            let next = self.ahead(cell, direction, reach);
            visit(next, cost + reach * self.steps.straight());
        }
    }

    #[inline]
    fn ahead(&self, cell: Cell, direction: usize, steps: u32) -> Cell {
        Cell(cell.0.wrapping_add(self.offsets[direction].wrapping_mul(steps)))
    }
}

impl StateSpace for StoredJumpPoints<'_> {
    type State = Cell;

    #[inline]
    fn estimate(&self, &cell: &Cell) -> Cost {
        let (column, row) = self.distances.layout.column_and_row(cell);
        let (longer, shorter) = self.steps.rates();
        let (goal_column, goal_row) = self.goal_place;
        apart(column.abs_diff(goal_column), row.abs_diff(goal_row), longer, shorter)
    }

    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    /// Whether both the cell and the goal are open.
    fn is_solvable(&self, &cell: &Cell) -> bool {
        let is_open = |cell: Cell| self.distances.open.get(cell.0);
        is_open(cell) && is_open(self.goal)
    }

    #[inline]
    fn for_each_successor(
        &self,
        &cell: &Cell,
        previous: Option<&Cell>,
        mut visit: impl FnMut(Cell, Cost),
    ) {
        let layout = self.distances.layout;
        let distances = &self.distances.cells;
        let onward = match previous {
            None => Directions::ALL,
            Some(&previous) => {
                // A step in a straight direction is possible if the distance is not 0. The cell
                // behind is open, so a diagonal one is, too, unless the cell between is a wall.
                let mut open = 0;
                for (direction, &distance) in distances[cell.index()].iter().enumerate() {
                    open |= u8::from(distance != 0) << direction;
                }
                onward(Directions(open), arrival(layout, previous, cell))
            }
        };
        let (column, row) = layout.column_and_row(cell);
        for direction in onward.numbers() {
            if direction % 2 == 0 {
                self.visit_straight(cell, (column, row), direction, 0, &mut visit);
                continue;
            }
            let (is_east, is_south) = (direction < SOUTH, (EAST..WEST).contains(&direction));
            let horizontal = if is_east { EAST } else { WEST };
            let vertical = if is_south { SOUTH } else { NORTH };
            let towards = |from: u32, to: u32, is_up: bool| {
                if is_up { to.wrapping_sub(from) } else { from.wrapping_sub(to) }
            };
            let columns = towards(column, self.goal_place.0, is_east);
            let rows = towards(row, self.goal_place.1, is_south);
            let place = |steps: u32| {
                (
                    if is_east { column.wrapping_add(steps) } else { column.wrapping_sub(steps) },
                    if is_south { row.wrapping_add(steps) } else { row.wrapping_sub(steps) },
                )
            };
            // After that many diagonal steps the goal is straight ahead.
            let turn = columns.min(rows);
            let is_ahead = columns.max(rows) < layout.stride.max(1 << 15);
            let (mut at, mut steps) = (cell, 0);
            loop {
                let distance = distances[at.index()][direction];
                let end = steps + u32::from(distance.unsigned_abs());
                if is_ahead && turn > steps && (turn < end || distance <= 0 && turn == end) {
                    let cost = turn * self.steps.diagonal();
                    if columns == rows {
                        visit(self.goal, cost);
                        break;
                    }
                    let (straight, left) = if columns > rows {
                        (horizontal, columns - rows)
                    } else {
                        (vertical, rows - columns)
                    };
                    let turning = self.ahead(cell, direction, turn);
                    let reach = distances[turning.index()][straight].unsigned_abs();
                    if left <= u32::from(reach) {
                        visit(self.goal, cost + left * self.steps.straight());
                    }
                }
                if distance <= 0 {
                    break;
                }
                steps = end;
                at = self.ahead(cell, direction, steps);
                let cost = steps * self.steps.diagonal();
                if at == self.goal {
                    visit(self.goal, cost);
                    break;
                }
                self.visit_straight(at, place(steps), horizontal, cost, &mut visit);
                self.visit_straight(at, place(steps), vertical, cost, &mut visit);
            }
        }
    }
}
