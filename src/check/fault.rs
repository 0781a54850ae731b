//! Faults of a domain.

use std::fmt::{self, Debug, Display};

/// A fault of a domain, with the smallest counterexample found.
///
/// `Display` prints what was seen, and [`breaks`](Fault::breaks) says what the fault breaks.
/// Successors are listed with their step costs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault<S> {
    /// An estimate exceeds the cost of a path to a goal, so it is not admissible.
    Inadmissible {
        /// The path from the state with the estimate to a goal.
        path: Vec<S>,
        /// The estimate of the first state.
        estimate: u32,
        /// The cost of the path.
        cost: u32,
    },
    /// The estimate of a goal is not zero.
    GoalEstimate {
        /// The goal.
        goal: S,
        /// Its estimate.
        estimate: u32,
    },
    /// A state is taken for a goal, but is none by the predicate [given](super::Check::goal_when).
    FalseGoal {
        /// The state.
        state: S,
        /// Its estimate. If it is 0, that may be the cause: the default `is_goal` tests only for 0.
        estimate: u32,
    },
    /// A state is a goal by the predicate [given](super::Check::goal_when), but is not recognised.
    MissedGoal {
        /// The goal.
        state: S,
        /// Its estimate. If it is not 0, that may be the cause: the default `is_goal` tests for 0.
        estimate: u32,
    },
    /// Every state found is a goal: every estimate is zero, and the default `is_goal` tests only
    /// for 0.
    OnlyGoals {
        /// One of the states.
        state: S,
        /// Another one.
        other: S,
    },
    /// `is_solvable` is false, but a goal can be reached.
    FalselyUnsolvable {
        /// The path from the state to a goal.
        path: Vec<S>,
    },
    /// The successors of a state differ from call to call.
    Unstable {
        /// The state.
        state: S,
        /// The successors visited first.
        first: Vec<(S, u32)>,
        /// The successors visited later.
        later: Vec<(S, u32)>,
    },
    /// Passing `previous` changes more than the one successor that it leaves out: other successors
    /// differ, or their order does. A space that prunes by it has to be
    /// [declared](super::Check::prunes_by_previous).
    Previous {
        /// The state.
        state: S,
        /// The predecessor that is left out.
        previous: S,
        /// The successors expected.
        expected: Vec<(S, u32)>,
        /// The successors visited.
        visited: Vec<(S, u32)>,
    },
    /// The offered successors of a state differ from the visited ones, or have other estimates.
    Offered {
        /// The state.
        state: S,
        /// The predecessor that is left out, if there is one.
        previous: Option<S>,
        /// The offers expected: successors, their step costs and their estimates.
        expected: Vec<(S, u32, u32)>,
        /// The offers made.
        offered: Vec<(S, u32, u32)>,
    },
    /// A state does not equal its own clone.
    UnequalClone {
        /// The state.
        state: S,
        /// Its clone.
        clone: S,
    },
    /// Two equal states have different hashes.
    UnequalHashes {
        /// A state.
        state: S,
        /// The other state. It may be a clone of the first.
        other: S,
    },
    /// Two different states have the same number.
    SharedNumber {
        /// A state.
        state: S,
        /// The other state.
        other: S,
        /// Their number.
        number: usize,
    },
    /// Two equal states give different answers.
    UnequalAnswers {
        /// A state.
        state: S,
        /// The other state. It may be a clone of the first.
        other: S,
        /// The answer that differs.
        answer: Answer,
    },
    /// A step has no reverse step of the same cost, in a space declared
    /// [undirected](super::Check::undirected).
    OneWay {
        /// The state.
        state: S,
        /// The successor without the reverse step.
        successor: S,
        /// The cost of the step to the successor.
        step_cost: u32,
    },
    /// The cheapest path to a state costs more than `u32::MAX`.
    Overflow {
        /// The path from a start to the state.
        path: Vec<S>,
        /// The cost of the path.
        cost: u64,
    },
    /// A note: a step lowers the estimate by more than it costs.
    Inconsistent {
        /// The state.
        state: S,
        /// Its estimate.
        estimate: u32,
        /// The successor.
        successor: S,
        /// The estimate of the successor.
        successor_estimate: u32,
        /// The cost of the step.
        step_cost: u32,
    },
    /// A note: a state is its own successor.
    SelfLoop {
        /// The state.
        state: S,
        /// The cost of the step.
        step_cost: u32,
    },
    /// A note: a state has the same successor twice.
    Duplicate {
        /// The state.
        state: S,
        /// The successor.
        successor: S,
    },
}

/// A question that equal states must answer in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The estimate.
    Estimate,
    /// Whether the state is a goal.
    IsGoal,
    /// Whether the state is solvable.
    IsSolvable,
    /// The number of the state.
    Number,
    /// The successors, with their order and costs.
    Successors,
}

impl<S> Fault<S> {
    /// Whether this is only a note. Notes alone leave answers correct, but may make searches
    /// slower.
    #[must_use]
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Inconsistent { .. } | Self::SelfLoop { .. } | Self::Duplicate { .. })
    }

    /// Whether an estimate is wrong.
    pub(super) fn is_of_estimates(&self) -> bool {
        matches!(
            self,
            Self::Inadmissible { .. }
                | Self::GoalEstimate { .. }
                | Self::UnequalAnswers { answer: Answer::Estimate, .. }
        )
    }

    /// The consequence of the fault, in one sentence.
    #[must_use]
    pub fn breaks(&self) -> &'static str {
        match self {
            Self::Inadmissible { .. } => "Solutions may cost more than necessary.",
            Self::GoalEstimate { .. } => {
                "Solutions may cost more than necessary, and the default `is_goal` misses the goal."
            }
            Self::FalseGoal { .. } => "A search ends with a path that solves nothing.",
            Self::MissedGoal { .. } => "A search continues past the goal, perhaps forever.",
            Self::OnlyGoals { .. } => {
                "Every search ends at once: with estimates of zero, `is_goal` must be overridden."
            }
            Self::FalselyUnsolvable { .. } => {
                "The solver reports the state as unsolvable without a search."
            }
            Self::Unstable { .. } => {
                "A search that generates successors twice misses solutions, and runs differ."
            }
            Self::Previous { .. } => "A search misses solutions, or generates the parent again.",
            Self::Offered { .. } => "A search that uses `offer_successors` misses solutions.",
            Self::UnequalClone { .. } => "A search cannot recognise a state that it has seen.",
            Self::UnequalHashes { .. } => {
                "A search with a closed list cannot recognise a state that it has seen."
            }
            Self::SharedNumber { .. } => {
                "A search with a closed list takes one for the other, and so misses solutions."
            }
            Self::UnequalAnswers { .. } => {
                "A search with a closed list keeps one of the two, and so misses solutions."
            }
            Self::OneWay { .. } => {
                "A search that goes backwards along the steps finds paths that do not exist."
            }
            Self::Overflow { .. } => {
                "Searches prune such paths, and cannot prove that there is no solution."
            }
            Self::Inconsistent { .. } => {
                "Answers stay correct. Graph search may expand states again."
            }
            Self::SelfLoop { .. } | Self::Duplicate { .. } => {
                "Answers stay correct. Every search spends time on it, tree search most."
            }
        }
    }
}

impl<S: Debug> Display for Fault<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inadmissible { path, estimate, cost } => {
                let path = Path(path);
                write!(
                    f,
                    "the estimate is {estimate}, but this path to a goal costs {cost}: {path}"
                )
            }
            Self::GoalEstimate { goal, estimate } => {
                write!(f, "the estimate of a goal is {estimate}, not 0: {goal:?}")
            }
            Self::FalseGoal { state, estimate } => {
                write!(
                    f,
                    "a state with estimate {estimate} is wrongly accepted as a goal: {state:?}"
                )
            }
            Self::MissedGoal { state, estimate } => {
                write!(f, "a goal with estimate {estimate} is not recognised: {state:?}")
            }
            Self::OnlyGoals { state, other } => {
                f.write_str("every state found has an estimate of 0 and is a goal: ")?;
                write!(f, "{state:?}, {other:?}, ...")
            }
            Self::FalselyUnsolvable { path } => {
                write!(
                    f,
                    "the state is reported as unsolvable, but this path leads to a goal: {}",
                    Path(path)
                )
            }
            Self::Unstable { state, first, later } => {
                write!(f, "the successors of {state:?} were {first:?} at first and {later:?} later")
            }
            Self::Previous { state, previous, expected, visited } => {
                write!(f, "the successors of {state:?} except {previous:?} ")?;
                write!(f, "should be {expected:?}, but are {visited:?}")
            }
            Self::Offered { state, previous, expected, offered } => {
                write!(f, "the successors of {state:?} ")?;
                if let Some(previous) = previous {
                    write!(f, "except {previous:?} ")?;
                }
                write!(f, "should be offered as {expected:?}, but are offered as {offered:?}")
            }
            Self::UnequalClone { state, clone } => {
                write!(f, "the state is not equal to its clone: {state:?}, {clone:?}")
            }
            Self::UnequalHashes { state, other } => {
                write!(f, "equal states have different hashes: {state:?}, {other:?}")
            }
            Self::SharedNumber { state, other, number } => {
                write!(f, "different states have the number {number}: {state:?}, {other:?}")
            }
            Self::UnequalAnswers { state, other, answer } => {
                let which = match answer {
                    Answer::Estimate => "estimates",
                    Answer::IsGoal => "answers to `is_goal`",
                    Answer::IsSolvable => "answers to `is_solvable`",
                    Answer::Number => "numbers",
                    Answer::Successors => "successors",
                };
                write!(f, "equal states have different {which}: {state:?}, {other:?}")
            }
            Self::OneWay { state, successor, step_cost } => {
                write!(f, "the step costs {step_cost}, but no step back has that cost: ")?;
                write!(f, "{state:?} -> {successor:?}")
            }
            Self::Overflow { path, cost } => {
                let most = u32::MAX;
                write!(f, "the cheapest path costs {cost}, more than {most}: {}", Path(path))
            }
            Self::Inconsistent { state, estimate, successor, successor_estimate, step_cost } => {
                write!(
                    f,
                    "the step costs {step_cost}, but the estimate falls from {estimate} to "
                )?;
                write!(f, "{successor_estimate}: {state:?} -> {successor:?}")
            }
            Self::SelfLoop { state, step_cost } => {
                write!(f, "the state is its own successor, at a cost of {step_cost}: {state:?}")
            }
            Self::Duplicate { state, successor } => {
                write!(f, "{state:?} has the successor {successor:?} more than once")
            }
        }
    }
}

/// A path for printing. The middle of a long path is left out.
struct Path<'a, S>(&'a [S]);

impl<S: Debug> Display for Path<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ENDS: usize = 4;
        let Self(states) = self;
        let left_out = states.len().saturating_sub(2 * ENDS + 1);
        for (index, state) in states.iter().enumerate() {
            if left_out > 0 && index == ENDS {
                write!(f, " -> ({} more)", left_out + 1)?;
            } else if left_out == 0 || index < ENDS || index > ENDS + left_out {
                let arrow = if index == 0 { "" } else { " -> " };
                write!(f, "{arrow}{state:?}")?;
            }
        }
        Ok(())
    }
}
