//! Tables with an entry for each number of a space.

#[cfg(feature = "enumeration")]
mod enumeration;
#[cfg(all(feature = "sliding-tiles", feature = "pattern-databases"))]
mod pattern_databases;
