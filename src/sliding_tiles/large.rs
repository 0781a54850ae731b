//! Boards larger than 4 by 4, in a shared allocation.

use std::mem;
use std::sync::Arc;

use super::linear_conflict::detours;
use super::{Direction, Goal};

/// A board of any size. A clone shares it; a neighbour copies it, in O(N²).
#[derive(Debug)]
pub(super) struct Large {
    pub(super) size: usize,
    pub(super) goal: Goal,
    pub(super) blank: usize,
    /// From N = 1,862 on it may be more than a `u32`.
    pub(super) manhattan: u64,
    /// The squares of the distances of the tiles from their places, summed up.
    pub(super) squares: u64,
    /// How many tiles have to leave a line that is theirs, to let others pass.
    pub(super) leaving: u64,
    pub(super) tiles: Tiles,
}

/// A row and a column.
type Place = (u32, u32);

impl Large {
    /// A board of these tiles, a permutation of 0 to N² - 1.
    pub(super) fn new(size: usize, goal: Goal, tiles: &[u32]) -> Self {
        let by_cell = Tiles::new(tiles);
        let mut large =
            Self { size, goal, blank: 0, manhattan: 0, squares: 0, leaving: 0, tiles: by_cell };
        for (cell, &tile) in tiles.iter().enumerate() {
            if tile == 0 {
                large.blank = cell;
            } else {
                let distance = distance(large.place(cell), large.home(tile));
                large.manhattan += distance;
                large.squares += distance * distance;
            }
        }
        let lines = (0..large.place(size * size).0)
            .map(|line| large.leaving_row(line) + large.leaving_column(line));
        large.leaving = lines.sum();
        large
    }

    fn cells(&self) -> usize {
        self.size * self.size
    }

    fn tiles(&self) -> impl Iterator<Item = u32> {
        (0..self.cells()).map(|cell| self.tiles.get(cell))
    }

    /// The place of a cell.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ cells")]
    fn place(&self, cell: usize) -> Place {
        // A division of 64 bits takes much longer.
        let (cell, size) = (cell as u32, self.size as u32);
        (cell / size, cell % size)
    }

    /// The place where a tile belongs.
    #[inline]
    fn home(&self, tile: u32) -> Place {
        self.place(self.goal.cell_of(tile as usize, self.cells()))
    }

    /// How many tiles have to leave this row.
    fn leaving_row(&self, row: u32) -> u64 {
        let first = row as usize * self.size;
        let tiles = (first..first + self.size).map(|cell| self.tiles.get(cell));
        let homes = tiles.filter(|&tile| tile != 0).map(|tile| self.home(tile));
        detours(homes.filter(|home| home.0 == row).map(|home| home.1)) as u64
    }

    /// How many tiles have to leave this column.
    fn leaving_column(&self, column: u32) -> u64 {
        let cells = (column as usize..self.cells()).step_by(self.size);
        let tiles = cells.map(|cell| self.tiles.get(cell));
        let homes = tiles.filter(|&tile| tile != 0).map(|tile| self.home(tile));
        detours(homes.filter(|home| home.1 == column).map(|home| home.0)) as u64
    }

    /// The moves that the tiles are away from where they are on another board, summed up.
    pub(super) fn distance_from(&self, other: &Self) -> u32 {
        let mut cells = vec![0; other.cells()];
        for (cell, tile) in other.tiles().enumerate() {
            cells[tile as usize] = cell;
        }
        let pairs = self.tiles().enumerate().filter(|&(_, tile)| tile != 0);
        let sum: u64 = pairs
            .filter_map(|(cell, tile)| Some((cell, *cells.get(tile as usize)?)))
            .map(|(a, b)| distance(self.place(a), self.place(b)))
            .sum();
        u32::try_from(sum).unwrap_or(u32::MAX)
    }

    pub(super) fn hamming(&self) -> u32 {
        let cells = self.cells();
        let wrong = self
            .tiles()
            .enumerate()
            .filter(|&(cell, tile)| tile != 0 && self.goal.cell_of(tile as usize, cells) != cell);
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
        let tile = self.tiles.get(cell);
        let (from, to, home) = (self.place(cell), self.place(self.blank), self.home(tile));
        let (before, after) = (distance(from, home), distance(to, home));
        let mut next = Self {
            size: self.size,
            goal: self.goal,
            blank: cell,
            manhattan: self.manhattan + after - before,
            squares: self.squares + after * after - before * before,
            leaving: self.leaving,
            tiles: self.tiles.with_exchanged(self.blank, cell),
        };
        // A tile that stays in its row keeps its place in the order there. In a column that is not
        // its own it is in nobody's way.
        if from.0 == to.0 {
            if home.1 == from.1 || home.1 == to.1 {
                next.leaving += next.leaving_column(home.1);
                next.leaving -= self.leaving_column(home.1);
            }
        } else if home.0 == from.0 || home.0 == to.0 {
            next.leaving += next.leaving_row(home.0);
            next.leaving -= self.leaving_row(home.0);
        }
        next
    }

    /// What a new board allocates, in bytes.
    #[inline]
    pub(super) fn heap_bytes(&self) -> usize {
        const COUNTS: usize = 2 * size_of::<usize>();
        COUNTS + size_of::<Self>() + self.tiles.heap_bytes()
    }
}

fn distance(from: Place, to: Place) -> u64 {
    u64::from(from.0.abs_diff(to.0) + from.1.abs_diff(to.1))
}

/// The tiles by cell: up to 6 by 6 a byte each, in no allocation of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tiles {
    /// Beyond the last cell there are zeros.
    Bytes([u8; 36]),
    Words(Box<[u32]>),
}

impl Tiles {
    fn new(tiles: &[u32]) -> Self {
        let mut bytes = [0; 36];
        if tiles.len() > bytes.len() {
            return Self::Words(tiles.into());
        }
        for (byte, &tile) in bytes.iter_mut().zip(tiles) {
            *byte = tile.to_le_bytes()[0];
        }
        Self::Bytes(bytes)
    }

    #[inline]
    pub(super) fn get(&self, cell: usize) -> u32 {
        match self {
            Self::Bytes(tiles) => tiles[cell].into(),
            Self::Words(tiles) => tiles[cell],
        }
    }

    fn with_exchanged(&self, a: usize, b: usize) -> Self {
        let mut tiles = self.clone();
        match &mut tiles {
            Self::Bytes(tiles) => tiles.swap(a, b),
            Self::Words(tiles) => tiles.swap(a, b),
        }
        tiles
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        match self {
            Self::Bytes(_) => 0,
            Self::Words(tiles) => mem::size_of_val(&**tiles),
        }
    }
}
