//! The states of one worker in an enumeration.

use std::ops::RangeInclusive;

use super::ClusterErrorKind;
use super::dataflow::{Work, WorkerContext};
use crate::tables::two_bits::{SET, TwoBits};
use crate::{Cost, NumberedSpace, Statistics, StopReason};

/// How many successors a worker sends before it receives again.
const SLICE: usize = 1 << 15;

/// The states of one worker: those whose number modulo the number of workers is its index.
pub(super) struct WorkerLevels<P> {
    pub(super) context: WorkerContext<P>,
    /// The number of states at each distance.
    pub(super) states: Vec<u64>,
    /// How many distances are complete.
    pub(super) complete: usize,
    /// The states reached at even and at odd distances, and those that are closed. The index of a
    /// state is its number divided by the number of workers.
    pub(super) marks: TwoBits,
    /// States at the lowest open distance are open only from this index on.
    pub(super) next: usize,
    /// The distances whose states are expanded.
    pub(super) levels: RangeInclusive<Cost>,
}

impl<P> WorkerLevels<P> {
    /// Whether a state at this distance is known.
    pub(super) fn has_states(&self, distance: Cost) -> bool {
        self.states.get(distance as usize).is_some_and(|&states| states > 0)
    }

    /// Closes the next state that was reached at this distance. Returns its index. Only states at
    /// this distance and at the next may be open.
    fn close_next(&mut self, distance: Cost) -> Option<usize> {
        let mut rest = u32::MAX << (self.next % SET);
        for set in self.next / SET..self.marks.words().len() {
            let open = self.marks.with(set, distance % 2) & rest;
            if open != 0 {
                let index = set * SET + open.trailing_zeros() as usize;
                self.marks.close_one(index);
                self.context.statistics.expanded += 1;
                self.next = index + 1;
                return Some(index);
            }
            rest = u32::MAX;
        }
        self.next = 0;
        None
    }
}

impl<P: NumberedSpace + Send + Sync + 'static> Work for WorkerLevels<P> {
    /// The number of a state, whose level is its distance.
    type Message = usize;

    const IN_ROUNDS: bool = true;

    fn owner(&number: &usize, workers: usize) -> usize {
        number % workers
    }

    fn first_level(&self) -> Option<Cost> {
        Some(*self.levels.start()).filter(|&first| self.has_states(first))
    }

    fn receive(&mut self, number: usize, distance: Cost) -> bool {
        let Self {
            context: WorkerContext { statistics, workers, watch, .. }, states, marks, ..
        } = self;
        statistics.generated += 1;
        let index = number / *workers;
        if index >= marks.numbers() {
            watch.fail(ClusterErrorKind::NoNumber { number: Some(number as u64) });
            return false;
        }
        if !marks.set_one(index, distance % 2) {
            statistics.duplicates += 1;
            return false;
        }
        states.resize(states.len().max(distance as usize + 1), 0);
        states[distance as usize] += 1;
        self.levels.contains(&distance)
    }

    fn must_stop(&mut self, least: Option<Cost>) -> bool {
        // Stops before the next distance is `Cost::MAX`.
        let is_last = least.is_some_and(|least| least >= Cost::MAX - 1);
        self.context.must_stop(least.is_none(), is_last.then_some(StopReason::PathCost))
    }

    fn expand(&mut self, distance: Cost, mut send: impl FnMut(Cost, usize)) -> bool {
        self.complete = distance as usize + 1;
        let Statistics { expanded, .. } = self.context.statistics;
        let end = expanded.saturating_add(self.context.limits.steps_left(&self.context.statistics));
        let mut successors = 0;
        while successors < SLICE && self.context.statistics.expanded < end {
            let Some(index) = self.close_next(distance) else { return false };
            let WorkerContext { space, worker, workers, .. } = &self.context;
            space.for_each_successor_number(index * workers + worker, |successor, _| {
                send(distance, successor);
                successors += 1;
            });
        }
        true
    }
}
