//! One to all: Dijkstra's algorithm from one state, or from several, to every other.

mod dense;

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Mutex;

use rustc_hash::FxHashSet;

pub use dense::DenseDistances;

#[cfg(feature = "parallel")]
use super::parallel_graph_search::{ParallelGraphSearch, Rounds};
use super::parts::{Numbering, PartNode, find, path_to};
use super::{DenseSearch, Evaluation, GraphSearch, Node};
use crate::frontier::{Priority, StateTable};
use crate::problem::Successors;
use crate::search::control::{Halt, Stepwise};
use crate::search::key::key;
use crate::search::{End, NoSpace, Search};
use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{
    Cost, DEAD_END, Heuristic, Limits, NumberedSpace, Problem, StateSpace, Statistics, StopReason,
};

/// The cheapest paths from one state to all others, and their costs.
///
/// This is uniform-cost search without a goal. It may start from
/// [several states](DistancesBuilder::and_from) at once: then the costs and paths are those from
/// the nearest of them. It can stop at a [cost](DistancesBuilder::within),
/// or once a set of [targets](DistancesBuilder::to) is reached. It ignores the estimates and the
/// goals of the space. If the space numbers its states,
/// [`compute_dense`](DistancesBuilder::compute_dense) is faster.
/// `DistancesBuilder::compute_parallel` (feature `parallel`) uses several threads.
///
/// # Guarantees
///
/// Every cost that it gives is minimal. [`stopped_by`](Distances::stopped_by) shows whether a limit
/// stopped the search before all requested states were reached.
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
/// # As a heuristic
///
/// Computed from the goals in the [`Reversed`](crate::Reversed) space, the distances are a
/// [`Heuristic`] for all searches that end there: the perfect estimate. The estimate of a state
/// that was not reached is what is proven of it: the lower bound of the search when it stopped, one
/// more than [`within`](DistancesBuilder::within), or [`DEAD_END`](crate::DEAD_END). So the
/// estimate is admissible and consistent wherever the computation stopped. On an infinite space,
/// let it stop at the initial state of the searches:
///
/// ```
/// use bestfirst::heuristic::WithHeuristic;
/// use bestfirst::search::{Distances, KShortest};
/// use bestfirst::{DEAD_END, Heuristic, Problem};
///
/// let up = Problem::from_successors(1_u32, |&n| [(n + 1, 1), (2 * n, 3)], |&n| n == 100);
/// // Its predecessors. For a `BidirectionalSpace` they are in `Reversed::new(&space)`.
/// let down = |&n: &u32| {
///     let half = (n % 2 == 0).then_some((n / 2, 3));
///     n.checked_sub(1).map(|less| (less, 1)).into_iter().chain(half)
/// };
/// let down = Problem::from_successors(100, down, |_| false);
///
/// let to_goal = Distances::from(&down, 100).to([1]).compute();
/// assert_eq!(to_goal.estimate(&50), 3);
/// assert_eq!(to_goal.estimate(&0), 18); // stopped at 1, which is at 18
/// let paths = KShortest::from(WithHeuristic::new(&up, &to_goal), 1);
/// assert_eq!(paths.take(4).map(|path| path.cost()).collect::<Vec<_>>(), [18, 18, 19, 19]);
///
/// let to_goal = Distances::from(&down, 100).compute();
/// assert_eq!(to_goal.estimate(&101), DEAD_END);
/// ```
///
/// # Reference
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1,
/// 1959.
pub struct Distances<P: StateSpace<State: Hash + Eq>> {
    search: GraphSearch<Targets<P>, Within>,
    /// The states in one part for each thread, or none if they are those of the search.
    parts: Vec<StateTable<P::State, Node>>,
    within: u32,
    limits: Limits,
    can_go_on: bool,
    end: DistancesEnd,
}

/// What computations of distances leave for the next one: their memory without the space.
///
/// ```
/// use std::mem;
///
/// use bestfirst::search::{Distances, DistancesMemory};
///
/// let mut roads = [vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]];
/// let mut memory = DistancesMemory::new();
/// for kilometres in [3, 7] {
///     let from_0 = Distances::from_successors(0, |&town: &usize| roads[town].clone())
///         .reusing(mem::take(&mut memory))
///         .compute();
///     assert_eq!(from_0.cost(&1), Some(kilometres));
///     memory = from_0.into_memory();
///     roads[2].clear();
/// }
/// ```
#[derive(Clone)]
pub struct DistancesMemory<S: Clone> {
    table: Option<GraphSearch<NoSpace<S>, Within>>,
    array: Option<DenseSearch<NoSpace<S>, Within>>,
}

/// How a computation of distances ended.
#[derive(Clone, Copy, Debug, Default)]
struct DistancesEnd {
    /// Up to this cost, the costs are minimal.
    proven: u32,
    /// The estimate of a state that was not reached.
    beyond: Cost,
    stopped_by: Option<StopReason>,
    statistics: Statistics,
}

impl<S: Clone> DistancesMemory<S> {
    /// Memory that no computation has used yet. It takes nothing from the heap.
    #[must_use]
    pub const fn new() -> Self {
        Self { table: None, array: None }
    }
}

derived!(Default from new for [S: Clone] DistancesMemory<S>);

debug!([S: Clone] DistancesMemory<S>, |_it|);

/// The options of [`Distances`].
#[derive(Clone, Debug)]
#[must_use]
pub struct DistancesBuilder<P: StateSpace> {
    space: P,
    initial: P::State,
    more: Vec<P::State>,
    within: u32,
    targets: Vec<P::State>,
    is_any_enough: bool,
    limits: Limits,
    memory: DistancesMemory<P::State>,
}

/// The highest estimate that is not a dead end.
pub(super) const FARTHEST: Cost = DEAD_END - 1;

/// *f = g* up to a cost. More expensive paths are pruned.
#[derive(Clone, Copy, Debug)]
struct Within(u32);

impl Evaluation for Within {
    const BATCH: usize = 16;
    const LOOKS_AHEAD: bool = true;
    // A target counts when it is taken off the open list.
    const GOALS_FIRST: bool = false;

    #[inline]
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        let f = u32::try_from(path_cost).ok()?;
        (f <= self.0).then(|| Priority::new(f, 0))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

/// A space whose goal is to have reached every target, or any of them.
struct Targets<P: StateSpace> {
    space: P,
    /// The targets that are not reached yet. `None` if there never were any, or if the search looks
    /// for them itself.
    left: Option<Mutex<FxHashSet<P::State>>>,
    is_any_enough: bool,
}

impl<P: StateSpace<State: Hash + Eq>> Targets<P> {
    fn new(space: P, targets: Vec<P::State>, is_any_enough: bool) -> Self {
        let mut new = Self { space, left: None, is_any_enough };
        new.set(targets);
        new
    }

    fn set(&mut self, targets: Vec<P::State>) {
        let left: FxHashSet<_> = targets.into_iter().collect();
        self.left = (!left.is_empty()).then(|| Mutex::new(left));
    }
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Targets<P> {
    type State = P::State;

    #[inline]
    fn estimate(&self, _: &P::State) -> Cost {
        0
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        self.left.as_ref().and_then(|left| left.lock().ok()).is_some_and(|mut left| {
            if self.is_any_enough {
                return left.contains(state);
            }
            left.remove(state);
            left.is_empty()
        })
    }

    forward!(|outer| outer.space; for_each_successor, number, heap_bytes, observe);
}

impl<P: NumberedSpace<State: Hash + Eq>> NumberedSpace for Targets<P> {
    forward!(|outer| outer.space; state);
}

impl<P: StateSpace<State: Hash + Eq>> Distances<P> {
    /// Options for a computation from `initial`. The space may be passed by reference.
    pub fn from(space: P, initial: P::State) -> DistancesBuilder<P> {
        let limits = Limits::none();
        let (more, targets, memory) = (Vec::new(), Vec::new(), DistancesMemory::new());
        let (within, is_any_enough) = (u32::MAX, false);
        DistancesBuilder { space, initial, more, within, targets, is_any_enough, limits, memory }
    }

    fn count(&self) -> usize {
        self.parts.len().max(1)
    }

    fn table(&self, part: usize) -> &StateTable<P::State, Node> {
        self.parts.get(part).unwrap_or_else(|| &self.search.reached().table)
    }

    fn space(&self) -> &P {
        &self.search.space.space
    }

    /// The cost of the cheapest path to a state, or `None` if it was not reached.
    pub fn cost(&self, state: &P::State) -> Option<Cost> {
        self.find(state).map(|(cost, _)| cost)
    }

    fn find(&self, state: &P::State) -> Option<(Cost, PartNode)> {
        let key = key(self.space(), state);
        let known = find(state, key, self.count(), |part| self.table(part));
        known.filter(|&(cost, _)| cost <= self.end.proven)
    }

    /// The states on the cheapest path to a state, both ends included. `None` if it was not
    /// reached.
    pub fn path(&self, state: &P::State) -> Option<Vec<P::State>> {
        let (_, last) = self.find(state)?;
        Some(path_to(Some(last), self.count(), |part| self.table(part)))
    }

    /// The cost of the cheapest path to a state. Unlike [`cost`](Self::cost), it lets the search go
    /// on until the state is reached. `None` if no path leads there, or none that costs at most
    /// [`within`], or if a limit of the computation ends the search. In an infinite space without
    /// limits the search may have no end. Afterwards [`stopped_by`](Self::stopped_by) is about this
    /// state alone.
    ///
    /// Distances that several threads have computed do not go on.
    ///
    /// [`within`]: DistancesBuilder::within
    ///
    /// ```
    /// use bestfirst::search::Distances;
    ///
    /// let from_1 = Distances::from_successors(1_u64, |&n| [(n + 1, 1), (2 * n, 3)]);
    /// let mut near = from_1.to([10]).compute();
    /// assert_eq!((near.cost(&10), near.cost(&100)), (Some(7), None));
    /// assert_eq!(near.reach(&100), Some(18));
    /// assert_eq!(near.path(&100).unwrap().first(), Some(&1));
    /// ```
    pub fn reach(&mut self, state: &P::State) -> Option<Cost> {
        // If all states are reached, the search cannot go on.
        let can_go_on = self.can_go_on && self.end.proven < u32::MAX;
        if can_go_on && self.cost(state).is_none() {
            self.search.go_on();
            self.search.space.set(vec![state.clone()]);
            self.run(Ok(()));
        }
        self.cost(state)
    }

    /// What the next computation can use. That of several threads is not kept.
    pub fn into_memory(self) -> DistancesMemory<P::State> {
        DistancesMemory { table: Some(self.search.in_space(NoSpace::new())), array: None }
    }

    /// Every state reached, with the cost of the cheapest path to it, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&P::State, Cost)> {
        let count = self.count();
        (0..count).flat_map(move |part| {
            let StateTable { states, nodes, .. } = self.table(part);
            let numbering = Numbering { part, count };
            let is_newest = move |id| nodes[id].parent != Some(numbering.name(id));
            let newest = states.iter().filter(move |&(id, _)| is_newest(id));
            let known = newest.map(move |(id, state)| (state, nodes[id].path_cost, (part, id)));
            let reached = known.filter(|&(state, cost, place)| {
                // A state that was reopened has an older node as well.
                let is_older = || self.find(state) != Some((cost, place));
                cost <= self.end.proven && (self.end.statistics.reopened == 0 || !is_older())
            });
            reached.map(|(state, cost, _)| (state, cost))
        })
    }

    /// Why the search stopped before it reached all requested states. `None` if it reached them.
    ///
    /// [`StopReason::PathCost`] means that some states cost more than `u32::MAX` to reach.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.end.stopped_by
    }

    /// Lets the search run, if its initial states were added.
    fn run(&mut self, added: Result<(), Halt>) {
        self.can_go_on = added.is_ok();
        self.end = DistancesEnd::of(&mut self.search, added, self.within, &self.limits);
        self.check();
    }

    fn check(&mut self) {
        let is_reached = |state: &P::State| self.find(state).is_some();
        self.end = self.end.checked(self.within, self.space(), self.iter(), is_reached);
    }

    /// The counters of the search.
    pub fn statistics(&self) -> Statistics {
        self.end.statistics
    }
}

/// A problem without a goal.
type WithoutGoal<S, N> = Problem<S, Successors<N>, fn(&S) -> bool>;

impl<S, N, I> Distances<WithoutGoal<S, N>>
where
    S: Clone + Eq + Hash,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
{
    /// Options for a computation from `initial`, given the successors of each state with their step
    /// costs.
    ///
    /// ```
    /// use bestfirst::search::Distances;
    ///
    /// let roads = [vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]];
    /// let steps = |&town: &usize| roads[town].clone();
    /// let distances = Distances::from_successors(0, steps).compute();
    /// assert_eq!(distances.cost(&1), Some(3));
    /// assert_eq!(distances.path(&1), Some(vec![0, 2, 1]));
    /// ```
    pub fn from_successors(initial: S, successors: N) -> DistancesBuilder<WithoutGoal<S, N>> {
        let no_goal: fn(&S) -> bool = |_| false;
        let problem = Problem::from_successors(initial.clone(), successors, no_goal);
        Distances::from(problem, initial)
    }
}

impl DistancesEnd {
    /// Lets a search run to its end, if its initial states were added.
    fn of(
        search: &mut impl Stepwise,
        added: Result<(), impl Into<Halt>>,
        within: u32,
        limits: &Limits,
    ) -> Self {
        let end = match added {
            Ok(()) => search.run(limits),
            Err(halt) => search.ended_by(halt.into()),
        };
        let stopped_by = match end {
            // The pruned paths cost more than the bound that was requested.
            End::Stopped(StopReason::PathCost) if within < u32::MAX => None,
            End::Stopped(reason) => Some(reason),
            End::Solved | End::Exhausted => None,
        };
        let (proven, statistics) = (search.lower_bound(), search.statistics());
        Self { proven, beyond: 0, stopped_by, statistics }
    }

    /// Sets what is known of the states that were not reached.
    fn checked<P: StateSpace>(
        mut self,
        within: u32,
        space: &P,
        reached: impl Iterator<Item = (impl Borrow<P::State>, Cost)>,
        is_reached: impl Fn(&P::State) -> bool,
    ) -> Self {
        // A path that costs too much does not matter if each state that it leads to was reached by
        // another one.
        if self.stopped_by == Some(StopReason::PathCost) {
            let is_complete = reached.map(|(state, _)| state).all(|state| {
                let mut is_complete = true;
                space.for_each_successor(state.borrow(), None, |successor, _| {
                    is_complete = is_complete && is_reached(&successor);
                });
                is_complete
            });
            self.stopped_by = self.stopped_by.filter(|_| !is_complete);
        }
        self.beyond = match self.stopped_by {
            // All that can be reached was reached.
            None if self.proven == u32::MAX && within == u32::MAX => DEAD_END,
            None if self.proven == u32::MAX => (within + 1).min(FARTHEST),
            _ => self.proven.min(FARTHEST),
        };
        self
    }

    /// The estimate of a state, given its cost if it was reached.
    #[inline]
    fn estimate(&self, cost: Option<Cost>) -> Cost {
        cost.map_or(self.beyond, |cost| cost.min(FARTHEST))
    }
}

impl<P: StateSpace<State: Hash + Eq>> DistancesBuilder<P> {
    /// Starts from these states too, at no cost. A path then leads from the nearest of all of them.
    /// [`Distances::path`] begins with that state.
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
    pub fn and_from(mut self, more: impl IntoIterator<Item = P::State>) -> Self {
        self.more.extend(more);
        self
    }

    /// Reaches only states whose path cost is at most `cost`.
    pub fn within(self, cost: Cost) -> Self {
        Self { within: cost, ..self }
    }

    /// Stops once all of these states are reached. Without targets, all states are reached.
    pub fn to(mut self, targets: impl IntoIterator<Item = P::State>) -> Self {
        self.targets.extend(targets);
        self
    }

    /// Sets the limits. The default is none.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Stops once any of these states is reached: the nearest of them.
    ///
    /// ```
    /// use bestfirst::search::Distances;
    ///
    /// let roads = Distances::from_successors(0_u32, |&house| [(house + 1, 1), (house + 3, 2)]);
    /// let to_shop = roads.to_any([7, 100, 12]).compute();
    /// assert_eq!([7, 12].map(|shop| to_shop.cost(&shop)), [Some(5), None]);
    /// ```
    pub fn to_any(self, targets: impl IntoIterator<Item = P::State>) -> Self {
        Self { is_any_enough: true, ..self.to(targets) }
    }

    /// Uses the memory of an earlier computation, of distances in any space with these states.
    /// [`compute`](Self::compute) uses the memory of an earlier `compute`, and
    /// [`compute_dense`](Self::compute_dense) that of an earlier `compute_dense`.
    pub fn reusing(self, memory: DistancesMemory<P::State>) -> Self {
        Self { memory, ..self }
    }

    /// Runs the search.
    #[must_use]
    pub fn compute(self) -> Distances<P> {
        let Self { space, initial, more, within, targets, is_any_enough, limits, memory } = self;
        let space = Targets::new(space, targets, is_any_enough);
        let mut search = match memory.table {
            Some(memory) => {
                let mut search = memory.in_space(space);
                let initial = search.prepare_restart(initial);
                search.restart_by(Within(within), initial);
                search
            }
            None => GraphSearch::new(space, initial, Within(within)),
        };
        search.set_limits(&limits);
        let added = more.into_iter().try_for_each(|initial| search.add_initial(initial));
        let (parts, can_go_on, end) = (Vec::new(), false, DistancesEnd::default());
        let mut distances = Distances { search, parts, within, limits, can_go_on, end };
        distances.run(added);
        distances
    }

    /// Runs the search on the threads of the current [`rayon`] pool, in the rounds of
    /// [`ParallelGraphAStar`](super::ParallelGraphAStar). The costs are the same. Of several
    /// cheapest paths to a state, another may be found.
    ///
    /// It can only pay if expansions take long. On maps of 2000×2000 cells, where one takes less
    /// than a microsecond, two idle cores took 0.9 to 1.5 times as long as
    /// [`compute`](Self::compute).
    ///
    /// A few states beyond those that are requested may be stored. Events are not reported.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::Distances;
    ///
    /// let steps = |&n: &u32| [(n + 1, 1), (2 * n, 3)].into_iter().filter(|step| step.0 <= 100);
    /// let numbers = Problem::from_successors(1, steps, |_| false);
    /// let from_1 = Distances::from(&numbers, 1);
    /// assert_eq!(from_1.clone().compute_parallel().cost(&100), from_1.compute().cost(&100));
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn compute_parallel(self) -> Distances<P>
    where
        P: Sync,
        P::State: Send + Sync,
    {
        let Self { space, initial, more, within, targets, is_any_enough, limits, .. } = self;
        // A search on several threads looks for all targets itself.
        let (any, all) = if is_any_enough { (targets, Vec::new()) } else { (Vec::new(), targets) };
        let space = Targets::new(space, any, is_any_enough);
        let mut search = ParallelGraphSearch::new(&space, initial, Within(within), Rounds::BLIND);
        search.set_targets(all);
        let added = more.into_iter().try_for_each(|initial| search.add_initial(initial));
        let end = DistancesEnd::of(&mut search, added, within, &limits);
        let parts = search.into_tables();
        let search = GraphSearch::without_nodes(space, Within(within));
        let mut distances = Distances { search, parts, within, limits, can_go_on: false, end };
        distances.check();
        distances
    }
}

impl<P: StateSpace<State: Hash + Eq>> Heuristic<P::State> for Distances<P> {
    #[inline]
    fn estimate(&self, state: &P::State) -> Cost {
        self.end.estimate(self.cost(state))
    }
}

debug!(
    [P: StateSpace<State: Hash + Eq>] Distances<P>,
    |it| stopped_by: it.stopped_by(), statistics: it.statistics()
);
