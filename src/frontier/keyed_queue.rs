//! An open list for arbitrary priorities: a binary heap.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fmt;
use std::marker::PhantomData;
use std::mem;

use super::room::growth;
use super::{Full, NoRoom, NodeId, OpenList, Priority};

/// An open list on a binary heap, for costs with a wide range. Among nodes of equal priority the
/// one added last is popped first. In a `KeyedQueue<FirstIn>` it is the one added first.
///
/// **Complexity.** Push and pop take time logarithmic in the number of nodes, whatever their
/// priorities. **Memory.** 16 bytes for each node, and spare capacity for up to half as many more.
#[derive(Clone, Debug)]
pub struct KeyedQueue<O = LastIn> {
    nodes: BinaryHeap<Entry<O>>,
    /// The number of nodes added since the list was empty, which orders nodes of equal priority. It
    /// wraps after 2^32 nodes; then nodes of equal priority may come out in another order.
    added: u32,
}

/// The order of nodes with the same priority.
pub trait Order: Copy + fmt::Debug {
    /// Compares two nodes, each given by the number of nodes added before it. The greater one is
    /// popped first.
    fn compare(added: u32, other: u32) -> Ordering;
}

/// Last in, first out: the node added last is popped first.
#[derive(Clone, Copy, Debug)]
pub struct LastIn;

/// First in, first out: the node added first is popped first.
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

/// The greatest entry is popped first: the lowest priority and, among equal priorities, the order
/// `O`.
#[derive(Clone, Copy, Debug)]
struct Entry<O> {
    /// The priority as one number, which takes one comparison: `f` above `h`.
    key: u64,
    added: u32,
    id: NodeId,
    order: PhantomData<O>,
}

impl<O> Entry<O> {
    #[inline]
    fn new(id: NodeId, priority: Priority, added: u32) -> Self {
        let key = u64::from(priority.f()) << 32 | u64::from(priority.h());
        Self { key, added, id, order: PhantomData }
    }

    #[expect(clippy::cast_possible_truncation, reason = "each half is one number")]
    #[inline]
    fn priority(&self) -> Priority {
        Priority::new((self.key >> 32) as u32, self.key as u32)
    }
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
        other.key.cmp(&self.key).then_with(|| O::compare(self.added, other.added))
    }
}

impl<O: Order> PartialOrd for Entry<O> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: Order> KeyedQueue<O> {
    /// Whether a node can be added without more memory.
    #[inline]
    fn has_room(&self) -> bool {
        self.nodes.len() < self.nodes.capacity()
    }

    /// The priority of the node that is popped next, and the number it was added with.
    #[inline]
    pub(super) fn peek(&self) -> Option<(Priority, u32)> {
        self.nodes.peek().map(|entry| (entry.priority(), entry.added))
    }

    /// The node that is popped next, with its priority.
    pub(super) fn first(&self) -> Option<(NodeId, Priority)> {
        self.nodes.peek().map(|entry| (entry.id, entry.priority()))
    }

    /// The nodes, in no particular order, each with its priority and the number it was added with.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Priority, Reverse<u32>, NodeId)> {
        self.nodes.iter().map(|entry| (entry.priority(), Reverse(entry.added), entry.id))
    }

    /// Gives each node another id, and keeps their order.
    pub(super) fn renumber(&mut self, new_id: impl Fn(NodeId) -> NodeId) {
        let mut entries = mem::take(&mut self.nodes).into_vec();
        for entry in &mut entries {
            entry.id = new_id(entry.id);
        }
        self.nodes = entries.into();
    }

    /// Adds a node with this number, which orders nodes of equal priority.
    #[inline]
    pub(super) fn push_numbered(
        &mut self,
        id: NodeId,
        priority: Priority,
        added: u32,
    ) -> Result<(), NoRoom> {
        if !self.has_room() {
            return Err(NoRoom);
        }
        self.nodes.push(Entry::new(id, priority, added));
        Ok(())
    }
}

impl<O: Order> OpenList for KeyedQueue<O> {
    #[cold]
    fn reserve(&mut self, _: Priority, allowance: usize) -> Result<(), Full> {
        if self.has_room() {
            return Ok(());
        }
        let more = growth(self.nodes.len(), size_of::<Entry<O>>(), allowance)?;
        self.nodes.try_reserve_exact(more).map_err(|_| Full::Allocator)
    }

    #[inline]
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom> {
        self.added = if self.nodes.is_empty() { 0 } else { self.added.wrapping_add(1) };
        self.push_numbered(id, priority, self.added).map(|()| None)
    }

    #[inline]
    fn pop(&mut self, _: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        self.nodes.pop().map(|entry| (entry.id, entry.priority()))
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    fn lowest_f(&mut self) -> Option<u32> {
        self.nodes.peek().map(|entry| entry.priority().f())
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
        nodes.into_iter().map(|entry| (entry.id, entry.priority()))
    }
}
