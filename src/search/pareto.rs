//! Multi-objective A\*: the paths that no other path dominates.

mod front;
mod search;

pub use search::{ParetoSearch, ParetoSolution};

use std::array;
use std::hash::Hash;

use super::best_first::Weighted;
use super::{Distances, NoSpace};
use crate::space::derived::derived;
use crate::{ByCost, Cost, Limits, MultiObjectiveSpace};

/// Multi-objective A\*, for steps that have `D` costs each: the Pareto set, or the cheapest path
/// within a budget.
///
/// It finds the vectors of costs of all paths to a goal that no other path to a goal dominates. A
/// path dominates another one if it costs no more in any respect, and less in one. Each vector
/// comes with one path. [`ParetoSearch`] gives them.
///
/// # Guarantees
///
/// If each estimate is admissible, the vectors come in lexicographic order, and each of them is in
/// the Pareto set when it is found. So a search that was stopped has proven a part of the set:
/// all that comes before [`ParetoSearch::bound`].
///
/// - [`cheapest`](Self::cheapest) ends at the first one.
/// - [`within`](Self::within) leaves out all paths above a budget. With `cheapest`, it solves the
///   *constrained shortest path* problem, and [`End::Exhausted`](super::End) proves that no path is
///   within the budget. The answer of a [`Solver`](crate::Solver) is then
///   [`Solved`](crate::Outcome::Solved), [`Unsolvable`](crate::Outcome::Unsolvable) or
///   [`Stopped`](crate::Outcome::Stopped).
/// - [`approximate`](Self::approximate) gives fewer vectors, such that for each path one of them is
///   as good within a factor.
///
/// A path of which a cost is more than `u32::MAX` is pruned. If there is no other,
/// the search stops with [`StopReason::PathCost`](crate::StopReason::PathCost).
///
/// As a [`Search`](super::Search), it looks for the lowest first cost: its `cost` and `path` are
/// those of the first vector. It ends with [`End::Solved`](super::End::Solved) when the set is
/// complete. A [limit on cost](crate::Limits::cost) stops it only before the first vector. To leave
/// out others that cost more, use [`within`](Self::within).
///
/// With one cost, and without [dominance](crate::MultiObjectiveSpace::HAS_DOMINANCE), it is
/// [`GraphAStar`](super::GraphAStar): it expands the same states in the same order, ties included.
/// (From 65,536 states without numbers on, `GraphAStar` expands some nodes of equal *f* together.)
///
/// # Complexity
///
/// A state is expanded once for each vector of costs that is not dominated where it is reached, and
/// there may be exponentially many of them. Costs of few different values, and budgets, reduce
/// their number. To check whether a vector is dominated takes constant time with two costs,
/// logarithmic time with three, and linear time in the number of vectors with more. To add one
/// takes linear time from three costs on. Estimates make a large difference: those of the
/// [`ideal_point`](super::ideal_point) are the best for each cost alone.
///
/// If an estimate of the first cost turns out to be inconsistent, a state may be expanded more
/// often: also for vectors that are found to be dominated later. All costs are compared from then
/// on, in linear time.
///
/// # Memory
///
/// With two costs, 16 bytes for each open label (a path to a state, by its costs and its last
/// state), 16 for each that was expanded, and some 60 bytes and the state for each state. With each
/// further cost, labels take 4 bytes more. With three costs or more, the vectors that are not
/// dominated take as much once more.
///
/// # Example
///
/// ```
/// use bestfirst::graphs::MultiObjectiveGraph;
/// use bestfirst::search::{Algorithm, ParetoAStar, Search};
/// use bestfirst::{Limits, Outcome, Solver};
///
/// // Minutes and euros.
/// let from_0 = [(0, 1, [40, 9]), (0, 2, [50, 2])];
/// let others = [(1, 3, [30, 8]), (2, 3, [60, 0]), (1, 2, [5, 1])];
/// let graph = MultiObjectiveGraph::from_arcs(4, from_0.into_iter().chain(others))?;
/// let mut search = ParetoAStar::new().start(graph.to(3), 0);
/// search.run(&Limits::none());
/// assert!(search.costs().eq([[70, 17], [105, 10], [110, 2]]));
/// assert_eq!(search.solutions().last().unwrap().states, [0, 2, 3]);
///
/// // The fastest for at most 12 euros, and for at most 1.
/// let within = |euros| ParetoAStar::new().within([u32::MAX, euros]).cheapest();
/// let solver = Solver::builder_in(graph.to(3), 0).algorithm(within(12)).solve();
/// assert_eq!((solver.cost(), solver.solution()), (Some(105), &[0, 1, 2, 3][..]));
/// let solver = Solver::builder_in(graph.to(3), 0).algorithm(within(1)).solve();
/// assert!(matches!(solver.outcome(), Outcome::Unsolvable));
/// # Ok::<(), bestfirst::graphs::GraphError>(())
/// ```
///
/// # Reference
///
/// Two costs: C. Hernández, W. Yeoh, J. A. Baier, H. Zhang, L. Suazo, S. Koenig and O. Salzman,
/// "Simple and efficient bi-objective search algorithms via fast dominance checks", *Artificial
/// Intelligence* 314, 2023 (BOA\*). More: C. Hernández, W. Yeoh, J. A. Baier, A. Felner, O.
/// Salzman, H. Zhang, S.-H. Chan and S. Koenig, "Multi-objective search via lazy and efficient
/// dominance checks", *IJCAI* 2023 (LTMOA\*). Here the vectors of a state with three costs are
/// sorted.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct ParetoAStar<const D: usize> {
    /// No cost of a path may be higher.
    most: [Cost; D],
    /// A path is dropped if some solution costs at most this many times as much in every cost.
    factor: Weighted,
    is_first_enough: bool,
}

impl<const D: usize> ParetoAStar<D> {
    /// The whole Pareto set.
    pub fn new() -> Self {
        const { assert!(D > 0, "a step has at least one cost") };
        Self { most: [Cost::MAX; D], factor: Weighted::new(1.0), is_first_enough: false }
    }

    /// Leaves out each path of which a cost is higher than that of the budget. `u32::MAX` is no
    /// limit.
    pub fn within(self, budget: [Cost; D]) -> Self {
        Self { most: budget, ..self }
    }

    /// Ends at the first vector: the lowest first cost, among those the lowest second one, and so
    /// on.
    pub fn cheapest(self) -> Self {
        Self { is_first_enough: true, ..self }
    }

    /// Gives a part of the Pareto set. For each path to a goal, some vector of this part has no
    /// cost of more than 1 + `epsilon` times that of the path.
    ///
    /// `epsilon` is rounded down to a multiple of 2<sup>-16</sup>. It is at least 0 and at most
    /// 65,534. NaN is 0.
    ///
    /// ```
    /// use bestfirst::search::{Algorithm, ParetoAStar, Search};
    /// use bestfirst::{Limits, MultiObjective};
    ///
    /// let steps = |&n: &u32| [(n + 1, [20, 1]), (n + 1, [21, 0])];
    /// let walk = MultiObjective::new(steps, |&n| n == 20);
    /// let count = |algorithm: ParetoAStar<2>| {
    ///     let mut search = algorithm.start(&walk, 0);
    ///     search.run(&Limits::none());
    ///     search.costs().count()
    /// };
    /// assert_eq!(count(ParetoAStar::new()), 21);
    /// assert!(count(ParetoAStar::new().approximate(0.2)) < 18);
    /// ```
    pub fn approximate(self, epsilon: f64) -> Self {
        Self { factor: Weighted::new(1.0 + epsilon), ..self }
    }
}

derived!(Default from new for [const D: usize] ParetoAStar<D>);

impl<S: Clone, const D: usize> MultiObjectiveSpace<D> for NoSpace<S> {
    fn for_each_step(&self, _: &S, _: Option<&S>, _: impl FnMut(S, [Cost; D])) {}
}

/// The lowest cost of a path from every state to `goal`, for each cost by itself: the *ideal
/// point*. No single path may have all of these costs, but none has a lower one.
///
/// `backward` is the space in which a step leads from a state to one of its predecessors, at the
/// costs of the step there. It must be finite. Its estimates and goals are ignored. The result has
/// the heuristics for [`WithHeuristics`](crate::WithHeuristics). In a graph,
/// [`MultiObjectiveGraph::ideal_point`](crate::graphs::MultiObjectiveGraph::ideal_point) computes
/// it.
///
/// The limits are those of each computation by itself. A computation that is stopped gives lower
/// estimates, which are admissible too.
///
/// For several goals or an infinite space, compute [`Distances`] of [`ByCost`] yourself.
///
/// ```
/// use bestfirst::search::{Algorithm, ParetoAStar, Search, ideal_point};
/// use bestfirst::{Limits, MultiObjective, WithHeuristics};
///
/// // Stairs of 10 steps: one step up at a time takes longer, two cost more strength.
/// let up = MultiObjective::new(|&n: &u32| [(n + 1, [3, 1]), (n + 2, [4, 5])], |&n| n == 10);
/// let below = |&n: &u32| {
///     let steps = [(n.checked_sub(1), [3, 1]), (n.checked_sub(2), [4, 5])];
///     steps.into_iter().filter_map(|(from, costs)| Some((from?, costs)))
/// };
/// let down = MultiObjective::new(below, |_| false);
/// let ideal = ideal_point(&down, &10, &Limits::none());
/// assert_eq!(ideal.each_ref().map(|distances| distances.cost(&0)), [Some(20), Some(10)]);
///
/// let mut search = ParetoAStar::new().start(WithHeuristics::new(&up, ideal), 0);
/// search.run(&Limits::none());
/// assert!(search.costs().eq([[20, 25], [22, 22], [24, 19], [26, 16], [28, 13], [30, 10]]));
/// ```
pub fn ideal_point<B: MultiObjectiveSpace<D, State: Hash + Eq> + Clone, const D: usize>(
    backward: B,
    goal: &B::State,
    limits: &Limits,
) -> [Distances<ByCost<B, D>>; D] {
    array::from_fn(|cost| {
        let by_cost = ByCost::new(backward.clone(), cost);
        Distances::from(by_cost, goal.clone()).limits(limits.clone()).compute()
    })
}
