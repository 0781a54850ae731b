//! The places of the pieces. A piece has the name of its place on the solved cube.

use std::fmt;

/// Declares the places of one kind, and their order.
macro_rules! places {
    ($(#[$doc:meta])* $name:ident: $count:literal { $($(#[$place_doc:meta])* $place:ident $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$place_doc])* $place,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; $count] = [$(Self::$place),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $(Self::$place => $text,)+
                })
            }
        }
    };
}

places! {
    /// A corner: a place on the cube, or the piece that is there on the solved cube.
    ///
    /// It is named for its faces, clockwise from the face up or down. `Display` prints their
    /// letters.
    Corner: 8 {
        /// Up, right, front.
        Urf "URF",
        /// Up, front, left.
        Ufl "UFL",
        /// Up, left, back.
        Ulb "ULB",
        /// Up, back, right.
        Ubr "UBR",
        /// Down, front, right.
        Dfr "DFR",
        /// Down, left, front.
        Dlf "DLF",
        /// Down, back, left.
        Dbl "DBL",
        /// Down, right, back.
        Drb "DRB",
    }
}

places! {
    /// An edge: a place on the cube, or the piece that is there on the solved cube.
    ///
    /// It is named for its two faces. `Display` prints their letters.
    Edge: 12 {
        /// Up, right.
        Ur "UR",
        /// Up, front.
        Uf "UF",
        /// Up, left.
        Ul "UL",
        /// Up, back.
        Ub "UB",
        /// Down, right.
        Dr "DR",
        /// Down, front.
        Df "DF",
        /// Down, left.
        Dl "DL",
        /// Down, back.
        Db "DB",
        /// Front, right.
        Fr "FR",
        /// Front, left.
        Fl "FL",
        /// Back, left.
        Bl "BL",
        /// Back, right.
        Br "BR",
    }
}
