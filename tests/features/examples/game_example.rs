//! The example `game` as a program.

use std::process::{Command, Output, Stdio};

use crate::common::programs::{examples, text};

fn game(arguments: &[&str]) -> Output {
    let mut command = Command::new(&examples()["game"]);
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn the_unit_reaches_the_flag_while_the_map_changes() {
    let mut closed = 0;
    for seed in ["1", "2", "3"] {
        let output = game(&["--seed", seed]);
        let printed = text(&output.stdout);
        assert!(printed.contains(" to the flag.\nThe unit is at the flag.\ntotal: "), "{printed}");
        assert!(output.status.success() && output.stderr.is_empty());
        closed += printed.matches("to the nearest cell").count();
        // The same seed, the same game, but for the time.
        let again = text(&game(&["--seed", seed]).stdout);
        let answer = |printed: &str| printed.rsplit_once(' ').unwrap().0.to_owned();
        assert_eq!(answer(&again), answer(&printed));
    }
    assert!(closed > 0, "no door was ever closed");
}

#[test]
fn too_few_frames_are_no_success() {
    let output = game(&["--frames", "1", "--guards", "0"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("The unit is not at the flag.\ntotal: frames 1, "), "{printed}");
    assert_eq!(output.status.code(), Some(1));
}
