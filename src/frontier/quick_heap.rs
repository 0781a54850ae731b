//! A heap in an array that is sorted piece by piece, from its lower end.

use std::iter;

use super::Full;
use super::room::growth;

/// Up to this many items are kept sorted.
const SORTED: usize = 32;

/// The largest number of parts that are not sorted.
const PARTS: usize = 32;

/// A heap: the lowest item is taken first.
///
/// The array has a sorted part of few items, and then parts that are not sorted. All items of a
/// part are lower than those of the next one. When the sorted part is empty, the part after it is
/// split by quicksort until what is left of it is small enough to be sorted. A new item goes to the
/// part where it belongs: each part on the way to the end of the array moves one item from its
/// lower end to its upper end.
///
/// **Complexity.** Push takes constant time for items in random order, as most of them belong far
/// from the lower end, and at most time linear in the number of parts. Pop takes amortized
/// logarithmic time. Memory is read and written in sequence, which is faster than the jumps of a
/// binary heap once there are more items than a cache holds.
///
/// Reference: G. Navarro and R. Paredes, "On sorting, heaps, and minimum spanning trees",
/// *Algorithmica* 57, 2010.
#[derive(Debug)]
pub(crate) struct QuickHeap<T> {
    items: Vec<T>,
    /// The sorted part begins here. There are no items before it.
    first: usize,
    /// The parts that are not sorted, from the last one to the first one. Whenever there are items,
    /// the sorted part has some.
    parts: Vec<Unsorted<T>>,
}

/// A part that begins here and ends where the next one begins.
#[derive(Clone, Copy, Debug)]
struct Unsorted<T> {
    start: usize,
    /// No item of this part and of those after it is lower, and no item before it is higher.
    lower_bound: T,
}

impl<T> Default for QuickHeap<T> {
    fn default() -> Self {
        Self { items: Vec::new(), first: 0, parts: Vec::new() }
    }
}

impl<T: Copy + Ord> QuickHeap<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.items.len() - self.first
    }

    /// How many items can be added without more memory.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.items.capacity() - self.len()
    }

    /// Reserves room for an item, if that takes at most `allowance` bytes.
    pub(crate) fn reserve(&mut self, mut allowance: usize) -> Result<(), Full> {
        if self.room() > 0 {
            return Ok(());
        }
        let capacity = self.items.capacity();
        if capacity >= SORTED && self.parts.capacity() < PARTS {
            let bytes = PARTS * size_of::<Unsorted<T>>();
            allowance = allowance.checked_sub(bytes).ok_or(Full::Allowance)?;
            self.parts.try_reserve_exact(PARTS).map_err(|_| Full::Allocator)?;
        }
        let most = if capacity < SORTED { SORTED - capacity } else { usize::MAX };
        let more = growth(capacity.max(SORTED / 2), size_of::<T>(), allowance)?.min(most);
        self.items.try_reserve_exact(more).map_err(|_| Full::Allocator)
    }

    /// Adds an item, if there is room.
    #[inline]
    pub(super) fn try_push(&mut self, item: T) -> Result<(), Full> {
        if self.room() == 0 {
            return Err(Full::Allowance);
        }
        self.push(item);
        Ok(())
    }

    /// The lowest item.
    #[inline]
    pub(crate) fn peek(&self) -> Option<&T> {
        self.items.get(self.first)
    }

    /// All items, in no particular order.
    #[inline]
    pub(super) fn items(&self) -> &[T] {
        &self.items[self.first..]
    }

    /// All items, in no particular order. How they compare must not change.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items[self.first..].iter_mut()
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.parts.clear();
        self.first = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.parts.capacity() * size_of::<Unsorted<T>>()
    }

    /// Adds an item. There is [room](Self::room).
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        let is_full = self.items.len() == self.items.capacity();
        if is_full || !self.parts.is_empty() {
            return self.push_to_part(item);
        }
        self.items.push(item);
        self.sort_last(self.items.len() - 1, item);
    }

    /// Adds an item, whatever parts there are.
    #[inline(never)]
    fn push_to_part(&mut self, item: T) {
        if self.items.len() == self.items.capacity() && !self.move_down() {
            return self.push_from_below(item);
        }
        let mut hole = self.items.len();
        self.items.push(item);
        for part in &mut self.parts {
            if item >= part.lower_bound {
                self.items[hole] = item;
                return;
            }
            self.items[hole] = self.items[part.start];
            hole = part.start;
            part.start += 1;
        }
        self.sort_last(hole, item);
    }

    /// Adds an item to the sorted part, which ends at a hole.
    #[inline]
    fn sort_last(&mut self, hole: usize, item: T) {
        if let Some((mut hole, lower)) = self.items[self.first..=hole].split_last_mut() {
            for place in lower.iter_mut().rev().take_while(|place| item < **place) {
                *hole = *place;
                hole = place;
            }
            *hole = item;
        }
        self.limit_sorted();
    }

    /// Removes the lowest item.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let item = *self.items.get(self.first)?;
        self.first += 1;
        if self.first == self.sorted_end() {
            self.sort_more();
        }
        Some(item)
    }

    #[inline]
    fn sorted_end(&self) -> usize {
        self.parts.last().map_or(self.items.len(), |part| part.start)
    }

    /// Adds an item when there is room only at the lower end of the array. Each part before the one
    /// where the item belongs moves one item from its upper end to its lower end.
    #[cold]
    #[inline(never)]
    fn push_from_below(&mut self, item: T) {
        let sorted_end = self.sorted_end();
        let mut hole = self.first - 1;
        self.first = hole;
        let is_sorted = self.parts.last().is_none_or(|part| item < part.lower_bound);
        if is_sorted {
            while hole + 1 < sorted_end && self.items[hole + 1] < item {
                self.items[hole] = self.items[hole + 1];
                hole += 1;
            }
            self.items[hole] = item;
            return self.limit_sorted();
        }
        self.items.copy_within(hole + 1..sorted_end, hole);
        for index in (0..self.parts.len()).rev() {
            let part = &mut self.parts[index];
            part.start -= 1;
            hole = part.start;
            match index.checked_sub(1).map(|next| self.parts[next]) {
                Some(next) if item >= next.lower_bound => {
                    self.items[hole] = self.items[next.start - 1];
                }
                _ => break,
            }
        }
        self.items[hole] = item;
    }

    /// Moves all items to the start of the array, if they are few or there is enough room before
    /// them to be worth it. Returns whether it did.
    #[cold]
    #[inline(never)]
    fn move_down(&mut self) -> bool {
        let len = self.len();
        if len > SORTED && self.first < len / 2 + 1 {
            return false;
        }
        self.items.copy_within(self.first.., 0);
        self.items.truncate(len);
        self.parts.iter_mut().for_each(|part| part.start -= self.first);
        self.first = 0;
        true
    }

    /// Keeps the sorted part small.
    #[inline]
    fn limit_sorted(&mut self) {
        if self.sorted_end() - self.first > SORTED {
            let start = self.first + SORTED / 2;
            self.split(start, self.items[start]);
        }
    }

    /// From `start` on, the items before the first part become a part of their own.
    fn split(&mut self, start: usize, lower_bound: T) {
        if self.parts.len() == PARTS {
            // The two neighbours that are smallest together become one part.
            let ends = iter::once(self.items.len()).chain(self.parts.iter().map(|part| part.start));
            let starts = self.parts.iter().skip(1).map(|part| part.start);
            let sizes = ends.zip(starts).map(|(end, start)| end - start);
            let smallest = sizes.enumerate().min_by_key(|&(_, size)| size);
            self.parts.remove(smallest.map_or(0, |(index, _)| index));
        }
        self.parts.push(Unsorted { start, lower_bound });
    }

    /// Makes a new sorted part from the first items of the part that comes next.
    #[cold]
    #[inline(never)]
    fn sort_more(&mut self) {
        if self.parts.pop().is_none() {
            return self.clear();
        }
        while self.sorted_end() - self.first > SORTED {
            let end = self.sorted_end();
            let items = &mut self.items[self.first..end];
            let (mut lower, mut pivot) = partition(items);
            if lower.min(items.len() - lower) < items.len() / 8 {
                // Such pivots would take quadratic time.
                lower = items.len() / 2;
                pivot = *items.select_nth_unstable(lower).1;
            }
            self.split(self.first + lower, pivot);
        }
        let end = self.sorted_end();
        self.items[self.first..end].sort_unstable();
    }
}

/// Reorders the items into two parts that are not empty, and returns the index where the second
/// begins, and a pivot. No item of the first part is above the pivot, and none of the second below
/// it.
///
/// The loop has no branches that depend on the items. (The partition is from N. Lomuto: J. Bentley,
/// *Programming Pearls*, column 11.)
fn partition<T: Copy + Ord>(items: &mut [T]) -> (usize, T) {
    let (middle, last) = (items.len() / 2, items.len() - 1);
    // The median of three goes to the end.
    let (a, b, c) = (items[0], items[middle], items[last]);
    let median = if (a < b) == (b < c) {
        middle
    } else if (b < a) == (a < c) {
        0
    } else {
        last
    };
    items.swap(median, last);
    let pivot = items[last];
    let mut lower = 0;
    for index in 0..last {
        let item = items[index];
        items.swap(index, lower);
        lower += usize::from(item < pivot);
    }
    items.swap(lower, last);
    (lower.max(1), pivot)
}

impl<T: Clone> Clone for QuickHeap<T> {
    fn clone(&self) -> Self {
        // The room for parts is there whenever there may be parts.
        let mut parts = Vec::with_capacity(self.parts.capacity());
        parts.extend_from_slice(&self.parts);
        Self { items: self.items.clone(), first: self.first, parts }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::cmp::{Ordering, Reverse};
    use std::collections::BinaryHeap;

    use proptest::prelude::*;

    use super::*;

    /// Checks what the documentation says of the parts.
    fn assert_parts(heap: &QuickHeap<u32>) {
        let mut end = heap.items.len();
        for part in &heap.parts {
            assert!(part.start < end, "{heap:?}");
            assert!(heap.items[part.start..].iter().all(|&item| item >= part.lower_bound));
            assert!(
                heap.items[heap.first..part.start].iter().all(|&item| item <= part.lower_bound)
            );
            end = part.start;
        }
        assert!(heap.items[heap.first..end].is_sorted(), "{heap:?}");
        assert!(heap.first < end || heap.items.is_empty(), "{heap:?}");
        assert!(end - heap.first <= SORTED, "{heap:?}");
        assert!(heap.parts.len() <= PARTS, "{heap:?}");
    }

    proptest! {
        /// Items in rising, falling or random order, with few or many different values, with and
        /// without a limit on memory.
        #[test]
        fn items_come_out_as_from_a_binary_heap(
            runs in prop::collection::vec((0..4_u32, any::<u32>(), 1..300_usize, 0..300_usize), 1..8),
            bits in prop_oneof![Just(0_u32), 1..6_u32, Just(32)],
            limit in prop_oneof![Just(usize::MAX), 0..4_000_usize],
        ) {
            let mask = u32::try_from((1_u64 << bits) - 1).unwrap();
            let (mut heap, mut expected) = (QuickHeap::<u32>::default(), BinaryHeap::new());
            for (kind, seed, pushes, pops) in runs {
                for index in 0..u32::try_from(pushes).unwrap() {
                    let item = match kind {
                        0 => index,
                        1 => !index,
                        _ => (index ^ seed).wrapping_mul(0x9e37_79b9).rotate_left(16),
                    };
                    let item = item & mask;
                    let room = heap.room() > 0;
                    let allowance = limit.saturating_sub(heap.bytes());
                    prop_assert!(heap.reserve(allowance).is_ok() || !room);
                    prop_assert!(heap.bytes() <= limit);
                    if heap.room() > 0 {
                        heap.push(item);
                        expected.push(Reverse(item));
                        // Some are taken while others are added.
                        if kind == 3 && index % 3 > 0 {
                            prop_assert_eq!(heap.pop(), expected.pop().map(|item| item.0));
                        }
                    }
                    assert_parts(&heap);
                }
                prop_assert_eq!(heap.len(), expected.len());
                heap = if pops % 2 == 0 { heap.clone() } else { heap };
                for _ in 0..pops {
                    prop_assert_eq!(heap.peek().copied(), expected.peek().map(|item| item.0));
                    prop_assert_eq!(heap.pop(), expected.pop().map(|item| item.0));
                    assert_parts(&heap);
                }
            }
        }
    }

    thread_local! {
        static COMPARISONS: Cell<usize> = const { Cell::new(0) };
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Counted(u32);

    impl Ord for Counted {
        fn cmp(&self, other: &Self) -> Ordering {
            COMPARISONS.set(COMPARISONS.get() + 1);
            self.0.cmp(&other.0)
        }
    }

    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    /// Neither bad pivots nor waves of items that come first take more than some dozen comparisons
    /// for each item.
    #[test]
    fn no_order_takes_quadratic_time() {
        const COUNT: u32 = 40_000;
        let waves = (0..COUNT).map(|at| COUNT + at).chain((0..20).flat_map(|_| (0..1_400).rev()));
        let orders: [Vec<u32>; 4] = [
            (0..40).chain((0..COUNT).map(|at| 40 + at.abs_diff(COUNT / 2))).collect(),
            vec![7; 4_000],
            (0..COUNT).rev().collect(),
            waves.collect(),
        ];
        for order in orders {
            COMPARISONS.set(0);
            let mut heap = QuickHeap::default();
            for (index, &item) in order.iter().enumerate() {
                heap.reserve(usize::MAX).unwrap();
                heap.push(Counted(item));
                if item == 0 && index > 0 {
                    for _ in 0..1_400 {
                        heap.pop();
                    }
                }
            }
            while heap.pop().is_some() {}
            let each = COMPARISONS.get() / order.len();
            assert!(each < 100, "{each}");
        }
    }
}
