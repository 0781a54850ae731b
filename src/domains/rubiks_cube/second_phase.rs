//! The second phase: cubes of the subgroup ⟨U, D, R2, F2, L2, B2⟩, and their distances.
//!
//! There, all pieces have their orientations, and the edges of the slice between up and down are in
//! it. What is left are the permutation of the corners, that of the other eight edges, and the order
//! of those in the slice. A table of corners and all eight edges would be large. This one has the
//! corners with the four edges between right and left. If the cube is rotated by a quarter first,
//! they are those between front and back, so two look-ups see all eight.

use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable, narrow};
use super::cosets::Coset;
use super::cube_space::INSIDE;
use super::moves::turns_in;
use super::reduced::{Group, Reduced, Turned};
use super::symmetry::Symmetry;
use super::two_phase::Phases;
use super::{Cube, CubeTables, Turn};
use crate::pattern_database::{PatternDatabase, Projection, TableError, TableFormat};

/// The symmetries that keep the axis from up to down and that from right to left. They leave 5,376 of
/// the 40,320 permutations of the corners.
pub(super) const GROUP: Group =
    [(Symmetry::HALF_ABOUT_UP, 2), (Symmetry::HALF, 2), (Symmetry::REFLECTION, 2)];

/// The number of placements of four edges on the eight places of up and down.
pub(super) const PLACEMENTS: usize = 1680;

/// The numbers of the turns that stay in the subgroup, one bit each: those of up and down, and
/// halves.
pub(super) const SUBGROUP: u32 = INSIDE[0];

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

/// The phases with the table of [`CubeTables`], and one for the second phase.
#[derive(Clone)]
pub(super) struct LargePhases<'t> {
    pub(super) tables: &'t CubeTables,
    sides: Sides<'t>,
    distances: PatternDatabase,
    /// For each turn, the turn after the rotation.
    rotated: [Turn; 18],
}

impl<'t> LargePhases<'t> {
    /// Builds the table of the second phase.
    pub(super) fn new(tables: &'t CubeTables) -> Result<Self, TableError> {
        let sides = Sides::new(&tables.axes.corners);
        Ok(Self {
            tables,
            distances: PatternDatabase::build(&sides)?,
            sides,
            rotated: Turn::ALL.map(|turn| Symmetry::QUARTER.turn(turn)),
        })
    }

    #[inline]
    fn is_side_within(&self, side: Side, most: usize) -> bool {
        self.distances.distance(self.sides.entry(side)) as usize <= most
    }
}

impl Phases for LargePhases<'_> {
    type Inner = Inner;

    const FEW_TURNS: usize = 11;
    const FEW_NODES: u64 = 20_000;

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
    fn after(&self, inner: Inner, turn: Turn) -> Inner {
        let [one, other] = inner.sides;
        let rotated = self.rotated[turn.number()];
        Inner {
            sides: [self.sides.after(one, turn), self.sides.after(other, rotated)],
            slice: self.tables.axes.slice.after(inner.slice, turn),
        }
    }

    #[inline]
    fn is_within(&self, inner: Inner, most: usize) -> bool {
        inner.sides.iter().all(|&side| self.is_side_within(side, most))
    }

    #[inline]
    fn after_within(&self, inner: Inner, turn: Turn, most: usize) -> Option<Inner> {
        // If the first side is too far, the other one is not needed.
        let first = self.sides.after(inner.sides[0], turn);
        let is_near = self.is_side_within(first, most);
        let after = is_near.then(|| self.after(inner, turn))?;
        self.is_side_within(after.sides[1], most).then_some(after)
    }
}

/// The abstract space of the table.
#[derive(Clone)]
struct Sides<'t> {
    corners: &'t TurnTable,
    edges: TurnTable,
    reduced: Reduced<PLACEMENTS>,
}

impl<'t> Sides<'t> {
    fn new(corners: &'t TurnTable) -> Self {
        let edges = TurnTable::new(SLICES * ORDERS, coordinates::side);
        let turns: Vec<_> = turns_in(SUBGROUP).collect();
        let after = |value, turn| corners.after(narrow(value), turn).into();
        let reduced = Reduced::new(&GROUP, &turns, PERMUTATIONS, after, &edges);
        Self { corners, edges, reduced }
    }

    #[inline]
    fn after(&self, side: Side, turn: Turn) -> Side {
        Side {
            corners: self.corners.after(side.corners, turn),
            edges: self.edges.after(side.edges, turn),
        }
    }

    #[inline]
    fn entry(&self, side: Side) -> usize {
        self.reduced.entry(side.corners.into(), side.edges)
    }
}

impl Projection for Sides<'_> {
    type Cursor = Turned;

    fn name(&self) -> String {
        "rubiks cube phase 2 half-turn metric".to_owned()
    }

    fn entries(&self) -> usize {
        self.reduced.entries()
    }

    fn format(&self) -> TableFormat {
        TableFormat::Nibbles
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(self.entry(Side::default()));
    }

    // Every turn can be undone, so the neighbours are the predecessors.
    #[inline]
    fn for_each_predecessor(
        &self,
        turned: &mut Turned,
        state: usize,
        visit: impl FnMut(usize, u32),
    ) {
        let after = |value, turn| self.corners.after(narrow(value), turn).into();
        self.reduced.for_each_neighbor::<SUBGROUP>(turned, state, after, &self.edges, visit);
    }
}
