//! Rubik's Cube as a space with the estimates of compact tables.

use super::super::cube_tables::combined;
use super::super::moves::turns_in;
use super::super::{CubeState, Turn};
use super::layout::View;
use super::CompactCubeTables;
use crate::moves::MoveSpace;
use crate::{ActionSpace, Cost, Expansion, StateSpace};

/// A cube as its coordinates, with its distances along the three axes.
///
/// [`CompactCubeTables::state`] makes it of a [`Cube`](super::Cube).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompactCubeState {
    pub(super) state: CubeState,
    pub(super) splits: [u8; 3],
    pub(super) distances: [u8; 3],
}

impl CompactCubeState {
    fn view(&self, axis: usize) -> View {
        View { coset: self.state.axes[axis], split: self.splits[axis] }
    }
}

/// The cubes with the estimates of [`CompactCubeTables`].
#[derive(Clone, Copy, Debug)]
pub struct CompactCubeSpace<'a> {
    tables: &'a CompactCubeTables,
}

impl<'a> CompactCubeSpace<'a> {
    /// The space with these tables.
    #[must_use]
    pub fn new(tables: &'a CompactCubeTables) -> Self {
        Self { tables }
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &'a CompactCubeTables {
        self.tables
    }

    #[inline]
    fn distance_after(&self, state: &CompactCubeState, axis: usize, turn: Turn) -> (View, u8) {
        let layout = &self.tables.layout;
        let view = layout.after(state.view(axis), layout.axes.turns[axis][turn.number()]);
        (view, self.tables.distance_from(state.distances[axis], view))
    }

    #[inline]
    fn next(
        &self,
        state: &CompactCubeState,
        turn: Turn,
        splits: [u8; 3],
        distances: [u8; 3],
    ) -> CompactCubeState {
        let state = self.tables.layout.axes.after(&state.state, turn);
        CompactCubeState { state, splits, distances }
    }
}

impl StateSpace for CompactCubeSpace<'_> {
    type State = CompactCubeState;

    #[inline]
    fn estimate(&self, state: &CompactCubeState) -> Cost {
        combined(state.distances.map(Cost::from))
    }

    #[inline]
    fn is_goal(&self, state: &CompactCubeState) -> bool {
        *state == CompactCubeState::default()
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &CompactCubeState,
        previous: Option<&CompactCubeState>,
        mut visit: impl FnMut(CompactCubeState, Cost),
    ) {
        for turn in Turn::ALL {
            let turned = self.apply(state, turn);
            if Some(&turned) != previous {
                visit(turned, 1);
            }
        }
    }
}

/// A move is a turn.
impl MoveSpace for CompactCubeSpace<'_> {
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
    fn for_each_move(&self, _: &CompactCubeState, mut visit: impl FnMut(Turn, Cost)) {
        for turn in Turn::ALL {
            visit(turn, 1);
        }
    }

    #[inline]
    fn for_each_allowed_move(
        &self,
        _: &CompactCubeState,
        allowed: u32,
        mut visit: impl FnMut(Turn, Cost),
    ) {
        turns_in(allowed).for_each(|turn| visit(turn, 1));
    }

    #[inline]
    fn apply(&self, state: &CompactCubeState, turn: Turn) -> CompactCubeState {
        let (mut splits, mut distances) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let (view, distance) = self.distance_after(state, axis, turn);
            (splits[axis], distances[axis]) = (view.split, distance);
        }
        self.next(state, turn, splits, distances)
    }

    #[inline]
    fn offer_move(
        &self,
        state: &CompactCubeState,
        turn: Turn,
        cost: Cost,
        expansion: &mut impl Expansion<CompactCubeState>,
    ) {
        let most = expansion.most(cost);
        let (mut splits, mut distances) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let (view, distance) = self.distance_after(state, axis, turn);
            if Cost::from(distance) > most {
                // The other axes make no difference.
                return expansion.offer(cost, distance.into(), || self.apply(state, turn));
            }
            (splits[axis], distances[axis]) = (view.split, distance);
        }
        let estimate = combined(distances.map(Cost::from));
        expansion.offer(cost, estimate, || self.next(state, turn, splits, distances));
    }
}

/// The actions are the turns.
impl ActionSpace for CompactCubeSpace<'_> {
    type Action = Turn;

    fn for_each_action(
        &self,
        state: &CompactCubeState,
        mut visit: impl FnMut(Turn, CompactCubeState, Cost),
    ) {
        for turn in Turn::ALL {
            visit(turn, self.apply(state, turn), 1);
        }
    }
}
