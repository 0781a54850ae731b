//! Breadth-first search on several threads.

mod chunk;
mod hashed;
mod round;

use std::hash::Hash;

use super::{BreadthFirst, BreadthFirstSearch};
use crate::StateSpace;
use crate::frontier::Full;
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise, without_options};
use crate::search::reached::Reached;
use crate::search::{Algorithm, Search};
use chunk::{CAPACITY, fitting};
use hashed::Hashed;
use round::{CHUNKS, Round};

/// Breadth-first search on several threads. It expands some thousand nodes of a level at a time, in
/// parallel. Then it looks up their successors in parallel, by region of the table.
///
/// It runs on the threads of the current [`rayon`] pool. Outside of a pool it uses the global one,
/// with one thread for each core. The first 65,536 nodes are searched on one thread, and so are
/// levels of only a few hundred nodes.
///
/// # Guarantees
///
/// As in [`BreadthFirst`](crate::search::BreadthFirst), the solution has the **fewest steps**, and
/// the search is **complete** on finite spaces.
///
/// **The number of threads does not affect the result**: path, bound and counters are those of
/// `BreadthFirst`, whenever the search stops. The exceptions are a stop at a memory limit, and
/// [`bytes`](crate::Statistics::bytes).
///
/// # Complexity
///
/// The time of `BreadthFirst` divided by the number of threads, as long as levels are wide. Some
/// nodes may be expanded twice: those after the parent of a goal, after a path that costs too much,
/// or after a state with far more successors than others. Duplicates are tested for a goal too.
///
/// # Memory
///
/// The memory of `BreadthFirst`, and 60 bytes plus a state for each successor in a buffer. The
/// buffers hold at most 65,536 successors, and at most a sixteenth of the number of stored nodes.
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
/// use bestfirst::search::{BreadthFirst, ParallelBreadthFirst};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let alone = Solver::builder(board.clone()).algorithm(BreadthFirst::new()).solve();
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solve = || Solver::builder(board).algorithm(ParallelBreadthFirst::new()).solve();
/// let solver = pool.install(solve);
/// assert_eq!(solver.solution(), alone.solution());
/// assert_eq!(solver.statistics().generated, alone.statistics().generated);
/// # }
/// ```
///
/// # Reference
///
/// R. E. Korf and P. Schultze, "Large-scale parallel breadth-first search", *AAAI* 2005. There,
/// states are also divided by hash, but among files instead of cache-sized regions.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParallelBreadthFirst;

without_options!(ParallelBreadthFirst);

impl<P: StateSpace<State: Hash + Eq + Send + Sync> + Sync> Algorithm<P> for ParallelBreadthFirst {
    type Search = ParallelBreadthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let alone = BreadthFirst::new().start(Hashed(space), initial);
        let (round, nodes) = (Round::new(), fitting(1, 2));
        ParallelBreadthFirstSearch { alone, round, next_round: 0, nodes }
    }
}

/// A parallel breadth-first search in progress. [`ParallelBreadthFirst`] starts one.
#[derive(Clone)]
pub struct ParallelBreadthFirstSearch<P: StateSpace> {
    /// The search on one thread. It continues where several threads would not help.
    alone: BreadthFirstSearch<Hashed<P>>,
    round: Round<P::State>,
    /// The index of the first node that may be expanded in a round.
    next_round: usize,
    /// How many nodes to give to a chunk, so that their successors are likely to fit.
    nodes: usize,
}

/// A round has room for one successor for each `SHARE` stored nodes.
const SHARE: usize = 16;
/// A round of fewer chunks is not worth waking other threads.
const LEAST: usize = 4;
/// From this many nodes on, rounds are faster on one thread too. The table is far larger than the
/// caches, and a round visits one region of it after the other.
const ALWAYS_FROM: usize = 1 << 22;

impl<P: StateSpace<State: Hash + Eq + Send + Sync> + Sync> ParallelBreadthFirstSearch<P> {
    /// Expands up to `steps` nodes on several threads. Returns how many it expanded. This is 0 if
    /// there is too little work or too little memory.
    fn round(&mut self, steps: usize) -> usize {
        let BreadthFirstSearch { ref reached, next, end_of_level, .. } = self.alone;
        let stored = reached.table.len();
        let most = (stored / SHARE / CAPACITY).min(CHUNKS);
        let nodes = steps.min(end_of_level - next).min(most * self.nodes);
        let chunks = nodes.div_ceil(self.nodes);
        let is_worthwhile =
            chunks >= LEAST && (stored >= ALWAYS_FROM || rayon::current_num_threads() > 1);
        self.next_round = next + nodes.max(CAPACITY);
        if !is_worthwhile || !self.alone.successors.are_new() || self.make_room(most).is_err() {
            return 0;
        }
        let Self { alone, round, .. } = self;
        let BreadthFirstSearch { space, reached, .. } = alone;
        let space = &*space;
        let expanded = rayon::scope(|_| {
            let count = round.expand(space, reached, next, chunks, nodes);
            round.add(space, reached, count)
        });
        alone.end_turns(expanded);
        if expanded == nodes {
            self.next_round = self.alone.next;
        }
        self.nodes = self.round.nodes(chunks);
        if expanded > 0 {
            self.round.drop_successors();
        }
        expanded
    }

    /// Goes on after a state has panicked while states were entered into the table.
    fn recover(&mut self) {
        if self.round.is_entering {
            self.alone.reached.table.refill();
            self.round.is_entering = false;
        }
    }

    /// Makes room for the successors of `chunks` chunks.
    fn make_room(&mut self, chunks: usize) -> Result<(), Halt> {
        let Self { alone, round, .. } = self;
        let reserved = alone.allowance().and_then(|allowance| round.reserve(chunks, allowance));
        alone.round_bytes = round.bytes();
        reserved?;
        let (count, stored) = (chunks * CAPACITY, alone.reached.table.len());
        if alone.reached.table.room() < count {
            let fill = |table: &mut _| rayon::scope(|_| round.fill(table));
            let allowance = alone.allowance()?;
            let Reached { table, control, .. } = &mut alone.reached;
            let states = table.hashed_again(count);
            control.has_time_to_grow(states)?;
            table.reserve_by(fill, count, allowance)?;
            control.note_growth(states);
        }
        // The heap memory that the new states are likely to own.
        let heap_bytes = alone.reached.heap_bytes.div_ceil(stored).saturating_mul(count);
        if heap_bytes <= alone.allowance()? { Ok(()) } else { Err(Full::Allowance.into()) }
    }
}

impl<P: StateSpace<State: Hash + Eq + Send + Sync> + Sync> Stepwise
    for ParallelBreadthFirstSearch<P>
{
    // A round expands many nodes at once.
    const MOST_STEPS: u64 = 1 << 16;

    fn step(&mut self) -> Result<(), Halt> {
        self.alone.step()
    }

    fn steps(&mut self, mut count: u64) -> Result<(), Halt> {
        self.recover();
        while count > 0 {
            let mut done = 0;
            if self.alone.next >= self.next_round {
                done = self.round(usize::try_from(count).unwrap_or(usize::MAX)) as u64;
            }
            if done == 0 {
                done = count.min((self.next_round - self.alone.next) as u64);
                self.alone.steps(done)?;
            }
            count -= done;
        }
        Ok(())
    }

    answers!(|search| search.alone.reached; control);

    fn give_back(&mut self) {
        self.alone.give_back();
        self.round = Round::new();
        self.alone.round_bytes = 0;
    }
}

impl<P: StateSpace<State: Hash + Eq + Send + Sync> + Sync> Search
    for ParallelBreadthFirstSearch<P>
{
    type State = P::State;

    stepwise!();
    answers!(|search| search.alone; statistics, lower_bound, solution);

    fn restart(&mut self, initial: P::State) {
        self.recover();
        self.next_round = 0;
        self.nodes = fitting(1, 2);
        self.alone.restart(initial);
        self.end_restart();
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq + Send + Sync> + Sync]
    ParallelBreadthFirstSearch<P>, StateSpace,
    alone in space.0 as Hashed; round, next_round, nodes
);
