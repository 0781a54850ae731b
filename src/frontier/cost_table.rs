//! States and the costs of their paths, in one array by the hash of the state.

use std::hash::Hash;
use std::hint::black_box;

use super::Full;
use super::slots::{RESTART_SLOTS, larger, least, limit};
use super::state_table::{hash, home};

/// The states that a search has reached, each with the cost of the cheapest known path to it.
///
/// Everything about a state is in its slot: a look-up waits for memory once. The number of a state
/// is that of its slot, which changes when the table grows. Probing is linear (D. E. Knuth, *The
/// Art of Computer Programming* 3, section 6.4, algorithm L).
#[derive(Clone)]
pub(crate) struct CostTable<S: Copy> {
    slots: Vec<Option<Slot<S>>>,
    len: usize,
    /// The number of states at which the table must grow.
    limit: usize,
    /// Whether a state panicked while the table grew, so that states are missing. Then the table is
    /// of no use until it is cleared.
    pub(crate) lacks_states: bool,
}

/// Packed: a state of 8 bytes would take 16 otherwise, and takes 13.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Slot<S: Copy> {
    state: S,
    path_cost: u32,
    is_open: bool,
}

/// What is known of a state that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownCost {
    pub(crate) path_cost: u32,
    /// Whether it is still to be expanded.
    pub(crate) is_open: bool,
}

/// The numbers of the states of a table after it has grown.
#[derive(Debug, Default)]
pub(crate) struct NewNumbers {
    /// The new number for each old one. Empty if no state was moved.
    new: Vec<u32>,
}

impl NewNumbers {
    /// The new number of a state, given the one before.
    #[inline]
    pub(crate) fn replace(&self, number: u32) -> u32 {
        self.new.get(number as usize).copied().unwrap_or(number)
    }
}

/// A state that has not been moved yet. No slot has this number.
const NOT_YET: u32 = u32::MAX;

/// The most slots that can be numbered.
const MOST: usize = u32::MAX as usize;

impl<S: Copy> CostTable<S> {
    /// The most states that a table can hold.
    pub(crate) const MOST_STATES: usize = limit(MOST);
}

impl<S: Copy> Default for CostTable<S> {
    fn default() -> Self {
        Self { slots: Vec::new(), len: 0, limit: 0, lacks_states: false }
    }
}

impl<S: Copy + Hash + Eq> CostTable<S> {
    /// The number of states.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of states that can be added without growing.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.limit - self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<Slot<S>>>()
    }

    /// Removes all states and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let count = self.slots.len().min(RESTART_SLOTS);
        self.slots.clear();
        self.slots.resize(count, None);
        (self.len, self.limit, self.lacks_states) = (0, limit(count), false);
    }

    /// Makes room for this many states in an empty table, if that takes at most `allowance` bytes.
    pub(crate) fn begin(&mut self, states: usize, allowance: usize) -> Result<(), Full> {
        if states <= self.limit {
            return Ok(());
        }
        if states > Self::MOST_STATES {
            return Err(Full::Ids);
        }
        let count = least(states).min(MOST);
        let missing = count.saturating_sub(self.slots.capacity());
        if missing.saturating_mul(size_of::<Option<Slot<S>>>()) > allowance {
            return Err(Full::Allowance);
        }
        self.resize(count).map(|_| ())
    }

    /// Makes room for `additional` more states, if that takes at most `allowance` bytes. While the
    /// states are moved, 4 of these bytes are needed for each slot that there was.
    #[cold]
    #[inline(never)]
    pub(crate) fn reserve(
        &mut self,
        additional: usize,
        allowance: usize,
    ) -> Result<NewNumbers, Full> {
        let needed = self.len + additional;
        if needed <= self.limit {
            return Ok(NewNumbers::default());
        }
        if needed > Self::MOST_STATES {
            return Err(Full::Ids);
        }
        let moving = self.slots.len() * size_of::<u32>();
        let allowance = allowance.checked_sub(moving).ok_or(Full::Allowance)?;
        let (count, _) = larger(&self.slots, needed, allowance).ok_or(Full::Allowance)?;
        self.resize(count.min(MOST))
    }

    /// Resizes the table to this many slots, which are no fewer than before.
    fn resize(&mut self, count: usize) -> Result<NewNumbers, Full> {
        let before = self.slots.len();
        let mut to = Vec::new();
        to.try_reserve_exact(before).map_err(|_| Full::Allocator)?;
        self.slots.try_reserve_exact(count - before).map_err(|_| Full::Allocator)?;
        // An empty slot has no state to move.
        to.extend(self.slots.iter().map(|slot| if slot.is_some() { NOT_YET } else { 0 }));
        self.slots.resize(count, None);
        self.lacks_states = true;
        self.move_states(&mut to);
        self.lacks_states = false;
        self.limit = limit(count);
        Ok(NewNumbers { new: to })
    }

    /// Moves each state to its place among more slots than before, within the array.
    ///
    /// A state may take the slot of one that is still to be moved, which is then moved next. From
    /// the last state to the first, that is rare: states move up, into slots that are new or were
    /// left.
    fn move_states(&mut self, to: &mut [u32]) {
        for first in (0..to.len()).rev() {
            if to[first] != NOT_YET {
                continue;
            }
            let (mut from, mut moved) = (first, self.slots[first].take());
            while let Some(slot) = moved {
                // This slot is done: its state is not moved again.
                to[from] = 0;
                let mut place = self.home(hash(&{ slot.state }));
                while self.slots[place].is_some() && to.get(place).is_none_or(|&to| to != NOT_YET) {
                    place = self.next(place);
                }
                #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST`")]
                let number = place as u32;
                to[from] = number;
                (from, moved) = (place, self.slots[place].replace(slot));
            }
        }
    }

    /// The home slot of a hash, where probing begins.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        home(hash, self.slots.len(), 0).0
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Reads the home slots of these hashes, so that they are in the cache when they are needed.
    /// These reads do not depend on one another, unlike those of probing.
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slots = hashes.map(|hash| self.slots[self.home(hash)].is_some());
        black_box(slots.fold(false, |read, slot| read ^ slot));
    }

    /// The number of a state, and what is known of it if it was reached. There must be room for one
    /// state.
    #[expect(clippy::inline_always, reason = "a part of the loop of the search")]
    #[inline(always)]
    pub(crate) fn locate(&self, state: &S, hash: u64) -> (u32, Option<KnownCost>) {
        let mut place = self.home(hash);
        let reached = loop {
            let Some(slot) = &self.slots[place] else { break None };
            if { slot.state } == *state {
                break Some(KnownCost { path_cost: slot.path_cost, is_open: slot.is_open });
            }
            place = self.next(place);
        };
        #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST`")]
        (place as u32, reached)
    }

    /// What is known of a state, if it was reached.
    pub(crate) fn find(&self, state: &S) -> Option<KnownCost> {
        if self.slots.is_empty() { None } else { self.locate(state, hash(state)).1 }
    }

    /// The state with this number, if it is open, and the cost of its path.
    #[inline]
    pub(crate) fn open_state(&self, number: u32) -> Option<(S, u32)> {
        let slot = self.slots[number as usize].as_ref().filter(|slot| slot.is_open)?;
        Some((slot.state, slot.path_cost))
    }

    /// Opens a state that belongs in this place, with the cost of its path.
    #[inline]
    pub(crate) fn open(&mut self, number: u32, state: S, path_cost: u32) {
        let slot = &mut self.slots[number as usize];
        self.len += usize::from(slot.is_none());
        *slot = Some(Slot { state, path_cost, is_open: true });
    }

    /// Closes the state with this number.
    #[inline]
    pub(crate) fn close(&mut self, number: u32) {
        if let Some(slot) = &mut self.slots[number as usize] {
            slot.is_open = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::state_table::tests::Crowded;
    use super::*;

    /// Adds states, and finds them by themselves and by their numbers after each growth.
    fn fill<S: Copy + Hash + Eq + std::fmt::Debug>(states: impl Iterator<Item = S>) {
        let mut table = CostTable::default();
        let mut numbers: HashMap<u32, (S, u32)> = HashMap::new();
        for (cost, state) in (0..).zip(states) {
            if table.room() == 0 {
                let new = table.reserve(1, usize::MAX).unwrap();
                let renumbered = numbers.into_iter().map(|(old, known)| (new.replace(old), known));
                numbers = renumbered.collect();
                assert_eq!(numbers.len(), table.len());
                for (&number, &(state, cost)) in &numbers {
                    assert_eq!(table.open_state(number), Some((state, cost)));
                    let reached = KnownCost { path_cost: cost, is_open: true };
                    assert_eq!(table.locate(&state, hash(&state)), (number, Some(reached)));
                }
            }
            let (number, reached) = table.locate(&state, hash(&state));
            assert_eq!(reached, None);
            table.open(number, state, cost);
            numbers.insert(number, (state, cost));
        }
    }

    #[test]
    fn states_keep_their_costs_when_the_table_grows() {
        fill((0..300_000_u64).map(|n| n * n));
        fill((0..600).map(|n| Crowded(n, 100)));
        fill(0..3_u8);
    }

    #[test]
    fn a_cleared_table_is_empty_and_uses_the_memory_that_is_there() {
        let mut table = CostTable::default();
        for count in [30_000_u64, 100, 5_000, 30_000] {
            table.clear();
            let before = table.bytes();
            for state in 0..count {
                table.reserve(1, usize::MAX).unwrap();
                let (number, reached) = table.locate(&state, hash(&state));
                assert_eq!(reached, None);
                table.open(number, state, 0);
            }
            assert_eq!(table.len() as u64, count);
            assert!((0..count).all(|state| table.find(&state).is_some()));
            assert!(before == 0 || table.bytes() == before);
        }
    }

    #[test]
    fn a_table_takes_what_is_allowed_to_the_byte() {
        // No padding, and no byte for whether there is a state.
        const SLOT: usize = 13;
        // Ten states need 25 slots. A table that grows takes half of the allowance.
        let mut table = CostTable::<u64>::default();
        assert_eq!(table.reserve(10, 2 * 25 * SLOT - 1).err(), Some(Full::Allowance));
        assert!(table.reserve(10, 2 * 25 * SLOT).is_ok());
        assert_eq!(table.bytes(), 25 * SLOT);

        // For 11 states, 30 slots: five more, and 4 bytes for each that there was.
        let (number, _) = table.locate(&7, hash(&7));
        table.open(number, 7, 3);
        let bytes = 2 * 5 * SLOT + 4 * 25;
        assert_eq!(table.reserve(10, bytes - 1).err(), Some(Full::Allowance));
        assert!(table.reserve(10, bytes).is_ok());
        assert_eq!(table.bytes(), 30 * SLOT);
        assert_eq!(table.find(&7).map(|reached| reached.path_cost), Some(3));

        // A table that begins takes all that it needs.
        let mut table = CostTable::<u64>::default();
        let bytes = least(1_000_000) * SLOT;
        assert_eq!(table.begin(1_000_000, bytes - 1), Err(Full::Allowance));
        assert_eq!(table.begin(1_000_000, bytes), Ok(()));
        assert_eq!((table.bytes(), table.room() >= 1_000_000), (bytes, true));
        assert_eq!(table.begin(usize::MAX, usize::MAX), Err(Full::Ids));
    }
}
