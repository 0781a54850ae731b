//! 4-by-4 boards where to move tile *n* costs 360,360 / *n*. The blank comes first in the goal.

use bestfirst::StateSpace;

pub(crate) struct InverseCosts;

/// 4 bits for each cell, from the lowest on; 0 for the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State(u64);

/// What it costs to move a tile. All numbers up to 15 divide it.
const UNIT: u32 = 360_360;

impl State {
    /// The board of these tiles, row by row.
    pub(crate) fn new(tiles: impl IntoIterator<Item = u64>) -> Self {
        Self((0..).zip(tiles).map(|(cell, tile)| tile << (4 * cell)).sum())
    }

    fn tile(self, cell: u32) -> u32 {
        (self.0 >> (4 * cell) & 15) as u32
    }

    fn blank(self) -> u32 {
        (0..16).find(|&cell| self.tile(cell) == 0).unwrap_or(16)
    }

    /// Each tile, with its distance from its goal.
    fn distances(self) -> impl Iterator<Item = (u32, u32)> {
        let tiles = (0..16).map(move |cell| (cell, self.tile(cell))).filter(|&(_, tile)| tile > 0);
        tiles.map(|(cell, tile)| {
            (tile, (cell / 4).abs_diff(tile / 4) + (cell % 4).abs_diff(tile % 4))
        })
    }

    /// A lower bound of the moves that remain.
    pub(crate) fn manhattan(self) -> u32 {
        self.distances().map(|(_, distance)| distance).sum()
    }
}

impl StateSpace for InverseCosts {
    type State = State;

    fn estimate(&self, state: &State) -> u32 {
        state.distances().map(|(tile, distance)| distance * (UNIT / tile)).sum()
    }

    fn is_goal(&self, state: &State) -> bool {
        state.manhattan() == 0
    }

    fn for_each_successor(
        &self,
        &state: &State,
        previous: Option<&State>,
        mut visit: impl FnMut(State, u32),
    ) {
        let blank = state.blank();
        let is_next =
            |&cell: &u32| (cell / 4).abs_diff(blank / 4) + (cell % 4).abs_diff(blank % 4) == 1;
        for cell in (0..16).filter(is_next) {
            let tile = state.tile(cell);
            let moved = u64::from(tile) << (4 * cell) | u64::from(tile) << (4 * blank);
            let next = State(state.0 ^ moved);
            if previous != Some(&next) {
                visit(next, UNIT / tile);
            }
        }
    }
}
