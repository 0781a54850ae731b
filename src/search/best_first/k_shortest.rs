//! The k shortest loopless paths, by Yen's algorithm.

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use super::{GraphSearch, Sum};
use crate::forward::forward;
use crate::search::{self, End, Search};
use crate::{Cost, Limits, Solution, StateSpace, StopReason};

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
/// Each path takes at most as many searches by [`GraphAStar`](super::GraphAStar) as the path before
/// it has steps. The estimates of the space guide all of them. They use the same memory, one after
/// the other.
///
/// # Memory
///
/// That of graph search, and for each path given up to as many other paths as it has steps.
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
    /// The paths given, the last one last.
    given: Vec<Path<P::State>>,
    candidates: BinaryHeap<Reverse<Candidate<P::State>>>,
    /// How many states of the path given last were deviated from.
    deviated: usize,
    /// The cost of the first path.
    least: Option<Cost>,
    /// The number of candidates so far. Among equal costs, the first one found comes first.
    found: u64,
    /// Whether paths were left out because they cost more than `u32::MAX`.
    overflowed: bool,
    stopped_by: Option<StopReason>,
}

struct Path<S> {
    states: Vec<S>,
    /// How many states come before the one where it deviates from an earlier path.
    shared: usize,
}

struct Candidate<S> {
    /// The cost, and the number of candidates found before.
    key: (Cost, u64),
    path: Path<S>,
}

impl<S> PartialEq for Candidate<S> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<S> Eq for Candidate<S> {}

impl<S> PartialOrd for Candidate<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Candidate<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// A space without some of its states and steps.
struct Deviations<P: StateSpace> {
    space: P,
    without: RefCell<Without<P::State>>,
}

struct Without<S> {
    states: HashSet<S, FxBuildHasher>,
    /// The state to deviate from, and the successors that it may not have.
    from: Option<S>,
    successors: HashSet<S, FxBuildHasher>,
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Deviations<P> {
    type State = P::State;

    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        mut visit: impl FnMut(P::State, Cost),
    ) {
        let Without { states, from, successors } = &*self.without.borrow();
        let deviates = from.as_ref() == Some(state);
        self.space.for_each_successor(state, previous, |successor, step_cost| {
            let is_left_out =
                states.contains(&successor) || deviates && successors.contains(&successor);
            if !is_left_out {
                visit(successor, step_cost);
            }
        });
    }

    forward!(space: estimate, is_goal, number, heap_bytes, observe);
}

impl<P: StateSpace<State: Hash + Eq>> KShortest<P> {
    /// The paths from `initial` to a goal. The space may be passed by reference.
    pub fn from(space: P, initial: P::State) -> Self {
        let (states, successors) = (HashSet::default(), HashSet::default());
        let without = RefCell::new(Without { states, from: None, successors });
        Self {
            search: GraphSearch::new(Deviations { space, without }, initial, Sum::LOW_H),
            limits: Limits::none(),
            given: Vec::new(),
            candidates: BinaryHeap::new(),
            deviated: 0,
            least: None,
            found: 0,
            overflowed: false,
            stopped_by: None,
        }
    }

    /// Sets the limits of each search. The default is none. An iterator that has stopped at a limit
    /// goes on.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.stopped_by = self.stopped_by.filter(|&reason| reason == StopReason::PathCost);
        self
    }

    /// Why there may be more paths than were given, once the iterator has ended. `None` if there
    /// are no more.
    ///
    /// [`StopReason::PathCost`] means that the others cost more than `u32::MAX`.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// Runs the search, and adds the path found to the candidates, after these states and their
    /// cost.
    fn add_candidate(&mut self, before: &[P::State], cost: u64) -> Result<(), StopReason> {
        match search::run(&mut self.search, &self.limits, Duration::MAX, |_| {}) {
            End::Solved => {}
            End::Exhausted => return Ok(()),
            End::Stopped(StopReason::PathCost) => {
                self.overflowed = true;
                return Ok(());
            }
            End::Stopped(reason) => return Err(reason),
        }
        let Ok(cost) = u32::try_from(cost + u64::from(self.search.cost())) else {
            self.overflowed = true;
            return Ok(());
        };
        let states = before.iter().cloned().chain(self.search.path()).collect();
        let path = Path { states, shared: before.len() };
        self.candidates.push(Reverse(Candidate { key: (cost, self.found), path }));
        self.found += 1;
        Ok(())
    }

    /// Adds the cheapest paths that deviate from this one at each of its states, the path given
    /// last.
    fn add_deviations(&mut self, last: &[P::State]) -> Result<(), StopReason> {
        let mut cost = 0;
        for (index, step) in last.windows(2).enumerate() {
            let (before, [from, to]) = (&last[..index], step) else { break };
            if index >= self.deviated {
                self.leave_out(before, from);
                self.search.restart(from.clone());
                self.add_candidate(before, cost)?;
                self.deviated = index + 1;
            }
            cost += u64::from(self.step_cost(from, to));
        }
        Ok(())
    }

    /// Leaves out the states before a deviation, and the steps of given paths from there.
    fn leave_out(&mut self, before: &[P::State], from: &P::State) {
        let index = before.len();
        let same = self.given.iter().filter(|Path { states, .. }| {
            states.get(..index) == Some(before) && states.get(index) == Some(from)
        });
        let mut without = self.search.space().without.borrow_mut();
        without.states = before.iter().cloned().collect();
        without.from = Some(from.clone());
        without.successors = same.filter_map(|path| path.states.get(index + 1).cloned()).collect();
    }

    /// The cost of the cheapest step between two states on a path.
    fn step_cost(&self, from: &P::State, to: &P::State) -> Cost {
        let mut least = Cost::MAX;
        self.search.space().space.for_each_successor(from, None, |successor, step_cost| {
            if successor == *to {
                least = least.min(step_cost);
            }
        });
        least
    }
}

impl<P: StateSpace<State: Hash + Eq>> Iterator for KShortest<P> {
    type Item = Solution<P::State>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped_by.is_some() {
            return None;
        }
        let last = self.given.last().map(|path| path.states.clone());
        let added = match &last {
            // A state may have panicked after the first candidate was found.
            None if self.found > 0 => Ok(()),
            None => self.add_candidate(&[], 0),
            Some(last) => self.add_deviations(last),
        };
        drop(last);
        if let Err(reason) = added {
            self.stopped_by = Some(reason);
            return None;
        }
        // Cloning or dropping a state may panic. Then the candidate is still there.
        let next = self.candidates.peek().map(|Reverse(next)| next.path.states.clone());
        let (Some(states), Some(Reverse(Candidate { key: (cost, _), path }))) =
            (next, self.candidates.pop())
        else {
            self.stopped_by = self.overflowed.then_some(StopReason::PathCost);
            return None;
        };
        // No solution costs less than the first one.
        let lower_bound = *self.least.get_or_insert(cost);
        let solution = Solution::new(states, cost, lower_bound);
        self.deviated = path.shared;
        self.given.push(path);
        Some(solution)
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for KShortest<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KShortest")
            .field("given", &self.given.len())
            .field("candidates", &self.candidates.len())
            .field("stopped_by", &self.stopped_by)
            .finish_non_exhaustive()
    }
}
