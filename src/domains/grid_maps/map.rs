//! A map of open cells and walls.

use std::sync::OnceLock;

use super::bit_rows::{BitRows, window_steps};
use super::components::Components;
use super::direction::Directions;
use super::goals::Goals;
use super::layout::{Cell, Layout, MAX_SIDE};
use super::{GridMapError, GridMapErrorKind, Steps};
use crate::space::debug::debug;

/// A map of cells, each either open or a wall. An open cell has a weight, 1 unless it is set.
///
/// A map is read from text ([`FromStr`](std::str::FromStr)), generated, or made by
/// [`new`](GridMap::new) and [`set`](GridMap::set). A [`GridSpace`](super::GridSpace) borrows it,
/// and is cheap to make. So cells can change between two queries.
///
/// # Text
///
/// Three forms are read. If the first line begins with `type`, it is a file of the
/// [Moving AI benchmarks](https://movingai.com/benchmarks/formats.html):
///
/// ```text
/// type octile
/// height 2
/// width 5
/// map
/// ..T..
/// .@@..
/// ```
///
/// `.`, `G` and `S` are open; `@`, `O`, `T` and `W` are walls, as in the Grid-Based Path Planning
/// Competition. A text that begins with the digit `0` or `1` is a grid, where `1` is a wall;
/// spaces, tabs and commas between the digits do not count. Any other text is a maze, where `#` is
/// a wall, and `.` or a space is open, and so are `S` and `E`, which a [`Maze`](super::Maze) has as
/// its start and its end. Empty lines before and after a grid or a maze are skipped. So is a byte
/// order mark.
///
/// `Display` writes the first form, with `.` and `@`. `{:#}` writes a maze, with `.` and `#`.
/// Weights are not written.
///
/// # Memory
///
/// A byte and a quarter for each cell, and another byte if there are weights. If [connected
/// components](GridMap::is_connected) were computed, four bytes for each cell and eight for each
/// label, of which there are mostly far fewer; and as much again if they were computed both with
/// and without corners cut. Each row is padded to a multiple of 64 cells.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
/// use bestfirst::search::GraphAStar;
///
/// let map: GridMap = "
/// ......
/// .####.
/// ...#..
/// ".parse()?;
/// let (start, goal) = (map.cell(2, 2).unwrap(), map.cell(5, 2).unwrap());
/// let space = GridSpace::new(&map, Steps::four(), goal);
/// let solver = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
/// assert_eq!(solver.cost(), Some(11));
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
#[derive(Clone)]
pub struct GridMap {
    pub(super) layout: Layout,
    /// The layout with rows and columns exchanged.
    pub(super) transposed: Layout,
    /// For each open cell, its open neighbours. Walls have none.
    pub(super) neighbors: Box<[Directions]>,
    pub(super) rows: BitRows,
    pub(super) columns: BitRows,
    /// `None` until one is set to another value than 1.
    pub(super) weights: Option<Box<[u8]>>,
    /// Without and with cutting corners. Computed on demand, and dropped when a new wall may have
    /// separated one of them, or when there are too many labels.
    components: [OnceLock<Components>; 2],
}

impl GridMap {
    /// A map without walls.
    ///
    /// # Errors
    ///
    /// [`GridMapErrorKind::SizeOutOfRange`] if a side is not from 1 to 32,767.
    pub fn new(width: usize, height: usize) -> Result<Self, GridMapError> {
        Self::from_fn(width, height, |_, _| true)
    }

    /// A map whose open cells are those where `is_open` is true. It is called with the column and
    /// the row, row by row.
    ///
    /// # Errors
    ///
    /// [`GridMapErrorKind::SizeOutOfRange`] if a side is not from 1 to 32,767.
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_open: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, GridMapError> {
        let layouts = Layout::new(width, height).zip(Layout::new(height, width));
        let Some((layout, transposed)) = layouts else {
            let size = format!("{width} by {height}");
            return Err(GridMapError::new(None, GridMapErrorKind::SizeOutOfRange { size }));
        };
        let (rows, columns) = (BitRows::new(layout), BitRows::new(transposed));
        let (neighbors, components) = Default::default();
        let mut map =
            Self { layout, transposed, neighbors, rows, columns, weights: None, components };
        for cell in layout.cells() {
            let (x, y) = layout.position(cell);
            if is_open(x, y) {
                map.set_bits(cell, true);
            }
        }
        map.neighbors = map.rows.neighbors();
        Ok(map)
    }

    /// The map for a unit of `size` by `size` cells, by erosion. A cell of that map stands for the
    /// unit whose upper left corner is there: it is open if the unit fits, and its weight is the
    /// highest one below the unit. Size 0 counts as 1.
    ///
    /// It is a map of its own, with the same cells. So everything works on it, jump points too. No
    /// step squeezes the unit past a corner, unless the steps cut corners. A [line of
    /// sight](Self::has_line_of_sight) is that of the middle of the unit. On both sides of that
    /// line, the unit may overlap walls by up to half a cell.
    ///
    /// If the first map changes, make the second one again: on maps of 1024×1024 cells without
    /// weights it takes about a millisecond. Weights take longer. The time grows with the logarithm
    /// of the size.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
    ///
    /// let map: GridMap = "
    /// ......
    /// ..##..
    /// ......
    /// ......
    /// ".parse()?;
    /// let wide = map.for_size(2);
    /// let (start, goal) = (wide.cell(0, 0).unwrap(), wide.cell(4, 0).unwrap());
    /// let points = JumpPoints::new(&wide, Steps::eight(), goal).unwrap();
    /// assert_eq!(Solver::builder_in(points, start).solve().cost(), Some(8000)); // below the wall
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[must_use]
    #[doc(alias("clearance", "erosion", "agent size", "radius"))]
    pub fn for_size(&self, size: usize) -> Self {
        let size = size.min(MAX_SIDE + 1);
        let (mut rows, mut columns) = (self.rows.clone(), self.columns.clone());
        for (bits, layout) in [(&mut rows, self.layout), (&mut columns, self.transposed)] {
            bits.erode(1, size);
            bits.erode(layout.stride as usize, size);
        }
        let mut weights = self.weights.clone();
        if let Some(weights) = &mut weights {
            for step in [1, self.layout.stride as usize] {
                for ahead in window_steps(size).map(|distance| distance * step) {
                    for at in ahead..weights.len() {
                        weights[at - ahead] = weights[at - ahead].max(weights[at]);
                    }
                }
            }
        }
        let (neighbors, components) = (rows.neighbors(), Default::default());
        Self { neighbors, rows, columns, weights, components, ..*self }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.layout.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.layout.height
    }

    /// The cell in column `x` of row `y`, both counted from 0. Row 0 is the first line of the text.
    /// `None` if the map has no such cell.
    pub fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        self.layout.cell(x, y)
    }

    /// The column and the row of a cell.
    #[inline]
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        self.layout.position(cell)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.layout.cells()
    }

    /// The open cells, row by row.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> {
        self.rows.iter().map(Cell)
    }

    /// A number above the [index](Cell::index) of every cell. It is more than the number of cells,
    /// because rows are padded.
    pub fn index_bound(&self) -> usize {
        self.neighbors.len()
    }

    /// Whether a cell is open. A cell of a larger map that this map does not have is not.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        cell.index() < self.layout.len() && self.rows.get(cell.0)
    }

    /// Opens a cell, or makes it a wall. Its weight stays as it was.
    ///
    /// Takes constant time, or a little more if components are [kept](Self::is_connected). A cell
    /// that this map does not have is left alone.
    pub fn set(&mut self, cell: Cell, is_open: bool) {
        let (x, y) = self.layout.position(cell);
        if self.cell(x, y) != Some(cell) || self.is_open(cell) == is_open {
            return;
        }
        let before = self.neighbors[cell.index()];
        self.set_bits(cell, is_open);
        self.update_neighbors(cell);
        for components in &mut self.components {
            if let Some(known) = components.get_mut() {
                if is_open {
                    known.add(cell, self.neighbors[cell.index()]);
                }
                if !is_open && !known.stay_without(before) || known.has_too_many_labels() {
                    components.take();
                }
            }
        }
        for offset in self.layout.offsets() {
            self.update_neighbors(Cell(cell.0.wrapping_add(offset)));
        }
    }

    /// The weight of a cell, by which the cost of a step *to* it is multiplied. 1 unless it was
    /// set.
    #[inline]
    pub fn weight(&self, cell: Cell) -> u8 {
        let weights = self.weights.as_deref();
        weights.and_then(|weights| weights.get(cell.index())).map_or(1, |&weight| weight)
    }

    /// Sets the weight of a cell. 0 counts as 1.
    ///
    /// A step is charged by the cell that it leads to, so a step and the step back may differ in
    /// cost. Estimates count every step as if its weight were 1. Give the cheapest terrain the
    /// weight 1, or they are lower than they could be.
    ///
    /// A cell that this map does not have is left alone.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
    /// use bestfirst::search::GraphAStar;
    ///
    /// let mut map: GridMap = "...\n...".parse()?;
    /// let [start, swamp, goal] = [0, 1, 2].map(|x| map.cell(x, 0).unwrap());
    /// map.set_weight(swamp, 5);
    /// let space = GridSpace::new(&map, Steps::four(), goal);
    /// let solver = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
    /// // Around the swamp: through it, the two steps would cost 5 and 1.
    /// assert_eq!(solver.cost(), Some(4));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    pub fn set_weight(&mut self, cell: Cell, weight: u8) {
        let weight = weight.max(1);
        if weight == self.weight(cell) {
            return;
        }
        let weights = self.weights.get_or_insert_with(|| vec![1; self.layout.len()].into());
        if let Some(old) = weights.get_mut(cell.index()) {
            *old = weight;
        }
    }

    /// Whether the weights of all open cells are 1.
    pub fn is_uniform(&self) -> bool {
        self.weights.is_none() || self.open_cells().all(|cell| self.weight(cell) == 1)
    }

    /// The path cell by cell, where `path` may leave out cells, as a path of
    /// [jump points](super::JumpPoints) does. Between two of its cells are first the diagonal steps
    /// and then the straight ones.
    ///
    /// ```
    /// use bestfirst::grid_maps::GridMap;
    ///
    /// let map = GridMap::new(5, 2)?;
    /// let ends = [map.cell(0, 0).unwrap(), map.cell(4, 1).unwrap()];
    /// let path = map.fill_in(&ends).into_iter().map(|cell| map.position(cell));
    /// assert!(path.eq([(0, 0), (1, 1), (2, 1), (3, 1), (4, 1)]));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    pub fn fill_in(&self, path: &[Cell]) -> Vec<Cell> {
        let towards =
            |from: usize, to: usize| from + usize::from(from < to) - usize::from(from > to);
        let mut cells: Vec<Cell> = path.first().copied().into_iter().collect();
        for ends in path.windows(2) {
            let (mut x, mut y) = self.position(ends[0]);
            let (to_x, to_y) = self.position(ends[1]);
            while (x, y) != (to_x, to_y) {
                (x, y) = (towards(x, to_x), towards(y, to_y));
                cells.extend(self.cell(x, y));
            }
        }
        cells
    }

    /// The cell nearest to `goal`, by [`Steps::distance`], of all that can be reached from `start`.
    /// That is the goal itself, if it can be reached. Of several, it is the one nearest to the
    /// start, by the same distance, and then the first in the order of the rows. `None` if the
    /// start is a wall.
    ///
    /// This is for games: a player points to a wall, or to the far side of a river, and the unit
    /// goes as near as it can. It takes the time of [`is_connected`](Self::is_connected), and a
    /// look at each cell if the goal cannot be reached.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
    ///
    /// let map: GridMap = "
    /// ......
    /// ...#..
    /// ......
    /// ".parse()?;
    /// let (start, wall) = (map.cell(0, 1).unwrap(), map.cell(3, 1).unwrap());
    /// let steps = Steps::eight();
    /// let nearest = map.nearest_reachable(start, wall, steps).unwrap();
    /// assert_eq!(map.position(nearest), (2, 1));
    /// let points = JumpPoints::new(&map, steps, nearest).unwrap();
    /// assert_eq!(Solver::builder_in(points, start).solve().cost(), Some(2000));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    pub fn nearest_reachable(&self, start: Cell, goal: Cell, steps: Steps) -> Option<Cell> {
        if !self.is_open(start) {
            return None;
        }
        let [to_goal, to_start] = [goal, start].map(|cell| Goals::new(self.layout, steps, cell));
        let components = self.components(steps);
        if self.is_open(goal) && components.connect(start, goal) {
            return Some(goal);
        }
        let reached = self.open_cells().filter(|&cell| components.connect(start, cell));
        // The first of the best.
        reached.min_by_key(|cell| [to_goal, to_start].map(|end| end.estimate(cell)))
    }

    /// Whether a path leads from one cell to the other by these steps: whether they are open, and
    /// in the same connected component.
    ///
    /// The first call labels all cells, in a few nanoseconds each. After that, two labels are
    /// compared, which takes almost constant time. A cell that [`set`](Self::set) opens joins
    /// components at once. After a cell became a wall, all cells are labelled again at the next
    /// call, unless the neighbours of that cell are connected around it.
    ///
    /// ```
    /// use bestfirst::grid_maps::{GridMap, Steps};
    ///
    /// let mut map: GridMap = "...#...".parse()?;
    /// let [left, door, right] = [0, 3, 6].map(|x| map.cell(x, 0).unwrap());
    /// assert!(!map.is_connected(left, right, Steps::four()));
    /// map.set(door, true);
    /// assert!(map.is_connected(left, right, Steps::four()));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[doc(alias("reachable", "component", "flood fill"))]
    pub fn is_connected(&self, from: Cell, to: Cell, steps: Steps) -> bool {
        self.is_open(from) && self.is_open(to) && self.components(steps).connect(from, to)
    }

    fn components(&self, steps: Steps) -> &Components {
        let cut_corners = steps.cut_corners();
        let components = &self.components[usize::from(cut_corners)];
        components.get_or_init(|| Components::new(self, cut_corners))
    }

    /// The heap memory of the map in bytes.
    pub fn bytes(&self) -> usize {
        let weights = self.weights.as_deref().map_or(0, size_of_val);
        let components = self.components.iter().filter_map(OnceLock::get).map(Components::bytes);
        let bits = self.rows.bytes() + self.columns.bytes();
        size_of_val(&*self.neighbors) + bits + weights + components.sum::<usize>()
    }

    /// The number of a cell in the layout with rows and columns exchanged.
    #[inline]
    pub(super) fn transpose(&self, cell: Cell) -> u32 {
        let (column, row) = self.layout.column_and_row(cell);
        column * self.transposed.stride + row
    }

    fn set_bits(&mut self, cell: Cell, is_open: bool) {
        self.rows.set(cell.0, is_open);
        self.columns.set(self.transpose(cell), is_open);
    }

    /// Computes the open neighbours of a cell of the map, or of a cell just outside it.
    fn update_neighbors(&mut self, cell: Cell) {
        let (is_open, offsets) = (self.rows.get(cell.0), self.layout.offsets());
        self.neighbors[cell.index()] = Directions::of(|direction| {
            is_open && self.rows.get(cell.0.wrapping_add(offsets[direction]))
        });
    }
}

/// Two maps are equal if they have the same size, the same open cells and the same weights.
impl PartialEq for GridMap {
    fn eq(&self, other: &Self) -> bool {
        self.layout == other.layout
            && self.rows == other.rows
            && self.cells().all(|cell| self.weight(cell) == other.weight(cell))
    }
}

impl Eq for GridMap {}

// Prints the size and the number of open cells, not the cells.
debug!(GridMap, |map| width: map.width(), height: map.height(), open: map.open_cells().count());
