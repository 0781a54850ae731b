//! The events of a search, recorded for pictures.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use bestfirst::search::SearchKind;
use bestfirst::{Cost, Event, EventKind};

/// Keeps the events of a search, up to a number of them.
pub(crate) struct Recorder<S> {
    recording: RefCell<Recording<S>>,
    most: usize,
}

/// Where a search looks up states that it has reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClosedLists {
    /// It does not: several open nodes may have the same state.
    None,
    One,
    /// One for each end. That of the backward search has the nodes of odd numbers.
    Two,
}

impl ClosedLists {
    pub(crate) fn of(search: SearchKind) -> Self {
        match search {
            SearchKind::AStar | SearchKind::TreeAStar | SearchKind::IdaStar => Self::None,
            _ => Self::One,
        }
    }

    /// Among the open nodes with the same answer, a state has one node.
    pub(crate) fn index(self, node: usize) -> Option<usize> {
        match self {
            Self::None => None,
            Self::One => Some(0),
            Self::Two => Some(node % 2),
        }
    }
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
    /// The node of each state in a closed list.
    known: HashMap<(usize, S), usize>,
    closed_lists: ClosedLists,
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

impl<S: Clone + Eq + Hash> Recorder<S> {
    pub(crate) fn new(most: usize, closed_lists: ClosedLists) -> Self {
        let recording = Recording {
            nodes: Vec::new(),
            events: Vec::new(),
            left_out: 0,
            latest: HashMap::new(),
            known: HashMap::new(),
            closed_lists,
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

impl<S> Recording<S> {
    /// The same with another form of the states. It is for a recording that has ended.
    pub(crate) fn map<T>(self, form: impl Fn(&S) -> T) -> Recording<T> {
        let Self { nodes, events, left_out, latest, closed_lists, expanded, .. } = self;
        let nodes = nodes.into_iter().map(|node| {
            let Node { ref state, parent, path_cost, estimate, expanded, fate } = node;
            Node { state: form(state), parent, path_cost, estimate, expanded, fate }
        });
        let (nodes, known) = (nodes.collect(), HashMap::new());
        Recording { nodes, events, left_out, latest, known, closed_lists, expanded }
    }
}

impl<S: Clone + Eq + Hash> Recording<S> {
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
                let is_known = self.latest.insert(event.node, node).is_some();
                is_restart = is_known && event.parent.is_none();
                if is_restart {
                    self.known.clear();
                }
                if let Some(list) = self.closed_lists.index(event.node) {
                    replaced = self.known.insert((list, event.state.clone()), node);
                    // A beam search forgets states that it has expanded.
                    replaced = replaced.filter(|&old| {
                        kind == EventKind::Reopened || self.nodes[old].expanded.is_none()
                    });
                }
                if let Some(old) = replaced {
                    self.nodes[old].fate = Fate::Duplicate;
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

    /// The nodes of the path to the goal that was found last, or none. In a bidirectional search,
    /// those from the goal back to where the ends meet come after the others.
    pub(crate) fn solution(&self) -> Vec<usize> {
        let goal = self.events.iter().rposition(|step| step.kind == EventKind::Goal);
        let Some(goal) = goal.map(|step| self.events[step].node) else { return Vec::new() };
        let mut path: Vec<_> = self.path_to(goal).collect();
        path.reverse();
        if !self.events.iter().any(|step| step.is_restart) {
            let root = |node| self.path_to(node).last();
            let state = &self.nodes[goal].state;
            let known = self.nodes.iter().enumerate().filter(|(_, node)| node.state == *state);
            let others = known.filter(|&(node, _)| root(node) != root(goal));
            if let Some((other, _)) = others.min_by_key(|(_, node)| node.path_cost) {
                // The other node of the state is the same board.
                path.extend(self.path_to(other).skip(1));
            }
        }
        path
    }
}
