//! A\* that begins as tree search and goes on as graph search.

use std::hash::Hash;
use std::mem;

use super::tree_search::{TreeMachine, TreeNode};
use super::{GraphSearch, OpenNode, Sum};
use crate::frontier::{Full, hash};
use crate::search::control::{Control, Halt, Stepwise};
use crate::search::impls::{reuse_and_debug, stepwise};
use crate::search::{Algorithm, Search};
use crate::space::derived::derived;
use crate::{StateSpace, Statistics};

/// A\*, the default of [`Solver::builder`](crate::Solver::builder): tree search while it is small,
/// graph search once it has grown.
///
/// It expands the node with the lowest *f = g + h* first, path cost plus estimate. Ties are broken
/// by lowest *h*, then last in, first out. It begins as [`TreeAStar`](super::TreeAStar), without a
/// closed list: a successor is pruned only if its state equals its grandparent's. That is the
/// fastest way to solve a small problem. When there are 40,000 nodes, or when they take a mebibyte,
/// it makes a closed list of them and goes on as [`GraphAStar`](super::GraphAStar), which keeps
/// only the cheapest path to each state. It does so after 128 expansions already if more than half
/// of the nodes have the state of an earlier node, as on a map.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent.
/// - **Complete** if the space is finite, or if the costs of steps are bounded from below by a
///   positive number and each state has finitely many successors. On a finite space without a
///   solution, it ends with the proof.
/// - The counters, the order of expansion and the events are those of
///   [`TreeAStar`](super::TreeAStar) until there is a closed list. Then the nodes keep their ids.
///   Where several nodes have the same state, the one with the cheapest path stays; the others are
///   not expanded any more, and no event reports that.
///
/// # Complexity
///
/// The time of [`GraphAStar`](super::GraphAStar), and the time for the first nodes. The closed list
/// is made in one pass over them.
///
/// # Memory
///
/// At most 3 MB more than [`GraphAStar`](super::GraphAStar). Under a
/// [limit on bytes](crate::Limits::bytes) the closed list is made when the nodes take a quarter of
/// the limit, if that is earlier.
///
/// # Example
///
/// The cells of an empty square, from corner to corner. Tree search would follow the 184,756 paths.
///
/// ```
/// use bestfirst::{Solver, WorldState};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Cell(u32, u32);
///
/// impl WorldState for Cell {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         0
///     }
///
///     fn is_goal(&self) -> bool {
///         *self == Cell(10, 10)
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         let &Cell(x, y) = self;
///         [Cell(x + 1, y), Cell(x, y + 1)].into_iter().filter(|cell| cell.0 <= 10 && cell.1 <= 10)
///     }
/// }
///
/// let solver = Solver::new(Cell(0, 0)); // the default algorithm
/// assert_eq!(solver.moves(), Some(20));
/// ```
///
/// # Reference
///
/// P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
/// minimum cost paths", *IEEE Transactions on Systems Science and Cybernetics* 4(2), 1968.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct AStar {
    tree_nodes: usize,
}

/// The most nodes without a closed list. An 8-puzzle mostly takes fewer.
const NODES: usize = 40_000;

/// After this number of expansions it is known whether many paths lead to the same state.
const SAMPLE: u64 = 128;

/// The most nodes whose states are compared for that.
const SAMPLED: usize = 512;

/// The most bytes that nodes without a closed list may take.
const BYTES: usize = 1 << 20;

impl AStar {
    /// With the default options.
    pub fn new() -> Self {
        Self { tree_nodes: NODES }
    }

    /// Makes a closed list when there are this many nodes, at the latest. The default is 40,000.
    pub fn closed_list_from(self, nodes: usize) -> Self {
        Self { tree_nodes: nodes }
    }
}

derived!(Default from new for [] AStar);

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for AStar {
    type Search = AStarSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        AStarSearch {
            tree: TreeMachine::new(),
            graph: GraphSearch::without_nodes(space, Sum::LOW_H),
            phase: Phase::Tree,
            entered: 0,
            added: 0,
            is_sampled: false,
            tree_nodes: self.tree_nodes,
        }
        .started(initial)
    }
}

/// An A\* search in progress. [`AStar`] starts one.
#[derive(Clone)]
pub struct AStarSearch<P: StateSpace> {
    tree: TreeMachine<P::State>,
    /// It always holds the space, also while the tree search has the nodes.
    graph: GraphSearch<P>,
    phase: Phase,
    /// How many nodes are in the closed list, while it is made.
    entered: usize,
    /// How many successors of the node under expansion the tree search had added.
    added: usize,
    /// Whether the tree went on after [`SAMPLE`] expansions.
    is_sampled: bool,
    tree_nodes: usize,
}

/// Which of the two searches has the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Tree,
    /// The graph search, but its closed list is still to be made.
    Entering,
    Graph,
}

impl<P: StateSpace<State: Hash + Eq>> AStarSearch<P> {
    /// The open nodes, in the order in which they would be taken off if no more were added.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let has_closed_list = self.has_closed_list();
        let tree = (!has_closed_list).then(|| self.tree.open_list(&self.graph.space));
        let graph = has_closed_list.then(|| self.graph.open_list());
        tree.into_iter().flatten().chain(graph.into_iter().flatten())
    }

    /// Whether there is a closed list by now.
    pub fn has_closed_list(&self) -> bool {
        self.phase != Phase::Tree
    }

    /// Whether more than half of the first nodes have the state of an earlier one. Only hashes are
    /// compared, so a few nodes count as duplicates that are none.
    #[cold]
    #[inline(never)]
    fn has_many_duplicates(&self) -> bool {
        // Eight bits for each node.
        let mut seen = [0_u64; SAMPLED / 8];
        let nodes = &self.tree.tree.nodes;
        let duplicates = nodes.iter().take(SAMPLED).filter(|(_, node)| {
            // The high bits of the hash, as a fraction, select the bit.
            let bit = ((hash(&node.state) >> 32) * (8 * SAMPLED as u64)) >> 32;
            let word = &mut seen[(bit / 64) as usize];
            let before = mem::replace(word, *word | 1 << (bit % 64));
            before == *word
        });
        2 * duplicates.count() > nodes.len().min(SAMPLED)
    }

    /// Goes on as graph search. If memory ends or a state panics, this can be repeated. Returns 1
    /// if the node under expansion is dropped, because a better node has its state, which ends a
    /// step; otherwise 0.
    #[cold]
    #[inline(never)]
    fn make_closed_list(&mut self) -> Result<u64, Full> {
        if self.phase == Phase::Tree {
            let added = self.tree.taken.map_or(0, |_| self.tree.added());
            self.graph.take_over(&mut self.tree)?;
            (self.phase, self.entered, self.added) = (Phase::Entering, 0, added);
            self.free_unused();
        }
        self.graph.enter(&mut self.entered)?;
        let is_taken = match self.tree.taken {
            Some((id, priority)) => self.graph.take_again(id, priority, self.added)?,
            None => true,
        };
        self.phase = Phase::Graph;
        Ok(u64::from(!is_taken))
    }

    /// Under a limit on bytes, frees the memory of the search that has no nodes.
    fn free_unused(&mut self) {
        if self.control().limits.byte_limit().is_none() {
            return;
        }
        if self.has_closed_list() {
            self.tree.give_up_memory();
        } else {
            self.graph.give_up_memory();
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AStarSearch<P> {
    #[inline]
    fn steps(&mut self, mut count: u64) -> Result<(), Halt> {
        while self.phase == Phase::Tree {
            let limit = self.tree.control.limits.byte_limit();
            let bytes = limit.map_or(BYTES, |limit| BYTES.min(limit / 4));
            let tree = &mut self.tree.tree;
            let nodes = self.tree_nodes.min(bytes / size_of::<TreeNode<P::State>>());
            tree.nodes.set_count_limit(nodes.max(1));
            let to_sample = SAMPLE.saturating_sub(self.tree.expanded);
            let steps = if self.is_sampled { count } else { count.min(to_sample) };
            let mut left = steps;
            let is_full = loop {
                if left == 0 || self.tree.tree.heap_bytes > bytes {
                    break left > 0;
                }
                match self.tree.step::<_, true>(&self.graph.space) {
                    Ok(()) => left -= 1,
                    // The tree may have no more nodes, or a path costs too much.
                    Err(Halt::Full(Full::Ids)) => break true,
                    Err(halt) => return Err(halt),
                }
            };
            count -= steps - left;
            let is_sample = !self.is_sampled && self.tree.expanded >= SAMPLE;
            if is_full || (is_sample && self.has_many_duplicates()) {
                break;
            }
            self.is_sampled |= is_sample;
            if count == 0 {
                return Ok(());
            }
        }
        if self.phase != Phase::Graph {
            count -= self.make_closed_list()?;
        }
        self.graph.steps(count)
    }

    fn control(&mut self) -> &mut Control {
        if self.has_closed_list() { self.graph.control() } else { &mut self.tree.control }
    }

    fn give_back(&mut self) {
        self.tree.give_back();
        self.graph.give_up_memory();
    }

    fn limited(&mut self) {
        self.free_unused();
    }

    fn pause(&mut self) {
        match self.phase {
            Phase::Tree => self.tree.raise_bound(),
            // The node under expansion is not in the graph yet.
            Phase::Entering => {}
            Phase::Graph => self.graph.pause(),
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AStarSearch<P> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let bytes = self.tree.bytes() + self.graph.bytes();
        let has_closed_list = self.has_closed_list();
        let statistics =
            if has_closed_list { self.graph.statistics() } else { self.tree.statistics() };
        Statistics { bytes, ..statistics }
    }

    fn lower_bound(&self) -> u32 {
        if self.has_closed_list() { self.graph.lower_bound() } else { self.tree.lower_bound() }
    }

    fn path(&self) -> Vec<P::State> {
        if self.has_closed_list() { self.graph.path() } else { self.tree.path() }
    }

    fn cost(&self) -> u32 {
        if self.has_closed_list() { self.graph.cost() } else { self.tree.cost() }
    }

    fn has_solution(&self) -> bool {
        if self.has_closed_list() { self.graph.has_solution() } else { self.tree.has_solution() }
    }

    fn restart(&mut self, initial: P::State) {
        let space = &self.graph.space;
        let (estimate, heap_bytes) = (space.estimate(&initial), space.heap_bytes(&initial));
        let has_closed_list = self.has_closed_list();
        if has_closed_list {
            // The open list goes back with its memory.
            self.graph.swap_with(&mut self.tree);
            self.phase = Phase::Tree;
        }
        self.is_sampled = false;
        self.tree.begin(initial, estimate, heap_bytes);
        // Something may also be left from a restart that a panic interrupted.
        if has_closed_list || self.graph.len() > 0 {
            self.graph.clear();
        }
        self.end_restart();
        self.tree.report_root(&self.graph.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] AStarSearch<P>, StateSpace,
    graph in space; tree, phase, entered, added, is_sampled, tree_nodes
);
