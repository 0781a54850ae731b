//! The examples as their users run them.

mod transcripts;

#[cfg(target_os = "linux")]
mod command_line;
#[cfg(target_os = "linux")]
mod course;
#[cfg(all(target_os = "linux", feature = "enumeration"))]
mod enumerate_example;
#[cfg(all(
    target_os = "linux",
    feature = "parallel",
    feature = "pattern-databases",
    feature = "rand"
))]
mod fifteen_puzzle;
#[cfg(all(target_os = "linux", feature = "grid-maps"))]
mod game_example;
#[cfg(all(target_os = "linux", feature = "grid-maps"))]
mod grid_map_example;
#[cfg(target_os = "linux")]
mod pictures;
#[cfg(target_os = "linux")]
mod road_network;
