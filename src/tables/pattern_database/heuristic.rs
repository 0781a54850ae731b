//! A pattern database as a heuristic.

use std::borrow::Borrow;
use std::fmt;

use super::PatternDatabase;
use crate::Heuristic;

/// The estimates of a [`PatternDatabase`], given the entry of each state.
///
/// The table may be owned, borrowed, or shared in an `Arc`.
///
/// # Guarantees
///
/// The estimate is admissible if the [`Projection`](super::Projection) is right and `entry` maps
/// each state to the entry of its abstract state. It is consistent if each entry stands for one
/// abstract state and no distance is [too far](super::TableFormat::farthest) for the table.
///
/// # Example
///
/// A lock of four wheels with six digits each. A step turns one wheel by one. The table knows the
/// first two wheels.
///
/// ```
/// use bestfirst::pattern_database::{PatternDatabase, PatternHeuristic, Projection};
/// use bestfirst::{Heuristic, Problem};
///
/// struct TwoWheels;
///
/// impl Projection for TwoWheels {
///     type Cursor = ();
///
///     fn name(&self) -> String {
///         "two wheels of six digits, 0 0 wanted".to_owned()
///     }
///
///     fn entries(&self) -> usize {
///         36
///     }
///
///     fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
///         visit(0);
///     }
///
///     fn for_each_predecessor(
///         &self,
///         (): &mut (),
///         wheels: usize,
///         mut visit: impl FnMut(usize, u32),
///     ) {
///         let (first, second) = (wheels / 6, wheels % 6);
///         for turn in [1, 5] {
///             visit((first + turn) % 6 * 6 + second, 1);
///             visit(first * 6 + (second + turn) % 6, 1);
///         }
///     }
/// }
///
/// let table = PatternDatabase::build(&TwoWheels)?;
/// let entry = |wheels: &[usize; 4]| wheels[0] * 6 + wheels[1];
/// assert_eq!(table.heuristic(entry).estimate(&[3, 5, 2, 2]), 4);
///
/// let turned = |wheels: &[usize; 4]| {
///     let wheels = *wheels;
///     (0..4).flat_map(move |wheel| {
///         [1, 5].map(|turn| {
///             let mut next = wheels;
///             next[wheel] = (next[wheel] + turn) % 6;
///             next
///         })
///     })
/// };
/// let problem = Problem::from_neighbors([3, 5, 2, 2], turned, |wheels| *wheels == [0; 4]);
/// // This heuristic owns its table.
/// let solver = problem.solver().with_heuristic(PatternHeuristic::new(table, entry)).solve();
/// assert_eq!(solver.moves(), Some(8));
/// # Ok::<(), bestfirst::pattern_database::TableError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PatternHeuristic<T, F> {
    table: T,
    entry: F,
}

impl<T: Borrow<PatternDatabase>, F> PatternHeuristic<T, F> {
    /// The estimates of `table`, where `entry` gives the entry of a state.
    pub fn new<S>(table: T, entry: F) -> Self
    where
        F: Fn(&S) -> usize,
    {
        Self { table, entry }
    }
}

impl PatternDatabase {
    /// The estimates of this table, where `entry` gives the entry of a state.
    /// [`PatternHeuristic::new`] makes a heuristic that owns its table.
    ///
    /// The estimate panics as [`distance`](Self::distance) does, if there is no such entry.
    pub fn heuristic<S, F: Fn(&S) -> usize>(&self, entry: F) -> PatternHeuristic<&Self, F> {
        PatternHeuristic::new(self, entry)
    }
}

impl<S, T: Borrow<PatternDatabase>, F: Fn(&S) -> usize> Heuristic<S> for PatternHeuristic<T, F> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        self.table.borrow().distance((self.entry)(state))
    }
}

impl<T: Borrow<PatternDatabase>, F> fmt::Debug for PatternHeuristic<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PatternHeuristic").field(self.table.borrow()).finish()
    }
}
