//! Errors of cubes and maneuvers: what is wrong, and where.

use std::error::Error;
use std::fmt;

use super::{Corner, Edge, Face};
use crate::answer::error::{error_of_kind, messages};
use crate::domains::text::shortened;

/// The error of a word that is not a turn, of a bracket without its partner, or of a repetition
/// that makes too many turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTurn {
    word: String,
    position: Option<usize>,
    fault: &'static str,
}

impl UnknownTurn {
    pub(super) const NO_TURN: &'static str = "is not a turn: expected one of U, R, F, D, L and B, \
                                              alone or followed by 2 or '";
    pub(super) const NO_PARTNER: &'static str = "has no partner";
    pub(super) const TOO_LONG: &'static str = "makes more than 65536 turns";

    pub(super) fn new(word: &str, position: Option<usize>, fault: &'static str) -> Self {
        Self { word: shortened(word), position, fault }
    }

    /// The word, shortened if it is long.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The number of the word in the maneuver, counted from 1. `None` if the text was read as a
    /// single turn.
    pub fn position(&self) -> Option<usize> {
        self.position
    }
}

impl fmt::Display for UnknownTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "word {position}: ")?;
        }
        write!(f, "{:?} {}", self.word, self.fault)
    }
}

impl Error for UnknownTurn {}

/// The error of a cube that could not be made. `Display` names the place and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeError {
    kind: CubeErrorKind,
}

error_of_kind!(CubeError, CubeErrorKind);

messages! {
    /// What is wrong with a cube.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum CubeErrorKind {
        /// Fewer or more facelets than the cube has.
        FaceletCount {
            /// The number of letters, without white space.
            found: usize,
            /// The number of facelets.
            expected: usize,
        } => ("there are {found} facelets, expected {expected}"),
        /// A letter that is not a colour.
        UnknownColour {
            /// The face of the facelet.
            face: Face,
            /// The number of the facelet on its face, counted from 1, row by row.
            number: usize,
            /// The letter.
            found: char,
        } => (
            "facelet {face}{number}: {found:?} is not a colour: expected U, R, F, D, L or B, or W, \
             R, G, Y, O or B"
        ),
        /// A centre with the colour of another face.
        Centre {
            /// The face.
            face: Face,
            /// The colour of its centre.
            found: Face,
        } => ("the centre of face {face} has the colour {found}, expected {face}"),
        /// Too few facelets of one colour and too many of another.
        ColourCount {
            /// The first colour that is missing, and the number of its facelets.
            missing: (Face, usize),
            /// The first colour that is there too often, and the number of its facelets.
            surplus: (Face, usize),
            /// The number of facelets of each colour.
            expected: usize,
        } => (
            "{} facelets have the colour {} and {} the colour {}, expected {expected} of each",
            missing.1, missing.0, surplus.1, surplus.0,
        ),
        /// Three colours at a corner that no piece has, at least not in this order.
        UnknownCorner {
            /// The corner.
            place: Corner,
            /// The colours on its faces, in the order of the name of the place.
            colours: [Face; 3],
        } => (
            "corner {place}: no piece has the colours {}, {}, {} in this order",
            colours[0], colours[1], colours[2],
        ),
        /// Two colours at an edge that no piece has.
        UnknownEdge {
            /// The edge.
            place: Edge,
            /// The colours on its faces, in the order of the name of the place.
            colours: [Face; 2],
        } => ("edge {place}: no piece has the colours {}, {}", colours[0], colours[1]),
        /// A corner piece that is at two places.
        RepeatedCorner {
            /// The piece.
            piece: Corner,
            /// Its places.
            places: [Corner; 2],
            /// The first piece that is missing.
            missing: Corner,
        } => (
            "corner {piece} is at two places, {} and {}; corner {missing} is missing",
            places[0], places[1],
        ),
        /// Corners are twisted in a way that no turns can reach.
        Twist {
            /// The sum of the twists, modulo 3: 1 or 2.
            sum: u8,
        } => (
            "a corner is twisted {}: no turns lead to this cube",
            if *sum == 1 { "clockwise" } else { "counterclockwise" },
        ),
        /// An edge piece that is at two places.
        RepeatedEdge {
            /// The piece.
            piece: Edge,
            /// Its places.
            places: [Edge; 2],
            /// The first piece that is missing.
            missing: Edge,
        } => (
            "edge {piece} is at two places, {} and {}; edge {missing} is missing",
            places[0], places[1],
        ),
        /// An odd number of edges is flipped, which no turns can reach.
        Flip => ("an edge is flipped: no turns lead to this cube"),
        /// The permutation of the corners is odd and that of the edges even, or the other way
        /// round, which no turns can reach.
        Parity => ("two pieces are exchanged (odd permutation): no turns lead to this cube"),
    }
}
