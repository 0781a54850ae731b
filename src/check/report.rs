//! The result of a check.

use std::fmt::{self, Debug, Display};

use super::Fault;

/// The result of a [`Check`](super::Check). `Display` prints all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<S> {
    pub(super) faults: Vec<Fault<S>>,
    pub(super) notes: Vec<Fault<S>>,
    pub(super) states: usize,
    pub(super) is_exhaustive: bool,
    pub(super) has_met_goal: bool,
    pub(super) has_tested_estimates: bool,
}

impl<S> Report<S> {
    /// Whether no fault was found. Notes do not count, because they leave answers correct.
    ///
    /// This is a proof only if the check was [exhaustive](Report::is_exhaustive).
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The faults, each with the smallest counterexample found. There is at most one of each kind,
    /// and at most one [`FalselyConsistent`](Fault::FalselyConsistent) for each of the two methods.
    pub fn faults(&self) -> &[Fault<S>] {
        &self.faults
    }

    /// Findings that do no harm by themselves, but may cost time or may not be intended:
    /// inconsistent estimates, states that are their own successors, and successors that come
    /// twice. At most one of each kind.
    ///
    /// If a fault says that an estimate is wrong, inconsistent estimates are not noted as well.
    pub fn notes(&self) -> &[Fault<S>] {
        &self.notes
    }

    /// The number of states expanded and checked.
    pub fn states_checked(&self) -> usize {
        self.states
    }

    /// Whether a goal was found.
    pub fn has_met_goal(&self) -> bool {
        self.has_met_goal
    }

    /// Whether the estimates were put to the test: some estimate was compared with the cost of a
    /// path to a goal, or there was nothing to compare, because all estimates are 0 or the check
    /// was [exhaustive](Self::is_exhaustive).
    ///
    /// If not, an estimate that is too high would not have been noticed. Then
    /// [`assert_sound`](super::Check::assert_sound) fails, and `Display` says what to do.
    pub fn has_tested_estimates(&self) -> bool {
        self.has_tested_estimates
    }

    /// Whether all states that can be reached from the starts were checked. Then all distances to a
    /// goal are exact, and no estimate that is too high is missed.
    pub fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }
}

impl<S: Debug + PartialEq> Display for Report<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.is_exhaustive { "all reachable states" } else { "a sample" };
        let (faults, notes) = (self.faults.len(), self.notes.len());
        write!(f, "faults: {faults}, notes: {notes}, states checked: {} ({which})", self.states)?;
        if !self.has_tested_estimates {
            f.write_str(
                "\nno path to a goal was seen, so no estimate was compared with a distance: start \
                 at a goal too (`also_from`), list the goals (`bidirectional`), check a smaller \
                 problem, or expand more `states`",
            )?;
        } else if !self.has_met_goal {
            f.write_str("\nno goal was found, so no estimate was compared with a distance")?;
        }
        for fault in self.faults.iter().chain(&self.notes) {
            let kind = if fault.is_note() { "note" } else { "fault" };
            write!(f, "\n{kind}: {fault}\n    {}", fault.breaks())?;
        }
        Ok(())
    }
}
