//! Linear conflict: Manhattan, and the detours of tiles that are in each other's way.

use std::fmt;

use smallvec::SmallVec;

use super::large::Large;
use super::packed::{MAX_SIZE, Packed};
use super::{Board, Goal};
use crate::Heuristic;

impl Board {
    /// Linear conflict: [`manhattan`](Self::manhattan), and two moves more for each tile that has to
    /// leave its line to let others pass.
    ///
    /// Of the tiles in a row that is theirs, those that never leave it stay in order, so all but a
    /// longest increasing subsequence have to leave and come back; Manhattan counts neither
    /// move. The same holds for columns, and a move along a column is none along a row. So the
    /// estimate is admissible. It is consistent: a move takes one tile out of one line and
    /// into another, only one of which can be its own, and there changes Manhattan by 1 and the
    /// detours by 0 or 2 the other way. Counting the pairs in conflict instead would be
    /// wrong: of `3 2 1` only two have to leave, though there are three pairs.
    ///
    /// A board larger than 4 by 4 finds it when it is first asked, in O(N²) on most boards and
    /// O(N² log N) at worst, and then [knows it](Self#complexity). A smaller one finds it each time,
    /// and [`LinearConflict`] with its tables is faster.
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
    #[must_use]
    pub fn linear_conflict(&self) -> u32 {
        self.of_any_size(|board| board.manhattan + 2 * u64::from(board.leaving()))
    }

    /// How far the board is from being solved, to guide a
    /// [beam](crate::search::AnytimeBeam::guided_by): three times the Manhattan distance, twelve for
    /// each tile that has to leave its line as in [linear conflict](Self::linear_conflict), and for
    /// each tile the square of its distance from its place.
    ///
    /// It is **not a lower bound** on the moves, but compares two boards better than those that are:
    /// moves that bring a single tile home from far away get in the way of all the others. The
    /// weights were found by trial on boards of 6 by 6. Should it be more than `u32::MAX`, it is
    /// `u32::MAX`.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "3 2 1 / 4 5 6 / 7 8 0".parse()?;
    /// assert_eq!(board.disorder(), 3 * 4 + 2 * 24 + 2 * 2 * 2);
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    #[must_use]
    pub fn disorder(&self) -> u32 {
        self.of_any_size(|board| {
            3 * board.manhattan + 24 * u64::from(board.leaving()) + board.squares
        })
    }

    /// What a board larger than 4 by 4 keeps, and a smaller one has to find each time.
    fn of_any_size(&self, estimate: impl Fn(&Large) -> u64) -> u32 {
        let estimate = if let Some(large) = self.large() {
            estimate(large)
        } else {
            estimate(&Large::new(self.size(), self.goal(), self.tiles()))
        };
        u32::try_from(estimate).unwrap_or(u32::MAX)
    }
}

/// The tiles of a line that is theirs, one after the other.
#[derive(Default)]
pub(super) struct Line<R> {
    /// By length, the lowest rank that an increasing subsequence of them can end with.
    ends: SmallVec<[R; 6]>,
    leaving: u32,
}

impl<R: Ord> Line<R> {
    /// Adds a tile, by its place in the line.
    #[inline]
    pub(super) fn push(&mut self, rank: R) {
        // As long as the tiles are in order there is nothing to look for.
        if self.ends.last().is_none_or(|last| *last < rank) {
            self.ends.push(rank);
        } else {
            let length = self.ends.partition_point(|end| *end < rank);
            self.ends[length] = rank;
            self.leaving += 1;
        }
    }

    /// How many tiles have to leave the line so that the others are in order.
    pub(super) fn leaving(&self) -> u32 {
        self.leaving
    }
}

impl<R: Ord + Default> FromIterator<R> for Line<R> {
    fn from_iter<I: IntoIterator<Item = R>>(ranks: I) -> Self {
        let mut line = Self::default();
        ranks.into_iter().for_each(|rank| line.push(rank));
        line
    }
}

/// [`Board::linear_conflict`] by tables, for many boards of one size and goal.
///
/// # Guarantees
///
/// Admissible and consistent, and nowhere weaker than Manhattan. Boards larger than 4 by 4 keep the
/// same estimate without tables; those of another size or goal than the tables have it, only slower.
///
/// # Complexity
///
/// Up to N = 4, eight table look-ups for each board. The tables take 128 KiB for N = 4, and some 20 ms
/// to make; for smaller boards next to nothing.
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
#[derive(Clone)]
pub struct LinearConflict {
    size: usize,
    goal: Goal,
    /// For rows and for columns, by what a line holds: how many tiles have to leave it, in 2 bits for
    /// each place the line may have. Empty for larger boards.
    detours: [Box<[u8]>; 2],
}

impl LinearConflict {
    /// With tables for boards of this size and goal, if they are at most 4 by 4.
    #[must_use]
    pub fn new(size: usize, goal: Goal) -> Self {
        if !(2..=MAX_SIZE).contains(&size) {
            return Self { size, goal, detours: [[].into(), [].into()] };
        }
        let table = |belongs: fn(usize, usize) -> (usize, usize)| {
            let places: SmallVec<[_; 16]> =
                (0..1 << 4).map(|tile| belongs(goal.cell_of(tile, size * size), size)).collect();
            let entry = |contents: usize| {
                let tiles = (0..size).map(|at| contents >> (4 * at) & 15);
                let tiles: SmallVec<[_; MAX_SIZE]> = tiles.filter(|&tile| tile != 0).collect();
                (0..size).fold(0, |entry, line| {
                    let belonging = tiles.iter().map(|&tile| places[tile]);
                    let ranks = belonging.filter(|&(home, _)| home == line).map(|(_, rank)| rank);
                    entry | ranks.collect::<Line<_>>().leaving() << (2 * line)
                })
            };
            (0..1 << (4 * size)).map(|contents| entry(contents).to_le_bytes()[0]).collect()
        };
        let rows = table(|cell, size| (cell / size, cell % size));
        let columns = table(|cell, size| (cell % size, cell / size));
        Self { size, goal, detours: [rows, columns] }
    }

    /// What [`Board::linear_conflict`] is for this board.
    #[inline]
    fn look_up(&self, board: Packed) -> u32 {
        let mut leaving = 0;
        for (lines, table) in board.lines().into_iter().zip(&self.detours) {
            // All, whatever the size: it is quicker, and from what is empty no tile has to leave.
            for (line, contents) in lines.into_iter().enumerate() {
                leaving += table[usize::from(contents)] >> (2 * line) & 3;
            }
        }
        board.manhattan() + 2 * u32::from(leaving)
    }
}

impl Heuristic<Board> for LinearConflict {
    #[inline]
    fn estimate(&self, board: &Board) -> u32 {
        match board.packed() {
            Some(packed) if packed.size() == self.size && packed.goal() == self.goal => {
                self.look_up(packed)
            }
            _ => board.linear_conflict(),
        }
    }
}

impl fmt::Debug for LinearConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinearConflict")
            .field("size", &self.size)
            .field("goal", &self.goal)
            .finish_non_exhaustive()
    }
}
