//! Iterative-deepening A\*: optimal, in very little memory.

mod machine;

use std::borrow::Borrow;
use std::hash::Hash;

use super::cost_bounded::Duplicates;
use super::transpositions::Transpositions;
use crate::StateSpace;
use crate::search::Algorithm;
pub use machine::IdaStarSearch;

/// IDA\*: repeated depth-first searches up to a bound on *f = g + h*. The bound of each iteration
/// is the lowest *f* that exceeded the bound of the one before.
///
/// It stores only the current path. No other search here needs less memory or less time for each
/// node. Use it where few paths lead to the same state, as in the 15-puzzle.
///
/// If iterations grow by less than half, as they do if nearly all paths differ in cost, bounds are
/// raised further, so that iterations at least double. An iteration that becomes too large is
/// broken off, and starts again with a lower bound. If an iteration with a raised bound reaches a
/// goal, it goes on until it is proven that no path is cheaper. This is *budgeted tree search*.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent.
/// - **Complete** if there is a solution and no cycle costs 0. If there is no solution, it ends
///   with a proof only if the space has no cycles but steps straight back; else it runs forever.
///   Set [limits](crate::Limits), or implement [`StateSpace::is_solvable`].
///
/// With a [transposition table](IdaStar::transposition_table), cycles of cost 0 do no harm.
///
/// Nodes are counted as in the literature: the root once, and each successor when it is generated,
/// one at a time.
///
/// # Complexity
///
/// It expands every path up to the cost of the solution, not every state. The time is exponential
/// in the length of the solution. There is no overhead if few paths lead to each state. If *n*
/// paths cost no more than the solution, all iterations together expand a small multiple of *n*
/// nodes, and O(*n* log *C*) at worst, where *C* is the cost of the solution.
///
/// # Memory
///
/// The states on the path: a few kilobytes. During the search they are on the call stack. Once they
/// take 64 KiB of it, the path moves to the heap, and the search continues from its end.
///
/// A successor function that collects all successors before it visits them keeps such a list for
/// each state on the path. These lists are not counted.
///
/// # Speed
///
/// About half of all successors are beyond the bound. A space that can compute their estimates
/// first need not generate them: see [`StateSpace::offer_successors`].
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, IdaStar, Search, End};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let mut search = IdaStar::new().start(Worlds::new(), board);
/// while search.advance(100_000) .is_none() {}
/// assert_eq!(search.cost(), 31);
/// let bounds: Vec<_> = search.iterations().iter().map(|iteration| iteration.bound).collect();
/// assert_eq!(bounds, [21, 23, 25, 27, 29, 31]);
/// # }
/// ```
///
/// # Reference
///
/// R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", *Artificial
/// Intelligence* 27, 1985. On the table: A. Reinefeld and T. A. Marsland, "Enhanced
/// iterative-deepening search", *IEEE Transactions on Pattern Analysis and Machine Intelligence*
/// 16(7), 1994. On raised bounds: M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau and N. R.
/// Sturtevant, "Iterative budgeted exponential search", *IJCAI* 2019.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct IdaStar<T = NoTable, const PATHMAX: bool = false> {
    table: T,
    is_plain: bool,
}

/// No transposition table: every path is searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<S> Duplicates<S> for NoTable {
    const MAY_FIND: bool = false;

    #[inline]
    fn is_duplicate(
        &mut self,
        _: &S,
        _: u32,
        _: impl Iterator<Item = (impl Borrow<S>, u32)>,
    ) -> bool {
        false
    }
}

/// A transposition table: see [`IdaStar::transposition_table`].
#[derive(Clone, Copy, Debug)]
pub struct TranspositionTable {
    bytes: usize,
}

impl IdaStar {
    /// Without a transposition table.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<const PATHMAX: bool> IdaStar<NoTable, PATHMAX> {
    /// With a transposition table of this many bytes. It stores states with the path costs at which
    /// they were reached. A path that reaches one of them at no lower cost is pruned in the same
    /// iteration.
    ///
    /// Newer states replace older ones, so any size is correct. The states must be `Hash + Eq`. A
    /// memory limit may make the table smaller.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::IdaStar;
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    /// let without = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
    /// let table = IdaStar::new().transposition_table(1 << 20);
    /// let with = Solver::builder(board).algorithm(table).solve();
    /// assert_eq!(with.moves(), without.moves());
    /// assert!(with.statistics().expanded < without.statistics().expanded);
    /// # }
    /// ```
    pub fn transposition_table(self, bytes: usize) -> IdaStar<TranspositionTable, PATHMAX> {
        IdaStar { table: TranspositionTable { bytes }, is_plain: self.is_plain }
    }
}

impl<T, const PATHMAX: bool> IdaStar<T, PATHMAX> {
    /// Never raises a bound further than to the lowest *f* beyond the last one. The iterations are
    /// then those of Korf's paper, whatever the costs. With steps of many different costs there are
    /// many iterations.
    pub fn plain(self) -> Self {
        Self { is_plain: true, ..self }
    }

    /// With *bidirectional pathmax*, for inconsistent heuristics. It needs steps that **can be
    /// undone at the same cost**; elsewhere, solutions may be missed.
    ///
    /// A high estimate is then passed up the path: if the goal is far from a successor, it is far
    /// from its parent too, less the cost of the step. Once a successor has raised the *f* of a
    /// node above the bound, the others need not be searched. With a consistent heuristic nothing
    /// is raised.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::IdaStar;
    ///
    /// // Squares of a plane. The estimate is exact at every third of them, and 0 elsewhere.
    /// let squares = |&(x, y): &(i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    /// let estimate = |&(x, y): &(i32, i32)| match (x + y) % 3 {
    ///     0 => x.abs_diff(5) + y.abs_diff(5),
    ///     _ => 0,
    /// };
    /// let plane = Problem::from_neighbors((0, 0), squares, |&square| square == (5, 5));
    /// let plane = plane.estimate(estimate);
    /// let without = plane.solver().algorithm(IdaStar::new()).solve();
    /// let with = IdaStar::new().bidirectional_pathmax();
    /// let with = plane.solver().algorithm(with).solve();
    /// assert_eq!(with.cost(), without.cost());
    /// assert!(with.statistics().expanded < without.statistics().expanded);
    /// ```
    ///
    /// Reference: A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang,
    /// "Inconsistent heuristics in theory and practice", *Artificial Intelligence* 175, 2011.
    pub fn bidirectional_pathmax(self) -> IdaStar<T, true> {
        IdaStar { table: self.table, is_plain: self.is_plain }
    }
}

impl<P: StateSpace, const PATHMAX: bool> Algorithm<P> for IdaStar<NoTable, PATHMAX> {
    type Search = IdaStarSearch<P, NoTable, PATHMAX>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        IdaStarSearch::new(space, initial, NoTable, self.is_plain)
    }
}

impl<P: StateSpace<State: Hash + Eq>, const PATHMAX: bool> Algorithm<P>
    for IdaStar<TranspositionTable, PATHMAX>
{
    type Search = IdaStarSearch<P, Transpositions<P::State>, PATHMAX>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let heap_bytes = space.heap_bytes(&initial);
        let table = Transpositions::new(self.table.bytes, heap_bytes);
        IdaStarSearch::new(space, initial, table, self.is_plain)
    }
}
