//! Estimates remembered.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use super::Heuristic;

/// A heuristic that remembers its estimates, for when asking again takes longer than a look into a
/// hash table (some 10 to 100 ns), and states come up again.
///
/// # Guarantees
///
/// The estimates are those of the heuristic, which has to give the same for equal states.
///
/// It keeps what it knows in a [`RefCell`] and not in a lock: a search runs on one thread, and a
/// lock would take as long as many an estimate. So it can be sent to a thread but not
/// shared between threads: give each its own.
///
/// # Memory
///
/// No more states than you say, each with its estimate. When so many are known, all
/// are forgotten, and it begins anew; it does so as well when the allocator gives no more.
/// The limit on memory of a search does not count it.
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
    /// The heuristic, and room for the estimates of at most so many states.
    pub fn new(heuristic: H, most: usize) -> Self {
        Self { heuristic, known: RefCell::default(), most }
    }
}

impl<S: Hash + Eq + Clone, H: Heuristic<S>> Heuristic<S> for Cached<S, H> {
    fn estimate(&self, state: &S) -> u32 {
        if let Some(&estimate) = self.known.borrow().get(state) {
            return estimate;
        }
        // Not borrowed meanwhile: the heuristic may come back to this cache.
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
