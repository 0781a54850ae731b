//! The places of the pieces. A piece has the name of its place on the solved cube.

use std::fmt;

use super::Face;

/// Declares the places of one kind in their order, with their faces.
macro_rules! places {
    (
        $(#[$doc:meta])* $name:ident, $count:literal places of $faces:literal faces:
        $($(#[$place_doc:meta])* $place:ident $($face:ident)+;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$place_doc])* $place,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; $count] = [$(Self::$place),+];

            /// The faces, in the order of the name.
            #[must_use]
            pub const fn faces(self) -> [Face; $faces] {
                match self {
                    $(Self::$place => [$(Face::$face),+],)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&String::from_iter(self.faces().map(Face::letter)))
            }
        }
    };
}

places! {
    /// A corner: a place on the cube, or the piece that is there on the solved cube.
    ///
    /// It is named for its faces: first up or down, then the others clockwise. `Display` prints
    /// their letters.
    Corner, 8 places of 3 faces:
    /// `URF`
    Urf Up Right Front;
    /// `UFL`
    Ufl Up Front Left;
    /// `ULB`
    Ulb Up Left Back;
    /// `UBR`
    Ubr Up Back Right;
    /// `DFR`
    Dfr Down Front Right;
    /// `DLF`
    Dlf Down Left Front;
    /// `DBL`
    Dbl Down Back Left;
    /// `DRB`
    Drb Down Right Back;
}

places! {
    /// An edge: a place on the cube, or the piece that is there on the solved cube.
    ///
    /// It is named for its faces: first up or down, or else front or back. `Display` prints their
    /// letters.
    Edge, 12 places of 2 faces:
    /// `UR`
    Ur Up Right;
    /// `UF`
    Uf Up Front;
    /// `UL`
    Ul Up Left;
    /// `UB`
    Ub Up Back;
    /// `DR`
    Dr Down Right;
    /// `DF`
    Df Down Front;
    /// `DL`
    Dl Down Left;
    /// `DB`
    Db Down Back;
    /// `FR`
    Fr Front Right;
    /// `FL`
    Fl Front Left;
    /// `BL`
    Bl Back Left;
    /// `BR`
    Br Back Right;
}

/// A piece that is at two places, and the first piece that is at none.
pub(super) struct Repeated<P> {
    pub(super) piece: P,
    pub(super) places: [P; 2],
    pub(super) missing: P,
}

/// The first piece that is not alone of its kind. The pieces are at the places `all`.
pub(super) fn repeated<P: Copy + PartialEq, const N: usize>(
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

/// Whether a permutation is odd: whether it has an odd number of inversions.
pub(super) fn is_odd(permutation: &[u8]) -> bool {
    let inversions = (0..permutation.len())
        .flat_map(|at| permutation[at..].iter().filter(move |&&later| later < permutation[at]));
    inversions.count() % 2 == 1
}
/// The number of places where two arrangements differ.
pub(super) fn differences<const N: usize>(a: &[u8; N], b: &[u8; N]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a != b)).sum()
}
