//! Flow fields: the next step from every cell.

use super::direction::Direction;
use super::{Cell, GridMap};
use crate::NumberedSpace;
use crate::search::DenseDistances;
use crate::space::debug::debug;

/// The next step from every cell of a map to the nearest of some goals, for many units. It takes 4
/// bits a cell.
///
/// It is made from the distances from the goals in the [`Reversed`] space. If all weights are 1,
/// every step back costs the same, and the space itself has the same distances.
///
/// A path that follows the field from a cell ends at a goal, and costs the distance of the cell.
///
/// # Complexity
///
/// Constant time for each cell: a tenth of what the distances take.
///
/// # Example
///
/// ```
/// use bestfirst::Reversed;
/// use bestfirst::grid_maps::{FlowField, GridMap, GridSpace, Steps};
/// use bestfirst::search::Distances;
///
/// let map: GridMap = "
/// ......
/// .####.
/// ......
/// ".parse()?;
/// let [mut unit, camp, gate] = [(1, 0), (5, 2), (0, 2)].map(|(x, y)| map.cell(x, y).unwrap());
/// let space = Reversed::new(GridSpace::new(&map, Steps::eight(), camp));
/// let to_any = Distances::from(&space, camp).and_from([gate]).compute_dense();
/// let mut field = FlowField::new(&map, &to_any);
/// while let Some(next) = field.next(unit) {
///     unit = next;
/// }
/// assert_eq!(unit, gate);
///
/// // The gate is closed: another field in the same memory.
/// let memory = to_any.into_memory();
/// let to_camp = Distances::from(&space, camp).reusing(memory).compute_dense();
/// field.update(&map, &to_camp);
/// assert!(field.next(gate).is_some() && field.next(camp).is_none());
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
///
/// [`Reversed`]: crate::Reversed
#[derive(Clone, PartialEq, Eq)]
pub struct FlowField {
    offsets: [u32; 8],
    /// Two cells in each: the directions, or `NONE`.
    pairs: Vec<u8>,
}

/// No step: a wall, a goal, or a cell from which no goal was reached.
const NONE: u8 = 8;

impl FlowField {
    /// The field of distances from the goals of this map.
    #[must_use]
    pub fn new<P>(map: &GridMap, distances: &DenseDistances<P>) -> Self
    where
        P: NumberedSpace<State = Cell>,
    {
        let mut field = Self { offsets: map.layout.offsets(), pairs: Vec::new() };
        field.update(map, distances);
        field
    }

    /// Makes this the field of other distances, in the same memory. The map may be another one,
    /// too.
    pub fn update<P>(&mut self, map: &GridMap, distances: &DenseDistances<P>)
    where
        P: NumberedSpace<State = Cell>,
    {
        self.offsets = map.layout.offsets();
        self.pairs.clear();
        self.pairs.resize(map.layout.len() / 2, NONE << 4 | NONE);
        for cell in map.open_cells() {
            let Some(next) = distances.previous(&cell) else { continue };
            let offset = next.0.wrapping_sub(cell.0);
            let known = (0..).zip(self.offsets).find(|&(_, known)| known == offset);
            if let (Some((code, _)), Some(pair)) = (known, self.pairs.get_mut(cell.index() / 2)) {
                *pair ^= (NONE ^ code) << (cell.0 % 2 * 4);
            }
        }
    }

    /// The direction of the step from a cell. `None` at a goal, at a wall, and where no goal can be
    /// reached.
    #[inline]
    pub fn direction(&self, cell: Cell) -> Option<Direction> {
        let pair = self.pairs.get(cell.index() / 2)?;
        Direction::ALL.get(usize::from(pair >> (cell.0 % 2 * 4) & 0xf)).copied()
    }

    /// The cell after a cell: that in its [direction](Self::direction).
    #[inline]
    pub fn next(&self, cell: Cell) -> Option<Cell> {
        let direction = self.direction(cell)?;
        Some(Cell(cell.0.wrapping_add(self.offsets[direction as usize])))
    }

    /// The heap memory in bytes.
    pub fn bytes(&self) -> usize {
        self.pairs.capacity()
    }
}

debug!(FlowField, |field| bytes: field.bytes());
