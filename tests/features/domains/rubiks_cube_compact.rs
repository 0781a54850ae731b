//! The compact tables of Rubik's Cube, beside the standard ones. Only the small table is built.

use std::fs;
use std::num::NonZero;
use std::sync::LazyLock;

use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves};
use bestfirst::pattern_database::PatternDatabase;
use bestfirst::pattern_database::TableErrorKind::File;
use bestfirst::rubiks_cube::{
    self, CompactCubeSize, CompactCubeSpace, CompactCubeTables, Cube, CubeState, Maneuver, Metric,
    Turn,
};
use bestfirst::search::IdaStar;
use bestfirst::{FileFault, Heuristic, Solver, StateSpace, check};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::rubiks_cube_tables::{Offered, TABLES, near, scramble, solved};
use crate::common::files::directory;
use crate::stickers::maneuvers;

/// Built once for all tests.
static SMALL: LazyLock<CompactCubeTables> = LazyLock::new(|| {
    let mut builder = PatternDatabase::builder().threads(NonZero::new(2).unwrap());
    CompactCubeTables::build_with(CompactCubeSize::Small, &mut builder).unwrap()
});

static AUTOMATON: LazyLock<MoveAutomaton> =
    LazyLock::new(|| rubiks_cube::move_automaton(Metric::HalfTurn, 3));

fn space() -> CompactCubeSpace<'static> {
    CompactCubeSpace::new(&SMALL)
}

proptest! {
    #[test]
    fn states_follow_the_turns(maneuver in maneuvers(30)) {
        let (mut cube, mut state) = (Cube::SOLVED, SMALL.state(&Cube::SOLVED));
        for &turn in maneuver.turns() {
            (cube, state) = (cube.turned(turn), space().apply(&state, turn));
            prop_assert_eq!(SMALL.state(&cube), state);
            // States are equal if their cubes are. The estimate is of all that a state holds.
            prop_assert_eq!(space().estimate(&state), SMALL.estimate(&cube));
            prop_assert_eq!(space().is_goal(&state), cube.is_solved());
        }
        // Seen forwards and backwards, the same look-ups change their roles.
        prop_assert_eq!(SMALL.estimate(&cube), SMALL.estimate(&cube.inverse()));
        prop_assert!(SMALL.estimate(&cube) as usize <= maneuver.turns().len());
    }

    #[test]
    fn offers_are_the_successors_and_their_estimates(
        maneuver in maneuvers(30),
        most in 0_u32..13,
        allowed: u32,
    ) {
        let state = SMALL.state(&Cube::SOLVED.after(&maneuver));
        offers_are_right(&state, most, allowed, 2)?;
    }
}

/// Offers the states after a turn, and those after two. A state that is offered knows more of its
/// turns than one made of a cube.
fn offers_are_right(
    state: &CubeState,
    most: u32,
    allowed: u32,
    depth: u32,
) -> Result<(), TestCaseError> {
    let mut offered = Vec::new();
    space().offer_moves(state, allowed, Offered { most, offered: &mut offered });
    let is_allowed = |turn: &Turn| allowed >> turn.number() & 1 == 1;
    let turns: Vec<_> = Turn::ALL.into_iter().filter(is_allowed).collect();
    prop_assert_eq!(offered.iter().map(|(turn, ..)| *turn).collect::<Vec<_>>(), turns);
    for (turn, bound, after) in offered {
        let turned = state.cube().turned(turn);
        let estimate = SMALL.estimate(&turned);
        prop_assert_eq!(after.cube(), &turned);
        prop_assert_eq!(space().estimate(&after), estimate);
        prop_assert!(bound == estimate || most < bound && bound <= estimate);
        if depth > 1 {
            // What was found out for one bound must be right for another one.
            for most in [most.saturating_sub(1), most, most + 1] {
                offers_are_right(&after, most, u32::MAX, depth - 1)?;
            }
        }
    }
    Ok(())
}

/// Each coset, with all that are symmetric to it, as the table in half bytes has them.
#[test]
fn distances_of_all_cosets() {
    let exact = TABLES.histogram();
    let from = |first: usize| exact[first..].iter().sum::<u64>();
    assert_eq!(SMALL.histogram(), [exact[..9].iter().sum(), exact[9], exact[10], from(11)]);
}

#[test]
fn estimates_of_random_cubes() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2000 {
        let cube = Cube::random(|| rng.next_u32());
        // Both are exact from 9 to 11. From there on, small tables say 11, and one more if all are
        // so.
        let standard = TABLES.estimate(&cube).max(TABLES.estimate(&cube.inverse()));
        let small = SMALL.estimate(&cube);
        if (9..=11).contains(&standard) {
            assert_eq!(small, standard, "{cube:?}");
        } else {
            assert!(small <= standard.max(9), "{cube:?}: {small}, {standard}");
        }
    }
}

#[test]
fn estimates_of_all_cubes_within_four_turns() {
    for (cube, distance) in near(Metric::HalfTurn, 4) {
        let estimate = SMALL.estimate(&cube);
        assert!(estimate <= distance, "{cube:?}: {estimate} instead of {distance}");
    }
}

#[test]
fn the_space_is_sound() {
    let state = SMALL.state(&Cube::SOLVED.after(&"R U2 F' D L B2".parse().unwrap()));
    check::space(space(), &state).states(1000).undirected().assert_sound();
}

#[test]
fn solutions_are_shortest() {
    let space = PrunedMoves::new(space(), &AUTOMATON);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for turns in [0, 1, 2, 3, 5, 8, 9, 10, 11, 11, 12, 12] {
        let cube = Cube::SOLVED.after(&scramble(Metric::HalfTurn, turns, &mut rng));
        let initial = space.initial(SMALL.state(&cube));
        let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
        let solution = Maneuver::from(solver.actions_in(&space).unwrap());
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
        assert_eq!(
            solution.turns().len(),
            solved(Metric::HalfTurn, &cube).turns().len(),
            "{cube:?}"
        );
    }
}

#[test]
fn a_table_is_what_was_saved() {
    let path = directory("compact-cube").join("small.pdb");
    SMALL.save(&path).unwrap();
    let mut builder = PatternDatabase::builder();
    let loaded = CompactCubeTables::load_or_build(CompactCubeSize::Small, &path, &mut builder);
    assert_eq!(loaded.unwrap().histogram(), SMALL.histogram());

    let fault = |size| CompactCubeTables::load(size, &path).unwrap_err();
    let foreign = fault(CompactCubeSize::Large);
    assert!(matches!(foreign.kind(), File(FileFault::Foreign { .. })), "{foreign}");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let corrupted = fault(CompactCubeSize::Small);
    assert!(matches!(corrupted.kind(), File(FileFault::Corrupted { .. })), "{corrupted}");
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let truncated = fault(CompactCubeSize::Small);
    assert!(matches!(truncated.kind(), File(FileFault::Truncated { .. })), "{truncated}");
    bytes.push(0);
    *bytes.iter_mut().nth_back(1).unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let trailing = fault(CompactCubeSize::Small);
    assert!(matches!(trailing.kind(), File(FileFault::TrailingBytes { .. })), "{trailing}");
}

/// Cubes with some symmetries and with all, and one with none.
#[test]
fn symmetric_cubes_are_solved_with_as_few_turns() {
    let maneuvers = ["R2 L2 U2 D2 F2 B2", "U D' R L' F B' U D'", "R L' U2 R' L", "R U F2 D L2 B"];
    let generated = maneuvers.map(|maneuver| {
        let cube = Cube::SOLVED.after(&maneuver.parse().unwrap());
        let automata =
            [AUTOMATON.clone(), rubiks_cube::move_automaton_from(Metric::HalfTurn, &cube)];
        let [plain, from_cube] = automata.map(|automaton| {
            let space = PrunedMoves::new(space(), &automaton);
            let initial = space.initial(SMALL.state(&cube));
            let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
            let turns = Maneuver::from(solver.actions_in(&space).unwrap());
            assert!(cube.after(&turns).is_solved());
            (turns.turns().len(), solver.statistics().generated)
        });
        assert_eq!(from_cube.0, plain.0);
        [plain.1, from_cube.1]
    });
    let [[plain, from_cube], .., [all, same]] = generated;
    assert!(from_cube < plain / 2, "{from_cube} of {plain}");
    assert_eq!(all, same);
}

/// The superflip has all 48 symmetries.
#[test]
fn few_beginnings_from_the_superflip_are_left() {
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let superflip = Cube::SOLVED.after(&superflip.parse().unwrap());
    let automaton = rubiks_cube::move_automaton_from(Metric::HalfTurn, &superflip);
    let after = |nodes: &[u32]| -> Vec<u32> {
        let turns = |&node: &u32| {
            let automaton = &automaton;
            (0..18).filter_map(move |turn| automaton.after(node, turn))
        };
        nodes.iter().flat_map(turns).collect()
    };
    let first = after(&[automaton.initial(0)]);
    let second = after(&first);
    let third = after(&second);
    assert_eq!([first.len(), second.len(), third.len()], [2, 8, 44]);
}
