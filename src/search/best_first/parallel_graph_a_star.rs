//! Graph-search A\* on several threads.

mod mail;
mod numbering;
mod open;
mod part;
mod parts;

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::search::course::{Course, Stepwise};
use crate::search::{Algorithm, End, RestartIn, Search, fmt_search};
use crate::{Limits, StateSpace, Statistics};
use parts::Parts;

/// Graph-search A\* on several threads.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParallelGraphAStar;

impl ParallelGraphAStar {
    /// Runs on the threads of the pool in which the search is started and advanced.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<P> Algorithm<P> for ParallelGraphAStar
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    type Search = ParallelGraphSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = ParallelGraphSearch { space, parts: Parts::new(), course: Course::new() };
        search.restart(initial);
        search
    }
}

/// A parallel graph search in progress. [`ParallelGraphAStar`] starts one.
#[derive(Clone)]
pub struct ParallelGraphSearch<P: StateSpace> {
    space: P,
    parts: Parts<P::State>,
    course: Course,
}

impl<P> Stepwise for ParallelGraphSearch<P>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    // A round expands many nodes.
    const MOST_STEPS: u64 = 1 << 16;

    fn step(&mut self) -> ControlFlow<End> {
        self.steps(1)
    }

    fn steps(&mut self, count: u64) -> ControlFlow<End> {
        let Self { space, parts, course } = self;
        let space = &*space;
        if parts.is_worthwhile(count) {
            // The threads are entered once, and not for each round.
            rayon::scope(|_| parts.run(space, course, count))
        } else {
            parts.run(space, course, count)
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P> Search for ParallelGraphSearch<P>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        self.parts.statistics(&self.course)
    }

    fn lower_bound(&self) -> u32 {
        self.parts.lower_bound()
    }

    fn path(&self) -> Vec<P::State> {
        self.parts.path()
    }

    fn cost(&self) -> u32 {
        self.parts.cost()
    }

    fn has_solution(&self) -> bool {
        self.parts.has_solution()
    }

    fn restart(&mut self, initial: P::State) {
        self.parts.restart(&self.space, initial);
        self.course.restart();
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.course.set_limits(limits);
    }
}

impl<P> RestartIn<P> for ParallelGraphSearch<P>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
    }
}

impl<P> fmt::Debug for ParallelGraphSearch<P>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_search(f, "ParallelGraphSearch", self.course.answer, self)
    }
}
