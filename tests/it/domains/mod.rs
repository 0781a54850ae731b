//! The domains of the library, and those of the example `puzzles`.

mod graphs;
mod puzzles;

#[cfg(feature = "sliding-tiles")]
mod any_solution;
#[cfg(feature = "sliding-tiles")]
mod board;
#[cfg(feature = "sliding-tiles")]
mod board_text;
#[cfg(feature = "sliding-tiles")]
mod goals;
#[cfg(feature = "sliding-tiles")]
mod rectangle;

#[cfg(feature = "word-ladder")]
mod word_ladder;
