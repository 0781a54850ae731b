//! Consecutive nodes, expanded and looked up by several threads.

use std::hash::Hash;
use std::mem;

use rayon::prelude::*;

use super::chunk::{CAPACITY, Chunk, ChunkSuccessor, as_number};
use crate::StateSpace;
use crate::frontier::{Arena, Entry, Full, NodeId, REGIONS, Region, StateTable, hash};
use crate::search::reached::{Node, Reached};

/// The most chunks of a round.
pub(super) const CHUNKS: usize = 1 << 6;

/// The buffers of a round, kept for the next one.
///
/// A round has three phases. Each processes chunks or regions in parallel.
///
/// - Each chunk of nodes is expanded.
/// - Each region of the table takes its successors, in order. It enters the new ones with
///   provisional numbers, made of the chunk and the position in it.
/// - The number of new successors before each one is now known. They get their final numbers, and
///   are stored.
#[derive(Clone)]
pub(super) struct Round<S> {
    chunks: Vec<Chunk<S>>,
    /// The table entries made in this round, by region: the slot and the successor. In the part of
    /// a region, entries inside the region come first, then those that left it.
    entered: Vec<(u64, u32)>,
    parts: Vec<RegionEntries>,
    /// The new successors, in order.
    new: Vec<u32>,
    /// Whether the table has provisional numbers. They remain if a state panics.
    pub(super) is_entering: bool,
}

/// The part of `entered` that belongs to one region.
#[derive(Clone, Copy)]
struct RegionEntries {
    start: usize,
    /// Where the entries of each chunk end.
    ends: [usize; CHUNKS],
    /// Where the entries that left the region start, and where they end.
    beyond: usize,
    end: usize,
}

impl<S> Round<S> {
    pub(super) fn new() -> Self {
        let (chunks, entered) = (Vec::new(), Vec::new());
        Self { chunks, entered, parts: Vec::new(), new: Vec::new(), is_entering: false }
    }

    pub(super) fn bytes(&self) -> usize {
        self.chunks.len() * Chunk::<S>::BYTES
            + self.entered.capacity() * size_of::<(u64, u32)>()
            + self.parts.capacity() * size_of::<RegionEntries>()
            + self.new.capacity() * size_of::<u32>()
    }

    /// How many nodes are likely to fit into any chunk, judged by the last round.
    pub(super) fn nodes(&self, chunks: usize) -> usize {
        self.chunks[..chunks].iter().map(Chunk::nodes).min().unwrap_or(1)
    }

    /// Makes room for `chunks` chunks, if that takes at most `allowance` bytes.
    pub(super) fn reserve(&mut self, chunks: usize, allowance: usize) -> Result<(), Full> {
        let more = chunks.saturating_sub(self.chunks.len());
        if more == 0 {
            return Ok(());
        }
        let bytes = REGIONS * size_of::<RegionEntries>()
            + more * (Chunk::<S>::BYTES + CAPACITY * (size_of::<(u64, u32)>() + size_of::<u32>()));
        allowance.checked_sub(bytes).ok_or(Full::Allowance)?;
        let refused = |_| Full::Allocator;
        self.parts.try_reserve_exact(REGIONS - self.parts.len()).map_err(refused)?;
        let part = RegionEntries { start: 0, ends: [0; CHUNKS], beyond: 0, end: 0 };
        self.parts.resize(REGIONS, part);
        let count = chunks * CAPACITY;
        let missing = count.saturating_sub(self.entered.len());
        self.entered.try_reserve_exact(missing).map_err(refused)?;
        self.entered.resize(self.entered.len() + missing, (0, 0));
        self.new.clear();
        self.new.try_reserve_exact(count).map_err(refused)?;
        self.chunks.try_reserve_exact(more).map_err(refused)?;
        while self.chunks.len() < chunks {
            self.chunks.push(Chunk::try_new()?);
        }
        Ok(())
    }
}

impl<S: Hash + Eq + Clone + Send + Sync> Round<S> {
    /// Expands `nodes` nodes from `first` on, divided into chunks. Returns how many chunks, from
    /// the first one on, were expanded without a gap; the last of them perhaps in part.
    pub(super) fn expand<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        reached: &Reached<S>,
        first: usize,
        chunks: usize,
        nodes: usize,
    ) -> usize {
        let end = |chunk| first + nodes * chunk / chunks;
        let count = |chunk| end(chunk + 1) - end(chunk);
        let each = self.chunks[..chunks].par_iter_mut().enumerate().with_max_len(1);
        each.for_each(|(index, chunk)| {
            chunk.expand(space, reached, end(index)..end(index + 1));
        });
        let mut all = self.chunks[..chunks].iter().enumerate();
        match all.find(|&(index, chunk)| chunk.expanded < count(index)) {
            Some((index, chunk)) => index + usize::from(chunk.expanded > 0),
            None => chunks,
        }
    }

    /// Adds the successors of the first `count` chunks. Returns how many nodes were expanded.
    pub(super) fn add<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        reached: &mut Reached<S>,
        count: usize,
    ) -> usize {
        if count == 0 {
            return 0;
        }
        let before = reached.table.len();
        self.is_entering = true;
        self.enter(&mut reached.table, before, count, |states, chunks, sequence, held| {
            let state = &successor(chunks, sequence).state;
            let known = held as usize - 1;
            match known.checked_sub(before) {
                None => NodeId::from_number(held).is_some_and(|id| states[id] == *state),
                Some(sequence) => successor(chunks, sequence).state == *state,
            }
        });
        self.evaluate(space, before, count);
        self.append(reached, before, count);
        self.is_entering = false;
        self.count(reached, before, count)
    }

    /// Drops the successors: the heap memory of these states is not counted.
    pub(super) fn drop_successors(&mut self) {
        if mem::needs_drop::<S>() {
            self.chunks.par_iter_mut().for_each(|chunk| chunk.successors.clear());
        }
    }

    /// Enters the successors of the first `count` chunks, each with a number after `before`.
    fn enter(
        &mut self,
        table: &mut StateTable<S, Node>,
        before: usize,
        count: usize,
        is_same: impl Fn(&Arena<S>, &[Chunk<S>], usize, u32) -> bool + Sync,
    ) {
        let Self { chunks, entered, parts, .. } = self;
        let chunks = &chunks[..count];
        let enter = |states: &Arena<S>, region: &mut Region, hash, sequence| {
            let number = as_number(before + sequence);
            region.enter(hash, number, |held| is_same(states, chunks, sequence, held))
        };
        let (states, _, regions) = table.regions();
        let (states, mut rest, mut start) = (&*states, &mut entered[..], 0);
        let regions =
            regions.into_iter().zip(&mut *parts).enumerate().map(|(index, (region, part))| {
                let len = chunks.iter().map(|chunk| chunk.hashes.of_region(index).len()).sum();
                let (own, after) = mem::take(&mut rest).split_at_mut(len);
                rest = after;
                (part.start, part.end) = (start, start + len);
                start += len;
                (index, region, part, own)
            });
        let regions: Vec<_> = regions.collect();
        regions.into_par_iter().with_max_len(1).for_each(|(index, mut region, part, own)| {
            let (mut new, mut beyond) = (0, own.len());
            for (first, chunk) in (0..).step_by(CAPACITY).zip(chunks) {
                let hashes = chunk.hashes.of_region(index);
                region.touch(hashes.iter().map(|&(hash, _)| hash));
                for &(hash, position) in hashes {
                    let sequence = first + position as usize;
                    match enter(states, &mut region, hash, sequence) {
                        Entry::Known => {}
                        Entry::New(slot) => {
                            own[new] = (slot, as_number(sequence));
                            new += 1;
                        }
                        Entry::Beyond => {
                            beyond -= 1;
                            own[beyond] = (hash, as_number(sequence));
                        }
                    }
                }
                part.ends[first / CAPACITY] = part.start + new;
            }
            part.beyond = part.start + beyond;
        });
        // Entries that left a region are entered one by one. They were stored last first, hence
        // `rev`. Those that are new overwrite the list.
        let (states, mut whole) = table.whole();
        for part in parts {
            let mut kept = part.end;
            for index in (part.beyond..part.end).rev() {
                let (hash, number) = entered[index];
                let sequence = number as usize - 1;
                if let Entry::New(slot) = enter(states, &mut whole, hash, sequence) {
                    kept -= 1;
                    entered[kept] = (slot, number);
                }
            }
            part.beyond = kept;
        }
    }

    /// Evaluates the new successors.
    fn evaluate<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        before: usize,
        count: usize,
    ) {
        let Self { chunks, entered, parts, .. } = self;
        let each = chunks[..count].par_iter_mut().enumerate().with_max_len(1);
        each.for_each(|(index, chunk)| {
            chunk.numbers.clear();
            chunk.numbers.resize(chunk.successors.len(), 0);
            for part in &*parts {
                let start = index.checked_sub(1).map_or(part.start, |last| part.ends[last]);
                for &(_, number) in &entered[start..part.ends[index]] {
                    chunk.numbers[place(number).1] = 1;
                }
                for &(_, number) in &entered[part.beyond..part.end] {
                    let (owner, position) = place(number);
                    if owner == index {
                        chunk.numbers[position] = 1;
                    }
                }
            }
            chunk.evaluate(space, before);
        });
    }

    /// Stores the new successors. The part that could panic comes first.
    fn append(&mut self, reached: &mut Reached<S>, before: usize, count: usize) {
        let Self { chunks, entered, parts, new, .. } = self;
        new.clear();
        for (index, chunk) in chunks[..count].iter_mut().enumerate() {
            chunk.first_new = new.len();
            let first = as_number(index * CAPACITY);
            new.extend(chunk.new.iter().map(|position| first + position));
        }
        let chunks = &chunks[..count];
        let number = |number| {
            let (owner, position) = place(number);
            let chunk = &chunks[owner];
            as_number(before + chunk.first_new) + chunk.numbers[position] - 1
        };
        let (states, nodes, regions) = reached.table.regions();
        let new = new.par_iter().with_min_len(CAPACITY);
        let successors = new.map(|&number| successor(chunks, number as usize - 1));
        rayon::join(
            || {
                states.par_extend(successors.clone().map(|successor| successor.state.clone()));
                nodes.par_extend(successors.map(|successor| successor.node));
            },
            || {
                let each = regions.into_par_iter().zip(&*parts).with_max_len(1);
                each.for_each(|(mut region, part)| {
                    for &(slot, place) in &entered[part.start..part.ends[count - 1]] {
                        region.renumber(slot, number(place));
                    }
                });
            },
        );
        let (_, mut whole) = reached.table.whole();
        for part in parts {
            for &(slot, place) in &entered[part.beyond..part.end] {
                whole.renumber(slot, number(place));
            }
        }
    }

    /// Updates the counters. Returns how many nodes were expanded.
    fn count(&self, reached: &mut Reached<S>, before: usize, count: usize) -> usize {
        let mut expanded = 0;
        for chunk in &self.chunks[..count] {
            let (rank, best) = chunk.best;
            if rank < reached.best_rank {
                reached.best_rank = rank;
                let best = NodeId::from_index(before + chunk.first_new + best);
                reached.best = best.unwrap_or(reached.best);
            }
            reached.lowest_step = chunk.lowest_step.min(reached.lowest_step);
            reached.counters.duplicates += (chunk.successors.len() - chunk.new.len()) as u64;
            reached.heap_bytes += chunk.heap_bytes;
            reached.note_open(chunk.first_new + chunk.largest_open);
            expanded += chunk.expanded;
        }
        reached.counters.expanded += expanded as u64;
        expanded
    }

    /// Enters all states into an empty table.
    pub(super) fn fill(&mut self, table: &mut StateTable<S, Node>) {
        for before in (0..table.states.len()).step_by(self.chunks.len() * CAPACITY) {
            let states = &table.states;
            let start = |chunk: usize| (before + chunk * CAPACITY).min(states.len());
            let each = self.chunks.par_iter_mut().enumerate().with_max_len(1);
            each.for_each(|(index, chunk)| {
                chunk.hashes.sort(states.slice(start(index)..start(index + 1)).iter().map(hash));
            });
            self.enter(table, before, self.chunks.len(), |_, _, _, _| false);
        }
    }
}

/// A successor, by its position among those of all chunks.
#[inline]
fn successor<S>(chunks: &[Chunk<S>], sequence: usize) -> &ChunkSuccessor<S> {
    &chunks[sequence / CAPACITY].successors[sequence % CAPACITY]
}

/// The chunk of a successor, and the position in it, from its number.
#[inline]
fn place(number: u32) -> (usize, usize) {
    let sequence = number as usize - 1;
    (sequence / CAPACITY, sequence % CAPACITY)
}
