//! The coordinates of a cube along its three axes, and the turns between them.

use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable, narrow};
use super::cosets::{Coset, Cosets};
use super::symmetry::Symmetry;
use super::{Cube, Turn};

/// A cube as its coordinates: for each axis, the twists, the flips and the four edges of the slice
/// between, and the permutation of the corners. In 26 bytes, with all of them 0 for the solved cube.
///
/// [`CubeTables::state`](super::CubeTables::state) makes it of a [`Cube`]. Different cubes have different coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CubeState {
    pub(super) axes: [Coset; 3],
    pub(super) slices: [u16; 3],
    /// Odd for an odd permutation.
    pub(super) corners: u16,
}

impl CubeState {
    pub(super) fn of(cube: &Cube) -> Self {
        let seen = axes().map(|axis| axis.cube(cube));
        Self {
            axes: seen.map(|cube| Coset::of(&cube)),
            slices: seen.map(|cube| narrow(coordinates::slice(&cube))),
            corners: narrow(coordinates::corners(cube)),
        }
    }
}

/// The turns between coordinates.
#[derive(Clone)]
pub(super) struct Axes {
    pub(super) cosets: Cosets,
    pub(super) slice: TurnTable,
    pub(super) corners: TurnTable,
    /// For each axis and each turn, the turn as it is seen along that axis.
    pub(super) turns: [[Turn; 18]; 3],
}

impl Axes {
    pub(super) fn new() -> Self {
        Self {
            slice: TurnTable::new(SLICES * ORDERS, &Turn::ALL, coordinates::slice),
            corners: TurnTable::new(PERMUTATIONS, &Turn::ALL, coordinates::corners),
            turns: axes().map(|axis| Turn::ALL.map(|turn| axis.turn(turn))),
            cosets: Cosets::new(),
        }
    }

    /// The coordinates after a turn.
    #[inline]
    pub(super) fn after(&self, state: &CubeState, turn: Turn) -> CubeState {
        let Self { cosets, slice, corners, turns } = self;
        let CubeState { mut axes, mut slices, .. } = *state;
        for ((coset, value), turns) in axes.iter_mut().zip(&mut slices).zip(turns) {
            let turn = turns[turn.number()];
            *coset = cosets.after(*coset, turn);
            *value = slice.after(*value, turn);
        }
        CubeState { axes, slices, corners: corners.after(state.corners, turn) }
    }
}

/// The symmetries that carry each axis to the one from up to down.
pub(super) fn axes() -> [Symmetry; 3] {
    let third = Symmetry::THIRD;
    [Symmetry::IDENTITY, third, third.then(third)]
}
