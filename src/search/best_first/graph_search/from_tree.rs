//! How a graph search takes over the nodes of a tree search.

use std::hash::Hash;
use std::mem;

use super::graph::Graph;
use super::{GraphSearch, Node};
use crate::frontier::{Arena, BucketQueue, Full, Key, NodeId, Priority, StateTable};
use crate::search::best_first::tree_search::TreeMachine;
use crate::search::control::Control;
use crate::search::key::key;
use crate::search::rank::Rank;
use crate::search::reached::Reached;
use crate::{StateSpace, Statistics};

impl<P: StateSpace<State: Hash + Eq>> GraphSearch<P> {
    /// Removes all nodes, and keeps the memory. States are dropped at the end: if one panics, there
    /// are no nodes either.
    pub(crate) fn clear(&mut self) {
        let Graph { reached, open, apart, outdated, pending, .. } = &mut self.graph;
        open.clear();
        (*apart, *outdated, *pending, reached.heap_bytes) = (None, 0, None, 0);
        self.waiting = 0..0;
        reached.table.clear();
        self.batch.iter_mut().for_each(|taken| taken.successors.clear());
    }

    /// Frees the memory of a search without nodes.
    pub(crate) fn give_up_memory(&mut self) {
        self.graph.open = BucketQueue::default();
        self.graph.reached.table = StateTable::default();
        (self.batch, self.waiting) = (Vec::new(), 0..0);
    }

    /// Swaps the open list and the control with those of a tree search.
    pub(crate) fn swap_with(&mut self, machine: &mut TreeMachine<P::State>) {
        let Graph { reached, open, .. } = &mut self.graph;
        swap(open, &mut machine.tree.open, &mut reached.control, &mut machine.control);
    }

    /// Takes over all nodes of a tree search, the open list and the counters. All nodes keep their
    /// ids. They are still to be [entered](Self::enter). If the tree search was expanding a node,
    /// that node is then to be [taken again](Self::take_again).
    ///
    /// Nothing changes if there is not enough memory. No method of the space or its states is
    /// called.
    pub(crate) fn take_over(&mut self, machine: &mut TreeMachine<P::State>) -> Result<(), Full> {
        let (in_use, count) = (machine.bytes() + self.bytes(), machine.tree.nodes.len());
        let Reached { table, .. } = &mut self.graph.reached;
        table.reserve_exact(count, machine.control.allowance(|| in_use)?)?;
        let tree = &mut machine.tree;
        for (id, node) in tree.nodes.iter() {
            // All are marked as closed; `reopen` then opens those on the open list.
            let path_cost = node.path_cost();
            table.nodes.push(Node { parent: node.parent, path_cost, link: Some(id) });
        }
        let link = |id| tree.nodes[id].link;
        reopen(&mut table.nodes, &tree.open, &link);
        tree.nodes.drain().for_each(|node| table.states.push(node.state));
        let Graph { reached, .. } = &mut self.graph;
        reached.heap_bytes = mem::take(&mut tree.heap_bytes);
        (reached.best, reached.best_rank) = (tree.best, tree.best_rank);
        reached.root_estimate = machine.root_estimate;
        (reached.pruned, reached.overflowed) = (tree.pruned, false);
        reached.last_reported = machine.taken.map(|(id, _)| id);
        let (expanded, largest_open) = (machine.expanded, machine.largest_open);
        reached.counters = Statistics { expanded, largest_open, ..Statistics::default() };
        self.proven_f = machine.proven_f;
        self.swap_with(machine);
        Ok(())
    }

    /// Enters the nodes that were [taken over](Self::take_over), from the one with this index on,
    /// into the table. The table then finds the node with the cheapest path to each state, and the
    /// others are not expanded any more.
    ///
    /// If a state panics, or if there is not enough memory, `entered` says where to go on.
    pub(crate) fn enter(&mut self, entered: &mut usize) -> Result<(), Full> {
        while let Some(id) = NodeId::from_index(*entered).filter(|_| *entered < self.len()) {
            self.enter_node(id)?;
            *entered += 1;
        }
        Ok(())
    }

    /// Makes the node that the tree search was expanding the next one to be expanded, unless a
    /// better node has its state. Returns whether it did. Its first `added` successors are
    /// skipped.
    pub(crate) fn take_again(
        &mut self,
        id: NodeId,
        priority: Priority,
        added: usize,
    ) -> Result<bool, Full> {
        if self.graph.reached.table.is_superseded(id) {
            return Ok(false);
        }
        if self.batch.is_empty() {
            self.make_room_for_batch(1)?;
        }
        let taken = &mut self.batch[0];
        taken.successors.clear();
        (taken.id, taken.priority, taken.raised) = (id, priority, 0);
        taken.successors.added = added;
        self.graph.reached.table.nodes[id].link = None;
        self.waiting = 0..1;
        Ok(true)
    }

    fn enter_node(&mut self, id: NodeId) -> Result<(), Full> {
        let mut allowance = self.allowance()?;
        let Graph { reached, outdated, .. } = &mut self.graph;
        let Reached { table, best, best_rank, .. } = &mut *reached;
        let key = key(&self.space, &table.states[id]);
        match key {
            Key::Number(number) => {
                table.numbers.make_slot(number, &mut allowance)?;
            }
            _ => table.reserve_slots(allowance)?,
        }
        let place = table.locate(&table.states[id], key);
        // No method of the space or its states is called from here on.
        let Some(known) = place.newest else {
            table.enter(place, id, table.nodes[id].path_cost);
            return Ok(());
        };
        let (better, worse) = in_order(&table.nodes, known, id);
        if better == id {
            table.enter(place, id, table.nodes[id].path_cost);
        } else {
            table.supersede(id);
        }
        let path_cost = table.nodes[better].path_cost;
        if *best == worse {
            (*best, *best_rank) = (better, Rank::new(path_cost, best_rank.estimate()));
        }
        let node = &mut table.nodes[worse];
        if !node.is_closed(worse) {
            node.make_outdated(worse);
            *outdated += 1;
        }
        Ok(())
    }
}

/// Swaps the open lists and the controls of two searches. The function is not generic, so that
/// programs need not compile it again.
#[inline(never)]
fn swap(a: &mut BucketQueue, b: &mut BucketQueue, of_a: &mut Control, of_b: &mut Control) {
    mem::swap(a, b);
    mem::swap(of_a, of_b);
}

/// Opens the nodes that are on an open list, given the link of each.
fn reopen(nodes: &mut Arena<Node>, open: &BucketQueue, link: &dyn Fn(NodeId) -> Option<NodeId>) {
    open.for_each(link, &mut |id, priority| {
        // The priority is f = g + h, and then h.
        (nodes[id].path_cost, nodes[id].link) = (priority.f() - priority.h(), link(id));
    });
}

/// Two nodes with the same state, the better one first: the one with the cheaper path or, at equal
/// path costs, the one that was expanded, because successors may depend on the parent.
fn in_order(nodes: &Arena<Node>, known: NodeId, id: NodeId) -> (NodeId, NodeId) {
    let rank = |id| (nodes[id].path_cost, !nodes[id].is_closed(id));
    if rank(id) < rank(known) { (id, known) } else { (known, id) }
}
