//! Boards larger than 4 by 4, in a shared allocation.

#![expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ cells")]

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::goal::cell_around;
use super::line::Line;
use super::{Direction, Goal};
use crate::DEAD_END;

/// The number of columns of a large board that are read side by side: a few cache lines of each
/// row.
const STRIP: u32 = 64;

/// A board of any size. Clones share it. A neighbour is a copy, made in O(N²).
#[derive(Debug)]
pub(super) struct Large {
    size: u16,
    blank: u32,
    /// The goal cell of the blank.
    goal: u32,
    /// The number of tiles that have to leave their own row or column to let others pass. Computed
    /// on demand, then updated from a board to its neighbours. Threads that compute it at the same
    /// time get the same value, so none has to wait and a plain atomic is enough. A `OnceLock`
    /// makes generating neighbours 15% slower.
    leaving: AtomicU32,
    /// A `u64`, because from N = 1,862 on the sum may exceed a `u32`.
    pub(super) manhattan: u64,
    /// The sum of the squared distances of the tiles from their goal cells.
    pub(super) squares: u64,
    pub(super) tiles: Tiles,
}

/// Stands for a number of tiles that is not computed yet. It is more than any board has.
const UNKNOWN: u32 = u32::MAX;

/// A row and a column.
type Place = (u32, u32);

impl Large {
    /// A board of these tiles, which must be a permutation of 0 to N² - 1.
    pub(super) fn new(size: usize, goal: Goal, tiles: impl Iterator<Item = u32>) -> Self {
        let mut large = Self {
            size: size as u16,
            blank: 0,
            goal: goal.home(size * size) as u32,
            leaving: AtomicU32::new(UNKNOWN),
            manhattan: 0,
            squares: 0,
            tiles: Tiles::new(size * size, tiles),
        };
        let mut cell = 0;
        for row in 0..large.size.into() {
            for column in 0..large.size.into() {
                let tile = large.tiles.get(cell as usize);
                if tile == 0 {
                    large.blank = cell;
                } else {
                    let distance = distance((row, column), large.home(tile));
                    large.manhattan += distance;
                    large.squares += distance * distance;
                }
                cell += 1;
            }
        }
        large
    }

    pub(super) fn size(&self) -> usize {
        self.size.into()
    }

    pub(super) fn goal(&self) -> Goal {
        Goal::with_home(self.goal as usize, self.cells())
    }

    pub(super) fn blank(&self) -> usize {
        self.blank as usize
    }

    fn cells(&self) -> usize {
        self.size() * self.size()
    }

    /// A function of its own, so that the compiler puts the hash of a packed board into the loop of
    /// a search.
    #[inline(never)]
    pub(super) fn hash_tiles(&self, hasher: &mut impl Hasher) {
        self.tiles.hash(hasher);
    }

    fn tiles(&self) -> impl Iterator<Item = u32> {
        (0..self.cells()).map(|cell| self.tiles.get(cell))
    }

    /// The row and column of a cell.
    #[inline]
    fn place(&self, cell: u32) -> Place {
        // A 64-bit division is much slower.
        let size = u32::from(self.size);
        (cell / size, cell % size)
    }

    /// The goal cell of a tile.
    #[inline]
    fn home_cell(&self, tile: u32) -> u32 {
        cell_around(self.goal as usize, tile as usize) as u32
    }

    /// The row and column of a tile's goal cell.
    #[inline]
    fn home(&self, tile: u32) -> Place {
        self.place(self.home_cell(tile))
    }

    /// The number of tiles that have to leave their own row or column.
    pub(super) fn leaving(&self) -> u32 {
        let known = self.leaving.load(Relaxed);
        if known != UNKNOWN {
            return known;
        }
        let size = u32::from(self.size);
        let rows = (0..size).map(|row| self.leaving_row(row));
        let strips = (0..size).step_by(STRIP as usize);
        let columns = strips.map(|first| {
            let count = STRIP.min(size - first) as usize;
            self.leaving_columns(first, &mut vec![Line::default(); count])
        });
        let leaving = rows.chain(columns).sum();
        self.leaving.store(leaving, Relaxed);
        leaving
    }

    /// The number of tiles that have to leave this row, of those that belong in it.
    fn leaving_row(&self, row: u32) -> u32 {
        let size = u32::from(self.size);
        let first = row * size;
        let tiles = (first..first + size).map(|cell| self.tiles.get(cell as usize));
        // A tile that belongs above the row gets a rank far beyond the end of the row.
        let ranks = tiles
            .filter(|&tile| tile != 0)
            .map(|tile| self.home_cell(tile).wrapping_sub(first))
            .filter(|&rank| rank < size);
        let mut line = Line::default();
        ranks.for_each(|rank| line.push(rank));
        line.leaving
    }

    /// The number of tiles that have to leave their own column, in the columns from `first` on.
    /// `lines` has an empty line for each of these columns.
    fn leaving_columns(&self, first: u32, lines: &mut [Line]) -> u32 {
        let size = u32::from(self.size);
        for row in 0..size {
            for (line, column) in lines.iter_mut().zip(first..) {
                let tile = self.tiles.get((row * size + column) as usize);
                let home = self.home(tile);
                if tile != 0 && home.1 == column {
                    line.push(home.0);
                }
            }
        }
        lines.iter().map(|line| line.leaving).sum()
    }

    /// The sum of the Manhattan distances of the tiles from their cells on another board.
    pub(super) fn distance_from(&self, other: &Self) -> u32 {
        let mut cells = vec![0; other.cells()];
        for (cell, tile) in (0..).zip(other.tiles()) {
            cells[tile as usize] = cell;
        }
        let pairs = (0..).zip(self.tiles()).filter(|&(_, tile)| tile != 0);
        let sum: u64 = pairs
            .filter_map(|(cell, tile)| Some((cell, *cells.get(tile as usize)?)))
            .map(|(a, b)| distance(self.place(a), self.place(b)))
            .sum();
        u32::try_from(sum).unwrap_or(u32::MAX).min(DEAD_END - 1)
    }

    pub(super) fn hamming(&self) -> u32 {
        let wrong = (0..)
            .zip(self.tiles())
            .filter(|&(cell, tile)| tile != 0 && self.home_cell(tile) != cell);
        u32::try_from(wrong.count()).unwrap_or(u32::MAX)
    }

    /// The directions in which the blank can move, one bit each, without the one to the cell
    /// `except`.
    #[cold]
    #[inline(never)]
    pub(super) fn directions(&self, except: Option<usize>) -> u16 {
        let mut directions = 0;
        for (bit, direction) in Direction::ALL.into_iter().enumerate() {
            let cell = direction.step(self.blank(), self.size());
            directions |= u16::from(cell.is_some() && cell != except) << bit;
        }
        directions
    }

    #[cold]
    #[inline(never)]
    pub(super) fn moved(&self, direction: u32) -> Arc<Self> {
        let cell = Direction::ALL[direction as usize].step(self.blank(), self.size());
        let cell = cell.unwrap_or(self.blank());
        let tile = self.tiles.get(cell);
        let (blank, home) = (cell as u32, self.home(tile));
        let (from, to) = (self.place(blank), self.place(self.blank));
        let (before, after) = (distance(from, home), distance(to, home));
        let next = Self {
            size: self.size,
            blank,
            goal: self.goal,
            leaving: AtomicU32::new(UNKNOWN),
            manhattan: self.manhattan + after - before,
            squares: self.squares + after * after - before * before,
            tiles: self.tiles.with_exchanged(self.blank(), cell),
        };
        let leaving = self.leaving.load(Relaxed);
        if leaving != UNKNOWN {
            // A tile that moves within its row stays in order there. In a column other than its own
            // it conflicts with no tile.
            let is_across = from.0 == to.0;
            let leaving_line = |board: &Self| match () {
                () if is_across && (home.1 == from.1 || home.1 == to.1) => {
                    board.leaving_columns(home.1, &mut [Line::default()])
                }
                () if !is_across && (home.0 == from.0 || home.0 == to.0) => {
                    board.leaving_row(home.0)
                }
                () => 0,
            };
            next.leaving.store(leaving + leaving_line(&next) - leaving_line(self), Relaxed);
        }
        Arc::new(next)
    }

    /// The heap bytes of a new board: one allocation, and beyond 6 by 6 a second one for the tiles.
    #[inline]
    pub(super) fn heap_bytes(&self) -> usize {
        const COUNTS: usize = 2 * size_of::<usize>();
        allocated(COUNTS + size_of::<Self>()) + self.tiles.heap_bytes()
    }
}

/// The rest follows from the tiles and the goal.
impl PartialEq for Large {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.goal == other.goal && self.tiles == other.tiles
    }
}

impl Eq for Large {}

/// The bytes that the allocator takes for a request of `bytes`, by the rules of glibc: it adds one
/// word and rounds up to a multiple of two words. Other allocators round up in a similar way.
const fn allocated(bytes: usize) -> usize {
    const WORD: usize = size_of::<usize>();
    (bytes + WORD).next_multiple_of(2 * WORD)
}

fn distance(from: Place, to: Place) -> u64 {
    u64::from(from.0.abs_diff(to.0) + from.1.abs_diff(to.1))
}

/// The tiles, cell by cell. Up to 6 by 6 they take one byte each, without an allocation of their
/// own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tiles {
    /// The bytes after the last cell are 0.
    Bytes([u8; 36]),
    Words(Box<[u32]>),
}

impl Tiles {
    /// The tiles of a board of `cells` cells.
    fn new(cells: usize, tiles: impl Iterator<Item = u32>) -> Self {
        let mut bytes = [0; 36];
        if cells > bytes.len() {
            return Self::Words(tiles.collect());
        }
        for (byte, tile) in bytes.iter_mut().zip(tiles) {
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
            Self::Words(tiles) => allocated(size_of_val(&**tiles)),
        }
    }
}
