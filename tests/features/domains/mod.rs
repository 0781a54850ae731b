//! The domains that need other features.

mod any_goal;
mod grid_maps;
mod maps_in_games;
mod maps_that_change;
mod pocket_cube;
mod random_boards;
mod random_maps;
mod rectangle;
mod rubiks_cube;
mod rubiks_cube_compact;
mod rubiks_cube_tables;
mod serde;
mod text_tables;
