//! An open list for any priorities: a binary heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt;
use std::marker::PhantomData;

use super::{Full, NoRoom, NodeId, OpenList, Priority};

/// An open list on a binary heap, for costs that range widely. Of nodes with the same priority it takes
/// out the last one that was added, or, as a `KeyedQueue<FirstIn>`, the first one.
///
/// **Complexity.** Push and pop take time logarithmic in the number of nodes, whatever their
/// priorities. **Memory.** 16 bytes for each node, and room for up to half as many more.
#[derive(Clone, Debug)]
pub struct KeyedQueue<O = LastIn> {
    nodes: BinaryHeap<Entry<O>>,
    /// How many nodes were added since the list was empty, to tell the last one in. After 2^32 of them
    /// it begins anew, and nodes of equal priority may change places.
    added: u32,
}

/// The order of nodes with the same priority.
pub trait Order: Copy + fmt::Debug {
    /// Compares two nodes by how many were added before. The greater one is taken out first.
    fn compare(added: u32, other: u32) -> Ordering;
}

/// The last node that was added is taken out first.
#[derive(Clone, Copy, Debug)]
pub struct LastIn;

/// The first node that was added is taken out first.
#[derive(Clone, Copy, Debug)]
pub struct FirstIn;

impl Order for LastIn {
    #[inline]
    fn compare(added: u32, other: u32) -> Ordering {
        added.cmp(&other)
    }
}

impl Order for FirstIn {
    #[inline]
    fn compare(added: u32, other: u32) -> Ordering {
        other.cmp(&added)
    }
}

impl<O: Order> Default for KeyedQueue<O> {
    fn default() -> Self {
        Self { nodes: BinaryHeap::new(), added: 0 }
    }
}

/// The greatest is taken out first: the lowest priority.
#[derive(Clone, Copy, Debug)]
struct Entry<O> {
    priority: Priority,
    added: u32,
    id: NodeId,
    order: PhantomData<O>,
}

impl<O: Order> PartialEq for Entry<O> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<O: Order> Eq for Entry<O> {}

impl<O: Order> Ord for Entry<O> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.priority.cmp(&self.priority).then(O::compare(self.added, other.added))
    }
}

impl<O: Order> PartialOrd for Entry<O> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: Order> KeyedQueue<O> {
    /// Whether another node can be added without more memory.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.nodes.capacity()
    }
}

impl<O: Order> OpenList for KeyedQueue<O> {
    #[cold]
    fn reserve(&mut self, _: Priority, allowance: usize) -> Result<(), Full> {
        if self.has_room() {
            return Ok(());
        }
        let allowed = allowance / size_of::<Entry<O>>();
        if allowed == 0 {
            return Err(Full::Allowance);
        }
        // Where memory is short others need it as well.
        let more = (self.nodes.len() / 2).max(4).min((allowed / 8).max(1));
        self.nodes.try_reserve_exact(more).map_err(|_| Full::Allocator)
    }

    #[inline]
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom> {
        if !self.has_room() {
            return Err(NoRoom);
        }
        self.added = if self.nodes.is_empty() { 0 } else { self.added.wrapping_add(1) };
        self.nodes.push(Entry { priority, added: self.added, id, order: PhantomData });
        Ok(None)
    }

    #[inline]
    fn pop(&mut self, _: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        self.nodes.pop().map(|Entry { priority, id, .. }| (id, priority))
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    fn lowest(&self) -> Option<Priority> {
        self.nodes.peek().map(|entry| entry.priority)
    }

    #[inline]
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Entry<O>>()
    }

    fn iter(
        &self,
        _: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)> {
        let mut nodes: Vec<_> = self.nodes.iter().copied().collect();
        nodes.sort_unstable_by(|a, b| b.cmp(a));
        nodes.into_iter().map(|Entry { priority, id, .. }| (id, priority))
    }
}
