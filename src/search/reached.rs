//! The states that a search with a closed list has reached, and its counters.

use std::hash::Hash;
use std::{iter, mem};

use super::End;
use super::control::{Control, Halt, exhausted};
use super::key::{key, packed_key, unpacked_key};
use super::rank::Rank;
use super::successors::{Successor, Successors};
use crate::frontier::{Arena, Full, Key, NodeId, StateTable, discard};
use crate::{Cost, DEAD_END, Event, EventKind, StateSpace, Statistics};

/// What is stored of a node besides its state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<L = ()> {
    /// `None` for the root. Where a cheaper path makes nodes outdated, an outdated one is its own
    /// parent.
    pub(crate) parent: Option<NodeId>,
    pub(crate) path_cost: u32,
    /// Where it is among the open nodes, if that is stored.
    pub(crate) link: L,
}

impl<L> Node<L> {
    pub(crate) fn root(link: L) -> Self {
        Self { parent: None, path_cost: 0, link }
    }
}

/// The states on a path, given its nodes from the last one back.
pub(crate) fn from_root<T, S>(
    back: impl Iterator<Item = T> + Clone,
    state: impl Fn(T) -> S,
) -> Vec<S> {
    // Allocated once: when memory is short, a reallocation could fail.
    let mut states = Vec::with_capacity(back.clone().count());
    states.extend(back.map(state));
    states.reverse();
    states
}

/// The event for a new node.
#[inline]
pub(crate) fn generated(is_reopened: bool) -> EventKind {
    if is_reopened { EventKind::Reopened } else { EventKind::Generated }
}

// An observer may panic, and so may any method of a space or a state. If the panic is caught, the
// search may go on. So none of them is called between two changes that belong together: a node is
// reported when it is on the open list, and a state is dropped when its loss has been noted.

/// Reports that a successor of `parent` is dropped: as a duplicate of the node `known`, or pruned
/// if there is none.
#[inline]
pub(crate) fn report_dropped<P: StateSpace>(
    space: &P,
    (parent, known): (Option<NodeId>, Option<NodeId>),
    path_cost: u64,
    state: &P::State,
) {
    let kind = if known.is_some() { EventKind::Duplicate } else { EventKind::Pruned };
    let node = known.or(parent).map_or(0, NodeId::index);
    report(space, kind, (node, parent.map(NodeId::index)), (state, path_cost));
}

/// Reports what happens to a node, given by its number, with that of its parent.
#[inline]
pub(crate) fn report<P: StateSpace>(
    space: &P,
    kind: EventKind,
    (node, parent): (usize, Option<usize>),
    (state, path_cost): (&P::State, u64),
) {
    if P::IS_OBSERVED {
        let path_cost = u32::try_from(path_cost).unwrap_or(u32::MAX);
        let estimate = space.estimate(state);
        space.observe(&Event { kind, node, parent, state, path_cost, estimate });
    }
}

/// The memory of a search outside of its table, when the table grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherMemory {
    /// The number of bytes in use.
    pub(crate) in_use: usize,
    /// The number of bytes that the table leaves free if it can: the open list may need them when
    /// the new nodes are added.
    pub(crate) kept_back: usize,
}

impl OtherMemory {
    /// This number of bytes, and none kept back.
    pub(crate) fn in_use(bytes: usize) -> Self {
        Self { in_use: bytes, kept_back: 0 }
    }
}

/// Makes room in a table for `additional` states.
#[cold]
#[inline(never)]
pub(crate) fn grow<S: Hash + Eq, N>(
    control: &mut Control,
    table: &mut StateTable<S, N>,
    additional: usize,
    other: OtherMemory,
) -> Result<(), Halt> {
    let states = table.hashed_again(additional);
    control.has_time_to_grow(states)?;
    let mut reserve = |kept_back| {
        let allowance = control.allowance(|| table.bytes() + other.in_use)?;
        table.reserve(additional, allowance.saturating_sub(kept_back))
    };
    // The first attempt may have made room for a part.
    let grown = reserve(other.kept_back).or_else(|_| reserve(0));
    control.note_growth(states);
    Ok(grown?)
}

/// Adds the successors of a node as they are generated, if the search
/// [may](Reached::may_add_as_generated). That takes less time than to collect them first. `add`
/// adds one. If it fails, or if there is no room in the table, the successors that follow are left
/// out.
///
/// Returns whether all were added. Otherwise, and after a panic of the space, the rest must be
/// [collected](Reached::collect).
#[expect(clippy::inline_always, reason = "a part of the loop of every search")]
#[inline(always)]
pub(crate) fn add_as_generated<P: StateSpace<State: Hash + Eq>, L, T, E>(
    space: &P,
    id: NodeId,
    successors: &mut Successors<P::State>,
    search: &mut T,
    table_of: impl Fn(&mut T) -> &mut StateTable<P::State, Node<L>>,
    mut add: impl FnMut(&mut T, Successor<P::State>) -> Result<(), E>,
) -> Result<bool, E> {
    let StateTable { states, nodes, .. } = table_of(search);
    let state = states[id].clone();
    let previous = nodes[id].parent.map(|parent| states[parent].clone());
    // For how many of the next successors there is room, at least. If one of them is the first
    // state without a number, there is, as no slot by hash is in use.
    let (mut room, mut outcome) = (0, Ok(true));
    space.for_each_successor(&state, previous.as_ref(), |state, step_cost| {
        let table = table_of(search);
        if room == 0 && matches!(outcome, Ok(true)) {
            room = table.room();
            outcome = Ok(room > 0);
        }
        if room == 0 {
            return;
        }
        room -= 1;
        let Ok(packed_key) = packed_key(space, &mut table.numbers, &state, &mut { usize::MAX })
        else {
            (room, outcome) = (0, Ok(false));
            return;
        };
        match add(search, Successor { state, step_cost, packed_key }) {
            Ok(()) => successors.added += 1,
            Err(error) => (room, outcome) = (0, Err(error)),
        }
    });
    if let Ok(true) = outcome {
        successors.added = 0;
    }
    outcome
}

/// An initial state, and what a search computes of it.
pub(crate) struct Initial<S> {
    pub(crate) state: S,
    pub(crate) estimate: Cost,
    pub(crate) heap_bytes: usize,
    pub(crate) key: Key,
}

impl<S: Hash> Initial<S> {
    pub(crate) fn new<P: StateSpace<State = S>>(space: &P, state: S) -> Self {
        let (estimate, heap_bytes) = (space.estimate(&state), space.heap_bytes(&state));
        let key = key(space, &state);
        Self { state, estimate, heap_bytes, key }
    }
}

/// The states reached, with a node for each, and the counters of the search.
#[derive(Clone, Debug)]
pub(crate) struct Reached<S, L = ()> {
    pub(crate) table: StateTable<S, Node<L>>,
    /// The heap memory of the states, in bytes.
    pub(crate) heap_bytes: usize,
    /// The node with the lowest estimate. Once solved, the goal.
    pub(crate) best: NodeId,
    pub(crate) best_rank: Rank,
    pub(crate) root_estimate: u32,
    /// What is counted: the expanded nodes, the duplicates, the reopened ones, and the largest open
    /// list.
    pub(crate) counters: Statistics,
    /// How many nodes were pruned: dead ends, paths that cost more than a `u32` can hold, and nodes
    /// that are no better than a goal that is open.
    pub(crate) pruned: u64,
    /// Whether a path was pruned for its cost.
    pub(crate) overflowed: bool,
    /// The lowest cost of a step that a blind search has seen.
    pub(crate) lowest_step: u32,
    /// The goal that a blind search has generated.
    pub(crate) goal: Option<NodeId>,
    /// The last node that was reported as expanded.
    pub(crate) last_reported: Option<NodeId>,
    pub(crate) control: Control,
}

impl<S: Hash + Eq + Clone, L> Reached<S, L> {
    pub(crate) fn new() -> Self {
        Self {
            table: StateTable::default(),
            heap_bytes: 0,
            best: NodeId::FIRST,
            best_rank: Rank::LAST,
            root_estimate: 0,
            counters: Statistics::default(),
            pruned: 0,
            overflowed: false,
            lowest_step: u32::MAX,
            goal: None,
            last_reported: None,
            control: Control::default(),
        }
    }

    /// Restarts with the initial state alone, and clears `successors`. The search must then
    /// [report](Self::report_root) the initial state.
    pub(crate) fn restart<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        initial: S,
        link: L,
        successors: &mut Successors<S>,
    ) {
        // First, because it may panic. The search then goes on as it was.
        let initial = Initial::new(space, initial);
        self.control.begin_restart();
        successors.clear();
        self.begin(initial, link);
        self.control.restart();
    }

    /// Begins with this state alone, in the same control. Old states are dropped at the end.
    pub(crate) fn begin(&mut self, initial: Initial<S>, link: L) {
        let Initial { state, estimate, heap_bytes, key } = initial;
        self.heap_bytes = heap_bytes;
        (self.best, self.best_rank) = (NodeId::FIRST, Rank::new(0, estimate));
        self.root_estimate = estimate;
        self.counters = Statistics { largest_open: 1, ..Statistics::default() };
        self.pruned = 0;
        self.overflowed = false;
        (self.lowest_step, self.goal, self.last_reported) = (u32::MAX, None, None);
        let is_limited = self.control.limits.byte_limit().is_some();
        self.table.restart(state, key, Node::root(link), is_limited);
    }

    /// Reports that the initial state is generated. It comes last in a restart.
    #[inline]
    pub(crate) fn report_root<P: StateSpace<State = S>>(&self, space: &P) {
        self.report(space, EventKind::Generated, NodeId::FIRST);
    }

    /// Replaces the memory kept from an earlier search, while there is nothing but the root.
    pub(crate) fn give_back<P: StateSpace<State = S>>(&mut self, space: &P)
    where
        L: Clone,
    {
        self.table.renew(|root| key(space, root));
    }

    /// Reports what happens to a node that is stored.
    #[inline]
    pub(crate) fn report<P: StateSpace<State = S>>(&self, space: &P, kind: EventKind, id: NodeId) {
        if P::IS_OBSERVED {
            let Node { parent, path_cost, .. } = &self.table.nodes[id];
            let numbers = (id.index(), parent.map(NodeId::index));
            report(space, kind, numbers, (&self.table.states[id], (*path_cost).into()));
        }
    }

    /// Reports that a node is expanded, right before its successors are added.
    #[inline]
    pub(crate) fn report_expansion<P: StateSpace<State = S>>(&mut self, space: &P, id: NodeId) {
        // An expansion that a limit has interrupted is reported once.
        if P::IS_OBSERVED && self.last_reported.replace(id) != Some(id) {
            self.report(space, EventKind::Expanded, id);
        }
    }

    /// Whether the successors of a node may be added [as they are generated](add_as_generated).
    /// They may not if states own memory, because the state of the node is cloned; under a limit on
    /// bytes, because room is then made for all successors or for none; or if some were collected
    /// or added before.
    #[inline]
    pub(crate) fn may_add_as_generated(&self, successors: &Successors<S>) -> bool {
        let is_limited = self.control.limits.byte_limit().is_some();
        let is_cheap = !mem::needs_drop::<S>();
        is_cheap && !is_limited && successors.are_new()
    }

    /// Collects the successors of a node, and makes room to add them. `other` is the memory outside
    /// of this struct and of `successors`.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(crate) fn collect<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        id: NodeId,
        successors: &mut Successors<S>,
        mut other: OtherMemory,
    ) -> Result<(), Halt> {
        let allowance = self.allowance(other.in_use + successors.bytes())?;
        successors.collect_all(space, &mut self.table, id, allowance)?;
        other.in_use += successors.bytes();
        self.make_room(successors.list().len(), other)
    }

    /// Makes room for `additional` states. `other` is the memory outside of this struct.
    #[inline]
    pub(crate) fn make_room(
        &mut self,
        additional: usize,
        mut other: OtherMemory,
    ) -> Result<(), Halt> {
        if additional <= self.table.room() {
            return Ok(());
        }
        other.in_use += self.heap_bytes;
        grow(&mut self.control, &mut self.table, additional, other)
            .inspect_err(|&halt| self.forget_long_path_if(halt))
    }

    /// Replaces the most promising node by the root, if memory is too short to build its path.
    fn forget_long_path_if(&mut self, halt: Halt) {
        let has_room = || {
            let length = 2 * self.path_back(self.best).count();
            Vec::<S>::new().try_reserve_exact(length).is_ok()
        };
        if matches!(halt, Halt::Full(Full::Allocator)) && !has_room() {
            (self.best, self.best_rank) = (NodeId::FIRST, Rank::new(0, self.root_estimate));
        }
    }

    /// The nodes from `last` back to the root.
    fn path_back(&self, last: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        iter::successors(Some(last), |&id| self.table.nodes[id].parent)
    }

    /// The states from the root to `last`.
    pub(crate) fn path_to(&self, last: NodeId) -> Vec<S> {
        from_root(self.path_back(last), |id| self.table.states[id].clone())
    }

    /// The states from the root to the most promising node.
    pub(crate) fn path(&self) -> Vec<S> {
        self.path_to(self.best)
    }

    pub(crate) fn has_solution(&self) -> bool {
        self.control.is_solved()
    }

    /// Ranks a node, and records it if it is the most promising one so far.
    #[inline]
    pub(crate) fn rank(&mut self, id: NodeId, path_cost: u32, estimate: u32) {
        let rank = Rank::new(path_cost, estimate);
        if rank < self.best_rank {
            (self.best, self.best_rank) = (id, rank);
        }
    }

    /// Records the goal that was found.
    #[cold]
    pub(crate) fn solve<P>(&mut self, space: &P, goal: NodeId, path_cost: u32) -> End
    where
        P: StateSpace<State = S>,
    {
        self.report(space, EventKind::Goal, goal);
        (self.best, self.best_rank) = (goal, Rank::new(path_cost, 0));
        End::Solved
    }

    /// Adds a successor of a node, whose path cost is given, unless its state is known: a blind
    /// search keeps the first path to a state. The table must have room. `link` is called only if
    /// it is added. If it is a goal, notes that, and returns it as an error.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(crate) fn add_if_new<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, packed_key }: Successor<S>,
        link: impl FnOnce(&mut Arena<Node<L>>, NodeId) -> L,
    ) -> Result<(), NodeId> {
        self.lowest_step = step_cost.min(self.lowest_step);
        let place = self.table.locate(&state, unpacked_key(space, &state, packed_key));
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        if let Some(known) = place.newest {
            self.drop_duplicate(space, (Some(parent), known), path_cost, state);
            return Ok(());
        }
        let Ok(path_cost) = u32::try_from(path_cost) else {
            self.prune(space, Some(parent), path_cost, (state, 0));
            return Ok(());
        };
        let (estimate, is_goal) = (space.estimate(&state), space.is_goal(&state));
        self.heap_bytes += space.heap_bytes(&state);
        let id = self.table.next_id();
        self.rank(id, path_cost, estimate);
        if is_goal {
            self.goal = Some(id);
        }
        let link = link(&mut self.table.nodes, id);
        let node = Node { parent: Some(parent), path_cost, link };
        self.table.insert(place, state, node, path_cost);
        self.report(space, EventKind::Generated, id);
        self.goal.map_or(Ok(()), Err)
    }

    /// Drops a successor of `parent`, whose state has the node `known`.
    #[inline]
    pub(crate) fn drop_duplicate<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, known): (Option<NodeId>, NodeId),
        path_cost: u64,
        state: S,
    ) {
        report_dropped(space, (parent, Some(known)), path_cost, &state);
        self.counters.duplicates += 1;
        discard(state);
    }

    /// Prunes a successor of `parent` with this estimate: a dead end, or the end of a path that
    /// costs too much.
    #[cold]
    pub(crate) fn prune<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        parent: Option<NodeId>,
        path_cost: u64,
        (state, estimate): (S, Cost),
    ) {
        self.overflowed |= estimate < DEAD_END;
        self.drop_pruned(space, parent, path_cost, state);
    }

    /// Prunes a successor of `parent`.
    #[inline]
    pub(crate) fn drop_pruned<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        parent: Option<NodeId>,
        path_cost: u64,
        state: S,
    ) {
        report_dropped(space, (parent, None), path_cost, &state);
        self.pruned += 1;
        discard(state);
    }

    /// The end of a search that has no open node left.
    pub(crate) fn exhausted(&self) -> End {
        exhausted(self.overflowed)
    }

    #[inline]
    pub(crate) fn count_expansion(&mut self, open: usize) {
        self.counters.expanded += 1;
        self.note_open(open);
    }

    /// Notes that `open` nodes are open now.
    #[inline]
    pub(crate) fn note_open(&mut self, open: usize) {
        if open as u64 > self.counters.largest_open {
            self.counters.largest_open = open as u64;
        }
    }

    /// How many more bytes may be used.
    #[inline]
    pub(crate) fn allowance(&self, other_bytes: usize) -> Result<usize, Full> {
        self.control.allowance(|| self.bytes() + other_bytes)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes() + self.heap_bytes
    }

    /// How often a node was enqueued.
    #[inline]
    pub(crate) fn enqueued(&self) -> usize {
        self.table.len() + self.table.changed
    }

    /// The number of nodes generated.
    pub(crate) fn generated(&self) -> u64 {
        self.enqueued() as u64 + self.counters.duplicates + self.pruned
    }

    /// The counters of the search. `open` nodes are on the open list now.
    pub(crate) fn statistics(&self, open: usize, other_bytes: usize) -> Statistics {
        Statistics {
            generated: self.generated(),
            enqueued: self.enqueued() as u64,
            dequeued: self.counters.expanded + u64::from(self.control.is_solved()),
            open: open as u64,
            // During an expansion, more nodes may be open than after any expansion.
            largest_open: self.counters.largest_open.max(open as u64),
            bytes: self.bytes() + other_bytes,
            elapsed: self.control.elapsed,
            ..self.counters
        }
    }

    /// The cost of the path to the most promising node.
    pub(crate) fn cost(&self) -> u32 {
        self.best_rank.path_cost()
    }

    /// The proven lower bound, which is at most the cost of the solution.
    pub(crate) fn lower_bound(&self, proven: u32) -> u32 {
        self.control.lower_bound(proven, || self.cost())
    }
}
