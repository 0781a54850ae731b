//! Grid maps: the shortest path between two cells of a map or a maze. Feature `grid-maps`.
mod bit_rows;
mod direction;
mod error;
mod jump_distances;
mod jump_points;
mod jumps;
mod layout;
mod map;
#[cfg(feature = "rand")]
mod random;
mod scenario;
mod space;
mod steps;
mod text;

pub use direction::Direction;
pub use error::{GridMapError, GridMapErrorKind};
pub use jump_distances::{JumpDistances, StoredJumpPoints};
pub use jump_points::JumpPoints;
pub use layout::Cell;
pub use map::GridMap;
pub use scenario::{Scenario, Scenarios};
pub use space::GridSpace;
pub use steps::Steps;
