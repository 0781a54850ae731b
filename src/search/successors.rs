//! The successors of the node under expansion.

use std::vec::Drain;

use crate::StateSpace;
use crate::frontier::{Full, discard, make_room};

/// The successors of a node, collected before any of them is added: by then it is known how many they
/// are, so that there is room for all of them or for none, and a state that panics leaves the search
/// as it was.
///
/// If not all can be added, those that were are passed over when they are collected again.
#[derive(Clone, Debug)]
pub(in crate::search) struct Successors<S, K = ()> {
    list: Vec<Successor<S, K>>,
    /// What they own on the heap, in bytes.
    heap_bytes: usize,
    /// How many there may be before more memory is needed, and how many bytes they may take more.
    room: usize,
    allowance: usize,
    /// What there was no room for.
    full: Option<Full>,
    is_collected: bool,
    /// How many of this node were added before.
    added: usize,
}

/// A successor, with what else there is to know of it before it is added.
#[derive(Clone, Debug)]
pub(in crate::search) struct Successor<S, K = ()> {
    pub(in crate::search) state: S,
    pub(in crate::search) step_cost: u32,
    pub(in crate::search) known: K,
}

impl<S, K> Successors<S, K> {
    pub(in crate::search) fn new() -> Self {
        Self {
            list: Vec::new(),
            heap_bytes: 0,
            room: 0,
            allowance: 0,
            full: None,
            is_collected: false,
            added: 0,
        }
    }

    /// Forgets all, and keeps the memory.
    pub(in crate::search) fn clear(&mut self) {
        self.list.clear();
        (self.heap_bytes, self.room) = (0, self.list.capacity());
        (self.full, self.is_collected, self.added) = (None, false, 0);
    }

    /// Begins to collect, with so many bytes that may be taken.
    #[inline]
    pub(in crate::search) fn begin(&mut self, allowance: usize) {
        self.allowance = allowance;
        // If a state panicked, something is left.
        if !self.list.is_empty() || self.full.is_some() {
            let added = self.added;
            self.clear();
            self.added = added;
        }
    }

    /// Collects one, if there is room for it.
    #[inline]
    pub(in crate::search) fn collect<P>(&mut self, space: &P, state: S, step_cost: u32, known: K)
    where
        P: StateSpace<State = S>,
    {
        let heap_bytes = space.heap_bytes(&state);
        if (heap_bytes > 0 || self.list.len() >= self.room) && !self.make_room(heap_bytes) {
            return discard(state);
        }
        self.list.push(Successor { state, step_cost, known });
    }

    /// Makes room for one more, which owns so many bytes. Whether there is room now.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, heap_bytes: usize) -> bool {
        let made = self.allowance.checked_sub(heap_bytes).ok_or(Full::Allowance);
        let made = made.and_then(|mut allowance| {
            if self.list.len() >= self.room {
                let missing = if self.room == 0 { 4 } else { 1 };
                make_room(&mut self.list, missing, size_of::<Successor<S, K>>(), &mut allowance)?;
                self.room = self.list.capacity();
            }
            self.allowance = allowance;
            self.heap_bytes += heap_bytes;
            Ok(())
        });
        if let Err(full) = made {
            // There is no room for those to come either.
            (self.room, self.allowance) = (0, 0);
            self.full = self.full.or(Some(full));
        }
        self.full.is_none()
    }

    /// So many were added before.
    pub(in crate::search) fn pass_over(&mut self, added: usize) {
        self.added = added;
    }

    /// Ends with how many there are to add, unless there was no room for all of them.
    #[inline]
    pub(in crate::search) fn end(&mut self) -> Result<usize, Full> {
        if self.full.is_some() || self.added > 0 {
            self.end_in_part()?;
        }
        self.is_collected = true;
        Ok(self.list.len())
    }

    #[cold]
    #[inline(never)]
    fn end_in_part(&mut self) -> Result<(), Full> {
        let (full, added) = (self.full, self.added);
        if let Some(full) = full {
            self.clear();
            self.added = added;
            return Err(full);
        }
        self.list.drain(..added.min(self.list.len()));
        Ok(())
    }

    #[inline]
    pub(in crate::search) fn is_collected(&self) -> bool {
        self.is_collected
    }

    /// Whether some of the node were added, and others are still to be.
    #[cfg(feature = "parallel")]
    pub(in crate::search) fn is_partly_added(&self) -> bool {
        self.added > 0
    }

    /// Those that were collected.
    #[inline]
    pub(in crate::search) fn list(&self) -> &[Successor<S, K>] {
        &self.list
    }

    /// Takes them out, to be added, with the counter of those that were. If some are left they are
    /// dropped, and have to be collected again.
    #[inline]
    pub(in crate::search) fn drain(&mut self) -> (Drain<'_, Successor<S, K>>, &mut usize) {
        self.is_collected = false;
        self.heap_bytes = 0;
        (self.list.drain(..), &mut self.added)
    }

    /// All were added.
    #[inline]
    pub(in crate::search) fn finish(&mut self) {
        self.added = 0;
    }

    /// The memory in use, what the states own included.
    #[inline]
    pub(in crate::search) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Successor<S, K>>() + self.heap_bytes
    }
}
