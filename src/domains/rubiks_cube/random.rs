//! Random cubes.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::{Cube, PocketCube};
use crate::domains::random_bits::RandomBits;

/// Random cubes. Feature `rand`.
///
/// Each call of `bits` returns 32 random bits, for example by `rng.next_u32()`. The same bits make
/// the same cubes.
impl Cube {
    /// A cube drawn uniformly from all that turns can reach.
    ///
    /// Pieces and orientations are drawn independently, but for one twist and one flip, which
    /// follow from the others. If the permutation is odd, two edges are exchanged. This pairs each
    /// unsolvable cube with a solvable one, so all solvable cubes stay equally likely.
    ///
    /// ```
    /// use bestfirst::rubiks_cube::Cube;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::{Rng, SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(7);
    /// println!("{}", Cube::random(|| rng.next_u32()));
    /// ```
    pub fn random(bits: impl FnMut() -> u32) -> Self {
        let mut rng = RandomBits(bits);
        let mut cube = Self::SOLVED;
        cube.corners.0.shuffle(&mut rng);
        cube.edges.0.shuffle(&mut rng);
        if cube.corners.is_odd() != cube.edges.is_odd() {
            cube.edges.0.swap(0, 1);
        }
        let (corners, edges) = (&mut cube.corners.0, &mut cube.edges.0);
        for corner in &mut corners[1..] {
            *corner |= rng.random_range(0..3) << 3;
        }
        for edge in &mut edges[1..] {
            *edge |= rng.random_range(0..2) << 4;
        }
        // The first pieces bring the sums to 0.
        let twists: u8 = corners.iter().map(|corner| corner >> 3).sum();
        corners[0] |= ((3 - twists % 3) % 3) << 3;
        let flips: u8 = edges.iter().map(|edge| edge >> 4).sum();
        edges[0] |= (flips % 2) << 4;
        cube
    }
}

/// Random pocket cubes. Feature `rand`.
///
/// Each call of `bits` returns 32 random bits, for example by `rng.next_u32()`. The same bits make
/// the same cubes.
impl PocketCube {
    /// A state drawn uniformly from all of them.
    pub fn random(bits: impl FnMut() -> u32) -> Self {
        let number = RandomBits(bits).random_range(0..Self::STATES);
        Self::from_number(number).unwrap_or_default()
    }
}
