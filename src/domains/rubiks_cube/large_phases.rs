//! The two phases with the tables of the optimal solver.
//!
//! In the second one, all pieces have their orientations, and the edges of the slice between up and
//! down are in it. What is left are the permutation of the corners, that of the other eight edges,
//! and the order of those in the slice. A table of corners and all eight edges would be large. This
//! one has the corners with the four edges between right and left. If the cube is rotated by a
//! quarter first, they are those between front and back, so two look-ups see all eight.

use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable, narrow};
use super::cosets::Coset;
use super::near::Pairs;
use super::phases::{GROUP, PLACEMENTS, Phases, SUBGROUP};
use super::symmetry::Symmetry;
use super::{Cube, CubeTables, Turn};

/// What of a cube is left for the second phase. In the subgroup, only the solved cube has all at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inner {
    /// As it is, and after a rotation by a quarter about the axis from up to down.
    sides: [Side; 2],
    /// The order of the edges in the slice.
    slice: u16,
}

/// The part of a cube that the table knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    corners: u16,
    /// The edges between right and left.
    edges: u16,
}

/// The tables of the optimal solver, and one for the second phase.
#[derive(Clone)]
pub(super) struct LargePhases<'t> {
    pub(super) tables: &'t CubeTables,
    edges: TurnTable,
    by_sides: Pairs<PLACEMENTS>,
    /// For each turn, the turn after the rotation.
    rotated: [Turn; 18],
}

impl<'t> LargePhases<'t> {
    /// Builds the table of the second phase.
    pub(super) fn new(tables: &'t CubeTables) -> Self {
        let edges = TurnTable::new(SLICES * ORDERS, coordinates::side);
        let corners = &tables.axes.corners;
        Self {
            tables,
            by_sides: Pairs::new::<SUBGROUP>(&GROUP, PERMUTATIONS, corners, &edges),
            edges,
            rotated: Turn::ALL.map(|turn| Symmetry::QUARTER.turn(turn)),
        }
    }

    #[inline]
    fn side_after(&self, side: Side, turn: Turn) -> Side {
        Side {
            corners: self.tables.axes.corners.after(side.corners, turn),
            edges: self.edges.after(side.edges, turn),
        }
    }

    #[inline]
    fn is_near(&self, side: Side, most: usize) -> bool {
        usize::from(self.by_sides.distance(side.corners, side.edges)) <= most
    }
}

impl Phases for LargePhases<'_> {
    type Inner = Inner;

    const FEW_TURNS: usize = 11;
    const FEW_NODES: u64 = 20_000;

    /// The cube need not be in the subgroup yet.
    fn inner(cube: &Cube) -> Inner {
        let sides = [*cube, Symmetry::QUARTER.cube(cube)].map(|cube| Side {
            corners: narrow(coordinates::corners(&cube)),
            edges: narrow(coordinates::side(&cube)),
        });
        Inner { sides, slice: narrow(coordinates::slice(cube)) }
    }

    #[inline]
    fn coset_after(&self, coset: Coset, turn: Turn) -> Coset {
        self.tables.axes.cosets.turns.after(coset, turn)
    }

    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        self.tables.distance(coset)
    }

    #[inline]
    fn after(&self, Inner { sides: [one, other], slice }: Inner, turn: Turn) -> Inner {
        let other = self.side_after(other, self.rotated[turn.number()]);
        let slice = self.tables.axes.slice.after(slice, turn);
        Inner { sides: [self.side_after(one, turn), other], slice }
    }

    #[inline]
    fn is_within(&self, inner: Inner, most: usize) -> bool {
        inner.sides.into_iter().all(|side| self.is_near(side, most))
    }

    /// Most turns are left out after the first look-up.
    #[inline]
    fn after_within(&self, inner: Inner, turn: Turn, most: usize) -> Option<Inner> {
        let [one, other] = inner.sides;
        let one = self.side_after(one, turn);
        if !self.is_near(one, most) {
            return None;
        }
        let other = self.side_after(other, self.rotated[turn.number()]);
        let slice = self.tables.axes.slice.after(inner.slice, turn);
        self.is_near(other, most).then_some(Inner { sides: [one, other], slice })
    }
}
