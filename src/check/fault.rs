//! What can be wrong with a domain.

use std::fmt::{self, Debug, Display};

/// Something wrong with a domain, with the smallest counterexample that was found.
///
/// `Display` tells what was seen, and [`breaks`](Fault::breaks) what it would break. Successors
/// come with the costs of the steps to them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault<S> {
    /// An estimate is above the cost of a path to a goal: it is not admissible.
    Inadmissible {
        /// The states from the one with the estimate to a goal.
        path: Vec<S>,
        /// The estimate of the first of them.
        estimate: u32,
        /// What the path costs.
        cost: u32,
    },
    /// A goal has an estimate that is not zero.
    GoalEstimate {
        /// The goal.
        goal: S,
        /// Its estimate.
        estimate: u32,
    },
    /// A state is taken for a goal and is none, by the predicate that was
    /// [given](super::Check::goal_when).
    FalseGoal {
        /// The state.
        state: S,
        /// Its estimate. If it is 0, this may be why: the default `is_goal` asks for nothing else.
        estimate: u32,
    },
    /// A goal is not recognised, by the predicate that was [given](super::Check::goal_when).
    MissedGoal {
        /// The goal.
        state: S,
        /// Its estimate. If it is not 0, this may be why: the default `is_goal` asks for 0.
        estimate: u32,
    },
    /// Every state that was found is a goal, because every estimate is zero and the default
    /// `is_goal` asks for nothing else.
    OnlyGoals {
        /// One of them.
        state: S,
        /// Another one.
        other: S,
    },
    /// `is_solvable` denies that a goal can be reached, and it can.
    FalselyUnsolvable {
        /// The states from the one that was asked to a goal.
        path: Vec<S>,
    },
    /// The successors of a state differ from call to call.
    Unstable {
        /// The state.
        state: S,
        /// What was visited first.
        first: Vec<(S, u32)>,
        /// What was visited later.
        later: Vec<(S, u32)>,
    },
    /// The successors of a state are not the same, in the same order, when `previous` is left out.
    Previous {
        /// The state.
        state: S,
        /// The state that it was reached from.
        previous: S,
        /// What should be visited.
        expected: Vec<(S, u32)>,
        /// What is visited.
        visited: Vec<(S, u32)>,
    },
    /// The successors of a state are not offered as they are visited, or not with their estimates.
    Offered {
        /// The state.
        state: S,
        /// The state that it was reached from, if one is left out for it.
        previous: Option<S>,
        /// What should be offered: successors, the costs of the steps to them, and their estimates.
        expected: Vec<(S, u32, u32)>,
        /// What is offered.
        offered: Vec<(S, u32, u32)>,
    },
    /// A state does not equal its own clone.
    UnequalClone {
        /// The state.
        state: S,
        /// Its clone.
        clone: S,
    },
    /// Two states are equal, and their hashes are not.
    UnequalHashes {
        /// A state.
        state: S,
        /// The other one; it may be the first one's clone.
        other: S,
    },
    /// Two states are equal, and their answers are not.
    UnequalAnswers {
        /// A state.
        state: S,
        /// The other one; it may be the first one's clone.
        other: S,
        /// Which answer differs.
        answer: Answer,
    },
    /// There is no step back of the same cost, in a space that was said to be
    /// [undirected](super::Check::undirected).
    OneWay {
        /// The state.
        state: S,
        /// The successor without a step back.
        successor: S,
        /// What the step to it costs.
        step_cost: u32,
    },
    /// The cheapest path to a state costs more than `u32::MAX`.
    Overflow {
        /// The states from a start to this one.
        path: Vec<S>,
        /// What the path costs.
        cost: u64,
    },
    /// A note: a step lowers the estimate by more than it costs.
    Inconsistent {
        /// The state.
        state: S,
        /// Its estimate.
        estimate: u32,
        /// The state after the step.
        successor: S,
        /// The estimate of that one.
        successor_estimate: u32,
        /// What the step costs.
        step_cost: u32,
    },
    /// A note: a state is its own successor.
    SelfLoop {
        /// The state.
        state: S,
        /// What the step costs.
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

/// What a state or its space is asked, and equal states have to answer alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The estimate.
    Estimate,
    /// Whether it is a goal.
    IsGoal,
    /// Whether it is solvable.
    IsSolvable,
    /// The successors, their order and their costs.
    Successors,
}

impl<S> Fault<S> {
    /// Whether it is only a note: with nothing worse, answers stay right, but come later than they
    /// could.
    #[must_use]
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Inconsistent { .. } | Self::SelfLoop { .. } | Self::Duplicate { .. })
    }

    /// Whether it says that an estimate is wrong.
    pub(super) fn is_of_estimates(&self) -> bool {
        matches!(
            self,
            Self::Inadmissible { .. }
                | Self::GoalEstimate { .. }
                | Self::UnequalAnswers { answer: Answer::Estimate, .. }
        )
    }

    /// What it would break, in one sentence.
    #[must_use]
    pub fn breaks(&self) -> &'static str {
        match self {
            Self::Inadmissible { .. } => "Solutions may cost more than necessary.",
            Self::GoalEstimate { .. } => {
                "Solutions may cost more than necessary, and the default `is_goal` misses the goal."
            }
            Self::FalseGoal { .. } => "A search ends with a path that solves nothing.",
            Self::MissedGoal { .. } => "A search goes on past the goal, perhaps without an end.",
            Self::OnlyGoals { .. } => {
                "Every search ends at once: with estimates of zero, `is_goal` must be overridden."
            }
            Self::FalselyUnsolvable { .. } => {
                "The solver reports it as unsolvable, without any search."
            }
            Self::Unstable { .. } => {
                "A search that asks twice misses solutions, and no run can be repeated."
            }
            Self::Previous { .. } => {
                "A search misses solutions, or goes back at once to where it came from."
            }
            Self::Offered { .. } => "A search that asks for offers misses solutions.",
            Self::UnequalClone { .. } => "A search cannot recognise a state that it has seen.",
            Self::UnequalHashes { .. } => {
                "A search with a closed list cannot recognise a state that it has seen."
            }
            Self::UnequalAnswers { .. } => {
                "A search with a closed list keeps one of the two, and so misses solutions."
            }
            Self::OneWay { .. } => {
                "A search that goes backwards along the steps finds paths that do not exist."
            }
            Self::Overflow { .. } => {
                "Searches leave such paths out, and cannot prove that there is no solution."
            }
            Self::Inconsistent { .. } => "Nothing by itself: graph search may expand states again.",
            Self::SelfLoop { .. } | Self::Duplicate { .. } => {
                "Nothing by itself: every search spends time on it, tree search most of all."
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
                write!(f, "the estimate of a goal is {estimate} and not 0: {goal:?}")
            }
            Self::FalseGoal { state, estimate } => {
                write!(
                    f,
                    "it is taken for a goal and is none; its estimate is {estimate}: {state:?}"
                )
            }
            Self::MissedGoal { state, estimate } => {
                write!(f, "the goal is not recognised; its estimate is {estimate}: {state:?}")
            }
            Self::OnlyGoals { state, other } => {
                write!(
                    f,
                    "every state found has an estimate of 0 and is a goal: {state:?}, {other:?}, ..."
                )
            }
            Self::FalselyUnsolvable { path } => {
                write!(f, "the state is said to be unsolvable and is not: {}", Path(path))
            }
            Self::Unstable { state, first, later } => {
                write!(f, "the successors of {state:?} were {first:?} and then {later:?}")
            }
            Self::Previous { state, previous, expected, visited } => {
                write!(f, "the successors of {state:?} except {previous:?} ")?;
                write!(f, "should be {expected:?} and are {visited:?}")
            }
            Self::Offered { state, previous, expected, offered } => {
                write!(f, "the successors of {state:?} ")?;
                if let Some(previous) = previous {
                    write!(f, "except {previous:?} ")?;
                }
                write!(f, "should be offered as {expected:?} and are as {offered:?}")
            }
            Self::UnequalClone { state, clone } => {
                write!(f, "the state is not equal to its clone: {state:?}, {clone:?}")
            }
            Self::UnequalHashes { state, other } => {
                write!(f, "the states are equal, and their hashes are not: {state:?}, {other:?}")
            }
            Self::UnequalAnswers { state, other, answer } => {
                let which = match answer {
                    Answer::Estimate => "estimates",
                    Answer::IsGoal => "answers to `is_goal`",
                    Answer::IsSolvable => "answers to `is_solvable`",
                    Answer::Successors => "successors",
                };
                write!(f, "the states are equal, and their {which} are not: {state:?}, {other:?}")
            }
            Self::OneWay { state, successor, step_cost } => {
                write!(f, "the step costs {step_cost}, and there is none back of that cost: ")?;
                write!(f, "{state:?} -> {successor:?}")
            }
            Self::Overflow { path, cost } => {
                let most = u32::MAX;
                write!(f, "the cheapest path costs {cost}, more than {most}: {}", Path(path))
            }
            Self::Inconsistent { state, estimate, successor, successor_estimate, step_cost } => {
                write!(f, "the step costs {step_cost}, and the estimate goes from {estimate} to ")?;
                write!(f, "{successor_estimate}: {state:?} -> {successor:?}")
            }
            Self::SelfLoop { state, step_cost } => {
                write!(f, "the state is its own successor, at a cost of {step_cost}: {state:?}")
            }
            Self::Duplicate { state, successor } => {
                write!(f, "{successor:?} is more than once a successor of {state:?}")
            }
        }
    }
}

/// A path as people read it. Of a long one, the middle is left out.
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
