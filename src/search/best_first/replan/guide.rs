//! What was learnt, as the estimates and the goals of a search.

use std::cell::{Cell, RefCell};

use super::{Knowledge, Learnt, NONE};
use crate::frontier::{NumberQueue, Priority};
use crate::search::Search;
use crate::search::best_first::DenseSearch;
use crate::search::best_first::dense_a_star::number;
use crate::search::best_first::distances::FARTHEST;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::space::state_space::least_step_to;
use crate::{
    BidirectionalSpace, Cost, DEAD_END, Limits, NumberedSpace, Outcome, Solution, StateSpace,
    Stopped,
};

/// A space whose estimates are those that were learnt, and whose goals are all states from which a
/// kept path leads to a goal as cheaply as it is estimated.
pub(super) struct Guide<'r, P: StateSpace> {
    pub(super) space: P,
    learnt: &'r [Cell<Learnt>],
    era: u32,
    /// The numbers of the states that were taken off the open list and are no goals.
    taken: RefCell<&'r mut Vec<u32>>,
    /// The kept path from the last state that was a goal, without that state, and its cost.
    kept: RefCell<(Vec<P::State>, Cost)>,
    lowered: RefCell<&'r mut NumberQueue>,
    /// How many bytes `lowered` may use.
    limit: usize,
    /// Whether there was no room on `lowered`.
    pub(super) is_full: Cell<bool>,
}

impl<'r, P: NumberedSpace> Guide<'r, P> {
    pub(super) fn new(space: P, knowledge: &'r mut Knowledge, limit: usize) -> Self {
        let Knowledge { learnt, era, taken, lowered, .. } = knowledge;
        Self {
            space,
            learnt: Cell::from_mut(&mut **learnt).as_slice_of_cells(),
            era: *era,
            taken: RefCell::new(taken),
            kept: RefCell::default(),
            lowered: RefCell::new(lowered),
            limit,
            is_full: Cell::new(false),
        }
    }

    #[inline]
    fn known(&self, number: u32) -> Option<Learnt> {
        let learnt = self.learnt.get(number as usize)?.get();
        (learnt.era == self.era).then_some(learnt)
    }

    fn state_of(&self, number: u32) -> P::State {
        self.space.state(number as usize).expect("the number of a state has a state")
    }

    /// Whether the kept path leads from a state to a goal, and each estimate on it is the cost of
    /// the rest of the path. If not, the path is forgotten, so that it is not followed again.
    #[inline]
    fn has_kept_path(&self, from: &P::State) -> bool {
        let mut kept = self.kept.borrow_mut();
        let (path, cost) = &mut *kept;
        path.clear();
        *cost = 0;
        let mut forgotten = number(&self.space, from);
        let mut at = forgotten;
        // Steps of cost 0 may lead around in a circle.
        while path.len() <= self.learnt.len() {
            let state = path.last().unwrap_or(from);
            if self.space.is_goal(state) {
                return true;
            }
            let Some(known) = self.known(at).filter(|known| known.next != NONE) else { break };
            let next = self.state_of(known.next);
            let rest = self.estimate(&next);
            let is_next = |next: &P::State| number(&self.space, next) == known.next;
            let step = least_step_to(&self.space, state, is_next);
            let Some(step) = step.filter(|&step| rest.checked_add(step) == Some(known.estimate))
            else {
                break;
            };
            if path.try_reserve(1).is_err() {
                break;
            }
            *cost += step;
            path.push(next);
            at = known.next;
        }
        while let Some(known) = self.known(forgotten).filter(|known| known.next != NONE) {
            self.learnt[forgotten as usize].set(Learnt { next: NONE, ..known });
            forgotten = if forgotten == at { NONE } else { known.next };
        }
        false
    }

    /// The solution of a search that has ended where a kept path leads to a goal.
    pub(super) fn outcome(&self, search: &DenseSearch<Self>, limits: &Limits) -> Outcome<P::State> {
        let mut path = search.path();
        let numbers: Vec<u32> = path.iter().map(|state| number(&self.space, state)).collect();
        let path_cost = path.last().and_then(|last| search.path_cost(last)).unwrap_or(0);
        let (mut kept, rest) = self.kept.take();
        path.append(&mut kept);
        let (cost, expected) = (search.cost() + rest, path_cost + rest);
        self.learn(search, Some(expected), &numbers);
        let lower_bound = expected.min(cost);
        match limits.is_too_costly(lower_bound) {
            Some(reason) => {
                Outcome::Stopped(Stopped { reason, lower_bound, path, path_cost: cost })
            }
            None => Outcome::Solved(Solution::new(path, cost, lower_bound)),
        }
    }

    /// Learns from a search. The estimate of a closed state becomes `cost` minus its path cost, or
    /// `DEAD_END` if there is no solution. Keeps the path.
    pub(super) fn learn(&self, search: &DenseSearch<Self>, cost: Option<Cost>, path: &[u32]) {
        let taken = self.taken.borrow();
        // If the list is full, some may be missing.
        if taken.len() == taken.capacity() || self.learnt.is_empty() {
            return;
        }
        for &number in taken.iter() {
            if let Some(path_cost) = search.closed_cost(number) {
                let rest = |cost: Cost| cost.saturating_sub(path_cost).min(FARTHEST);
                let estimate = cost.map_or(DEAD_END, rest);
                let learnt = Learnt { era: self.era, estimate, next: NONE };
                self.learnt[number as usize].set(learnt);
            }
        }
        for step in path.windows(2) {
            let learnt = &self.learnt[step[0] as usize];
            learnt.set(Learnt { next: step[1], ..learnt.get() });
        }
    }
}

impl<P: NumberedSpace + BidirectionalSpace> Guide<'_, P> {
    /// Begins to correct estimates around a state whose steps have changed: its estimate becomes
    /// [`DEAD_END`], or 0 if it is a goal. The estimates of its successors lower it again.
    pub(super) fn begin_correction(&self, state: &P::State) {
        let number = |state: &P::State| number(&self.space, state);
        let mut is_known = self.known(number(state)).is_some();
        self.space.for_each_predecessor(state, None, |before, _| {
            is_known = is_known || self.known(number(&before)).is_some();
        });
        if is_known {
            self.set(number(state), if self.space.is_goal(state) { 0 } else { DEAD_END });
            self.space.for_each_successor(state, None, |next, _| {
                self.set(number(&next), self.estimate(&next));
            });
        }
    }

    /// Lowers the estimates of the states before this one to what their steps to it allow. If
    /// nothing was learnt of a state, the space estimates it, and that estimate needs no
    /// correction.
    pub(super) fn lower_before(&self, number: u32) {
        let state = self.state_of(number);
        let estimate = self.estimate(&state);
        // After a panic, the estimate may have changed since the state was put on the list.
        if estimate == DEAD_END {
            return;
        }
        self.space.for_each_predecessor(&state, None, |before, cost| {
            let before = self::number(&self.space, &before);
            let most = estimate.saturating_add(cost).min(FARTHEST);
            if self.known(before).is_some_and(|before| most < before.estimate) {
                self.set(before, most);
            }
        });
    }

    /// Sets an estimate, and puts the number on the list.
    fn set(&self, number: u32, estimate: Cost) {
        let priority = Priority::new(estimate, 0);
        if estimate < DEAD_END
            && self.lowered.borrow_mut().push_within(number, priority, false, self.limit).is_err()
        {
            return self.is_full.set(true);
        }
        let next = self.known(number).map_or(NONE, |known| known.next);
        self.learnt[number as usize].set(Learnt { era: self.era, estimate, next });
    }
}

impl<P: NumberedSpace> StateSpace for Guide<'_, P> {
    type State = P::State;

    #[inline]
    fn estimate(&self, state: &P::State) -> Cost {
        let known = self.known(number(&self.space, state));
        known.map_or_else(|| self.space.estimate(state), |known| known.estimate)
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        let is_goal = self.has_kept_path(state);
        let mut taken = self.taken.borrow_mut();
        if !is_goal && taken.len() < taken.capacity() {
            taken.push(number(&self.space, state));
        }
        is_goal
    }

    // No successor is pruned.
    derived! { for_each_successor: |guide, state, _previous, visit|
        guide.space.for_each_successor(state, None, visit);
    }

    forward!(|outer| outer.space; number);
}

impl<P: NumberedSpace> NumberedSpace for Guide<'_, P> {
    forward!(|outer| outer.space; state);
}
