//! Rubik's Cube as a space with the estimates of tables.

use std::hash::{Hash, Hasher};

use super::axes::{Axes, INSIDE, combined, cosets_of, turns_within};
use super::cosets::Coset;
use super::inverse::Sums;
use super::looks;
use super::{CompactCubeTables, Cube, CubeTables, Metric, Turn};
use crate::moves::{MoveExpansion, MoveSpace};
use crate::space::derived::derived;
use crate::{ActionSpace, Cost, StateSpace};

/// Tables with lower bounds of the turns from a coset to the subgroup.
pub(super) trait Tables {
    /// The place of a coset in the tables.
    type Entry: Copy + Default;

    fn axes(&self) -> &Axes;

    fn metric(&self) -> Metric {
        Metric::HalfTurn
    }

    /// For each axis, the turns that do not change the distance of the inverse along it.
    fn inside(&self) -> [u32; 3] {
        INSIDE
    }

    /// Distances up to this one have the code 0.
    fn floor(&self) -> u8 {
        0
    }

    /// The coset along an axis after a turn, with the parts that the tables use.
    #[inline]
    fn after(&self, axis: usize, coset: Coset, turn: Turn) -> Coset {
        self.axes().after(axis, coset, turn)
    }

    fn entry(&self, coset: Coset) -> Self::Entry;

    /// How far an entry is beyond the floor.
    fn code(&self, entry: Self::Entry) -> u8;

    /// A lower bound of the distance of a coset.
    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        self.code(self.entry(coset))
    }
}

/// A cube, with what is known of it and of its inverse along the three axes.
///
/// [`CubeTables::state`] and [`CompactCubeTables::state`] make it from a [`Cube`], for a space with
/// the same tables.
#[derive(Clone, Copy, Debug)]
pub struct CubeState {
    pub(super) cube: Cube,
    /// Whether the permutation of the corners is odd. That of the edges has the same parity.
    pub(super) is_odd: bool,
    pub(super) cosets: [Coset; 3],
    /// The distances along the axes.
    pub(super) distances: [u8; 3],
    /// The distances of the inverse.
    pub(super) inverse_distances: [u8; 3],
    /// The cosets of the inverse follow from these sums.
    pub(super) sums: Sums,
    /// Turns, one bit each, after which the estimate is at least `pruned_from`.
    pub(super) pruned_turns: u32,
    pub(super) pruned_from: u8,
}

impl CubeState {
    pub(super) fn new(tables: &impl Tables, cube: &Cube) -> Self {
        let sums = tables.axes().inverse.sums(cube);
        Self::of(tables, *cube, cube.corners.is_odd(), cosets_of(cube), sums)
    }

    fn of(tables: &impl Tables, cube: Cube, is_odd: bool, cosets: [Coset; 3], sums: Sums) -> Self {
        let distances = cosets.map(|coset| tables.distance(coset));
        let inverse_distances =
            [0, 1, 2].map(|axis| tables.distance(tables.axes().inverse.coset(sums, axis)));
        let (pruned_turns, pruned_from) = (0, 0);
        Self { cube, is_odd, cosets, distances, inverse_distances, sums, pruned_turns, pruned_from }
    }

    /// The cube.
    pub fn cube(&self) -> &Cube {
        &self.cube
    }

    /// A lower bound of the turns, without the parity.
    #[inline]
    pub(super) fn least(&self) -> Cost {
        combined(self.distances).max(combined(self.inverse_distances))
    }

    /// Whether the permutation is odd after a turn.
    #[inline]
    pub(super) fn is_odd_after(&self, turn: Turn) -> bool {
        self.is_odd ^ (turn.quarters() != 2)
    }
}

impl PartialEq for CubeState {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cube == other.cube
    }
}

impl Eq for CubeState {}

impl Hash for CubeState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.cube.hash(hasher);
    }
}

/// The cubes with the estimates of [`CubeTables`] or of [`CompactCubeTables`], for fast searches in
/// their metric.
///
/// A step is a turn that costs 1: one of all 18 in the half-turn metric, and of the 12 quarters in
/// the quarter-turn metric, where a half is two steps.
///
/// The inverse of a cube needs as many turns. So the estimate is the larger one of the
/// [estimates](CubeTables#impl-Heuristic<Cube>-for-CubeTables) of the two. It is admissible, but
/// not consistent: one turn may change much of what is seen of the inverse.
///
/// A successor is offered before it is generated. A turn of an axis does not change the distance of
/// the inverse along that axis. So if that distance is too high, none of the six turns is
/// generated, nor is anything looked up for them. Then come the look-ups for the cube, and at last
/// those for its inverse. They are made for several turns at once, and for states close to the
/// bound together with their siblings: the search waits for memory most of the time.
///
/// Use the space with [`PrunedMoves`](crate::moves::PrunedMoves), the
/// [`move_automaton`](super::super::move_automaton) of the same metric, and
/// [`IdaStar`](crate::search::IdaStar) or `ParallelIdaStar`. [`CubeTables`] has an example.
///
/// # Complexity
///
/// Each further turn of the solution multiplies the number of nodes by 13. On two cores, twenty
/// cubes of 15 turns took 0.1 to 1.7 s each, and a random cube of 18 turns took 4 minutes, at 17
/// million nodes a second. In the quarter-turn metric, each further turn multiplies it by 9, and a
/// cube of 18 quarters took 1.2 s. With the large table of [`CompactCubeTables`] in large pages of
/// memory, 20 random cubes of 17 to 19 turns took 9 s on average, from 0.5 to 34 s.
#[derive(Debug)]
pub struct CubeSpace<'a, T = CubeTables> {
    pub(super) tables: &'a T,
}

/// The space of [`CompactCubeTables`].
pub type CompactCubeSpace<'a> = CubeSpace<'a, CompactCubeTables>;

impl<'a, T> CubeSpace<'a, T> {
    /// The space with these tables.
    #[must_use]
    pub fn new(tables: &'a T) -> Self {
        Self { tables }
    }
}

derived!(Clone and Copy for [T] CubeSpace<'_, T>);

impl<T: Tables> StateSpace for CubeSpace<'_, T> {
    type State = CubeState;

    #[inline]
    fn estimate(&self, state: &CubeState) -> Cost {
        self.tables.metric().rounded(state.least(), state.is_odd)
    }

    #[inline]
    fn is_goal(&self, state: &CubeState) -> bool {
        state.cube.is_solved()
    }

    derived!(for_each_successor from moves);
}

/// A move is a turn.
impl<T: Tables> MoveSpace for CubeSpace<'_, T> {
    derived!(moves of Turn, |space, _state| space.tables.metric().unit_turns());

    #[inline]
    fn apply(&self, state: &CubeState, turn: Turn) -> CubeState {
        let cosets = [0, 1, 2].map(|axis| self.tables.after(axis, state.cosets[axis], turn));
        let sums = self.tables.axes().inverse.sums_after(state.sums, &state.cube, turn);
        let (cube, is_odd) = (state.cube.turned(turn), state.is_odd_after(turn));
        CubeState::of(self.tables, cube, is_odd, cosets, sums)
    }

    #[inline]
    fn offer_moves(
        &self,
        state: &CubeState,
        allowed: u32,
        mut expansion: impl MoveExpansion<CubeState, Turn>,
    ) {
        let (tables, metric) = (self.tables, self.tables.metric());
        let most = u8::try_from(expansion.most(1)).unwrap_or(u8::MAX);
        let allowed = allowed & metric.unit_turns();
        let mut turns = allowed & turns_within(tables.inside(), state.inverse_distances, most);
        if state.pruned_from > most {
            turns &= !state.pruned_turns;
        }
        let rounded = |least, turn| metric.rounded(least, state.is_odd_after(turn));
        let beyond = Cost::from(most) + 1;
        if turns == 0 {
            for turn in Turn::in_set(allowed) {
                expansion.offer(turn, 1, rounded(beyond, turn), || self.apply(state, turn));
            }
            return;
        }
        let successors = looks::successors(tables, state, turns, most);
        let mut states = successors.states.iter();
        for turn in Turn::in_set(allowed) {
            if successors.turns >> turn.number() & 1 == 0 {
                expansion.offer(turn, 1, rounded(beyond, turn), || self.apply(state, turn));
            } else if let Some(after) = states.next() {
                expansion.offer(turn, 1, self.estimate(after), || *after);
            }
        }
    }
}

/// The actions are the turns.
impl<T: Tables> ActionSpace for CubeSpace<'_, T> {
    type Action = Turn;

    fn for_each_action(&self, state: &CubeState, mut visit: impl FnMut(Turn, CubeState, Cost)) {
        self.for_each_move(state, |turn, cost| visit(turn, self.apply(state, turn), cost));
    }
}
