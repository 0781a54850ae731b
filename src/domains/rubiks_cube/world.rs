//! Cubes as states of a search.

use super::{Cube, PocketCube, Turn};
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

/// A move is one of the 18 turns. The estimate is a quarter of the number of corners, or of edges,
/// that are not at home and in their orientation. It is consistent, but never more than 3: it is
/// enough for cubes within a few turns of the solved one.
impl WorldState for Cube {
    fn estimated_distance_to_goal(&self) -> Cost {
        self.turns_apart(Self::SOLVED)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        Turn::ALL.map(|turn| self.turned(turn))
    }

    fn is_goal(&self) -> bool {
        self.is_solved()
    }
}

impl ActionWorld for Cube {
    type Action = Turn;

    fn for_each_action(&self, mut visit: impl FnMut(Turn, Self)) {
        for turn in Turn::ALL {
            visit(turn, self.turned(turn));
        }
    }
}

impl BidirectionalWorld for Cube {
    fn goals(&self) -> impl IntoIterator<Item = Self> {
        [Self::SOLVED]
    }

    fn estimated_distance_from(&self, initial: &Self) -> Cost {
        self.turns_apart(*initial)
    }
}

/// A move is one of the nine turns of the faces up, right and front. The estimate is a quarter of
/// the number of corners that are not at home and in their orientation. It is consistent.
/// [`PocketDistances`](super::PocketDistances) are exact.
impl WorldState for PocketCube {
    fn estimated_distance_to_goal(&self) -> Cost {
        self.turns_apart(Self::SOLVED)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        Self::TURNS.map(|turn| self.turned(turn))
    }

    fn is_goal(&self) -> bool {
        self.is_solved()
    }
}

impl ActionWorld for PocketCube {
    type Action = Turn;

    fn for_each_action(&self, mut visit: impl FnMut(Turn, Self)) {
        for turn in Self::TURNS {
            visit(turn, self.turned(turn));
        }
    }
}

impl BidirectionalWorld for PocketCube {
    fn goals(&self) -> impl IntoIterator<Item = Self> {
        [Self::SOLVED]
    }

    fn estimated_distance_from(&self, initial: &Self) -> Cost {
        self.turns_apart(*initial)
    }
}
