//! Coordinates: numbers that each describe a part of a cube.
//!
//! The coordinate of a cube after a turn depends only on the coordinate before it and on the turn.
//! So a table replaces the cube. The coordinates are those of Kociemba, but each is 0 for the
//! solved cube.

use super::{Cube, Turn, pieces};

/// The number of twists of all corners.
pub(super) const TWISTS: usize = 2187;

/// The number of flips of all edges.
pub(super) const FLIPS: usize = 2048;

/// The number of sets of places of the four edges of the middle slice.
pub(super) const SLICES: usize = 495;

/// The number of orders of four edges.
pub(super) const ORDERS: usize = 24;

/// The number of sets of places of the four corners of a face.
pub(super) const SPLITS: usize = 70;

/// The number of permutations of eight pieces.
pub(super) const PERMUTATIONS: usize = 40_320;

/// The twists of all corners but the last as digits to the base 3. That of the last follows.
pub(super) fn twist(cube: &Cube) -> usize {
    let corners = &cube.corners.0;
    corners[..7].iter().fold(0, |number, corner| 3 * number + usize::from(corner >> 3))
}

/// The flips of all edges but the last as digits to the base 2. That of the last follows.
pub(super) fn flip(cube: &Cube) -> usize {
    let edges = &cube.edges.0;
    edges[..11].iter().fold(0, |number, edge| 2 * number + usize::from(edge >> 4))
}

/// The places of the four edges of the slice between up and down, and their order:
/// [`ORDERS`] times the number of the set of places, plus the rank of the order.
pub(super) fn slice(cube: &Cube) -> usize {
    placement(cube.edges.0.map(|edge| edge & 15), |edge| edge >= 8)
}

/// The places of the four edges of the slice between right and left, and their order, as in
/// [`slice`]. Values are less than 1680 if all places are up or down.
pub(super) fn side(cube: &Cube) -> usize {
    // Those in the other slice, those between front and back, and those between right and left.
    let places = [8, 9, 10, 11, 0, 2, 4, 6, 1, 3, 5, 7];
    let edges = places.map(|place: usize| cube.edges.0[place] & 15);
    placement(edges, |edge| edge < 8 && edge % 2 == 1)
}

/// The places of four edges, and their order.
fn placement(edges: [u8; 12], is_one: impl Fn(u8) -> bool) -> usize {
    let four = edges.into_iter().filter(|&edge| is_one(edge));
    let numbers = (0..12).filter(|&edge| is_one(edge)).fold(0, |set, edge| set | 1 << edge);
    // Counted from the last place, so that the slice is 0.
    set(edges.into_iter().rev().map(&is_one)) * ORDERS + rank(four, numbers)
}

/// The set of the places of the four corners of the upper face.
pub(super) fn split(cube: &Cube) -> usize {
    set(cube.corners.0.into_iter().map(|corner| corner & 7 < 4))
}

/// The rank of a set among all of its size, in colexicographic order, given whether each place is
/// in it.
pub(super) fn set(is_in: impl Iterator<Item = bool>) -> usize {
    let places = (0..).zip(is_in).filter(|&(_, is_in)| is_in);
    // The number of sets of this size with only lower places.
    let below = |place: usize, size: usize| {
        (place + 1 - size..=place).product::<usize>() / (1..=size).product::<usize>()
    };
    places.zip(1..).map(|((place, _), size)| below(place, size)).sum()
}

/// The rank of the permutation of the corners.
pub(super) fn corners(cube: &Cube) -> usize {
    rank(cube.corners.0.into_iter().map(|corner| corner & 7), 0xFF)
}

/// The rank of a permutation among all of its numbers. Odd permutations have odd ranks.
fn rank(permutation: impl Iterator<Item = u8>, numbers: u32) -> usize {
    let (rank, inversions) = pieces::rank(permutation, numbers);
    // In lexicographic order, an exchange of the last two changes the lowest bit and the parity.
    rank & !1 | inversions & 1
}

/// The value of a coordinate as it is stored.
#[expect(clippy::cast_possible_truncation, reason = "no coordinate has more values")]
pub(super) fn narrow(value: usize) -> u16 {
    value as u16
}

/// The turns that are enough to reach every value of a coordinate.
pub(super) fn quarters() -> Vec<Turn> {
    Turn::ALL.into_iter().filter(|turn| turn.quarters() == 1).collect()
}

/// For each value of a coordinate and each turn, the value after the turn.
#[derive(Clone)]
pub(super) struct TurnTable {
    next: Vec<[u16; 18]>,
}

impl TurnTable {
    /// The table of a coordinate with this number of values. Turns must reach all values.
    pub(super) fn new(values: usize, coordinate: impl Fn(&Cube) -> usize) -> Self {
        let (quarters, mut next) = (quarters(), vec![[0; 18]; values]);
        let mut is_known = vec![false; values];
        is_known[0] = true;
        let mut open = vec![(0, Cube::SOLVED)];
        while let Some((value, cube)) = open.pop() {
            for &turn in &quarters {
                let turned = cube.turned(turn);
                let after = coordinate(&turned);
                next[value][turn.number()] = narrow(after);
                if !std::mem::replace(&mut is_known[after], true) {
                    open.push((after, turned));
                }
            }
        }
        // Each other turn of a face is the turn before it and one more quarter.
        for turn in Turn::ALL.into_iter().filter(|turn| turn.quarters() > 1) {
            let [quarter, ..] = turn.face().turns().map(Turn::number);
            for value in 0..values {
                let before = next[value][turn.number() - 1];
                next[value][turn.number()] = next[usize::from(before)][quarter];
            }
        }
        Self { next }
    }

    /// The value after the turn.
    #[inline]
    pub(super) fn after(&self, value: u16, turn: Turn) -> u16 {
        self.next[usize::from(value)][turn.number()]
    }
}
