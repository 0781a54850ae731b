//! Rubik's Cube as a space with the estimates of tables.

use super::axes::{Axes, HALVES, INSIDE, OTHERS, axis_of, farthest, turns_within};
use super::back::Sums;
use super::cosets::Coset;
use super::cube_tables::combined;
use super::moves::turns_in;
use super::{Cube, CubeTables, Turn};
use crate::domains::derived::derived;
use crate::moves::{MoveExpansion, MoveSpace};
use crate::{ActionSpace, Cost, StateSpace};

/// A cube, with what is known of it and of its inverse along the three axes.
///
/// [`CubeTables::state`] makes it of a [`Cube`].
#[derive(Clone, Copy, Debug)]
pub struct CubeState {
    cube: Cube,
    is_odd: bool,
    axes: [Coset; 3],
    /// The distances along the axes.
    distances: [u8; 3],
    inverse: Inverse,
}

/// What is known of the inverse of a cube.
#[derive(Clone, Copy, Debug)]
struct Inverse {
    /// What is seen of it follows from them.
    sums: Sums,
    /// The distances along the axes.
    distances: [u8; 3],
}

/// A state that is known by its cube: the rest follows from it.
macro_rules! known_by_cube {
    ($state:ident) => {
        impl $state {
            /// The cube.
            #[must_use]
            pub fn cube(&self) -> &Cube {
                &self.cube
            }
        }

        impl PartialEq for $state {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.cube == other.cube
            }
        }

        impl Eq for $state {}

        impl std::hash::Hash for $state {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                self.cube.hash(hasher);
            }
        }
    };
}

pub(super) use known_by_cube;

known_by_cube!(CubeState);

impl CubeState {
    pub(super) fn new(tables: &CubeTables, cube: Cube, axes: [Coset; 3], sums: Sums) -> Self {
        let distances = axes.map(|coset| tables.distance(coset));
        let seen = |axis| tables.back.seen(sums, axis).coset;
        let inverse =
            Inverse { sums, distances: [0, 1, 2].map(|axis| tables.distance(seen(axis))) };
        Self { cube, is_odd: cube.is_odd(), axes, distances, inverse }
    }

    /// Whether the permutation is odd after a turn.
    #[inline]
    fn is_odd_after(&self, turn: Turn) -> bool {
        self.is_odd ^ (turn.quarters() != 2)
    }
}

/// The cubes with the estimates of [`CubeTables`], for fast searches in their metric.
///
/// A step is a turn that costs 1: one of all 18 in the half-turn metric, and of the 12 quarters in
/// the quarter-turn metric, where a half is two steps.
///
/// The inverse of a cube needs as many turns. So the estimate is the larger one of the
/// [estimates](CubeTables#impl-Heuristic<Cube>-for-CubeTables) of the two. It is admissible, but not
/// consistent: one turn may change much of what is seen of the inverse.
///
/// A successor is offered before it is generated. A turn of an axis, and a half turn of any axis,
/// does not change the distance of the inverse along that axis. Where that distance is too high, all
/// of these turns are pruned at once. Most others are pruned after the look-up for one axis of the
/// cube, and the inverse is looked up for the few that are left.
///
/// Use the space with [`PrunedMoves`](crate::moves::PrunedMoves), the
/// [`move_automaton`](super::move_automaton) of the same metric, and
/// [`IdaStar`](crate::search::IdaStar) or `ParallelIdaStar`. [`CubeTables`] has an example.
///
/// # Complexity
///
/// Each turn of the solution takes 13 times as many nodes. On two cores, twenty cubes of 15 turns took
/// 0.1 to 1.7 s each, and a random cube of 18 turns took 4 minutes, at 17 million nodes a second.
/// In the quarter-turn metric, each turn takes 9 times as many nodes, and a cube of 18 quarters took
/// 1.2 s.
#[derive(Clone, Copy, Debug)]
pub struct CubeSpace<'a> {
    tables: &'a CubeTables,
}

impl<'a> CubeSpace<'a> {
    /// The space with these tables.
    #[must_use]
    pub fn new(tables: &'a CubeTables) -> Self {
        Self { tables }
    }

    /// The distance along an axis after a turn.
    #[inline]
    fn distance_after(self, state: &CubeState, axis: usize, turn: Turn) -> u8 {
        let Axes { cosets, turns, .. } = &self.tables.axes;
        self.tables.distance(cosets.turns.after(state.axes[axis], turns[axis][turn.number()]))
    }

    /// The distances after a turn, given that along the axis `first`. It stops at the first axis
    /// with more than `most`.
    #[inline]
    fn distances_after(
        self,
        state: &CubeState,
        turn: Turn,
        (first, distance): (usize, u8),
        most: Cost,
    ) -> Result<[u8; 3], Cost> {
        if Cost::from(distance) > most {
            return Err(distance.into());
        }
        let mut distances = [distance; 3];
        for axis in OTHERS[first] {
            distances[axis] = self.distance_after(state, axis, turn);
            if Cost::from(distances[axis]) > most {
                return Err(distances[axis].into());
            }
        }
        let estimate = combined(distances);
        if estimate > most { Err(estimate) } else { Ok(distances) }
    }

    /// The inverse after a turn.
    #[inline]
    fn inverse_after(self, state: &CubeState, turn: Turn) -> Inverse {
        let tables = &self.tables.back;
        let Inverse { sums, mut distances } = state.inverse;
        let sums = tables.sums_after(sums, &state.cube, turn);
        if HALVES >> turn.number() & 1 == 0 {
            for axis in OTHERS[axis_of(turn)] {
                distances[axis] = self.tables.distance(tables.seen(sums, axis).coset);
            }
        }
        Inverse { sums, distances }
    }

    /// The state after a turn, given its distances and its inverse.
    #[inline]
    fn after(
        self,
        state: &CubeState,
        turn: Turn,
        distances: [u8; 3],
        inverse: Inverse,
    ) -> CubeState {
        let Axes { cosets, turns, .. } = &self.tables.axes;
        let mut axes = state.axes;
        for (coset, turns) in axes.iter_mut().zip(turns) {
            *coset = cosets.turns.after(*coset, turns[turn.number()]);
        }
        let (cube, is_odd) = (state.cube.turned(turn), state.is_odd_after(turn));
        CubeState { cube, is_odd, axes, distances, inverse }
    }

    /// The numbers of the turns, one bit each.
    #[inline]
    fn turns(self) -> u32 {
        self.tables.metric().unit_turns()
    }
}

impl StateSpace for CubeSpace<'_> {
    type State = CubeState;

    #[inline]
    fn estimate(&self, state: &CubeState) -> Cost {
        let estimate = combined(state.distances).max(combined(state.inverse.distances));
        self.tables.rounded(estimate, state.is_odd)
    }

    #[inline]
    fn is_goal(&self, state: &CubeState) -> bool {
        state.cube.is_solved()
    }

    derived!(for_each_successor from moves);
}

/// A move is a turn.
impl MoveSpace for CubeSpace<'_> {
    derived!(moves of Turn);

    #[inline]
    fn for_each_allowed_move(
        &self,
        _: &CubeState,
        allowed: u32,
        mut visit: impl FnMut(Turn, Cost),
    ) {
        turns_in(allowed & self.turns()).for_each(|turn| visit(turn, 1));
    }

    #[inline]
    fn apply(&self, state: &CubeState, turn: Turn) -> CubeState {
        let distances = [0, 1, 2].map(|axis| self.distance_after(state, axis, turn));
        self.after(state, turn, distances, self.inverse_after(state, turn))
    }

    #[inline]
    fn offer_moves(
        &self,
        state: &CubeState,
        allowed: u32,
        mut expansion: impl MoveExpansion<CubeState, Turn>,
    ) {
        let most = expansion.most(1);
        let allowed = allowed & self.turns();
        let within = allowed & turns_within(INSIDE, state.inverse.distances, most);
        let first = farthest(state.distances);
        // The first look-up is enough to prune most turns. Made one after the other, they wait for
        // the memory together.
        let mut firsts = [0; Turn::ALL.len()];
        for turn in turns_in(within) {
            firsts[turn.number()] = self.distance_after(state, first, turn);
        }
        for turn in turns_in(allowed) {
            let is_odd = state.is_odd_after(turn);
            let mut prune = |estimate| {
                let estimate = self.tables.rounded(estimate, is_odd);
                expansion.offer(turn, 1, estimate, || self.apply(state, turn));
            };
            if within >> turn.number() & 1 == 0 {
                prune(most + 1);
                continue;
            }
            match self.distances_after(state, turn, (first, firsts[turn.number()]), most) {
                Err(estimate) => prune(estimate),
                Ok(distances) => {
                    let inverse = self.inverse_after(state, turn);
                    let estimate = combined(distances).max(combined(inverse.distances));
                    let estimate = self.tables.rounded(estimate, is_odd);
                    expansion
                        .offer(turn, 1, estimate, || self.after(state, turn, distances, inverse));
                }
            }
        }
    }
}

/// The actions are the turns.
impl ActionSpace for CubeSpace<'_> {
    type Action = Turn;

    derived!(for_each_action from moves);
}
