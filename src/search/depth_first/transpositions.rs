//! The transposition table of IDA\*.

use std::borrow::Borrow;
use std::hash::Hash;

use super::cost_bounded::{Duplicates, is_on_path};
use crate::frontier::hash;

/// The states reached in this iteration, with their path costs. The hash of a state selects its
/// only place.
#[derive(Clone, Debug)]
pub struct Transpositions<S> {
    /// Allocated when the search starts, because the limit is then known.
    places: Vec<Option<Transposition<S>>>,
    /// The number of the iteration. It marks entries of earlier iterations as stale.
    iteration: u32,
    /// The size in bytes that was requested, and the size that is allowed.
    wanted: usize,
    allowed: usize,
    /// How many places hold a state.
    used: usize,
    /// The heap memory of a state, taken from the root.
    heap_bytes: usize,
}

#[derive(Clone, Debug)]
struct Transposition<S> {
    state: S,
    path_cost: u32,
    iteration: u32,
}

impl<S> Transpositions<S> {
    pub(super) fn new(bytes: usize, heap_bytes: usize) -> Self {
        let places = Vec::new();
        Self { places, iteration: 0, wanted: bytes, allowed: bytes, used: 0, heap_bytes }
    }

    /// The size of a place, including the heap memory of its state.
    fn place_bytes(&self) -> usize {
        size_of::<Option<Transposition<S>>>() + self.heap_bytes
    }
}

impl<S: Hash + Eq + Clone> Duplicates<S> for Transpositions<S> {
    fn is_duplicate(
        &mut self,
        state: &S,
        path_cost: u32,
        ancestors: impl Iterator<Item = (impl Borrow<S>, u32)>,
    ) -> bool {
        // In a cycle of cost 0, the entry may have been replaced.
        if is_on_path(state, path_cost, ancestors) {
            return true;
        }
        let hash = hash(state);
        #[expect(clippy::cast_possible_truncation, reason = "an index below the length fits")]
        let index = ((u128::from(hash) * self.places.len() as u128) >> 64) as usize;
        let Some(place) = self.places.get_mut(index) else {
            return false;
        };
        let iteration = self.iteration;
        let is_known = |known: &Transposition<S>| {
            known.path_cost <= path_cost && known.iteration == iteration && known.state == *state
        };
        if place.as_ref().is_some_and(is_known) {
            return true;
        }
        // Cloning a state may panic.
        let entry = Transposition { state: state.clone(), path_cost, iteration };
        self.used += usize::from(place.replace(entry).is_none());
        false
    }

    fn forget(&mut self) {
        self.iteration = self.iteration.wrapping_add(1);
        if self.iteration == 0 {
            self.places.fill(None);
            self.used = 0;
        }
    }

    fn restart(&mut self, heap_bytes: usize) {
        if heap_bytes != self.heap_bytes {
            (self.used, self.heap_bytes) = (0, heap_bytes);
            self.places = Vec::new();
        }
        self.forget();
    }

    /// The table grows again after a limit was lifted. States whose hash now selects another place
    /// are no longer found, and are overwritten in time.
    fn allocate(&mut self, allowance: usize) {
        let most = self.allowed.min(self.reserved_bytes().saturating_add(allowance));
        let count = self.wanted.min(most) / self.place_bytes();
        let missing = count.saturating_sub(self.places.len());
        if missing > 0 && self.places.try_reserve_exact(missing).is_ok() {
            self.places.resize_with(count, || None);
        }
    }

    fn give_back(&mut self) {
        (self.places, self.used) = (Vec::new(), 0);
    }

    fn bytes(&self) -> usize {
        let free = self.places.capacity() - self.used;
        self.reserved_bytes() - free * self.heap_bytes
    }

    fn reserved_bytes(&self) -> usize {
        self.places.capacity() * self.place_bytes()
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.allowed = bytes.unwrap_or(usize::MAX);
        let count = self.allowed / self.place_bytes();
        if count < self.places.len() {
            // States whose hash now selects another place are no longer found, and are overwritten
            // in time.
            self.places.truncate(count);
            self.places.shrink_to_fit();
            self.used = self.places.iter().flatten().count();
        }
    }
}
