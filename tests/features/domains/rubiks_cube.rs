//! Rubik's Cube: the pieces against stickers in space, texts and their errors, and searches.

use std::iter;

use bestfirst::rubiks_cube::{
    Corner, Cube, CubeErrorKind, Edge, Face, Maneuver, Metric, Turn, UnknownTurn,
};
use bestfirst::search::{Bidirectional, GraphAStar, IdaStar};
use bestfirst::{Solver, WorldState, check};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

use crate::stickers::{maneuvers, turned};

fn cube(maneuver: &str) -> Cube {
    Cube::SOLVED.after(&maneuver.parse().unwrap())
}

/// The least number of times that the maneuver is repeated until the cube is solved again.
fn order(maneuver: &str) -> usize {
    let step = cube(maneuver);
    let powers = iter::successors(Some(step), |power| Some(power.then(&step)));
    1 + powers.take_while(|power| !power.is_solved()).count()
}

proptest! {
    #[test]
    fn turns_rotate_the_stickers_of_a_layer(maneuver in maneuvers(30)) {
        let cube = Cube::SOLVED.after(&maneuver);
        for turn in Turn::ALL {
            prop_assert_eq!(cube.turned(turn).facelets(), turned(&cube.facelets(), 3, turn));
        }
    }

    #[test]
    fn cubes_are_a_group(a in maneuvers(20), b in maneuvers(20)) {
        let [x, y] = [&a, &b].map(|maneuver| Cube::SOLVED.after(maneuver));
        prop_assert_eq!(x.after(&b), x.then(&y));
        prop_assert_eq!(x.inverse(), Cube::SOLVED.after(&a.inverse()));
        prop_assert!(x.then(&x.inverse()).is_solved() && x.inverse().then(&x).is_solved());
        prop_assert_eq!(x.then(&Cube::SOLVED), x);
        prop_assert_eq!(Cube::SOLVED.then(&x), x);
    }

    #[test]
    fn cubes_are_read_back(maneuver in maneuvers(30)) {
        let cube = Cube::SOLVED.after(&maneuver);
        let letters = cube.facelets();
        prop_assert_eq!(letters.parse(), Ok(cube));
        let spaced: String = letters.chars().flat_map(|letter| [letter, '\n', ' ']).collect();
        prop_assert_eq!(spaced.parse(), Ok(cube));
        prop_assert_eq!(cube.to_string().parse(), Ok(cube));
        let corners = Corner::ALL.map(|place| cube.corner(place));
        let edges = Edge::ALL.map(|place| cube.edge(place));
        prop_assert_eq!(Cube::from_pieces(corners, edges), Ok(cube));
    }

    #[test]
    fn maneuvers_are_read_back(maneuver in maneuvers(10)) {
        prop_assert_eq!(maneuver.to_string().parse(), Ok(maneuver.clone()));
        prop_assert_eq!(maneuver.to_string().replace('\'', "’").parse(), Ok(maneuver));
    }
}

#[test]
fn turns_in_their_order() {
    let text = "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'";
    let maneuver: Maneuver = text.parse().unwrap();
    assert_eq!(maneuver.turns(), Turn::ALL);
    assert_eq!(maneuver.to_string(), text);
    assert_eq!((maneuver.cost(Metric::HalfTurn), maneuver.cost(Metric::QuarterTurn)), (18, 24));
    for (number, turn) in Turn::ALL.into_iter().enumerate() {
        assert_eq!(turn.number(), number);
        assert_eq!(turn.face().turns()[usize::from(turn.quarters()) - 1], turn);
        assert!(Cube::SOLVED.turned(turn).turned(turn.inverse()).is_solved(), "{turn}");
        assert_ne!(turn.face().opposite(), turn.face());
        // Opposite faces commute.
        let across = turn.face().opposite().turns()[0];
        let [one, other] = [[turn, across], [across, turn]].map(Maneuver::from_iter);
        assert_eq!(Cube::SOLVED.after(&one), Cube::SOLVED.after(&other), "{turn}");
    }
    assert_eq!(Maneuver::default().to_string(), "");
    assert_eq!(" \n".parse(), Ok(Maneuver::default()));
}

#[test]
fn words_that_are_no_turns() {
    let error = |text: &str| text.parse::<Maneuver>().unwrap_err();
    for (text, position, word) in
        [("R U3 F", 2, "U3"), ("r", 1, "r"), ("R 2", 2, "2"), ("U D\tL2''", 3, "L2''")]
    {
        assert_eq!((error(text).position(), error(text).word()), (Some(position), word), "{text}");
    }
    assert_eq!(
        error("R x F").to_string(),
        "word 2: \"x\" is not a turn: expected one of U, R, F, D, L and B, alone or followed by 2 \
         or '"
    );
    let alone: UnknownTurn = "".parse::<Turn>().unwrap_err();
    assert_eq!((alone.position(), alone.word()), (None, ""));
    assert!("é".repeat(50).parse::<Turn>().unwrap_err().word().ends_with("é…"));
}

#[test]
fn known_orders() {
    for (maneuver, expected) in [
        ("R U", 105),
        ("R U'", 63),
        ("R2 U2", 6),
        ("R U R' U'", 6),
        // No element has a higher order.
        ("R U2 D' B D'", 1260),
    ] {
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
    // It commutes with every turn.
    for turn in Turn::ALL {
        let turned = Cube::SOLVED.turned(turn);
        assert_eq!(superflip.then(&turned), turned.then(&superflip));
    }
}

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// The solved cube with other colours at some facelets: a face and a number on it, and the colour.
fn painted(facelets: &str) -> String {
    let mut letters: Vec<char> = SOLVED.chars().collect();
    for word in facelets.split_whitespace() {
        let word: Vec<char> = word.chars().collect();
        let face = "URFDLB".find(word[0]).unwrap();
        letters[9 * face + word[1].to_digit(10).unwrap() as usize - 1] = word[2];
    }
    letters.into_iter().collect()
}

#[test]
fn what_is_wrong_with_a_cube() {
    use Face::{Back, Down, Front, Right, Up};

    let count = |found| CubeErrorKind::FaceletCount { found, expected: 54 };
    let cases = [
        (String::new(), count(0), "there are 0 facelets, expected 54"),
        (format!("{SOLVED} U"), count(55), "there are 55 facelets, expected 54"),
        (
            painted("R9x"),
            CubeErrorKind::UnknownColour { face: Right, number: 9, found: 'x' },
            "facelet R9: 'x' is not a colour: expected U, R, F, D, L or B, or W, R, G, Y, O or B",
        ),
        (
            painted("F5B B5F"),
            CubeErrorKind::Centre { face: Front, found: Back },
            "the centre of face F has the colour B, expected F",
        ),
        (
            painted("D9B"),
            CubeErrorKind::ColourCount { missing: (Down, 8), surplus: (Back, 10), expected: 9 },
            "8 facelets have the colour D and 10 the colour B, expected 9 of each",
        ),
        (
            // The mirror image of a piece.
            painted("R1F F3R"),
            CubeErrorKind::UnknownCorner { place: Corner::Urf, colours: [Up, Front, Right] },
            "corner URF: no piece has the colours U, F, R in this order",
        ),
        (
            painted("R2D D2R"),
            CubeErrorKind::UnknownEdge { place: Edge::Ur, colours: [Up, Down] },
            "edge UR: no piece has the colours U, D",
        ),
        (
            painted("B1R R3F L9B F7L"),
            CubeErrorKind::RepeatedCorner {
                piece: Corner::Urf,
                places: [Corner::Urf, Corner::Ubr],
                missing: Corner::Ubr,
            },
            "corner URF is at two places, URF and UBR; corner UBR is missing",
        ),
        (
            painted("U9R R1F F3U"),
            CubeErrorKind::Twist { sum: 2 },
            "a corner is twisted counterclockwise: no turns lead to this cube",
        ),
        (
            painted("U9F R1U F3R"),
            CubeErrorKind::Twist { sum: 1 },
            "a corner is twisted clockwise: no turns lead to this cube",
        ),
        (
            painted("U6D D2U"),
            CubeErrorKind::RepeatedEdge {
                piece: Edge::Uf,
                places: [Edge::Uf, Edge::Df],
                missing: Edge::Ur,
            },
            "edge UF is at two places, UF and DF; edge UR is missing",
        ),
        (painted("F6R R4F"), CubeErrorKind::Flip, "an edge is flipped: no turns lead to this cube"),
        (
            painted("R2F F2R"),
            CubeErrorKind::Parity,
            "two pieces are exchanged (odd permutation): no turns lead to this cube",
        ),
    ];
    for (text, kind, message) in cases {
        let error = text.parse::<Cube>().unwrap_err();
        assert_eq!((error.kind(), &error.to_string()[..]), (&kind, message), "{text}");
    }
}

#[test]
fn pieces_that_make_no_cube() {
    type Corners = [(Corner, u8); 8];
    type Edges = [(Edge, bool); 12];
    let with = |change: fn(&mut Corners, &mut Edges)| {
        let mut corners = Corner::ALL.map(|corner| (corner, 0));
        let mut edges = Edge::ALL.map(|edge| (edge, false));
        change(&mut corners, &mut edges);
        Cube::from_pieces(corners, edges).map_err(|error| error.kind().clone())
    };
    assert_eq!(with(|_, _| ()), Ok(Cube::SOLVED));
    // Twists count modulo 3.
    assert_eq!(with(|corners, _| (corners[0].1, corners[7].1) = (255, 3)), Ok(Cube::SOLVED));
    let twisted = with(|corners, _| (corners[0].1, corners[7].1) = (1, 5)).unwrap();
    assert_eq!(twisted.corner(Corner::Drb), (Corner::Drb, 2));
    assert_eq!(
        with(|corners, _| (corners[0].1, corners[7].1) = (1, 1)),
        Err(CubeErrorKind::Twist { sum: 2 })
    );
    assert_eq!(
        with(|corners, _| corners[7].0 = Corner::Ufl),
        Err(CubeErrorKind::RepeatedCorner {
            piece: Corner::Ufl,
            places: [Corner::Ufl, Corner::Drb],
            missing: Corner::Drb,
        })
    );
    assert_eq!(
        with(|_, edges| edges[0].0 = Edge::Br),
        Err(CubeErrorKind::RepeatedEdge {
            piece: Edge::Br,
            places: [Edge::Ur, Edge::Br],
            missing: Edge::Ur,
        })
    );
    assert_eq!(with(|_, edges| edges[3].1 = true), Err(CubeErrorKind::Flip));
    assert_eq!(with(|_, edges| edges.swap(2, 9)), Err(CubeErrorKind::Parity));
    assert_eq!(with(|corners, _| corners.swap(1, 2)), Err(CubeErrorKind::Parity));
    let both = with(|corners, edges| {
        corners.swap(1, 2);
        edges.swap(2, 9);
    });
    assert_eq!(both.unwrap().edge(Edge::Ul), (Edge::Fl, false));
}

/// All cubes within a number of turns, with their distances.
fn within(turns: u32) -> FxHashMap<Cube, u32> {
    let mut distances = FxHashMap::from_iter([(Cube::SOLVED, 0)]);
    let mut layer = vec![Cube::SOLVED];
    for distance in 1..=turns {
        let next = layer.iter().flat_map(|cube| Turn::ALL.map(|turn| cube.turned(turn)));
        let next: Vec<Cube> = next.collect();
        layer.clear();
        for cube in next {
            distances.entry(cube).or_insert_with(|| {
                layer.push(cube);
                distance
            });
        }
    }
    distances
}

#[test]
fn searches_agree_with_breadth_first() {
    let distances = within(4);
    let count = |distance| distances.values().filter(|&&other| other == distance).count();
    // Rokicki, Kociemba, Davidson and Dethridge, "The diameter of the Rubik's Cube group is
    // twenty".
    assert_eq!([0, 1, 2, 3, 4].map(count), [1, 18, 243, 3_240, 43_239]);
    for (cube, &distance) in &distances {
        assert!(cube.estimated_distance_to_goal() <= distance, "{cube:?}");
    }
    let mut cubes: Vec<_> = distances.iter().collect();
    cubes.sort_by_key(|(cube, _)| cube.facelets());
    for (&cube, &distance) in cubes.into_iter().step_by(6_000) {
        let solvers = [
            Solver::builder(cube).algorithm(GraphAStar::new()).solve(),
            Solver::builder(cube).algorithm(IdaStar::new()).solve(),
            Solver::builder(cube).algorithm(Bidirectional::new()).solve(),
        ];
        for solver in solvers {
            assert_eq!(solver.moves(), Some(distance as usize));
            let maneuver = Maneuver::from(solver.actions().unwrap());
            assert_eq!(maneuver.turns().len(), distance as usize);
            assert!(cube.after(&maneuver).is_solved(), "{cube:?} {maneuver}");
        }
    }
}

#[test]
fn random_cubes_are_solvable_and_all_alike() {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    const CUBES: u32 = 4_000;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut corners: FxHashMap<_, u32> = FxHashMap::default();
    let mut edges: FxHashMap<_, u32> = FxHashMap::default();
    for _ in 0..CUBES {
        let cube = Cube::random(|| rng.next_u32());
        assert_eq!(cube.facelets().parse(), Ok(cube));
        for place in Corner::ALL {
            *corners.entry((place, cube.corner(place))).or_default() += 1;
        }
        for place in Edge::ALL {
            *edges.entry((place, cube.edge(place))).or_default() += 1;
        }
    }
    // Each piece in each orientation at each place, within five standard deviations.
    assert_eq!((corners.len(), edges.len()), (8 * 24, 12 * 24));
    let expected = CUBES / 24;
    for count in corners.values().chain(edges.values()) {
        assert!(count.abs_diff(expected) < 65, "{count} {expected}");
    }
}

#[test]
fn our_own_cubes_are_sound() {
    use bestfirst::rubiks_cube::{Cube, Metric, PocketCube, PocketTurns};

    let scramble = "R U2 F' D L B2".parse().unwrap();
    for start in [Cube::SOLVED, Cube::SOLVED.after(&scramble)] {
        let check = check::world(&start).also_from(&Cube::SOLVED).undirected();
        let report = check.goal_when(Cube::is_solved).run();
        assert!(report.is_sound() && report.notes().is_empty(), "{report}");
    }
    let start = PocketCube::SOLVED.after(&scramble);
    let check = check::world(&start).also_from(&PocketCube::SOLVED).undirected();
    let report = check.goal_when(PocketCube::is_solved).run();
    assert!(report.is_sound() && report.notes().is_empty(), "{report}");
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let check = check::space(PocketTurns::new(metric), &start).also_from(&PocketCube::SOLVED);
        let report = check.undirected().bidirectional().goal_when(PocketCube::is_solved).run();
        assert!(report.is_sound() && report.notes().is_empty(), "{report}");
    }
}
