//! Graph-search A\*.

use super::{CompactAStar, DenseAStar, Sum};
use crate::search::impls::graph_search;
use crate::space::derived::derived;

/// Graph-search A\*: expands the node with the lowest *f = g + h* first. Of all paths to a state it
/// keeps only the cheapest found so far.
///
/// It stores the states that it generates in a table. A state that is reached along many paths is
/// then expanded once, where tree search would expand it many times. Use it for grids, road maps
/// and word ladders, and for puzzles if there is memory for the states.
///
/// Of the nodes of equal *f*, a goal whose estimate is 0 comes first, so that no others are
/// expanded when the cost of the solution is proven. Once such a goal is open, nodes of its *f* and
/// above are pruned (not with [pathmax](Self::bidirectional_pathmax)). Other ties are broken as in
/// [tree search](crate::search::TreeAStar). From 65,536 nodes on, it expands up to 16 nodes of
/// equal *f* together, so that their memory accesses overlap, unless the states are
/// [numbered](crate::StateSpace::number). Which of several optimal solutions is found may depend on
/// this.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent. A state is closed when
///   it is expanded, not when it is generated. It is reopened if a cheaper path to it is found. A
///   goal is recognised when it is taken off the open list.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Complexity
///
/// With a consistent heuristic, each state is expanded once. With an inconsistent one, a state may
/// be expanded many times, exponentially often in the worst case. If costs are small, each node
/// takes constant time plus a table lookup.
///
/// # Memory
///
/// Every state that is not pruned is stored: its size plus 12 bytes, and 5 to 12 bytes in the
/// table. A small table, of up to 1 MB, may take more. States of more than 64 bytes, and of more
/// than 16 that own memory, take 8 bytes more each for their hashes, as long as there are no more
/// than 262,144, unless bytes are limited.
/// A cheaper path to a state takes another node. Where *f* or *h* is 1,024 or more, an open node
/// takes 16 bytes more (see [`BucketQueue`](crate::frontier::BucketQueue)). If all open nodes do, a
/// cheaper path to an open state takes no other node, but these bytes and its share of the table:
/// up to 65,536 nodes, unless the search is observed or uses pathmax.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::GraphAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(GraphAStar::new()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
///
/// # Reference
///
/// P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", *IEEE Transactions on Systems Science and Cybernetics* 4(2), 1968.
/// On reopening states: A. Martelli, "On the complexity of admissible search algorithms",
/// *Artificial Intelligence* 8(1), 1977.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
#[must_use]
pub struct GraphAStar<const PATHMAX: bool = false>;

impl GraphAStar {
    /// Without bidirectional pathmax.
    pub fn new() -> Self {
        Self
    }

    /// With *bidirectional pathmax*, for inconsistent heuristics. It needs steps that **can be
    /// undone at the same cost**; elsewhere, solutions may be longer than necessary.
    ///
    /// Before the successors of a node are added, the highest of their estimates is passed to the
    /// node, less the cost of the step, and from the node to all of them. So fewer nodes with an
    /// estimate that is too low are expanded, and fewer states are reopened. Each successor is
    /// estimated once more. With a consistent heuristic nothing is raised.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::GraphAStar;
    ///
    /// // Squares of a plane. The estimate is exact at every third of them, and 0 elsewhere.
    /// let squares = |&(x, y): &(i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    /// let estimate = |&(x, y): &(i32, i32)| match (x + y) % 3 {
    ///     0 => x.abs_diff(5) + y.abs_diff(5),
    ///     _ => 0,
    /// };
    /// let plane = Problem::from_neighbors((0, 0), squares, |&square| square == (5, 5));
    /// let plane = plane.estimate(estimate);
    /// let without = plane.solver().algorithm(GraphAStar::new()).solve();
    /// let with = GraphAStar::new().bidirectional_pathmax();
    /// let with = plane.solver().algorithm(with).solve();
    /// assert_eq!(with.cost(), without.cost());
    /// assert!(with.statistics().expanded < without.statistics().expanded);
    /// ```
    ///
    /// Reference: A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang,
    /// "Inconsistent heuristics in theory and practice", *Artificial Intelligence* 175, 2011.
    pub fn bidirectional_pathmax(self) -> GraphAStar<true> {
        GraphAStar
    }

    /// With the nodes in an array, for a space that [numbers its states](crate::NumberedSpace):
    /// [`DenseAStar`].
    pub fn dense(self) -> DenseAStar {
        DenseAStar::new()
    }

    /// Without parents of nodes, for a space with predecessors whose states are `Copy`:
    /// [`CompactAStar`].
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::GraphAStar;
    /// use bestfirst::sliding_tiles::{Goal, Rectangle};
    ///
    /// let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    /// let start = space.arrangement([8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    /// let query = Solver::builder_in(&space, start);
    /// assert_eq!(query.algorithm(GraphAStar::new().compact()).solve().moves(), Some(31));
    /// # }
    /// ```
    pub fn compact(self) -> CompactAStar {
        CompactAStar::new()
    }
}

derived!(Default from new for [] GraphAStar);

graph_search!([const PATHMAX: bool] GraphAStar<PATHMAX>, Sum<PATHMAX>: |_it| Sum);
