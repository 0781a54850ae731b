//! Faults of a domain.

use std::fmt::Debug;

use super::message::{arrows, difference, except_clause};
use crate::answer::error::messages;

/// The enum of the faults: each has its fields, its message, and what it breaks.
macro_rules! faults {
    ($(#[$meta:meta])+ pub enum $name:ident<$state:ident: $bound:ident + $more:ident> {
        $($(#[$doc:meta])+ $fault:ident $fields:tt => $message:tt, breaks $consequence:expr,)+
    }) => {
        messages! {
            $(#[$meta])+
            pub enum $name<$state: $bound + $more> {
                $($(#[$doc])+ $fault $fields => $message,)+
            }
        }

        impl<$state> $name<$state> {
            /// The consequence of the fault, in one sentence.
            pub fn breaks(&self) -> &'static str {
                match self {
                    $(Self::$fault { .. } => $consequence,)+
                }
            }
        }
    };
}

const MISSES: &str = "A bidirectional search misses solutions.";
const COSTS_MORE: &str = "Solutions of a bidirectional search may cost more than necessary.";
const ONLY_TIME: &str =
    "This alone leaves answers correct. Every search spends time on it, tree search most.";

faults! {
    /// A fault of a domain, with the smallest counterexample found.
    ///
    /// `Display` prints what was seen, and [`breaks`](Fault::breaks) says what the fault breaks.
    /// Successors are listed with their step costs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Fault<S: Debug + PartialEq> {
        /// An estimate exceeds the cost of a path to a goal, so it is not admissible.
        Inadmissible {
            /// The path from the state with the estimate to a goal.
            path: Vec<S>,
            /// The estimate of the first state.
            estimate: u32,
            /// The cost of the path.
            cost: u32,
        } => ("the estimate is {estimate}, but this path to a goal costs {cost}: {}", arrows(path)),
        breaks "Solutions may cost more than necessary.",
        /// The estimate of a goal is not zero.
        GoalEstimate {
            /// The goal.
            goal: S,
            /// Its estimate.
            estimate: u32,
        } => ("the estimate of a goal is {estimate}, not 0: {goal:?}"),
        breaks "Solutions may cost more than necessary, and the default `is_goal` misses the goal.",
        /// A state is taken for a goal, but is none by the predicate
        /// [given](super::Check::goal_when).
        FalseGoal {
            /// The state.
            state: S,
            /// Its estimate. If it is 0, that may be the cause: the default `is_goal` tests only
            /// for 0.
            estimate: u32,
        } => ("a state with estimate {estimate} is wrongly accepted as a goal: {state:?}"),
        breaks "A search ends with a path that solves nothing.",
        /// A state is a goal by the predicate [given](super::Check::goal_when), but is not
        /// recognised.
        MissedGoal {
            /// The goal.
            state: S,
            /// Its estimate. If it is not 0, that may be the cause: the default `is_goal` tests for
            /// 0.
            estimate: u32,
        } => ("a goal with estimate {estimate} is not recognised: {state:?}"),
        breaks "A search continues past the goal, perhaps forever.",
        /// Every state found is a goal: every estimate is zero, and the default `is_goal` tests
        /// only for 0.
        OnlyGoals {
            /// One of the states.
            state: S,
            /// Another one.
            other: S,
        } => ("every state found has an estimate of 0 and is a goal: {state:?}, {other:?}, ..."),
        breaks "Every search ends at once: with estimates of zero, `is_goal` must be overridden.",
        /// `is_solvable` is false, but a goal can be reached.
        FalselyUnsolvable {
            /// The path from the state to a goal.
            path: Vec<S>,
        } => (
            "the state is reported as unsolvable, but this path leads to a goal: {}",
            arrows(path),
        ),
        breaks "The solver reports the state as unsolvable without a search.",
        /// The successors of a state differ from call to call.
        Unstable {
            /// The state.
            state: S,
            /// The successors visited first.
            first: Vec<(S, u32)>,
            /// The successors visited later.
            later: Vec<(S, u32)>,
        } => (
            "the successors of {state:?} change from call to call; the later ones {}",
            difference(first, later),
        ),
        breaks "A search that generates successors twice misses solutions, and runs differ.",
        /// Passing `previous` does not leave out exactly this one successor: it is visited all the
        /// same, other successors differ, or their order does. A space that prunes by `previous`
        /// has to be [declared](super::Check::prunes_by_previous).
        Previous {
            /// The state.
            state: S,
            /// The predecessor that is left out.
            previous: S,
            /// The successors expected.
            expected: Vec<(S, u32)>,
            /// The successors visited.
            visited: Vec<(S, u32)>,
        } => (
            "with {previous:?} as `previous`, the successors of {state:?} {}; only `previous` is \
             to be left out",
            difference(expected, visited),
        ),
        breaks "A search misses solutions, or generates the parent again.",
        /// The offered successors of a state differ from the visited ones, or have other estimates.
        /// They are offered by the space, or by a [`SuccessorFunction`](crate::SuccessorFunction).
        Offered {
            /// The state.
            state: S,
            /// The predecessor that is left out, if there is one.
            previous: Option<S>,
            /// The offers expected: successors, their step costs and their estimates.
            expected: Vec<(S, u32, u32)>,
            /// The offers made.
            offered: Vec<(S, u32, u32)>,
        } => (
            "the successors of {state:?} {}are not offered as they are visited; the offers {}",
            except_clause(previous.as_ref()),
            difference(expected, offered),
        ),
        breaks "A search that uses `offer_successors` misses solutions.",
        /// A state does not equal its own clone.
        UnequalClone {
            /// The state.
            state: S,
            /// Its clone.
            clone: S,
        } => ("the state is not equal to its clone: {state:?}, {clone:?}"),
        breaks "A search cannot recognise a state that it has seen.",
        /// Two equal states have different hashes.
        UnequalHashes {
            /// A state.
            state: S,
            /// The other state. It may be a clone of the first.
            other: S,
        } => ("equal states have different hashes: {state:?}, {other:?}"),
        breaks "A search with a closed list cannot recognise a state that it has seen.",
        /// Two different states have the same number.
        SharedNumber {
            /// A state.
            state: S,
            /// The other state.
            other: S,
            /// Their number.
            number: usize,
        } => ("different states have the number {number}: {state:?}, {other:?}"),
        breaks "A search with a closed list takes one for the other, and so misses solutions.",
        /// A method has different answers for two equal states.
        UnequalAnswers {
            /// A state.
            state: S,
            /// The other state. It may be a clone of the first.
            other: S,
            /// The answer that differs.
            answer: Answer,
        } => ("equal states have different {answer}: {state:?}, {other:?}"),
        breaks "A search with a closed list keeps one of the two, and so misses solutions.",
        /// A step has no reverse step of the same cost, in a space declared
        /// [undirected](super::Check::undirected).
        OneWay {
            /// The state.
            state: S,
            /// The successor without the reverse step.
            successor: S,
            /// The cost of the step to the successor.
            step_cost: u32,
        } => (
            "the step costs {step_cost}, but no step back has that cost: {state:?} -> {successor:?}"
        ),
        breaks "A search that goes backwards along the steps finds paths that do not exist.",
        /// A step is missing among the predecessors of its end, in a space declared
        /// [bidirectional](super::Check::bidirectional).
        MissedPredecessor {
            /// The state where the step ends.
            state: S,
            /// The successor of `state` that is left out, if there is one.
            next: Option<S>,
            /// The predecessor that is missing, or has a higher step cost.
            predecessor: S,
            /// The cost of the step.
            step_cost: u32,
        } => (
            "the predecessors of {state:?} {}lack {predecessor:?}, which has a step of cost \
             {step_cost} to it",
            except_clause(next.as_ref()),
        ),
        breaks MISSES,
        /// A predecessor has no step of this cost to the state.
        FalsePredecessor {
            /// The state.
            state: S,
            /// The predecessor.
            predecessor: S,
            /// The cost of the step that does not exist.
            step_cost: u32,
        } => (
            "{predecessor:?} is a predecessor of {state:?} at a cost of {step_cost}, but has no \
             such step to it"
        ),
        breaks "A bidirectional search finds paths that do not exist, and calls them optimal.",
        /// A state is listed by `goals`, but is no goal.
        FalseListedGoal {
            /// The initial state passed to `goals`.
            initial: S,
            /// The state.
            state: S,
        } => ("`goals` of {initial:?} lists a state that is no goal: {state:?}"),
        breaks "A bidirectional search ends with a path that solves nothing.",
        /// A goal can be reached, but is not listed by `goals`.
        UnlistedGoal {
            /// The path to the goal, from the initial state passed to `goals`.
            path: Vec<S>,
        } => ("this path leads to a goal that `goals` does not list: {}", arrows(path)),
        breaks MISSES,
        /// An estimate from the initial state exceeds the cost of a path.
        InadmissibleFromInitial {
            /// The path from the initial state to the state with the estimate.
            path: Vec<S>,
            /// The estimate of the last state.
            estimate: u32,
            /// The cost of the path.
            cost: u32,
        } => (
            "the estimate from the initial state is {estimate}, but this path costs {cost}: {}",
            arrows(path),
        ),
        breaks COSTS_MORE,
        /// A step lowers `estimate`, or raises `estimate_from_initial`, by more than it costs,
        /// although
        /// [`has_consistent_estimates`](crate::BidirectionalSpace::has_consistent_estimates) is
        /// true. Or a step changes `estimate` by more than it costs, although
        /// [`estimate_is_consistent_both_ways`][both ways] is true.
        ///
        /// [both ways]: crate::StateSpace::estimate_is_consistent_both_ways
        FalselyConsistent {
            /// The state.
            state: S,
            /// Its `estimate`, or its `estimate_from_initial` if that rises.
            estimate: u32,
            /// The successor.
            successor: S,
            /// The same estimate of the successor.
            successor_estimate: u32,
            /// The cost of the step.
            step_cost: u32,
            /// Whether `estimate_is_consistent_both_ways` is the method that is wrongly true.
            both_ways: bool,
        } => (
            "`{}` is true, but this step costs {step_cost}, and `{} from {estimate} to \
             {successor_estimate}: {state:?} -> {successor:?}",
            if *both_ways { "estimate_is_consistent_both_ways" } else { "has_consistent_estimates" },
            match (estimate > successor_estimate, both_ways) {
                (true, _) => "estimate` falls",
                (false, true) => "estimate` rises",
                (false, false) => "estimate_from_initial` rises",
            },
        ),
        breaks "Solutions of a bidirectional or weighted search may cost more than they should.",
        /// A step costs less than `least_step_cost`.
        CheapStep {
            /// The state.
            state: S,
            /// The successor.
            successor: S,
            /// The cost of the step.
            step_cost: u32,
            /// The value of `least_step_cost`.
            least: u32,
        } => (
            "`least_step_cost` is {least}, but this step costs {step_cost}: \
             {state:?} -> {successor:?}"
        ),
        breaks COSTS_MORE,
        /// The cheapest path to a state costs more than `u32::MAX`.
        Overflow {
            /// The path from a start to the state.
            path: Vec<S>,
            /// The cost of the path.
            cost: u64,
        } => ("the cheapest path costs {cost}, more than {}: {}", u32::MAX, arrows(path)),
        breaks "Searches prune such paths, and cannot prove that there is no solution.",
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
        } => (
            "the step costs {step_cost}, but the estimate falls from {estimate} to \
             {successor_estimate}: {state:?} -> {successor:?}"
        ),
        breaks "This alone leaves answers correct. Graph search may expand states again.",
        /// A note: a state is its own successor.
        SelfLoop {
            /// The state.
            state: S,
            /// The cost of the step.
            step_cost: u32,
        } => ("the state is its own successor, at a cost of {step_cost}: {state:?}"),
        breaks ONLY_TIME,
        /// A note: a state has the same successor twice.
        Duplicate {
            /// The state.
            state: S,
            /// The successor.
            successor: S,
        } => ("{state:?} has the successor {successor:?} more than once"),
        breaks ONLY_TIME,
    }
}

messages! {
    /// An answer of a domain that must be the same for equal states.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Answer {
        /// The estimate.
        Estimate => ("estimates"),
        /// Whether the state is a goal.
        IsGoal => ("answers to `is_goal`"),
        /// Whether the state is solvable.
        IsSolvable => ("answers to `is_solvable`"),
        /// The number of the state.
        Number => ("numbers"),
        /// The successors, with their order and costs.
        Successors => ("successors"),
    }
}

impl<S> Fault<S> {
    /// Whether this is only a note. Notes alone leave answers correct, but may make searches
    /// slower.
    pub(super) fn is_note(&self) -> bool {
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
}
