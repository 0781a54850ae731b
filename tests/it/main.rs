//! The tests of what needs the features on by default, or none. They are one crate, so that there
//! is one program to link. Most folders are those of `src`; what several of them need is in
//! `common`. The crate `features` has the other tests.

/// The examples that are built for these tests.
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
const EXAMPLES: &[&str] = &["--examples"];

mod common;
mod documentation;
mod domains;
mod search;
mod solver;
mod space;

#[cfg(feature = "sliding-tiles")]
mod estimates;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod check;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod examples;
