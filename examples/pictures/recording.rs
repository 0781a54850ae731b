//! What a search did, kept for pictures.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bestfirst::{Cost, Event, EventKind};

/// Keeps the events of a search, up to a number of them.
pub(crate) struct Recorder<S> {
    recording: RefCell<Recording<S>>,
    most: usize,
}

/// The events of a search. A path that is dropped is a node as well.
pub(crate) struct Recording<S> {
    /// In the order in which they were generated: a parent comes before its children.
    pub(crate) nodes: Vec<Node<S>>,
    pub(crate) events: Vec<Step>,
    /// The number of events after those.
    pub(crate) left_out: u64,
    /// The node that has a number of the search now.
    latest: HashMap<usize, usize>,
    expanded: u64,
}

pub(crate) struct Node<S> {
    pub(crate) state: S,
    pub(crate) parent: Option<usize>,
    pub(crate) path_cost: Cost,
    pub(crate) estimate: Cost,
    /// When it was expanded, counted from 1.
    pub(crate) expanded: Option<u64>,
    pub(crate) fate: Fate,
}

impl<S> Node<S> {
    pub(crate) fn f(&self) -> Cost {
        self.path_cost.saturating_add(self.estimate)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Open, or expanded.
    Kept,
    Goal,
    /// A path to its state is known that is as good, or was found later.
    Duplicate,
    Pruned,
}

#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) kind: EventKind,
    pub(crate) node: usize,
    /// The node whose place this one takes: its state, by a path that costs less.
    pub(crate) replaced: Option<usize>,
    /// Whether the search begins again from an initial state.
    pub(crate) is_restart: bool,
}

impl<S: Clone + PartialEq> Recorder<S> {
    pub(crate) fn new(most: usize) -> Self {
        let recording = Recording {
            nodes: Vec::new(),
            events: Vec::new(),
            left_out: 0,
            latest: HashMap::new(),
            expanded: 0,
        };
        Self { recording: RefCell::new(recording), most }
    }

    pub(crate) fn record(&self, event: &Event<'_, S>) {
        let mut recording = self.recording.borrow_mut();
        if recording.events.len() < self.most {
            recording.add(event);
        } else {
            recording.left_out += 1;
        }
    }

    pub(crate) fn finish(self) -> Recording<S> {
        self.recording.into_inner()
    }
}

impl<S: Clone + PartialEq> Recording<S> {
    fn add(&mut self, event: &Event<'_, S>) {
        let (mut replaced, mut is_restart) = (None, false);
        let node = match event.kind {
            EventKind::Expanded | EventKind::Goal => {
                let Some(&node) = self.latest.get(&event.node) else { return };
                if event.kind == EventKind::Goal {
                    self.nodes[node].fate = Fate::Goal;
                } else {
                    self.expanded += 1;
                    self.nodes[node].expanded = Some(self.expanded);
                }
                node
            }
            EventKind::Duplicate => self.push(event, Fate::Duplicate),
            EventKind::Pruned => self.push(event, Fate::Pruned),
            // `Generated`, `Reopened`.
            kind => {
                let node = self.push(event, Fate::Kept);
                match self.latest.entry(event.node) {
                    Entry::Vacant(entry) => _ = entry.insert(node),
                    Entry::Occupied(mut entry) => {
                        let before = entry.insert(node);
                        is_restart = event.parent.is_none();
                        let old = &mut self.nodes[before];
                        // IDA* gives the numbers of nodes that it has left to others.
                        let is_better = kind == EventKind::Reopened || old.expanded.is_none();
                        if !is_restart && is_better && old.state == *event.state {
                            old.fate = Fate::Duplicate;
                            replaced = Some(before);
                        }
                    }
                }
                node
            }
        };
        self.events.push(Step { kind: event.kind, node, replaced, is_restart });
    }

    fn push(&mut self, event: &Event<'_, S>, fate: Fate) -> usize {
        self.nodes.push(Node {
            state: event.state.clone(),
            parent: event.parent.and_then(|parent| self.latest.get(&parent).copied()),
            path_cost: event.path_cost,
            estimate: event.estimate,
            expanded: None,
            fate,
        });
        self.nodes.len() - 1
    }

    /// The children of each node.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }

    /// The nodes from this one up to an initial state.
    pub(crate) fn path_to(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent)
    }

    /// The node that was found to be a goal last. In a bidirectional search, it is where the ends
    /// meet, and a node of each end is given.
    pub(crate) fn path_ends(&self) -> Vec<usize> {
        let goal = self.events.iter().rposition(|step| step.kind == EventKind::Goal);
        let Some(goal) = goal.map(|step| self.events[step].node) else { return Vec::new() };
        let mut ends = vec![goal];
        if !self.events.iter().any(|step| step.is_restart) {
            let root = |node| self.path_to(node).last();
            let state = &self.nodes[goal].state;
            let known = self.nodes.iter().enumerate().filter(|(_, node)| node.state == *state);
            let others = known.filter(|&(node, _)| root(node) != root(goal));
            ends.extend(others.min_by_key(|(_, node)| node.path_cost).map(|(index, _)| index));
        }
        ends
    }
}
