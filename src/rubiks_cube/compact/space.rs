//! Rubik's Cube as a space with the estimates of compact tables.

use std::hash::{Hash, Hasher};

use super::super::cube_tables::combined;
use super::super::moves::{ALL_TURNS, turns_in};
use super::super::{Cube, Turn};
use super::CompactCubeTables;
use super::layout::View;
use crate::moves::{MoveExpansion, MoveSpace};
use crate::{ActionSpace, Cost, StateSpace};

/// A cube, with what is known of it and of its inverse along the three axes.
///
/// [`CompactCubeTables::state`] makes it of a [`Cube`].
#[derive(Clone, Copy, Debug)]
pub struct CompactCubeState {
    pub(super) cube: Cube,
    pub(super) views: [View; 3],
    /// The distances of the inverse.
    pub(super) back: [u8; 3],
}

/// The rest follows from the cube.
impl PartialEq for CompactCubeState {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cube == other.cube
    }
}

impl Eq for CompactCubeState {}

impl Hash for CompactCubeState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.cube.hash(hasher);
    }
}

impl CompactCubeState {
    /// The cube.
    #[must_use]
    pub fn cube(&self) -> &Cube {
        &self.cube
    }
}

/// The cubes with the estimates of [`CompactCubeTables`], for fast searches in the half-turn metric.
///
/// A step is one of the 18 turns, and costs 1. A turn of an axis does not change the distance of the
/// inverse along that axis. So if that distance is too high, none of the six turns is generated, nor
/// is anything looked up for them. Then come the look-ups for the cube, and at last those for its
/// inverse. Use the space with [`PrunedMoves`](crate::moves::PrunedMoves) and
/// [`move_automaton`](crate::rubiks_cube::move_automaton), and with
/// [`IdaStar`](crate::search::IdaStar) or `ParallelIdaStar`. [`CompactCubeTables`] has an example.
///
/// # Complexity
///
/// Each turn of the solution takes 13 times as many nodes. On two cores, with the large table in large
/// pages of memory, 20 random cubes of 17 to 19 turns took 16 s on average, from 0.9 to 57 s.
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
    fn views_after(self, state: &CompactCubeState, turn: Turn) -> [View; 3] {
        let layout = &self.tables.layout;
        [0, 1, 2]
            .map(|axis| layout.after(state.views[axis], layout.axes.turns[axis][turn.number()]))
    }

    /// The distances of the inverse after a turn.
    #[inline]
    fn back_after(self, state: &CompactCubeState, turned: &Cube, turn: Turn) -> [u8; 3] {
        let views = self.tables.back.views(turned);
        // A turn does not change what the inverse is along its own axis.
        let same = axis(turn);
        [0, 1, 2].map(|axis| {
            if axis == same { state.back[axis] } else { self.tables.distance(views[axis]) }
        })
    }
}

/// The turns of each axis, one bit each.
const AXES: [u32; 3] = [0o7007, 0o700_700, 0o70_070];

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
        let back = self.back_after(state, &cube, turn);
        CompactCubeState { cube, views, back }
    }

    #[inline]
    fn offer_moves(
        &self,
        state: &CompactCubeState,
        mut allowed: u32,
        mut expansion: impl MoveExpansion<CompactCubeState, Turn>,
    ) {
        let (tables, most) = (self.tables, expansion.most(1));
        allowed &= ALL_TURNS;
        for (turns, back) in AXES.into_iter().zip(state.back.map(Cost::from)) {
            if back > most {
                let along = turns_in(allowed & turns);
                along.for_each(|turn| expansion.offer(turn, 1, back, || self.apply(state, turn)));
                allowed &= !turns;
            }
        }
        // First where to look, then all looks at once, so that memory is waited for only once.
        let mut seen = [([View::default(); 3], [0; 3]); Turn::ALL.len()];
        for ((views, entries), turn) in seen.iter_mut().zip(turns_in(allowed)) {
            *views = self.views_after(state, turn);
            *entries = views.map(|view| tables.layout.entry(view));
        }
        let mut codes = [[0; 3]; Turn::ALL.len()];
        for (codes, (_, entries)) in codes.iter_mut().zip(&seen[..allowed.count_ones() as usize]) {
            *codes = entries.map(|entry| tables.code(entry));
        }
        for ((codes, &(views, _)), turn) in codes.iter().zip(&seen).zip(turns_in(allowed)) {
            let mut distances = [0; 3];
            for ((distance, &code), view) in distances.iter_mut().zip(codes).zip(views) {
                *distance = tables.far(code).unwrap_or_else(|| tables.near(view));
            }
            let estimate = bound(distances);
            if estimate > most {
                expansion.offer(turn, 1, estimate, || self.apply(state, turn));
                continue;
            }
            let cube = state.cube.turned(turn);
            let back = self.back_after(state, &cube, turn);
            let estimate = estimate.max(bound(back));
            expansion.offer(turn, 1, estimate, || CompactCubeState { cube, views, back });
        }
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
