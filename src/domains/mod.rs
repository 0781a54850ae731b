//! The domains that come with the crate: graphs, and others behind a feature each.

#[cfg(any(feature = "rubiks-cube", feature = "sliding-tiles"))]
mod derived;
pub mod graphs;
#[cfg(feature = "grid-maps")]
pub mod grid_maps;
#[cfg(all(
    feature = "rand",
    any(feature = "grid-maps", feature = "rubiks-cube", feature = "sliding-tiles")
))]
mod random_bits;
#[cfg(feature = "rubiks-cube")]
pub mod rubiks_cube;
#[cfg(feature = "sliding-tiles")]
pub mod sliding_tiles;
#[cfg(any(
    feature = "grid-maps",
    feature = "rubiks-cube",
    feature = "sliding-tiles",
    feature = "word-ladder"
))]
mod text;
#[cfg(feature = "word-ladder")]
pub mod word_ladder;
