//! Cubes as a space given by the turns.

use std::iter;

#[cfg(feature = "pattern-databases")]
use super::symmetry::Symmetry;
use super::{Cube, Metric, Turn};
use crate::moves::{MoveAutomaton, MoveSpace};
use crate::{Cost, StateSpace, Worlds};

/// The automaton that prunes sequences of turns, learned from all sequences of up to `depth` turns
/// that cost 1 in this metric, at least two. Use it with
/// [`PrunedMoves`](crate::moves::PrunedMoves), in a `CubeSpace` of the same metric; in one of the
/// other metric, solutions may be missed. The automaton for the half-turn metric is also for
/// [`Worlds`] of cubes.
///
/// A depth of 3 is a good choice. In the half-turn metric it leaves one order of turns of opposite
/// faces and no two turns of the same face in a row, and instead of 18 turns there are 13.3 on
/// average. In the quarter-turn metric it also replaces three quarters by one, and instead of 12
/// turns there are 9.4. Each turn more takes as many times as long to learn, and prunes hardly
/// more: in the half-turn metric, of four turns 1 sequence in 3,000.
///
/// ```
/// use bestfirst::moves::PrunedMoves;
/// use bestfirst::rubiks_cube::{self, Cube, Metric, Turn};
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Solver, Worlds};
///
/// let cube = Cube::SOLVED.after(&"R U2 F' D".parse()?);
/// let automaton = rubiks_cube::move_automaton(Metric::HalfTurn, 3);
/// let space = PrunedMoves::new(Worlds::new(), &automaton);
/// let solver = Solver::builder_in(&space, space.initial(cube)).algorithm(IdaStar::new()).solve();
/// let turns: Vec<Turn> = solver.actions_in(&space).unwrap();
/// assert!(cube.after(&turns.into()).is_solved());
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
///
/// # Complexity
///
/// As [`MoveAutomaton::learn`] with one representative.
#[must_use]
pub fn move_automaton(metric: Metric, depth: u32) -> MoveAutomaton {
    MoveAutomaton::learn(&UnitTurns(metric), [Cube::SOLVED], depth)
}

/// The automaton for paths from this cube. If the cube looks the same after some rotations or
/// reflections, it also prunes turns at the beginning that are rotations or reflections of others.
/// For any other cube it is [`move_automaton(metric, 3)`](move_automaton). Feature
/// `pattern-databases`.
///
/// From the superflip, which has all 48 symmetries, 44 of 3,240 sequences of three turns are left
/// in the half-turn metric. With the large table of `CompactCubeTables`, a search on two cores
/// proved in 26 s that it needs 20 turns.
///
/// Use it as [`move_automaton`], but start only from this cube.
/// [`MoveAutomaton::without_symmetric`] says what remains.
///
/// ```
/// use bestfirst::moves::PrunedMoves;
/// use bestfirst::rubiks_cube::{self, Cube, Metric};
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Solver, Worlds};
///
/// let cube = Cube::SOLVED.after(&"R2 L2 U2 D2".parse()?);
/// let automaton = rubiks_cube::move_automaton_from(Metric::HalfTurn, &cube);
/// let space = PrunedMoves::new(Worlds::new(), &automaton);
/// let solver = Solver::builder_in(&space, space.initial(cube)).algorithm(IdaStar::new()).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[cfg(feature = "pattern-databases")]
#[must_use]
pub fn move_automaton_from(metric: Metric, cube: &Cube) -> MoveAutomaton {
    let mut symmetries = Symmetry::all().to_vec();
    symmetries.retain(|symmetry| symmetry.cube(cube) == *cube);
    let automaton = move_automaton(metric, 3);
    if symmetries.len() == 1 {
        return automaton;
    }
    // The inverse of a cube takes as many turns.
    let image = |cube: &Cube| {
        let carried = symmetries.iter().map(|symmetry| symmetry.cube(cube));
        carried
            .flat_map(|cube| [cube, cube.inverse()])
            .map(|cube| (cube.corners.0, cube.edges.0))
            .min()
    };
    automaton.without_symmetric(&UnitTurns(metric), cube, 3, image)
}

/// What is the same for all spaces whose moves are turns that cost 1: the methods of [`MoveSpace`]
/// where the turns of a set can always be made; and the successors, which are the states after
/// them.
macro_rules! turns {
    ($self:ident: moves $turns:expr) => {
        type Move = Turn;

        #[inline]
        fn move_count(&self) -> usize {
            Turn::ALL.len()
        }

        #[inline]
        fn move_number(&self, turn: Turn) -> usize {
            turn.number()
        }

        #[inline]
        fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Turn, Cost)) {
            self.for_each_allowed_move(state, u32::MAX, visit);
        }

        #[inline]
        fn for_each_allowed_move(
            &$self,
            _: &Self::State,
            allowed: u32,
            mut visit: impl FnMut(Turn, Cost),
        ) {
            turns_in(allowed & $turns).for_each(|turn| visit(turn, 1));
        }
    };
    (successors) => {
        #[inline]
        fn for_each_successor(
            &self,
            state: &Self::State,
            previous: Option<&Self::State>,
            mut visit: impl FnMut(Self::State, Cost),
        ) {
            self.for_each_move(state, |turn, cost| {
                let turned = self.apply(state, turn);
                if Some(&turned) != previous {
                    visit(turned, cost);
                }
            });
        }
    };
}

#[cfg(feature = "pattern-databases")]
pub(super) use turns;

/// The cubes, and the turns that cost 1 in a metric.
struct UnitTurns(Metric);

impl StateSpace for UnitTurns {
    type State = Cube;

    fn estimate(&self, cube: &Cube) -> Cost {
        Worlds::new().estimate(cube)
    }

    fn is_goal(&self, cube: &Cube) -> bool {
        cube.is_solved()
    }

    turns!(successors);
}

impl MoveSpace for UnitTurns {
    turns!(self: moves self.0.unit_turns());

    fn apply(&self, cube: &Cube, turn: Turn) -> Cube {
        cube.turned(turn)
    }
}

/// A move is a turn. Turns are a group, so all cubes have the same context.
impl MoveSpace for Worlds<Cube> {
    turns!(self: moves ALL_TURNS);

    #[inline]
    fn apply(&self, cube: &Cube, turn: Turn) -> Cube {
        cube.turned(turn)
    }
}

/// The numbers of all turns, one bit each.
pub(super) const ALL_TURNS: u32 = (1 << Turn::ALL.len()) - 1;

/// The turns of a set that has bit *n* for turn *n*. Bits beyond the turns do not count.
#[inline]
pub(super) fn turns_in(set: u32) -> impl Iterator<Item = Turn> {
    let mut rest = set & ALL_TURNS;
    iter::from_fn(move || {
        let turn = *Turn::ALL.get(rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(turn)
    })
}
