//! The recursion of a depth-first search up to a bound.
//!
//! The textbook version (Russell & Norvig, *Artificial Intelligence: A Modern Approach*, chapter 3;
//! Edelkamp & Schroedl, *Heuristic Search*, chapter 5) is:
//!
//! ```text
//! expand(node, g):
//!     if is_goal(node): report a solution
//!     for each (successor, step_cost) of node:
//!         f = g + step_cost + h(successor)
//!         if f > bound:
//!             beyond = min(beyond, f)
//!         else:
//!             expand(successor, g + step_cost)
//! ```
//!
//! [`Walk`] is the context of this recursion, and its fields add the following:
//!
//! - `space` generates the successors. `end` is `bound + 1`, and `beyond` is that of the textbook.
//! - `duplicates` prunes nodes whose state is reached elsewhere; `found` counts them.
//! - `steps` is the number of expansions that are left, and `generated` counts successors.
//! - `longest` stops the recursion at a path length: when no steps are left, at the depth of the
//!   cut, and when the path is full. One comparison tests for all three.
//! - `room` is the number of nodes for which the path has room. It tells a full path from a cut.
//! - `lowest_address` stops the recursion before it takes too much of the call stack.
//! - `best_estimate` filters the successors that may be the most promising so far.
//!   `expanded_at_end` minus `steps` is the number of expansions so far, which tells whether the
//!   most promising node is the parent of the next one.
//! - `paths` holds what survives the recursion: the path, the remaining successors, the counters.
//!   `depth` is the number of nodes on that path above the first call.
//! - `progress` is why the recursion stops. To stop, `end` becomes 0 and `beyond` the maximum.
//!   Every further successor is then beyond the bound, so the inner loop needs no test of its own.
//! - `at_stop` keeps `generated` and `beyond` as they were at that moment.
//! - `rest` and `put_off` collect the remaining successors of each node while the calls return.
//! - `raised` is bidirectional pathmax, if `PATHMAX` is on: once a successor has raised the *f* of
//!   nodes on the path above the bound, the calls of these nodes pass over what remains.

use std::ptr;

use super::last_successors::{Count, Last};
use super::node::{Node, PathLength};
use super::pathmax::Raised;
use super::{CostBounded, Duplicates, Offered, Progress, Rest, Suspended};
use crate::search::rank::Rank;
use crate::{DEAD_END, EventKind, Expansion, StateSpace, SuccessorFunction};

/// The recursion uses at most this many bytes of the call stack. Then the path is suspended, and
/// another recursion continues from its end.
const STACK: usize = 1 << 16;

/// A recursion in progress. See the [module](self) for what each field is for.
pub(super) struct Walk<'a, P: StateSpace, D, const PATHMAX: bool> {
    space: &'a P,
    duplicates: &'a mut D,
    end: u64,
    beyond: u64,
    steps: u64,
    generated: u64,
    found: u64,
    longest: PathLength,
    lowest_address: usize,
    best_estimate: u32,
    paths: &'a mut CostBounded<P::State>,
    depth: usize,
    expanded_at_end: u64,
    room: u32,
    progress: Option<Progress>,
    at_stop: (u64, u64),
    rest: Option<Remaining>,
    put_off: (u32, u32),
    raised: Raised,
}

/// The successors that a node offered after the search stopped.
#[derive(Clone, Copy, Default)]
struct Remaining {
    successors: u32,
    /// How many entries of the list they take.
    entries: u32,
    /// Whether the list had no room for them.
    is_unlisted: bool,
}

impl<'a, P, D, const PATHMAX: bool> Walk<'a, P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
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
            longest: PathLength::NONE,
            lowest_address: 0,
            best_estimate: paths.promising.rank.estimate(),
            room: paths.room(),
            expanded_at_end: paths.expanded.wrapping_add(steps),
            raised: paths.raised,
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

    /// Expands a node, or the rest of it, and everything below it. Subtracts the steps taken from
    /// `steps`.
    ///
    /// Returns the successors that remain if the search stopped, else `None`; and why it stopped,
    /// or `None` if it only ran out of call stack.
    pub(super) fn go_on(
        mut self,
        node: &Node<'_, P::State>,
        previous: Option<&P::State>,
        rest: Rest,
        steps: &mut u64,
    ) -> (Option<Rest>, Option<Progress>) {
        self.lowest_address = ptr::from_ref(node).addr().saturating_sub(STACK);
        if let Rest::Last(rest) = rest {
            self.resume(node, previous, rest);
        } else {
            self.expand(node, previous, Whole(self.space));
        }
        let (rest, (generated, beyond)) = if self.end > 0 {
            (None, (self.generated, self.beyond))
        } else {
            (Some(self.take_rest()), self.at_stop)
        };
        let paths = self.paths;
        paths.expanded += *steps - self.steps;
        paths.generated += generated;
        paths.duplicates += self.found;
        paths.beyond = beyond;
        paths.raised = self.raised;
        *steps = self.steps;
        (rest, self.progress)
    }

    /// Expands a node and everything below it within the bound, unless the search stops. `function`
    /// gives the successors of the node. The recursion is compiled for each type of it.
    ///
    /// `previous` is the state of the parent. It could be read from `node`, except in the first
    /// call, but as an argument it is in a register sooner.
    // A function of its own has more registers.
    #[inline(never)]
    fn expand(
        &mut self,
        node: &Node<'_, P::State>,
        previous: Option<&P::State>,
        function: impl SuccessorFunction<P::State>,
    ) {
        if node.length > self.longest {
            return self.stop(self.limit(node));
        }
        if ptr::from_ref(node).addr() < self.lowest_address {
            return self.stop(None);
        }
        if D::MAY_FIND && self.is_duplicate(node) {
            self.report(EventKind::Duplicate, node);
            return;
        }
        if self.space.is_goal(&node.state) {
            self.report(EventKind::Goal, node);
            return self.stop(Some(Progress::Goal));
        }
        self.steps -= 1;
        if self.steps == 0 {
            self.run_out();
        }
        self.report(EventKind::Expanded, node);
        function.offer_successors(&node.state, previous, Successors { walk: self, node });
    }

    /// Reports what happens to a node.
    #[inline]
    pub(super) fn report(&self, kind: EventKind, node: &Node<'_, P::State>) {
        if P::IS_OBSERVED {
            let estimate = self.space.estimate(&node.state);
            self.report_always(kind, &node.state, node.length, estimate);
        }
    }

    fn report_always(&self, kind: EventKind, state: &P::State, length: PathLength, estimate: u32) {
        let above = length.nodes() as usize - 1;
        self.paths.report_always(self.space, kind, (state, above), (length.cost(), estimate));
    }

    /// Expands the last `rest` successors of a node.
    #[cold]
    fn resume(&mut self, node: &Node<'_, P::State>, previous: Option<&P::State>, rest: u32) {
        let space = self.space;
        let mut all = 0_u32;
        space.offer_successors(&node.state, previous, Count(&mut all));
        let passed = all.saturating_sub(rest);
        let successors = Successors { walk: self, node };
        space.offer_successors(&node.state, previous, Last { passed, successors });
    }

    /// Why a node whose path is too long may not be expanded.
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

    /// Lets the search stop at the next node.
    #[cold]
    #[inline(never)]
    fn run_out(&mut self) {
        self.longest = PathLength::NONE;
    }

    /// Stops the search before a node is expanded.
    #[cold]
    fn stop(&mut self, progress: Option<Progress>) {
        self.progress = progress;
        self.at_stop = (self.generated, self.beyond);
        (self.end, self.beyond) = (0, u64::MAX);
        self.rest = None;
    }

    /// Handles a successor that is beyond the bound, or that remains because the search has
    /// stopped. Returns whether it must be generated for the list.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, f: u64, step_cost: u32, estimate: u32) -> bool {
        // No bound is ever high enough for a dead end.
        let beyond = if estimate == DEAD_END { u64::MAX } else { f };
        if self.end > 0 {
            self.beyond = self.beyond.min(beyond);
            return false;
        }
        let rest = self.rest.get_or_insert_default();
        rest.successors = rest.successors.saturating_add(1);
        if rest.is_unlisted {
            return false;
        }
        // Pathmax needs each of the successors beyond the bound, and so does an observer.
        let is_beyond = !PATHMAX && !P::IS_OBSERVED && f > u64::from(self.paths.bound);
        let offered = &mut self.paths.offered;
        if let (Some(Offered::Beyond { count, f: least }), true, 1..) =
            (offered.last_mut(), is_beyond, rest.entries)
        {
            (*count, *least) = (count.saturating_add(1), beyond.min(*least));
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
            self.paths.offered.push(Offered::Beyond { count: 1, f: beyond });
        }
        self.put_off = (step_cost, estimate);
        !is_beyond
    }

    /// Whether nothing below a node is within the bound, by what is known of the successors so far.
    #[inline]
    fn is_raised(&mut self, node: &Node<'_, P::State>) -> bool {
        let f = self.raised.above(node.length.cost(), self.paths.bound);
        self.beyond = self.beyond.min(f.unwrap_or(u64::MAX));
        f.is_some()
    }

    /// Adds a successor to the list.
    #[cold]
    #[inline(never)]
    fn list(&mut self, state: P::State) {
        let (step_cost, estimate) = self.put_off;
        self.paths.offered.push(Offered::Within { step_cost, estimate, state });
    }

    /// The successors that remain of the node whose call returns. The next call to return is its
    /// parent's.
    fn take_rest(&mut self) -> Rest {
        match self.rest.replace(Remaining::default()) {
            None => Rest::All,
            Some(Remaining { successors, is_unlisted: true, .. }) => Rest::Last(successors),
            Some(Remaining { entries, .. }) => Rest::Listed(entries),
        }
    }

    /// Saves a node on the path.
    #[cold]
    #[inline(never)]
    fn suspend(&mut self, node: Node<'_, P::State>) {
        let rest = self.take_rest();
        let (state, path_cost) = node.into_parts();
        self.paths.path.push(Suspended { state, path_cost, rest });
    }

    /// Records the path to a node, if the node is the most promising one so far.
    #[cold]
    pub(super) fn keep_if_promising(&mut self, node: &Node<'_, P::State>, estimate: u32) {
        let rank = Rank::new(node.length.cost(), estimate);
        let CostBounded { promising, path, .. } = &mut *self.paths;
        if rank >= promising.rank || node.length.nodes() > self.room {
            return;
        }
        let expanded = self.expanded_at_end.wrapping_sub(self.steps);
        let before = promising.expanded.replace(expanded);
        let states = &mut promising.states;
        // On the way down, each node is the child of the one before.
        let is_child = before.is_some_and(|before| before + 1 == expanded)
            && node.length.nodes() as usize == states.len() + 1;
        if is_child {
            states.push(node.state.clone());
        } else {
            // If cloning a state panics, the root is the most promising node.
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
            // The next node generated is not a child of this one.
            self.paths.promising.expanded = None;
        }
        is_one
    }
}

/// The successor function of a space.
struct Whole<'a, P>(&'a P);

impl<P: StateSpace> SuccessorFunction<P::State> for Whole<'_, P> {
    #[inline]
    fn offer_successors(
        self,
        state: &P::State,
        previous: Option<&P::State>,
        expansion: impl Expansion<P::State>,
    ) {
        self.0.offer_successors(state, previous, expansion);
    }
}

/// The successors of a node.
struct Successors<'w, 'a, 'n, P: StateSpace, D, const PATHMAX: bool> {
    walk: &'w mut Walk<'a, P, D, PATHMAX>,
    node: &'n Node<'n, P::State>,
}

impl<P, D, const PATHMAX: bool> Expansion<P::State> for Successors<'_, '_, '_, P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    #[inline]
    fn most(&self, step_cost: u32) -> u32 {
        if PATHMAX {
            return u32::MAX;
        }
        let Self { walk, node } = self;
        walk.paths.bound.saturating_sub(node.length.cost()).saturating_sub(step_cost)
    }

    #[inline]
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> P::State) {
        self.offer_with(step_cost, estimate, successor, Whole(self.walk.space));
    }

    #[expect(clippy::inline_always, reason = "as a function of its own, it takes twice the time")]
    #[inline(always)]
    fn offer_with(
        &mut self,
        step_cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> P::State,
        function: impl SuccessorFunction<P::State>,
    ) {
        let Self { walk, node } = self;
        if PATHMAX && walk.is_raised(node) {
            return;
        }
        walk.generated += 1;
        let f = u64::from(node.length.cost()) + u64::from(step_cost) + u64::from(estimate);
        if f >= walk.end {
            // Once the search has stopped, nothing is raised before it goes on.
            if PATHMAX && walk.end > 0 && estimate < DEAD_END {
                walk.raised.raise(node.length.cost(), step_cost, estimate, walk.paths.bound);
            }
            if P::IS_OBSERVED && walk.end > 0 {
                walk.beyond = walk.beyond.min(if estimate == DEAD_END { u64::MAX } else { f });
                let length = node.length.after_or_last(step_cost);
                walk.report_always(EventKind::Pruned, &successor(), length, estimate);
            } else if f < walk.beyond && walk.put_off(f, step_cost, estimate) {
                walk.list(successor());
            }
            return;
        }
        let child = Node::new(successor(), node.length.after(step_cost), Some(node));
        walk.report(EventKind::Generated, &child);
        if estimate <= walk.best_estimate {
            walk.keep_if_promising(&child, estimate);
        }
        walk.expand(&child, Some(&node.state), function);
        if walk.end == 0 {
            walk.suspend(child);
        }
    }
}
