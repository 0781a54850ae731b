//! Estimates for several costs, each exact for itself.

use std::array;
use std::hash::Hash;

use crate::search::Distances;
use crate::{ByCost, Limits, MultiObjectiveSpace};

/// The lowest cost of a path from every state to `goal`, for each cost by itself: the *ideal point*.
/// No single path may have all of these costs, but none has a lower one.
///
/// `backward` is the space in which a step leads from a state to one of its predecessors, at the
/// costs of the step there. It must be finite. Its estimates and goals are ignored. The result has
/// the heuristics for [`WithHeuristics`](crate::WithHeuristics). In a graph,
/// [`MultiObjectiveGraph::ideal_point`](crate::graphs::MultiObjectiveGraph::ideal_point) does it.
///
/// The limits are those of each computation by itself. One that is stopped gives lower estimates,
/// which are admissible too.
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
pub fn ideal_point<B, const D: usize>(
    backward: B,
    goal: &B::State,
    limits: &Limits,
) -> [Distances<ByCost<B, D>>; D]
where
    B: MultiObjectiveSpace<D, State: Hash + Eq> + Clone,
{
    array::from_fn(|cost| {
        let by_cost = ByCost::new(backward.clone(), cost);
        Distances::from(by_cost, goal.clone()).limits(limits.clone()).compute()
    })
}
