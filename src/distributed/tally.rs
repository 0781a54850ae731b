//! What a worker of an enumeration knows: which states are reached, and how many at each distance.

use serde::{Deserialize, Serialize};

use crate::tables::two_bits::{Refused, SET, TwoBits};
use crate::{Statistics, StopReason};

/// What each process tells the others at the end.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) states: Vec<u64>,
    /// How many distances are complete.
    pub(super) complete: usize,
    pub(super) statistics: Statistics,
    pub(super) stopped_by: Option<StopReason>,
}

/// The sum of what several tell.
pub(super) fn sum(reports: Vec<Report>) -> Report {
    let mut all = Report::default();
    for report in reports {
        all.states.resize(all.states.len().max(report.states.len()), 0);
        for (sum, states) in all.states.iter_mut().zip(report.states) {
            *sum += states;
        }
        all.complete = all.complete.max(report.complete);
        all.stopped_by = all.stopped_by.or(report.stopped_by);
        all.statistics.add(&report.statistics);
    }
    all
}

/// What one worker knows.
pub(super) struct Tally {
    pub(super) report: Report,
    /// The states reached at even and at odd distances, and those that are closed.
    pub(super) marks: TwoBits,
}

impl Tally {
    /// No state is reached.
    pub(super) fn new(numbers: usize) -> Result<Self, Refused> {
        let mut report = Report::default();
        report.statistics.bytes = TwoBits::bytes(numbers);
        Ok(Self { report, marks: TwoBits::new(numbers)? })
    }

    /// Whether a state at this distance is known.
    pub(super) fn has_states(&self, distance: usize) -> bool {
        self.report.states.get(distance).is_some_and(|&states| states > 0)
    }

    /// Reaches a state at this distance. Returns whether it is new. `None` if the number is out of
    /// range.
    pub(super) fn reach(&mut self, number: usize, distance: usize) -> Option<bool> {
        let Self { report, marks } = self;
        report.statistics.generated += 1;
        if number >= marks.numbers() {
            return None;
        }
        let is_new = marks.set_one(number, parity(distance));
        if is_new {
            report.states.resize(report.states.len().max(distance + 1), 0);
            report.states[distance] += 1;
        } else {
            report.statistics.duplicates += 1;
        }
        Some(is_new)
    }

    /// Closes the next state, from the number `next` on, that was reached at this distance. Returns
    /// its number. Only states at this distance and at the next may be open.
    pub(super) fn close_next(&mut self, next: usize, distance: usize) -> Option<usize> {
        let mut rest = u32::MAX << (next % SET);
        for set in next / SET..self.marks.words().len() {
            let open = self.marks.with(set, parity(distance)) & rest;
            if open != 0 {
                let number = set * SET + open.trailing_zeros() as usize;
                self.marks.close_one(number);
                self.report.statistics.expanded += 1;
                return Some(number);
            }
            rest = u32::MAX;
        }
        None
    }
}

fn parity(distance: usize) -> u32 {
    u32::from(distance % 2 == 1)
}
