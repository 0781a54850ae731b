//! What bidirectional searches keep: the states reached from either end, and where they meet.

use std::hash::Hash;
use std::mem;

use super::Step;
use super::course::Course;
use super::rank::Rank;
use crate::frontier::{Full, NodeId, Place, StateTable, discard, is_cheap_to_clone, lay_by};
use crate::{BidirectionalSpace, StopReason};

/// The end that is the initial state: from it successors are generated.
pub(super) const FORWARD: usize = 0;
/// The end that is the goals: from it predecessors are generated.
pub(super) const BACKWARD: usize = 1;

/// What is kept of a node besides its state: a path to it from one of the ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L> {
    /// The node one step closer to the end.
    pub(super) parent: Option<NodeId>,
    /// The cost of the path between the end and this node.
    pub(super) path_cost: u32,
    /// What an open list keeps with it.
    pub(super) link: L,
}

/// A path from the initial state to a goal: a node of the same state at each end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) cost: u32,
    nodes: [NodeId; 2],
}

/// The states reached from both ends, and those that are about to be.
#[derive(Clone)]
pub(super) struct Ends<S, L> {
    pub(super) reached: [StateTable<S, Node<L>>; 2],
    /// The end and the node whose neighbours are not all added, for want of room. The goals come
    /// from no node.
    pub(super) unfinished: Option<(usize, Option<NodeId>)>,
    /// These neighbours, with their step costs.
    rest: Vec<(S, u32)>,
    /// The cheapest path found so far.
    pub(super) meeting: Option<Meeting>,
    /// The node reached forward with the lowest estimate, and of several the lowest path cost.
    best: NodeId,
    best_rank: Rank,
    duplicates: u64,
    /// How many states were left out because of what the path through them costs.
    left_out: u64,
    /// Whether a path was left out because it costs more than `u32::MAX`.
    pub(super) overflowed: bool,
    pub(super) course: Course,
}

impl<S: Clone + Eq + Hash, L> Ends<S, L> {
    pub(super) fn new() -> Self {
        Self {
            reached: [StateTable::default(), StateTable::default()],
            unfinished: None,
            rest: Vec::new(),
            meeting: None,
            best: NodeId::FIRST,
            best_rank: Rank::new(0, 0),
            duplicates: 0,
            left_out: 0,
            overflowed: false,
            course: Course::new(),
        }
    }

    /// Forgets everything, reaches the initial state, and leaves the goals to be added.
    pub(super) fn restart<P>(&mut self, space: &P, initial: S, link: L)
    where
        P: BidirectionalSpace<State = S>,
    {
        self.course.restart();
        self.course.heap_bytes = space.heap_bytes(&initial);
        self.rest.clear();
        self.rest.extend(space.goals(&initial).into_iter().map(|goal| (goal, 0)));
        self.unfinished = Some((BACKWARD, None));
        self.meeting = None;
        self.best = NodeId::FIRST;
        self.best_rank = Rank::new(space.estimate(&initial), 0);
        (self.duplicates, self.left_out, self.overflowed) = (0, 0, false);
        self.reached[BACKWARD].clear();
        self.reached[FORWARD].restart(initial, Node { parent: None, path_cost: 0, link });
    }

    /// Whether there is room for the neighbours of the next node, as far as is known; or, if there
    /// is a rest, for that.
    ///
    /// `beside` is the memory that is taken besides this.
    #[inline]
    pub(super) fn has_room(&self, end: usize, beside: usize) -> bool {
        self.reached[end].room() >= self.rest.len().max(self.course.most_successors)
            && (self.course.heap_bytes == 0 || self.allowance(beside).is_ok())
    }

    pub(super) fn reserve(&mut self, end: usize, beside: usize) -> Result<(), Full> {
        let count = self.rest.len().max(self.course.most_successors);
        let allowance = self.allowance(beside)?;
        self.reached[end].reserve(count, allowance)
    }

    /// How many more bytes may be used.
    pub(super) fn allowance(&self, beside: usize) -> Result<usize, Full> {
        self.course.allowance(self.bytes() + beside, self.len())
    }

    /// Hands the states one step from a node to `add`, for which there is room, and lays the
    /// others by.
    #[inline]
    pub(super) fn expand<P>(
        &mut self,
        space: &P,
        end: usize,
        id: NodeId,
        mut add: impl FnMut(&mut Self, S, u32),
    ) where
        P: BidirectionalSpace<State = S>,
    {
        let Self { reached, rest, .. } = self;
        let states = &reached[end].states;
        let parent = reached[end].nodes[id].parent;
        if is_cheap_to_clone::<S>() {
            let (state, next) = (states[id].clone(), parent.map(|parent| states[parent].clone()));
            visit_neighbors(space, end, &state, next.as_ref(), |state, step_cost| {
                if self.reached[end].room() == 0 {
                    lay_by(&mut self.rest, state, step_cost);
                } else {
                    add(self, state, step_cost);
                }
            });
        } else {
            let next = parent.map(|parent| &states[parent]);
            visit_neighbors(space, end, &states[id], next, |state, step_cost| {
                rest.push((state, step_cost));
            });
        }
        if !self.rest.is_empty() {
            self.course.most_successors = self.course.most_successors.max(self.rest.len() + 1);
            self.unfinished = Some((end, Some(id)));
        }
    }

    /// Adds the rest. There must be room.
    pub(super) fn finish(&mut self, mut add: impl FnMut(&mut Self, S, u32)) {
        let mut rest = mem::take(&mut self.rest);
        for (state, step_cost) in rest.drain(..) {
            add(self, state, step_cost);
        }
        // Its memory is used again.
        self.rest = rest;
        self.unfinished = None;
    }

    /// Counts a state that is not added because it is known.
    #[inline]
    pub(super) fn count_duplicate(&mut self, state: S) {
        self.duplicates += 1;
        discard(state);
    }

    /// Counts a state that is not added because of what it costs.
    #[inline]
    pub(super) fn leave_out(&mut self, state: S) {
        self.left_out += 1;
        discard(state);
    }

    /// Adds a node, and looks whether its state has been reached from the other end.
    #[inline]
    pub(super) fn insert(&mut self, end: usize, place: Place, state: S, node: Node<L>) {
        let id = self.reached[end].next_id();
        let other = &self.reached[1 - end];
        if let Some(met) = other.locate(&state).newest {
            match node.path_cost.checked_add(other.nodes[met].path_cost) {
                None => self.overflowed = true,
                Some(cost) if self.meeting.is_none_or(|meeting| cost < meeting.cost) => {
                    let nodes = if end == FORWARD { [id, met] } else { [met, id] };
                    self.meeting = Some(Meeting { cost, nodes });
                }
                Some(_) => {}
            }
        }
        self.reached[end].insert(place, state, node);
    }

    /// Notes how promising the node is that is added next, forward.
    #[inline]
    pub(super) fn rank_next(&mut self, estimate: u32, path_cost: u32) {
        let rank = Rank::new(estimate, path_cost);
        if rank < self.best_rank {
            self.best = self.reached[FORWARD].next_id();
            self.best_rank = rank;
        }
    }

    /// What there is to say once one end has nothing left, and no path was found.
    #[cold]
    pub(super) fn exhausted(&mut self) -> Step {
        let step =
            if self.overflowed { Step::Stopped(StopReason::PathCost) } else { Step::Exhausted };
        self.course.answer = Some(step);
        step
    }

    /// The path found, or else the one to the most promising node.
    pub(super) fn path(&self) -> Vec<S> {
        let path_to = |end: usize, id| self.reached[end].path_to(id, |node| node.parent);
        let Some(Meeting { nodes: [first, second], .. }) = self.meeting else {
            return path_to(FORWARD, self.best);
        };
        let mut path = path_to(FORWARD, first);
        // The state where they meet is in both.
        path.pop();
        path.extend(path_to(BACKWARD, second).into_iter().rev());
        path
    }

    /// The cost of [`path`](Self::path).
    pub(super) fn cost(&self) -> u32 {
        self.meeting.map_or(self.best_rank.path_cost(), |meeting| meeting.cost)
    }

    pub(super) fn bytes(&self) -> usize {
        let reached = self.reached.iter().map(StateTable::bytes);
        let rest = self.rest.capacity() * size_of::<(S, u32)>();
        reached.sum::<usize>() + rest + self.course.heap_bytes
    }

    /// The number of nodes at both ends.
    pub(super) fn len(&self) -> usize {
        self.reached.iter().map(StateTable::len).sum()
    }

    pub(super) fn duplicates(&self) -> u64 {
        self.duplicates
    }

    pub(super) fn generated(&self) -> u64 {
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
