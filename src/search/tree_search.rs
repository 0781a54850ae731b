//! Best-first search without a closed list: tree-search A\*.

use std::fmt;
use std::iter;
use std::marker::PhantomData;
use std::mem;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::evaluation::{Invertible, PathCostOnly, Sum, Weighted};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{
    Arena, BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority, discard, is_cheap_to_clone,
    lay_by, lend, take_back,
};
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
pub struct TreeAStar<Q = BucketQueue, E = Sum> {
    evaluation: E,
    open_list: PhantomData<fn() -> Q>,
}

impl TreeAStar {
    /// With an open list for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { evaluation: Sum, open_list: PhantomData }
    }
}

impl TreeAStar<KeyedQueue> {
    /// With an open list for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { evaluation: Sum, open_list: PhantomData }
    }
}

impl<Q> TreeAStar<Q> {
    /// Weighted A\* without a closed list: *f = g + w h*. The solution costs at most `weight`
    /// times the optimum. See [`WeightedAStar`](super::WeightedAStar), which says what weights
    /// there are.
    #[must_use]
    pub fn weighted(self, weight: f64) -> TreeAStar<Q, Weighted> {
        TreeAStar { evaluation: Weighted::new(weight), open_list: PhantomData }
    }

    /// Uniform-cost search without a closed list: *f = g*. See
    /// [`UniformCost`](super::UniformCost).
    #[must_use]
    pub fn uniform_cost(self) -> TreeAStar<Q, PathCostOnly> {
        TreeAStar { evaluation: PathCostOnly, open_list: PhantomData }
    }
}

impl Default for TreeAStar {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q`.
impl<Q, E: Copy> Clone for TreeAStar<Q, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q, E: Copy> Copy for TreeAStar<Q, E> {}

impl<Q, E: fmt::Debug> fmt::Debug for TreeAStar<Q, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TreeAStar").field(&self.evaluation).finish()
    }
}

impl<P: StateSpace, Q: OpenList, E: Invertible> Algorithm<P> for TreeAStar<Q, E> {
    type Search = TreeSearch<P, Q, E>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        TreeSearch::new(space, initial, self.evaluation)
    }
}

#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    parent: Option<NodeId>,
    /// What the open list keeps with the node.
    link: Option<NodeId>,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Tree<S, Q> {
    nodes: Arena<Node<S>>,
    open: Q,
    /// Successors of the node that was taken off last, for which there was no room yet, with their
    /// step costs.
    rest: Vec<(S, u32)>,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_rank: Rank,
    /// How many paths were left out because they cost more than `u32::MAX`.
    overflows: u64,
}

/// A tree search under way. [`TreeAStar`] starts one.
#[derive(Clone)]
pub struct TreeSearch<P: StateSpace, Q = BucketQueue, E = Sum> {
    space: P,
    evaluation: E,
    tree: Tree<P::State, Q>,
    /// The node that was taken off last, if it has a rest of successors.
    unfinished: Option<(NodeId, Priority)>,
    /// Two states to put in the place of others that are lent out.
    spares: Vec<P::State>,
    /// The highest f taken off the open list.
    highest: u32,
    expanded: u64,
    largest_open: u64,
    course: Course,
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

impl<P: StateSpace, Q: OpenList, E: Invertible> TreeSearch<P, Q, E> {
    fn new(space: P, initial: P::State, evaluation: E) -> Self {
        let mut nodes = Arena::default();
        let mut open = Q::default();
        let estimate = space.estimate(&initial);
        let heap_bytes = space.heap_bytes(&initial);
        let best = nodes.next_id();
        // Room for one node is taken for granted, as that for the search itself is.
        let link = open.push(best, evaluation.root(estimate));
        nodes.push(Node { state: initial, parent: None, link });
        Self {
            space,
            evaluation,
            tree: Tree {
                nodes,
                open,
                rest: Vec::new(),
                best,
                best_rank: Rank::new(estimate, 0),
                overflows: 0,
            },
            unfinished: None,
            spares: Vec::new(),
            highest: 0,
            expanded: 0,
            largest_open: 1,
            course: Course { heap_bytes, ..Course::new() },
        }
    }

    /// The nodes on the open list, in the order in which they will be taken off it as far as it
    /// stands now.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let nodes = &self.tree.nodes;
        let open = self.tree.open.iter(|id| nodes[id].link);
        self.unfinished.into_iter().chain(open).map(|(id, priority)| {
            let Node { state, parent, .. } = &nodes[id];
            OpenNode {
                id,
                parent: *parent,
                state,
                priority: priority.f(),
                path_cost: self.evaluation.path_cost(priority),
                estimate: self.space.estimate(state),
            }
        })
    }

    /// Adds the rest of the successors.
    #[cold]
    #[inline(never)]
    fn finish(&mut self) -> ControlFlow<Step> {
        let Some((id, priority)) = self.unfinished else {
            return ControlFlow::Continue(());
        };
        let successors = self.tree.rest.len() + 1;
        self.course.most_successors = self.course.most_successors.max(successors);
        if let Err(reason) = self.make_room() {
            return ControlFlow::Break(Step::Stopped(reason));
        }
        let parent_and_cost = (id, self.evaluation.path_cost(priority));
        let Self { space, evaluation, tree, course, .. } = self;
        for (state, step_cost) in mem::take(&mut tree.rest) {
            let heap_bytes = &mut course.heap_bytes;
            tree.add(space, *evaluation, heap_bytes, parent_and_cost, state, step_cost);
        }
        self.unfinished = None;
        self.expanded += 1;
        self.largest_open = self.largest_open.max(self.tree.nodes.len() as u64 - self.expanded);
        ControlFlow::Continue(())
    }

    /// Whether there is room for the successors of the next node, as far as is known.
    #[inline]
    fn has_room(&self) -> bool {
        self.tree.nodes.room() >= self.course.most_successors
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.tree.nodes.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        // As much as the open list has is kept back, for it may double.
        let open = self.tree.open.bytes();
        let allowance = self.allowance()?.checked_sub(open).ok_or(Full::Allowance)?;
        self.tree.nodes.reserve(self.course.most_successors, allowance)?;
        self.tree.open.reserve(self.tree.nodes.room(), self.allowance()?)
    }

    #[cold]
    fn exhausted(&mut self) -> Step {
        self.highest = u32::MAX;
        if self.tree.overflows > 0 {
            return Step::Stopped(StopReason::PathCost);
        }
        Step::Exhausted
    }

    fn bytes(&self) -> usize {
        self.tree.nodes.bytes()
            + self.tree.open.bytes()
            + self.tree.rest.capacity() * size_of::<(P::State, u32)>()
            + self.course.heap_bytes
    }
}

impl<S, Q: OpenList> Tree<S, Q> {
    /// Adds a successor of a node, given with its path cost, or lays it by if there is no room.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        evaluation: impl Invertible,
        heap_bytes: &mut usize,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
    ) {
        if self.nodes.room() == 0 {
            return lay_by(&mut self.rest, state, step_cost);
        }
        let estimate = space.estimate(&state);
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let Some(priority) = evaluation.priority(path_cost, estimate) else {
            self.overflows += 1;
            return discard(state);
        };
        *heap_bytes += space.heap_bytes(&state);
        let id = self.nodes.next_id();
        // First of all: as long as the state may still have to be dropped here, it is kept in memory
        // a second time.
        self.nodes.push(Node { state, parent: Some(parent), link: None });
        if estimate <= self.best_rank.estimate() {
            let rank = Rank::new(estimate, evaluation.path_cost(priority));
            if rank < self.best_rank {
                self.best = id;
                self.best_rank = rank;
            }
        }
        let link = self.open.push(id, priority);
        if let Some(node) = self.nodes.last_mut() {
            node.link = link;
        }
    }
}

impl<P: StateSpace, Q: OpenList, E: Invertible> Stepwise for TreeSearch<P, Q, E> {
    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if self.unfinished.is_some() {
            return self.finish();
        }
        let Tree { nodes, open, .. } = &mut self.tree;
        let Some((id, priority)) = open.pop(|id| nodes[id].link) else {
            return ControlFlow::Break(self.exhausted());
        };
        self.highest = self.highest.max(priority.f());
        if self.space.is_goal(&nodes[id].state) {
            self.tree.best = id;
            self.tree.best_rank = Rank::new(0, self.evaluation.path_cost(priority));
            return ControlFlow::Break(Step::Solved);
        }
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                // Last in, first out: put back, it will be the next one off again.
                let Tree { nodes, open, .. } = &mut self.tree;
                nodes[id].link = open.push(id, priority);
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }

        let nodes = &mut self.tree.nodes;
        let parent = nodes[id].parent;
        let state = lend(&mut nodes[id].state, &mut self.spares);
        let previous = parent.map(|parent| lend(&mut nodes[parent].state, &mut self.spares));
        let parent_and_cost = (id, self.evaluation.path_cost(priority));
        let Self { space, evaluation, tree, course, .. } = self;
        space.for_each_successor(&state, previous.as_ref(), |state, step_cost| {
            let heap_bytes = &mut course.heap_bytes;
            tree.add(space, *evaluation, heap_bytes, parent_and_cost, state, step_cost);
        });
        if !is_cheap_to_clone::<P::State>() {
            let nodes = &mut self.tree.nodes;
            take_back(state, &mut nodes[id].state, &mut self.spares);
            if let (Some(previous), Some(parent)) = (previous, parent) {
                take_back(previous, &mut nodes[parent].state, &mut self.spares);
            }
        }
        if !self.tree.rest.is_empty() {
            self.unfinished = Some((id, priority));
            return self.finish();
        }
        self.expanded += 1;
        self.largest_open = self.largest_open.max(self.tree.nodes.len() as u64 - self.expanded);
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P: StateSpace, Q: OpenList, E: Invertible> Search<P::State> for TreeSearch<P, Q, E> {
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let enqueued = self.tree.nodes.len() as u64;
        let dequeued = self.expanded + u64::from(self.course.is_solved());
        Statistics {
            expanded: self.expanded,
            generated: enqueued + self.tree.overflows,
            enqueued,
            dequeued,
            reopened: 0,
            duplicates: 0,
            open: enqueued - dequeued,
            largest_open: self.largest_open,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        let highest = match self.tree.open.lowest() {
            Some(lowest) if self.course.answer.is_none() && self.unfinished.is_none() => {
                self.highest.max(lowest.f())
            }
            _ => self.highest,
        };
        let bound = self.evaluation.lower_bound(highest);
        if self.course.is_solved() { bound.min(self.cost()) } else { bound }
    }

    fn path(&self) -> Vec<P::State> {
        let nodes = &self.tree.nodes;
        let mut path: Vec<_> = iter::successors(Some(self.tree.best), |&id| nodes[id].parent)
            .map(|id| nodes[id].state.clone())
            .collect();
        path.reverse();
        path
    }

    fn cost(&self) -> u32 {
        self.tree.best_rank.path_cost()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        let Tree { nodes, open, rest, best, best_rank, overflows } = &mut self.tree;
        nodes.clear();
        open.clear();
        rest.clear();
        *best = nodes.next_id();
        *best_rank = Rank::new(estimate, 0);
        *overflows = 0;
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let link = open.push(*best, self.evaluation.root(estimate));
        nodes.push(Node { state: initial, parent: None, link });
        self.unfinished = None;
        self.highest = 0;
        self.expanded = 0;
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace, Q: OpenList, E: Invertible> fmt::Debug for TreeSearch<P, Q, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The binary tree of whole numbers, with the goal far to the left, and now and then a node with
    /// many successors more, which have none.
    struct Numbers;

    impl StateSpace for Numbers {
        type State = u32;

        fn estimate(&self, _: &u32) -> u32 {
            0
        }

        fn is_goal(&self, &number: &u32) -> bool {
            number == 1 << 10
        }

        fn for_each_successor(&self, &n: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
            const DEAD: u32 = 1 << 20;
            if n < DEAD {
                visit(2 * n, 1);
                (0..n.pow(2) % 101).for_each(|extra| visit(DEAD + extra, 2));
                visit(2 * n + 1, 1);
            }
        }
    }

    #[test]
    fn running_out_of_ids_stops_and_loses_nothing() {
        let mut through = TreeAStar::new().start(Numbers, 1);
        assert_eq!(through.advance(u64::MAX), Step::Solved);
        for limit in 1..700 {
            let mut search = TreeAStar::new().start(Numbers, 1);
            search.tree.nodes.set_count_limit(limit);
            assert_eq!(search.advance(u64::MAX), Step::Stopped(StopReason::NodeIds));
            let stopped = search.statistics();
            assert!(stopped.enqueued <= limit as u64);
            assert_eq!(stopped.open, stopped.enqueued - stopped.dequeued);
            assert_eq!(search.open_list().count() as u64, stopped.open);

            search.tree.nodes.set_count_limit(NodeId::COUNT);
            assert_eq!(search.advance(u64::MAX), Step::Solved);
            assert_eq!(search.path(), through.path());
            assert_eq!(search.statistics().expanded, through.statistics().expanded);
            assert_eq!(search.statistics().largest_open, through.statistics().largest_open);
        }
    }
}
