//! A space with numbered states as the definition of a pattern database.

use super::Projection;
use crate::BidirectionalSpace;
use crate::space::debug::debug;

/// A space whose states are the abstract states of a [`PatternDatabase`](super::PatternDatabase).
/// Its own steps and [numbers](crate::StateSpace::number) define the table, so that no predecessors
/// of numbers have to be written.
///
/// The space is the problem with some of its parts taken away, or a small problem itself. A step
/// that costs more than 1 counts as 1, which is admissible.
///
/// # Contract
///
/// All states have numbers, from 0 to less than the number of entries, and the closure returns the
/// state of each number. A state without a number, or with a larger one, makes the build panic.
///
/// # Example
///
/// Six pancakes. The table keeps only the places of the three largest, which makes 120 abstract
/// states instead of 720.
///
/// ```
/// use bestfirst::pattern_database::{PatternDatabase, SpaceProjection};
/// use bestfirst::{BidirectionalSpace, Problem, StateSpace};
///
/// /// The places of the pancakes 4, 5 and 6. The others are all alike.
/// struct Large;
///
/// impl StateSpace for Large {
///     type State = [usize; 3];
///
///     fn estimate(&self, _: &[usize; 3]) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, places: &[usize; 3]) -> bool {
///         *places == [3, 4, 5]
///     }
///
///     fn for_each_successor(
///         &self,
///         places: &[usize; 3],
///         previous: Option<&[usize; 3]>,
///         mut visit: impl FnMut([usize; 3], u32),
///     ) {
///         for count in 2..=6 {
///             let turned = places.map(|at| if at < count { count - 1 - at } else { at });
///             if Some(&turned) != previous {
///                 visit(turned, 1);
///             }
///         }
///     }
///
///     fn number(&self, &[first, second, third]: &[usize; 3]) -> Option<usize> {
///         Some(first * 36 + second * 6 + third)
///     }
/// }
///
/// impl BidirectionalSpace for Large {
///     fn goals(&self, _: &[usize; 3]) -> impl IntoIterator<Item = [usize; 3]> {
///         [[3, 4, 5]]
///     }
///
///     fn for_each_predecessor(
///         &self,
///         places: &[usize; 3],
///         next: Option<&[usize; 3]>,
///         visit: impl FnMut([usize; 3], u32),
///     ) {
///         self.for_each_successor(places, next, visit);
///     }
/// }
///
/// // A few numbers belong to no state. They are never reached.
/// let places = |number: usize| [number / 36, number / 6 % 6, number % 6];
/// let projection = SpaceProjection::new("pancakes 4 to 6 of 6", Large, 216, places);
/// let table = PatternDatabase::build(&projection)?;
///
/// let entry = |stack: &[u8; 6]| {
///     let at = |pancake| stack.iter().position(|&other| other == pancake).unwrap_or(0);
///     at(4) * 36 + at(5) * 6 + at(6)
/// };
/// let turned = |stack: &[u8; 6]| {
///     let stack = *stack;
///     (2..=6).map(move |count| {
///         let mut turned = stack;
///         turned[..count].reverse();
///         turned
///     })
/// };
/// let problem = Problem::from_neighbors([4, 6, 2, 5, 1, 3], turned, |stack| stack.is_sorted());
/// let solver = problem.solver().with_heuristic(table.heuristic(entry)).solve();
/// assert_eq!(solver.moves(), Some(7));
/// # Ok::<(), bestfirst::pattern_database::TableError>(())
/// ```
pub struct SpaceProjection<P, F> {
    name: String,
    space: P,
    entries: usize,
    state: F,
}

impl<P: BidirectionalSpace, F: Fn(usize) -> P::State> SpaceProjection<P, F> {
    /// The projection with this [name](Projection::name) and number of entries. `state` returns the
    /// state of a number.
    pub fn new(name: impl Into<String>, space: P, entries: usize, state: F) -> Self {
        Self { name: name.into(), space, entries, state }
    }

    /// The number of a state. A state without one gets a number that has no entry.
    fn number(&self, state: &P::State) -> usize {
        self.space.number(state).unwrap_or(usize::MAX)
    }
}

impl<P: BidirectionalSpace, F: Fn(usize) -> P::State> Projection for SpaceProjection<P, F> {
    type Cursor = ();

    fn name(&self) -> String {
        self.name.clone()
    }

    fn entries(&self) -> usize {
        self.entries
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        if self.entries > 0 {
            let any = (self.state)(0);
            self.space.goals(&any).into_iter().for_each(|goal| visit(self.number(&goal)));
        }
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        self.space.for_each_predecessor(&(self.state)(state), None, |predecessor, cost| {
            visit(self.number(&predecessor), cost.min(1));
        });
    }
}

debug!([P, F] SpaceProjection<P, F>, |all| name: all.name, entries: all.entries);
