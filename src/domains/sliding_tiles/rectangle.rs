//! Sliding tiles of any number of rows and columns, as a space of numbered states.

#![expect(clippy::cast_possible_truncation, reason = "cells are few, and states have numbers")]

mod arrangement;
mod class;
mod distances;
mod order;
mod steps;

pub use arrangement::Arrangement;

use crate::space::derived::derived;
use crate::space::numbering::{SET, for_each_number};
use crate::{
    ActionSpace, BidirectionalSpace, Cost, Expansion, NumberedSpace, StateSpace, SuccessorFunction,
};
use class::Class;
use distances::{Distances, Node};
use order::Orders;

use super::board::{check_tiles, in_rows};
use super::{BoardError, BoardErrorKind, Direction, Goal};

/// The sliding-tile puzzle with any numbers of rows and columns, and at most 16 cells.
///
/// The states are the [`Arrangement`]s from which the goal can be reached. They are numbered, so
/// that an enumeration takes two bits for each. Estimates from both ends are Manhattan distances.
///
/// # Numbers
///
/// The tiles are read row by row, without the blank. A horizontal move does not change their order.
/// So the number of a state consists of the number of the order and, within it, the cell of the
/// blank. All cells for one order lie in the same 32 numbers, and the horizontal moves of many
/// states are one shift of bits. A vertical move takes one tile past as many others as there are
/// columns, less one. This changes the digits of only these places in the factorial number system.
///
/// Half of the orders can be reached: with an odd number of columns, all are even permutations, and
/// the blank may be anywhere. With an even number, the row of the blank determines whether the
/// permutation is even.
///
/// # Example
///
/// ```
/// use bestfirst::sliding_tiles::{Goal, Rectangle};
/// use bestfirst::{NumberedSpace, Solver, StateSpace};
///
/// let space = Rectangle::new(2, 3, Goal::BlankLast)?;
/// let start = space.arrangement([3, 2, 1, 0, 5, 4])?;
/// let solver = Solver::builder_in(&space, start).solve();
/// assert_eq!(solver.cost(), Some(20));
///
/// let number = space.number(&start).unwrap();
/// assert_eq!(space.state(number), Some(start));
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
///
/// # Reference
///
/// R. E. Korf and P. Schultze, "Large-scale parallel breadth-first search", *AAAI* 2005: all states
/// of the 15-puzzle.
#[derive(Clone, Debug)]
pub struct Rectangle {
    rows: usize,
    columns: usize,
    solved: Arrangement,
    distances: Distances,
    orders: Orders,
    /// One, or one for even and one for odd permutations.
    classes: Vec<Class>,
}

impl Rectangle {
    /// The puzzle of this size.
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::RectangleOutOfRange`] and [`BoardErrorKind::TooManyStates`].
    pub fn new(rows: usize, columns: usize, goal: Goal) -> Result<Self, BoardError> {
        let cells = rows.saturating_mul(columns);
        if rows < 2 || columns < 2 || cells > order::MOST_TILES + 1 {
            let kind = BoardErrorKind::RectangleOutOfRange { rows, columns };
            return Err(BoardError::new(None, kind));
        }
        let solved = Arrangement::new(goal.tiles(cells).map(|tile| tile as u8));
        let distances = Distances::new(rows, columns, solved);
        let orders = Orders::new(cells - 1, columns);
        let size = (rows, columns);
        let mut classes = if columns % 2 == 1 {
            vec![Class::new(size, false, (0, 1))]
        } else {
            let even = goal.home(cells) / columns % 2;
            vec![Class::new(size, false, (even, 2)), Class::new(size, true, (1 - even, 2))]
        };
        let too_many = |_| BoardError::new(None, BoardErrorKind::TooManyStates);
        let mut sets = 0;
        for class in &mut classes {
            class.first_set = usize::try_from(sets).map_err(too_many)?;
            sets += class.sets(orders.count());
        }
        let numbers = sets * u64::from(u32::BITS);
        usize::try_from(numbers).map_err(too_many)?;
        Ok(Self { rows, columns, solved, distances, orders, classes })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of states from which the goal can be reached: half of the factorial of the number
    /// of cells.
    pub fn states(&self) -> u64 {
        (3..=self.cells() as u64).product()
    }

    /// The goal.
    pub fn solved(&self) -> Arrangement {
        self.solved
    }

    /// The arrangement with these tiles, row by row. The blank is 0.
    ///
    /// It need not be solvable: see [`StateSpace::is_solvable`].
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::TileCount`], [`TileOutOfRange`](BoardErrorKind::TileOutOfRange) or
    /// [`RepeatedTile`](BoardErrorKind::RepeatedTile).
    pub fn arrangement(
        &self,
        tiles: impl IntoIterator<Item = u8>,
    ) -> Result<Arrangement, BoardError> {
        let tiles: Vec<u32> = tiles.into_iter().map(u32::from).collect();
        let (found, expected) = (tiles.len(), self.cells());
        if found != expected {
            return Err(BoardError::new(None, BoardErrorKind::TileCount { found, expected }));
        }
        let written = |index, tile| in_rows(self.columns, index, tile);
        check_tiles(self.rows, self.columns, &tiles, written)?;
        Ok(Arrangement::new(tiles.into_iter().map(|tile| tile as u8)))
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The index of the class of a set.
    #[inline]
    fn class_of(&self, set: usize) -> usize {
        self.classes[1..].iter().filter(|class| set >= class.first_set).count()
    }
}

impl StateSpace for Rectangle {
    type State = Arrangement;

    #[inline]
    fn estimate(&self, arrangement: &Arrangement) -> Cost {
        self.distances.sum(*arrangement)
    }

    #[inline]
    fn estimate_is_consistent_both_ways(&self) -> bool {
        true
    }

    #[inline]
    fn is_goal(&self, arrangement: &Arrangement) -> bool {
        *arrangement == self.solved
    }

    fn is_solvable(&self, arrangement: &Arrangement) -> bool {
        self.number(arrangement).is_some()
    }

    derived!(for_each_successor from offers);

    #[inline]
    fn offer_successors(
        &self,
        arrangement: &Arrangement,
        previous: Option<&Arrangement>,
        expansion: impl Expansion<Arrangement>,
    ) {
        let node = Node {
            distances: &self.distances,
            arrangement: *arrangement,
            estimate: self.estimate(arrangement),
            blank: arrangement.blank() as u8,
            back: previous.map_or(0, |previous| 1 << previous.blank()),
        };
        node.offer_successors(expansion);
    }

    /// `None` if the goal cannot be reached.
    fn number(&self, arrangement: &Arrangement) -> Option<usize> {
        let blank = arrangement.blank();
        let mut order = [0; order::MOST_TILES];
        let tiles = (0..self.cells()).filter(|&cell| cell != blank);
        for (place, cell) in order.iter_mut().zip(tiles) {
            *place = arrangement.tile(cell).wrapping_sub(1);
        }
        let (number, is_odd) = self.orders.number(&order[..self.cells() - 1]);
        let class = self.classes.get(usize::from(is_odd))?;
        let cell = class.cell(blank / self.columns, blank % self.columns)?;
        let (set, bit) = class.group(number);
        Some(set * SET + bit + cell)
    }

    fn least_step_cost(&self) -> Cost {
        1
    }

    /// `true`: a search reaches few of the numbered states.
    #[inline]
    fn prefers_hashes(&self) -> bool {
        true
    }
}

impl NumberedSpace for Rectangle {
    fn numbers(&self) -> usize {
        let sets = |class: &Class| class.first_set + class.sets(self.orders.count()) as usize;
        self.classes.last().map_or(0, sets) * SET
    }

    fn state(&self, number: usize) -> Option<Arrangement> {
        let (set, bit) = (number / SET, number % SET);
        let class = &self.classes[self.class_of(set)];
        let order = (set - class.first_set) * class.groups + bit / class.cells;
        let is_order = bit < class.groups * class.cells && (order as u64) < self.orders.count();
        if number >= self.numbers() || !is_order {
            return None;
        }
        let (row, column) = class.place(bit % class.cells);
        let mut tiles = self.orders.order(order, class.is_odd).map(|tile| tile + 1);
        let blank = row * self.columns + column;
        let tile = |cell| if cell == blank { 0 } else { tiles.next().unwrap_or(0) };
        Some(Arrangement::new((0..self.cells()).map(tile)))
    }

    fn for_each_successor_number(&self, number: usize, mut visit: impl FnMut(usize, Cost)) {
        if self.state(number).is_none() {
            return;
        }
        self.expand(number / SET, &[1 << (number % SET)], |set, states| {
            for_each_number(set, states, |successor| visit(successor, 1));
        });
    }

    #[inline]
    fn for_each_successor_set(
        &self,
        first: usize,
        sets: &[u32],
        mut visit: impl FnMut(usize, u32, Cost),
    ) {
        self.expand(first, sets, |set, states| visit(set, states, 1));
    }
}

/// A move of the blank.
impl ActionSpace for Rectangle {
    type Action = Direction;

    fn for_each_action(
        &self,
        arrangement: &Arrangement,
        mut visit: impl FnMut(Direction, Arrangement, Cost),
    ) {
        let blank = arrangement.blank();
        for direction in Direction::ALL {
            if let Some(cell) = direction.step_in(blank, self.rows, self.columns) {
                visit(direction, arrangement.moved(blank, cell), 1);
            }
        }
    }
}

/// Every move can be undone.
impl BidirectionalSpace for Rectangle {
    fn goals(&self, _: &Arrangement) -> impl IntoIterator<Item = Arrangement> {
        [self.solved()]
    }

    #[inline]
    fn estimate_from_initial(&self, initial: &Arrangement, arrangement: &Arrangement) -> Cost {
        self.distances.sum_from(*initial, *arrangement)
    }

    fn has_consistent_estimates(&self) -> bool {
        true
    }

    derived!(for_each_predecessor from successors of |space| space);
}
