//! Facelets: the stickers of a cube, as text and as pieces.

use std::{fmt, iter};

use super::corners::Corners;
use super::edges::Edges;
use super::maneuver::uncommented;
use super::{Corner, CubeErrorKind, Edge, Face};

/// The colours of the facelets of a cube with this side, face by face and row by row. The rows and
/// columns of a face are those of the net.
pub(super) struct Facelets {
    side: usize,
    colours: Vec<Face>,
}

/// For each face, the row and the column of the net where it is, in faces. The faces up and down
/// are alone in their rows.
const NET: [(usize, usize); 6] = [(0, 0), (1, 2), (1, 1), (2, 0), (1, 0), (1, 3)];

/// For each corner, the cells on its three faces, as cells of a face of side 2.
const CORNER_CELLS: [[usize; 3]; 8] =
    [[3, 0, 1], [2, 0, 1], [0, 0, 1], [1, 0, 1], [1, 3, 2], [0, 3, 2], [2, 3, 2], [3, 3, 2]];

/// For each edge, the cells on its two faces, as cells of a face of side 3.
const EDGE_CELLS: [[usize; 2]; 12] = [
    [5, 1],
    [7, 1],
    [3, 1],
    [1, 1],
    [5, 7],
    [1, 7],
    [3, 7],
    [7, 7],
    [5, 3],
    [3, 5],
    [5, 3],
    [3, 5],
];

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
        let centres: Vec<char> = match side % 2 {
            1 if has_colours => {
                letters.iter().skip(side * side / 2).step_by(side * side).copied().collect()
            }
            _ => Vec::new(),
        };
        let colours = letters.iter().enumerate().map(|(index, &found)| {
            let (face, number) = (index / (side * side), index % (side * side) + 1);
            let unknown = CubeErrorKind::UnknownColour { face: Face::ALL[face], number, found };
            colour_of(found, &centres).ok_or(unknown)
        });
        Ok(Self { side, colours: colours.collect::<Result<_, _>>()? })
    }

    /// The facelets of the corners. Each other one has the colour of its face.
    pub(super) fn of_corners(side: usize, corners: Corners) -> Self {
        let faces = Face::ALL.into_iter();
        let colours = faces.flat_map(|face| iter::repeat_n(face, side * side)).collect();
        let mut facelets = Self { side, colours };
        for place in Corner::ALL {
            let (piece, twist) = corners.at(place);
            let mut at = facelets.at_corner(place);
            at.rotate_left(twist.into());
            for (index, colour) in at.into_iter().zip(piece.faces()) {
                facelets.colours[index] = colour;
            }
        }
        facelets
    }

    /// Puts the edges on a cube of side 3.
    pub(super) fn add_edges(&mut self, edges: &Edges) {
        for place in Edge::ALL {
            let (piece, flip) = edges.at(place);
            let mut at = self.at_edge(place);
            at.rotate_left(flip.into());
            for (index, colour) in at.into_iter().zip(piece.faces()) {
                self.colours[index] = colour;
            }
        }
    }

    /// The colour of a cell of a face.
    pub(super) fn colour(&self, face: Face, cell: usize) -> Face {
        self.colours[face as usize * self.side * self.side + cell]
    }

    /// Checks that there is a face of each colour.
    pub(super) fn check_counts(&self) -> Result<(), CubeErrorKind> {
        let expected = self.side * self.side;
        let count = |colour| self.colours.iter().filter(|&&other| other == colour).count();
        let counts = || Face::ALL.into_iter().map(|colour| (colour, count(colour)));
        let missing = counts().find(|&(_, count)| count < expected);
        let surplus = counts().find(|&(_, count)| count > expected);
        match missing.zip(surplus) {
            Some((missing, surplus)) => {
                Err(CubeErrorKind::ColourCount { missing, surplus, expected })
            }
            None => Ok(()),
        }
    }

    /// The piece at each corner, and its twist.
    pub(super) fn corners(&self) -> Result<[(Corner, u8); 8], CubeErrorKind> {
        let mut pieces = Corner::ALL.map(|piece| (piece, 0));
        for place in Corner::ALL {
            let colours = self.at_corner(place).map(|index| self.colours[index]);
            let twisted = (0..3).find_map(|twist| {
                let mut faces = colours;
                faces.rotate_left(twist.into());
                let piece = Corner::ALL.into_iter().find(|piece| piece.faces() == faces)?;
                Some((piece, twist))
            });
            pieces[place as usize] =
                twisted.ok_or(CubeErrorKind::UnknownCorner { place, colours })?;
        }
        Ok(pieces)
    }

    /// The piece at each edge of a cube of side 3, and whether it is flipped.
    pub(super) fn edges(&self) -> Result<[(Edge, bool); 12], CubeErrorKind> {
        let mut pieces = Edge::ALL.map(|piece| (piece, false));
        for place in Edge::ALL {
            let colours = self.at_edge(place).map(|index| self.colours[index]);
            let flipped = [false, true].into_iter().find_map(|flip| {
                let mut faces = colours;
                faces.rotate_left(flip.into());
                let piece = Edge::ALL.into_iter().find(|piece| piece.faces() == faces)?;
                Some((piece, flip))
            });
            pieces[place as usize] =
                flipped.ok_or(CubeErrorKind::UnknownEdge { place, colours })?;
        }
        Ok(pieces)
    }

    /// All letters, in order.
    pub(super) fn letters(&self) -> String {
        self.colours.iter().map(|colour| colour.letter()).collect()
    }

    /// The indices of the facelets at a corner, in the order of its faces.
    fn at_corner(&self, place: Corner) -> [usize; 3] {
        let (faces, cells) = (place.faces(), CORNER_CELLS[place as usize]);
        let last = self.side - 1;
        [0, 1, 2].map(|k| {
            let (row, column) = (cells[k] / 2 * last, cells[k] % 2 * last);
            (faces[k] as usize * self.side + row) * self.side + column
        })
    }

    /// The indices of the facelets at an edge, in the order of its faces.
    fn at_edge(&self, place: Edge) -> [usize; 2] {
        let (faces, cells) = (place.faces(), EDGE_CELLS[place as usize]);
        [0, 1].map(|k| faces[k] as usize * self.side * self.side + cells[k])
    }
}

/// The face that a letter stands for, given those of the centres if they decide, or none. Without
/// them, white is up and green in front.
fn colour_of(letter: char, centres: &[char]) -> Option<Face> {
    let letter = letter.to_ascii_uppercase();
    if centres.is_empty() {
        let colours = Face::ALL.into_iter().zip("WRGYOB".chars());
        let mut named = colours.filter(|&(_, colour)| colour == letter).map(|(face, _)| face);
        return Face::from_letter(letter).or_else(|| named.next());
    }
    let face = centres.iter().position(|centre| centre.to_ascii_uppercase() == letter)?;
    "WRGYOB".contains(letter).then(|| Face::ALL[face])
}

/// The net.
impl fmt::Display for Facelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side;
        for row in 0..3 * side {
            let mut faces: Vec<_> = Face::ALL.into_iter().zip(NET).collect();
            faces.retain(|(_, (band, _))| *band == row / side);
            faces.sort_by_key(|&(_, (_, column))| column);
            let words = faces.iter().map(|&(face, _)| {
                let cells = row % side * side..(row % side + 1) * side;
                cells.map(|cell| self.colour(face, cell).letter()).collect::<String>()
            });
            let indent = if faces.len() == 1 { side + 1 } else { 0 };
            let end = if row + 1 < 3 * side { "\n" } else { "" };
            write!(f, "{:indent$}{}{end}", "", words.collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}
