//! A search as the checks see it.

use bestfirst::search::{Algorithm, Reuse, Search};
use bestfirst::{Limits, Solver};

use super::space::{Space, State};

/// What a search guarantees about its solution, if the estimates are admissible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    Optimal,
    /// At most this many times the optimum.
    Within(f64),
    FewestSteps,
    Any,
    /// Any solution, or none although there is one.
    Incomplete,
}

/// Properties of a search that the checks depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    /// It has no closed list, so it may follow cycles and never end.
    Walks,
    /// It uses goals and predecessors, and has a path as soon as the two ends meet.
    FromBothEnds,
    /// It ignores estimates.
    Blind,
    /// A limit on bytes changes the order of its expansions.
    AdaptsToBytes,
    /// In a large table, it takes several nodes off the open list at a time.
    TakesBatches,
    /// It is right only where each step can be undone at the same cost.
    Undoes,
}

/// A search to compare.
pub(crate) struct Contender<S: State> {
    pub(crate) name: &'static str,
    pub(crate) promise: Promise,
    pub(crate) traits: &'static [Trait],
    pub(crate) start: Start<S>,
    pub(crate) solve: Solve<S>,
    /// It runs on one problem in this many, if the same search also runs on all.
    pub(crate) every: u64,
    /// The number of threads.
    pub(crate) threads: Option<usize>,
    /// The sequential search that it must be equal to.
    pub(crate) like: Option<Start<S>>,
}

/// A search in progress.
pub(crate) type Machine<S> = Box<dyn Reusable<S>>;

/// A search that can begin again, and whose memory others can use.
pub(crate) trait Reusable<S: State>: Search<State = S> {
    /// Another search in the memory of this one.
    fn reused(self: Box<Self>, space: Space<S>, initial: S) -> Machine<S>;
}

impl<S, M> Reusable<S> for M
where
    S: State,
    M: Reuse<Space = Space<S>> + Search<State = S> + 'static,
{
    fn reused(self: Box<Self>, space: Space<S>, initial: S) -> Machine<S> {
        Box::new(M::from_memory(self.into_memory(), space, initial))
    }
}

pub(crate) type Start<S> = Box<dyn Fn(Space<S>, S) -> Machine<S> + Send + Sync>;
pub(crate) type Solve<S> = Box<dyn Fn(Space<S>, S, Limits) -> Solver<S> + Send + Sync>;

impl<S: State> Contender<S> {
    pub(crate) fn new<A>(
        name: &'static str,
        promise: Promise,
        traits: &'static [Trait],
        algorithm: A,
    ) -> Self
    where
        A: Algorithm<Space<S>, Search: Reuse<Space = Space<S>> + 'static>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        let solver = algorithm.clone();
        let solve = move |space, initial, limits| {
            let builder = Solver::builder_in(space, initial).algorithm(solver.clone());
            builder.limits(limits).solve()
        };
        let (start, solve) = (start(algorithm), Box::new(solve));
        Self { name, promise, traits, start, solve, every: 1, threads: None, like: None }
    }

    pub(crate) fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// The number of expansions after which a check ends the search.
    pub(crate) fn enough(&self) -> u64 {
        if self.is(Trait::Walks) { 1_000 } else { 5_000 }
    }

    /// Starts the search on the problem with this index.
    pub(crate) fn start(&self, space: &Space<S>, problem: usize) -> Machine<S> {
        (self.start)(space.clone(), space.initial(problem))
    }

    pub(crate) fn solve(&self, space: &Space<S>, problem: usize, limits: Limits) -> Solver<S> {
        (self.solve)(space.clone(), space.initial(problem), limits)
    }
}

pub(crate) fn start<S: State, A>(algorithm: A) -> Start<S>
where
    A: Algorithm<Space<S>, Search: Reuse<Space = Space<S>> + 'static> + Send + Sync + 'static,
{
    Box::new(move |space, initial| Box::new(algorithm.start(space, initial)))
}
