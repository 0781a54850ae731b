//! Rubik's Cube as a space with the estimates of compact tables.

use super::super::cube_tables::combined;
use super::super::moves::turns_in;
use super::super::{Cube, Turn};
use super::layout::View;
use super::CompactCubeTables;
use crate::moves::MoveSpace;
use crate::{ActionSpace, Cost, Expansion, StateSpace};

/// A cube, with what is known of it along its three axes.
///
/// [`CompactCubeTables::state`] makes it of a [`Cube`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompactCubeState {
    pub(super) cube: Cube,
    pub(super) views: [View; 3],
    /// The distances of the inverse.
    pub(super) back: [u8; 3],
}

impl CompactCubeState {
    /// The cube.
    #[must_use]
    pub fn cube(&self) -> &Cube {
        &self.cube
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

    /// The views after a turn.
    #[inline]
    fn views_after(&self, state: &CompactCubeState, turn: Turn) -> [View; 3] {
        let layout = &self.tables.layout;
        [0, 1, 2].map(|axis| {
            layout.after(state.views[axis], layout.axes.turns[axis][turn.number()])
        })
    }

    /// The distances of the inverse after a turn.
    #[inline]
    fn back_after(&self, state: &CompactCubeState, turned: &Cube, turn: Turn) -> [u8; 3] {
        let views = self.tables.back.views(turned);
        // A turn does not change what the inverse is along its own axis.
        let same = axis(turn);
        [0, 1, 2].map(|axis| {
            if axis == same { state.back[axis] } else { self.tables.distance(views[axis]) }
        })
    }
}

/// The axis of a turn, as the axes are numbered.
#[inline]
fn axis(turn: Turn) -> usize {
    // Those of up and down, right and left, front and back.
    [0, 2, 1][turn.face() as usize % 3]
}

impl StateSpace for CompactCubeSpace<'_> {
    type State = CompactCubeState;

    #[inline]
    fn estimate(&self, state: &CompactCubeState) -> Cost {
        let distances = state.views.map(|view| self.tables.distance(view));
        bound(distances).max(bound(state.back))
    }

    #[inline]
    fn is_goal(&self, state: &CompactCubeState) -> bool {
        state.cube.is_solved()
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
        let cube = state.cube.turned(turn);
        let views = self.views_after(state, turn);
        CompactCubeState { cube, views, back: self.back_after(state, &cube, turn) }
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
        let tables = self.tables;
        let back = state.back[axis(turn)].into();
        if back > most {
            return expansion.offer(cost, back, || self.apply(state, turn));
        }
        let (mut views, mut distances) = (state.views, [0; 3]);
        let turns = &tables.layout.axes.turns;
        for ((view, distance), turns) in views.iter_mut().zip(&mut distances).zip(turns) {
            *view = tables.layout.after(*view, turns[turn.number()]);
            *distance = tables.distance(*view);
            if Cost::from(*distance) > most {
                // The other axes make no difference.
                return expansion.offer(cost, (*distance).into(), || self.apply(state, turn));
            }
        }
        let estimate = bound(distances);
        if estimate > most {
            return expansion.offer(cost, estimate, || self.apply(state, turn));
        }
        let cube = state.cube.turned(turn);
        let back = self.back_after(state, &cube, turn);
        expansion.offer(cost, estimate.max(bound(back)), || CompactCubeState { cube, views, back });
    }
}

/// The lower bound that follows from those along the three axes.
#[inline]
fn bound(distances: [u8; 3]) -> Cost {
    combined(distances.map(Cost::from))
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
