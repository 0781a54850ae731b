//! Symmetries of the cube: rotations of the whole cube, and reflections.

use std::array;

use super::{Corner, Cube, Edge, Face, Turn};

/// A symmetry, given by the face that each face is carried to.
///
/// Carrying a cube along means to do so with its places and its colours: a conjugation. The solved
/// cube stays as it is. Carrying the cube after a turn along is the same as carrying both along, so
/// distances do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// By the number of the face.
    faces: [Face; 6],
    is_reflection: bool,
}

impl Symmetry {
    pub(super) const IDENTITY: Self = Self { faces: Face::ALL, is_reflection: false };

    /// The rotation by a third about the corners `URF` and `DBL`.
    pub(super) const THIRD: Self = {
        use Face::{Back, Down, Front, Left, Right, Up};
        Self { faces: [Right, Front, Up, Left, Back, Down], is_reflection: false }
    };

    /// The rotation by a quarter about the axis from up to down.
    pub(super) const QUARTER: Self = {
        use Face::{Back, Down, Front, Left, Right, Up};
        Self { faces: [Up, Front, Left, Down, Back, Right], is_reflection: false }
    };

    /// The rotation by a half about the axis from up to down.
    pub(super) const HALF_ABOUT_UP: Self = {
        use Face::{Back, Down, Front, Left, Right, Up};
        Self { faces: [Up, Left, Back, Down, Right, Front], is_reflection: false }
    };

    /// The rotation by a half about the axis from front to back.
    pub(super) const HALF: Self = {
        use Face::{Back, Down, Front, Left, Right, Up};
        Self { faces: [Down, Left, Front, Up, Right, Back], is_reflection: false }
    };

    /// The reflection that exchanges left and right.
    pub(super) const REFLECTION: Self = {
        use Face::{Back, Down, Front, Left, Right, Up};
        Self { faces: [Up, Left, Front, Down, Right, Back], is_reflection: true }
    };

    /// All symmetries of the cube.
    pub(super) fn all() -> [Self; 48] {
        let factors =
            [(Self::THIRD, 3), (Self::QUARTER, 4), (Self::HALF, 2), (Self::REFLECTION, 2)];
        array::from_fn(|number| Self::product(&factors, number))
    }

    /// A product of powers of these generators, in this order. Each power is below the number with the
    /// generator: they are the digits of `number`.
    pub(super) fn product(factors: &[(Self, usize)], number: usize) -> Self {
        let (mut product, mut rest) = (Self::IDENTITY, number);
        for &(generator, order) in factors {
            product = (0..rest % order).fold(product, |product, _| product.then(generator));
            rest /= order;
        }
        product
    }

    /// First `self`, then `other`.
    pub(super) fn then(self, other: Self) -> Self {
        Self {
            faces: self.faces.map(|face| other.face(face)),
            is_reflection: self.is_reflection != other.is_reflection,
        }
    }

    fn face(self, face: Face) -> Face {
        self.faces[face as usize]
    }

    /// The turn carried along. A reflection reverses its direction.
    pub(super) fn turn(self, turn: Turn) -> Turn {
        let turn = if self.is_reflection { turn.inverse() } else { turn };
        self.face(turn.face()).turns()[usize::from(turn.quarters() - 1)]
    }

    /// The cube carried along.
    pub(super) fn cube(self, cube: &Cube) -> Cube {
        let mut carried = Cube::SOLVED;
        for place in Corner::ALL {
            let (place, corner) = self.corner(place, cube.corner(place));
            carried.corners.0[place as usize] = corner;
        }
        for place in Edge::ALL {
            let (place, edge) = self.edge(place, cube.edge(place));
            carried.edges.0[place as usize] = edge;
        }
        carried
    }

    /// Where a corner at this place is carried to, and the corner there: the piece, plus 8 times its
    /// twist.
    pub(super) fn corner(self, place: Corner, (piece, twist): (Corner, u8)) -> (Corner, u8) {
        let (place, turned) = self.carried(Corner::ALL, Corner::faces, place, usize::from(twist));
        let (piece, reference) = self.carried(Corner::ALL, Corner::faces, piece, 0);
        let twist = (3 + turned - reference) % 3;
        (place, piece as u8 | [0, 1 << 3, 2 << 3][twist])
    }

    /// Where an edge at this place is carried to, and the edge there: the piece, plus 16 if it is
    /// flipped.
    pub(super) fn edge(self, place: Edge, (piece, flip): (Edge, bool)) -> (Edge, u8) {
        let (place, turned) = self.carried(Edge::ALL, Edge::faces, place, usize::from(flip));
        let (piece, reference) = self.carried(Edge::ALL, Edge::faces, piece, 0);
        (place, piece as u8 | u8::from(turned != reference) << 4)
    }

    /// What a place is carried to, and the index there of one of its faces.
    fn carried<P: Copy, const N: usize, const F: usize>(
        self,
        places: [P; N],
        faces: impl Fn(P) -> [Face; F],
        place: P,
        index: usize,
    ) -> (P, usize) {
        let carried = faces(place).map(|face| self.face(face));
        let is_there = |other: &P| faces(*other).iter().all(|face| carried.contains(face));
        let to = places.into_iter().find(is_there).unwrap_or(place);
        let at = faces(to).iter().position(|&face| face == carried[index]);
        (to, at.unwrap_or(index))
    }
}
