//! Tree-search A\*.

use std::fmt;
use std::marker::PhantomData;

use super::{ByAge, HighH, LowH, Ties, TreeSearch};
use crate::StateSpace;
use crate::frontier::{BucketQueue, FirstIn, KeyedQueue, OpenList};
use crate::search::Algorithm;

/// Tree-search A\*: the node with the lowest *f = g + h* first, path cost so far plus
/// estimate; of equal *f* the lowest *h*, and of those the last one generated.
///
/// It keeps no closed list. A node is left out only if its state equals its grandparent's (the
/// state that its parent was reached from), so it asks nothing of states but `Clone`, and
/// spends no time on finding duplicates. It is the right search where few states are reached
/// along many paths, and the wrong one on open grids.
///
/// # Guarantees
///
/// - **Optimal** if the estimate is admissible; it need not be consistent. A goal is
///   recognised when it is taken off the open list, never when it is put on it.
/// - **Complete** on solvable instances if no cycle costs 0. On an unsolvable instance it
///   ends only where the space is a tree, or where the state knows that it is unsolvable
///   ([`StateSpace::is_solvable`]): set a limit if neither holds.
///
/// # Complexity
///
/// With branching factor *b* and a solution of *d* moves, O(*b*^*d*) nodes in the worst case, fewer
/// the closer the estimate is; constant time a node with small costs (see [`BucketQueue`]).
///
/// # Memory
///
/// Every node generated is kept: the size of a state plus 8 bytes, rounded up to the
/// alignment of the state, 16 bytes for a state of 8 and 24 for one of 16. There is room for up
/// to a quarter more.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::TreeAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(TreeAStar::new()).solve(); // the default
/// assert_eq!(solver.moves(), Some(4));
/// # }
/// ```
///
/// # Reference
///
/// P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", *IEEE Transactions on Systems Science and Cybernetics* 4(2), 1968. Tree
/// search as against graph search: S. Russell and P. Norvig, *Artificial Intelligence: A Modern
/// Approach*, chapter 3.
pub struct TreeAStar<Q = BucketQueue, T = LowH> {
    marker: PhantomData<fn() -> (Q, T)>,
}

impl TreeAStar {
    /// With an open list for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { marker: PhantomData }
    }
}

impl TreeAStar<KeyedQueue> {
    /// With an open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { marker: PhantomData }
    }
}

impl<Q, T> TreeAStar<Q, T> {
    /// Of nodes with the same *f*, the one with the highest *h* first.
    #[must_use]
    pub fn high_h_first(self) -> TreeAStar<Q, HighH> {
        TreeAStar { marker: PhantomData }
    }

    /// Of nodes with the same *f*, the last one generated first, whatever its *h*.
    #[must_use]
    pub fn last_in_first(self) -> TreeAStar<Q, ByAge> {
        TreeAStar { marker: PhantomData }
    }

    /// Of nodes with the same *f*, the first one generated first, whatever its *h*. The open list is a
    /// [`KeyedQueue`] then.
    #[must_use]
    pub fn first_in_first(self) -> TreeAStar<KeyedQueue<FirstIn>, ByAge> {
        TreeAStar { marker: PhantomData }
    }
}

impl Default for TreeAStar {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q` and `T`.
impl<Q, T> Clone for TreeAStar<Q, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q, T> Copy for TreeAStar<Q, T> {}

impl<Q, T> fmt::Debug for TreeAStar<Q, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TreeAStar")
    }
}

impl<P: StateSpace, Q: OpenList, T: Ties> Algorithm<P> for TreeAStar<Q, T> {
    type Search = TreeSearch<P, Q, T>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        TreeSearch::new(space, initial)
    }
}
