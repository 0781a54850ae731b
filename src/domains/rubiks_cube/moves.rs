//! Cubes as a space given by the turns.

use super::{Cube, Metric, Turn};
use crate::moves::{MoveAutomaton, MoveSpace};
use crate::space::bits::bits;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{StateSpace, Worlds};

/// The automaton that prunes sequences of turns, learned from all sequences of up to `depth` turns
/// that cost 1 in this metric, at least two. Use it with
/// [`PrunedMoves`](crate::moves::PrunedMoves), in a `CubeSpace` of the same metric; in one of the
/// other metric, solutions may be missed. The automaton for the half-turn metric is also for
/// [`Worlds`] of cubes.
///
/// A depth of 3 is a good choice. In the half-turn metric it leaves one order of turns of opposite
/// faces and no two turns of the same face in a row, and instead of 18 turns there are 13.3 on
/// average. In the quarter-turn metric it also replaces three quarters by one, and instead of 12
/// turns there are 9.4. Each further turn multiplies the time to learn by that number of turns, and
/// prunes hardly more: at a depth of four in the half-turn metric, 1 sequence in 3,000.
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

/// The cubes, and the turns that cost 1 in a metric.
pub(super) struct UnitTurns(pub(super) Metric);

impl StateSpace for UnitTurns {
    type State = Cube;

    forward!(|_turns| Worlds::<Cube>::new(); estimate, is_goal);
    derived!(for_each_successor from moves);
}

impl MoveSpace for UnitTurns {
    derived!(moves of Turn, |space, _cube| space.0.unit_turns());
    forward! { |_turns| Worlds::<Cube>::new(); fn apply(cube: &Cube, turn: Turn) -> Cube; }
}

/// A move is a turn. Turns are a group, so all cubes have the same context.
impl MoveSpace for Worlds<Cube> {
    derived!(moves of Turn, |_worlds, _cube| ALL_TURNS);

    #[inline]
    fn apply(&self, cube: &Cube, turn: Turn) -> Cube {
        cube.turned(turn)
    }
}

/// The numbers of all turns, one bit each.
pub(super) const ALL_TURNS: u32 = (1 << Turn::ALL.len()) - 1;

impl Turn {
    /// The turns of a set that has bit *n* for turn *n*. Bits beyond the turns do not count.
    #[inline]
    pub(super) fn in_set(set: u32) -> impl Iterator<Item = Self> {
        bits::<usize>(set & ALL_TURNS).map(|number| Self::ALL[number])
    }
}
