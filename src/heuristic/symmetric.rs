//! The maximum of an estimate over symmetric states.

use std::fmt;

use super::Heuristic;
use crate::Cost;

/// The maximum of a heuristic over a state and its images under symmetries: functions that map a
/// state to another one at the **same distance from the goal**.
///
/// A table, such as a pattern database, sees only a part of a state. It sees another part of the
/// image, and may know more of it. So one table gives several estimates.
///
/// Such symmetries are, for instance, reflections and rotations of the whole puzzle together with
/// its goal, and for puzzles whose states are permutations the inverse permutation (a *dual*
/// look-up).
///
/// # Guarantees
///
/// Admissible if the heuristic is. Consistent if the heuristic is and each symmetry maps neighbours
/// to neighbours at the same step cost. The inverse permutation does not, so use
/// [bidirectional pathmax](crate::search::IdaStar::bidirectional_pathmax) with it, if steps can be
/// undone.
///
/// # Example
///
/// A 3-by-3 board, and its reflection with renamed tiles:
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::heuristic::{Symmetric, from_fn};
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Heuristic, Solver};
///
/// // Only the tiles of the first column count.
/// let column = from_fn(|board: &Board| {
///     let rows = (0..3).map(|row| board.tile_at(row, 0));
///     rows.filter(|tile| *tile != 0 && tile % 3 != 1).count() as u32
/// });
/// let both = Symmetric::new(column, [Board::reflected]);
/// let board: Board = "1 6 3 / 4 5 2 / 7 8 0".parse().unwrap();
/// assert_eq!((column.estimate(&board), both.estimate(&board)), (0, 1));
/// let solver = Solver::builder(board).with_heuristic(both).solve();
/// # }
/// ```
///
/// # Reference
///
/// J. C. Culberson and J. Schaeffer, "Pattern databases", *Computational Intelligence* 14, 1998, on
/// symmetries. A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang, "Inconsistent
/// heuristics in theory and practice", *Artificial Intelligence* 175, 2011, on dual look-ups.
#[derive(Clone, Copy)]
pub struct Symmetric<S, H, const COUNT: usize> {
    heuristic: H,
    images: [fn(&S) -> S; COUNT],
}

impl<S, H: Heuristic<S>, const COUNT: usize> Symmetric<S, H, COUNT> {
    /// The maximum over a state and these images of it.
    pub fn new(heuristic: H, images: [fn(&S) -> S; COUNT]) -> Self {
        Self { heuristic, images }
    }
}

impl<S, H: Heuristic<S>, const COUNT: usize> Heuristic<S> for Symmetric<S, H, COUNT> {
    fn estimate(&self, state: &S) -> Cost {
        self.estimate_up_to(state, Cost::MAX)
    }

    fn estimate_up_to(&self, state: &S, most: Cost) -> Cost {
        let mut highest = self.heuristic.estimate_up_to(state, most);
        for image in self.images {
            if highest > most {
                break;
            }
            highest = highest.max(self.heuristic.estimate_up_to(&image(state), most));
        }
        highest
    }
}

impl<S, H: fmt::Debug, const COUNT: usize> fmt::Debug for Symmetric<S, H, COUNT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symmetric")
            .field("heuristic", &self.heuristic)
            .field("images", &COUNT)
            .finish()
    }
}
