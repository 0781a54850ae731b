//! The k shortest loopless paths, by Yen's algorithm.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::Hash;
use std::slice;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use super::{GraphSearch, Node, Sum};
use crate::frontier::StateTable;
use crate::search::key::key;
use crate::search::{self, End, Search};
use crate::space::debug::debug;
use crate::space::forward::forward;
use crate::{Cost, DEAD_END, Limits, Solution, StateSpace, StopReason};

/// The shortest paths to a goal, one after the other: the cheapest first, then the next cheapest,
/// and so on. An iterator over [`Solution`]s.
///
/// The paths are *loopless*: none visits a state twice. A path ends at the first goal on it. Two
/// paths differ if their states do; of several steps from one state to another, a path takes the
/// cheapest.
///
/// # Guarantees
///
/// The costs never decrease, and no path is missing or given twice, if the estimate is admissible.
/// The iterator ends when there is no other path, or at a limit: see
/// [`stopped_by`](KShortest::stopped_by). It needs a finite space to end.
///
/// A space may not [prune by `previous`](StateSpace#pruning-by-previous) for this algorithm.
///
/// # Complexity
///
/// From each state of a path that was given, other paths may deviate. The cheapest of them is found
/// by [`GraphAStar`](super::GraphAStar): a path of *n* steps leaves at most *n* searches to be
/// done. A search waits until it can find a path that costs less than the cheapest one known. What
/// it can find costs no less than the steps before the deviation, the next step, and the estimate
/// after it. It is broken off, and waits again, once it has proven that it cannot. So paths of
/// equal cost take few searches, and so do all paths if the estimates are good.
///
/// The first search raises the estimates of the others: if it reached a state at a cost of *g*, and
/// found a path of cost *c*, then at least *c - g* is left from there.
///
/// **Exact estimates pay from the second path on.** On a grid of 100×100 cells, where steps cost 1
/// to 9, the first hundred paths take less than 1/10 of the time, with the computation of the
/// estimates:
///
/// - [`Perfect`](crate::heuristic::Perfect) computes them for any finite space.
/// - [`Distances`](super::Distances#as-a-heuristic) does in half the time, within limits, if the
///   predecessors of a state are known.
///
/// ```
/// use bestfirst::Problem;
/// use bestfirst::heuristic::{Perfect, WithHeuristic};
/// use bestfirst::search::KShortest;
///
/// let wrap = |n: u32| n % 1_000;
/// let numbers = Problem::from_neighbors(1, |&n| [wrap(n + 1), wrap(2 * n)], |&n| n == 999);
/// let perfect = Perfect::new(&numbers, [1], 1_000).unwrap();
///
/// let paths = KShortest::from(WithHeuristic::new(&numbers, &perfect), 1);
/// assert_eq!(paths.take(5).map(|path| path.cost()).collect::<Vec<_>>(), [16, 17, 17, 17, 17]);
/// ```
///
/// # Memory
///
/// One graph search at a time; the states of the first one, unless there is a limit on bytes; the
/// paths that were given, and at most one more for each search; and 32 bytes for each search that
/// waits.
///
/// # Example
///
/// ```
/// use bestfirst::Problem;
/// use bestfirst::search::KShortest;
///
/// let roads = [vec![(1, 7), (2, 1)], vec![(3, 1)], vec![(1, 2), (3, 9)], vec![]];
/// let map = Problem::from_successors(0, |&town| roads[town].clone(), |&town| town == 3);
///
/// let paths = KShortest::from(&map, 0);
/// let found: Vec<_> = paths.map(|path| (path.cost(), path.into_states())).collect();
/// assert_eq!(found, [(4, vec![0, 2, 1, 3]), (8, vec![0, 1, 3]), (10, vec![0, 2, 3])]);
/// ```
///
/// # Reference
///
/// J. Y. Yen, "Finding the k shortest loopless paths in a network", *Management Science* 17(11),
/// 1971. Each path is deviated from only where it was not before: E. L. Lawler, "A procedure for
/// computing the k best solutions to discrete optimization problems", *Management Science* 18(7),
/// 1972.
pub struct KShortest<P: StateSpace<State: Hash + Eq>> {
    search: GraphSearch<Deviations<P>>,
    limits: Limits,
    /// The paths found, in this order.
    paths: Vec<Path<P::State>>,
    /// The cost and the index of each path that was found, and not given yet. Among equal costs,
    /// the first one found comes first.
    candidates: BinaryHeap<Reverse<(Cost, usize)>>,
    /// The indices of given paths that `deviations` lacks.
    unsplit: Vec<usize>,
    /// The deviations from given paths that were not searched.
    deviations: BinaryHeap<Deviation>,
    /// The cost of the path given last.
    last: Cost,
    /// Whether paths were left out because they cost more than `u32::MAX`.
    overflowed: bool,
    stopped_by: Option<StopReason>,
}

struct Path<S> {
    states: Vec<S>,
    /// How many states come before the one where it deviates from an earlier path.
    shared: usize,
    /// The cost of the steps up to there.
    cost: u64,
}

/// All paths that begin as a given path does, up to a state of it, and take another step from there
/// than all paths found so far. The greatest one comes next: it has the lowest bound and, among
/// equals, the fewest steps left to search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Deviation {
    /// None of the paths costs less.
    bound: Reverse<u64>,
    /// The number of states before the deviation.
    shared: usize,
    /// The index of the path.
    path: usize,
    /// The cost of the steps before the deviation.
    cost: u64,
}

/// A space without some of its states and steps, and what the first search has found out.
struct Deviations<P: StateSpace<State: Hash + Eq>> {
    space: P,
    /// The states that are left out.
    without: HashSet<P::State, FxBuildHasher>,
    /// The state to deviate from, and the successors that it may not have.
    from: Option<P::State>,
    successors: HashSet<P::State, FxBuildHasher>,
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
        self.space.for_each_successor(state, previous, |successor, step_cost| {
            let is_left_out = self.without.contains(&successor)
                || deviates && self.successors.contains(&successor);
            if !is_left_out {
                visit(successor, step_cost);
            }
        });
    }

    forward!(|outer| outer.space; is_goal, number, heap_bytes, observe);
}

impl<P: StateSpace<State: Hash + Eq>> KShortest<P> {
    /// The paths from `initial` to a goal. The space may be passed by reference.
    pub fn from(space: P, initial: P::State) -> Self {
        let deviations = Deviations {
            space,
            without: HashSet::default(),
            from: None,
            successors: HashSet::default(),
            reached: StateTable::default(),
            least: 0,
        };
        Self {
            search: GraphSearch::new(deviations, initial, Sum::LOW_H),
            limits: Limits::none(),
            paths: Vec::new(),
            candidates: BinaryHeap::new(),
            unsplit: Vec::new(),
            deviations: BinaryHeap::new(),
            last: 0,
            overflowed: false,
            stopped_by: None,
        }
    }

    /// Sets the limits of each search. The default is none. An iterator that has stopped at a limit
    /// goes on. With a [limit on cost](Limits::cost), it gives all paths that cost no more.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.stopped_by = self.stopped_by.filter(|&reason| reason == StopReason::PathCost);
        self
    }

    /// Why there may be more paths than were given, once the iterator has ended. `None` if there
    /// are no more.
    ///
    /// [`StopReason::PathCost`] means that the others cost more than `u32::MAX`, and
    /// [`StopReason::Cost`] that they cost more than the limit.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// Searches until no other path costs less than the cheapest candidate, or until there is none.
    ///
    /// If a state panics, what was being done is done again.
    fn find_next(&mut self) -> Result<(), StopReason> {
        if self.paths.is_empty() {
            self.add_candidate(Vec::new(), 0, &self.limits.clone())?;
            if let Some(&Reverse((cost, _))) = self.candidates.peek() {
                let reached = self.search.take_table();
                let space = &mut self.search.space;
                (space.reached, space.least) = (reached, cost);
            }
            return Ok(());
        }
        loop {
            let cheapest = self.candidates.peek().map(|&Reverse((cost, _))| cost);
            // A deviation from a given path costs no less than that path.
            if cheapest.is_some_and(|cost| cost <= self.last) {
                return Ok(());
            }
            if let Some(&path) = self.unsplit.last() {
                let deviations = self.split(path);
                self.deviations.extend(deviations);
                self.unsplit.pop();
                continue;
            }
            let Some(&deviation) = self.deviations.peek() else { return Ok(()) };
            if cheapest.is_some_and(|cost| u64::from(cost) <= deviation.bound.0) {
                return Ok(());
            }
            let bound = u32::try_from(deviation.bound.0).unwrap_or(u32::MAX);
            if let Some(reason) = self.limits.is_too_costly(bound) {
                return Err(reason);
            }
            let most = self.limits.most_cost().min(cheapest.unwrap_or(Cost::MAX));
            let costlier = match self.search(deviation, most) {
                Err(StopReason::Cost { lower_bound, .. }) => Some(lower_bound),
                searched => searched.map(|()| None)?,
            };
            self.deviations.pop();
            let Some(rest) = costlier else { continue };
            let bound = deviation.cost + u64::from(rest);
            if bound > u64::from(u32::MAX) {
                self.overflowed = true;
            } else {
                // It is searched again if no other path costs less.
                self.deviations.push(Deviation { bound: Reverse(bound), ..deviation });
            }
        }
    }

    /// The deviations from a path at each of its states, from where it deviates itself.
    fn split(&self, path: usize) -> Vec<Deviation> {
        let &Path { ref states, shared: first, mut cost } = &self.paths[path];
        let space = &self.search.space;
        let mut before: HashSet<_, FxBuildHasher> = states[..first].iter().collect();
        let mut deviations = Vec::new();
        for (shared, step) in states.windows(2).enumerate().skip(first) {
            let [from, to] = step else { break };
            before.insert(from);
            let taken: HashSet<_, FxBuildHasher> = self.steps_taken(path, shared).collect();
            let (mut to_next, mut bound) = (Cost::MAX, None);
            space.space.for_each_successor(from, None, |successor, step_cost| {
                if successor == *to {
                    to_next = to_next.min(step_cost);
                }
                if before.contains(&successor) || taken.contains(&successor) {
                    return;
                }
                let estimate = space.estimate(&successor);
                if estimate < DEAD_END {
                    let through = cost + u64::from(step_cost) + u64::from(estimate);
                    bound = Some(bound.map_or(through, |bound: u64| bound.min(through)));
                }
            });
            // No path that is still to come costs less than the last one.
            let bound = bound.map(|bound| Reverse(bound.max(self.last.into())));
            deviations.extend(bound.map(|bound| Deviation { bound, shared, path, cost }));
            cost += u64::from(to_next);
        }
        deviations
    }

    /// The steps that the paths found take after `shared` states of this path and the next one: the
    /// states to which they lead.
    fn steps_taken(&self, path: usize, shared: usize) -> impl Iterator<Item = &P::State> {
        let Path { states, shared: first, .. } = &self.paths[path];
        let begin = &states[..=shared];
        // Only where the path deviates itself may others have taken other steps.
        let paths = if shared > *first { slice::from_ref(&self.paths[path]) } else { &self.paths };
        let same = paths.iter().filter(move |path| path.states.starts_with(begin));
        same.filter_map(move |path| path.states.get(shared + 1))
    }

    /// Finds the cheapest path of a deviation, if it costs at most `most`, which is no less than
    /// the bound.
    fn search(&mut self, deviation: Deviation, most: Cost) -> Result<(), StopReason> {
        let Deviation { path, shared, cost, .. } = deviation;
        let states = &self.paths[path].states;
        let (before, from) = (states[..shared].to_vec(), states[shared].clone());
        let taken = self.steps_taken(path, shared).cloned().collect();
        let space = &mut self.search.space;
        space.without = before.iter().cloned().collect();
        space.from = Some(from.clone());
        space.successors = taken;
        if self.limits.byte_limit().is_some() {
            space.reached = StateTable::default();
        }
        self.search.restart(from);
        let rest = u32::try_from(u64::from(most).saturating_sub(cost)).unwrap_or(u32::MAX);
        self.add_candidate(before, cost, &self.limits.clone().cost(rest))
    }

    /// Runs the search within these limits, and adds the path found to the candidates, after these
    /// states and their cost.
    fn add_candidate(
        &mut self,
        before: Vec<P::State>,
        cost: u64,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        let sum = match search::run(&mut self.search, limits, Duration::MAX, |_| {}) {
            End::Solved => u32::try_from(cost + u64::from(self.search.cost())).ok(),
            End::Exhausted => return Ok(()),
            End::Stopped(StopReason::PathCost) => None,
            End::Stopped(reason) => return Err(reason),
        };
        let Some(sum) = sum else {
            self.overflowed = true;
            return Ok(());
        };
        let shared = before.len();
        let mut states = before;
        states.extend(self.search.path());
        self.candidates.push(Reverse((sum, self.paths.len())));
        self.paths.push(Path { states, shared, cost });
        Ok(())
    }
}

impl<P: StateSpace<State: Hash + Eq>> Iterator for KShortest<P> {
    type Item = Solution<P::State>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped_by.is_some() {
            return None;
        }
        if let Err(reason) = self.find_next() {
            self.stopped_by = Some(reason);
            return None;
        }
        let Some(&Reverse((cost, path))) = self.candidates.peek() else {
            self.stopped_by = self.overflowed.then_some(StopReason::PathCost);
            return None;
        };
        self.stopped_by = self.limits.is_too_costly(cost);
        if self.stopped_by.is_some() {
            return None;
        }
        // Cloning a state may panic. Then the candidate is still there.
        let states = self.paths[path].states.clone();
        self.candidates.pop();
        self.unsplit.push(path);
        self.last = cost;
        // No solution costs less than the first one.
        Some(Solution::new(states, cost, self.search.space.least))
    }
}

debug!(
    [P: StateSpace<State: Hash + Eq>] KShortest<P>,
    |it| given: it.paths.len() - it.candidates.len(), candidates: it.candidates.len(),
    stopped_by: it.stopped_by
);
