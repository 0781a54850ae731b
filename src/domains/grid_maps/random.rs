//! Random maps.

use rand::{Rng, RngExt};

use super::{GridMap, GridMapError};
use crate::domains::random_bits::RandomBits;

/// Random maps. Feature `rand`.
///
/// Each call of `bits` returns 32 random bits, for example by `rng.next_u32()`. The same bits make
/// the same maps.
///
/// # Errors
///
/// All of these functions fail with
/// [`GridMapErrorKind::SizeOutOfRange`](super::GridMapErrorKind::SizeOutOfRange) if a side is not
/// from 1 to 32,767.
impl GridMap {
    /// A map where each cell is a wall with the probability `share`. A share below 0 counts as 0,
    /// and one above 1 as 1.
    ///
    /// From a share of about 0.4 on, most of the open cells cannot be reached from each other.
    ///
    /// # Errors
    ///
    /// If a side is out of range.
    pub fn random_obstacles(
        width: usize,
        height: usize,
        share: f64,
        bits: impl FnMut() -> u32,
    ) -> Result<Self, GridMapError> {
        let mut rng = RandomBits(bits);
        let share = probability(share);
        Self::from_fn(width, height, |_, _| !rng.random_bool(share))
    }

    /// A maze whose corridors and walls are one cell wide.
    ///
    /// The cells in odd columns and rows are open, and the border is a wall. A spanning tree,
    /// drawn depth first, connects them. Each other wall between two of them is opened with the
    /// probability `loops`. With 0, the maze is *perfect*: exactly one path, without detours,
    /// connects any two cells.
    ///
    /// A side below 3 has no room for open cells.
    ///
    /// ```
    /// use bestfirst::grid_maps::GridMap;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::{Rng, SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// let maze = GridMap::random_maze(31, 11, 0.0, || rng.next_u32())?;
    /// println!("{maze:#}");
    /// // 15 by 5 cells, and the steps of a tree between them.
    /// assert_eq!(maze.open_cells().count(), 75 + 74);
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a side is out of range.
    pub fn random_maze(
        width: usize,
        height: usize,
        loops: f64,
        bits: impl FnMut() -> u32,
    ) -> Result<Self, GridMapError> {
        let mut rng = RandomBits(bits);
        // Also fails before anything is allocated.
        let mut maze = Self::from_fn(width, height, |_, _| false)?;
        let (columns, rows) = (width.saturating_sub(1) / 2, height.saturating_sub(1) / 2);
        let mut open = |x, y| maze.set_at(x, y, true);
        if columns > 0 && rows > 0 {
            let mut is_reached = vec![false; columns * rows];
            is_reached[0] = true;
            open(1, 1);
            let mut path = vec![(0, 0)];
            while let Some(&(column, row)) = path.last() {
                let beside = [
                    (column > 0).then(|| (column - 1, row)),
                    (column + 1 < columns).then_some((column + 1, row)),
                    (row > 0).then(|| (column, row - 1)),
                    (row + 1 < rows).then_some((column, row + 1)),
                ];
                let is_new = |&(x, y): &(usize, usize)| !is_reached[y * columns + x];
                let next = beside.into_iter().flatten().filter(is_new);
                let choices = next.clone().count();
                if choices == 0 {
                    path.pop();
                    continue;
                }
                let Some((x, y)) = next.clone().nth(rng.random_range(..choices)) else { break };
                is_reached[y * columns + x] = true;
                open(x + column + 1, y + row + 1);
                open(2 * x + 1, 2 * y + 1);
                path.push((x, y));
            }
        }
        let loops = probability(loops);
        for y in 1..(2 * rows).max(1) {
            // Between two open cells of a row, or of a column.
            for x in (1 + y % 2..(2 * columns).max(1)).step_by(2) {
                if rng.random_bool(loops) {
                    open(x, y);
                }
            }
        }
        Ok(maze)
    }

    /// Square rooms of `size` by `size` cells, with walls of one cell between them. Every wall
    /// between two rooms has one door, one cell wide. All rooms are connected.
    ///
    /// The last rooms of a row or column may be smaller. A size of 0 counts as 1.
    ///
    /// # Errors
    ///
    /// If a side is out of range.
    pub fn random_rooms(
        width: usize,
        height: usize,
        size: usize,
        bits: impl FnMut() -> u32,
    ) -> Result<Self, GridMapError> {
        let mut rng = RandomBits(bits);
        let size = size.clamp(1, super::layout::MAX_SIDE);
        let period = size + 1;
        let is_wall = |at: usize| at % period == size;
        let mut map = Self::from_fn(width, height, |x, y| !is_wall(x) && !is_wall(y))?;
        for first_y in (0..height).step_by(period) {
            for first_x in (0..width).step_by(period) {
                let columns = size.min(width - first_x);
                let rows = size.min(height - first_y);
                // There is a room behind the wall only if the map goes on there.
                let east = (first_x + period < width)
                    .then(|| (first_x + size, first_y + rng.random_range(..rows)));
                let south = (first_y + period < height)
                    .then(|| (first_x + rng.random_range(..columns), first_y + size));
                for (x, y) in [east, south].into_iter().flatten() {
                    map.set_at(x, y, true);
                }
            }
        }
        Ok(map)
    }

    /// A city: blocks of buildings between streets that cross it from side to side. All open cells
    /// are connected.
    ///
    /// The sides of a block are half to one and a half times `block` cells long, and streets are 2
    /// to 5 cells wide. The last street in each direction may be wider. A building leaves up to a
    /// quarter of its block free on each side. One block in eight is a park without buildings. A
    /// `block` below 4 counts as 4.
    ///
    /// # Errors
    ///
    /// If a side is out of range.
    pub fn random_city(
        width: usize,
        height: usize,
        block: usize,
        bits: impl FnMut() -> u32,
    ) -> Result<Self, GridMapError> {
        let mut rng = RandomBits(bits);
        let mut map = Self::new(width, height)?;
        let block = block.clamp(4, super::layout::MAX_SIDE);
        let (columns, rows) = (spans(width, block, &mut rng), spans(height, block, &mut rng));
        for &(top, bottom) in &rows {
            for &(left, right) in &columns {
                if rng.random_ratio(1, 8) {
                    continue;
                }
                let (free_x, free_y) = ((right - left) / 4, (bottom - top) / 4);
                let mut free = |most: usize| rng.random_range(..=most);
                let (left, right) = (left + free(free_x), right - free(free_x));
                let (top, bottom) = (top + free(free_y), bottom - free(free_y));
                for y in top..bottom {
                    (left..right).for_each(|x| map.set_at(x, y, false));
                }
            }
        }
        Ok(map)
    }

    /// Opens or closes the cell at a position of the map.
    fn set_at(&mut self, x: usize, y: usize, is_open: bool) {
        if let Some(cell) = self.cell(x, y) {
            self.set(cell, is_open);
        }
    }
}

/// The blocks along a side: the first cell of each, and the first cell after it. Streets are
/// between them and at both ends.
fn spans(side: usize, block: usize, rng: &mut impl Rng) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut start = 2;
    loop {
        let end = start + rng.random_range(block / 2..=block + block / 2);
        let street = rng.random_range(2..=5);
        if end + 2 > side {
            return spans;
        }
        spans.push((start, end));
        start = end + street;
    }
}

/// A number as a probability, from 0 to 1. NaN counts as 0.
fn probability(share: f64) -> f64 {
    if share > 0.0 { share.min(1.0) } else { 0.0 }
}
