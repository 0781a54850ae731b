//! A set of vectors of costs that do not dominate one another.

use crate::frontier::{Full, NodeId, make_room};

/// The costs of paths that end in comparable states, and the states.
///
/// **Dimensionality reduction.** As long as vectors are added and looked up in the order of the
/// first cost, each vector in the set is no higher in that cost. Then the others decide: a set of
/// two costs is one vector, with the lowest second cost, and a set of three is sorted, so that a
/// look at one vector is enough. Without this order, all costs are compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Front<const D: usize> {
    /// The vector, if there is only one.
    one: Option<Entry<D>>,
    /// Sorted by the second cost.
    more: Vec<Entry<D>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<const D: usize> {
    costs: [u32; D],
    state: NodeId,
}

/// Whether no cost of `by` is higher than that of `costs`. The first cost is compared only if
/// `with_first` is set.
#[inline]
fn is_covered<const D: usize>(by: &[u32; D], costs: &[u32; D], with_first: bool) -> bool {
    (1..D).all(|cost| by[cost] <= costs[cost]) && (!with_first || by[0] <= costs[0])
}

impl<const D: usize> Front<D> {
    #[inline]
    fn entries(&self) -> &[Entry<D>] {
        if self.more.is_empty() { self.one.as_slice() } else { &self.more }
    }

    /// The cost by which the vectors are sorted.
    const SORTED_BY: usize = if D == 1 { 0 } else { 1 };

    /// Whether a vector in the set is no higher than `costs`, and the state with it is as good.
    #[inline]
    pub(super) fn covers(
        &self,
        costs: &[u32; D],
        with_first: bool,
        is_as_good: impl Fn(NodeId) -> bool,
    ) -> bool {
        let key = costs[Self::SORTED_BY];
        let end = self.entries().partition_point(|entry| entry.costs[Self::SORTED_BY] <= key);
        let lower = &self.entries()[..end];
        // With two costs to compare, the vectors are sorted by one, and the last is the lowest in
        // the other.
        let count = if D <= 3 && !with_first { 1 } else { lower.len() };
        let mut last = lower.iter().rev().take(count);
        last.any(|entry| is_covered(&entry.costs, costs, with_first) && is_as_good(entry.state))
    }

    /// Whether this is the only vector in the set.
    #[inline]
    pub(super) fn is_only(&self, costs: &[u32; D]) -> bool {
        self.one.is_some_and(|one| one.costs == *costs)
    }

    /// Makes room for a vector, if that takes at most `allowance` bytes.
    pub(super) fn reserve(&mut self, with_first: bool, mut allowance: usize) -> Result<(), Full> {
        // Of two vectors with one cost to compare, one covers the other.
        let is_one = D <= 2 && !with_first && self.more.is_empty();
        if is_one || self.entries().is_empty() {
            return Ok(());
        }
        let additional = 1 + usize::from(self.one.is_some());
        make_room(&mut self.more, additional, size_of::<Entry<D>>(), &mut allowance)
    }

    /// Adds a vector that is not covered. Removes those that it covers, if the same state is
    /// compared. There is room.
    pub(super) fn add(&mut self, costs: [u32; D], with_first: bool, state: NodeId) {
        let entry = Entry { costs, state };
        let is_covered =
            |old: &Entry<D>| old.state == state && is_covered(&costs, &old.costs, with_first);
        if self.entries().iter().all(is_covered) {
            self.more.clear();
            self.one = Some(entry);
            return;
        }
        let key = costs[Self::SORTED_BY];
        let start = self.entries().partition_point(|old| old.costs[Self::SORTED_BY] < key);
        if self.more.is_empty() {
            self.more.extend(self.one.take());
        }
        // The vectors that it covers come after `start`.
        self.more.retain(|old| !is_covered(old));
        self.more.insert(start, entry);
    }

    /// The heap memory.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.more.capacity() * size_of::<Entry<D>>()
    }
}
