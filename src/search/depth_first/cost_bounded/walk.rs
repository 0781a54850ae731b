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
//!   cut, when the path is full, and every few levels to look at the call stack. One comparison
//!   tests for all four.
//! - `room` is the number of nodes for which the path has room. It distinguishes a full path from a
//!   cut.
//! - `lowest_address` stops the recursion before it takes too much of the call stack.
//! - `best_rank` is that of the most promising node, and `best_estimate` the estimate in it. The
//!   nodes above that node are still being expanded. Each is added to the path to it when its call
//!   returns. `next_promising_depth` is the depth of the node that is added next.
//! - `longest_kept` is the path length up to which a call that returns keeps its node: on the path
//!   to the most promising node, or when the search stops, on the suspended path. One comparison
//!   tests for both.
//! - `paths` holds what survives the recursion: the path, the remaining successors, the counters.
//!   `depth` is the number of nodes on that path above the first call.
//! - `progress` is why the recursion stops. To stop, `end` becomes 0 and `beyond` the maximum.
//!   Every further successor is then beyond the bound, so the inner loop needs no test of its own.
//! - `at_stop` keeps `generated` and `beyond` as they were at that moment.
//! - `rest` and `put_off` collect the remaining successors of each node while the calls return.
//! - `raised` is bidirectional pathmax, if `PATHMAX` is on: once a successor has raised the *f* of
//!   nodes on the path above the bound, the calls of these nodes pass over what remains.

mod kept;
mod limits;

use std::{iter, ptr};

use super::node::{PathLength, PathNode};
use super::pathmax::Raised;
use super::{CostBounded, Duplicates, Progress, Rest, number};
use crate::search::rank::Rank;
use crate::{DEAD_END, EventKind, Expansion, StateSpace, SuccessorFunction};
use kept::Remaining;

/// The recursion uses at most this many bytes of the call stack. Then the path is suspended, and
/// another recursion continues from its end.
const STACK: usize = 1 << 16;

/// `generated` and `beyond` as they were when the search stopped.
#[derive(Clone, Copy, Default)]
struct AtStop {
    generated: u64,
    beyond: u64,
}

/// A successor that is to be added to the list.
#[derive(Clone, Copy, Default)]
struct PutOff {
    step_cost: u32,
    estimate: u32,
}

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
    best_rank: Rank,
    best_estimate: u32,
    next_promising_depth: Option<u32>,
    longest_kept: PathLength,
    paths: &'a mut CostBounded<P::State>,
    depth: usize,
    room: u32,
    progress: Option<Progress>,
    at_stop: AtStop,
    rest: Option<Remaining>,
    put_off: PutOff,
    raised: Raised,
}

#[expect(clippy::inline_always, reason = "parts of the recursion")]
impl<'a, P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Walk<'a, P, D, PATHMAX> {
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
            best_rank: paths.promising.rank,
            best_estimate: paths.promising.rank.estimate(),
            next_promising_depth: None,
            longest_kept: PathLength::NONE,
            room: paths.room(),
            raised: paths.raised,
            paths,
            depth,
            progress: None,
            at_stop: AtStop::default(),
            rest: None,
            put_off: PutOff::default(),
        };
        if steps > 0 {
            walk.set_longest(number(depth + 1));
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
        node: &PathNode<'_, P::State>,
        previous: Option<&P::State>,
        rest: Rest,
        steps: &mut u64,
    ) -> (Option<Rest>, Option<Progress>) {
        self.lowest_address = ptr::from_ref(node).addr().saturating_sub(STACK);
        if let Rest::Last(rest) = rest {
            self.resume(node, previous, rest);
        } else {
            self.expand(node, previous);
        }
        self.complete_promising(node);
        let (rest, AtStop { generated, beyond }) = if self.end > 0 {
            (None, AtStop { generated: self.generated, beyond: self.beyond })
        } else {
            (Some(self.take_rest()), self.at_stop)
        };
        let paths = self.paths;
        paths.counters.expanded += *steps - self.steps;
        paths.counters.generated += generated;
        paths.counters.duplicates += self.found;
        paths.beyond = beyond;
        paths.raised = self.raised;
        *steps = self.steps;
        (rest, self.progress)
    }

    /// Expands a node and everything below it within the bound, unless the search stops.
    ///
    /// `previous` is the state of the parent. It could be read from `node`, except in the first
    /// call, but as an argument it is in a register sooner.
    // A function of its own has more registers.
    #[inline(never)]
    fn expand(&mut self, node: &PathNode<'_, P::State>, previous: Option<&P::State>) {
        if node.length > self.longest && !self.may_go_deeper(node.length) {
            return self.stop(self.limit(node.length));
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
        self.space.offer_successors(&node.state, previous, Offers::of(self, node));
    }

    /// As [`expand`](Self::expand), for a node whose successors `function` gives. The recursion is
    /// compiled for each type of `function`. The state is with the caller, in registers if it is
    /// small.
    #[inline(never)]
    fn expand_by(&mut self, length: PathLength, function: impl SuccessorFunction<P::State>) {
        if length > self.longest && !self.may_go_deeper(length) {
            return self.stop(self.limit(length));
        }
        self.steps -= 1;
        if self.steps == 0 {
            self.run_out();
        }
        function.offer_successors(Offers { walk: self, length, parent: None });
    }

    /// Generates a successor of a node whose path has this length, if it is within the bound.
    #[inline(always)]
    fn generate(
        &mut self,
        length: PathLength,
        step_cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> P::State,
    ) -> Option<P::State> {
        if PATHMAX && self.is_raised(length) {
            return None;
        }
        self.generated += 1;
        let f = u64::from(length.cost()) + u64::from(step_cost) + u64::from(estimate);
        if f < self.end {
            return Some(successor());
        }
        // Once the search has stopped, nothing is raised before it goes on.
        if PATHMAX && self.end > 0 && estimate < DEAD_END {
            self.raised.raise(length.cost(), step_cost, estimate, self.paths.bound);
        }
        if P::IS_OBSERVED && self.end > 0 {
            self.beyond = self.beyond.min(if estimate == DEAD_END { u64::MAX } else { f });
            let length = length.after_or_last(step_cost);
            self.report_always(EventKind::Pruned, &successor(), length, estimate);
        } else if f < self.beyond && self.put_off(f, step_cost, estimate) {
            self.list(successor());
        }
        None
    }

    /// Handles a successor of a node whose path has this length: expands it if it is within the
    /// bound. `parent` is the node, if it is in memory.
    #[inline(always)]
    fn offer(
        &mut self,
        (length, parent): (PathLength, Option<&PathNode<'_, P::State>>),
        step_cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> P::State,
    ) {
        let Some(state) = self.generate(length, step_cost, estimate, successor) else { return };
        let child = PathNode { state, length: length.after(step_cost), parent };
        self.report(EventKind::Generated, &child);
        if estimate <= self.best_estimate {
            self.keep_if_promising(&child, estimate);
        }
        self.expand(&child, parent.map(|parent| &parent.state));
        if child.length <= self.longest_kept {
            self.keep(child.state, child.length);
        }
    }

    /// As [`offer`](Self::offer), for a successor whose successors `function` gives. Nothing reads
    /// the states above while it is searched: not duplicate detection, nor an observer.
    #[inline(always)]
    fn offer_by(
        &mut self,
        length: PathLength,
        step_cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> P::State,
        function: impl SuccessorFunction<P::State>,
    ) {
        let Some(state) = self.generate(length, step_cost, estimate, successor) else { return };
        let length = length.after(step_cost);
        if estimate <= self.best_estimate && self.is_promising(length, estimate) {
            self.keep_promising(state.clone(), length, estimate);
        }
        if self.space.is_goal(&state) {
            self.reach_goal(length);
        } else {
            self.expand_by(length, function);
        }
        if length <= self.longest_kept {
            self.keep(state, length);
        }
    }

    /// Whether a search of this kind reads the states above a node.
    const READS_PATH: bool = PATHMAX || D::MAY_FIND || P::IS_OBSERVED;

    /// Reports what happens to a node.
    #[inline]
    pub(super) fn report(&self, kind: EventKind, node: &PathNode<'_, P::State>) {
        if P::IS_OBSERVED {
            let estimate = self.space.estimate(&node.state);
            self.report_always(kind, &node.state, node.length, estimate);
        }
    }

    fn report_always(&self, kind: EventKind, state: &P::State, length: PathLength, estimate: u32) {
        let above = length.nodes() as usize - 1;
        self.paths.report_always(self.space, kind, (state, above), length.cost(), estimate);
    }

    /// Expands the last `rest` successors of a node.
    #[cold]
    fn resume(&mut self, node: &PathNode<'_, P::State>, previous: Option<&P::State>, rest: u32) {
        let space = self.space;
        let mut all = 0_u32;
        space.offer_successors(&node.state, previous, |_: P::State, _: u32| all += 1);
        let passed = all.saturating_sub(rest);
        let successors = Offers::of(self, node);
        space.offer_successors(&node.state, previous, Last { passed, successors });
    }

    /// Whether nothing below a node is within the bound, by what is known of the successors so far.
    #[inline]
    fn is_raised(&mut self, length: PathLength) -> bool {
        let f = self.raised.above(length.cost(), self.paths.bound);
        self.beyond = self.beyond.min(f.unwrap_or(u64::MAX));
        f.is_some()
    }

    fn is_duplicate(&mut self, node: &PathNode<'_, P::State>) -> bool {
        let above = self.paths.path[..self.depth].iter().rev();
        let above = above.map(|node| (&node.state, node.path_cost));
        let nodes = iter::successors(node.parent, |node| node.parent);
        let nodes = nodes.map(|node| (&node.state, node.length.cost()));
        let path_cost = node.length.cost();
        let is_one = self.duplicates.is_duplicate(&node.state, path_cost, nodes.chain(above));
        self.found += u64::from(is_one);
        is_one
    }
}

/// The successors of a node whose path has this length. `parent` is the node, if it is in memory:
/// not if it is expanded [by a function](Walk::expand_by).
struct Offers<'w, 'a, 'n, P: StateSpace, D, const PATHMAX: bool> {
    walk: &'w mut Walk<'a, P, D, PATHMAX>,
    length: PathLength,
    parent: Option<&'n PathNode<'n, P::State>>,
}

impl<'w, 'a, 'n, P: StateSpace, D, const PATHMAX: bool> Offers<'w, 'a, 'n, P, D, PATHMAX> {
    #[inline]
    fn of(walk: &'w mut Walk<'a, P, D, PATHMAX>, node: &'n PathNode<'n, P::State>) -> Self {
        Self { walk, length: node.length, parent: Some(node) }
    }
}

impl<P, D, const PATHMAX: bool> Expansion<P::State> for Offers<'_, '_, '_, P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    /// The highest estimate with which a successor is within the bound.
    #[inline]
    fn most(&self, step_cost: u32) -> u32 {
        if PATHMAX {
            return u32::MAX;
        }
        self.walk.paths.bound.saturating_sub(self.length.cost()).saturating_sub(step_cost)
    }

    #[inline]
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> P::State) {
        self.walk.offer((self.length, self.parent), step_cost, estimate, successor);
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
        if Walk::<P, D, PATHMAX>::READS_PATH {
            self.offer(step_cost, estimate, successor);
        } else {
            self.walk.offer_by(self.length, step_cost, estimate, successor, function);
        }
    }
}

/// Skips the first successors.
struct Last<E> {
    passed: u32,
    successors: E,
}

impl<S, E: Expansion<S>> Expansion<S> for Last<E> {
    fn most(&self, step_cost: u32) -> u32 {
        self.successors.most(step_cost)
    }

    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> S) {
        if self.passed > 0 {
            self.passed -= 1;
        } else {
            self.successors.offer(step_cost, estimate, successor);
        }
    }
}
