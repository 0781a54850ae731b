//! All parts of the states, and the rounds in which they are searched.

use std::hash::Hash;
use std::iter;
use std::mem;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::numbering::Numbering;
use super::open::Open;
use super::part::Part;
use crate::StateSpace;
use crate::frontier::{Arena, Full, NodeId, OpenList, StateTable};
use crate::search::End;
use crate::search::course::Course;
use crate::search::key::key;
use crate::{Statistics, StopReason};

/// The states in parts.
///
/// A round has two phases. In each, all parts work in parallel.
///
/// - Each part expands some of its open nodes and sends the successors to their owners. The states
///   of all parts can be read, because a space is told the parent of each state.
/// - Each part adds what was sent to it.
///
/// Between two rounds nothing is on the way. So the lowest *f* of all open lists is a lower bound,
/// and empty open lists are a proof.
///
/// What a round does is decided when it begins, and it may be interrupted anywhere. So limits, pauses
/// and the timing of threads make no difference.
#[derive(Clone)]
pub(super) struct Parts<S> {
    list: Vec<Part<S>>,
    root_estimate: u32,
    /// The highest f that was the lowest of all open nodes.
    highest: u32,
    largest_open: u64,
    /// The cheapest goal found, with its path cost.
    solution: Option<(u32, Place)>,
    round: Round,
}

/// What is done in a round.
#[derive(Clone, Copy, Default)]
struct Round {
    /// Nodes with a higher f are not expanded.
    gate: u32,
    /// How many nodes it should expand.
    target: u64,
    /// How many nodes were expanded before.
    before: u64,
    /// How far above the lowest f the gate is.
    window: u32,
}

/// A node: its part, and its id there.
type Place = (usize, NodeId);

/// Beyond this number of parts, the messages between them would be too short.
const MOST_PARTS: usize = 64;
/// The most nodes that a part expands in a round.
const MOST_NODES: u64 = 1 << 9;
/// A round expands at most this part of the open nodes, so that it does not go far beyond those with
/// the lowest f.
const SHARE: u64 = 1 << 4;
/// Less work in a phase is not worth waking other threads.
const WORTHWHILE: u64 = 1 << 6;

impl<S: Hash + Eq + Clone> Parts<S> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            root_estimate: 0,
            highest: 0,
            largest_open: 1,
            solution: None,
            round: Round::default(),
        }
    }

    /// Starts a search from this state, with one part for each thread.
    pub(super) fn restart<P: StateSpace<State = S>>(&mut self, space: &P, initial: S) {
        let (key, estimate) = (key(space, &initial), space.estimate(&initial));
        let heap_bytes = space.heap_bytes(&initial);
        let count = rayon::current_num_threads().clamp(1, MOST_PARTS);
        if self.list.len() == count {
            self.list.iter_mut().for_each(Part::clear);
        } else {
            self.list = (0..count).map(|part| Part::new(Numbering::new(part, count))).collect();
        }
        let (owner, _) = Numbering::new(0, count).owner(key);
        self.list[owner].add_root(initial, key, estimate, heap_bytes);
        (self.root_estimate, self.highest, self.largest_open) = (estimate, 0, 1);
        (self.solution, self.round) = (None, Round::default());
    }

    pub(super) fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// The cost of the path to [`last`](Self::last).
    pub(super) fn cost(&self) -> u32 {
        let best = self.list.iter().map(|part| part.best.0).min();
        let solution = self.solution.map(|(cost, _)| cost);
        solution.or(best.map(|rank| rank.path_cost())).unwrap_or(0)
    }

    /// The proven lower bound, which is at most the cost of a solution.
    pub(super) fn lower_bound(&self) -> u32 {
        let proven = self.highest.max(self.root_estimate);
        self.solution.map_or(proven, |(cost, _)| proven.min(cost))
    }

    /// The goal that was found, or else the most promising node.
    fn last(&self) -> Option<Place> {
        let best = self.list.iter().enumerate().min_by_key(|(_, part)| part.best.0);
        let solution = self.solution.map(|(_, goal)| goal);
        solution.or(best.map(|(index, part)| (index, part.best.1)))
    }

    /// The states from the root to the goal, or else to the most promising node.
    pub(super) fn path(&self) -> Vec<S> {
        let numbering = Numbering::new(0, self.list.len());
        let parent = |&(part, id): &Place| {
            let parent = self.list[part].table.nodes[id].parent;
            parent.map(|parent| numbering.place(parent))
        };
        let nodes = || iter::successors(self.last(), parent);
        // Allocated once: when memory is short, a reallocation could fail.
        let mut states = Vec::with_capacity(nodes().count());
        states.extend(nodes().map(|(part, id)| self.list[part].table.states[id].clone()));
        states.reverse();
        states
    }

    pub(super) fn statistics(&self, course: &Course) -> Statistics {
        let sum = |count: fn(&Part<S>) -> u64| self.list.iter().map(count).sum::<u64>();
        let sent = self.list.iter().flat_map(|part| &part.open.sent);
        let sent: usize = sent.map(|mail| mail.messages().len()).sum();
        Statistics {
            expanded: self.expanded(),
            generated: sum(Part::generated) + sent as u64,
            enqueued: sum(|part| part.table.len() as u64),
            dequeued: sum(|part| part.open.dequeued()),
            reopened: sum(|part| part.reopened),
            duplicates: sum(|part| part.duplicates),
            open: self.open(),
            largest_open: self.largest_open,
            bytes: self.bytes(),
            elapsed: course.elapsed,
        }
    }

    fn expanded(&self) -> u64 {
        self.list.iter().map(|part| part.open.expanded).sum()
    }

    fn dequeued(&self) -> u64 {
        self.list.iter().map(|part| part.open.dequeued()).sum()
    }

    /// The number of open nodes.
    fn open(&self) -> u64 {
        self.list.iter().map(|part| part.open.len() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.list.iter().map(Part::bytes).sum()
    }

    /// How many more nodes may be expanded in this round.
    fn quota(&self) -> u64 {
        self.list.iter().map(|part| part.open.quota).sum()
    }

    /// Whether several threads are worth using for the next steps.
    pub(super) fn is_worthwhile(&self, steps: u64) -> bool {
        self.list.len() > 1 && self.open() / SHARE >= WORTHWHILE && steps >= WORTHWHILE
    }

    /// Begins a round, after all that was sent has been added. Ends the search if there is nothing
    /// more to do.
    fn begin_round(&mut self) -> ControlFlow<End> {
        for (index, part) in self.list.iter_mut().enumerate() {
            if let Some((cost, goal)) = part.open.goal.take() {
                if self.solution.is_none_or(|(before, _)| cost < before) {
                    self.solution = Some((cost, (index, goal)));
                }
            }
        }
        let open = self.open();
        self.largest_open = self.largest_open.max(open);
        let lowest = self.list.iter_mut().filter_map(|part| part.open.queue.lowest_f()).min();
        self.highest = self.highest.max(lowest.unwrap_or(u32::MAX));
        if self.solution.is_some_and(|(cost, _)| cost <= self.highest) {
            return ControlFlow::Break(End::Solved);
        }
        let Some(lowest) = lowest else {
            let overflowed = self.list.iter().any(|part| part.overflowed);
            let end = if overflowed { End::Stopped(StopReason::PathCost) } else { End::Exhausted };
            return ControlFlow::Break(end);
        };
        let Round { target, before, window, .. } = self.round;
        let expanded = self.expanded();
        let window = match expanded - before {
            _ if open / SHARE < WORTHWHILE => 0,
            nodes if nodes < target / 2 => 2 * window + 1,
            nodes if nodes >= target => window / 2,
            _ => window,
        };
        let window = window.min(u32::MAX / 4);
        let count = self.list.len() as u64;
        let target = (open / SHARE).clamp(1, count * MOST_NODES);
        let below = self.solution.map_or(u32::MAX, |(cost, _)| cost - 1);
        let gate = lowest.saturating_add(window).min(below);
        self.round = Round { gate, target, before: expanded, window };
        for part in &mut self.list {
            part.open.quota = target.div_ceil(count);
        }
        ControlFlow::Continue(())
    }

    /// Moves what each part has sent to those who receive it.
    fn exchange(&mut self) {
        for from in 0..self.list.len() {
            for to in 0..self.list.len() {
                let sent =
                    mem::replace(&mut self.list[from].open.sent[to], super::mail::Mail::new());
                self.list[from].open.sent[to] =
                    mem::replace(&mut self.list[to].received[from], sent);
            }
        }
    }

    /// How many more bytes may be used.
    fn allowance(&self, course: &Course) -> Result<usize, Full> {
        if course.byte_limit().is_none() {
            return Ok(usize::MAX);
        }
        course.allowance(self.bytes())
    }

    fn stopped<T>(&self, course: &Course, full: Full) -> ControlFlow<End, T> {
        ControlFlow::Break(End::Stopped(course.stop_reason(full, self.bytes())))
    }

    /// Puts back the nodes that were not expanded to the end.
    fn recover<P: StateSpace<State = S>>(&mut self, space: &P) {
        self.list.iter_mut().for_each(|part| part.recover(space));
    }
}

impl<S: Hash + Eq + Clone + Send + Sync> Parts<S> {
    /// Takes up to `steps` steps.
    pub(super) fn run<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        course: &mut Course,
        mut steps: u64,
    ) -> ControlFlow<End> {
        // After a state panicked.
        self.recover(space);
        loop {
            if self.quota() > 0 {
                if steps == 0 {
                    return ControlFlow::Continue(());
                }
                steps -= self.expand(space, course, steps)?;
            } else {
                // If a state panicked, some may have received what others have not.
                if self.list.iter().all(|part| part.waiting() == 0) {
                    self.exchange();
                }
                self.receive(space, course)?;
                self.begin_round()?;
            }
        }
    }

    /// Expands up to `steps` nodes. Returns how many steps it took.
    fn expand<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        course: &Course,
        steps: u64,
    ) -> ControlFlow<End, u64> {
        let before = self.dequeued();
        let count = self.list.len();
        let mut left = steps;
        let shares = self.list.iter().zip((1..=count as u64).rev()).map(|(part, parts)| {
            let share = part.open.quota.min(left.div_ceil(parts));
            left -= share;
            share
        });
        let shares: Vec<u64> = shares.collect();
        let until: Vec<u64> = self
            .list
            .iter()
            .zip(&shares)
            .map(|(part, share)| part.open.dequeued() + share)
            .collect();
        let Round { gate, .. } = self.round;
        let expand = |(work, until): (Work<'_, S>, u64), states: &[&Arena<S>]| {
            let steps = until - work.open.dequeued();
            work.open.expand(space, states, work.nodes, gate, steps);
        };
        if let Err(full) = self.share_allowance(course) {
            return self.stopped(course, full);
        }
        let is_parallel = shares.iter().sum::<u64>() >= WORTHWHILE && count > 1;
        let (states, work) = split(&mut self.list);
        if is_parallel {
            let work = work.into_par_iter().zip(until.clone()).with_max_len(1);
            work.for_each(|work| expand(work, &states));
        } else {
            work.into_iter().zip(until.iter().copied()).for_each(|work| expand(work, &states));
        }
        // A part that has used up its share of memory may take all that is left.
        for (index, &until) in until.iter().enumerate() {
            if self.list[index].open.full.is_some() {
                self.list[index].recover(space);
                self.list[index].open.allowance = match self.allowance(course) {
                    Ok(allowance) => allowance,
                    Err(full) => return self.stopped(course, full),
                };
                let (states, mut work) = split(&mut self.list);
                expand((work.swap_remove(index), until), &states);
                if let Some(full) = self.list[index].open.full {
                    self.list[index].recover(space);
                    return self.stopped(course, full);
                }
            }
        }
        ControlFlow::Continue(self.dequeued() - before)
    }

    /// Adds all that was received.
    fn receive<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        course: &mut Course,
    ) -> ControlFlow<End> {
        let waiting: usize = self.list.iter().map(Part::waiting).sum();
        let growth = self.list.iter().map(|part| part.table.hashed_again(part.waiting()));
        let growth = growth.max().unwrap_or(0);
        if let Err(reason) = course.has_time_to_grow(growth) {
            return ControlFlow::Break(End::Stopped(reason));
        }
        if let Err(full) = self.share_allowance(course) {
            return self.stopped(course, full);
        }
        if waiting as u64 >= WORTHWHILE && self.list.len() > 1 {
            self.list.par_iter_mut().with_max_len(1).for_each(|part| part.receive(space));
        } else {
            self.list.iter_mut().for_each(|part| part.receive(space));
        }
        course.has_grown(growth);
        for index in 0..self.list.len() {
            if self.list[index].open.full.take().is_some() {
                self.list[index].open.allowance = match self.allowance(course) {
                    Ok(allowance) => allowance,
                    Err(full) => return self.stopped(course, full),
                };
                self.list[index].receive(space);
                if let Some(full) = self.list[index].open.full.take() {
                    return self.stopped(course, full);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Allows each part the same share of the memory that is left.
    fn share_allowance(&mut self, course: &Course) -> Result<(), Full> {
        let share = match self.allowance(course)? {
            usize::MAX => usize::MAX,
            allowance => allowance / self.list.len(),
        };
        self.list.iter_mut().for_each(|part| part.open.allowance = share);
        Ok(())
    }
}

/// What a part needs for itself to expand nodes.
struct Work<'a, S> {
    nodes: &'a mut Arena<super::open::Node>,
    open: &'a mut Open<S>,
}

/// The states of all parts, and the work of each.
fn split<S>(list: &mut [Part<S>]) -> (Vec<&Arena<S>>, Vec<Work<'_, S>>) {
    let parts = list.iter_mut().map(|Part { table, open, .. }| {
        let StateTable { states, nodes, .. } = table;
        (&*states, Work { nodes, open })
    });
    parts.unzip()
}
