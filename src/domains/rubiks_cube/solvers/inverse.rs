//! The coordinates of the inverse of a cube, along the axes.

use std::array;

use super::axes::axes;
use super::coordinates::{self, narrow};
use super::cosets::Coset;
use super::place::Place;
use super::{Corner, Cube, Edge, Turn};

/// The sums of the parts of all pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    corners: u64,
    flips: u64,
    slices: u64,
}

/// The places from which a turn moves pieces. For each piece that may be there: its part of the
/// sums after the turn, minus its part before. Edges have a part of the flips and one of the slice.
#[derive(Clone, Copy)]
struct Moved {
    corners: [(u8, [u64; 24]); 4],
    edges: [(u8, [[u64; 2]; 32]); 4],
}

/// Finds the coordinates of the inverse of a cube, which do not follow from those of the cube.
///
/// Each piece adds its part to them, which depends only on the piece, its place and its
/// orientation.
#[derive(Clone)]
pub(super) struct InverseCoordinates {
    /// For each place and each corner: along each axis, the digits of its twist and a bit for its
    /// place if it is an upper corner.
    corners: [[u64; 24]; 8],
    /// For each place and each edge: along each axis its flip.
    flips: [[u64; 32]; 12],
    /// For each place and each edge: along each axis a bit for its place if it is an edge of the
    /// slice.
    slices: [[u64; 32]; 12],
    /// What each turn moves.
    moved: Vec<Moved>,
    /// The splits by the bits of the places.
    splits: [u16; 1 << 8],
    /// The sets of places of the slice by their bits.
    sets: Box<[u16; 1 << 12]>,
}

const TWIST_BITS: usize = 12;
const CORNER_BITS: usize = TWIST_BITS + 8;
const EDGE_BITS: usize = 12;

impl InverseCoordinates {
    pub(super) fn new() -> Self {
        let rank = |places, bits: usize| {
            narrow(coordinates::set((0..places).map(|place| bits >> place & 1 == 1)))
        };
        let mut inverse = Self {
            corners: [[0; 24]; 8],
            flips: [[0; 32]; 12],
            slices: [[0; 32]; 12],
            moved: Vec::new(),
            splits: array::from_fn(|bits| rank(8, bits)),
            sets: Box::new(array::from_fn(|bits| rank(12, bits))),
        };
        for (number, axis) in axes().into_iter().enumerate() {
            for (place, piece, twist) in each::<Corner, 8, 3>() {
                // In the inverse, piece and place change their roles.
                let (to, corner) = axis.piece(piece, (place, (3 - twist) % 3));
                let part =
                    &mut inverse.corners[place as usize][piece as usize | usize::from(twist) << 3];
                let weight = 6_u32.checked_sub(to as u32).map_or(0, |rest| 3_u64.pow(rest));
                let digits = weight * u64::from(corner >> 3);
                let is_upper = u64::from(corner & 7 < 4);
                *part |=
                    (digits | is_upper << (TWIST_BITS + to as usize)) << (CORNER_BITS * number);
            }
            for (place, piece, flip) in each::<Edge, 12, 2>() {
                let (to, edge) = axis.piece(piece, (place, flip));
                let at = piece as usize | usize::from(flip) << 4;
                if let Some(rest) = 10_usize.checked_sub(to as usize) {
                    let bit = u64::from(edge >> 4) << rest;
                    inverse.flips[place as usize][at] |= bit << (EDGE_BITS * number);
                }
                let bit = u64::from(edge & 15 >= 8) << (11 - to as usize);
                inverse.slices[place as usize][at] |= bit << (EDGE_BITS * number);
            }
        }
        inverse.moved = Turn::ALL.into_iter().map(|turn| inverse.moved_by(turn)).collect();
        inverse
    }

    fn moved_by(&self, turn: Turn) -> Moved {
        let Cube { corners, edges } = Cube::SOLVED.turned(turn);
        let mut moved = Moved { corners: [(0, [0; 24]); 4], edges: [(0, [[0; 2]; 32]); 4] };
        let from = (0..).zip(corners.0).filter(|&(to, corner)| to != usize::from(corner & 7));
        for ((place, more), (to, corner)) in moved.corners.iter_mut().zip(from) {
            *place = corner & 7;
            for (piece, more) in more.iter_mut().enumerate() {
                let twist = ((piece >> 3) + usize::from(corner >> 3)) % 3;
                let before = self.corners[usize::from(*place)][piece];
                *more = self.corners[to][piece & 7 | twist << 3].wrapping_sub(before);
            }
        }
        let from = (0..).zip(edges.0).filter(|&(to, edge)| to != usize::from(edge & 15));
        for ((place, more), (to, edge)) in moved.edges.iter_mut().zip(from) {
            *place = edge & 15;
            for (piece, more) in more.iter_mut().enumerate() {
                let (before, after) = (usize::from(*place), piece ^ usize::from(edge & 16));
                *more = [&self.flips, &self.slices]
                    .map(|parts| parts[to][after].wrapping_sub(parts[before][piece]));
            }
        }
        moved
    }

    /// The sums of a cube.
    pub(super) fn sums(&self, cube: &Cube) -> Sums {
        let mut sums = Sums::default();
        for (parts, &corner) in self.corners.iter().zip(&cube.corners.0) {
            sums.corners += parts[usize::from(corner)];
        }
        for ((flip, slice), &edge) in self.flips.iter().zip(&self.slices).zip(&cube.edges.0) {
            sums.flips += flip[usize::from(edge & 31)];
            sums.slices += slice[usize::from(edge & 31)];
        }
        sums
    }

    /// The sums of a cube after a turn, from those before.
    #[inline]
    pub(super) fn sums_after(&self, mut sums: Sums, cube: &Cube, turn: Turn) -> Sums {
        let moved = &self.moved[turn.number()];
        for (place, more) in &moved.corners {
            let corner = cube.corners.0[usize::from(*place)];
            sums.corners = sums.corners.wrapping_add(more[usize::from(corner)]);
        }
        for (place, more) in &moved.edges {
            let [flips, slices] = more[usize::from(cube.edges.0[usize::from(*place)] & 31)];
            sums.flips = sums.flips.wrapping_add(flips);
            sums.slices = sums.slices.wrapping_add(slices);
        }
        sums
    }

    /// The coset of the inverse along an axis.
    #[inline]
    pub(super) fn coset(&self, sums: Sums, axis: usize) -> Coset {
        let (corner, edge) = (CORNER_BITS * axis, EDGE_BITS * axis);
        let twist = part(sums.corners, corner, TWIST_BITS);
        let split = part(sums.corners, corner + TWIST_BITS, 8);
        let (flip, set) = (part(sums.flips, edge, EDGE_BITS), part(sums.slices, edge, EDGE_BITS));
        let (slice_places, split) = (self.sets[usize::from(set)], self.splits[usize::from(split)]);
        Coset { twist, flip, slice_places, split }
    }
}

/// Some bits of a sum.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "no part has more than 12 bits")]
fn part(sum: u64, first: usize, bits: usize) -> u16 {
    (sum >> first & ((1 << bits) - 1)) as u16
}

/// Each piece at each place, turned in each way.
fn each<P: Place<N, F>, const N: usize, const F: usize>() -> impl Iterator<Item = (P, P, u8)> {
    let pairs = P::ALL.into_iter().flat_map(|place| P::ALL.map(|piece| (place, piece)));
    pairs.flat_map(|(place, piece)| (0..).take(F).map(move |turned| (place, piece, turned)))
}
