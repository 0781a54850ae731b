//! What bidirectional searches store: the states reached from both ends, and where they meet.

use std::hash::Hash;
use std::iter;

use crate::frontier::{Full, Key, NodeId, Place, StateTable, discard};
use crate::search::End;
use crate::search::course::Course;
use crate::search::impls::status;
use crate::search::key::{key, lacks_slot};
use crate::search::rank::Rank;
use crate::search::reached::make_room;
use crate::search::successors::Successors;
use crate::{BidirectionalSpace, Event, EventKind, StopReason};

/// The initial state, from which successors are generated.
pub(in crate::search) const FORWARD: usize = 0;
/// The goals, from which predecessors are generated.
pub(in crate::search) const BACKWARD: usize = 1;

/// What is stored of a node besides its state: the path between it and its end.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node<L> {
    /// The next node on the path to the end. An outdated node is its own parent.
    pub(in crate::search) parent: Option<NodeId>,
    /// The cost of the path between the node and the end.
    pub(in crate::search) path_cost: u32,
    /// The link of the open list.
    pub(in crate::search) link: L,
}

status!(Node<Option<NodeId>>);

/// A path from the initial state to a goal: two nodes with the same state, one of each end.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Meeting {
    pub(in crate::search) cost: u32,
    nodes: [NodeId; 2],
}

/// The states reached from both ends, and the node under expansion.
#[derive(Clone)]
pub(in crate::search) struct Ends<S, L> {
    pub(in crate::search) reached: [StateTable<S, Node<L>>; 2],
    /// The end and the node under expansion. There is no node while the goals are added.
    pub(in crate::search) taken: Option<(usize, Option<NodeId>)>,
    /// The cheapest path found so far.
    pub(in crate::search) meeting: Option<Meeting>,
    /// The node of the forward search with the lowest estimate and, among equals, the lowest path
    /// cost.
    best: NodeId,
    best_rank: Rank,
    duplicates: u64,
    /// How many states were pruned because the path through them costs too much.
    left_out: u64,
    /// Whether a path was pruned because it costs more than `u32::MAX`.
    pub(in crate::search) overflowed: bool,
    /// The heap memory of the states, in bytes.
    pub(in crate::search) heap_bytes: usize,
    /// The last node that was reported to be expanded.
    last_reported: Option<(usize, NodeId)>,
    pub(in crate::search) course: Course,
}

impl<S: Clone + Eq + Hash, L> Ends<S, L> {
    pub(in crate::search) fn new() -> Self {
        Self {
            reached: [StateTable::default(), StateTable::default()],
            taken: None,
            meeting: None,
            best: NodeId::FIRST,
            best_rank: Rank::new(0, 0),
            duplicates: 0,
            left_out: 0,
            overflowed: false,
            heap_bytes: 0,
            last_reported: None,
            course: Course::new(),
        }
    }

    /// Restarts with the initial state alone. The goals are still to be added.
    pub(in crate::search) fn restart<P>(&mut self, space: &P, initial: S, link: L)
    where
        P: BidirectionalSpace<State = S>,
    {
        let (estimate, heap_bytes) = (space.estimate(&initial), space.heap_bytes(&initial));
        self.reached[BACKWARD].clear();
        let key = key(space, &initial);
        self.reached[FORWARD].restart(initial, key, Node { parent: None, path_cost: 0, link });
        self.taken = Some((BACKWARD, None));
        self.meeting = None;
        (self.best, self.best_rank) = (NodeId::FIRST, Rank::new(0, estimate));
        (self.duplicates, self.left_out, self.overflowed) = (0, 0, false);
        self.heap_bytes = heap_bytes;
        self.last_reported = None;
        self.course.restart();
        self.report(space, EventKind::Generated, (FORWARD, NodeId::FIRST));
    }

    /// Replaces the memory kept from an earlier search, while there is nothing but the root.
    pub(in crate::search) fn give_back<P: BidirectionalSpace<State = S>>(&mut self, space: &P)
    where
        L: Clone,
    {
        self.reached.iter_mut().for_each(|reached| reached.renew(|root| key(space, root)));
    }

    /// Reports what happens to a node of an end.
    #[inline]
    pub(in crate::search) fn report<P>(
        &self,
        space: &P,
        kind: EventKind,
        (end, id): (usize, NodeId),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        if P::IS_OBSERVED {
            let state = &self.reached[end].states[id];
            let Node { parent, path_cost, .. } = self.reached[end].nodes[id];
            self.report_state(space, kind, (end, id, parent), (state, path_cost));
        }
    }

    /// Reports that a state one step from `parent` is dropped: as a duplicate of the node `known`,
    /// or pruned if there is none.
    #[inline]
    pub(in crate::search) fn report_dropped<P>(
        &self,
        space: &P,
        end: usize,
        (parent, known): (Option<NodeId>, Option<NodeId>),
        (state, path_cost): (&S, u64),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        if P::IS_OBSERVED {
            let kind = if known.is_some() { EventKind::Duplicate } else { EventKind::Pruned };
            let id = known.or(parent).unwrap_or(NodeId::FIRST);
            let path_cost = u32::try_from(path_cost).unwrap_or(u32::MAX);
            self.report_state(space, kind, (end, id, parent), (state, path_cost));
        }
    }

    /// Reports that a node is expanded, right before its successors are added. There is no node
    /// while the goals are added.
    #[inline]
    pub(in crate::search) fn report_expansion<P>(
        &mut self,
        space: &P,
        (end, id): (usize, Option<NodeId>),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        if let (true, Some(id)) = (P::IS_OBSERVED, id) {
            // It may be continued after a limit.
            if self.last_reported.replace((end, id)) != Some((end, id)) {
                self.report(space, EventKind::Expanded, (end, id));
            }
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
        let estimate = if end == FORWARD {
            space.estimate(state)
        } else {
            space.estimate_from_initial(&self.reached[FORWARD].states[NodeId::FIRST], state)
        };
        let (node, parent) = (number(id), parent.map(number));
        space.observe(&Event { kind, node, parent, state, path_cost, estimate });
    }

    /// Reports the node at which the ends of the best path meet.
    pub(in crate::search) fn report_meeting<P: BidirectionalSpace<State = S>>(&self, space: &P) {
        if let (true, Some(Meeting { nodes: [forward, _], .. })) = (P::IS_OBSERVED, self.meeting) {
            self.report(space, EventKind::Goal, (FORWARD, forward));
        }
    }

    /// Collects the states one step from a node, or the goals, and makes room to add them. `beside`
    /// is the memory in use outside of this struct. `kept_back` is what else may be needed to add
    /// them.
    #[inline]
    pub(in crate::search) fn collect<P>(
        &mut self,
        space: &P,
        (end, id): (usize, Option<NodeId>),
        successors: &mut Successors<S>,
        (beside, kept_back): (usize, usize),
    ) -> Result<(), StopReason>
    where
        P: BidirectionalSpace<State = S>,
    {
        let in_use = beside + successors.bytes();
        let allowance = self.allowance(in_use).map_err(|full| self.stop_reason(full, in_use))?;
        let Self { reached, .. } = self;
        successors.begin(allowance);
        let table @ StateTable { states, nodes, .. } = &reached[end];
        if let Some(id) = id {
            let next = nodes[id].parent.map(|parent| &states[parent]);
            visit_neighbors(space, end, &states[id], next, |state, step_cost| {
                successors.note_lack(lacks_slot(space, table, &state));
                successors.collect(space, state, step_cost, ());
            });
        } else {
            let goals = space.goals(&reached[FORWARD].states[NodeId::FIRST]);
            goals.into_iter().for_each(|goal| {
                successors.note_lack(lacks_slot(space, table, &goal));
                successors.collect(space, goal, 0, ());
            });
        }
        if let Err(full) = successors.end() {
            return Err(self.stop_reason(full, beside + successors.bytes()));
        }
        let beside = beside + successors.bytes();
        if successors.fit(&self.reached[end]) {
            return Ok(());
        }
        let beside = beside + self.bytes() - self.reached[end].bytes();
        let (course, table) = (&mut self.course, &mut self.reached[end]);
        make_room(space, course, table, successors.list(), (beside, kept_back))
    }

    /// How many more bytes may be used.
    #[inline]
    pub(in crate::search) fn allowance(&self, beside: usize) -> Result<usize, Full> {
        if self.course.byte_limit().is_none() {
            return Ok(usize::MAX);
        }
        self.course.allowance(self.bytes() + beside)
    }

    #[cold]
    pub(in crate::search) fn stop_reason(&self, full: Full, beside: usize) -> StopReason {
        self.course.stop_reason(full, self.bytes() + beside)
    }

    /// Counts a duplicate.
    #[inline]
    pub(in crate::search) fn count_duplicate(&mut self, state: S) {
        self.duplicates += 1;
        discard(state);
    }

    /// Counts a state that is pruned because of its cost.
    #[inline]
    pub(in crate::search) fn leave_out(&mut self, state: S) {
        self.left_out += 1;
        discard(state);
    }

    /// The node of the other end with the same state, whose key is given.
    #[inline]
    pub(in crate::search) fn opposite(&self, end: usize, state: &S, key: Key) -> Option<NodeId> {
        self.reached[1 - end].locate(state, key).newest
    }

    /// Adds a node, given its [opposite](Self::opposite).
    #[inline]
    pub(in crate::search) fn insert(
        &mut self,
        end: usize,
        place: Place,
        state: S,
        node: Node<L>,
        opposite: Option<NodeId>,
    ) {
        if let Some(met) = opposite {
            let id = self.reached[end].next_id();
            match node.path_cost.checked_add(self.reached[1 - end].nodes[met].path_cost) {
                None => self.overflowed = true,
                Some(cost) if self.meeting.is_none_or(|meeting| cost < meeting.cost) => {
                    let nodes = if end == FORWARD { [id, met] } else { [met, id] };
                    self.meeting = Some(Meeting { cost, nodes });
                }
                Some(_) => {}
            }
        }
        let path_cost = node.path_cost;
        self.reached[end].insert(place, state, node, path_cost);
    }

    /// Ranks the forward node that is added next.
    #[inline]
    pub(in crate::search) fn rank_next(&mut self, path_cost: u32, estimate: u32) {
        let rank = Rank::new(path_cost, estimate);
        if rank < self.best_rank {
            self.best = self.reached[FORWARD].next_id();
            self.best_rank = rank;
        }
    }

    /// The end of the search, once one end has no open node left and no path was found.
    #[cold]
    pub(in crate::search) fn exhausted(&mut self) -> End {
        let step =
            if self.overflowed { End::Stopped(StopReason::PathCost) } else { End::Exhausted };
        self.course.answer = Some(step);
        step
    }

    /// The path found. Before there is one, the path to the most promising node.
    pub(in crate::search) fn path(&self) -> Vec<S> {
        let back = |end: usize, id| {
            let nodes = &self.reached[end].nodes;
            let ids = iter::successors(Some(id), |&id| nodes[id].parent);
            ids.map(move |id| self.reached[end].states[id].clone())
        };
        let (first, second) = match self.meeting {
            Some(Meeting { nodes: [first, second], .. }) => (first, Some(second)),
            None => (self.best, None),
        };
        let mut path: Vec<S> = back(FORWARD, first).collect();
        path.reverse();
        if let Some(second) = second {
            // The state where the ends meet is on both halves.
            path.extend(back(BACKWARD, second).skip(1));
        }
        path
    }

    /// The cost of [`path`](Self::path).
    pub(in crate::search) fn cost(&self) -> u32 {
        self.meeting.map_or(self.best_rank.path_cost(), |meeting| meeting.cost)
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        let [forward, backward] = &self.reached;
        forward.bytes() + backward.bytes() + self.heap_bytes
    }

    /// The number of nodes at both ends.
    pub(in crate::search) fn len(&self) -> usize {
        self.reached.iter().map(StateTable::len).sum()
    }

    pub(in crate::search) fn duplicates(&self) -> u64 {
        self.duplicates
    }

    pub(in crate::search) fn generated(&self) -> u64 {
        self.len() as u64 + self.duplicates + self.left_out
    }
}

/// Visits the states one step away from an end.
#[inline]
fn visit_neighbors<P: BidirectionalSpace>(
    space: &P,
    end: usize,
    state: &P::State,
    next: Option<&P::State>,
    visit: impl FnMut(P::State, u32),
) {
    if end == FORWARD {
        space.for_each_successor(state, next, visit);
    } else {
        space.for_each_predecessor(state, next, visit);
    }
}
