//! State spaces, with shared tables and weighted steps. Every search runs on one.

use std::marker::PhantomData;

use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{BidirectionalWorld, Cost, Event, WorldState};

/// A state space: a graph of states given by its successor function, with the cost of each step, a
/// heuristic and a goal test.
///
/// Tables that all states share (a map, a dictionary, a pattern database) belong to the space. A
/// state can then be as small as an index. Every search runs on this trait. [`Worlds`] turns a
/// [`WorldState`] into a state space, at no cost.
///
/// The methods are generic, so there is no `dyn StateSpace`. To choose a space when the program
/// runs, call a generic function with either one, or write an enum of them.
///
/// Costs are whole numbers, so sums are exact. Count fractional costs in a small unit. Round step
/// costs *up* and estimates *down*, as [`FixedPoint`](crate::FixedPoint) does, or compute the
/// estimates from the rounded step costs. Estimates of the true cost are not admissible if step
/// costs are rounded down or to the nearest unit.
///
/// A path is pruned if its cost plus the estimate of its last state is more than `u32::MAX`. The
/// search reports this; it does not call the problem unsolvable.
///
/// # Contract
///
/// | method | correct result | effect of a wrong one |
/// |---|---|---|
/// | [`estimate`] | never more than the cost of the cheapest path to a goal (*admissible*); [`DEAD_END`](crate::DEAD_END) if there is none | too high: solutions may cost more than necessary; too low: slower, never wrong. `0` is always safe |
/// | [`estimate_is_consistent_both_ways`] | `true` only if no step raises or lowers the estimate by more than it costs | a wrong `true`: a solution may cost more than its weight allows; a wrong `false`: slower, never wrong |
/// | [`is_goal`] | true on goals only | true on another state: the search ends too early; false on a goal: it may not end |
/// | [`is_solvable`] | false only if no goal can be reached | false on a solvable state: it is reported as unsolvable, without a search |
/// | [`for_each_successor`] | every successor except `previous` and what may be [pruned by it](#pruning-by-previous), the same ones in the same order at every call | a missing one: solutions are missed; an extra one: paths that do not exist |
/// | [`number`], if overridden | different numbers for different states, and always the same one for the same state | one state is taken for another, and solutions are missed; or a state is not recognised |
/// | [`least_step_cost`], if overridden | never more than the cost of any step | too high: solutions may cost more than necessary, or a lower bound is too high; too low: slower, or a lower bound is too low. `0` is always safe |
/// | [`offer_successors`], if overridden | the same successors, with the estimates that [`estimate`] gives | as above, in searches that use it |
///
/// Check it with [`check`](crate::check).
///
/// # Pruning by `previous`
///
/// A space has to leave out `previous`, and may leave out more: every successor that `previous`
/// leads to as cheaply on another path, which does not pass through the state. Such a path must not
/// be pruned in turn, whichever of several cheapest paths leads to its states. So prefer one of
/// equal paths by a fixed rule. On a grid, it is the one whose diagonal steps come first, and then
/// most cells have one or two successors left instead of seven. In a graph, it may be the one whose
/// state between costs less to reach, or comes first in a fixed order. If `previous` is `None`, no
/// successor may be left out.
///
/// The optimal searches that keep one parent for each node, and expand the node from there, still
/// find a solution of least cost: [`AStar`], [`GraphAStar`], [`DenseAStar`], [`UniformCost`],
/// [`TreeAStar`] and [`IdaStar`].
/// For other searches there is no guarantee:
///
/// - [`AllShortest`] gives only solutions all of whose states were reached.
/// - [`Distances`] misses states, or their least cost, if the space prunes states from which this
///   goal is not reached.
/// - [`Bidirectional`] and [`BidirectionalBreadthFirst`] may not meet. Predecessors would have to
///   be pruned by the same rule from the other end.
/// - [`BreadthFirst`] finds the fewest steps only if the rule prefers fewer steps. A beam search
///   may drop the path that was kept.
///
/// [`GraphAStar`]: crate::search::GraphAStar
/// [`DenseAStar`]: crate::search::DenseAStar
/// [`UniformCost`]: crate::search::UniformCost
/// [`AStar`]: crate::search::AStar
/// [`TreeAStar`]: crate::search::TreeAStar
/// [`IdaStar`]: crate::search::IdaStar
/// [`AllShortest`]: crate::search::AllShortest
/// [`Distances`]: crate::search::Distances
/// [`Bidirectional`]: crate::search::Bidirectional
/// [`BidirectionalBreadthFirst`]: crate::search::BidirectionalBreadthFirst
/// [`BreadthFirst`]: crate::search::BreadthFirst
///
/// # Steps of cost 0
///
/// Steps of cost 0 are allowed. [`TreeAStar`], [`IdaStar`] and its parallel form, which keep no
/// closed list, may follow a cycle of them forever.
///
/// [`estimate`]: StateSpace::estimate
/// [`estimate_is_consistent_both_ways`]: StateSpace::estimate_is_consistent_both_ways
/// [`is_goal`]: StateSpace::is_goal
/// [`is_solvable`]: StateSpace::is_solvable
/// [`least_step_cost`]: StateSpace::least_step_cost
/// [`for_each_successor`]: StateSpace::for_each_successor
/// [`number`]: StateSpace::number
/// [`offer_successors`]: StateSpace::offer_successors
///
/// # Example
///
/// A road map. Its states are indices of towns:
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
#[cfg_attr(
    all(feature = "sliding-tiles", feature = "word-ladder"),
    doc = "\nThe terms are in the [glossary](crate::guide::glossary)."
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a space of states",
    label = "this type does not implement `StateSpace`",
    note = "for a state, a type that implements `WorldState`: `Solver::new(state)`, or \
            `Worlds::new()` as its space",
    note = "for closures: `Problem::from_successors(initial, successors, is_goal).solve()`",
    note = "there is no `dyn StateSpace`, because its methods are generic: write \
            `impl StateSpace<State = S>`, or an enum of the spaces"
)]
pub trait StateSpace {
    /// A state. Searches store many of them, so keep it small.
    type State: Clone;

    /// A lower bound on the cost of the cheapest path from `state` to a goal.
    ///
    /// It must not depend on the path to the state. Most searches call it once for each node
    /// generated. A search that was stopped may call it again.
    fn estimate(&self, state: &Self::State) -> Cost;

    /// As [`estimate`](Self::estimate), for a search that needs no estimate above `most`.
    ///
    /// If the estimate is above `most`, the result may be any lower bound above `most`. So an
    /// estimate that is the maximum of several can stop at the first one that is too high. Override
    /// this method to do so. The default is [`estimate`](Self::estimate).
    #[inline]
    fn estimate_up_to(&self, state: &Self::State, most: Cost) -> Cost {
        let _ = most;
        self.estimate(state)
    }

    /// Whether no step, in either direction, changes [`estimate`](Self::estimate) by more than it
    /// costs. The default is `false`, which is always safe. The answer must always be the same.
    ///
    /// If so, [`WeightedAStar`](crate::search::WeightedAStar) and
    /// [`Anytime`](crate::search::Anytime) rely on it. Otherwise they ask for the estimates of more
    /// states, to see whether it is so.
    #[inline]
    fn estimate_is_consistent_both_ways(&self) -> bool {
        false
    }

    /// Whether `state` is a goal. Called once for each node taken off the open list, and again if
    /// the search stopped before it expanded the node. Best-first searches with a closed list also
    /// call it when a state whose estimate is 0 is generated. Breadth-first and depth-first
    /// searches call it once for each state generated.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether a goal may be reachable from `state`, as far as a cheap invariant can tell. The
    /// default is `true`: not known to be unsolvable.
    fn is_solvable(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// Visits each successor of `state` with its step cost, except `previous`, the parent state
    /// from which the search reached `state`.
    ///
    /// It may also leave out what `previous` leads to as cheaply without `state`: see
    /// [Pruning by `previous`](StateSpace#pruning-by-previous).
    ///
    /// It must be deterministic: a search may call it twice for the same state. `visit` may call
    /// methods of this space, for successors of other states too. Do not hold a lock or a `RefCell`
    /// borrow while you call it.
    ///
    /// `state` is always a successor of `previous`, if there is one. In a directed space the step
    /// back to `previous` may differ from the step that led here. It can be left out all the same:
    /// a path through it repeats a state, so it is never the only cheapest one.
    fn for_each_successor(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    );

    /// Offers each successor of `state`, except `previous`, before it is generated. The successors
    /// and their order are those of [`for_each_successor`](Self::for_each_successor). Each is
    /// offered with its step cost and its [estimate](Self::estimate).
    ///
    /// By default each successor is generated and then offered. Override this method if the space
    /// knows the estimate of a successor in advance: a successor that the search would prune is
    /// then never generated. In [`IdaStar`](crate::search::IdaStar) that is about half of all
    /// successors.
    ///
    /// `IdaStar`, `ParallelIdaStar` and [`BoundedMemory`](crate::search::BoundedMemory) use this
    /// method. The other searches store what they generate, and use `for_each_successor`. See
    /// [`Expansion`], and [`SuccessorFunction`] for a space that knows more when it is compiled.
    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        mut expansion: impl Expansion<Self::State>,
    ) {
        self.for_each_successor(state, previous, |successor, step_cost| {
            let estimate = self.estimate_up_to(&successor, expansion.most(step_cost));
            expansion.offer(step_cost, estimate, || successor);
        });
    }

    /// The number of `state`, if the space numbers its states: different states have different
    /// numbers, from 0 to not much more than there are states. A state has the same number at every
    /// call. The default is `None` for all states.
    ///
    /// Searches with a closed list find a numbered state in an array, and a state without a number
    /// in a hash table. On maps, a query in the memory of the query before takes 0.7 to 0.9 times
    /// as long with the array. The array takes 8 bytes for each number in a block of 128, for the
    /// blocks in which a state was reached, and 4 bytes for each block up to the highest one
    /// reached. If the first state has a number of 2<sup>22</sup> or more, a block is of 1,024. So
    /// numbers that are close together take less memory than a hash table; numbers that are far
    /// apart take more. States with a number of 2<sup>32</sup> or more are hashed.
    #[inline]
    fn number(&self, state: &Self::State) -> Option<usize> {
        let _ = state;
        None
    }

    /// Whether searches find states by hash, although they have [numbers](Self::number). The
    /// default is `false`. The answer must always be the same.
    ///
    /// `true` is better if a search reaches few of the numbers, far apart, or if it takes long to
    /// compute a number. Searches that are made for numbers use them all the same.
    #[inline]
    fn prefers_hashes(&self) -> bool {
        false
    }

    /// The heap memory that `state` owns, in bytes, without the size of the state itself. The
    /// default is 0.
    ///
    /// Only the memory limit and the statistics use it.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// A lower bound on the cost of a single step. The default is 0.
    ///
    /// A higher value lets searches prove a higher lower bound, or prove it sooner: breadth-first
    /// searches, and those from both ends.
    fn least_step_cost(&self) -> Cost {
        0
    }

    /// Whether searches report what they do to [`observe`](Self::observe). The default is `false`.
    const IS_OBSERVED: bool = false;

    /// Is told each thing that a search does with a node, if the space
    /// [is observed](Self::IS_OBSERVED). The default does nothing. Instead of implementing it, use
    /// [`SolverBuilder::on_event`](crate::SolverBuilder::on_event).
    ///
    /// A space that wraps another one passes events on.
    fn observe(&self, event: &Event<'_, Self::State>) {
        let _ = event;
    }
}

/// Receives the successors of a state, one by one. It decides whether a successor is needed before
/// the successor is generated.
///
/// Searches implement this trait, and spaces call it in [`StateSpace::offer_successors`] and
/// [`WorldState::offer_neighbors`]. A closure implements it too, and accepts every successor. So
/// the successor function is written once:
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
/// "Enhanced partial expansion A\*", *Journal of Artificial Intelligence Research* 50, 2014. There,
/// an *operator selection function* tells which successors are worth generating.
pub trait Expansion<S> {
    /// Offers the next successor, with its step cost and its estimate. If the successor is needed,
    /// `successor` is called once, before this method returns; otherwise it is not called.
    fn offer(&mut self, step_cost: Cost, estimate: Cost, successor: impl FnOnce() -> S);

    /// The highest estimate with which a successor of this step cost is of use. With a higher one
    /// it is pruned, and then the estimate need only be a lower bound that is above this. See
    /// [`StateSpace::estimate_up_to`].
    ///
    /// The default is no limit.
    #[inline]
    fn most(&self, step_cost: Cost) -> Cost {
        let _ = step_cost;
        Cost::MAX
    }

    /// As [`offer`](Self::offer), for a successor whose own successors `function` gives: those that
    /// [`StateSpace::offer_successors`] offers, in the same order. So the space need not find out
    /// again what it knows of this successor.
    ///
    /// The default does not use `function`. See [`SuccessorFunction`].
    #[inline]
    fn offer_with(
        &mut self,
        step_cost: Cost,
        estimate: Cost,
        successor: impl FnOnce() -> S,
        function: impl SuccessorFunction<S>,
    ) {
        let _ = function;
        self.offer(step_cost, estimate, successor);
    }
}

/// The successor function of one state, or of all states of one kind. A space that knows the kind
/// of a successor passes it to [`Expansion::offer_with`].
///
/// The searches that use [`StateSpace::offer_successors`] are recursions over it. They are compiled
/// once more for each type of successor function. What the type says, such as the cell of a
/// puzzle's blank or the last move, is then not tested at run time. IDA\* on the 15-puzzle takes
/// 0.57 times as long with 48 types, one for each cell of the blank and each cell that it came
/// from. A function gets no state: its fields hold what it needs. Up to two words of them are
/// passed in registers, and a small state that only the search keeps is not written to memory
/// either.
///
/// Each type takes time to compile and room in the instruction cache. Put `#[inline(always)]` on a
/// short `offer_successors`, so that it is part of the recursion, not called by it.
///
/// [`check`](crate::check) compares each function that the space passes on with the successors of
/// the space.
///
/// # Example
///
/// A walk to a place in a city. There is one type for each last step, and a step back is never
/// tested for:
///
/// ```
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Expansion, Solver, StateSpace, SuccessorFunction};
///
/// type Place = (i32, i32);
///
/// const STEPS: [Place; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
///
/// /// The steps from a place, except the one back from `STEPS[LAST]`.
/// struct After<const LAST: usize>(Place);
///
/// /// The value of `LAST` if no step was made.
/// const NO_STEP: usize = usize::MAX;
///
/// impl<const LAST: usize> SuccessorFunction<Place> for After<LAST> {
///     #[inline(always)]
///     fn offer_successors(self, mut expansion: impl Expansion<Place>) {
///         let Self((x, y)) = self;
///         macro_rules! offer {
///             ($($step:literal)+) => {
///                 $(if LAST != ($step + 2) % 4 {
///                     let next = (x + STEPS[$step].0, y + STEPS[$step].1);
///                     expansion.offer_with(1, blocks(next), || next, After::<$step>(next));
///                 })+
///             };
///         }
///         offer!(0 1 2 3);
///     }
/// }
///
/// /// The number of blocks to the goal.
/// fn blocks((x, y): Place) -> u32 {
///     x.unsigned_abs() + y.unsigned_abs()
/// }
///
/// struct City;
///
/// impl StateSpace for City {
///     type State = Place;
///
///     fn estimate(&self, &place: &Place) -> u32 {
///         blocks(place)
///     }
///
///     fn is_goal(&self, &place: &Place) -> bool {
///         place == (0, 0)
///     }
///
///     fn for_each_successor(
///         &self,
///         place: &Place,
///         previous: Option<&Place>,
///         visit: impl FnMut(Place, u32),
///     ) {
///         self.offer_successors(place, previous, visit);
///     }
///
///     fn offer_successors(
///         &self,
///         &place: &Place,
///         previous: Option<&Place>,
///         expansion: impl Expansion<Place>,
///     ) {
///         let last = previous.map(|previous| (place.0 - previous.0, place.1 - previous.1));
///         match last {
///             Some((1, _)) => After::<0>(place).offer_successors(expansion),
///             Some((_, 1)) => After::<1>(place).offer_successors(expansion),
///             Some((-1, _)) => After::<2>(place).offer_successors(expansion),
///             Some(_) => After::<3>(place).offer_successors(expansion),
///             None => After::<NO_STEP>(place).offer_successors(expansion),
///         }
///     }
/// }
///
/// let solver = Solver::builder_in(City, (3, -2)).algorithm(IdaStar::new()).solve();
/// assert_eq!(solver.moves(), Some(5));
/// ```
pub trait SuccessorFunction<S> {
    /// Offers each successor of the state that was offered with this function, except the state
    /// that it was a successor of, as [`StateSpace::offer_successors`] does. Offer each successor
    /// with a function of its own: a successor without one is expanded by the space, which is not
    /// told the previous state, and so may lead back to it.
    fn offer_successors(self, expansion: impl Expansion<S>);
}

/// Accepts every successor, and passes on its step cost.
impl<S, F: FnMut(S, Cost)> Expansion<S> for F {
    #[inline]
    fn offer(&mut self, step_cost: Cost, _: Cost, successor: impl FnOnce() -> S) {
        self(successor(), step_cost);
    }
}

/// The cost of the cheapest step from a state to one for which `is_target` holds.
pub(crate) fn least_step_to<P: StateSpace>(
    space: &P,
    from: &P::State,
    is_target: impl Fn(&P::State) -> bool,
) -> Option<Cost> {
    let mut least: Option<Cost> = None;
    space.for_each_successor(from, None, |next, step_cost| {
        if is_target(&next) {
            least = Some(least.map_or(step_cost, |least| least.min(step_cost)));
        }
    });
    least
}

impl<P: StateSpace> StateSpace for &P {
    forward!(|outer| **outer; StateSpace);
}

/// A state space that can list its goals and generate predecessors. Bidirectional searches need it.
///
/// # Contract
///
/// | method | correct result | effect of a wrong one |
/// |---|---|---|
/// | [`goals`] | every goal that can be reached from `initial`, and nothing but goals | a missing one: solutions may cost more than necessary, or none is found; an extra one: solutions that do not end at a goal |
/// | [`estimate_from_initial`] | never more than the cost of the cheapest path from `initial` to `state` | too high: solutions may cost more than necessary; too low: slower, never wrong. `0` is always safe |
/// | [`for_each_predecessor`] | every state with a step to `state`, and the cost of that step, except `next`; the same ones in the same order at every call | a missing one: solutions are missed; an extra one, or a wrong cost: paths that do not exist |
/// | [`has_consistent_estimates`] | `true` only if no step lowers `estimate`, or raises `estimate_from_initial`, by more than it costs | a wrong `true`: solutions may cost more than necessary; a wrong `false`: usually slower, never wrong |
///
/// Neither heuristic has to be consistent, and they need not agree with each other.
///
/// [`has_consistent_estimates`]: BidirectionalSpace::has_consistent_estimates
/// [`goals`]: BidirectionalSpace::goals
/// [`estimate_from_initial`]: BidirectionalSpace::estimate_from_initial
/// [`for_each_predecessor`]: BidirectionalSpace::for_each_predecessor
///
/// # Example
///
/// One-way streets, each stored at both of its ends:
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched from the goal",
    label = "this type does not implement `BidirectionalSpace`",
    note = "a search from both ends, or one that stores no parents, needs the goals and the \
            predecessors of a state: implement `BidirectionalSpace`, or choose another search, such \
            as `GraphAStar`"
)]
pub trait BidirectionalSpace: StateSpace {
    /// Every goal that can be reached from `initial`. Unreachable goals and repeated goals are
    /// allowed.
    ///
    /// Called once for each search, and again if there was not enough memory for all goals.
    fn goals(&self, initial: &Self::State) -> impl IntoIterator<Item = Self::State>;

    /// A lower bound on the cost of the cheapest path from `initial` to `state`. By default 0.
    fn estimate_from_initial(&self, initial: &Self::State, state: &Self::State) -> Cost {
        let _ = (initial, state);
        0
    }

    /// Whether both heuristics are consistent. By default `false`, which is always safe.
    ///
    /// No step of cost *c* may lower [`estimate`](StateSpace::estimate) by more than *c*, nor raise
    /// [`estimate_from_initial`](Self::estimate_from_initial) by more than *c*. If it is so, a
    /// [`Bidirectional`](crate::search::Bidirectional) search mostly needs fewer expansions, and
    /// far fewer if the estimates are weak. Without estimates, leave it `false`. `Bidirectional`
    /// explains why no search can find this out by itself.
    fn has_consistent_estimates(&self) -> bool {
        false
    }

    /// Visits each predecessor of `state` with its step cost, except `next`, the state from which
    /// the backward search reached `state`. Without `next`, it visits all.
    ///
    /// It must be deterministic: a search may call it twice for the same state. `next`, if there is
    /// one, is always a successor of `state`. Visiting `next` is allowed, but takes time.
    fn for_each_predecessor(
        &self,
        state: &Self::State,
        next: Option<&Self::State>,
        visit: impl FnMut(Self::State, Cost),
    );
}

impl<P: BidirectionalSpace> BidirectionalSpace for &P {
    forward!(|outer| **outer; BidirectionalSpace);
}

/// The state space of a [`WorldState`] type. Every step costs 1, and each state answers for itself.
pub struct Worlds<S>(PhantomData<fn() -> S>);

impl<S> Worlds<S> {
    /// The space of all states of type `S`.
    #[must_use]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

derived!(Default from new for [S] Worlds<S>);

derived!(Clone and Copy for [S] Worlds<S>);

debug!([S] Worlds<S>, |_it|);

impl<S: WorldState> StateSpace for Worlds<S> {
    type State = S;

    #[inline]
    fn estimate(&self, state: &S) -> Cost {
        state.estimated_distance_to_goal()
    }

    #[inline]
    fn estimate_is_consistent_both_ways(&self) -> bool {
        S::ESTIMATE_IS_CONSISTENT_BOTH_WAYS
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

    #[inline]
    fn least_step_cost(&self) -> Cost {
        1
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

    fn has_consistent_estimates(&self) -> bool {
        S::HAS_CONSISTENT_ESTIMATES
    }

    #[inline]
    fn for_each_predecessor(&self, state: &S, next: Option<&S>, mut visit: impl FnMut(S, Cost)) {
        state.for_each_predecessor_except(next, |predecessor| visit(predecessor, 1));
    }
}
