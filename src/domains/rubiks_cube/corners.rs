//! The corners of a cube, and how turns move them.

use super::place::{Repeated, is_odd, repeated};
use super::{Corner, CubeErrorKind, Face};

/// For each corner, the number of the piece there, plus 8 times its twist.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Corners(pub(super) [u8; 8]);

impl Corners {
    pub(super) const SOLVED: Self = Self([0, 1, 2, 3, 4, 5, 6, 7]);

    /// Checks that each piece is there once and that turns can reach the twists. They count
    /// modulo 3.
    pub(super) fn new(pieces: [(Corner, u8); 8]) -> Result<Self, CubeErrorKind> {
        if let Some(Repeated { piece, places, missing }) =
            repeated(Corner::ALL, pieces.map(|(piece, _)| piece))
        {
            return Err(CubeErrorKind::RepeatedCorner { piece, places, missing });
        }
        let sum = pieces.iter().map(|(_, twist)| twist % 3).sum::<u8>() % 3;
        if sum != 0 {
            return Err(CubeErrorKind::Twist { sum });
        }
        Ok(Self(pieces.map(|(piece, twist)| piece as u8 | (twist % 3) << 3)))
    }

    /// The piece at this place, and its twist.
    #[inline]
    pub(super) const fn at(self, place: Corner) -> (Corner, u8) {
        let corner = self.0[place as usize];
        (Corner::ALL[(corner & 7) as usize], corner >> 3)
    }

    /// Whether the permutation of the pieces is odd.
    pub(super) fn is_odd(self) -> bool {
        is_odd(&self.0.map(|corner| corner & 7))
    }

    /// The product: first what leads to `self`, then what leads to `other`.
    #[inline]
    pub(super) const fn then(self, other: Self) -> Self {
        let mut product = Self::SOLVED;
        let mut place = 0;
        while place < 8 {
            let from = other.0[place];
            // Adds the twists. They are in the bits above the piece.
            let corner = self.0[(from & 7) as usize] + (from & !7);
            product.0[place] = if corner < 24 { corner } else { corner - 24 };
            place += 1;
        }
        product
    }

    pub(super) const fn inverse(self) -> Self {
        let mut inverse = Self::SOLVED;
        let mut place = 0;
        while place < 8 {
            let corner = self.0[place as usize];
            inverse.0[(corner & 7) as usize] = place | ((3 - (corner >> 3)) % 3) << 3;
            place += 1;
        }
        inverse
    }
}

/// For each face, the places that a quarter clockwise takes a piece through, and then back to the
/// first. With it are the twists that it adds on arrival at the first and third place, and at the
/// second and fourth.
const CYCLES: [([Corner; 4], [u8; 2]); 6] = {
    use Corner::{Dbl, Dfr, Dlf, Drb, Ubr, Ufl, Ulb, Urf};
    [
        ([Urf, Ufl, Ulb, Ubr], [0, 0]),
        ([Ubr, Drb, Dfr, Urf], [1, 2]),
        ([Urf, Dfr, Dlf, Ufl], [1, 2]),
        ([Dfr, Drb, Dbl, Dlf], [0, 0]),
        ([Ufl, Dlf, Dbl, Ulb], [1, 2]),
        ([Ulb, Dbl, Drb, Ubr], [1, 2]),
    ]
};

/// The solved corners after a quarter of a face, clockwise.
pub(super) const fn quarter(face: Face) -> Corners {
    let (places, twists) = CYCLES[face as usize];
    let mut corners = Corners::SOLVED;
    let mut at = 0;
    while at < 4 {
        let from = places[(at + 3) % 4];
        corners.0[places[at] as usize] = from as u8 | twists[at % 2] << 3;
        at += 1;
    }
    corners
}
