//! Best-first search with a closed list on several threads.

mod mail;
mod open;
mod part;
mod parts;

use std::hash::Hash;

pub(crate) use parts::Rounds;

use super::{Evaluation, Node, Sum};
use crate::StateSpace;
use crate::frontier::{Full, StateTable};
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::phases;
use crate::search::{Algorithm, Search};
use crate::space::derived::derived;
use parts::Parts;

/// Graph search on several threads. [`ParallelGraphAStar`] is A\*; its page describes the search.
/// [`UniformCost::parallel`](super::UniformCost::parallel) and
/// [`WeightedAStar::parallel`](super::WeightedAStar::parallel) make the others.
#[derive(Clone, Copy, Debug)]
pub struct ParallelBestFirst<E = Sum> {
    pub(super) evaluation: E,
    pub(super) rounds: Rounds,
}

/// Graph-search A\* on several threads. The states are divided by their hashes. Each part has its
/// own closed list and its own open list, and adds the states that hash to it.
///
/// The search goes on in rounds. First, the parts expand the first nodes of their open lists, and
/// send the successors to the parts that own them. Then they add what was sent to them. The parts
/// work in parallel, without locks. The number of nodes in a round grows with the search and with
/// the open lists, up to 4,096 for each part.
///
/// It runs on the threads of the current [`rayon`] pool. Outside of a pool it uses the global one,
/// with one thread for each core. There is a part for each thread of the pool in which the search
/// is started or restarted, up to 64. Rounds of fewer than 64 nodes run on one thread.
///
/// # Guarantees
///
/// As [`GraphAStar`](crate::search::GraphAStar), it is **optimal** if the heuristic is admissible,
/// which need not be consistent, and **complete** on finite spaces. After a round, nothing is on
/// the way between the parts. So the lowest *f* in all open lists is a lower bound, and a goal
/// whose path costs no more is optimal.
///
/// **The number of threads does not affect** the cost of the solution or the proof that there is
/// none. It affects which of several optimal solutions is found, and the counters: some nodes are
/// expanded before others with a lower *f*, and a few of them again. With the same number of parts
/// all of this is the same in every run, however often limits stop the search and it is resumed.
///
/// A goal may be found before it is proven optimal. If the search stops in between, it
/// [has a solution](crate::search::Search::has_solution).
///
/// # Complexity
///
/// The time of `GraphAStar` divided by the number of threads, if there are many nodes of about the
/// same *f*. It is faster where the open list is large and where expansions take long. Two idle
/// cores solved a 15-puzzle of 5.6 million expansions 1.7 times as fast as one. On maps of
/// 2000×2000 cells they were 0.9 to 1.2 times as fast: an open list has a few thousand nodes there,
/// so rounds are short, and an expansion takes less than a microsecond, so threads wait for each
/// other most of the time. A search that heads straight for a goal is no faster either.
///
/// Between the phases of a round, threads do not sleep. So all of them are busy until the search
/// ends, even where more of them do not make it faster.
///
/// # Memory
///
/// The memory of `GraphAStar`, and 24 bytes plus a state for each successor of a round. If the
/// states are [numbered](StateSpace::number), each part has an array of its own.
///
/// # Threads
///
/// The methods of the space and the states must not wait for other threads of the same pool.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::{GraphAStar, ParallelGraphAStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let alone = Solver::builder(board.clone()).algorithm(GraphAStar::new()).solve();
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solve = || Solver::builder(board).algorithm(ParallelGraphAStar::new()).solve();
/// let solver = pool.install(solve);
/// assert_eq!(solver.cost(), alone.cost());
/// # }
/// ```
///
/// # Reference
///
/// A. Kishimoto, A. Fukunaga and A. Botea, "Evaluation of a simple, scalable, parallel best-first
/// search strategy", *Artificial Intelligence* 195, 2013. There, states are divided by hash in the
/// same way, but there are no rounds: each processor goes on with what has arrived. Rounds are from
/// M. Evett, J. Hendler, A. Mahanti and D. Nau, "PRA\*: massively parallel heuristic search",
/// *Journal of Parallel and Distributed Computing* 25(2), 1995.
pub type ParallelGraphAStar = ParallelBestFirst<Sum>;

impl ParallelBestFirst<Sum> {
    /// A\*, which has no options.
    #[must_use]
    pub fn new() -> Self {
        Self { evaluation: Sum::LOW_H, rounds: Rounds::GUIDED }
    }
}

derived!(Default from new for [] ParallelBestFirst<Sum>);

impl<P, E> Algorithm<P> for ParallelBestFirst<E>
where
    P: StateSpace<State: Hash + Eq + Send + Sync> + Sync,
    E: Evaluation + Send + Sync,
{
    type Search = ParallelGraphSearch<P, E>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        ParallelGraphSearch::new(space, initial, self.evaluation, self.rounds)
    }
}

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
    /// *f* of at least the cost of a goal, that goal is as cheap as the evaluation promises.
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

    answers!(|search| search.parts; control);

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
