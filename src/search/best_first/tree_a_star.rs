//! Tree-search A\*.

use super::TreeSearch;
use crate::StateSpace;
use crate::search::Algorithm;
use crate::search::impls::without_options;

/// Tree-search A\*: expands the node with the lowest *f = g + h* first, path cost plus estimate.
/// Ties are broken by lowest *h*, then last in, first out.
///
/// It keeps no closed list. A successor is pruned only if its state equals its grandparent's (the
/// parent of the node under expansion). So states need only be `Clone`, and no time is spent on
/// duplicate detection. Use it where few paths lead to the same state; it is a bad choice for open
/// grids.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent. A goal is recognised
///   when it is taken off the open list, not when it is generated.
/// - **Complete** if there is a solution and no cycle costs 0. On an unsolvable problem it ends
///   only if the space is a finite tree, or if [`StateSpace::is_solvable`] is false for the initial
///   state. If neither is certain, set a limit.
///
/// # Complexity
///
/// With branching factor *b* and a solution of *d* moves, O(*b*^*d*) nodes in the worst case. A
/// more accurate heuristic needs fewer. If costs are small, each node takes constant time (see
/// [`BucketQueue`](crate::frontier::BucketQueue)).
///
/// # Memory
///
/// Every node generated is stored: the size of a state plus 8 bytes, rounded up to the alignment of
/// the state. That is 16 bytes for a state of 8 bytes, and 24 for one of 16. Up to a quarter more
/// is reserved for further nodes.
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
/// minimum cost paths", *IEEE Transactions on Systems Science and Cybernetics* 4(2), 1968. On tree
/// search and graph search: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*,
/// chapter 3.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct TreeAStar;

without_options!(TreeAStar);

impl<P: StateSpace> Algorithm<P> for TreeAStar {
    type Search = TreeSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        TreeSearch::new(space, initial)
    }
}
