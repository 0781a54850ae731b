//! Sliding blocks of any shape in a frame, such as Klotski (Hua Rong Dao). An instance is the rows
//! of the frame with a `/` between them, a letter for each block and `.` for an empty square; then
//! `to`, and the row and the column that the left upper corner of the block `A` has to get to.
//!
//! Blocks of one shape are alike. A move is of one block over any squares; a step is to the next.
//!
//! Figures: `cost`; `states`, `radius` and `growth`; `solutions`.

use std::collections::BTreeSet;

use bestfirst::{Cost, Solver, StateSpace};

use crate::rules::{self, Instance, Rules};

/// How many squares a frame has at most.
const MOST: usize = 32;

/// A frame, the shapes of its blocks, and where the first shape has to get to.
struct Frame {
    columns: usize,
    squares: usize,
    /// The shapes, as the distances of their squares from the first one. That of `A` is the first.
    shapes: Vec<Vec<usize>>,
    goal: usize,
    initial: Layout,
    counts_moves: bool,
    text: Vec<char>,
}

/// At the first square of each block, the number of its shape, from 1 on.
type Layout = [u8; MOST];

pub(crate) fn read(text: &str, counts_moves: bool) -> Result<Box<dyn Instance>, String> {
    let (rows, goal) = text.split_once(" to ").ok_or("there is no goal")?;
    let columns = rows.find('/').ok_or("there is one row")?;
    let squares: Vec<char> = rows.chars().filter(|&letter| letter != '/').collect();
    if squares.len() > MOST || squares.len() % columns != 0 {
        return Err(format!("{} squares in rows of {columns}", squares.len()));
    }
    let goal = goal.split_once(',').and_then(|(row, column)| {
        Some((row.parse::<usize>().ok()? - 1) * columns + column.parse::<usize>().ok()? - 1)
    });
    let names: BTreeSet<char> = squares.iter().copied().filter(|&name| name != '.').collect();
    let mut frame = Frame {
        columns,
        squares: squares.len(),
        shapes: Vec::new(),
        goal: goal.ok_or("the goal is no row and column")?,
        initial: [0; MOST],
        counts_moves,
        text: squares,
    };
    for name in names {
        let places = (0..frame.squares).filter(|&square| frame.text[square] == name);
        let places: Vec<usize> = places.collect();
        let shape: Vec<usize> = places.iter().map(|place| place - places[0]).collect();
        let number = frame.shapes.iter().position(|known| *known == shape);
        let number = number.unwrap_or_else(|| {
            frame.shapes.push(shape);
            frame.shapes.len() - 1
        });
        frame.initial[places[0]] = number as u8 + 1;
    }
    Ok(Box::new(frame))
}

impl Frame {
    /// The squares that the block of this shape is on.
    fn block(&self, shape: u8, first: usize) -> u32 {
        self.shapes[usize::from(shape) - 1].iter().map(|offset| 1 << (first + offset)).sum()
    }

    /// The first square after a step, unless it leads out of the frame.
    fn step(&self, shape: u8, first: usize, direction: usize) -> Option<usize> {
        let columns = self.columns;
        let mut squares = self.shapes[usize::from(shape) - 1].iter().map(|offset| first + offset);
        let (is_inside, next) = match direction {
            0 => (squares.all(|square| square >= columns), first.wrapping_sub(columns)),
            1 => (squares.all(|square| square + columns < self.squares), first + columns),
            2 => (squares.all(|square| square % columns > 0), first.wrapping_sub(1)),
            _ => (squares.all(|square| square % columns + 1 < columns), first + 1),
        };
        is_inside.then_some(next)
    }

    /// The layout as letters: the shapes are `a`, `b` and so on.
    fn look(&self, layout: &Layout) -> BTreeSet<Vec<(usize, usize)>> {
        let blocks = (0..self.squares).filter(|&first| layout[first] > 0);
        let squares = |first: usize| {
            let shape = &self.shapes[usize::from(layout[first]) - 1];
            let places = shape.iter().map(|offset| first + offset);
            places.map(|square| (square / self.columns, square % self.columns)).collect()
        };
        blocks.map(squares).collect()
    }
}

impl StateSpace for Frame {
    type State = Layout;

    fn estimate(&self, layout: &Layout) -> Cost {
        u32::from(!self.is_goal(layout))
    }

    fn is_goal(&self, layout: &Layout) -> bool {
        layout[self.goal] == 1
    }

    fn for_each_successor(
        &self,
        layout: &Layout,
        _: Option<&Layout>,
        mut visit: impl FnMut(Layout, Cost),
    ) {
        let blocks = || (0..self.squares).filter(|&first| layout[first] > 0);
        let occupied: u32 = blocks().map(|first| self.block(layout[first], first)).sum();
        for first in blocks() {
            let shape = layout[first];
            let others = occupied & !self.block(shape, first);
            let (mut reached, mut open) = (1_u32 << first, vec![first]);
            while let Some(from) = open.pop() {
                for direction in 0..4 {
                    let Some(to) = self.step(shape, from, direction) else { continue };
                    if reached >> to & 1 == 1 || self.block(shape, to) & others != 0 {
                        continue;
                    }
                    reached |= 1 << to;
                    let mut next = *layout;
                    next[first] = 0;
                    next[to] = shape;
                    visit(next, 1);
                    if self.counts_moves {
                        open.push(to);
                    }
                }
            }
        }
    }
}

impl Instance for Frame {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        match name {
            "cost" => {
                let solver = Solver::builder_in(self, self.initial).solve();
                rules::solution(self, &solver, |layout| self.look(layout))
            }
            "solutions" => rules::solutions(self, self.initial),
            _ => rules::of_growth(name, &rules::growth(self, self.initial, most)),
        }
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(self, name, most)
    }
}

/// A position is the set of blocks, each as its squares by row and column.
impl Rules for Frame {
    type Position = BTreeSet<Vec<(usize, usize)>>;

    fn start(&self) -> Self::Position {
        let names: BTreeSet<char> = self.text.iter().copied().filter(|&c| c != '.').collect();
        let block = |name: char| {
            let on = (0..self.text.len()).filter(|&square| self.text[square] == name);
            on.map(|square| (square / self.columns, square % self.columns)).collect()
        };
        names.into_iter().map(block).collect()
    }

    fn is_solved(&self, blocks: &Self::Position) -> bool {
        let moved = |block: &Vec<(usize, usize)>| {
            let (row, column) = block[0];
            block.iter().map(|place| (place.0 - row) * self.columns + place.1 - column).collect()
        };
        let goal = (self.goal / self.columns, self.goal % self.columns);
        blocks.iter().any(|block| {
            let shape: Vec<usize> = moved(block);
            block[0] == goal && shape == self.shapes[0]
        })
    }

    fn next(&self, blocks: &Self::Position) -> Vec<(Self::Position, Cost)> {
        let rows = self.text.len() / self.columns;
        let mut all = Vec::new();
        for block in blocks {
            let mut rest = blocks.clone();
            rest.remove(block);
            let is_free = |place: &(usize, usize)| {
                place.0 < rows
                    && place.1 < self.columns
                    && !rest.iter().any(|other| other.contains(place))
            };
            let around = |block: &Vec<(usize, usize)>| {
                [(1, 2), (1, 0), (2, 1), (0, 1)].map(|(down, right)| {
                    let moved = block.iter().map(|&(row, column)| {
                        ((row + down).wrapping_sub(1), (column + right).wrapping_sub(1))
                    });
                    moved.collect::<Vec<_>>()
                })
            };
            let mut reached = BTreeSet::from([block.clone()]);
            let mut open = vec![block.clone()];
            while let Some(here) = open.pop() {
                for there in around(&here) {
                    if there.iter().all(is_free) && reached.insert(there.clone()) {
                        let mut next = rest.clone();
                        next.insert(there.clone());
                        all.push((next, 1));
                        if self.counts_moves {
                            open.push(there);
                        }
                    }
                }
            }
        }
        all
    }
}
