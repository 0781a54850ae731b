//! The maximum of several estimates.

use super::{Heuristic, Heuristics};

/// The maximum of several [`Heuristics`].
///
/// # Guarantees
///
/// Admissible if all of them are, consistent if all of them are, and never less than any of them.
/// IDA\* asks for estimates up to a bound. Then the first heuristic above the bound is the last one
/// that is evaluated, so put the one first that is quick and often high. Other searches evaluate
/// all.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::heuristic::{Maximum, from_fn};
/// use bestfirst::sliding_tiles::{Board, Goal, WalkingDistance};
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let walking_distance = WalkingDistance::new(3, Goal::BlankLast).unwrap();
/// let heuristic = Maximum((from_fn(Board::linear_conflict), &walking_distance));
/// let solver = Solver::builder(board).with_heuristic(heuristic).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
///
/// # Symmetries
///
/// A table, such as a pattern database, sees only a part of a state. If another state is at the
/// same distance from the goal, the table sees another part of it, and may know more. Such states
/// come from reflections and rotations of the whole puzzle together with its goal, and for puzzles
/// whose states are permutations from the inverse permutation (a *dual* look-up). The maximum is
/// consistent only if the symmetry maps neighbours to neighbours, which the inverse permutation
/// does not.
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Heuristic;
/// use bestfirst::heuristic::{Maximum, from_fn};
/// use bestfirst::sliding_tiles::Board;
///
/// // Only the tiles of the first column count.
/// let column = |board: &Board| {
///     let rows = (0..3).map(|row| board.tile_at(row, 0));
///     rows.filter(|tile| *tile != 0 && tile % 3 != 1).count() as u32
/// };
/// let both = Maximum((from_fn(column), from_fn(|board: &Board| column(&board.reflected()))));
/// let board: Board = "1 6 3 / 4 5 2 / 7 8 0".parse().unwrap();
/// assert_eq!((column(&board), both.estimate(&board)), (0, 1));
/// # }
/// ```
///
/// # Reference
///
/// J. C. Culberson and J. Schaeffer, "Pattern databases", *Computational Intelligence* 14, 1998, on
/// symmetries. A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang,
/// "Inconsistent heuristics in theory and practice", *Artificial Intelligence* 175, 2011, on dual
/// look-ups.
#[derive(Clone, Copy, Debug)]
pub struct Maximum<H>(
    /// The heuristics.
    pub H,
);

impl<S, H: Heuristics<S>> Heuristic<S> for Maximum<H> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        self.estimate_up_to(state, u32::MAX)
    }

    #[inline]
    fn estimate_up_to(&self, state: &S, most: u32) -> u32 {
        self.0.maximum_up_to(state, most)
    }
}
