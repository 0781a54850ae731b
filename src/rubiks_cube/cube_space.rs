//! Rubik's Cube as a space with the estimates of tables.

use super::axes::Axes;
use super::cube_tables::combined;
use super::moves::turns_in;
use super::{CubeState, CubeTables, Metric, Turn};
use crate::moves::{MoveExpansion, MoveSpace};
use crate::{ActionSpace, Cost, StateSpace};

/// The cubes with the estimates of [`CubeTables`], for fast searches in their metric.
///
/// A step is a turn that costs 1: one of all 18 in the half-turn metric, and of the 12 quarters in
/// the quarter-turn metric, where a half is two steps. A turn is a look-up for each coordinate of a
/// [`CubeState`]. A successor is offered before it is generated: most are pruned after the look-up
/// for one axis of the cube. Use it with [`PrunedMoves`](crate::moves::PrunedMoves), the
/// [`move_automaton`](super::move_automaton) of the same metric, and
/// [`IdaStar`](crate::search::IdaStar) or `ParallelIdaStar`. [`CubeTables`] has an example.
///
/// # Complexity
///
/// Each turn of the solution takes 13 times as many nodes. On two cores, twelve cubes of 15 turns
/// took 0.4 to 3.4 s, at 6 to 24 million nodes a second. Most random cubes need 18 turns, which may
/// take an hour. In the quarter-turn metric, each turn takes 9 times as many nodes: on one core, a
/// cube of 18 quarters took 17 s.
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
    fn distance_after(self, state: &CubeState, axis: usize, turn: Turn) -> Cost {
        let Axes { cosets, turns, .. } = &self.tables.axes;
        self.tables.distance(cosets.after(state.axes[axis], turns[axis][turn.number()]))
    }

    /// The estimate after a turn, given the distance along the first axis. It stops at the first
    /// axis with more than `most`.
    #[inline]
    fn estimate_after(self, state: &CubeState, turn: Turn, first: Cost, most: Cost) -> Cost {
        if first > most {
            return first;
        }
        let second = self.distance_after(state, 1, turn);
        if second > most {
            return second;
        }
        combined([first, second, self.distance_after(state, 2, turn)])
    }

    /// The estimate, rounded up to the parity of the permutation where all distances have it. The
    /// lowest bit of `corners` is that parity.
    #[inline]
    fn rounded(self, estimate: Cost, corners: u16) -> Cost {
        match self.tables.metric() {
            Metric::HalfTurn => estimate,
            Metric::QuarterTurn => estimate + ((estimate ^ Cost::from(corners)) & 1),
        }
    }

    /// The numbers of the turns, one bit each.
    #[inline]
    fn turns(self) -> u32 {
        self.tables.metric().unit_turns()
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &'a CubeTables {
        self.tables
    }
}

impl StateSpace for CubeSpace<'_> {
    type State = CubeState;

    #[inline]
    fn estimate(&self, state: &CubeState) -> Cost {
        self.estimate_up_to(state, Cost::MAX)
    }

    #[inline]
    fn estimate_up_to(&self, state: &CubeState, most: Cost) -> Cost {
        let mut distances = [0; 3];
        for (distance, &coset) in distances.iter_mut().zip(&state.axes) {
            *distance = self.tables.distance(coset);
            if *distance > most {
                return self.rounded(*distance, state.corners);
            }
        }
        self.rounded(combined(distances), state.corners)
    }

    #[inline]
    fn is_goal(&self, state: &CubeState) -> bool {
        *state == CubeState::default()
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &CubeState,
        previous: Option<&CubeState>,
        mut visit: impl FnMut(CubeState, Cost),
    ) {
        for turn in turns_in(self.turns()) {
            let turned = self.apply(state, turn);
            if Some(&turned) != previous {
                visit(turned, 1);
            }
        }
    }
}

/// A move is a turn.
impl MoveSpace for CubeSpace<'_> {
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
    fn for_each_move(&self, _: &CubeState, mut visit: impl FnMut(Turn, Cost)) {
        for turn in turns_in(self.turns()) {
            visit(turn, 1);
        }
    }

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
        self.tables.axes.after(state, turn)
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
        // The first look-up is enough to prune most turns. Made one after the other, they wait for
        // the memory together.
        let mut firsts = [0; Turn::ALL.len()];
        for turn in turns_in(allowed) {
            firsts[turn.number()] = self.distance_after(state, 0, turn);
        }
        for turn in turns_in(allowed) {
            let estimate = self.estimate_after(state, turn, firsts[turn.number()], most);
            // A quarter is an odd permutation.
            let estimate = self.rounded(estimate, state.corners ^ 1);
            expansion.offer(turn, 1, estimate, || self.apply(state, turn));
        }
    }
}

/// The actions are the turns.
impl ActionSpace for CubeSpace<'_> {
    type Action = Turn;

    fn for_each_action(&self, state: &CubeState, mut visit: impl FnMut(Turn, CubeState, Cost)) {
        for turn in turns_in(self.turns()) {
            visit(turn, self.apply(state, turn), 1);
        }
    }
}
