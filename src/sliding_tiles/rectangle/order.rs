//! Orders of the tiles, and their numbers.

/// The most tiles.
pub(super) const MOST: usize = 15;

/// The number of last places whose orders are in a table.
const LAST: usize = 7;

/// The orders of a number of tiles, which count from 0.
///
/// An order is a permutation. Its rank in lexicographic order has a digit for each place: how many
/// smaller tiles come later, to the base of how many tiles are left. Of the permutations with the
/// ranks 2 *i* and 2 *i* + 1, which differ in the last two places, one is even and one is odd. So *i*
/// numbers the even ones and the odd ones.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// The number of places in the table.
    last: usize,
    /// What a digit counts, for each place.
    weights: [i64; MOST],
    /// All even and all odd permutations of the last places.
    suffixes: [Vec<Suffix>; 2],
}

/// The last places of an order.
#[derive(Clone, Copy, Debug, Default)]
struct Suffix {
    keys: [u8; LAST],
    digits: [u8; LAST],
}

/// An order as far as moves need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Compare as the tiles do.
    keys: [u8; MOST],
    digits: [u8; MOST],
}

/// Orders with the same first places.
#[derive(Debug)]
pub(super) struct Block<'a> {
    /// The number of the first order.
    start: usize,
    suffixes: &'a [Suffix],
    order: Order,
}

impl Orders {
    pub(super) fn new(tiles: usize) -> Self {
        let last = tiles.min(LAST);
        let mut weights = [1; MOST];
        for place in (0..tiles - 1).rev() {
            weights[place] = weights[place + 1] * (tiles - 1 - place) as i64;
        }
        let suffixes = [0, 1].map(|parity| suffixes(last, parity));
        Self { tiles, last, weights, suffixes }
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
        (index(rank), sum % 2 == 1)
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
        let first = self.tiles - self.last;
        let size = self.suffixes[0].len();
        let mut order = Order { keys: [0; MOST], digits: [0; MOST] };
        let mut left = (1_u32 << self.tiles) - 1;
        let mut rest = number / size;
        let mut sum = usize::from(is_odd);
        for place in (0..first).rev() {
            let base = self.tiles - place;
            order.digits[place] = (rest % base) as u8;
            sum += rest % base;
            rest /= base;
        }
        for place in 0..first {
            order.keys[place] = take(&mut left, order.digits[place]);
        }
        for key in &mut order.keys[..first] {
            // Between the keys of the next smaller and the next larger one of the last tiles.
            let smaller = (left & ((1 << *key) - 1)).count_ones() as u8;
            *key = smaller * SCALE + (*key - smaller);
        }
        Block { start: number / size * size, suffixes: &self.suffixes[sum % 2], order }
    }

    /// The number of an order after a tile has moved past others: from the last of `places` to the
    /// first, or from the first to the last.
    #[inline]
    pub(super) fn moved(
        &self,
        number: usize,
        order: &Order,
        (first, last): (usize, usize),
        to_first: bool,
    ) -> usize {
        let Order { keys, digits } = order;
        let mut rank = 2 * number as i64 + i64::from(digits[self.tiles - 2]);
        // The digit of a place goes with its tile to the next place. It changes by one if the tile
        // that moves is smaller.
        if to_first {
            let key = keys[last];
            let mut smaller = 0;
            for place in first..last {
                let is_larger = i64::from(key < keys[place]);
                let digit = i64::from(digits[place]);
                rank += (digit - is_larger) * self.weights[place + 1] - digit * self.weights[place];
                smaller += 1 - is_larger;
            }
            let digit = i64::from(digits[last]);
            rank += (digit + smaller) * self.weights[first] - digit * self.weights[last];
        } else {
            let key = keys[first];
            let mut smaller = 0;
            for place in first + 1..=last {
                let is_larger = i64::from(key < keys[place]);
                let digit = i64::from(digits[place]);
                rank += (digit + is_larger) * self.weights[place - 1] - digit * self.weights[place];
                smaller += 1 - is_larger;
            }
            let digit = i64::from(digits[first]);
            rank += (digit - smaller) * self.weights[last] - digit * self.weights[first];
        }
        index(rank)
    }
}

impl Block<'_> {
    /// Whether the order of this number is in the block.
    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        number.wrapping_sub(self.start) < self.suffixes.len()
    }

    /// The order of this number.
    #[inline]
    pub(super) fn order(&mut self, number: usize, orders: &Orders) -> &Order {
        let suffix = &self.suffixes[number - self.start];
        let first = orders.tiles - orders.last;
        self.order.keys[first..][..orders.last].copy_from_slice(&suffix.keys[..orders.last]);
        self.order.digits[first..][..orders.last].copy_from_slice(&suffix.digits[..orders.last]);
        &self.order
    }
}

/// The distance between the keys of two of the last tiles: larger than the number of other tiles.
const SCALE: u8 = 16;

/// The even or the odd permutations of so many tiles.
fn suffixes(tiles: usize, parity: u8) -> Vec<Suffix> {
    let count = (3..=tiles).product();
    let suffix = |number| {
        let mut suffix = Suffix::default();
        let sum = write_digits(&mut suffix.digits[..tiles], number);
        suffix.digits[tiles - 2] = (sum + parity) % 2;
        let mut left = (1 << tiles) - 1;
        for place in 0..tiles {
            suffix.keys[place] = take(&mut left, suffix.digits[place]) * SCALE + (SCALE - 1);
        }
        suffix
    };
    (0..count).map(suffix).collect()
}

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

/// The number of an even or odd order, from its rank.
fn index(rank: i64) -> usize {
    (rank / 2) as usize
}
