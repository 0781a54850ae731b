//! Graph-search A\*.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::{ByAge, GraphSearch, HighH, LowH, Sum, Ties};
use crate::StateSpace;
use crate::frontier::{BucketQueue, FirstIn, KeyedQueue, OpenList};
use crate::search::Algorithm;

/// Graph-search A\*: the node with the lowest *f = g + h* first, and of the paths to a state only
/// the cheapest one found so far.
///
/// It keeps every state it generates in a table, so a state that is reached along many
/// paths is expanded once where tree search expands it over and over: the right search for
/// grids, road maps and word ladders, and for puzzles as soon as memory for the states is at hand.
/// Ties are broken as in [tree search](crate::search::TreeAStar). From 65,536 nodes on, 16 nodes of the same
/// *f* are expanded together, for that keeps memory busy; which of several solutions is found may
/// depend on it.
///
/// # Guarantees
///
/// - **Optimal** if the estimate is admissible; it need not be consistent. A state is closed
///   only when it is expanded, and opened again if a cheaper path to it is found later. A goal
///   is recognised when it is taken off the open list.
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
///
/// # Complexity
///
/// Each state is expanded once if the estimate is consistent. If it is not, a state may be expanded
/// many times, at worst exponentially often. Constant time a node with small costs, besides the
/// look into the table.
///
/// # Memory
///
/// Every state generated is kept: its size plus 12 bytes, and 5 to 12 bytes in the table.
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
/// Why a state may have to be opened again: A. Martelli, "On the complexity of admissible search
/// algorithms", *Artificial Intelligence* 8(1), 1977.
pub struct GraphAStar<Q = BucketQueue, T = LowH> {
    marker: PhantomData<fn() -> (Q, T)>,
}

impl GraphAStar {
    /// With an open list for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { marker: PhantomData }
    }
}

impl GraphAStar<KeyedQueue> {
    /// With an open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { marker: PhantomData }
    }
}

impl<Q, T> GraphAStar<Q, T> {
    /// Of nodes with the same *f*, the one with the highest *h* first.
    #[must_use]
    pub fn high_h_first(self) -> GraphAStar<Q, HighH> {
        GraphAStar { marker: PhantomData }
    }

    /// Of nodes with the same *f*, the last one generated first, whatever its *h*.
    #[must_use]
    pub fn last_in_first(self) -> GraphAStar<Q, ByAge> {
        GraphAStar { marker: PhantomData }
    }

    /// Of nodes with the same *f*, the first one generated first, whatever its *h*. The open list is a
    /// [`KeyedQueue`] then.
    #[must_use]
    pub fn first_in_first(self) -> GraphAStar<KeyedQueue<FirstIn>, ByAge> {
        GraphAStar { marker: PhantomData }
    }
}

impl Default for GraphAStar {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q` and `T`.
impl<Q, T> Clone for GraphAStar<Q, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q, T> Copy for GraphAStar<Q, T> {}

impl<Q, T> fmt::Debug for GraphAStar<Q, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GraphAStar")
    }
}

impl<P, Q, T> Algorithm<P> for GraphAStar<Q, T>
where
    P: StateSpace<State: Hash + Eq>,
    Q: OpenList,
    T: Ties,
{
    type Search = GraphSearch<P, Q, Sum<T>>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        GraphSearch::new(space, initial, Sum::default())
    }
}
