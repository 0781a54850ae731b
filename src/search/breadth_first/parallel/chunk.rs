//! Consecutive nodes, expanded by one thread.

use std::hash::Hash;
use std::mem;
use std::ops::Range;

use crate::StateSpace;
use crate::frontier::{Full, NodeId, REGIONS, StateTable, hash, region_of};
use crate::search::rank::Rank;
use crate::search::reached::{Node, Reached};

/// The most successors of a chunk.
pub(super) const CAPACITY: usize = 1 << 10;

/// The successors of some consecutive nodes.
#[derive(Clone)]
pub(super) struct Chunk<S> {
    pub(super) successors: Vec<ChunkSuccessor<S>>,
    /// How many nodes were expanded, and the lowest step cost of their successors.
    pub(super) expanded: usize,
    pub(super) lowest_step: u32,
    pub(super) hashes: Hashes,
    /// `new`: the positions of the successors whose states are new. `numbers`: for each successor,
    /// its number among the new ones, from 1, or 0 if its state is known.
    pub(super) new: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    /// How many successors are new in the earlier chunks.
    pub(super) first_new: usize,
    /// The most promising of the new successors, and its index among them.
    pub(super) best: (Rank, usize),
    pub(super) heap_bytes: usize,
    /// The most open nodes after an expansion, if no earlier chunk has new successors.
    pub(super) largest_open: usize,
}

#[derive(Clone)]
pub(super) struct ChunkSuccessor<S> {
    pub(super) state: S,
    pub(super) node: Node,
    hash: u64,
}

impl<S> Chunk<S> {
    /// The memory of a chunk.
    pub(super) const BYTES: usize = size_of::<Self>()
        + CAPACITY
            * (size_of::<ChunkSuccessor<S>>() + size_of::<(u64, u32)>() + 2 * size_of::<u32>());

    pub(super) fn try_new() -> Result<Self, Full> {
        Ok(Self {
            successors: with_capacity()?,
            expanded: 0,
            lowest_step: u32::MAX,
            hashes: Hashes { entries: with_capacity()?, ends: [0; REGIONS] },
            new: with_capacity()?,
            numbers: with_capacity()?,
            first_new: 0,
            best: (Rank::LAST, 0),
            heap_bytes: 0,
            largest_open: 0,
        })
    }

    /// How many nodes are likely to fill three quarters of the chunk.
    pub(super) fn nodes(&self) -> usize {
        fitting(self.expanded, self.hashes.entries.len())
    }
}

/// How many nodes are likely to have successors for three quarters of a chunk, if `nodes` nodes had
/// `successors` successors.
pub(super) fn fitting(nodes: usize, successors: usize) -> usize {
    (nodes.saturating_mul(CAPACITY / 4 * 3) / successors.max(1)).clamp(1, CAPACITY)
}

/// Hashes, sorted by region.
#[derive(Clone)]
pub(super) struct Hashes {
    /// Hashes, each with the position of its successor.
    entries: Vec<(u64, u32)>,
    /// Where each region ends.
    ends: [u32; REGIONS],
}

impl Hashes {
    #[inline]
    pub(super) fn of_region(&self, region: usize) -> &[(u64, u32)] {
        let start = region.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start as usize..self.ends[region] as usize]
    }

    /// Replaces the hashes. Within a region they keep their order.
    pub(super) fn sort(&mut self, hashes: impl ExactSizeIterator<Item = u64> + Clone) {
        self.ends = [0; REGIONS];
        self.entries.clear();
        self.entries.resize(hashes.len(), (0, 0));
        for hash in hashes.clone() {
            self.ends[region_of(hash)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += mem::replace(end, start);
        }
        // At this point `ends` holds the starts of the regions. The loop moves each to the end.
        for (hash, place) in hashes.zip(0..) {
            let end = &mut self.ends[region_of(hash)];
            self.entries[*end as usize] = (hash, place);
            *end += 1;
        }
    }
}

impl<S: Hash + Eq> Chunk<S> {
    /// Expands nodes. Stops before a node with a goal among its successors, and before one whose
    /// successors do not fit or cost too much.
    pub(super) fn expand<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        reached: &Reached<S>,
        range: Range<usize>,
    ) {
        self.successors.clear();
        (self.expanded, self.lowest_step) = (0, u32::MAX);
        let StateTable { states, nodes, .. } = &reached.table;
        let successors = &mut self.successors;
        let both = states.slice(range.clone()).iter().zip(nodes.slice(range.clone()));
        for (index, (state, node)) in range.zip(both) {
            let previous = node.parent.map(|parent| &states[parent]);
            let (before, mut fits, mut lowest_step) = (successors.len(), true, self.lowest_step);
            let parent = NodeId::from_index(index);
            space.for_each_successor(state, previous, |state, step_cost| {
                match node.path_cost.checked_add(step_cost) {
                    Some(path_cost) if successors.len() < CAPACITY && !space.is_goal(&state) => {
                        lowest_step = lowest_step.min(step_cost);
                        let hash = hash(&state);
                        let node = Node { parent, path_cost, link: () };
                        successors.push(ChunkSuccessor { state, node, hash });
                    }
                    _ => fits = false,
                }
            });
            if !fits {
                successors.truncate(before);
                break;
            }
            self.lowest_step = lowest_step;
            self.expanded += 1;
        }
        self.hashes.sort(successors.iter().map(|successor| successor.hash));
    }

    /// Evaluates the new successors, those whose number is not 0. `stored` nodes were stored
    /// before.
    pub(super) fn evaluate<P: StateSpace<State = S>>(&mut self, space: &P, stored: usize) {
        self.new.clear();
        self.best = (Rank::LAST, 0);
        (self.heap_bytes, self.largest_open) = (0, 0);
        let numbers = self.numbers.iter_mut().zip(0..).zip(&self.successors);
        for ((number, position), ChunkSuccessor { state, node, .. }) in numbers {
            if *number == 0 {
                continue;
            }
            let index = self.new.len();
            let rank = Rank::new(node.path_cost, space.estimate(state));
            if rank < self.best.0 {
                self.best = (rank, index);
            }
            self.heap_bytes += space.heap_bytes(state);
            // All nodes up to the parent have been expanded.
            let open = stored + index - node.parent.map_or(0, NodeId::index);
            self.largest_open = self.largest_open.max(open);
            self.new.push(position);
            *number = as_number(index);
        }
    }
}

/// Numbers start at 1, as those of nodes do.
#[expect(clippy::cast_possible_truncation, reason = "it is less than the table has room for")]
#[inline]
pub(super) fn as_number(index: usize) -> u32 {
    index as u32 + 1
}

fn with_capacity<T>() -> Result<Vec<T>, Full> {
    let mut items = Vec::new();
    items.try_reserve_exact(CAPACITY).map_err(|_| Full::Allocator)?;
    Ok(items)
}
