//! The searches of this crate, in new memory for each query and in that of the query before.

use bestfirst::search::{Algorithm, Kept, Memory, NoSpace, Reuse};
use bestfirst::{Cost, Solver, StateSpace};

/// The start and the goal.
pub(crate) type Query<S> = [S; 2];

pub(crate) fn fresh<S, P, A>(
    algorithm: A,
    space: impl Fn(&Query<S>) -> P,
) -> impl FnMut(&Query<S>) -> Option<Cost>
where
    S: Clone,
    P: StateSpace<State = S>,
    A: Algorithm<P> + Clone,
{
    move |query| {
        let solver = Solver::builder_in(space(query), query[0].clone());
        solver.algorithm(algorithm.clone()).solve().cost()
    }
}

pub(crate) fn kept<S, P, A>(
    algorithm: A,
    space: impl Fn(&Query<S>) -> P,
) -> impl FnMut(&Query<S>) -> Option<Cost>
where
    S: Clone,
    P: StateSpace<State = S>,
    A: Algorithm<NoSpace<S>> + Clone,
    A: Algorithm<P, Search: Reuse<Space = P, Memory = Kept<S, A>>>,
{
    let mut memory = Memory::new();
    move |query| {
        let solver = Solver::builder_in(space(query), query[0].clone());
        solver.algorithm(algorithm.clone()).solve_in(&mut memory).cost()
    }
}
