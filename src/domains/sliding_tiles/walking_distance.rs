//! Walking distance: the least number of moves that bring all tiles into their rows and columns, if
//! tiles with the same goal row or column are interchangeable.

use std::collections::VecDeque;

use super::line_tables::LineTables;
use super::packed::MAX_SIZE;
use super::{Board, Goal};
use crate::Heuristic;
use crate::space::debug::debug;

/// Walking distance, for boards of up to 4 by 4.
///
/// Count, for each row, how many of its tiles belong in which row. A vertical move of the blank
/// takes one tile to an adjacent row. A horizontal move changes no count. These counts are the
/// states of a smaller puzzle. The same puzzle for columns counts the horizontal moves. The two
/// count different moves, so the sum of the two distances is admissible. One table serves both:
/// rows and columns differ only in which tile belongs where. If the goal has the blank off the
/// diagonal, there is a table for rows and one for columns.
///
/// # Guarantees
///
/// Admissible and consistent, and never less than Manhattan. It is more often above [linear
/// conflict](Board::linear_conflict) than below it; the [`Maximum`](crate::heuristic::Maximum) of
/// the two is stronger than either. On an unsolvable board the estimate is meaningless.
///
/// # Complexity
///
/// For N = 4 the smaller puzzle has 24,964 states. A breadth-first search generates them in about
/// 10 ms. The tables take 290 KiB, and more if rows and columns have each their own. An estimate
/// takes eight look-ups.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::{Board, WalkingDistance};
///
/// let board: Board = "9 5 1 12 / 4 6 7 8 / 11 3 0 15 / 2 13 10 14".parse()?;
/// let heuristic = WalkingDistance::new(board.size(), board.goal()).unwrap();
/// let solver = Solver::builder(board).with_heuristic(&heuristic).solve();
/// assert_eq!(solver.moves(), Some(40));
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
///
/// # Reference
///
/// K. Takahashi, "Walking distance", 2001, a web page in Japanese.
#[derive(Clone)]
pub struct WalkingDistance {
    /// The number of the counts of a line.
    counts: LineTables,
    /// Indexed by the numbers of the first three lines. They determine the fourth. Lines beyond the
    /// size have number 0.
    distances: Vec<u8>,
    /// Where the distances of rows and of columns begin.
    first: [usize; 2],
    kinds: usize,
}

impl WalkingDistance {
    /// Builds the tables for this size and goal. `None` if the size is not 2, 3 or 4.
    #[must_use]
    pub fn new(size: usize, goal: Goal) -> Option<Self> {
        if !(2..=MAX_SIZE).contains(&size) {
            return None;
        }
        let (numbers, kinds) = number_counts(size);
        let counts = LineTables::new(size, goal, &|tiles| {
            numbers[tiles.iter().fold(0, |counts, (home, _)| counts + (1 << (4 * home)))]
        });
        let home = counts.goal.home(size * size);
        let (row, column) = (home / size, home % size);
        let mut tables = Self { counts, distances: Vec::new(), first: [0; 2], kinds: kinds.into() };
        tables.spread_from_goal(size, row, &numbers);
        if row != column {
            tables.first[1] = tables.distances.len();
            tables.spread_from_goal(size, column, &numbers);
        }
        Some(tables)
    }

    /// Searches the smaller puzzle breadth-first, from the goal with the blank in this line, and
    /// adds its distances. A state has one count of 4 bits for each pair of lines: the tiles in the
    /// first that belong in the second.
    fn spread_from_goal(&mut self, size: usize, blank: usize, numbers: &[u8]) {
        const UNSEEN: u8 = u8::MAX;
        let mut solved = [0; MAX_SIZE];
        for (home, counts) in solved.iter_mut().enumerate().take(size) {
            let count = if home == blank { size - 1 } else { size };
            *counts = (0..count).map(|_| 1 << (4 * home)).sum();
        }
        let mut distances = vec![UNSEEN; self.kinds.pow(3)];
        distances[self.index(solved, numbers)] = 0;
        let mut open = VecDeque::from([(solved, blank, 0)]);
        while let Some((state, blank, distance)) = open.pop_front() {
            let neighbors = [blank.checked_sub(1), Some(blank + 1).filter(|&next| next < size)];
            for next in neighbors.into_iter().flatten() {
                for one in (0..size).map(|home| 1 << (4 * home)) {
                    if state[next] & (15 * one) == 0 {
                        continue;
                    }
                    let mut moved = state;
                    moved[next] -= one;
                    moved[blank] += one;
                    let index = self.index(moved, numbers);
                    if distances[index] == UNSEEN {
                        distances[index] = distance + 1;
                        open.push_back((moved, next, distance + 1));
                    }
                }
            }
        }
        self.distances.append(&mut distances);
    }

    /// The index of a distance, given a table from the contents of a line to its number. The loop
    /// always covers three lines, because a loop of constant length is faster.
    #[inline]
    fn index(&self, lines: [u16; MAX_SIZE], numbers: &[u8]) -> usize {
        lines.into_iter().take(MAX_SIZE - 1).fold(0, |index, contents| {
            index * self.kinds + usize::from(numbers[usize::from(contents)])
        })
    }
}

/// Numbers the ways in which the N or N - 1 tiles of a line can belong in N lines, and counts them.
/// A way has one count of 4 bits for each line.
fn number_counts(size: usize) -> (Vec<u8>, u8) {
    let mut numbers = vec![0; 1 << (4 * size)];
    let mut kinds = 0;
    for (counts, number) in numbers.iter_mut().enumerate() {
        let sum: usize = (0..MAX_SIZE).map(|home| counts >> (4 * home) & 15).sum();
        if sum == size || sum + 1 == size {
            *number = kinds;
            kinds += 1;
        }
    }
    (numbers, kinds)
}

/// For boards of another size or goal than the tables, the estimate is the Manhattan distance.
impl Heuristic<Board> for WalkingDistance {
    #[inline]
    fn estimate(&self, board: &Board) -> u32 {
        let Some(packed) = self.counts.board(board) else { return board.manhattan() };
        let both = packed.lines().into_iter().zip(&self.counts.tables).zip(self.first);
        let indices = both.map(|((lines, counts), first)| first + self.index(lines, counts));
        indices.map(|index| u32::from(self.distances[index])).sum()
    }
}

debug!(WalkingDistance, |all| counts: all.counts);
