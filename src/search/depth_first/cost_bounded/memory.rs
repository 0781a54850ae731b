//! The memory of a depth-first search up to a bound: the path, the remaining successors, and the
//! path to the most promising node.

use super::{CostBounded, Offered, Suspended, number};
use crate::frontier::{Full, make_room};

impl<S> CostBounded<S> {
    pub(crate) fn bytes(&self) -> usize {
        self.path.capacity() * self.node_bytes()
            + self.offered.capacity() * self.offered_bytes()
            + self.promising_bytes()
    }

    /// The memory for the path to the most promising node.
    pub(crate) fn promising_bytes(&self) -> usize {
        self.promising.states.capacity() * self.state_bytes()
    }

    pub(crate) fn state_bytes(&self) -> usize {
        size_of::<S>() + self.heap_bytes
    }

    fn node_bytes(&self) -> usize {
        size_of::<Suspended<S>>() + self.heap_bytes
    }

    /// Makes room for the first node of the path, if that takes at most `allowance` bytes.
    pub(crate) fn make_room_for_root(&mut self, mut allowance: usize) -> Result<(), Full> {
        let node_bytes = self.node_bytes();
        let missing = usize::from(self.path.capacity() == 0);
        self.path.truncate(1);
        make_room(&mut self.path, missing, node_bytes, &mut allowance)
    }

    /// Frees all memory, before another search [begins](Self::begin).
    pub(crate) fn drop_all(&mut self) {
        (self.path, self.offered, self.promising.states) = (Vec::new(), Vec::new(), Vec::new());
        self.promising.count = 0;
    }

    /// Replaces the memory kept from an earlier search, while the path has only its first node.
    pub(crate) fn give_back(&mut self) {
        let root = self.path.pop();
        self.drop_all();
        self.path.extend(root);
    }

    fn offered_bytes(&self) -> usize {
        size_of::<Offered<S>>() + self.heap_bytes
    }

    /// Limits the list of remaining successors to this many bytes, out of those that
    /// [`make_room`](Self::make_room) may use.
    pub(crate) fn set_offered_limit(&mut self, bytes: Option<usize>) {
        self.offered_limit = bytes.unwrap_or(usize::MAX);
    }

    /// By how many bytes the list of remaining successors may still grow, if that is limited.
    pub(crate) fn kept_back(&self) -> usize {
        if self.offered_limit == usize::MAX { 0 } else { self.offered_left() }
    }

    fn offered_left(&self) -> usize {
        self.offered_limit.saturating_sub(self.offered.capacity() * self.offered_bytes())
    }

    /// Makes room for one more entry of the list, if its limit allows.
    pub(super) fn make_room_for_offered(&mut self) -> Result<(), Full> {
        let (item_bytes, mut allowance) = (self.offered_bytes(), self.offered_left());
        make_room(&mut self.offered, 1, item_bytes, &mut allowance)
    }

    /// How many nodes the current path may have.
    pub(super) fn room(&self) -> u32 {
        // The path needs room for one more node when the search is suspended.
        number(self.promising.states.capacity().min(self.path.capacity().saturating_sub(1)))
    }

    /// Makes room to continue after [`Progress::Full`], if that takes at most `allowance` bytes.
    /// With two `copies` of the path to the most promising node, there is memory for one that is
    /// kept elsewhere.
    #[cold]
    pub(crate) fn make_room(&mut self, mut allowance: usize, copies: usize) -> Result<(), Full> {
        allowance = allowance.checked_sub(self.kept_back()).ok_or(Full::Allowance)?;
        let (node_bytes, state_bytes) = (self.node_bytes(), self.state_bytes());
        let states = &mut self.promising.states;
        let missing = self.path.capacity().saturating_sub(states.len());
        make_room(states, missing, copies * state_bytes, &mut allowance)?;
        let missing = self.path.capacity() - self.path.len() + 1;
        make_room(&mut self.path, missing, node_bytes + copies * state_bytes, &mut allowance)?;
        let missing = self.path.capacity().saturating_sub(states.len());
        states.try_reserve_exact(missing).map_err(|_| Full::Allocator)
    }
}
