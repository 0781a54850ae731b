//! The n-puzzle with table entries that are updated move by move.

#![expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]

use std::fmt;
use std::hash::{Hash, Hasher};

use super::super::reflection::{reflected_cell, reflected_tile};
use super::super::{Board, Direction};
use super::projection::manhattan_to;
use super::{Sum, TilePatterns, cells_of};
use crate::moves::{MoveExpansion, MoveSpace};
use crate::pattern_database::{PatternDatabase, nibble};
use crate::space::bits::bits;
use crate::space::derived::derived;
use crate::{Expansion, StateSpace};

/// The n-puzzle of N rows with the estimates of K partitions into P patterns, for fast searches.
///
/// With a plain board, every look-up starts from scratch. A [`PatternState`] stores its table
/// entries; each move determines which entry changes, and by how much. Solutions and counts are the
/// same as in a search of boards with the same [`TilePatterns`] as the heuristic.
///
/// A successor is offered before it is generated. IDA\* passes the highest estimate that it allows,
/// and the partitions are looked up one after the other until one is above that. So put the
/// partition first whose sum is the highest most often.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::{Board, Goal, Partition, PatternSpace, TilePatterns};
///
/// let tables = TilePatterns::build(Partition::eight(Goal::BlankLast))?;
/// let space = PatternSpace::<3, 1>::new(&tables).unwrap();
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse()?;
/// let solver = Solver::builder_in(&space, space.state(&board).unwrap()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// assert_eq!(space.board(&solver.solution()[0]), board);
///
/// // The larger of two partitions.
/// let rows = Partition::new(3, Goal::BlankLast, [[1, 2, 3, 4], [5, 6, 7, 8]])?;
/// let corners = Partition::new(3, Goal::BlankLast, [[1, 2, 4, 5], [3, 6, 7, 8]])?;
/// let tables = TilePatterns::build([rows, corners])?;
/// let space = PatternSpace::<3, 2, 2>::with_partitions(&tables).unwrap();
/// let solver = Solver::builder_in(&space, space.state(&board).unwrap()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PatternSpace<'a, const N: usize, const P: usize, const K: usize = 1> {
    patterns: &'a TilePatterns,
    sums: [SumTables<'a, P>; K],
    /// For each cell of the blank, the cells that it can move to, one bit each.
    destinations: [u32; 32],
    /// For each cell of the blank, the directions of these cells, one bit each.
    directions: [u32; 32],
    /// For each cell of the blank and each cell that it moves to: what the tile passes.
    moves: Vec<Move>,
    /// For each tile and cell, the Manhattan distance of the cell from the place of the tile.
    manhattan: [[u8; 32]; 32],
}

/// The tables of a partition.
#[derive(Clone)]
struct SumTables<'a, const P: usize> {
    tables: [&'a [u8]; P],
    /// For the board and for its reflection, indexed by the tiles of the board itself.
    tiles: [Tiles; 2],
}

/// How each tile contributes to the number of a placement.
#[derive(Clone)]
struct Tiles {
    pattern: [u8; 32],
    weight: [u32; 32],
    passing: [[u32; 32]; 32],
}

/// A move between two cells.
#[derive(Clone, Copy, Default)]
struct Move {
    /// The order in which the tile passes others: that of the board for a move in a column, that of
    /// the reflection for a move in a row.
    order: u8,
    /// Whether the tile moves to a later cell.
    is_forward: bool,
    /// The cells between, in that order.
    between: [u8; 4],
}

/// A board of N rows, with its entries in the tables of K partitions into P patterns.
///
/// Two states are equal if their tiles are equal.
#[derive(Clone, Copy, Debug)]
pub struct PatternState<const N: usize, const P: usize, const K: usize = 1> {
    tiles: [[u8; N]; N],
    blank: u8,
    /// For each partition, the Manhattan distance plus twice the sum of the entries in the tables,
    /// for the board and for its reflection.
    estimates: [[u16; 2]; K],
    /// The entries, for the board and for its reflection.
    entries: [[[u32; P]; 2]; K],
}

/// What a move changes, for each partition, for the board and for its reflection.
#[derive(Clone, Copy)]
struct After<const K: usize> {
    estimates: [[u16; 2]; K],
    /// The entries of the tile that was moved, in the table of its pattern.
    entries: [[u32; 2]; K],
}

impl<'a, const N: usize, const P: usize> PatternSpace<'a, N, P> {
    /// The space of the boards of these tables. `None` if the tables are not for N rows, or not of
    /// one partition into P patterns.
    #[must_use]
    pub fn new(patterns: &'a TilePatterns) -> Option<Self> {
        Self::with_partitions(patterns)
    }
}

impl<'a, const N: usize, const P: usize, const K: usize> PatternSpace<'a, N, P, K> {
    /// The space of the boards of these tables. `None` if the tables are not for N rows and one
    /// goal, or not of K partitions into P patterns each.
    #[must_use]
    pub fn with_partitions(patterns: &'a TilePatterns) -> Option<Self> {
        let goal = patterns.partitions().next()?.goal();
        if !patterns.sums.iter().all(|sum| sum.is_for(N, goal)) {
            return None;
        }
        let sums = patterns.sums.iter().map(|sum| SumTables::new(sum, &patterns.tables));
        let sums = sums.collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let (mut destinations, mut directions) = ([0; 32], [0; 32]);
        let mut moves = vec![Move::default(); 32 * 32];
        for blank in 0..N * N {
            for direction in Direction::ALL {
                let Some(to) = direction.step(blank, N) else { continue };
                destinations[blank] |= 1 << to;
                directions[blank] |= 1 << direction as u32;
                moves[blank * 32 + to] = Move::new::<N>(blank, to);
            }
        }
        let mut manhattan = [[0; 32]; 32];
        for (tile, distances) in manhattan.iter_mut().enumerate().take(N * N).skip(1) {
            *distances = manhattan_to(goal.cell_of(tile, N * N), N);
        }
        Some(Self { patterns, sums, destinations, directions, moves, manhattan })
    }

    /// The state of a board, or `None` if the board has another size or goal than the tables.
    #[must_use]
    pub fn state(&self, board: &Board) -> Option<PatternState<N, P, K>> {
        let TilePatterns { sums, tables, .. } = self.patterns;
        if !sums.first().is_some_and(|sum| sum.is_for(board.size(), board.goal())) {
            return None;
        }
        let mut state = PatternState {
            tiles: [[0; N]; N],
            blank: 0,
            estimates: [[u16::try_from(board.manhattan()).ok()?; 2]; K],
            entries: [[[0; P]; 2]; K],
        };
        for (cell, tile) in (0u8..).zip(board.tiles()) {
            state.tiles[usize::from(cell) / N][usize::from(cell) % N] = u8::try_from(tile).ok()?;
            if tile == 0 {
                state.blank = cell;
            }
        }
        let cells = cells_of(board);
        for (partition, sum) in sums.iter().enumerate() {
            for (view, cells) in cells[..self.patterns.views()].iter().enumerate() {
                let entries = state.entries[partition][view].iter_mut();
                for (entry, (table, found)) in entries.zip(sum.entries(tables, cells)) {
                    *entry = found;
                    let away = nibble(table.as_bytes(), found as usize);
                    state.estimates[partition][view] += 2 * u16::from(away);
                }
            }
        }
        Some(state)
    }

    /// The board of a state.
    pub fn board(&self, state: &PatternState<N, P, K>) -> Board {
        let tiles = state.tiles.as_flattened().iter().map(|&tile| tile.into());
        Board::from_permutation(N, self.patterns.sums[0].partition.goal(), tiles.collect())
    }

    /// What changes if the blank moves to this cell, and the estimate after the move. Once the
    /// estimate is above `most`, the rest is not looked up.
    #[expect(clippy::inline_always, reason = "fewer moves between registers and memory: 3% faster")]
    #[inline(always)]
    fn after(&self, state: &PatternState<N, P, K>, to: usize, most: u32) -> (u32, After<K>) {
        let blank = usize::from(state.blank & 31);
        let cells = state.tiles.as_flattened();
        let tile = usize::from(cells[to] & 31);
        let distances = &self.manhattan[tile];
        let [before, after] = [to, blank].map(|cell| u16::from(distances[cell & 31]));
        let estimates = state.estimates.map(|views| views.map(|view| view + after - before));
        let mut after = After { estimates, entries: [[0; 2]; K] };
        let moved = &self.moves[blank * 32 + to];
        // The order in which the tile passes others.
        let order = usize::from(moved.order & 1);
        let mut estimate = 0;
        for (partition, SumTables { tables, tiles: views }) in self.sums.iter().enumerate() {
            for (view, tiles) in views[..self.patterns.views()].iter().enumerate() {
                let Tiles { pattern, weight, passing } = tiles;
                let mut change = weight[tile];
                if view == order {
                    change = change.wrapping_mul(N as u32);
                    for &cell in &moved.between[..N - 1] {
                        let other = cells[usize::from(cell)];
                        change = change.wrapping_add(passing[tile][usize::from(other & 31)]);
                    }
                }
                let change = if moved.is_forward { change } else { change.wrapping_neg() };
                let pattern = usize::from(pattern[tile]);
                let before = state.entries[partition][view][pattern];
                let entry = before.wrapping_add(change);
                after.entries[partition][view] = entry;
                let [before, entry] =
                    [before, entry].map(|entry| u16::from(nibble(tables[pattern], entry as usize)));
                let sum = &mut after.estimates[partition][view];
                *sum = *sum + 2 * entry - 2 * before;
                estimate = estimate.max((*sum).into());
                if estimate > most {
                    return (estimate, after);
                }
            }
        }
        (estimate, after)
    }

    /// The state after the blank has moved to a cell.
    #[expect(clippy::inline_always, reason = "a state less to copy: 3% faster")]
    #[inline(always)]
    fn moved(
        &self,
        state: &PatternState<N, P, K>,
        to: usize,
        after: &After<K>,
    ) -> PatternState<N, P, K> {
        let mut next = *state;
        let tiles = next.tiles.as_flattened_mut();
        let tile = tiles[to];
        tiles[to] = 0;
        tiles[usize::from(state.blank & 31)] = tile;
        next.blank = (to & 31) as u8;
        next.estimates = after.estimates;
        for ((sum, views), entries) in self.sums.iter().zip(&mut next.entries).zip(after.entries) {
            for ((tiles, view), entry) in sum.tiles.iter().zip(views).zip(entries) {
                view[usize::from(tiles.pattern[usize::from(tile & 31)])] = entry;
            }
        }
        next
    }
}

impl<'a, const P: usize> SumTables<'a, P> {
    /// `None` if the partition is not one into P patterns.
    fn new(sum: &Sum, tables: &'a [PatternDatabase]) -> Option<Self> {
        let (size, goal) = (sum.partition.size(), sum.partition.goal());
        let tables: Vec<_> = sum.tables.iter().map(|&table| tables[table].as_bytes()).collect();
        let tables = tables.try_into().ok()?;
        let tiles = [false, true].map(|is_reflected| {
            let mut tiles = Tiles { pattern: [0; 32], weight: [0; 32], passing: [[0; 32]; 32] };
            // The place of each tile in the patterns, for the board or for its reflection.
            let places: Vec<_> = (1..size * size)
                .map(|tile| {
                    let mirrored = reflected_tile(tile, size, goal);
                    let (pattern, order) = sum.places[if is_reflected { mirrored } else { tile }];
                    (tile, pattern, usize::from(order))
                })
                .collect();
            for &(tile, pattern, order) in &places {
                let ranking = &sum.rankings[usize::from(pattern)];
                tiles.pattern[tile] = pattern;
                tiles.weight[tile] = ranking.weights[order];
                for &(other, other_pattern, other_order) in &places {
                    if other_pattern == pattern && other != tile {
                        tiles.passing[tile][other] = ranking.passing(order, other_order);
                    }
                }
            }
            tiles
        });
        Some(Self { tables, tiles })
    }
}

impl<const N: usize, const P: usize, const K: usize> StateSpace for PatternSpace<'_, N, P, K> {
    type State = PatternState<N, P, K>;

    #[inline]
    fn estimate(&self, state: &Self::State) -> u32 {
        state.estimates.as_flattened().iter().fold(0, |most, &estimate| most.max(estimate)).into()
    }

    // Every tile is in some pattern, and a pattern that is not in order has an estimate above 0.
    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.estimates[0][0] == 0
    }

    fn is_solvable(&self, state: &Self::State) -> bool {
        self.board(state).is_solvable()
    }

    derived!(for_each_successor from offers);

    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        mut expansion: impl Expansion<Self::State>,
    ) {
        let most = expansion.most(1);
        let back = previous.map_or(0, |previous| 1u32 << (previous.blank & 31));
        for to in bits(self.destinations[usize::from(state.blank & 31)] & !back) {
            let (estimate, after) = self.after(state, to, most);
            expansion.offer(1, estimate, || self.moved(state, to, &after));
        }
    }
}

/// A move is a move of the blank, and the context is the cell of the blank.
/// [`move_automaton`](crate::sliding_tiles::move_automaton) makes the automaton.
impl<const N: usize, const P: usize, const K: usize> MoveSpace for PatternSpace<'_, N, P, K> {
    derived!(moves of Direction, |space, state| space.directions[usize::from(state.blank & 31)]);

    #[inline]
    fn apply(&self, state: &Self::State, direction: Direction) -> Self::State {
        let to = destination::<N>(state.blank, direction);
        let (_, after) = self.after(state, to, u32::MAX);
        self.moved(state, to, &after)
    }

    #[inline]
    fn offer_moves(
        &self,
        state: &Self::State,
        allowed: u32,
        mut expansion: impl MoveExpansion<Self::State, Direction>,
    ) {
        let most = expansion.most(1);
        self.for_each_allowed_move(state, allowed, |direction, cost| {
            let to = destination::<N>(state.blank, direction);
            let (estimate, after) = self.after(state, to, most);
            expansion.offer(direction, cost, estimate, || self.moved(state, to, &after));
        });
    }

    #[inline]
    fn context(&self, state: &Self::State) -> usize {
        state.blank.into()
    }
}

/// The cell that the blank moves to.
#[inline]
fn destination<const N: usize>(blank: u8, direction: Direction) -> usize {
    let blank = usize::from(blank & 31);
    match direction {
        Direction::Up => blank.wrapping_sub(N),
        Direction::Left => blank.wrapping_sub(1),
        Direction::Right => blank + 1,
        Direction::Down => blank + N,
    }
}

impl<const N: usize, const P: usize, const K: usize> fmt::Debug for PatternSpace<'_, N, P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PatternSpace").field(self.patterns).finish()
    }
}

impl Move {
    fn new<const N: usize>(blank: usize, to: usize) -> Self {
        let (from, to) = (blank.min(to), blank.max(to));
        let is_in_row = to == from + 1;
        let mut between = [0; 4];
        // In a row, the tile passes others column by column.
        let turned = |cell| if is_in_row { reflected_cell(cell, N) } else { cell };
        for (cell, passed) in between.iter_mut().zip(turned(from) + 1..turned(to)) {
            *cell = turned(passed) as u8;
        }
        Self { order: is_in_row.into(), is_forward: blank == to, between }
    }
}

impl<const N: usize, const P: usize, const K: usize> PartialEq for PatternState<N, P, K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<const N: usize, const P: usize, const K: usize> Eq for PatternState<N, P, K> {}

impl<const N: usize, const P: usize, const K: usize> Hash for PatternState<N, P, K> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(self.tiles.as_flattened());
    }
}
