//! A solution by construction, for a board of any size: found at once, but not the shortest.

use std::collections::VecDeque;
use std::iter::{self, FusedIterator};
use std::mem;

use super::{Board, Direction, Goal, Renaming};
use crate::space::debug::debug;

/// From this size on, rows and columns are put in order one by one. A smaller board is searched.
const SMALLEST: usize = 4;

impl Board {
    /// Moves of the blank that lead to the goal, or `None` if the board is unsolvable. The solution
    /// is constructed, not searched for, and is usually not the shortest.
    ///
    /// The construction puts the first row and the first column in order, placing one tile of each
    /// in turn. It then does the same with the rest of the board, until 3 by 3 cells are left.
    /// These cells are solved in the fewest moves. Each tile moves diagonally as long as it can,
    /// which takes 6 moves for two steps. It then moves straight, at 5 moves a step. The last two
    /// tiles of a row turn its corner together.
    ///
    /// # Guarantees
    ///
    /// At most 31 moves for N = 3 and at most 6 for N = 2. No method can promise fewer. From N = 4
    /// on, at most 5N³ - 9N²/2 + 19N/2 - 89 moves. Up to N = 8 this bound is the sum of the worst
    /// cases; beyond that it held for all boards tried. A random board takes about half of the
    /// bound. If the goal has the blank in no corner, the moves between its cell and the last one
    /// come on top.
    ///
    /// # Complexity
    ///
    /// The test for solvability takes O(N²) time. After that each move takes O(1) amortized time:
    /// the moves that place a tile are computed together.
    ///
    /// # Memory
    ///
    /// 9 bytes for each cell. Moves are handed out as they are found and are not kept. A collected
    /// move takes one byte: up to 40 MB in all for N = 200.
    ///
    /// # Example
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "0 12 9 13 / 15 11 10 14 / 3 7 5 6 / 4 8 2 1".parse()?;
    /// let moves: Vec<_> = board.any_solution().unwrap().collect();
    /// assert!(moves.len() <= 197);
    /// assert!(board.apply(moves).unwrap().is_goal());
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// # Reference
    ///
    /// I. Parberry, "A real-time algorithm for the (n² - 1)-puzzle", *Information Processing
    /// Letters* 56, 1995. The bound and the greedy order are from there. The paper works row by
    /// row.
    pub fn any_solution(&self) -> Option<AnySolution> {
        self.is_solvable().then(|| AnySolution::new(self))
    }

    /// The board after these moves of the blank, or `None` if a move leads off the board.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::{Board, Direction};
    ///
    /// let board: Board = "1 2 / 0 3".parse()?;
    /// assert!(board.apply([Direction::Right]).unwrap().is_goal());
    /// assert_eq!(board.apply([Direction::Left]), None);
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    #[must_use]
    pub fn apply(&self, moves: impl IntoIterator<Item = Direction>) -> Option<Self> {
        let mut tiles: Vec<u32> = self.tiles().collect();
        let mut blank = self.blank();
        for direction in moves {
            let next = direction.step(blank, self.size())?;
            tiles.swap(blank, next);
            blank = next;
        }
        Some(Self::from_permutation(self.size(), self.goal(), tiles))
    }
}

/// A row and a column, counted from the corner that is put in order first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell {
    row: usize,
    column: usize,
}

impl Cell {
    /// One of the eight cells around this one. Index 0 is the cell above; the others follow
    /// clockwise. Off the board, the row or column is too large for any board.
    fn around(self, index: usize) -> Self {
        const DOWN: [isize; 8] = [-1, -1, 0, 1, 1, 1, 0, -1];
        let (down, right) = (DOWN[index % 8], DOWN[(index + 2) % 8]);
        Self {
            row: self.row.wrapping_add_signed(down),
            column: self.column.wrapping_add_signed(right),
        }
    }

    fn is_beside(self, other: Self) -> bool {
        self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }

    fn distance(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }

    fn transposed(self) -> Self {
        Self { row: self.column, column: self.row }
    }
}

/// The moves of a solution, computed as they are asked for. Made by [`Board::any_solution`].
#[derive(Clone)]
pub struct AnySolution {
    size: usize,
    /// Whether the goal has the blank first. The board is then rotated by a half turn, and the
    /// tiles are renamed, so that the blank belongs last here.
    is_turned: bool,
    /// The tiles row by row from the top left.
    tiles: Vec<u32>,
    /// For each tile, its index in `tiles`.
    places: Vec<u32>,
    /// For each index in `tiles`, whether the cell has its final tile.
    is_done: Vec<bool>,
    /// The number of rows and columns that are in order.
    done: usize,
    /// The number of tiles placed in the next row and the next column together.
    placed: usize,
    /// Whether rows and columns are exchanged. The code for a row then orders a column.
    is_transposed: bool,
    /// The cell of the blank. Set at the beginning of each part of the work.
    blank: Cell,
    /// Moves that were found and not yet handed out.
    moves: VecDeque<Direction>,
    /// Moves that come after all others, for a goal with the blank in no corner, the last one
    /// first.
    end: Vec<Direction>,
}

impl AnySolution {
    fn new(board: &Board) -> Self {
        if let Some((corner, end)) = by_corner(board) {
            // A solved board needs no moves, not even to the corner and back.
            let (done, end) = if board.is_goal() { (board.size(), Vec::new()) } else { (0, end) };
            return Self { done, end, ..Self::new(&corner) };
        }
        let mut tiles: Vec<u32> = board.tiles().collect();
        let is_turned = board.goal() == Goal::BlankFirst;
        if is_turned {
            let cells = u32::try_from(tiles.len()).unwrap_or(u32::MAX);
            tiles = tiles.iter().rev().map(|tile| (cells - tile) % cells).collect();
        }
        let mut places = vec![0; tiles.len()];
        for (place, &tile) in (0..).zip(&tiles) {
            places[tile as usize] = place;
        }
        Self {
            size: board.size(),
            is_turned,
            is_done: vec![false; tiles.len()],
            tiles,
            places,
            done: 0,
            placed: 0,
            is_transposed: false,
            blank: Cell { row: 0, column: 0 },
            moves: VecDeque::new(),
            end: Vec::new(),
        }
    }

    /// The index of a cell in `tiles`.
    fn index(&self, cell: Cell) -> usize {
        let Cell { row, column } = if self.is_transposed { cell.transposed() } else { cell };
        row * self.size + column
    }

    fn cell_of(&self, tile: u32) -> Cell {
        let index = self.places[tile as usize] as usize;
        let cell = Cell { row: index / self.size, column: index % self.size };
        if self.is_transposed { cell.transposed() } else { cell }
    }

    /// The tile that belongs on a cell other than the blank's.
    fn tile_for(&self, home: Cell) -> u32 {
        u32::try_from(self.index(home) + 1).unwrap_or(u32::MAX)
    }

    fn is_free(&self, cell: Cell) -> bool {
        cell.row < self.size && cell.column < self.size && !self.is_done[self.index(cell)]
    }

    fn set_done(&mut self, cell: Cell, is_done: bool) {
        let index = self.index(cell);
        self.is_done[index] = is_done;
    }

    /// Moves the blank to an adjacent cell.
    fn slide(&mut self, to: Cell) {
        let (from, index) = (self.index(self.blank), self.index(to));
        let direction = match index {
            _ if index + 1 == from => Direction::Left,
            _ if index == from + 1 => Direction::Right,
            _ if index < from => Direction::Up,
            _ => Direction::Down,
        };
        self.moves.push_back(if self.is_turned { direction.opposite() } else { direction });
        let tile = self.tiles[index];
        self.tiles.swap(from, index);
        self.places.swap(0, tile as usize);
        self.blank = to;
    }

    /// Does the next part of the work.
    fn proceed(&mut self) {
        // Tiles of the row and of the column alternate. The last two of the row come together, then
        // the last two of the column.
        self.is_transposed = self.placed % 2 == 1;
        self.blank = self.cell_of(0);
        let side = self.size - self.done;
        if side < SMALLEST {
            self.solve_rest();
            self.done = self.size;
            return;
        }
        let at = self.placed / 2;
        if at + 2 < side {
            let home = Cell { row: self.done, column: self.done + at };
            self.bring(self.tile_for(home), home, &|cell| cell == home);
            self.set_done(home, true);
        } else {
            self.place_last_two();
        }
        self.placed += 1;
        if self.placed == 2 * (side - 1) {
            self.placed = 0;
            self.done += 1;
        }
    }

    /// Places the last two tiles of the row. The first of them waits in the corner until the second
    /// is right behind it. A search of the corner does the rest.
    fn place_last_two(&mut self) {
        let (top, right) = (self.done, self.size - 1);
        let corner = Cell { row: top, column: right };
        let home = Cell { row: top, column: right - 1 };
        let (first, second) = (self.tile_for(home), self.tile_for(corner));
        if self.cell_of(first) != home || self.cell_of(second) != corner {
            self.bring(first, corner, &|cell| cell == corner);
            self.set_done(corner, true);
            let below = Cell { row: top + 1, column: right };
            let is_near = |cell: Cell| cell.row < top + 3 && cell.column + 1 >= right;
            self.bring(second, below, &is_near);
            let at = self.cell_of(second);
            self.walk_beside(at, at, true);
            self.set_done(corner, false);
            // From here on only these 4 rows of 3 cells matter.
            let local = |cell: Cell| 3 * (cell.row - top) + cell.column + 2 - right;
            let tiles = [first, second].map(|tile| local(self.cell_of(tile)));
            for cell in turn_corner(local(self.blank), tiles).into_iter().rev() {
                self.slide(Cell { row: cell / 3 + top, column: cell % 3 + right - 2 });
            }
        }
        self.set_done(home, true);
        self.set_done(corner, true);
    }

    /// Moves a tile towards the target until `is_there` is true for its cell.
    fn bring(&mut self, tile: u32, target: Cell, is_there: &dyn Fn(Cell) -> bool) {
        let mut at = self.cell_of(tile);
        while !is_there(at) {
            // There is always a next step: the tests below try all positions.
            let Some(side) = self.next_side(at, target) else { return };
            let next = at.around(side);
            self.walk_beside(at, next, side % 4 == 0);
            if let Some((steps, turn)) = self.way_round(at, side) {
                let start = self.place_beside(at);
                for step in 1..=steps {
                    self.slide(at.around(start + turn * step));
                }
            }
            self.slide(at);
            at = next;
        }
    }

    /// The side to which a tile moves next, towards its target: the one that takes the fewest moves
    /// of the blank.
    fn next_side(&self, at: Cell, target: Cell) -> Option<usize> {
        let rows = at.row.abs_diff(target.row);
        let columns = at.column.abs_diff(target.column);
        let vertical = if target.row < at.row { 0 } else { 4 };
        let horizontal = if target.column < at.column { 6 } else { 2 };
        [(vertical, rows, columns), (horizontal, columns, rows)]
            .into_iter()
            .filter(|&(side, steps, _)| steps > 0 && self.is_free(at.around(side)))
            .filter_map(|(side, steps, others)| {
                let moves = self.moves_beside(at, side)?;
                // Going along the shorter axis first leaves one straight step more.
                Some((moves + if steps < others { 2 } else { 0 }, side))
            })
            .min_by_key(|&(moves, _)| moves)
            .map(|(_, side)| side)
    }

    /// The number of moves that the blank needs to this side of a tile.
    fn moves_beside(&self, tile: Cell, side: usize) -> Option<usize> {
        if self.blank.is_beside(tile) {
            return self.way_round(tile, side).map(|(steps, _)| steps);
        }
        let (goal, blank) = (tile.around(side), self.blank);
        let direct = blank.distance(goal);
        let is_in_line = (blank.row == goal.row && tile.row == goal.row)
            || (blank.column == goal.column && tile.column == goal.column);
        let is_behind = is_in_line && direct > blank.distance(tile);
        Some(direct + if is_behind { 2 } else { 0 })
    }

    /// Moves the blank towards a cell until it is one of the eight cells around the tile.
    fn walk_beside(&mut self, tile: Cell, goal: Cell, rows_first: bool) {
        let towards =
            |from: usize, to: usize| from + usize::from(from < to) - usize::from(from > to);
        while !self.blank.is_beside(tile) {
            let blank = self.blank;
            let vertical = Cell { row: towards(blank.row, goal.row), ..blank };
            let horizontal = Cell { column: towards(blank.column, goal.column), ..blank };
            let steps = if rows_first { [vertical, horizontal] } else { [horizontal, vertical] };
            let is_possible = |&cell: &Cell| cell != blank && self.is_free(cell);
            let Some(next) = steps.into_iter().find(is_possible) else { return };
            self.slide(next);
        }
    }

    /// The shorter way of the blank around a tile it touches, to this side of the tile: the number
    /// of steps, and by how much each goes on in the order of the cells around the tile.
    fn way_round(&self, tile: Cell, side: usize) -> Option<(usize, usize)> {
        let start = self.place_beside(tile);
        [(side + 8 - start, 1), (start + 8 - side, 7)]
            .map(|(steps, turn)| (steps % 8, turn))
            .into_iter()
            .filter(|&(steps, turn)| {
                (1..=steps).all(|step| self.is_free(tile.around(start + turn * step)))
            })
            .min()
    }

    /// Which of the eight cells around a tile has the blank.
    fn place_beside(&self, tile: Cell) -> usize {
        (0..8).find(|&index| tile.around(index) == self.blank).unwrap_or(0)
    }

    /// Solves the remaining board of at most 3 by 3 cells in the fewest moves.
    fn solve_rest(&mut self) {
        let side = self.size - self.done;
        let cell = |index| Cell { row: self.done + index / side, column: self.done + index % side };
        let cells: Vec<Cell> = (0..side * side).map(cell).collect();
        // The tiles are renumbered, with the blank last.
        let mut tiles = vec![0; cells.len()];
        for (number, &home) in (1..).zip(&cells[..cells.len() - 1]) {
            let at = self.cell_of(self.tile_for(home));
            tiles[(at.row - self.done) * side + at.column - self.done] = number;
        }
        let rest = Board::from_permutation(side, Goal::BlankLast, tiles);
        // Bounds grow by 2: each move changes the colour of the blank's cell, so the parity is
        // known.
        let mut way = Vec::new();
        let is_solved = |&moves: &u32| solve_within(&rest, None, moves, &mut way);
        let _ = (rest.manhattan()..).step_by(2).find(is_solved);
        for blank in way.into_iter().rev() {
            self.slide(cells[blank]);
        }
    }
}

/// For a goal with the blank in no corner: the board with other names for its tiles, so that its
/// goal has the blank last; and the moves from there to the goal, the last one first.
fn by_corner(board: &Board) -> Option<(Board, Vec<Direction>)> {
    let Goal::BlankAt(home) = board.goal() else { return None };
    let (size, home) = (board.size(), home as usize);
    let mut there = vec![Direction::Right; size - 1 - home % size];
    there.resize(there.len() + size - 1 - home / size, Direction::Down);
    let back = there.iter().map(|direction| direction.opposite());
    let corner = Board::solved(size, board.goal()).ok()?.apply(there.iter().copied())?;
    Some((Renaming::to(&corner).rename(board)?, back.collect()))
}

/// Iterative deepening, for boards of 2 by 2 and 3 by 3: whether at most `moves` moves lead to the
/// goal, the first of which is not `back`. Adds the cells that the blank moves to, the last one
/// first.
fn solve_within(board: &Board, back: Option<Direction>, moves: u32, way: &mut Vec<usize>) -> bool {
    if board.manhattan() > moves || board.is_goal() {
        return board.is_goal();
    }
    let ahead = Direction::ALL.into_iter().filter(|&direction| Some(direction) != back);
    for direction in ahead.filter(|direction| board.directions() >> direction.number() & 1 == 1) {
        let next = board.moved_to(direction);
        if solve_within(&next, Some(direction.opposite()), moves - 1, way) {
            way.push(next.blank());
            return true;
        }
    }
    false
}

/// Brings two tiles into the last two cells of a row, in the fewest moves: the cells that the blank
/// moves to, the last one first. There are 4 rows of 3 cells, numbered row by row. The first one
/// has its tile already.
fn turn_corner(blank: usize, tiles: [usize; 2]) -> Vec<usize> {
    const CELLS: usize = 12;
    // All positions reached, in the order of the distance: the blank, the tiles, and the index in
    // this list of the position before.
    let mut reached = vec![(blank, tiles, 0)];
    let mut is_known = [false; CELLS * CELLS * CELLS];
    let mut at = 0;
    while let Some(&(blank, tiles, _)) = reached.get(at) {
        if tiles == [1, 2] {
            let back = iter::successors(Some(at), |&at| Some(reached[at].2));
            return back.take_while(|&at| at != 0).map(|at| reached[at].0).collect();
        }
        for direction in Direction::ALL {
            let Some(to) = direction.step_in(blank, 4, 3).filter(|&to| to != 0) else { continue };
            let moved = tiles.map(|tile| if tile == to { blank } else { tile });
            let known = &mut is_known[(to * CELLS + moved[0]) * CELLS + moved[1]];
            if !mem::replace(known, true) {
                reached.push((to, moved, at));
            }
        }
        at += 1;
    }
    Vec::new()
}

impl Iterator for AnySolution {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        while self.moves.is_empty() && self.done < self.size {
            self.proceed();
        }
        self.moves.pop_front().or_else(|| self.end.pop())
    }
}

impl FusedIterator for AnySolution {}

debug!(AnySolution, |all| size: all.size, done: all.done);

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    impl AnySolution {
        /// Exchanges two tiles so that `tile` is on `cell`.
        fn put(&mut self, tile: u32, cell: Cell) {
            let (from, to) = (self.index(self.cell_of(tile)), self.index(cell));
            self.places.swap(tile as usize, self.tiles[to] as usize);
            self.tiles.swap(from, to);
            self.blank = self.cell_of(0);
        }
    }

    fn cells(size: usize) -> impl Iterator<Item = Cell> {
        (0..size * size).map(move |cell| Cell { row: cell / size, column: cell % size })
    }

    /// Puts the first row and column in order in every possible way. `before` maps each cell of the
    /// blank to the most moves so far, and the result does the same. Each part of the work depends
    /// only on the positions of the blank and of the one or two tiles being placed, so the test
    /// tries all of those.
    fn put_in_order(size: usize, goal: Goal, before: HashMap<Cell, usize>) -> HashMap<Cell, usize> {
        let mut start = AnySolution::new(&Board::solved(size, goal).unwrap());
        let mut most = before;
        for placed in 0..2 * (size - 1) {
            start.is_transposed = false;
            if placed == 1 {
                // The first tile of the column is also the first of the row.
                start.blank = start.cell_of(0);
                start.proceed();
                continue;
            }
            let free: Vec<Cell> = cells(size).filter(|&cell| start.is_free(cell)).collect();
            let tile = |at: usize| {
                let home = Cell { row: 0, column: at };
                let home = if placed % 2 == 0 { home } else { home.transposed() };
                (start.tile_for(home), home)
            };
            let first = tile(placed / 2);
            let second = Some(tile(size - 1)).filter(|_| placed / 2 == size - 2);
            let mut after = HashMap::new();
            let mut try_from = |blank, moves: usize, tiles: &[(u32, Cell)]| {
                let mut solution = start.clone();
                solution.put(0, blank);
                for &(tile, at) in tiles {
                    solution.put(tile, at);
                }
                solution.proceed();
                solution.is_transposed = false;
                for (tile, home) in [Some(first), second].into_iter().flatten() {
                    assert_eq!(solution.cell_of(tile), home, "blank at {blank:?}, {tiles:?}");
                }
                let most = after.entry(solution.cell_of(0)).or_insert(0);
                *most = (moves + solution.moves.len()).max(*most);
            };
            for (&blank, &moves) in &most {
                for &at in free.iter().filter(|&&at| at != blank) {
                    let Some(second) = second else {
                        try_from(blank, moves, &[(first.0, at)]);
                        continue;
                    };
                    for &other in free.iter().filter(|&&other| other != blank && other != at) {
                        try_from(blank, moves, &[(first.0, at), (second.0, other)]);
                    }
                }
            }
            most = after;
            start.blank = start.cell_of(0);
            start.proceed();
        }
        most
    }

    #[test]
    fn the_worst_cases_add_up_to_no_more_than_the_bound() {
        for size in SMALLEST..=7 {
            let goal = if size % 2 == 0 { Goal::BlankLast } else { Goal::BlankFirst };
            let mut most = cells(size).map(|cell| (cell, 0)).collect();
            for side in (SMALLEST..=size).rev() {
                most = put_in_order(side, goal, most)
                    .into_iter()
                    .map(|(Cell { row, column }, moves)| {
                        (Cell { row: row - 1, column: column - 1 }, moves)
                    })
                    .collect();
            }
            let most = 31 + most.into_values().max().unwrap();
            let bound = (10 * size.pow(3) + 19 * size - 9 * size.pow(2)) / 2 - 89;
            assert!(most <= bound, "{size}: {most} moves");
        }
    }
}
