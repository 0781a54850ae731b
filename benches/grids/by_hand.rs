//! A\* on a map as one would write it by hand: arrays by cell, kept from query to query, and either
//! a binary heap or a ring of buckets.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bestfirst::grid_maps::GridMap;

const STRAIGHT: u32 = 1000;
const DIAGONAL: u32 = 1414;

/// More than *f* can grow in one step, and a power of two: twice the cost of a diagonal step.
const RING: usize = 4096;

/// What a search asks of an open list. An entry is a cell and its path cost.
pub(crate) trait Open: Default {
    fn push(&mut self, f: u32, path_cost: u32, cell: u32);
    fn pop(&mut self) -> Option<(u32, u32)>;
    fn clear(&mut self);
}

/// The highest path cost first among equal *f*.
#[derive(Default)]
pub(crate) struct Heap(BinaryHeap<(Reverse<u32>, u32, u32)>);

impl Open for Heap {
    fn push(&mut self, f: u32, path_cost: u32, cell: u32) {
        self.0.push((Reverse(f), path_cost, cell));
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        self.0.pop().map(|(_, path_cost, cell)| (path_cost, cell))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// A stack for each *f*; the ring slides with the lowest.
#[derive(Default)]
pub(crate) struct Ring {
    buckets: Vec<Vec<(u32, u32)>>,
    /// No *f* of an entry is lower. `None` before the first entry.
    lowest: Option<usize>,
    len: usize,
}

impl Open for Ring {
    fn push(&mut self, f: u32, path_cost: u32, cell: u32) {
        if self.buckets.is_empty() {
            self.buckets.resize_with(RING, Vec::new);
        }
        self.lowest.get_or_insert(f as usize);
        self.len += 1;
        self.buckets[f as usize % RING].push((path_cost, cell));
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let lowest = self.lowest.as_mut().filter(|_| self.len > 0)?;
        loop {
            if let Some(entry) = self.buckets[*lowest % RING].pop() {
                self.len -= 1;
                return Some(entry);
            }
            *lowest += 1;
        }
    }

    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.lowest, self.len) = (None, 0);
    }
}

/// The map with a border of walls, and the nodes of the last query. Cells are numbered row by row.
pub(crate) struct Dense<O> {
    stride: u32,
    is_open: Vec<bool>,
    nodes: Vec<Node>,
    query: u32,
    open: O,
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// The query that the other fields belong to.
    query: u32,
    path_cost: u32,
    parent: u32,
}

impl<O: Open> Dense<O> {
    pub(crate) fn new(map: &GridMap) -> Self {
        let stride = map.width() + 2;
        let mut is_open = vec![false; stride * (map.height() + 2)];
        for (x, y) in map.open_cells().map(|cell| map.position(cell)) {
            is_open[(y + 1) * stride + x + 1] = true;
        }
        let nodes = vec![Node::default(); is_open.len()];
        Self { stride: narrow(stride), is_open, nodes, query: 0, open: O::default() }
    }

    /// The cost of the cheapest path between two cells by their columns and rows.
    pub(crate) fn cost(&mut self, from: (usize, usize), to: (usize, usize)) -> Option<u32> {
        let stride = self.stride;
        let (start, goal) = (self.number(from), self.number(to));
        let (goal_x, goal_y) = (goal % stride, goal / stride);
        let estimate = |cell: u32| {
            let (x, y) = ((cell % stride).abs_diff(goal_x), (cell / stride).abs_diff(goal_y));
            STRAIGHT * x.max(y) + (DIAGONAL - STRAIGHT) * x.min(y)
        };
        self.query += 1;
        self.open.clear();
        self.nodes[start as usize] = Node { query: self.query, path_cost: 0, parent: start };
        self.open.push(estimate(start), 0, start);
        while let Some((path_cost, cell)) = self.open.pop() {
            if path_cost > self.nodes[cell as usize].path_cost {
                continue;
            }
            if cell == goal {
                return Some(path_cost);
            }
            let beside = [cell - stride, cell + 1, cell + stride, cell - 1];
            let is_open = beside.map(|cell| self.is_open[cell as usize]);
            for side in 0..4 {
                if is_open[side] {
                    self.reach(beside[side], cell, path_cost + STRAIGHT, estimate);
                }
                let next = (side + 1) % 4;
                let corner = beside[side] + beside[next] - cell;
                if is_open[side] && is_open[next] && self.is_open[corner as usize] {
                    self.reach(corner, cell, path_cost + DIAGONAL, estimate);
                }
            }
        }
        None
    }

    #[inline]
    fn reach(&mut self, cell: u32, parent: u32, path_cost: u32, estimate: impl Fn(u32) -> u32) {
        let node = &mut self.nodes[cell as usize];
        if node.query != self.query || path_cost < node.path_cost {
            *node = Node { query: self.query, path_cost, parent };
            self.open.push(path_cost + estimate(cell), path_cost, cell);
        }
    }

    /// The number of steps of the path that was found.
    pub(crate) fn steps(&self, to: (usize, usize)) -> usize {
        let mut cell = self.number(to);
        let mut steps = 0;
        while self.nodes[cell as usize].parent != cell {
            cell = self.nodes[cell as usize].parent;
            steps += 1;
        }
        steps
    }

    fn number(&self, (x, y): (usize, usize)) -> u32 {
        (narrow(y) + 1) * self.stride + narrow(x) + 1
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a map has less than 2^32 cells")
}
