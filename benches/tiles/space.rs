//! Sliding tiles as a user of the library would write them: small states, with tables in the space.

use bestfirst::sliding_tiles::Board;
use bestfirst::{Expansion, StateSpace};

use super::tables::Tables;

/// Boards of up to 4 by 4 with the blank last in the goal, with Manhattan distances.
pub(crate) struct Tiles {
    tables: Tables,
    /// Indexed by the cells that the blank moves from and to, and by the tile: the change of the
    /// estimate by that move.
    change: [[[i8; 16]; 16]; 16],
}

/// 16 bytes: 4 bits for each cell, the cell of the blank, and the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    tiles: u64,
    blank: u32,
    estimate: u32,
}

impl State {
    /// The state of a board, with its derived fields.
    fn new(tables: &Tables, board: &Board) -> Self {
        let (tiles, blank, estimate) = tables.pack(board);
        Self { tiles, blank: blank.into(), estimate: estimate.into() }
    }
}

impl Tiles {
    #[expect(clippy::cast_possible_wrap, reason = "distances are at most 6")]
    pub(crate) fn new(size: usize) -> Self {
        let tables = Tables::new(size);
        let change = std::array::from_fn(|from| {
            std::array::from_fn(|to| {
                tables.distance.map(|distance| distance[from] as i8 - distance[to] as i8)
            })
        });
        Self { tables, change }
    }

    pub(crate) fn state(&self, board: &Board) -> State {
        State::new(&self.tables, board)
    }
}

impl StateSpace for Tiles {
    type State = State;

    fn estimate(&self, state: &State) -> u32 {
        state.estimate
    }

    fn is_goal(&self, state: &State) -> bool {
        state.estimate == 0
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &State,
        previous: Option<&State>,
        visit: impl FnMut(State, u32),
    ) {
        self.offer_successors(state, previous, visit);
    }

    #[inline]
    fn offer_successors(
        &self,
        &State { tiles, blank, estimate }: &State,
        previous: Option<&State>,
        mut expansion: impl Expansion<State>,
    ) {
        let back = previous.map_or(0, |previous| 1 << previous.blank);
        let mut cells = self.tables.destinations[blank as usize] & !back;
        while cells != 0 {
            let cell = cells.trailing_zeros();
            cells &= cells - 1;
            let tile = tiles >> (4 * cell) & 15;
            let change = self.change[blank as usize][cell as usize][tile as usize];
            let estimate = estimate.wrapping_add_signed(change.into());
            expansion.offer(1, estimate, || State {
                tiles: tiles ^ tile << (4 * cell) ^ tile << (4 * blank),
                blank: cell,
                estimate,
            });
        }
    }
}
