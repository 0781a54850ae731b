//! Orders of the tiles, and their numbers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "tiles are at most 15, and ranks are below 15 factorial"
)]

/// The most tiles.
pub(super) const MOST: usize = 15;

/// The number of last places whose orders are in a table.
const LAST: usize = 7;

/// Room for them, in one word.
const ROOM: usize = 8;

/// The orders of a number of tiles, which count from 0.
///
/// An order is a permutation. Its rank in lexicographic order has a digit for each place: how many
/// smaller tiles come later, to the base of how many tiles are left. Of the permutations with the
/// ranks 2 *i* and 2 *i* + 1, which differ in the last two places, one is even and one is odd. So *i*
/// numbers the even ones and the odd ones.
///
/// A move takes a tile from one end of a *span* of places to the other. It changes the digits of
/// these places only. What this adds to the number is in a table for spans within the last places,
/// and computed once for many orders for those before.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// The number of places in a span.
    span: usize,
    /// The number of places before those of the table.
    before: usize,
    /// What a digit counts, for each place.
    weights: [i64; PLACES],
    /// All even and all odd permutations of the last places.
    suffixes: [Vec<Suffix>; 2],
}

/// The last places of an order.
#[derive(Clone, Copy, Debug)]
struct Suffix {
    keys: [u8; ROOM],
    digits: [u8; ROOM],
    /// What a move within the last places adds to the number, for each first place of the span: if
    /// the first tile moves to the end, and if the last one moves to the front.
    changes: [[i16; 2]; LAST],
}

/// Room for all places before the last ones, and for a word of those.
const PLACES: usize = MOST - LAST + ROOM;

/// An order as far as moves need it.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// Compare as the tiles do.
    keys: [u8; PLACES],
    digits: [u8; PLACES],
}

/// Orders with the same first places.
#[derive(Debug)]
pub(super) struct Block<'a> {
    orders: &'a Orders,
    /// The number of the first order.
    start: usize,
    suffixes: &'a [Suffix],
    /// With any last places.
    order: Order,
    /// What a move before the last places adds to the number.
    changes: [[i64; 2]; MOST],
}

impl Orders {
    pub(super) fn new(tiles: usize, span: usize) -> Self {
        let mut weights = [1; PLACES];
        for place in (0..tiles - 1).rev() {
            weights[place] = weights[place + 1] * (tiles - 1 - place) as i64;
        }
        let before = tiles.saturating_sub(LAST);
        let mut orders = Self { tiles, span, before, weights, suffixes: [Vec::new(), Vec::new()] };
        orders.suffixes = [0, 1].map(|parity| orders.suffixes(parity));
        orders
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
        let mut digits = [0; MOST];
        let sum = write_digits(&mut digits[..self.tiles], number);
        digits[self.tiles - 2] = (sum + u8::from(is_odd)) % 2;
        let mut left = (1_u32 << self.tiles) - 1;
        digits.into_iter().take(self.tiles).map(move |digit| take(&mut left, digit))
    }

    /// The block of the even or odd order of this number.
    pub(super) fn block(&self, number: usize, is_odd: bool) -> Block<'_> {
        let size = self.suffixes[0].len();
        let mut order = Order { keys: [0; PLACES], digits: [0; PLACES] };
        let mut rest = number / size;
        let mut sum = usize::from(is_odd);
        for place in (0..self.before).rev() {
            let base = self.tiles - place;
            order.digits[place] = (rest % base) as u8;
            sum += rest % base;
            rest /= base;
        }
        let mut left = (1_u32 << self.tiles) - 1;
        for place in 0..self.before {
            order.keys[place] = take(&mut left, order.digits[place]);
        }
        for key in &mut order.keys[..self.before] {
            // Between the keys of the next smaller and the next larger one of the last tiles.
            let smaller = (left & ((1 << *key) - 1)).count_ones() as u8;
            *key = smaller * SCALE + (*key - smaller);
        }
        let mut changes = [[0; 2]; MOST];
        let firsts = (self.before + 1).saturating_sub(self.span);
        for (first, changes) in changes.iter_mut().take(firsts).enumerate() {
            *changes = [false, true].map(|to_front| self.change(&order, first, to_front) / 2);
        }
        let suffixes = &self.suffixes[sum % 2];
        Block { orders: self, start: number / size * size, suffixes, order, changes }
    }

    /// The even or the odd permutations of the last places.
    fn suffixes(&self, parity: u8) -> Vec<Suffix> {
        let last = self.tiles - self.before;
        let suffix = |number| {
            let mut order = Order { keys: [0; PLACES], digits: [0; PLACES] };
            let digits = &mut order.digits[self.before..self.tiles];
            let sum = write_digits(digits, number);
            digits[last - 2] = (sum + parity) % 2;
            let mut left = (1 << last) - 1;
            for place in self.before..self.tiles {
                order.keys[place] = take(&mut left, order.digits[place]) * SCALE + (SCALE - 1);
            }
            let low = i64::from(order.digits[self.tiles - 2]);
            let mut changes = [[0; 2]; LAST];
            let firsts = (last + 1).saturating_sub(self.span);
            for (first, changes) in changes.iter_mut().take(firsts).enumerate() {
                *changes = [false, true].map(|to_front| {
                    let change = self.change(&order, self.before + first, to_front);
                    (low + change).div_euclid(2) as i16
                });
            }
            let last_places =
                |places: [u8; PLACES]| std::array::from_fn(|place| places[self.before + place]);
            Suffix { keys: last_places(order.keys), digits: last_places(order.digits), changes }
        };
        (0..(3..=last).product()).map(suffix).collect()
    }

    /// What a move adds to the rank of an order.
    #[inline]
    fn change(&self, Order { keys, digits }: &Order, first: usize, to_front: bool) -> i64 {
        let keys = &keys[first..][..self.span];
        let digits = &digits[first..][..self.span];
        let weights = &self.weights[first..][..self.span];
        let last = self.span - 1;
        let (from, to) = if to_front { (last, 0) } else { (0, last) };
        let key = keys[from];
        let (mut smaller, mut change) = (0, 0);
        // The digit of a place goes with its tile to the next place. It changes by one if the tile
        // that moves is smaller.
        if to_front {
            for ((&other, &digit), weights) in keys.iter().zip(digits).zip(weights.windows(2)) {
                let is_larger = i64::from(key < other);
                change += i64::from(digit) * (weights[1] - weights[0]) - is_larger * weights[1];
                smaller += 1 - is_larger;
            }
        } else {
            let others = keys[1..].iter().zip(&digits[1..]);
            for ((&other, &digit), weights) in others.zip(weights.windows(2)) {
                let is_larger = i64::from(key < other);
                change += i64::from(digit) * (weights[0] - weights[1]) + is_larger * weights[0];
                smaller -= 1 - is_larger;
            }
        }
        let digit = i64::from(digits[from]);
        change + (digit + smaller) * weights[to] - digit * weights[from]
    }
}

impl Block<'_> {
    /// Whether the order of this number is in the block.
    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        number.wrapping_sub(self.start) < self.suffixes.len()
    }

    /// The number of an order of this block after a move in the span that begins at `first`: of the
    /// last tile to the front, or of the first one to the end.
    #[inline]
    pub(super) fn moved(&self, number: usize, first: usize, to_front: bool) -> usize {
        let (orders, suffix) = (self.orders, &self.suffixes[number - self.start]);
        let change = if first >= orders.before {
            suffix.changes[first - orders.before][usize::from(to_front)].into()
        } else if first + orders.span <= orders.before {
            self.changes[first][usize::from(to_front)]
        } else {
            let mut order = self.order;
            order.keys[orders.before..][..ROOM].copy_from_slice(&suffix.keys);
            order.digits[orders.before..][..ROOM].copy_from_slice(&suffix.digits);
            let low = i64::from(order.digits[orders.tiles - 2]);
            (low + orders.change(&order, first, to_front)) >> 1
        };
        number.wrapping_add_signed(change as isize)
    }
}

/// The distance between the keys of two of the last tiles: larger than the number of other tiles.
const SCALE: u8 = 16;

/// The digits of a number of even or odd orders. The last two are left out. Returns their sum.
fn write_digits(digits: &mut [u8], mut number: usize) -> u8 {
    let tiles = digits.len();
    let mut sum = 0;
    for place in (0..tiles - 2).rev() {
        let base = tiles - place;
        digits[place] = (number % base) as u8;
        sum += digits[place];
        number /= base;
    }
    sum
}

/// Takes the tile that has so many smaller ones in the set.
fn take(left: &mut u32, smaller: u8) -> u8 {
    let mut rest = *left;
    for _ in 0..smaller {
        rest &= rest - 1;
    }
    let tile = rest.trailing_zeros();
    *left &= !(1 << tile);
    tile as u8
}
