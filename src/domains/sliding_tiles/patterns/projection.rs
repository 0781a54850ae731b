//! The abstract states of a tile pattern: a placement of its tiles and the region of the blank.

#![expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]

use std::sync::OnceLock;

use super::super::Goal;
use super::numbering::{Cursor, Numbering};
use super::ranking::{NO_TILE, Ranking};
use super::regions::{Regions, first_column};
use crate::pattern_database::{Projection, TableFormat};
use crate::space::bits::bits;

/// The abstract space of one pattern.
///
/// The blank moves freely among the cells that hold no tile of the pattern. The tiles in its way
/// belong to other patterns and cost nothing. So only the blank's region matters: the set of cells
/// that it can reach. A step moves a tile of the pattern into that region.
///
/// Each step takes a tile nearer to its place or away from it. On a path to the goal, the steps
/// nearer exceed the steps away by the Manhattan distance. So the number of steps is the Manhattan
/// distance plus twice the number of steps away. The table stores the steps away, in half a byte.
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
    /// Needed to build a table, but not to load it.
    numbered: OnceLock<(Regions, Numbering)>,
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
        (0..tiles.len()).for_each(|tile| weights[tile] = ranking.weights[tile]);
        let mut manhattan = [[0; 32]; 16];
        for (distances, &tile) in manhattan.iter_mut().zip(tiles) {
            *distances = manhattan_to(goal.cell_of(tile.into(), size * size), size);
        }
        let numbered = OnceLock::new();
        Self { size, goal, tiles, ranking, weights, passing, manhattan, numbered }
    }

    #[inline]
    fn numbered(&self) -> &(Regions, Numbering) {
        self.numbered.get_or_init(|| {
            let regions = Regions::new(self.size, self.tiles.len());
            let numbering = Numbering::new(self.size * self.size, &self.ranking, &regions);
            (regions, numbering)
        })
    }
}

impl Projection for TileProjection<'_> {
    type Cursor = Cursor;

    fn name(&self) -> String {
        let size = self.size;
        let blank = match self.goal {
            Goal::BlankFirst => "first".to_owned(),
            Goal::BlankLast => "last".to_owned(),
            Goal::BlankAt(cell) => format!("at {cell}"),
        };
        let tiles: Vec<_> = self.tiles.iter().map(u8::to_string).collect();
        format!("sliding tiles {size}x{size} blank {blank} moves away of {}", tiles.join(" "))
    }

    fn states(&self) -> usize {
        self.numbered().1.len()
    }

    #[inline]
    fn entry(&self, cursor: &mut Cursor, state: usize) -> usize {
        self.numbered().1.find(cursor, state, &self.ranking);
        cursor.entry as usize
    }

    #[inline]
    fn stored(&self, cursor: &mut Cursor, _: usize, moves: u32) -> u32 {
        let distances = self.manhattan.iter().zip(cursor.placement.cells).take(self.tiles.len());
        let manhattan = distances.map(|(tile, cell)| u32::from(tile[usize::from(cell & 31)])).sum();
        moves.saturating_sub(manhattan) / 2
    }

    fn format(&self) -> TableFormat {
        TableFormat::Nibbles
    }

    fn entries(&self) -> usize {
        self.ranking.len()
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        let place = |tile| self.goal.cell_of(tile, self.size * self.size) as u8;
        let cells = self.tiles.iter().map(|&tile| place(tile.into()));
        let set = |cells: &mut dyn Iterator<Item = u8>| cells.map(|cell| 1u32 << cell).sum();
        let fixed = set(&mut cells.clone().take(self.ranking.fixed()));
        let (regions, numbering) = self.numbered();
        let region = regions.region(set(&mut cells.clone()), place(0).into());
        visit(numbering.first(self.ranking.rank(cells), fixed) + region);
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        cursor: &mut Cursor,
        state: usize,
        visit: impl FnMut(usize, u32),
    ) {
        match self.size {
            3 => self.for_each_move::<3>(cursor, state, visit),
            4 => self.for_each_move::<4>(cursor, state, visit),
            _ => self.for_each_move::<5>(cursor, state, visit),
        }
    }
}

impl TileProjection<'_> {
    #[inline]
    fn for_each_move<const N: usize>(
        &self,
        cursor: &mut Cursor,
        state: usize,
        mut visit: impl FnMut(usize, u32),
    ) {
        let (regions, numbering) = self.numbered();
        let region = numbering.find(cursor, state, &self.ranking);
        let Cursor { entry, placement, .. } = cursor;
        let occupied = placement.occupied;
        let region = regions.cells(occupied, region) & ((1 << (N * N)) - 1);
        let fixed_tiles = self.ranking.fixed();
        let tile_on = |cell: usize| usize::from(placement.tile_at[cell & 31] & NO_TILE);
        // Given the lower of two cells: the change of the number if the tile moves between the two.
        let in_row = |tile: usize| self.weights[tile];
        let in_column = |tile: usize, cell: usize| {
            let passed = (1..N).map(|step| self.passing[tile][tile_on(cell + step)]);
            passed.fold(self.weights[tile].wrapping_mul(N as u32), u32::wrapping_add)
        };
        let not_first = occupied & !first_column(N);
        let not_last = occupied & !(first_column(N) << (N - 1));

        // Before the step the tile was on `before`. The blank is there now.
        let mut visit = |tile: usize, cell: usize, before: usize, change: u32| {
            let moved = 1 << cell ^ 1 << before;
            let fixed = placement.fixed ^ if tile < fixed_tiles { moved } else { 0 };
            let region = regions.region(occupied ^ moved, cell);
            visit(numbering.first(entry.wrapping_add(change), fixed) + region, 1);
        };
        for cell in bits(occupied & region << N) {
            let tile = tile_on(cell);
            visit(tile, cell, cell - N, in_column(tile, cell - N).wrapping_neg());
        }
        for cell in bits(not_first & region << 1) {
            let tile = tile_on(cell);
            visit(tile, cell, cell - 1, in_row(tile).wrapping_neg());
        }
        for cell in bits(not_last & region >> 1) {
            let tile = tile_on(cell);
            visit(tile, cell, cell + 1, in_row(tile));
        }
        for cell in bits(occupied & region >> N) {
            let tile = tile_on(cell);
            visit(tile, cell, cell + N, in_column(tile, cell));
        }
    }
}

/// For each cell, its Manhattan distance from `place`.
pub(super) fn manhattan_to(place: usize, size: usize) -> [u8; 32] {
    let mut distances = [0; 32];
    for (cell, distance) in distances.iter_mut().enumerate().take(size * size) {
        let rows = (cell / size).abs_diff(place / size);
        *distance = (rows + (cell % size).abs_diff(place % size)) as u8;
    }
    distances
}
