//! Reflection about the diagonal through the top left corner.

use super::{Board, Goal};

impl Board {
    /// The board reflected about its main diagonal, with each tile renamed to the one whose goal
    /// cell is the reflection of its own. Moves are reflected too, so the distance from the goal is
    /// the same. The reflection of the reflection is the board.
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
        let mut tiles = vec![0; size * size];
        for (cell, tile) in self.tiles().enumerate() {
            let tile = reflected_tile(tile as usize, size, goal);
            tiles[reflected_cell(cell, size)] = tile as u32;
        }
        Self::from_permutation(size, goal, tiles)
    }
}

/// A cell after the reflection.
pub(super) fn reflected_cell(cell: usize, size: usize) -> usize {
    cell % size * size + cell / size
}

/// The name of a tile on the reflected board: the tile that belongs on the reflected goal cell.
pub(super) fn reflected_tile(tile: usize, size: usize, goal: Goal) -> usize {
    let home = goal.cell_of(tile, size * size);
    goal.tile_of(reflected_cell(home, size), size * size)
}
