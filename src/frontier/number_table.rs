//! The nodes of states that are numbered.

use super::{Full, NodeId};

/// The number of slots in a block: few, so that a search takes memory only near the numbers that it
/// reaches.
const BLOCK: usize = 1 << 7;

/// The number of slots in a block for high numbers: more, so that the index of the blocks takes
/// less memory than the blocks.
const LARGE_BLOCK: usize = 1 << 10;

/// High numbers begin here.
const HIGH: usize = 1 << 22;

/// For each numbered state, its newest node and the path cost of that node.
///
/// The slots are in blocks. A block is made when a node with a number in it is added, so that a
/// short search in a large space takes little memory: 8 bytes for each number of a block in use,
/// and 4 bytes for each block up to the highest one.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberTable {
    /// For each block of numbers, its first slot. The blocks without slots of their own share the
    /// first block of slots, which stays empty.
    blocks: Vec<u32>,
    slots: Vec<Slot>,
    /// The number of slots in a block is 2 to the power of this. The first number decides it.
    block_log2: u32,
    /// The number of slots in a block, less one. So it is also the last slot of the block that
    /// stays empty.
    mask: usize,
    /// A slot holds the number of a node plus this. A slot that holds no more than this is empty,
    /// or left over from an earlier search. So a restart clears slots only if this number would
    /// become too large, or if there is memory for very many nodes.
    offset: u32,
    /// Whether nodes of the state table may have slots by hash. If not, the states of all nodes are
    /// numbered. Once this is set, the state table may have no room until it has grown.
    pub(crate) is_hashing: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    held: u32,
    path_cost: u32,
}

impl NumberTable {
    /// The numbers that have a slot are below this. States with a higher number are hashed.
    #[cfg(target_pointer_width = "64")]
    pub(super) const END: usize = 1 << 32;
    #[cfg(not(target_pointer_width = "64"))]
    pub(super) const END: usize = 1 << 28;

    /// The slot for a number. If the number has none, a slot that is always empty.
    #[inline]
    pub(super) fn slot(&self, number: usize) -> usize {
        let first = self.blocks.get(number >> self.block_log2).copied().unwrap_or(0);
        first as usize + (number & self.mask)
    }

    /// The node in a slot, with its path cost.
    #[inline]
    pub(super) fn node(&self, slot: usize) -> Option<(NodeId, u32)> {
        let &Slot { held, path_cost } = self.slots.get(slot)?;
        let id = NodeId::from_number(held.saturating_sub(self.offset))?;
        Some((id, path_cost))
    }

    /// Reads a slot.
    #[inline]
    pub(super) fn touch(&self, slot: usize) -> u32 {
        self.slots.get(slot).map_or(0, |slot| slot.held)
    }

    /// Puts a node into a slot.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, id: NodeId, path_cost: u32) {
        self.slots[slot] = Slot { held: self.offset + id.number(), path_cost };
    }

    /// Removes all nodes, of which there were `count`. There is memory for `capacity` nodes.
    pub(super) fn clear(&mut self, count: usize, capacity: usize) {
        const HALF: usize = u32::MAX as usize / 2;
        let offset = self.offset as usize + count;
        if offset.max(capacity) <= HALF {
            #[expect(clippy::cast_possible_truncation, reason = "it is at most `HALF`")]
            let offset = offset as u32;
            self.offset = offset;
        } else {
            self.slots.fill(Slot::default());
            self.offset = 0;
        }
    }

    /// The largest number of nodes that slots can hold.
    pub(super) fn most(&self) -> usize {
        (u32::MAX - self.offset) as usize
    }

    /// The slot for a number, which is made if there is none and it takes at most `allowance`
    /// bytes.
    #[inline]
    pub(crate) fn make_slot(
        &mut self,
        number: usize,
        allowance: &mut usize,
    ) -> Result<usize, Full> {
        let slot = self.slot(number);
        if slot > self.mask {
            return Ok(slot);
        }
        *allowance -= self.reserve(number, *allowance)?;
        Ok(self.slot(number))
    }

    /// Makes slots for a number, if that takes at most `allowance` bytes. Returns how many it took.
    #[cold]
    pub(super) fn reserve(&mut self, number: usize, allowance: usize) -> Result<usize, Full> {
        if self.slot(number) > self.mask {
            return Ok(0);
        }
        if self.slots.is_empty() {
            let block = if number < HIGH { BLOCK } else { LARGE_BLOCK };
            (self.block_log2, self.mask) = (block.ilog2(), block - 1);
        }
        let before = self.bytes();
        let block = number >> self.block_log2;
        let missing = (block + 1).saturating_sub(self.blocks.len());
        // A quarter more, so that they are seldom copied.
        let more_blocks = if missing > 0 { missing.max(self.blocks.len() / 4) } else { 0 };
        // The first time, the empty block too.
        let more_slots = (self.mask + 1) * if self.slots.is_empty() { 2 } else { 1 };
        let room = self.slots.capacity() - self.slots.len();
        // A quarter more where there is no room, for the same reason.
        let spare = if room < more_slots { self.slots.len() / 4 } else { 0 };
        let bytes = |slots: usize| {
            more_blocks * size_of::<u32>() + slots.saturating_sub(room) * size_of::<Slot>()
        };
        let reserved = [more_slots.max(spare), more_slots];
        let reserved = reserved.into_iter().find(|&slots| bytes(slots) <= allowance);
        let reserved = reserved.ok_or(Full::Allowance)?;
        self.slots.try_reserve_exact(reserved).map_err(|_| Full::Allocator)?;
        self.blocks.try_reserve_exact(more_blocks).map_err(|_| Full::Allocator)?;
        let slots = self.slots.len() + more_slots;
        let first = u32::try_from(slots - (self.mask + 1)).map_err(|_| Full::Allocator)?;
        self.blocks.resize(self.blocks.len() + more_blocks, 0);
        self.slots.resize(slots, Slot::default());
        self.blocks[block] = first;
        Ok(self.bytes() - before)
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<u32>() + self.slots.capacity() * size_of::<Slot>()
    }
}

#[cfg(test)]
impl NumberTable {
    /// Lets an empty table hold at most `count` nodes, to test what happens when it can hold no
    /// more.
    pub(super) fn set_most(&mut self, count: u32) {
        self.offset = u32::MAX - count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_made_within_the_allowance_to_the_byte() {
        let mut table = NumberTable::default();
        // The first time, the empty block too. After that, one block of slots, or a quarter of
        // those there are.
        for (number, blocks, slots) in [(5, 1, 2 * BLOCK), (10 * BLOCK, 10, BLOCK)] {
            let bytes = blocks * size_of::<u32>() + slots * size_of::<Slot>();
            let before = table.bytes();
            assert_eq!(table.reserve(number, bytes - 1), Err(Full::Allowance));
            assert_eq!(table.bytes(), before);
            assert_eq!(table.reserve(number, bytes), Ok(bytes));
            assert_eq!(table.bytes(), before + bytes);
            assert_eq!(table.reserve(number + 1, 0), Ok(0));
        }
        let mut capacities = vec![];
        for number in (20 * BLOCK..100 * BLOCK).step_by(BLOCK) {
            table.reserve(number, usize::MAX).unwrap();
            let room = table.slots.capacity() - table.slots.len();
            assert!(room <= table.slots.len() / 4);
            capacities.push((table.slots.capacity(), table.blocks.capacity()));
        }
        capacities.dedup();
        assert!(capacities.len() < 25, "{capacities:?}");
    }

    #[test]
    fn each_number_has_a_slot_of_its_own() {
        let mut table = NumberTable::default();
        let numbers = [0, 1, BLOCK - 1, BLOCK, 7 * BLOCK + 3, 3 * BLOCK + 7, 3 * BLOCK + 8];
        for (index, number) in numbers.into_iter().enumerate() {
            assert_eq!(table.node(table.slot(number)), None);
            table.reserve(number, usize::MAX).unwrap();
            let cost = u32::try_from(number).unwrap();
            table.insert(table.slot(number), NodeId::from_index(index).unwrap(), cost);
        }
        for (index, number) in numbers.into_iter().enumerate() {
            let (id, cost) = table.node(table.slot(number)).unwrap();
            assert_eq!((id.index(), cost as usize), (index, number));
        }
    }

    #[test]
    fn the_index_of_high_numbers_is_small() {
        let bytes = NumberTable::default().reserve(1 << 25, usize::MAX).unwrap();
        assert!(bytes < 1 << 18, "{bytes}");
    }

    #[test]
    fn a_cleared_table_is_empty_and_holds_as_many_nodes_again() {
        let mut table = NumberTable::default();
        table.reserve(7, usize::MAX).unwrap();
        let slot = table.slot(7);
        for count in [1, 1_000, NodeId::COUNT / 2, NodeId::COUNT, 5, NodeId::COUNT / 2 + 1, 9] {
            let last = NodeId::from_index(count - 1).unwrap();
            table.insert(slot, last, 5);
            assert_eq!(table.node(slot), Some((last, 5)));
            table.clear(count, count);
            assert_eq!(table.node(slot), None);
            assert!(table.most() >= count);
        }
    }
}
