//! The sum of several estimates.

use super::{Heuristic, Heuristics};

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
