//! The tables of Rubik's Cube: coordinates, distances of cosets, and optimal solutions.

use std::num::NonZero;
use std::sync::LazyLock;

use bestfirst::moves::{MoveAutomaton, MoveExpansion, MoveSpace, PrunedMoves};
use bestfirst::pattern_database::{PatternDatabase, TableErrorKind};
use bestfirst::rubiks_cube::Metric::{HalfTurn, QuarterTurn};
use bestfirst::rubiks_cube::{
    self, Corner, Cube, CubeSpace, CubeTables, Edge, Maneuver, Metric, Turn, TwoPhase,
};
use bestfirst::search::IdaStar;
use bestfirst::{FileFault, Heuristic, Solver, StateSpace, check};
use proptest::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::common::files::directory;
use crate::stickers::maneuvers;

/// Built once for all tests.
pub(crate) static TABLES: LazyLock<CubeTables> = LazyLock::new(|| built(HalfTurn));
static QUARTER_TABLES: LazyLock<CubeTables> = LazyLock::new(|| built(QuarterTurn));

fn built(metric: Metric) -> CubeTables {
    let mut builder = PatternDatabase::builder().threads(NonZero::new(2).unwrap());
    CubeTables::build_with(metric, &mut builder).unwrap()
}

fn tables(metric: Metric) -> &'static CubeTables {
    match metric {
        HalfTurn => &TABLES,
        QuarterTurn => &QUARTER_TABLES,
    }
}

const METRICS: [Metric; 2] = [HalfTurn, QuarterTurn];

static AUTOMATA: LazyLock<[MoveAutomaton; 2]> =
    LazyLock::new(|| METRICS.map(|metric| rubiks_cube::move_automaton(metric, 3)));

fn automaton(metric: Metric) -> &'static MoveAutomaton {
    &AUTOMATA[metric as usize]
}

fn space(metric: Metric) -> CubeSpace<'static> {
    CubeSpace::new(tables(metric))
}

/// The moves of a metric.
fn turns(metric: Metric) -> impl Iterator<Item = Turn> + Clone {
    Turn::ALL.into_iter().filter(move |&turn| metric.cost(turn) == 1)
}

/// A random maneuver of moves of a metric, of which none undoes the one before it.
pub(crate) fn scramble(metric: Metric, turns: usize, rng: &mut ChaCha8Rng) -> Maneuver {
    let automaton = automaton(metric);
    let mut node = automaton.initial(0);
    let mut scramble = Vec::new();
    while scramble.len() < turns {
        let turn = Turn::ALL[rng.random_range(0..18)];
        if metric.cost(turn) > 1 {
            continue;
        }
        if let Some(next) = automaton.after(node, turn.number()) {
            node = next;
            scramble.push(turn);
        }
    }
    scramble.into()
}

/// Solves the cube and checks the solution on it. Returns the solution.
pub(crate) fn solved(metric: Metric, cube: &Cube) -> Maneuver {
    let space = PrunedMoves::new(space(metric), automaton(metric));
    let initial = space.initial(tables(metric).state(cube));
    let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
    let solution = Maneuver::from(solver.actions_in(&space).unwrap());
    assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
    assert_eq!(solver.cost(), u32::try_from(solution.turns().len()).ok());
    assert_eq!(solver.cost(), Some(solution.cost(metric)));
    solution
}

/// All cubes within so many moves of the solved one, with their distances.
pub(crate) fn near(metric: Metric, moves: u32) -> FxHashMap<Cube, u32> {
    let mut distances = FxHashMap::from_iter([(Cube::SOLVED, 0)]);
    let mut level = vec![Cube::SOLVED];
    for distance in 1..=moves {
        let mut next = Vec::new();
        for cube in &level {
            for turned in turns(metric).map(|turn| cube.turned(turn)) {
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

fn metrics() -> impl Strategy<Value = Metric> {
    prop::sample::select(&METRICS)
}

proptest! {
    #[test]
    fn states_follow_the_turns(maneuver in maneuvers(40), metric in metrics()) {
        let (tables, space) = (tables(metric), space(metric));
        let (mut cube, mut state) = (Cube::SOLVED, tables.state(&Cube::SOLVED));
        let (mut cost, mut before) = (0, 0);
        for &turn in maneuver.turns() {
            (cube, state) = (cube.turned(turn), space.apply(&state, turn));
            prop_assert_eq!(tables.state(&cube), state);
            prop_assert_eq!(space.is_goal(&state), cube.is_solved());
            cost += metric.cost(turn);
            let estimate = tables.estimate(&cube);
            prop_assert!(estimate.abs_diff(before) <= metric.cost(turn));
            before = estimate;
            // States are equal if their cubes are. The estimate is of all that a state holds.
            let estimate = estimate.max(tables.estimate(&cube.inverse()));
            prop_assert_eq!(space.estimate(&state), estimate);
            prop_assert!(estimate <= cost);
            if metric == QuarterTurn {
                prop_assert_eq!(estimate % 2, cost % 2);
            }
        }
    }

    #[test]
    fn offers_are_the_successors_and_their_estimates(
        maneuver in maneuvers(30),
        allowed in any::<u32>(),
        most in 0_u32..13,
        metric in metrics(),
    ) {
        let (tables, space) = (tables(metric), space(metric));
        let state = tables.state(&Cube::SOLVED.after(&maneuver));
        let mut offered = Vec::new();
        space.offer_moves(&state, allowed, Offered { most, offered: &mut offered });
        let turns = turns(metric).filter(|turn| allowed >> turn.number() & 1 == 1);
        prop_assert!(turns.eq(offered.iter().map(|&(turn, ..)| turn)));
        for (turn, offer, offered) in offered {
            let turned = space.apply(&state, turn);
            let estimate = space.estimate(&turned);
            prop_assert_eq!(offered, turned);
            prop_assert_eq!(space.estimate(&offered), estimate);
            prop_assert!(offer == estimate || most < offer && offer <= estimate);
            prop_assert!(metric == HalfTurn || offer % 2 == estimate % 2);
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

/// For the quarter-turn metric, beside those found by going from cube to cube.
#[test]
fn distances_of_all_cosets_in_quarter_turns() {
    let histogram = QUARTER_TABLES.histogram();
    assert_eq!(histogram.iter().sum::<u64>(), 2187 * 2048 * 495);
    let cosets = |distance| {
        let cubes = near(QuarterTurn, distance).into_keys();
        // The twists, the flips, and the edges between up and down. The inverse of a cube has them
        // by its pieces.
        let coset = |cube: Cube| {
            let twists = Corner::ALL.map(|place| cube.corner(place).1);
            let edges = Edge::ALL.map(|place| cube.edge(place));
            let is_between = |edge| matches!(edge, Edge::Fr | Edge::Fl | Edge::Bl | Edge::Br);
            (twists, edges.map(|(piece, is_flipped)| (is_between(piece), is_flipped)))
        };
        cubes.map(coset).collect::<FxHashSet<_>>().len() as u64
    };
    for distance in 0..=5 {
        let within = histogram[..=distance as usize].iter().sum::<u64>();
        assert_eq!(cosets(distance), within, "{distance}");
    }
    assert_eq!(
        histogram[6..],
        [
            225_949,
            2_017_078,
            17_554_890,
            139_132_730,
            758_147_361,
            1_182_378_518,
            117_594_403,
            14_072
        ]
    );
}

#[test]
fn estimates_of_all_cubes_within_five_turns() {
    // How many have their distance as the estimate. In the half-turn metric, without one more where
    // all axes agree, the last number would be 342,444.
    for (metric, cubes, exact) in [
        (HalfTurn, [1, 18, 243, 3240, 43_239, 574_908], [1, 12, 156, 2040, 26_160, 342_540]),
        (QuarterTurn, [1, 12, 114, 1068, 10_011, 93_840], [1, 12, 108, 1008, 9408, 87_960]),
    ] {
        let near = near(metric, 5);
        let estimate = |(cube, _): (&Cube, &u32)| (*cube, tables(metric).estimate(cube));
        let estimates: FxHashMap<_, _> = near.iter().map(estimate).collect();
        let mut found = [[0; 6]; 2];
        for (cube, &distance) in &near {
            let estimate = estimates[cube];
            assert!(estimate <= distance, "{cube:?}: {estimate} instead of {distance}");
            found[0][distance as usize] += 1;
            found[1][distance as usize] += usize::from(estimate == distance);
            let inverse = estimates[&cube.inverse()];
            let state = tables(metric).state(cube);
            assert_eq!(space(metric).estimate(&state), estimate.max(inverse), "{cube:?}");
            for turn in turns(metric) {
                if let Some(after) = estimates.get(&cube.turned(turn)) {
                    assert!(estimate.abs_diff(*after) <= 1, "{cube:?} {turn}: {estimate}, {after}");
                }
            }
        }
        assert_eq!(found, [cubes, exact], "{metric}");
    }
}

/// It looks the same along all axes, and no cube is farther from the subgroup along one of them
/// than 12.
#[test]
fn where_all_axes_agree_one_more_turn_is_needed() {
    let superflip = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U".parse().unwrap();
    assert_eq!(TABLES.estimate(&Cube::SOLVED.after(&superflip)), 11);
}

#[test]
fn the_spaces_are_sound() {
    for metric in METRICS {
        let state = tables(metric).state(&Cube::SOLVED.after(&"R U2 F' D L B2".parse().unwrap()));
        check::space(space(metric), &state).states(2000).undirected().assert_sound();
    }
}

/// The numbers of sequences are those of the turns of opposite faces in one order; with all that
/// four turns can tell, those of the cubes. Of quarters, three tell as much.
#[test]
fn one_sequence_of_turns_remains_for_each_cube() {
    for (metric, depth, expected) in [
        (HalfTurn, 2, &[18, 243, 3240, 43_254][..]),
        (HalfTurn, 4, &[18, 243, 3240, 43_239]),
        (QuarterTurn, 3, &[12, 114, 1068, 10_011, 93_840]),
    ] {
        let automaton = rubiks_cube::move_automaton(metric, depth);
        let mut level = vec![(Cube::SOLVED, automaton.initial(0))];
        let mut reached: FxHashMap<Cube, u32> = FxHashMap::from_iter([(Cube::SOLVED, 0)]);
        for (moves, &expected) in (1..).zip(expected) {
            let after = |&(cube, node): &(Cube, u32)| {
                let next =
                    |turn: Turn| Some((cube.turned(turn), automaton.after(node, turn.number())?));
                turns(metric).filter_map(next).collect::<Vec<_>>()
            };
            level = level.iter().flat_map(after).collect();
            assert_eq!(level.len(), expected, "{metric}, depth {depth}");
            for &(cube, _) in &level {
                reached.entry(cube).or_insert(moves);
            }
        }
        let most = u32::try_from(expected.len()).unwrap();
        assert!(reached == near(metric, most), "{metric}, depth {depth}");
    }
}

#[test]
fn solutions_are_shortest() {
    let within_four: Vec<_> =
        near(HalfTurn, 4).into_iter().filter(|&(_, distance)| distance == 4).collect();
    for (cube, distance) in within_four.iter().take(500) {
        assert_eq!(solved(HalfTurn, cube).turns().len(), *distance as usize);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for turns in [5, 7, 9, 10, 11, 11, 11] {
        let scramble = scramble(HalfTurn, turns, &mut rng);
        let cube = Cube::SOLVED.after(&scramble);
        let solution = solved(HalfTurn, &cube).turns().len();
        assert!(solution <= turns, "{scramble}");
        // Solving backwards is as long, and along other cosets.
        assert_eq!(solved(HalfTurn, &cube.inverse()).turns().len(), solution, "{scramble}");
    }
}

/// Beside a breadth-first search from both sides, and a search that prunes no moves.
#[test]
fn solutions_are_shortest_in_quarter_turns() {
    let near = near(QuarterTurn, 5);
    let distance = |cube: Cube| {
        let mut level = vec![cube];
        let mut moves = 0;
        loop {
            if let Some(least) = level.iter().filter_map(|cube| near.get(cube)).min() {
                return moves + least;
            }
            let after = |cube: Cube| turns(QuarterTurn).map(move |turn| cube.turned(turn));
            level = level.into_iter().flat_map(after).collect();
            moves += 1;
        }
    };
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for moves in (0..=9).chain([9; 20]) {
        let scramble = scramble(QuarterTurn, moves, &mut rng);
        let cube = Cube::SOLVED.after(&scramble);
        let expected = distance(cube);
        assert_eq!(solved(QuarterTurn, &cube).cost(QuarterTurn), expected, "{scramble}");
        let state = QUARTER_TABLES.state(&cube);
        let unpruned =
            Solver::builder_in(space(QuarterTurn), state).algorithm(IdaStar::new()).solve();
        assert_eq!(unpruned.cost(), Some(expected), "{scramble}");
    }
}

/// Cubes with many symmetries, with some, and with none.
#[test]
fn symmetric_cubes_are_solved_with_as_few_quarter_turns() {
    let generated = ["R2 L2 U2 D2", "U D' R L' F B' U D'", "R U F2 D"].map(|maneuver| {
        let cube = Cube::SOLVED.after(&maneuver.parse().unwrap());
        let from_cube = rubiks_cube::move_automaton_from(QuarterTurn, &cube);
        let [plain, from_cube] = [automaton(QuarterTurn), &from_cube].map(|automaton| {
            let space = PrunedMoves::new(space(QuarterTurn), automaton);
            let initial = space.initial(QUARTER_TABLES.state(&cube));
            let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
            let solution = Maneuver::from(solver.actions_in(&space).unwrap());
            assert!(cube.after(&solution).is_solved(), "{maneuver}: {solution}");
            (solution.cost(QuarterTurn), solver.statistics().generated)
        });
        assert_eq!(from_cube.0, plain.0, "{maneuver}");
        [plain.1, from_cube.1]
    });
    let [[plain, from_cube], _, [all, same]] = generated;
    assert!(from_cube < plain / 2, "{from_cube} of {plain}");
    assert_eq!(all, same);
}

#[test]
fn tables_of_the_other_metric_are_refused() {
    let directory = directory("cube-metrics");
    for (metric, other) in [(HalfTurn, QuarterTurn), (QuarterTurn, HalfTurn)] {
        let path = directory.join(format!("{metric}.pdb"));
        tables(metric).save(&path).unwrap();
        let loaded = CubeTables::load(metric, &path).unwrap();
        assert_eq!(loaded.metric(), metric);
        assert_eq!(loaded.table().as_bytes(), tables(metric).table().as_bytes());
        let foreign = CubeTables::load(other, &path).unwrap_err();
        assert!(
            matches!(foreign.kind(), TableErrorKind::File(FileFault::Foreign { .. })),
            "{foreign}"
        );
    }
    let foreign = TwoPhase::new(&QUARTER_TABLES).unwrap_err();
    assert_eq!(
        foreign.to_string(),
        "it is of \"rubiks cube phase 1 quarter-turn metric\", not of \"rubiks cube phase 1 \
         half-turn metric\""
    );
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

/// No first phase that is good enough comes before the few turns that solve a near cube.
#[test]
fn near_cubes_are_solved_with_the_fewest_turns() {
    let solver = TwoPhase::new(&TABLES).unwrap();
    for (cube, distance) in near(HalfTurn, 3) {
        let solution = solver.solve(&cube, 21, 0);
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
        assert_eq!(solution.turns().len(), distance as usize, "{cube:?}: {solution}");
    }
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut detours = 0;
    for turns in [5, 8, 10] {
        for _ in 0..50 {
            let cube = Cube::SOLVED.after(&scramble(HalfTurn, turns, &mut rng));
            detours += usize::from(solver.solve(&cube, 21, 1_000_000).turns().len() > turns);
        }
    }
    assert!(detours <= 5, "{detours} of 150");
}

/// At most 21 turns within ten million nodes, and the fewest where they are at most 12.
#[test]
fn small_tables_solve_any_cube() {
    let solver = TwoPhase::small();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..30 {
        let cube = Cube::random(|| rng.next_u32());
        for (nodes, most) in [(0, 30), (10_000_000, 21)] {
            let solution = solver.solve(&cube, 21, nodes);
            assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
            assert!(solution.turns().len() <= most, "{cube:?}: {solution}");
        }
    }
    for (cube, distance) in near(HalfTurn, 3) {
        let solution = solver.solve(&cube, 21, 0);
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
        assert_eq!(solution.turns().len(), distance as usize, "{cube:?}: {solution}");
    }
    for turns in (4..=12).chain([12; 4]) {
        let cube = Cube::SOLVED.after(&scramble(HalfTurn, turns, &mut rng));
        let solution = solver.solve(&cube, 21, 0);
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
        assert_eq!(solution.turns().len(), solved(HalfTurn, &cube).turns().len(), "{cube:?}");
    }
}

/// Two phases find a shortest solution in the end.
#[test]
fn two_phases_find_what_is_allowed() {
    let solver = TwoPhase::new(&TABLES).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    // Twelve turns are too many for the search that comes before them.
    for turns in (1..=8).chain([12; 4]) {
        let cube = Cube::SOLVED.after(&scramble(HalfTurn, turns, &mut rng));
        let shortest = solved(HalfTurn, &cube).turns().len();
        let solution = solver.solve(&cube, shortest, u64::MAX);
        assert_eq!(solution.turns().len(), shortest, "{cube:?}: {solution}");
        assert!(cube.after(&solution).is_solved(), "{cube:?}: {solution}");
    }
}

/// A distance of the second phase that is too high would hide these solutions.
#[test]
fn the_second_phase_alone_needs_no_detour() {
    const SUBGROUP: [&str; 10] = ["U", "U2", "U'", "R2", "F2", "D", "D2", "D'", "L2", "B2"];
    let solvers = [TwoPhase::new(&TABLES).unwrap(), TwoPhase::small()];
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for solver in solvers.iter().cycle().take(200) {
        let turns: Maneuver =
            (0..11).map(|_| SUBGROUP[rng.random_range(0..10)].parse::<Turn>().unwrap()).collect();
        let cube = Cube::SOLVED.after(&turns);
        let solution = solver.solve(&cube, turns.turns().len(), 100_000);
        assert!(cube.after(&solution).is_solved(), "{turns}: {solution}");
        assert!(solution.turns().len() <= turns.turns().len(), "{turns}: {solution}");
    }
}
