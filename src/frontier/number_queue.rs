//! An open list of numbers.

use super::quick_heap::QuickHeap;
use super::ring::Ring;
use super::room::growth;
use super::{Full, Priority};

/// Numbers by `f`: a ring with one stack for each `f`, and a heap for what is outside of the ring.
/// With [columns](Self::set_columns), there is one stack for each `f` and each low `h`, so that the
/// lowest `h` comes first among equal `f`.
///
/// A number takes 4 bytes in the ring and 12 in the heap, and may be in the list several times.
/// Among those of one stack, the one added last is popped first, so nothing is sorted: push and pop
/// take constant time in the ring.
///
/// Of the numbers of one key, those in the ring were added after those in the heap. While it has
/// numbers, the ring only slides upwards, and it never becomes shorter. So while it has a number of
/// a key, no number of that key goes to the heap.
#[derive(Debug, Default)]
pub(crate) struct NumberQueue {
    /// By [order](Self::order). It begins with the first column of an `f`.
    ring: Ring<Vec<u32>>,
    columns_log2: u32,
    last_column: u32,
    /// How many numbers fit into the stacks.
    capacity: usize,
    heap: QuickHeap<Far>,
    /// How many numbers were added to the heap since it was empty.
    added: u32,
}

/// A number outside of the ring, in 12 bytes.
///
/// With 256 columns, the count of numbers added wraps after 2^24. Then numbers of equal `f` and
/// column may come out in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(Rust, packed(4))]
struct Far {
    /// From the highest bits to the lowest: `f`, the column, and the complement of the count of
    /// those added, in the bits that are left.
    order: u64,
    number: u32,
}

/// A number of the list, with its `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenNumber {
    pub(crate) number: u32,
    pub(crate) f: u32,
}

impl Far {
    fn open(self) -> OpenNumber {
        OpenNumber { number: self.number, f: (self.order >> u32::BITS) as u32 }
    }
}

impl NumberQueue {
    /// With more columns, the ring would cover fewer than 256 values of `f`.
    const MOST_COLUMNS_LOG2: u32 = 8;

    /// From now on, each `h` up to this one has a column. The last column also takes every `h` for
    /// which there is none. If that takes more than 256 columns, there is only one column. The list
    /// must be empty.
    pub(crate) fn set_columns(&mut self, highest: u32) {
        let columns_log2 = u32::BITS - highest.leading_zeros();
        self.columns_log2 = if columns_log2 > Self::MOST_COLUMNS_LOG2 { 0 } else { columns_log2 };
        self.last_column = (1 << self.columns_log2) - 1;
    }

    /// The place of a priority in the order of the list: `f`, and then the column. It is the key in
    /// the ring, unless it is too high for that.
    #[inline]
    fn order(&self, priority: Priority, has_columns: bool) -> u64 {
        let (f, column) = (u64::from(priority.f()), priority.h().min(self.last_column));
        if has_columns { f << self.columns_log2 | u64::from(column) } else { f }
    }

    /// The `f` of a key.
    #[inline]
    fn f_of(&self, key: u32) -> u32 {
        key >> self.columns_log2
    }

    /// Lets the ring begin at the `f` of this key.
    #[inline]
    fn slide(&mut self, key: u32) {
        self.ring.first = self.f_of(key) << self.columns_log2;
    }

    /// Adds a number, less than [`u32::MAX`]. The whole list may take up to `limit` bytes.
    /// `has_columns` must be `true` if the list has columns; it is mostly a constant.
    #[expect(clippy::inline_always, reason = "a part of the loop of the search")]
    #[inline(always)]
    pub(crate) fn push_within(
        &mut self,
        number: u32,
        priority: Priority,
        has_columns: bool,
        limit: usize,
    ) -> Result<(), Full> {
        let order = self.order(priority, has_columns);
        if let Ok(key) = u32::try_from(order) {
            // If the key is below the ring, the distance wraps.
            let distance = u64::from(key).wrapping_sub(self.ring.first.into());
            if distance < self.ring.count() as u64 {
                let place = self.ring.place(key);
                let stack = self.ring.stack_mut(place);
                if stack.len() < stack.capacity() {
                    stack.push(number);
                    self.ring.note_push(place);
                    return Ok(());
                }
            }
        }
        self.push_with_room(number, order, limit.saturating_sub(self.bytes()))
    }

    /// Makes room for a number, if that takes at most `allowance` bytes, and adds it.
    #[cold]
    #[inline(never)]
    fn push_with_room(
        &mut self,
        number: u32,
        order: u64,
        mut allowance: usize,
    ) -> Result<(), Full> {
        let key = u32::try_from(order).ok();
        if let (Some(key), 0) = (key, self.ring.len) {
            self.slide(key);
        }
        let ring = &mut self.ring;
        let distance = key.and_then(|key| key.checked_sub(ring.first));
        let distance = distance.map_or(usize::MAX, |distance| distance as usize);
        if let Some(count) = ring.longer(distance, ring.len + self.heap.len()) {
            ring.lengthen(count, &mut allowance);
        }
        let Some(key) = key.filter(|_| distance < ring.count()) else {
            self.heap.reserve(allowance)?;
            self.added = if self.heap.len() == 0 { 0 } else { self.added.wrapping_add(1) };
            // The highest bits make room for the column.
            let added = u64::from(!self.added << self.columns_log2 >> self.columns_log2);
            let order = order << (u32::BITS - self.columns_log2) | added;
            return self.heap.try_push(Far { order, number });
        };
        let place = ring.place(key);
        let stack = ring.stack_mut(place);
        let before = stack.capacity();
        if stack.len() == before {
            let more = growth(before, size_of::<u32>(), allowance)?;
            stack.try_reserve_exact(more).map_err(|_| Full::Allocator)?;
            self.capacity += stack.capacity() - before;
        }
        stack.push(number);
        ring.note_push(place);
        Ok(())
    }

    /// Removes the number added last among those of the lowest `f` and column, and returns it with
    /// its `f`. `has_columns` is as in [`push_within`](Self::push_within).
    #[inline]
    pub(crate) fn pop(&mut self, has_columns: bool) -> Option<OpenNumber> {
        let is_alone = self.heap.len() == 0;
        let first = is_alone.then(|| self.pop_from_ring(self.ring.first, has_columns)).flatten();
        first.or_else(|| self.pop_beyond())
    }

    /// Removes the last number of the stack for a key, if there is one.
    #[inline]
    fn pop_from_ring(&mut self, key: u32, has_columns: bool) -> Option<OpenNumber> {
        let place = self.ring.place(key);
        self.ring.stack(place)?;
        let stack = self.ring.stack_mut(place);
        let number = stack.pop()?;
        let is_empty = stack.is_empty();
        self.ring.note_pop(place, is_empty);
        Some(OpenNumber { number, f: if has_columns { self.f_of(key) } else { key } })
    }

    /// The key of the first number, if that is in the ring.
    fn key_in_ring(&self) -> Option<u32> {
        let key = self.ring.first_used()?;
        let order = |far: &Far| far.order >> (u32::BITS - self.columns_log2);
        let is_later = |lowest| order(lowest) >= u64::from(key);
        self.heap.peek().is_none_or(is_later).then_some(key)
    }

    /// As [`pop`](Self::pop), if the first stack is empty or the heap is not.
    fn pop_beyond(&mut self) -> Option<OpenNumber> {
        if let Some(key) = self.key_in_ring() {
            self.slide(key);
            return self.pop_from_ring(key, true);
        }
        self.heap.pop().map(Far::open)
    }

    /// The number that is popped next, with its `f`.
    pub(crate) fn peek(&self) -> Option<OpenNumber> {
        if let Some(key) = self.key_in_ring() {
            let stack = self.ring.stack(self.ring.place(key))?;
            return Some(OpenNumber { number: *stack.last()?, f: self.f_of(key) });
        }
        self.heap.peek().copied().map(Far::open)
    }

    /// The lowest `f` in the list.
    pub(crate) fn lowest_f(&self) -> Option<u32> {
        self.peek().map(|first| first.f)
    }

    /// Replaces each number, and keeps their order.
    pub(crate) fn renumber(&mut self, replace: impl Fn(u32) -> u32) {
        self.ring.stacks_mut().flatten().for_each(|number| *number = replace(*number));
        self.heap.iter_mut().for_each(|far| far.number = replace(far.number));
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
        Self { ring, capacity, heap, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::NodeId;
    use super::super::keyed::tests::Heap;
    use super::super::ring::tests::any_f;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_out_as_from_a_heap(
            operations in prop::collection::vec((any_f(), 0..80u32, 0..4usize), 1..400),
            highest in prop_oneof![Just(0), 1..70u32, 200..300u32],
            limit in prop_oneof![Just(usize::MAX), 0..100_000usize],
        ) {
            let mut queue = NumberQueue::default();
            queue.set_columns(highest);
            let last = if highest < 256 { (highest + 1).next_power_of_two() - 1 } else { 0 };
            let mut heap = Heap::default();
            for (index, (f, h, pops)) in operations.into_iter().enumerate() {
                let id = NodeId::from_index(index).unwrap();
                let priority = Priority::new(f, h);
                if queue.push_within(id.number() - 1, priority, highest > 0, limit).is_ok() {
                    heap.push(id, Priority::new(f, h.min(last)));
                }
                prop_assert!(queue.bytes() <= limit);
                for _ in 0..pops {
                    prop_assert_eq!(queue.lowest_f(), heap.lowest_f());
                    let first = queue.peek();
                    let expected = heap.pop();
                    let expected = expected.map(|(id, priority)| OpenNumber {
                        number: id.number() - 1,
                        f: priority.f(),
                    });
                    prop_assert_eq!((first, queue.pop(highest > 0)), (expected, expected));
                }
                match index % 97 {
                    // The clone has no spare capacity.
                    50 => queue = queue.clone(),
                    96 => {
                        queue.clear();
                        heap.clear();
                        prop_assert_eq!(queue.pop(highest > 0), None);
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
            let f = 4_000_000 * (number % 3) + number / 9;
            queue.push_within(number, Priority::new(f, 0), false, usize::MAX).unwrap();
        }
        let mut replaced = queue.clone();
        replaced.renumber(|number| 5_000 - number);
        while let Some(OpenNumber { number, f }) = queue.pop(false) {
            assert_eq!(replaced.pop(false), Some(OpenNumber { number: 5_000 - number, f }));
        }
        assert_eq!(replaced.pop(false), None);
    }

    #[test]
    fn repeated_use_takes_no_more_memory() {
        let mut queue = NumberQueue::default();
        let mut bytes = Vec::new();
        for _ in 0..3 {
            for number in 0..10_000 {
                let priority = Priority::new(number % 3_000, 0);
                queue.push_within(number, priority, false, usize::MAX).unwrap();
            }
            bytes.push(queue.bytes());
            queue.clear();
        }
        assert_eq!(bytes, [bytes[0]; 3]);
    }
}
