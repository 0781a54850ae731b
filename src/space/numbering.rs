//! States that have numbers, and numbers that have states.

use crate::space::bits::bits;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{BidirectionalSpace, Cost, StateSpace};

/// A space that can tell the state of a [number](StateSpace::number).
///
/// Such a space can be walked through by numbers alone, so that a few bits are enough for each
/// state.
///
/// # Contract
///
/// All states that can be reached have numbers, less than [`numbers`](Self::numbers), and `state`
/// is the inverse of `number`.
///
/// # Example
///
/// A knight on a chessboard of three by three. A number is three times the row plus the column.
///
/// ```
/// use bestfirst::{NumberedSpace, StateSpace};
///
/// struct Knight;
///
/// impl StateSpace for Knight {
///     type State = (usize, usize);
///
///     fn estimate(&self, _: &(usize, usize)) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, square: &(usize, usize)) -> bool {
///         *square == (0, 0)
///     }
///
///     fn for_each_successor(
///         &self,
///         &(row, column): &(usize, usize),
///         previous: Option<&(usize, usize)>,
///         mut visit: impl FnMut((usize, usize), u32),
///     ) {
///         for next in (0..9).map(|number| (number / 3, number % 3)) {
///             let moved = (row.abs_diff(next.0), column.abs_diff(next.1));
///             if matches!(moved, (1, 2) | (2, 1)) && Some(&next) != previous {
///                 visit(next, 1);
///             }
///         }
///     }
///
///     fn number(&self, &(row, column): &(usize, usize)) -> Option<usize> {
///         Some(row * 3 + column)
///     }
/// }
///
/// impl NumberedSpace for Knight {
///     fn numbers(&self) -> usize {
///         9
///     }
///
///     fn state(&self, number: usize) -> Option<(usize, usize)> {
///         (number < 9).then_some((number / 3, number % 3))
///     }
/// }
///
/// let mut next = Vec::new();
/// Knight.for_each_successor_number(0, |number, _| next.push(number));
/// assert_eq!(next, [5, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the states of `{Self}` have no numbers",
    label = "this type does not implement `NumberedSpace`",
    note = "call `Problem::numbered`, or implement `NumberedSpace` for a space of your own",
    note = "`GraphAStar`, `UniformCost` and `Distances::compute` need no numbers"
)]
pub trait NumberedSpace: StateSpace {
    /// All numbers are less than this.
    fn numbers(&self) -> usize;

    /// The state of a number. `None` if no state has this number.
    fn state(&self, number: usize) -> Option<Self::State>;

    /// Whether some steps may cost 0. The answer must always be the same.
    ///
    /// An enumeration needs to know, because states at the same distance may then lead to one
    /// another. `true` is always right, only slower. The default is `false`; then an enumeration
    /// refuses a step of cost 0.
    #[cfg_attr(
        all(feature = "sliding-tiles", feature = "word-ladder"),
        doc = "\nThe fewest turns in a maze are an example in the [guide](crate::guide::whole_spaces)."
    )]
    #[inline]
    fn has_zero_cost_steps(&self) -> bool {
        false
    }

    /// Calls `visit` with the number of each successor of the state with this number, and the cost
    /// of the step.
    ///
    /// The default makes the state and its successors. A space that has tables of moves on numbers
    /// can do better. A successor without a number breaks the contract; the default gives it
    /// [`usize::MAX`], which is never a number of a state.
    #[inline]
    fn for_each_successor_number(&self, number: usize, mut visit: impl FnMut(usize, Cost)) {
        if let Some(state) = self.state(number) {
            self.for_each_successor(&state, None, |successor, step_cost| {
                visit(self.number(&successor).unwrap_or(usize::MAX), step_cost);
            });
        }
    }

    /// Calls `visit` with the successors of many states, in sets.
    ///
    /// A set is 32 bits, and stands for as many numbers: bit *b* of set *s* for the number 32 *s* +
    /// *b*. `sets` are the sets `first`, `first + 1` and so on, with the states whose successors
    /// are wanted. `visit` gets the index of a set, some successors in it, and the cost of the
    /// steps to them. A successor may be visited several times, and none may be left out.
    ///
    /// The default goes from number to number. A space can do better if steps within a set, or the
    /// steps of a whole set, are the same operation on bits.
    #[inline]
    fn for_each_successor_set(
        &self,
        first: usize,
        sets: &[u32],
        mut visit: impl FnMut(usize, u32, Cost),
    ) {
        for (set, &numbers) in (first..).zip(sets) {
            for_each_number(set, numbers, |number| {
                self.for_each_successor_number(number, |next, step_cost| {
                    visit(next / SET, 1 << (next % SET), step_cost);
                });
            });
        }
    }
}

/// Visits the numbers of a set. See [`NumberedSpace::for_each_successor_set`].
#[inline]
pub(crate) fn for_each_number(set: usize, numbers: u32, mut visit: impl FnMut(usize)) {
    bits(numbers).for_each(|bit: usize| visit(set * SET + bit));
}

/// The number of states in a set.
pub(crate) const SET: usize = 32;

impl<P: NumberedSpace> NumberedSpace for &P {
    forward!(|outer| **outer; NumberedSpace);
}

/// A space whose steps go the other way: its successors are the predecessors of the given space.
///
/// Distances from a goal in the reversed space are distances to the goal in the given one. A state
/// has the same number in both. Goals and estimates are no longer of use: no state is a goal, and
/// the estimate is 0.
#[derive(Clone, Copy, Debug)]
pub struct Reversed<P> {
    space: P,
}

impl<P> Reversed<P> {
    /// The reversed space.
    pub fn new(space: P) -> Self {
        Self { space }
    }

    /// The given space.
    pub fn space(&self) -> &P {
        &self.space
    }
}

impl<P: BidirectionalSpace> StateSpace for Reversed<P> {
    type State = P::State;

    fn estimate(&self, _: &Self::State) -> Cost {
        0
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    derived! { for_each_successor: |outer, state, previous, visit|
        outer.space.for_each_predecessor(state, previous, visit);
    }

    forward!(|outer| outer.space; number, heap_bytes, least_step_cost, observe);
}

/// The predecessors are the successors of the given space. There are no goals.
impl<P: BidirectionalSpace> BidirectionalSpace for Reversed<P> {
    fn goals(&self, _: &Self::State) -> impl IntoIterator<Item = Self::State> {
        []
    }

    derived!(for_each_predecessor from successors of |outer| outer.space);
}

impl<P: NumberedSpace + BidirectionalSpace> NumberedSpace for Reversed<P> {
    forward!(|outer| outer.space; state);
}
