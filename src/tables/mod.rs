//! Tables with an entry for each number of a space, and their files.

#[cfg(feature = "enumeration")]
pub mod enumeration;
#[cfg(feature = "pattern-databases")]
pub mod pattern_database;
pub(crate) mod replacement;
#[cfg(any(feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod residues;
#[cfg(any(feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod threads;
