//! Sliding tiles as a user of the library would write them: small states, tables in the space.

#![expect(clippy::cast_possible_truncation, reason = "cells and distances are small")]

use bestfirst::StateSpace;
use bestfirst::sliding_tiles::Board;

use super::tables::Tables;

/// Boards of up to 4 by 4 that end with the blank last, with Manhattan distances.
pub(crate) struct Tiles {
    tables: Tables,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// 4 bits for each cell.
    tiles: u64,
    blank: u8,
    estimate: u8,
}

impl Tiles {
    pub(crate) fn new(size: usize) -> Self {
        Self { tables: Tables::new(size) }
    }

    pub(crate) fn state(&self, board: &Board) -> State {
        let (tiles, blank, estimate) = self.tables.pack(board);
        State { tiles, blank, estimate }
    }
}

impl StateSpace for Tiles {
    type State = State;

    fn estimate(&self, state: &State) -> u32 {
        state.estimate.into()
    }

    fn is_goal(&self, state: &State) -> bool {
        state.estimate == 0
    }

    fn for_each_successor(
        &self,
        &State { tiles, blank, estimate }: &State,
        previous: Option<&State>,
        mut visit: impl FnMut(State, u32),
    ) {
        let back = previous.map_or(0, |previous| 1 << previous.blank);
        let mut cells = self.tables.destinations[usize::from(blank)] & !back;
        while cells != 0 {
            let cell = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            let tile = tiles >> (4 * cell) & 15;
            let distance = &self.tables.distance[tile as usize];
            let next = State {
                tiles: tiles ^ tile << (4 * cell) ^ tile << (4 * blank),
                blank: cell,
                estimate: estimate + distance[usize::from(blank)] - distance[usize::from(cell)],
            };
            visit(next, 1);
        }
    }
}
