//! The places of the pieces. A piece has the name of its place on the solved cube.

use std::fmt;

use super::{CubeErrorKind, Face};

/// The places of one kind: `N` of them, with `F` faces each.
pub(super) trait Place<const N: usize, const F: usize>: Copy + PartialEq {
    const ALL: [Self; N];

    /// The index in [`ALL`](Self::ALL).
    fn number(self) -> usize;

    fn faces(self) -> [Face; F];

    /// The error of colours that no piece has.
    fn unknown(self, colours: [Face; F]) -> CubeErrorKind;

    /// The error of a piece that is at two places, while another one is missing.
    fn repeated(self, places: [Self; 2], missing: Self) -> CubeErrorKind;
}

/// Declares the places of one kind in their order, with their faces, and their errors.
macro_rules! places {
    (
        $(#[$doc:meta])* $name:ident, $count:literal places of $faces:literal faces,
        $unknown:ident, $repeated:ident:
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
            pub const fn faces(self) -> [Face; $faces] {
                match self {
                    $(Self::$place => [$(Face::$face),+],)+
                }
            }
        }

        impl Place<$count, $faces> for $name {
            const ALL: [Self; $count] = Self::ALL;

            fn number(self) -> usize {
                self as usize
            }

            fn faces(self) -> [Face; $faces] {
                self.faces()
            }

            fn unknown(self, colours: [Face; $faces]) -> CubeErrorKind {
                CubeErrorKind::$unknown { place: self, colours }
            }

            fn repeated(self, places: [Self; 2], missing: Self) -> CubeErrorKind {
                CubeErrorKind::$repeated { piece: self, places, missing }
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
    Corner, 8 places of 3 faces, UnknownCorner, RepeatedCorner:
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
    Edge, 12 places of 2 faces, UnknownEdge, RepeatedEdge:
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
