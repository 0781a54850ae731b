//! Random boards.

use std::mem;

use rand::seq::{IndexedRandom, SliceRandom};
use smallvec::SmallVec;

use super::{Board, BoardError, Goal};
use crate::domains::random_bits::RandomBits;

/// Random boards. Feature `rand`.
///
/// Each call of `bits` returns 32 random bits, for example by `rng.next_u32()`. The same bits make
/// the same boards.
impl Board {
    /// The board after a random walk of this many moves from the goal. No move undoes the one
    /// before it. The shortest solution has at most this many moves.
    ///
    /// [`after_random_walk`](Self::after_random_walk) walks from another board.
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`](super::BoardErrorKind::SizeOutOfRange).
    pub fn random_walk(
        size: usize,
        goal: Goal,
        moves: usize,
        bits: impl FnMut() -> u32,
    ) -> Result<Self, BoardError> {
        Ok(Self::solved(size, goal)?.after_random_walk(moves, bits))
    }

    /// The board after a random walk of this many moves from this board. No move undoes the one
    /// before it, and each other move is equally likely. The board is as solvable as before.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::Board;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::{Rng, SeedableRng};
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse()?;
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// let shuffled = board.after_random_walk(1_000, || rng.next_u32());
    /// assert!(shuffled.is_solvable());
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    #[must_use]
    pub fn after_random_walk(&self, moves: usize, bits: impl FnMut() -> u32) -> Self {
        let mut rng = RandomBits(bits);
        let mut board = self.clone();
        let mut previous = None;
        for _ in 0..moves {
            let neighbors = board.neighbors().into_iter();
            let neighbors = neighbors.filter(|neighbor| Some(neighbor) != previous.as_ref());
            let neighbors: SmallVec<[Self; 4]> = neighbors.collect();
            // Every cell has at least two neighbours.
            let Some(next) = neighbors.choose(&mut rng) else { break };
            previous = Some(mem::replace(&mut board, next.clone()));
        }
        board
    }

    /// A board drawn uniformly from all solvable ones.
    ///
    /// The cells are shuffled (Knuth, *The Art of Computer Programming*, algorithm 3.4.2P). An
    /// unsolvable board is replaced by its twin. This pairs each unsolvable board with one solvable
    /// board, so all solvable boards stay equally likely.
    ///
    /// ```
    /// use bestfirst::sliding_tiles::{Board, Goal};
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::{Rng, SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// let board = Board::random(10, Goal::BlankLast, || rng.next_u32())?;
    /// assert!(board.is_solvable());
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`](super::BoardErrorKind::SizeOutOfRange).
    pub fn random(size: usize, goal: Goal, bits: impl FnMut() -> u32) -> Result<Self, BoardError> {
        let mut tiles: Vec<u32> = Self::solved(size, goal)?.tiles().collect();
        tiles.shuffle(&mut RandomBits(bits));
        let board = Self::from_permutation(size, goal, tiles);
        Ok(if board.is_solvable() { board } else { board.twin() })
    }
}
