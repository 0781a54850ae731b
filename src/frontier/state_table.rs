//! The nodes of a search with a closed list, found by the hash of their state.

use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::mem;

use rustc_hash::FxHasher;

#[cfg(feature = "parallel")]
use super::Region;
use super::number_table::NumberTable;
use super::slots::{self, RESTART_SLOTS, larger, limit};
use super::{Arena, Full, NodeId, make_room};

/// Nodes in order of generation, and for each state its newest node.
///
/// The table has 4 bytes per slot. The low bits hold the number of the node, in as many bits as it
/// needs. The remaining bits hold part of the hash, so that a probe hardly ever compares two
/// different states. Probing is linear (D. E. Knuth, *The Art of Computer Programming* 3, section
/// 6.4, algorithm L).
#[derive(Clone, Debug)]
pub(crate) struct StateTable<S, N> {
    pub(crate) states: Arena<S>,
    /// The data of each node besides its state.
    pub(crate) nodes: Arena<N>,
    /// The hashes of the states, to fill a larger table. Empty if they are not
    /// [kept](Self::KEEPS_HASHES), or not any more.
    hashes: Vec<u64>,
    /// 0 marks an empty slot.
    slots: Vec<u32>,
    /// The bits of a slot that hold the number of a node.
    id_mask: u32,
    /// The number of nodes, and of changes, at which the table must grow.
    limit: usize,
    /// The slots of numbered states. If `numbers.is_hashing`, nodes may have slots by hash as well.
    pub(crate) numbers: NumberTable,
    /// How often a node with a numbered state was put into a slot.
    numbered: usize,
    /// How often a node got a better path in place. The table grows as if each of these had added a
    /// node: the more paths a search finds to each state, the more often it looks for it.
    pub(crate) changed: usize,
    /// Which of the nodes that were [entered](Self::enter) have no slot, because another node of
    /// their state has it.
    superseded: Vec<bool>,
}

/// A hash of a state, with good high bits.
///
/// The hashes of numbers in a row, and those of the cells of a grid, form a lattice. With a good
/// multiplier they are spread more evenly than at random.
#[inline]
pub(crate) fn hash(state: &impl Hash) -> u64 {
    // The hasher is made for tables that use the low bits, and on 32-bit targets it has no others.
    // The multiplier is from G. Steele and S. Vigna, "Computationally easy, spectrally good
    // multipliers for congruential pseudorandom number generators", Software: Practice and
    // Experience 52(2), 2022.
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish().wrapping_mul(0xd134_2543_de82_ef95)
}

/// Marks an item. The function is not generic, so that programs need not compile it again.
fn mark(items: &mut Vec<bool>, index: usize) {
    items.resize(items.len().max(index + 1), false);
    items[index] = true;
}

/// The bits that can hold the number of a node, in a table of this many slots.
fn id_mask(slots: usize) -> u32 {
    u32::MAX >> 31_u32.saturating_sub((limit(slots) + 1).ilog2())
}

/// The home slot of a hash, where probing begins, among `count` slots, and the tag of the hash.
#[inline]
pub(super) fn home(hash: u64, count: usize, id_mask: u32) -> (usize, u32) {
    // The high 32 bits, as a fraction, select the slot. The tag comes from the low 32 bits.
    let slot = ((hash >> 32).wrapping_mul(count as u64) >> 32) as usize;
    #[expect(clippy::cast_possible_truncation, reason = "the lowest 32 bits are wanted")]
    let tag = hash as u32 & !id_mask;
    (slot, tag)
}

/// The key of a state in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key {
    Hash(u64),
    /// Less than [`Key::NUMBERS`].
    Number(usize),
    /// The slot of a number, as [`NumberTable::slot`](super::NumberTable) gives it.
    Slot(usize),
}

impl Key {
    /// How many states can be numbered.
    pub(crate) const NUMBERS: usize = NumberTable::END;
}

/// The place of a state in the table, or the place where it would be inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    slot: usize,
    /// The part of the hash that is stored in the slot. `None` if the slot is that of a number.
    tag: Option<u32>,
    /// The hash, if there is a tag.
    hash: u64,
    /// The newest node with the same state.
    pub(crate) newest: Option<NodeId>,
    /// The path cost of that node, if the slot holds it. It is then quicker to read here than in
    /// the node.
    pub(crate) path_cost: Option<u32>,
}

impl<S, N> Default for StateTable<S, N> {
    fn default() -> Self {
        Self {
            states: Arena::default(),
            nodes: Arena::default(),
            hashes: Vec::new(),
            slots: Vec::new(),
            id_mask: 1,
            limit: 0,
            numbers: NumberTable::default(),
            numbered: 0,
            changed: 0,
            superseded: Vec::new(),
        }
    }
}

#[expect(clippy::inline_always, reason = "parts of the loop of every search")]
impl<S: Hash + Eq, N> StateTable<S, N> {
    /// For how many nodes a search has room at first, if its memory is not limited: as many states
    /// as fit into a page, but at most 64, so that the allocator has blocks of this size at hand.
    pub(crate) const ROOM: usize = match (1 << 12) / (size_of::<S>() + 1) {
        0 => 1,
        page @ ..64 => page,
        _ => 64,
    };
    /// Whether hashes are kept, because it takes long to hash a state again: it is larger than a
    /// cache line, or owns memory. One of two words is taken to be quick, such as a board that is
    /// packed or behind a pointer.
    const KEEPS_HASHES: bool = size_of::<S>() > if mem::needs_drop::<S>() { 16 } else { 64 };
    /// Hashes are kept of up to this many states. With more, memory is worth more than time, as it
    /// is under a limit.
    const MOST_HASHES: usize = 1 << 18;

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes that can be added without growing.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        let in_table = self.limit - self.hashed().min(self.limit);
        self.states.room().min(self.nodes.room()).min(in_table)
    }

    /// The number of nodes that may have a slot by hash, and of changes. A space should number all
    /// of its states or none. If it numbers only some, all nodes get a slot by hash when the table
    /// grows.
    #[inline]
    fn hashed(&self) -> usize {
        if self.numbers.is_hashing { self.len() + self.changed } else { 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<u32>();
        let hashes = self.hashes.capacity() * size_of::<u64>();
        let arenas = self.states.bytes() + self.nodes.bytes();
        arenas + hashes + slots + self.numbers.bytes() + self.superseded.capacity()
    }

    /// Removes all nodes and keeps the memory. Takes constant time, apart from dropping the states.
    pub(crate) fn clear(&mut self) {
        self.empty();
        self.states.clear();
        // A failure is ignored: memory for one node is assumed, as is memory for the search.
        let _ = self.reserve(1, usize::MAX);
    }

    /// Removes all nodes, but not their states.
    fn empty(&mut self) {
        let count = self.slots.len().min(RESTART_SLOTS);
        self.limit = 0;
        slots::empty(&mut self.slots, count);
        (self.id_mask, self.limit) = (id_mask(count), limit(count));
        if self.numbered > 0 {
            self.numbers.clear(self.len(), self.states.len() + self.states.room());
        }
        (self.numbered, self.changed, self.numbers.is_hashing) = (0, 0, false);
        self.superseded.clear();
        self.hashes.clear();
        self.nodes.clear();
    }

    /// Removes all nodes, adds the root of a new search and keeps the memory. A table without
    /// memory gets some for [`ROOM`](Self::ROOM) nodes, or for one node under a limit on bytes.
    ///
    /// The old states are dropped at the end. If one of them panics, the restart is complete.
    pub(crate) fn restart(&mut self, initial: S, key: Key, root: N, is_limited: bool) {
        // The root takes the place of the last state.
        let _last = self.states.pop();
        self.empty();
        if self.nodes.bytes() == 0 && !is_limited && self.resize(slots::FIRST).is_ok() {
            // Allocation that cannot fail takes half the time, which matters in a short search.
            self.states = self.states.fresh(Self::ROOM);
            (self.nodes, self.limit) = (self.nodes.fresh(Self::ROOM), limit(slots::FIRST));
            if Self::KEEPS_HASHES {
                self.hashes = Vec::with_capacity(Self::ROOM);
            }
        } else {
            // As in `clear`.
            let _ = self.reserve(1, usize::MAX);
        }
        let key = match key {
            // Without memory for a slot, any hash will do: the state may be reached again, which
            // only takes time.
            Key::Number(number) if self.numbers.reserve(number, usize::MAX).is_err() => {
                Key::Hash(0)
            }
            key => key,
        };
        let place = self.locate(&initial, key);
        self.insert(place, initial, root, 0);
        self.states.keep_last();
    }

    /// Replaces a table that holds at most the root by a new one, which takes as little memory as
    /// the table of a new search.
    pub(crate) fn renew(&mut self, root: impl FnOnce(&S) -> Key)
    where
        S: Clone,
        N: Clone,
    {
        let (states, nodes) = (self.states.fresh(0), self.nodes.fresh(0));
        let mut table = Self { states, nodes, ..Self::default() };
        match (self.states.iter().next(), self.nodes.iter().next()) {
            (Some((_, state)), Some((_, node))) => {
                table.restart(state.clone(), root(state), node.clone(), true);
            }
            _ => table.clear(),
        }
        *self = table;
    }

    /// How many states must be hashed again to make room for `additional` more nodes.
    pub(crate) fn hashed_again(&self, additional: usize) -> usize {
        let hashed = self.hashed();
        if hashed + additional > self.limit { hashed } else { 0 }
    }

    /// Reserves room for `additional` more nodes, if that takes at most `allowance` bytes.
    #[cold]
    pub(crate) fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        self.reserve_by(Self::fill, additional, allowance)
    }

    /// As [`reserve`](Self::reserve), with another way to [fill](Self::fill) a new table.
    pub(crate) fn reserve_by(
        &mut self,
        fill: impl FnOnce(&mut Self),
        additional: usize,
        mut allowance: usize,
    ) -> Result<(), Full> {
        let is_limited = allowance < usize::MAX / 2;
        if is_limited || self.hashes.len() < self.len() || self.len() > Self::MOST_HASHES {
            let freed = mem::take(&mut self.hashes).capacity() * size_of::<u64>();
            allowance = allowance.saturating_add(freed);
        }
        let needed = self.hashed() + additional;
        if needed > self.limit {
            // After a panic of a state, the table may be large enough and only need filling.
            let (count, left) = larger(&self.slots, needed, allowance).ok_or(Full::Allowance)?;
            allowance = left;
            self.resize(count)?;
            fill(self);
            self.limit = limit(count);
        }
        if self.numbered > 0 && self.len() + additional > self.numbers.most() {
            return Err(Full::Ids);
        }
        // Each arena gets its share, so that both grow together.
        let share = allowance / (size_of::<S>() + size_of::<N>()).max(1);
        self.states.reserve(additional, share * size_of::<S>())?;
        self.nodes.reserve(additional, share * size_of::<N>())?;
        if self.hashes.capacity() > 0 {
            // Without memory for them, the states are hashed again.
            let _ = self.hashes.try_reserve(self.states.room());
        }
        Ok(())
    }

    /// Makes an empty table with this many slots. It has no room until it is filled. If the
    /// allocator refuses, there is no table.
    fn resize(&mut self, count: usize) -> Result<(), Full> {
        self.limit = 0;
        slots::replace(&mut self.slots, count)?;
        self.id_mask = id_mask(count);
        Ok(())
    }

    /// Enters all states into empty slots.
    fn fill(&mut self) {
        // Starts with the newest: of several nodes with the same state, the first one entered
        // counts.
        let entered = self.superseded.len();
        if self.hashed() == 0 {
            return;
        }
        for (id, state) in self.states.iter().rev() {
            if id.index() < entered && self.is_superseded(id) {
                continue;
            }
            let hash = self.hashes.get(id.index()).copied().unwrap_or_else(|| hash(state));
            let (mut slot, tag) = self.home(hash);
            while self.slots[slot] != 0 {
                slot = self.next(slot);
            }
            self.slots[slot] = tag | id.number();
        }
    }

    /// Empties all slots and enters the states again.
    #[cfg(feature = "parallel")]
    pub(crate) fn refill(&mut self) {
        self.slots.fill(0);
        self.fill();
    }

    /// The states, the nodes, and the slots divided into regions.
    #[cfg(feature = "parallel")]
    pub(crate) fn regions(&mut self) -> (&mut Arena<S>, &mut Arena<N>, Vec<Region<'_>>) {
        let regions = Region::split(&mut self.slots, self.id_mask);
        (&mut self.states, &mut self.nodes, regions)
    }

    /// The states, and all slots as one region.
    #[cfg(feature = "parallel")]
    pub(crate) fn whole(&mut self) -> (&Arena<S>, Region<'_>) {
        (&self.states, Region::whole(&mut self.slots, self.id_mask))
    }

    /// The home slot of a hash, where probing begins, and its tag.
    #[inline]
    fn home(&self, hash: u64) -> (usize, u32) {
        home(hash, self.slots.len(), self.id_mask)
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The newest node with this state, if there is one. After a panic of a state, it may not be
    /// found.
    #[inline]
    pub(crate) fn find(&self, state: &S, key: Key) -> Option<NodeId> {
        if self.slots.is_empty() { None } else { self.locate(state, key).newest }
    }

    /// Reads the home slots of these keys, so that they are in the cache when they are needed.
    /// These reads do not depend on one another, unlike those of probing.
    pub(crate) fn touch(&self, keys: impl Iterator<Item = Key>) {
        let slots = keys.map(|key| match key {
            Key::Hash(hash) => *self.slots.get(self.home(hash).0).unwrap_or(&0),
            Key::Number(number) => self.numbers.touch(self.numbers.slot(number)),
            Key::Slot(slot) => self.numbers.touch(slot),
        });
        black_box(slots.fold(0, |read, slot| read ^ slot));
    }

    /// Finds a state, or the place where it would be inserted. There must be room for one node.
    #[inline(always)]
    pub(crate) fn locate(&self, state: &S, key: Key) -> Place {
        match key {
            Key::Hash(hash) => self.locate_hashed(state, hash),
            Key::Number(number) => self.locate_in_slot(self.numbers.slot(number)),
            Key::Slot(slot) => self.locate_in_slot(slot),
        }
    }

    #[inline(always)]
    fn locate_hashed(&self, state: &S, hash: u64) -> Place {
        let (mut slot, tag) = self.home(hash);
        loop {
            let held = self.slots[slot];
            if held == 0 {
                return Place { slot, tag: Some(tag), hash, newest: None, path_cost: None };
            }
            // If the tags are equal, the number of the node remains.
            let number = held ^ tag;
            if number <= self.id_mask {
                let id = NodeId::from_number(number);
                if let Some(id) = id.filter(|&id| self.states[id] == *state) {
                    return Place { slot, tag: Some(tag), hash, newest: Some(id), path_cost: None };
                }
            }
            slot = self.next(slot);
        }
    }

    #[inline]
    fn locate_in_slot(&self, slot: usize) -> Place {
        let (newest, path_cost) = self.numbers.node(slot).unzip();
        Place { slot, tag: None, hash: 0, newest, path_cost }
    }

    /// The id of the node added next.
    #[inline]
    pub(crate) fn next_id(&self) -> NodeId {
        self.nodes.next_id()
    }

    /// Reserves memory for the states and nodes of an empty table, and to [enter](Self::enter)
    /// them, if that takes at most `allowance` bytes.
    pub(crate) fn reserve_exact(&mut self, count: usize, mut allowance: usize) -> Result<(), Full> {
        make_room(&mut self.superseded, count, 1, &mut allowance)?;
        let before = self.states.bytes();
        self.states.reserve(count, allowance)?;
        allowance -= self.states.bytes() - before;
        self.nodes.reserve(count, allowance)
    }

    /// Makes slots by hash for all states and nodes, if that takes at most `allowance` bytes. They
    /// are still to be [entered](Self::enter).
    pub(crate) fn reserve_slots(&mut self, allowance: usize) -> Result<(), Full> {
        if self.numbers.is_hashing && self.len() <= self.limit {
            return Ok(());
        }
        self.numbers.is_hashing = true;
        let (count, _) = larger(&self.slots, self.len(), allowance).ok_or(Full::Allowance)?;
        self.resize(count)?;
        self.limit = limit(count);
        Ok(())
    }

    /// Gives a node that is in the table the slot of its state. If another node had the slot, that
    /// node has none from now on.
    pub(crate) fn enter(&mut self, place: Place, id: NodeId, path_cost: u32) {
        if let Some(known) = place.newest {
            self.supersede(known);
        }
        self.put(place, id, path_cost);
    }

    /// Notes that a node in the table has no slot: another node of its state has it.
    pub(crate) fn supersede(&mut self, id: NodeId) {
        mark(&mut self.superseded, id.index());
    }

    /// Whether another node than this one has the slot of its state.
    #[inline]
    pub(crate) fn is_superseded(&self, id: NodeId) -> bool {
        self.superseded.get(id.index()).is_some_and(|&is_superseded| is_superseded)
    }

    /// Puts a node into a slot.
    #[inline]
    pub(crate) fn put(&mut self, place: Place, id: NodeId, path_cost: u32) {
        if let Some(tag) = place.tag {
            self.numbers.is_hashing = true;
            self.slots[place.slot] = tag | id.number();
        } else {
            self.numbers.insert(place.slot, id, path_cost);
            self.numbered += 1;
        }
    }

    /// Adds a node whose state belongs in this place. There must be room for it.
    #[inline(always)]
    pub(crate) fn insert(&mut self, place: Place, state: S, node: N, path_cost: u32) {
        self.put(place, self.next_id(), path_cost);
        let keeps_all = Self::KEEPS_HASHES && self.hashes.len() == self.len();
        if keeps_all && place.tag.is_some() && self.hashes.len() < self.hashes.capacity() {
            self.hashes.push(place.hash);
        }
        self.states.push(state);
        self.nodes.push(node);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::super::slots::{LARGE, SIZES, SMALL};
    use super::*;

    /// A number, and how many consecutive numbers share one hash.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Crowded(pub(crate) u32, pub(crate) u32);

    impl Hash for Crowded {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            hasher.write_u32(self.0 / self.1);
        }
    }

    /// From 2^31 nodes on, there is no room for a tag.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_largest_ids_leave_no_tag() {
        for (slots, tag) in [(5 << 28, 1 << 31), (5 << 29, 0), (5 << 31, 0)] {
            assert_eq!(home(u64::MAX, 4, id_mask(slots)), (3, tag), "{slots}");
        }
    }

    /// Adds a node with a state. Returns the newest node that had it before.
    fn add<S: Hash + Eq>(table: &mut StateTable<S, u64>, key: Key, state: S) -> Option<NodeId> {
        table.reserve(1, usize::MAX).unwrap();
        let place = table.locate(&state, key);
        table.insert(place, state, 0, 0);
        place.newest
    }

    fn fill<S: Hash + Eq + Clone>(states: &[S]) {
        let mut table = StateTable::default();
        for (index, state) in states.iter().enumerate() {
            let key = Key::Hash(hash(state));
            assert_eq!(add(&mut table, key, state.clone()), None);
            if index % 3 == 0 {
                // A newer node with the same state replaces the older one.
                let before = add(&mut table, key, state.clone());
                assert!(before.is_some() && table.locate(state, key).newest > before);
            }
        }
        for state in states {
            let newest = table.locate(state, Key::Hash(hash(state))).newest.unwrap();
            assert!(table.states[newest] == *state);
            let later = newest.index() + 1;
            let is_other = |id| later >= table.states.len() || table.states[id] != *state;
            assert!(NodeId::from_index(later).is_none_or(is_other));
        }
        // A full table holds two states for every five or three slots, and then grows: the first
        // one sixteenfold, others threefold or less.
        let len = table.slots.len();
        let times = if len <= SIZES[0] { 5 } else { 1 };
        let bytes = times * if len <= SMALL { 4 * 8 } else { 4 * 6 };
        assert!(len * size_of::<u32>() <= table.states.len() * bytes + 64);
    }

    #[test]
    fn every_state_is_found_and_the_newest_node_with_it() {
        fill(&(0..50_000_u64).map(|n| n * n).collect::<Vec<_>>());
        fill(&(0..5_000).map(|n| format!("state {n}")).collect::<Vec<_>>());
        fill(&(0..600).map(|n| Crowded(n, 600)).collect::<Vec<_>>());
    }

    /// The first hashed node has a number that is too large for the slots of a small table.
    #[test]
    fn some_states_may_be_numbered() {
        let mut table = StateTable::default();
        table.restart(0, Key::Number(0), 0, true);
        for state in 1..3_000_u32 {
            table.numbers.reserve(state as usize, usize::MAX).unwrap();
            let is_hashed = state > 1_000 && state % 3 > 0;
            if is_hashed && !table.numbers.is_hashing {
                table.reserve(1, usize::MAX).unwrap();
                table.numbers.is_hashing = true;
                assert_eq!(table.room(), 0);
            }
            let key = if is_hashed { Key::Hash(hash(&state)) } else { Key::Number(state as usize) };
            assert_eq!(add(&mut table, key, state), None);
            let newest = table.locate(&state, key).newest.unwrap();
            assert_eq!(table.states[newest], state);
        }
    }

    #[test]
    fn a_table_is_empty_after_a_restart() {
        let mut table = StateTable::default();
        for (initial, count) in [(7, 30_000_u64), (8, 1_000), (9, 100), (7, 1_900), (6, 500)] {
            table.restart(initial, Key::Hash(hash(&initial)), 0, true);
            assert_eq!(table.slots.iter().filter(|&&slot| slot != 0).count(), 1);
            assert_eq!(table.states.len(), 1);
            for number in 0..count {
                // Half of the states are known: the newer node takes over a slot among others.
                let state =
                    if number % 2 == 0 { number } else { (number * number + initial) % number };
                add(&mut table, Key::Hash(hash(&state)), state);
            }
        }
    }

    /// If the high bits of hashes were poor, states would crowd in few places.
    #[test]
    fn states_that_are_alike_are_spread() {
        let spread = |hashes: &mut dyn Iterator<Item = u64>| {
            let places: HashSet<_> = hashes.map(|hash| home(hash, 1 << 17, 17).0).collect();
            assert!(places.len() > 60_000, "{} places", places.len());
        };
        for (shift, width) in [(0, 50), (11, 173), (20, 320), (32, 1_000), (44, 86)] {
            spread(&mut (0..100_000_u64).map(|n| hash(&(n << shift))));
            // The cells of a grid. At random, there would be 70,000 places.
            spread(&mut (0..100_000_i32).map(|n| hash(&(n % width - 86, n / width - 86))));
        }
    }

    #[test]
    fn a_table_grows_within_the_allowance_to_the_byte() {
        let mut table = StateTable::<u64, u64>::default();
        // Ten states take 30 slots.
        let bytes = 30 * size_of::<u32>() + 10 * 2 * size_of::<u64>();
        assert_eq!(table.clone().reserve(10, bytes - 1), Err(Full::Allowance));
        assert_eq!(table.reserve(10, bytes), Ok(()));
        assert_eq!(table.bytes(), bytes);
        // A refusal changes nothing.
        add(&mut table, Key::Hash(hash(&7_u64)), 7);
        assert_eq!(table.reserve(1_000, 1_000), Err(Full::Allowance));
        assert!(table.find(&7, Key::Hash(hash(&7_u64))).is_some());
        assert_eq!(table.bytes(), bytes);
    }

    #[test]
    fn a_large_table_is_fuller_than_a_small_one_and_grows_by_less() {
        assert_eq!((limit(30), limit(30 + SMALL)), (12, SMALL / 3 * 2 + 20));
        assert_eq!(limit(10 * LARGE), 8 * LARGE);

        let mut table = StateTable::<u64, ()>::default();
        let larger =
            |table: &StateTable<_, _>, states| larger(&table.slots, states, usize::MAX).unwrap().0;
        for (count, more) in [(SMALL, 4 * SMALL), (2 * SMALL, 4 * SMALL), (LARGE, LARGE / 2 * 3)] {
            table.resize(count).unwrap();
            assert_eq!(larger(&table, limit(count) + 1), more);
        }
        // These need no more slots, or none for which there is no memory yet.
        assert_eq!(larger(&table, limit(LARGE)), LARGE);
        table.clear();
        assert_eq!(larger(&table, limit(RESTART_SLOTS) + 1), 8 * RESTART_SLOTS);
    }

    #[test]
    fn numbered_nodes_run_out_of_ids_when_slots_can_hold_no_more() {
        let mut table = StateTable::default();
        table.numbers.set_most(10);
        for number in 0..3 {
            table.numbers.reserve(number, usize::MAX).unwrap();
            add(&mut table, Key::Number(number), number);
        }
        assert_eq!(table.reserve(7, usize::MAX), Ok(()));
        assert_eq!(table.reserve(8, usize::MAX), Err(Full::Ids));

        // Without numbers there is no such limit.
        let mut table = StateTable::<u64, ()>::default();
        table.numbers.set_most(0);
        assert_eq!(table.reserve(1, usize::MAX), Ok(()));
    }
}
