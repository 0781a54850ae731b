//! The solvers of Rubik's Cube, and the tables of distances that they search with. Feature
//! `pattern-databases`.

mod axes;
mod blocks;
mod compact;
mod coordinates;
mod cosets;
mod cube_space;
mod cube_tables;
mod inverse;
mod looks;
mod near;
mod phases;
mod reduced;
mod symmetry;
mod two_phase;

pub use compact::{CompactCubeSize, CompactCubeTables};
pub use cube_space::{CompactCubeSpace, CubeSpace, CubeState};
pub use cube_tables::CubeTables;
pub use symmetry::move_automaton_from;
pub use two_phase::TwoPhase;

use super::{Corner, Cube, Edge, Face, Maneuver, Metric, Turn, moves, pieces, place};
