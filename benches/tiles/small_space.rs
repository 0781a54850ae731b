//! Sliding tiles in the smallest state: everything else is computed from the tiles.

use bestfirst::sliding_tiles::Board;
use bestfirst::{BidirectionalSpace, StateSpace};

use super::tables::Tables;

/// 4-by-4 boards with the blank last in the goal, with Manhattan distances.
pub(crate) struct SmallTiles {
    tables: Tables,
    /// For each pair of adjacent cells and their contents: the sum of the distances of both tiles.
    distance_of_pair: [[u8; 256]; 8],
}

/// 8 bytes: 4 bits for each cell, 0 for the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State(u64);

const SOLVED: State = State(0x0FED_CBA9_8765_4321);

/// The lowest bit of each cell.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

impl SmallTiles {
    pub(crate) fn new() -> Self {
        let tables = Tables::new(4);
        let distance_of_pair = std::array::from_fn(|pair| {
            std::array::from_fn(|tiles| {
                tables.distance[tiles & 15][2 * pair] + tables.distance[tiles >> 4][2 * pair + 1]
            })
        });
        Self { tables, distance_of_pair }
    }

    pub(crate) fn state(&self, board: &Board) -> State {
        State(self.tables.pack(board).0)
    }
}

impl State {
    #[inline]
    fn blank(self) -> u32 {
        let State(tiles) = self;
        let occupied = tiles | tiles >> 1 | tiles >> 2 | tiles >> 3;
        (!occupied & LOW_BITS).trailing_zeros() / 4
    }
}

impl StateSpace for SmallTiles {
    type State = State;

    #[inline]
    fn estimate(&self, &State(tiles): &State) -> u32 {
        let pairs = tiles.to_le_bytes().into_iter().zip(&self.distance_of_pair);
        pairs.map(|(tiles, distance)| u32::from(distance[usize::from(tiles)])).sum()
    }

    #[inline]
    fn is_goal(&self, &state: &State) -> bool {
        state == SOLVED
    }

    #[inline]
    fn for_each_successor(
        &self,
        &state: &State,
        previous: Option<&State>,
        mut visit: impl FnMut(State, u32),
    ) {
        let State(tiles) = state;
        let blank = state.blank();
        let back = previous.map_or(0, |previous| 1 << previous.blank());
        let mut cells = self.tables.destinations[blank as usize] & !back;
        while cells != 0 {
            let cell = cells.trailing_zeros();
            cells &= cells - 1;
            let tile = tiles >> (4 * cell) & 15;
            visit(State(tiles ^ tile << (4 * cell) ^ tile << (4 * blank)), 1);
        }
    }
}

impl BidirectionalSpace for SmallTiles {
    fn goals(&self, _: &State) -> impl IntoIterator<Item = State> {
        [SOLVED]
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        state: &State,
        next: Option<&State>,
        visit: impl FnMut(State, u32),
    ) {
        self.for_each_successor(state, next, visit);
    }
}
