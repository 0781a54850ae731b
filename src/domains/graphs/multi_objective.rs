//! Graphs whose arcs have several costs.

use super::{Graph, GraphError, GraphSpace};
use crate::search::{Distances, ideal_point};
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{ByCost, Cost, Limits, MultiObjectiveSpace, StateSpace};

/// A directed graph with `D` costs for each arc, such as length and time.
///
/// Nodes and arcs are as in a [`Graph`], but a path may take any of several parallel arcs. A node
/// takes 4 bytes, and an arc 8 bytes and those of its costs. [`ideal_point`](Self::ideal_point)
/// stores the reversed arcs as well: 4 bytes more for each node, and 8 for each arc.
///
/// ```
/// use bestfirst::graphs::MultiObjectiveGraph;
/// use bestfirst::search::{Algorithm, ParetoAStar, Search};
/// use bestfirst::{Limits, WithHeuristics};
///
/// let arcs = [(0, 1, [1, 5]), (1, 2, [2, 5]), (0, 2, [4, 4]), (0, 2, [5, 5])];
/// let graph = MultiObjectiveGraph::from_arcs(3, arcs)?;
/// let space = WithHeuristics::new(graph.to(2), graph.ideal_point(2, &Limits::none()));
/// let mut search = ParetoAStar::new().start(space, 0);
/// search.run(&Limits::none());
/// assert!(search.costs().eq([[3, 10], [4, 4]]));
/// # Ok::<(), bestfirst::graphs::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MultiObjectiveGraph<const D: usize> {
    /// In this graph, the cost of an arc is the index of its costs in `costs`.
    graph: Graph,
    costs: Vec<[Cost; D]>,
}

impl<const D: usize> MultiObjectiveGraph<D> {
    /// The graph with `nodes` nodes, numbered from 0, and these arcs `(from, to, costs)`.
    ///
    /// # Errors
    ///
    /// As [`Graph::from_arcs`].
    pub fn from_arcs(
        nodes: u32,
        arcs: impl IntoIterator<Item = (u32, u32, [Cost; D])>,
    ) -> Result<Self, GraphError> {
        let given: Vec<_> = arcs.into_iter().collect();
        let indices = (0..).zip(&given).map(|(index, &(from, to, _))| (from, to, index));
        let by_index = Graph::from_arcs(nodes, indices)?;
        // Sorted as the arcs are, so that the costs of the arcs of a node are together.
        let costs = by_index.arcs().map(|(_, _, index)| given[index as usize].2).collect();
        let sorted = (0..).zip(by_index.arcs()).map(|(index, (from, to, _))| (from, to, index));
        Ok(Self { graph: Graph::from_arcs(nodes, sorted)?, costs })
    }

    /// The problem of reaching a node. The estimates are 0;
    /// [`WithHeuristics`](crate::WithHeuristics) sets others.
    #[must_use]
    pub fn to(&self, goal: u32) -> MultiObjectiveGraphSpace<'_, D> {
        MultiObjectiveGraphSpace { by_index: self.graph.to(goal), costs: &self.costs }
    }

    /// The lowest cost of a path to `goal` from each node, for each cost by itself: the best
    /// estimates for many searches to this goal. See [`ideal_point`], also for the limits.
    #[must_use]
    pub fn ideal_point(
        &self,
        goal: u32,
        limits: &Limits,
    ) -> [Distances<ByCost<MultiObjectiveGraphSpace<'_, D>, D>>; D] {
        let by_index = self.graph.reversed().to(goal);
        ideal_point(MultiObjectiveGraphSpace { by_index, costs: &self.costs }, &goal, limits)
    }
}

/// The problem of reaching a node of a [`MultiObjectiveGraph`], made by
/// [`MultiObjectiveGraph::to`]. The states are the nodes.
#[derive(Clone, Debug)]
pub struct MultiObjectiveGraphSpace<'g, const D: usize> {
    /// In this space, the cost of an arc is the index of its costs in `costs`.
    by_index: GraphSpace<'g>,
    costs: &'g [[Cost; D]],
}

impl<const D: usize> StateSpace for MultiObjectiveGraphSpace<'_, D> {
    type State = u32;

    derived!(for_each_successor from steps);
    forward!(|outer| outer.by_index; estimate, is_goal, number);
}

impl<const D: usize> MultiObjectiveSpace<D> for MultiObjectiveGraphSpace<'_, D> {
    #[inline]
    fn for_each_step(
        &self,
        node: &u32,
        previous: Option<&u32>,
        mut visit: impl FnMut(u32, [Cost; D]),
    ) {
        let step = |next, index| visit(next, self.costs[index as usize]);
        self.by_index.for_each_successor(node, previous, step);
    }
}
