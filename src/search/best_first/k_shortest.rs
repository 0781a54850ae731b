//! The k shortest loopless paths.

mod differing;
mod yen;

use std::hash::Hash;

use rustc_hash::FxHashMap;

use self::differing::Differing;
use self::yen::Yen;
use crate::space::debug::debug;
use crate::{Cost, Limits, Solution, StateSpace, StopReason};

/// The shortest paths to a goal, one after the other: the cheapest first, then the next cheapest,
/// and so on. An iterator over [`Solution`]s.
///
/// The paths are *loopless*: none visits a state twice. A path ends at the first goal on it. Two
/// paths are different if their states are; of several steps from one state to another, a path
/// takes the cheapest.
///
/// - [`parallel_steps`](Self::parallel_steps) gives each of these steps paths of its own.
/// - [`differing_by`](Self::differing_by) gives only paths that differ by a share of their cost
///   from those given before.
///
/// # Guarantees
///
/// The costs never decrease, and no path is missing or given twice, if the estimate is admissible.
/// The iterator ends when there is no other path, or at a limit: see
/// [`stopped_by`](KShortest::stopped_by). It needs a finite space to end.
///
/// A space must not [prune by `previous`](StateSpace#pruning-by-previous) for this algorithm.
///
/// # Complexity
///
/// [`differing_by`](Self::differing_by) has a complexity of its own. Without it, other paths may
/// deviate from a given path at each of its states. [`GraphAStar`](super::GraphAStar) finds the
/// cheapest of those that deviate at one state, so a path of *n* steps adds at most *n* searches.
/// The lower bound of a search is the cost of the steps before the deviation and of the next step,
/// plus the estimate after it. A search waits while a path is known that costs no more than its
/// bound. It is broken off, and waits again, once it has proven that all of its paths cost more
/// than the known one. So paths of equal cost take few searches, and so do all paths if the
/// estimates are good.
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
/// paths that were given, and at most one more for each search; and 24 bytes for each search that
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
/// J. Y. Yen, "Finding the k shortest loopless paths in a network", *Management Science*
/// 17(11), 1971. That no deviation is searched twice is from E. L. Lawler, "A procedure for
/// computing the k best solutions to discrete optimization problems", *Management Science*
/// 18(7), 1972.
#[must_use]
pub struct KShortest<P: StateSpace<State: Hash + Eq>> {
    paths: Paths<P>,
    initial: P::State,
    /// Whether parallel steps are told apart.
    is_ranked: bool,
    /// The share of each path that later paths leave out.
    share: Option<f64>,
    limits: Limits,
    /// The cost of the first path, once it was given. No path costs less.
    least: Option<Cost>,
    stopped_by: Option<StopReason>,
}

enum Paths<P: StateSpace<State: Hash + Eq>> {
    All(Box<Yen<P>>),
    Differing(Box<Differing<P>>),
}

/// The last step to a state.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Step<S> {
    to: S,
    /// How many parallel steps come before it: those that cost less, and others before it in the
    /// order of the space. 0 if they are not told apart, or if it is the initial state.
    rank: u32,
}

/// A path, from the initial state on, and its cost.
type Found<S> = (Vec<Step<S>>, Cost);

/// Visits the steps from a state, with their ranks if parallel steps are told apart.
#[inline]
fn for_each_step<P: StateSpace<State: Hash + Eq>>(
    space: &P,
    from: &P::State,
    previous: Option<&P::State>,
    is_ranked: bool,
    mut visit: impl FnMut(Step<P::State>, Cost),
) {
    if !is_ranked {
        return space
            .for_each_successor(from, previous, |to, cost| visit(Step { to, rank: 0 }, cost));
    }
    let mut steps = Vec::new();
    space.for_each_successor(from, previous, |to, cost| steps.push((to, cost)));
    steps.sort_by_key(|&(_, cost)| cost);
    let mut ranks = FxHashMap::<P::State, u32>::default();
    for (to, cost) in steps {
        let rank = *ranks.entry(to.clone()).and_modify(|rank| *rank += 1).or_insert(0);
        visit(Step { to, rank }, cost);
    }
}

impl<P: StateSpace<State: Hash + Eq>> KShortest<P> {
    /// The paths from `initial` to a goal. The space may be passed by reference.
    pub fn from(space: P, initial: P::State) -> Self {
        Self::new(space, initial, false, None)
    }

    fn new(space: P, initial: P::State, is_ranked: bool, share: Option<f64>) -> Self {
        let first = initial.clone();
        let paths = match share {
            None => Paths::All(Yen::new(space, first, is_ranked).into()),
            Some(share) => Paths::Differing(Differing::new(space, first, is_ranked, share).into()),
        };
        let (limits, least, stopped_by) = (Limits::none(), None, None);
        Self { paths, initial, is_ranked, share, limits, least, stopped_by }
    }

    /// The same paths by other options, from the first one on.
    fn anew(self) -> Self {
        let space = match self.paths {
            Paths::All(paths) => paths.search.space.space,
            Paths::Differing(paths) => paths.search.space.space,
        };
        Self::new(space, self.initial, self.is_ranked, self.share).limits(self.limits)
    }

    /// Sets the limits of each search. The default is none. An iterator that has stopped at a limit
    /// goes on where it was. With a [limit on cost](Limits::cost), it gives all paths that cost no
    /// more.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.stopped_by = self.stopped_by.filter(|&reason| reason == StopReason::PathCost);
        self
    }

    /// Counts paths as different also if they take different steps from one state to another:
    /// parallel roads, or different actions. [`Solution::actions_in`] gives the actions of each.
    /// The iterator begins anew.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::KShortest;
    ///
    /// // Two roads from 0 to 1, and one from 1 to 2: a name, where it leads, and kilometres.
    /// let roads = [vec![("A4", 1, 4), ("B5", 1, 5)], vec![("A1", 2, 1)], vec![]];
    /// let map = Problem::from_actions(0, |&town| roads[town].clone(), |&town| town == 2);
    ///
    /// let paths = KShortest::from(&map, 0).parallel_steps();
    /// let found = paths.map(|path| (path.cost(), path.actions_in(&map).unwrap()));
    /// assert!(found.eq([(5, vec!["A4", "A1"]), (6, vec!["B5", "A1"])]));
    /// ```
    pub fn parallel_steps(self) -> Self {
        Self { is_ranked: true, ..self }.anew()
    }

    /// Gives only paths that leave out a share of each path given before. The next path is always a
    /// cheapest one that does so. The iterator begins anew.
    ///
    /// A path *leaves out* the steps of an earlier path that it does not take. Together they must
    /// cost at least `share` times as much as the earlier path. So with a share of 1, paths have no
    /// steps in common but those of cost 0, and with a share of 0, all paths are given. Among paths
    /// of equal cost, which one is given may decide which others are.
    ///
    /// `share` is from 0 to 1. Other values are clamped to this range, and NaN becomes 0. Fractions
    /// with a denominator up to 65,535 are exact: 0.07 of 100 is 7.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::KShortest;
    ///
    /// let roads = [vec![(1, 5), (3, 8)], vec![(2, 4), (3, 5)], vec![(3, 2)], vec![]];
    /// let map = Problem::from_successors(0, |&town| roads[town].clone(), |&town| town == 3);
    ///
    /// let costs = |paths: KShortest<_>| paths.map(|path| path.cost()).collect::<Vec<_>>();
    /// assert_eq!(costs(KShortest::from(&map, 0)), [8, 10, 11]);
    /// // The path of cost 11 shares a step of cost 5 with that of cost 10.
    /// assert_eq!(costs(KShortest::from(&map, 0).differing_by(0.6)), [8, 10]);
    /// ```
    ///
    /// # Complexity
    ///
    /// Each path is a constrained shortest path, found by a
    /// [`ParetoAStar`](crate::search::ParetoAStar). A path to a state dominates another one if it
    /// costs no more, and shares no more with each path given before. A state is expanded once for
    /// each path to it that is not dominated. There may be exponentially many, and more with each
    /// path given: the problem is NP-hard. Exact estimates make the largest difference.
    ///
    /// # Reference
    ///
    /// T. Chondrogiannis, P. Bouros, J. Gamper, U. Leser and D. B. Blumenthal, "Finding k-shortest
    /// paths with limited overlap", *The VLDB Journal* 29, 2020. Here limits are on what is shared
    /// with the earlier path, as a part of its cost.
    pub fn differing_by(self, share: f64) -> Self {
        let share = (share > 0.0).then_some(share.min(1.0));
        Self { share, ..self }.anew()
    }

    /// Why there may be more paths than were given, once the iterator has ended. `None` if there
    /// are no more.
    ///
    /// [`StopReason::PathCost`] means that the others cost more than `u32::MAX`, and
    /// [`StopReason::Cost`] that they cost more than the limit.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }
}

impl<P: StateSpace<State: Hash + Eq>> Iterator for KShortest<P> {
    type Item = Solution<P::State>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped_by.is_some() {
            return None;
        }
        let next = match &mut self.paths {
            Paths::All(paths) => paths.next(&self.limits),
            Paths::Differing(paths) => paths.next(&self.limits),
        };
        let (steps, cost) = next.unwrap_or_else(|reason| {
            self.stopped_by = Some(reason);
            None
        })?;
        let least = *self.least.get_or_insert(cost);
        let ranks = steps.iter().skip(1).map(|step| step.rank);
        let ranks = if self.is_ranked { ranks.collect() } else { Box::default() };
        let states = steps.into_iter().map(|step| step.to).collect();
        Some(Solution::new(states, cost, least).by_ranks(ranks))
    }
}

debug!(
    [P: StateSpace<State: Hash + Eq>] KShortest<P>,
    |it| least: it.least, stopped_by: it.stopped_by
);
