//! A space with a successor function for each pair of a cell of the blank and the cell that it came
//! from. Neither is tested at run time.

use bestfirst::sliding_tiles::Board;
use bestfirst::{Expansion, StateSpace, SuccessorFunction};

use super::tables::Tables;
use super::unrolled::changes;

static TABLES: Tables = Tables::new(4);

/// 4-by-4 boards with the blank last in the goal, with Manhattan distances.
pub(crate) struct UnrolledTiles;

impl UnrolledTiles {
    pub(crate) fn state(board: &Board) -> State {
        let (tiles, _, estimate) = TABLES.pack(board);
        State { tiles, estimate: estimate.into() }
    }
}

/// 16 bytes: 4 bits for each cell, and the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    tiles: u64,
    estimate: u32,
}

impl State {
    /// The cell of the blank: the lowest one whose 4 bits are 0.
    fn blank(self) -> u32 {
        const LOWEST: u64 = 0x1111_1111_1111_1111;
        (self.tiles.wrapping_sub(LOWEST) & !self.tiles & LOWEST << 3).trailing_zeros() / 4
    }
}

/// Marks a root: the blank came from no cell.
const NOWHERE: u32 = u32::MAX;

/// The successor function of a state whose blank is in one cell and came from another. Its fields
/// are those of the state.
struct At<const BLANK: u32, const FROM: u32> {
    tiles: u64,
    estimate: u32,
}

macro_rules! cells {
    ($($blank:literal: $($cell:literal)+;)+) => {
        $(impl<const FROM: u32> SuccessorFunction<State> for At<$blank, FROM> {
            #[inline(always)]
            fn offer_successors(self, mut expansion: impl Expansion<State>) {
                let Self { tiles, estimate } = self;
                $(if FROM != $cell {
                    const CHANGES: [u32; 16] = changes($blank, $cell);
                    let tile = tiles >> (4 * $cell) & 15;
                    let estimate = estimate.wrapping_add(CHANGES[tile as usize]);
                    let tiles = tiles ^ tile << (4 * $cell) ^ tile << (4 * $blank);
                    let successor = || State { tiles, estimate };
                    let function = At::<$cell, $blank> { tiles, estimate };
                    expansion.offer_with(1, estimate, successor, function);
                })+
            }
        })+

        impl StateSpace for UnrolledTiles {
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
                state: &State,
                previous: Option<&State>,
                expansion: impl Expansion<State>,
            ) {
                let &State { tiles, estimate } = state;
                match (state.blank(), previous.map_or(NOWHERE, |previous| previous.blank())) {
                    $(
                        ($blank, NOWHERE) => {
                            let function = At::<$blank, NOWHERE> { tiles, estimate };
                            function.offer_successors(expansion);
                        }
                        $(($blank, $cell) => {
                            let function = At::<$blank, $cell> { tiles, estimate };
                            function.offer_successors(expansion);
                        })+
                    )+
                    _ => {}
                }
            }
        }
    };
}

// The moves in the order up, left, right, down.
cells! {
    0: 1 4;
    1: 0 2 5;
    2: 1 3 6;
    3: 2 7;
    4: 0 5 8;
    5: 1 4 6 9;
    6: 2 5 7 10;
    7: 3 6 11;
    8: 4 9 12;
    9: 5 8 10 13;
    10: 6 9 11 14;
    11: 7 10 15;
    12: 8 13;
    13: 9 12 14;
    14: 10 13 15;
    15: 11 14;
}
