//! The states that one part owns.

use std::hash::Hash;

use super::mail::{Mail, Message, to_each};
use super::open::Open;
use crate::frontier::{Full, NodeId, StateTable, discard};
use crate::search::best_first::parts::Numbering;
use crate::search::best_first::{Evaluation, Node};
use crate::search::key::{key_hashed, number};
use crate::search::rank::Rank;
use crate::search::reached::Initial;
use crate::{DEAD_END, StateSpace};

/// A part of the states: those that one thread at a time adds and expands.
#[derive(Clone)]
pub(super) struct Part<S> {
    pub(super) table: StateTable<S, Node>,
    pub(super) open: Open<S>,
    /// The successors that each part has sent, and that are still to be added.
    pub(super) received: Vec<Mail<S>>,
    /// The heap memory of the states in the table, in bytes.
    heap_bytes: usize,
    /// The most promising node.
    pub(super) best: (Rank, NodeId),
    pub(super) duplicates: u64,
    pub(super) reopened: u64,
    /// How many successors were pruned: dead ends, and paths that cost more than a `u32` can hold.
    pub(super) pruned: u64,
    /// Whether a path was pruned for its cost.
    pub(super) overflowed: bool,
}

/// How many successors are looked up in the table together, so that they wait for memory at the
/// same time.
const CHUNK: usize = 32;

/// A table grows soon if it has room for fewer states than it holds divided by this.
const SOON: usize = 32;

impl<S: Hash + Eq> Part<S> {
    pub(super) fn new(numbering: Numbering) -> Self {
        let mut table = StateTable::default();
        table.nodes.set_count_limit(numbering.most_nodes());
        Self {
            table,
            open: Open::new(numbering),
            received: to_each(numbering),
            heap_bytes: 0,
            best: (Rank::LAST, NodeId::FIRST),
            duplicates: 0,
            reopened: 0,
            pruned: 0,
            overflowed: false,
        }
    }

    /// Removes all nodes, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.open.clear();
        self.received.iter_mut().for_each(Mail::clear);
        self.heap_bytes = 0;
        self.best = (Rank::LAST, NodeId::FIRST);
        (self.duplicates, self.reopened, self.pruned) = (0, 0, 0);
        self.overflowed = false;
    }

    /// Adds the initial state, right after [`clear`](Self::clear).
    pub(super) fn add_root<E: Evaluation>(
        &mut self,
        evaluation: E,
        Initial { state, estimate, heap_bytes, key }: Initial<S>,
    ) {
        self.table.restart(state, key, Node::root(None), true);
        self.heap_bytes = heap_bytes;
        let link = self.open.queue.restart(NodeId::FIRST, evaluation.root(estimate));
        self.table.nodes[NodeId::FIRST].link = link;
        self.best = (Rank::new(0, estimate), NodeId::FIRST);
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let received: usize = self.received.iter().map(Mail::bytes).sum();
        self.table.bytes() + self.heap_bytes + self.open.bytes() + received
    }

    /// The number of successors that are still to be added.
    pub(super) fn waiting(&self) -> usize {
        self.received.iter().map(|mail| mail.messages.len()).sum()
    }

    /// The number of nodes generated for this part, without those that other parts have not handed
    /// over yet.
    pub(super) fn generated(&self) -> u64 {
        (self.table.len() + self.waiting()) as u64 + self.duplicates + self.pruned
    }

    /// Puts back the node that was not expanded to the end.
    pub(super) fn recover<P: StateSpace<State = S>>(&mut self, space: &P) {
        self.open.recover(space, &mut self.table.nodes);
    }

    /// Adds the successors that were sent to this part. Ends early if memory ends.
    ///
    /// `all_grow` says that some part must grow its table. Then this part also grows its table if
    /// it would have to do so soon: tables that grow at the same time do not make the parts wait
    /// for one another.
    pub(super) fn receive<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        all_grow: bool,
    ) {
        let ahead = if all_grow { self.table.len() / SOON } else { 0 };
        let wanted = self.waiting() + ahead;
        if self.table.room() < wanted {
            // If there is no memory for all of them, there may be enough for the first.
            let _ = grow(&mut self.table, &mut self.open, wanted);
        }
        for source in 0..self.received.len() {
            while !self.received[source].messages.is_empty() {
                if let Err(full) = self.receive_chunk(space, evaluation, source) {
                    self.open.full = Some(full);
                    return;
                }
            }
        }
    }

    fn receive_chunk<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        source: usize,
    ) -> Result<(), Full> {
        let Self { table, open, received, .. } = self;
        let messages = &received[source].messages;
        let left = messages.len().saturating_sub(CHUNK);
        let chunk = &messages[left..];
        for Message { state, .. } in chunk {
            match number(space, state) {
                Some(number) => {
                    table.numbers.make_slot(number, &mut open.allowance)?;
                }
                None => table.numbers.is_hashing = true,
            }
        }
        if table.room() < chunk.len() {
            grow(table, open, chunk.len())?;
        }
        table.touch(chunk.iter().map(|message| key_hashed(space, &message.state, message.hash)));
        while self.received[source].messages.len() > left {
            self.add_last(space, evaluation, source)?;
        }
        Ok(())
    }

    /// Adds the last successor of a mail. It is dropped as a duplicate if a path to its state that
    /// costs no more is known.
    ///
    /// The methods of the space are called first, so a panic leaves the successor where it is.
    #[inline]
    fn add_last<P: StateSpace<State = S>, E: Evaluation>(
        &mut self,
        space: &P,
        evaluation: E,
        source: usize,
    ) -> Result<(), Full> {
        let Self { table, open, received, .. } = self;
        let mail = &mut received[source];
        let Some(&Message { ref state, hash, path_cost, parent }) = mail.messages.last() else {
            return Ok(());
        };
        let place = table.locate(state, key_hashed(space, state, hash));
        let heap_bytes = space.heap_bytes(state);
        if let Some(known) = place.newest {
            let before = place.path_cost.unwrap_or_else(|| table.nodes[known].path_cost);
            if u64::from(before) <= path_cost {
                self.duplicates += 1;
                discard(mail.pop(heap_bytes));
                return Ok(());
            }
        }
        let estimate = space.estimate(state);
        let Some(priority) = evaluation.priority(path_cost, estimate) else {
            self.pruned += 1;
            self.overflowed |= estimate < DEAD_END;
            discard(mail.pop(heap_bytes));
            return Ok(());
        };
        let id = table.next_id();
        let link = open.push(id, priority)?;
        let Some(Message { state, .. }) = mail.pop(heap_bytes) else {
            return Ok(());
        };
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let path_cost = path_cost as u32;
        if let Some(known) = place.newest {
            let names = (known, open.numbering.name(known));
            table.nodes[known].replace(names, &mut self.reopened, &mut open.outdated);
        }
        table.insert(place, state, Node { parent, path_cost, link }, path_cost);
        self.heap_bytes += heap_bytes;
        self.best = self.best.min((Rank::new(path_cost, estimate), id));
        Ok(())
    }
}

/// Makes room for `additional` more states. Keeps back memory for the open list, if possible.
#[cold]
#[inline(never)]
fn grow<S: Hash + Eq>(
    table: &mut StateTable<S, Node>,
    open: &mut Open<S>,
    additional: usize,
) -> Result<(), Full> {
    let kept_back = open.queue.growth();
    let mut reserve = |kept_back| {
        let (before, allowance) = (table.bytes(), open.allowance);
        let grown = table.reserve(additional, allowance.saturating_sub(kept_back));
        // If the table was refused, a part of it may have grown. If the allocator refused new
        // slots, the old ones were freed.
        open.allowance -= table.bytes().saturating_sub(before).min(allowance);
        grown
    };
    reserve(kept_back).or_else(|_| reserve(0))
}
