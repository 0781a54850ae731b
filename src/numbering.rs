//! States that have numbers, and numbers that have states.

use crate::{Cost, StateSpace};

/// A space that can tell the state of a [number](StateSpace::number).
///
/// Such a space can be walked through by numbers alone, so that a few bits are enough for each state.
///
/// # Contract
///
/// All states that can be reached have numbers, less than [`numbers`](Self::numbers), and `state` is
/// the inverse of `number`.
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
pub trait NumberedSpace: StateSpace {
    /// All numbers are less than this.
    fn numbers(&self) -> usize;

    /// The state of a number. `None` if no state has this number.
    fn state(&self, number: usize) -> Option<Self::State>;

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
}

impl<P: NumberedSpace> NumberedSpace for &P {
    fn numbers(&self) -> usize {
        (**self).numbers()
    }

    #[inline]
    fn state(&self, number: usize) -> Option<Self::State> {
        (**self).state(number)
    }

    #[inline]
    fn for_each_successor_number(&self, number: usize, visit: impl FnMut(usize, Cost)) {
        (**self).for_each_successor_number(number, visit);
    }
}
