//! Linear conflict: the Manhattan distance and the detours of tiles that block each other.

use super::large::Large;
use super::line::Line;
use super::line_tables::LineTables;
use super::packed::MAX_SIZE;
use super::{Board, Goal};
use crate::{DEAD_END, Heuristic};

impl Board {
    /// Linear conflict: [`manhattan`](Self::manhattan), plus two moves for each tile that has to
    /// leave its own row or column to let others pass.
    ///
    /// Consider the tiles that are in their own row. Those that never leave the row stay in order.
    /// So all but a longest increasing subsequence have to leave the row and come back, and
    /// Manhattan counts neither move. The same holds for columns. A move along a column is not a
    /// move along a row, so nothing is counted twice: the estimate is admissible. It is also
    /// consistent. A move takes one tile from one line to another, and at most one of the two is
    /// the tile's own. If one is, Manhattan changes by 1, and the detours change by 0 or by 2 in
    /// the opposite direction. Counting the pairs of tiles in conflict would be wrong: in `3 2 1`
    /// there are three pairs, but only two tiles have to leave.
    ///
    /// A board larger than 4 by 4 computes this on the first call, in O(N²) on most boards and in
    /// O(N² log N) at worst, and then [stores it](Self#complexity). A smaller board computes it in
    /// each call; there, [`LinearConflict`] is faster because it uses tables.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "3 2 1 / 4 5 6 / 7 8 0".parse()?;
    /// assert_eq!((board.manhattan(), board.linear_conflict()), (4, 8));
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields
    /// powerful admissible heuristics", *Information Sciences* 63(3), 1992.
    pub fn linear_conflict(&self) -> u32 {
        self.of_any_size(|board| board.manhattan + 2 * u64::from(board.leaving()))
    }

    /// A measure of how far the board is from the goal, to guide a [beam
    /// search](crate::search::AnytimeBeam::guided_by). It is the sum of three times the Manhattan
    /// distance, of 24 for each tile that has to leave its own row or column as in [linear
    /// conflict](Self::linear_conflict), and of the squared distance of each tile from its goal
    /// cell.
    ///
    /// It is **not a lower bound** on the number of moves, so it is not admissible. It orders
    /// boards better than admissible estimates do: bringing a single tile home from far away
    /// disturbs all the others. The weights were found by experiments on 6-by-6 boards. A higher
    /// sum than [`DEAD_END`] - 1 becomes that.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "3 2 1 / 4 5 6 / 7 8 0".parse()?;
    /// assert_eq!(board.disorder(), 3 * 4 + 2 * 24 + 2 * 2 * 2);
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    pub fn disorder(&self) -> u32 {
        self.of_any_size(|board| {
            3 * board.manhattan + 24 * u64::from(board.leaving()) + board.squares
        })
    }

    /// Evaluates an estimate. A board larger than 4 by 4 is a [`Large`] one already. A smaller one
    /// has to be converted in each call.
    fn of_any_size(&self, estimate: impl Fn(&Large) -> u64) -> u32 {
        let estimate = match self.large() {
            Some(large) => estimate(large),
            None => estimate(&Large::new(self.size(), self.goal(), self.tiles())),
        };
        u32::try_from(estimate).unwrap_or(u32::MAX).min(DEAD_END - 1)
    }
}

/// [`Board::linear_conflict`] with tables, for many boards of one size and goal.
///
/// # Guarantees
///
/// Admissible and consistent, and never less than Manhattan. For boards larger than 4 by 4, and for
/// boards of another size or goal than the tables, the estimate is the same but is computed without
/// tables, which is slower for small boards.
///
/// # Complexity
///
/// Up to N = 4, eight table look-ups for each board. For N = 4 the tables take 128 KiB, and about
/// 20 ms to build. For smaller boards both are negligible.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::{Board, LinearConflict};
///
/// let board: Board = "9 5 1 12 / 4 6 7 8 / 11 3 0 15 / 2 13 10 14".parse()?;
/// let heuristic = LinearConflict::new(board.size(), board.goal());
/// let solver = Solver::builder(board).with_heuristic(&heuristic).solve();
/// assert_eq!(solver.moves(), Some(40));
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
///
/// # Reference
///
/// O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields
/// powerful admissible heuristics", *Information Sciences* 63(3), 1992.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    /// The number of tiles that have to leave a line, in 2 bits for each of the possible positions
    /// of the line.
    detours: LineTables,
}

impl LinearConflict {
    /// Builds tables for this size and goal. Boards larger than 4 by 4 get none.
    #[expect(clippy::cast_possible_truncation, reason = "a line has at most 4 tiles")]
    #[must_use]
    pub fn new(size: usize, goal: Goal) -> Self {
        let detours = LineTables::new(size, goal, &|tiles| {
            let mut lines: [Line; MAX_SIZE] = Default::default();
            for &(home, rank) in tiles {
                lines[home].push(rank as u32);
            }
            lines.iter().rev().fold(0, |all, line| all << 2 | line.leaving as u8)
        });
        Self { detours }
    }
}

impl Heuristic<Board> for LinearConflict {
    #[inline]
    fn estimate(&self, board: &Board) -> u32 {
        let Some(packed) = self.detours.board(board) else { return board.linear_conflict() };
        let mut leaving = 0;
        for (lines, table) in packed.lines().into_iter().zip(&self.detours.tables) {
            // The loop covers all lines, whatever the size, because that is faster. No tile has to
            // leave an empty line.
            for (line, contents) in lines.into_iter().enumerate() {
                leaving += table[usize::from(contents)] >> (2 * line) & 3;
            }
        }
        packed.manhattan() + 2 * u32::from(leaving)
    }

    /// The Manhattan distance alone exceeds most bounds.
    #[inline]
    fn estimate_up_to(&self, board: &Board, most: u32) -> u32 {
        let manhattan = board.manhattan();
        if manhattan > most { manhattan } else { self.estimate(board) }
    }
}
