//! A table of states, divided into regions for parallel access.

use std::hint::black_box;
use std::mem;

use super::state_table::home;

/// The number of regions of a table. It is large enough that a region fits a cache close to the
/// core, and that there are regions for all threads.
pub(crate) const REGIONS: usize = 1 << REGION_BITS;
const REGION_BITS: u32 = 6;

/// The region of the home slot of a hash.
#[inline]
pub(crate) fn region_of(hash: u64) -> usize {
    (hash >> (u64::BITS - REGION_BITS)) as usize
}

/// Adjacent slots of a [`StateTable`](super::StateTable): the home slots of a range of hashes.
#[derive(Debug)]
pub(crate) struct Region<'a> {
    slots: &'a mut [u32],
    /// The number of slots before these, and the number of slots of the whole table.
    first: usize,
    count: usize,
    id_mask: u32,
}

/// The result of entering a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Known,
    /// The state is now in this slot of the table.
    New(u64),
    /// Probing has left the region.
    Beyond,
}

impl<'a> Region<'a> {
    pub(super) fn whole(slots: &'a mut [u32], id_mask: u32) -> Self {
        let count = slots.len();
        Self { slots, first: 0, count, id_mask }
    }

    /// Divides the slots among the regions, as [`region_of`] divides the hashes.
    pub(super) fn split(slots: &'a mut [u32], id_mask: u32) -> Vec<Self> {
        let count = slots.len();
        let (mut rest, mut first) = (slots, 0);
        let regions = (1..=REGIONS as u64).map(|next| {
            let lowest = next << (u64::BITS - REGION_BITS);
            // The last region has no hash after it.
            let end = if lowest == 0 { count } else { home(lowest, count, id_mask).0 };
            let (slots, after) = mem::take(&mut rest).split_at_mut(end - first);
            rest = after;
            let region = Self { slots, first, count, id_mask };
            first = end;
            region
        });
        regions.collect()
    }

    /// Reads the home slots of these hashes, so that they are in the cache when they are needed.
    #[inline]
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slot = |hash| home(hash, self.count, self.id_mask).0 - self.first;
        // If two regions share a slot, it belongs to the second.
        black_box(hashes.fold(0, |read, hash| read ^ self.slots.get(slot(hash)).unwrap_or(&0)));
    }

    /// Enters a number for the state with this hash, unless the region already has a number for
    /// which `is_same` returns `true`. The table must have room for a node with this number.
    #[inline]
    pub(crate) fn enter(&mut self, hash: u64, number: u32, is_same: impl Fn(u32) -> bool) -> Entry {
        let (slot, tag) = home(hash, self.count, self.id_mask);
        let entry = self.probe(slot - self.first, tag, number, &is_same);
        if entry == Entry::Beyond && self.slots.len() == self.count {
            return self.probe(0, tag, number, &is_same);
        }
        entry
    }

    #[inline]
    fn probe(
        &mut self,
        mut slot: usize,
        tag: u32,
        number: u32,
        is_same: &impl Fn(u32) -> bool,
    ) -> Entry {
        while let Some(held) = self.slots.get_mut(slot) {
            if *held == 0 {
                *held = tag | number;
                return Entry::New((self.first + slot) as u64);
            }
            if (*held ^ tag) & !self.id_mask == 0 && is_same(*held ^ tag) {
                return Entry::Known;
            }
            slot += 1;
        }
        Entry::Beyond
    }

    /// Replaces the number in a slot returned by [`Entry::New`].
    #[expect(clippy::cast_possible_truncation, reason = "it was the index of a slot")]
    #[inline]
    pub(crate) fn renumber(&mut self, slot: u64, number: u32) {
        let held = &mut self.slots[slot as usize - self.first];
        *held = *held & !self.id_mask | number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::state_table::tests::Crowded;
    use crate::frontier::{Key, StateTable, hash};

    /// Enters numbers, each twice, into a table that has some others already. Returns how often
    /// probing left the region.
    fn enter(crowd: u32, known: u32, count: u32) -> usize {
        let end = known + count;
        let mut table = StateTable::default();
        // Without an allowance for more, a small table has few slots.
        table.reserve(end as usize, 100 * end as usize).unwrap();
        for number in 0..known {
            let state = Crowded(number, crowd);
            let place = table.locate(&state, Key::Hash(hash(&state)));
            table.insert(place, state, (), 0);
        }
        // The provisional numbers of new states decrease.
        let enter = |region: &mut Region, number| {
            let is_same =
                |held| number + 1 == if held > known { known + end + 1 - held } else { held };
            region.enter(hash(&Crowded(number, crowd)), known + end - number, is_same)
        };
        let (mut new, mut beyond) = (Vec::new(), Vec::new());
        let (_, _, mut regions) = table.regions();
        for number in (0..end).chain(0..end) {
            let hash = hash(&Crowded(number, crowd));
            let region = &mut regions[region_of(hash)];
            region.touch([hash].into_iter());
            match enter(region, number) {
                Entry::Known => {}
                Entry::New(slot) => new.push((slot, number)),
                Entry::Beyond => beyond.push(number),
            }
        }
        for &number in &beyond {
            match enter(&mut table.whole().1, number) {
                Entry::Known => {}
                Entry::New(slot) => new.push((slot, number)),
                Entry::Beyond => panic!("there is room"),
            }
        }
        let mut whole = table.whole().1;
        for &(slot, number) in &new {
            whole.renumber(slot, number + 1);
        }
        for number in known..end {
            table.states.push(Crowded(number, crowd));
            table.nodes.push(());
        }
        assert_eq!(new.len(), count as usize);
        for number in 0..end {
            let state = Crowded(number, crowd);
            let id = table.locate(&state, Key::Hash(hash(&state))).newest.unwrap();
            assert_eq!(id.index(), number as usize);
        }
        beyond.len()
    }

    #[test]
    fn states_entered_by_region_are_found_in_the_table() {
        assert!(enter(1, 20_000, 30_000) < 2_000);
        // Covers tables with fewer slots than regions, and regions with fewer slots than states
        // with one hash.
        assert!(enter(1, 3, 20) > 10);
        assert!(enter(400, 1_000, 2_000) > 1_000);
    }
}
