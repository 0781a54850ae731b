//! The state space of a graph and the nodes to reach.

use super::Graph;
use crate::heuristic::{FromFn, Zero, from_fn};
use crate::space::derived::except;
use crate::{BidirectionalSpace, Cost, DEAD_END, Heuristic, NumberedSpace, StateSpace};

/// The problem of reaching one node of a [`Graph`], or the nearest of several: a [`StateSpace`]
/// whose states are the nodes. Made by [`Graph::to`] and [`Graph::to_any`].
///
/// It borrows the graph, so make one for each query. It runs on every search, also backward and in
/// arrays: it is a [`BidirectionalSpace`] and a [`NumberedSpace`], where the number of a node is
/// the node. The estimate is 0 until [`estimate_by`](Self::estimate_by) sets one.
///
/// # Panics
///
/// Searches in arrays panic if the graph does not have the node to start from. A
/// [`Solver`](crate::Solver) tests that first and does not search, unless it has to [find the
/// nearest](crate::SolverBuilder::find_nearest) state.
#[derive(Clone, Debug)]
pub struct GraphSpace<'g, H = Zero> {
    pub(super) graph: &'g Graph,
    pub(super) goals: Vec<u32>,
    pub(super) heuristic: H,
}

impl<'g> GraphSpace<'g> {
    /// Sets the estimate: a function of two nodes that is never more than the cost of a path from
    /// the first to the second, such as the straight line between them at the highest speed. It
    /// serves both directions, and each goal; of several goals, the lowest estimate counts.
    ///
    /// Round distances down. If the costs have fractions, [`FixedPoint::estimate`] of
    /// [`Graph::fixed_point`] does so. For an estimate of one node, such as a table of distances to
    /// the goal, use [`SolverBuilder::heuristic`] instead.
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::graphs::Graph;
    ///
    /// let places = [(0.0, 0.0), (3.0, 4.0), (0.0, 9.0)];
    /// let graph = Graph::from_arcs(3, [(0, 1, 6), (1, 2, 7), (0, 2, 14)])?;
    /// let space = graph.to(2).estimate_by(|&(from, to)| {
    ///     let [(x, y), (to_x, to_y)] = [from, to].map(|node| places[node as usize]);
    ///     graph.fixed_point().estimate(f64::hypot(to_x - x, to_y - y))
    /// });
    /// assert_eq!(Solver::builder_in(&space, 0).solve().cost(), Some(13));
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    ///
    /// [`FixedPoint::estimate`]: crate::FixedPoint::estimate
    /// [`SolverBuilder::heuristic`]: crate::SolverBuilder::heuristic
    pub fn estimate_by<F: Fn(&(u32, u32)) -> Cost>(self, estimate: F) -> GraphSpace<'g, FromFn<F>> {
        let Self { graph, goals, heuristic: Zero } = self;
        GraphSpace { graph, goals, heuristic: from_fn(estimate) }
    }
}

impl<H: Heuristic<(u32, u32)>> StateSpace for GraphSpace<'_, H> {
    type State = u32;

    #[inline]
    fn estimate(&self, &node: &u32) -> Cost {
        if node >= self.graph.nodes {
            return DEAD_END;
        }
        let estimates = self.goals.iter().map(|&goal| self.heuristic.estimate(&(node, goal)));
        estimates.min().unwrap_or(DEAD_END)
    }

    #[inline]
    fn is_goal(&self, node: &u32) -> bool {
        self.goals.contains(node)
    }

    /// Whether the graph has such a node.
    fn is_solvable(&self, node: &u32) -> bool {
        self.graph.nodes().contains(node)
    }

    #[inline]
    fn for_each_successor(&self, node: &u32, previous: Option<&u32>, visit: impl FnMut(u32, Cost)) {
        let mut visit = except(previous, visit);
        self.graph.arcs_from(*node).iter().for_each(|&(end, cost)| visit(end, cost));
    }

    /// The node, so that searches need no hash table.
    #[inline]
    fn number(&self, &node: &u32) -> Option<usize> {
        Some(node as usize)
    }

    fn least_step_cost(&self) -> Cost {
        self.graph.least_cost
    }
}

impl<H: Heuristic<(u32, u32)>> NumberedSpace for GraphSpace<'_, H> {
    fn numbers(&self) -> usize {
        self.graph.nodes().len()
    }

    #[inline]
    fn state(&self, number: usize) -> Option<u32> {
        self.graph.nodes().nth(number)
    }

    fn has_zero_cost_steps(&self) -> bool {
        self.graph.least_cost == 0
    }
}

impl<H: Heuristic<(u32, u32)>> BidirectionalSpace for GraphSpace<'_, H> {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        self.goals.iter().copied()
    }

    #[inline]
    fn estimate_from_initial(&self, &initial: &u32, &node: &u32) -> Cost {
        self.heuristic.estimate(&(initial, node))
    }

    #[inline]
    fn for_each_predecessor(&self, &node: &u32, next: Option<&u32>, visit: impl FnMut(u32, Cost)) {
        let mut visit = except(next, visit);
        self.graph.reversed().arcs_from(node).iter().for_each(|&(end, cost)| visit(end, cost));
    }
}
