//! Rubik's Cube.

use bestfirst::rubiks_cube::{Corner, Cube, Edge, Maneuver, Turn};

fn cube(maneuver: &str) -> Cube {
    Cube::SOLVED.after(&maneuver.parse().unwrap())
}

/// The least number of times that the maneuver is repeated until the cube is solved again.
fn order(maneuver: &str) -> usize {
    let step = cube(maneuver);
    let powers = std::iter::successors(Some(step), |power| Some(power.then(&step)));
    1 + powers.take_while(|power| !power.is_solved()).count()
}

#[test]
fn known_orders() {
    let expected = [
        ("U", 4),
        ("F2", 2),
        ("R U", 105),
        ("R U R' U'", 6),
        ("R U' ", 63),
        ("R2 U2", 6),
        ("R U2 D' B D'", 1260),
    ];
    for (maneuver, expected) in expected {
        assert_eq!(order(maneuver), expected, "{maneuver}");
    }
    for turn in Turn::ALL {
        assert_eq!(order(&turn.to_string()), if turn.quarters() == 2 { 2 } else { 4 });
    }
}

#[test]
fn the_superflip() {
    let superflip = cube("R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U");
    assert!(Corner::ALL.iter().all(|&place| superflip.corner(place) == (place, 0)));
    assert!(Edge::ALL.iter().all(|&place| superflip.edge(place) == (place, true)));
    assert_eq!(superflip.inverse(), superflip);
    let _ = Maneuver::default();
}
