//! Orders of the tiles, and their numbers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "tiles are at most 15, and ranks are below 15 factorial"
)]

use std::ops::Range;

use crate::space::bits::bits;

/// The most tiles.
pub(super) const MOST_TILES: usize = 15;

/// The number of last places whose orders are in a table.
const LAST_PLACES: usize = 6;

/// The number of ranks in a row: one for each of the last places, and 0 after them.
const RANKS_LEN: usize = LAST_PLACES + 1;

/// The most moves: two for each span of two places or more.
const MOVES: usize = 2 * (MOST_TILES - 1);

/// The orders of a number of tiles, which count from 0.
///
/// An order is a permutation. Its rank in lexicographic order has a digit for each place: how many
/// smaller tiles come later, to the base of how many tiles are left. Of the permutations with the
/// ranks 2 *i* and 2 *i* + 1, which differ in the last two places, one is even and one is odd. So
/// *i* numbers the even ones and the odd ones.
///
/// A move takes a tile from one end of a *span* of places to the other. It changes the digits of
/// these places only. The change of the rank is a sum of two parts, each from a table: that of the
/// last places, computed once, and that of the places before, computed for a [`Block`]. If the span
/// has places of both, each part depends on one number from the other: how many of the last tiles
/// are smaller than the tile that moves.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// The number of places in a span.
    span: usize,
    /// The number of places before those of the table.
    before: usize,
    /// What a digit counts, for each place.
    weights: [i64; MOST_TILES],
    /// Where the tables have a move: see [`move_index`].
    moves: [Move; MOVES],
    /// All even and all odd permutations of the last places.
    suffixes: [Suffixes; 2],
}

/// Where the tables have a move.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    /// The first column in the table of the last places. A move of a tile into the last places has
    /// one for each number of tiles there that may be smaller.
    column: u8,
    /// The first row in the table of a block. A move of a tile out of the last places has one for
    /// each rank that it may have there.
    row: u8,
    /// The place of that rank in [`Suffixes::ranks`].
    place: u8,
}

/// The even or the odd permutations of the last places.
#[derive(Clone, Debug, Default)]
struct Suffixes {
    /// For each permutation, the ranks of its tiles, and 0.
    ranks: Vec<[u8; RANKS_LEN]>,
    /// A row for each permutation, with the [columns](Move::column) of all moves. They include the
    /// digit that distinguishes the two ranks with one number.
    changes: Vec<i16>,
    columns: usize,
}

/// Orders with the same first places.
#[derive(Debug)]
pub(super) struct Block<'a> {
    orders: &'a Orders,
    /// The number of the first order.
    start: usize,
    suffixes: &'a Suffixes,
    /// For each move, the column in the table of the last places.
    columns: [u8; MOVES],
    /// What a move adds to the rank by its places before the last: the [rows](Move::row) of all
    /// moves.
    changes: [i64; ROWS],
}

/// Room for the rows of all moves in the table of a block. Of spans of *s* places there are at most
/// 16 - *s*, and *s* - 1 of them have last places and others. So there are at most 27 + 3 *s* rows,
/// and *s* is at most 8.
const ROWS: usize = 64;

/// The parts of an order that moves need.
#[derive(Default)]
struct Order {
    /// Keys compare as the tiles do.
    keys: [u8; MOST_TILES],
    digits: [u8; MOST_TILES],
}

/// The index of a move in the span that begins at `first`: of the last tile to the front, or of the
/// first one to the end.
pub(super) fn move_index(first: usize, to_front: bool) -> usize {
    2 * first + usize::from(to_front)
}

impl Orders {
    pub(super) fn new(tiles: usize, span: usize) -> Self {
        let mut weights = [1; MOST_TILES];
        for place in (0..tiles - 1).rev() {
            weights[place] = weights[place + 1] * (tiles - 1 - place) as i64;
        }
        let before = tiles.saturating_sub(LAST_PLACES);
        let (moves, suffixes) = ([Move::default(); MOVES], Default::default());
        let mut orders = Self { tiles, span, before, weights, moves, suffixes };
        // The first column is that of all moves before the last places.
        let (mut column, mut row) = (1, 0);
        for (first, to_front) in orders.moves() {
            let (is_within, is_before) = (first >= before, first + span <= before);
            let entry = &mut orders.moves[move_index(first, to_front)];
            let is_crossing = !is_within && !is_before;
            let place =
                if is_crossing && to_front { first + span - 1 - before } else { LAST_PLACES };
            *entry = Move { column: if is_before { 0 } else { column }, row, place: place as u8 };
            row += if is_crossing && to_front { LAST_PLACES as u8 } else { 1 };
            column += match (is_before, is_crossing && !to_front) {
                (true, _) => 0,
                (false, true) => RANKS_LEN as u8,
                (false, false) => 1,
            };
        }
        orders.suffixes = [0, 1].map(|parity| orders.suffixes(parity, column.into()));
        orders
    }

    /// All moves: the first place of the span, and whether a tile moves to it.
    fn moves(&self) -> impl Iterator<Item = (usize, bool)> + use<> {
        let firsts = 0..=self.tiles - self.span;
        firsts.flat_map(|first| [(first, false), (first, true)])
    }

    /// The number of even orders, and of odd ones.
    pub(super) fn count(&self) -> u64 {
        (3..=self.tiles as u64).product()
    }

    /// The number of an order, and whether it is odd.
    pub(super) fn number(&self, order: &[u8]) -> (usize, bool) {
        let mut left = u32::MAX;
        let (mut rank, mut sum) = (0, 0);
        for (&tile, weight) in order.iter().zip(self.weights) {
            left &= !(1 << tile);
            let digit = i64::from((left & ((1 << tile) - 1)).count_ones());
            rank += digit * weight;
            sum += digit;
        }
        ((rank / 2) as usize, sum % 2 == 1)
    }

    /// The even or odd order of this number.
    pub(super) fn order(&self, number: usize, is_odd: bool) -> impl Iterator<Item = u8> {
        let mut digits = [0; MOST_TILES];
        let sum = write_digits(&mut digits[..self.tiles - 2], self.tiles, number);
        digits[self.tiles - 2] = (sum + u8::from(is_odd)) % 2;
        let mut left = (1_u32 << self.tiles) - 1;
        digits.into_iter().take(self.tiles).map(move |digit| take(&mut left, digit))
    }

    /// The block of the even or odd order of this number.
    pub(super) fn block(&self, number: usize, is_odd: bool) -> Block<'_> {
        let size = self.suffixes[0].ranks.len();
        let mut order = Order::default();
        let sum = write_digits(&mut order.digits[..self.before], self.tiles, number / size);
        let mut left = (1_u32 << self.tiles) - 1;
        for place in 0..self.before {
            order.keys[place] = take(&mut left, order.digits[place]);
        }
        for key in &mut order.keys[..self.before] {
            // The key is between those of the next smaller and the next larger one of the last
            // tiles.
            let smaller = (left & ((1 << *key) - 1)).count_ones() as u8;
            *key = smaller * KEY_STEP + (*key - smaller);
        }
        let mut block = Block {
            orders: self,
            start: number / size * size,
            suffixes: &self.suffixes[usize::from(sum + u8::from(is_odd)) % 2],
            columns: [0; MOVES],
            changes: [0; ROWS],
        };
        for (first, to_front) in self.moves() {
            let index = move_index(first, to_front);
            let Move { column, row, place } = self.moves[index];
            let is_into = !to_front && first < self.before && first + self.span > self.before;
            let smaller = if is_into { order.keys[first] / KEY_STEP } else { 0 };
            block.columns[index] = column + smaller;
            let ranks = if usize::from(place) < LAST_PLACES { LAST_PLACES } else { 1 };
            for (change, rank) in block.changes[row.into()..].iter_mut().zip(0..ranks) {
                *change = self.change(0..self.before, &order, (first, to_front), rank as u8);
            }
        }
        block
    }

    /// The even or the odd permutations of the last places.
    fn suffixes(&self, parity: u8, columns: usize) -> Suffixes {
        let last = self.tiles - self.before;
        let mut suffixes = Suffixes { columns, ..Suffixes::default() };
        for number in 0..(3..=last).product() {
            let mut order = Order::default();
            let digits = &mut order.digits[self.before..self.tiles];
            let sum = write_digits(&mut digits[..last - 2], last, number);
            digits[last - 2] = (sum + parity) % 2;
            let low = i64::from(digits[last - 2]);
            let mut left = (1 << last) - 1;
            let mut ranks = [0; RANKS_LEN];
            for (place, rank) in (self.before..self.tiles).zip(&mut ranks) {
                *rank = take(&mut left, order.digits[place]);
                order.keys[place] = *rank * KEY_STEP + (KEY_STEP - 1);
            }
            suffixes.ranks.push(ranks);
            let start = suffixes.changes.len();
            suffixes.changes.resize(start + columns, low as i16);
            for (first, to_front) in self.moves() {
                let column = start + usize::from(self.moves[move_index(first, to_front)].column);
                let is_into = !to_front && first < self.before;
                let smaller = if is_into { 0..=last } else { 0..=0 };
                if first + self.span > self.before {
                    for (change, smaller) in suffixes.changes[column..].iter_mut().zip(smaller) {
                        let places = self.before..self.tiles;
                        let own = self.change(places, &order, (first, to_front), smaller as u8);
                        *change = (low + own) as i16;
                    }
                }
            }
        }
        suffixes
    }

    /// What a move adds to the rank of an order by the digits of these places. If the tile that
    /// moves comes from other places, `smaller` is how many of the last tiles are smaller.
    #[inline]
    fn change(
        &self,
        places: Range<usize>,
        Order { keys, digits }: &Order,
        (first, to_front): (usize, bool),
        smaller: u8,
    ) -> i64 {
        let weights = &self.weights;
        let last = first + self.span - 1;
        let (from, to) = if to_front { (last, first) } else { (first, last) };
        let (key, digit) = if places.contains(&from) {
            (keys[from], digits[from])
        } else {
            (smaller * KEY_STEP + if to_front { KEY_STEP - 1 } else { 0 }, smaller)
        };
        let (mut smaller, mut change) = (0, 0);
        // The digit of a place goes with its tile to the next place. It changes by one if the tile
        // that moves is smaller.
        for place in places.start.max(first)..places.end.min(last + 1) {
            if place == from {
                continue;
            }
            let digit = i64::from(digits[place]);
            let is_larger = i64::from(key < keys[place]);
            change -= digit * weights[place];
            change += if to_front {
                (digit - is_larger) * weights[place + 1]
            } else {
                (digit + is_larger) * weights[place - 1]
            };
            smaller += 1 - is_larger;
        }
        let digit = i64::from(digit);
        if places.contains(&from) {
            change -= digit * weights[from];
        }
        if places.contains(&to) {
            change += (if to_front { digit + smaller } else { digit - smaller }) * weights[to];
        }
        change
    }
}

impl Block<'_> {
    /// Whether the order of this number is in the block.
    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        number.wrapping_sub(self.start) < self.suffixes.ranks.len()
    }

    /// The number of an order of this block after the move with this [index](move_index).
    #[inline]
    pub(super) fn moved(&self, number: usize, index: usize) -> usize {
        let Suffixes { ranks, changes, columns } = self.suffixes;
        let Move { row, place, .. } = self.orders.moves[index];
        let suffix = number - self.start;
        let rank = ranks[suffix][usize::from(place)];
        let change = i64::from(changes[suffix * columns + usize::from(self.columns[index])])
            + self.changes[usize::from(row) + usize::from(rank)];
        number.wrapping_add_signed((change >> 1) as isize)
    }
}

/// The distance between the keys of two of the last tiles: larger than the number of other tiles.
const KEY_STEP: u8 = 16;

/// Writes the first digits of a number of an order of `tiles` tiles. Returns their sum.
fn write_digits(digits: &mut [u8], tiles: usize, mut number: usize) -> u8 {
    let mut sum = 0;
    for (place, digit) in digits.iter_mut().enumerate().rev() {
        let base = tiles - place;
        *digit = (number % base) as u8;
        sum += *digit;
        number /= base;
    }
    sum
}

/// Takes the tile out of the set that has `smaller` smaller tiles in it.
fn take(left: &mut u32, smaller: u8) -> u8 {
    let tile: u8 = bits(*left).nth(smaller.into()).unwrap_or(0);
    *left &= !(1 << tile);
    tile
}
