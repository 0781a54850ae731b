//! The three axes of a cube, and the turns between coordinates along them.

use super::cosets::{Coset, CosetTurns};
use super::inverse::InverseCoordinates;
use super::symmetry::Symmetry;
use super::{Cube, Turn};
use crate::Cost;

/// How turns change the cosets of a cube and of its inverse along the axes.
#[derive(Clone)]
pub(super) struct Axes {
    pub(super) turns: CosetTurns,
    /// For each axis and each turn, the turn as it is seen along that axis.
    along: [[Turn; 18]; 3],
    pub(super) inverse: Box<InverseCoordinates>,
}

impl Axes {
    pub(super) fn new() -> Self {
        Self {
            turns: CosetTurns::new(),
            along: axes().map(|axis| Turn::ALL.map(|turn| axis.turn(turn))),
            inverse: Box::new(InverseCoordinates::new()),
        }
    }

    /// The coset along an axis after a turn. The split stays as it was.
    #[inline]
    pub(super) fn after(&self, axis: usize, coset: Coset, turn: Turn) -> Coset {
        self.turns.after(coset, self.along[axis][turn.number()])
    }

    /// The coset along an axis after a turn, with its split.
    #[inline]
    pub(super) fn all_after(&self, axis: usize, coset: Coset, turn: Turn) -> Coset {
        let split = self.turns.split.after(coset.split, self.along[axis][turn.number()]);
        Coset { split, ..self.after(axis, coset, turn) }
    }
}

/// For each axis, the symmetry that carries it to the axis from up to down.
pub(super) fn axes() -> [Symmetry; 3] {
    let third = Symmetry::THIRD;
    [Symmetry::IDENTITY, third, third.then(third)]
}

/// The cosets of a cube along the axes.
pub(super) fn cosets_of(cube: &Cube) -> [Coset; 3] {
    axes().map(|axis| Coset::of(&axis.cube(cube)))
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
    // The axes of up and down, of right and left, and of front and back.
    [0, 2, 1][turn.face() as usize % 3]
}

/// The turns, one bit each, after which the inverse may be within `most`. `distances` are those of
/// the inverse from the subgroups of the axes, and `inside` has the turns inside each subgroup.
///
/// A turn that is inside does not change the distance of the inverse from the subgroup.
#[inline]
pub(super) fn turns_within(inside: [u32; 3], distances: [u8; 3], most: u8) -> u32 {
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

/// The lower bound that follows from the distances along the three axes.
#[inline]
pub(super) fn combined(distances: [u8; 3]) -> Cost {
    let [first, second, third] = distances.map(Cost::from);
    let most = first.max(second).max(third);
    // The last turn of a solution makes no difference along its own axis.
    let is_one_more = most > 0 && first == second && second == third;
    most + Cost::from(is_one_more)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk through many cubes.
    #[test]
    fn cosets_follow_the_turns() {
        let axes = Axes::new();
        let (mut cube, mut number) = (Cube::SOLVED, 1_u64);
        let (mut cosets, mut sums) = (cosets_of(&cube), axes.inverse.sums(&cube));
        for _ in 0..2_000 {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let turn = Turn::ALL[(number >> 33) as usize % Turn::ALL.len()];
            sums = axes.inverse.sums_after(sums, &cube, turn);
            cube = cube.turned(turn);
            cosets = [0, 1, 2].map(|axis| axes.all_after(axis, cosets[axis], turn));
            assert_eq!(cosets, cosets_of(&cube), "{cube:?}");
            let inverse = [0, 1, 2].map(|axis| axes.inverse.coset(sums, axis));
            assert_eq!(inverse, cosets_of(&cube.inverse()), "{cube:?}");
        }
    }
}
