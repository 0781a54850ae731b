//! The turns of the pocket cube as tables on numbers.

use super::pocket_cube::{PERMUTATIONS, TWISTS};
use super::{Metric, PocketCube, Turn};
use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::{ActionSpace, BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// The states of the pocket cube, and the turns that cost 1, as tables on the numbers of states.
///
/// In the quarter-turn metric, a half is two quarters. The tables take 0.4 MB. With them, the
/// numbers of successors are found without the states, as an enumeration needs them. The estimate
/// is that of [`PocketCube`] as a state.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::rubiks_cube::{Metric, PocketCube, PocketTurns};
///
/// let cube = PocketCube::SOLVED.after(&"R2 U F2".parse()?);
/// let space = PocketTurns::new(Metric::QuarterTurn);
/// assert_eq!(Solver::builder_in(space, cube).solve().cost(), Some(5));
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
///
/// ```
/// # #[cfg(feature = "enumeration")] {
/// use bestfirst::enumeration::Enumeration;
/// use bestfirst::rubiks_cube::{Metric, PocketCube, PocketTurns};
///
/// let space = PocketTurns::new(Metric::QuarterTurn);
/// let cubes = Enumeration::new(&space, [PocketCube::SOLVED])?;
/// assert_eq!(cubes.radius(), Some(14));
/// assert_eq!(cubes.farthest().unwrap().len(), 276);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PocketTurns {
    metric: Metric,
    moves: Vec<Moves>,
}

/// A turn as a function of numbers. What it does to the pieces does not depend on their twists, and
/// what it does to the twists does not depend on the pieces. The new number is the sum of both.
#[derive(Clone)]
struct Moves {
    turn: Turn,
    permutations: Vec<usize>,
    twists: Vec<usize>,
}

impl PocketTurns {
    /// The turns that cost 1 in this metric.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        let turns = PocketCube::TURNS.into_iter().filter(|&turn| metric.cost(turn) == 1);
        let moves = turns.map(|turn| {
            let turned = |number| {
                PocketCube::from_number(number).map_or(number, |cube| cube.turned(turn).number())
            };
            let permutations =
                (0..PERMUTATIONS).map(|rank| turned(rank * TWISTS) / TWISTS * TWISTS);
            let twists = (0..TWISTS).map(|twists| turned(twists) % TWISTS);
            Moves { turn, permutations: permutations.collect(), twists: twists.collect() }
        });
        Self { metric, moves: moves.collect() }
    }

    /// The numbers of the successors of a state, given its number.
    #[inline]
    pub(super) fn turned(&self, number: usize) -> impl Iterator<Item = usize> {
        let (permutation, twists) = (number / TWISTS, number % TWISTS);
        self.moves.iter().map(move |turn| turn.permutations[permutation] + turn.twists[twists])
    }
}

impl StateSpace for PocketTurns {
    type State = PocketCube;

    fn estimate(&self, cube: &PocketCube) -> Cost {
        cube.turns_apart(PocketCube::SOLVED)
    }

    fn is_goal(&self, cube: &PocketCube) -> bool {
        cube.is_solved()
    }

    derived!(for_each_successor from actions);

    fn number(&self, cube: &PocketCube) -> Option<usize> {
        Some(cube.number())
    }

    fn least_step_cost(&self) -> Cost {
        1
    }
}

impl NumberedSpace for PocketTurns {
    fn numbers(&self) -> usize {
        PocketCube::STATES
    }

    fn state(&self, number: usize) -> Option<PocketCube> {
        PocketCube::from_number(number)
    }

    #[inline]
    fn for_each_successor_number(&self, number: usize, mut visit: impl FnMut(usize, Cost)) {
        if number < PocketCube::STATES {
            self.turned(number).for_each(|next| visit(next, 1));
        }
    }
}

impl ActionSpace for PocketTurns {
    type Action = Turn;

    fn for_each_action(&self, cube: &PocketCube, mut visit: impl FnMut(Turn, PocketCube, Cost)) {
        for &Moves { turn, .. } in &self.moves {
            visit(turn, cube.turned(turn), 1);
        }
    }
}

/// Every turn can be undone.
impl BidirectionalSpace for PocketTurns {
    fn goals(&self, _: &PocketCube) -> impl IntoIterator<Item = PocketCube> {
        [PocketCube::SOLVED]
    }

    fn estimate_from_initial(&self, initial: &PocketCube, cube: &PocketCube) -> Cost {
        cube.turns_apart(*initial)
    }

    fn has_consistent_estimates(&self) -> bool {
        true
    }

    derived!(for_each_predecessor from successors of |space| space);
}

debug!(PocketTurns, |all| metric: all.metric);
