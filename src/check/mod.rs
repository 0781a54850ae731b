//! Checks of your own domain. A check finds faults in an implementation of [`WorldState`] or
//! [`StateSpace`] and reports small counterexamples.
//!
//! Most wrong answers come from the domain: an estimate that is too high somewhere, a missing move,
//! an `==` that ignores a field. No search can notice these. A check visits the states around a
//! start and around goals, calls every method twice for each of them, and compares the answers. It
//! is one line in a test:
//!
//! ```
//! # #[cfg(feature = "sliding-tiles")] {
//! use bestfirst::check;
//! use bestfirst::sliding_tiles::Board;
//!
//! let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
//! check::world(&board).undirected().assert_sound();
//! # }
//! ```
//!
//! # What is found
//!
//! | fault | consequence |
//! |---|---|
//! | [`Inadmissible`](Fault::Inadmissible): an estimate exceeds the cost of a path to a goal | solutions may cost more than necessary |
//! | [`GoalEstimate`](Fault::GoalEstimate): the estimate of a goal is not zero | solutions may cost more than necessary; the default `is_goal` misses the goal |
//! | [`FalseGoal`](Fault::FalseGoal): a state is wrongly taken for a goal, often because its estimate is zero ([`goal_when`](Check::goal_when)) | a search ends with a path that solves nothing |
//! | [`MissedGoal`](Fault::MissedGoal): a goal is not recognised ([`goal_when`](Check::goal_when)) | a search continues past the goal, perhaps without end |
//! | [`OnlyGoals`](Fault::OnlyGoals): every estimate is zero, and `is_goal` is the default | every search ends at once |
//! | [`FalselyUnsolvable`](Fault::FalselyUnsolvable): `is_solvable` is false, but a goal was reached | the problem is reported as unsolvable, without a search |
//! | [`Unstable`](Fault::Unstable): successors differ from call to call | a search that generates successors twice misses solutions; runs cannot be repeated |
//! | [`Previous`](Fault::Previous): passing `previous` does not leave out exactly this one successor | solutions are missed, or searches step straight back |
//! | [`Offered`](Fault::Offered): [offered](StateSpace::offer_successors) successors, also those of a [`SuccessorFunction`](crate::SuccessorFunction), differ from visited ones, or have other estimates | IDA\* misses solutions or finds worse ones |
//! | [`UnequalClone`](Fault::UnequalClone): a state does not equal its clone | no state is recognised |
//! | [`UnequalHashes`](Fault::UnequalHashes): equal states have different hashes | no closed list works |
//! | [`SharedNumber`](Fault::SharedNumber): two different states have the same [number](StateSpace::number) | searches with a closed list take one for the other |
//! | [`UnequalAnswers`](Fault::UnequalAnswers): a method has different answers for equal states, because `==` ignores a field | searches with a closed list miss solutions |
//! | [`OneWay`](Fault::OneWay): a step has no reverse step ([`undirected`](Check::undirected)) | backward searches find paths that do not exist |
//! | [`MissedPredecessor`](Fault::MissedPredecessor): a step is missing among the predecessors of its end ([`bidirectional`](Check::bidirectional)) | bidirectional searches miss solutions |
//! | [`FalsePredecessor`](Fault::FalsePredecessor): a predecessor has no such step ([`bidirectional`](Check::bidirectional)) | bidirectional searches find paths that do not exist |
//! | [`FalseListedGoal`](Fault::FalseListedGoal): `goals` lists a state that is no goal ([`bidirectional`](Check::bidirectional)) | bidirectional searches end with a path that solves nothing |
//! | [`UnlistedGoal`](Fault::UnlistedGoal): `goals` lacks a goal that is reached ([`bidirectional`](Check::bidirectional)) | bidirectional searches miss solutions |
//! | [`InadmissibleFromInitial`](Fault::InadmissibleFromInitial), [`CheapStep`](Fault::CheapStep): an estimate from the initial state, or `least_step_cost`, is too high ([`bidirectional`](Check::bidirectional)) | solutions of bidirectional searches may cost more than necessary |
//! | [`FalselyConsistent`](Fault::FalselyConsistent): a step lowers `estimate`, or raises `estimate_from_initial`, by more than it costs, but [`has_consistent_estimates`](crate::BidirectionalSpace::has_consistent_estimates) is true ([`bidirectional`](Check::bidirectional)) | solutions of bidirectional searches may cost more than necessary |
//! | [`FalselyConsistent`](Fault::FalselyConsistent): a step changes the estimate by more than it costs, but [`estimate_is_consistent_both_ways`](StateSpace::estimate_is_consistent_both_ways) is true | solutions of a weighted search may cost more than the weight allows |
//! | [`Overflow`](Fault::Overflow): a cheapest path costs more than `u32::MAX` | searches prune the path, and cannot prove that there is no solution |
//!
//! Three more kinds are only [notes](Report::notes), because alone they leave answers correct.
//! [`Inconsistent`](Fault::Inconsistent) estimates make graph search reopen states. A
//! [`SelfLoop`](Fault::SelfLoop) is a state that is its own successor. A
//! [`Duplicate`](Fault::Duplicate) is a successor that comes twice. The last two cost time and may
//! not be intended.
//!
//! Another check, [`pruning`], tests whether [pruned moves](crate::moves) leave a cheapest path to
//! each state.
//!
//! # How many states are checked
//!
//! A check expands up to 2,000 states, or [another number](Check::states). If the space has no
//! more, the check is [exhaustive](Report::is_exhaustive): it compares every estimate with the
//! exact distance. Otherwise it selects states near the start, near goals, with low estimates, and
//! at random. It then compares each estimate with the cheapest path to a goal among the states
//! seen. A reported fault is always a fault. Only an exhaustive check proves that there is no
//! other.
//!
//! If the goal is far and the space is large, as on a hard 4-by-4 board, a check may find no path
//! to a goal. Then it compares no estimates, so [`assert_sound`](Check::assert_sound) fails. Add a
//! start [at a goal](Check::also_from), or declare the space
//! [`bidirectional`](Check::bidirectional): then the check also begins at the goals and follows
//! predecessors from them.
//!
//! An `==` that ignores a field hides states: a search with a closed list expands only the first of
//! several equal states. So a check compares what `Debug` prints. A state that equals a known one
//! but prints differently is expanded, too, and its answers are compared. These states have a limit
//! of their own, which is the same number.
//!
//! Two rules are bounded even in an exhaustive check. The argument `previous` is tested with at
//! most 8 predecessors of each state. States with different hashes are compared with each other
//! only among the 1,000 nearest to a start.
//!
//! Counterexamples are small. For an estimate that is too high, and for a state wrongly reported as
//! unsolvable, the one nearest to a goal is reported. For most other faults, it is the one nearest
//! to a start.

mod backward;
mod distances;
mod fault;
mod inspection;
mod message;
mod pruning;
mod region;
mod report;

use std::fmt::Debug;
use std::hash::Hash;

pub use fault::{Answer, Fault};
pub use pruning::{LostPath, pruning};
pub use report::Report;

use crate::space::debug::debug;
use crate::{BidirectionalSpace, StateSpace, WorldState, Worlds};
use backward::Backward;
use inspection::Inspection;
use region::Region;

/// Checks a [`WorldState`], starting from this state.
///
/// ```
/// use bestfirst::{WorldState, check};
/// use bestfirst::check::Fault;
///
/// /// Down to zero, by one or by two.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Number(u32);
///
/// impl WorldState for Number {
///     /// Wrong, because a step may go down by two.
///     fn estimated_distance_to_goal(&self) -> u32 {
///         self.0
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         [1, 2].into_iter().filter_map(|step| Some(Number(self.0.checked_sub(step)?)))
///     }
/// }
///
/// let report = check::world(&Number(100)).run();
/// assert!(report.is_exhaustive());
/// let path = vec![Number(2), Number(0)];
/// assert_eq!(report.faults(), [Fault::Inadmissible { path, estimate: 2, cost: 1 }]);
/// ```
pub fn world<'a, S: WorldState>(initial: &S) -> Check<'a, Worlds<S>> {
    Check { is_world: true, ..space(Worlds::new(), initial) }
}

/// Checks a [`StateSpace`], starting from this state. The space may be given by reference.
pub fn space<'a, P: StateSpace>(space: P, initial: &P::State) -> Check<'a, P> {
    Check {
        space,
        starts: vec![initial.clone()],
        budget: 2_000,
        seed: 0,
        is_world: false,
        is_undirected: false,
        is_pruning: false,
        backward: None,
        goal_when: None,
    }
}

/// A check and its options. Made by [`world`] and [`space`](fn@space).
///
/// Running the same check again gives the same report.
///
/// ```
/// # #[cfg(feature = "word-ladder")] {
/// use bestfirst::check;
/// use bestfirst::word_ladder::Dictionary;
///
/// let words = ["cat", "cot", "cog", "dog", "dot", "coat"];
/// let dictionary: Dictionary = words.into_iter().collect();
/// let cat = dictionary.ladder("cat", "dog").unwrap();
/// let report = check::world(&cat)
///     .undirected()
///     .goal_when(|word| word.as_str() == "dog")
///     .run();
/// assert_eq!(
///     report.to_string(),
///     "faults: 0, notes: 0, states checked: 6 (all reachable states)"
/// );
/// # }
/// ```
#[must_use]
pub struct Check<'a, P: StateSpace> {
    space: P,
    starts: Vec<P::State>,
    budget: usize,
    seed: u64,
    /// Whether `is_goal` has a default.
    is_world: bool,
    is_undirected: bool,
    is_pruning: bool,
    backward: Option<Backward<P>>,
    goal_when: Option<Predicate<'a, P::State>>,
}

type Predicate<'a, S> = Box<dyn Fn(&S) -> bool + 'a>;

impl<'a, P: StateSpace> Check<'a, P> {
    /// Adds a start. Adding a solved state helps where the check reaches no goal by itself.
    pub fn also_from(mut self, state: &P::State) -> Self {
        self.starts.push(state.clone());
        self
    }

    /// Expands at most this many states. The default is 2,000.
    pub fn states(self, states: usize) -> Self {
        Self { budget: states, ..self }
    }

    /// Declares that every step can be undone at the same cost.
    pub fn undirected(self) -> Self {
        Self { is_undirected: true, ..self }
    }

    /// Declares that the space prunes by `previous`: it may leave out other successors, too, as the
    /// contract of [`StateSpace`] [allows](StateSpace#pruning-by-previous). Without this
    /// declaration, that is a fault.
    ///
    /// The check does not test whether the successors left out can be reached as cheaply on another
    /// path.
    pub fn prunes_by_previous(self) -> Self {
        Self { is_pruning: true, ..self }
    }

    /// Gives a second definition of a goal, independent of `is_goal`.
    ///
    /// Without it, a check cannot tell a goal from a state that is wrongly taken for one. The
    /// default [`WorldState::is_goal`] makes that mistake easy.
    pub fn goal_when(self, is_goal: impl Fn(&P::State) -> bool + 'a) -> Self {
        Self { goal_when: Some(Box::new(is_goal)), ..self }
    }

    /// Sets the seed for the random choice of states. The default is 0.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

impl<P: BidirectionalSpace> Check<'_, P> {
    /// Checks the methods of [`BidirectionalSpace`] too: predecessors against successors, in both
    /// directions, `goals` against `is_goal` and against the goals that are reached, and
    /// `estimate_from_initial`, `least_step_cost` and `has_consistent_estimates` against the steps
    /// seen. Up to a quarter of the states are then chosen by following predecessors from the
    /// goals.
    ///
    /// ```
    /// use bestfirst::check::{self, Fault};
    /// use bestfirst::{BidirectionalWorld, WorldState};
    ///
    /// /// Down to zero, by one or by half.
    /// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    /// struct Number(u32);
    ///
    /// impl WorldState for Number {
    ///     fn estimated_distance_to_goal(&self) -> u32 {
    ///         u32::from(self.0 > 0)
    ///     }
    ///
    ///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
    ///         (self.0 > 0).then(|| [Number(self.0 - 1), Number(self.0 / 2)]).into_iter().flatten()
    ///     }
    /// }
    ///
    /// /// Wrong, because `predecessors` is not overridden, but no step can be undone.
    /// impl BidirectionalWorld for Number {
    ///     fn goals(&self) -> impl IntoIterator<Item = Self> {
    ///         [Number(0)]
    ///     }
    /// }
    ///
    /// let report = check::world(&Number(5)).bidirectional().run();
    /// assert!(matches!(report.faults()[0], Fault::MissedPredecessor { .. }));
    /// assert!(matches!(report.faults()[1], Fault::FalsePredecessor { .. }));
    /// ```
    pub fn bidirectional(self) -> Self {
        Self { backward: Some(Backward::new()), ..self }
    }
}

impl<P: StateSpace<State: Eq + Hash + Debug>> Check<'_, P> {
    /// Runs the check.
    ///
    /// A panic in a method of the domain is passed on.
    pub fn run(&self) -> Report<P::State> {
        let region = Region::explore(self);
        let inspection = Inspection::new(self, &region);
        let (notes, faults) = inspection.faults().into_iter().partition(Fault::is_note);
        Report {
            faults,
            notes,
            states: region.expanded,
            is_exhaustive: region.is_whole(),
            has_met_goal: inspection.is_goal.contains(&true),
            has_tested_estimates: inspection.has_tested_estimates(),
        }
    }

    /// Runs the check in a test.
    ///
    /// # Panics
    ///
    /// With the whole report, if there is a fault, or if
    /// [no estimate was compared](Report::has_tested_estimates). [Notes](Report::notes) alone do
    /// not panic.
    #[track_caller]
    pub fn assert_sound(&self) {
        let report = self.run();
        assert!(report.is_sound() && report.has_tested_estimates(), "{report}");
    }
}

debug!(
    [P: StateSpace<State: Debug>] Check<'_, P>,
    |all| starts: all.starts, states: all.budget, undirected: all.is_undirected,
    bidirectional: all.backward.is_some(), seed: all.seed
);
