//! The n-puzzle with table entries that are updated move by move.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::super::reflection::reflected_cell;
use super::super::{Board, Direction};
use super::TilePatterns;
use super::projection::manhattan_to;
use crate::StateSpace;
use crate::moves::MoveSpace;
use crate::pattern_database::{PatternDatabase, nibble};

/// The n-puzzle of N rows with the estimates of P patterns, for fast searches.
///
/// With a plain board, every look-up starts from scratch. A [`PatternState`] stores its table
/// entries; each move says which entry changes, and by how much. Solutions and counts are the same
/// as in a search of boards with the same [`TilePatterns`] as the heuristic.
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::{Board, Goal, Partition, PatternSpace, TilePatterns};
///
/// let tables = TilePatterns::build(&Partition::eight(Goal::BlankLast))?;
/// let space = PatternSpace::<3, 1>::new(&tables).unwrap();
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse()?;
/// let solver = Solver::builder_in(&space, space.state(&board).unwrap()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// assert_eq!(space.board(&solver.solution()[0]), board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PatternSpace<'a, const N: usize, const P: usize> {
    patterns: &'a TilePatterns,
    tables: [&'a [u8]; P],
    /// For the board and for its reflection, indexed by the tiles of the board itself.
    tiles: [Tiles; 2],
    /// For each cell of the blank, the cells that it can move to, one bit each.
    destinations: [u32; 32],
    /// For each cell of the blank, the directions of these cells, one bit each.
    directions: [u32; 32],
    /// For each cell of the blank and each cell that it moves to: what the tile passes.
    moves: Vec<Move>,
    /// For each tile and cell, the Manhattan distance of the cell from the place of the tile.
    manhattan: [[u8; 32]; 32],
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

/// A board of N rows, with its entries in the tables of P patterns.
///
/// Two states are equal if their tiles are equal.
#[derive(Clone, Copy)]
pub struct PatternState<const N: usize, const P: usize> {
    tiles: [[u8; N]; N],
    blank: u8,
    /// The Manhattan distance plus twice the sum of the distances in the tables, for the board and
    /// for its reflection.
    estimates: [u16; 2],
    /// The entries, for the board and for its reflection.
    entries: [[u32; P]; 2],
}

impl<'a, const N: usize, const P: usize> PatternSpace<'a, N, P> {
    /// The space of the boards of these tables. `None` if the tables are not for N rows or do not
    /// have P patterns.
    #[must_use]
    pub fn new(patterns: &'a TilePatterns) -> Option<Self> {
        let tables: Vec<_> = patterns.tables.iter().map(PatternDatabase::as_bytes).collect();
        let tables = tables.try_into().ok()?;
        if patterns.partition.size() != N {
            return None;
        }
        let tiles = [false, true].map(|is_reflected| {
            let mut tiles = Tiles { pattern: [0; 32], weight: [0; 32], passing: [[0; 32]; 32] };
            // The place of each tile in the patterns, for the board or for its reflection.
            let places: Vec<_> = (1..N * N)
                .map(|tile| {
                    let (pattern, order) =
                        patterns.places[if is_reflected { patterns.mirrored(tile) } else { tile }];
                    (tile, pattern, usize::from(order))
                })
                .collect();
            for &(tile, pattern, order) in &places {
                let ranking = &patterns.rankings[usize::from(pattern)];
                tiles.pattern[tile] = pattern;
                tiles.weight[tile] = ranking.weight(order);
                for &(other, other_pattern, other_order) in &places {
                    if other_pattern == pattern && other != tile {
                        tiles.passing[tile][other] = ranking.passing(order, other_order);
                    }
                }
            }
            tiles
        });
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
            *distances = manhattan_to(patterns.partition.goal().cell_of(tile, N * N), N);
        }
        Some(Self { patterns, tables, tiles, destinations, directions, moves, manhattan })
    }

    /// The state of a board, or `None` if the board has another size or goal than the tables.
    #[must_use]
    pub fn state(&self, board: &Board) -> Option<PatternState<N, P>> {
        let TilePatterns { partition, is_reflected, .. } = self.patterns;
        if board.size() != N || board.goal() != partition.goal() {
            return None;
        }
        let mut state =
            PatternState { tiles: [[0; N]; N], blank: 0, estimates: [0; 2], entries: [[0; P]; 2] };
        for (cell, tile) in (0u8..).zip(board.tiles()) {
            state.tiles[usize::from(cell) / N][usize::from(cell) % N] = u8::try_from(tile).ok()?;
            if tile == 0 {
                state.blank = cell;
            }
        }
        state.estimates = [u16::try_from(board.manhattan()).ok()?; 2];
        let cells = self.patterns.cells_of(board.tiles().map(|tile| tile as usize));
        for (order, cells) in cells.iter().enumerate().take(1 + usize::from(*is_reflected)) {
            for (pattern, entry) in state.entries[order].iter_mut().enumerate() {
                *entry = self.patterns.entry(pattern, cells);
                state.estimates[order] +=
                    2 * u16::from(nibble(self.tables[pattern], *entry as usize));
            }
        }
        Some(state)
    }

    /// The board of a state.
    #[must_use]
    pub fn board(&self, state: &PatternState<N, P>) -> Board {
        let tiles = state.tiles.as_flattened().iter().map(|&tile| tile.into());
        Board::from_permutation(N, self.patterns.partition.goal(), tiles)
    }

    #[expect(clippy::cast_possible_truncation, reason = "cells and rows are less than 25")]
    #[expect(clippy::inline_always, reason = "a state less to copy: 5% fewer instructions")]
    #[inline(always)]
    fn moved(&self, state: &PatternState<N, P>, to: usize) -> PatternState<N, P> {
        let mut next = *state;
        let blank = usize::from(state.blank & 31);
        let tiles = next.tiles.as_flattened_mut();
        let tile = tiles[to];
        tiles[to] = 0;
        tiles[blank] = tile;
        next.blank = (to & 31) as u8;
        let tile = usize::from(tile & 31);
        let distances = &self.manhattan[tile];
        let [before, after] = [to, blank].map(|cell| u16::from(distances[cell & 31]));
        next.estimates = next.estimates.map(|estimate| estimate + after - before);
        let moved = &self.moves[blank * 32 + to];
        // The order in which the tile passes others.
        let order = usize::from(moved.order & 1);
        let passing = &self.tiles[order].passing[tile];
        let mut change = self.tiles[order].weight[tile].wrapping_mul(N as u32);
        for &cell in &moved.between[..N - 1] {
            let other = next.tiles.as_flattened()[usize::from(cell)];
            change = change.wrapping_add(passing[usize::from(other & 31)]);
        }
        if order == 0 || self.patterns.is_reflected {
            self.change(&mut next, order, tile, change, moved.is_forward);
        }
        if order == 1 || self.patterns.is_reflected {
            let change = self.tiles[1 - order].weight[tile];
            self.change(&mut next, 1 - order, tile, change, moved.is_forward);
        }
        next
    }

    #[inline]
    fn change(
        &self,
        state: &mut PatternState<N, P>,
        order: usize,
        tile: usize,
        change: u32,
        is_forward: bool,
    ) {
        let pattern = usize::from(self.tiles[order].pattern[tile]);
        let table = self.tables[pattern];
        let before = state.entries[order][pattern];
        let change = if is_forward { change } else { change.wrapping_neg() };
        let after = before.wrapping_add(change);
        state.entries[order][pattern] = after;
        let [before, after] = [before, after].map(|entry| u16::from(nibble(table, entry as usize)));
        state.estimates[order] = state.estimates[order] + 2 * after - 2 * before;
    }
}

impl<const N: usize, const P: usize> StateSpace for PatternSpace<'_, N, P> {
    type State = PatternState<N, P>;

    #[inline]
    fn estimate(&self, state: &Self::State) -> u32 {
        let [plain, reflected] = state.estimates;
        plain.max(reflected).into()
    }

    // Every tile is in some pattern, and a pattern that is not in order has an estimate above 0.
    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.estimates[0] == 0
    }

    fn is_solvable(&self, state: &Self::State) -> bool {
        self.board(state).is_solvable()
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, u32),
    ) {
        let back = previous.map_or(0, |previous| 1u32 << (previous.blank & 31));
        let mut destinations = self.destinations[usize::from(state.blank & 31)] & !back;
        while destinations != 0 {
            let to = destinations.trailing_zeros() as usize;
            destinations &= destinations - 1;
            visit(self.moved(state, to), 1);
        }
    }
}

/// A move is that of the blank, and the context its cell.
/// [`move_automaton`](crate::sliding_tiles::move_automaton) makes the automaton.
impl<const N: usize, const P: usize> MoveSpace for PatternSpace<'_, N, P> {
    type Move = Direction;

    #[inline]
    fn move_count(&self) -> usize {
        Direction::ALL.len()
    }

    #[inline]
    fn move_number(&self, direction: Direction) -> usize {
        direction as usize
    }

    #[inline]
    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Direction, u32)) {
        self.for_each_allowed_move(state, u32::MAX, visit);
    }

    #[inline]
    fn for_each_allowed_move(
        &self,
        state: &Self::State,
        allowed: u32,
        mut visit: impl FnMut(Direction, u32),
    ) {
        let directions = self.directions[usize::from(state.blank & 31)] & allowed;
        Direction::each(directions, |direction| visit(direction, 1));
    }

    #[inline]
    fn apply(&self, state: &Self::State, direction: Direction) -> Self::State {
        let blank = usize::from(state.blank & 31);
        let cell = match direction {
            Direction::Up => blank.wrapping_sub(N),
            Direction::Left => blank.wrapping_sub(1),
            Direction::Right => blank + 1,
            Direction::Down => blank + N,
        };
        self.moved(state, cell)
    }

    #[inline]
    fn context(&self, state: &Self::State) -> usize {
        state.blank.into()
    }
}

impl<const N: usize, const P: usize> fmt::Debug for PatternSpace<'_, N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PatternSpace").field(self.patterns).finish()
    }
}

impl Move {
    #[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
    fn new<const N: usize>(blank: usize, to: usize) -> Self {
        let (from, to) = (blank.min(to), blank.max(to));
        let is_in_row = to == from + 1;
        let mut between = [0; 4];
        if is_in_row {
            let passed = reflected_cell(from, N) + 1..reflected_cell(to, N);
            between.iter_mut().zip(passed).for_each(|(cell, passed)| {
                *cell = reflected_cell(passed, N) as u8;
            });
        } else {
            between.iter_mut().zip(from + 1..to).for_each(|(cell, passed)| *cell = passed as u8);
        }
        Self { order: is_in_row.into(), is_forward: blank == to, between }
    }
}

impl<const N: usize, const P: usize> PartialEq for PatternState<N, P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<const N: usize, const P: usize> Eq for PatternState<N, P> {}

impl<const N: usize, const P: usize> Hash for PatternState<N, P> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write(self.tiles.as_flattened());
    }
}

impl<const N: usize, const P: usize> fmt::Debug for PatternState<N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternState")
            .field("tiles", &self.tiles)
            .field("entries", &self.entries)
            .field("estimates", &self.estimates)
            .finish_non_exhaustive()
    }
}
