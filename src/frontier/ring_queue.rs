//! An open list for priorities of a wide range: a ring of stacks, and a heap.

use std::num::NonZeroU32;

use super::keyed::Keyed;
use super::quick_heap::QuickHeap;
use super::ring::Ring;
use super::room::growth;
use super::{Full, NodeId, Priority, lower};

/// A ring is made when there are this many nodes. Fewer are in the heap, which keeps them sorted in
/// less time than it takes to make a ring.
const NODES_FOR_RING: usize = 32;

/// An open list with one stack for each `f`, in a ring that slides as `f` rises.
///
/// The ring covers the values of `f` from the lowest one on. The stack of the lowest `f` is sorted;
/// the others are sorted when their turn comes. A node goes to a heap instead if its `f` is outside
/// of the ring, if it does not belong on top of the sorted stack, or if there are few nodes. Among
/// nodes of equal priority, the one added last is popped first.
///
/// In A\* with a consistent heuristic, if each step can be undone at the same cost, no `f` in the
/// open list exceeds the lowest one by more than twice the highest cost of a step, and a successor
/// with the lowest `f` belongs on top of its stack. So if the ring is that long, the heap stays
/// empty once the first few nodes are taken off.
///
/// **Complexity.** For a node in the ring, push takes constant time. Pop takes time logarithmic in
/// the number of nodes with the same `f`, and passes over 64 empty stacks at a time. For a node in
/// the heap, both take time logarithmic in the number of nodes in the heap. **Memory.** 16 bytes
/// for each node in the ring and spare capacity, 4 bytes for each stack, and the heap.
#[derive(Clone, Debug, Default)]
pub(super) struct RingQueue {
    /// The top of each stack. The stack of the lowest `f` that the ring covers is sorted.
    tops: Ring<Option<Position>>,
    entries: Vec<Entry>,
    /// The entries that are not in use, linked like a stack.
    free: Option<Position>,
    heap: QuickHeap<Keyed>,
    /// The number of nodes added since the list was cleared, which orders nodes of equal priority.
    added: u32,
}

/// The number of an entry, counted from 1.
type Position = NonZeroU32;

/// A node in a stack.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: NodeId,
    h: u32,
    added: u32,
    below: Option<Position>,
}

impl Entry {
    /// What the entries of a stack are ordered by: the lowest `h` first, and then the node added
    /// last.
    #[inline]
    fn key(self) -> u64 {
        u64::from(self.h) << 32 | u64::from(!self.added)
    }
}

impl RingQueue {
    #[inline]
    fn entry(&self, position: Position) -> Entry {
        self.entries[position.get() as usize - 1]
    }

    /// The top of the stack at a place.
    #[inline]
    fn top(&self, place: usize) -> Option<Position> {
        self.tops.stack(place).copied().flatten()
    }

    #[inline]
    fn set_below(&mut self, position: Position, below: Option<Position>) {
        self.entries[position.get() as usize - 1].below = below;
    }

    /// Takes a free entry, if there is one.
    #[inline]
    fn add(&mut self, entry: Entry) -> Option<Position> {
        if let Some(position) = self.free {
            self.free = self.entry(position).below;
            self.entries[position.get() as usize - 1] = entry;
            return Some(position);
        }
        if self.entries.len() == self.entries.capacity() {
            return None;
        }
        self.entries.push(entry);
        #[expect(clippy::cast_possible_truncation, reason = "few nodes are in the list twice")]
        Position::new(self.entries.len() as u32)
    }

    /// Adds a node on top of the stack with this place, if there is a free entry.
    #[inline]
    fn push_at(&mut self, place: usize, id: NodeId, h: u32) -> Result<(), Full> {
        let (added, below) = (self.added, self.top(place));
        let top = self.add(Entry { id, h, added, below }).ok_or(Full::Allowance)?;
        *self.tops.stack_mut(place) = Some(top);
        self.tops.note_push(place);
        Ok(())
    }

    /// Pops the top of the stack with this place.
    #[inline]
    fn pop_at(&mut self, place: usize, top: Position) -> Entry {
        let entry = self.entry(top);
        *self.tops.stack_mut(place) = entry.below;
        self.tops.note_pop(place, entry.below.is_none());
        self.set_below(top, self.free);
        self.free = Some(top);
        entry
    }

    /// Sorts a stack, by natural merge sort (D. E. Knuth, *The Art of Computer Programming* 3,
    /// section 5.2.4). It takes no memory. Searches push nodes nearly in order.
    fn sort(&mut self, top: Position) -> Position {
        let (mut merged, mut rest) = self.take_run(top);
        // Sorted stacks: the one at index i is of 2^i runs.
        let mut sorted = [None; 32];
        let mut largest = 0;
        while let Some(run) = rest {
            let mut runs = 0;
            while let Some(other) = sorted[runs].take() {
                merged = self.merge(other, merged);
                runs += 1;
            }
            sorted[runs] = Some(merged);
            largest = largest.max(runs + 1);
            (merged, rest) = self.take_run(run);
        }
        let sorted = sorted[..largest].iter().flatten();
        sorted.fold(merged, |merged, &other| self.merge(merged, other))
    }

    /// Cuts a run off a stack: entries in order, or in the opposite order, which are reversed.
    /// Returns its top, and the rest of the stack.
    #[inline]
    fn take_run(&mut self, top: Position) -> (Position, Option<Position>) {
        let mut entry = self.entry(top);
        let Some(below) = entry.below else { return (top, None) };
        let is_ordered = entry.key() < self.entry(below).key();
        let (mut last, mut rest) = (top, Some(below));
        while let Some(next) = rest {
            let below = self.entry(next);
            if (entry.key() < below.key()) != is_ordered {
                break;
            }
            if !is_ordered {
                self.set_below(next, Some(last));
            }
            (last, entry, rest) = (next, below, below.below);
        }
        let (top, bottom) = if is_ordered { (top, last) } else { (last, top) };
        self.set_below(bottom, None);
        (top, rest)
    }

    /// Merges two sorted stacks.
    fn merge(&mut self, a: Position, b: Position) -> Position {
        let (top, mut other) =
            if self.entry(a).key() < self.entry(b).key() { (a, b) } else { (b, a) };
        let mut last = top;
        while let Some(next) = self.entry(last).below {
            if self.entry(other).key() < self.entry(next).key() {
                self.set_below(last, Some(other));
                (last, other) = (other, next);
            } else {
                last = next;
            }
        }
        self.set_below(last, Some(other));
        top
    }

    /// The node that is popped next, and the place of its stack. `None` if it is in the heap.
    ///
    /// The stack is sorted if that was not done before.
    #[inline]
    fn settle(&mut self) -> Option<(usize, Position)> {
        let f = self.tops.first_used()?;
        let in_heap = self.heap.peek().copied();
        if in_heap.is_some_and(|lowest| lowest.priority().f() < f) {
            return None;
        }
        let place = self.tops.place(f);
        if f != self.tops.first {
            self.tops.first = f;
            *self.tops.stack_mut(place) = self.top(place).map(|top| self.sort(top));
        }
        let top = self.top(place)?;
        let Entry { id, h, added, .. } = self.entry(top);
        let node = Keyed::new(id.number(), Priority::new(f, h), added);
        in_heap.is_none_or(|lowest| node < lowest).then_some((place, top))
    }

    /// The number of stacks for a ring that covers this distance, if it should be made.
    #[inline]
    fn longer(&self, distance: usize) -> Option<usize> {
        let (count, nodes) = (self.tops.count(), self.len());
        if count == 0 && nodes < NODES_FOR_RING { None } else { self.tops.longer(distance, nodes) }
    }

    /// Reserves room for a node with this priority, if that takes at most `allowance` more bytes.
    #[cold]
    #[inline(never)]
    pub(super) fn reserve(&mut self, priority: Priority, mut allowance: usize) -> Result<(), Full> {
        let distance = self.tops.distance(priority.f());
        if let Some(count) = self.longer(distance) {
            self.tops.lengthen(count, &mut allowance);
        }
        let is_in_ring = distance < self.tops.count();
        if is_in_ring && self.free.is_none() && self.entries.len() == self.entries.capacity() {
            // Most searches need more than a few.
            let more = growth(self.entries.len().max(32), size_of::<Entry>(), allowance)?;
            self.entries.try_reserve_exact(more).map_err(|_| Full::Allocator)?;
            allowance -= more * size_of::<Entry>();
        }
        // The stack of the lowest `f` is sorted, so not every node can be put on top of it.
        let may_be_below = distance == 0 && self.top(self.tops.place(priority.f())).is_some();
        if may_be_below || !is_in_ring {
            self.heap.reserve(allowance)?;
        }
        Ok(())
    }

    /// Adds a node, if there is [room](Self::reserve).
    #[inline]
    pub(super) fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        self.added = self.added.wrapping_add(1);
        if self.tops.count() == 0 && self.heap.len() < NODES_FOR_RING {
            return self.heap.try_push(Keyed::new(id.number(), priority, self.added));
        }
        self.push_to_ring(id, priority)
    }

    /// Adds a node to the ring, or to the heap if it belongs there.
    #[inline(never)]
    fn push_to_ring(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        let distance = self.tops.distance(priority.f());
        if distance < self.tops.count() {
            self.tops.cover(priority.f());
            let place = self.tops.place(priority.f());
            let is_on_top = |top| priority.h() <= self.entry(top).h;
            if distance > 0 || self.top(place).is_none_or(is_on_top) {
                return self.push_at(place, id, priority.h());
            }
        } else if self.tops.count() > 0 || self.longer(distance).is_some() {
            return self.push_outside(id, priority, distance);
        }
        self.heap.try_push(Keyed::new(id.number(), priority, self.added))
    }

    /// Adds a node at a distance that the ring does not reach. If its `f` is below those of the
    /// ring, nodes of the highest `f` move to the heap, so that nodes with a low `f` are in the
    /// ring.
    #[inline(never)]
    fn push_outside(
        &mut self,
        id: NodeId,
        priority: Priority,
        distance: usize,
    ) -> Result<(), Full> {
        if self.longer(distance).is_some() {
            return Err(Full::Allowance);
        }
        // The heap keeps room for this node.
        while priority.f() < self.tops.first && self.heap.room() > 1 {
            let last = self.tops.last_used();
            if self.tops.distance(priority.f()) < self.tops.count() {
                return self.try_push(id, priority);
            }
            let place = self.tops.place(last);
            let Some(top) = self.top(place) else { break };
            let Entry { id, h, added, .. } = self.pop_at(place, top);
            self.heap.push(Keyed::new(id.number(), Priority::new(last, h), added));
        }
        self.heap.try_push(Keyed::new(id.number(), priority, self.added))
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(NodeId, Priority)> {
        // The stack of the lowest `f` is sorted, so most nodes are found at once.
        let place = self.tops.place(self.tops.first);
        let top = self.top(place).filter(|_| self.heap.len() == 0).map(|top| (place, top));
        let Some((place, top)) = top.or_else(|| self.settle()) else {
            return self.heap.pop().and_then(Keyed::node);
        };
        let Entry { id, h, .. } = self.pop_at(place, top);
        Some((id, Priority::new(self.tops.first, h)))
    }

    /// Puts back the node that was popped last.
    pub(super) fn put_back(&mut self, id: NodeId, priority: Priority) -> Result<(), Full> {
        // The heap has room if the node was in it.
        let pushed = self.try_push(id, priority);
        pushed.or_else(|_| self.heap.try_push(Keyed::new(id.number(), priority, self.added)))
    }

    /// The ring keeps its length until the list is cleared. Nodes outside of it are in the heap.
    pub(super) fn fix_ring(&mut self) {
        self.tops.is_fixed = true;
    }

    /// Removes all nodes and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.tops.clear(|top| *top = None);
        self.entries.clear();
        self.heap.clear();
        (self.free, self.added) = (None, 0);
    }

    #[inline]
    pub(super) fn lowest_f(&self) -> Option<u32> {
        let in_heap = self.heap.peek().map(|lowest| lowest.priority().f());
        lower(in_heap, self.tops.first_used())
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.tops.len + self.heap.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.tops.bytes() + self.entries.capacity() * size_of::<Entry>() + self.heap.bytes()
    }

    /// Visits all nodes in the list, in any order.
    fn for_each_keyed(&self, mut visit: impl FnMut(Keyed)) {
        self.heap.items().iter().copied().for_each(&mut visit);
        for (f, &top) in self.tops.iter() {
            let mut next = top;
            while let Some(position) = next {
                let Entry { id, h, added, below } = self.entry(position);
                visit(Keyed::new(id.number(), Priority::new(f, h), added));
                next = below;
            }
        }
    }

    /// Visits all nodes in the list, in any order.
    pub(super) fn for_each(&self, visit: &mut dyn FnMut(NodeId, Priority)) {
        self.for_each_keyed(|node| node.node().into_iter().for_each(|(id, at)| visit(id, at)));
    }

    /// The nodes in the order in which they would be popped. The function is not generic, so that
    /// programs need not compile it again.
    pub(super) fn in_order(&self) -> Vec<(NodeId, Priority)> {
        let mut nodes = Vec::with_capacity(self.len());
        self.for_each_keyed(|node| nodes.push(node));
        nodes.sort_unstable();
        nodes.into_iter().filter_map(Keyed::node).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::super::keyed::tests::Heap;
    use super::super::ring;
    use super::super::ring::tests::any_f;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nodes_come_out_as_from_a_heap(
            operations in prop::collection::vec(
                (any_f(), prop_oneof![0..3u32, 0..=u32::MAX], 0..4usize),
                1..400,
            ),
            allowance in prop_oneof![Just(usize::MAX), 0..100_000usize],
        ) {
            let mut ring = RingQueue::default();
            if allowance < 1_000 {
                ring.tops.lengthen(64, &mut 0);
            }
            let mut heap = Heap::default();
            for (index, (f, h, pops)) in operations.into_iter().enumerate() {
                let (id, priority) = (NodeId::from_index(index).unwrap(), Priority::new(f, h));
                let pushed = ring.try_push(id, priority).or_else(|_| {
                    ring.reserve(priority, allowance.saturating_sub(ring.bytes()))?;
                    ring.try_push(id, priority)
                });
                if pushed.is_ok() {
                    heap.push(id, priority);
                }
                prop_assert!(ring.bytes() <= allowance);
                let mut rest = heap.clone();
                prop_assert!(ring.in_order().into_iter().eq(iter::from_fn(|| rest.pop())));
                for _ in 0..pops {
                    prop_assert_eq!(ring.lowest_f(), heap.lowest_f());
                    let popped = ring.pop();
                    prop_assert_eq!(popped, heap.pop());
                    if let Some((id, priority)) = popped.filter(|_| pops == 2) {
                        let bytes = ring.bytes();
                        ring.put_back(id, priority).unwrap();
                        prop_assert_eq!(ring.bytes(), bytes);
                        prop_assert_eq!(ring.pop(), popped);
                    }
                }
                prop_assert_eq!(ring.len(), heap.len());
                if index % 97 == 96 {
                    ring.clear();
                    heap.clear();
                    prop_assert_eq!(ring.pop(), None);
                }
            }
        }
    }

    fn push(ring: &mut RingQueue, f: u32) {
        ring.reserve(Priority::new(f, 0), usize::MAX).unwrap();
        ring.try_push(NodeId::FIRST, Priority::new(f, 0)).unwrap();
    }

    #[test]
    fn if_the_ring_is_long_enough_the_heap_stays_empty() {
        let mut ring = RingQueue::default();
        push(&mut ring, 0);
        for step in 0..5_000 {
            let (_, priority) = ring.pop().unwrap();
            push(&mut ring, priority.f() + 1 + step % 4_000);
            push(&mut ring, priority.f() + 1 + step * 7 % 4_000);
        }
        assert_eq!((ring.tops.len, ring.heap.len()), (5_001, 0));
    }

    /// As in weighted search: the nodes that are taken next are in the ring.
    #[test]
    fn the_ring_follows_where_f_falls() {
        let mut ring = RingQueue::default();
        (0..10_000).for_each(|step| push(&mut ring, 1_000_000 - 10 * step));
        let (first, in_heap) = (ring.tops.first, ring.heap.items());
        let below = in_heap.iter().filter(|node| node.priority().f() < first + 10_000).count();
        assert!(first == 900_010 && below == 0, "{first}, {below}");
    }

    #[test]
    fn a_long_ring_is_made_for_many_nodes_only() {
        let mut ring = RingQueue::default();
        (0..32).for_each(|f| push(&mut ring, f));
        assert_eq!((ring.tops.count(), ring.heap.len()), (0, NODES_FOR_RING));
        (0..1_000).for_each(|f| push(&mut ring, f));
        push(&mut ring, 10_000);
        assert_eq!((ring.tops.count(), ring.heap.len()), (1 << 11, NODES_FOR_RING + 1));
        push(&mut ring, 4_095);
        // The clone has no spare capacity.
        let mut ring = ring.clone();
        push(&mut ring, 8_192);
        assert_eq!((ring.tops.count(), ring.heap.len()), (ring::SHORT_RING, NODES_FOR_RING + 2));
        push(&mut ring, 8_191);
        assert_eq!(
            (ring.tops.count(), ring.heap.len()),
            (2 * ring::SHORT_RING, NODES_FOR_RING + 2)
        );
        (0..4_000).for_each(|f| push(&mut ring, f));
        push(&mut ring, 10_000);
        assert_eq!((ring.tops.count(), ring.heap.len()), (1 << 14, NODES_FOR_RING + 2));
    }

    #[test]
    fn nothing_is_reserved_that_is_not_needed() {
        let mut ring = RingQueue::default();
        ring.tops.lengthen(64, &mut (1 << 16));
        (7..11).for_each(|f| push(&mut ring, f));
        // The clones have no spare capacity.
        let (before, entry) = (ring.clone().bytes(), size_of::<Entry>());
        let reserve = |f, allowance| {
            let mut ring = ring.clone();
            ring.reserve(Priority::new(f, 3), allowance).map(|()| ring.bytes() - before)
        };
        assert_eq!(reserve(8, entry), Ok(entry));
        assert_eq!(reserve(1 << 20, entry), Ok(entry));
        // With the lowest `f`, a node may go to the ring or to the heap.
        assert_eq!(reserve(7, entry), Err(Full::Allowance));
        assert_eq!(reserve(7, 2 * entry), Ok(2 * entry));
    }
}
