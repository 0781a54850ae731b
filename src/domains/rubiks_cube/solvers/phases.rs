//! What the two phases look up, by large and by small tables.
//!
//! The second phase is for cubes of the subgroup ⟨U, D, R2, F2, L2, B2⟩. There all pieces have
//! their orientations, and the edges of the slice between up and down are in it. What is left are
//! the permutation of the corners, that of the other eight edges, and the order of those in the
//! slice. No table has all eight edges, only the four between right and left. If the cube is
//! rotated by a quarter first, these are the four between front and back, so two look-ups cover all
//! eight.

use super::axes::{Axes, INSIDE};
use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable, narrow};
use super::cosets::{self, Coset};
use super::cube_space::Tables;
use super::near::{FlipAndTwistDistances, PairDistances};
use super::reduced::Group;
use super::symmetry::Symmetry;
use super::{Cube, CubeTables, Turn};
use crate::space::forward::forward;

/// The symmetries that keep the axis from up to down and that from right to left. They leave 5,376
/// of the 40,320 permutations of the corners.
pub(super) const GROUP: Group =
    [(Symmetry::HALF_ABOUT_UP, 2), (Symmetry::HALF, 2), (Symmetry::REFLECTION, 2)];

/// The number of placements of four edges on the eight places of up and down.
const PLACEMENTS: usize = 1680;

/// The numbers of the turns that stay in the subgroup, one bit each.
pub(super) const SUBGROUP: u32 = INSIDE[0];

/// The part of a cube that is left for the second phase, seen from one side.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Side {
    corners: u16,
    /// The edges between right and left.
    edges: u16,
    slice: u16,
}

/// Two sides of a cube: as it is, and after a rotation by a quarter about the axis from up to down.
/// In the subgroup, only the solved cube has all coordinates at 0.
pub(super) type Sides = [Side; 2];

/// The sides of a cube, which need not be in the subgroup yet.
pub(super) fn sides(cube: &Cube) -> Sides {
    [*cube, Symmetry::QUARTER.cube(cube)].map(|cube| Side {
        corners: narrow(coordinates::corners(&cube)),
        edges: narrow(coordinates::side(&cube)),
        slice: narrow(coordinates::slice(&cube)),
    })
}

/// The turns between sides.
#[derive(Clone)]
pub(super) struct SideTurns {
    corners: TurnTable,
    edges: TurnTable,
    slice: TurnTable,
    /// For each turn, the turn after the rotation.
    rotated: [Turn; 18],
}

impl SideTurns {
    pub(super) fn new() -> Self {
        Self {
            corners: TurnTable::new(PERMUTATIONS, coordinates::corners),
            edges: TurnTable::new(SLICES * ORDERS, coordinates::side),
            slice: TurnTable::new(SLICES * ORDERS, coordinates::slice),
            rotated: Turn::ALL.map(|turn| Symmetry::QUARTER.turn(turn)),
        }
    }

    #[inline]
    fn after(&self, side: Side, turn: Turn) -> Side {
        Side {
            corners: self.corners.after(side.corners, turn),
            edges: self.edges.after(side.edges, turn),
            slice: self.slice.after(side.slice, turn),
        }
    }

    /// The sides after these turns, if both are near. Mostly the first one is not.
    #[inline]
    pub(super) fn after_within(
        &self,
        [one, other]: Sides,
        turns: &[Turn],
        is_near: impl Fn(Side) -> bool,
    ) -> Option<Sides> {
        let one = turns.iter().fold(one, |side, &turn| self.after(side, turn));
        if !is_near(one) {
            return None;
        }
        let rotated = turns.iter().map(|turn| self.rotated[turn.number()]);
        let other = rotated.fold(other, |side, turn| self.after(side, turn));
        is_near(other).then_some([one, other])
    }
}

/// Lower bounds for both phases. The bounds of the first phase are consistent, and 0 only in the
/// subgroup.
pub(super) trait Phases: Tables {
    /// A solution of at most this number of turns is looked for first. A random cube needs more
    /// turns, and this search ends after a few nodes.
    const FEW_TURNS: usize;

    /// The most nodes that this first search generates.
    const FEW_NODES: u64;

    /// A lower bound for a cube of the subgroup.
    fn distance_inside(&self, side: Side) -> u8;
}

/// The tables of the optimal solver, and one for the second phase: corners and edges.
#[derive(Clone)]
pub(super) struct LargePhases<'t> {
    tables: &'t CubeTables,
    by_sides: PairDistances<PLACEMENTS>,
}

impl<'t> LargePhases<'t> {
    pub(super) fn new(tables: &'t CubeTables, turns: &SideTurns) -> Self {
        let SideTurns { corners, edges, .. } = turns;
        let by_sides = PairDistances::new(SUBGROUP, &GROUP, PERMUTATIONS, corners, edges);
        Self { tables, by_sides }
    }
}

impl Tables for LargePhases<'_> {
    type Entry = usize;

    forward! { |phases| phases.tables;
        fn axes() -> &Axes;
        fn entry(coset: Coset) -> usize;
        fn code(entry: usize) -> u8;
    }
}

impl Phases for LargePhases<'_> {
    const FEW_TURNS: usize = 10;
    const FEW_NODES: u64 = 20_000;

    #[inline]
    fn distance_inside(&self, side: Side) -> u8 {
        self.by_sides.distance(side.corners, side.edges)
    }
}

/// Small tables. The tables of the second phase are by the order in the slice, together with the
/// corners or with the edges.
#[derive(Clone)]
pub(super) struct SmallPhases {
    axes: Axes,
    near: FlipAndTwistDistances,
    by_corners: PairDistances<ORDERS>,
    by_edges: PairDistances<ORDERS>,
}

impl SmallPhases {
    pub(super) fn new(SideTurns { corners, edges, slice, .. }: &SideTurns) -> Self {
        let axes = Axes::new();
        Self {
            near: FlipAndTwistDistances::new(&axes.turns),
            axes,
            by_corners: PairDistances::new(SUBGROUP, &cosets::GROUP, PERMUTATIONS, corners, slice),
            by_edges: PairDistances::new(SUBGROUP, &GROUP, PLACEMENTS, edges, slice),
        }
    }
}

impl Tables for SmallPhases {
    type Entry = [usize; 2];

    fn axes(&self) -> &Axes {
        &self.axes
    }

    #[inline]
    fn entry(&self, coset: Coset) -> [usize; 2] {
        self.near.entries(coset)
    }

    #[inline]
    fn code(&self, entries: [usize; 2]) -> u8 {
        self.near.distance_of(entries)
    }
}

impl Phases for SmallPhases {
    const FEW_TURNS: usize = 12;
    const FEW_NODES: u64 = 10_000_000;

    #[inline]
    fn distance_inside(&self, Side { corners, edges, slice }: Side) -> u8 {
        self.by_corners.distance(corners, slice).max(self.by_edges.distance(edges, slice))
    }
}
