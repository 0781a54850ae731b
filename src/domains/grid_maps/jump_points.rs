//! Jump point search: a state space of the cells where a shortest path may turn.

use super::direction::Directions;
use super::goals::Goals;
use super::jumps::{EAST, SOUTH, WEST, arrival, beside, onward};
use super::{Cell, GridMap, NoJumpPoints, Steps};
use crate::space::forward::forward;
use crate::{Cost, StateSpace};

/// The problem of reaching a cell of a [`GridMap`], or the nearest of several, by jump points: of
/// all cells, only those where a shortest path may have to turn.
///
/// Many shortest paths lead across an open area. They differ only in the order of their steps. Of
/// these, jump point search follows the one that takes its diagonal steps first. A successor is the
/// next cell in a straight line where such a path can turn: next to the end of a wall, or the goal.
/// The cells between are not stored. The walls of 64 cells are tested together.
///
/// There is no preprocessing, so cells can change between two queries.
/// [`JumpDistances`](super::JumpDistances) are for many queries on one map.
///
/// # Guarantees
///
/// The solution has the cost of a cheapest path of [`GridSpace`](super::GridSpace). It lists jump
/// points; [`GridMap::fill_in`] returns all of its cells. The rules are eight neighbours without
/// cutting corners, and all weights 1.
///
/// If the goal cannot be reached, [`Solver::best_path`](crate::Solver::best_path) leads to the
/// nearest *jump point*. A cell that is only passed may be nearer. [`GridMap::nearest_reachable`]
/// returns the nearest cell of all, which can then be the goal for jump points, too.
///
/// # Which searches
///
/// This space prunes by the `previous` state, as the [contract](StateSpace#pruning-by-previous)
/// allows. So it is for [`GraphAStar`](crate::search::GraphAStar),
/// [`UniformCost`](crate::search::UniformCost), [`TreeAStar`](crate::search::TreeAStar) and
/// [`IdaStar`](crate::search::IdaStar). It is *not* for all solutions
/// ([`AllShortest`](crate::search::AllShortest)) or for the distances to all cells
/// ([`Distances`](crate::search::Distances)), because it leaves out cells that do not lead to this
/// goal at the least cost, and it has no predecessors for bidirectional search.
///
/// # Complexity
///
/// An expansion scans rows and columns of the map up to the next walls. In the worst case, on an
/// open map, that is as many words of 64 cells as the map has. But there are few expansions: on
/// maps of rooms and streets, a query takes a hundredth of the time that it takes on
/// [`GridSpace`](super::GridSpace). On random obstacles, where little can be jumped over, it takes
/// half of that time.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
/// use bestfirst::search::GraphAStar;
///
/// let map: GridMap = "
/// ........
/// ....#...
/// ....#...
/// ....#...
/// ".parse()?;
/// let (start, goal) = (map.cell(0, 3).unwrap(), map.cell(7, 3).unwrap());
/// let points = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
/// let solver = Solver::builder_in(&points, start).algorithm(GraphAStar::new()).solve();
/// assert_eq!(solver.cost(), Some(3 * 1000 + 5 * 1414));
///
/// let jumps: Vec<_> = solver.solution().iter().map(|&cell| map.position(cell)).collect();
/// assert_eq!(jumps, [(0, 3), (5, 0), (7, 3)]);
/// assert_eq!(map.fill_in(solver.solution()).len(), 9);
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
///
/// # Reference
///
/// D. Harabor and A. Grastien, "Online graph pruning for pathfinding on grid maps", AAAI 2011;
/// "Improving jump point search", ICAPS 2014: scans of blocks, and no nodes for cells that are only
/// passed on a diagonal.
#[derive(Clone, Copy, Debug)]
pub struct JumpPoints<'m> {
    map: &'m GridMap,
    steps: Steps,
    goals: Goals<'m>,
    /// For each direction, what a step adds to the number of a cell, and to its number where rows
    /// and columns are exchanged.
    offsets: [(u32, u32); 8],
}

impl<'m> JumpPoints<'m> {
    /// The problem of reaching `goal`.
    ///
    /// # Errors
    ///
    /// [`NoJumpPoints`] says which of two reasons it is. If a weight was set, all weights are
    /// tested.
    pub fn new(map: &'m GridMap, steps: Steps, goal: Cell) -> Result<Self, NoJumpPoints> {
        NoJumpPoints::unless_allowed(map, steps)?;
        let offsets = map.layout.offsets();
        // Exchanged, the directions are mirrored: east is south, north-west stays.
        let transposed = map.transposed.offsets();
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|direction| (offsets[direction], transposed[(14 - direction) % 8]));
        let goals = Goals::new(map.layout, steps, goal);
        Ok(Self { map, steps, goals, offsets })
    }

    /// Makes these cells goals, too: a search reaches the nearest of all. They are borrowed, as the
    /// map is. A second call replaces the cells of the first. The time of each estimate grows with
    /// their number, and so does the time of each scan along their rows and columns.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
    ///
    /// let map: GridMap = "
    /// ........
    /// .######.
    /// ........
    /// ".parse()?;
    /// let [start, far, near] = [(0, 2), (5, 0), (7, 2)].map(|(x, y)| map.cell(x, y).unwrap());
    /// let more = [near];
    /// let points = JumpPoints::new(&map, Steps::eight(), far).unwrap().and_goals(&more);
    /// let solver = Solver::builder_in(points, start).solve();
    /// assert_eq!((solver.cost(), solver.solution().last()), (Some(7000), Some(&near)));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[must_use]
    pub fn and_goals(self, more: &'m [Cell]) -> Self {
        Self { goals: self.goals.with_more(more), ..self }
    }

    /// Visits the first jump point or the goal straight ahead, given the cost of the path to
    /// `place`.
    #[inline]
    fn visit_straight(
        &self,
        place: Place,
        direction: usize,
        cost: Cost,
        visit: &mut impl FnMut(Cell, Cost),
    ) {
        let GridMap { rows, columns, .. } = self.map;
        let (steps, is_open) = match direction {
            EAST => rows.stop::<true>(place.index),
            WEST => rows.stop::<false>(place.index),
            SOUTH => columns.stop::<true>(place.transposed),
            _ => columns.stop::<false>(place.transposed),
        };
        // If there is a wall at the stop, the goal has to be nearer. In the transposed layout a
        // column takes whole words, so `transposed` has the last bits of the row.
        let most = steps - u32::from(!is_open);
        let cell = Cell(place.index);
        let to_goal = self.goals.ahead(cell, place.transposed, direction, most);
        if let Some(steps) = to_goal.or(is_open.then_some(steps)) {
            let (offset, _) = self.offsets[direction];
            let cell = Cell(place.index.wrapping_add(offset.wrapping_mul(steps)));
            visit(cell, cost + steps * self.steps.straight());
        }
    }

    /// Visits what lies along a diagonal: for each of its cells, what is straight ahead from there
    /// on both sides. The cells of the diagonal are not successors themselves.
    #[inline]
    fn visit_diagonal(&self, from: Place, direction: usize, visit: &mut impl FnMut(Cell, Cost)) {
        let neighbors = &self.map.neighbors;
        let (offset, transposed_offset) = self.offsets[direction];
        let (mut place, mut cost) = (from, 0);
        while neighbors[place.index as usize].without_cut_corners().has(direction) {
            place = Place {
                index: place.index.wrapping_add(offset),
                transposed: place.transposed.wrapping_add(transposed_offset),
            };
            cost += self.steps.diagonal();
            if self.is_goal(&Cell(place.index)) {
                visit(Cell(place.index), cost);
                break;
            }
            for side in beside(direction) {
                self.visit_straight(place, side, cost, visit);
            }
        }
    }
}

/// A cell by both of its numbers.
#[derive(Clone, Copy)]
struct Place {
    index: u32,
    /// The number where rows and columns are exchanged.
    transposed: u32,
}

impl StateSpace for JumpPoints<'_> {
    type State = Cell;

    forward! { |outer| outer.goals;
        fn estimate(cell: &Cell) -> Cost;
        fn is_goal(cell: &Cell) -> bool;
    }

    /// Whether the cell is open.
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
        let open = self.map.neighbors[cell.index()];
        let onward = match previous {
            None => Directions::ALL,
            Some(&previous) => onward(open, arrival(self.map.layout, previous, cell)),
        };
        let place = Place { index: cell.0, transposed: self.map.transpose(cell) };
        for direction in onward.and(open.without_cut_corners()).numbers() {
            if direction % 2 == 0 {
                self.visit_straight(place, direction, 0, &mut visit);
            } else {
                self.visit_diagonal(place, direction, &mut visit);
            }
        }
    }
}
