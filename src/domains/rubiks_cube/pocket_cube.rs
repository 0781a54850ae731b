//! The pocket cube, 2 by 2 by 2.

use std::str::FromStr;
use std::sync::LazyLock;

use super::cube::TURNS;
use super::facelets::Facelets;
use super::pieces::{Corners, rank};
use super::{Corner, Cube, CubeError, Face, Turn};

/// A state of the pocket cube, 2 by 2 by 2, that turns can reach: Rubik's Cube without its edges
/// and centres.
///
/// A pocket cube has no centres that show how it is held. So colours are renamed so that the piece
/// at the corner `DBL` is at home. That piece stays where it is: the turns of the faces up, right
/// and front are enough. This leaves 7! · 3⁶ = 3,674,160 states, which have numbers.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::rubiks_cube::{Maneuver, PocketCube};
///
/// let cube = PocketCube::SOLVED.after(&"R U F2 R'".parse()?);
/// let solver = Solver::new(cube);
/// let solution = Maneuver::from(solver.actions().unwrap());
/// assert!(cube.after(&solution).is_solved());
/// assert_eq!(solution.to_string(), "R F2 U' R'");
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PocketCube {
    /// The piece `DBL` is at its place, without a twist.
    pub(super) corners: Corners,
}

impl PocketCube {
    /// The solved cube. Its number is 0.
    pub const SOLVED: Self = Self { corners: Corners::SOLVED };

    /// The number of states.
    pub const STATES: usize = PERMUTATIONS * TWISTS;

    /// The turns that leave the corner `DBL` alone: those of the faces up, right and front.
    pub const TURNS: [Turn; 9] = {
        let [[a, b, c], [d, e, f], [g, h, i]] =
            [Face::Up.turns(), Face::Right.turns(), Face::Front.turns()];
        [a, b, c, d, e, f, g, h, i]
    };

    /// The cube with these pieces at the places of [`Corner::ALL`], each with its twist, which
    /// counts modulo 3. Colours are renamed, so that the cube may be held in any way.
    ///
    /// # Errors
    ///
    /// [`RepeatedCorner`](super::CubeErrorKind::RepeatedCorner) or
    /// [`Twist`](super::CubeErrorKind::Twist).
    pub fn from_pieces(corners: [(Corner, u8); 8]) -> Result<Self, CubeError> {
        Ok(Self::from_corners(Corners::new(corners)?))
    }

    /// Renames the colours, so that the piece at the corner `DBL` is home.
    #[inline]
    fn from_corners(corners: Corners) -> Self {
        let at_dbl = corners.0[Corner::Dbl as usize];
        if at_dbl == Corner::Dbl as u8 {
            return Self { corners };
        }
        Self { corners: ROTATIONS[usize::from(at_dbl)].then(&corners) }
    }

    /// The cube after one more turn. Any of the 18 turns is allowed. After a turn of the faces
    /// down, left or back, colours are renamed.
    #[inline]
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        Self::from_corners(self.corners.then(&TURNS[turn.number()].corners))
    }

    /// The number of the state, from 0 to [`STATES`](Self::STATES) - 1: 729 times the rank of the
    /// permutation of the seven pieces, in lexicographic order, plus the twists of all but the last
    /// as digits to the base 3.
    #[inline]
    pub fn number(&self) -> usize {
        let corners = MOVABLE.map(|place| self.corners.0[usize::from(place)]);
        let (permutation, _) = rank(corners.into_iter().map(|corner| corner & 7), 0b1011_1111);
        let twists = corners[..MOVABLE.len() - 1].iter();
        let twists = twists.fold(0, |twists, corner| twists * 3 + usize::from(corner >> 3));
        permutation * TWISTS + twists
    }

    /// The state with this number, or `None` if the number is too large.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Self> {
        if number >= Self::STATES {
            return None;
        }
        let (mut rank, mut twists) = (number / TWISTS, number % TWISTS);
        let (mut ranks, mut weight, mut sum) = (PERMUTATIONS, TWISTS, 0);
        let (mut corners, mut left) = (Corners::SOLVED, MOVABLE.to_vec());
        for place in MOVABLE {
            ranks /= left.len();
            weight /= 3;
            // The last twist has no digit: it follows from the others.
            let twist = twists.checked_div(weight).unwrap_or((3 - sum % 3) % 3);
            sum += twist;
            twists -= twist * weight;
            corners.0[usize::from(place)] = left.remove(rank / ranks) | [0, 1 << 3, 2 << 3][twist];
            rank %= ranks;
        }
        Some(Self { corners })
    }

    pub(super) fn stickers(self) -> Facelets {
        Facelets::new(2).with(Corner::ALL, &self.corners)
    }
}

pub(super) const PERMUTATIONS: usize = 5_040;
pub(super) const TWISTS: usize = 729;

/// The places whose pieces move: all but `DBL`. They are also the numbers of these pieces.
const MOVABLE: [u8; 7] = [0, 1, 2, 3, 4, 5, 7];

/// The 24 rotations of the whole cube. The index is the entry of [`Corners`] at the corner `DBL`.
/// The rotation at that index brings the piece home. It comes before the turns, and so renames the
/// colours.
static ROTATIONS: LazyLock<[Corners; 24]> = LazyLock::new(|| {
    let mut rotations = [Corners::SOLVED; 24];
    for number in 0..64 {
        let mut rotation = Corners::SOLVED;
        for (face, times) in Face::ALL.into_iter().zip([number % 4, number / 4 % 4, number / 16]) {
            // The cube rotates if both layers turn the same way.
            let ([layer, ..], [.., opposite]) = (face.turns(), face.opposite().turns());
            for turn in [layer, opposite].repeat(times) {
                rotation = rotation.then(&TURNS[turn.number()].corners);
            }
        }
        let home = rotation.inverse().0[Corner::Dbl as usize];
        rotations[usize::from(home)] = rotation;
    }
    rotations
});

/// The corners of a cube. If a maneuver solves the cube, it solves its corners.
impl From<Cube> for PocketCube {
    fn from(cube: Cube) -> Self {
        Self::from_corners(cube.corners)
    }
}

/// Reads the [facelets](PocketCube::facelets), with white space anywhere, or the net that `Display`
/// prints: six lines with 2, 2, 8, 8, 2 and 2 letters. Empty lines do not count, nor does what
/// comes after `//` in a line. Letters may be lower case, or those of the usual colours: W, R, G,
/// Y, O and B. The cube may be held in any way: its colours are then renamed.
///
/// ```
/// use bestfirst::rubiks_cube::{CubeErrorKind, Face, PocketCube};
///
/// let cube: PocketCube = "UFUF RRRR FDFD DBDB LLLL UBUB".parse()?;
/// assert_eq!(cube, PocketCube::SOLVED.after(&"R".parse().unwrap()));
///
/// let held_upside_down: PocketCube = "DDDD RRRR BBBB UUUU LLLL FFFF".parse()?;
/// assert!(held_upside_down.is_solved());
///
/// let error = "UFUF RRRR FDFD DBDX LLLL UBUB".parse::<PocketCube>().unwrap_err();
/// let expected = CubeErrorKind::UnknownColour { face: Face::Down, number: 4, found: 'X' };
/// assert_eq!(error.kind(), &expected);
/// # Ok::<(), bestfirst::rubiks_cube::CubeError>(())
/// ```
///
/// # Errors
///
/// The first that applies, in the order of [`CubeErrorKind`](super::CubeErrorKind). Errors of
/// centres and edges do not occur, and every permutation of the corners can be reached.
impl FromStr for PocketCube {
    type Err = CubeError;

    fn from_str(text: &str) -> Result<Self, CubeError> {
        let facelets = Facelets::read(text, 2)?;
        facelets.check_counts()?;
        Self::from_pieces(facelets.pieces()?)
    }
}
