//! The two common goals.

/// Which board is the solved one.
///
/// Rotating a board by 180° and renaming each tile *t* to N² - *t* turns one goal into the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Goal {
    /// `1 2 3 / 4 5 6 / 7 8 0`, as in Sedgewick and Wayne.
    #[default]
    BlankLast,
    /// `0 1 2 / 3 4 5 / 6 7 8`, as in Korf's papers.
    BlankFirst,
}

impl Goal {
    /// The goal cell of a tile on a board of `cells` cells, counted row by row from the top left.
    #[inline]
    pub(super) const fn cell_of(self, tile: usize, cells: usize) -> usize {
        match self {
            Self::BlankFirst => tile,
            Self::BlankLast if tile == 0 => cells - 1,
            Self::BlankLast => tile - 1,
        }
    }

    /// The tile that belongs on a cell.
    #[inline]
    pub(super) const fn tile_of(self, cell: usize, cells: usize) -> usize {
        match self {
            Self::BlankFirst => cell,
            Self::BlankLast if cell + 1 == cells => 0,
            Self::BlankLast => cell + 1,
        }
    }

    /// The tiles of the solved board, cell by cell.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ tiles")]
    pub(super) fn tiles(self, cells: usize) -> impl ExactSizeIterator<Item = u32> {
        (0..cells).map(move |cell| self.tile_of(cell, cells) as u32)
    }
}
