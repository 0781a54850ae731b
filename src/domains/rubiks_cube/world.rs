//! What the two kinds of cube have in common, most of all as states of a search.

use std::fmt;

use super::{Corner, Cube, Maneuver, PocketCube, Turn};
use crate::{ActionWorld, BidirectionalWorld, Cost, WorldState};

/// A turn moves four corners and four edges. The bounds below count the places where two states
/// differ, so they change by at most 1 from turn to turn.
const MOVED: u32 = 4;

impl Cube {
    /// A lower bound on the number of turns between two states.
    fn turns_apart(self, other: Self) -> Cost {
        let corners = self.corners.differences(&other.corners);
        corners.max(self.edges.differences(&other.edges)).div_ceil(MOVED)
    }
}

impl PocketCube {
    /// A lower bound on the number of turns between two states.
    pub(super) fn turns_apart(self, other: Self) -> Cost {
        self.corners.differences(&other.corners).div_ceil(MOVED)
    }
}

/// What both kinds of cube have: the solved one, effects of maneuvers, and the traits of states
/// whose moves are these turns.
macro_rules! cube {
    ($(#[$doc:meta])* $cube:ident, $turns:expr) => {
        impl $cube {
            /// The piece at this corner, and its twist: 0, 1 or 2.
            #[inline]
            pub const fn corner(&self, place: Corner) -> (Corner, u8) {
                let (piece, twist) = self.corners.at(place as usize);
                (Corner::ALL[piece], twist)
            }

            /// The colours of the facelets as letters, in the order of Kociemba: the faces up,
            /// right, front, down, left and back, each row by row as in the net that `Display`
            /// prints.
            pub fn facelets(&self) -> String {
                self.stickers().letters()
            }

            /// Whether this is the solved cube.
            #[inline]
            pub fn is_solved(&self) -> bool {
                *self == Self::SOLVED
            }

            /// The cube after all turns of the maneuver.
            #[must_use]
            pub fn after(&self, maneuver: &Maneuver) -> Self {
                maneuver.turns().iter().fold(*self, |cube, &turn| cube.turned(turn))
            }
        }

        /// The solved cube.
        impl Default for $cube {
            fn default() -> Self {
                Self::SOLVED
            }
        }

        /// Prints the unfolded net, with the colours of the facelets as letters: the face up, then
        /// left, front, right and back, and then down.
        impl fmt::Display for $cube {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.stickers().fmt(f)
            }
        }

        /// Prints the [facelets](Self::facelets).
        impl fmt::Debug for $cube {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($cube), self.facelets())
            }
        }

        $(#[$doc])*
        impl WorldState for $cube {
            const ESTIMATE_IS_CONSISTENT_BOTH_WAYS: bool = true;

            fn estimated_distance_to_goal(&self) -> Cost {
                self.turns_apart(Self::SOLVED)
            }

            fn neighbors(&self) -> impl IntoIterator<Item = Self> {
                $turns.map(|turn| self.turned(turn))
            }

            fn is_goal(&self) -> bool {
                self.is_solved()
            }
        }

        impl ActionWorld for $cube {
            type Action = Turn;

            fn for_each_action(&self, mut visit: impl FnMut(Turn, Self)) {
                for turn in $turns {
                    visit(turn, self.turned(turn));
                }
            }
        }

        impl BidirectionalWorld for $cube {
            const HAS_CONSISTENT_ESTIMATES: bool = true;

            fn goals(&self) -> impl IntoIterator<Item = Self> {
                [Self::SOLVED]
            }

            fn estimated_distance_from(&self, initial: &Self) -> Cost {
                self.turns_apart(*initial)
            }
        }
    };
}

cube! {
    /// A move is one of the 18 turns. The estimate is a quarter of the number of corners, or of
    /// edges, that are not at home and in their orientation. It is consistent, but never more than
    /// 3: it is enough for cubes within a few turns of the solved one.
    Cube, Turn::ALL
}

cube! {
    /// A move is one of the nine turns of the faces up, right and front. The estimate is a quarter
    /// of the number of corners that are not at home and in their orientation. It is consistent.
    /// [`PocketDistances`](super::PocketDistances) are exact.
    PocketCube, Self::TURNS
}
