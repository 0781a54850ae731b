//! The distances of all 3-by-3 boards from the goal, found without the crate under test.

use rustc_hash::FxHashMap;

/// The tiles of a board, row by row.
pub(crate) type Tiles = [u32; 9];

/// For each board from which the goal can be reached, the fewest moves to it.
pub(crate) fn distances(goal: Tiles) -> FxHashMap<Tiles, u32> {
    let mut distances = FxHashMap::from_iter([(goal, 0)]);
    let mut level = vec![goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for tiles in level {
            let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
            for other in 0..9 {
                let rows = (blank / 3).abs_diff(other / 3);
                let columns = (blank % 3).abs_diff(other % 3);
                if rows + columns == 1 {
                    let mut moved = tiles;
                    moved.swap(blank, other);
                    distances.entry(moved).or_insert_with(|| {
                        next.push(moved);
                        distance
                    });
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}
