//! Storage for nodes, numbered in order of generation.

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};
use std::vec::Drain;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::Full;

/// The number of a node within its search, in order of generation.
///
/// It takes 32 bits. `Option<NodeId>` takes no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The largest number of nodes that a search can number.
    pub const COUNT: usize = u32::MAX as usize;

    /// The id of the root.
    pub(crate) const FIRST: Self = Self(NonZeroU32::MIN);

    /// The id of the node with this index, counted from 0. `None` if the index is
    /// [`COUNT`](Self::COUNT) or more.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    /// The id of the item with this index in an arena, or of the item added next.
    #[inline]
    fn of_item(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most `COUNT` items")]
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The id with this number, counted from 1.
    #[inline]
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The number of the node, counted from 1.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0.get()
    }

    /// The index of the node, counted from 0: the number of nodes generated before it.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A block that has grown has at least this many items, or four times as many if they are small:
/// most searches would soon need them.
const FIRST_ITEMS: usize = 64;
/// Items are small if four times [`FIRST_ITEMS`] of them take up to this many bytes, and up to an
/// eighth of the allowance.
const FIRST_BYTES: usize = 1 << 12;
/// A block of fewer bytes doubles when it grows, so that it is copied less often. A larger one
/// grows by an eighth.
const SMALL_BYTES: usize = 1 << 16;

/// A vector of at most [`NodeId::COUNT`] items. [`reserve`](Self::reserve) checks the memory limit
/// before the vector grows. Beyond 64 KiB the vector grows by an eighth, unless more is needed.
///
/// It is one block rather than a list of chunks. With chunks, every access to a node would go
/// through the table of chunks, which would add half to the time of a search. A large block grows
/// in place where the allocator can remap pages instead of copying bytes, as on Linux.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T> {
    items: Vec<T>,
    /// The largest number of items allowed.
    count_limit: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { items: Vec::new(), count_limit: NodeId::COUNT }
    }
}

/// The capacity of an arena after it has made room for `needed` items. The function is not generic,
/// so that programs need not compile it again.
fn target(
    needed: usize,
    capacity: usize,
    item_bytes: usize,
    count_limit: usize,
    allowance: usize,
) -> Result<usize, Full> {
    if needed > count_limit {
        return Err(Full::Ids);
    }
    if needed <= capacity {
        return Ok(capacity);
    }
    let part = match capacity * item_bytes {
        0 => 0,
        1..SMALL_BYTES => {
            let is_little = 4 * FIRST_ITEMS * item_bytes <= FIRST_BYTES.min(allowance / 8);
            let least = if is_little { 4 * FIRST_ITEMS } else { FIRST_ITEMS };
            capacity.max(least.saturating_sub(capacity))
        }
        SMALL_BYTES.. => capacity / 8,
    };
    // If the allowance is less, take what is allowed.
    let allowed = capacity + allowance / item_bytes.max(1);
    let target = needed.max(capacity + part).min(count_limit).min(allowed);
    if target < needed { Err(Full::Allowance) } else { Ok(target) }
}

impl<T> Arena<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The number of items that can be added without growing.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.items.capacity() - self.items.len()
    }

    /// The memory in use in bytes, including spare capacity.
    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }

    /// An empty arena with the same limit on items, and room for up to `count` of them.
    pub(crate) fn fresh(&self, count: usize) -> Self {
        Self { items: Vec::with_capacity(count.min(self.count_limit)), ..*self }
    }

    /// Allows at most `count` items.
    pub(crate) fn set_count_limit(&mut self, count: usize) {
        self.count_limit = count;
    }

    /// How many more items are allowed.
    pub(crate) fn ids_left(&self) -> usize {
        self.count_limit.saturating_sub(self.items.len())
    }

    /// Reserves room for `additional` more items, if that takes at most `allowance` bytes.
    #[cold]
    pub(crate) fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        let (len, capacity) = (self.items.len(), self.items.capacity());
        let needed = len + additional;
        let target = target(needed, capacity, size_of::<T>(), self.count_limit, allowance)?;
        if target <= capacity {
            return Ok(());
        }
        self.items.try_reserve_exact(target - len).map_err(|_| Full::Allocator)
    }

    /// Adds an item. Allocates unless room was [reserved](Self::reserve).
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// The item added last.
    #[inline]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    /// Frees the spare capacity.
    pub(crate) fn give_up_room(&mut self) {
        self.items.shrink_to_fit();
    }

    /// Removes the item added last.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Removes all items, in order, and keeps the memory.
    pub(crate) fn drain(&mut self) -> Drain<'_, T> {
        self.items.drain(..)
    }

    /// The items with their ids, in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (NodeId::of_item(index), item))
    }

    /// The items with these indices.
    #[cfg(feature = "parallel")]
    pub(crate) fn slice(&self, range: std::ops::Range<usize>) -> &[T] {
        &self.items[range]
    }

    /// Adds items that were made in parallel. There must be room for them.
    #[cfg(feature = "parallel")]
    pub(crate) fn par_extend(&mut self, items: impl IndexedParallelIterator<Item = T>)
    where
        T: Send,
    {
        self.items.par_extend(items);
    }

    /// Removes all items but the one added last, which becomes the first, and keeps the memory.
    pub(crate) fn keep_last(&mut self) {
        if let Some(last) = self.items.len().checked_sub(1) {
            self.items.swap(0, last);
            self.items.truncate(1);
        }
    }

    /// Removes all items and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }

    /// The id of the item added next.
    #[inline]
    pub(crate) fn next_id(&self) -> NodeId {
        NodeId::of_item(self.items.len())
    }
}

impl<T> Index<NodeId> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: NodeId) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<NodeId> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.items[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_beyond_a_limit_changes_nothing() {
        let mut arena = Arena::default();
        assert_eq!(arena.reserve(8, 63), Err(Full::Allowance));
        assert_eq!(arena.reserve(8, 64), Ok(()));
        arena.push(1u64);
        let bytes = arena.bytes();
        assert_eq!(arena.reserve(8, 7), Err(Full::Allowance));
        arena.set_count_limit(8);
        assert_eq!(arena.reserve(8, usize::MAX), Err(Full::Ids));
        assert_eq!(arena.bytes(), bytes);
        // Spare capacity costs no allowance.
        assert_eq!(arena.reserve(7, 0), Ok(()));
    }

    #[test]
    fn room_for_more_is_a_small_part_of_a_large_block() {
        let mut arena = Arena::default();
        for item in 0..500_000_u32 {
            if arena.room() == 0 {
                arena.reserve(1, usize::MAX).unwrap();
            }
            assert_eq!(arena.next_id().index(), item as usize);
            arena.push(item);
            let is_small = arena.bytes() <= 2 * SMALL_BYTES;
            let part = if is_small { arena.len().max(4 * FIRST_ITEMS) } else { arena.len() / 8 };
            assert!(arena.room() <= part + 1);
        }
    }

    #[test]
    fn the_second_block_is_a_small_part_of_the_allowance() {
        for (allowance, count) in [
            (usize::MAX, 4 * FIRST_ITEMS),
            (16 << 10, 4 * FIRST_ITEMS),
            (8 << 10, FIRST_ITEMS),
            (64, 10),
        ] {
            let mut arena = Arena::default();
            arena.reserve(2, 16).unwrap();
            (0..2_u64).for_each(|item| arena.push(item));
            arena.reserve(1, allowance).unwrap();
            assert_eq!(arena.room() + 2, count);
        }
    }

    #[test]
    fn room_can_be_given_up() {
        let mut arena = Arena::default();
        arena.reserve(8, usize::MAX).unwrap();
        arena.push(1u64);
        arena.give_up_room();
        assert_eq!((arena.len(), arena.room(), arena.bytes()), (1, 0, 8));
    }

    // On 32-bit targets there is no type of this size.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn more_than_the_address_space_is_an_error() {
        let mut arena = Arena::<[u8; 1 << 40]>::default();
        assert_eq!(arena.reserve(1 << 20, usize::MAX), Err(Full::Allocator));
    }
}
