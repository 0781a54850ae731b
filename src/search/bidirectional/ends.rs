//! What bidirectional searches store: the states reached from both ends, and where they meet.

use std::hash::Hash;
use std::iter;

use crate::frontier::{Full, NodeId, Place, StateTable, discard};
use crate::search::best_first::BATCHES_FROM;
use crate::search::control::Halt;
use crate::search::key::{key, key_hashed};
use crate::search::reached::{Initial, Node, OtherMemory, Reached, grow};
use crate::search::successors::Successors;
use crate::{BidirectionalSpace, Event, EventKind, Reversed, Statistics};

/// The initial state, from which successors are generated.
pub(crate) const FORWARD: usize = 0;
/// The goals, from which predecessors are generated.
pub(crate) const BACKWARD: usize = 1;

/// A path from the initial state to a goal: two nodes with the same state, one of each end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) cost: u32,
    nodes: [NodeId; 2],
}

/// The states reached from both ends, and the node under expansion. The parents of a node lead back
/// to the initial state in the one end, and on to a goal in the other.
#[derive(Clone)]
pub(crate) struct Ends<S, L> {
    /// The states reached from the initial state, and the counters of both ends.
    pub(crate) forward: Reached<S, L>,
    /// The states reached from the goals.
    backward: StateTable<S, Node<L>>,
    /// The end and the node under expansion. There is no node while the goals are added.
    pub(crate) taken: Option<(usize, Option<NodeId>)>,
    /// The cheapest path found so far.
    pub(crate) meeting: Option<Meeting>,
    /// The last node that was reported as expanded.
    last_reported: Option<(usize, NodeId)>,
}

impl<S: Clone + Eq + Hash, L> Ends<S, L> {
    pub(crate) fn new() -> Self {
        let (forward, backward) = (Reached::new(), StateTable::default());
        Self { forward, backward, taken: None, meeting: None, last_reported: None }
    }

    /// The states reached from an end.
    #[inline]
    pub(crate) fn table(&self, end: usize) -> &StateTable<S, Node<L>> {
        if end == FORWARD { &self.forward.table } else { &self.backward }
    }

    #[inline]
    pub(crate) fn table_mut(&mut self, end: usize) -> &mut StateTable<S, Node<L>> {
        if end == FORWARD { &mut self.forward.table } else { &mut self.backward }
    }

    /// Restarts with the initial state alone. The goals are still to be added. The search must then
    /// [report](Self::report) that the state is generated.
    pub(crate) fn restart<P>(&mut self, space: &P, initial: S, link: L)
    where
        P: BidirectionalSpace<State = S>,
    {
        let initial = Initial::new(space, initial);
        self.forward.control.begin_restart();
        self.backward.clear();
        self.forward.begin(initial, link);
        (self.taken, self.meeting) = (Some((BACKWARD, None)), None);
        self.last_reported = None;
        self.forward.control.restart();
    }

    /// Replaces the memory kept from an earlier search, while there is nothing but the root.
    pub(crate) fn give_back<P: BidirectionalSpace<State = S>>(&mut self, space: &P)
    where
        L: Clone,
    {
        self.forward.give_back(space);
        self.backward.renew(|root| key(space, root));
    }

    /// Reports what happens to a node of an end.
    #[inline]
    pub(crate) fn report<P>(&self, space: &P, kind: EventKind, (end, id): (usize, NodeId))
    where
        P: BidirectionalSpace<State = S>,
    {
        if P::IS_OBSERVED {
            let StateTable { states, nodes, .. } = self.table(end);
            let Node { parent, path_cost, .. } = &nodes[id];
            self.report_state(space, kind, (end, id, *parent), (&states[id], *path_cost));
        }
    }

    /// Drops a state one step from `parent`: as a duplicate of the node `known`, or pruned if there
    /// is none.
    #[inline]
    pub(crate) fn drop_state<P>(
        &mut self,
        space: &P,
        end: usize,
        (parent, known): (Option<NodeId>, Option<NodeId>),
        (state, path_cost): (S, u64),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        if P::IS_OBSERVED {
            let kind = if known.is_some() { EventKind::Duplicate } else { EventKind::Pruned };
            let id = known.or(parent).unwrap_or(NodeId::FIRST);
            let path_cost = u32::try_from(path_cost).unwrap_or(u32::MAX);
            self.report_state(space, kind, (end, id, parent), (&state, path_cost));
        }
        let Reached { counters, pruned, .. } = &mut self.forward;
        *(if known.is_some() { &mut counters.duplicates } else { pruned }) += 1;
        discard(state);
    }

    /// Reports that a node is expanded, right before its successors are added. There is no node
    /// while the goals are added.
    #[inline]
    pub(crate) fn report_expansion<P>(&mut self, space: &P, (end, id): (usize, Option<NodeId>))
    where
        P: BidirectionalSpace<State = S>,
    {
        if let (true, Some(id)) = (P::IS_OBSERVED, id) {
            // An expansion that a limit has interrupted is reported once.
            if self.last_reported.replace((end, id)) != Some((end, id)) {
                self.report(space, EventKind::Expanded, (end, id));
            }
        }
    }

    /// The estimate of the cost from a state to where this end leads: to a goal, or to the initial
    /// state.
    #[inline]
    pub(crate) fn estimate<P>(&self, space: &P, end: usize, state: &S) -> u32
    where
        P: BidirectionalSpace<State = S>,
    {
        match end {
            FORWARD => space.estimate(state),
            _ => space.estimate_from_initial(&self.forward.table.states[NodeId::FIRST], state),
        }
    }

    fn report_state<P>(
        &self,
        space: &P,
        kind: EventKind,
        (end, id, parent): (usize, NodeId, Option<NodeId>),
        (state, path_cost): (&S, u32),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        let number = |id: NodeId| 2 * id.index() + end;
        let estimate = self.estimate(space, end, state);
        let (node, parent) = (number(id), parent.map(number));
        space.observe(&Event { kind, node, parent, state, path_cost, estimate });
    }

    /// Reports the node at which the ends of the best path meet. Returns whether they do.
    pub(crate) fn report_meeting<P: BidirectionalSpace<State = S>>(&self, space: &P) -> bool {
        if let (true, Some(Meeting { nodes: [forward, _], .. })) = (P::IS_OBSERVED, self.meeting) {
            self.report(space, EventKind::Goal, (FORWARD, forward));
        }
        self.meeting.is_some()
    }

    /// Collects the states one step from a node, or the goals, and makes room to add them. `other`
    /// gives the memory outside of this struct and of `successors`.
    #[inline]
    pub(crate) fn collect<P: BidirectionalSpace<State = S>>(
        &mut self,
        space: &P,
        (end, id): (usize, Option<NodeId>),
        successors: &mut Successors<S>,
        other: impl Fn() -> OtherMemory,
    ) -> Result<(), Halt> {
        let allowance = self.allowance(|| other().in_use + successors.bytes())?;
        let (forward, reversed) = (&mut self.forward.table, &Reversed::new(space));
        match (id, end) {
            (Some(id), FORWARD) => successors.collect_all(space, forward, id, allowance)?,
            (Some(id), _) => successors.collect_all(reversed, &mut self.backward, id, allowance)?,
            (None, _) => {
                successors.begin(allowance);
                let goals = space.goals(&forward.states[NodeId::FIRST]).into_iter();
                let numbers = &mut self.backward.numbers;
                goals.for_each(|goal| successors.collect_for(space, numbers, goal, 0));
                successors.end()?;
            }
        }
        for table in [&self.forward.table, &self.backward] {
            if table.len() >= BATCHES_FROM {
                let keys = successors.list().iter();
                table.touch(keys.map(|next| key_hashed(space, &next.state, next.packed_key)));
            }
        }
        let count = successors.list().len();
        if count <= self.table(end).room() {
            return Ok(());
        }
        let mut other = other();
        other.in_use += successors.bytes() + self.bytes() - self.table(end).bytes();
        let Reached { control, table, .. } = &mut self.forward;
        let table = if end == FORWARD { table } else { &mut self.backward };
        grow(control, table, count, other)
    }

    /// How many more bytes may be used.
    #[inline]
    pub(crate) fn allowance(&self, other_bytes: impl FnOnce() -> usize) -> Result<usize, Full> {
        self.forward.control.allowance(|| self.bytes() + other_bytes())
    }

    /// Adds a node, given that of the other end with the same state, if there is one.
    #[expect(clippy::inline_always, reason = "a part of the loop of the search")]
    #[inline(always)]
    pub(crate) fn insert(
        &mut self,
        end: usize,
        place: Place,
        state: S,
        node: Node<L>,
        opposite: Option<NodeId>,
    ) {
        if let Some(met) = opposite {
            let id = self.table(end).next_id();
            match node.path_cost.checked_add(self.table(1 - end).nodes[met].path_cost) {
                None => self.forward.overflowed = true,
                Some(cost) if self.meeting.is_none_or(|meeting| cost < meeting.cost) => {
                    let nodes = if end == FORWARD { [id, met] } else { [met, id] };
                    self.meeting = Some(Meeting { cost, nodes });
                }
                Some(_) => {}
            }
        }
        let path_cost = node.path_cost;
        self.table_mut(end).insert(place, state, node, path_cost);
    }

    /// The path found. Before there is one, the path to the most promising node.
    pub(crate) fn path(&self) -> Vec<S> {
        let Some(Meeting { nodes: [first, second], .. }) = self.meeting else {
            return self.forward.path();
        };
        let mut path = self.forward.path_to(first);
        // The state where the ends meet is on both halves.
        let StateTable { states, nodes, .. } = &self.backward;
        let ids = iter::successors(nodes[second].parent, |&id| nodes[id].parent);
        path.extend(ids.map(|id| states[id].clone()));
        path
    }

    /// The cost of [`path`](Self::path).
    pub(crate) fn cost(&self) -> u32 {
        self.meeting.map_or(self.forward.cost(), |meeting| meeting.cost)
    }

    pub(crate) fn has_solution(&self) -> bool {
        self.meeting.is_some()
    }

    fn bytes(&self) -> usize {
        self.forward.bytes() + self.backward.bytes()
    }

    /// The counters of both ends.
    pub(crate) fn statistics(&self, open: usize, other_bytes: usize) -> Statistics {
        let statistics = self.forward.statistics(open, self.backward.bytes() + other_bytes);
        let backward = self.backward.len() as u64;
        Statistics {
            generated: statistics.generated + backward,
            enqueued: statistics.enqueued + backward,
            dequeued: statistics.expanded,
            ..statistics
        }
    }
}
