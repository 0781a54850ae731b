//! All parts of the states, and the rounds in which they are searched.

use std::hash::Hash;
use std::mem;

use super::mail::Message;
use super::open::Open;
use super::part::Part;
use crate::frontier::{Arena, Full, NodeId, StateTable};
use crate::search::End;
use crate::search::best_first::parts::{Numbering, PartNode, find, path_to};
use crate::search::best_first::{Evaluation, Node};
use crate::search::control::{Control, Halt, exhausted};
use crate::search::key::key;
use crate::search::phases;
use crate::search::reached::Initial;
use crate::{StateSpace, Statistics};

/// The states in parts.
///
/// A round has two phases. In each, all parts work in parallel.
///
/// - Each part expands some of its open nodes and sends the successors to their owners. The states
///   of all parts can be read, because the space gets the parent of each state, which may be in
///   another part.
/// - Each part adds what was sent to it.
///
/// Between two rounds nothing is on the way. So the lowest *f* of all open lists is a lower bound,
/// and empty open lists are a proof.
///
/// What a round does is decided when it begins, and it may be interrupted anywhere. So limits,
/// pauses and the timing of threads make no difference.
#[derive(Clone)]
pub(super) struct Parts<S, E> {
    evaluation: E,
    rounds: Rounds,
    pub(super) list: Vec<Part<S>>,
    root_estimate: u32,
    /// The maximum over time of the lowest *f* of an open node.
    proven_f: u32,
    largest_open: u64,
    /// The cheapest goal found, with its path cost.
    solution: Option<(u32, PartNode)>,
    /// The states that are all to be reached, and how many of them, from the first on, have been.
    pub(super) targets: (Vec<S>, usize),
    /// Nodes with a higher f are not expanded in this round.
    gate: u32,
    pub(super) control: Control,
}

/// How many nodes a round expands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounds {
    /// At most the open nodes divided by this, so that few are expanded too early.
    share: u64,
    /// At most the nodes expanded before, divided by this.
    pace: u64,
}

impl Rounds {
    /// For searches with estimates. A search that goes straight to a goal is over before its rounds
    /// become large.
    pub(crate) const GUIDED: Self = Self { share: 1 << 4, pace: 1 << 8 };
    /// For searches by path cost alone. Nodes that are expanded early would be expanded anyway, and
    /// few of them are reopened.
    pub(crate) const BLIND: Self = Self { share: 1 << 2, pace: 1 };
}

/// With more parts than this, the messages between two of them would be too few.
const MOST_PARTS: usize = 1 << 6;
/// The most nodes that a part expands in a round. Their successors fit into the cache.
const MOST_NODES: u64 = 1 << 12;
/// Less work in a phase is not worth the other threads.
const WORTHWHILE: u64 = 1 << 6;

impl<S: Hash + Eq + Clone, E: Evaluation> Parts<S, E> {
    pub(super) fn new(evaluation: E, rounds: Rounds) -> Self {
        Self {
            evaluation,
            rounds,
            list: Vec::new(),
            root_estimate: 0,
            proven_f: 0,
            largest_open: 1,
            solution: None,
            targets: (Vec::new(), 0),
            gate: 0,
            control: Control::default(),
        }
    }

    /// Starts a search from this state, with one part for each thread.
    pub(super) fn restart<P: StateSpace<State = S>>(&mut self, space: &P, initial: S) {
        let initial = Initial::new(space, initial);
        self.control.begin_restart();
        let count = rayon::current_num_threads().clamp(1, MOST_PARTS);
        if self.list.len() == count {
            self.list.iter_mut().for_each(Part::clear);
        } else {
            self.list = new_parts(count);
        }
        let (owner, _) = Numbering { part: 0, count }.owner(initial.key);
        (self.root_estimate, self.proven_f, self.largest_open) = (initial.estimate, 0, 1);
        self.list[owner].add_root(self.evaluation, initial);
        (self.solution, self.targets.1, self.gate) = (None, 0, 0);
        self.control.restart();
    }

    /// Replaces the memory kept from an earlier search, while there is nothing but the root.
    pub(super) fn give_back<P: StateSpace<State = S>>(&mut self, space: &P) {
        let Some(owner) = self.list.iter().position(|part| part.table.len() > 0) else { return };
        let root = self.list[owner].table.states[NodeId::FIRST].clone();
        let root = Initial::new(space, root);
        let mut list = new_parts(self.list.len());
        list[owner].add_root(self.evaluation, root);
        // Old states are dropped at the end.
        self.list = list;
    }

    /// Adds another initial state, right after a restart.
    pub(super) fn add_initial<P>(&mut self, space: &P, initial: S) -> Result<(), Full>
    where
        P: StateSpace<State = S>,
    {
        let count = self.list.len();
        let (owner, hash) = Numbering { part: 0, count }.owner(key(space, &initial));
        let heap_bytes = space.heap_bytes(&initial);
        let message = Message { state: initial, hash, path_cost: 0, parent: None };
        self.control.begin();
        // The limit is checked when the state is added.
        let mut allowance = usize::MAX;
        self.list[owner].received[0].push(message, heap_bytes, &mut allowance)
    }

    pub(super) fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// The cost of the path to [`last`](Self::last).
    pub(super) fn cost(&self) -> u32 {
        self.last().map_or(0, |(cost, _)| cost)
    }

    /// The proven lower bound, which is at most the cost of a solution.
    pub(super) fn lower_bound(&self) -> u32 {
        let proven = self.evaluation.lower_bound(self.proven_f).max(self.root_estimate);
        self.solution.map_or(proven, |(cost, _)| proven.min(cost))
    }

    /// The goal that was found, or else the most promising node, with its path cost.
    fn last(&self) -> Option<(u32, PartNode)> {
        let best = self.list.iter().enumerate().min_by_key(|(_, part)| part.best.0);
        let best = best.map(|(index, part)| (part.best.0.path_cost(), (index, part.best.1)));
        self.solution.or(best)
    }

    /// The states from the root to the goal, or else to the most promising node.
    pub(super) fn path(&self) -> Vec<S> {
        let last = self.last().map(|(_, node)| node);
        path_to(last, self.list.len(), |part| &self.list[part].table)
    }

    pub(super) fn statistics(&self) -> Statistics {
        let sent = self.list.iter().flat_map(|part| &part.open.sent);
        let sent: usize = sent.map(|mail| mail.messages.len()).sum();
        Statistics {
            expanded: self.sum(|part| part.open.expanded),
            generated: self.sum(Part::generated) + sent as u64,
            enqueued: self.sum(|part| part.table.len() as u64),
            dequeued: self.dequeued(),
            reopened: self.sum(|part| part.reopened),
            duplicates: self.sum(|part| part.duplicates),
            open: self.open(),
            largest_open: self.largest_open.max(self.open()),
            bytes: self.bytes(),
            elapsed: self.control.elapsed,
        }
    }

    fn sum(&self, count: impl Fn(&Part<S>) -> u64) -> u64 {
        self.list.iter().map(count).sum()
    }

    fn dequeued(&self) -> u64 {
        self.sum(|part| part.open.dequeued())
    }

    /// The number of open nodes.
    fn open(&self) -> u64 {
        self.sum(|part| part.open.len() as u64)
    }

    fn bytes(&self) -> usize {
        self.list.iter().map(Part::bytes).sum()
    }

    /// Whether several threads are worth using for the next steps.
    pub(super) fn is_worthwhile(&self, steps: u64) -> bool {
        let most = self.open() / self.rounds.share;
        self.list.len() > 1 && most >= WORTHWHILE && steps >= WORTHWHILE
    }

    /// Begins a round, after all that was sent has been added. Ends the search if there is nothing
    /// more to do.
    fn begin_round<P: StateSpace<State = S>>(&mut self, space: &P) -> Result<(), Halt> {
        let goals = self.list.iter_mut().enumerate().filter_map(|(index, part)| {
            part.open.goal.take().map(|(cost, goal)| (cost, (index, goal)))
        });
        self.solution = self.solution.into_iter().chain(goals).min_by_key(|&(cost, _)| cost);
        let open = self.open();
        self.largest_open = self.largest_open.max(open);
        let lowest = self.list.iter_mut().filter_map(|part| part.open.queue.lowest_f()).min();
        self.proven_f = self.proven_f.max(lowest.unwrap_or(u32::MAX));
        self.solution = self.farthest_target(space).or(self.solution);
        if self.solution.is_some_and(|(cost, _)| cost <= self.proven_f) {
            return Err(End::Solved.into());
        }
        let Some(lowest) = lowest else {
            let overflowed = self.list.iter().any(|part| part.overflowed);
            return Err(exhausted(overflowed).into());
        };
        let count = self.list.len() as u64;
        let Rounds { share, pace } = self.rounds;
        let most =
            (open / share).min(self.sum(|part| part.open.expanded) / pace).min(count * MOST_NODES);
        self.gate = match self.solution {
            // In so short a round, only nodes of the lowest *f*, as on one thread.
            _ if most < count => lowest,
            Some((cost, _)) => cost - 1,
            None => u32::MAX,
        };
        let quota = most.div_ceil(count).max(1);
        self.list.iter_mut().for_each(|part| part.open.quota = quota);
        Ok(())
    }

    /// The farthest target, with its path cost, once each is reached for certain.
    fn farthest_target<P: StateSpace<State = S>>(&mut self, space: &P) -> Option<(u32, PartNode)> {
        let Self { list, targets: (targets, reached), proven_f, .. } = self;
        let known = |target| find(target, key(space, target), list.len(), |part| &list[part].table);
        while let Some(target) = targets.get(*reached) {
            known(target).filter(|(cost, _)| cost <= proven_f)?;
            *reached += 1;
        }
        targets.iter().filter_map(known).max()
    }

    /// Moves each mail that was sent to the part that receives it, and leaves an empty mail in its
    /// place.
    fn exchange(&mut self) {
        for from in 0..self.list.len() {
            let mut sent = mem::take(&mut self.list[from].open.sent);
            for (mail, to) in sent.iter_mut().zip(&mut self.list) {
                mem::swap(mail, &mut to.received[from]);
            }
            self.list[from].open.sent = sent;
        }
    }

    /// How many more bytes may be used.
    fn allowance(&self) -> Result<usize, Full> {
        self.control.allowance(|| self.bytes())
    }

    /// Allows each part the same share of the memory that is left.
    fn share_allowance(&mut self) -> Result<(), Full> {
        let share = match self.allowance()? {
            usize::MAX => usize::MAX,
            allowance => allowance / self.list.len(),
        };
        self.list.iter_mut().for_each(|part| part.open.allowance = share);
        Ok(())
    }
}

impl<S: Hash + Eq + Clone + Send + Sync, E: Evaluation + Sync> Parts<S, E> {
    /// Takes up to `steps` steps.
    pub(super) fn run<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        mut steps: u64,
    ) -> Result<(), Halt> {
        // A state may have panicked in the last call, before a node was expanded to the end.
        self.list.iter_mut().for_each(|part| part.recover(space));
        loop {
            if self.sum(|part| part.open.quota) > 0 {
                if steps == 0 {
                    return Ok(());
                }
                steps -= self.expand(space, steps)?;
            } else {
                // If a state panicked, some may have received what others have not.
                if self.list.iter().all(|part| part.waiting() == 0) {
                    self.exchange();
                }
                self.receive(space)?;
                self.begin_round(space)?;
            }
        }
    }

    /// Expands up to `steps` nodes. Returns how many steps it took.
    fn expand<P: StateSpace<State = S> + Sync>(
        &mut self,
        space: &P,
        steps: u64,
    ) -> Result<u64, Halt> {
        let before = self.dequeued();
        let until = self.share_steps(steps);
        let gate = self.gate;
        let expand = |(work, until): (Work<'_, S>, u64), states: &[&Arena<S>]| {
            let steps = until - work.open.dequeued();
            work.open.expand(space, states, work.nodes, gate, steps);
        };
        self.share_allowance()?;
        let is_parallel = until.iter().sum::<u64>() >= before + WORTHWHILE && self.list.len() > 1;
        let (states, work) = split(&mut self.list);
        let work = work.into_iter().zip(until.iter().copied());
        phases::for_each(is_parallel, work, |work| expand(work, &states));
        for (index, &until) in until.iter().enumerate() {
            if self.list[index].open.full.is_some() {
                self.list[index].recover(space);
                // The part has used up its share, and gets all the memory that is left.
                self.list[index].open.allowance = self.allowance()?;
                let (states, mut work) = split(&mut self.list);
                expand((work.swap_remove(index), until), &states);
                if let Some(full) = self.list[index].open.full {
                    self.list[index].recover(space);
                    return Err(full.into());
                }
            }
        }
        Ok(self.dequeued() - before)
    }

    /// Adds all that was received.
    fn receive<P: StateSpace<State = S> + Sync>(&mut self, space: &P) -> Result<(), Halt> {
        let evaluation = self.evaluation;
        let waiting: usize = self.list.iter().map(Part::waiting).sum();
        let growth = self.list.iter().map(|part| part.table.hashed_again(part.waiting()));
        let growth = growth.max().unwrap_or(0);
        self.control.has_time_to_grow(growth)?;
        let all_grow = self.list.iter().any(|part| part.table.room() < part.waiting());
        self.share_allowance()?;
        let is_parallel = waiting as u64 >= WORTHWHILE && self.list.len() > 1;
        phases::for_each(is_parallel, &mut self.list, |part| {
            part.receive(space, evaluation, all_grow);
        });
        self.control.note_growth(growth);
        for index in 0..self.list.len() {
            if self.list[index].open.full.take().is_some() {
                self.list[index].open.allowance = self.allowance()?;
                self.list[index].receive(space, evaluation, false);
                self.list[index].open.full.take().map_or(Ok(()), Err)?;
            }
        }
        Ok(())
    }

    /// Divides up to `steps` steps among the parts. Returns how many nodes each may have taken off
    /// its open list after these steps.
    ///
    /// All parts that have not finished the round then have the same number of nodes left in it,
    /// the first ones one less. So the division of earlier steps makes no difference.
    fn share_steps(&self, steps: u64) -> Vec<u64> {
        let parts = self.list.iter().filter(|part| part.open.quota > 0).count() as u64;
        let rest = self.sum(|part| part.open.quota).saturating_sub(steps);
        let (least, more) = (rest / parts, rest % parts);
        let (mut left, mut after) = (steps, parts);
        let until = self.list.iter().map(|Part { open, .. }| {
            let mut share = 0;
            if open.quota > 0 {
                // After a panic of a state, some may be further than others.
                let rest = least + u64::from(after <= more);
                share = open.quota.saturating_sub(rest).min(left);
                (left, after) = (left - share, after - 1);
            }
            open.dequeued() + share
        });
        until.collect()
    }
}

/// This number of parts, without states.
fn new_parts<S: Hash + Eq>(count: usize) -> Vec<Part<S>> {
    (0..count).map(|part| Part::new(Numbering { part, count })).collect()
}

/// What a part needs for itself to expand nodes.
struct Work<'a, S> {
    nodes: &'a mut Arena<Node>,
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
