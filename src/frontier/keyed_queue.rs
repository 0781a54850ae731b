//! An open list for any priorities: a heap in which each node can be found by its id.

use std::cmp::Reverse;
use std::fmt;

use priority_queue::PriorityQueue;
use rustc_hash::FxBuildHasher;

use super::{Full, NodeId, OpenList, Priority};

/// The greatest is taken out first: the lowest priority, and the last one added.
type Key = (Reverse<Priority>, u64);

/// An open list on the heap of the `priority-queue` crate, for costs that range widely.
///
/// **Complexity.** Push and pop take time logarithmic in the number of nodes, whatever their
/// priorities. **Memory.** About 60 bytes for each node in the list, and it doubles while it
/// grows.
#[derive(Clone, Default)]
pub struct KeyedQueue {
    // Ids are consecutive numbers: the hasher has to spread them over all bits.
    nodes: PriorityQueue<NodeId, Key, FxBuildHasher>,
    /// How many nodes were ever added, to tell the last one in.
    pushed: u64,
    /// For how many nodes there is memory. The heap's own capacity is less after removals, until its
    /// hash table is built anew.
    capacity: usize,
}

impl KeyedQueue {
    /// An estimate of what the heap takes for one node: its entry with the hash, one slot of the
    /// hash table with its tag at three quarters full, and the two positions of the heap.
    const NODE_BYTES: usize =
        size_of::<(u64, NodeId, Key)>() + (size_of::<usize>() + 1) * 4 / 3 + 2 * size_of::<usize>();
}

impl OpenList for KeyedQueue {
    fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        let needed = self.nodes.len() + additional;
        if needed <= self.nodes.capacity() {
            return Ok(());
        }
        // As much as a hash table takes up anyway: seven eighths of a power of two.
        let target = (needed / 7 + 1).next_power_of_two() * 7;
        if target.saturating_sub(self.capacity).saturating_mul(Self::NODE_BYTES) > allowance {
            return Err(Full::Allowance);
        }
        self.nodes.try_reserve(target - self.nodes.len()).map_err(|_| Full::Allocator)?;
        self.capacity = self.capacity.max(target);
        Ok(())
    }

    fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        self.nodes.push(id, (Reverse(priority), self.pushed));
        self.pushed += 1;
        self.capacity = self.capacity.max(self.nodes.len());
        None
    }

    fn pop(&mut self, _: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        let (id, (Reverse(priority), _)) = self.nodes.pop()?;
        Some((id, priority))
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.pushed = 0;
    }

    fn lowest(&self) -> Option<Priority> {
        let (_, (Reverse(priority), _)) = self.nodes.peek()?;
        Some(*priority)
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.capacity * Self::NODE_BYTES
    }

    fn iter(
        &self,
        _: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)> {
        let mut nodes: Vec<_> = self.nodes.iter().collect();
        nodes.sort_unstable_by(|(_, a), (_, b)| b.cmp(a));
        nodes.into_iter().map(|(&id, (Reverse(priority), _))| (id, *priority))
    }
}

// Written out, because the hasher has none.
impl fmt::Debug for KeyedQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter(|_| None)).finish()
    }
}
