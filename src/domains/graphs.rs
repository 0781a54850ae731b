//! Graphs that are given by their arcs: road networks, dependencies, exercises.
//!
//! A [`Graph`] is made of arcs `(from, to, cost)` between nodes that are numbered from 0. A
//! [`GraphSpace`] is the problem of reaching one of its nodes, or the nearest of several.
//!
//! ```
//! use bestfirst::graphs::Graph;
//!
//! let roads = [(0, 1, 7), (0, 2, 1), (2, 1, 2), (1, 3, 1), (2, 3, 9)];
//! let graph = Graph::from_arcs(4, roads)?;
//! let solver = graph.shortest_path(0, 3);
//! assert_eq!((solver.cost(), solver.solution()), (Some(4), &[0, 2, 1, 3][..]));
//! # Ok::<(), bestfirst::graphs::GraphError>(())
//! ```
//!
//! # Which method for which task
//!
//! | you want | use |
//! |---|---|
//! | a cheapest path | [`Graph::shortest_path`] |
//! | the cheapest paths to all nodes | [`Graph::distances_from`] |
//! | roads that lead both ways | [`Graph::undirected`] |
//! | costs with fractions | [`Graph::from_fractional_arcs`] |
//! | an estimate, by coordinates | [`GraphSpace::estimate_by`] |
//! | an estimate without coordinates | [`Landmarks`](crate::search::Landmarks) |
//! | limits, or another search | [`Graph::to`], with [`Solver::builder_in`] |
//! | the next cheapest paths, too | [`Graph::to`], with [`KShortest`](crate::search::KShortest) |
//! | the nearest of several nodes | [`Graph::to_any`] |
//! | several costs for each arc | [`MultiObjectiveGraph`] |
//!
//! The arcs can come from a graph of the crate [`petgraph`](https://docs.rs/petgraph):
//!
//! ```
//! use bestfirst::graphs::Graph;
//! use petgraph::graph::DiGraph;
//! use petgraph::visit::EdgeRef;
//!
//! let roads = DiGraph::<(), f64>::from_edges([(0, 1, 0.7), (0, 2, 0.1), (2, 1, 0.2)]);
//! let index = |node: petgraph::graph::NodeIndex| node.index() as u32;
//! let arcs = roads.edge_references();
//! let arcs = arcs.map(|arc| (index(arc.source()), index(arc.target()), *arc.weight()));
//! let unit = bestfirst::FixedPoint::with_fraction_bits(20);
//! let graph = Graph::from_fractional_arcs(roads.node_count() as u32, unit, arcs)?;
//! assert_eq!(graph.shortest_path(0, 1).solution(), [0, 2, 1]);
//! # Ok::<(), bestfirst::graphs::GraphError>(())
//! ```
//!
//! A graph that is not stored needs no arcs: [`Problem`](crate::Problem) takes a function that
//! returns the successors of a state.

mod error;
mod multi_objective;
mod space;

use std::ops::Range;
use std::sync::OnceLock;

pub use error::{GraphError, GraphErrorKind};
pub use multi_objective::{MultiObjectiveGraph, MultiObjectiveGraphSpace};
pub use space::GraphSpace;

use crate::domains::rows::Rows;
use crate::heuristic::Zero;
use crate::search::{Distances, DistancesBuilder, UniformCost};
use crate::{Cost, FixedPoint, Solver, StepCostError};

/// The ends of an arc, and its cost.
type Arc = (u32, u32, Cost);

/// The arcs are counted in 32 bits, also if each gets its reverse.
const MOST_ARCS: usize = u32::MAX as usize / 2;

/// A directed graph with a cost for each arc.
///
/// - **Nodes** are the numbers from 0 to one less than their count. They are `u32`, because a
///   search stores millions of them: with 64 bits, arcs and states would take up to twice the
///   memory.
/// - **Arcs** may be parallel, may lead from a node to itself, and may cost 0. Of parallel arcs, a
///   path takes the cheapest.
/// - **Memory** is 4 bytes for each node and 8 for each arc, and a few times as much while the
///   graph is made. The [reversed graph](Self::reversed), which searches need that go backward,
///   takes as much again, unless the graph is [undirected](Self::undirected).
///
/// A number that is not a node of the graph has no arcs. So no path leads from or to it, and a
/// [`Solver`] returns [`Unsolvable`](crate::Outcome::Unsolvable) at once. If your numbers come from
/// outside, look them up in [`nodes`](Self::nodes) first.
///
/// # Example
///
/// One graph answers many queries, and any search runs on it:
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::graphs::Graph;
/// use bestfirst::search::{Bidirectional, KShortest};
///
/// let roads = [(0, 1, 7), (0, 2, 1), (2, 1, 2), (1, 3, 1), (2, 3, 9)];
/// let graph = Graph::from_arcs(4, roads)?;
/// let solver = Solver::builder_in(graph.to(3), 0).algorithm(Bidirectional::new()).solve();
/// assert_eq!(solver.cost(), Some(4));
///
/// let costs = KShortest::from(graph.to(3), 0).map(|path| path.cost());
/// assert!(costs.eq([4, 8, 10]));
/// # Ok::<(), bestfirst::graphs::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: u32,
    /// Where the arcs of each node lead to, and their costs.
    arcs: Rows<(u32, Cost)>,
    least_cost: Cost,
    fixed_point: FixedPoint,
    /// Whether each arc has its reverse.
    is_undirected: bool,
    /// The reversed graph, once it was needed.
    reversed: OnceLock<Box<Self>>,
}

impl Graph {
    /// The graph with `nodes` nodes, numbered from 0, and these arcs `(from, to, cost)`.
    ///
    /// # Errors
    ///
    /// If an end of an arc is not below `nodes`, or there are more than 2,147,483,647 arcs.
    ///
    /// ```
    /// use bestfirst::graphs::Graph;
    ///
    /// let error = Graph::from_arcs(2, [(0, 1, 5), (1, 2, 5)]).unwrap_err();
    /// assert_eq!(error.to_string(), "arc 1: node 2 is not below 2, the number of nodes");
    /// ```
    pub fn from_arcs(nodes: u32, arcs: impl IntoIterator<Item = Arc>) -> Result<Self, GraphError> {
        // The conversion is exact.
        let arcs = arcs.into_iter().map(|(from, to, cost)| (from, to, f64::from(cost)));
        Self::from_fractional_arcs(nodes, FixedPoint::with_fraction_bits(0), arcs)
    }

    /// As [`from_arcs`](Self::from_arcs), with fractional costs, which become whole numbers of a
    /// small unit. [`FixedPoint`] says how to choose the unit; the cost of a whole path has to fit.
    /// [`fixed_point`] returns the unit, to read costs and to make estimates.
    ///
    /// # Errors
    ///
    /// As [`from_arcs`](Self::from_arcs); and if a cost is NaN, negative, or too large for the
    /// unit.
    ///
    /// ```
    /// use bestfirst::FixedPoint;
    /// use bestfirst::graphs::Graph;
    ///
    /// let hours = [(0, 1, 1.5), (1, 2, 0.25), (0, 2, 2.0)];
    /// let graph = Graph::from_fractional_arcs(3, FixedPoint::with_fraction_bits(20), hours)?;
    /// let cost = graph.shortest_path(0, 2).cost().unwrap();
    /// assert_eq!(graph.fixed_point().to_f64(cost), 1.75);
    ///
    /// let arcs = [(0, 1, -0.5)];
    /// let error = Graph::from_fractional_arcs(2, graph.fixed_point(), arcs).unwrap_err();
    /// assert_eq!(error.to_string(), "arc 0: the cost of a step is negative: -0.5");
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    ///
    /// [`fixed_point`]: Self::fixed_point
    pub fn from_fractional_arcs(
        nodes: u32,
        fixed_point: FixedPoint,
        arcs: impl IntoIterator<Item = (u32, u32, f64)>,
    ) -> Result<Self, GraphError> {
        let arcs = arcs.into_iter().enumerate().map(|(arc, (from, to, cost))| {
            if let Some(node) = [from, to].into_iter().find(|&node| node >= nodes) {
                return Err(GraphErrorKind::UnknownNode { arc, node, nodes });
            }
            let bad = |error: StepCostError| GraphErrorKind::Cost { arc, kind: *error.kind() };
            Ok((from, to, fixed_point.step_cost(cost).map_err(bad)?))
        });
        let arcs: Vec<Arc> = arcs.collect::<Result<_, _>>()?;
        if arcs.len() > MOST_ARCS {
            return Err(GraphErrorKind::TooManyArcs.into());
        }
        let least_cost = arcs.iter().map(|arc| arc.2).min().unwrap_or(0);
        let (arcs, reversed) = (rows(nodes, || arcs.iter().copied()), OnceLock::new());
        Ok(Self { nodes, arcs, least_cost, fixed_point, is_undirected: false, reversed })
    }

    /// The graph in which each arc leads both ways, at the same cost.
    ///
    /// ```
    /// use bestfirst::graphs::Graph;
    ///
    /// let graph = Graph::from_arcs(3, [(0, 1, 4), (2, 1, 5)])?.undirected();
    /// assert_eq!(graph.shortest_path(0, 2).cost(), Some(9));
    /// assert_eq!(graph.arcs_from(1), [(0, 4), (2, 5)]);
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    #[must_use]
    pub fn undirected(self) -> Self {
        if self.is_undirected {
            return self;
        }
        // The reverse of a loop is the loop itself.
        let backward = || self.arcs_backward().filter(|(from, to, _)| from != to);
        let arcs = rows(self.nodes, || self.arcs().chain(backward()));
        Self { arcs, is_undirected: true, reversed: OnceLock::new(), ..self }
    }

    /// The graph in which each arc leads the other way. It is made at the first call, here or by a
    /// search that goes backward, and kept.
    ///
    /// Distances from a node in it are distances to the node, and so a perfect
    /// [`Heuristic`](crate::Heuristic):
    ///
    /// ```
    /// use bestfirst::graphs::Graph;
    /// use bestfirst::heuristic::WithHeuristic;
    /// use bestfirst::search::KShortest;
    ///
    /// let graph = Graph::from_arcs(4, [(0, 1, 7), (0, 2, 1), (2, 1, 2), (1, 3, 1)])?;
    /// let to_3 = graph.reversed().distances_from(3).compute();
    /// assert_eq!(to_3.cost(&0), Some(4));
    /// let paths = KShortest::from(WithHeuristic::new(graph.to(3), &to_3), 0);
    /// assert!(paths.map(|path| path.cost()).eq([4, 8]));
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    #[must_use]
    pub fn reversed(&self) -> &Self {
        if self.is_undirected {
            return self;
        }
        self.reversed.get_or_init(|| {
            let arcs = rows(self.nodes, || self.arcs_backward());
            Box::new(Self { arcs, reversed: OnceLock::new(), ..*self })
        })
    }

    /// The nodes: the numbers from 0.
    pub fn nodes(&self) -> Range<u32> {
        0..self.nodes
    }

    /// All arcs, sorted by the node that they leave. The arcs of one node are in the order in which
    /// they were given.
    pub fn arcs(&self) -> impl Iterator<Item = Arc> {
        let row = |from| self.arcs_from(from).iter().map(move |&(to, cost)| (from, to, cost));
        self.nodes().flat_map(row)
    }

    /// All arcs, each with its ends exchanged.
    fn arcs_backward(&self) -> impl Iterator<Item = Arc> {
        self.arcs().map(|(from, to, cost)| (to, from, cost))
    }

    /// The arcs that leave a node: where each leads to, and its cost. There are none if the graph
    /// has no such node.
    #[inline]
    pub fn arcs_from(&self, node: u32) -> &[(u32, Cost)] {
        self.arcs.row(node)
    }

    /// The unit of the costs: 1, or that of [`from_fractional_arcs`](Self::from_fractional_arcs).
    pub fn fixed_point(&self) -> FixedPoint {
        self.fixed_point
    }

    /// The problem of reaching a node.
    #[must_use]
    pub fn to(&self, goal: u32) -> GraphSpace<'_> {
        self.to_any([goal])
    }

    /// The problem of reaching the nearest of several nodes.
    ///
    /// Each estimate and each goal test goes through all of them. For hundreds of goals, compute
    /// the [distances](Self::distances_from) from all goals at once in the
    /// [reversed](Self::reversed) graph, by [`and_from`](DistancesBuilder::and_from).
    ///
    /// ```
    /// use bestfirst::Solver;
    /// use bestfirst::graphs::Graph;
    ///
    /// let graph = Graph::from_arcs(4, [(0, 1, 3), (1, 2, 3), (0, 3, 4)])?;
    /// let solver = Solver::builder_in(graph.to_any([2, 3]), 0).solve();
    /// assert_eq!(solver.solution(), [0, 3]);
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    #[must_use]
    pub fn to_any(&self, goals: impl IntoIterator<Item = u32>) -> GraphSpace<'_> {
        let goals = goals.into_iter().filter(|&goal| goal < self.nodes).collect();
        GraphSpace { graph: self, goals, heuristic: Zero }
    }

    /// Finds a cheapest path by [`UniformCost`], without limits.
    ///
    /// With an estimate, limits or another search: [`Solver::builder_in`]`(graph.to(to), from)`.
    // Inline, so that the search is compiled only by those who call it.
    #[inline]
    #[must_use]
    pub fn shortest_path(&self, from: u32, to: u32) -> Solver<u32> {
        Solver::builder_in(self.to(to), from).algorithm(UniformCost::new()).solve()
    }

    /// Options for the cheapest paths from a node to all others.
    ///
    /// If the graph has no such node, [`compute`](DistancesBuilder::compute) reaches that number
    /// alone, and [`compute_dense`](DistancesBuilder::compute_dense) panics.
    ///
    /// ```
    /// use bestfirst::graphs::Graph;
    ///
    /// let graph = Graph::from_arcs(4, [(0, 1, 7), (0, 2, 1), (2, 1, 2)])?;
    /// let distances = graph.distances_from(0).compute();
    /// assert_eq!((distances.cost(&1), distances.cost(&3)), (Some(3), None));
    /// assert_eq!(distances.path(&1).unwrap(), [0, 2, 1]);
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    pub fn distances_from(&self, node: u32) -> DistancesBuilder<GraphSpace<'_>> {
        Distances::from(self.to_any([]), node)
    }
}

/// The arcs, whose ends are below `nodes`, by the nodes that they leave.
fn rows<I: Iterator<Item = Arc>>(nodes: u32, arcs: impl Fn() -> I) -> Rows<(u32, Cost)> {
    Rows::collect(nodes as usize, || arcs().map(|(from, to, cost)| (from, (to, cost))))
}
