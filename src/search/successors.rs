//! The successors of the node under expansion.

use std::convert::Infallible;
use std::hash::Hash;

use super::key::packed_key;
use super::reached::Node;
use crate::frontier::{Full, NodeId, NumberTable, StateTable, discard, make_room};
use crate::{Cost, StateSpace};

/// The successors of a node, where they are all collected before the first is added.
///
/// Their number is then known, so memory is reserved for all of them or for none. A space that
/// panics leaves the search unchanged. Where that is not needed, they are added [as they are
/// generated](super::reached::add_as_generated) instead.
///
/// If only some of them could be added, in either way, all are collected again later, and those
/// that were added are skipped.
#[derive(Clone, Debug)]
pub(crate) struct Successors<S, C = Cost> {
    list: Vec<Successor<S, C>>,
    /// The heap memory of the states, in bytes.
    heap_bytes: usize,
    /// How many more bytes the successors may use.
    allowance: usize,
    /// Why a successor did not fit.
    full: Option<Full>,
    pub(crate) is_collected: bool,
    /// How many successors of this node were added before. They are skipped.
    pub(crate) added: usize,
}

/// A successor, with its key in the closed list as a [`packed_key`]. Tree search has no closed
/// list, and leaves it 0.
#[derive(Clone, Debug)]
pub(crate) struct Successor<S, C = Cost> {
    pub(crate) state: S,
    pub(crate) step_cost: C,
    pub(crate) packed_key: u64,
}

impl<S: Hash> Successors<S> {
    /// Collects the successors of a node, which may use `allowance` bytes. Numbers that have no
    /// slot in the table yet get one.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(crate) fn collect_all<P: StateSpace<State = S>, L>(
        &mut self,
        space: &P,
        table: &mut StateTable<S, Node<L>>,
        id: NodeId,
        allowance: usize,
    ) -> Result<(), Full> {
        let StateTable { states, nodes, numbers, .. } = table;
        let previous = nodes[id].parent.map(|parent| &states[parent]);
        self.begin(allowance);
        space.for_each_successor(&states[id], previous, |state, step_cost| {
            self.collect_for(space, numbers, state, step_cost);
        });
        self.end().map(|_| ())
    }
}

#[expect(clippy::inline_always, reason = "parts of the loop of every search")]
impl<S, C> Successors<S, C> {
    pub(crate) fn new() -> Self {
        Self {
            list: Vec::new(),
            heap_bytes: 0,
            allowance: 0,
            full: None,
            is_collected: false,
            added: 0,
        }
    }

    /// Removes everything, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.added = 0;
        self.clear_list();
    }

    /// Removes the successors, but keeps their memory and the count of those added before.
    fn clear_list(&mut self) {
        self.heap_bytes = 0;
        (self.full, self.is_collected) = (None, false);
        self.list.clear();
    }

    /// Starts to collect. The successors may use `allowance` more bytes.
    #[inline]
    pub(crate) fn begin(&mut self, allowance: usize) {
        self.allowance = allowance;
        // If a state panicked, successors may be left.
        if !self.list.is_empty() || self.full.is_some() {
            self.clear_list();
        }
    }

    /// Whether no successor of this node was collected or added.
    #[inline]
    pub(crate) fn are_new(&self) -> bool {
        !self.is_collected && self.added == 0
    }

    /// Collects a successor, if it fits, and makes a slot for its number.
    #[inline(always)]
    pub(crate) fn collect_for<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        numbers: &mut NumberTable,
        state: S,
        step_cost: C,
    ) where
        S: Hash,
    {
        match packed_key(space, numbers, &state, &mut self.allowance) {
            Ok(packed_key) => self.collect(space, state, step_cost, packed_key),
            Err(full) => {
                self.refuse(full);
                discard(state);
            }
        }
    }

    /// Collects a successor, if it fits.
    #[inline(always)]
    pub(crate) fn collect<P>(&mut self, space: &P, state: S, step_cost: C, packed_key: u64)
    where
        P: StateSpace<State = S>,
    {
        let heap_bytes = space.heap_bytes(&state);
        if self.list.len() < self.list.capacity() && heap_bytes == 0 {
            self.list.push(Successor { state, step_cost, packed_key });
        } else {
            self.collect_with_room(heap_bytes, state, step_cost, packed_key);
        }
    }

    /// Collects a successor with this heap memory, if there is room or room can be made.
    #[cold]
    #[inline(never)]
    fn collect_with_room(&mut self, heap_bytes: usize, state: S, step_cost: C, packed_key: u64) {
        let made = self.allowance.checked_sub(heap_bytes).ok_or(Full::Allowance);
        let made = made.and_then(|mut allowance| {
            // Most states have at most eight successors.
            let missing = if self.list.capacity() == 0 { 8 } else { 1 };
            make_room(&mut self.list, missing, size_of::<Successor<S, C>>(), &mut allowance)?;
            self.allowance = allowance;
            self.heap_bytes += heap_bytes;
            Ok(())
        });
        if let Err(full) = made {
            self.refuse(full);
            return discard(state);
        }
        self.list.push(Successor { state, step_cost, packed_key });
    }

    /// Without room and allowance, the successors that follow do not fit either.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, full: Full) {
        (self.full, self.allowance) = (self.full.or(Some(full)), 0);
        self.list = Vec::new();
    }

    /// Ends the collection. Returns how many to add, or an error if they did not all fit.
    #[inline]
    pub(crate) fn end(&mut self) -> Result<usize, Full> {
        if self.full.is_some() || self.added > 0 {
            self.end_in_part()?;
        }
        self.is_collected = true;
        Ok(self.list.len())
    }

    #[cold]
    #[inline(never)]
    fn end_in_part(&mut self) -> Result<(), Full> {
        if let Some(full) = self.full {
            self.clear_list();
            return Err(full);
        }
        self.list.drain(..self.added.min(self.list.len()));
        Ok(())
    }

    /// The collected successors.
    #[inline]
    pub(crate) fn list(&self) -> &[Successor<S, C>] {
        &self.list
    }

    /// Takes the successors out, and adds one after the other. If one cannot be added, those before
    /// it stay added, and are skipped from then on. The others are dropped, and must be collected
    /// again.
    #[inline(always)]
    pub(crate) fn add_each<E>(
        &mut self,
        mut add: impl FnMut(Successor<S, C>) -> Result<(), E>,
    ) -> Result<(), E> {
        (self.is_collected, self.heap_bytes) = (false, 0);
        for successor in self.list.drain(..) {
            add(successor)?;
            self.added += 1;
        }
        self.added = 0;
        Ok(())
    }

    /// Takes the successors out, and adds all of them.
    #[inline]
    pub(crate) fn add_all(&mut self, mut add: impl FnMut(Successor<S, C>)) {
        let Ok(()) = self.add_each(|successor| {
            add(successor);
            Ok::<(), Infallible>(())
        });
    }

    /// The memory in use, including the heap memory of the states.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Successor<S, C>>() + self.heap_bytes
    }
}
