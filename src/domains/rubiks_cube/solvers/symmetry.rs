//! Symmetries of the cube: rotations of the whole cube, and reflections.

use super::Face::{self, Back, Down, Front, Left, Right, Up};
use super::moves::{UnitTurns, move_automaton};
use super::pieces::Pieces;
use super::place::Place;
use super::{Corner, Cube, Edge, Metric, Turn};
use crate::moves::MoveAutomaton;

/// A symmetry, given by the face that each face is carried to.
///
/// A symmetry carries a cube along by its places and its colours: a conjugation. The solved cube
/// stays as it is. The image of the cube after a turn is the image of the cube, after the image of
/// the turn. So distances do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// By the number of the face.
    faces: [Face; 6],
    is_reflection: bool,
}

impl Symmetry {
    pub(super) const IDENTITY: Self = Self::new(Face::ALL, false);

    /// The rotation by a third about the corners `URF` and `DBL`.
    pub(super) const THIRD: Self = Self::new([Right, Front, Up, Left, Back, Down], false);

    /// The rotation by a quarter about the axis from up to down.
    pub(super) const QUARTER: Self = Self::new([Up, Front, Left, Down, Back, Right], false);

    /// The rotation by a half about the axis from up to down.
    pub(super) const HALF_ABOUT_UP: Self = Self::new([Up, Left, Back, Down, Right, Front], false);

    /// The rotation by a half about the axis from front to back.
    pub(super) const HALF: Self = Self::new([Down, Left, Front, Up, Right, Back], false);

    /// The reflection that exchanges left and right.
    pub(super) const REFLECTION: Self = Self::new([Up, Left, Front, Down, Right, Back], true);

    const fn new(faces: [Face; 6], is_reflection: bool) -> Self {
        Self { faces, is_reflection }
    }

    /// All symmetries of the cube: the products of powers of these generators, in this order. Each
    /// exponent is below the number next to its generator. The exponents are the digits of an
    /// index.
    fn all() -> impl Iterator<Item = Self> {
        let factors =
            [(Self::THIRD, 3), (Self::QUARTER, 4), (Self::HALF, 2), (Self::REFLECTION, 2)];
        (0..48).map(move |number| {
            let (mut product, mut rest) = (Self::IDENTITY, number);
            for (generator, order) in factors {
                product = (0..rest % order).fold(product, |product, _| product.then(generator));
                rest /= order;
            }
            product
        })
    }

    /// First `self`, then `other`.
    pub(super) fn then(self, other: Self) -> Self {
        let faces = self.faces.map(|face| other.face(face));
        Self::new(faces, self.is_reflection != other.is_reflection)
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
        let corners = self.pieces(Corner::ALL, &cube.corners);
        Cube { corners, edges: self.pieces(Edge::ALL, &cube.edges) }
    }

    fn pieces<P: Place<N, F>, const N: usize, const F: usize>(
        self,
        places: [P; N],
        pieces: &Pieces<N, F>,
    ) -> Pieces<N, F> {
        let mut carried = Pieces::SOLVED;
        for place in places {
            let (piece, turned) = pieces.at(place.number());
            let (place, entry) = self.piece(place, (places[piece], turned));
            carried.0[place.number()] = entry;
        }
        carried
    }

    /// The place to which a piece at this place is carried, and the piece there, as [`Pieces`]
    /// store it.
    pub(super) fn piece<P: Place<N, F>, const N: usize, const F: usize>(
        self,
        place: P,
        (piece, turned): (P, u8),
    ) -> (P, u8) {
        let (place, turned) = self.carried(place, turned.into());
        let (piece, reference) = self.carried(piece, 0);
        (place, Pieces::entry(piece, [0, 1, 2][(F + turned - reference) % F]))
    }

    /// What a place is carried to, and the index there of one of its faces.
    fn carried<P: Place<N, F>, const N: usize, const F: usize>(
        self,
        place: P,
        index: usize,
    ) -> (P, usize) {
        let carried = place.faces().map(|face| self.face(face));
        let is_there = |other: &P| other.faces().iter().all(|face| carried.contains(face));
        let to = P::ALL.into_iter().find(is_there).unwrap_or(place);
        let at = to.faces().iter().position(|&face| face == carried[index]);
        (to, at.unwrap_or(index))
    }
}

/// The automaton for paths from this cube. If the cube looks the same after some rotations or
/// reflections, it also prunes turns at the beginning that are rotations or reflections of others.
/// For any other cube it is [`move_automaton(metric, 3)`](move_automaton). Feature
/// `pattern-databases`.
///
/// From the superflip, which has all 48 symmetries, 44 of 3,240 sequences of three turns are left
/// in the half-turn metric. With the large table of `CompactCubeTables`, a search on two cores
/// proved in 26 s that it needs 20 turns.
///
/// Use it as [`move_automaton`], but start only from this cube.
/// [`MoveAutomaton::without_symmetric`] says which sequences remain.
///
/// ```
/// use bestfirst::moves::PrunedMoves;
/// use bestfirst::rubiks_cube::{self, Cube, Metric};
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Solver, Worlds};
///
/// let cube = Cube::SOLVED.after(&"R2 L2 U2 D2".parse()?);
/// let automaton = rubiks_cube::move_automaton_from(Metric::HalfTurn, &cube);
/// let space = PrunedMoves::new(Worlds::new(), &automaton);
/// let solver = Solver::builder_in(&space, space.initial(cube)).algorithm(IdaStar::new()).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[must_use]
pub fn move_automaton_from(metric: Metric, cube: &Cube) -> MoveAutomaton {
    let symmetries = Symmetry::all().filter(|symmetry| symmetry.cube(cube) == *cube);
    let symmetries: Vec<_> = symmetries.collect();
    let automaton = move_automaton(metric, 3);
    if symmetries.len() == 1 {
        return automaton;
    }
    // The inverse of a cube takes as many turns.
    let image = |cube: &Cube| {
        let carried = symmetries.iter().map(|symmetry| symmetry.cube(cube));
        carried
            .flat_map(|cube| [cube, cube.inverse()])
            .map(|cube| (cube.corners.0, cube.edges.0))
            .min()
    };
    automaton.without_symmetric(&UnitTurns(metric), cube, 3, image)
}
