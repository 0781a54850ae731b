//! The distances of all states of the pocket cube.

use std::iter;

use super::{Cube, Maneuver, Metric, PocketCube, PocketTurns, Turn};
use crate::space::debug::debug;
use crate::{Cost, Heuristic};

/// The distances of all 3,674,160 states of the pocket cube from the solved one, in one metric.
///
/// # Guarantees
///
/// All distances are exact. In the half-turn metric the greatest is 11, in the quarter-turn metric
/// 14.
///
/// As a heuristic, the table is admissible and consistent for pocket cubes and for the corners of
/// cubes if every turn costs at least as much as in the metric of the table. As a
/// [`WorldState`](crate::WorldState), a state has the costs of the half-turn metric.
/// [`PocketTurns`](super::PocketTurns) has the costs of either metric.
///
/// # Complexity
///
/// A breadth-first search over the numbers of the states makes the table of 3.7 MB, with tables of
/// turns of 0.4 MB. A distance is one look-up, and a solution takes ten for each turn.
///
/// # Example
///
/// ```
/// use bestfirst::rubiks_cube::{Metric, PocketCube, PocketDistances};
///
/// let distances = PocketDistances::new(Metric::HalfTurn);
/// assert_eq!(distances.histogram()[..4], [1, 9, 54, 321]);
/// assert_eq!(distances.greatest(), 11);
///
/// let cube = PocketCube::SOLVED.after(&"R U R' U R U2 R'".parse()?);
/// let solution = distances.solve(&cube);
/// assert_eq!(solution.turns().len(), 7);
/// assert!(cube.after(&solution).is_solved());
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone)]
pub struct PocketDistances {
    metric: Metric,
    /// By the number of the state.
    distances: Box<[u8]>,
    /// The number of states at each distance.
    histogram: Vec<usize>,
}

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

impl PocketDistances {
    /// Computes the distances in this metric.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        let turns = PocketTurns::new(metric);
        let mut distances = vec![UNKNOWN; PocketCube::STATES].into_boxed_slice();
        distances[PocketCube::SOLVED.number()] = 0;
        let mut histogram = vec![1];
        for distance in 0..UNKNOWN {
            let mut found = 0;
            for number in 0..PocketCube::STATES {
                if distances[number] != distance {
                    continue;
                }
                for turned in turns.turned(number) {
                    if distances[turned] == UNKNOWN {
                        distances[turned] = distance + 1;
                        found += 1;
                    }
                }
            }
            if found == 0 {
                break;
            }
            histogram.push(found);
        }
        Self { metric, distances, histogram }
    }

    /// The metric of the distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The cost of the cheapest maneuvers that solve the cube.
    #[inline]
    pub fn distance(&self, cube: &PocketCube) -> Cost {
        self.distances[cube.number()].into()
    }

    /// The number of states at each distance, from 0 to the [greatest](Self::greatest).
    pub fn histogram(&self) -> &[usize] {
        &self.histogram
    }

    /// The greatest distance of all.
    pub fn greatest(&self) -> Cost {
        Cost::try_from(self.histogram.len() - 1).unwrap_or(Cost::MAX)
    }

    /// The states at a distance, in the order of their numbers.
    pub fn at_distance(&self, distance: Cost) -> impl Iterator<Item = PocketCube> {
        let numbers = (0..).zip(&self.distances);
        numbers
            .filter(move |&(_, &other)| Cost::from(other) == distance)
            .filter_map(|(number, _)| PocketCube::from_number(number))
    }

    /// A cheapest maneuver that solves the cube. Its turns are of the faces up, right and front.
    ///
    /// Each turn leads to a state whose distance is less by the cost of the turn. Of several such
    /// turns it is the first in the order of [`Turn`], halves before quarters where they cost more.
    #[must_use]
    pub fn solve(&self, cube: &PocketCube) -> Maneuver {
        let steps = iter::successors(self.closer(*cube), |&(_, next)| self.closer(next));
        steps.map(|(turn, _)| turn).collect()
    }

    /// The next step of [`solve`](Self::solve).
    fn closer(&self, cube: PocketCube) -> Option<(Turn, PocketCube)> {
        let distance = self.distance(&cube);
        let steps = PocketCube::TURNS.into_iter().map(|turn| (turn, cube.turned(turn)));
        steps
            .filter(|(turn, next)| self.distance(next) + self.metric.cost(*turn) == distance)
            // Of the turns that cost the most, the first.
            .rev()
            .max_by_key(|(turn, _)| self.metric.cost(*turn))
    }
}

debug!(PocketDistances, |all| metric: all.metric, histogram: all.histogram);

impl Heuristic<PocketCube> for PocketDistances {
    #[inline]
    fn estimate(&self, cube: &PocketCube) -> Cost {
        self.distance(cube)
    }
}

/// The distance of the corners.
impl Heuristic<Cube> for PocketDistances {
    #[inline]
    fn estimate(&self, cube: &Cube) -> Cost {
        self.distance(&(*cube).into())
    }
}
