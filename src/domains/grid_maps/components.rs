//! Connected components: which cells can be reached from one another.

use super::direction::Directions;
use super::layout::narrow;
use super::{Cell, GridMap};

/// The connected components of a map: a label for each cell, and sets of labels that were found to
/// be of one component.
#[derive(Clone)]
pub(super) struct Components {
    cut_corners: bool,
    offsets: [u32; 8],
    /// The labels of the open cells.
    labels: Box<[u32]>,
    sets: Vec<Set>,
}

#[derive(Clone, Copy)]
struct Set {
    /// Another label of the same set, or the label itself.
    parent: u32,
    /// The number of labels below this one, itself included.
    size: u32,
}

impl Components {
    pub(super) fn new(map: &GridMap, cut_corners: bool) -> Self {
        let labels = vec![0; map.layout.len()].into();
        let mut new = Self { cut_corners, offsets: map.layout.offsets(), labels, sets: Vec::new() };
        for cell in map.open_cells() {
            new.add(cell, map.neighbors[cell.index()].and(Directions::EARLIER));
        }
        for label in 0..narrow(new.sets.len() as u64) {
            new.sets[label as usize].parent = new.root(label);
        }
        new
    }

    /// Adds a cell with these open neighbours, and so connects them.
    pub(super) fn add(&mut self, cell: Cell, around: Directions) {
        let mut own = None;
        for direction in self.one_of_each_run(around).numbers() {
            let label = self.labels[cell.0.wrapping_add(self.offsets[direction]) as usize];
            self.unite(own.unwrap_or(label), label);
            own = Some(label);
        }
        self.labels[cell.index()] = own.unwrap_or_else(|| {
            let label = narrow(self.sets.len() as u64);
            self.sets.push(Set { parent: label, size: 1 });
            label
        });
    }

    /// Whether a cell with these open neighbours can become a wall without separating them.
    pub(super) fn stay_without(&self, around: Directions) -> bool {
        self.one_of_each_run(around).0.count_ones() <= 1
    }

    /// Whether there are more labels than cells: cells without neighbours were opened very often.
    pub(super) fn has_too_many_labels(&self) -> bool {
        self.sets.len() > self.labels.len()
    }

    /// One neighbour of each run of neighbours that are connected around the cell.
    #[inline]
    fn one_of_each_run(&self, around: Directions) -> Directions {
        let straight = around.0 & Directions::STRAIGHT.0;
        let (left, right) = (straight.rotate_left(1), straight.rotate_right(1));
        let ring = if self.cut_corners {
            // Each of the eight neighbours is connected with the next. Two straight ones are
            // connected across the corner between them.
            around.0 | left & right
        } else {
            // Where a diagonal step leads, two straight steps lead as well. So a diagonal neighbour
            // counts only if it is next to a straight one.
            around.0 & (straight | left | right)
        };
        let first = ring & !ring.rotate_left(1);
        Directions(if ring == u8::MAX { 1 } else { first })
    }

    /// Whether a path leads from one open cell to the other.
    pub(super) fn connect(&self, one: Cell, other: Cell) -> bool {
        let [one, other] = [one, other].map(|cell| self.root(self.labels[cell.index()]));
        one == other
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.labels) + self.sets.capacity() * size_of::<Set>()
    }

    /// The label that stands for the set of this label.
    fn root(&self, mut label: u32) -> u32 {
        while self.sets[label as usize].parent != label {
            label = self.sets[label as usize].parent;
        }
        label
    }

    /// The smaller set goes below the larger one, so that no root is far.
    fn unite(&mut self, one: u32, other: u32) {
        if one == other {
            return;
        }
        let [mut above, mut below] = [one, other].map(|label| self.root(label));
        if above == below {
            return;
        }
        if self.sets[above as usize].size < self.sets[below as usize].size {
            (above, below) = (below, above);
        }
        self.sets[below as usize].parent = above;
        self.sets[above as usize].size += self.sets[below as usize].size;
    }
}
