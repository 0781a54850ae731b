//! The state space of a map and the cells to reach.

use super::direction::{Direction, Directions};
use super::goals::Goals;
use super::layout::narrow;
use super::{Cell, GridMap, Steps};
use crate::space::forward::forward;
use crate::{ActionSpace, BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// The problem of reaching a cell of a [`GridMap`], or the nearest of several: a [`StateSpace`]
/// whose states are [`Cell`]s.
///
/// It borrows the map and is made in a few nanoseconds, so make one for each query. It runs on
/// every search; for many queries, [`DenseAStar`](crate::search::DenseAStar) is the fastest.
/// [`JumpPoints`](super::JumpPoints) are faster yet on maps where all weights are 1.
///
/// - The cost of a step is that of [`Steps`] times the [weight](GridMap::weight) of the cell that
///   it leads to.
/// - The estimate is the distance without walls: [`Steps::distance`]. It is admissible and
///   consistent. If all weights are 1, steps can be undone at the same cost.
/// - There is no step from or to a wall. If the start is a wall, `is_solvable` is false.
/// - If the goal is a wall, or walled in, the search proves that it cannot be reached, and
///   [`Solver::best_path`](crate::Solver::best_path) leads to the nearest cell.
///   [`GridMap::is_open`] tests at once whether the goal is a wall, and [`GridMap::is_connected`]
///   whether it is walled in. [`GridMap::nearest_reachable`] finds the nearest cell sooner than a
///   search.
///
/// The cells must be cells of this map, or of one of the same size.
///
/// # Panics
///
/// Methods may panic for a cell of a larger map.
///
/// # Example
///
/// The actions of a solution are [`Direction`]s:
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
/// use bestfirst::search::GraphAStar;
///
/// let map: GridMap = "
/// ....
/// .##.
/// ....
/// ".parse()?;
/// let (start, goal) = (map.cell(0, 1).unwrap(), map.cell(3, 0).unwrap());
/// let space = GridSpace::new(&map, Steps::eight(), goal);
/// let solver = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
/// assert_eq!(solver.cost(), Some(4000));
/// let directions = solver.actions_in(&space).unwrap();
/// let letters: Vec<String> = directions.iter().map(|direction| direction.to_string()).collect();
/// assert_eq!(letters, ["N", "E", "E", "E"]);
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GridSpace<'m> {
    map: &'m GridMap,
    steps: Steps,
    goals: Goals<'m>,
    offsets: [u32; 8],
    costs: [Cost; 2],
}

impl<'m> GridSpace<'m> {
    /// The problem of reaching `goal`.
    #[must_use]
    pub fn new(map: &'m GridMap, steps: Steps, goal: Cell) -> Self {
        let (goals, offsets) = (Goals::new(map.layout, steps, goal), map.layout.offsets());
        Self { map, steps, goals, offsets, costs: [steps.straight(), steps.diagonal()] }
    }

    /// Makes these cells goals, too: a search reaches the nearest of all. The estimate is the least
    /// of the distances to them, so its time grows with their number. They are borrowed, as the map
    /// is. A second call replaces the cells of the first.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
    ///
    /// let map = GridMap::new(9, 9)?;
    /// let [start, far, near] = [(0, 0), (8, 8), (3, 0)].map(|(x, y)| map.cell(x, y).unwrap());
    /// let more = [near];
    /// let space = GridSpace::new(&map, Steps::four(), far).and_goals(&more);
    /// assert_eq!(Solver::builder_in(space, start).solve().cost(), Some(3));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[must_use]
    pub fn and_goals(self, more: &'m [Cell]) -> Self {
        Self { goals: self.goals.with_more(more), ..self }
    }

    /// The directions of steps from or to a cell.
    #[inline]
    fn directions(&self, cell: Cell) -> Directions {
        self.steps.among(self.map.neighbors[cell.index()])
    }

    /// The neighbour in a direction, and the cost of a step where the weight is 1.
    #[inline]
    fn neighbor(&self, cell: Cell, direction: usize) -> (Cell, Cost) {
        (Cell(cell.0.wrapping_add(self.offsets[direction])), self.costs[direction % 2])
    }
}

impl StateSpace for GridSpace<'_> {
    type State = Cell;

    forward! { |outer| outer.goals;
        fn estimate(cell: &Cell) -> Cost;
        fn is_goal(cell: &Cell) -> bool;
    }

    #[inline]
    fn estimate_is_consistent_both_ways(&self) -> bool {
        true
    }

    /// The index of the cell, so that searches need no hash table.
    #[inline]
    fn number(&self, &cell: &Cell) -> Option<usize> {
        Some(cell.index())
    }

    /// Whether the cell is open. The goal may be a wall: then the way to the nearest cell is
    /// searched.
    fn is_solvable(&self, &cell: &Cell) -> bool {
        self.map.is_open(cell)
    }

    #[inline]
    fn for_each_successor(
        &self,
        &cell: &Cell,
        previous: Option<&Cell>,
        mut visit: impl FnMut(Cell, Cost),
    ) {
        let weights = self.map.weights.as_deref();
        // Without a previous cell nothing is left out: no step leads to the cell itself.
        let back = previous.map_or(cell, |&previous| previous);
        for direction in self.directions(cell).numbers() {
            let (next, cost) = self.neighbor(cell, direction);
            if next != back {
                let weight = weights.map_or(1, |weights| weights[next.index()]);
                visit(next, cost * Cost::from(weight));
            }
        }
    }

    fn least_step_cost(&self) -> Cost {
        self.steps.straight()
    }
}

/// A number is the index of a cell, wall or not, on the map or around it.
impl NumberedSpace for GridSpace<'_> {
    fn numbers(&self) -> usize {
        self.map.index_bound()
    }

    #[inline]
    fn state(&self, number: usize) -> Option<Cell> {
        (number < self.numbers()).then(|| Cell(narrow(number as u64)))
    }
}

impl BidirectionalSpace for GridSpace<'_> {
    fn goals(&self, _: &Cell) -> impl IntoIterator<Item = Cell> {
        self.goals.cells()
    }

    #[inline]
    fn estimate_from_initial(&self, &initial: &Cell, &cell: &Cell) -> Cost {
        self.goals.distance(cell, self.map.layout.column_and_row(initial))
    }

    fn has_consistent_estimates(&self) -> bool {
        true
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        &cell: &Cell,
        next: Option<&Cell>,
        mut visit: impl FnMut(Cell, Cost),
    ) {
        let weight = Cost::from(self.map.weight(cell));
        for direction in self.directions(cell).numbers() {
            let (previous, cost) = self.neighbor(cell, direction);
            if next != Some(&previous) {
                visit(previous, cost * weight);
            }
        }
    }
}

/// The actions are the directions of the steps.
impl ActionSpace for GridSpace<'_> {
    type Action = Direction;

    fn for_each_action(&self, &cell: &Cell, mut visit: impl FnMut(Direction, Cell, Cost)) {
        for direction in self.directions(cell).numbers() {
            let (next, cost) = self.neighbor(cell, direction);
            visit(Direction::ALL[direction], next, cost * Cost::from(self.map.weight(next)));
        }
    }
}
