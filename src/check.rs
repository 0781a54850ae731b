//! Is my domain right? Finds what is wrong with an implementation of [`WorldState`] or
//! [`StateSpace`], with small counterexamples.
//!
//! Most wrong answers come from the domain: an estimate that is too high somewhere, a move that is
//! missing, an `==` that forgets a field. No search can notice. A check walks through the
//! states around a start and around goals, asks each of them everything twice, and compares. It
//! is one line in a test of your own:
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
//! | fault | what it breaks |
//! |---|---|
//! | [`Inadmissible`](Fault::Inadmissible): an estimate above the cost of a path to a goal | solutions may cost more than necessary |
//! | [`GoalEstimate`](Fault::GoalEstimate): a goal whose estimate is not zero | the same; the default `is_goal` misses the goal |
//! | [`FalseGoal`](Fault::FalseGoal): taken for a goal, often because its estimate is zero ([`goal_when`](Check::goal_when)) | a search ends with a path that solves nothing |
//! | [`MissedGoal`](Fault::MissedGoal): a goal that is not recognised ([`goal_when`](Check::goal_when)) | a search goes on past it, perhaps without an end |
//! | [`OnlyGoals`](Fault::OnlyGoals): every estimate zero, and the default `is_goal` | every search ends at once |
//! | [`FalselyUnsolvable`](Fault::FalselyUnsolvable): `is_solvable` is false, and a goal was reached | it is reported as unsolvable, without any search |
//! | [`Unstable`](Fault::Unstable): successors that differ from call to call | a search that asks twice misses solutions; runs cannot be repeated |
//! | [`Previous`](Fault::Previous): other successors, or another order, when `previous` is given, besides that one | solutions are missed, or searches go back at once |
//! | [`Offered`](Fault::Offered): successors that are [offered](StateSpace::offer_successors) otherwise than they are visited, or with other estimates | IDA\* misses solutions, or finds worse ones |
//! | [`UnequalClone`](Fault::UnequalClone): a state unlike its clone | no state is recognised |
//! | [`UnequalHashes`](Fault::UnequalHashes): equal states, different hashes | no closed list works |
//! | [`UnequalAnswers`](Fault::UnequalAnswers): equal states, different answers (`==` forgets a field) | searches with a closed list miss solutions |
//! | [`OneWay`](Fault::OneWay): a step without one back ([`undirected`](Check::undirected)) | searches that go backwards find paths that do not exist |
//! | [`Overflow`](Fault::Overflow): a cheapest path that costs more than `u32::MAX` | it is left out, and nothing can be proven unsolvable |
//!
//! Three more are only [notes](Report::notes), because answers stay right where there is nothing worse:
//! [`Inconsistent`](Fault::Inconsistent) estimates, which graph search pays for by expanding
//! states again, and [`SelfLoop`](Fault::SelfLoop) and [`Duplicate`](Fault::Duplicate), a state
//! that is its own successor and a successor that comes twice, which cost time if they are not
//! meant.
//!
//! # How far it looks
//!
//! Up to 2,000 states are expanded unless you [say otherwise](Check::states). If there are
//! no more, the check is [exhaustive](Report::is_exhaustive): every estimate is compared with the
//! exact distance. If there are, they are chosen near the start, near goals, by low estimates
//! and at random, and an estimate is compared with the cheapest path to a goal among them. What is
//! reported is wrong in either case; what is not reported is proven right only in the first. Where a
//! goal is far and the space large, as on a hard 4-by-4 board, no goal may be found, and then no
//! estimate is compared with anything: add a start [at a goal](Check::also_from).
//!
//! Two rules are bounded even then: a state is asked for its successors without `previous` for at
//! most 8 states before it, and states with different hashes are compared with each other among the
//! 1,000 nearest to a start.
//!
//! Counterexamples are small: of estimates too high, the one nearest to a goal, and of everything
//! else, the one nearest to a start.

mod distances;
mod fault;
mod inspection;
mod region;
mod report;

use std::fmt::{self, Debug};
use std::hash::Hash;

pub use fault::{Answer, Fault};
pub use report::Report;

use crate::{StateSpace, WorldState, Worlds};
use inspection::Inspection;
use region::Region;

/// A check of a [`WorldState`], from this state on.
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
///     /// Forgets that a step may go down by two.
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
#[must_use]
pub fn world<'a, S: WorldState>(initial: &S) -> Check<'a, Worlds<S>> {
    Check { is_world: true, ..space(Worlds::new(), initial) }
}

/// A check of a [`StateSpace`], from this state on. A space may be given by reference.
#[must_use]
pub fn space<'a, P: StateSpace>(space: P, initial: &P::State) -> Check<'a, P> {
    Check {
        space,
        starts: vec![initial.clone()],
        budget: 2_000,
        seed: 0,
        is_world: false,
        is_undirected: false,
        goal_when: None,
    }
}

/// A check with its options. [`world`] and [`space`](fn@space) make one.
///
/// The same check always reports the same.
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
///     "faults: 0, notes: 0, states checked: 6 (all that can be reached)"
/// );
/// # }
/// ```
pub struct Check<'a, P: StateSpace> {
    space: P,
    starts: Vec<P::State>,
    budget: usize,
    seed: u64,
    /// Whether `is_goal` has a default.
    is_world: bool,
    is_undirected: bool,
    goal_when: Option<Predicate<'a, P::State>>,
}

type Predicate<'a, S> = Box<dyn Fn(&S) -> bool + 'a>;

impl<'a, P: StateSpace> Check<'a, P> {
    /// Starts from this state as well. A solved one is worth adding where the walk does not come to
    /// a goal by itself.
    #[must_use]
    pub fn also_from(mut self, state: &P::State) -> Self {
        self.starts.push(state.clone());
        self
    }

    /// Expands at most so many states. Without this, 2,000.
    #[must_use]
    pub fn states(mut self, states: usize) -> Self {
        self.budget = states;
        self
    }

    /// Says that every step can be taken back at the same cost.
    #[must_use]
    pub fn undirected(mut self) -> Self {
        self.is_undirected = true;
        self
    }

    /// Says once more what a goal is, independently of `is_goal`.
    ///
    /// Without this, nothing can tell a goal from a state that is taken for one, which a state
    /// easily is with the default [`WorldState::is_goal`].
    #[must_use]
    pub fn goal_when(mut self, is_goal: impl Fn(&P::State) -> bool + 'a) -> Self {
        self.goal_when = Some(Box::new(is_goal));
        self
    }

    /// Another seed for the states that are chosen at random. Without this, 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

impl<P: StateSpace<State: Eq + Hash + Debug>> Check<'_, P> {
    /// Checks.
    ///
    /// A panic in a method of the domain passes through.
    #[must_use]
    pub fn run(&self) -> Report<P::State> {
        let region = Region::explore(&self.space, self.starts.clone(), self.budget, self.seed);
        let (notes, faults) =
            Inspection::new(self, &region).faults().into_iter().partition(Fault::is_note);
        let (states, is_exhaustive) = (region.expanded, region.is_whole());
        Report { faults, notes, states, is_exhaustive }
    }

    /// Checks, for a test.
    ///
    /// # Panics
    ///
    /// If there is a fault, with the whole report. [Notes](Report::notes) alone are no reason.
    #[track_caller]
    pub fn assert_sound(&self) {
        let report = self.run();
        assert!(report.is_sound(), "{report}");
    }
}

impl<P: StateSpace<State: Debug>> Debug for Check<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("starts", &self.starts)
            .field("states", &self.budget)
            .field("undirected", &self.is_undirected)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}
