//! The tests of what needs other features than those on by default. They are another crate than
//! `it`, so that neither is compiled with two sets of features.

/// The examples that are built for these tests: those that are something else with other features.
const EXAMPLES: &[&str] = &[
    "--example=distributed",
    "--example=eight_puzzle",
    "--example=enumerate",
    "--example=fifteen_puzzle",
    "--example=game",
    "--example=generate_boards",
    "--example=grid_map",
    "--example=on_disk",
    "--example=pocket_cube",
    "--example=rubiks_cube",
];

#[expect(dead_code, reason = "some of it is for the other crate alone")]
#[path = "../it/common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod distributed;
mod domains;
mod examples;
mod external;
mod search;
mod stickers;
mod tables;
