//! The memory of a depth-first search up to a bound: the path, the remaining successors, and the
//! path to the most promising node.

use super::{CostBounded, Offered, Suspended, number};
use crate::frontier::{Full, make_room};

impl<S> CostBounded<S> {
    pub(in crate::search) fn bytes(&self) -> usize {
        self.path.capacity() * (size_of::<Suspended<S>>() + self.heap_bytes)
            + self.offered.capacity() * self.offered_bytes()
            + self.promising.states.capacity() * (size_of::<S>() + self.heap_bytes)
    }

    fn offered_bytes(&self) -> usize {
        size_of::<Offered<S>>() + self.heap_bytes
    }

    /// Limits the list of remaining successors to this many bytes, out of those that
    /// [`make_room`](Self::make_room) may use.
    pub(in crate::search) fn set_offered_limit(&mut self, bytes: Option<usize>) {
        self.offered_limit = bytes.unwrap_or(usize::MAX);
    }

    /// Makes room for one more entry of the list, if its limit allows.
    pub(super) fn make_room_for_offered(&mut self) -> Result<(), Full> {
        let mut allowance =
            self.offered_limit.saturating_sub(self.offered.capacity() * self.offered_bytes());
        let item_bytes = self.offered_bytes();
        make_room(&mut self.offered, 1, item_bytes, &mut allowance)
    }

    /// How many nodes the current path may have.
    pub(super) fn room(&self) -> u32 {
        // The path needs room for one more node when the search is suspended.
        number(self.promising.states.capacity().min(self.path.capacity().saturating_sub(1)))
    }

    /// Makes room to continue after [`Progress::Full`], if that takes at most `allowance` bytes.
    #[cold]
    pub(in crate::search) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        if self.offered_limit < usize::MAX {
            // The list of remaining successors may grow to this.
            let offered = self.offered.capacity() * self.offered_bytes();
            let kept_back = self.offered_limit.saturating_sub(offered);
            allowance = allowance.checked_sub(kept_back).ok_or(Full::Allowance)?;
        }
        let states = &mut self.promising.states;
        let node_bytes = size_of::<Suspended<S>>() + self.heap_bytes;
        let state_bytes = size_of::<S>() + self.heap_bytes;
        let missing = self.path.capacity().saturating_sub(states.len());
        make_room(states, missing, state_bytes, &mut allowance)?;
        let missing = self.path.capacity() - self.path.len() + 1;
        make_room(&mut self.path, missing, node_bytes + state_bytes, &mut allowance)?;
        let missing = self.path.capacity().saturating_sub(states.len());
        states.try_reserve_exact(missing).map_err(|_| Full::Allocator)
    }
}
