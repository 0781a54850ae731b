//! The pocket cube as a space: numbered states, and the costs of either metric.

use super::{Metric, PocketCube, Turn};
use crate::{ActionSpace, BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// The states of the pocket cube, with the costs of a metric.
///
/// A step is a turn of the faces up, right or front. States are numbered, so searches with a closed
/// list need no hash table. The estimate is that of [`PocketCube`] as a state.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::rubiks_cube::{Metric, PocketCube, PocketSpace};
///
/// let cube = PocketCube::SOLVED.after(&"R2 U F2".parse()?);
/// let space = PocketSpace::new(Metric::QuarterTurn);
/// let solver = Solver::builder_in(space, cube).solve();
/// assert_eq!((solver.cost(), solver.moves()), (Some(5), Some(3)));
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PocketSpace {
    metric: Metric,
}

impl PocketSpace {
    /// The space with the costs of this metric.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self { metric }
    }
}

impl StateSpace for PocketSpace {
    type State = PocketCube;

    fn estimate(&self, cube: &PocketCube) -> Cost {
        cube.turns_apart(PocketCube::SOLVED)
    }

    fn is_goal(&self, cube: &PocketCube) -> bool {
        cube.is_solved()
    }

    fn for_each_successor(
        &self,
        cube: &PocketCube,
        previous: Option<&PocketCube>,
        mut visit: impl FnMut(PocketCube, Cost),
    ) {
        self.for_each_action(cube, |_, next, cost| {
            if Some(&next) != previous {
                visit(next, cost);
            }
        });
    }

    fn number(&self, cube: &PocketCube) -> Option<usize> {
        Some(cube.number())
    }

    fn least_step_cost(&self) -> Cost {
        1
    }
}

impl NumberedSpace for PocketSpace {
    fn numbers(&self) -> usize {
        PocketCube::STATES
    }

    fn state(&self, number: usize) -> Option<PocketCube> {
        PocketCube::from_number(number)
    }
}

impl ActionSpace for PocketSpace {
    type Action = Turn;

    fn for_each_action(&self, cube: &PocketCube, mut visit: impl FnMut(Turn, PocketCube, Cost)) {
        for turn in PocketCube::TURNS {
            visit(turn, cube.turned(turn), self.metric.cost(turn));
        }
    }
}

impl BidirectionalSpace for PocketSpace {
    fn goals(&self, _: &PocketCube) -> impl IntoIterator<Item = PocketCube> {
        [PocketCube::SOLVED]
    }

    fn estimate_from_initial(&self, initial: &PocketCube, cube: &PocketCube) -> Cost {
        cube.turns_apart(*initial)
    }

    /// Every turn can be undone at the same cost.
    fn for_each_predecessor(
        &self,
        cube: &PocketCube,
        next: Option<&PocketCube>,
        visit: impl FnMut(PocketCube, Cost),
    ) {
        self.for_each_successor(cube, next, visit);
    }
}
