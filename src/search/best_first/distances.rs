//! One to all: Dijkstra's algorithm from one state, or from several, to every other.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use super::{Evaluation, GraphSearch};
use crate::frontier::{BucketQueue, Priority};
use crate::search::{self, End, Search};
use crate::{Cost, Event, Limits, StateSpace, Statistics, StopReason};

/// The cheapest paths from one state to all others, and their costs.
///
/// This is uniform-cost search without a goal. It may start from
/// [several states](DistancesBuilder::and_from) at once: then the costs and paths are those from the
/// nearest of them. It can stop at a [cost](DistancesBuilder::within),
/// or once a set of [targets](DistancesBuilder::to) is reached. It ignores the estimates and the
/// goals of the space.
///
/// # Guarantees
///
/// Every cost that it gives is minimal. [`stopped_by`](Distances::stopped_by) tells whether a limit
/// stopped it before all requested states were reached.
///
/// # Complexity and memory
///
/// Each state within reach is expanded once. Memory is that of [`GraphAStar`](super::GraphAStar):
/// every state reached is stored.
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
    more: Vec<P::State>,
    within: u32,
    targets: Vec<P::State>,
    limits: Limits,
}

/// *f = g* up to a cost. More expensive paths are pruned.
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

/// A space whose goal is to have reached every target.
struct Targets<P: StateSpace> {
    space: P,
    /// The targets that are not reached yet. `None` if there never were any.
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
    fn number(&self, state: &P::State) -> Option<usize> {
        self.space.number(state)
    }

    #[inline]
    fn heap_bytes(&self, state: &P::State) -> usize {
        self.space.heap_bytes(state)
    }

    const IS_OBSERVED: bool = P::IS_OBSERVED;

    fn observe(&self, event: &Event<'_, P::State>) {
        self.space.observe(event);
    }
}

impl<P: StateSpace<State: Hash + Eq>> Distances<P> {
    /// Options for a computation from `initial`. The space may be passed by reference.
    pub fn from(space: P, initial: P::State) -> DistancesBuilder<P> {
        let limits = Limits::none();
        let (more, targets) = (Vec::new(), Vec::new());
        DistancesBuilder { space, initial, more, within: u32::MAX, targets, limits }
    }

    /// The cost of the cheapest path to a state, or `None` if it was not reached.
    #[must_use]
    pub fn cost(&self, state: &P::State) -> Option<Cost> {
        let cost = self.search.known_path_cost(state)?;
        (cost <= self.search.lower_bound()).then_some(cost)
    }

    /// The states on the cheapest path to a state, both ends included. `None` if it was not
    /// reached.
    #[must_use]
    pub fn path(&self, state: &P::State) -> Option<Vec<P::State>> {
        self.cost(state)?;
        let id = self.search.find(state)?;
        Some(self.search.path_to(id))
    }

    /// Every state reached, with the cost of the cheapest path to it, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&P::State, Cost)> {
        let most = self.search.lower_bound();
        self.search.states().filter(move |&(_, cost)| cost <= most)
    }

    /// Why the search stopped before it reached all requested states. `None` if it reached them.
    ///
    /// [`StopReason::PathCost`] means that some states cost more than `u32::MAX` to reach.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters of the search.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}

impl<P: StateSpace<State: Hash + Eq>> DistancesBuilder<P> {
    /// Starts from these states too, at no cost. A path then leads from the nearest of all of them,
    /// and [`Distances::path`] tells which one it is.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::Distances;
    ///
    /// // Houses in a row, with shops at 0 and 10.
    /// let row = Problem::from_neighbors(0_i32, |&house| [house - 1, house + 1], |_| false);
    /// let to_shop = Distances::from(&row, 0).and_from([10]).within(20).compute();
    /// assert_eq!(to_shop.cost(&7), Some(3));
    /// assert_eq!(to_shop.path(&7), Some(vec![10, 9, 8, 7]));
    /// ```
    #[must_use]
    pub fn and_from(mut self, more: impl IntoIterator<Item = P::State>) -> Self {
        self.more.extend(more);
        self
    }

    /// Reaches only states whose path cost is at most `cost`.
    #[must_use]
    pub fn within(mut self, cost: Cost) -> Self {
        self.within = cost;
        self
    }

    /// Stops once all of these states are reached. Without targets, all states are reached.
    #[must_use]
    pub fn to(mut self, targets: impl IntoIterator<Item = P::State>) -> Self {
        self.targets.extend(targets);
        self
    }

    /// Sets the limits. The default is none.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs the search.
    #[must_use]
    pub fn compute(self) -> Distances<P> {
        let Self { space, initial, more, within, targets, limits } = self;
        let left: HashSet<_, _> = targets.into_iter().collect();
        let left = (!left.is_empty()).then(|| RefCell::new(left));
        let mut search = GraphSearch::new(Targets { space, left }, initial, Within(within));
        for initial in more {
            if let Err(reason) = search.add_initial(initial) {
                return Distances { search, stopped_by: Some(reason) };
            }
        }
        let stopped_by = match search::run(&mut search, &limits, Duration::MAX, |_| {}) {
            // The pruned paths cost more than the bound that was requested.
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
