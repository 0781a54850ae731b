//! Numbers of placements. A placement says on which cells the tiles of a pattern are.

/// The largest number of tiles in a pattern.
pub(super) const MAX_TILES: usize = 9;

/// Marks a tile outside the pattern, where tiles are given by their index in the pattern.
pub(super) const NO_TILE: u8 = 15;

/// Placements of a number of tiles on distinct cells, numbered in lexicographic order of the cells.
///
/// In that order, a tile's digit is the number of cells before its own that hold no earlier tile of
/// the pattern. When a tile moves to an empty cell, the only other digits that change are those of
/// the tiles on the cells between. There are none for a move in a row, and N - 1 cells for a move
/// in a column.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    cells: usize,
    pub(super) tiles: usize,
    /// The weight of each tile's digit.
    pub(super) weights: [u32; MAX_TILES],
}

impl Ranking {
    pub(super) fn new(cells: usize, tiles: usize) -> Self {
        let mut weights = [0; MAX_TILES];
        let mut weight = 1u32;
        for tile in (0..tiles).rev() {
            weights[tile] = weight;
            // The weight before the first tile is never used, and may overflow.
            weight = weight.wrapping_mul(u32::try_from(cells - tile).unwrap_or(u32::MAX));
        }
        Self { cells, tiles, weights }
    }

    /// The number of placements.
    pub(super) fn len(&self) -> usize {
        (0..self.tiles).map(|tile| self.cells - tile).product()
    }

    /// The number of tiles but the last two.
    pub(super) fn fixed(&self) -> usize {
        self.tiles.saturating_sub(2)
    }

    /// The number of consecutive placements that have all but the last two tiles on the same cells.
    pub(super) fn block(&self) -> u32 {
        match self.fixed() {
            0 => self.weights[0] * u32::try_from(self.cells).unwrap_or(u32::MAX),
            fixed => self.weights[fixed - 1],
        }
    }

    /// The change of the number if a tile moves past another, towards the last cell.
    pub(super) fn passing(&self, tile: usize, other: usize) -> u32 {
        if other < tile { self.weights[tile].wrapping_neg() } else { self.weights[other] }
    }

    /// Computes the number of a placement.
    pub(super) fn rank(&self, cells: impl IntoIterator<Item = u8>) -> u32 {
        let mut used = 0u32;
        let mut rank = 0;
        for (&weight, cell) in self.weights.iter().zip(cells) {
            let before = (used & ((1 << cell) - 1)).count_ones();
            rank += (u32::from(cell) - before) * weight;
            used |= 1 << cell;
        }
        rank
    }
}

/// A placement that follows a sequence of numbers. Near numbers have most tiles on the same cells.
#[derive(Debug)]
pub(super) struct Placement {
    /// The range of numbers that have all but the last two tiles on the same cells: the first
    /// number in it, and the first one after it.
    first: u32,
    end: u32,
    entry: Option<u32>,
    pub(super) cells: [u8; MAX_TILES],
    pub(super) tile_at: [u8; 32],
    pub(super) occupied: u32,
    /// The cells of all but the last two tiles.
    pub(super) fixed: u32,
}

impl Default for Placement {
    fn default() -> Self {
        let (cells, tile_at) = ([0; MAX_TILES], [NO_TILE; 32]);
        Self { first: 0, end: 0, entry: None, cells, tile_at, occupied: 0, fixed: 0 }
    }
}

impl Placement {
    /// Moves to the placement with this number.
    #[inline]
    pub(super) fn move_to(&mut self, entry: u32, ranking: &Ranking) {
        if self.entry == Some(entry) {
            return;
        }
        let fixed = ranking.fixed();
        if (self.first..self.end).contains(&entry) {
            self.take_off(fixed, ranking.tiles);
        } else {
            if self.entry.is_some() {
                self.take_off(0, ranking.tiles);
            }
            let rest = self.put(0, fixed, entry, ranking);
            self.fixed = self.occupied;
            self.first = entry - rest;
            // The last number may be the largest value of the type.
            self.end = self.first.saturating_add(ranking.block());
        }
        self.put(fixed, ranking.tiles, entry - self.first, ranking);
        self.entry = Some(entry);
    }

    fn take_off(&mut self, from: usize, to: usize) {
        for &cell in &self.cells[from..to] {
            self.tile_at[usize::from(cell & 31)] = NO_TILE;
            self.occupied &= !(1 << (cell & 31));
        }
    }

    /// Puts these tiles on the cells given by a number. Returns the rest of the number.
    #[expect(clippy::cast_possible_truncation, reason = "tiles and cells are less than 32")]
    fn put(&mut self, from: usize, to: usize, mut rest: u32, ranking: &Ranking) -> u32 {
        for tile in from..to {
            let digit = rest / ranking.weights[tile];
            rest %= ranking.weights[tile];
            let mut free = !self.occupied;
            for _ in 0..digit {
                free &= free - 1;
            }
            let cell = free.trailing_zeros() as u8;
            self.cells[tile] = cell;
            self.tile_at[usize::from(cell & 31)] = tile as u8;
            self.occupied |= 1 << (cell & 31);
        }
        rest
    }
}
