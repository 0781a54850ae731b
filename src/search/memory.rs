//! What is kept of a search for the next one, without its space.

use std::marker::PhantomData;

use super::{Algorithm, GraphAStar, Search};
use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::{BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// A search whose memory can serve another search, in any space of the same states. All searches of
/// this crate implement this trait; [`Lockstep`](super::Lockstep) only if its two searches are in
/// the same space.
///
/// [`SolverBuilder::solve_in`](crate::SolverBuilder::solve_in) calls these methods, with a
/// [`Memory`].
pub trait Reuse: Search + Sized {
    /// The space of the search.
    type Space: StateSpace<State = <Self as Search>::State>;

    /// What is left of the search without its space. It has no answer, and cannot go on.
    type Memory;

    /// Drops the space, and keeps everything else.
    fn into_memory(self) -> Self::Memory;

    /// Starts a search in this memory, without limits. The options of the algorithm are those of
    /// the search before.
    fn from_memory(memory: Self::Memory, space: Self::Space, initial: Self::State) -> Self;
}

/// The memory of a search by `A` over states of type `S`.
///
/// It does not hold the space. So the map may change between two queries, and one struct may own
/// both the map and the memory. Any space with these states can use it, with any goal.
///
/// ```
/// use bestfirst::search::Memory;
/// use bestfirst::{Problem, Solver};
///
/// struct Game {
///     is_wall: [bool; 100],
///     memory: Memory<usize>,
/// }
///
/// impl Game {
///     /// The way to the exit, in steps to the right and jumps over one cell.
///     fn way(&mut self, from: usize, exit: usize) -> Solver<usize> {
///         let Self { is_wall, memory } = self;
///         let is_free = |cell: &usize| is_wall.get(*cell) == Some(&false);
///         let steps = |&cell: &usize| [cell + 1, cell + 2].into_iter().filter(is_free);
///         let problem = Problem::from_neighbors(from, steps, |&cell| cell == exit);
///         problem.into_solver().solve_in(memory)
///     }
/// }
///
/// let mut game = Game { is_wall: [false; 100], memory: Memory::new() };
/// assert_eq!(game.way(0, 99).moves(), Some(50));
/// game.is_wall[7] = true;
/// assert_eq!(game.way(5, 99).moves(), Some(48));
/// game.is_wall[8] = true;
/// assert_eq!(game.way(5, 99).is_solvable(), Some(false));
/// ```
pub struct Memory<S: Clone, A: Algorithm<NoSpace<S>> = GraphAStar> {
    kept: Option<Kept<S, A>>,
}

/// What is kept of a search by `A` over states of type `S`: the search without its space.
pub type Kept<S, A> = <A as Algorithm<NoSpace<S>>>::Search;

impl<S: Clone, A: Algorithm<NoSpace<S>>> Memory<S, A> {
    /// Memory that no search has used yet. It takes nothing from the heap.
    #[must_use]
    pub const fn new() -> Self {
        Self { kept: None }
    }

    /// Keeps the memory of a search. It drops what was kept before.
    pub fn keep<M: Reuse<Memory = Kept<S, A>>>(&mut self, search: M) {
        self.kept = Some(search.into_memory());
    }

    /// Starts a search in this memory, which is empty then.
    pub(crate) fn start<P>(
        &mut self,
        algorithm: &A,
        space: P,
        initial: S,
    ) -> <A as Algorithm<P>>::Search
    where
        P: StateSpace<State = S>,
        A: Algorithm<P, Search: Reuse<Space = P, Memory = Kept<S, A>>>,
    {
        match self.kept.take() {
            Some(memory) => Reuse::from_memory(memory, space, initial),
            None => algorithm.start(space, initial),
        }
    }
}

derived!(Default from new for [S: Clone, A: Algorithm<NoSpace<S>>] Memory<S, A>);

debug!(
    [S: Clone, A: Algorithm<NoSpace<S>>] Memory<S, A>,
    |memory| bytes: memory.kept.as_ref().map_or(0, |search| search.statistics().bytes)
);

/// The placeholder for the space of a search that a [`Memory`] keeps. It has no steps, and no goal.
#[derive(Clone, Copy, Debug)]
pub struct NoSpace<S>(PhantomData<fn() -> S>);

impl<S> NoSpace<S> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Clone> StateSpace for NoSpace<S> {
    type State = S;

    fn estimate(&self, _: &S) -> Cost {
        0
    }

    fn is_goal(&self, _: &S) -> bool {
        false
    }

    fn for_each_successor(&self, _: &S, _: Option<&S>, _: impl FnMut(S, Cost)) {}
}

impl<S: Clone> NumberedSpace for NoSpace<S> {
    fn numbers(&self) -> usize {
        0
    }

    fn state(&self, _: usize) -> Option<S> {
        None
    }
}

impl<S: Clone> BidirectionalSpace for NoSpace<S> {
    fn goals(&self, _: &S) -> impl IntoIterator<Item = S> {
        None
    }

    fn for_each_predecessor(&self, _: &S, _: Option<&S>, _: impl FnMut(S, Cost)) {}
}
