//! State-space search.

mod state_space;
mod world_state;

pub use state_space::{StateSpace, Worlds};
pub use world_state::WorldState;
