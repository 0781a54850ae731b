//! What was found, or proven, or why a search stopped.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::{ActionSpace, Cost, actions};

/// The answer of a search. Three different answers, and none can be taken for another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Outcome<S> {
    /// A solution was found.
    Solved(Solution<S>),
    /// It is proven that there is no solution: the state itself says so, or every path was
    /// tried.
    Unsolvable,
    /// The search was stopped before it found either out.
    Stopped(Stopped<S>),
}

/// A path from the initial state to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Solution<S> {
    states: Vec<S>,
    cost: Cost,
    lower_bound: Cost,
    stopped_by: Option<StopReason>,
}

impl<S> Solution<S> {
    pub(crate) fn new(states: Vec<S>, cost: Cost, lower_bound: Cost) -> Self {
        Self { states, cost, lower_bound, stopped_by: None }
    }

    /// The same, found by a search that was stopped while it looked for a better one.
    pub(crate) fn stopped(self, reason: StopReason) -> Self {
        Self { stopped_by: Some(reason), ..self }
    }

    /// All states on the path, from the initial state to the goal; never empty.
    #[must_use]
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The states, as a vector.
    #[must_use]
    pub fn into_states(self) -> Vec<S> {
        self.states
    }

    /// The number of moves: one less than the number of states.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.states.len() - 1
    }

    /// The steps, each as the state before and the state after it.
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&S, &S)> + DoubleEndedIterator + Clone {
        self.states.windows(2).map(|pair| (&pair[0], &pair[1]))
    }

    /// The actions in a space that lead from each state to the next one. Where there are several, the
    /// cheapest one is given.
    ///
    /// `None` if the space has no such step. Then it is not the space that was searched.
    ///
    /// It generates the successors of each state once more.
    #[must_use]
    pub fn actions_in<P>(&self, space: &P) -> Option<Vec<P::Action>>
    where
        S: PartialEq,
        P: ActionSpace<State = S>,
    {
        self.steps().map(|(from, to)| actions::cheapest(space, from, to)).collect()
    }

    /// What is proven: every solution costs at least this much, if the estimate is admissible.
    #[must_use]
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Whether it is proven that no solution costs less, if the estimate is admissible.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.cost <= self.lower_bound
    }

    /// The cost is proven to be at most this many times that of the best solution: 1 if it is
    /// optimal, infinite if nothing is proven.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.is_optimal() { 1.0 } else { f64::from(self.cost) / f64::from(self.lower_bound) }
    }

    /// What stopped the search while it looked for a better solution or for the proof that there is
    /// none; `None` if it came to its end.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The sum of the step costs. It is the number of moves if every step costs 1.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }
}

/// Where and why a search stopped, and what it had proven by then.
///
/// `Display` prints the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stopped<S> {
    /// Why.
    pub reason: StopReason,
    /// Every solution costs at least this much, if the estimate is admissible.
    pub lower_bound: Cost,
    /// The path to the most promising state seen: of those with the lowest estimate, the one
    /// with the lowest path cost.
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

/// Why a search stopped before it had an answer, with the limit it met and the value it met it
/// with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// So many nodes were expanded.
    Expansions {
        /// The limit that was asked for.
        limit: u64,
        /// The nodes expanded.
        expanded: u64,
    },
    /// So many nodes were generated.
    Generated {
        /// The limit that was asked for.
        limit: u64,
        /// The nodes generated.
        generated: u64,
    },
    /// More memory would be needed than the limit allows.
    Bytes {
        /// The limit that was asked for, in bytes.
        limit: usize,
        /// The memory in use, in bytes.
        in_use: usize,
    },
    /// So much time has passed.
    Time {
        /// The limit that was asked for.
        limit: Duration,
        /// The time spent searching.
        elapsed: Duration,
    },
    /// It is proven that every solution costs more than the limit.
    Cost {
        /// The limit that was asked for.
        limit: u32,
        /// What every solution costs at least.
        lower_bound: u32,
    },
    /// The cancel flag was set.
    Cancelled,
    /// All 2³² - 1 node ids are taken.
    NodeIds,
    /// The allocator has no more memory to give.
    OutOfMemory {
        /// The memory in use, in bytes.
        in_use: usize,
    },
    /// Paths that cost more than `u32::MAX` were left out, and no other led to a goal.
    ///
    /// In a search that keeps the cheapest path to each state, with an admissible estimate, it means
    /// that every solution costs more. One that keeps the first path to a state (breadth-first,
    /// depth-first, greedy, beam) may have left out a cheaper one to the same state.
    PathCost,
    /// Every path up to the limit on depth was tried.
    Depth {
        /// The limit that was asked for, in steps.
        limit: u32,
    },
    /// An incomplete search has nothing left to try. A solution may lie beyond the nodes that it
    /// left out.
    Incomplete,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expansions { limit, expanded } => {
                write!(f, "stopped after {expanded} nodes expanded (limit {limit})")
            }
            Self::Generated { limit, generated } => {
                write!(f, "stopped after {generated} nodes generated (limit {limit})")
            }
            Self::Bytes { limit, in_use } => {
                write!(f, "stopped with {in_use} bytes in use (limit {limit})")
            }
            Self::Time { limit, elapsed } => write!(
                f,
                "stopped after {:.3} seconds (limit {:.3})",
                elapsed.as_secs_f64(),
                limit.as_secs_f64()
            ),
            Self::Cost { limit, lower_bound } => {
                write!(
                    f,
                    "stopped, for every solution costs at least {lower_bound} (limit {limit})"
                )
            }
            Self::Cancelled => f.write_str("cancelled"),
            Self::NodeIds => f.write_str("stopped with all node ids taken"),
            Self::OutOfMemory { in_use } => {
                write!(f, "stopped with {in_use} bytes in use: the allocator has no more")
            }
            Self::PathCost => {
                write!(
                    f,
                    "stopped: paths that cost more than {} were left out, and no other led to a goal",
                    u32::MAX
                )
            }
            Self::Depth { limit } => {
                write!(f, "stopped after all paths of up to {limit} steps")
            }
            Self::Incomplete => {
                f.write_str("stopped with nothing left to try but what was left out")
            }
        }
    }
}
