//! The pocket cube: numbers, exact distances, and searches in both metrics.

use bestfirst::rubiks_cube::{
    Corner, Cube, CubeErrorKind, Face, Metric, PocketCube, PocketDistances, PocketTurns, Turn,
};
use bestfirst::search::{Bidirectional, GraphAStar, IdaStar};
use bestfirst::{Heuristic, Solver, WorldState};
use proptest::prelude::*;

use crate::stickers::{maneuvers, turned};

/// The letters of the corners of a cube.
fn corners(cube: Cube) -> String {
    let is_corner = |&(index, _): &(usize, char)| [0, 2, 6, 8].contains(&(index % 9));
    let letters = cube.facelets();
    letters.chars().enumerate().filter(is_corner).map(|(_, letter)| letter).collect()
}

proptest! {
    #[test]
    fn turns_rotate_the_stickers_of_a_layer(maneuver in maneuvers(20)) {
        let cube = PocketCube::SOLVED.after(&maneuver);
        for turn in PocketCube::TURNS {
            prop_assert_eq!(cube.turned(turn).facelets(), turned(&cube.facelets(), 2, turn));
        }
        // After other turns the colours have new names.
        for turn in Turn::ALL {
            prop_assert_eq!(turned(&cube.facelets(), 2, turn).parse(), Ok(cube.turned(turn)));
        }
    }

    #[test]
    fn a_pocket_cube_is_the_corners_of_a_cube(maneuver in maneuvers(20)) {
        let cube = Cube::SOLVED.after(&maneuver);
        let pocket = PocketCube::SOLVED.after(&maneuver);
        prop_assert_eq!(PocketCube::from(cube), pocket);
        prop_assert_eq!(corners(cube).parse(), Ok(pocket));
        prop_assert_eq!(PocketCube::from_pieces(Corner::ALL.map(|at| cube.corner(at))), Ok(pocket));
        prop_assert_eq!(pocket.corner(Corner::Dbl), (Corner::Dbl, 0));
    }

    #[test]
    fn cubes_are_read_back(number in 0..PocketCube::STATES) {
        let cube = PocketCube::from_number(number).unwrap();
        prop_assert_eq!(cube.facelets().parse(), Ok(cube));
        prop_assert_eq!(cube.to_string().parse(), Ok(cube));
        prop_assert_eq!(cube.to_string().lines().count(), 6);
    }
}

#[test]
fn numbers_are_a_bijection() {
    assert_eq!(PocketCube::SOLVED.number(), 0);
    for number in 0..PocketCube::STATES {
        assert_eq!(PocketCube::from_number(number).map(|cube| cube.number()), Some(number));
    }
    assert_eq!(PocketCube::from_number(PocketCube::STATES), None);
    assert_eq!(PocketCube::from_number(usize::MAX), None);
}

#[test]
fn what_is_wrong_with_a_pocket_cube() {
    for (text, kind, message) in [
        (
            "UUUU RRRR FFFF DDDD LLLL BBB",
            CubeErrorKind::FaceletCount { found: 23, expected: 24 },
            "there are 23 facelets, expected 24",
        ),
        (
            "UUUU RRRR FFFF DD?D LLLL BBBB",
            CubeErrorKind::UnknownColour { face: Face::Down, number: 3, found: '?' },
            "facelet D3: '?' is not a colour: expected U, R, F, D, L or B, or W, R, G, Y, O or B",
        ),
        (
            "UUUU RRRR FFFF DDDD LLLL BBBD",
            CubeErrorKind::ColourCount {
                missing: (Face::Back, 3),
                surplus: (Face::Down, 5),
                expected: 4,
            },
            "3 facelets have the colour B and 5 the colour D, expected 4 of each",
        ),
        (
            "UUUU RRRR FFFF BDDD LLLL BBBD",
            CubeErrorKind::UnknownCorner {
                place: Corner::Dlf,
                colours: [Face::Back, Face::Left, Face::Front],
            },
            "corner DLF: no piece has the colours B, L, F in this order",
        ),
        (
            // The piece URF is turned in its place.
            "UUUR FRRR FUFF DDDD LLLL BBBB",
            CubeErrorKind::Twist { sum: 2 },
            "a corner is twisted counterclockwise: no turns lead to this cube",
        ),
    ] {
        let error = text.parse::<PocketCube>().unwrap_err();
        assert_eq!((error.kind(), &error.to_string()[..]), (&kind, message), "{text}");
    }
}

#[test]
fn distances_of_all_states() {
    let half: [usize; 12] =
        [1, 9, 54, 321, 1_847, 9_992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2_644];
    let quarter: [usize; 15] = [
        1, 6, 27, 120, 534, 2_256, 8_969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
        90_280, 276,
    ];
    for (metric, histogram) in [(Metric::HalfTurn, &half[..]), (Metric::QuarterTurn, &quarter)] {
        let distances = PocketDistances::new(metric);
        assert_eq!(distances.metric(), metric);
        assert_eq!(distances.histogram(), histogram);
        assert_eq!(distances.greatest() as usize + 1, histogram.len());
        assert_eq!(histogram.iter().sum::<usize>(), PocketCube::STATES);
        let farthest: Vec<_> = distances.at_distance(distances.greatest()).collect();
        assert_eq!(farthest.len(), histogram[histogram.len() - 1]);
        assert_eq!(distances.at_distance(distances.greatest() + 1).count(), 0);

        // A solution can be neither cheaper nor dearer than the distance.
        let others = (0..PocketCube::STATES).step_by(1_009).filter_map(PocketCube::from_number);
        for cube in farthest.into_iter().chain(others) {
            let solution = distances.solve(&cube);
            assert!(cube.after(&solution).is_solved(), "{cube:?} {solution}");
            assert!(solution.turns().iter().all(|turn| PocketCube::TURNS.contains(turn)));
            assert_eq!(solution.cost(metric), distances.distance(&cube), "{cube:?} {solution}");
            assert!(cube.estimated_distance_to_goal() <= distances.distance(&cube), "{cube:?}");
            // Turns of the same face follow each other nowhere.
            assert!(solution.turns().windows(2).all(|pair| pair[0].face() != pair[1].face()));
        }
        assert_eq!(distances.solve(&PocketCube::SOLVED).turns(), []);
    }
}

/// A turn changes the distance by no more than its cost, also on a whole cube.
#[test]
fn distances_are_consistent() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let distances = PocketDistances::new(metric);
        for number in (0..PocketCube::STATES).step_by(101) {
            let cube = PocketCube::from_number(number).unwrap();
            for turn in Turn::ALL {
                let [from, to] = [cube, cube.turned(turn)].map(|cube| distances.distance(&cube));
                assert!(from.abs_diff(to) <= metric.cost(turn), "{cube:?} {turn}");
            }
        }
        let cube = Cube::SOLVED.after(&"R U F' D2 L B".parse().unwrap());
        assert_eq!(distances.estimate(&cube), distances.distance(&cube.into()));
    }
}

#[test]
fn searches_agree_with_the_distances() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let distances = PocketDistances::new(metric);
        let space = &PocketTurns::new(metric);
        for number in [0, 728, 99_999, 1_234_567] {
            let cube = PocketCube::from_number(number).unwrap();
            let solvers = [
                Solver::builder_in(space, cube).algorithm(GraphAStar::new()).solve(),
                Solver::builder_in(space, cube).algorithm(Bidirectional::new()).solve(),
                Solver::builder_in(space, cube)
                    .with_heuristic(&distances)
                    .algorithm(IdaStar::new())
                    .solve(),
            ];
            for solver in solvers {
                assert_eq!(solver.cost(), Some(distances.distance(&cube)), "{cube:?} {metric}");
                let turns = solver.actions_in(space).unwrap();
                assert!(cube.after(&turns.into()).is_solved(), "{cube:?} {metric}");
            }
        }
    }
}

#[test]
fn random_cubes_are_drawn_from_all() {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut tenths = [0_u32; 10];
    for _ in 0..10_000 {
        tenths[PocketCube::random(|| rng.next_u32()).number() * 10 / PocketCube::STATES] += 1;
    }
    assert!(tenths.iter().all(|count| count.abs_diff(1_000) < 150), "{tenths:?}");
}

/// What the example of this name prints: solutions that solve, and faults with their status.
#[cfg(target_os = "linux")]
#[test]
fn the_example_solves_scrambles_and_facelets() {
    use std::process::Command;

    use crate::common::programs::{examples, text};

    let run = |arguments: &[&str]| {
        let output = Command::new(&examples()["pocket_cube"]).args(arguments).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let facelets = "LUURFRFBFUDDLRDRBLLFBUDB";
    let from_facelets: PocketCube = facelets.parse().unwrap();
    let from_scramble = PocketCube::SOLVED.after(&"R U2 F' D".parse().unwrap());
    for (arguments, cube, length) in
        [(&[facelets][..], from_facelets, 11), (&["R U2", "F'", "D"][..], from_scramble, 4)]
    {
        let (status, out, _) = run(arguments);
        assert_eq!(status, Some(0), "{arguments:?}");
        let lines: Vec<_> = out.lines().collect();
        let [.., headline, solution, total] = &lines[..] else { panic!("{out}") };
        assert_eq!(*headline, format!("Minimum number of turns = {length}"));
        assert!(cube.after(&solution.parse().unwrap()).is_solved(), "{out}");
        assert!(total.starts_with(&format!("total: distance {length}, half-turn metric, ")));
        assert!(out.starts_with(&cube.to_string()), "{out}");
    }
    let (status, out, _) = run(&["--metric", "quarter", "--hardest", "1"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("\n      14        276\n\nhardest: 276 cubes at distance 14;"), "{out}");
    for (argument, message) in [
        ("R U x", "error: word 3: \"x\" is not a turn: "),
        ("LUURFRFBFUDDLRDRBLLFBUD", "error: there are 23 facelets, expected 24"),
    ] {
        let (status, out, error) = run(&[argument]);
        assert_eq!((status, &out[..]), (Some(2), ""), "{argument}");
        assert!(error.starts_with(message), "{error}");
    }
}
