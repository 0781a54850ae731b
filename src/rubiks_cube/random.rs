//! Random cubes.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::corners::Corners;
use super::edges::Edges;
use super::place::is_odd;
use super::{Cube, PocketCube};

/// Random cubes. Feature `rand`.
///
/// A generator with the same seed gives the same cubes.
impl Cube {
    /// A cube drawn uniformly from all that turns can reach.
    ///
    /// Pieces and orientations are drawn independently, but for one twist and one flip, which follow
    /// from the others. If the permutation is odd, two edges are exchanged. This pairs each
    /// unsolvable cube with a solvable one, so all solvable cubes stay equally likely.
    ///
    /// ```
    /// use bestfirst::rubiks_cube::Cube;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    ///
    /// println!("{}", Cube::random(&mut ChaCha8Rng::seed_from_u64(7)));
    /// ```
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let (mut corners, mut edges) = (Corners::SOLVED.0, Edges::SOLVED.0);
        corners.shuffle(rng);
        edges.shuffle(rng);
        if is_odd(&corners) != is_odd(&edges) {
            edges.swap(0, 1);
        }
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
        Self { corners: Corners(corners), edges: Edges(edges) }
    }
}

/// Random pocket cubes. Feature `rand`.
///
/// A generator with the same seed gives the same cubes.
impl PocketCube {
    /// A state drawn uniformly from all of them.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::from_number(rng.random_range(0..Self::STATES)).unwrap_or_default()
    }
}
