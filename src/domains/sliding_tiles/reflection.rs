//! Reflection about the diagonal through the top left corner.

use super::{Board, Goal};

impl Board {
    /// The board reflected about its main diagonal, with each tile renamed to the one whose goal
    /// cell is the reflection of its own. Moves are reflected too, so the distance from the goal is
    /// the same. The reflection of the reflection is the board. If the goal has the blank off the
    /// diagonal, the reflected board has another goal.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "1 2 3 / 4 5 6 / 0 7 8".parse()?;
    /// assert_eq!(board.reflected(), "1 2 0 / 4 5 3 / 7 8 6".parse()?);
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ tiles")]
    #[must_use]
    pub fn reflected(&self) -> Self {
        let (size, goal) = (self.size(), self.goal());
        let reflected = goal.reflected(size);
        let mut tiles = vec![0; size * size];
        for (cell, tile) in self.tiles().enumerate() {
            let home = reflected_cell(goal.cell_of(tile as usize, size * size), size);
            let tile = reflected.tile_of(home, size * size);
            tiles[reflected_cell(cell, size)] = tile as u32;
        }
        Self::from_permutation(size, reflected, tiles)
    }
}

impl Goal {
    /// The goal of the reflected board.
    pub(super) fn reflected(self, size: usize) -> Self {
        Self::with_home(reflected_cell(self.home(size * size), size), size * size)
    }
}

/// A cell after the reflection.
pub(super) fn reflected_cell(cell: usize, size: usize) -> usize {
    cell % size * size + cell / size
}

/// The name of a tile on the reflected board, if that has the same goal: the tile that belongs on
/// the reflected goal cell.
#[cfg(feature = "pattern-databases")]
pub(super) fn reflected_tile(tile: usize, size: usize, goal: Goal) -> usize {
    let home = goal.cell_of(tile, size * size);
    goal.tile_of(reflected_cell(home, size), size * size)
}
