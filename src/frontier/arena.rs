//! Storage for nodes that grows in chunks and never moves or frees one.

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

use super::Full;

/// The number of a node in the search that created it, in order of generation.
///
/// 32 bits, and none is wasted on "no node": `Option<NodeId>` takes 4 bytes as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// How many nodes a search can number.
    pub const COUNT: usize = u32::MAX as usize;

    /// The id of the node with this index, from 0, or `None` from [`COUNT`](Self::COUNT) on.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    /// The index of the node, from 0: how many nodes were generated before it.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The items of a chunk. Small enough that the room left in the last chunk does not matter, large
/// enough that the table of chunks does not either.
const CHUNK: usize = 1 << 10;

/// A vector in chunks: it grows without copying what it holds, so that its memory never doubles,
/// and asks the allocator before it grows.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T> {
    /// Full ones, and then the one that is being filled.
    chunks: Vec<Vec<T>>,
    /// Empty ones to go on with.
    spare: Vec<Vec<T>>,
    len: u32,
    /// How many items there is room for, and an id for each.
    room: usize,
    /// How many items there may be.
    count_limit: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self {
            chunks: vec![Vec::new()],
            spare: Vec::new(),
            len: 0,
            room: 0,
            count_limit: NodeId::COUNT,
        }
    }
}

impl<T> Arena<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The memory in use, in bytes, room for further items included.
    pub(crate) fn bytes(&self) -> usize {
        let table = self.chunks.capacity() + self.spare.capacity();
        self.capacity() * size_of::<T>() + table * size_of::<Vec<T>>()
    }

    /// Allows no more than `count` items, to test what happens when ids run out.
    #[cfg(test)]
    pub(crate) fn set_count_limit(&mut self, count: usize) {
        self.count_limit = count;
        self.room = self.capacity().min(count);
    }

    fn capacity(&self) -> usize {
        match (&self.chunks[..], &self.spare[..]) {
            ([only], []) => only.capacity(),
            (chunks, spare) => (chunks.len() + spare.len()) * CHUNK,
        }
    }

    /// Makes room for `additional` more items, if that takes at most `allowance` bytes.
    #[inline]
    pub(crate) fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        let needed = self.len() + additional;
        if needed <= self.room { Ok(()) } else { self.grow(needed, allowance) }
    }

    #[cold]
    fn grow(&mut self, needed: usize, allowance: usize) -> Result<(), Full> {
        if needed > self.count_limit {
            return Err(Full::Ids);
        }
        // The first chunk doubles, so that a small search stays small; then whole chunks follow.
        let target = if needed <= CHUNK {
            needed.next_power_of_two().max(8)
        } else {
            needed.next_multiple_of(CHUNK)
        };
        let items = target.saturating_sub(self.capacity());
        if items.saturating_mul(size_of::<T>()) > allowance {
            return Err(Full::Allowance);
        }
        let first = &mut self.chunks[0];
        if first.capacity() < CHUNK {
            let room = CHUNK.min(target).saturating_sub(first.len());
            first.try_reserve_exact(room).map_err(|_| Full::Allocator)?;
        }
        while self.capacity() < target {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(CHUNK).map_err(|_| Full::Allocator)?;
            self.spare.try_reserve(1).map_err(|_| Full::Allocator)?;
            self.spare.push(chunk);
        }
        self.room = self.capacity().min(self.count_limit);
        Ok(())
    }

    /// The id of the item that is added next.
    #[inline]
    pub(crate) fn next_id(&self) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(self.len))
    }

    /// Adds an item, and gives its id. Allocates if no room was [reserved](Self::reserve).
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> NodeId {
        let id = self.next_id();
        if self.len() % CHUNK == 0 && self.len > 0 {
            self.next_chunk();
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(item);
            self.len += 1;
        }
        id
    }

    #[cold]
    fn next_chunk(&mut self) {
        self.chunks.push(self.spare.pop().unwrap_or_default());
    }
}

impl<T> Index<NodeId> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: NodeId) -> &T {
        &self.chunks[id.index() / CHUNK][id.index() % CHUNK]
    }
}

impl<T> IndexMut<NodeId> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.chunks[id.index() / CHUNK][id.index() % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_cover_u32_and_no_more() {
        let last = NodeId::from_index(NodeId::COUNT - 1).unwrap();
        assert_eq!(last.index(), NodeId::COUNT - 1);
        assert_eq!(NodeId::from_index(NodeId::COUNT), None);
        assert_eq!(size_of::<Option<NodeId>>(), 4);
    }

    #[test]
    fn items_keep_their_place_across_chunks() {
        let mut arena = Arena::default();
        let ids: Vec<_> = (0..5 * CHUNK)
            .map(|item| {
                arena.reserve(1, usize::MAX).unwrap();
                arena.push(item)
            })
            .collect();
        for (item, &id) in ids.iter().enumerate() {
            assert_eq!(arena[id], item);
        }
        assert_eq!(arena.len(), 5 * CHUNK);
    }

    #[test]
    fn one_reservation_may_span_several_chunks() {
        let mut arena = Arena::default();
        arena.reserve(3, usize::MAX).unwrap();
        arena.push(0);
        arena.reserve(3 * CHUNK, usize::MAX).unwrap();
        for item in 1..=3 * CHUNK {
            let id = arena.push(item);
            assert_eq!(arena[id], item);
        }
        let most = (4 * CHUNK) * size_of::<usize>() + 8 * size_of::<Vec<usize>>();
        assert!(arena.bytes() <= most, "{} bytes", arena.bytes());
    }

    #[test]
    fn a_reservation_beyond_a_limit_changes_nothing() {
        let mut arena = Arena::default();
        assert_eq!(arena.reserve(8, 63), Err(Full::Allowance));
        assert_eq!(arena.reserve(8, 64), Ok(()));
        arena.push(1u64);
        let bytes = arena.bytes();
        assert_eq!(arena.reserve(8, 63), Err(Full::Allowance));
        arena.set_count_limit(8);
        assert_eq!(arena.reserve(8, usize::MAX), Err(Full::Ids));
        assert_eq!(arena.bytes(), bytes);
        // Room that is there already costs nothing.
        assert_eq!(arena.reserve(7, 0), Ok(()));
    }

    #[test]
    fn more_than_the_address_space_is_an_error() {
        let mut arena = Arena::<[u8; 1 << 40]>::default();
        assert_eq!(arena.reserve(8, usize::MAX), Err(Full::Allocator));
        assert_eq!(arena.reserve(CHUNK * CHUNK * CHUNK, usize::MAX), Err(Full::Allocator));
    }
}
