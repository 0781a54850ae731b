//! The rules: how each kind of fault is recognised among the states found.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use super::distances::Distances;
use super::region::{Node, Offers, Region, Step, offers, successors};
use super::{Answer, Check, Fault};
use crate::frontier::hash;
use crate::{Cost, StateSpace};

/// The number of states that are compared with each other whatever their hashes are.
const MOST_COMPARED: usize = 1_000;

/// The most predecessors of a state that are passed as `previous` in tests.
const MOST_PREVIOUS: usize = 8;

/// Whether one estimate exceeds another by more than the cost of the step between their states.
pub(super) fn exceeds(higher: Cost, lower: Cost, step_cost: Cost) -> bool {
    u64::from(higher) > u64::from(lower) + u64::from(step_cost)
}

/// The states found and what is known about them. Most rules return the first counterexample in
/// `order`.
pub(super) struct Inspection<'a, P: StateSpace> {
    pub(super) check: &'a Check<'a, P>,
    pub(super) region: &'a Region<P::State>,
    /// For each state, whether it is a goal, by the predicate if one was given.
    pub(super) is_goal: Vec<bool>,
    to_goals: Distances,
    from_starts: Distances,
    /// The states in order of distance from a start.
    order: Vec<usize>,
}

impl<'a, P: StateSpace<State: Eq + Hash + Debug>> Inspection<'a, P> {
    pub(super) fn new(check: &'a Check<'a, P>, region: &'a Region<P::State>) -> Self {
        let is_goal: Vec<_> = (region.nodes.iter())
            .map(|node| check.goal_when.as_ref().map_or(node.is_goal, |goal| goal(&node.state)))
            .collect();
        let from_starts = Distances::from(region, 0..region.starts);
        let mut order: Vec<_> = (0..region.nodes.len()).collect();
        order.sort_by_key(|&id| from_starts.cost(id).unwrap_or(u64::MAX));
        let to_goals = Distances::to_goals(region, |id| is_goal[id]);
        Self { check, region, is_goal, to_goals, from_starts, order }
    }

    /// Whether the cost of some path to a goal could be compared with an estimate, or there is
    /// nothing to compare.
    pub(super) fn has_tested_estimates(&self) -> bool {
        let mut others = self.nodes().filter(|&(id, _)| !self.is_goal[id]);
        let mut has_path = others.clone().filter(|&(id, _)| self.to_goals.cost(id).is_some());
        self.region.is_whole()
            || has_path.next().is_some()
            || others.all(|(_, node)| node.estimate == 0)
    }

    /// All faults and notes, at most one of each kind.
    pub(super) fn faults(&self) -> Vec<Fault<P::State>> {
        // Without a working `==`, nothing else can be decided.
        if let Some(fault) = self.unequal_clone() {
            return vec![fault];
        }
        // If successors change from call to call, the rules that ask again are skipped.
        let unstable = self.unstable();
        let is_stable = unstable.is_none();
        let faults = [
            self.inadmissible(),
            self.goal_estimate(),
            self.falsely_consistent_both_ways(),
            self.false_goal(),
            self.missed_goal(),
            self.only_goals(),
            self.falsely_unsolvable(),
            unstable,
            self.unequal_hashes(),
            self.shared_number(),
            self.one_way(),
            self.overflow(),
            self.inconsistent(),
            self.self_loop(),
            self.duplicate(),
        ];
        let mut faults: Vec<_> = faults.into_iter().flatten().collect();
        if is_stable {
            let asked_again = [self.unequal_answers(), self.previous(), self.offered()];
            faults.extend(asked_again.into_iter().flatten());
            faults.extend(self.backward());
        }
        // A wrong estimate is usually inconsistent as well. Then the note would be misleading.
        if faults.iter().any(Fault::is_of_estimates) {
            faults.retain(|fault| !matches!(fault, Fault::Inconsistent { .. }));
        }
        faults
    }

    fn nodes(&self) -> impl Iterator<Item = (usize, &'a Node<P::State>)> + Clone {
        self.order.iter().map(|&id| (id, &self.region.nodes[id]))
    }

    pub(super) fn expanded(&self) -> impl Iterator<Item = (&'a Node<P::State>, &'a [Step])> {
        self.nodes().filter_map(|(_, node)| Some((node, &node.successors.as_ref()?[..])))
    }

    /// All steps seen: from, to, cost.
    pub(super) fn steps(
        &self,
    ) -> impl Iterator<Item = (&'a Node<P::State>, &'a Node<P::State>, u32)> {
        self.expanded().flat_map(move |(node, successors)| {
            let to = move |&Step { to, cost }: &Step| (node, &self.region.nodes[to], cost);
            successors.iter().map(to)
        })
    }

    fn states(&self, ids: impl Iterator<Item = usize>) -> Vec<P::State> {
        ids.map(|id| self.region.nodes[id].state.clone()).collect()
    }

    /// The path to this state from a source of the distances.
    pub(super) fn path_from_start(&self, distances: &Distances, id: usize) -> Vec<P::State> {
        let mut path = self.states(distances.path(id));
        path.reverse();
        path
    }

    /// The distance and the index of the nearest state for which `holds` is true.
    pub(super) fn nearest(
        &self,
        distances: &Distances,
        holds: impl Fn(usize, u64) -> bool,
    ) -> Option<(u64, usize)> {
        let all = self.order.iter().filter_map(|&id| Some((distances.cost(id)?, id)));
        all.filter(|&(cost, id)| holds(id, cost)).min_by_key(|&(cost, _)| cost)
    }

    fn with_states(&self, successors: &[Step]) -> Vec<(P::State, u32)> {
        let nodes = &self.region.nodes;
        successors.iter().map(|step| (nodes[step.to].state.clone(), step.cost)).collect()
    }

    fn unequal_clone(&self) -> Option<Fault<P::State>> {
        self.nodes().find_map(|(_, node)| {
            let (state, clone) = (node.state.clone(), node.state.clone());
            (node.state != clone).then_some(Fault::UnequalClone { state, clone })
        })
    }

    fn inadmissible(&self) -> Option<Fault<P::State>> {
        // The cost of any path to a goal is an upper bound for the exact distance.
        let (cost, id) = self.nearest(&self.to_goals, |id, cost| {
            u64::from(self.region.nodes[id].estimate) > cost && !self.is_goal[id]
        })?;
        let (path, cost) = (self.states(self.to_goals.path(id)), u32::try_from(cost).ok()?);
        Some(Fault::Inadmissible { path, estimate: self.region.nodes[id].estimate, cost })
    }

    fn goal_estimate(&self) -> Option<Fault<P::State>> {
        let (_, node) = self.nodes().find(|&(id, node)| self.is_goal[id] && node.estimate > 0)?;
        Some(Fault::GoalEstimate { goal: node.state.clone(), estimate: node.estimate })
    }

    fn false_goal(&self) -> Option<Fault<P::State>> {
        let (_, node) = self.nodes().find(|&(id, node)| node.is_goal && !self.is_goal[id])?;
        Some(Fault::FalseGoal { state: node.state.clone(), estimate: node.estimate })
    }

    fn missed_goal(&self) -> Option<Fault<P::State>> {
        let (_, node) = self.nodes().find(|&(id, node)| !node.is_goal && self.is_goal[id])?;
        Some(Fault::MissedGoal { state: node.state.clone(), estimate: node.estimate })
    }

    fn only_goals(&self) -> Option<Fault<P::State>> {
        let has_default = self.check.is_world && self.check.goal_when.is_none();
        if !has_default || self.nodes().any(|(_, node)| !node.is_goal || node.estimate > 0) {
            return None;
        }
        let mut states = self.nodes().map(|(_, node)| node.state.clone());
        Some(Fault::OnlyGoals { state: states.next()?, other: states.next()? })
    }

    fn falsely_unsolvable(&self) -> Option<Fault<P::State>> {
        let (_, id) = self.nearest(&self.to_goals, |id, _| {
            !self.check.space.is_solvable(&self.region.nodes[id].state)
        })?;
        Some(Fault::FalselyUnsolvable { path: self.states(self.to_goals.path(id)) })
    }

    fn unstable(&self) -> Option<Fault<P::State>> {
        self.expanded().find_map(|(node, first)| {
            let (state, first) = (node.state.clone(), self.with_states(first));
            let later = successors(&self.check.space, &state, None);
            (first != later).then_some(Fault::Unstable { state, first, later })
        })
    }

    fn unequal_answers(&self) -> Option<Fault<P::State>> {
        let unequal = |node: &Node<P::State>, other: &P::State| {
            let answer = self.differs(node, other)?;
            let (state, other) = (node.state.clone(), other.clone());
            Some(Fault::UnequalAnswers { state, other, answer })
        };
        let again = self.nodes().find_map(|(_, node)| {
            let others = [Some(&node.state), node.equal_state.as_ref()];
            others.into_iter().flatten().find_map(|other| unequal(node, &other.clone()))
        });
        again.or_else(|| {
            let nodes = &self.region.nodes;
            self.region.variants.iter().find_map(|(id, other)| unequal(&nodes[*id], other))
        })
    }

    /// The first answer found that differs between the state of the node and `other`, which is
    /// equal to it.
    fn differs(&self, node: &Node<P::State>, other: &P::State) -> Option<Answer> {
        let (space, state) = (&self.check.space, &node.state);
        if space.estimate(other) != node.estimate {
            return Some(Answer::Estimate);
        } else if space.is_goal(other) != node.is_goal {
            return Some(Answer::IsGoal);
        } else if space.is_solvable(other) != space.is_solvable(state) {
            return Some(Answer::IsSolvable);
        } else if space.number(other) != space.number(state) {
            return Some(Answer::Number);
        }
        let of_state = self.with_states(node.successors.as_ref()?);
        (of_state != successors(space, other, None)).then_some(Answer::Successors)
    }

    fn unequal_hashes(&self) -> Option<Fault<P::State>> {
        // States with equal hashes were compared when they were found.
        let compared: Vec<_> =
            self.nodes().take(MOST_COMPARED).map(|(_, node)| &node.state).collect();
        let pair = compared.iter().enumerate().find_map(|(index, &state)| {
            let before = compared[..index].iter().find(|&&before| before == state)?;
            Some(((*before).clone(), state.clone()))
        });
        let unequal = pair.or_else(|| {
            self.nodes().find_map(|(_, node)| {
                let clone = node.state.clone();
                (hash(&clone) != node.hash).then(|| (node.state.clone(), clone))
            })
        });
        unequal.map(|(state, other)| Fault::UnequalHashes { state, other })
    }

    fn shared_number(&self) -> Option<Fault<P::State>> {
        let mut numbered = HashMap::new();
        self.nodes().find_map(|(_, node)| {
            let number = self.check.space.number(&node.state)?;
            let other: &P::State = numbered.entry(number).or_insert(&node.state);
            let (state, other) = (node.state.clone(), other.clone());
            (state != other).then_some(Fault::SharedNumber { state, other, number })
        })
    }

    /// A predecessor of an expanded state, the state, and all its successors. Each state comes with
    /// at most `MOST_PREVIOUS` predecessors.
    fn with_previous(&self) -> impl Iterator<Item = (&'a P::State, &'a P::State, &'a [Step])> {
        let mut asked = vec![0; self.region.nodes.len()];
        let steps = self.expanded().flat_map(|(node, successors)| {
            successors.iter().map(move |step| (&node.state, step.to))
        });
        steps.filter_map(move |(previous, id)| {
            let node = &self.region.nodes[id];
            let all = node.successors.as_ref()?;
            if asked[id] == MOST_PREVIOUS || node.state == *previous {
                return None;
            }
            asked[id] += 1;
            Some((previous, &node.state, &all[..]))
        })
    }

    fn previous(&self) -> Option<Fault<P::State>> {
        self.with_previous().find_map(|(previous, state, all)| {
            let mut expected = self.with_states(all);
            expected.retain(|(successor, _)| successor != previous);
            let visited = successors(&self.check.space, state, Some(previous));
            // A space that prunes may leave out more, but must keep the order.
            let mut rest = expected.iter();
            let is_part = visited.iter().all(|step| rest.any(|other| other == step));
            if visited == expected || self.check.is_pruning && is_part {
                return None;
            }
            let (state, previous) = (state.clone(), previous.clone());
            Some(Fault::Previous { state, previous, expected, visited })
        })
    }

    fn offered(&self) -> Option<Fault<P::State>> {
        let space = &self.check.space;
        let without = self.expanded().map(|(node, _)| (None, &node.state));
        let with = self.with_previous().map(|(previous, state, _)| (Some(previous), state));
        without.chain(with).find_map(|(previous, state)| {
            let visited = successors(space, state, previous).into_iter();
            let with_estimate = |(successor, step_cost)| {
                let estimate = space.estimate(&successor);
                (successor, step_cost, estimate)
            };
            let expected: Vec<_> = visited.map(with_estimate).collect();
            let Offers { all: offered, by_function } = offers(space, state, previous);
            let fault = |state, previous, expected, offered| {
                let is_right = expected == offered;
                (!is_right).then_some(Fault::Offered { state, previous, expected, offered })
            };
            fault(state.clone(), previous.cloned(), expected, offered).or_else(|| {
                by_function.into_iter().flatten().find_map(|(successor, offered)| {
                    let expected = offers(space, &successor, Some(state)).all;
                    fault(successor, Some(state.clone()), expected, offered)
                })
            })
        })
    }

    fn one_way(&self) -> Option<Fault<P::State>> {
        if !self.check.is_undirected {
            return None;
        }
        let nodes = &self.region.nodes;
        let (from, to, step_cost) = self.steps().find(|(from, to, cost)| {
            to.successors.as_ref().is_some_and(|back| {
                !back.iter().any(|step| step.cost == *cost && nodes[step.to].state == from.state)
            })
        })?;
        let (state, successor) = (from.state.clone(), to.state.clone());
        Some(Fault::OneWay { state, successor, step_cost })
    }

    fn overflow(&self) -> Option<Fault<P::State>> {
        let cost_of = |id| self.from_starts.cost(id).filter(|&cost| cost > u64::from(u32::MAX));
        let (cost, id) = self.nodes().find_map(|(id, _)| Some((cost_of(id)?, id)))?;
        // There may be a cheaper path through a state that was not expanded.
        let horizon = self.nodes().find(|(_, node)| node.successors.is_none());
        let horizon = horizon.and_then(|(open, _)| self.from_starts.cost(open));
        if horizon.is_some_and(|nearest| nearest < cost) {
            return None;
        }
        Some(Fault::Overflow { path: self.path_from_start(&self.from_starts, id), cost })
    }

    fn falsely_consistent_both_ways(&self) -> Option<Fault<P::State>> {
        self.falsely_consistent(true, |from, to, step_cost| {
            let says_so = self.check.space.estimate_is_consistent_both_ways();
            let changes = from.estimate.abs_diff(to.estimate) > step_cost;
            (says_so && changes).then_some((from.estimate, to.estimate))
        })
    }

    /// The first step for which `inconsistent` returns two estimates, as a fault.
    pub(super) fn falsely_consistent(
        &self,
        both_ways: bool,
        inconsistent: impl Fn(&Node<P::State>, &Node<P::State>, u32) -> Option<(u32, u32)>,
    ) -> Option<Fault<P::State>> {
        self.steps().find_map(|(from, to, step_cost)| {
            let (estimate, successor_estimate) = inconsistent(from, to, step_cost)?;
            let (state, successor) = (from.state.clone(), to.state.clone());
            Some(Fault::FalselyConsistent {
                state,
                estimate,
                successor,
                successor_estimate,
                step_cost,
                both_ways,
            })
        })
    }

    fn inconsistent(&self) -> Option<Fault<P::State>> {
        let (from, to, step_cost) =
            self.steps().find(|(from, to, cost)| exceeds(from.estimate, to.estimate, *cost))?;
        let (state, successor) = (from.state.clone(), to.state.clone());
        let (estimate, successor_estimate) = (from.estimate, to.estimate);
        Some(Fault::Inconsistent { state, estimate, successor, successor_estimate, step_cost })
    }

    fn self_loop(&self) -> Option<Fault<P::State>> {
        let (from, _, step_cost) = self.steps().find(|(from, to, _)| from.state == to.state)?;
        Some(Fault::SelfLoop { state: from.state.clone(), step_cost })
    }

    fn duplicate(&self) -> Option<Fault<P::State>> {
        self.expanded().find_map(|(node, successors)| {
            let mut ids: Vec<_> = successors.iter().map(|step| step.to).collect();
            ids.sort_unstable();
            let twice = ids.windows(2).find(|pair| pair[0] == pair[1])?[0];
            let (state, successor) = (node.state.clone(), self.region.nodes[twice].state.clone());
            Some(Fault::Duplicate { state, successor })
        })
    }
}
