//! The space of [`space`](super::space) with a part of the successor function for each cell of the
//! blank. It neither tests that cell nor reads a table of moves.

use bestfirst::sliding_tiles::Board;
use bestfirst::{Expansion, StateSpace};

use super::space::State;
use super::tables::Tables;
use super::unrolled::changes;

static TABLES: Tables = Tables::new(4);

/// 4-by-4 boards with the blank last in the goal, with Manhattan distances.
pub(crate) struct UnrolledTiles;

impl UnrolledTiles {
    pub(crate) fn state(board: &Board) -> State {
        State::new(&TABLES, board)
    }
}

/// Marks a root: the blank came from no cell.
const NOWHERE: u32 = u32::MAX;

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
        &State { tiles, blank, estimate }: &State,
        previous: Option<&State>,
        mut expansion: impl Expansion<State>,
    ) {
        let from = previous.map_or(NOWHERE, |previous| previous.blank);
        macro_rules! cells {
            ($($blank:literal: $($cell:literal)+;)+) => {
                match blank {
                    $($blank => {
                        $(if from != $cell {
                            const CHANGES: [u32; 16] = changes($blank, $cell);
                            let tile = tiles >> (4 * $cell) & 15;
                            let estimate = estimate.wrapping_add(CHANGES[tile as usize]);
                            expansion.offer(1, estimate, || State {
                                tiles: tiles ^ tile << (4 * $cell) ^ tile << (4 * $blank),
                                blank: $cell,
                                estimate,
                            });
                        })+
                    })+
                    _ => {}
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
    }
}
