//! Tables with an entry for each number of a space, and their files.

#![cfg_attr(
    not(all(
        feature = "distributed",
        feature = "enumeration",
        feature = "external",
        feature = "pattern-databases",
        feature = "rubiks-cube",
        feature = "sliding-tiles",
    )),
    allow(dead_code, unused_imports, unused_macros, reason = "each feature uses a part of it")
)]

#[cfg(any(feature = "distributed", feature = "enumeration"))]
pub(crate) mod counts;
#[cfg(feature = "enumeration")]
pub mod enumeration;
pub(crate) mod fault;
pub(crate) mod file;
#[cfg(feature = "pattern-databases")]
mod landmarks;
pub(crate) mod observer;
#[cfg(feature = "pattern-databases")]
pub mod pattern_database;
pub(crate) mod replacement;
pub(crate) mod threads;
pub(crate) mod two_bits;
