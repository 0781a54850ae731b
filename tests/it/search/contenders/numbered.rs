//! Problems as a space in which all states have numbers, and the search that needs one.

use std::cell::Cell;
use std::rc::Rc;

use bestfirst::search::{self, Algorithm, DenseSearch, End, Evaluation, Reuse, Search};
use bestfirst::{Cost, Event, Limits, NumberedSpace, StateSpace, Statistics};

use crate::search::differential::space::{Space, State};

/// One of the problems: states of different problems have the same numbers.
pub(crate) struct Numbered<S> {
    space: Space<S>,
    /// A state of the problem.
    like: Rc<Cell<u32>>,
}

impl<S: State> StateSpace for Numbered<S> {
    type State = S;

    const IS_OBSERVED: bool = S::IS_OBSERVED;

    fn observe(&self, event: &Event<'_, S>) {
        self.space.observe(event);
    }

    fn estimate(&self, state: &S) -> u32 {
        self.space.estimate(state)
    }

    fn is_goal(&self, state: &S) -> bool {
        self.space.is_goal(state)
    }

    fn for_each_successor(&self, state: &S, previous: Option<&S>, visit: impl FnMut(S, u32)) {
        self.space.for_each_successor(state, previous, visit);
    }

    fn number(&self, state: &S) -> Option<usize> {
        Some(self.space.node_of(state))
    }
}

impl<S: State> NumberedSpace for Numbered<S> {
    fn numbers(&self) -> usize {
        self.space.problems().iter().map(|problem| problem.edges.len()).max().unwrap_or(0)
    }

    fn state(&self, number: usize) -> Option<S> {
        Some(self.space.at(self.like.get(), number))
    }
}

/// A [`search::Dense`] on the problem of the initial state.
#[derive(Clone)]
pub(crate) struct Dense<E>(pub(crate) search::Dense<E>);

/// A search in progress that is told of the problem at each restart.
pub(crate) struct Machine<S: State, E> {
    like: Rc<Cell<u32>>,
    search: DenseSearch<Numbered<S>, E>,
}

impl<S: State, E: Evaluation> Algorithm<Space<S>> for Dense<E> {
    type Search = Machine<S, E>;

    fn start(&self, space: Space<S>, initial: S) -> Machine<S, E> {
        let like = Rc::new(Cell::new(initial.name()));
        let search = self.0.start(Numbered { space, like: like.clone() }, initial);
        Machine { like, search }
    }
}

impl<S: State, E: Evaluation> Search for Machine<S, E> {
    type State = S;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.search.advance(steps)
    }

    fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    fn lower_bound(&self) -> Cost {
        self.search.lower_bound()
    }

    fn path(&self) -> Vec<S> {
        self.search.path()
    }

    fn cost(&self) -> Cost {
        self.search.cost()
    }

    fn has_solution(&self) -> bool {
        self.search.has_solution()
    }

    fn restart(&mut self, initial: S) {
        let name = initial.name();
        // If this panics, the search is still on the problem before.
        self.search.restart(initial);
        self.like.set(name);
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.search.set_limits(limits);
    }
}

impl<S: State, E: Evaluation> Reuse for Machine<S, E> {
    type Space = Space<S>;
    type Memory = <DenseSearch<Numbered<S>, E> as Reuse>::Memory;

    fn into_memory(self) -> Self::Memory {
        self.search.into_memory()
    }

    fn from_memory(memory: Self::Memory, space: Space<S>, initial: S) -> Self {
        let like = Rc::new(Cell::new(initial.name()));
        let problem = Numbered { space, like: like.clone() };
        Self { like, search: DenseSearch::from_memory(memory, problem, initial) }
    }
}
