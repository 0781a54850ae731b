//! States that generate their own neighbours. Most domains implement this trait.

use std::hash::Hash;

use crate::{Cost, Expansion};

/// A state of a puzzle: it gives its heuristic estimate, its neighbours and the goal test.
///
/// This is all that a search needs when every move costs 1. A state holds whatever data it needs:
/// it may be a `Copy` number, own a `Vec`, or borrow a dictionary. For shared tables or weighted
/// steps, implement [`StateSpace`](crate::StateSpace) instead.
///
/// # Contract
///
/// | method | correct result | effect of a wrong one |
/// |---|---|---|
/// | [`estimated_distance_to_goal`] | never more than the true number of moves | too high: solutions may be longer than necessary; too low: slower, never wrong. With an [`is_goal`] of your own, `0` is always safe |
/// | [`neighbors`] | every state one move away, the same ones in the same order at every call | a missing one: solutions are missed; an extra one: solutions with illegal moves |
/// | [`is_goal`] | true on goals only | true on another state: the search ends too early; false on a goal: it may not end |
/// | [`is_solvable`] | false only if no goal can be reached | false on a solvable state: it is reported as unsolvable, without a search |
/// | [`ESTIMATE_IS_CONSISTENT_BOTH_WAYS`] | `true` only if no move changes the estimate by more than 1 | a wrong `true`: a solution may be longer than its weight allows; a wrong `false`: slower, never wrong |
///
/// `==` must compare whole states: equal states have the same neighbours, and the same hash. A
/// panic in any method passes through the search to its caller.
///
/// Check it with [`check`](crate::check).
///
/// [`estimated_distance_to_goal`]: WorldState::estimated_distance_to_goal
/// [`neighbors`]: WorldState::neighbors
/// [`is_goal`]: WorldState::is_goal
/// [`is_solvable`]: WorldState::is_solvable
/// [`ESTIMATE_IS_CONSISTENT_BOTH_WAYS`]: WorldState::ESTIMATE_IS_CONSISTENT_BOTH_WAYS
///
/// # Example
///
/// Reach 100 from 1 by doubling and by adding one. Doubling is the fastest growth, so the number of
/// doublings still needed is an admissible estimate.
///
/// ```
/// use bestfirst::{Solver, WorldState};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Number(u32);
///
/// impl WorldState for Number {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         (0..).find(|&k| self.0 << k >= 100).unwrap()
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         [Number(self.0 * 2), Number(self.0 + 1)].into_iter().filter(|n| n.0 <= 100)
///     }
///
///     // At 100 no doubling is needed, and below it at least one is, so the goal is where
///     // the estimate is zero, and `is_goal` need not be written.
/// }
///
/// let solver = Solver::new(Number(1));
/// assert_eq!(solver.moves(), Some(8)); // 1 2 3 6 12 24 25 50 100
/// ```
#[cfg_attr(
    all(feature = "sliding-tiles", feature = "word-ladder"),
    doc = "\nThe terms are in the [glossary](crate::guide::glossary)."
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state that knows its neighbours",
    label = "this type does not implement `WorldState`",
    note = "implement `WorldState` for a struct of your own; `#[derive(Clone, PartialEq, Eq, Hash)]` on it",
    note = "for states of another type, such as tuples and numbers: \
            `Problem::from_neighbors(initial, neighbors, is_goal).solve()`",
    note = "for a space, a type that implements `StateSpace`: \
            `Solver::builder_in(space, initial).solve()`"
)]
pub trait WorldState: Clone + Eq + Hash {
    /// Whether no move changes [`estimated_distance_to_goal`] by more than 1, up or down. The
    /// default is `false`, which is always safe. With `true`, [`WeightedAStar`] and [`Anytime`] are
    /// faster.
    ///
    /// [`estimated_distance_to_goal`]: Self::estimated_distance_to_goal
    /// [`WeightedAStar`]: crate::search::WeightedAStar
    /// [`Anytime`]: crate::search::Anytime
    const ESTIMATE_IS_CONSISTENT_BOTH_WAYS: bool = false;

    /// A lower bound on the number of moves from this state to the nearest goal.
    ///
    /// The closer it is to the true number, the fewer nodes are expanded. It must never be higher
    /// (it must be *admissible*), or the solution may not be optimal. An estimate of `0` everywhere
    /// is always safe and makes the search uninformed. In that case, override
    /// [`is_goal`](WorldState::is_goal).
    fn estimated_distance_to_goal(&self) -> Cost;

    /// All states that are one move away, in a fixed order.
    ///
    /// The order decides which of several optimal solutions is found. A search may call this more
    /// than once for the same state, and must get the same answer.
    fn neighbors(&self) -> impl IntoIterator<Item = Self>;

    /// Whether this state is a goal. By default, whether the estimate is zero.
    ///
    /// The default is correct if the estimate is zero at goals and nowhere else. Override it if
    /// other states have an estimate of zero, or if there is a cheaper test. See
    /// [`StateSpace::is_goal`](crate::StateSpace::is_goal) for how often searches call it.
    fn is_goal(&self) -> bool {
        self.estimated_distance_to_goal() == 0
    }

    /// Whether a goal may be reachable from this state, as far as a cheap invariant (parity,
    /// connected components) can tell. The default is `true`: not known to be unsolvable.
    ///
    /// [`Solver`](crate::Solver) calls it once, for the initial state. Tree search does not end on
    /// an unsolvable problem with cycles, so implement this if the domain has such an invariant.
    fn is_solvable(&self) -> bool {
        true
    }

    /// Visits every neighbour except `previous`, the parent state from which the search reached
    /// this one.
    ///
    /// This is the *critical optimization* of tree search: no state is enqueued as its own
    /// grandparent. This state is always a neighbour of `previous`, if there is one.
    ///
    /// The default compares with `==`. A domain that knows its last move may override it with a
    /// faster test. It must visit the same states in the same order. `visit` may call methods of
    /// this and of other states. Do not hold a lock or a `RefCell` borrow while you call it.
    fn for_each_neighbor_except(&self, previous: Option<&Self>, visit: impl FnMut(Self)) {
        let neighbors = self.neighbors().into_iter();
        neighbors.filter(|neighbor| Some(neighbor) != previous).for_each(visit);
    }

    /// Offers every neighbour except `previous`, before it is generated. The neighbours and their
    /// order are those of [`for_each_neighbor_except`](Self::for_each_neighbor_except). Each is
    /// offered with a step cost of 1 and its [estimate](Self::estimated_distance_to_goal).
    ///
    /// By default each neighbour is generated and then offered. Override this method if a state
    /// knows the estimates of its neighbours in advance: a neighbour that the search would prune is
    /// then never generated. See [`Expansion`].
    #[inline]
    fn offer_neighbors(&self, previous: Option<&Self>, mut expansion: impl Expansion<Self>) {
        self.for_each_neighbor_except(previous, |neighbor| {
            let estimate = neighbor.estimated_distance_to_goal();
            expansion.offer(1, estimate, || neighbor);
        });
    }

    /// The heap memory that this state owns, in bytes, without the size of the state itself. The
    /// default is 0.
    ///
    /// Only the memory limit and the statistics use it. If clones share memory, count it once, for
    /// the state that first allocates it: return the size of what a new neighbour allocates.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A state that can list its goals and its predecessors. It can then be searched [from both
/// ends](crate::search::Bidirectional).
///
/// If every move can be undone, [`goals`](Self::goals) is the only method to write.
///
/// ```
/// use bestfirst::search::Bidirectional;
/// use bestfirst::{BidirectionalWorld, Solver, WorldState};
///
/// /// Three switches. Each move turns two of them that are side by side.
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Switches([bool; 3]);
///
/// impl WorldState for Switches {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         u32::from(self.0 != [true; 3])
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         let [a, b, c] = self.0;
///         [Switches([!a, !b, c]), Switches([a, !b, !c])]
///     }
/// }
///
/// impl BidirectionalWorld for Switches {
///     fn goals(&self) -> impl IntoIterator<Item = Self> {
///         [Switches([true; 3])]
///     }
/// }
///
/// let solver =
///     Solver::builder(Switches([false, true, false])).algorithm(Bidirectional::new()).solve();
/// assert_eq!(solver.moves(), Some(2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched from the goal",
    label = "this type does not implement `BidirectionalWorld`",
    note = "a search from both ends needs the goals and the predecessors of a state: implement \
            `BidirectionalWorld`, or choose another search, such as `GraphAStar`"
)]
pub trait BidirectionalWorld: WorldState {
    /// Whether no move lowers [`estimated_distance_to_goal`], nor raises
    /// [`estimated_distance_from`], by more than 1. Then a search from both ends mostly needs
    /// fewer expansions. See [`BidirectionalSpace::has_consistent_estimates`].
    ///
    /// [`estimated_distance_to_goal`]: WorldState::estimated_distance_to_goal
    /// [`estimated_distance_from`]: Self::estimated_distance_from
    /// [`BidirectionalSpace::has_consistent_estimates`]:
    ///     crate::BidirectionalSpace::has_consistent_estimates
    const HAS_CONSISTENT_ESTIMATES: bool = false;

    /// Every goal that can be reached from this state, and nothing but goals.
    fn goals(&self) -> impl IntoIterator<Item = Self>;

    /// A lower bound on the number of moves from `initial` to this state. The default is 0, which
    /// is always safe.
    fn estimated_distance_from(&self, initial: &Self) -> Cost {
        let _ = initial;
        0
    }

    /// All states from which one move leads to this one, in a fixed order. By default the
    /// neighbours, which is correct if every move can be undone.
    fn predecessors(&self) -> impl IntoIterator<Item = Self> {
        self.neighbors()
    }

    /// Visits every predecessor except `next`, the state from which the backward search reached
    /// this one.
    ///
    /// The default compares with `==`. A domain may override it with a faster test.
    fn for_each_predecessor_except(&self, next: Option<&Self>, visit: impl FnMut(Self)) {
        let predecessors = self.predecessors().into_iter();
        predecessors.filter(|predecessor| Some(predecessor) != next).for_each(visit);
    }
}
