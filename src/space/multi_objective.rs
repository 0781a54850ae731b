//! Spaces in which a step has several costs, and what makes one of closures, or of one cost.

use std::array;
use std::marker::PhantomData;

use crate::space::debug::debug;
use crate::space::derived::{derived, except};
use crate::space::forward::forward;
use crate::{Cost, Event, Heuristic, Observed, StateSpace};

/// A state space in which each step has `D` costs: time and money, length and slope, risk and
/// energy. Each cost of a path is the sum of that cost over its steps.
///
/// A path *dominates* another one to the same state if it costs no more in any respect, and less in
/// one. The paths to a goal that no other one dominates are the *Pareto set*, and
/// [`ParetoAStar`](crate::search::ParetoAStar) finds it.
///
/// It is a [`StateSpace`] too, by the first cost. So all other searches run on it, and ask for the
/// cheapest path by that cost alone.
///
/// To make one without this trait: [`MultiObjective`] takes closures, and
/// [`MultiObjectiveGraph`](crate::graphs::MultiObjectiveGraph) arcs.
///
/// # Contract
///
/// The contract of [`StateSpace`] holds, and
///
/// | method | correct result | effect of a wrong one |
/// |---|---|---|
/// | [`for_each_step`] | what [`for_each_successor`](StateSpace::for_each_successor) visits, in the same order, with costs of which the first is the one there | a missing one: vectors are missed; an extra one: paths that do not exist |
/// | [`estimates`] | each no more than this cost of any path from the state to a goal; [`DEAD_END`](crate::DEAD_END) if there is none | too high: vectors are missed; too low: slower, never wrong. 0 is always safe |
/// | [`comparable`] and [`dominates`], if overridden | see [below](#states-that-own-resources) | if a state is said to dominate and does not: vectors are missed; the other way: slower |
///
/// Estimates need not be consistent. But a search is faster if they are.
///
/// [`for_each_step`]: MultiObjectiveSpace::for_each_step
/// [`estimates`]: MultiObjectiveSpace::estimates
/// [`comparable`]: MultiObjectiveSpace::comparable
/// [`dominates`]: MultiObjectiveSpace::dominates
///
/// # States that own resources
///
/// What a traveller *has* is part of the state: the charge of a battery, the free room of a truck.
/// Two states at one place then differ, but one may be the better one: whatever can be done from
/// the other, can be done from it, at no higher costs and in no more steps. If a space says so, a
/// state is pruned when another state dominates it and was reached at no higher costs.
///
/// A step that only waits for a better state breaks this rule: an earlier time is then as good as a
/// later one, but it takes one step more to the same place. Let the wait be a part of the step
/// after it. A search may not compare the initial state with others.
///
/// A van with a battery, and a charger on the way:
///
/// ```
/// use bestfirst::search::{Algorithm, ParetoAStar, Search};
/// use bestfirst::{Limits, MultiObjectiveSpace, StateSpace};
///
/// /// Where the van is, and how many kilometres it can go.
/// type Van = (usize, u32);
///
/// struct Map {
///     /// For each place, the places next to it, kilometres and minutes.
///     roads: Vec<Vec<(usize, u32, u32)>>,
///     charger: usize,
/// }
///
/// impl StateSpace for Map {
///     type State = Van;
///
///     fn estimate(&self, _: &Van) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, van: &Van) -> bool {
///         van.0 == self.roads.len() - 1
///     }
///
///     fn for_each_successor(&self, van: &Van, _: Option<&Van>, mut visit: impl FnMut(Van, u32)) {
///         self.for_each_step(van, None, |next, [minutes]| visit(next, minutes));
///     }
/// }
///
/// impl MultiObjectiveSpace<1> for Map {
///     fn for_each_step(
///         &self,
///         &(at, range): &Van,
///         _: Option<&Van>,
///         mut visit: impl FnMut(Van, [u32; 1]),
///     ) {
///         if at == self.charger && range < 100 {
///             visit((at, 100), [40]);
///         }
///         for &(next, kilometres, minutes) in &self.roads[at] {
///             if let Some(left) = range.checked_sub(kilometres) {
///                 visit((next, left), [minutes]);
///             }
///         }
///     }
///
///     const HAS_DOMINANCE: bool = true;
///
///     /// All vans at one place compare: that without charge stands for them.
///     fn comparable(&self, &(at, _): &Van) -> Van {
///         (at, 0)
///     }
///
///     fn dominates(&self, van: &Van, other: &Van) -> bool {
///         van.1 >= other.1
///     }
/// }
///
/// let roads = vec![vec![(1, 60, 50), (2, 70, 60)], vec![(3, 60, 50)], vec![(3, 60, 50)], vec![]];
/// let map = Map { roads, charger: 1 };
/// let mut search = ParetoAStar::new().start(&map, (0, 100));
/// search.run(&Limits::none());
/// assert_eq!(search.path(), [(0, 100), (1, 40), (1, 100), (3, 40)]);
/// assert_eq!(search.cost(), 50 + 40 + 50);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a space with {D} costs for each step",
    label = "this type does not implement `MultiObjectiveSpace<{D}>`",
    note = "for closures: `MultiObjective::new(steps, is_goal)`"
)]
pub trait MultiObjectiveSpace<const D: usize>: StateSpace {
    /// A lower bound for each cost of a path from `state` to a goal. They may belong to different
    /// paths. By default, the [estimate](StateSpace::estimate) and zeros.
    ///
    /// A search calls this once for each state.
    fn estimates(&self, state: &Self::State) -> [Cost; D] {
        let first = self.estimate(state);
        array::from_fn(|cost| if cost == 0 { first } else { 0 })
    }

    /// Visits each successor of `state` with the costs of the step, except `previous`, the state
    /// from which the search reached `state`. Visiting it is allowed, but takes time.
    ///
    /// It must be deterministic, as [`StateSpace::for_each_successor`].
    fn for_each_step(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        visit: impl FnMut(Self::State, [Cost; D]),
    );

    /// Whether a state may dominate others than itself. The default is `false`. See
    /// [States that own resources](MultiObjectiveSpace#states-that-own-resources).
    const HAS_DOMINANCE: bool = false;

    /// A state that stands for all those that `state` is compared with: the same one for all of
    /// them. By default a state is compared with itself alone.
    fn comparable(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Whether `state` is as good as `other`, which compares with it: for each path from `other` to
    /// a goal, there is one from `state` that costs no more and takes no more steps. Asked only if
    /// states have [dominance](Self::HAS_DOMINANCE). It must be transitive.
    fn dominates(&self, state: &Self::State, other: &Self::State) -> bool {
        let _ = (state, other);
        false
    }
}

impl<P: MultiObjectiveSpace<D>, const D: usize> MultiObjectiveSpace<D> for &P {
    forward!(|outer| **outer; estimates, for_each_step);
}

impl<P: MultiObjectiveSpace<D>, F: Fn(&Event<'_, P::State>), const D: usize> MultiObjectiveSpace<D>
    for Observed<P, F>
{
    forward!(|outer| outer.space; estimates, for_each_step);
}

/// A space with several costs, as closures.
///
/// ```
/// use bestfirst::search::{Algorithm, ParetoAStar, Search};
/// use bestfirst::{Limits, MultiObjective};
///
/// // Minutes and cents to the next stations.
/// let from_0 = [(1, [10, 400]), (2, [5, 900])];
/// let lines = [&from_0[..], &[(3, [20, 300])], &[(3, [6, 200])], &[]];
/// let network = MultiObjective::new(|&at: &usize| lines[at].to_vec(), |&at| at == 3);
/// let mut search = ParetoAStar::new().start(&network, 0);
/// search.run(&Limits::none());
/// assert!(search.costs().eq([[11, 1100], [30, 700]]));
/// ```
///
/// The estimates are 0. For others: [`WithHeuristics`].
#[derive(Clone, Copy)]
pub struct MultiObjective<S, N, G, const D: usize> {
    steps: N,
    is_goal: G,
    of: PhantomData<fn(&S) -> [Cost; D]>,
}

impl<S, N, I, G, const D: usize> MultiObjective<S, N, G, D>
where
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, [Cost; D])>,
    G: Fn(&S) -> bool,
{
    /// The space with these steps from each state, and these goals.
    pub fn new(steps: N, is_goal: G) -> Self {
        Self { steps, is_goal, of: PhantomData }
    }
}

impl<S, N, I, G, const D: usize> StateSpace for MultiObjective<S, N, G, D>
where
    S: Clone + Eq,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, [Cost; D])>,
    G: Fn(&S) -> bool,
{
    type State = S;

    fn estimate(&self, _: &S) -> Cost {
        0
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    derived!(for_each_successor from steps);
}

impl<S, N, I, G, const D: usize> MultiObjectiveSpace<D> for MultiObjective<S, N, G, D>
where
    S: Clone + Eq,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, [Cost; D])>,
    G: Fn(&S) -> bool,
{
    fn for_each_step(&self, state: &S, previous: Option<&S>, visit: impl FnMut(S, [Cost; D])) {
        let mut visit = except(previous, visit);
        (self.steps)(state).into_iter().for_each(|(state, costs)| visit(state, costs));
    }
}

debug!([S, N, G, const D: usize] MultiObjective<S, N, G, D>, |_space|);

/// A space by one of its costs: the first has the index 0.
///
/// ```
/// use bestfirst::search::Distances;
/// use bestfirst::{ByCost, MultiObjective};
///
/// let lines = [vec![(1, [10, 400])], vec![(2, [20, 300])], vec![]];
/// let network = MultiObjective::new(|&at: &usize| lines[at].clone(), |_| false);
/// assert_eq!(Distances::from(ByCost::new(&network, 1), 0).compute().cost(&2), Some(700));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByCost<P, const D: usize> {
    space: P,
    cost: usize,
}

impl<P: MultiObjectiveSpace<D>, const D: usize> ByCost<P, D> {
    /// # Panics
    ///
    /// If there is no such cost.
    pub fn new(space: P, cost: usize) -> Self {
        assert!(cost < D, "there is no cost {cost} of {D}");
        Self { space, cost }
    }
}

impl<P: MultiObjectiveSpace<D>, const D: usize> StateSpace for ByCost<P, D> {
    type State = P::State;

    fn estimate(&self, state: &P::State) -> Cost {
        self.space.estimates(state)[self.cost]
    }

    derived! { for_each_successor: |outer, state, previous, visit|
        let mut visit = visit;
        outer.space.for_each_step(state, previous, |state, costs| visit(state, costs[outer.cost]));
    }

    forward!(|outer| outer.space; is_goal, number, heap_bytes, observe);
}

/// A space with several costs, with a [`Heuristic`] for each of them.
///
/// [`ideal_point`](crate::search::ideal_point) gives the best ones. Closures, too, are heuristics:
///
/// ```
/// use bestfirst::search::{Algorithm, ParetoAStar, Search};
/// use bestfirst::{Limits, MultiObjective, WithHeuristics, heuristic};
///
/// let steps = |&n: &u32| [(n + 1, [2, 1]), (n + 2, [3, 5])];
/// let walk = MultiObjective::new(steps, |&n| n >= 10);
/// // The costs of two numbers on are at least these.
/// let heuristics = [3, 2].map(|least| {
///     heuristic::from_fn(move |&n: &u32| 10_u32.saturating_sub(n) / 2 * least)
/// });
/// let mut search = ParetoAStar::new().start(WithHeuristics::new(&walk, heuristics), 0);
/// search.run(&Limits::none());
/// assert_eq!(search.costs().next(), Some([15, 25]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithHeuristics<P, H, const D: usize> {
    space: P,
    heuristics: [H; D],
}

impl<P: MultiObjectiveSpace<D>, H: Heuristic<P::State>, const D: usize> WithHeuristics<P, H, D> {
    /// The same space with these estimates.
    pub fn new(space: P, heuristics: [H; D]) -> Self {
        Self { space, heuristics }
    }
}

impl<P: MultiObjectiveSpace<D>, H: Heuristic<P::State>, const D: usize> StateSpace
    for WithHeuristics<P, H, D>
{
    type State = P::State;

    fn estimate(&self, state: &P::State) -> Cost {
        self.heuristics[0].estimate(state)
    }

    forward!(|outer| outer.space; is_goal, for_each_successor, number, heap_bytes, observe);
}

impl<P: MultiObjectiveSpace<D>, H: Heuristic<P::State>, const D: usize> MultiObjectiveSpace<D>
    for WithHeuristics<P, H, D>
{
    #[inline]
    fn estimates(&self, state: &P::State) -> [Cost; D] {
        self.heuristics.each_ref().map(|heuristic| heuristic.estimate(state))
    }

    forward!(|outer| outer.space; for_each_step);
}
