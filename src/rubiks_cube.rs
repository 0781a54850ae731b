//! Rubik's Cube. Feature `rubiks-cube`.

mod cube;
mod error;
mod maneuver;
mod place;
mod turn;

pub use cube::Cube;
pub use error::{CubeError, CubeErrorKind, UnknownTurn};
pub use maneuver::Maneuver;
pub use place::{Corner, Edge};
pub use turn::{Face, Metric, Turn};
