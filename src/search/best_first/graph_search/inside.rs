//! Access to a graph search for the searches that are built on it.

use std::hash::Hash;
use std::{mem, slice};

use super::GraphSearch;
use super::graph::{A_PLACE, Graph, Parent, Taken};
use crate::frontier::{Full, NodeId, Priority, StateTable};
use crate::search::best_first::Evaluation;
use crate::search::best_first::node::Node;
use crate::search::course::Stepwise;
use crate::search::key::{key, word};
use crate::search::rank::Rank;
use crate::search::status::Status;
use crate::search::successors::{Successor, Successors};
use crate::{StateSpace, StopReason};

impl<P, E> GraphSearch<P, E>
where
    P: StateSpace<State: Hash + Eq>,
    E: Evaluation,
{
    pub(in crate::search) fn space(&self) -> &P {
        &self.space
    }

    /// The space, which may be changed before the next restart.
    pub(in crate::search) fn space_mut(&mut self) -> &mut P {
        &mut self.space
    }

    pub(in crate::search) fn state(&self, id: NodeId) -> &P::State {
        &self.graph.reached.table.states[id]
    }

    pub(in crate::search) fn path_cost(&self, id: NodeId) -> u32 {
        self.graph.reached.table.nodes[id].path_cost
    }

    pub(in crate::search) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.graph.reached.table.nodes[id].parent
    }

    /// The number of nodes.
    pub(in crate::search) fn len(&self) -> usize {
        self.graph.reached.table.len()
    }

    /// The number of nodes generated.
    pub(in crate::search) fn generated(&self) -> u64 {
        self.graph.reached.generated()
    }

    pub(in crate::search) fn best_rank(&self) -> Rank {
        self.graph.reached.best_rank
    }

    /// The cost of the cheapest path found to a state, if the state is stored.
    #[inline]
    pub(in crate::search) fn known_path_cost(&self, state: &P::State) -> Option<u32> {
        let table = &self.graph.reached.table;
        table.find(state, key(&self.space, state)).map(|id| table.nodes[id].path_cost)
    }

    /// Adds another initial state, right after a restart.
    pub(in crate::search) fn add_initial(&mut self, initial: P::State) -> Result<(), StopReason> {
        let Self { space, evaluation, graph, .. } = self;
        let mut initial = Successor { state: initial, step_cost: 0, known: 0 };
        graph.reached.make_room(space, slice::from_ref(&initial), (0, 0))?;
        initial.known = word(space, &graph.reached.table, &initial.state);
        let parent = Parent { id: None, path_cost: 0, estimate: 0 };
        let added = graph.add(space, *evaluation, parent, initial, usize::MAX);
        added.map_err(|full| graph.reached.stop_reason(full, graph.open.bytes()))
    }

    /// Takes out the states reached. The search must then be restarted.
    pub(in crate::search) fn take_table(&mut self) -> StateTable<P::State, Node> {
        mem::take(&mut self.graph.reached.table)
    }

    /// Keeps back this many bytes of the memory limit for each open node.
    pub(in crate::search) fn keep_back(&mut self, bytes: usize) {
        self.kept_back = bytes;
    }

    /// The memory in use, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.graph.reached.bytes() + self.beside()
    }

    /// How many more bytes may be used, with those that are kept back.
    pub(in crate::search) fn left(&self) -> usize {
        self.graph.reached.course.allowance(self.bytes()).unwrap_or(0)
    }

    /// Before the first step: the root takes less memory, if it takes more than allowed.
    pub(in crate::search) fn shrink_root(&mut self) {
        let is_new = self.len() == 1 && self.graph.open.len() == 1;
        if is_new && self.graph.reached.course.allowance(self.bytes()).is_err() {
            self.give_back();
        }
    }

    /// Puts a node back on the open list with another priority, if that takes at most `allowance`
    /// bytes.
    pub(in crate::search) fn put_back(
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

    /// Puts the nodes of the batch that were not expanded back on the open list, if that takes at
    /// most `allowance` bytes. Frees the memory of their successors.
    pub(in crate::search) fn put_back_batch(&mut self, allowance: usize) -> Result<(), Full> {
        self.batch.iter_mut().for_each(|taken| taken.successors = Successors::new());
        let limit = |allowance: usize| allowance.saturating_add(self.graph.open.bytes());
        let [little, most] = [A_PLACE.min(allowance), allowance].map(limit);
        self.graph.put_back_pending(little).or_else(|_| self.graph.put_back_pending(most))?;
        let Graph { reached, open, enqueued_again, .. } = &mut self.graph;
        // Last in, first out.
        while let Some(&Taken { id, priority, .. }) = self.batch[self.waiting.clone()].last() {
            // If some of its successors were added, it counts as expanded, and is expanded again.
            let is_again = u64::from(reached.table.nodes[id].is_closed(id));
            reached.expanded += is_again;
            *enqueued_again += is_again;
            reached.table.nodes[id].link = open.put_back(id, priority);
            self.waiting.end -= 1;
        }
        (self.batch, self.waiting) = (Vec::new(), 0..0);
        Ok(())
    }

    /// The states on the cheapest path found to a node.
    pub(in crate::search) fn path_to(&self, id: NodeId) -> Vec<P::State> {
        self.graph.reached.path_to(id)
    }
}
