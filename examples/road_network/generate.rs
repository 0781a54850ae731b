//! A road network that is made.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The coordinates of a crossing.
type Place = (i32, i32);

/// The ends of a road, and its weight.
type Arc = (u32, u32, u32);

/// Crossings near the points of a grid, and roads between most neighbours, which lead both ways but
/// are given once. A road weighs its length and up to half as much again. All roads along the
/// border are there, so that a way leads from corner to corner.
pub(crate) fn roads(side: u16, seed: u64) -> (Vec<Place>, Vec<Arc>) {
    /// The distance of the points, and how far beyond it a crossing may be. Roads do not cross,
    /// because the squares in which crossings may be are apart.
    const SPACING: i32 = 100;
    const SPREAD: i32 = 60;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut near = |i: u16| i32::from(i) * SPACING + rng.random_range(0..=SPREAD);
    let points = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let places: Vec<Place> = points.map(|(x, y)| (near(x), near(y))).collect();
    let side = u32::from(side);
    let mut arcs = Vec::new();
    for from in 0..side * side {
        let (x, y) = (from % side, from / side);
        // The road to the right is on the border if the row is, and the road down if the column is.
        for (along, across, to) in [(x, y, from + 1), (y, x, from + side)] {
            let is_border = across == 0 || across == side - 1;
            if along == side - 1 || (!is_border && rng.random_ratio(1, 5)) {
                continue;
            }
            let [(x, y), (to_x, to_y)] = [from, to].map(|node| places[node as usize]);
            // Rounded up, or 1 more.
            let length = (x.abs_diff(to_x).pow(2) + y.abs_diff(to_y).pow(2)).isqrt() + 1;
            let weight = length + rng.random_range(0..=length / 2);
            arcs.push((from, to, weight));
        }
    }
    (places, arcs)
}
