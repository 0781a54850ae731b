//! Rubik's Cube as a space with the estimates of compact tables.

use std::hash::{Hash, Hasher};

use super::super::cube_tables::combined;
use super::super::moves::turns_in;
use super::super::{Cube, Turn};
use super::CompactCubeTables;
use super::layout::View;
use crate::moves::MoveSpace;
use crate::{ActionSpace, Cost, Expansion, StateSpace};

/// A cube, with what is known of it and of its inverse along the three axes. In 48 bytes.
///
/// [`CompactCubeTables::state`] makes it of a [`Cube`].
#[derive(Clone, Copy, Debug)]
pub struct CompactCubeState {
    pub(super) cube: Cube,
    pub(super) views: [View; 3],
    /// The distances of the inverse.
    pub(super) back: [u8; 3],
    /// What was looked up ahead.
    pub(super) ahead: Ahead,
}

/// Entries that were looked up together, so that the memory is asked for all of them at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// The turns whose entries are known, one bit each.
    turns: u32,
    /// For each axis, two bits for each turn.
    codes: [u64; 3],
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
/// Each turn of the solution takes 13 times as many nodes. With the large table, a random cube of 17
/// turns took 42 million nodes and 9 s of CPU time, and one of 18 turns 186 million and 43 s, in
/// large pages of memory.
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

    /// Looks up the entries after the turns that are of use with an estimate of at most so much.
    #[inline]
    fn look_ahead(self, views: &[View; 3], back: [u8; 3], last: Turn, most: Cost) -> Ahead {
        let mut turns = 0;
        for (axis, &distance) in back.iter().enumerate() {
            if Cost::from(distance) <= most {
                turns |= AXES[axis];
            }
        }
        // No second turn of the same face is made, and of opposite faces the first one comes first.
        let face = last.face() as usize;
        turns &= !(0b111 << (3 * face) | if face < 3 { 0 } else { 0b111 << (3 * face - 9) });
        let layout = &self.tables.layout;
        let mut ahead = Ahead { turns, codes: [0; 3] };
        let mut entries = [[0; 3]; 18];
        // First where to look, then all looks at once.
        for (entries, turn) in entries.iter_mut().zip(turns_in(turns)) {
            for ((entry, &view), seen) in entries.iter_mut().zip(views).zip(&layout.axes.turns) {
                *entry = layout.entry(layout.after(view, seen[turn.number()]));
            }
        }
        for (entries, turn) in entries.iter().zip(turns_in(turns)) {
            for (codes, &entry) in ahead.codes.iter_mut().zip(entries) {
                *codes |= u64::from(self.tables.code(entry)) << (2 * turn.number());
            }
        }
        ahead
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
        CompactCubeState { cube, views, back, ahead: Ahead::default() }
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
        let (views, mut distances) = (&state.views, [0; 3]);
        let turns = &tables.layout.axes.turns;
        let is_known = state.ahead.turns >> turn.number() & 1 == 1;
        for axis in 0..3 {
            let seen = turns[axis][turn.number()];
            let code = if is_known {
                (state.ahead.codes[axis] >> (2 * turn.number()) & 3) as u8
            } else {
                tables.code(tables.layout.entry(tables.layout.after(views[axis], seen)))
            };
            distances[axis] = match tables.far(code) {
                Some(distance) => distance,
                None => tables.near(tables.layout.after(views[axis], seen)),
            };
            if Cost::from(distances[axis]) > most {
                // The other axes make no difference.
                return expansion.offer(cost, distances[axis].into(), || self.apply(state, turn));
            }
        }
        let estimate = bound(distances);
        if estimate > most {
            return expansion.offer(cost, estimate, || self.apply(state, turn));
        }
        let cube = state.cube.turned(turn);
        let back = self.back_after(state, &cube, turn);
        expansion.offer(cost, estimate.max(bound(back)), || {
            let views = self.views_after(state, turn);
            let ahead = self.look_ahead(&views, back, turn, most.saturating_sub(1));
            CompactCubeState { cube, views, back, ahead }
        });
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
