//! A\* on disk, for searches that outgrow the memory. Feature `external`.
//!
//! A search in memory looks up each state in a table as soon as it is generated. On disk, such a
//! look-up would take milliseconds. So the search writes states to files as they are generated,
//! sorts them, and removes duplicates where it reads the files in order: *delayed duplicate
//! detection*. The disk is only read and written sequentially.
//!
//! [`ExternalAStar`] is the search, and [`Encode`] turns states into bytes.

mod encode;
mod machine;
mod run;
mod successor_buffer;

use std::path::{Path, PathBuf};

pub use encode::Encode;

use crate::answer::error::messages;
use crate::tables::fault::{FileFault, error_in_file};
use crate::tables::observer::Observer;
use crate::{Cost, Limits, Outcome, Progress, Solution, StateSpace, Statistics, Stopped};
use machine::{End, Machine};
use run::Files;

/// A\* on disk: as [`GraphAStar`](crate::search::GraphAStar), but all states are in files.
///
/// States are in buckets by their path cost *g* and their estimate *h*. The bucket with the lowest
/// *f = g + h* is expanded first, and among these the one with the lowest *g*. Its states are read
/// in order. A state is a duplicate if it is in the bucket twice, or if it was expanded with the
/// same estimate and a path cost that is not higher. Successors are collected in memory, sorted,
/// and appended to their buckets.
///
/// With the estimate 0 it is uniform-cost search, and if all steps cost 1, breadth-first search.
///
/// # Guarantees
///
/// - **Optimal** if the estimate is admissible. It need not be consistent: a state is expanded
///   again if a cheaper path to it is found. Steps may go one way and may cost 0.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
/// - **Checked**: all that is read has a checksum. A fault of the disk is an error, never a wrong
///   answer.
///
/// The space gets the parent of each state as `previous`, and may [prune by
/// it](StateSpace#pruning-by-previous). A search that was stopped cannot be resumed.
///
/// # Complexity
///
/// Each record is sorted once in memory and merged once or a few times. A bucket is read with all
/// closed buckets of the same estimate and a path cost that is not higher. There are at least as
/// many files as buckets, so costs should be small whole numbers: with distances in metres nearly
/// every state would have a file of its own.
///
/// The last value of *f* is expanded in the order of *g*. So nearly all states whose *f* is the
/// cost of the solution are expanded. `GraphAStar` expands fewer of them.
///
/// # Memory
///
/// The limit is [`Limits::bytes`], or 256 MiB. Up to half of it, and at most 34 MiB, is for blocks
/// of files: up to 32 files that are read together, and two that are written. The rest is for
/// successors. A few bytes for each file come on top.
///
/// On disk, a state takes twice its bytes: a record has the state and its parent. The path is read
/// back from these records, one bucket for each step. An expanded state is on disk once. Any other
/// state is there at most once for each time it was generated.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::external::ExternalAStar;
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Limits, Worlds};
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let directory = std::env::temp_dir().join("bestfirst-external");
/// let answer = ExternalAStar::new(&directory)
///     .limits(Limits::none().bytes(1 << 20))
///     .solve(Worlds::new(), board)?;
/// assert_eq!(answer.solution().map(|solution| solution.moves()), Some(31));
/// # }
/// # Ok::<(), bestfirst::external::ExternalError>(())
/// ```
///
/// # Reference
///
/// S. Edelkamp, S. Jabbar and S. Schroedl, "External A\*", *KI* 2004. R. E. Korf, "Best-first
/// frontier search with delayed duplicate detection", *AAAI* 2004. K. Munagala and A. Ranade,
/// "I/O-complexity of graph algorithms", *SODA* 1999.
#[derive(Debug)]
#[must_use]
pub struct ExternalAStar<'a> {
    directory: PathBuf,
    limits: Limits,
    disk: u64,
    locality: Cost,
    observer: Observer<'a, Progress>,
}

/// The memory that is used if there is no limit.
const DEFAULT_MEMORY: usize = 256 << 20;

impl<'a> ExternalAStar<'a> {
    /// A search with its files in this directory. The directory is made if it is not there. It must
    /// be empty, and it is empty again when the search has ended.
    pub fn new(directory: impl AsRef<Path>) -> Self {
        let (directory, limits) = (directory.as_ref().to_owned(), Limits::none());
        Self { directory, limits, disk: u64::MAX, locality: Cost::MAX, observer: Observer::NONE }
    }

    /// Sets the limits. [`bytes`](Limits::bytes) is how much memory is used; the search does not
    /// stop at it.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The most bytes that the files may take at one time. By default there is no limit but the
    /// size of the disk. Beyond it, the search ends with
    /// [`DiskLimit`](ExternalErrorKind::DiskLimit).
    pub fn disk_bytes(self, bytes: u64) -> Self {
        Self { disk: bytes, ..self }
    }

    /// Looks for duplicates only among closed states whose path cost is lower by at most `cost`. By
    /// default, all closed states of the same estimate are compared.
    ///
    /// Twice the cost of the most expensive step is enough if every step can be undone at the same
    /// cost and the estimate is consistent. Fewer files are then read for each bucket, which
    /// matters most without an estimate. If `cost` is too low, solutions are still optimal, but
    /// states are expanded again; and if there is no solution, the search may not end.
    ///
    /// Reference: R. Zhou and E. A. Hansen, "Breadth-first heuristic search", *Artificial
    /// Intelligence* 170, 2006; there, the *locality* of a graph.
    pub fn locality(self, cost: Cost) -> Self {
        Self { locality: cost, ..self }
    }

    /// Calls `observer` after each bucket.
    pub fn on_progress(self, observer: impl FnMut(&Progress) + 'a) -> Self {
        Self { observer: Observer::new(observer), ..self }
    }

    /// Searches for a cheapest path from `initial` to a goal.
    ///
    /// # Errors
    ///
    /// - The directory: [`InUse`](ExternalErrorKind::InUse),
    ///   [`NotEmpty`](ExternalErrorKind::NotEmpty).
    /// - The memory: [`MemoryLimit`](ExternalErrorKind::MemoryLimit),
    ///   [`OutOfMemory`](ExternalErrorKind::OutOfMemory).
    /// - The disk: [`DiskLimit`](ExternalErrorKind::DiskLimit), [`File`](ExternalErrorKind::File).
    /// - A space or an encoding that breaks its contract: [`Length`](ExternalErrorKind::Length),
    ///   [`Decode`](ExternalErrorKind::Decode), [`Parent`](ExternalErrorKind::Parent).
    pub fn solve<P: StateSpace<State: Encode>>(
        &mut self,
        space: P,
        initial: P::State,
    ) -> Result<ExternalAnswer<P::State>, ExternalError> {
        if !space.is_solvable(&initial) {
            let (outcome, statistics) = (Outcome::Unsolvable, Statistics::default());
            return Ok(ExternalAnswer { outcome, statistics, most_disk_bytes: 0 });
        }
        let limits = self.limits.with_byte_limit(None);
        let memory = self.limits.byte_limit().unwrap_or(DEFAULT_MEMORY);
        let files = || Files::new(&self.directory, self.disk);
        let mut machine = Machine::new(space, &initial, (&limits, self.locality), memory, files)?;
        let end = loop {
            if let Err(end) = machine.expand_next() {
                break end;
            }
            self.observer.tell(|| Progress {
                statistics: machine.statistics(),
                lower_bound: machine.lower_bound,
                best_cost: None,
            });
        };
        let lower_bound = machine.lower_bound;
        let outcome = match end {
            End::Failed(error) => return Err(error),
            End::Stopped(reason) => {
                let best = machine.best.take();
                let path_cost = best.as_ref().map_or(0, |best| best.bucket.path_cost);
                let path = best.map_or_else(|| Ok(vec![initial]), |best| machine.path(best))?;
                Outcome::Stopped(Stopped { reason, lower_bound, path, path_cost })
            }
            End::Solved(goal) => {
                let cost = goal.bucket.path_cost;
                Outcome::Solved(Solution::new(machine.path(goal)?, cost, lower_bound.min(cost)))
            }
            End::Exhausted => Outcome::Unsolvable,
        };
        let (statistics, most_disk_bytes) = (machine.statistics(), machine.files.peak_bytes);
        Ok(ExternalAnswer { outcome, statistics, most_disk_bytes })
    }
}

/// The answer of a search on disk.
#[derive(Clone, Debug)]
pub struct ExternalAnswer<S> {
    outcome: Outcome<S>,
    statistics: Statistics,
    most_disk_bytes: u64,
}

impl<S> ExternalAnswer<S> {
    /// The outcome: a solution, a proof that there is none, or what is proven so far.
    pub fn outcome(&self) -> &Outcome<S> {
        &self.outcome
    }

    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution<S>> {
        let Outcome::Solved(solution) = &self.outcome else { return None };
        Some(solution)
    }

    /// The cost of the solution, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        self.solution().map(Solution::cost)
    }

    /// The counters. `open` counts records on disk, with duplicates that are not yet removed;
    /// reopened states are not counted. `bytes` is the memory for all buffers.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The largest number of bytes that the files took at one time.
    pub fn most_disk_bytes(&self) -> u64 {
        self.most_disk_bytes
    }
}

error_in_file! {
    /// Why a search on disk could not give an answer. `Display` names the file or directory, the
    /// fault and the values.
    pub struct ExternalError of ExternalErrorKind;
}

messages! {
    /// What is wrong with a search on disk.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum ExternalErrorKind {
        /// Another search uses the directory, or was killed while it did. Then remove the
        /// directory.
        InUse => ("another search uses this directory; if that was killed, remove the directory"),
        /// The directory has something in it.
        NotEmpty {
            /// The name of an entry.
            entry: String,
        } => ("the directory is not empty: it has {entry}"),
        /// The limit on memory is too low for records of this length.
        MemoryLimit {
            /// The limit in bytes.
            limit: usize,
            /// The least number of bytes that the search takes.
            bytes: usize,
        } => ("the search needs {bytes} bytes, more than the limit of {limit}"),
        /// The allocator refused memory.
        OutOfMemory {
            /// The number of bytes requested.
            bytes: usize,
        } => ("out of memory: {bytes} bytes were refused"),
        /// The files would take more than the limit.
        DiskLimit {
            /// The limit in bytes.
            limit: u64,
        } => ("the files would take more than the limit of {limit} bytes"),
        /// What is wrong with a file or a directory.
        File(fault: FileFault) => ("{fault}"),
        /// A state has another number of bytes than the initial state.
        Length {
            /// The number of its bytes.
            found: usize,
            /// The number of bytes of the initial state.
            expected: usize,
        } => ("a state was encoded in {found} bytes, but the initial state in {expected}"),
        /// [`decode`](Encode::decode) did not take the bytes that
        /// [`encode`](Encode::encode) has written.
        Decode {
            /// The bytes.
            bytes: Vec<u8>,
        } => ("the bytes {bytes:02x?} were encoded, but are not decoded"),
        /// No parent of a state on the solution was found again: the space returned other
        /// successors or estimates than before.
        Parent {
            /// The path cost of the state.
            path_cost: u32,
        } => (
            "no parent of a state with path cost {path_cost} was found again: the successors or \
             the estimates have changed"
        ),
    }
}
