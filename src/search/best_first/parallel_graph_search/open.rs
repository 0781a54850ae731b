//! The open nodes of a part, and how they are expanded.

use std::hash::Hash;

use super::mail::{Mail, Message, to_each};
use crate::StateSpace;
use crate::frontier::{Arena, BucketQueue, Full, NodeId, Priority};
use crate::search::best_first::Node;
use crate::search::best_first::parts::Numbering;
use crate::search::key::key;

/// The open nodes of a part, and the successors that it sends. A node stores the name of its parent
/// among the nodes of all parts.
#[derive(Clone)]
pub(super) struct Open<S> {
    pub(super) numbering: Numbering,
    pub(super) queue: BucketQueue,
    /// How many outdated nodes are in the queue.
    pub(super) outdated: usize,
    /// The node that is being expanded. It remains here if a state panics or memory ends.
    taken: Option<(NodeId, Priority)>,
    /// How many nodes may still be expanded in this round.
    pub(super) quota: u64,
    pub(super) expanded: u64,
    /// How many goals were taken off the open list.
    pub(super) goals: u64,
    /// The goal that was found in this round, with its path cost.
    pub(super) goal: Option<(u32, NodeId)>,
    /// The successors sent to each part in this round.
    pub(super) sent: Vec<Mail<S>>,
    /// How many more bytes the part may use in this phase, and why it stopped if that was too
    /// little.
    pub(super) allowance: usize,
    pub(super) full: Option<Full>,
}

impl<S> Open<S> {
    pub(super) fn new(numbering: Numbering) -> Self {
        Self {
            numbering,
            queue: BucketQueue::default(),
            outdated: 0,
            taken: None,
            quota: 0,
            expanded: 0,
            goals: 0,
            goal: None,
            sent: to_each(numbering),
            allowance: 0,
            full: None,
        }
    }

    /// Removes all nodes, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.queue.clear();
        self.sent.iter_mut().for_each(Mail::clear);
        (self.outdated, self.taken, self.full) = (0, None, None);
        (self.quota, self.expanded, self.goals, self.goal) = (0, 0, 0, None);
    }

    /// The number of open nodes.
    pub(super) fn len(&self) -> usize {
        self.queue.len() - self.outdated + usize::from(self.taken.is_some())
    }

    /// How many nodes were taken off the open list.
    pub(super) fn dequeued(&self) -> u64 {
        self.expanded + self.goals
    }

    pub(super) fn bytes(&self) -> usize {
        self.queue.bytes() + self.sent.iter().map(Mail::bytes).sum::<usize>()
    }

    /// Adds a node to the queue.
    #[inline]
    pub(super) fn push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, Full> {
        if let Ok(link) = self.queue.try_push(id, priority) {
            return Ok(link);
        }
        let before = self.queue.bytes();
        self.queue.reserve(priority, self.allowance)?;
        self.allowance -= (self.queue.bytes() - before).min(self.allowance);
        self.queue.try_push(id, priority)
    }

    /// Puts back the node whose expansion ended early, and takes back what it sent.
    pub(super) fn recover<P: StateSpace<State = S>>(&mut self, space: &P, nodes: &mut Arena<Node>) {
        self.full = None;
        if let Some((id, priority)) = self.taken {
            let name = self.numbering.name(id);
            self.sent.iter_mut().for_each(|mail| mail.take_back(space, name));
            nodes[id].link = self.queue.put_back(id, priority);
            self.taken = None;
        }
    }
}

impl<S: Hash> Open<S> {
    /// Expands up to `steps` nodes whose *f* is at most `gate`, in order. A goal is not expanded
    /// but recorded, and ends the round of this part.
    ///
    /// `states` are those of all parts. `nodes` are those of this part.
    pub(super) fn expand<P>(
        &mut self,
        space: &P,
        states: &[&Arena<S>],
        nodes: &mut Arena<Node>,
        gate: u32,
        steps: u64,
    ) where
        P: StateSpace<State = S>,
    {
        let own = states[self.numbering.part];
        for _ in 0..steps {
            let Some(id) = self.take(nodes, gate) else {
                self.quota = 0;
                return;
            };
            let is_goal = space.is_goal(&own[id]);
            if !is_goal {
                if let Err(full) = self.send_successors(space, states, nodes, id) {
                    self.full = Some(full);
                    return;
                }
                self.expanded += 1;
                self.quota -= 1;
            }
            nodes[id].close(id);
            self.taken = None;
            if is_goal {
                self.goals += 1;
                self.goal = Some((nodes[id].path_cost, id));
                self.quota = 0;
                return;
            }
        }
    }

    /// Takes the first node off the open list, if its *f* is at most `gate`.
    #[inline]
    fn take(&mut self, nodes: &mut Arena<Node>, gate: u32) -> Option<NodeId> {
        loop {
            let (id, priority) = self.queue.pop(|id| nodes[id].link)?;
            if priority.f() > gate {
                nodes[id].link = self.queue.put_back(id, priority);
                return None;
            }
            if !nodes[id].is_outdated(self.numbering.name(id)) {
                self.taken = Some((id, priority));
                return Some(id);
            }
            self.outdated -= 1;
        }
    }

    /// Sends the successors of a node to their owners.
    #[inline]
    fn send_successors<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        states: &[&Arena<S>],
        nodes: &Arena<Node>,
        id: NodeId,
    ) -> Result<(), Full> {
        let &mut Self { numbering, ref mut sent, ref mut allowance, .. } = self;
        let Node { parent, path_cost, .. } = nodes[id];
        let state = &states[numbering.part][id];
        let previous = parent.map(|parent| numbering.place(parent));
        let previous = previous.map(|(part, id)| &states[part][id]);
        let parent = Some(numbering.name(id));
        let mut result = Ok(());
        space.for_each_successor(state, previous, |state, step_cost| {
            let (owner, hash) = numbering.owner(key(space, &state));
            let path_cost = u64::from(path_cost) + u64::from(step_cost);
            let heap_bytes = space.heap_bytes(&state);
            let message = Message { state, hash, path_cost, parent };
            if let Err(full) = sent[owner].push(message, heap_bytes, allowance) {
                // The successors that follow do not fit either.
                (*allowance, result) = (0, Err(full));
            }
        });
        result
    }
}
