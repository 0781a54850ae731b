//! Tables with an entry for each number of a space, and their files.

#[cfg(feature = "enumeration")]
pub mod enumeration;
pub(crate) mod fault;
#[cfg(any(feature = "distributed", feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod file;
#[cfg(any(
    feature = "distributed",
    feature = "enumeration",
    all(feature = "pattern-databases", feature = "rubiks-cube")
))]
mod numbers;
#[cfg(any(feature = "enumeration", feature = "external", feature = "pattern-databases"))]
pub(crate) mod observer;
#[cfg(feature = "pattern-databases")]
pub mod pattern_database;
#[cfg(any(feature = "distributed", feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod replacement;
#[cfg(any(feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod threads;
#[cfg(any(feature = "distributed", feature = "enumeration", feature = "pattern-databases"))]
pub(crate) mod two_bits;
