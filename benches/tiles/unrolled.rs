//! The IDA\* of [`ida_star`](super::ida_star) with one function for each pair of a cell of the
//! blank and the cell that it came from. Neither is tested at run time.

use bestfirst::sliding_tiles::Board;

use super::tables::Tables;

static TABLES: Tables = Tables::new(4);

/// The change of the estimate, for each tile, when the blank moves from one cell to the other.
pub(crate) const fn changes(from: u8, to: u8) -> [u32; 16] {
    let tables = Tables::new(4);
    let mut changes = [0; 16];
    let mut tile = 1;
    while tile < 16 {
        let [before, after] =
            [tables.distance[tile][to as usize], tables.distance[tile][from as usize]];
        changes[tile] = (after as u32).wrapping_sub(before as u32);
        tile += 1;
    }
    changes
}

/// Each move changes *f* by 0 or 2, so the lowest *f* above a bound is the bound plus 2.
const NEXT_BOUND: u32 = 2;

/// Marks a root: the blank came from no cell.
const NOWHERE: u8 = u8::MAX;

/// The length of a shortest solution, and the number of nodes generated to find it.
pub(crate) fn solve(board: &Board) -> (u32, u64) {
    let (tiles, blank, estimate) = TABLES.pack(board);
    let estimate = u32::from(estimate);
    let mut generated = 1;
    let mut bound = estimate;
    while !leads_to_goal(blank, &mut generated, tiles, estimate, bound) {
        bound += NEXT_BOUND;
    }
    (bound, generated)
}

/// The function of each cell: whether a path of at most `left` moves leads from here to the goal.
macro_rules! cells {
    ($($name:ident $blank:literal: $($next:ident $cell:literal)+;)+) => {
        $(fn $name<const FROM: u8>(generated: &mut u64, tiles: u64, estimate: u32, left: u32) -> bool {
            if estimate == 0 {
                return true;
            }
            $(if FROM != $cell {
                const CHANGES: [u32; 16] = changes($blank, $cell);
                *generated += 1;
                let tile = tiles >> (4 * $cell) & 15;
                let estimate = estimate.wrapping_add(CHANGES[tile as usize]);
                if estimate < left
                    && $next::<$blank>(
                        generated,
                        tiles ^ tile << (4 * $cell) ^ tile << (4 * $blank),
                        estimate,
                        left - 1,
                    )
                {
                    return true;
                }
            })+
            false
        })+

        fn leads_to_goal(blank: u8, generated: &mut u64, tiles: u64, estimate: u32, left: u32) -> bool {
            match blank {
                $($blank => $name::<NOWHERE>(generated, tiles, estimate, left),)+
                _ => false,
            }
        }
    };
}

// The moves in the order up, left, right, down.
cells! {
    at_0 0: at_1 1 at_4 4;
    at_1 1: at_0 0 at_2 2 at_5 5;
    at_2 2: at_1 1 at_3 3 at_6 6;
    at_3 3: at_2 2 at_7 7;
    at_4 4: at_0 0 at_5 5 at_8 8;
    at_5 5: at_1 1 at_4 4 at_6 6 at_9 9;
    at_6 6: at_2 2 at_5 5 at_7 7 at_10 10;
    at_7 7: at_3 3 at_6 6 at_11 11;
    at_8 8: at_4 4 at_9 9 at_12 12;
    at_9 9: at_5 5 at_8 8 at_10 10 at_13 13;
    at_10 10: at_6 6 at_9 9 at_11 11 at_14 14;
    at_11 11: at_7 7 at_10 10 at_15 15;
    at_12 12: at_8 8 at_13 13;
    at_13 13: at_9 9 at_12 12 at_14 14;
    at_14 14: at_10 10 at_13 13 at_15 15;
    at_15 15: at_11 11 at_14 14;
}
