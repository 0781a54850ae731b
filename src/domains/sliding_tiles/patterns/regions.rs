//! The regions into which the tiles of a pattern divide the other cells.

/// The largest number of regions. With 4 rows, at most 8 cells can be pairwise apart. With 5 rows,
/// 7 tiles make at most 6 regions.
const REGIONS: usize = 8;

/// The cells of the first column, one bit each.
pub(super) fn first_column(size: usize) -> u32 {
    (0..size).fold(0, |cells, row| cells | 1 << (row * size))
}

/// The sets of a given number of cells, numbered.
///
/// The number of a set is the sum of an entry of `low`, for its lowest cells, and of one of `high`,
/// for the others.
pub(super) struct CellSets {
    cells: usize,
    size: usize,
    low: Vec<u32>,
    high: Vec<u32>,
}

/// The number of cells that count as the lowest.
const LOW: usize = 13;

impl CellSets {
    /// The sets of `size` of these cells.
    pub(super) fn new(cells: usize, size: usize) -> Self {
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
        for upper in 0u32..1 << (cells - low_cells) {
            high.push(count);
            let lower_count = size.checked_sub(upper.count_ones() as usize);
            count += lower_count.and_then(|lower| counts.get(lower)).copied().unwrap_or(0);
        }
        Self { cells, size, low, high }
    }

    /// The number of a set.
    #[inline]
    pub(super) fn number(&self, set: u32) -> usize {
        let (low, high) = (set as usize & ((1 << LOW) - 1), set as usize >> LOW);
        (self.low[low] + self.high[high]) as usize
    }

    /// All sets, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0u32..1 << self.cells).filter(|set| set.count_ones() as usize == self.size)
    }
}

/// For each set of a given number of cells, the regions into which the set divides the other cells.
pub(super) struct Regions {
    sets: CellSets,
    /// The numbers of the cells' regions, stored as bit planes. This finds the region of a cell
    /// without a branch, which would be hard to predict.
    planes: Vec<[u32; REGIONS.ilog2() as usize]>,
    board: u32,
}

impl Regions {
    pub(super) fn new(size: usize, occupied: usize) -> Self {
        let sets = CellSets::new(size * size, occupied);
        let planes = sets.iter().map(|set| regions_of(size, set)).collect();
        Self { sets, planes, board: (1 << (size * size)) - 1 }
    }

    #[inline]
    fn of(&self, occupied: u32) -> impl DoubleEndedIterator<Item = u32> {
        self.planes[self.sets.number(occupied)].into_iter()
    }

    /// The number of regions.
    pub(super) fn count(&self, occupied: u32) -> u16 {
        (0..REGIONS).map(|region| u16::from(self.cells(occupied, region) & self.board != 0)).sum()
    }

    /// The region of an empty cell.
    #[inline]
    pub(super) fn region(&self, occupied: u32, cell: usize) -> usize {
        self.of(occupied).rev().fold(0, |region, bits| region << 1 | bits as usize >> cell & 1)
    }

    /// The cells of a region. The result may include cells that are not on the board.
    #[inline]
    pub(super) fn cells(&self, occupied: u32, region: usize) -> u32 {
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
