//! The nodes of states that are numbered.

use super::{Full, NodeId};

/// The number of slots in a block.
const BLOCK: usize = 1 << 10;

/// For each numbered state, its newest node and the path cost of that node.
///
/// The slots are in blocks. A block is made when a node with a number in it is added, so that a
/// short search in a large space takes little memory: 8 bytes for each number of a block in use, and
/// 4 bytes for each 1,024 numbers up to the highest one.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberTable {
    /// For each block of numbers, where its slots are. All blocks without slots share the first one,
    /// which is empty.
    blocks: Vec<u32>,
    slots: Vec<Slot>,
    /// What is added to the number of a node in its slot. All slots that hold no more are empty, or
    /// left over from an earlier search. So a restart clears nothing.
    before: u32,
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
        let block = self.blocks.get(number / BLOCK).copied().unwrap_or(0);
        block as usize * BLOCK + number % BLOCK
    }

    /// The node in a slot, with its path cost.
    #[inline]
    pub(super) fn node(&self, slot: usize) -> Option<(NodeId, u32)> {
        let &Slot { held, path_cost } = self.slots.get(slot)?;
        let id = NodeId::from_number(held.saturating_sub(self.before))?;
        Some((id, path_cost))
    }

    /// Whether this is the slot of a number, and not one of those that are always empty.
    #[inline]
    pub(super) fn is_slot(slot: usize) -> bool {
        slot >= BLOCK
    }

    /// Reads a slot.
    #[inline]
    pub(super) fn touch(&self, slot: usize) -> u32 {
        self.slots.get(slot).map_or(0, |slot| slot.held)
    }

    /// Puts a node into a slot.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, id: NodeId, path_cost: u32) {
        self.slots[slot] = Slot { held: self.before + id.number(), path_cost };
    }

    /// Removes all nodes, of which there were `count`. There is memory for `capacity` nodes.
    pub(super) fn clear(&mut self, count: usize, capacity: usize) {
        const HALF: usize = u32::MAX as usize / 2;
        let before = self.before as usize + count;
        if before.max(capacity) <= HALF {
            #[expect(clippy::cast_possible_truncation, reason = "it is at most `HALF`")]
            let before = before as u32;
            self.before = before;
        } else {
            self.slots.fill(Slot::default());
            self.before = 0;
        }
    }

    /// The largest number of nodes that slots can hold.
    pub(super) fn most(&self) -> usize {
        (u32::MAX - self.before) as usize
    }

    /// Makes slots for a number, if that takes at most `allowance` bytes. Returns how many it took.
    #[cold]
    pub(super) fn reserve(&mut self, number: usize, allowance: usize) -> Result<usize, Full> {
        if Self::is_slot(self.slot(number)) {
            return Ok(0);
        }
        let before = self.bytes();
        let block = number / BLOCK;
        let more_blocks = (block + 1).saturating_sub(self.blocks.len());
        // The first time, the empty block too.
        let more_slots = if self.slots.is_empty() { 2 * BLOCK } else { BLOCK };
        // A quarter more, so that slots are seldom copied.
        let spare = self.slots.len() / 4;
        let room = self.slots.capacity() - self.slots.len();
        let bytes = |slots: usize| {
            more_blocks * size_of::<u32>() + slots.saturating_sub(room) * size_of::<Slot>()
        };
        let reserved = [more_slots.max(spare), more_slots];
        let reserved = reserved.into_iter().find(|&slots| bytes(slots) <= allowance);
        let reserved = reserved.ok_or(Full::Allowance)?;
        self.slots.try_reserve_exact(reserved).map_err(|_| Full::Allocator)?;
        self.blocks.try_reserve_exact(more_blocks).map_err(|_| Full::Allocator)?;
        self.blocks.resize(self.blocks.len() + more_blocks, 0);
        self.slots.resize(self.slots.len() + more_slots, Slot::default());
        #[expect(clippy::cast_possible_truncation, reason = "there are at most `END / BLOCK`")]
        let made = (self.slots.len() / BLOCK - 1) as u32;
        self.blocks[block] = made;
        Ok(self.bytes() - before)
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<u32>() + self.slots.capacity() * size_of::<Slot>()
    }
}
