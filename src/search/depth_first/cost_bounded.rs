//! Depth-first search of all paths up to a bound on *f*: one iteration of iterative deepening.

mod duplicates;
mod memory;
mod node;
mod pathmax;
mod walk;

use std::mem;

use crate::search::rank::Rank;
use crate::{DEAD_END, Event, EventKind, StateSpace, Statistics};
pub(crate) use duplicates::{Duplicates, is_on_path};
use node::{PathLength, PathNode};
use pathmax::Raised;
use walk::Walk;

/// Why the search returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The requested number of nodes was expanded.
    Paused,
    /// The path ends at a goal, or at the depth of the cut.
    Goal,
    /// Every path up to the bound was searched.
    Done,
    /// There is no memory for a longer path.
    Full,
}

/// A depth-first search up to a bound. It stores the nodes on the current path.
///
/// During the search they are on the call stack, because [recursion](Walk) is fastest. To suspend
/// the search, all calls return. Each saves its node on the path, and its remaining successors on a
/// list that is processed later. So no successor is generated twice, however often the search is
/// suspended.
#[derive(Clone, Debug)]
pub(crate) struct CostBounded<S> {
    /// The nodes on the path from the root, as they were when the search was suspended.
    path: Vec<Suspended<S>>,
    /// The remaining successors of these nodes. The next one to search is at the end.
    offered: Vec<Offered<S>>,
    /// How many bytes the list may use.
    offered_limit: usize,
    /// The search pauses once it has generated this many nodes. The rest of one expansion may
    /// exceed that.
    pub(crate) generated_limit: u64,
    /// The valid lengths of `path` and `offered`: those when the last recursion started, or after
    /// it has saved all that remains.
    kept: Lengths,
    /// Whether a recursion is running, or the last one ended in a panic of a state.
    is_walking: bool,
    /// The search stops at nodes of this depth, counted in moves, as it does at a goal.
    pub(crate) cut: u32,
    /// Nodes with a higher f are left out. It may be lowered between two runs.
    pub(crate) bound: u32,
    /// The lowest f above the bound that was found.
    beyond: u64,
    /// The state of bidirectional pathmax.
    raised: Raised,
    promising: Promising<S>,
    /// The heap memory of a state, taken from the root.
    pub(crate) heap_bytes: usize,
    /// The numbers of nodes in reports, if nodes are reported.
    pub(crate) numbers: Option<EventNumbers>,
    /// What is counted: the expanded nodes, the generated ones and the duplicates.
    pub(crate) counters: Statistics,
}

/// The lengths of the path and of the list of remaining successors.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    path: usize,
    offered: usize,
}

/// The numbers of nodes in reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EventNumbers {
    pub(crate) root: usize,
    pub(crate) above_root: Option<usize>,
    /// The number of a node below the root is its depth in moves plus this.
    pub(crate) below_root: usize,
}

/// A node on the path of a suspended search.
#[derive(Clone, Debug)]
struct Suspended<S> {
    state: S,
    path_cost: u32,
    rest: Rest,
}

/// Which successors of a node remain.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// All: the node was not expanded.
    All,
    /// Those in the last entries of the list, this many.
    Listed(u32),
    /// The last ones, this many. The list had no room for them.
    Last(u32),
}

/// An entry of the list of remaining successors.
#[derive(Clone, Debug)]
enum Offered<S> {
    /// A successor within the bound.
    Within { step_cost: u32, estimate: u32, state: S },
    /// Consecutive successors beyond the bound: how many, and their lowest f.
    Beyond { count: u32, f: u64 },
}

/// The most promising node found.
#[derive(Clone, Debug)]
struct Promising<S> {
    rank: Rank,
    /// The rank of the root.
    root_rank: Rank,
    /// The states from the root to the node. `count` of them are valid; none if it is the root.
    states: Vec<S>,
    count: usize,
}

impl<S: Clone> CostBounded<S> {
    pub(crate) fn new() -> Self {
        let (rank, states) = (Rank::LAST, Vec::new());
        Self {
            path: Vec::new(),
            offered: Vec::new(),
            offered_limit: usize::MAX,
            generated_limit: u64::MAX,
            kept: Lengths::default(),
            is_walking: false,
            cut: u32::MAX,
            bound: 0,
            beyond: u64::MAX,
            raised: Raised::default(),
            promising: Promising { rank, root_rank: rank, states, count: 0 },
            heap_bytes: 0,
            numbers: None,
            counters: Statistics::default(),
        }
    }

    /// Starts at a node, and forgets everything else.
    pub(crate) fn begin<P>(&mut self, space: &P, state: S, path_cost: u32, bound: u32)
    where
        P: StateSpace<State = S>,
    {
        let heap_bytes = space.heap_bytes(&state);
        let rank = Rank::new(path_cost, space.estimate(&state));
        self.heap_bytes = heap_bytes;
        let promising = &mut self.promising;
        (promising.root_rank, promising.rank, promising.count) = (rank, rank, 0);
        // Its place is for the root. All old states are dropped at the end.
        let _last = self.path.pop();
        self.path.push(Suspended { state, path_cost, rest: Rest::All });
        let last = self.path.len() - 1;
        self.path.swap(0, last);
        self.repeat(bound);
        self.promising.states.clear();
    }

    /// Starts at the same node again, with the counters at zero.
    pub(crate) fn repeat(&mut self, bound: u32) {
        self.counters = Statistics::default();
        if let Some(root) = self.path.first_mut() {
            root.rest = Rest::All;
        }
        self.bound = bound;
        self.beyond = u64::MAX;
        self.raised = Raised::default();
        (self.kept, self.is_walking) = (Lengths { path: 1, offered: 0 }, true);
        self.discard_rest();
        self.is_walking = false;
    }

    /// Discards all but what was kept. If a state panics when it is dropped, the next call goes on.
    fn discard_rest(&mut self) {
        self.path.truncate(self.kept.path);
        self.offered.truncate(self.kept.offered);
    }

    /// Keeps the path and the list as they are now.
    fn keep(&mut self) {
        self.kept = Lengths { path: self.path.len(), offered: self.offered.len() };
    }

    /// Reports that the root is generated.
    pub(crate) fn report_root<P: StateSpace<State = S>>(&self, space: &P) {
        if let (true, Some(root)) = (P::IS_OBSERVED, self.path.first()) {
            let estimate = space.estimate(&root.state);
            let kind = EventKind::Generated;
            self.report_always(space, kind, (&root.state, 0), root.path_cost, estimate);
        }
    }

    /// Reports what happens to a node, given with the number of nodes above it on the path. A node
    /// that is pruned has the number of its parent.
    fn report_always<P: StateSpace<State = S>>(
        &self,
        space: &P,
        kind: EventKind,
        (state, above): (&S, usize),
        path_cost: u32,
        estimate: u32,
    ) {
        if let Some(EventNumbers { root, above_root, below_root }) = self.numbers {
            let number = |depth| if depth == 0 { root } else { below_root + depth };
            let parent = above.checked_sub(1).map(number).or(above_root);
            let node = parent.filter(|_| kind == EventKind::Pruned);
            let node = node.unwrap_or_else(|| number(above));
            space.observe(&Event { kind, node, parent, state, path_cost, estimate });
        }
    }

    /// Skips the subtree below the node at which the search has stopped.
    pub(crate) fn skip(&mut self) {
        if let Some(last) = self.path.last_mut() {
            last.rest = Rest::Listed(0);
        }
    }

    /// Makes the goal at which the search has stopped the most promising node, and keeps the path
    /// to it.
    pub(crate) fn keep_goal(&mut self) {
        let Promising { rank, root_rank, states, count } = &mut self.promising;
        // If cloning a state panics, the root is the most promising node.
        (*count, *rank) = (0, *root_rank);
        states.clear();
        states.extend(self.path.iter().map(|node| node.state.clone()));
        (*count, *rank) = (states.len(), Rank::FIRST);
    }

    /// The lowest f above the bound that was found. It may be above `u32::MAX`. `None` if no path
    /// exceeded the bound.
    pub(crate) fn beyond(&self) -> Option<u64> {
        (self.beyond < u64::MAX).then_some(self.beyond)
    }

    /// The states from the root to the goal.
    pub(crate) fn path(&self) -> Vec<S> {
        self.path.iter().map(|node| node.state.clone()).collect()
    }

    /// The cost of the path to the goal.
    pub(crate) fn path_cost(&self) -> u32 {
        self.path.last().map_or(0, |node| node.path_cost)
    }

    /// The states from the root to the most promising one.
    pub(crate) fn promising(&self) -> Vec<S> {
        let Promising { states, count, .. } = &self.promising;
        if *count == 0 {
            return self.path.iter().take(1).map(|root| root.state.clone()).collect();
        }
        states[..*count].to_vec()
    }

    pub(crate) fn best_rank(&self) -> Rank {
        self.promising.rank
    }

    /// Expands at most `steps` nodes, and subtracts their number from `steps`. `before` is the
    /// state before the root.
    pub(crate) fn run<P: StateSpace<State = S>, D: Duplicates<S>, const PATHMAX: bool>(
        &mut self,
        space: &P,
        before: Option<&S>,
        duplicates: &mut D,
        steps: &mut u64,
    ) -> Progress {
        if mem::replace(&mut self.is_walking, true) {
            // Discards what the recursion saved before it panicked; it is searched again.
            self.discard_rest();
            duplicates.forget();
        }
        let progress = loop {
            self.keep();
            let progress = match self.path.last().map(|node| node.rest) {
                None => break Progress::Done,
                Some(Rest::Listed(0)) if self.path.len() == 1 => break Progress::Done,
                Some(Rest::Listed(0)) => {
                    self.path.pop();
                    None
                }
                Some(Rest::Listed(count)) => {
                    self.walk_next::<P, D, PATHMAX>(count, space, duplicates, steps)
                }
                Some(rest) => self.walk_on::<P, D, PATHMAX>(rest, space, before, duplicates, steps),
            };
            if let Some(progress) = progress {
                break progress;
            }
            if self.counters.generated >= self.generated_limit {
                break Progress::Paused;
            }
        };
        self.is_walking = false;
        progress
    }

    /// Continues at the end of the path, until everything below it is done or the search is
    /// suspended. Returns `None` if the search only ran out of call stack.
    fn walk_on<P: StateSpace<State = S>, D: Duplicates<S>, const PATHMAX: bool>(
        &mut self,
        rest: Rest,
        space: &P,
        before: Option<&S>,
        duplicates: &mut D,
        steps: &mut u64,
    ) -> Option<Progress> {
        let (end, above) = self.path.split_last()?;
        let depth = above.len();
        let previous = above.last().map(|parent| &parent.state).or(before).cloned();
        let length = PathLength::new(number(depth + 1), end.path_cost);
        let node = PathNode { state: end.state.clone(), length, parent: None };
        let mut walk = Walk::<P, D, PATHMAX>::new(self, depth, space, duplicates, *steps);
        if let Rest::All = rest {
            walk.keep_if_promising(&node, space.estimate(&node.state));
        }
        let (rest, progress) = walk.go_on(&node, previous.as_ref(), rest, steps);
        self.path[depth].rest = rest.unwrap_or(Rest::Listed(0));
        // The calls return from the deepest node up, so the nodes were saved in reverse order.
        self.path[depth + 1..].reverse();
        self.offered[self.kept.offered..].reverse();
        // Only then are the copies of the states dropped.
        self.keep();
        progress
    }

    /// Continues with the next entry of the list, a successor of the node at the end of the path.
    /// Returns as [`walk_on`](Self::walk_on) does.
    fn walk_next<P: StateSpace<State = S>, D: Duplicates<S>, const PATHMAX: bool>(
        &mut self,
        count: u32,
        space: &P,
        duplicates: &mut D,
        steps: &mut u64,
    ) -> Option<Progress> {
        let (parent, depth) = (self.path.last()?, self.path.len());
        let (path_cost, bound) = (parent.path_cost, self.bound);
        let f =
            |step_cost, estimate| u64::from(path_cost) + u64::from(step_cost) + u64::from(estimate);
        if let Some(f) = self.raised.above(path_cost, bound) {
            self.beyond = self.beyond.min(f);
            self.path[depth - 1].rest = Rest::Listed(0);
            self.offered.truncate(self.offered.len().saturating_sub(count as usize));
            return None;
        }
        let mut progress = None;
        match *self.offered.last()? {
            // The bound was lowered, or pathmax needs the estimate.
            Offered::Within { step_cost, estimate, .. }
                if f(step_cost, estimate) > u64::from(bound) =>
            {
                if estimate < DEAD_END {
                    if PATHMAX {
                        self.raised.raise(path_cost, step_cost, estimate, bound);
                    }
                    self.beyond = self.beyond.min(f(step_cost, estimate));
                }
                if let (true, Some(Offered::Within { state, .. })) =
                    (P::IS_OBSERVED, self.offered.last())
                {
                    let cost = path_cost.saturating_add(step_cost);
                    self.report_always(space, EventKind::Pruned, (state, depth), cost, estimate);
                }
                self.counters.generated += 1;
            }
            Offered::Within { step_cost, estimate, ref state } => {
                let length = PathLength::new(number(depth), path_cost).after(step_cost);
                let node = PathNode { state: state.clone(), length, parent: None };
                let previous = parent.state.clone();
                let mut walk = Walk::<P, D, PATHMAX>::new(self, depth, space, duplicates, *steps);
                walk.report(EventKind::Generated, &node);
                walk.keep_if_promising(&node, estimate);
                let rest;
                (rest, progress) = walk.go_on(&node, Some(&previous), Rest::All, steps);
                if let Some(rest) = rest {
                    let path_cost = node.length.cost();
                    self.path.push(Suspended { state: node.state, path_cost, rest });
                    self.path[depth..].reverse();
                }
                self.counters.generated += 1;
            }
            Offered::Beyond { count, f } => {
                self.beyond = self.beyond.min(f);
                self.counters.generated += u64::from(count);
            }
        }
        self.path[depth - 1].rest = Rest::Listed(count - 1);
        // The successors saved below this entry come before its remaining siblings.
        self.offered[self.kept.offered - 1..].reverse();
        let done = self.offered.pop();
        self.keep();
        drop(done);
        progress
    }
}

/// The number of nodes on a path, as a `u32`.
fn number(nodes: usize) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}
