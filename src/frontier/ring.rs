//! Stacks by `f`, in a ring that slides as `f` rises.

use std::mem;

/// The largest number of stacks.
const MOST_STACKS: usize = 1 << 16;

/// The smallest number of stacks: one word of the bitmap.
const LEAST_STACKS: usize = u64::BITS as usize;

/// A ring is made about four times as long as needed, up to this many stacks. One of up to twice as
/// many is made whenever the allowance permits. A longer one may take [`NODE_BYTES`] for each node
/// in the list.
pub(super) const SHORT_RING: usize = 1 << 12;

/// The first ring has stacks of this many bytes, if that is allowed: a shorter one would soon be
/// replaced.
const FIRST_BYTES: usize = 1 << 13;

/// The number of bytes that the ring may take for each node in the list.
const NODE_BYTES: usize = 1 << 4;

/// One stack `T` for each `f`, from the lowest one on.
///
/// Reference: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering",
/// *Communications of the ACM* 12(11), 1969.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring<T> {
    /// A stack has the place of its `f` modulo the number of stacks, which is a power of two.
    stacks: Vec<T>,
    /// One bit for each stack: whether it has entries.
    used: Vec<u64>,
    /// The lowest `f` that the ring covers. It is only raised past stacks that are empty.
    pub(super) first: u32,
    /// No node in a stack has a higher `f`.
    highest: u32,
    /// The number of nodes in stacks.
    pub(super) len: usize,
    /// Whether the ring keeps its length until it is [cleared](Self::clear): because memory for a
    /// longer one was refused, or because the list needs none.
    pub(super) is_fixed: bool,
}

impl<T: Default> Ring<T> {
    /// The number of stacks.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.stacks.len()
    }

    /// The place of the stack for an `f` that is covered.
    #[inline]
    pub(super) fn place(&self, f: u32) -> usize {
        f as usize & self.stacks.len().wrapping_sub(1)
    }

    /// The stack at a place, if there are stacks.
    #[inline]
    pub(super) fn stack(&self, place: usize) -> Option<&T> {
        self.stacks.get(place)
    }

    #[inline]
    pub(super) fn stack_mut(&mut self, place: usize) -> &mut T {
        &mut self.stacks[place]
    }

    /// Extends the range of the ring to this `f`. The ring must be long enough.
    #[inline]
    pub(super) fn cover(&mut self, f: u32) {
        let is_empty = self.len == 0;
        self.first = if is_empty { f } else { self.first.min(f) };
        self.highest = if is_empty { f } else { self.highest.max(f) };
    }

    /// Notes that there is one node more in the stack at this place.
    #[inline]
    pub(super) fn note_push(&mut self, place: usize) {
        self.used[place / LEAST_STACKS] |= 1 << (place % LEAST_STACKS);
        self.len += 1;
    }

    /// Notes that there is one node less in the stack at this place.
    #[inline]
    pub(super) fn note_pop(&mut self, place: usize, is_empty: bool) {
        if is_empty {
            self.used[place / LEAST_STACKS] &= !(1 << (place % LEAST_STACKS));
        }
        self.len -= 1;
    }

    /// The distance of an `f` from the lowest one, or if it is below that, from the highest one. It
    /// is 0 for an empty ring, which may begin anywhere.
    #[inline]
    pub(super) fn distance(&self, f: u32) -> usize {
        if self.len == 0 {
            return 0;
        }
        f.checked_sub(self.first).unwrap_or_else(|| self.highest - f) as usize
    }

    /// The number of stacks for a longer ring that covers this distance, if it should be made. The
    /// list has `nodes` nodes.
    #[inline]
    pub(super) fn longer(&self, distance: usize, nodes: usize) -> Option<usize> {
        if distance < self.count() || distance >= MOST_STACKS || self.is_fixed {
            return None;
        }
        // A few more than needed, because higher `f` will follow.
        let count = (distance + 1)
            .max((4 * distance).min(SHORT_RING))
            .next_power_of_two()
            .max(LEAST_STACKS);
        let is_worth_it = count <= (2 * SHORT_RING).max(NODE_BYTES * nodes / size_of::<T>());
        is_worth_it.then_some(count)
    }

    /// Makes a ring of `count` stacks, if that takes at most a quarter of the allowance. Otherwise
    /// the ring keeps its length until it is [cleared](Self::clear).
    #[cold]
    pub(super) fn lengthen(&mut self, count: usize, allowance: &mut usize) {
        let bytes = |count| count * size_of::<T>() + count / 8;
        let is_allowed = |count| bytes(count) <= *allowance / 4;
        let longer = count.max(1 << (FIRST_BYTES / size_of::<T>()).ilog2());
        let count = if self.stacks.is_empty() && is_allowed(longer) { longer } else { count };
        let (mut stacks, mut used) = (Vec::new(), Vec::new());
        self.is_fixed = !is_allowed(count)
            || stacks.try_reserve_exact(count).is_err()
            || used.try_reserve_exact(count / LEAST_STACKS).is_err();
        if self.is_fixed {
            return;
        }
        *allowance -= bytes(count) - self.bytes();
        stacks.resize_with(count, T::default);
        used.resize(count / LEAST_STACKS, 0);
        let mut stacks = mem::replace(&mut self.stacks, stacks);
        let used = mem::replace(&mut self.used, used);
        let before = stacks.len();
        for (word, used) in used.into_iter().enumerate() {
            // Stacks that are not in use may own memory.
            let mut bits = if mem::needs_drop::<T>() { u64::MAX } else { used };
            while bits != 0 {
                let bit = bits.trailing_zeros();
                let place = word * LEAST_STACKS + bit as usize;
                let distance = place.wrapping_sub(self.first as usize) & (before - 1);
                let moved = (self.first as usize + distance) & (count - 1);
                self.stacks[moved] = mem::take(&mut stacks[place]);
                self.used[moved / LEAST_STACKS] |= (used >> bit & 1) << (moved % LEAST_STACKS);
                bits &= bits - 1;
            }
        }
    }

    /// The lowest `f` in the ring.
    #[inline]
    pub(super) fn first_used(&self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        let first = self.place(self.first);
        let mut word = first / LEAST_STACKS;
        let mut bits = self.used[word] & (u64::MAX << (first % LEAST_STACKS));
        while bits == 0 {
            word = (word + 1) & (self.used.len() - 1);
            bits = self.used[word];
        }
        Some(self.f_at(word * LEAST_STACKS + bits.trailing_zeros() as usize))
    }

    /// The highest `f` of the nodes in stacks, if there are any.
    pub(super) fn last_used(&mut self) -> u32 {
        let last = self.place(self.highest);
        let mut word = last / LEAST_STACKS;
        let mut bits = self.used[word] & (u64::MAX >> (LEAST_STACKS - 1 - last % LEAST_STACKS));
        while bits == 0 && self.len > 0 {
            word = word.wrapping_sub(1) & (self.used.len() - 1);
            bits = self.used[word];
        }
        let last = bits.checked_ilog2().map_or(last, |bit| word * LEAST_STACKS + bit as usize);
        self.highest = self.f_at(last);
        self.highest
    }

    /// The `f` of the stack at a place.
    #[inline]
    fn f_at(&self, place: usize) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "it is less than `MOST_STACKS`")]
        let distance = (place.wrapping_sub(self.first as usize) & (self.stacks.len() - 1)) as u32;
        self.first.wrapping_add(distance)
    }

    /// Empties the stacks that are in use.
    pub(super) fn clear(&mut self, empty: impl Fn(&mut T)) {
        if self.len > 0 {
            for (word, bits) in self.used.iter_mut().enumerate() {
                while *bits != 0 {
                    empty(&mut self.stacks[word * LEAST_STACKS + bits.trailing_zeros() as usize]);
                    *bits &= *bits - 1;
                }
            }
        }
        (self.len, self.is_fixed) = (0, false);
    }

    /// All stacks with their `f`, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.stacks.iter().enumerate().map(|(place, stack)| (self.f_at(place), stack))
    }

    /// All stacks, in no particular order.
    pub(super) fn stacks_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.stacks.iter_mut()
    }

    /// The memory of the ring, without what stacks have on the heap.
    pub(super) fn bytes(&self) -> usize {
        self.stacks.capacity() * size_of::<T>() + self.used.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Some near to each other, some far apart.
    pub(crate) fn any_f() -> impl Strategy<Value = u32> {
        prop_oneof![
            8 => 4_000..4_020u32,
            8 => 4_000..9_000u32,
            4 => 60_000..80_000u32,
            1 => 0..10u32,
            1 => u32::MAX - 10..=u32::MAX,
        ]
    }

    #[test]
    fn a_ring_takes_at_most_a_quarter_of_the_allowance_to_the_byte() {
        let bytes = 64 * size_of::<u32>() + size_of::<u64>();
        let mut ring = Ring::<u32>::default();
        ring.lengthen(64, &mut (4 * bytes - 1));
        assert_eq!((ring.bytes(), ring.longer(0, 0)), (0, None));
        ring.clear(|_| {});
        assert_eq!(ring.longer(0, 0), Some(64));
        ring.lengthen(64, &mut (4 * bytes));
        assert_eq!(ring.bytes(), bytes);
    }
}
