//! Access to a graph search for the searches that are built on it.

use std::hash::Hash;
use std::mem;

use super::GraphSearch;
use super::graph::{BatchNode, Graph, OPEN_NODE_BYTES, Parent};
use crate::StateSpace;
use crate::frontier::{Full, NodeId, Priority, StateTable};
use crate::search::End;
use crate::search::best_first::closed::Closed;
use crate::search::best_first::{Evaluation, Node};
use crate::search::control::{Halt, Stepwise};
use crate::search::key::{key, packed_key};
use crate::search::rank::Rank;
use crate::search::reached::{OtherMemory, Reached};
use crate::search::successors::{Successor, Successors};

impl<P: StateSpace<State: Hash + Eq>, E: Evaluation> GraphSearch<P, E> {
    /// The node that is expanded next, if it was taken off the open list.
    #[inline]
    pub(super) fn next_taken(&self) -> Option<&BatchNode<P::State>> {
        if self.waiting.is_empty() { None } else { self.batch.get(self.waiting.start) }
    }

    /// Whether the search has ended at the node that was taken last.
    pub(crate) fn is_at_goal(&self) -> bool {
        let Reached { best, control, .. } = &self.graph.reached;
        control.is_solved() && self.next_taken().is_some_and(|taken| taken.id == *best)
    }

    /// Whether no node is open, and none is to be put back on the open list.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.open() == 0 && !matches!(self.graph.closed, Closed::PutBackFrom(_))
    }

    pub(crate) fn closed(&self) -> Closed {
        self.graph.closed
    }

    pub(crate) fn state(&self, id: NodeId) -> &P::State {
        &self.graph.reached.table.states[id]
    }

    pub(crate) fn path_cost(&self, id: NodeId) -> u32 {
        self.graph.reached.table.nodes[id].path_cost
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.graph.reached.table.len()
    }

    /// The most promising node, and its rank.
    pub(crate) fn promising(&self) -> (NodeId, Rank) {
        (self.graph.reached.best, self.graph.reached.best_rank)
    }

    /// Sets the most promising node, and returns the one before.
    pub(crate) fn set_promising(&mut self, (id, rank): (NodeId, Rank)) -> (NodeId, Rank) {
        let reached = &mut self.graph.reached;
        (mem::replace(&mut reached.best, id), mem::replace(&mut reached.best_rank, rank))
    }

    /// The newest node with a state, if the state is stored.
    #[inline]
    pub(crate) fn find(&self, state: &P::State) -> Option<NodeId> {
        self.graph.reached.table.find(state, key(&self.space, state))
    }

    /// Closes the goal that was found, without expanding it.
    pub(crate) fn close_goal(&mut self) {
        let taken = &mut self.batch[self.waiting.start];
        self.graph.reached.table.nodes[taken.id].close(taken.id);
        self.waiting.start += 1;
        taken.successors.clear();
    }

    /// Adds another initial state, right after a restart.
    pub(crate) fn add_initial(&mut self, initial: P::State) -> Result<(), Halt> {
        let mut allowance = self.allowance()?;
        let Self { space, evaluation, graph, .. } = self;
        graph.reached.control.begin();
        let packed_key =
            packed_key(space, &mut graph.reached.table.numbers, &initial, &mut allowance)?;
        let other = OtherMemory::in_use(graph.open.bytes());
        graph.reached.make_room(1, other)?;
        let initial = Successor { state: initial, step_cost: 0, packed_key };
        let parent = Parent { id: None, path_cost: 0, estimate: 0 };
        Ok(graph.add(space, *evaluation, parent, initial, usize::MAX)?)
    }

    /// The closed list.
    #[inline]
    pub(crate) fn reached(&self) -> &Reached<P::State, Option<NodeId>> {
        &self.graph.reached
    }

    /// Takes out the states reached. The search must then be restarted.
    pub(crate) fn take_table(&mut self) -> StateTable<P::State, Node> {
        mem::take(&mut self.graph.reached.table)
    }

    /// Lets the search go on after a goal. The goal test runs again, and the node is expanded if
    /// its state is no longer a goal.
    pub(crate) fn go_on(&mut self) {
        self.control().answer.take_if(|answer| *answer == End::Solved);
    }

    /// The memory in use, in bytes. Only searches with a limit compute it at each step.
    #[cold]
    #[inline(never)]
    pub(crate) fn bytes(&self) -> usize {
        self.graph.reached.bytes() + self.other_bytes()
    }

    /// How many more bytes may be used, including those that are kept back.
    pub(crate) fn left(&self) -> usize {
        self.graph.reached.control.allowance(|| self.bytes()).unwrap_or(0)
    }

    /// Before the first step: if the search takes more memory than allowed, replaces its memory by
    /// less.
    pub(crate) fn shrink_root(&mut self) {
        let is_new = self.len() == 1 && self.graph.apart.is_some();
        if is_new && self.graph.reached.control.allowance(|| self.bytes()).is_err() {
            self.give_back();
        }
    }

    /// Keeps back this number of bytes for each open node, to put it back on the open list.
    pub(crate) fn keep_back(&mut self, bytes: usize) {
        self.graph.kept_back_each = bytes;
    }

    /// Puts a node back on the open list with another priority, if that takes at most `allowance`
    /// bytes.
    pub(crate) fn put_back(
        &mut self,
        id: NodeId,
        priority: Priority,
        allowance: usize,
    ) -> Result<(), Full> {
        let Graph { reached, open, .. } = &mut self.graph;
        let limit = allowance.saturating_add(open.bytes());
        reached.table.nodes[id].link = open.push_within(id, priority, limit)?;
        Ok(())
    }

    /// Puts a node back on the open list with another priority, in as little memory as possible.
    pub(crate) fn put_back_tightly(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        let Graph { reached, open, .. } = &mut self.graph;
        reached.table.nodes[id].link = open.push_tightly(id, priority)?;
        Ok(())
    }

    /// Puts the nodes of the batch that were not expanded back on the open list, if that takes at
    /// most `allowance` bytes. Frees the memory of their successors.
    pub(crate) fn put_back_batch(&mut self, allowance: usize) -> Result<(), Full> {
        let next = self.next_taken().filter(|taken| taken.successors.added == 0);
        if let Some(id) = next.map(|taken| taken.id) {
            // The next node was closed, but none of its successors was added: it is opened again.
            self.graph.reached.table.nodes[id].link = None;
        }
        self.batch.iter_mut().for_each(|taken| taken.successors = Successors::new());
        let limit = |allowance: usize| allowance.saturating_add(self.graph.open.bytes());
        let [little, most] = [OPEN_NODE_BYTES.min(allowance), allowance].map(limit);
        self.graph.put_back_pending(little).or_else(|_| self.graph.put_back_pending(most))?;
        let Graph { reached, open, apart, enqueued_again, .. } = &mut self.graph;
        // Last in, first out.
        while let Some(&BatchNode { id, priority, .. }) = self.batch[self.waiting.clone()].last() {
            // If some of its successors were added, it counts as expanded, and is expanded again.
            let is_again = u64::from(reached.table.nodes[id].is_closed(id));
            reached.counters.expanded += is_again;
            *enqueued_again += is_again;
            reached.table.nodes[id].link = if id == NodeId::FIRST && apart.is_none() {
                // It was not on the open list, so there may be no memory for it.
                *apart = Some((id, priority));
                None
            } else {
                open.put_back(id, priority)
            };
            self.waiting.end -= 1;
        }
        (self.batch, self.waiting) = (Vec::new(), 0..0);
        Ok(())
    }
}
