//! The goals: the tiles in order, around a blank.

#![expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ cells")]

/// Which board is the solved one.
///
/// The tiles are in order, row by row from the top left, with the blank in some cell. Any other
/// arrangement becomes such a goal by a [`Renaming`](super::Renaming) of the tiles.
///
/// Rotating a board by 180° and renaming each tile *t* to N² - *t* turns [`BlankLast`] into
/// [`BlankFirst`].
///
/// [`BlankLast`]: Self::BlankLast
/// [`BlankFirst`]: Self::BlankFirst
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Goal {
    /// `1 2 3 / 4 5 6 / 7 8 0`, as in Sedgewick and Wayne.
    #[default]
    BlankLast,
    /// `0 1 2 / 3 4 5 / 6 7 8`, as in Korf's papers.
    BlankFirst,
    /// The blank is in this cell, counted from 0, row by row: `BlankAt(4)` is
    /// `1 2 3 / 4 0 5 / 6 7 8`.
    ///
    /// A cell that the board does not have counts as the last one. If the cell is the first or the
    /// last one, boards and tables have the goal [`BlankFirst`](Self::BlankFirst) or
    /// [`BlankLast`](Self::BlankLast) instead.
    BlankAt(u32),
}

impl Goal {
    /// The goal with the blank in this cell of a board of `cells` cells.
    pub(super) const fn with_home(home: usize, cells: usize) -> Self {
        match home {
            0 => Self::BlankFirst,
            _ if home + 1 >= cells => Self::BlankLast,
            _ => Self::BlankAt(home as u32),
        }
    }

    /// The same goal in its canonical form on a board of `cells` cells.
    pub(super) const fn on(self, cells: usize) -> Self {
        Self::with_home(self.home(cells), cells)
    }

    /// The goal cell of the blank on a board of `cells` cells.
    #[inline]
    pub(super) const fn home(self, cells: usize) -> usize {
        match self {
            Self::BlankFirst => 0,
            Self::BlankAt(cell) if (cell as usize) < cells => cell as usize,
            Self::BlankLast | Self::BlankAt(_) => cells - 1,
        }
    }

    /// The goal cell of a tile on a board of `cells` cells, counted row by row from the top left.
    #[inline]
    pub(super) const fn cell_of(self, tile: usize, cells: usize) -> usize {
        cell_around(self.home(cells), tile)
    }

    /// The tile that belongs on a cell.
    #[inline]
    pub(super) const fn tile_of(self, cell: usize, cells: usize) -> usize {
        let home = self.home(cells);
        if cell == home { 0 } else { cell + (cell < home) as usize }
    }

    /// The tiles of the solved board, cell by cell.
    pub(super) fn tiles(self, cells: usize) -> impl ExactSizeIterator<Item = u32> {
        (0..cells).map(move |cell| self.tile_of(cell, cells) as u32)
    }
}

/// The cell of a tile if the tiles are in order around a blank in the cell `home`.
#[inline]
pub(super) const fn cell_around(home: usize, tile: usize) -> usize {
    match tile {
        0 => home,
        _ => tile - (tile <= home) as usize,
    }
}
