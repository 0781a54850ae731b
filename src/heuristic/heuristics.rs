//! Several heuristics together.

use super::Heuristic;
use crate::space::forward::forward;
use crate::{Cost, DEAD_END};

/// Several heuristics for the same states, to be combined into one: a tuple of 2 to 6 heuristics,
/// or an array, slice or vector of heuristics of one type.
///
/// ```
/// use bestfirst::heuristic::{Heuristics, from_fn};
///
/// let pair = (from_fn(|state: &u32| state / 2), from_fn(|state: &u32| state % 7));
/// assert_eq!(pair.maximum_up_to(&40, u32::MAX), 20);
/// assert_eq!(pair.sum(&40), 25);
/// ```
pub trait Heuristics<S> {
    /// The highest of the estimates, or 0 if there is none. Stops at the first one above `most`.
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost;

    /// The sum of the estimates. It is [`DEAD_END`] if one of them is, and otherwise at most
    /// `DEAD_END - 1`.
    fn sum(&self, state: &S) -> Cost;
}

impl<S, H: Heuristic<S>> Heuristics<S> for [H] {
    #[inline]
    fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
        let mut highest = 0;
        for heuristic in self {
            highest = highest.max(heuristic.estimate_up_to(state, most));
            if highest > most {
                break;
            }
        }
        highest
    }

    #[inline]
    fn sum(&self, state: &S) -> Cost {
        self.iter().fold(0, |sum, heuristic| added(sum, heuristic.estimate(state)))
    }
}

impl<S, H: Heuristic<S>, const COUNT: usize> Heuristics<S> for [H; COUNT] {
    forward! { |all| all.as_slice();
        fn maximum_up_to(state: &S, most: Cost) -> Cost;
        fn sum(state: &S) -> Cost;
    }
}

impl<S, H: Heuristic<S>> Heuristics<S> for Vec<H> {
    forward! { |all| all.as_slice();
        fn maximum_up_to(state: &S, most: Cost) -> Cost;
        fn sum(state: &S) -> Cost;
    }
}

macro_rules! for_tuples {
    ($(($($heuristic:ident $index:tt),+))+) => {$(
        impl<S, $($heuristic: Heuristic<S>),+> Heuristics<S> for ($($heuristic,)+) {
            #[inline]
            fn maximum_up_to(&self, state: &S, most: Cost) -> Cost {
                let mut highest = 0;
                $(
                    highest = highest.max(self.$index.estimate_up_to(state, most));
                    if highest > most {
                        return highest;
                    }
                )+
                highest
            }

            #[inline]
            fn sum(&self, state: &S) -> Cost {
                let sum = 0;
                $(let sum = added(sum, self.$index.estimate(state));)+
                sum
            }
        }
    )+};
}

for_tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// The sum of two estimates.
#[inline]
fn added(a: Cost, b: Cost) -> Cost {
    if a == DEAD_END || b == DEAD_END { DEAD_END } else { a.saturating_add(b).min(DEAD_END - 1) }
}

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

/// The sum of several [`Heuristics`] that are *additive*: at most one of them counts the cost of
/// each step, or they share that cost between them.
///
/// # Guarantees
///
/// **The caller guarantees that they are additive.** Consider the space in which each step costs
/// only the share that one heuristic counts. If each heuristic is admissible in its own such space,
/// the sum is admissible in the original space. The same holds for consistent heuristics. If two of
/// them count the same step in full, the sum is too high, and solutions may cost more than
/// necessary. A sum above `u32::MAX` is returned as `u32::MAX`.
///
/// # Example
///
/// A king goes to the corner of a chess board. A move changes its rank, its file or both, so only
/// the maximum of the two distances is admissible. A piece that moves one cell along a rank or a
/// file changes only one of them. For that piece the two distances are additive:
///
/// ```
/// use bestfirst::Heuristic;
/// use bestfirst::heuristic::{Additive, Maximum, from_fn};
///
/// let ranks = from_fn(|&(rank, _): &(u32, u32)| rank);
/// let files = from_fn(|&(_, file): &(u32, u32)| file);
/// assert_eq!(Maximum((ranks, files)).estimate(&(3, 4)), 4); // the king
/// assert_eq!(Additive((ranks, files)).estimate(&(3, 4)), 7); // the other piece
/// ```
///
/// [`check`](crate::check) finds heuristics that are not additive: it sees a sum above the cost of
/// a path. For the king, one diagonal step is counted twice:
///
/// ```
/// use bestfirst::check::{self, Fault};
/// use bestfirst::heuristic::{Additive, from_fn};
/// use bestfirst::{WithHeuristic, WorldState, Worlds};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct King(u32, u32);
///
/// impl WorldState for King {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         self.0.max(self.1)
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         let &King(rank, file) = self;
///         let near = |at: u32| at.saturating_sub(1)..=(at + 1).min(7);
///         near(rank).flat_map(move |rank| near(file).map(move |file| King(rank, file)))
///     }
/// }
///
/// let sum = Additive((from_fn(|king: &King| king.0), from_fn(|king: &King| king.1)));
/// let report = check::space(WithHeuristic::new(Worlds::new(), sum), &King(3, 4)).run();
/// let path = vec![King(1, 1), King(0, 0)];
/// assert_eq!(report.faults(), [Fault::Inadmissible { path, estimate: 2, cost: 1 }]);
/// ```
///
/// # Reference
///
/// A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics", *Journal of
/// Artificial Intelligence Research* 22, 2004.
#[derive(Clone, Copy, Debug)]
pub struct Additive<H>(
    /// The heuristics.
    pub H,
);

impl<S, H: Heuristics<S>> Heuristic<S> for Additive<H> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        self.0.sum(state)
    }
}
