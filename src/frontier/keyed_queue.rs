//! An open list for arbitrary priorities: a heap.

use super::quick_heap::QuickHeap;
use super::{Full, NodeId, Priority};

/// An open list on a heap, for costs with a wide range. Among nodes of equal priority the one added
/// last is popped first.
///
/// **Complexity.** Push and pop take amortized time logarithmic in the number of nodes, whatever
/// their priorities. **Memory.** 16 bytes for each node, and spare capacity for up to half as many
/// more; and 1 kB for more than a few nodes.
///
/// Reference: G. Navarro and R. Paredes, "On sorting, heaps, and minimum spanning trees",
/// *Algorithmica* 57, 2010.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyedQueue {
    nodes: QuickHeap<Entry>,
    /// The number of nodes added since the list was empty, which orders nodes of equal priority. It
    /// wraps after 2^32 nodes; then nodes of equal priority may come out in another order.
    added: u32,
}

/// A node in the heap: from the highest bits to the lowest, its `f`, its `h`, the complement of the
/// number of nodes added before it, and its own number. One comparison of integers is fast.
pub(super) type Entry = u128;

#[inline]
pub(super) fn entry(id: NodeId, priority: Priority, added: u32) -> Entry {
    let number = u64::from(!added) << 32 | u64::from(id.number());
    u128::from(priority.f()) << 96 | u128::from(priority.h()) << 64 | u128::from(number)
}

/// The priority of a node, the number of nodes added before it, and the node.
#[expect(clippy::cast_possible_truncation, reason = "each quarter is one number")]
#[inline]
pub(super) fn parts(entry: Entry) -> Option<(Priority, u32, NodeId)> {
    let priority = Priority::new((entry >> 96) as u32, (entry >> 64) as u32);
    Some((priority, !((entry >> 32) as u32), NodeId::from_number(entry as u32)?))
}

impl KeyedQueue {
    /// Reserves room for a node, if that takes at most `allowance` more bytes.
    #[cold]
    pub(super) fn reserve(&mut self, allowance: usize) -> Result<(), Full> {
        self.nodes.reserve(allowance)
    }

    /// Adds a node. The whole list may take up to `limit` bytes.
    pub(super) fn push_within(
        &mut self,
        id: NodeId,
        priority: Priority,
        limit: usize,
    ) -> Result<(), Full> {
        self.reserve(limit.saturating_sub(self.bytes()))?;
        self.added = if self.is_empty() { 0 } else { self.added.wrapping_add(1) };
        self.push_numbered(id, priority, self.added)
    }

    /// Adds a node, with the number of nodes added before it, if there is room.
    #[inline]
    pub(super) fn push_numbered(
        &mut self,
        id: NodeId,
        priority: Priority,
        added: u32,
    ) -> Result<(), Full> {
        if !self.nodes.has_room() {
            return Err(Full::Allowance);
        }
        self.nodes.push(entry(id, priority, added));
        Ok(())
    }

    /// The priority of the node that is popped next, the number of nodes added before it, and the
    /// node.
    #[inline]
    pub(super) fn peek(&self) -> Option<(Priority, u32, NodeId)> {
        parts(*self.nodes.peek()?)
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(NodeId, Priority)> {
        let (priority, _, id) = parts(self.nodes.pop()?)?;
        Some((id, priority))
    }

    #[inline]
    pub(super) fn lowest_f(&self) -> Option<u32> {
        self.peek().map(|(priority, ..)| priority.f())
    }

    /// All nodes, in any order. They compare in the order in which they would be popped.
    pub(super) fn entries(&self) -> &[Entry] {
        self.nodes.items()
    }

    /// Replaces the id of each node, and keeps their order.
    pub(super) fn renumber(&mut self, new_id: impl Fn(NodeId) -> NodeId) {
        for node in self.nodes.iter_mut() {
            if let Some((priority, added, id)) = parts(*node) {
                *node = entry(new_id(id), priority, added);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}
