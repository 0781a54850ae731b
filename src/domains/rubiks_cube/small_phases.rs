//! The two phases with small tables.

use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable, narrow};
use super::cosets::{self, Coset, CosetTurns};
use super::near::{Near, Pairs};
use super::phases::{self, PLACEMENTS, Phases, SUBGROUP};
use super::symmetry::Symmetry;
use super::{Cube, Turn};

/// Lower bounds for both phases. Those of the second phase are by the order in the slice, together
/// with the corners or with the edges between right and left. As in the table of the other solver, a
/// second look-up sees the edges between front and back.
#[derive(Clone)]
pub(super) struct SmallPhases {
    cosets: CosetTurns,
    near: Near,
    corners: TurnTable,
    edges: TurnTable,
    slice: TurnTable,
    by_corners: Pairs<ORDERS>,
    by_edges: Pairs<ORDERS>,
    /// For each turn, the turn after a rotation by a quarter.
    rotated: [Turn; 18],
}

/// What of a cube is left for the second phase. In the subgroup, only the solved cube has all at 0.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Inner {
    corners: u16,
    /// As it is, and after a rotation by a quarter about the axis from up to down.
    sides: [Side; 2],
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Side {
    /// The edges between right and left.
    edges: u16,
    slice: u16,
}

impl SmallPhases {
    pub(super) fn new() -> Self {
        let cosets = CosetTurns::new();
        let corners = TurnTable::new(PERMUTATIONS, coordinates::corners);
        let edges = TurnTable::new(SLICES * ORDERS, coordinates::side);
        let slice = TurnTable::new(SLICES * ORDERS, coordinates::slice);
        Self {
            near: Near::new(&cosets),
            by_corners: Pairs::new::<SUBGROUP>(&cosets::GROUP, PERMUTATIONS, &corners, &slice),
            by_edges: Pairs::new::<SUBGROUP>(&phases::GROUP, PLACEMENTS, &edges, &slice),
            cosets,
            corners,
            edges,
            slice,
            rotated: Turn::ALL.map(|turn| Symmetry::QUARTER.turn(turn)),
        }
    }

    #[inline]
    fn sides_after(&self, [one, other]: [Side; 2], turn: Turn) -> [Side; 2] {
        let after = |side: Side, turn| Side {
            edges: self.edges.after(side.edges, turn),
            slice: self.slice.after(side.slice, turn),
        };
        [after(one, turn), after(other, self.rotated[turn.number()])]
    }
}

impl Phases for SmallPhases {
    type Inner = Inner;

    const FEW_TURNS: usize = 12;
    const FEW_NODES: u64 = 10_000_000;

    fn inner(cube: &Cube) -> Inner {
        let sides = [*cube, Symmetry::QUARTER.cube(cube)].map(|cube| Side {
            edges: narrow(coordinates::side(&cube)),
            slice: narrow(coordinates::slice(&cube)),
        });
        Inner { corners: narrow(coordinates::corners(cube)), sides }
    }

    #[inline]
    fn coset_after(&self, coset: Coset, turn: Turn) -> Coset {
        self.cosets.after(coset, turn)
    }

    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        self.near.distance(coset)
    }

    #[inline]
    fn after(&self, inner: Inner, turn: Turn) -> Inner {
        let corners = self.corners.after(inner.corners, turn);
        Inner { corners, sides: self.sides_after(inner.sides, turn) }
    }

    #[inline]
    fn is_within(&self, Inner { corners, sides }: Inner, most: usize) -> bool {
        let most = u8::try_from(most).unwrap_or(u8::MAX);
        let is_near = |side: Side| self.by_edges.distance(side.edges, side.slice) <= most;
        self.by_corners.distance(corners, sides[0].slice) <= most && sides.into_iter().all(is_near)
    }
}
