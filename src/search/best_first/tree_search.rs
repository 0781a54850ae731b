//! Best-first search without a closed list.

use std::fmt;
use std::iter;
use std::mem;
use std::ops::ControlFlow;

use super::{Evaluation, LowH, OpenNode, Sum, Ties};
use crate::frontier::{
    Arena, BucketQueue, Full, NodeId, OpenList, Priority, discard, is_cheap_to_clone,
};
use crate::search::course::{Course, Stepwise};
use crate::search::rank::Rank;
use crate::search::successors::{Successor, Successors};
use crate::search::{End, RestartIn, Search};
use crate::{Limits, StateSpace, Statistics, StopReason};

#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    parent: Option<NodeId>,
    /// What the open list keeps with the node.
    link: Option<NodeId>,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Tree<S, Q, T> {
    nodes: Arena<Node<S>>,
    open: Q,
    evaluation: Sum<T>,
    /// What the states own on the heap, in bytes.
    heap_bytes: usize,
    /// The node with the lowest estimate, or, once found, the goal.
    best: NodeId,
    best_rank: Rank,
    /// How many paths were left out because they cost more than `u32::MAX`.
    overflows: u64,
    /// For how many successors of the node that was taken off there was no room yet.
    refused: usize,
    /// What there was no memory for.
    full: Option<Full>,
}

/// A tree search under way. [`TreeAStar`](crate::search::TreeAStar) starts one.
#[derive(Clone)]
pub struct TreeSearch<P: StateSpace, Q = BucketQueue, T = LowH> {
    space: P,
    tree: Tree<P::State, Q, T>,
    /// Those of the node that was taken off, if they are not added at once.
    successors: Successors<P::State>,
    /// The node that was taken off the open list, until it is expanded, and how many nodes were
    /// generated before.
    taken: Option<(NodeId, Priority)>,
    generated_before: u64,
    /// The highest f taken off the open list.
    highest: u32,
    expanded: u64,
    largest_open: u64,
    course: Course,
}

impl<P: StateSpace, Q: OpenList, T: Ties> TreeSearch<P, Q, T> {
    pub(in crate::search) fn new(space: P, initial: P::State) -> Self {
        let mut search = Self {
            space,
            tree: Tree {
                nodes: Arena::default(),
                open: Q::default(),
                evaluation: Sum::default(),
                heap_bytes: 0,
                best: NodeId::FIRST,
                best_rank: Rank::LAST,
                overflows: 0,
                refused: 0,
                full: None,
            },
            successors: Successors::new(),
            taken: None,
            generated_before: 0,
            highest: 0,
            expanded: 0,
            largest_open: 1,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }

    /// The nodes on the open list, in the order in which they will be taken off it as far as it
    /// stands now.
    pub fn open_list(&self) -> impl Iterator<Item = OpenNode<'_, P::State>> {
        let nodes = &self.tree.nodes;
        let taken = self.taken.filter(|_| !self.course.is_solved());
        let open = self.tree.open.iter(|id| nodes[id].link);
        taken.into_iter().chain(open).map(|(id, priority)| {
            let &Node { ref state, parent, .. } = &nodes[id];
            let estimate = self.space.estimate(state);
            let path_cost = T::path_cost(priority, || estimate);
            OpenNode { id, parent, state, priority: priority.f(), path_cost, estimate }
        })
    }

    /// Expands a node, as far as there is room. Whether that is all of it.
    #[inline]
    fn expand(&mut self, id: NodeId, path_cost: u32) -> bool {
        let is_limited = self.course.byte_limit().is_some();
        // What states own on the heap must be known to fit before they are added.
        let may_own_memory = is_limited && mem::needs_drop::<P::State>();
        if !is_cheap_to_clone::<P::State>() || may_own_memory {
            return false;
        }
        let open_limit = if is_limited { self.open_limit().unwrap_or(0) } else { usize::MAX };
        let Self { space, tree, .. } = self;
        let Node { state, parent, .. } = &tree.nodes[id];
        let previous = parent.map(|parent| tree.nodes[parent].state.clone());
        let state = state.clone();
        space.for_each_successor(&state, previous.as_ref(), |state, step_cost| {
            tree.add(space, (id, path_cost), state, step_cost, open_limit);
        });
        self.tree.refused == 0
    }

    /// Expands a node, or what is left of it, with its successors on a list in between.
    #[inline(never)]
    fn expand_by_list(&mut self, id: NodeId, path_cost: u32) -> Result<(), StopReason> {
        self.tree.refused = 0;
        if let Some(full) = self.tree.full.take() {
            return Err(self.stop_reason(full));
        }
        let allowance = self.allowance()?;
        let Self { space, tree, successors, .. } = self;
        let Node { state, parent, .. } = &tree.nodes[id];
        let previous = parent.map(|parent| &tree.nodes[parent].state);
        successors.begin(allowance);
        space.for_each_successor(state, previous, |state, step_cost| {
            successors.collect(space, state, step_cost, ());
        });
        let added = usize::try_from(tree.generated() - self.generated_before);
        successors.pass_over(added.unwrap_or(usize::MAX));
        match self.successors.end() {
            Ok(count) if count <= self.tree.nodes.room() => {}
            Ok(count) => {
                let allowance = self.allowance()?;
                let Tree { nodes, open, .. } = &mut self.tree;
                let first = nodes.reserve(count, allowance.saturating_sub(open.growth()));
                let reserved = first.or_else(|_| nodes.reserve(count, allowance));
                reserved.map_err(|full| self.stop_reason(full))?;
            }
            Err(full) => return Err(self.stop_reason(full)),
        }
        let open_limit = self.open_limit()?;
        let Self { space, tree, successors, .. } = self;
        for Successor { state, step_cost, .. } in successors.drain().0 {
            tree.add(space, (id, path_cost), state, step_cost, open_limit);
        }
        tree.refused = 0;
        tree.full.take().map_or(Ok(()), |full| Err(self.stop_reason(full)))
    }

    /// How many bytes the open list may take.
    fn open_limit(&self) -> Result<usize, StopReason> {
        Ok(self.allowance()?.saturating_add(self.tree.open.bytes()))
    }

    /// How many bytes more may be used.
    #[inline]
    fn allowance(&self) -> Result<usize, StopReason> {
        if self.course.byte_limit().is_none() {
            return Ok(usize::MAX);
        }
        self.course.allowance(self.bytes()).map_err(|full| self.stop_reason(full))
    }

    #[cold]
    fn stop_reason(&self, full: Full) -> StopReason {
        self.course.stop_reason(full, self.bytes())
    }

    #[cold]
    fn exhausted(&mut self) -> End {
        self.highest = u32::MAX;
        if self.tree.overflows > 0 {
            return End::Stopped(StopReason::PathCost);
        }
        End::Exhausted
    }

    fn bytes(&self) -> usize {
        let Tree { nodes, open, heap_bytes, .. } = &self.tree;
        nodes.bytes() + open.bytes() + heap_bytes + self.successors.bytes()
    }
}

impl<S, Q: OpenList, T: Ties> Tree<S, Q, T> {
    /// Adds a successor of a node, given with its path cost, if there is room for it. The open list
    /// may take up to `open_limit` bytes.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
        open_limit: usize,
    ) {
        if self.nodes.room() == 0 {
            self.refused += 1;
            return discard(state);
        }
        let estimate = space.estimate(&state);
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let Some(priority) = self.evaluation.priority(path_cost, estimate) else {
            self.overflows += 1;
            return discard(state);
        };
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        let heap_bytes = space.heap_bytes(&state);
        let id = self.nodes.next_id();
        // First of all: as long as the state may still have to be dropped here, it is kept in memory
        // a second time.
        self.nodes.push(Node { state, parent: Some(parent), link: None });
        match self.open.push_within(id, priority, open_limit) {
            Ok(link) => {
                if let Some(node) = self.nodes.last_mut() {
                    node.link = link;
                }
            }
            Err(full) => return self.refuse(full),
        }
        self.heap_bytes += heap_bytes;
        if estimate <= self.best_rank.estimate() {
            let rank = Rank::new(estimate, path_cost);
            if rank < self.best_rank {
                (self.best, self.best_rank) = (id, rank);
            }
        }
    }

    /// Takes the last node out again, because there is no memory for it on the open list. None of those
    /// that follow is added either, for they are to stay in order.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, full: Full) {
        self.nodes.pop();
        self.nodes.give_up_room();
        self.refused += 1;
        self.full = Some(full);
    }

    #[inline]
    fn generated(&self) -> u64 {
        self.nodes.len() as u64 + self.overflows
    }
}

impl<P: StateSpace, Q: OpenList, T: Ties> Stepwise for TreeSearch<P, Q, T> {
    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<End> {
        let taken = self.taken;
        let Tree { nodes, open, .. } = &mut self.tree;
        let Some((id, priority)) = taken.or_else(|| open.pop(|id| nodes[id].link)) else {
            return ControlFlow::Break(self.exhausted());
        };
        if taken.is_none() {
            self.taken = Some((id, priority));
            self.generated_before = self.tree.generated();
            self.highest = self.highest.max(priority.f());
        }
        let node = &self.tree.nodes[id];
        let path_cost = T::path_cost(priority, || self.space.estimate(&node.state));
        if self.space.is_goal(&node.state) {
            (self.tree.best, self.tree.best_rank) = (id, Rank::new(0, path_cost));
            return ControlFlow::Break(End::Solved);
        }
        if taken.is_some() || !self.expand(id, path_cost) {
            if let Err(reason) = self.expand_by_list(id, path_cost) {
                return ControlFlow::Break(End::Stopped(reason));
            }
        }
        self.taken = None;
        self.expanded += 1;
        self.largest_open = self.largest_open.max(self.tree.nodes.len() as u64 - self.expanded);
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P: StateSpace, Q: OpenList, T: Ties> Search for TreeSearch<P, Q, T> {
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let enqueued = self.tree.nodes.len() as u64;
        let dequeued = self.expanded + u64::from(self.course.is_solved());
        Statistics {
            expanded: self.expanded,
            generated: self.tree.generated(),
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
            Some(lowest) if self.course.answer.is_none() && self.taken.is_none() => {
                self.highest.max(lowest.f())
            }
            _ => self.highest,
        };
        if self.course.is_solved() { highest.min(self.cost()) } else { highest }
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

    fn has_solution(&self) -> bool {
        self.course.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        let heap_bytes = self.space.heap_bytes(&initial);
        let Tree { nodes, open, evaluation, best, best_rank, overflows, refused, full, .. } =
            &mut self.tree;
        nodes.clear();
        (*best, *best_rank) = (NodeId::FIRST, Rank::new(estimate, 0));
        (*overflows, *refused, *full) = (0, 0, None);
        // Room for one node is taken for granted, as that for the search itself is.
        let link = open.restart(NodeId::FIRST, evaluation.root(estimate));
        let _ = nodes.reserve(1, usize::MAX);
        nodes.push(Node { state: initial, parent: None, link });
        self.tree.heap_bytes = heap_bytes;
        self.successors.clear();
        self.taken = None;
        self.highest = 0;
        self.expanded = 0;
        self.largest_open = 1;
        self.course.restart();
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.course.set_limits(limits);
    }
}

impl<P: StateSpace, Q: OpenList, T: Ties> RestartIn<P> for TreeSearch<P, Q, T> {
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
    }
}

impl<P: StateSpace, Q: OpenList, T: Ties> fmt::Debug for TreeSearch<P, Q, T> {
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
    use crate::search::{Algorithm, TreeAStar};

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
        assert_eq!(through.advance(u64::MAX), Some(End::Solved));
        for limit in 1..700 {
            let mut search = TreeAStar::new().start(Numbers, 1);
            search.tree.nodes.set_count_limit(limit);
            assert_eq!(search.advance(u64::MAX), Some(End::Stopped(StopReason::NodeIds)));
            let stopped = search.statistics();
            assert!(stopped.enqueued <= limit as u64);
            assert_eq!(stopped.open, stopped.enqueued - stopped.dequeued);
            assert_eq!(search.open_list().count() as u64, stopped.open);

            search.tree.nodes.set_count_limit(NodeId::COUNT);
            assert_eq!(search.advance(u64::MAX), Some(End::Solved));
            assert_eq!(search.path(), through.path());
            assert_eq!(search.statistics().expanded, through.statistics().expanded);
            assert_eq!(search.statistics().largest_open, through.statistics().largest_open);
        }
    }
}
