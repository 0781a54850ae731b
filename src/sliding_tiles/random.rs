//! Random boards.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::board::check_size;
use super::{Board, BoardError, Goal};

/// Random boards. Feature `rand`.
///
/// A generator with the same seed gives the same boards.
impl Board {
    /// The board after a random walk of this many moves from the goal. No move undoes the one
    /// before it. The shortest solution has at most this many moves.
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`](super::BoardErrorKind::SizeOutOfRange).
    pub fn random_walk<R: Rng + ?Sized>(
        size: usize,
        goal: Goal,
        moves: usize,
        rng: &mut R,
    ) -> Result<Self, BoardError> {
        let mut board = Self::solved(size, goal)?;
        let mut previous = None;
        for _ in 0..moves {
            let mut neighbors = board.neighbors();
            neighbors.retain(|neighbor| Some(&*neighbor) != previous.as_ref());
            // Every cell has at least two neighbours.
            let Some(next) = neighbors.choose(rng) else { break };
            previous = Some(std::mem::replace(&mut board, next.clone()));
        }
        Ok(board)
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
    /// use rand_chacha::rand_core::SeedableRng;
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// let board = Board::random(10, Goal::BlankLast, &mut rng)?;
    /// assert!(board.is_solvable());
    /// # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardErrorKind::SizeOutOfRange`](super::BoardErrorKind::SizeOutOfRange).
    pub fn random<R: Rng + ?Sized>(
        size: usize,
        goal: Goal,
        rng: &mut R,
    ) -> Result<Self, BoardError> {
        check_size(size).map_err(|kind| BoardError::new(None, kind))?;
        let mut tiles: Vec<u32> = goal.tiles(size * size).collect();
        tiles.shuffle(rng);
        let board = Self::from_permutation(size, goal, tiles);
        Ok(if board.is_solvable() { board } else { board.twin() })
    }
}
