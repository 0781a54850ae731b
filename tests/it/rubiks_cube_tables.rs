//! The tables of Rubik's Cube: coordinates, distances of cosets, and optimal solutions.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::LazyLock;

use bestfirst::moves::{MoveAutomaton, MoveExpansion, MoveSpace, PrunedMoves};
use bestfirst::pattern_database::PatternDatabase;
use bestfirst::rubiks_cube::{
    self, Cube, CubeSpace, CubeState, CubeTables, Maneuver, Turn, TwoPhase,
};
use bestfirst::search::IdaStar;
use bestfirst::{Heuristic, Solver, StateSpace, check};
use proptest::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::common::stickers::maneuvers;

/// Built once for all tests.
pub(crate) static TABLES: LazyLock<CubeTables> = LazyLock::new(|| {
    let mut builder = PatternDatabase::builder().threads(NonZero::new(2).unwrap());
    CubeTables::build_with(&mut builder).unwrap()
});

static AUTOMATON: LazyLock<MoveAutomaton> = LazyLock::new(|| rubiks_cube::move_automaton(2));

fn space() -> CubeSpace<'static> {
    CubeSpace::new(&TABLES)
}

/// A random maneuver in which no two turns of the same face follow each other.
pub(crate) fn scramble(turns: usize, rng: &mut ChaCha8Rng) -> Maneuver {
    let mut node = AUTOMATON.initial(0);
    let mut scramble = Vec::new();
    while scramble.len() < turns {
        let turn = Turn::ALL[rng.random_range(0..18)];
        if let Some(next) = AUTOMATON.after(node, turn.number()) {
            node = next;
            scramble.push(turn);
        }
    }
    scramble.into()
}

/// Solves the cube and checks the solution on it. Returns the solution.
pub(crate) fn solved(cube: &Cube) -> Maneuver {
    let space = PrunedMoves::new(space(), &AUTOMATON);
    let initial = space.initial(TABLES.state(cube));
    let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
    let solution = Maneuver::from(solver.actions_in(&space).unwrap());
    assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
    assert_eq!(solver.cost(), u32::try_from(solution.turns().len()).ok());
    solution
}

/// All cubes within so many turns of the solved one, with their distances.
pub(crate) fn near(turns: u32) -> HashMap<Cube, u32> {
    let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=turns {
        let mut next = Vec::new();
        for cube in &level {
            for turned in Turn::ALL.map(|turn| cube.turned(turn)) {
                distances.entry(turned).or_insert_with(|| {
                    next.push(turned);
                    distance
                });
            }
        }
        level = next;
    }
    distances
}

/// Remembers what is offered, and prunes what is above a bound.
pub(crate) struct Offered<'a, S> {
    pub(crate) most: u32,
    pub(crate) offered: &'a mut Vec<(Turn, u32, S)>,
}

impl<S> MoveExpansion<S, Turn> for Offered<'_, S> {
    fn offer(&mut self, turn: Turn, cost: u32, estimate: u32, successor: impl FnOnce() -> S) {
        assert_eq!(cost, 1);
        self.offered.push((turn, estimate, successor()));
    }

    fn most(&self, _: u32) -> u32 {
        self.most
    }
}

proptest! {
    #[test]
    fn coordinates_follow_the_turns(maneuver in maneuvers(40)) {
        let (mut cube, mut state) = (Cube::SOLVED, CubeState::default());
        prop_assert_eq!(TABLES.state(&cube), state);
        for &turn in maneuver.turns() {
            (cube, state) = (cube.turned(turn), space().apply(&state, turn));
            prop_assert_eq!(TABLES.state(&cube), state);
            prop_assert_eq!(space().is_goal(&state), cube.is_solved());
            prop_assert_eq!(TABLES.estimate(&cube), space().estimate(&state));
        }
    }

    #[test]
    fn offers_are_the_successors_and_their_estimates(
        maneuver in maneuvers(30),
        allowed in any::<u32>(),
        most in 0_u32..13,
    ) {
        let state = TABLES.state(&Cube::SOLVED.after(&maneuver));
        let mut offered = Vec::new();
        space().offer_moves(&state, allowed, Offered { most, offered: &mut offered });
        let turns = Turn::ALL.into_iter().filter(|turn| allowed >> turn.number() & 1 == 1);
        prop_assert!(turns.eq(offered.iter().map(|&(turn, ..)| turn)));
        for (turn, offer, offered) in offered {
            let turned = space().apply(&state, turn);
            let estimate = space().estimate(&turned);
            prop_assert_eq!(offered, turned);
            for bound in [offer, space().estimate_up_to(&turned, most)] {
                prop_assert!(bound == estimate || most < bound && bound < estimate);
            }
        }
    }
}

/// The numbers of cosets are those of D. T. Winter, the mailing list *Cube Lovers*, 28 May 1992.
#[test]
fn distances_of_all_cosets() {
    assert_eq!(TABLES.table().entries(), 64_430 * 2187);
    let histogram = TABLES.histogram();
    assert_eq!(histogram.iter().sum::<u64>(), 2187 * 2048 * 495);
    assert_eq!(
        histogram,
        [
            1,
            4,
            50,
            592,
            7156,
            87_236,
            1_043_817,
            12_070_278,
            124_946_368,
            821_605_960,
            1_199_128_738,
            58_202_444,
            476
        ]
    );
}

#[test]
fn estimates_of_all_cubes_within_five_turns() {
    let distances = near(5);
    assert_eq!(distances.len(), 1 + 18 + 243 + 3240 + 43_239 + 574_908);
    let mut exact = [0; 6];
    for (cube, &distance) in &distances {
        let state = TABLES.state(cube);
        let estimate = space().estimate(&state);
        assert!(estimate <= distance, "{cube:?}: {estimate} instead of {distance}");
        exact[distance as usize] += usize::from(estimate == distance);
        for turn in Turn::ALL {
            let after = space().estimate(&space().apply(&state, turn));
            assert!(estimate.abs_diff(after) <= 1, "{cube:?} {turn}: {estimate}, then {after}");
        }
    }
    // How many have their distance as the estimate. Without one more where all axes agree, the last
    // number would be 342,444.
    assert_eq!(exact, [1, 12, 156, 2040, 26_160, 342_540]);
}

/// It looks the same along all axes, and no cube is farther from the subgroup along one of them
/// than 12.
#[test]
fn where_all_axes_agree_one_more_turn_is_needed() {
    let superflip = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U".parse().unwrap();
    let state = TABLES.state(&Cube::SOLVED.after(&superflip));
    assert_eq!(space().estimate_up_to(&state, 9), 10);
    assert_eq!(space().estimate(&state), 11);
}

#[test]
fn the_space_is_sound() {
    let state = TABLES.state(&Cube::SOLVED.after(&"R U2 F' D L B2".parse().unwrap()));
    check::space(space(), &state).states(2000).undirected().assert_sound();
}

/// The numbers of sequences are those of the turns of opposite faces in one order; with all that
/// four turns can tell, those of the cubes.
#[test]
fn one_sequence_of_turns_remains_for_each_cube() {
    for (depth, expected) in [(2, [18, 243, 3240, 43_254]), (4, [18, 243, 3240, 43_239])] {
        let automaton = rubiks_cube::move_automaton(depth);
        let mut level = vec![(Cube::SOLVED, automaton.initial(0))];
        let mut reached: HashMap<Cube, u32> = HashMap::from([(Cube::SOLVED, 0)]);
        for (turns, expected) in (1..).zip(expected) {
            let after = |&(cube, node): &(Cube, u32)| {
                let next =
                    |turn: Turn| Some((cube.turned(turn), automaton.after(node, turn.number())?));
                Turn::ALL.into_iter().filter_map(next).collect::<Vec<_>>()
            };
            level = level.iter().flat_map(after).collect();
            assert_eq!(level.len(), expected, "depth {depth}");
            for &(cube, _) in &level {
                reached.entry(cube).or_insert(turns);
            }
        }
        assert!(reached == near(4), "depth {depth}");
    }
}

#[test]
fn solutions_are_shortest() {
    let within_four: Vec<_> = near(4).into_iter().filter(|&(_, distance)| distance == 4).collect();
    for (cube, distance) in within_four.iter().take(500) {
        assert_eq!(solved(cube).turns().len(), *distance as usize);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for turns in [5, 7, 9, 10, 11, 11, 11] {
        let scramble = scramble(turns, &mut rng);
        let cube = Cube::SOLVED.after(&scramble);
        let solution = solved(&cube).turns().len();
        assert!(solution <= turns, "{scramble}");
        // Solving backwards is as long, and along other cosets.
        assert_eq!(solved(&cube.inverse()).turns().len(), solution, "{scramble}");
    }
}

#[test]
fn two_phases_solve_random_cubes_in_few_turns() {
    let solver = TwoPhase::new(&TABLES).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..1000 {
        let cube = Cube::random(|| rng.next_u32());
        // The first solution that comes, and one of few turns.
        for (nodes, most) in [(0, 30), (1_000_000, 21)] {
            let solution = solver.solve(&cube, 21, nodes);
            assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
            assert!(solution.turns().len() <= most, "{cube:?}: {solution}");
        }
    }
    // Near cubes need no detour, along whatever axis.
    for turns in ["", "R", "U2", "L R'", "F2 B2"] {
        let maneuver: Maneuver = turns.parse().unwrap();
        let solution = solver.solve(&Cube::SOLVED.after(&maneuver), 21, 1_000_000);
        assert!(Cube::SOLVED.after(&maneuver).after(&solution).is_solved());
        assert_eq!(solution.turns().len(), maneuver.turns().len(), "{turns}: {solution}");
    }
}

/// Two phases find a shortest solution in the end.
#[test]
fn two_phases_find_what_is_allowed() {
    let solver = TwoPhase::new(&TABLES).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for turns in 1..=8 {
        let cube = Cube::SOLVED.after(&scramble(turns, &mut rng));
        let shortest = solved(&cube).turns().len();
        let solution = solver.solve(&cube, shortest, u64::MAX);
        assert_eq!(solution.turns().len(), shortest, "{cube:?}: {solution}");
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
    }
}

/// A distance of the second phase that is too high would hide these solutions.
#[test]
fn the_second_phase_alone_needs_no_detour() {
    const SUBGROUP: [&str; 10] = ["U", "U2", "U'", "R2", "F2", "D", "D2", "D'", "L2", "B2"];
    let solver = TwoPhase::new(&TABLES).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..200 {
        let turns: Maneuver =
            (0..11).map(|_| SUBGROUP[rng.random_range(0..10)].parse::<Turn>().unwrap()).collect();
        let cube = Cube::SOLVED.after(&turns);
        let solution = solver.solve(&cube, turns.turns().len(), 100_000);
        assert!(cube.after(&solution).is_solved(), "{turns}: {solution}");
        assert!(solution.turns().len() <= turns.turns().len(), "{turns}: {solution}");
    }
}
