//! An open list for arbitrary priorities: a heap.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::marker::PhantomData;

use super::quick_heap::QuickHeap;
use super::{Full, NoRoom, NodeId, OpenList, Priority};

/// An open list on a heap, for costs with a wide range. Among nodes of equal priority the
/// one added last is popped first. In a `KeyedQueue<FirstIn>` it is the one added first.
///
/// **Complexity.** Push and pop take amortized time logarithmic in the number of nodes, whatever
/// their priorities. **Memory.** 16 bytes for each node, and spare capacity for up to half as many
/// more; and 1 kB for more than a few nodes.
///
/// Reference: G. Navarro and R. Paredes, "On sorting, heaps, and minimum spanning trees",
/// *Algorithmica* 57, 2010.
#[derive(Clone, Debug)]
pub struct KeyedQueue<O = LastIn> {
    nodes: QuickHeap<Entry<O>>,
    /// The number of nodes added since the list was empty, which orders nodes of equal priority. It
    /// wraps after 2^32 nodes; then nodes of equal priority may come out in another order.
    added: u32,
}

/// The order of nodes with the same priority.
pub trait Order: Copy + fmt::Debug {
    /// The rank of a node, given the number of nodes added before it: this number, or its complement.
    /// The node of the lowest rank is popped first.
    fn rank(added: u32) -> u32;
}

/// Last in, first out: the node added last is popped first.
#[derive(Clone, Copy, Debug)]
pub struct LastIn;

/// First in, first out: the node added first is popped first.
#[derive(Clone, Copy, Debug)]
pub struct FirstIn;

impl Order for LastIn {
    #[inline]
    fn rank(added: u32) -> u32 {
        !added
    }
}

impl Order for FirstIn {
    #[inline]
    fn rank(added: u32) -> u32 {
        added
    }
}

impl<O: Order> Default for KeyedQueue<O> {
    fn default() -> Self {
        Self { nodes: QuickHeap::default(), added: 0 }
    }
}

/// The lowest entry is popped first.
#[derive(Clone, Copy, Debug)]
struct Entry<O> {
    /// The priority as one number, which takes one comparison: `f` above `h`.
    key: u64,
    /// The [rank](Order::rank) among nodes of equal priority.
    rank: u32,
    id: NodeId,
    order: PhantomData<O>,
}

impl<O: Order> Entry<O> {
    #[inline]
    fn new(id: NodeId, priority: Priority, added: u32) -> Self {
        let key = u64::from(priority.f()) << 32 | u64::from(priority.h());
        Self { key, rank: O::rank(added), id, order: PhantomData }
    }

    /// The number of nodes added before.
    #[inline]
    fn added(&self) -> u32 {
        O::rank(self.rank)
    }

    #[expect(clippy::cast_possible_truncation, reason = "each half is one number")]
    #[inline]
    fn priority(&self) -> Priority {
        Priority::new((self.key >> 32) as u32, self.key as u32)
    }

    /// What entries are compared by, as one number: without jumps.
    #[inline]
    fn order(&self) -> u128 {
        u128::from(self.key) << 32 | u128::from(self.rank)
    }
}

impl<O: Order> PartialEq for Entry<O> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl<O: Order> Eq for Entry<O> {}

impl<O: Order> Ord for Entry<O> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
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
        self.nodes.has_room()
    }

    /// The priority of the node that is popped next, and the number it was added with.
    #[inline]
    pub(super) fn peek(&self) -> Option<(Priority, u32)> {
        self.nodes.peek().map(|entry| (entry.priority(), entry.added()))
    }

    /// The node that is popped next, with its priority.
    pub(super) fn first(&self) -> Option<(NodeId, Priority)> {
        self.nodes.peek().map(|entry| (entry.id, entry.priority()))
    }

    /// The nodes, in no particular order, each with its priority and the number it was added with.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Priority, Reverse<u32>, NodeId)> {
        self.nodes.iter().map(|entry| (entry.priority(), Reverse(entry.added()), entry.id))
    }

    /// Gives each node another id, and keeps their order.
    pub(super) fn renumber(&mut self, new_id: impl Fn(NodeId) -> NodeId) {
        self.nodes.iter_mut().for_each(|entry| entry.id = new_id(entry.id));
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
        self.nodes.reserve(allowance)
    }

    #[inline]
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom> {
        self.added = if self.is_empty() { 0 } else { self.added.wrapping_add(1) };
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
        self.nodes.bytes()
    }

    fn iter(
        &self,
        _: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)> {
        let mut nodes: Vec<_> = self.nodes.iter().copied().collect();
        nodes.sort_unstable();
        nodes.into_iter().map(|entry| (entry.id, entry.priority()))
    }
}
