//! How the cells of a map are numbered.

/// A cell of a [`GridMap`](super::GridMap), as its number. It takes 4 bytes.
///
/// [`GridMap::cell`](super::GridMap::cell) makes it from a column and a row;
/// [`GridMap::position`](super::GridMap::position) is the way back. A cell means the same place in
/// all maps of the same width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u32);

impl Cell {
    /// The number of the cell: less than
    /// [`GridMap::index_bound`](super::GridMap::index_bound). For arrays with an entry for each
    /// cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most columns or rows of a map.
pub(super) const MAX_SIDE: usize = i16::MAX as usize;

/// The bits of a word.
pub(super) const WORD: usize = u64::BITS as usize;

/// How far `Layout::reciprocal` is shifted to the left.
///
/// There are less than 2^25 words, and less than 2^10 in a row. The error of the reciprocal is less
/// than a row, so it changes no quotient, because 25 + 10 bits are less than this.
const SHIFT: u32 = 36;

/// Cells are numbered row by row. A row takes a whole number of words of bits. There is a row of
/// walls above and below the map, and a column of walls on both sides of it. So the number of a
/// neighbour differs by a constant, no test for the border is needed, and every scan ends within
/// its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of cells in a row, walls included.
    pub(super) stride: u32,
    /// 2^SHIFT divided by the words in a row, rounded up: a division becomes a multiplication.
    reciprocal: u64,
}

impl Layout {
    /// `None` if a side is not from 1 to `MAX_SIDE`.
    pub(super) fn new(width: usize, height: usize) -> Option<Self> {
        let is_side = |side| (1..=MAX_SIDE).contains(&side);
        if !is_side(width) || !is_side(height) {
            return None;
        }
        let words = (width + 2).div_ceil(WORD);
        let reciprocal = (1_u64 << SHIFT).div_ceil(words as u64);
        Some(Self { width, height, stride: u32::try_from(words * WORD).ok()?, reciprocal })
    }

    /// The number of cells, walls around the map included.
    pub(super) fn len(self) -> usize {
        self.stride as usize * (self.height + 2)
    }

    pub(super) fn cell(self, x: usize, y: usize) -> Option<Cell> {
        let index = || (y as u64 + 1) * u64::from(self.stride) + x as u64 + 1;
        (x < self.width && y < self.height).then(|| Cell(narrow(index())))
    }

    /// The column and the row, counted from the walls beside and above the map.
    #[inline]
    pub(super) fn column_and_row(self, cell: Cell) -> (u32, u32) {
        let word = u64::from(cell.0 / u64::BITS);
        let row = narrow((word * self.reciprocal) >> SHIFT);
        (cell.0 - row * self.stride, row)
    }

    /// The column and the row of a cell of the map.
    #[inline]
    pub(super) fn position(self, cell: Cell) -> (usize, usize) {
        let (column, row) = self.column_and_row(cell);
        ((column as usize).wrapping_sub(1), (row as usize).wrapping_sub(1))
    }

    /// What is added to the number of a cell for a step in each direction.
    pub(super) fn offsets(self) -> [u32; 8] {
        let ahead = [1, self.stride + 1, self.stride, self.stride - 1];
        let [east, south_east, south, south_west] = ahead;
        let [west, north_west, north, north_east] = ahead.map(u32::wrapping_neg);
        [north, north_east, east, south_east, south, south_west, west, north_west]
    }

    /// All cells of the map, row by row.
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |y| (0..self.width).filter_map(move |x| self.cell(x, y)))
    }
}

/// The number of a cell, or a smaller number, in 32 bits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "MAX_SIDE keeps them below 2^31")]
pub(super) fn narrow(n: u64) -> u32 {
    n as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_exact_up_to_the_largest_map() {
        for width in (1..=MAX_SIDE).step_by(61).chain([63, 64, 65, 1023, 1024, MAX_SIDE]) {
            let layout = Layout::new(width, MAX_SIDE).unwrap();
            for y in (0..MAX_SIDE).step_by(1009).chain([0, 1, MAX_SIDE - 1]) {
                for x in [0, width / 2, width - 1] {
                    let cell = layout.cell(x, y).unwrap();
                    assert_eq!(layout.position(cell), (x, y));
                }
            }
        }
        assert!(Layout::new(0, 1).is_none() && Layout::new(1, MAX_SIDE + 1).is_none());
    }
}
