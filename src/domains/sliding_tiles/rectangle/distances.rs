//! Manhattan distances, and what each move of the blank changes.

#![expect(clippy::inline_always, reason = "parts of the recursion of a search")]

use super::Arrangement;
use super::order::MOST_TILES;
use crate::space::bits::bits;
use crate::{Cost, Expansion, SuccessorFunction};

/// The most cells.
const CELLS: usize = MOST_TILES + 1;

/// Stands for no cell: the distance from every cell is 0.
const NOWHERE: usize = CELLS;

/// Tables for one size and goal.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    /// For each cell and each tile, the distance of the tile from its goal cell. 0 for the blank.
    of: [[u8; CELLS]; CELLS],
    /// For each cell and each other cell, how far they are apart. 0 for [`NOWHERE`].
    apart: [[u8; 2 * CELLS]; CELLS],
    /// For each cell of the blank, the cells that it can move to, one bit each. In ascending order
    /// they are up, left, right and down.
    destinations: [u16; CELLS],
}

impl Distances {
    pub(super) fn new(rows: usize, columns: usize, solved: Arrangement) -> Self {
        let (mut of, mut destinations) = ([[0; CELLS]; CELLS], [0; CELLS]);
        let mut apart = [[0; 2 * CELLS]; CELLS];
        for (cell, other) in pairs(rows * columns) {
            let across = (cell % columns).abs_diff(other % columns);
            let distance = (cell / columns).abs_diff(other / columns) + across;
            let tile = usize::from(solved.tile(other));
            apart[cell][other] = distance as u8;
            of[cell][tile] = if tile == 0 { 0 } else { distance as u8 };
            destinations[cell] |= u16::from(distance == 1) << other;
        }
        Self { of, apart, destinations }
    }

    /// The sum of the distances of all tiles.
    #[inline]
    pub(super) fn sum(&self, arrangement: Arrangement) -> Cost {
        let tiles = (0..CELLS).map(|cell| arrangement.tile(cell) & 15);
        self.of.iter().zip(tiles).map(|(of, tile)| Cost::from(of[usize::from(tile)])).sum()
    }

    /// The sum of the distances of all tiles from their cells in another arrangement.
    #[inline]
    pub(super) fn sum_from(&self, other: Arrangement, arrangement: Arrangement) -> Cost {
        let tile = |arrangement: Arrangement, cell| usize::from(arrangement.tile(cell) & 15);
        let mut cells = [0; CELLS];
        (0..CELLS).for_each(|cell| cells[tile(other, cell)] = cell);
        // The blank does not count.
        cells[0] = NOWHERE;
        let distance = |(cell, apart): (_, &[u8; 2 * CELLS])| {
            Cost::from(apart[cells[tile(arrangement, cell)] % (2 * CELLS)])
        };
        self.apart.iter().enumerate().map(distance).sum()
    }
}

/// All pairs of cells.
fn pairs(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cells).flat_map(move |cell| (0..cells).map(move |other| (cell, other)))
}

/// An arrangement with what is known of it when it is expanded.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) distances: &'a Distances,
    pub(super) arrangement: Arrangement,
    pub(super) estimate: Cost,
    /// The cell of the blank.
    pub(super) blank: u8,
    /// The cell that the blank does not go back to, if there is one, as a bit.
    pub(super) back: u16,
}

impl Node<'_> {
    /// The node after the blank has moved to this cell.
    #[inline(always)]
    fn after(self, cell: u8) -> Self {
        let Self { distances: Distances { of, .. }, arrangement, estimate, blank, .. } = self;
        let (blank, cell) = (usize::from(blank) % CELLS, usize::from(cell) % CELLS);
        let tile = usize::from(arrangement.tile(cell)) % CELLS;
        let change = i32::from(of[blank][tile]) - i32::from(of[cell][tile]);
        Self {
            arrangement: arrangement.moved(blank, cell),
            estimate: estimate.wrapping_add_signed(change),
            blank: cell as u8,
            back: 1 << blank,
            ..self
        }
    }
}

impl SuccessorFunction<Arrangement> for Node<'_> {
    #[inline(always)]
    fn offer_successors(self, mut expansion: impl Expansion<Arrangement>) {
        let cells = self.distances.destinations[usize::from(self.blank) % CELLS] & !self.back;
        for cell in bits(cells) {
            let next = self.after(cell);
            expansion.offer_with(1, next.estimate, || next.arrangement, next);
        }
    }
}
