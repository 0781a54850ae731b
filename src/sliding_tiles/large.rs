//! Boards larger than 4 by 4, in a shared allocation.

use std::sync::Arc;

use super::{Direction, Goal};

/// A board of any size. A clone shares it; a neighbour copies it, in O(N²).
#[derive(Debug)]
pub(super) struct Large {
    pub(super) size: usize,
    pub(super) goal: Goal,
    pub(super) blank: usize,
    /// From N = 1,862 on it may be more than a `u32`.
    pub(super) manhattan: u64,
    pub(super) tiles: Box<[u32]>,
}

impl Large {
    /// A board of these tiles, a permutation of 0 to N² - 1.
    pub(super) fn new(size: usize, goal: Goal, tiles: Vec<u32>) -> Self {
        let mut large = Self { size, goal, blank: 0, manhattan: 0, tiles: tiles.into() };
        for (cell, &tile) in large.tiles.iter().enumerate() {
            if tile == 0 {
                large.blank = cell;
            } else {
                large.manhattan += large.distance(tile, cell);
            }
        }
        large
    }

    /// The moves that `tile`, on this cell, is away from its place.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ cells")]
    fn distance(&self, tile: u32, cell: usize) -> u64 {
        let place = self.goal.cell_of(tile as usize, self.tiles.len());
        // There are fewer than 2³⁰ cells, and a division of 64 bits takes much longer.
        let [cell, place, size] = [cell as u32, place as u32, self.size as u32];
        let rows = (cell / size).abs_diff(place / size);
        let columns = (cell % size).abs_diff(place % size);
        u64::from(rows + columns)
    }

    /// The moves that the tiles are away from where they are on another board, summed up.
    pub(super) fn distance_from(&self, other: &Self) -> u32 {
        let mut cells = vec![0; other.tiles.len()];
        for (cell, &tile) in other.tiles.iter().enumerate() {
            cells[tile as usize] = cell;
        }
        let pairs = self.tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let sum: usize = pairs
            .filter_map(|(cell, &tile)| Some((cell, *cells.get(tile as usize)?)))
            .map(|(a, b)| {
                (a / self.size).abs_diff(b / self.size) + (a % self.size).abs_diff(b % self.size)
            })
            .sum();
        u32::try_from(sum).unwrap_or(u32::MAX)
    }

    pub(super) fn hamming(&self) -> u32 {
        let cells = self.tiles.len();
        let wrong =
            self.tiles.iter().enumerate().filter(|&(cell, &tile)| {
                tile != 0 && self.goal.cell_of(tile as usize, cells) != cell
            });
        u32::try_from(wrong.count()).unwrap_or(u32::MAX)
    }

    /// The directions that the blank can move in, except to the cell `except`: a bit each.
    #[cold]
    #[inline(never)]
    pub(super) fn directions(&self, except: Option<usize>) -> u16 {
        let mut directions = 0;
        for (bit, direction) in Direction::ALL.into_iter().enumerate() {
            let cell = direction.step(self.blank, self.size);
            directions |= u16::from(cell.is_some() && cell != except) << bit;
        }
        directions
    }

    #[cold]
    #[inline(never)]
    pub(super) fn moved(&self, direction: u32) -> Arc<Self> {
        let cell = Direction::ALL[direction as usize].step(self.blank, self.size);
        Arc::new(self.with_blank_at(cell.unwrap_or(self.blank)))
    }

    fn with_blank_at(&self, cell: usize) -> Self {
        let mut tiles = self.tiles.clone();
        tiles.swap(self.blank, cell);
        let tile = self.tiles[cell];
        Self {
            size: self.size,
            goal: self.goal,
            blank: cell,
            manhattan: self.manhattan + self.distance(tile, self.blank) - self.distance(tile, cell),
            tiles,
        }
    }
}
