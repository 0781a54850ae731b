//! The recursion of a depth-first search.

use std::iter;
use std::ptr;

use super::{CostBounded, Duplicates, Offered, Progress, Rest, Suspended};
use crate::search::rank::Rank;
use crate::{Expansion, StateSpace};

/// A recursion goes no deeper once it has taken so many bytes of the call stack: the path is suspended,
/// and another recursion goes on from its end.
const STACK: usize = 1 << 16;

/// No path.
const NOWHERE: PathLength = PathLength(0);

/// A node on the path, in the call that expands it.
pub(super) struct Node<'a, S> {
    state: S,
    length: PathLength,
    parent: Option<&'a Self>,
}

impl<'a, S> Node<'a, S> {
    #[inline]
    pub(super) fn new(state: S, length: PathLength, parent: Option<&'a Self>) -> Self {
        Self { state, length, parent }
    }

    pub(super) fn state(&self) -> &S {
        &self.state
    }

    pub(super) fn into_parts(self) -> (S, u32) {
        (self.state, self.length.cost())
    }

    /// The node and those above it, up to where the recursion began.
    fn upwards(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |node| node.parent)
    }
}

/// How long the path to a node is: the nodes on it, both ends included, and its cost. In one word, so
/// that one addition is a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathLength(u64);

impl PathLength {
    #[inline]
    pub(super) fn new(nodes: u32, cost: u32) -> Self {
        Self(u64::from(nodes) << 32 | u64::from(cost))
    }

    fn nodes(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    #[inline]
    fn cost(self) -> u32 {
        self.0 as u32
    }

    /// After a step of this cost, if the cost of the path is a `u32` then.
    #[inline]
    pub(super) fn after(self, step_cost: u32) -> Self {
        Self(self.0 + Self::new(1, step_cost).0)
    }
}

/// A recursion under way: it expands each node within the bound as soon as it is generated.
pub(super) struct Walk<'a, P: StateSpace, D> {
    space: &'a P,
    duplicates: &'a mut D,
    /// The lowest f beyond the bound that there could be; 0 once the search breaks off, so that no
    /// successor that is still to come is within it.
    end: u64,
    /// The lowest f beyond the bound that was met; the highest there is once the search breaks off, so
    /// that every successor that is still to come is below it.
    beyond: u64,
    steps: u64,
    generated: u64,
    /// Duplicates.
    found: u64,
    /// At the end of a longer path no node is expanded.
    longest: PathLength,
    /// Nor is one further down on the call stack, which grows downwards wherever Rust runs.
    lowest_address: usize,
    /// The estimate of the most promising node.
    best_estimate: u32,
    paths: &'a mut CostBounded<P::State>,
    /// How many nodes of the path are above the one where the recursion began.
    depth: usize,
    /// How many nodes are expanded, in this iteration, when all steps are done.
    expanded_at_end: u64,
    /// For how many nodes there is room on the path.
    room: u32,
    /// Why the search breaks off; `None` if only because the call stack is used up.
    progress: Option<Progress>,
    /// What was generated, and the lowest f beyond the bound, when it did.
    at_stop: (u64, u64),
    /// What is still to come of the next node to be suspended; `None` if it was not expanded.
    rest: Option<Remaining>,
    /// The step cost and the estimate of the successor that was put off last.
    put_off: (u32, u32),
}

/// What was offered by a node since the search breaks off.
#[derive(Clone, Copy, Default)]
struct Remaining {
    successors: u32,
    /// The entries on the list that they take.
    entries: u32,
    /// Whether there was no room for the list.
    is_unlisted: bool,
}

impl<'a, P: StateSpace, D: Duplicates<P::State>> Walk<'a, P, D> {
    pub(super) fn new(
        paths: &'a mut CostBounded<P::State>,
        depth: usize,
        space: &'a P,
        duplicates: &'a mut D,
        steps: u64,
    ) -> Self {
        let mut walk = Self {
            space,
            duplicates,
            end: u64::from(paths.bound) + 1,
            beyond: paths.beyond,
            steps,
            generated: 0,
            found: 0,
            longest: NOWHERE,
            lowest_address: 0,
            best_estimate: paths.promising.rank.estimate(),
            room: paths.room(),
            expanded_at_end: paths.expanded.wrapping_add(steps),
            paths,
            depth,
            progress: None,
            at_stop: (0, 0),
            rest: None,
            put_off: (0, 0),
        };
        if steps > 0 {
            walk.longest = PathLength::new(walk.room.min(walk.paths.cut), u32::MAX);
        }
        walk
    }

    /// Goes on below a node of which a part of the successors is still to come, and takes the steps
    /// off. Gives what is still to come when the search breaks off, or none if it did not; and why it
    /// does, unless only because the call stack is used up.
    pub(super) fn go_on(
        mut self,
        node: &Node<'_, P::State>,
        previous: Option<&P::State>,
        rest: Rest,
        steps: &mut u64,
    ) -> (Option<Rest>, Option<Progress>) {
        self.lowest_address = ptr::from_ref(node).addr().saturating_sub(STACK);
        let is_done = if let Rest::Last(rest) = rest {
            self.resume(node, previous, rest)
        } else {
            self.expand(node, previous)
        };
        let (rest, (generated, beyond)) = if is_done {
            (None, (self.generated, self.beyond))
        } else {
            (Some(self.take_rest()), self.at_stop)
        };
        let paths = self.paths;
        paths.expanded += *steps - self.steps;
        paths.generated += generated;
        paths.duplicates += self.found;
        paths.beyond = beyond;
        *steps = self.steps;
        (rest, self.progress)
    }

    /// Expands a node, and all below it that are within the bound. Whether it came to an end.
    ///
    /// The previous state is that of the parent, if the recursion began above this node; in a register
    /// it is at hand sooner.
    // It is compiled by itself, for the registers' sake.
    #[inline(never)]
    fn expand(&mut self, node: &Node<'_, P::State>, previous: Option<&P::State>) -> bool {
        if node.length > self.longest || ptr::from_ref(node).addr() < self.lowest_address {
            return self.stop(self.limit(node));
        }
        if D::MAY_FIND && self.is_duplicate(node) {
            return true;
        }
        if self.space.is_goal(&node.state) {
            return self.stop(Some(Progress::Goal));
        }
        self.steps -= 1;
        if self.steps == 0 {
            self.longest = NOWHERE;
        }
        let space = self.space;
        space.offer_successors(&node.state, previous, Successors { walk: self, node });
        self.end > 0
    }

    /// Goes on with the last successors of a node.
    #[cold]
    fn resume(
        &mut self,
        node: &Node<'_, P::State>,
        previous: Option<&P::State>,
        rest: u32,
    ) -> bool {
        let space = self.space;
        let mut all = 0_u32;
        space.offer_successors(&node.state, previous, Count(&mut all));
        let passed = all.saturating_sub(rest);
        let successors = Successors { walk: self, node };
        space.offer_successors(&node.state, previous, Last { passed, successors });
        self.end > 0
    }

    /// What keeps a node from being expanded; `None` if it is the call stack.
    fn limit(&self, node: &Node<'_, P::State>) -> Option<Progress> {
        if self.steps == 0 {
            Some(Progress::Paused)
        } else if node.length.nodes() > self.paths.cut {
            Some(Progress::Goal)
        } else if node.length.nodes() > self.room {
            Some(Progress::Full)
        } else {
            None
        }
    }

    /// Breaks off before a node is expanded.
    #[cold]
    fn stop(&mut self, progress: Option<Progress>) -> bool {
        self.progress = progress;
        self.at_stop = (self.generated, self.beyond);
        (self.end, self.beyond) = (0, u64::MAX);
        self.rest = None;
        false
    }

    /// Looks at a successor that is beyond the bound, or one that is still to come when the search
    /// breaks off. Whether it is to be made, to be put on the list.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, f: u64, step_cost: u32, estimate: u32) -> bool {
        if self.end > 0 {
            self.beyond = f;
            return false;
        }
        let rest = self.rest.get_or_insert_default();
        rest.successors = rest.successors.saturating_add(1);
        if rest.is_unlisted {
            return false;
        }
        let is_beyond = f > u64::from(self.paths.bound);
        let offered = &mut self.paths.offered;
        if let (Some(Offered::Beyond { count, f: least }), true, 1..) =
            (offered.last_mut(), is_beyond, rest.entries)
        {
            (*count, *least) = (count.saturating_add(1), f.min(*least));
            return false;
        }
        if offered.len() == offered.capacity() && self.paths.make_room_for_offered().is_err() {
            rest.is_unlisted = true;
            let listed = self.paths.offered.len() - rest.entries as usize;
            self.paths.offered.truncate(listed);
            return false;
        }
        rest.entries += 1;
        if is_beyond {
            self.paths.offered.push(Offered::Beyond { count: 1, f });
        }
        self.put_off = (step_cost, estimate);
        !is_beyond
    }

    /// Puts a successor on the list.
    #[cold]
    #[inline(never)]
    fn list(&mut self, state: P::State) {
        let (step_cost, estimate) = self.put_off;
        self.paths.offered.push(Offered::Within { step_cost, estimate, state });
    }

    /// Which successors are still to come of the node that was returned from. The next one is the one
    /// above it, which was expanded.
    fn take_rest(&mut self) -> Rest {
        match self.rest.replace(Remaining::default()) {
            None => Rest::All,
            Some(Remaining { successors, is_unlisted: true, .. }) => Rest::Last(successors),
            Some(Remaining { entries, .. }) => Rest::Listed(entries),
        }
    }

    /// Puts a node on the path.
    #[cold]
    fn suspend(&mut self, state: P::State, path_cost: u32) {
        let rest = self.take_rest();
        self.paths.path.push(Suspended { state, path_cost, rest });
    }

    /// Keeps the path to a node, if that is the most promising one so far.
    #[cold]
    pub(super) fn keep_if_promising(&mut self, node: &Node<'_, P::State>, estimate: u32) {
        let rank = Rank::new(estimate, node.length.cost());
        let CostBounded { promising, path, .. } = &mut *self.paths;
        if rank >= promising.rank || node.length.nodes() > self.room {
            return;
        }
        let expanded = self.expanded_at_end.wrapping_sub(self.steps);
        let before = promising.expanded.replace(expanded);
        let states = &mut promising.states;
        // On the way down one follows the other.
        let is_child = before.is_some_and(|before| before + 1 == expanded)
            && node.length.nodes() as usize == states.len() + 1;
        if is_child {
            states.push(node.state.clone());
        } else {
            // If a state panics, the root is the most promising one.
            (promising.count, promising.rank) = (0, promising.root_rank);
            states.clear();
            states.extend(path[..self.depth].iter().map(|node| node.state.clone()));
            states.extend(node.upwards().map(|node| node.state.clone()));
            states[self.depth..].reverse();
        }
        (promising.count, promising.rank) = (states.len(), rank);
        self.best_estimate = estimate;
    }

    fn is_duplicate(&mut self, node: &Node<'_, P::State>) -> bool {
        let above = self.paths.path[..self.depth].iter().rev();
        let above = above.map(|node| (&node.state, node.path_cost));
        let nodes = node.upwards().skip(1).map(|node| (&node.state, node.length.cost()));
        let path_cost = node.length.cost();
        let is_one = self.duplicates.is_duplicate(&node.state, path_cost, nodes.chain(above));
        if is_one {
            self.found += 1;
            // What is generated next is no child of it.
            self.paths.promising.expanded = None;
        }
        is_one
    }
}

/// The successors of a node.
struct Successors<'w, 'a, 'n, P: StateSpace, D> {
    walk: &'w mut Walk<'a, P, D>,
    node: &'n Node<'n, P::State>,
}

impl<P: StateSpace, D: Duplicates<P::State>> Expansion<P::State> for Successors<'_, '_, '_, P, D> {
    #[inline]
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> P::State) {
        let Self { walk, node } = self;
        walk.generated += 1;
        let f = u64::from(node.length.cost()) + u64::from(step_cost) + u64::from(estimate);
        if f >= walk.end {
            if f < walk.beyond && walk.put_off(f, step_cost, estimate) {
                walk.list(successor());
            }
            return;
        }
        let child = Node::new(successor(), node.length.after(step_cost), Some(node));
        if estimate <= walk.best_estimate {
            walk.keep_if_promising(&child, estimate);
        }
        if !walk.expand(&child, Some(&node.state)) {
            walk.suspend(child.state, child.length.cost());
        }
    }
}

/// Counts successors.
struct Count<'a>(&'a mut u32);

impl<S> Expansion<S> for Count<'_> {
    fn offer(&mut self, _: u32, _: u32, _: impl FnOnce() -> S) {
        *self.0 += 1;
    }
}

/// Passes over the first successors.
struct Last<E> {
    passed: u32,
    successors: E,
}

impl<S, E: Expansion<S>> Expansion<S> for Last<E> {
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> S) {
        if self.passed > 0 {
            self.passed -= 1;
        } else {
            self.successors.offer(step_cost, estimate, successor);
        }
    }
}
