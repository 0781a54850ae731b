//! A problem as an object, with shared tables and weighted steps: what every search runs on.

use std::fmt;
use std::marker::PhantomData;

use crate::{BidirectionalWorld, Cost, WorldState};

/// A problem: a graph of states, given by its successor function, with the cost of each step,
/// an estimate of the cost to the nearest goal, and a test for goals.
///
/// Tables that all states share (a map, a dictionary, a pattern database) stay in the space,
/// so that a state can be as small as an index. Every search runs on this trait. A
/// [`WorldState`] comes in through [`Worlds`], and nothing is lost on the way.
///
/// Costs are whole numbers, so that sums are exact. Fractional ones are counted in a small unit,
/// with steps rounded *up* and estimates *down*, as [`FixedPoint`](crate::FixedPoint) does it; or with
/// estimates that are computed from the rounded steps. Estimates of the true distances beside steps
/// that were rounded down, or to the nearest, are not admissible.
///
/// A path that costs more than `u32::MAX`, by its cost so far and the estimate, is out of reach:
/// searches leave it out, and say so instead of calling the problem unsolvable.
///
/// # Contract
///
/// | method | a right answer | what a wrong one breaks |
/// |---|---|---|
/// | [`estimate`] | never more than the cost of the cheapest path to a goal (*admissible*) | too high: solutions may cost more than necessary; too low: slower, never wrong. `0` is always safe |
/// | [`is_goal`] | true on goals only | too often: a search ends too early; too seldom: it does not end |
/// | [`is_solvable`] | false only if no goal can be reached | false on a solvable state: it is reported as unsolvable, without any search |
/// | [`for_each_successor`] | every successor except `previous`, the same ones in the same order at every call | one is missing: solutions are missed; one too many: paths that do not exist |
/// | [`offer_successors`], if overridden | the same ones, with the estimates that [`estimate`] gives | as above, in searches that use it |
///
/// Check it with [`check`](crate::check).
///
/// Steps of cost 0 are allowed. Tree search, which keeps no closed list, may run for ever along
/// a cycle of them.
///
/// [`estimate`]: StateSpace::estimate
/// [`is_goal`]: StateSpace::is_goal
/// [`is_solvable`]: StateSpace::is_solvable
/// [`for_each_successor`]: StateSpace::for_each_successor
/// [`offer_successors`]: StateSpace::offer_successors
///
/// # Example
///
/// A road map whose states are indices of towns:
///
/// ```
/// use bestfirst::{Solver, StateSpace};
///
/// struct Roads {
///     /// For each town, the towns next to it and the kilometres to them.
///     roads: Vec<Vec<(usize, u32)>>,
///     goal: usize,
/// }
///
/// impl StateSpace for Roads {
///     type State = usize;
///
///     fn estimate(&self, _: &usize) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, &town: &usize) -> bool {
///         town == self.goal
///     }
///
///     fn for_each_successor(
///         &self,
///         &town: &usize,
///         previous: Option<&usize>,
///         mut visit: impl FnMut(usize, u32),
///     ) {
///         for &(next, kilometres) in &self.roads[town] {
///             if Some(&next) != previous {
///                 visit(next, kilometres);
///             }
///         }
///     }
/// }
///
/// let map = Roads {
///     roads: vec![vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]],
///     goal: 1,
/// };
/// let solver = Solver::builder_in(&map, 0).solve();
/// assert_eq!(solver.cost(), Some(3));
/// assert_eq!(solver.solution(), [0, 2, 1]);
/// ```
pub trait StateSpace {
    /// A state. Searches keep many of them: the smaller, the better.
    type State: Clone;

    /// A lower bound on the cost of the cheapest path from `state` to a goal.
    ///
    /// As a rule it is asked once for each state generated; a search that was stopped may ask again. It
    /// must not depend on the path to the state.
    fn estimate(&self, state: &Self::State) -> Cost;

    /// Whether `state` is a goal. It is asked once for each state taken off the open list, and again if
    /// the search was stopped before the state was expanded.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether a goal may be reached from `state`, as far as a cheap invariant tells. By default
    /// `true`: not known to be out of reach.
    fn is_solvable(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// Visits each successor of `state` with the cost of the step to it, except `previous`, the
    /// state that `state` was reached from.
    ///
    /// It has to be deterministic: a search may ask twice. `visit` may ask the space about other states,
    /// for their successors too: hold no lock and no `RefCell` borrowed while you call it.
    ///
    /// `previous`, where there is one, always has `state` as a successor. In a directed space a step
    /// back may be a different one; it can be left out all the same, for a path through it repeats a
    /// state and so is never the cheapest.
    fn for_each_successor(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    );

    /// Offers each successor of `state`, except `previous`, before it is made: the same ones in the
    /// same order as [`for_each_successor`](Self::for_each_successor) visits, each with the cost of
    /// the step to it and its [estimate](Self::estimate).
    ///
    /// By default, the successors are made and then offered. A space that knows the estimate of a
    /// successor before can save the time to make those that a search has no use for: in
    /// [`IdaStar`](crate::search::IdaStar), as a rule, half of all successors are beyond the bound. It
    /// uses this, and so do `ParallelIdaStar` and [`BoundedMemory`](crate::search::BoundedMemory); the
    /// other searches keep what they generate, and use `for_each_successor`. See [`Expansion`].
    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        mut expansion: impl Expansion<Self::State>,
    ) {
        self.for_each_successor(state, previous, |successor, step_cost| {
            let estimate = self.estimate(&successor);
            expansion.offer(step_cost, estimate, || successor);
        });
    }

    /// The memory in bytes that `state` owns on the heap, besides its own size. By default 0.
    ///
    /// It only serves the limit on memory and the statistics.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }
}

/// What takes the successors of a state, one by one, and says before a successor is made whether it
/// has a use for it.
///
/// Searches implement it, and spaces call it:
/// [`StateSpace::offer_successors`], [`WorldState::offer_neighbors`]. A closure takes them all, so
/// that the successor function is written once:
///
/// ```
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Expansion, Solver, StateSpace};
///
/// /// The flags of a row, each up or down. A step turns one of them, and is to turn them all up.
/// struct Flags {
///     count: u32,
/// }
///
/// impl StateSpace for Flags {
///     type State = u64;
///
///     fn estimate(&self, flags: &u64) -> u32 {
///         self.count - flags.count_ones()
///     }
///
///     fn is_goal(&self, flags: &u64) -> bool {
///         flags.count_ones() == self.count
///     }
///
///     fn for_each_successor(
///         &self,
///         flags: &u64,
///         previous: Option<&u64>,
///         visit: impl FnMut(u64, u32),
///     ) {
///         self.offer_successors(flags, previous, visit);
///     }
///
///     fn offer_successors(
///         &self,
///         flags: &u64,
///         previous: Option<&u64>,
///         mut expansion: impl Expansion<u64>,
///     ) {
///         let estimate = self.estimate(flags);
///         for flag in 0..self.count {
///             let is_up = flags >> flag & 1 == 1;
///             if previous != Some(&(flags ^ 1 << flag)) {
///                 let estimate = if is_up { estimate + 1 } else { estimate - 1 };
///                 expansion.offer(1, estimate, || flags ^ 1 << flag);
///             }
///         }
///     }
/// }
///
/// let solver = Solver::builder_in(Flags { count: 5 }, 0b01001).algorithm(IdaStar::new()).solve();
/// assert_eq!(solver.solution(), [0b01001, 0b01011, 0b01111, 0b11111]);
/// ```
///
/// # Reference
///
/// M. Goldenberg, A. Felner, R. Stern, G. Sharon, N. Sturtevant, R. C. Holte and J. Schaeffer,
/// "Enhanced partial expansion A\*", *Journal of Artificial Intelligence Research* 50, 2014, where it
/// is an *operator selection function* that knows which successors are worth making.
pub trait Expansion<S> {
    /// Offers the next successor, with the cost of the step to it and its estimate. `successor` is
    /// called to make it, at most once and at once, if there is a use for it.
    fn offer(&mut self, step_cost: Cost, estimate: Cost, successor: impl FnOnce() -> S);
}

/// Takes every successor, with the cost of the step to it.
impl<S, F: FnMut(S, Cost)> Expansion<S> for F {
    #[inline]
    fn offer(&mut self, step_cost: Cost, _: Cost, successor: impl FnOnce() -> S) {
        self(successor(), step_cost);
    }
}

impl<P: StateSpace> StateSpace for &P {
    type State = P::State;

    #[inline]
    fn estimate(&self, state: &Self::State) -> Cost {
        (**self).estimate(state)
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        (**self).is_goal(state)
    }

    fn is_solvable(&self, state: &Self::State) -> bool {
        (**self).is_solvable(state)
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    ) {
        (**self).for_each_successor(state, previous, visit);
    }

    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        expansion: impl Expansion<Self::State>,
    ) {
        (**self).offer_successors(state, previous, expansion);
    }

    #[inline]
    fn heap_bytes(&self, state: &Self::State) -> usize {
        (**self).heap_bytes(state)
    }
}

/// A space that names its goals and can step backwards: what searches from both ends run on.
///
/// # Contract
///
/// | method | a right answer | what a wrong one breaks |
/// |---|---|---|
/// | [`goals`] | every goal that can be reached from `initial`, and nothing but goals | one is missing: solutions may cost more than necessary, or none is found; one too many: solutions that do not end at a goal |
/// | [`estimate_from_initial`] | never more than the cost of the cheapest path from `initial` to `state` | too high: solutions may cost more than necessary; too low: slower, never wrong. `0` is always safe |
/// | [`for_each_predecessor`] | every state with a step to `state`, and the cost of that step, except `next`; the same ones in the same order at every call | one is missing: solutions are missed; one too many, or another cost: paths that do not exist |
/// | [`least_step_cost`] | never more than the cost of any step | too high: solutions may cost more than necessary; too low: slower, never wrong. `0` is always safe |
///
/// Neither of the two estimates has to be consistent, and they need not agree with each other.
///
/// [`goals`]: BidirectionalSpace::goals
/// [`estimate_from_initial`]: BidirectionalSpace::estimate_from_initial
/// [`for_each_predecessor`]: BidirectionalSpace::for_each_predecessor
/// [`least_step_cost`]: BidirectionalSpace::least_step_cost
///
/// # Example
///
/// One-way streets, each listed at both of its ends:
///
/// ```
/// use bestfirst::search::Bidirectional;
/// use bestfirst::{BidirectionalSpace, Solver, StateSpace};
///
/// struct Streets {
///     /// For each crossing, the crossings that a street leads to, with the metres.
///     from: Vec<Vec<(usize, u32)>>,
///     /// For each crossing, the crossings that a street comes from, with the metres.
///     to: Vec<Vec<(usize, u32)>>,
///     goal: usize,
/// }
///
/// impl StateSpace for Streets {
///     type State = usize;
///
///     fn estimate(&self, _: &usize) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, &crossing: &usize) -> bool {
///         crossing == self.goal
///     }
///
///     fn for_each_successor(
///         &self,
///         &crossing: &usize,
///         _: Option<&usize>,
///         mut visit: impl FnMut(usize, u32),
///     ) {
///         self.from[crossing].iter().for_each(|&(next, metres)| visit(next, metres));
///     }
/// }
///
/// impl BidirectionalSpace for Streets {
///     fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
///         [self.goal]
///     }
///
///     fn for_each_predecessor(
///         &self,
///         &crossing: &usize,
///         _: Option<&usize>,
///         mut visit: impl FnMut(usize, u32),
///     ) {
///         self.to[crossing].iter().for_each(|&(previous, metres)| visit(previous, metres));
///     }
/// }
///
/// let streets = Streets {
///     from: vec![vec![(1, 70), (2, 300)], vec![(2, 50)], vec![]],
///     to: vec![vec![], vec![(0, 70)], vec![(0, 300), (1, 50)]],
///     goal: 2,
/// };
/// let solver = Solver::builder_in(&streets, 0).algorithm(Bidirectional::new()).solve();
/// assert_eq!(solver.solution(), [0, 1, 2]);
/// ```
pub trait BidirectionalSpace: StateSpace {
    /// Every goal that can be reached from `initial`. Goals that cannot may be given as well, and
    /// so may the same one twice.
    ///
    /// It is asked once for each search, and again if there was no memory for all of them.
    fn goals(&self, initial: &Self::State) -> impl IntoIterator<Item = Self::State>;

    /// A lower bound on the cost of the cheapest path from `initial` to `state`. By default 0.
    fn estimate_from_initial(&self, initial: &Self::State, state: &Self::State) -> Cost {
        let _ = (initial, state);
        0
    }

    /// Visits each state from which a step leads to `state`, with the cost of that step, except
    /// `next`, the state that the search came back from.
    ///
    /// It has to be deterministic: a search may ask twice. There is always a step from `state` to
    /// `next`, where there is one. It may be visited all the same: it only takes time.
    fn for_each_predecessor(
        &self,
        state: &Self::State,
        next: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    );

    /// A lower bound on the cost of a single step. By default 0.
    ///
    /// Where it is more, less has to be searched to prove that a solution is the cheapest.
    fn least_step_cost(&self) -> Cost {
        0
    }
}

impl<P: BidirectionalSpace> BidirectionalSpace for &P {
    fn goals(&self, initial: &Self::State) -> impl IntoIterator<Item = Self::State> {
        (**self).goals(initial)
    }

    #[inline]
    fn estimate_from_initial(&self, initial: &Self::State, state: &Self::State) -> Cost {
        (**self).estimate_from_initial(initial, state)
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        state: &Self::State,
        next: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    ) {
        (**self).for_each_predecessor(state, next, visit);
    }

    #[inline]
    fn least_step_cost(&self) -> Cost {
        (**self).least_step_cost()
    }
}

/// The space of all states of a [`WorldState`] type: unit step costs, and each answer given by
/// the state itself.
pub struct Worlds<S>(PhantomData<fn() -> S>);

impl<S> Worlds<S> {
    /// The space of all states of type `S`.
    #[must_use]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for Worlds<S> {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `S`.
impl<S> Clone for Worlds<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Worlds<S> {}

impl<S> fmt::Debug for Worlds<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worlds")
    }
}

impl<S: WorldState> StateSpace for Worlds<S> {
    type State = S;

    #[inline]
    fn estimate(&self, state: &S) -> Cost {
        state.estimated_distance_to_goal()
    }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        state.is_goal()
    }

    fn is_solvable(&self, state: &S) -> bool {
        state.is_solvable()
    }

    #[inline]
    fn for_each_successor(&self, state: &S, previous: Option<&S>, mut visit: impl FnMut(S, Cost)) {
        state.for_each_neighbor_except(previous, |neighbor| visit(neighbor, 1));
    }

    #[inline]
    fn offer_successors(&self, state: &S, previous: Option<&S>, expansion: impl Expansion<S>) {
        state.offer_neighbors(previous, expansion);
    }

    #[inline]
    fn heap_bytes(&self, state: &S) -> usize {
        state.heap_bytes()
    }
}

impl<S: BidirectionalWorld> BidirectionalSpace for Worlds<S> {
    fn goals(&self, initial: &S) -> impl IntoIterator<Item = S> {
        initial.goals()
    }

    #[inline]
    fn estimate_from_initial(&self, initial: &S, state: &S) -> Cost {
        state.estimated_distance_from(initial)
    }

    #[inline]
    fn for_each_predecessor(&self, state: &S, next: Option<&S>, mut visit: impl FnMut(S, Cost)) {
        state.for_each_predecessor_except(next, |predecessor| visit(predecessor, 1));
    }

    #[inline]
    fn least_step_cost(&self) -> Cost {
        1
    }
}
