//! One to all: Dijkstra's algorithm from one state to every other.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use super::{Evaluation, GraphSearch};
use crate::frontier::{BucketQueue, Priority};
use crate::search::{self, End, Search};
use crate::{Cost, Limits, StateSpace, Statistics, StopReason};

/// The costs of the cheapest paths from one state to all others, and the paths.
///
/// This is uniform-cost search without a goal. It can stop at a [cost](DistancesBuilder::within), or
/// as soon as a set of [targets](DistancesBuilder::to) is reached. The estimates of the space play no
/// part, and neither do its goals.
///
/// # Guarantees
///
/// Every cost it gives is the least. Whether it came to all states that it was asked for, or a limit
/// stopped it before, [`stopped_by`](Distances::stopped_by) says.
///
/// # Complexity and memory
///
/// Each state within reach is expanded once. Memory is that of [`GraphAStar`](super::GraphAStar): every
/// state reached is kept.
///
/// # Example
///
/// ```
/// use bestfirst::Problem;
/// use bestfirst::search::Distances;
///
/// let roads = [vec![(1, 7), (2, 1)], vec![(3, 9)], vec![(1, 2)], vec![], vec![(0, 1)]];
/// let map = Problem::from_successors(0, |&town| roads[town].clone(), |_| false);
///
/// let from_0 = Distances::from(&map, 0).compute();
/// assert_eq!(from_0.cost(&3), Some(12));
/// assert_eq!(from_0.path(&3), Some(vec![0, 2, 1, 3]));
/// assert_eq!(from_0.cost(&4), None); // no road leads there
///
/// let near = Distances::from(&map, 0).within(3).compute();
/// let mut towns: Vec<_> = near.iter().map(|(&town, cost)| (cost, town)).collect();
/// towns.sort();
/// assert_eq!(towns, [(0, 0), (1, 2), (3, 1)]);
/// ```
///
/// # Reference
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1,
/// 1959.
pub struct Distances<P: StateSpace<State: Hash + Eq>> {
    search: GraphSearch<Targets<P>, BucketQueue, Within>,
    stopped_by: Option<StopReason>,
}

/// The options of [`Distances`].
#[derive(Clone, Debug)]
pub struct DistancesBuilder<P: StateSpace> {
    space: P,
    initial: P::State,
    within: u32,
    targets: Vec<P::State>,
    limits: Limits,
}

/// *f = g* up to a cost. Paths that cost more are left out.
#[derive(Clone, Copy, Debug)]
struct Within(u32);

impl Evaluation for Within {
    const BATCH: usize = 16;

    #[inline]
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        let f = u32::try_from(path_cost).ok()?;
        (f <= self.0).then(|| Priority::new(f, 0))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

/// A space where the goal is to have reached every target.
struct Targets<P: StateSpace> {
    space: P,
    /// Those that were not reached yet. None, if there never was one.
    left: Option<RefCell<HashSet<P::State, FxBuildHasher>>>,
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Targets<P> {
    type State = P::State;

    #[inline]
    fn estimate(&self, _: &P::State) -> Cost {
        0
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        self.left.as_ref().is_some_and(|left| {
            let mut left = left.borrow_mut();
            left.remove(state);
            left.is_empty()
        })
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        visit: impl FnMut(P::State, Cost),
    ) {
        self.space.for_each_successor(state, previous, visit);
    }

    #[inline]
    fn heap_bytes(&self, state: &P::State) -> usize {
        self.space.heap_bytes(state)
    }
}

impl<P: StateSpace<State: Hash + Eq>> Distances<P> {
    /// Starts from a state, with options to follow. The space may be given by reference.
    pub fn from(space: P, initial: P::State) -> DistancesBuilder<P> {
        let limits = Limits::none();
        DistancesBuilder { space, initial, within: u32::MAX, targets: Vec::new(), limits }
    }

    /// The cost of the cheapest path to a state, or `None` if it was not reached.
    #[must_use]
    pub fn cost(&self, state: &P::State) -> Option<Cost> {
        let cost = self.search.known_path_cost(state)?;
        (cost <= self.search.lower_bound()).then_some(cost)
    }

    /// The states on the cheapest path to a state, with the initial one and itself, or `None` if it
    /// was not reached.
    #[must_use]
    pub fn path(&self, state: &P::State) -> Option<Vec<P::State>> {
        self.cost(state)?;
        let id = self.search.find(state)?;
        Some(self.search.path_to(id))
    }

    /// Every state that was reached, with the cost of the cheapest path to it, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&P::State, Cost)> {
        let most = self.search.lower_bound();
        self.search.states().filter(move |&(_, cost)| cost <= most)
    }

    /// What stopped it before it came to all states that were asked for; `None` if nothing did.
    ///
    /// [`StopReason::PathCost`] means that some states are beyond a cost of `u32::MAX`.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// What the search did.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}

impl<P: StateSpace<State: Hash + Eq>> DistancesBuilder<P> {
    /// Goes only to states that cost at most this much to reach.
    #[must_use]
    pub fn within(mut self, cost: Cost) -> Self {
        self.within = cost;
        self
    }

    /// Ends once all of these are reached. Without any it goes to all states.
    #[must_use]
    pub fn to(mut self, targets: impl IntoIterator<Item = P::State>) -> Self {
        self.targets.extend(targets);
        self
    }

    /// Replaces the limits. Without this there are none.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Finds the costs.
    #[must_use]
    pub fn compute(self) -> Distances<P> {
        let Self { space, initial, within, targets, limits } = self;
        let left: HashSet<_, _> = targets.into_iter().collect();
        let left = (!left.is_empty()).then(|| RefCell::new(left));
        let mut search = GraphSearch::new(Targets { space, left }, initial, Within(within));
        let stopped_by = match search::run(&mut search, &limits, Duration::MAX, |_| {}) {
            // What was left out is beyond the cost that was asked for.
            End::Stopped(StopReason::PathCost) if within < u32::MAX => None,
            End::Stopped(reason) => Some(reason),
            End::Solved | End::Exhausted => None,
        };
        Distances { search, stopped_by }
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for Distances<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances")
            .field("stopped_by", &self.stopped_by)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
