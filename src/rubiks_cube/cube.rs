//! Rubik's Cube: its pieces, and how turns move them.

use super::{Corner, CubeError, CubeErrorKind, Edge, Maneuver, Turn};

/// A state of Rubik's Cube, 3 by 3 by 3, that turns can reach.
///
/// The centres of the faces do not move. A state is a piece and an orientation at each of 8 corners
/// and 12 edges, in 20 bytes. Every value is solvable: whatever makes a cube from input returns an
/// error otherwise. There are 43,252,003,274,489,856,000 states.
///
/// # Orientation
///
/// The *twist* of a corner piece is the number of thirds of a full turn, clockwise, by which its
/// sticker of the colours up or down is away from the face up or down. The *flip* of an edge piece
/// is true if turns of the faces up, right, down and left alone cannot bring it home unflipped.
///
/// # The group
///
/// A state is also the effect of the maneuvers that lead to it from the solved cube. States form a
/// group: [`then`](Self::then) is its operation, [`inverse`](Self::inverse) its inverse, and
/// [`SOLVED`](Self::SOLVED) its identity.
///
/// ```
/// use bestfirst::rubiks_cube::{Cube, Maneuver};
///
/// let maneuver: Maneuver = "R U R' U'".parse()?;
/// let cube = Cube::SOLVED.after(&maneuver);
/// assert_eq!(cube.then(&cube.inverse()), Cube::SOLVED);
///
/// let sixth = (0..6).fold(Cube::SOLVED, |power, _| power.then(&cube));
/// assert!(sixth.is_solved());
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
///
/// # Reference
///
/// H. Kociemba, "The cubie level", <https://kociemba.org/cube.htm>: the order of the places, the
/// orientations, and the operation of the group are the same here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// For each place, the number of the piece, plus 8 times its twist.
    corners: [u8; 8],
    /// For each place, the number of the piece, plus 16 if it is flipped.
    edges: [u8; 12],
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Self =
        Self { corners: [0, 1, 2, 3, 4, 5, 6, 7], edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };

    /// The cube with these pieces at the places of [`Corner::ALL`] and [`Edge::ALL`]. Each corner
    /// piece has its twist, which counts modulo 3, and each edge piece its flip.
    ///
    /// # Errors
    ///
    /// [`RepeatedCorner`](CubeErrorKind::RepeatedCorner),
    /// [`RepeatedEdge`](CubeErrorKind::RepeatedEdge), [`Twist`](CubeErrorKind::Twist),
    /// [`Flip`](CubeErrorKind::Flip) or [`Parity`](CubeErrorKind::Parity): the first that applies.
    pub fn from_pieces(
        corners: [(Corner, u8); 8],
        edges: [(Edge, bool); 12],
    ) -> Result<Self, CubeError> {
        if let Some(Repeated { piece, places, missing }) =
            repeated(Corner::ALL, corners.map(|(piece, _)| piece))
        {
            return Err(CubeErrorKind::RepeatedCorner { piece, places, missing }.into());
        }
        if let Some(Repeated { piece, places, missing }) =
            repeated(Edge::ALL, edges.map(|(piece, _)| piece))
        {
            return Err(CubeErrorKind::RepeatedEdge { piece, places, missing }.into());
        }
        let twists: u8 = corners.iter().map(|(_, twist)| twist % 3).sum();
        if twists % 3 != 0 {
            return Err(CubeErrorKind::Twist { sum: twists % 3 }.into());
        }
        if edges.iter().filter(|(_, flip)| *flip).count() % 2 != 0 {
            return Err(CubeErrorKind::Flip.into());
        }
        let corner_pieces = corners.map(|(piece, _)| piece as u8);
        if is_odd(&corner_pieces) != is_odd(&edges.map(|(piece, _)| piece as u8)) {
            return Err(CubeErrorKind::Parity.into());
        }
        Ok(Self {
            corners: corners.map(|(piece, twist)| piece as u8 | (twist % 3) << 3),
            edges: edges.map(|(piece, flip)| piece as u8 | u8::from(flip) << 4),
        })
    }

    /// The piece at this corner, and its twist: 0, 1 or 2.
    #[must_use]
    #[inline]
    pub const fn corner(&self, place: Corner) -> (Corner, u8) {
        let corner = self.corners[place as usize];
        (Corner::ALL[(corner & 7) as usize], corner >> 3)
    }

    /// The piece at this edge, and whether it is flipped.
    #[must_use]
    #[inline]
    pub const fn edge(&self, place: Edge) -> (Edge, bool) {
        let edge = self.edges[place as usize];
        (Edge::ALL[(edge & 15) as usize], edge >> 4 != 0)
    }

    /// Whether this is the solved cube.
    #[must_use]
    #[inline]
    pub fn is_solved(&self) -> bool {
        *self == Self::SOLVED
    }

    /// The cube after one more turn.
    #[must_use]
    #[inline]
    pub const fn turned(&self, turn: Turn) -> Self {
        self.then(&TURNS[turn.number()])
    }

    /// The cube after all turns of the maneuver.
    #[must_use]
    pub fn after(&self, maneuver: &Maneuver) -> Self {
        maneuver.turns().iter().fold(*self, |cube, &turn| cube.turned(turn))
    }

    /// The cube after the turns that lead from the solved cube to `other`: the product of the two
    /// in the group.
    #[must_use]
    #[inline]
    pub const fn then(&self, other: &Self) -> Self {
        let mut product = Self::SOLVED;
        let mut place = 0;
        while place < 8 {
            let from = other.corners[place];
            // The twist is in the bits above the piece, so that pieces and twists are added at once.
            let corner = self.corners[(from & 7) as usize] + (from & !7);
            product.corners[place] = if corner < 24 { corner } else { corner - 24 };
            place += 1;
        }
        place = 0;
        while place < 12 {
            let from = other.edges[place];
            product.edges[place] = self.edges[(from & 15) as usize] ^ (from & !15);
            place += 1;
        }
        product
    }

    /// The inverse in the group: what undoes the maneuvers that lead to this cube, applied to the
    /// solved cube.
    #[must_use]
    pub const fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        let mut place = 0;
        while place < 8 {
            let corner = self.corners[place as usize];
            inverse.corners[(corner & 7) as usize] = place | ((3 - (corner >> 3)) % 3) << 3;
            place += 1;
        }
        place = 0;
        while place < 12 {
            let edge = self.edges[place as usize];
            inverse.edges[(edge & 15) as usize] = place | edge & !15;
            place += 1;
        }
        inverse
    }
}

impl Default for Cube {
    /// The solved cube.
    fn default() -> Self {
        Self::SOLVED
    }
}

/// A quarter turn, clockwise: the places through which the pieces move, and back to the first.
struct Quarter {
    corners: [Corner; 4],
    edges: [Edge; 4],
    /// Whether the corners are twisted, alternately by 1 and 2. The first place is one where a
    /// piece arrives with 1 more.
    twists: bool,
    flips: bool,
}

/// The quarter turns of the faces, in the order of [`Face`](super::Face).
const QUARTERS: [Quarter; 6] = {
    use Corner::{Dbl, Dfr, Dlf, Drb, Ubr, Ufl, Ulb, Urf};
    use Edge::{Bl, Br, Db, Df, Dl, Dr, Fl, Fr, Ub, Uf, Ul, Ur};
    const fn quarter(corners: [Corner; 4], edges: [Edge; 4], twists: bool, flips: bool) -> Quarter {
        Quarter { corners, edges, twists, flips }
    }
    [
        quarter([Urf, Ufl, Ulb, Ubr], [Ur, Uf, Ul, Ub], false, false),
        quarter([Ubr, Drb, Dfr, Urf], [Ur, Br, Dr, Fr], true, false),
        quarter([Urf, Dfr, Dlf, Ufl], [Uf, Fr, Df, Fl], true, true),
        quarter([Dfr, Drb, Dbl, Dlf], [Dr, Db, Dl, Df], false, false),
        quarter([Ufl, Dlf, Dbl, Ulb], [Ul, Fl, Dl, Bl], true, false),
        quarter([Ulb, Dbl, Drb, Ubr], [Ub, Bl, Db, Br], true, true),
    ]
};

/// The solved cube after each turn, in the order of [`Turn::ALL`].
static TURNS: [Cube; 18] = {
    let mut turns = [Cube::SOLVED; 18];
    let mut face = 0;
    while face < 6 {
        let quarter = turned_by_quarter(&QUARTERS[face]);
        let half = quarter.then(&quarter);
        turns[3 * face] = quarter;
        turns[3 * face + 1] = half;
        turns[3 * face + 2] = half.then(&quarter);
        face += 1;
    }
    turns
};

const fn turned_by_quarter(quarter: &Quarter) -> Cube {
    let mut cube = Cube::SOLVED;
    let mut at = 0;
    while at < 4 {
        let from = (at + 3) % 4;
        let twist = if quarter.twists { [1, 2][at % 2] } else { 0 };
        cube.corners[quarter.corners[at] as usize] = quarter.corners[from] as u8 | twist << 3;
        let flip = quarter.flips as u8;
        cube.edges[quarter.edges[at] as usize] = quarter.edges[from] as u8 | flip << 4;
        at += 1;
    }
    cube
}

/// A piece that is at two places, and the first piece that is at none.
struct Repeated<P> {
    piece: P,
    places: [P; 2],
    missing: P,
}

/// The first piece that is not the only one of its kind. The places are in the order of `all`.
fn repeated<P: Copy + PartialEq, const N: usize>(
    all: [P; N],
    pieces: [P; N],
) -> Option<Repeated<P>> {
    let missing = all.into_iter().find(|piece| !pieces.contains(piece))?;
    all.into_iter().find_map(|piece| {
        let mut at = all.into_iter().zip(pieces).filter(|&(_, other)| other == piece);
        let ((first, _), (second, _)) = (at.next()?, at.next()?);
        Some(Repeated { piece, places: [first, second], missing })
    })
}

/// Whether the permutation is odd: it has an odd number of inversions.
fn is_odd(permutation: &[u8]) -> bool {
    let inversions = (0..permutation.len())
        .flat_map(|at| permutation[at..].iter().filter(move |&&later| later < permutation[at]));
    inversions.count() % 2 == 1
}
