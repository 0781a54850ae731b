//! The nodes of one worker in hash-distributed A\*.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::link::Link;
use super::watch::Watch;
use crate::frontier::{Full, Key, NodeId, StateTable, hash};
use crate::{Cost, DEAD_END, Limits, StateSpace, Statistics, StopReason};

/// How nodes are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    AStar,
    BreadthFirst,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AStar => "A*",
            Self::BreadthFirst => "breadth-first search",
        }
    }

    /// The estimate of a state, which only A\* uses.
    pub(super) fn estimate<P: StateSpace>(self, space: &P, state: &P::State) -> Cost {
        match self {
            Self::AStar => space.estimate(state),
            Self::BreadthFirst => 0,
        }
    }

    /// The cost of a step of this cost.
    fn step_cost(self, step_cost: Cost) -> Cost {
        match self {
            Self::AStar => step_cost,
            Self::BreadthFirst => 1,
        }
    }
}

/// The worker of a state.
pub(super) fn owner(state: &impl Hash, workers: usize) -> usize {
    // Other bits than those that find the state in the table of its worker. The multiplier is the
    // one of the 64-bit generator of Knuth's MMIX.
    let mixed = hash(state).wrapping_mul(6_364_136_223_846_793_005) >> 32;
    ((mixed * workers as u64) >> 32) as usize
}

/// A node: its worker, and its number there.
pub(super) type Address = (u32, u32);

/// A node on its way to the worker of its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message<S> {
    pub(super) state: S,
    pub(super) cost: Cost,
    pub(super) estimate: Cost,
    /// The node before it.
    pub(super) parent: Option<Address>,
}

/// What a worker keeps of a state besides the state itself.
#[derive(Debug)]
struct Node {
    cost: Cost,
    parent: Option<Address>,
    /// Whether it was expanded at this cost.
    is_closed: bool,
}

/// A node on the open list, outdated if the node has a lower cost by now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    node: NodeId,
    cost: Cost,
}

/// What a worker, or all together, have found.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Report {
    /// The cost of the cheapest solution, and its last node.
    pub(super) goal: Option<(Cost, Address)>,
    /// The estimate, the cost and the node of the most promising state.
    pub(super) best: Option<(Cost, Cost, Address)>,
    pub(super) lower_bound: Cost,
    pub(super) stopped_by: Option<StopReason>,
    /// Whether a state was not reached because a path to it costs too much.
    pub(super) is_pruned: bool,
    pub(super) statistics: Statistics,
}

impl Report {
    pub(super) fn and(mut self, other: Self) -> Self {
        self.goal = self.goal.into_iter().chain(other.goal).min();
        self.best = self.best.into_iter().chain(other.best).min();
        self.lower_bound = self.lower_bound.max(other.lower_bound);
        self.stopped_by = self.stopped_by.or(other.stopped_by);
        self.is_pruned |= other.is_pruned;
        self.statistics.add(&other.statistics);
        self
    }
}

/// The states of one worker, and what it has found.
pub(super) struct Share<P: StateSpace> {
    kind: Kind,
    space: Arc<P>,
    worker: u32,
    table: StateTable<P::State, Node>,
    heap_bytes: usize,
    limits: Limits,
    watch: Arc<Watch>,
    links: Vec<Arc<Link>>,
    start: Instant,
    report: Report,
}

impl<P: StateSpace<State: Hash + Eq>> Share<P> {
    pub(super) fn new(
        kind: Kind,
        space: Arc<P>,
        worker: usize,
        limits: Limits,
        (watch, links): (Arc<Watch>, Vec<Arc<Link>>),
        start: Instant,
    ) -> Self {
        let worker = u32::try_from(worker).unwrap_or(u32::MAX);
        let mut table = StateTable::default();
        table.begin_hashing();
        let report = Report::default();
        Self { kind, space, worker, table, heap_bytes: 0, limits, watch, links, start, report }
    }

    pub(super) fn report(&self) -> Report {
        let mut report = self.report;
        report.statistics.bytes = self.bytes();
        report.statistics.elapsed = self.start.elapsed();
        report
    }

    /// A state and the node before it.
    pub(super) fn node(&self, number: u32) -> Option<(P::State, Option<Address>)> {
        let id = NodeId::from_number(number)?;
        let is_here = (number as usize) <= self.table.len();
        is_here.then(|| (self.table.states[id].clone(), self.table.nodes[id].parent))
    }

    /// Receives a node of this *f*. Returns its place on the open list, if it is to be expanded.
    pub(super) fn receive(&mut self, node: Message<P::State>, f: Cost) -> Option<Entry> {
        let Message { state, cost, estimate, parent } = node;
        self.report.statistics.generated += 1;
        if self.watch.is_stopped() {
            self.watch.stop(&self.links);
            return None;
        }
        if f == Cost::MAX {
            // A path that costs too much hides nothing if its state was reached by another one.
            let known = self.table.find(&state, Key::Hash(hash(&state)));
            self.report.is_pruned |= known.is_none();
            return None;
        }
        // A solution of this cost may be known already.
        if f >= self.watch.least() || !self.has_room() {
            return None;
        }
        let place = self.table.locate(&state, Key::Hash(hash(&state)));
        let new = Node { cost, parent, is_closed: false };
        let id = if let Some(id) = place.newest {
            let known = &mut self.table.nodes[id];
            if known.cost <= cost {
                self.report.statistics.duplicates += 1;
                return None;
            }
            self.report.statistics.reopened += u64::from(known.is_closed);
            *known = new;
            id
        } else {
            let id = self.table.next_id();
            self.heap_bytes += self.space.heap_bytes(&state);
            self.table.insert(place, state, new, cost);
            id
        };
        let number = (self.worker, id.number());
        let estimate = match self.kind {
            Kind::AStar => estimate,
            Kind::BreadthFirst => self.space.estimate(&self.table.states[id]),
        };
        let best = (estimate, cost, number);
        self.report.best = self.report.best.into_iter().chain([best]).min();
        if self.space.is_goal(&self.table.states[id]) {
            self.report.goal = self.report.goal.into_iter().chain([(cost, number)]).min();
            self.watch.offer(cost, &self.links);
            return None;
        }
        self.report.statistics.enqueued += 1;
        self.count_open(self.report.statistics.open + 1);
        Some(Entry { node: id, cost })
    }

    /// The cost of a path. Its nodes may have become cheaper since the last one was generated.
    pub(super) fn path_cost(&self, path: &[P::State]) -> Cost {
        let step_cost = |pair: &[P::State]| {
            let mut least = Cost::MAX;
            self.space.for_each_successor(&pair[0], None, |state, step_cost| {
                if state == pair[1] {
                    least = least.min(self.kind.step_cost(step_cost));
                }
            });
            least
        };
        path.windows(2).map(step_cost).fold(0, Cost::saturating_add)
    }

    /// Makes room for a node. If there is none, the search stops.
    fn has_room(&mut self) -> bool {
        if self.table.room() > 0 {
            return true;
        }
        let in_use = self.bytes();
        let limit = self.limits.byte_limit();
        let allowance = limit.map_or(usize::MAX, |limit| limit.saturating_sub(in_use));
        let full = self.table.reserve(1, allowance);
        if let Err(full) = full {
            self.stop(match full {
                Full::Ids => StopReason::NodeIds,
                Full::Allowance => StopReason::Bytes { limit: limit.unwrap_or(in_use), in_use },
                Full::Allocator => StopReason::OutOfMemory { in_use },
            });
        }
        full.is_ok()
    }

    fn bytes(&self) -> usize {
        let open = usize::try_from(self.report.statistics.open).unwrap_or(usize::MAX);
        let open = open.saturating_mul(size_of::<Entry>());
        (self.table.bytes() + self.heap_bytes).saturating_add(open)
    }

    pub(super) fn count_open(&mut self, open: u64) {
        let statistics = &mut self.report.statistics;
        statistics.open = open;
        statistics.largest_open = statistics.largest_open.max(open);
    }

    /// No worker has a node of a lower *f*, unless the search is being stopped.
    pub(super) fn prove(&mut self, f: Cost) {
        if !self.watch.is_stopped() {
            self.report.lower_bound = self.report.lower_bound.max(f);
        }
    }

    /// Whether a limit is met, here or elsewhere. Of a worker that is idle, only the flag and the
    /// clock count: others may need its part of the nodes.
    pub(super) fn must_stop(&mut self, is_idle: bool) -> bool {
        if self.watch.is_stopped() {
            self.watch.stop(&self.links);
            return true;
        }
        self.report.statistics.elapsed = self.start.elapsed();
        self.report.statistics.bytes = self.bytes();
        let Report { statistics, lower_bound, .. } = &self.report;
        let reason = if is_idle {
            self.limits.interruption(statistics.elapsed)
        } else {
            self.limits.met(statistics).or(self.limits.is_too_costly(*lower_bound))
        };
        reason.map(|reason| self.stop(reason)).is_some()
    }

    fn stop(&mut self, reason: StopReason) {
        self.report.stopped_by = self.report.stopped_by.or(Some(reason));
        self.watch.stop(&self.links);
    }

    /// Expands the newest of these nodes of one *f*, up to a number, and sends their successors.
    pub(super) fn expand(
        &mut self,
        f: Cost,
        entries: &mut Vec<Entry>,
        most: usize,
        mut send: impl FnMut(Cost, Message<P::State>),
    ) {
        let left = self.limits.steps_left(&self.report.statistics);
        let end = self.report.statistics.expanded + left.min(most as u64);
        while self.report.statistics.expanded < end {
            let Some(Entry { node: id, cost }) = entries.pop() else { return };
            self.count_open(self.report.statistics.open - 1);
            self.report.statistics.dequeued += 1;
            let node = &mut self.table.nodes[id];
            if node.cost < cost || f >= self.watch.least() {
                continue;
            }
            node.is_closed = true;
            self.report.statistics.expanded += 1;
            let (kind, parent) = (self.kind, Some((self.worker, id.number())));
            let (space, least) = (&*self.space, self.watch.least());
            // To leave out the state before it, all messages and open nodes would have to carry it.
            // That takes about as many bytes as it saves, and as much time.
            space.for_each_successor(&self.table.states[id], None, |state, step_cost| {
                let estimate = kind.estimate(space, &state);
                if estimate == DEAD_END {
                    return;
                }
                let sum = cost.checked_add(kind.step_cost(step_cost));
                let priority = sum.and_then(|cost| cost.checked_add(estimate));
                // No path through this node costs less than its f. If it costs too much, the worker
                // of the state tells whether it is lost.
                let priority = priority.map_or(Cost::MAX, |priority| priority.max(f));
                if priority < least || least == Cost::MAX {
                    let cost = sum.unwrap_or(Cost::MAX);
                    send(priority, Message { state, cost, estimate, parent });
                }
            });
        }
    }
}
