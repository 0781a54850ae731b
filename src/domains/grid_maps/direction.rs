//! The eight directions of a step.

use std::fmt;

use crate::space::bits::bits;

/// The direction of a step. North is up, towards row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All directions, clockwise from the north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The turn from this direction to another, in eighths of a circle: from 0 to 4.
    pub const fn turns_to(self, next: Self) -> u32 {
        let turn = (self as u32).abs_diff(next as u32);
        if turn > 4 { 8 - turn } else { turn }
    }

    /// The change of the column and of the row: each is -1, 0 or 1.
    pub const fn delta(self) -> (isize, isize) {
        // In the order of `ALL`.
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize]
    }
}

/// The letters of the compass: `N`, `NE`, `E` and so on.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["N", "NE", "E", "SE", "S", "SW", "W", "NW"][*self as usize])
    }
}

/// A set of directions, one bit for each, clockwise from the north in the lowest bit. A rotation of
/// the bits is a rotation of the compass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Directions(pub(super) u8);

impl Directions {
    pub(super) const ALL: Self = Self(u8::MAX);
    /// North, east, south and west.
    pub(super) const STRAIGHT: Self = Self(0b0101_0101);
    /// The directions to cells with lower numbers: north-east, north, north-west and west.
    pub(super) const EARLIER: Self = Self(0b1100_0011);

    /// The directions for which this holds.
    #[inline]
    pub(super) fn of(holds: impl Fn(usize) -> bool) -> Self {
        Self((0..8).fold(0, |set, direction| set | u8::from(holds(direction)) << direction))
    }

    #[inline]
    pub(super) fn has(self, direction: usize) -> bool {
        self.0 >> direction & 1 == 1
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Of the directions of open neighbours, those that do not cut a corner: a diagonal one stays
    /// only if both directions next to it are in the set.
    #[inline]
    pub(super) fn without_cut_corners(self) -> Self {
        let straight = self.0 & Self::STRAIGHT.0;
        let between = straight.rotate_left(1) & straight.rotate_right(1);
        Self(self.0 & (Self::STRAIGHT.0 | between))
    }

    /// The numbers of the directions, lowest first.
    #[inline]
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        bits(self.0).map(|direction: usize| direction % 8)
    }
}
