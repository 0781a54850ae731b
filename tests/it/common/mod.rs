//! What several modules of tests need.

#[cfg(feature = "sliding-tiles")]
pub(crate) mod boards;
#[cfg(any(feature = "sliding-tiles", feature = "word-ladder"))]
pub(crate) mod files;
pub(crate) mod graph;
#[cfg(feature = "sliding-tiles")]
pub(crate) mod oracle;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
pub(crate) mod programs;
pub(crate) mod seeds;
