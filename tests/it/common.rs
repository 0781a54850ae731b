//! What several modules of tests need.

#[cfg(feature = "sliding-tiles")]
pub(crate) mod boards;
#[cfg(any(
    feature = "enumeration",
    feature = "external",
    feature = "sliding-tiles",
    feature = "word-ladder",
    all(feature = "pattern-databases", feature = "rand", feature = "rubiks-cube")
))]
pub(crate) mod files;
pub(crate) mod graph;
#[cfg(feature = "sliding-tiles")]
pub(crate) mod oracle;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
pub(crate) mod programs;
#[cfg(feature = "rubiks-cube")]
pub(crate) mod stickers;
