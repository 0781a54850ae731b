//! The layers of a beam search, and the choice of the next one.

use std::cmp::Reverse;
use std::hash::Hash;

use crate::frontier::{Full, NodeId, make_room};
use crate::search::control::Halt;
use crate::search::key::key_hashed;
use crate::search::reached::{Initial, Node, OtherMemory, Reached, report_dropped};
use crate::search::successors::Successor;
use crate::{DEAD_END, EventKind, Heuristic, StateSpace, Statistics};

/// A successor that may be a node of the next layer.
#[derive(Clone, Debug)]
struct Candidate<S> {
    /// The lowest ones are chosen: *f*, or *g* plus the guide.
    key: u64,
    f: u32,
    path_cost: u32,
    parent: NodeId,
    hash: u64,
    state: S,
}

/// More than the cost of any path that fits into a `u32`.
const NO_LIMIT: u64 = 1 << u32::BITS;

/// The layers, and the candidates for the next one.
#[derive(Clone)]
pub(super) struct Layers<S> {
    /// The nodes of all layers, one after the other. Of several nodes with a state, the newest has
    /// the cheapest path.
    pub(super) reached: Reached<S>,
    /// When the next layer is being chosen, they are sorted, the best one last.
    candidates: Vec<Candidate<S>>,
    /// Whether the next layer is being chosen. It stays so if a state panics meanwhile.
    is_choosing: bool,
    /// The lowest *f* of the last layer.
    lowest: Option<u32>,
    /// The lowest *f* of all nodes left out because the beam was too narrow.
    pub(super) left_out: Option<u32>,
    /// Only nodes with a lower *f* than this are of use.
    pub(super) limit: u64,
    counters: Statistics,
    /// The most nodes of a layer, and the most layers but the first.
    pub(super) width: usize,
    pub(super) most_depth: u64,
    /// How many layers there are before the one that is being expanded.
    depth: u64,
    /// The index of the node that is expanded next, and the end of its layer.
    next: usize,
    end_of_layer: usize,
    /// The lower bound that all runs have proven so far.
    pub(super) bound: u32,
}

impl<S: Hash + Eq + Clone> Layers<S> {
    pub(super) fn new() -> Self {
        Self {
            reached: Reached::new(),
            candidates: Vec::new(),
            is_choosing: false,
            lowest: None,
            left_out: None,
            limit: NO_LIMIT,
            counters: Statistics::default(),
            width: 0,
            most_depth: 0,
            depth: 0,
            next: 0,
            end_of_layer: 0,
            bound: 0,
        }
    }

    /// Begins the first run. What was proven and counted before is forgotten.
    pub(super) fn restart(&mut self, initial: Initial<S>) {
        self.counters = Statistics { largest_open: 1, ..Statistics::default() };
        (self.limit, self.bound) = (NO_LIMIT, initial.estimate);
        self.begin(initial);
    }

    /// Begins a run whose first layer is the initial state. Keeps the limit, what is proven, and
    /// the counters.
    pub(super) fn begin(&mut self, initial: Initial<S>) {
        (self.depth, self.next, self.end_of_layer) = (0, 0, 1);
        (self.is_choosing, self.lowest, self.left_out) = (false, None, None);
        self.counters.generated += 1;
        self.counters.enqueued += 1;
        // Dropped at the end.
        let _candidates = self.candidates.drain(..);
        self.reached.begin(initial, ());
    }

    /// Replaces the memory kept from an earlier search, while there is nothing but the root.
    pub(super) fn give_back<P: StateSpace<State = S>>(&mut self, space: &P) {
        self.reached.give_back(space);
        self.candidates = Vec::new();
    }

    /// The node to expand next. After the last node of a layer, chooses the next layer and returns
    /// its first node, or `None` if it is empty. `other_bytes` are in use outside of the
    /// layers.
    pub(super) fn next_node<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        other_bytes: usize,
    ) -> Result<Option<NodeId>, Halt> {
        let has_candidates = !self.candidates.is_empty() || self.is_choosing;
        if self.next == self.end_of_layer && has_candidates {
            if !self.is_choosing {
                let count = self.candidates.len().min(self.width);
                if self.reached.table.room() < count {
                    let other = OtherMemory::in_use(self.candidate_bytes() + other_bytes);
                    self.reached.make_room(count, other)?;
                }
                self.depth += 1;
                // They are taken from the end: of several paths to a state, the cheapest one first.
                self.candidates.sort_unstable_by_key(|next| Reverse((next.key, next.parent)));
                (self.is_choosing, self.lowest) = (true, None);
            }
            self.choose(space);
            self.end_of_layer = self.reached.table.len();
            // The best solution leads through a node of the last layer, or through one that was
            // left out, or it costs as much as the limit.
            let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
            let lowest = [self.lowest, self.left_out].into_iter().flatten().fold(limit, u32::min);
            self.bound = self.bound.max(lowest);
        }
        Ok(NodeId::from_index(self.next).filter(|_| self.next < self.end_of_layer))
    }

    /// Moves on to the next node.
    pub(super) fn pass(&mut self) {
        self.next += 1;
        self.counters.dequeued += 1;
    }

    /// Moves on to the next node, after the successors of this one have become candidates.
    pub(super) fn end_expansion(&mut self) {
        self.pass();
        self.counters.expanded += 1;
        self.counters.largest_open = self.counters.largest_open.max(self.open());
    }

    fn open(&self) -> u64 {
        (self.reached.table.len() - self.next + self.candidates.len()) as u64
    }

    /// The counters of all runs, but the open nodes and the memory of this run alone.
    pub(super) fn statistics(&self, other_bytes: usize) -> Statistics {
        let open = self.open();
        Statistics {
            open,
            largest_open: self.counters.largest_open.max(open),
            bytes: self.reached.bytes() + self.candidate_bytes() + other_bytes,
            elapsed: self.reached.control.elapsed,
            ..self.counters
        }
    }

    /// The memory of the candidates, without the heap memory of their states.
    pub(super) fn candidate_bytes(&self) -> usize {
        self.candidates.capacity() * size_of::<Candidate<S>>()
    }

    /// Makes room for this number of candidates more.
    #[inline]
    pub(super) fn make_room(&mut self, count: usize, other_bytes: usize) -> Result<(), Full> {
        let Self { reached, candidates, .. } = self;
        if candidates.capacity() - candidates.len() >= count {
            return Ok(());
        }
        let mut allowance = reached.allowance(other_bytes)?;
        make_room(candidates, count, size_of::<Candidate<S>>(), &mut allowance)
    }

    /// Makes a candidate of a successor of a node, given with its path cost, if a path through it
    /// may cost less than the limit. There must be room for it.
    pub(super) fn add<P: StateSpace<State = S>, G: Heuristic<S>>(
        &mut self,
        space: &P,
        guide: Option<&G>,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, packed_key: hash }: Successor<S>,
    ) {
        let Self { reached, candidates, counters, .. } = self;
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let estimate = space.estimate(&state);
        let f = path_cost + u64::from(estimate);
        let key = guide.map_or(f, |guide| path_cost + u64::from(guide.estimate(&state)));
        let (Ok(f), Ok(cost)) = (u32::try_from(f), u32::try_from(path_cost)) else {
            // A known state has a path that costs less than this one.
            let known = reached.table.find(&state, key_hashed(space, &state, hash));
            report_dropped(space, (Some(parent), known), path_cost, &state);
            counters.generated += 1;
            counters.duplicates += u64::from(known.is_some());
            reached.overflowed |= known.is_none() && estimate < DEAD_END;
            return;
        };
        let heap_bytes = space.heap_bytes(&state);
        counters.generated += 1;
        if u64::from(f) < self.limit {
            reached.heap_bytes += heap_bytes;
            candidates.push(Candidate { key, f, path_cost: cost, parent, hash, state });
            counters.enqueued += 1;
        } else {
            report_dropped(space, (Some(parent), None), path_cost, &state);
        }
    }

    /// Makes the best candidates the next layer, and leaves out the others.
    fn choose<P: StateSpace<State = S>>(&mut self, space: &P) {
        let width = if self.depth > self.most_depth { 0 } else { self.width };
        let end_of_layer = self.end_of_layer;
        let Self { reached, candidates, lowest, left_out, limit, counters, .. } = self;
        // All that may panic comes before the candidate is removed.
        while let Some(&Candidate { f, path_cost, parent, hash, ref state, .. }) = candidates.last()
        {
            let heap_bytes = space.heap_bytes(state);
            let is_full = reached.table.len() - end_of_layer >= width;
            let least = left_out.filter(|_| is_full);
            // The limit may be lower now than when it was made a candidate.
            let may_be_chosen = u64::from(f) < *limit && least.is_none_or(|least| f < least);
            let (mut place, mut known) = (None, None);
            if may_be_chosen {
                let found = reached.table.locate(state, key_hashed(space, state, hash));
                let nodes = &reached.table.nodes;
                known = found.newest.filter(|&known| nodes[known].path_cost <= path_cost);
                if known.is_some() {
                    counters.duplicates += 1;
                } else if is_full {
                    *left_out = Some(f);
                } else {
                    place = Some(found);
                }
            }
            let Some(Candidate { state, .. }) = candidates.pop() else {
                break;
            };
            if let Some(place) = place {
                let id = reached.table.next_id();
                reached.rank(id, path_cost, f - path_cost);
                let node = Node { parent: Some(parent), path_cost, link: () };
                reached.table.insert(place, state, node, path_cost);
                *lowest = Some(lowest.map_or(f, |lowest| lowest.min(f)));
                reached.report(space, EventKind::Generated, id);
            } else {
                reached.heap_bytes -= heap_bytes;
                report_dropped(space, (Some(parent), known), path_cost.into(), &state);
            }
        }
        self.is_choosing = false;
    }
}
