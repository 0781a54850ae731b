//! An open list of bounded size. Its methods are inline, so that only programs with a beam compile
//! them.

use std::cmp::Reverse;

use priority_queue::DoublePriorityQueue;
use rustc_hash::FxBuildHasher;

use super::{Full, NodeId, Priority};

/// The least key is popped first: the lowest priority and, among equal priorities, the node added
/// last. The greatest key is evicted.
type Key = (Priority, Reverse<u64>);

/// A double-ended priority queue. The best node is popped at one end. If there are too many nodes,
/// the worst is evicted at the other. Both take time logarithmic in the width.
#[derive(Clone, Debug)]
pub(crate) struct BoundedQueue {
    // Ids are consecutive numbers, so the hasher must spread them over all bits.
    nodes: DoublePriorityQueue<NodeId, Key, FxBuildHasher>,
    width: usize,
    /// The number of nodes added so far, which orders nodes of equal priority.
    pushed: u64,
    /// The number of nodes for which memory is allocated. The queue has less than half as many
    /// nodes: a fuller hash table may grow by itself when nodes are removed and others added.
    capacity: usize,
}

impl BoundedQueue {
    /// The bytes for this many nodes, which are seven eighths of a power of two. Each node has an
    /// entry with the hash, and two positions in the heap. Every seven nodes have eight slots of
    /// the hash table, with their tags.
    const fn bytes_for(capacity: usize) -> usize {
        let node = size_of::<(u64, NodeId, Key)>() + 2 * size_of::<usize>();
        let slots = capacity / 7 * 8;
        capacity.saturating_mul(node).saturating_add(slots.saturating_mul(size_of::<usize>() + 1))
    }

    /// An empty queue. A width of 0 counts as 1.
    #[inline]
    pub(crate) fn new(width: usize) -> Self {
        let width = width.max(1);
        Self { nodes: DoublePriorityQueue::default(), width, pushed: 0, capacity: 0 }
    }

    /// An empty queue of the same width, without memory.
    pub(crate) fn fresh(&self) -> Self {
        Self::new(self.width)
    }

    /// Reserves room for `additional` more nodes, not counting those that the width evicts, if that
    /// takes at most `allowance` bytes.
    #[inline]
    pub(crate) fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        if self.has_room(additional) {
            return Ok(());
        }
        let needed = (self.nodes.len() + additional).min(self.width.saturating_add(1));
        // The capacity that a hash table allocates anyway: seven eighths of a power of two.
        let target = (2 * needed / 7 + 1).next_power_of_two() * 7;
        if Self::bytes_for(target) - self.bytes() > allowance {
            return Err(Full::Allowance);
        }
        self.nodes.try_reserve(target - self.nodes.len()).map_err(|_| Full::Allocator)?;
        self.capacity = target;
        Ok(())
    }

    /// Whether there is room for `additional` more nodes, not counting those that the width evicts.
    #[inline]
    pub(crate) fn has_room(&self, additional: usize) -> bool {
        // One more than the width: a node is added before another is evicted.
        (self.nodes.len() + additional).min(self.width.saturating_add(1)) < self.capacity / 2
    }

    /// Adds a node, or changes the priority of a node that is in the queue. If the queue then
    /// exceeds its width, evicts and returns the worst node, which may be the new one.
    #[inline]
    pub(crate) fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        self.nodes.push(id, (priority, Reverse(self.pushed)));
        self.pushed += 1;
        if self.nodes.len() > self.width {
            return self.nodes.pop_max().map(|(worst, _)| worst);
        }
        None
    }

    /// Removes the node with the lowest priority; among equal priorities, the node added last.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(NodeId, Priority)> {
        let (id, (priority, _)) = self.nodes.pop_min()?;
        Some((id, priority))
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Removes all nodes and keeps the memory.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.pushed = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        Self::bytes_for(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_out_and_the_worst_are_evicted() {
        let id = |index| NodeId::from_index(index).unwrap();
        let mut queue = BoundedQueue::new(3);
        let push = |queue: &mut BoundedQueue, index: usize, f| {
            queue.push(id(index), Priority::new(f, 0)).map(NodeId::index)
        };
        assert_eq!(push(&mut queue, 0, 5), None);
        assert_eq!(push(&mut queue, 1, 7), None);
        assert_eq!(push(&mut queue, 2, 7), None);
        // Evicts the oldest of the worst nodes, or the new node if it is the worst.
        assert_eq!(push(&mut queue, 3, 6), Some(1));
        assert_eq!(push(&mut queue, 4, 9), Some(4));
        // The node is in the queue already, so it only moves.
        assert_eq!(push(&mut queue, 2, 5), None);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order.iter().map(|(id, _)| id.index()).collect::<Vec<_>>(), [2, 0, 3]);
        assert_eq!(order.iter().map(|(_, priority)| priority.f()).collect::<Vec<_>>(), [5, 5, 6]);
    }

    #[test]
    fn a_wide_queue_grows_as_it_needs_and_within_the_allowance_to_the_byte() {
        let mut queue = BoundedQueue::new(usize::MAX);
        for (count, known) in [(10, 0), (100, 10), (1_000, 110)] {
            let (before, mut larger) = (queue.bytes(), queue.clone());
            larger.reserve(count, usize::MAX).unwrap();
            assert!(larger.bytes() <= 200 * (known + count));
            let bytes = larger.bytes() - before;
            assert_eq!(queue.reserve(count, bytes - 1), Err(Full::Allowance));
            assert_eq!(queue.bytes(), before);
            assert_eq!(queue.reserve(count, bytes), Ok(()));
            assert!(queue.has_room(count));
            for index in known..known + count {
                queue.push(NodeId::from_index(index).unwrap(), Priority::new(7, 0));
            }
            assert_eq!(queue.len(), known + count);
        }
    }
}
