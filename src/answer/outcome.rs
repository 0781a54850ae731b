//! The outcome of a search: a solution, a proof that there is none, or the reason for stopping.

use std::error::Error;
use std::time::Duration;
use std::{fmt, iter};

use super::error::messages;
use super::quantity::{Bytes, Count, Time};
use crate::space::actions;
use crate::{ActionSpace, Cost};

/// The answer of a search. The three variants are different answers and cannot be confused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Outcome<S> {
    /// A solution was found.
    Solved(Solution<S>),
    /// It is proven that there is no solution: the state says so, or every path was tried.
    Unsolvable,
    /// The search stopped before it found a solution or a proof that there is none.
    Stopped(Stopped<S>),
}

/// Prints the cost, that there is no solution, or what stopped the search.
impl<S> fmt::Display for Outcome<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved(solution) => write!(f, "a solution of cost {}", solution.cost),
            Self::Unsolvable => f.write_str("no solution"),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

/// A path from the initial state to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Solution<S> {
    states: Vec<S>,
    /// For each step, its rank: how many of the parallel steps come before it, in order of cost.
    /// Empty if parallel steps are not told apart; all ranks are then 0.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "<[u32]>::is_empty"))]
    ranks: Box<[u32]>,
    cost: Cost,
    lower_bound: Cost,
    stopped_by: Option<StopReason>,
}

impl<S> Solution<S> {
    pub(crate) fn new(states: Vec<S>, cost: Cost, lower_bound: Cost) -> Self {
        Self { states, ranks: Box::default(), cost, lower_bound, stopped_by: None }
    }

    /// The same solution, with the rank of each step among the parallel steps.
    pub(crate) fn by_ranks(self, ranks: Box<[u32]>) -> Self {
        Self { ranks, ..self }
    }

    /// The same solution, found by a search that was stopped while it looked for a better one.
    pub(crate) fn stopped(self, reason: StopReason) -> Self {
        Self { stopped_by: Some(reason), ..self }
    }

    /// All states on the path, from the initial state to the goal. Never empty.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The states as a vector.
    #[must_use]
    pub fn into_states(self) -> Vec<S> {
        self.states
    }

    /// The number of moves: one less than the number of states.
    pub fn moves(&self) -> usize {
        self.states.len() - 1
    }

    /// The steps, each as the state before it and the state after it.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&S, &S)> + DoubleEndedIterator + Clone {
        self.states.windows(2).map(|pair| (&pair[0], &pair[1]))
    }

    /// The actions that lead from each state to the next in `space`. If several actions lead from
    /// one state to the next, the cheapest is given, or that of the path if
    /// [paths differ by them](crate::search::KShortest::parallel_steps).
    ///
    /// `None` if the space does not have such a step, so that it is not the space that was
    /// searched.
    ///
    /// This generates the successors of each state on the path once more.
    #[must_use]
    pub fn actions_in<P: ActionSpace<State = S>>(&self, space: &P) -> Option<Vec<P::Action>>
    where
        S: PartialEq,
    {
        let ranks = self.ranks.iter().copied().chain(iter::repeat(0));
        let steps = self.steps().zip(ranks);
        steps.map(|((from, to), rank)| actions::by_rank(space, from, to, rank)).collect()
    }

    /// A proven lower bound: every solution costs at least this much, if the estimate is
    /// admissible.
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Whether the cost is proven to be optimal, if the estimate is admissible.
    pub fn is_optimal(&self) -> bool {
        self.cost <= self.lower_bound
    }

    /// The cost is proven to be at most this many times the optimal cost. 1 if the solution is
    /// optimal; infinite if nothing is proven.
    pub fn ratio(&self) -> f64 {
        if self.is_optimal() { 1.0 } else { f64::from(self.cost) / f64::from(self.lower_bound) }
    }

    /// The reason why the search stopped before it found a better solution or a proof that there is
    /// none. `None` if it was not stopped.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The sum of the step costs. If every step costs 1, this is the number of moves.
    pub fn cost(&self) -> Cost {
        self.cost
    }
}

/// The reason why a search stopped, where it stopped, and what it had proven by then.
///
/// `Display` prints the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stopped<S> {
    /// The reason.
    pub reason: StopReason,
    /// Every solution costs at least this much, if the estimate is admissible.
    pub lower_bound: Cost,
    /// The path to the most promising state seen. That is the state with the lowest estimate and,
    /// among equal estimates, with the lowest path cost.
    pub path: Vec<S>,
    /// The cost of that path.
    pub path_cost: Cost,
}

impl<S> fmt::Display for Stopped<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<S: fmt::Debug> Error for Stopped<S> {}

messages! {
    /// Why a search stopped without an answer: the limit, and the value that reached it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[non_exhaustive]
    pub enum StopReason {
        /// The limit on expansions was reached.
        Expansions {
            /// The limit.
            limit: u64,
            /// The number of nodes expanded.
            expanded: u64,
        } => ("stopped after {} expanded (limit {limit})", Count(*expanded, "node")),
        /// The limit on generated nodes was reached.
        Generated {
            /// The limit.
            limit: u64,
            /// The number of nodes generated.
            generated: u64,
        } => ("stopped after {} generated (limit {limit})", Count(*generated, "node")),
        /// The search needs more memory than the limit allows.
        Bytes {
            /// The limit in bytes.
            limit: usize,
            /// The memory in use, in bytes.
            in_use: usize,
        } => ("stopped with {} in use (limit {})", Bytes(*in_use), Bytes(*limit)),
        /// The time limit was reached.
        Time {
            /// The limit.
            limit: Duration,
            /// The time spent searching.
            elapsed: Duration,
        } => ("stopped after {} (limit {})", Time(*elapsed), Time(*limit)),
        /// There is a time limit, but the target has no clock: see
        /// [`Limits::time`](crate::Limits::time).
        NoClock {
            /// The limit.
            limit: Duration,
        } => ("stopped: no clock on this target, for a limit of {}", Time(*limit)),
        /// It is proven that every solution costs more than the limit.
        Cost {
            /// The limit.
            limit: u32,
            /// The proven lower bound on the cost of every solution.
            lower_bound: u32,
        } => ("stopped: every solution costs at least {lower_bound} (limit {limit})"),
        /// The cancel flag was set.
        Cancelled => ("cancelled"),
        /// All 2³² - 1 node ids are in use.
        NodeIds => ("stopped: all node ids are in use"),
        /// The allocator refused more memory.
        OutOfMemory {
            /// The memory in use, in bytes.
            in_use: usize,
        } => ("stopped with {} in use: the allocator refused more", Bytes(*in_use)),
        /// Paths that cost more than `u32::MAX` were left out, and no other path led to a goal.
        ///
        /// If the search keeps a cheapest path to each state and the estimate is admissible, every
        /// solution costs more than `u32::MAX`. A search that keeps the first path to a state
        /// (breadth-first, depth-first, greedy, beam) may have dropped a cheaper path to the same
        /// state.
        PathCost => (
            "stopped: paths above a cost of {} were pruned, and no other path leads to a goal",
            u32::MAX,
        ),
        /// An incomplete search has nothing left to expand. There may be a solution beyond the
        /// nodes that it pruned.
        Incomplete => ("stopped: the open list is empty, but some nodes were pruned"),
    }
}
