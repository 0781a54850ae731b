//! All loopless paths, by Yen's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;
use std::slice;

use rustc_hash::FxHashSet;

use super::{Found, Step, for_each_step};
use crate::frontier::StateTable;
use crate::search::best_first::{GraphSearch, Node, Sum};
use crate::search::key::key;
use crate::search::{End, Search};
use crate::space::forward::forward;
use crate::{Cost, DEAD_END, Limits, StateSpace, StopReason};

/// The loopless paths in the order of their costs.
pub(super) struct Yen<P: StateSpace<State: Hash + Eq>> {
    pub(super) search: GraphSearch<Deviations<P>>,
    /// The initial state alone, and then the paths found, in the order in which they were found.
    paths: Vec<Path<P::State>>,
    /// The cost and the index of each path that was found, and not given yet. Among equal costs,
    /// the first one found comes first.
    candidates: BinaryHeap<Reverse<(Cost, usize)>>,
    /// The indices of given paths whose deviations are not in `deviations` yet.
    paths_to_split: Vec<usize>,
    /// The deviations from given paths that were not searched. At first, that from the initial
    /// state.
    deviations: BinaryHeap<Deviation>,
    /// The deviation whose search was stopped.
    stopped: Option<Deviation>,
    /// The cost of the path given last.
    last: Cost,
    /// Whether paths were left out because they cost more than `u32::MAX`.
    overflowed: bool,
}

struct Path<S> {
    steps: Vec<Step<S>>,
    /// How many states come before the one where it deviates from an earlier path.
    shared: usize,
    /// The cost of the steps up to there.
    cost: Cost,
}

/// All paths that follow a given path up to one of its states, and there take a step that no path
/// found so far takes. The greatest one comes next: it has the lowest bound and, among equals, the
/// fewest steps left to search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Deviation {
    /// None of the paths costs less.
    bound: Reverse<Cost>,
    /// The number of states before the deviation.
    shared: usize,
    /// The index of the path.
    path: usize,
    /// The cost of the steps before the deviation.
    cost: Cost,
}

/// A space without some of its states and steps, and what the first search has found out.
pub(super) struct Deviations<P: StateSpace<State: Hash + Eq>> {
    pub(super) space: P,
    /// Whether parallel steps are told apart.
    is_ranked: bool,
    /// The states that are left out.
    without: FxHashSet<P::State>,
    /// The state to deviate from, and the steps that may not be taken there.
    from: Option<P::State>,
    taken: FxHashSet<Step<P::State>>,
    /// The states that the first search reached, each with a path from the initial state.
    reached: StateTable<P::State, Node>,
    /// The cost of the first path. No path costs less.
    least: Cost,
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Deviations<P> {
    type State = P::State;

    /// A path that goes on from a state that was reached costs no less than the first path.
    fn estimate(&self, state: &P::State) -> Cost {
        let Self { space, reached, least, .. } = self;
        let known = reached.find(state, key(space, state));
        let rest = known.map_or(0, |id| least.saturating_sub(reached.nodes[id].path_cost));
        space.estimate(state).max(rest.min(DEAD_END - 1))
    }

    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        mut visit: impl FnMut(P::State, Cost),
    ) {
        let deviates = self.from.as_ref() == Some(state);
        let is_ranked = self.is_ranked && deviates;
        for_each_step(&self.space, state, previous, is_ranked, |step, step_cost| {
            let is_left_out =
                self.without.contains(&step.to) || deviates && self.taken.contains(&step);
            if !is_left_out {
                visit(step.to, step_cost);
            }
        });
    }

    forward!(|outer| outer.space; is_goal, number, heap_bytes, observe);
}

impl<P: StateSpace<State: Hash + Eq>> Yen<P> {
    pub(super) fn new(space: P, initial: P::State, is_ranked: bool) -> Self {
        let (without, taken, reached) = Default::default();
        let deviations =
            Deviations { space, is_ranked, without, from: None, taken, reached, least: 0 };
        Self {
            search: GraphSearch::without_nodes(deviations, Sum::LOW_H),
            paths: vec![Path { steps: vec![Step { to: initial, rank: 0 }], shared: 0, cost: 0 }],
            candidates: BinaryHeap::new(),
            paths_to_split: Vec::new(),
            deviations: vec![Deviation { bound: Reverse(0), shared: 0, path: 0, cost: 0 }].into(),
            stopped: None,
            last: 0,
            overflowed: false,
        }
    }

    /// The next path, or `None` if there is no other: searches until no deviation may cost less
    /// than the cheapest candidate.
    ///
    /// If a state panics, the call can be repeated.
    pub(super) fn next(&mut self, limits: &Limits) -> Result<Option<Found<P::State>>, StopReason> {
        loop {
            let cheapest = self.candidates.peek().map(|&Reverse((cost, _))| cost);
            // A deviation from a given path costs no less than that path.
            if cheapest.is_some_and(|cost| cost <= self.last) {
                break;
            }
            if let Some(&path) = self.paths_to_split.last() {
                self.split(path);
                continue;
            }
            let is_cheaper = |next: &&Deviation| cheapest.is_none_or(|cost| next.bound.0 < cost);
            let Some(&next) = self.deviations.peek().filter(is_cheaper) else { break };
            limits.is_too_costly(next.bound.0).map_or(Ok(()), Err)?;
            let most = limits.most_cost().min(cheapest.unwrap_or(Cost::MAX));
            let costlier = match self.search(next, most, limits) {
                Err(StopReason::Cost { lower_bound, .. }) => Some(lower_bound),
                searched => searched.map(|()| None)?,
            };
            self.deviations.pop();
            let Some(rest) = costlier else { continue };
            match next.cost.checked_add(rest) {
                // It is searched again if no other path costs less.
                Some(bound) => self.deviations.push(Deviation { bound: Reverse(bound), ..next }),
                None => self.overflowed = true,
            }
        }
        let Some(&Reverse((cost, path))) = self.candidates.peek() else {
            return if self.overflowed { Err(StopReason::PathCost) } else { Ok(None) };
        };
        limits.is_too_costly(cost).map_or(Ok(()), Err)?;
        // Cloning a state may panic. Then the candidate is still there.
        let steps = self.paths[path].steps.clone();
        self.candidates.pop();
        self.paths_to_split.push(path);
        self.last = cost;
        Ok(Some((steps, cost)))
    }

    /// Adds the deviations from a path at each of its states, from where it deviates itself.
    fn split(&mut self, path: usize) {
        let &Path { ref steps, shared: first, mut cost } = &self.paths[path];
        let space = &self.search.space;
        let mut before: FxHashSet<_> = steps[..first].iter().map(|step| &step.to).collect();
        let mut deviations = Vec::new();
        for (shared, pair) in steps.windows(2).enumerate().skip(first) {
            let [from, next] = pair else { break };
            before.insert(&from.to);
            let taken: FxHashSet<_> = self.steps_taken(path, shared).collect();
            let (mut to_next, mut bound) = (Cost::MAX, None);
            for_each_step(&space.space, &from.to, None, space.is_ranked, |step, step_cost| {
                if step == *next {
                    to_next = to_next.min(step_cost);
                }
                if before.contains(&step.to) || taken.contains(&step) {
                    return;
                }
                let estimate = space.estimate(&step.to);
                if estimate < DEAD_END {
                    let through = cost.saturating_add(step_cost).saturating_add(estimate);
                    bound = Some(bound.map_or(through, |bound: Cost| bound.min(through)));
                }
            });
            // No path that is still to come costs less than the last one.
            let bound = bound.map(|bound| Reverse(bound.max(self.last)));
            deviations.extend(bound.map(|bound| Deviation { bound, shared, path, cost }));
            cost += to_next;
        }
        self.deviations.extend(deviations);
        self.paths_to_split.pop();
    }

    /// The steps that the paths found take after `shared` states of this path and the next one.
    fn steps_taken(&self, path: usize, shared: usize) -> impl Iterator<Item = &Step<P::State>> {
        let Path { steps, shared: first, .. } = &self.paths[path];
        let begin = &steps[..=shared];
        // Only at the state where this path deviates may others have taken other steps. Those that
        // share more of it take its next step too.
        let paths = if shared > *first { slice::from_ref(&self.paths[path]) } else { &self.paths };
        let same = paths.iter().filter(move |path| path.steps.starts_with(begin));
        same.filter_map(move |path| path.steps.get(shared + 1))
    }

    /// Finds the cheapest path of a deviation, and adds it to the candidates, if it costs at most
    /// `most`, which is no less than the bound. A search that was stopped goes on.
    fn search(&mut self, of: Deviation, most: Cost, limits: &Limits) -> Result<(), StopReason> {
        let Deviation { path, shared, cost, .. } = of;
        let mut steps = self.paths[path].steps[..=shared].to_vec();
        if self.stopped.take() != Some(of) {
            let from = steps[shared].to.clone();
            let taken = self.steps_taken(path, shared).cloned().collect();
            let space = &mut self.search.space;
            space.without = steps[..shared].iter().map(|step| step.to.clone()).collect();
            space.from = Some(from.clone());
            space.taken = taken;
            if limits.byte_limit().is_some() {
                space.reached = StateTable::default();
            }
            self.search.restart(from);
        }
        let limits = limits.clone().cost(most.saturating_sub(cost));
        let sum = match self.search.run(&limits) {
            End::Solved => cost.saturating_add(self.search.cost()),
            End::Exhausted => return Ok(()),
            End::Stopped(StopReason::PathCost) => {
                self.overflowed = true;
                return Ok(());
            }
            End::Stopped(reason) => {
                self.stopped = Some(of);
                return Err(reason);
            }
        };
        steps.extend(self.search.path().into_iter().skip(1).map(|to| Step { to, rank: 0 }));
        if let Some(next) = steps.get_mut(shared + 1) {
            // Of parallel steps, the cheaper ones were taken before.
            let taken = self.search.space.taken.iter();
            next.rank = taken.map(|step| u32::from(step.to == next.to)).sum();
        }
        self.candidates.push(Reverse((sum, self.paths.len())));
        if self.paths.len() == 1 {
            let reached = self.search.take_table();
            (self.search.space.reached, self.search.space.least) = (reached, sum);
        }
        self.paths.push(Path { steps, shared, cost });
        Ok(())
    }
}
