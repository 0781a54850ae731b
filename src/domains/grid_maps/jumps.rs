//! What jump points with and without stored distances share: the directions to go on in.

use std::cmp::Ordering;

use super::Cell;
use super::direction::Directions;
use super::layout::Layout;

pub(super) const NORTH: usize = 0;
pub(super) const NORTH_EAST: usize = 1;
pub(super) const EAST: usize = 2;
pub(super) const SOUTH_EAST: usize = 3;
pub(super) const SOUTH: usize = 4;
pub(super) const SOUTH_WEST: usize = 5;
pub(super) const WEST: usize = 6;
pub(super) const NORTH_WEST: usize = 7;

/// The direction in which a path of jump points arrives at `cell` from `previous`: the diagonal
/// steps come first, so it is straight unless all steps are diagonal.
#[inline]
pub(super) fn arrival(layout: Layout, previous: Cell, cell: Cell) -> usize {
    let [from, to] = [previous, cell].map(|cell| layout.column_and_row(cell));
    towards(from, to, from.0.abs_diff(to.0).cmp(&from.1.abs_diff(to.1)))
}

/// A direction from one column and row towards another: vertical if `columns_to_rows` is `Less`,
/// horizontal if it is `Greater`, and diagonal if it is `Equal`.
#[inline]
pub(super) fn towards(from: (u32, u32), to: (u32, u32), columns_to_rows: Ordering) -> usize {
    let vertical = if to.1 < from.1 { NORTH } else { SOUTH };
    let horizontal = if to.0 < from.0 { WEST } else { EAST };
    match (columns_to_rows, vertical, horizontal) {
        (Ordering::Less, ..) => vertical,
        (Ordering::Greater, ..) => horizontal,
        (_, NORTH, EAST) => NORTH_EAST,
        (_, SOUTH, EAST) => SOUTH_EAST,
        (_, SOUTH, _) => SOUTH_WEST,
        _ => NORTH_WEST,
    }
}

/// The straight directions on both sides of a diagonal one: the horizontal one first.
#[inline]
pub(super) fn beside(diagonal: usize) -> [usize; 2] {
    [
        if diagonal < SOUTH { EAST } else { WEST },
        if (EAST..WEST).contains(&diagonal) { SOUTH } else { NORTH },
    ]
}

/// The directions in which a path goes on from a cell with these open neighbours: the natural and
/// the forced neighbours of Harabor and Grastien, where no corner is cut.
///
/// `rotate_right` turns the compass so that `arrival` is north.
#[inline]
pub(super) fn onward(open: Directions, arrival: usize) -> Directions {
    #[expect(clippy::cast_possible_truncation, reason = "less than 8")]
    let turn = arrival as u32;
    if arrival % 2 == 1 {
        // North-west, north and north-east.
        return Directions(0b1000_0011_u8.rotate_left(turn));
    }
    let open = open.0.rotate_right(turn);
    let mut onward = 0b0000_0001_u8;
    // The east is open and the south-east is not: east and north-east.
    if open & 0b0000_1100 == 0b0000_0100 {
        onward |= 0b0000_0110;
    }
    // The west is open and the south-west is not: west and north-west.
    if open & 0b0110_0000 == 0b0100_0000 {
        onward |= 0b1100_0000;
    }
    Directions(onward.rotate_left(turn))
}
