//! Rubik's Cube, 3 by 3 by 3.

use std::str::FromStr;

use super::facelets::Facelets;
use super::pieces::{Corners, Edges};
use super::{Corner, CubeError, CubeErrorKind, Edge, Face, Turn};

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
/// # Text
///
/// ```
/// use bestfirst::rubiks_cube::Cube;
///
/// let cube = Cube::SOLVED.after(&"R U".parse()?);
/// assert_eq!(cube.facelets(), "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB");
///
/// let net = "
///     UUU
///     UUU
///     UUU
/// LLL FFF RRR BBB
/// LLL FFF RRR BBB
/// LLL FFF RRR BBB
///     DDD
///     DDD
///     DDD";
/// assert_eq!(format!("\n{}", Cube::SOLVED), net);
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
///
/// # Reference
///
/// H. Kociemba, "The cubie level", <https://kociemba.org/cube.htm>: the order of the places, the
/// orientations, and the operation of the group are the same here.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube {
    pub(super) corners: Corners,
    pub(super) edges: Edges,
}

impl Cube {
    /// The solved cube.
    pub const SOLVED: Self = Self { corners: Corners::SOLVED, edges: Edges::SOLVED };

    /// The cube with these pieces at the places of [`Corner::ALL`] and [`Edge::ALL`]. Each corner
    /// piece has its twist, which counts modulo 3, and each edge piece its flip.
    ///
    /// # Errors
    ///
    /// [`RepeatedCorner`](CubeErrorKind::RepeatedCorner), [`Twist`](CubeErrorKind::Twist),
    /// [`RepeatedEdge`](CubeErrorKind::RepeatedEdge), [`Flip`](CubeErrorKind::Flip) or
    /// [`Parity`](CubeErrorKind::Parity): the first that applies.
    pub fn from_pieces(
        corners: [(Corner, u8); 8],
        edges: [(Edge, bool); 12],
    ) -> Result<Self, CubeError> {
        let edges = edges.map(|(piece, flip)| (piece, flip.into()));
        let cube = Self { corners: Corners::new(corners)?, edges: Edges::new(edges)? };
        if cube.corners.is_odd() != cube.edges.is_odd() {
            return Err(CubeErrorKind::Parity.into());
        }
        Ok(cube)
    }

    /// The piece at this edge, and whether it is flipped.
    #[inline]
    pub const fn edge(&self, place: Edge) -> (Edge, bool) {
        let (piece, flip) = self.edges.at(place as usize);
        (Edge::ALL[piece], flip == 1)
    }

    /// The cube after one more turn.
    #[inline]
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        self.then(&TURNS[turn.number()])
    }

    /// The cube after the turns that lead from the solved cube to `other`: the product of the two
    /// in the group.
    #[inline]
    #[must_use]
    pub const fn then(&self, other: &Self) -> Self {
        Self { corners: self.corners.then(&other.corners), edges: self.edges.then(&other.edges) }
    }

    /// The inverse in the group: the cube after the turns that solve this one, made on the solved
    /// cube.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { corners: self.corners.inverse(), edges: self.edges.inverse() }
    }

    pub(super) fn stickers(&self) -> Facelets {
        Facelets::new(3).with(Corner::ALL, &self.corners).with(Edge::ALL, &self.edges)
    }
}

/// For each face, the corners in the order in which a quarter clockwise takes a piece through them,
/// and the twists: see [`cycle`](Corners::cycle).
const CORNERS: [([Corner; 4], [u8; 2]); 6] = {
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

/// The same for edges, and whether the quarter flips them.
const EDGES: [([Edge; 4], u8); 6] = {
    use Edge::{Bl, Br, Db, Df, Dl, Dr, Fl, Fr, Ub, Uf, Ul, Ur};
    [
        ([Ur, Uf, Ul, Ub], 0),
        ([Ur, Br, Dr, Fr], 0),
        ([Uf, Fr, Df, Fl], 1),
        ([Dr, Db, Dl, Df], 0),
        ([Ul, Fl, Dl, Bl], 0),
        ([Ub, Bl, Db, Br], 1),
    ]
};

/// The solved cube after each turn, in the order of [`Turn::ALL`].
pub(super) static TURNS: [Cube; 18] = {
    let mut turns = [Cube::SOLVED; 18];
    let mut number = 0;
    while number < 18 {
        let ([a, b, c, d], twists) = CORNERS[number / 3];
        let corners = Corners::cycle([a as usize, b as usize, c as usize, d as usize], twists);
        let ([a, b, c, d], flip) = EDGES[number / 3];
        let edges = Edges::cycle([a as usize, b as usize, c as usize, d as usize], [flip, flip]);
        let quarter = Cube { corners, edges };
        turns[number] = if number % 3 == 0 { quarter } else { turns[number - 1].then(&quarter) };
        number += 1;
    }
    turns
};

/// Reads the [facelets](Cube::facelets), with white space anywhere, or the net that `Display`
/// prints: nine lines with 3, 3, 3, 12, 12, 12, 3, 3 and 3 letters. Empty lines do not count, nor
/// does what comes after `//` in a line. Letters may be lower case. They may be those of the usual
/// colours instead, W, R, G, Y, O and B; then the cube may be held in any way.
///
/// ```
/// use bestfirst::rubiks_cube::{Cube, CubeErrorKind};
///
/// let cube: Cube = "UUUUUUFFF UBBRRRRRR RRRFFDFFD DDBDDBDDB FFDLLLLLL LLLUBBUBB".parse()?;
/// assert_eq!(cube, Cube::SOLVED.after(&"R U".parse().unwrap()));
///
/// let flipped = "UUUUURUUU RURRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
/// let error = flipped.parse::<Cube>().unwrap_err();
/// assert_eq!(error.kind(), &CubeErrorKind::Flip);
/// # Ok::<(), bestfirst::rubiks_cube::CubeError>(())
/// ```
///
/// # Errors
///
/// Any [`CubeErrorKind`]: the first that applies, in the order in which they are listed there.
impl FromStr for Cube {
    type Err = CubeError;

    fn from_str(text: &str) -> Result<Self, CubeError> {
        let facelets = Facelets::read(text, 3)?;
        for face in Face::ALL {
            let found = facelets.colour(face, 4);
            if found != face {
                return Err(CubeErrorKind::Centre { face, found }.into());
            }
        }
        facelets.check_counts()?;
        let (corners, edges) = (facelets.pieces()?, facelets.pieces()?);
        Self::from_pieces(corners, edges.map(|(piece, flip)| (piece, flip == 1)))
    }
}
