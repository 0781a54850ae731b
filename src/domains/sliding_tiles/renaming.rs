//! Any arrangement as the goal.

use super::Direction::{Down, Left, Right, Up};
use super::board::check_size;
use super::{Board, BoardError, Goal};

/// New names for the tiles of a board, so that any arrangement is a [`Goal`].
///
/// What is written on the tiles does not matter to the puzzle. So the tiles get the names that they
/// have on the solved board of a goal with the same blank. All estimates, tables and searches work
/// with the renamed board, and its distance from the goal is that of the board from the
/// arrangement.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::{Board, Renaming};
///
/// let snail: Board = "1 2 3 / 8 0 4 / 7 6 5".parse()?;
/// let renaming = Renaming::to(&snail);
/// let board: Board = "1 2 3 / 8 6 4 / 7 0 5".parse()?;
/// let solver = Solver::new(renaming.rename(&board).unwrap());
/// assert_eq!(solver.moves(), Some(1));
/// assert_eq!(renaming.restore(&solver.solution()[1]), Some(snail));
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    size: usize,
    goal: Goal,
    /// For each tile, its new name; and for each new name, the tile.
    names: [Vec<u32>; 2],
}

impl Renaming {
    /// The names with which this arrangement is the goal. The goal of the given board does not
    /// count.
    #[must_use]
    pub fn to(arrangement: &Board) -> Self {
        let size = arrangement.size();
        let goal = Goal::with_home(arrangement.blank(), size * size);
        let mut names = [vec![0; size * size], vec![0; size * size]];
        for (name, tile) in goal.tiles(size * size).zip(arrangement.tiles()) {
            names[0][tile as usize] = name;
            names[1][name as usize] = tile;
        }
        Self { size, goal, names }
    }

    /// The goal of the renamed boards.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The board with new names and this goal. `None` if it has another size.
    #[must_use]
    pub fn rename(&self, board: &Board) -> Option<Board> {
        self.with_names(board, 0, self.goal)
    }

    /// The board with its own names again, and the default goal. `None` if it has another size.
    #[must_use]
    pub fn restore(&self, board: &Board) -> Option<Board> {
        self.with_names(board, 1, Goal::default())
    }

    fn with_names(&self, board: &Board, names: usize, goal: Goal) -> Option<Board> {
        let tiles = board.tiles().map(|tile| self.names[names][tile as usize]);
        (board.size() == self.size)
            .then(|| Board::from_permutation(self.size, goal, tiles.collect()))
    }
}

impl Board {
    /// The board whose tiles are in order along a spiral from the top left corner, clockwise, with
    /// the blank at the end: `1 2 3 / 8 0 4 / 7 6 5`. As a goal, it needs a [`Renaming`].
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`](super::BoardErrorKind::SizeOutOfRange).
    pub fn snail(size: usize) -> Result<Self, BoardError> {
        check_size(size).map_err(|kind| BoardError::new(None, kind))?;
        let mut tiles = vec![0; size * size];
        let (mut cell, mut turns) = (0, 0);
        for tile in (1..).take(size * size - 1) {
            tiles[cell] = tile;
            let next = |turns: usize| {
                let direction = [Right, Down, Left, Up][turns % 4];
                direction.step(cell, size).filter(|&next| tiles[next] == 0)
            };
            if next(turns).is_none() {
                turns += 1;
            }
            cell = next(turns).unwrap_or(cell);
        }
        Ok(Self::from_permutation(size, Goal::default(), tiles))
    }
}
