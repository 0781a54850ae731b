//! The examples that need other features, and what those features add to the others.

#[cfg(target_os = "linux")]
#[path = "../../it/examples/command_line/mod.rs"]
mod command_line;
#[cfg(target_os = "linux")]
mod enumerate_example;
#[cfg(target_os = "linux")]
mod fifteen_puzzle;
#[cfg(target_os = "linux")]
mod game_example;
#[cfg(target_os = "linux")]
mod grid_map_example;
#[cfg(target_os = "linux")]
#[path = "../../it/examples/pictures.rs"]
mod pictures;
