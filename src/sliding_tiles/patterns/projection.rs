//! The abstract states of a tile pattern: a placement, and the region that the blank is in.

use super::super::Goal;
use super::ranking::{NO_TILE, Placement, Ranking};
use crate::pattern_database::Projection;

/// The most regions that the tiles of a pattern divide the other cells into: with 4 rows no more
/// cells than 8 can be apart from each other, and with 5 rows 7 tiles do not make more than 6.
const REGIONS: usize = 8;

/// What the search over the placements of a pattern needs.
///
/// The blank moves freely among the cells without a tile of the pattern, and the tiles in its
/// way, which are of other patterns, cost nothing. So of the blank only the region matters:
/// the cells it can go to. The steps are the moves of a tile of the pattern into that
/// region.
pub(super) struct TileProjection<'a> {
    size: usize,
    goal: Goal,
    tiles: &'a [u8],
    ranking: Ranking,
    /// By tile: what a step of its digit is worth.
    weights: [u32; 16],
    /// By two tiles: what it adds if the first moves past the second.
    passing: [[u32; 16]; 16],
    regions: Regions,
}

impl<'a> TileProjection<'a> {
    pub(super) fn new(size: usize, goal: Goal, tiles: &'a [u8]) -> Self {
        let ranking = Ranking::new(size * size, tiles.len());
        let mut passing = [[0; 16]; 16];
        for (tile, passing) in passing.iter_mut().enumerate().take(tiles.len()) {
            for other in (0..tiles.len()).filter(|&other| other != tile) {
                passing[other] = ranking.passing(tile, other);
            }
        }
        let mut weights = [0; 16];
        (0..tiles.len()).for_each(|tile| weights[tile] = ranking.weight(tile));
        let regions = Regions::new(size, tiles.len());
        Self { size, goal, tiles, ranking, weights, passing, regions }
    }
}

impl Projection for TileProjection<'_> {
    const STATES_PER_ENTRY: usize = REGIONS;

    type Cursor = Placement;

    fn name(&self) -> String {
        let size = self.size;
        let blank = match self.goal {
            Goal::BlankFirst => "first",
            Goal::BlankLast => "last",
        };
        let tiles: Vec<_> = self.tiles.iter().map(u8::to_string).collect();
        format!("sliding tiles {size}x{size} blank {blank} pattern {}", tiles.join(" "))
    }

    fn entries(&self) -> usize {
        self.ranking.len()
    }

    #[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        let place = |tile| self.goal.cell_of(tile, self.size * self.size) as u8;
        let cells = self.tiles.iter().map(|&tile| place(tile.into()));
        let occupied = cells.clone().map(|cell| 1u32 << cell).sum();
        let region = self.regions.region(occupied, place(0).into());
        visit(self.ranking.rank(cells) as usize * REGIONS + region);
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        placement: &mut Placement,
        state: usize,
        visit: impl FnMut(usize, u32),
    ) {
        match self.size {
            3 => self.for_each_move::<3>(placement, state, visit),
            4 => self.for_each_move::<4>(placement, state, visit),
            _ => self.for_each_move::<5>(placement, state, visit),
        }
    }
}

impl TileProjection<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "there are no more than 2³² entries")]
    #[inline]
    fn for_each_move<const N: usize>(
        &self,
        placement: &mut Placement,
        state: usize,
        mut visit: impl FnMut(usize, u32),
    ) {
        let entry = (state / REGIONS) as u32;
        placement.move_to(entry, &self.ranking);
        let occupied = placement.occupied;
        let region = self.regions.cells(occupied, state % REGIONS) & ((1 << (N * N)) - 1);
        let tile_on = |cell: usize| usize::from(placement.tile_at[cell & 31] & NO_TILE);
        // By the lower one of two cells: what it adds if the tile moves from the one to the other.
        let in_row = |tile: usize, _: usize| self.weights[tile];
        let in_column = |tile: usize, cell: usize| {
            let passed = (1..N).map(|step| self.passing[tile][tile_on(cell + step)]);
            passed.fold(self.weights[tile].wrapping_mul(N as u32), u32::wrapping_add)
        };
        let not_first = occupied & !first_column(N);
        let not_last = occupied & !(first_column(N) << (N - 1));

        // The blank is then where the tile was.
        let mut visit = |from: usize, to: usize, change: u32| {
            let region = self.regions.region(occupied ^ 1 << from ^ 1 << to, from);
            visit(entry.wrapping_add(change) as usize * REGIONS + region, 1);
        };
        for cell in bits(occupied & region << N) {
            visit(cell, cell - N, in_column(tile_on(cell), cell - N).wrapping_neg());
        }
        for cell in bits(not_first & region << 1) {
            visit(cell, cell - 1, in_row(tile_on(cell), cell - 1).wrapping_neg());
        }
        for cell in bits(not_last & region >> 1) {
            visit(cell, cell + 1, in_row(tile_on(cell), cell));
        }
        for cell in bits(occupied & region >> N) {
            visit(cell, cell + N, in_column(tile_on(cell), cell));
        }
    }
}

/// The cells of the first column, a bit each.
fn first_column(size: usize) -> u32 {
    (0..size).fold(0, |cells, row| cells | 1 << (row * size))
}

/// The bits that are set, lowest first.
#[inline]
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}

/// For each set of so many cells: the regions that the other cells are divided into.
struct Regions {
    /// A set of cells is found by its number among the sets as large: what is added for its lowest
    /// cells is in `low`, for the others in `high`.
    low: Vec<u32>,
    high: Vec<u32>,
    /// Bit by bit the numbers of the regions that the cells are in: so the region of a cell is
    /// found without a branch, of which nobody knows the way.
    sets: Vec<[u32; REGIONS.ilog2() as usize]>,
}

/// How many cells are the lowest.
const LOW: usize = 13;

impl Regions {
    fn new(size: usize, occupied: usize) -> Self {
        let cells = size * size;
        let low_cells = LOW.min(cells);
        // Of each number of cells, how many sets there were so far.
        let mut counts = [0; LOW + 1];
        let mut low = Vec::new();
        for set in 0u32..1 << low_cells {
            let count = &mut counts[set.count_ones() as usize];
            low.push(*count);
            *count += 1;
        }
        let mut high = Vec::new();
        let mut count = 0;
        let mut sets = Vec::new();
        for upper in 0u32..1 << (cells - low_cells) {
            high.push(count);
            let Some(lower_count) = occupied.checked_sub(upper.count_ones() as usize) else {
                continue;
            };
            for lower in 0u32..1 << low_cells {
                if lower.count_ones() as usize == lower_count {
                    sets.push(regions_of(size, upper << low_cells | lower));
                    count += 1;
                }
            }
        }
        Self { low, high, sets }
    }

    #[inline]
    fn of(&self, occupied: u32) -> impl DoubleEndedIterator<Item = u32> {
        let (low, high) = (occupied as usize & ((1 << LOW) - 1), occupied as usize >> LOW);
        self.sets[(self.low[low] + self.high[high]) as usize].into_iter()
    }

    /// The region that an empty cell is in.
    #[inline]
    fn region(&self, occupied: u32, cell: usize) -> usize {
        self.of(occupied).rev().fold(0, |region, bits| region << 1 | bits as usize >> cell & 1)
    }

    /// The cells in a region, and with it some that are not on the board.
    #[inline]
    fn cells(&self, occupied: u32, region: usize) -> u32 {
        self.of(occupied).enumerate().fold(!occupied, |cells, (bit, bits)| {
            cells & if region >> bit & 1 == 1 { bits } else { !bits }
        })
    }
}

/// The numbers of the regions that are left by occupied cells, in the order of their lowest cells.
fn regions_of(size: usize, occupied: u32) -> [u32; REGIONS.ilog2() as usize] {
    let first = first_column(size);
    let last = first << (size - 1);
    let mut rest = ((1 << (size * size)) - 1) & !occupied;
    let mut numbers = [0; REGIONS.ilog2() as usize];
    for region in 0..REGIONS {
        let (mut cells, mut grown) = (0, rest & rest.wrapping_neg());
        while cells != grown {
            cells = grown;
            let sideways = (grown & !last) << 1 | (grown & !first) >> 1;
            grown |= (grown << size | grown >> size | sideways) & rest;
        }
        for (bit, numbers) in numbers.iter_mut().enumerate() {
            *numbers |= if region >> bit & 1 == 1 { cells } else { 0 };
        }
        rest &= !cells;
    }
    debug_assert_eq!(rest, 0);
    numbers
}
