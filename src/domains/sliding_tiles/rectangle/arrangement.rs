//! The tiles of a rectangle.

use std::fmt;

use super::order::MOST_TILES;

/// The tiles on the cells of a [`Rectangle`](super::Rectangle), row by row, 4 bits each. The blank
/// is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrangement(pub(crate) u64);

impl Arrangement {
    pub(super) fn new(tiles: impl IntoIterator<Item = u8>) -> Self {
        let tiles = (0..).zip(tiles);
        Self(tiles.fold(0, |cells, (cell, tile)| cells | u64::from(tile) << (4 * cell)))
    }

    /// The tile on a cell. Cells are counted from 0, row by row. Outside of the rectangle, the tile
    /// is 0.
    #[inline]
    pub fn tile(self, cell: usize) -> u8 {
        if cell > MOST_TILES { 0 } else { (self.0 >> (4 * cell) & 15) as u8 }
    }

    /// The first cell without a tile: that of the blank.
    #[inline]
    pub(super) fn blank(self) -> usize {
        // The lowest bit that is set here is the highest bit of the first 0.
        let zeros = self.0.wrapping_sub(LOWEST) & !self.0 & HIGHEST;
        zeros.trailing_zeros() as usize / 4 % (MOST_TILES + 1)
    }

    /// The arrangement after the tile on this cell has moved to the blank.
    #[inline]
    pub(super) fn moved(self, blank: usize, cell: usize) -> Self {
        let tile = u64::from(self.tile(cell));
        Self(self.0 ^ tile << (4 * cell) ^ tile << (4 * blank))
    }
}

/// The lowest and the highest bit of each tile.
const LOWEST: u64 = u64::MAX / 15;
const HIGHEST: u64 = LOWEST << 3;

/// All 16 tiles, those outside of the rectangle as 0.
impl fmt::Debug for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..=MOST_TILES).map(|cell| self.tile(cell))).finish()
    }
}
