//! Best-first search without a closed list: tree-search A\*.

use std::fmt;
use std::iter;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Algorithm, Search, Step};
use crate::frontier::{Arena, BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority};
use crate::{StateSpace, Statistics, StopReason};

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
/// Every node generated is kept: the size of a state plus 12 bytes, rounded up to the
/// alignment of the state. That is 20 bytes for a state of 8 bytes, and 28 for one of 16.
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
pub struct TreeAStar<Q = BucketQueue> {
    open_list: PhantomData<fn() -> Q>,
}

impl TreeAStar {
    /// With an open list for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { open_list: PhantomData }
    }
}

impl TreeAStar<KeyedQueue> {
    /// With an open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { open_list: PhantomData }
    }
}

impl Default for TreeAStar {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q`.
impl<Q> Clone for TreeAStar<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> Copy for TreeAStar<Q> {}

impl<Q> fmt::Debug for TreeAStar<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TreeAStar")
    }
}

impl<P: StateSpace, Q: OpenList> Algorithm<P> for TreeAStar<Q> {
    type Search = TreeSearch<P, Q>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        TreeSearch::new(space, initial)
    }
}

#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    parent: Option<NodeId>,
    path_cost: u32,
}

/// A tree search under way. [`TreeAStar`] starts one.
#[derive(Clone)]
pub struct TreeSearch<P: StateSpace, Q = BucketQueue> {
    space: P,
    nodes: Arena<Node<P::State>>,
    open: Q,
    /// The successors of the node being expanded, with their step costs.
    successors: Vec<(P::State, u32)>,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_estimate: u32,
    /// The highest f taken off the open list.
    lower_bound: u32,
    /// Whether a path was left out because its cost is more than a `u32`.
    path_cost_overflowed: bool,
    /// The answer, once there is one.
    answer: Option<Step>,
    byte_limit: Option<usize>,
    /// What the states own on the heap, in bytes.
    heap_bytes: usize,
    expanded: u64,
    generated: u64,
    dequeued: u64,
    largest_open: usize,
    elapsed: Duration,
}

/// A node on the open list, as an inspector sees it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpenNode<'a, S> {
    /// Its number in order of generation; the root is the first.
    pub id: NodeId,
    /// The node that it was generated from; none for the root.
    pub parent: Option<NodeId>,
    /// Its state.
    pub state: &'a S,
    /// *f*: what it is ordered by. The path cost plus the estimate.
    pub priority: u32,
    /// *g*: the cost of the path from the root.
    pub path_cost: u32,
    /// *h*: the estimate of the cost that remains.
    pub estimate: u32,
}

impl<P: StateSpace, Q: OpenList> TreeSearch<P, Q> {
    fn new(space: P, initial: P::State) -> Self {
        let estimate = space.estimate(&initial);
        let heap_bytes = space.heap_bytes(&initial);
        let mut nodes = Arena::default();
        let best = nodes.push(Node { state: initial, parent: None, path_cost: 0 });
        let mut open = Q::default();
        open.push(best, Priority::new(estimate, estimate));
        Self {
            space,
            nodes,
            open,
            successors: Vec::new(),
            best,
            best_estimate: estimate,
            lower_bound: 0,
            path_cost_overflowed: false,
            answer: None,
            byte_limit: None,
            heap_bytes,
            expanded: 0,
            generated: 1,
            dequeued: 0,
            largest_open: 1,
            elapsed: Duration::ZERO,
        }
    }

    /// The nodes on the open list, in the order in which they will be taken off it as far as it
    /// stands now.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        self.open.iter().map(|(id, priority)| {
            let Node { state, parent, path_cost } = &self.nodes[id];
            OpenNode {
                id,
                parent: *parent,
                state,
                priority: priority.f(),
                path_cost: *path_cost,
                estimate: priority.h(),
            }
        })
    }

    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        let Some((id, priority)) = self.open.pop() else {
            return ControlFlow::Break(self.exhausted());
        };
        let node = &self.nodes[id];
        if self.space.is_goal(&node.state) {
            self.dequeued += 1;
            self.lower_bound = node.path_cost;
            self.best = id;
            return ControlFlow::Break(Step::Solved);
        }

        let path_cost = node.path_cost;
        let previous = node.parent.map(|parent| &self.nodes[parent].state);
        let successors = &mut self.successors;
        successors.clear();
        self.space.for_each_successor(&node.state, previous, |state, cost| {
            successors.push((state, cost));
        });
        if let Err(full) = self.reserve() {
            // Last in, first out: put back, it will be the next one off again.
            self.open.push(id, priority);
            return ControlFlow::Break(Step::Stopped(full));
        }

        self.dequeued += 1;
        self.expanded += 1;
        self.generated += self.successors.len() as u64;
        self.lower_bound = self.lower_bound.max(priority.f());
        for (state, step_cost) in self.successors.drain(..) {
            let Some(path_cost) = path_cost.checked_add(step_cost) else {
                self.path_cost_overflowed = true;
                continue;
            };
            let estimate = self.space.estimate(&state);
            let child = self.nodes.next_id();
            if estimate < self.best_estimate
                || (estimate == self.best_estimate && path_cost < self.nodes[self.best].path_cost)
            {
                self.best = child;
                self.best_estimate = estimate;
            }
            // A sum cut off at the top keeps its order: it is above the cost of every solution.
            self.open.push(child, Priority::new(path_cost.saturating_add(estimate), estimate));
            self.heap_bytes += self.space.heap_bytes(&state);
            // Last: the state was written piece by piece just now, and copying it at once would
            // have to wait for that.
            self.nodes.push(Node { state, parent: Some(id), path_cost });
        }
        self.largest_open = self.largest_open.max(self.open.len());
        ControlFlow::Continue(())
    }

    #[cold]
    fn exhausted(&mut self) -> Step {
        if self.path_cost_overflowed {
            self.lower_bound = u32::MAX;
            return Step::Stopped(StopReason::PathCost);
        }
        Step::Exhausted
    }

    /// Makes room for the successors.
    #[inline]
    fn reserve(&mut self) -> Result<(), StopReason> {
        let allowance = match self.byte_limit {
            None => usize::MAX,
            Some(limit) => match limit.checked_sub(self.bytes()) {
                Some(allowance) => allowance,
                None => return Err(self.stop_reason(Full::Allowance)),
            },
        };
        let count = self.successors.len();
        // Room in the one takes from the allowance of the other only where both have to grow, by
        // one small chunk each; the next look at the sum finds it.
        self.nodes
            .reserve(count, allowance)
            .and_then(|()| self.open.reserve(count, allowance))
            .map_err(|full| self.stop_reason(full))
    }

    #[cold]
    fn stop_reason(&self, full: Full) -> StopReason {
        let in_use = self.bytes();
        match (full, self.byte_limit) {
            (Full::Ids, _) => StopReason::NodeIds,
            (Full::Allowance, Some(limit)) => StopReason::Bytes { limit, in_use },
            (Full::Allowance | Full::Allocator, _) => StopReason::OutOfMemory { in_use },
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.open.bytes()
            + self.successors.capacity() * size_of::<(P::State, u32)>()
            + self.heap_bytes
    }
}

impl<P: StateSpace, Q: OpenList> Search<P::State> for TreeSearch<P, Q> {
    fn advance(&mut self, steps: u64) -> Step {
        if let Some(answer) = self.answer {
            return answer;
        }
        let began = Instant::now();
        let mut step = Step::Continue;
        for _ in 0..steps {
            if let ControlFlow::Break(end) = self.step() {
                step = end;
                break;
            }
        }
        self.elapsed += began.elapsed();
        if matches!(step, Step::Solved | Step::Exhausted) {
            self.answer = Some(step);
        }
        step
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            generated: self.generated,
            enqueued: self.nodes.len() as u64,
            dequeued: self.dequeued,
            open: self.open.len() as u64,
            largest_open: self.largest_open as u64,
            bytes: self.bytes(),
            elapsed: self.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        match (self.answer, self.open.lowest()) {
            (None, Some(lowest)) => self.lower_bound.max(lowest.f()),
            _ => self.lower_bound,
        }
    }

    fn path(&self) -> Vec<P::State> {
        let mut path: Vec<_> = iter::successors(Some(self.best), |&id| self.nodes[id].parent)
            .map(|id| self.nodes[id].state.clone())
            .collect();
        path.reverse();
        path
    }

    fn cost(&self) -> u32 {
        self.nodes[self.best].path_cost
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.byte_limit = bytes;
    }
}

impl<P: StateSpace, Q: OpenList> fmt::Debug for TreeSearch<P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeSearch")
            .field("answer", &self.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The binary tree of whole numbers, with the goal far to the left.
    struct Heap;

    impl StateSpace for Heap {
        type State = u32;

        fn estimate(&self, _: &u32) -> u32 {
            0
        }

        fn is_goal(&self, &number: &u32) -> bool {
            number == 1 << 10
        }

        fn for_each_successor(&self, n: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
            visit(2 * n, 1);
            visit(2 * n + 1, 1);
        }
    }

    #[test]
    fn running_out_of_ids_stops_and_loses_nothing() {
        let mut search = TreeAStar::new().start(Heap, 1);
        search.nodes.set_count_limit(700);
        assert_eq!(search.advance(u64::MAX), Step::Stopped(StopReason::NodeIds));
        let stopped = search.statistics();
        assert!(stopped.enqueued <= 700);
        assert_eq!(stopped.open, stopped.enqueued - stopped.dequeued);

        search.nodes.set_count_limit(NodeId::COUNT);
        assert_eq!(search.advance(u64::MAX), Step::Solved);
        let mut through = TreeAStar::new().start(Heap, 1);
        assert_eq!(through.advance(u64::MAX), Step::Solved);
        assert_eq!(search.path(), through.path());
        assert_eq!(search.statistics().expanded, through.statistics().expanded);
    }
}
