//! The edges of a cube, and how turns move them.

use super::place::{Repeated, is_odd, repeated};
use super::{CubeErrorKind, Edge, Face};

/// For each edge, the number of the piece there, plus 16 if it is flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Edges(pub(super) [u8; 12]);

impl Edges {
    pub(super) const SOLVED: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

    /// Checks that each piece is there once and that turns can reach the flips.
    pub(super) fn new(pieces: [(Edge, bool); 12]) -> Result<Self, CubeErrorKind> {
        if let Some(Repeated { piece, places, missing }) =
            repeated(Edge::ALL, pieces.map(|(piece, _)| piece))
        {
            return Err(CubeErrorKind::RepeatedEdge { piece, places, missing });
        }
        if pieces.iter().filter(|(_, flip)| *flip).count() % 2 == 1 {
            return Err(CubeErrorKind::Flip);
        }
        Ok(Self(pieces.map(|(piece, flip)| piece as u8 | u8::from(flip) << 4)))
    }

    /// The piece at this place, and whether it is flipped.
    #[inline]
    pub(super) const fn at(&self, place: Edge) -> (Edge, bool) {
        let edge = self.0[place as usize];
        (Edge::ALL[(edge & 15) as usize], edge >> 4 == 1)
    }

    /// Whether the permutation of the pieces is odd.
    pub(super) fn is_odd(&self) -> bool {
        is_odd(&self.0.map(|edge| edge & 15))
    }

    /// The product: first what leads to `self`, then what leads to `other`.
    #[inline]
    pub(super) const fn then(&self, other: &Self) -> Self {
        let mut product = Self::SOLVED;
        let mut place = 0;
        while place < 12 {
            let from = other.0[place];
            product.0[place] = self.0[(from & 15) as usize] ^ (from & !15);
            place += 1;
        }
        product
    }

    pub(super) const fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        let mut place = 0;
        while place < 12 {
            let edge = self.0[place as usize];
            inverse.0[(edge & 15) as usize] = place | edge & !15;
            place += 1;
        }
        inverse
    }
}

/// For each face, the places that a quarter clockwise takes a piece through, and then back to the
/// first, and whether it flips the pieces.
const CYCLES: [([Edge; 4], bool); 6] = {
    use Edge::{Bl, Br, Db, Df, Dl, Dr, Fl, Fr, Ub, Uf, Ul, Ur};
    [
        ([Ur, Uf, Ul, Ub], false),
        ([Ur, Br, Dr, Fr], false),
        ([Uf, Fr, Df, Fl], true),
        ([Dr, Db, Dl, Df], false),
        ([Ul, Fl, Dl, Bl], false),
        ([Ub, Bl, Db, Br], true),
    ]
};

/// The solved edges after a quarter of a face, clockwise.
pub(super) const fn quarter(face: Face) -> Edges {
    let (places, flips) = CYCLES[face as usize];
    let mut edges = Edges::SOLVED;
    let mut at = 0;
    while at < 4 {
        let from = places[(at + 3) % 4];
        edges.0[places[at] as usize] = from as u8 | (flips as u8) << 4;
        at += 1;
    }
    edges
}
