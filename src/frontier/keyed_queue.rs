//! An open list for any priorities: a binary heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::{Full, NoRoom, NodeId, OpenList, Priority};

/// An open list on a binary heap, for costs that range widely.
///
/// **Complexity.** Push and pop take time logarithmic in the number of nodes, whatever their
/// priorities. **Memory.** 16 bytes for each node, and room for up to half as many more.
#[derive(Clone, Debug, Default)]
pub struct KeyedQueue {
    nodes: BinaryHeap<Entry>,
    /// How many nodes were added since the list was empty, to tell the last one in. After 2^32 of them
    /// it begins anew, and nodes of equal priority may change places.
    added: u32,
}

/// The greatest is taken out first: the lowest priority, and of equal ones the one added last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    priority: Priority,
    added: u32,
    id: NodeId,
}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.priority.cmp(&self.priority).then(self.added.cmp(&other.added))
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl KeyedQueue {
    /// Whether another node can be added without more memory.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.nodes.capacity()
    }
}

impl OpenList for KeyedQueue {
    #[cold]
    fn reserve(&mut self, _: Priority, allowance: usize) -> Result<(), Full> {
        if self.has_room() {
            return Ok(());
        }
        let allowed = allowance / size_of::<Entry>();
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
        self.nodes.push(Entry { priority, added: self.added, id });
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
        self.nodes.capacity() * size_of::<Entry>()
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
