//! The problem: its states, steps, goals and costs, as users implement them.

pub(crate) mod actions;
pub(crate) mod bits;
pub(crate) mod debug;
pub(crate) mod derived;
pub(crate) mod event;
pub(crate) mod fixed_point;
pub(crate) mod forward;
pub mod moves;
pub(crate) mod multi_objective;
pub(crate) mod numbering;
pub(crate) mod state_space;
pub(crate) mod turns;
pub(crate) mod world_state;
