//! The three axes of a cube, and the turns between coordinates along them.

use super::Turn;
use super::coordinates::{self, ORDERS, PERMUTATIONS, SLICES, TurnTable};
use super::cosets::Cosets;
use super::symmetry::Symmetry;
use crate::Cost;

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
            slice: TurnTable::new(SLICES * ORDERS, coordinates::slice),
            corners: TurnTable::new(PERMUTATIONS, coordinates::corners),
            turns: turns_along(),
            cosets: Cosets::new(),
        }
    }
}

/// The symmetries that carry each axis to the one from up to down.
pub(super) fn axes() -> [Symmetry; 3] {
    let third = Symmetry::THIRD;
    [Symmetry::IDENTITY, third, third.then(third)]
}

/// For each axis and each turn, the turn as it is seen along that axis.
pub(super) fn turns_along() -> [[Turn; 18]; 3] {
    axes().map(|axis| Turn::ALL.map(|turn| axis.turn(turn)))
}

/// For each axis the others.
pub(super) const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The turns of each axis, one bit each.
pub(super) const AXES: [u32; 3] = [0o7007, 0o700_700, 0o70_070];

/// The half turns, one bit each.
pub(super) const HALVES: u32 = 0o222_222;

/// The turns inside the subgroup of each axis.
pub(super) const INSIDE: [u32; 3] = [AXES[0] | HALVES, AXES[1] | HALVES, AXES[2] | HALVES];

/// The axis of a turn, as the axes are numbered.
#[inline]
pub(super) fn axis_of(turn: Turn) -> usize {
    // Those of up and down, right and left, front and back.
    [0, 2, 1][turn.face() as usize % 3]
}

/// The turns, one bit each, after which the inverse is not known to be farther than `most`. Given
/// are its distances from the subgroups of the axes, and the turns inside each subgroup.
///
/// A turn that is inside does not change the distance of the inverse from the subgroup.
#[inline]
pub(super) fn turns_within(inside: [u32; 3], distances: [u8; 3], most: Cost) -> u32 {
    let distances = distances.map(Cost::from);
    let too_far = inside.into_iter().zip(distances).filter(|&(_, distance)| distance > most);
    too_far.fold(!0, |turns, (inside, _)| turns & !inside)
}

/// The axis that is farthest from its subgroup.
#[inline]
pub(super) fn farthest([first, second, third]: [u8; 3]) -> usize {
    if first >= second && first >= third {
        0
    } else if second >= third {
        1
    } else {
        2
    }
}
