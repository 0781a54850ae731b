//! The states of a search with a closed list, each found by its hash.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{Arena, Full, NodeId};

/// States in order of generation, and for each the newest node that has it.
#[derive(Clone, Debug)]
pub(crate) struct StateTable<S> {
    pub(crate) states: Arena<S>,
    newest: HashTable<NodeId>,
}

impl<S> Default for StateTable<S> {
    fn default() -> Self {
        Self { states: Arena::default(), newest: HashTable::new() }
    }
}

impl<S: Hash + Eq> StateTable<S> {
    /// How many more states there is room for, whether they are new or not.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.states.room().min(self.newest.capacity() - self.newest.len())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes() + self.newest.allocation_size()
    }

    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.newest.clear();
    }

    /// Makes room for `additional` more states, if that takes at most `allowance` bytes.
    #[cold]
    pub(crate) fn reserve(&mut self, additional: usize, mut allowance: usize) -> Result<(), Full> {
        if self.newest.capacity() - self.newest.len() < additional {
            // The table doubles, at seven eighths full, and is there twice until all are moved.
            let slots = (self.newest.len() + additional) * 8 / 7 + 1;
            let bytes = slots.next_power_of_two() * (size_of::<NodeId>() + 1) + 16;
            let before = self.newest.allocation_size();
            allowance = allowance.checked_sub(bytes).ok_or(Full::Allowance)? + before;
            let states = &self.states;
            self.newest
                .try_reserve(additional, |&id| hash(&states[id]))
                .map_err(|_| Full::Allocator)?;
        }
        if self.states.room() < additional {
            self.states.reserve(additional, allowance)?;
        }
        Ok(())
    }

    /// The newest node with the same state, to be replaced if there is a newer one.
    #[inline]
    pub(crate) fn newest(&mut self, hash: u64, state: &S) -> Option<&mut NodeId> {
        let states = &self.states;
        self.newest.find_mut(hash, |&id| states[id] == *state)
    }

    /// Adds a state that is not there yet. Allocates if no room was reserved.
    #[inline]
    pub(crate) fn insert(&mut self, hash_of_state: u64, state: S) {
        let id = self.states.next_id();
        self.states.push(state);
        let states = &self.states;
        self.newest.insert_unique(hash_of_state, id, |&id| hash(&states[id]));
    }
}

#[inline]
pub(crate) fn hash<S: Hash>(state: &S) -> u64 {
    FxBuildHasher.hash_one(state)
}
