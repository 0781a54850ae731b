//! Rubik's Cube: short solutions, compared with those of `min2phase`; and the fewest turns,
//! compared with IDA\* written by hand.
//!
//! The table of 70 MB is built at the first run, and kept in the target directory.

mod cubes {
    pub(crate) mod by_hand;
}
mod measure {
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod rounds;
}

use std::error::Error;
use std::hint::black_box;
use std::iter;
use std::num::NonZero;
use std::path::Path;
use std::thread;

use bestfirst::Solver;
use bestfirst::moves::{MoveAutomaton, PrunedMoves};
use bestfirst::pattern_database::PatternDatabase;
use bestfirst::rubiks_cube::{self, Cube, CubeSpace, CubeTables, Maneuver, Metric, Turn, TwoPhase};
use bestfirst::search::IdaStar;
use cubes::by_hand::ByHand;
use measure::mode::is_test;
use measure::pairs::compare;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn main() -> Result<(), Box<dyn Error>> {
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cube.pdb");
    let tables = CubeTables::load_or_build(
        Metric::HalfTurn,
        path,
        &mut PatternDatabase::builder().threads(threads),
    )?;
    few_turns(&tables)?;
    fewest_turns(&tables);
    Ok(())
}

/// Solves random cubes with at most 21 turns.
fn few_turns(tables: &CubeTables) -> Result<(), Box<dyn Error>> {
    const AT_MOST: u8 = 21;
    let count = if is_test() { 10 } else { 1000 };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let cubes: Vec<_> = iter::repeat_with(|| Cube::random(|| rng.next_u32())).take(count).collect();
    let facelets: Vec<_> = cubes.iter().map(Cube::facelets).collect();
    let solver = TwoPhase::new(tables)?;

    let ours = || cubes.iter().map(|cube| solver.solve(cube, AT_MOST.into(), u64::MAX));
    let theirs = || facelets.iter().map(|facelets| min2phase::solve(facelets, AT_MOST));
    compare(
        &format!("{count} random cubes, at most {AT_MOST} turns"),
        "cube",
        &mut [
            ("TwoPhase", &mut || ours().map(black_box).count() as u64),
            ("min2phase", &mut || theirs().map(black_box).count() as u64),
        ],
    );
    for (name, solutions) in [
        ("TwoPhase", ours().collect::<Vec<_>>()),
        ("min2phase", theirs().map(|turns| turns.parse()).collect::<Result<_, _>>()?),
    ] {
        let mut turns = 0;
        for (cube, solution) in cubes.iter().zip(&solutions) {
            assert!(cube.after(solution).is_solved(), "{name}: {cube:?}: {solution}");
            assert!(solution.turns().len() <= AT_MOST.into(), "{name}: {cube:?}: {solution}");
            turns += solution.turns().len();
        }
        println!("  {name:30} {:7.2} turns a cube", turns as f64 / cubes.len() as f64);
    }
    Ok(())
}

/// Solves scrambled cubes with the fewest turns.
fn fewest_turns(tables: &CubeTables) {
    let (count, turns) = if is_test() { (2, 9) } else { (10, 13) };
    let automaton = rubiks_cube::move_automaton(Metric::HalfTurn, 2);
    let space = PrunedMoves::new(CubeSpace::new(tables), &automaton);
    let by_hand = ByHand::new(tables.table());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let scrambles: Vec<_> =
        iter::repeat_with(|| scramble(turns, &automaton, &mut rng)).take(count).collect();

    let search = |scramble: &Maneuver| {
        let initial = space.initial(tables.state(&Cube::SOLVED.after(scramble)));
        Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve()
    };
    for scramble in &scrambles {
        let (found, solver) = (by_hand.solve(scramble).0, search(scramble));
        assert!(Cube::SOLVED.after(scramble).after(&found).is_solved(), "{scramble}: {found}");
        assert_eq!(solver.actions_in(&space).map(Maneuver::from), Some(found), "{scramble}");
    }
    let count = scrambles.len() as u64;
    let by_hand = |scramble| by_hand.solve(scramble).1;
    let ours = |scramble| search(scramble).statistics().generated;
    compare(
        &format!("IDA*, {count} cubes scrambled by {turns} turns"),
        "cube",
        &mut [
            ("by hand", &mut || {
                black_box(scrambles.iter().map(by_hand).sum::<u64>());
                count
            }),
            ("CubeSpace", &mut || {
                black_box(scrambles.iter().map(ours).sum::<u64>());
                count
            }),
        ],
    );
    let [by_hand, ours] =
        [scrambles.iter().map(by_hand).sum::<u64>(), scrambles.iter().map(ours).sum()];
    println!("  nodes generated: {by_hand} by hand, {ours} by CubeSpace");
}

/// Random turns that the automaton allows.
fn scramble(turns: usize, automaton: &MoveAutomaton, rng: &mut ChaCha8Rng) -> Maneuver {
    let mut node = automaton.initial(0);
    let mut scramble = Vec::new();
    while scramble.len() < turns {
        let turn = *Turn::ALL.choose(rng).expect("there are turns");
        if let Some(next) = automaton.after(node, turn.number()) {
            node = next;
            scramble.push(turn);
        }
    }
    scramble.into()
}
