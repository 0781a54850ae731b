//! What a fault says: only what differs, and no long lists.

use std::fmt::{self, Debug, Display};

use super::{Answer, Fault};

impl<S: Debug + PartialEq> Display for Fault<S> {
    #[expect(clippy::too_many_lines, reason = "one message for each kind")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inadmissible { path, estimate, cost } => {
                write!(f, "the estimate is {estimate}, ")?;
                write!(f, "but this path to a goal costs {cost}: {}", Path(path))
            }
            Self::GoalEstimate { goal, estimate } => {
                write!(f, "the estimate of a goal is {estimate}, not 0: {goal:?}")
            }
            Self::FalseGoal { state, estimate } => {
                write!(f, "a state with estimate {estimate} ")?;
                write!(f, "is wrongly accepted as a goal: {state:?}")
            }
            Self::MissedGoal { state, estimate } => {
                write!(f, "a goal with estimate {estimate} is not recognised: {state:?}")
            }
            Self::OnlyGoals { state, other } => {
                f.write_str("every state found has an estimate of 0 and is a goal: ")?;
                write!(f, "{state:?}, {other:?}, ...")
            }
            Self::FalselyUnsolvable { path } => {
                f.write_str("the state is reported as unsolvable, ")?;
                write!(f, "but this path leads to a goal: {}", Path(path))
            }
            Self::Unstable { state, first, later } => {
                write!(f, "the successors of {state:?} change from call to call; the later ones ")?;
                Difference { expected: first, found: later }.fmt(f)
            }
            Self::Previous { state, previous, expected, visited } => {
                write!(f, "with {previous:?} as `previous`, the successors of {state:?} ")?;
                Difference { expected, found: visited }.fmt(f)?;
                f.write_str("; only `previous` is to be left out")
            }
            Self::Offered { state, previous, expected, offered } => {
                write!(f, "the successors of {state:?} ")?;
                if let Some(previous) = previous {
                    write!(f, "except {previous:?} ")?;
                }
                f.write_str("are not offered as they are visited; the offers ")?;
                Difference { expected, found: offered }.fmt(f)
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
            Self::MissedPredecessor { state, next, predecessor, step_cost } => {
                write!(f, "the predecessors of {state:?} ")?;
                if let Some(next) = next {
                    write!(f, "except {next:?} ")?;
                }
                write!(f, "lack {predecessor:?}, which has a step of cost {step_cost} to it")
            }
            Self::FalsePredecessor { state, predecessor, step_cost } => {
                write!(f, "{predecessor:?} is a predecessor of {state:?} ")?;
                write!(f, "at a cost of {step_cost}, but has no such step to it")
            }
            Self::FalseListedGoal { initial, state } => {
                write!(f, "`goals` of {initial:?} lists a state that is no goal: {state:?}")
            }
            Self::UnlistedGoal { path } => {
                let path = Path(path);
                write!(f, "this path leads to a goal that `goals` does not list: {path}")
            }
            Self::InadmissibleFromInitial { path, estimate, cost } => {
                write!(f, "the estimate from the initial state is {estimate}, ")?;
                write!(f, "but this path costs {cost}: {}", Path(path))
            }
            Self::CheapStep { state, successor, step_cost, least } => {
                write!(f, "`least_step_cost` is {least}, but this step costs {step_cost}: ")?;
                write!(f, "{state:?} -> {successor:?}")
            }
            Self::Overflow { path, cost } => {
                let most = u32::MAX;
                write!(f, "the cheapest path costs {cost}, more than {most}: {}", Path(path))
            }
            Self::Inconsistent { state, estimate, successor, successor_estimate, step_cost } => {
                write!(f, "the step costs {step_cost}, but the estimate falls ")?;
                write!(f, "from {estimate} to {successor_estimate}: {state:?} -> {successor:?}")
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

/// How one list differs from another: what it lacks, what it has besides, or where the order
/// differs. Few elements are printed.
struct Difference<'a, T> {
    expected: &'a [T],
    found: &'a [T],
}

impl<T: Debug + PartialEq> Display for Difference<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        let (lacking, besides) = (without(expected, found), without(found, expected));
        if lacking.is_empty() && besides.is_empty() {
            let mut pairs = expected.iter().zip(*found);
            return match pairs.find(|(expected, found)| expected != found) {
                Some((expected, found)) => {
                    write!(f, "have another order: {found:?} comes before {expected:?}")
                }
                None => f.write_str("are the same"),
            };
        }
        if !lacking.is_empty() {
            write!(f, "lack {}", Few(&lacking))?;
        }
        if !besides.is_empty() {
            let and = if lacking.is_empty() { "" } else { " and " };
            write!(f, "{and}have besides {}", Few(&besides))?;
        }
        Ok(())
    }
}

/// The elements of a list that are left when those of another are taken away, each once.
fn without<'a, T: PartialEq>(list: &'a [T], taken: &[T]) -> Vec<&'a T> {
    let mut taken: Vec<_> = taken.iter().collect();
    let is_left = |element: &&T| {
        let place = taken.iter().position(|other| other == element);
        place.map(|place| taken.swap_remove(place)).is_none()
    };
    list.iter().filter(is_left).collect()
}

/// The first elements of a list for printing.
struct Few<'a, T>(&'a [&'a T]);

impl<T: Debug> Display for Few<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        for (index, element) in self.0.iter().take(SHOWN).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{element:?}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " ({more} more)"),
        }
    }
}
