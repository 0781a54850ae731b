//! The integration tests. They are one crate, so that there is one program to link. Most folders
//! are those of `src`; what several of them need is in `common`.

mod common;
mod documentation;
mod domains;
mod search;
mod solver;
mod space;
mod tables;

#[cfg(feature = "external")]
mod external;

#[cfg(feature = "sliding-tiles")]
mod estimates;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod check;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod examples;

// What the example of this name needs.
#[cfg(all(
    target_os = "linux",
    feature = "distributed",
    feature = "sliding-tiles",
    feature = "word-ladder"
))]
mod distributed;
