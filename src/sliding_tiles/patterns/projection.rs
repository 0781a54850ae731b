//! The abstract states of a tile pattern: a placement of its tiles and the region of the blank.

use super::super::Goal;
use super::ranking::{NO_TILE, Placement, Ranking};
use crate::pattern_database::{Projection, TableFormat};

/// The largest number of regions into which the tiles of a pattern divide the other cells. With 4
/// rows, at most 8 cells can be pairwise apart. With 5 rows, 7 tiles make at most 6 regions.
const REGIONS: usize = 8;

/// The abstract space of one pattern.
///
/// The blank moves freely among the cells that hold no tile of the pattern. The tiles in its way
/// belong to other patterns and cost nothing. So only the blank's region matters: the set of cells
/// that it can reach. A step moves a tile of the pattern into that region.
///
/// A step costs 1 if the tile moves away from its place, and 0 if it comes nearer. A path to the
/// goal has one step nearer for each step away, and besides these as many as the Manhattan distance
/// of the tiles. So twice the distance, plus the Manhattan distance, is the least number of moves.
/// It is small enough for half a byte where the number of moves is not.
pub(super) struct TileProjection<'a> {
    size: usize,
    goal: Goal,
    tiles: &'a [u8],
    ranking: Ranking,
    /// For each tile, the weight of its digit.
    weights: [u32; 16],
    /// For each pair of tiles, the change of the number if the first moves past the second.
    passing: [[u32; 16]; 16],
    /// For each tile and cell, the Manhattan distance of the cell from the place of the tile.
    manhattan: [[u8; 32]; 16],
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
        let mut manhattan = [[0; 32]; 16];
        for (distances, &tile) in manhattan.iter_mut().zip(tiles) {
            *distances = manhattan_to(goal.cell_of(tile.into(), size * size), size);
        }
        let regions = Regions::new(size, tiles.len());
        Self { size, goal, tiles, ranking, weights, passing, manhattan, regions }
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
        format!("sliding tiles {size}x{size} blank {blank} moves away of {}", tiles.join(" "))
    }

    fn format(&self) -> TableFormat {
        TableFormat::Nibbles
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
        // Given the lower of two cells: the change of the number if the tile moves between the two.
        let in_row = |tile: usize, _: usize| self.weights[tile];
        let in_column = |tile: usize, cell: usize| {
            let passed = (1..N).map(|step| self.passing[tile][tile_on(cell + step)]);
            passed.fold(self.weights[tile].wrapping_mul(N as u32), u32::wrapping_add)
        };
        let not_first = occupied & !first_column(N);
        let not_last = occupied & !(first_column(N) << (N - 1));

        // Before the step the tile was on `before`. The blank is there now.
        let mut visit = |tile: usize, cell: usize, before: usize, change: u32| {
            let region = self.regions.region(occupied ^ 1 << cell ^ 1 << before, cell);
            let distances = &self.manhattan[tile];
            let cost = u32::from(distances[before & 31] < distances[cell & 31]);
            visit(entry.wrapping_add(change) as usize * REGIONS + region, cost);
        };
        for cell in bits(occupied & region << N) {
            let tile = tile_on(cell);
            visit(tile, cell, cell - N, in_column(tile, cell - N).wrapping_neg());
        }
        for cell in bits(not_first & region << 1) {
            let tile = tile_on(cell);
            visit(tile, cell, cell - 1, in_row(tile, cell - 1).wrapping_neg());
        }
        for cell in bits(not_last & region >> 1) {
            let tile = tile_on(cell);
            visit(tile, cell, cell + 1, in_row(tile, cell));
        }
        for cell in bits(occupied & region >> N) {
            let tile = tile_on(cell);
            visit(tile, cell, cell + N, in_column(tile, cell));
        }
    }
}

/// For each cell, its Manhattan distance from `place`.
#[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
pub(super) fn manhattan_to(place: usize, size: usize) -> [u8; 32] {
    let mut distances = [0; 32];
    for (cell, distance) in distances.iter_mut().enumerate().take(size * size) {
        let rows = (cell / size).abs_diff(place / size);
        *distance = (rows + (cell % size).abs_diff(place % size)) as u8;
    }
    distances
}

/// The cells of the first column, one bit each.
fn first_column(size: usize) -> u32 {
    (0..size).fold(0, |cells, row| cells | 1 << (row * size))
}

/// The indices of the set bits, lowest first.
#[inline]
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}

/// For each set of a given number of cells, the regions into which the set divides the other cells.
struct Regions {
    /// A set of cells is looked up by its number among the sets of the same size. That number is
    /// the sum of an entry of `low`, for its lowest cells, and of one of `high`, for the others.
    low: Vec<u32>,
    high: Vec<u32>,
    /// The numbers of the cells' regions, stored as bit planes. This finds the region of a cell
    /// without a branch, which would be hard to predict.
    sets: Vec<[u32; REGIONS.ilog2() as usize]>,
}

/// The number of cells that count as the lowest.
const LOW: usize = 13;

impl Regions {
    fn new(size: usize, occupied: usize) -> Self {
        let cells = size * size;
        let low_cells = LOW.min(cells);
        // For each size, the number of sets of that size so far.
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

    /// The region of an empty cell.
    #[inline]
    fn region(&self, occupied: u32, cell: usize) -> usize {
        self.of(occupied).rev().fold(0, |region, bits| region << 1 | bits as usize >> cell & 1)
    }

    /// The cells of a region. The result may include cells that are not on the board.
    #[inline]
    fn cells(&self, occupied: u32, region: usize) -> u32 {
        self.of(occupied).enumerate().fold(!occupied, |cells, (bit, bits)| {
            cells & if region >> bit & 1 == 1 { bits } else { !bits }
        })
    }
}

/// Numbers the regions left by the occupied cells, in the order of their lowest cells. Returns bit
/// planes.
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
