//! Pattern databases: exact distances in a smaller space, stored in a table and used as estimates.
//! Feature `pattern-databases`.
//!
//! A [`Projection`] maps the states of a problem to a small number of *abstract* states, and
//! numbers these. A breadth-first search backwards from the goals computes the distance of each
//! abstract state. That distance is a lower bound for all states that map to it. Building a table
//! pays off when many instances are solved, or a hard one. A [`PatternDatabase`] can be saved to a
//! file.
//!
//! | a table of | takes | and is |
//! |---|---|---|
//! | [`TableFormat::Bytes`] | a byte for each entry | exact up to 255, admissible beyond |
//! | [`TableFormat::Nibbles`] | half a byte | exact up to 15, admissible beyond |
//!
//! In a quarter of a byte, the exact distances of a numbered space are kept by an `Enumeration` of
//! the feature `enumeration`.
//!
//! [`SpaceProjection`] makes a projection of a space with numbered states. For the n-puzzle,
//! `sliding_tiles::TilePatterns` has ready-made projections. For Rubik's Cube,
//! `rubiks_cube::CubeTables` has a table, built by a search of its own.
//!
//! # Example
//!
//! Two jugs. The projection keeps only the first:
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
mod file;
mod space_projection;
mod table;

pub use builder::{BuildProgress, PatternDatabaseBuilder};
pub(crate) use file::load_or_build;
pub use space_projection::SpaceProjection;
#[doc(alias = "pdb")]
pub use table::PatternDatabase;
pub use table::TableFormat;
#[cfg(any(feature = "rubiks-cube", feature = "sliding-tiles"))]
pub(crate) use table::nibble;

use crate::answer::error::messages;
use crate::tables::fault::{FileFault, error_in_file};

/// The definition of a pattern database: the abstract states, their numbers, and the steps that
/// lead to them.
///
/// Abstract states are numbered from 0, without large gaps, and so are the entries of the table. An
/// [entry](Self::entry) may stand for several abstract states; then it has the least of their
/// distances. It takes a byte or [half of one](Self::format).
///
/// # Contract
///
/// For each step of the problem there must be a step between the abstract states that costs no
/// more. Then the distances are admissible estimates. A missing abstract step makes them too high.
pub trait Projection {
    /// Data carried from one call of [`for_each_predecessor`](Self::for_each_predecessor) to the
    /// next, so that a state near the previous one is found quickly. Often `()`.
    type Cursor: Default;

    /// The name of the table. It identifies the problem, the goal and the projection. Tables with
    /// equal names must be equal. The name is written to files, and a file with another name is
    /// refused.
    fn name(&self) -> String;

    /// The number of entries of the table.
    fn entries(&self) -> usize;

    /// The number of abstract states. The default is one for each entry.
    fn states(&self) -> usize {
        self.entries()
    }

    /// The entry of an abstract state. The default is the number of the state.
    fn entry(&self, cursor: &mut Self::Cursor, state: usize) -> usize {
        let _ = cursor;
        state
    }

    /// What an entry holds, given its distance: never more than the distance, so that it stays
    /// admissible. The default is the distance.
    ///
    /// A projection may leave out what is known without a table. For example, tile patterns store
    /// half of the number of moves beyond the Manhattan distance, which fits half a byte.
    fn stored(&self, cursor: &mut Self::Cursor, entry: usize, distance: u32) -> u32 {
        let _ = (cursor, entry);
        distance
    }

    /// How an entry is stored: how far distances are exact, and how much memory they take. The
    /// default is [`TableFormat::Bytes`].
    fn format(&self) -> TableFormat {
        TableFormat::Bytes
    }

    /// Visits the abstract states of all goals.
    fn for_each_goal(&self, visit: impl FnMut(usize));

    /// Visits the abstract states that have a step to `state`, with the cost of the step: 0 if it
    /// is free, else 1. A cost above 1 counts as 1, which is admissible.
    ///
    /// Within one level of the search, states come mostly in ascending order.
    fn for_each_predecessor(
        &self,
        cursor: &mut Self::Cursor,
        state: usize,
        visit: impl FnMut(usize, u32),
    );
}

error_in_file! {
    /// Why a table could not be built, written or read. `Display` names the file and the fault.
    pub struct TableError of TableErrorKind;
}

messages! {
    /// What is wrong with a table.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum TableErrorKind {
        /// The build was cancelled.
        Cancelled => ("the build was cancelled"),
        /// The allocator refused the memory for the table.
        OutOfMemory {
            /// The number of bytes requested.
            bytes: usize,
        } => ("out of memory: the table needs {bytes} bytes"),
        /// What is wrong with the file.
        File(fault: FileFault) => ("{fault}"),
    }
}
