//! All states of a space, by breadth-first search with two bits a state. Feature `enumeration`.
//!
//! A breadth-first search with a hash table needs tens of bytes for each state. If the states have
//! numbers, two bits are enough: the distance modulo 3, or that the state was not reached. So
//! spaces of billions of states fit into memory. An [`Enumeration`] counts the states at each
//! distance and finds the farthest ones. It is kept as a table of the distances of all states,
//! which also is a perfect estimate.
//!
//! | you want to | use |
//! |---|---|
//! | enumerate a space | [`Enumeration::new`] |
//! | set threads, limits, an observer; resume | [`EnumerationBuilder`] |
//! | save what was found, and go on after the program was killed | [`EnumerationBuilder::checkpoint`], [`Enumeration::load`] |
//! | count states when the table does not fit into memory | [`ExternalEnumeration`] |
//! | find distances to a goal in a directed space | [`Reversed`](crate::Reversed) |
//! | count only some steps, such as pushes or turns | [`NumberedSpace::has_zero_cost_steps`] |
//! | make it fast with tables of moves | [`NumberedSpace::for_each_successor_number`] |
//! | make it faster, many states at a time | [`NumberedSpace::for_each_successor_set`] |
//!
//! # Example
//!
//! A chain of rings, in which a ring can be taken off or put on if the next one is on and all after
//! that are off. The number of a state has a bit for each ring.
//!
//! ```
//! use bestfirst::enumeration::Enumeration;
//! use bestfirst::{NumberedSpace, Solver, StateSpace};
//!
//! struct ChineseRings(u32);
//!
//! impl StateSpace for ChineseRings {
//!     type State = u32;
//!
//!     fn estimate(&self, _: &u32) -> u32 {
//!         0
//!     }
//!
//!     fn is_goal(&self, &rings: &u32) -> bool {
//!         rings == 0
//!     }
//!
//!     fn for_each_successor(
//!         &self,
//!         &rings: &u32,
//!         previous: Option<&u32>,
//!         mut visit: impl FnMut(u32, u32),
//!     ) {
//!         let next = [rings ^ 1, rings ^ (rings & rings.wrapping_neg()) << 1];
//!         for next in next.into_iter().filter(|next| next >> self.0 == 0) {
//!             if Some(&next) != previous && next != rings {
//!                 visit(next, 1);
//!             }
//!         }
//!     }
//!
//!     fn number(&self, &rings: &u32) -> Option<usize> {
//!         Some(rings as usize)
//!     }
//! }
//!
//! impl NumberedSpace for ChineseRings {
//!     fn numbers(&self) -> usize {
//!         1 << self.0
//!     }
//!
//!     fn state(&self, number: usize) -> Option<u32> {
//!         u32::try_from(number).ok().filter(|rings| rings >> self.0 == 0)
//!     }
//! }
//!
//! let space = ChineseRings(9);
//! let rings = Enumeration::new(&space, [0])?;
//! assert_eq!(rings.radius(), Some(511));
//! assert_eq!(rings.farthest().unwrap().collect::<Vec<_>>(), [0b1_0000_0000]);
//! assert_eq!(rings.distance(&0b1_1111_1111), Some(341));
//!
//! let solver = Solver::builder_in(&space, 0b1_1111_1111).with_heuristic(&rings).solve();
//! assert_eq!((solver.cost(), solver.statistics().expanded), (Some(341), 341));
//! # Ok::<(), bestfirst::enumeration::EnumerationError>(())
//! ```

mod answers;
mod builder;
mod external;
mod file;
mod level;

pub use builder::{EnumerationBuilder, EnumerationProgress};
pub use external::ExternalEnumeration;

pub use crate::tables::counts::LevelCounts;

use crate::answer::error::messages;
use crate::space::debug::debug;
use crate::tables::fault::{FileFault, error_in_file};
use crate::tables::two_bits::SET;
use crate::{Cost, NumberedSpace, Statistics, StopReason};
use level::{Marks, Newest};

/// The distances of all states of a space from the nearest of some sources.
///
/// Breadth-first search over the numbers of the states. [`new`](Self::new) runs it to the end, and
/// [`EnumerationBuilder`] with limits and on several threads.
///
/// # Contract
///
/// Every step costs 1, or if the space
/// [has steps of cost 0](NumberedSpace::has_zero_cost_steps), 0 or 1. This is checked. If steps
/// cannot be undone at the same cost, the counts, the radius and the farthest states are right, but
/// [`distance`](Self::distance), [`path`](Self::path) and the estimate may be wrong.
///
/// # Guarantees
///
/// The result is the same for any number of threads, and however often the enumeration was stopped,
/// saved, loaded and resumed. If a limit stopped it, all states up to the
/// [completed distance](Self::completed) are found, and some at the next. What is known of them is
/// exact. Cycles of cost 0 do no harm.
///
/// # Complexity
///
/// With *n* numbers and radius *r*, each state that can be reached is expanded once, and a level
/// takes time for its states and for *n* / 4,096 blocks. Without the third bit (see below), each
/// state is expanded up to *r* / 3 times.
///
/// If the space has steps of cost 0, each state is expanded twice: by these steps and, once all
/// states at its distance are known, by the steps of cost 1. A level passes over the blocks once
/// more for each time that a path of cost 0 goes on to another block. This takes least time if
/// steps of cost 0 lead to numbers nearby: let the part of the state that they change be the lowest
/// digit of the number.
///
/// # Memory
///
/// Two bits a number. While the enumeration runs, a third bit marks the states that were expanded.
/// If the space has steps of cost 0, the third bit is for the steps of cost 1, and a fourth one for
/// those of cost 0. Bits that would exceed [`Limits::bytes`](crate::Limits::bytes) are left out:
/// states whose distance is the same modulo 3 are then expanded again, in those blocks where one
/// was reached. This takes 2 to 5 times as long in spaces with many distances.
///
/// # Reference
///
/// G. Cooperman and L. Finkelstein, "New methods for using Cayley graphs in interconnection
/// networks", *Discrete Applied Mathematics* 37/38, 1992. R. E. Korf, "Linear-time disk-based
/// implicit graph search", *Journal of the ACM* 55(6), 2008.
pub struct Enumeration<P> {
    space: P,
    /// The numbers of the sources, in order.
    sources: Vec<usize>,
    marks: Marks,
    /// The number of states found at each distance. While the enumeration runs, the last count
    /// grows: by steps of cost 0 from the last distance, or by steps of cost 1 from the one before.
    histogram: Vec<u64>,
    /// The cost of the steps by which states are being expanded.
    step_cost: Cost,
    /// The states found at the last two distances.
    newest: [Newest; 2],
    is_complete: bool,
    stopped_by: Option<StopReason>,
    statistics: Statistics,
}

impl<P: NumberedSpace> Enumeration<P> {
    /// Enumerates all states that can be reached from the sources, on this thread.
    ///
    /// # Errors
    ///
    /// As [`EnumerationBuilder::build`].
    pub fn new(
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Self, EnumerationError>
    where
        P: Sync,
    {
        EnumerationBuilder::new().build(space, sources)
    }

    /// An enumeration in which only the sources are reached.
    fn start(
        space: P,
        sources: impl IntoIterator<Item = P::State>,
        marks: Marks,
    ) -> Result<Self, EnumerationError> {
        let sources = numbers_of(&space, sources)?;
        let mut newest = Newest::EMPTY;
        for &source in &sources {
            marks.reach(source / SET, 1 << (source % SET), 0, space.has_zero_cost_steps());
            newest.push(source);
        }
        let generated = sources.len() as u64;
        let mut enumeration = Self {
            space,
            sources,
            marks,
            histogram: vec![generated],
            step_cost: 0,
            newest: [Newest::EMPTY, newest],
            is_complete: false,
            stopped_by: None,
            statistics: Statistics { generated, ..Statistics::default() },
        };
        if !enumeration.space.has_zero_cost_steps() {
            enumeration.begin_distance();
        }
        Ok(enumeration)
    }

    /// Begins to expand the states at the last distance by steps of cost 1. All of them are found.
    fn begin_distance(&mut self) {
        self.step_cost = 1;
        self.newest.swap(0, 1);
        self.newest[1] = Newest::EMPTY;
        self.histogram.push(0);
    }

    /// Prepares the enumeration to be resumed, whatever stopped it: a limit, an error or a panic of
    /// the space.
    fn prepare(&mut self) {
        if self.is_complete {
            return;
        }
        self.stopped_by = None;
        let Some((last, before)) = self.histogram.split_last_mut() else { return };
        let reached = self.marks.reached();
        *last = reached - before.iter().sum::<u64>();
        self.statistics.generated = reached;
        self.newest[1].0.take_if(|numbers| numbers.len() as u64 != *last);
    }

    /// Ends a pass: all states of the level were expanded by steps of the current cost.
    fn end_pass(&mut self) {
        if self.step_cost > 0 && self.found() == 0 {
            self.histogram.pop();
            if self.sources.is_empty() {
                self.histogram.pop();
            }
            self.newest[0].0.iter_mut().for_each(|numbers| numbers.sort_unstable());
            self.is_complete = true;
            self.marks.close();
        } else if self.step_cost > 0 && self.space.has_zero_cost_steps() {
            self.step_cost = 0;
        } else {
            self.begin_distance();
        }
    }

    /// The distance of the states that are being expanded, or the radius.
    fn level(&self) -> Cost {
        let is_last = self.is_complete || self.step_cost == 0;
        let after = if is_last { 1 } else { 2 };
        Cost::try_from(self.histogram.len().saturating_sub(after)).unwrap_or(Cost::MAX)
    }

    /// The cost of the current steps. If the space has no steps of cost 0, this is the constant 1,
    /// which the compiler can use.
    #[inline]
    fn known_step_cost(&self) -> Cost {
        if self.space.has_zero_cost_steps() { self.step_cost } else { 1 }
    }

    /// The number of states found so far at the last distance.
    fn found(&self) -> u64 {
        self.histogram.last().copied().unwrap_or(0)
    }
}

/// The numbers of states, in order and without repetitions.
fn numbers_of<P: NumberedSpace>(
    space: &P,
    sources: impl IntoIterator<Item = P::State>,
) -> Result<Vec<usize>, EnumerationError> {
    let (numbers, mut found) = (space.numbers(), Vec::new());
    for source in sources {
        let number = space.number(&source);
        let in_range = number.filter(|&number| number < numbers);
        found.push(in_range.ok_or(EnumerationErrorKind::Source { number, numbers })?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

debug!(
    [P] Enumeration<P>,
    |all| histogram: all.histogram, is_complete: all.is_complete, stopped_by: all.stopped_by
);

error_in_file! {
    /// Why a space could not be enumerated, or a checkpoint not be written or read. `Display` names
    /// the file, the fault and the place.
    pub struct EnumerationError of EnumerationErrorKind;
}

messages! {
    /// What is wrong with an enumeration.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum EnumerationErrorKind {
        /// The table of two bits a number, or the part of it that must be in memory, is larger than
        /// the limit.
        MemoryLimit {
            /// The limit in bytes.
            limit: usize,
            /// The bytes that the table takes.
            bytes: usize,
        } => ("the table needs {bytes} bytes, more than the limit of {limit}"),
        /// The allocator refused the memory for the table.
        OutOfMemory {
            /// The number of bytes requested.
            bytes: usize,
        } => ("out of memory: the table needs {bytes} bytes"),
        /// A source has no number, or one out of range.
        Source {
            /// Its number.
            number: Option<usize>,
            /// All numbers must be less than this.
            numbers: usize,
        } => (
            "a source has {}",
            match number {
                Some(it) => format!("the number {it}, but numbers are less than {numbers}"),
                None => "no number".to_owned(),
            },
        ),
        /// A successor has no number, which counts as [`usize::MAX`], or one out of range.
        Successor {
            /// The number of the state.
            state: usize,
            /// The number of its successor.
            successor: usize,
            /// All numbers must be less than this.
            numbers: usize,
        } => (
            "{}",
            match *successor {
                usize::MAX => format!("a successor of state {state} has no number"),
                it => format!(
                    "state {state} has the successor {it}, but numbers are less than {numbers}"
                ),
            },
        ),
        /// The cost of a step is not 1; or not 0 or 1, if the space
        /// [has steps of cost 0](crate::NumberedSpace::has_zero_cost_steps).
        StepCost {
            /// The number of the state.
            state: usize,
            /// The number of its successor.
            successor: usize,
            /// The cost of the step.
            cost: Cost,
            /// The least cost that was expected: 0 or 1. The greatest is 1.
            least: Cost,
        } => (
            "the step from state {state} to {successor} costs {cost}, expected {}",
            if *least == 0 { "0 or 1" } else { "1" },
        ),
        /// The space [has steps of cost 0](crate::NumberedSpace::has_zero_cost_steps), and an
        /// enumeration with its table in files takes steps of cost 1 only.
        ZeroCostSteps => (
            "the space has steps of cost 0, but with the table in files every step must cost 1"
        ),
        /// What is wrong with the file.
        File(fault: FileFault) => ("{fault}"),
    }
}
