//! An open list of numbers.

use super::ring::Ring;
use super::room::growth;
use super::{Full, KeyedQueue, NodeId, OpenList, Priority};

/// Numbers by `f`: a ring with one stack for each `f`, and a heap for what is outside of the ring.
///
/// A number takes 4 bytes, and may be in the list several times. Among equal `f`, the one added last
/// is popped first, so nothing is sorted: push and pop take constant time in the ring.
///
/// A number in the ring was added later than any in the heap of the same `f`. For the ring covers
/// that `f` since then, as it slides upwards while it has numbers, and never becomes shorter.
#[derive(Debug, Default)]
pub(crate) struct NumberQueue {
    ring: Ring<Vec<u32>>,
    /// How many numbers fit into the stacks.
    capacity: usize,
    heap: KeyedQueue,
}

impl NumberQueue {
    /// Adds a number, less than [`u32::MAX`]. The whole list may take up to `limit` bytes.
    #[expect(clippy::inline_always, reason = "a part of the loop of the search")]
    #[inline(always)]
    pub(crate) fn push_within(&mut self, number: u32, f: u32, limit: usize) -> Result<(), Full> {
        // If `f` is below the ring, the distance wraps.
        let distance = u64::from(f).wrapping_sub(self.ring.first().into());
        if distance < self.ring.count() as u64 {
            let place = self.ring.place(f);
            let stack = self.ring.stack_mut(place);
            if stack.len() < stack.capacity() {
                stack.push(number);
                self.ring.has_pushed(place);
                return Ok(());
            }
        }
        self.push_with_room(number, f, limit.saturating_sub(self.bytes()))
    }

    /// Makes room for a number, if that takes at most `allowance` bytes, and adds it.
    #[cold]
    #[inline(never)]
    fn push_with_room(&mut self, number: u32, f: u32, mut allowance: usize) -> Result<(), Full> {
        let ring = &mut self.ring;
        if ring.len == 0 {
            ring.slide(f);
        }
        let distance = ring.distance(f);
        if distance >= ring.count() {
            if let Some(count) = ring.longer(distance, ring.len + self.heap.len()) {
                let before = ring.bytes();
                ring.lengthen(count, allowance);
                allowance -= ring.bytes() - before;
            }
        }
        if distance >= ring.count() {
            let id = NodeId::from_index(number as usize).ok_or(Full::Ids)?;
            let limit = allowance.saturating_add(self.heap.bytes());
            return self.heap.push_within(id, Priority::new(f, 0), limit).map(|_| ());
        }
        let place = ring.place(f);
        let stack = ring.stack_mut(place);
        let before = stack.capacity();
        if stack.len() == before {
            let more = growth(before, size_of::<u32>(), allowance)?;
            stack.try_reserve_exact(more).map_err(|_| Full::Allocator)?;
            self.capacity += stack.capacity() - before;
        }
        stack.push(number);
        ring.has_pushed(place);
        Ok(())
    }

    /// Removes the number added last among those of the lowest `f`, and returns it with its `f`.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.ring.stack(self.ring.place(self.ring.first())).is_none_or(Vec::is_empty) {
            match self.ring.first_used() {
                Some(f) => self.ring.slide(f),
                None => return self.pop_from_heap(),
            }
        }
        let f = self.ring.first();
        if self.heap.lowest_f().is_some_and(|lowest| lowest < f) {
            return self.pop_from_heap();
        }
        let place = self.ring.place(f);
        let stack = self.ring.stack_mut(place);
        let number = stack.pop()?;
        let is_empty = stack.is_empty();
        self.ring.has_popped(place, is_empty);
        Some((number, f))
    }

    /// The number that is popped next, with its `f`.
    pub(crate) fn peek(&self) -> Option<(u32, u32)> {
        let in_ring = self.ring.first_used();
        let in_heap = self.heap.first().map(|(id, priority)| (id.number() - 1, priority.f()));
        let in_heap = in_heap.filter(|&(_, f)| in_ring.is_none_or(|lowest| f < lowest));
        in_heap.or_else(|| {
            let stack = self.ring.stack(self.ring.place(in_ring?))?;
            Some((*stack.last()?, in_ring?))
        })
    }

    #[cold]
    #[inline(never)]
    fn pop_from_heap(&mut self) -> Option<(u32, u32)> {
        let (id, priority) = self.heap.pop(|_| None)?;
        Some((id.number() - 1, priority.f()))
    }

    /// The lowest `f` in the list.
    pub(crate) fn lowest_f(&mut self) -> Option<u32> {
        self.heap.lowest_f().into_iter().chain(self.ring.first_used()).min()
    }

    /// Replaces each number, and keeps their order.
    pub(crate) fn renumber(&mut self, replace: impl Fn(&mut u32)) {
        self.ring.stacks_mut().flatten().for_each(&replace);
        self.heap.renumber(|id| {
            let mut number = id.number() - 1;
            replace(&mut number);
            NodeId::from_index(number as usize).unwrap_or(id)
        });
    }

    /// The memory in use in bytes, including spare capacity.
    pub(crate) fn bytes(&self) -> usize {
        self.ring.bytes() + self.capacity * size_of::<u32>() + self.heap.bytes()
    }

    /// Removes all numbers and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.ring.clear(Vec::clear);
        self.heap.clear();
    }
}

/// The clone has no spare capacity in its stacks.
impl Clone for NumberQueue {
    fn clone(&self) -> Self {
        let (ring, heap) = (self.ring.clone(), self.heap.clone());
        let capacity = ring.iter().map(|(_, stack)| stack.capacity()).sum();
        Self { ring, capacity, heap }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::tests::any_f;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_out_as_from_a_heap(
            operations in prop::collection::vec((any_f(), 0..4usize), 1..400),
            limit in prop_oneof![Just(usize::MAX), 0..100_000usize],
        ) {
            let mut queue = NumberQueue::default();
            let mut heap = KeyedQueue::<super::super::LastIn>::default();
            for (index, (f, pops)) in operations.into_iter().enumerate() {
                let id = NodeId::from_index(index).unwrap();
                if queue.push_within(id.number() - 1, f, limit).is_ok() {
                    heap.push(id, Priority::new(f, 0));
                }
                prop_assert!(queue.bytes() <= limit);
                for _ in 0..pops {
                    prop_assert_eq!(queue.lowest_f(), heap.lowest_f());
                    let first = queue.peek();
                    let expected = heap.pop(|_| None);
                    let expected = expected.map(|(id, priority)| (id.number() - 1, priority.f()));
                    prop_assert_eq!((first, queue.pop()), (expected, expected));
                }
                match index % 97 {
                    // The clone has no spare capacity.
                    50 => queue = queue.clone(),
                    96 => {
                        queue.clear();
                        heap.clear();
                        prop_assert_eq!(queue.pop(), None);
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn numbers_are_replaced_in_their_order() {
        let mut queue = NumberQueue::default();
        // Most are in the ring, and some in the heap.
        for number in 0..1_000 {
            queue.push_within(number, 4_000_000 * (number % 3) + number / 9, usize::MAX).unwrap();
        }
        let mut replaced = queue.clone();
        replaced.renumber(|number| *number = 5_000 - *number);
        while let Some((number, f)) = queue.pop() {
            assert_eq!(replaced.pop(), Some((5_000 - number, f)));
        }
        assert_eq!(replaced.pop(), None);
    }

    #[test]
    fn repeated_use_takes_no_more_memory() {
        let mut queue = NumberQueue::default();
        let mut bytes = Vec::new();
        for _ in 0..3 {
            for number in 0..10_000 {
                queue.push_within(number, number % 3_000, usize::MAX).unwrap();
            }
            bytes.push(queue.bytes());
            queue.clear();
        }
        assert_eq!(bytes, [bytes[0]; 3]);
    }
}
