//! Best-first search with a closed list on several threads.

mod mail;
mod open;
mod part;
mod parts;

use std::hash::Hash;

pub(crate) use parts::Rounds;

use super::node::Node;
use super::{Evaluation, Sum};
use crate::StateSpace;
use crate::frontier::{Full, StateTable};
use crate::search::Search;
use crate::search::course::{Course, Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::phases;
use parts::Parts;

/// A graph search on several threads in progress.
/// [`ParallelBestFirst`](crate::search::ParallelBestFirst) starts one.
#[derive(Clone)]
pub struct ParallelGraphSearch<P: StateSpace, E = Sum> {
    space: P,
    parts: Parts<P::State, E>,
}

impl<P, E> ParallelGraphSearch<P, E>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
    E: Evaluation + Send + Sync,
{
    /// By an evaluation whose *f* is never less than the path cost. So once every open node has an
    /// *f* of at least the cost of a goal, the goal is what the evaluation promises.
    pub(crate) fn new(space: P, initial: P::State, evaluation: E, rounds: Rounds) -> Self {
        Self { space, parts: Parts::new(evaluation, rounds) }.started(initial)
    }

    /// Adds another initial state, right after a restart.
    pub(crate) fn add_initial(&mut self, initial: P::State) -> Result<(), Full> {
        self.parts.add_initial(&self.space, initial)
    }

    /// Lets the search go on until each of these states is reached. The space must have no goals.
    pub(crate) fn set_targets(&mut self, targets: Vec<P::State>) {
        self.parts.targets = (targets, 0);
    }

    /// The states reached, in parts.
    pub(crate) fn into_tables(self) -> Vec<StateTable<P::State, Node>> {
        self.parts.list.into_iter().map(|part| part.table).collect()
    }
}

impl<P, E> Stepwise for ParallelGraphSearch<P, E>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
    E: Evaluation + Send + Sync,
{
    // A round expands many nodes.
    const MOST_STEPS: u64 = 1 << 16;

    fn step(&mut self) -> Result<(), Halt> {
        self.steps(1)
    }

    fn steps(&mut self, count: u64) -> Result<(), Halt> {
        let Self { space, parts } = self;
        let space = &*space;
        if parts.is_worthwhile(count) {
            // Enters the pool once, and not in each phase.
            phases::in_pool(|| parts.run(space, count))
        } else {
            parts.run(space, count)
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.parts.course
    }

    fn give_back(&mut self) {
        self.parts.give_back(&self.space);
    }
}

impl<P, E> Search for ParallelGraphSearch<P, E>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
    E: Evaluation + Send + Sync,
{
    type State = P::State;

    stepwise!();
    answers!(|search| search.parts; statistics, lower_bound, solution);

    fn restart(&mut self, initial: P::State) {
        self.parts.restart(&self.space, initial);
        self.end_restart();
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq + Send + Sync> + Sync, E: Evaluation + Send + Sync]
    ParallelGraphSearch<P, E>, StateSpace,
    space; parts
);
