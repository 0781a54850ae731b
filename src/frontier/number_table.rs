//! The nodes of states that are numbered.

use super::{Full, NodeId};

/// The number of slots in a block.
const BLOCK: usize = 1 << 10;

/// For each numbered state, its newest node.
///
/// The slots are in blocks. A block is made when a node with a number in it is added, so that a
/// short search in a large space takes little memory: 4 bytes for each number of a block in use, and
/// 4 bytes for each 1,024 numbers up to the highest one.
///
/// Slots are never cleared. Whoever reads one checks that the node has the state looked for; after
/// a restart, slots may hold any number (P. Briggs and L. Torczon, "An efficient representation for
/// sparse sets", *ACM Letters on Programming Languages and Systems* 2, 1993).
#[derive(Clone, Debug, Default)]
pub(super) struct NumberTable {
    /// For each block of numbers, where its slots are. All blocks without slots share the first one,
    /// which is empty.
    blocks: Vec<u32>,
    slots: Vec<u32>,
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

    /// The number of the node in a slot, or 0. It may be left over from an earlier search.
    #[inline]
    pub(super) fn held(&self, slot: usize) -> u32 {
        self.slots.get(slot).copied().unwrap_or(0)
    }

    /// Whether the number has a slot.
    #[inline]
    pub(super) fn has_slot(&self, number: usize) -> bool {
        self.blocks.get(number / BLOCK).is_some_and(|&block| block != 0)
    }

    /// Puts a node into the slot of a number.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, id: NodeId) {
        self.slots[slot] = id.number();
    }

    /// Makes slots for a number, if that takes at most `allowance` bytes. Returns how many it took.
    #[cold]
    pub(super) fn reserve(&mut self, number: usize, allowance: usize) -> Result<usize, Full> {
        if self.has_slot(number) {
            return Ok(0);
        }
        let before = self.bytes();
        let block = number / BLOCK;
        let more_blocks = (block + 1).saturating_sub(self.blocks.len());
        // The first time, the empty block too.
        let more_slots = if self.slots.is_empty() { 2 * BLOCK } else { BLOCK };
        // Half as many more, so that slots are seldom copied.
        let spare = self.slots.len() / 2;
        let bytes = |slots: usize| (more_blocks + slots) * size_of::<u32>();
        let room = self.slots.capacity() - self.slots.len();
        if more_slots > room {
            let slots = [more_slots.max(spare), more_slots];
            let slots = slots.into_iter().find(|&slots| bytes(slots - room) <= allowance);
            let slots = slots.ok_or(Full::Allowance)?;
            self.slots.try_reserve_exact(slots).map_err(|_| Full::Allocator)?;
        } else if bytes(0) > allowance {
            return Err(Full::Allowance);
        }
        self.blocks.try_reserve_exact(more_blocks).map_err(|_| Full::Allocator)?;
        self.blocks.resize(self.blocks.len() + more_blocks, 0);
        self.slots.resize(self.slots.len() + more_slots, 0);
        #[expect(clippy::cast_possible_truncation, reason = "there are at most `END / BLOCK`")]
        let made = (self.slots.len() / BLOCK - 1) as u32;
        self.blocks[block] = made;
        Ok(self.bytes() - before)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.blocks.capacity() + self.slots.capacity()) * size_of::<u32>()
    }
}
