//! Boards of any size.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use std::{fmt, mem};

use smallvec::SmallVec;

use super::large::Large;
use super::packed::{self, Packed};
use super::{BoardError, BoardErrorKind, Direction, Goal, Place};
use crate::space::bits::bits;
use crate::space::forward::forward;
use crate::{ActionWorld, BidirectionalWorld, DEAD_END, Expansion, WorldState};

/// The largest size of a board.
pub(super) const MAX_SIZE: usize = 32_767;

/// A board of N by N cells, 1 < N < 32,768, with the tiles 1 to N² - 1 and a blank, written 0.
///
/// A board is immutable and takes 16 bytes. Up to N = 4 that is everything. A larger board keeps
/// its tiles in an allocation that clones share; if the allocator refuses it, the process ends, as
/// with any collection of the standard library. Two boards are equal if they have the same tiles
/// and the same [goal](Goal).
///
/// # Complexity
///
/// Making a board takes O(N²) time, whatever it is made from. The tiles of a board larger than 4 by
/// 4 take one byte each up to N = 6, and 4 bytes each beyond. The check for repeated tiles takes
/// one more byte per cell while it runs.
///
/// Reading one cell, [`manhattan`](Self::manhattan) and [`is_goal`](Self::is_goal) take constant
/// time. So do moves up to N = 4. On a larger board a move copies the board, in O(N²).
///
/// For boards larger than 4 by 4, linear conflicts are counted when
/// [`linear_conflict`](Self::linear_conflict) or [`disorder`](Self::disorder) is first called, and
/// then stored. The count takes O(N²) if few tiles are in their own row or column, as on random
/// boards, or if those that are there are in order. It takes O(N² log N) at worst. The neighbours
/// of a board that has the count derive theirs from it, in O(N log N) after the copy. Stored counts
/// are ignored by equality and hash, so a board is a sound key, although `clippy::mutable_key_type`
/// warns of it.
///
/// Everything else is O(N²).
///
/// # Text
///
/// [`FromStr`](std::str::FromStr) reads the size N and then N² tiles on any lines; or, without the
/// size, N lines of N tiles, or all tiles on one line or each on its own. The text begins with a
/// size if a board of that size follows: rows without a size never do.
///
/// White space, commas, semicolons and brackets may be between the tiles. A `/` ends a row just as
/// the end of a line does, and `#` begins a comment up to the end of its line. Lines end with `\n`,
/// `\r\n` or `\r`. A byte order mark is skipped. The blank is `0`, `_`, `.`, `x`, `X` or `-1`.
///
/// [`BoardReader`](super::BoardReader) also reads boards with an index in front, and lists of
/// boards. [`from_prefix`](Self::from_prefix) reads a size and a board from the start of a longer
/// text.
/// [`Display`](fmt::Display) writes the size and the rows, with at least two characters for each
/// tile and one space between tiles. Reading that text gives the same board, with the default goal.
///
/// ```
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 1 3 / 4 0 2 / 7 6 5".parse()?;
/// assert_eq!(board.hamming(), 5);
/// assert_eq!(board.manhattan(), 10);
/// assert_eq!(board.to_string(), "3\n 8  1  3\n 4  0  2\n 7  6  5");
/// assert_eq!(board, "[[8, 1, 3], [4, _, 2], [7, 6, 5]] # from a course".parse()?);
/// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    // The fields of `Packed`, spread out so that the enum's tag fits beside them.
    Packed { tiles: u64, meta: u32 },
    Large(Arc<Large>),
}

impl From<Packed> for Board {
    #[inline]
    fn from(Packed { tiles, meta }: Packed) -> Self {
        Self(Repr::Packed { tiles, meta })
    }
}

/// Matches on the two representations.
macro_rules! either {
    ($board:expr, $packed:ident => $for_packed:expr, $large:ident => $for_large:expr) => {
        match &$board.0 {
            &Repr::Packed { tiles, meta } => {
                let $packed = Packed { tiles, meta };
                $for_packed
            }
            Repr::Large($large) => $for_large,
        }
    };
}

impl Board {
    /// A board for the default goal, from its rows. Rows are given from top to bottom, tiles from
    /// left to right.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board = Board::from_rows([[1, 2], [0, 3]])?;
    /// assert_eq!(board.tile_at(1, 0), 0);
    /// assert_eq!(
    ///     Board::from_rows([[1, 2], [0, 4]]).unwrap_err().to_string(),
    ///     "rows[1][1]: tile 4 is out of range: a 2-by-2 board has the tiles 0 to 3",
    /// );
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError`] if the size is out of range, if the rows are not N rows of N tiles, or if the
    /// tiles are not 0 to N² - 1 once each. The error has the place as an index, such as
    /// `rows[2][1]`.
    pub fn from_rows<R: AsRef<[u32]>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, BoardError> {
        let mut tiles = Vec::new();
        let mut lengths = Vec::new();
        for row in rows {
            tiles.extend_from_slice(row.as_ref());
            lengths.push(row.as_ref().len());
        }
        let size = square(&lengths).map_err(|(row, kind)| {
            BoardError::new((row < lengths.len()).then_some(Place::Row { row }), kind)
        })?;
        Self::from_tiles(size, tiles, |index, tile| in_rows(size, index, tile))
    }

    /// The solved board of this size and goal.
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`].
    pub fn solved(size: usize, goal: Goal) -> Result<Self, BoardError> {
        check_size(size).map_err(|kind| BoardError::new(None, kind))?;
        Ok(Self::from_permutation(size, goal, goal.tiles(size * size).collect()))
    }

    /// Makes a board of N² tiles for the default goal, if they are a permutation. For errors,
    /// `written` returns the place of a tile, and how it is written there.
    pub(super) fn from_tiles(
        size: usize,
        tiles: Vec<u32>,
        written: impl Fn(usize, u32) -> (Place, String),
    ) -> Result<Self, BoardError> {
        check_tiles(size, size, &tiles, written)?;
        Ok(Self::from_permutation(size, Goal::default(), tiles))
    }

    /// A board of these tiles, which must be a permutation of 0 to N² - 1. Does not copy them.
    pub(super) fn from_permutation(size: usize, goal: Goal, tiles: Vec<u32>) -> Self {
        if size <= packed::MAX_SIZE {
            Packed::new(size, goal, tiles.into_iter()).into()
        } else {
            Self(Repr::Large(Arc::new(Large::new(size, goal, tiles.into_iter()))))
        }
    }

    /// The same tiles with another goal: the tiles in order, around a blank in some cell. Any other
    /// arrangement needs a [`Renaming`](super::Renaming).
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        if goal.on(self.size() * self.size()) == self.goal() {
            return self;
        }
        Self::from_permutation(self.size(), goal, self.tiles().collect())
    }

    /// The goal of this board.
    pub fn goal(&self) -> Goal {
        either!(self, packed => packed.goal(), large => large.goal())
    }

    /// The number N of rows and of columns.
    pub fn size(&self) -> usize {
        either!(self, packed => packed.size(), large => large.size())
    }

    /// The tile in this row and column, both counted from 0. The blank is 0.
    ///
    /// # Panics
    ///
    /// If `row` or `column` is not less than [`size`](Self::size), as when indexing a slice.
    pub fn tile_at(&self, row: usize, column: usize) -> u32 {
        self.get(row, column).unwrap_or_else(|| {
            let size = self.size();
            panic!("row {row}, column {column} is out of range on a {size}-by-{size} board")
        })
    }

    /// The tile in this row and column, or `None` outside the board.
    pub fn get(&self, row: usize, column: usize) -> Option<u32> {
        let size = self.size();
        (row < size && column < size).then(|| self.tile(row * size + column))
    }

    /// All tiles, row by row from the top left.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.size() * self.size()).map(|cell| self.tile(cell))
    }

    /// The packed board, if its size is at most 4.
    #[inline]
    pub(super) fn packed(&self) -> Option<Packed> {
        either!(self, packed => Some(packed), _large => None)
    }

    /// The board, if it is larger than 4 by 4.
    pub(super) fn large(&self) -> Option<&Large> {
        either!(self, _packed => None, large => Some(large))
    }

    fn tile(&self, cell: usize) -> u32 {
        either!(self, packed => packed.tile(cell), large => large.tiles.get(cell))
    }

    /// The cell of the blank, counted row by row from the top left.
    pub(super) fn blank(&self) -> usize {
        either!(self, packed => packed.blank(), large => large.blank())
    }

    /// The successors: the boards after moving the blank up, left, right and down, in this order,
    /// where the board has room for the move.
    ///
    /// They can be read as a slice, or taken one by one.
    #[inline]
    pub fn neighbors(&self) -> impl Deref<Target = [Self]> + IntoIterator<Item = Self> + use<> {
        let mut neighbors = SmallVec::<[Self; 4]>::new();
        self.for_each_neighbor_except(None, |neighbor| neighbors.push(neighbor));
        neighbors
    }

    /// The board after one of these moves.
    #[inline]
    fn moved(&self, next: u32) -> Self {
        either!(self, packed => packed.after(next, packed.tile_and_change(next)).into(),
            large => Self(Repr::Large(large.moved(next))))
    }

    /// The directions in which the blank can move, one bit each.
    #[inline]
    pub(super) fn directions(&self) -> u16 {
        either!(self, packed => packed.directions().into(), large => large.directions(None))
    }

    /// The board after a move in one of these directions.
    #[inline]
    pub(super) fn moved_to(&self, direction: Direction) -> Self {
        self.moved(either!(self, packed => packed.cell_towards(direction),
            _large => direction as u32))
    }

    /// Offers the neighbours as complete boards.
    #[inline(never)]
    fn offer_moved(&self, previous: Option<&Self>, mut expansion: impl Expansion<Self>) {
        self.for_each_neighbor_except(previous, |neighbor| {
            expansion.offer(1, neighbor.manhattan(), || neighbor);
        });
    }

    /// The number of tiles out of place. The blank is not a tile and does not count.
    ///
    /// Each such tile has to move at least once, so the estimate is admissible. It is also
    /// consistent.
    pub fn hamming(&self) -> u32 {
        either!(self, packed => packed.hamming(), large => large.hamming())
    }

    /// The sum of the Manhattan distances of the tiles from their goal cells: rows plus columns.
    /// The blank is not a tile and does not count.
    ///
    /// A move brings one tile at most one step closer, so the estimate is admissible. It is also
    /// consistent. A higher sum than [`DEAD_END`] - 1, possible from N = 1,862 on, becomes that.
    #[inline]
    pub fn manhattan(&self) -> u32 {
        either!(self, packed => packed.manhattan(),
            large => u32::try_from(large.manhattan).unwrap_or(u32::MAX).min(DEAD_END - 1))
    }

    /// Whether the board is solved.
    #[inline]
    pub fn is_goal(&self) -> bool {
        self.manhattan() == 0
    }

    /// Whether the goal can be reached.
    ///
    /// A move exchanges the blank with a tile, which flips the parity of the permutation. It also
    /// moves the blank one step, which flips the parity of the blank's distance from its goal cell.
    /// So the two parities agree on every board from which the goal can be reached. They differ on
    /// every other board (W. W. Johnson and W. E. Story, *American Journal of Mathematics* 2,
    /// 1879).
    pub fn is_solvable(&self) -> bool {
        let (size, goal) = (self.size(), self.goal());
        let cells = size * size;
        let place = |tile: u32| goal.cell_of(tile as usize, cells);
        let mut seen = vec![false; cells];
        // A cycle of k cells is a product of k - 1 exchanges.
        let mut is_odd = false;
        for start in 0..cells {
            let mut cell = start;
            while !mem::replace(&mut seen[cell], true) {
                cell = place(self.tile(cell));
                is_odd ^= cell != start;
            }
        }
        let (blank, home) = (self.blank(), place(0));
        let steps = (blank / size).abs_diff(home / size) + (blank % size).abs_diff(home % size);
        is_odd == (steps % 2 == 1)
    }

    /// The board with its first two tiles, in row order, exchanged. Exactly one of a board and its
    /// twin is solvable. The twin of the twin is the board.
    #[must_use]
    pub fn twin(&self) -> Self {
        let mut tiles: Vec<u32> = self.tiles().collect();
        let (first, second) = match self.blank() {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        tiles.swap(first, second);
        Self::from_permutation(self.size(), self.goal(), tiles)
    }

    /// The move of the blank that leads from this board to `next`, or `None` if no move does.
    pub fn direction_to(&self, next: &Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| {
            self.size() == next.size()
                && direction.step(self.blank(), self.size()) == Some(next.blank())
                && self.moved_to(direction) == *next
        })
    }
}

impl WorldState for Board {
    const ESTIMATE_IS_CONSISTENT_BOTH_WAYS: bool = true;

    #[inline]
    fn estimated_distance_to_goal(&self) -> u32 {
        self.manhattan()
    }

    // The methods of the board itself.
    forward! { |board| board;
        fn neighbors() -> impl IntoIterator<Item = Self>;
        fn is_goal() -> bool;
        fn is_solvable() -> bool;
    }

    #[inline]
    fn for_each_neighbor_except(&self, previous: Option<&Self>, mut visit: impl FnMut(Self)) {
        // Without the move back to the blank's cell in `previous`. No boards are compared.
        let moves = either!(self, packed => packed.destinations(previous.and_then(Self::packed)),
            large => large.directions(previous.map(Self::blank)));
        // `visit` is the body of the search. With a single call site it is inlined here.
        bits(moves).for_each(|next| visit(self.moved(next)));
    }

    #[inline]
    fn offer_neighbors(&self, previous: Option<&Self>, mut expansion: impl Expansion<Self>) {
        let Some(packed) = self.packed() else {
            return self.offer_moved(previous, expansion);
        };
        let mut moves = packed.destinations(previous.and_then(Self::packed));
        // With an iterator over `bits`, IDA* would take 1% more instructions.
        while moves != 0 {
            let next = moves.trailing_zeros();
            moves &= moves - 1;
            let change = packed.tile_and_change(next);
            let estimate = packed.manhattan().wrapping_add_signed(change.1);
            expansion.offer(1, estimate, || packed.after(next, change).into());
        }
    }

    /// The heap bytes of a new board larger than 4 by 4, including the allocator's overhead: an
    /// estimate by the rules of glibc.
    #[inline]
    fn heap_bytes(&self) -> usize {
        either!(self, _packed => 0, large => large.heap_bytes())
    }
}

/// The moves of the blank.
impl ActionWorld for Board {
    type Action = Direction;

    fn for_each_action(&self, mut visit: impl FnMut(Direction, Self)) {
        let directions = Direction::in_set(self.directions());
        directions.for_each(|direction| visit(direction, self.moved_to(direction)));
    }
}

impl BidirectionalWorld for Board {
    const HAS_CONSISTENT_ESTIMATES: bool = true;

    /// The solved board.
    fn goals(&self) -> impl IntoIterator<Item = Self> {
        Self::solved(self.size(), self.goal()).ok()
    }

    /// The sum of the Manhattan distances of the tiles from their cells on the other board.
    #[inline]
    fn estimated_distance_from(&self, initial: &Self) -> u32 {
        let distance = either!(self,
            packed => initial.packed().map(|initial| packed.distance_from(initial)),
            large => initial.large().map(|initial| large.distance_from(initial)));
        // If the sizes differ, neither board can be reached from the other.
        distance.unwrap_or(0)
    }

    #[inline]
    fn for_each_predecessor_except(&self, next: Option<&Self>, visit: impl FnMut(Self)) {
        self.for_each_neighbor_except(next, visit);
    }
}

impl Hash for Board {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Boards that differ only in size or goal may collide.
        either!(self, packed => packed.tiles.hash(hasher), large => large.hash_tiles(hasher));
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<_> = self.tiles().map(|tile| tile.to_string()).collect();
        let rows: Vec<_> = tiles.chunks(self.size()).map(|row| row.join(" ")).collect();
        write!(f, "Board({}, {:?})", rows.join(" / "), self.goal())
    }
}

/// Checks that these tiles are a permutation. For errors, `written` returns the place of a tile,
/// and how it is written there.
pub(super) fn check_tiles(
    rows: usize,
    columns: usize,
    tiles: &[u32],
    written: impl Fn(usize, u32) -> (Place, String),
) -> Result<(), BoardError> {
    debug_assert_eq!(tiles.len(), rows * columns);
    if let Some(index) = tiles.iter().position(|&tile| tile as usize >= tiles.len()) {
        let (place, tile) = written(index, tiles[index]);
        let kind = BoardErrorKind::TileOutOfRange { tile, rows, columns };
        return Err(BoardError::new(Some(place), kind));
    }
    let mut seen = vec![false; tiles.len()];
    let is_repeated = |&tile: &u32| mem::replace(&mut seen[tile as usize], true);
    let Some(index) = tiles.iter().position(is_repeated) else { return Ok(()) };
    let tile = tiles[index];
    let first = tiles.iter().position(|&first| first == tile).unwrap_or(index);
    tiles[index..].iter().for_each(|&tile| seen[tile as usize] = true);
    let missing = seen.iter().position(|&is_seen| !is_seen).unwrap_or(0);
    let [(place, _), (first, _)] = [index, first].map(|index| written(index, tile));
    let kind = BoardErrorKind::RepeatedTile { tile, first, missing };
    Err(BoardError::new(Some(place), kind))
}

/// The place of a tile in rows that are given as numbers, and how it is written.
pub(super) fn in_rows(columns: usize, index: usize, tile: u32) -> (Place, String) {
    (Place::Cell { row: index / columns, column: index % columns }, tile.to_string())
}

pub(super) fn check_size(size: usize) -> Result<(), BoardErrorKind> {
    if (2..=MAX_SIZE).contains(&size) {
        Ok(())
    } else {
        Err(BoardErrorKind::SizeOutOfRange { size: size.to_string() })
    }
}

/// The size of the square formed by rows of these lengths, or the row at fault and what is wrong
/// with it.
pub(super) fn square(lengths: &[usize]) -> Result<usize, (usize, BoardErrorKind)> {
    let &size = lengths.first().ok_or((0, BoardErrorKind::Empty))?;
    check_size(size).map_err(|kind| (0, kind))?;
    if let Some(row) = lengths.iter().position(|&length| length != size) {
        let kind = BoardErrorKind::RowLength { found: lengths[row], expected: size };
        return Err((row, kind));
    }
    if lengths.len() != size {
        let kind = BoardErrorKind::RowCount { found: lengths.len(), expected: size };
        return Err((size.min(lengths.len()), kind));
    }
    Ok(size)
}
