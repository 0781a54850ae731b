//! The nodes of one worker in hash-distributed A\*.

use std::collections::BTreeMap;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::dataflow::{Work, WorkerContext};
use crate::frontier::{Key, NodeId, StateTable, hash};
use crate::space::state_space::least_step_to;
use crate::{Cost, DEAD_END, StateSpace, Statistics, StopReason};

/// The space of a [search](super::Cluster::a_star) by several processes. It can be sent to other
/// threads and shared by them, and borrows nothing. Its states can be hashed, compared, sent to
/// other threads, and written as bytes. Every such space implements this trait.
pub trait SharedSpace:
    StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send> + Send + Sync + 'static
{
}

impl<P> SharedSpace for P where
    P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send> + Send + Sync + 'static
{
}

/// How many nodes a worker expands before it receives again.
const SLICE: u64 = 256;

/// A node: its worker, and its number there.
pub(super) type Address = (u32, u32);

/// A node on its way to the worker of its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message<S> {
    pub(super) state: S,
    pub(super) cost: Cost,
    pub(super) estimate: Cost,
    /// The parent of the node.
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
struct Entry {
    node: NodeId,
    cost: Cost,
}

/// What a worker, or all together, have found.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Findings {
    /// The cost of the cheapest solution, and its last node.
    pub(super) goal: Option<(Cost, Address)>,
    /// The estimate, the cost and the node of the most promising state.
    pub(super) best: Option<(Cost, Cost, Address)>,
    pub(super) lower_bound: Cost,
    /// Whether a state was not reached because a path to it costs too much.
    pub(super) is_pruned: bool,
}

impl Findings {
    pub(super) fn merged(self, other: Self) -> Self {
        Self {
            goal: self.goal.into_iter().chain(other.goal).min(),
            best: self.best.into_iter().chain(other.best).min(),
            lower_bound: self.lower_bound.max(other.lower_bound),
            is_pruned: self.is_pruned || other.is_pruned,
        }
    }
}

/// The states of one worker, and what it has found.
pub(super) struct WorkerNodes<P: StateSpace> {
    pub(super) context: WorkerContext<P>,
    /// Whether steps are counted, whatever they cost, and estimates ignored.
    counts_steps: bool,
    table: StateTable<P::State, Node>,
    /// The open nodes by their *f*.
    open: BTreeMap<Cost, Vec<Entry>>,
    heap_bytes: usize,
    found: Findings,
}

impl<P: StateSpace<State: Hash + Eq>> WorkerNodes<P> {
    pub(super) fn new(context: WorkerContext<P>, counts_steps: bool) -> Self {
        let (mut table, open) = (StateTable::default(), BTreeMap::new());
        table.numbers.is_hashing = true;
        Self { context, counts_steps, table, open, heap_bytes: 0, found: Findings::default() }
    }

    /// The counters, why it stopped, and what it has found.
    pub(super) fn report(&self) -> (Statistics, Option<StopReason>, Findings) {
        let WorkerContext { statistics, stopped_by, start, .. } = &self.context;
        let (bytes, elapsed) = (self.bytes(), start.elapsed());
        (Statistics { bytes, elapsed, ..*statistics }, *stopped_by, self.found)
    }

    /// The state of a node, and its parent.
    pub(super) fn node(&self, number: u32) -> Option<(P::State, Option<Address>)> {
        let id = NodeId::from_number(number)?;
        let is_here = (number as usize) <= self.table.len();
        is_here.then(|| (self.table.states[id].clone(), self.table.nodes[id].parent))
    }

    fn address(&self, id: NodeId) -> Address {
        (u32::try_from(self.context.worker).unwrap_or(u32::MAX), id.number())
    }

    /// The cost of a path, by its steps: cheaper paths to its nodes may have been found since its
    /// last node was generated.
    pub(super) fn path_cost(&self, path: &[P::State]) -> Cost {
        let step_cost = |pair: &[P::State]| {
            let least = least_step_to(&*self.context.space, &pair[0], |state| *state == pair[1]);
            least.map_or(Cost::MAX, |least| if self.counts_steps { 1 } else { least })
        };
        path.windows(2).map(step_cost).fold(0, Cost::saturating_add)
    }

    /// Makes room for a node. If there is none, the search stops.
    fn has_room(&mut self) -> bool {
        if self.table.room() > 0 {
            return true;
        }
        let in_use = self.bytes();
        let limit = self.context.limits.byte_limit();
        let allowance = limit.map_or(usize::MAX, |limit| limit.saturating_sub(in_use));
        let (grown, context) = (self.table.reserve(1, allowance), &mut self.context);
        grown.inspect_err(|&full| context.stop(context.limits.stop_reason(full, in_use))).is_ok()
    }

    fn bytes(&self) -> usize {
        let open = usize::try_from(self.context.statistics.open).unwrap_or(usize::MAX);
        let open = open.saturating_mul(size_of::<Entry>());
        (self.table.bytes() + self.heap_bytes).saturating_add(open)
    }
}

impl<P: SharedSpace> Work for WorkerNodes<P> {
    type Message = Message<P::State>;

    const IN_ROUNDS: bool = false;

    fn owner(message: &Self::Message, workers: usize) -> usize {
        // These are other bits of the hash than those that find the state in the table of its
        // worker. The multiplier is the one of the 64-bit generator of Knuth's MMIX.
        let mixed = hash(&message.state).wrapping_mul(6_364_136_223_846_793_005) >> 32;
        ((mixed * workers as u64) >> 32) as usize
    }

    fn first_level(&self) -> Option<Cost> {
        self.open.keys().next().copied()
    }

    fn receive(&mut self, node: Self::Message, f: Cost) -> bool {
        let Message { state, cost, estimate, parent } = node;
        self.context.statistics.generated += 1;
        if self.context.is_stopped() {
            return false;
        }
        if f == Cost::MAX {
            // To leave out a path that costs too much does no harm if its state was reached by
            // another path.
            let known = self.table.find(&state, Key::Hash(hash(&state)));
            self.found.is_pruned |= known.is_none();
            return false;
        }
        // A solution of this cost may be known already.
        if f >= self.context.watch.least_cost() || !self.has_room() {
            return false;
        }
        let place = self.table.locate(&state, Key::Hash(hash(&state)));
        let new = Node { cost, parent, is_closed: false };
        let statistics = &mut self.context.statistics;
        let id = if let Some(id) = place.newest {
            let known = &mut self.table.nodes[id];
            if known.cost <= cost {
                statistics.duplicates += 1;
                return false;
            }
            statistics.reopened += u64::from(known.is_closed);
            *known = new;
            id
        } else {
            let id = self.table.next_id();
            self.heap_bytes += self.context.space.heap_bytes(&state);
            self.table.insert(place, state, new, cost);
            id
        };
        let (state, node) = (&self.table.states[id], self.address(id));
        let space = &self.context.space;
        let estimate = if self.counts_steps { space.estimate(state) } else { estimate };
        let best = (estimate, cost, node);
        self.found.best = self.found.best.into_iter().chain([best]).min();
        if space.is_goal(state) {
            self.found.goal = self.found.goal.into_iter().chain([(cost, node)]).min();
            self.context.offer(cost);
            return false;
        }
        let statistics = &mut self.context.statistics;
        statistics.enqueued += 1;
        statistics.open += 1;
        statistics.largest_open = statistics.largest_open.max(statistics.open);
        self.open.entry(f).or_default().push(Entry { node: id, cost });
        true
    }

    fn must_stop(&mut self, least: Option<Cost>) -> bool {
        // A search that is being stopped has dropped nodes, so `least` is no bound any more.
        if let Some(least) = least.filter(|_| !self.context.watch.is_stopped()) {
            self.found.lower_bound = self.found.lower_bound.max(least);
        }
        self.context.statistics.bytes = self.bytes();
        let too_costly = self.context.limits.is_too_costly(self.found.lower_bound);
        let must_stop = self.context.must_stop(least.is_none(), too_costly);
        if must_stop {
            self.open.clear();
            self.context.statistics.open = 0;
        }
        must_stop
    }

    /// Expands the newest nodes of one *f*.
    fn expand(&mut self, f: Cost, mut send: impl FnMut(Cost, Self::Message)) -> bool {
        let Some(mut entries) = self.open.remove(&f) else { return false };
        let Statistics { expanded, .. } = self.context.statistics;
        let end = expanded + self.context.limits.steps_left(&self.context.statistics).min(SLICE);
        while self.context.statistics.expanded < end {
            let Some(Entry { node: id, cost }) = entries.pop() else { return false };
            let (parent, least) = (Some(self.address(id)), self.context.watch.least_cost());
            let WorkerContext { space, statistics, .. } = &mut self.context;
            statistics.open -= 1;
            statistics.dequeued += 1;
            let node = &mut self.table.nodes[id];
            if node.cost < cost || f >= least {
                continue;
            }
            node.is_closed = true;
            statistics.expanded += 1;
            // The previous state is not left out: all messages and open nodes would have to carry
            // it. That takes about as many bytes as it saves, and as much time.
            space.for_each_successor(&self.table.states[id], None, |state, step_cost| {
                let (estimate, step_cost) =
                    if self.counts_steps { (0, 1) } else { (space.estimate(&state), step_cost) };
                if estimate == DEAD_END {
                    return;
                }
                let sum = cost.checked_add(step_cost);
                let priority = sum.and_then(|cost| cost.checked_add(estimate));
                // No path through this node costs less than its f. If a path costs too much, the
                // worker of the successor decides whether the state is lost.
                let priority = priority.map_or(Cost::MAX, |priority| priority.max(f));
                if priority < least || least == Cost::MAX {
                    let cost = sum.unwrap_or(Cost::MAX);
                    send(priority, Message { state, cost, estimate, parent });
                }
            });
        }
        let has_more = !entries.is_empty();
        if has_more {
            self.open.insert(f, entries);
        }
        has_more
    }
}
