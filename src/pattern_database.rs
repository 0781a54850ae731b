//! Pattern databases: exact distances in a smaller space, kept in a table and used as estimates.
//! Feature `pattern-databases`.
//!
//! A [`Projection`] maps the states of a problem to few *abstract* ones, and numbers them. A
//! breadth-first search backwards from the goals gives each abstract state its distance:
//! a lower bound for all states that are mapped to it. That is worth its time when many
//! instances are solved, or one that is hard; and a [`PatternDatabase`] can be kept in a file.
//!
//! For the n-puzzle all is ready-made: `sliding_tiles::TilePatterns`.
//!
//! # Example
//!
//! Two jugs, of which the projection sees the first one only:
//!
//! ```
//! use bestfirst::pattern_database::{PatternDatabase, Projection};
//!
//! /// How many litres are in a jug of seven. It is filled up, emptied, or a litre is added from
//! /// elsewhere, which is free.
//! struct OneJug;
//!
//! impl Projection for OneJug {
//!     type Cursor = ();
//!
//!     fn name(&self) -> String {
//!         "a jug of seven litres, four wanted".to_owned()
//!     }
//!
//!     fn entries(&self) -> usize {
//!         8
//!     }
//!
//!     fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
//!         visit(4);
//!     }
//!
//!     fn for_each_predecessor(
//!         &self,
//!         (): &mut (),
//!         litres: usize,
//!         mut visit: impl FnMut(usize, u32),
//!     ) {
//!         if litres > 0 {
//!             visit(litres - 1, 0);
//!         }
//!         if litres == 0 || litres == 7 {
//!             (0..8).for_each(|before| visit(before, 1));
//!         }
//!     }
//! }
//!
//! let database = PatternDatabase::build(&OneJug)?;
//! let distances: Vec<u32> = (0..8).map(|litres| database.distance(litres)).collect();
//! assert_eq!(distances, [0, 0, 0, 0, 0, 1, 1, 1]);
//! # Ok::<(), bestfirst::pattern_database::TableError>(())
//! ```

mod builder;
mod error;
mod file;

use std::fmt;

pub use builder::{BuildProgress, PatternDatabaseBuilder};
pub use error::{TableError, TableErrorKind};

/// What a pattern database is made of: the abstract states, their numbers, and the steps that lead
/// to them.
///
/// The abstract states are numbered from 0 without large gaps. An entry of the table is a byte
/// and may stand for several of them ([`STATES_PER_ENTRY`](Self::STATES_PER_ENTRY)), of
/// which it keeps the least distance.
///
/// # Contract
///
/// Each step of the problem has a step between the abstract states, which costs no more. Then the
/// distances are admissible estimates. One that is missing makes them too high.
pub trait Projection {
    /// How many consecutive abstract states share an entry: state `s` has the entry
    /// `s / STATES_PER_ENTRY`. By default 1.
    const STATES_PER_ENTRY: usize = 1;

    /// What may be kept from one call of [`for_each_predecessor`](Self::for_each_predecessor) to
    /// the next, so that a state near the last one is quickly found. Often `()`.
    type Cursor: Default;

    /// What the table is for: the problem, the goal, the projection. Tables of equal names must be
    /// equal. It is written into files, and a file with another name is refused.
    fn name(&self) -> String;

    /// The number of entries of the table.
    fn entries(&self) -> usize;

    /// Visits the abstract states of all goals.
    fn for_each_goal(&self, visit: impl FnMut(usize));

    /// Visits the abstract states that have a step to `state`, with its cost: 0 if the step is
    /// free, else 1. More than 1 counts as 1, which is admissible.
    ///
    /// Within a level of the search the states mostly come in ascending order.
    fn for_each_predecessor(
        &self,
        cursor: &mut Self::Cursor,
        state: usize,
        visit: impl FnMut(usize, u32),
    );
}

/// The distances of all abstract states of a [`Projection`] from the goal, a byte for each entry.
#[derive(Clone, PartialEq, Eq)]
pub struct PatternDatabase {
    name: String,
    table: Vec<u8>,
}

impl PatternDatabase {
    /// The largest distance there is, of all that are as far or farther or out of reach.
    pub const FARTHEST: u32 = u8::MAX as u32;

    /// Builds the table on this thread, without a limit.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`].
    pub fn build<P: Projection + Sync>(projection: &P) -> Result<Self, TableError> {
        Self::builder().build(projection)
    }

    /// Everything that can be chosen: threads, observer, cancelling.
    #[must_use]
    pub fn builder<'a>() -> PatternDatabaseBuilder<'a> {
        PatternDatabaseBuilder::new()
    }

    /// The distance kept in an entry. [`FARTHEST`](Self::FARTHEST) stands for all that is as far or
    /// farther, and for what cannot reach the goal at all: it is a lower bound either way.
    ///
    /// # Panics
    ///
    /// If there is no such entry, as indexing a slice does.
    #[inline]
    #[must_use]
    pub fn distance(&self, entry: usize) -> u32 {
        self.table[entry].into()
    }

    /// All entries.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.table
    }

    /// What the table is for: the [name](Projection::name) of its projection.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for PatternDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabase")
            .field("name", &self.name)
            .field("entries", &self.table.len())
            .finish()
    }
}
