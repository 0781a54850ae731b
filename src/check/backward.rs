//! The rules for searches from both ends.

use std::fmt::Debug;
use std::hash::Hash;

use super::Fault;
use super::distances::Distances;
use super::inspection::{Inspection, exceeds};
use super::region::successors;
use crate::{BidirectionalSpace, Cost, Reversed, StateSpace};

/// The methods of a [`BidirectionalSpace`] as function pointers, so that a check also takes spaces
/// without the trait.
#[expect(clippy::type_complexity, reason = "each is the signature of a method")]
pub(super) struct Backward<P: StateSpace> {
    pub(super) goals: fn(&P, &P::State) -> Vec<P::State>,
    pub(super) predecessors: fn(&P, &P::State, Option<&P::State>) -> Vec<(P::State, Cost)>,
    estimate_from_initial: fn(&P, &P::State, &P::State) -> Cost,
    has_consistent_estimates: fn(&P) -> bool,
}

impl<P: BidirectionalSpace> Backward<P> {
    pub(super) fn new() -> Self {
        Self {
            goals: |space, initial| space.goals(initial).into_iter().collect(),
            predecessors: |space, state, next| successors(&Reversed::new(space), state, next),
            estimate_from_initial: P::estimate_from_initial,
            has_consistent_estimates: P::has_consistent_estimates,
        }
    }
}

impl<'a, P: StateSpace<State: Eq + Hash + Debug>> Inspection<'a, P> {
    /// The faults of a space that was declared bidirectional, at most one of each kind.
    pub(super) fn backward(&self) -> impl Iterator<Item = Fault<P::State>> + use<'a, P> {
        let faults = self.check.backward.as_ref().map(|backward| {
            [
                self.missed_predecessor(backward),
                self.false_predecessor(backward),
                self.false_listed_goal(backward),
                self.unlisted_goal(backward),
                self.inadmissible_from_initial(backward),
                self.falsely_consistent_at_an_end(backward),
                self.cheap_step(),
            ]
        });
        faults.into_iter().flatten().flatten()
    }

    fn missed_predecessor(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let nodes = &self.region.nodes;
        self.steps().find_map(|(from, to, step_cost)| {
            // Asks once without `next`, and once with a `next` other than the predecessor that must
            // be found.
            let others = to.successors.iter().flatten().map(|step| &nodes[step.to].state);
            let next = others.into_iter().find(|&other| *other != from.state);
            let missing_without = |next: Option<&P::State>| {
                let found = (backward.predecessors)(&self.check.space, &to.state, next);
                // Of several steps between the two, the cheapest is enough.
                !found.iter().any(|(state, cost)| *state == from.state && *cost <= step_cost)
            };
            let next = [None, next].into_iter().find(|&next| missing_without(next))?.cloned();
            let (state, predecessor) = (to.state.clone(), from.state.clone());
            Some(Fault::MissedPredecessor { state, next, predecessor, step_cost })
        })
    }

    fn false_predecessor(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let space = &self.check.space;
        self.expanded().find_map(|(node, _)| {
            let found = (backward.predecessors)(space, &node.state, None);
            let is_false = |(predecessor, cost): &(P::State, Cost)| {
                let steps = successors(space, predecessor, None);
                !steps.iter().any(|(state, other)| (state, other) == (&node.state, cost))
            };
            let (predecessor, step_cost) = found.into_iter().find(is_false)?;
            Some(Fault::FalsePredecessor { state: node.state.clone(), predecessor, step_cost })
        })
    }

    fn false_listed_goal(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let space = &self.check.space;
        let goal_when = self.check.goal_when.as_ref();
        let is_goal = |state: &_| goal_when.map_or_else(|| space.is_goal(state), |it| it(state));
        self.region.nodes[..self.region.starts].iter().find_map(|start| {
            let goals = (backward.goals)(space, &start.state);
            let state = goals.into_iter().find(|state| !is_goal(state))?;
            Some(Fault::FalseListedGoal { initial: start.state.clone(), state })
        })
    }

    fn unlisted_goal(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let nodes = &self.region.nodes;
        (0..self.region.starts).find_map(|start| {
            let listed = (backward.goals)(&self.check.space, &nodes[start].state);
            let distances = Distances::from(self.region, [start].into_iter());
            let is_unlisted = |id: usize, _| self.is_goal[id] && !listed.contains(&nodes[id].state);
            let (_, id) = self.nearest(&distances, is_unlisted)?;
            Some(Fault::UnlistedGoal { path: self.path_from_start(&distances, id) })
        })
    }

    fn inadmissible_from_initial(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let nodes = &self.region.nodes;
        (0..self.region.starts).find_map(|start| {
            let distances = Distances::from(self.region, [start].into_iter());
            let estimate = |id: usize| {
                let (initial, state) = (&nodes[start].state, &nodes[id].state);
                (backward.estimate_from_initial)(&self.check.space, initial, state)
            };
            let is_too_high = |id, cost| u64::from(estimate(id)) > cost;
            let (cost, id) = self.nearest(&distances, is_too_high)?;
            let cost = u32::try_from(cost).ok()?;
            let path = self.path_from_start(&distances, id);
            Some(Fault::InadmissibleFromInitial { path, estimate: estimate(id), cost })
        })
    }

    fn falsely_consistent_at_an_end(&self, backward: &Backward<P>) -> Option<Fault<P::State>> {
        let space = &self.check.space;
        if !(backward.has_consistent_estimates)(space) {
            return None;
        }
        let starts = &self.region.nodes[..self.region.starts];
        self.falsely_consistent(false, |from, to, step_cost| {
            let mut behind = starts.iter().map(|start| {
                let estimate = |state| (backward.estimate_from_initial)(space, &start.state, state);
                (estimate(&from.state), estimate(&to.state))
            });
            if exceeds(from.estimate, to.estimate, step_cost) {
                return Some((from.estimate, to.estimate));
            }
            behind.find(|&(before, after)| exceeds(after, before, step_cost))
        })
    }

    fn cheap_step(&self) -> Option<Fault<P::State>> {
        let least = self.check.space.least_step_cost();
        let (from, to, step_cost) = self.steps().find(|&(_, _, cost)| cost < least)?;
        let (state, successor) = (from.state.clone(), to.state.clone());
        Some(Fault::CheapStep { state, successor, step_cost, least })
    }
}
