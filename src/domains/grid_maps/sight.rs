//! Lines of sight, and paths with straight lines instead of stairs.

use super::jumps::towards;
use super::{Cell, GridMap, Steps};

impl GridMap {
    /// Whether the straight line between the centres of two cells meets no wall.
    ///
    /// All cells that the line passes through must be open. If it passes between two cells exactly
    /// at their corner, both must be open as well, as for a diagonal step of [`Steps::eight`]. If
    /// the steps [cut corners](Steps::cutting_corners), neither need be. The arithmetic is exact,
    /// and the answer is the same in both directions.
    ///
    /// ```
    /// use bestfirst::grid_maps::{GridMap, Steps};
    ///
    /// let map: GridMap = "
    /// .....
    /// .#...
    /// .....
    /// ".parse()?;
    /// let [left, right, below] = [(0, 0), (4, 1), (4, 2)].map(|(x, y)| map.cell(x, y).unwrap());
    /// assert!(map.has_line_of_sight(left, right, Steps::eight()));
    /// assert!(!map.has_line_of_sight(left, below, Steps::eight()));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[doc(alias("visible", "raycast", "bresenham"))]
    pub fn has_line_of_sight(&self, from: Cell, to: Cell, steps: Steps) -> bool {
        if !self.is_open(from) || !self.is_open(to) {
            return false;
        }
        let [start, end] = [from, to].map(|cell| self.layout.column_and_row(cell));
        let (columns, rows) = (start.0.abs_diff(end.0), start.1.abs_diff(end.1));
        let offsets = self.layout.offsets();
        let (mut cell, mut columns_passed, mut rows_passed) = (from, 0, 0);
        while cell != to {
            // Border n between columns is crossed after (2n + 1) / 2 of the columns of the line.
            // Sides are below 2^15, so the products fit.
            let next_column = (2 * columns_passed + 1) * rows;
            let next_row = (2 * rows_passed + 1) * columns;
            let order = next_row.cmp(&next_column);
            let direction = towards(start, end, order);
            if !steps.lines_among(self.neighbors[cell.index()]).has(direction) {
                return false;
            }
            columns_passed += u32::from(order.is_ge());
            rows_passed += u32::from(order.is_le());
            cell = Cell(cell.0.wrapping_add(offsets[direction]));
        }
        true
    }

    /// The corners of a path once straight lines replace its stairs: a cell is left out if a [line
    /// of sight](Self::has_line_of_sight) leads past it. The path may leave out cells, as one of
    /// [jump points](super::JumpPoints) does, or one of straight lines.
    ///
    /// # Guarantees
    ///
    /// Measured between the centres of cells, the result is never longer than the path, and meets
    /// no wall if the path meets none. It need not be a shortest path, not even among the paths
    /// past the same walls. Weights do not count: where there are any, a line may lead over more
    /// expensive cells than the path.
    ///
    /// # Complexity
    ///
    /// Each cell of the path is looked at from the last corner. So the time is quadratic in the
    /// number of cells between two corners.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, JumpPoints, Steps};
    ///
    /// let map = GridMap::new(9, 4)?;
    /// let (start, goal) = (map.cell(0, 0).unwrap(), map.cell(8, 3).unwrap());
    /// let points = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
    /// let solver = Solver::builder_in(points, start).solve();
    /// assert_eq!(map.straightened(solver.solution(), Steps::eight()), [start, goal]);
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[doc(alias("smoothing", "string pulling", "any-angle"))]
    pub fn straightened(&self, path: &[Cell], steps: Steps) -> Vec<Cell> {
        let Some(&(mut corner)) = path.first() else { return Vec::new() };
        let (mut corners, mut before) = (vec![corner], corner);
        for ends in path.windows(2) {
            let cells = self.fill_in(ends);
            let is_bent = cells.windows(3).any(|three| {
                three[1].0.wrapping_sub(three[0].0) != three[2].0.wrapping_sub(three[1].0)
            });
            // A line of another slope than that of steps does not pass through the cells between.
            let is_line = is_bent && self.has_line_of_sight(ends[0], ends[1], steps);
            for &cell in &cells[if is_line { cells.len() - 1 } else { 1 }..] {
                if before != corner && !self.has_line_of_sight(corner, cell, steps) {
                    corners.push(before);
                    corner = before;
                }
                before = cell;
            }
        }
        if before != corner {
            corners.push(before);
        }
        corners
    }
}
