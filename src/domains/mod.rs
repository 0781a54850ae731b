//! The domains that come with the crate: graphs, and others behind a feature each.

pub mod graphs;
#[cfg(feature = "grid-maps")]
pub mod grid_maps;
#[cfg(all(
    feature = "rand",
    any(feature = "grid-maps", feature = "rubiks-cube", feature = "sliding-tiles")
))]
mod random_bits;
mod rows;
#[cfg(feature = "rubiks-cube")]
pub mod rubiks_cube;
#[cfg(feature = "sliding-tiles")]
pub mod sliding_tiles;
mod text;
#[cfg(feature = "word-ladder")]
pub mod word_ladder;
