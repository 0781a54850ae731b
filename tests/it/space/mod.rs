//! The forms of a problem.

mod events;
mod fixed_point;
mod moves;
mod successor_function;
mod wrappers;
