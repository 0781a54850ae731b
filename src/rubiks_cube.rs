//! Rubik's Cube. Feature `rubiks-cube`.

mod corners;
mod cube;
mod edges;
mod error;
mod facelets;
mod maneuver;
mod place;
mod pocket_cube;
mod pocket_distances;
mod pocket_space;
#[cfg(feature = "rand")]
mod random;
mod turn;
mod world;

pub use cube::Cube;
pub use error::{CubeError, CubeErrorKind, UnknownTurn};
pub use maneuver::Maneuver;
pub use place::{Corner, Edge};
pub use pocket_cube::PocketCube;
pub use pocket_distances::PocketDistances;
pub use pocket_space::PocketSpace;
pub use turn::{Face, Metric, Turn};
