//! A cache of estimates.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use super::Heuristic;

/// A heuristic that stores its estimates in a hash table. It pays off if computing an estimate
/// takes longer than a look-up (about 10 to 100 ns) and states recur.
///
/// # Guarantees
///
/// The estimates are those of the heuristic, which must give equal states the same estimate.
///
/// The cache uses a [`RefCell`] rather than a lock: a search runs on one thread, and a lock would
/// cost as much as many estimates do. So the cache can be sent to another thread, but threads
/// cannot share it. Give each thread its own.
///
/// # Memory
///
/// At most the given number of states, each with its estimate. When the cache is full, it is
/// cleared and fills up again. The same happens when the allocator refuses more memory. The memory
/// limit of a search does not include the cache.
///
/// # Example
///
/// ```
/// use std::cell::Cell;
///
/// use bestfirst::Heuristic;
/// use bestfirst::heuristic::{Cached, from_fn};
///
/// let asked = Cell::new(0);
/// let slow = from_fn(|state: &u64| {
///     asked.set(asked.get() + 1);
///     state.count_ones()
/// });
/// let cached = Cached::new(slow, 1_000);
/// assert_eq!((cached.estimate(&7), cached.estimate(&7), asked.get()), (3, 3, 1));
/// ```
#[derive(Clone)]
pub struct Cached<S, H> {
    heuristic: H,
    known: RefCell<HashMap<S, u32, FxBuildHasher>>,
    most: usize,
}

impl<S: Hash + Eq + Clone, H: Heuristic<S>> Cached<S, H> {
    /// Caches the estimates of `heuristic` for at most `most` states.
    pub fn new(heuristic: H, most: usize) -> Self {
        Self { heuristic, known: RefCell::default(), most }
    }
}

impl<S: Hash + Eq + Clone, H: Heuristic<S>> Heuristic<S> for Cached<S, H> {
    fn estimate(&self, state: &S) -> u32 {
        if let Some(&estimate) = self.known.borrow().get(state) {
            return estimate;
        }
        // The cache is not borrowed here, because the heuristic may call it again.
        let estimate = self.heuristic.estimate(state);
        let mut known = self.known.borrow_mut();
        if known.len() >= self.most || known.try_reserve(1).is_err() {
            known.clear();
        }
        if known.len() < self.most.min(known.capacity()) {
            known.insert(state.clone(), estimate);
        }
        estimate
    }
}

impl<S, H: fmt::Debug> fmt::Debug for Cached<S, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cached")
            .field("heuristic", &self.heuristic)
            .field("known", &self.known.borrow().len())
            .field("most", &self.most)
            .finish()
    }
}
