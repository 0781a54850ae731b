//! Rubik's Cube. Feature `rubiks-cube`.

mod corners;
mod cube;
mod edges;
mod error;
mod facelets;
mod maneuver;
mod place;
#[cfg(feature = "rand")]
mod random;
mod turn;

pub use cube::Cube;
pub use error::{CubeError, CubeErrorKind, UnknownTurn};
pub use maneuver::Maneuver;
pub use place::{Corner, Edge};
pub use turn::{Face, Metric, Turn};
