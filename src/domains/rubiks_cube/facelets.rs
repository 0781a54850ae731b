//! Facelets: the stickers of a cube, as text and as pieces.

use std::{fmt, iter};

use super::maneuver::uncommented;
use super::pieces::Pieces;
use super::place::Place;
use super::{CubeErrorKind, Face};

/// The colours of the facelets of a cube with this side, face by face and row by row. The rows and
/// columns of a face are those of the net.
pub(super) struct Facelets {
    side: usize,
    colours: Vec<Face>,
}

/// For each face, the row and the column of the net where it is, in faces. The faces up and down
/// are alone in their rows.
const NET: [(usize, usize); 6] = [(0, 0), (1, 2), (1, 1), (2, 0), (1, 0), (1, 3)];

/// For each face, the face next to its first row, and the face next to its first column.
const BESIDE: [[Face; 2]; 6] = {
    use Face::{Back, Front, Left, Right, Up};
    [[Back, Left], [Up, Front], [Up, Left], [Front, Left], [Up, Back], [Up, Right]]
};

impl Facelets {
    /// Reads the letters in order, or in the shape of the net: those of faces, or those of colours.
    pub(super) fn read(text: &str, side: usize) -> Result<Self, CubeErrorKind> {
        let rows = uncommented(text).map(|line| line.chars().filter(|c| !c.is_whitespace()));
        let rows: Vec<Vec<char>> =
            rows.map(Iterator::collect).filter(|row: &Vec<char>| !row.is_empty()).collect();
        let expected = 6 * side * side;
        let found = rows.iter().map(Vec::len).sum();
        if found != expected {
            return Err(CubeErrorKind::FaceletCount { found, expected });
        }
        let is_net = rows.len() == 3 * side
            && rows.iter().enumerate().all(|(row, letters)| {
                letters.len() == if row / side == 1 { 4 * side } else { side }
            });
        let letters: Vec<char> = if is_net {
            let faces = NET.iter().flat_map(|&(row, column)| {
                let rows = &rows[row * side..][..side];
                rows.iter().flat_map(move |letters| &letters[column * side..][..side])
            });
            faces.copied().collect()
        } else {
            rows.concat()
        };
        // The centres say where the colours of a cube belong, however it is held.
        let has_colours = letters.iter().any(|letter| "WGYO".contains(letter.to_ascii_uppercase()));
        let centres = letters.iter().skip(side * side / 2).step_by(side * side);
        let centres = centres.filter(|_| has_colours && side % 2 == 1);
        let centres: Vec<char> = centres.copied().collect();
        let colours = letters.iter().enumerate().map(|(index, &found)| {
            let (face, number) = (index / (side * side), index % (side * side) + 1);
            let unknown = CubeErrorKind::UnknownColour { face: Face::ALL[face], number, found };
            colour_of(found, &centres).ok_or(unknown)
        });
        Ok(Self { side, colours: colours.collect::<Result<_, _>>()? })
    }

    /// Facelets that each have the colour of their face.
    pub(super) fn new(side: usize) -> Self {
        let faces = Face::ALL.into_iter();
        Self { side, colours: faces.flat_map(|face| iter::repeat_n(face, side * side)).collect() }
    }

    /// With pieces at their places.
    pub(super) fn with<P: Place<N, F>, const N: usize, const F: usize>(
        mut self,
        places: [P; N],
        pieces: &Pieces<N, F>,
    ) -> Self {
        for place in places {
            let (piece, turned) = pieces.at(place.number());
            let mut at = self.at(place);
            at.rotate_left(turned.into());
            for (index, colour) in at.into_iter().zip(places[piece].faces()) {
                self.colours[index] = colour;
            }
        }
        self
    }

    /// The colour of a cell of a face.
    pub(super) fn colour(&self, face: Face, cell: usize) -> Face {
        self.colours[face as usize * self.side * self.side + cell]
    }

    /// Checks that each colour has as many facelets as a face.
    pub(super) fn check_counts(&self) -> Result<(), CubeErrorKind> {
        let expected = self.side * self.side;
        let count = |colour| self.colours.iter().filter(|&&other| other == colour).count();
        let counts = || Face::ALL.into_iter().map(|colour| (colour, count(colour)));
        let missing = counts().find(|&(_, count)| count < expected);
        let surplus = counts().find(|&(_, count)| count > expected);
        if let Some((missing, surplus)) = missing.zip(surplus) {
            return Err(CubeErrorKind::ColourCount { missing, surplus, expected });
        }
        Ok(())
    }

    /// The piece at each place of a kind, and by how many of its faces it is turned. A cube of side
    /// 2 has no edges.
    pub(super) fn pieces<P: Place<N, F>, const N: usize, const F: usize>(
        &self,
    ) -> Result<[(P, u8); N], CubeErrorKind> {
        let mut pieces = P::ALL.map(|piece| (piece, 0));
        for (found, place) in pieces.iter_mut().zip(P::ALL) {
            let colours = self.at(place).map(|index| self.colours[index]);
            let turned = (0..).zip([colours; F]).find_map(|(turned, mut faces)| {
                faces.rotate_left(turned.into());
                let piece = P::ALL.into_iter().find(|piece| piece.faces() == faces)?;
                Some((piece, turned))
            });
            *found = turned.ok_or_else(|| place.unknown(colours))?;
        }
        Ok(pieces)
    }

    /// All letters, in order.
    pub(super) fn letters(&self) -> String {
        self.colours.iter().map(|colour| colour.letter()).collect()
    }

    /// The indices of the facelets at a place, in the order of its faces.
    fn at<P: Place<N, F>, const N: usize, const F: usize>(&self, place: P) -> [usize; F] {
        let faces = place.faces();
        faces.map(|face| {
            // The first row or column, the last, or the one between them.
            let [row, column] = BESIDE[face as usize].map(|first| match () {
                () if faces.contains(&first) => 0,
                () if faces.contains(&first.opposite()) => self.side - 1,
                () => self.side / 2,
            });
            (face as usize * self.side + row) * self.side + column
        })
    }
}

/// The face that a letter stands for. If `centres` has the letters of the centres, they decide. If
/// it is empty, white is up and green in front.
fn colour_of(letter: char, centres: &[char]) -> Option<Face> {
    let letter = letter.to_ascii_uppercase();
    if centres.is_empty() {
        let named = || "WRGYOB".find(letter).map(|index| Face::ALL[index]);
        return Face::from_letter(letter).or_else(named);
    }
    let face = centres.iter().position(|centre| centre.to_ascii_uppercase() == letter)?;
    "WRGYOB".contains(letter).then(|| Face::ALL[face])
}

/// The net.
impl fmt::Display for Facelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side;
        let rows = (0..3 * side).map(|row| {
            let mut faces: Vec<_> = Face::ALL.into_iter().zip(NET).collect();
            faces.retain(|(_, (band, _))| *band == row / side);
            faces.sort_by_key(|&(_, (_, column))| column);
            let words = faces.iter().map(|&(face, _)| {
                let cells = row % side * side..(row % side + 1) * side;
                cells.map(|cell| self.colour(face, cell).letter()).collect::<String>()
            });
            let indent = if faces.len() == 1 { side + 1 } else { 0 };
            format!("{:indent$}{}", "", words.collect::<Vec<_>>().join(" "))
        });
        f.write_str(&rows.collect::<Vec<_>>().join("\n"))
    }
}
