//! The domains of the library, and those of the example `puzzles`.

mod graphs;
mod puzzles;
mod text_tables;

#[cfg(feature = "grid-maps")]
mod grid_maps;
#[cfg(feature = "grid-maps")]
mod maps_in_games;

#[cfg(feature = "rubiks-cube")]
mod pocket_cube;
#[cfg(feature = "rubiks-cube")]
mod rubiks_cube;
#[cfg(all(feature = "pattern-databases", feature = "rand", feature = "rubiks-cube"))]
mod rubiks_cube_compact;
#[cfg(all(feature = "pattern-databases", feature = "rand", feature = "rubiks-cube"))]
mod rubiks_cube_tables;

#[cfg(feature = "sliding-tiles")]
mod any_solution;
#[cfg(feature = "sliding-tiles")]
mod board;
#[cfg(feature = "sliding-tiles")]
mod board_text;
#[cfg(feature = "sliding-tiles")]
mod goals;
#[cfg(all(feature = "sliding-tiles", feature = "rand"))]
mod random_boards;
#[cfg(feature = "sliding-tiles")]
mod rectangle;
#[cfg(all(feature = "sliding-tiles", feature = "serde"))]
mod serde;

#[cfg(feature = "word-ladder")]
mod word_ladder;
