//! The corners of a cube, or its edges, and how turns move them.

#![expect(clippy::cast_possible_truncation, reason = "there are at most 12 pieces")]

use super::CubeErrorKind;
use super::place::Place;

/// For each of the `N` places, the number of the piece there, and in the bits above it by how many
/// of its `F` faces it is turned: the twist of a corner, the flip of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pieces<const N: usize, const F: usize>(pub(super) [u8; N]);

/// The number of the piece, plus 8 times its twist.
pub(super) type Corners = Pieces<8, 3>;

/// The number of the piece, plus 16 if it is flipped.
pub(super) type Edges = Pieces<12, 2>;

impl<const N: usize, const F: usize> Pieces<N, F> {
    /// The bits of the number of a piece.
    const BITS: u32 = (N - 1).ilog2() + 1;
    const NUMBER: u8 = (1 << Self::BITS) - 1;
    const FACES: u8 = F as u8;

    pub(super) const SOLVED: Self = {
        let mut pieces = [0; N];
        let mut place = 1;
        while place < N {
            pieces[place] = pieces[place - 1] + 1;
            place += 1;
        }
        Self(pieces)
    };

    /// Checks that each piece is there once and that turns can reach the orientations. Orientations
    /// count modulo the number of faces.
    pub(super) fn new<P: Place<N, F>>(pieces: [(P, u8); N]) -> Result<Self, CubeErrorKind> {
        let places = |piece| {
            let at = P::ALL.into_iter().zip(pieces).filter(move |&(_, (other, _))| other == piece);
            at.map(|(place, _)| place)
        };
        let missing = P::ALL.into_iter().find(|&piece| places(piece).next().is_none());
        let repeated = P::ALL.into_iter().find_map(|piece| {
            let mut at = places(piece);
            Some((piece, [at.next()?, at.next()?]))
        });
        if let Some(((piece, places), missing)) = repeated.zip(missing) {
            return Err(P::repeated(piece, places, missing));
        }
        let sum = pieces.iter().map(|(_, turned)| turned % Self::FACES).sum::<u8>() % Self::FACES;
        match sum {
            0 => Ok(Self(pieces.map(|(piece, turned)| Self::entry(piece, turned)))),
            _ if F == 2 => Err(CubeErrorKind::Flip),
            _ => Err(CubeErrorKind::Twist { sum }),
        }
    }

    /// A piece that is turned, as it is stored.
    pub(super) fn entry<P: Place<N, F>>(piece: P, turned: u8) -> u8 {
        piece.number() as u8 | (turned % Self::FACES) << Self::BITS
    }

    /// The number of the piece at this place, and by how many of its faces it is turned.
    #[inline]
    pub(super) const fn at(&self, place: usize) -> (usize, u8) {
        let entry = self.0[place];
        ((entry & Self::NUMBER) as usize, entry >> Self::BITS)
    }

    /// Whether the permutation of the pieces is odd.
    pub(super) fn is_odd(&self) -> bool {
        let numbers = self.0.into_iter().map(|entry| entry & Self::NUMBER);
        let (_, inversions) = rank(numbers, (1 << N) - 1);
        inversions % 2 == 1
    }

    /// The number of places where the two differ.
    pub(super) fn differences(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| u32::from(a != b)).sum()
    }

    /// The product: first what leads to `self`, then what leads to `other`.
    #[inline]
    pub(super) const fn then(&self, other: &Self) -> Self {
        let mut product = Self::SOLVED;
        let mut place = 0;
        while place < N {
            let (from, turned) = (other.0[place] & Self::NUMBER, other.0[place] & !Self::NUMBER);
            let entry = self.0[from as usize];
            product.0[place] = match F {
                2 => entry ^ turned,
                _ if entry + turned < Self::FACES << Self::BITS => entry + turned,
                _ => entry + turned - (Self::FACES << Self::BITS),
            };
            place += 1;
        }
        product
    }

    pub(super) fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        for (place, solved) in Self::SOLVED.0.into_iter().enumerate() {
            let (piece, turned) = self.at(place);
            let back = (Self::FACES - turned) % Self::FACES;
            inverse.0[piece] = solved | back << Self::BITS;
        }
        inverse
    }

    /// The pieces of [`SOLVED`](Self::SOLVED) after a turn that takes a piece through these places,
    /// and then back to the first. `turned` is by how many faces a piece is turned on arrival: at
    /// the first and third place, and at the second and fourth.
    pub(super) const fn cycle(places: [usize; 4], turned: [u8; 2]) -> Self {
        let mut pieces = Self::SOLVED;
        let mut at = 0;
        while at < 4 {
            let from = Self::SOLVED.0[places[(at + 3) % 4]];
            pieces.0[places[at]] = from | turned[at % 2] << Self::BITS;
            at += 1;
        }
        pieces
    }
}

/// The rank of a permutation among all of its numbers, in lexicographic order, and the number of
/// its inversions. `left` has a bit for each of the numbers.
#[inline]
pub(super) fn rank(permutation: impl Iterator<Item = u8>, mut left: u32) -> (usize, usize) {
    let mut choices = left.count_ones() as usize;
    permutation.fold((0, 0), |(rank, inversions), number| {
        let lower = (left & ((1 << number) - 1)).count_ones() as usize;
        let rank = rank * choices + lower;
        left &= !(1 << number);
        choices -= 1;
        (rank, inversions + lower)
    })
}
