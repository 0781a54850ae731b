//! Hand-written IDA\* for 4-by-4 boards: recursive, with the tiles in one word, an estimate updated
//! from a table, and no move that undoes the last.

use bestfirst::sliding_tiles::Board;

use super::tables::Tables;

static TABLES: Tables = Tables::new(4);

#[derive(Default)]
struct IdaStar {
    bound: u32,
    /// The lowest f above the bound.
    beyond: u32,
    generated: u64,
}

/// The length of a shortest solution, and the number of nodes generated to find it.
pub(crate) fn solve(board: &Board) -> (u32, u64) {
    let (tiles, blank, estimate) = TABLES.pack(board);
    let estimate = u32::from(estimate);
    let mut search = IdaStar { beyond: estimate, generated: 1, ..IdaStar::default() };
    loop {
        search.bound = search.beyond;
        search.beyond = u32::MAX;
        // The blank came from no cell of the board.
        if search.leads_to_goal(tiles, blank, u8::MAX, estimate, 0) {
            return (search.bound, search.generated);
        }
    }
}

impl IdaStar {
    /// Whether a path within the bound leads from here to the goal. The blank came from `previous`.
    fn leads_to_goal(
        &mut self,
        tiles: u64,
        blank: u8,
        previous: u8,
        estimate: u32,
        moves: u32,
    ) -> bool {
        if estimate == 0 {
            return true;
        }
        for &cell in DESTINATIONS[usize::from(blank)] {
            if cell == previous {
                continue;
            }
            self.generated += 1;
            let tile = tiles >> (4 * cell) & 15;
            let distance = &TABLES.distance[tile as usize];
            let estimate = estimate + u32::from(distance[usize::from(blank)])
                - u32::from(distance[usize::from(cell)]);
            let f = moves + 1 + estimate;
            if f > self.bound {
                self.beyond = self.beyond.min(f);
                continue;
            }
            let tiles = tiles ^ tile << (4 * cell) ^ tile << (4 * blank);
            if self.leads_to_goal(tiles, cell, blank, estimate, moves + 1) {
                return true;
            }
        }
        false
    }
}

/// For each cell of the blank, the cells that it can move to: up, left, right, down.
const DESTINATIONS: [&[u8]; 16] = [
    &[1, 4],
    &[0, 2, 5],
    &[1, 3, 6],
    &[2, 7],
    &[0, 5, 8],
    &[1, 4, 6, 9],
    &[2, 5, 7, 10],
    &[3, 6, 11],
    &[4, 9, 12],
    &[5, 8, 10, 13],
    &[6, 9, 11, 14],
    &[7, 10, 15],
    &[8, 13],
    &[9, 12, 14],
    &[10, 13, 15],
    &[11, 14],
];
