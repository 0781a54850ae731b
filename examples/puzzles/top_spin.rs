//! The Top Spin puzzle: a ring of numbered tiles, of which any four neighbours can be turned round,
//! until all are in order.
//!
//! The search: IDA\* without the sequences of turns that others replace. Turns that have no tile in
//! common commute, so most sequences are duplicates, and a small automaton leaves them out.

use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves, PrunedState};
use bestfirst::search::{Distances, IdaStar};
use bestfirst::{Heuristic, Limits, Solver, StateSpace, WithHeuristic};

/// How many tiles a turn turns round.
const TURNED: usize = 4;

/// The rings of this many tiles, from 6 to 16.
#[derive(Clone, Copy)]
pub(crate) struct TopSpin {
    pub(crate) tiles: usize,
}

/// The tiles by their places, from 0 on, four bits each, the first place lowest.
pub(crate) type Ring = u64;

fn ring(tiles: impl Iterator<Item = u64>) -> Ring {
    tiles.zip((0..).step_by(4)).fold(0, |ring, (tile, shift)| ring | tile << shift)
}

impl TopSpin {
    /// The tiles 1 to N in any order, as a ring.
    pub(crate) fn new(tiles: &[u64]) -> Result<(Self, Ring), String> {
        let count = tiles.len();
        if !(6..=16).contains(&count) {
            return Err(format!("{count} tiles, expected 6 to 16"));
        }
        if let Some(missing) = (1..).take(count).find(|tile| !tiles.contains(tile)) {
            return Err(format!("tile {missing} is missing from a ring of {count} tiles"));
        }
        Ok((Self { tiles: count }, ring(tiles.iter().map(|tile| tile - 1))))
    }

    fn solved(self) -> Ring {
        ring((0..16).take(self.tiles))
    }

    /// Learns from all sequences of up to `length` turns. With a length of 1, only turning the same
    /// tiles back is pruned.
    pub(crate) fn automaton(self, length: u32) -> MoveAutomaton {
        if length < 2 {
            return MoveAutomaton::from_rule(self.tiles, |last, next| last != next);
        }
        MoveAutomaton::learn(&self, [self.solved()], length)
    }

    pub(crate) fn pruned<'a>(
        self,
        patterns: &'a Patterns,
        automaton: &'a MoveAutomaton,
    ) -> Pruned<'a> {
        PrunedMoves::new(WithHeuristic::new(self, patterns), automaton)
    }
}

/// The rings without the sequences of turns that the automaton forbids.
pub(crate) type Pruned<'a> = PrunedMoves<'a, WithHeuristic<TopSpin, &'a Patterns>>;

pub(crate) fn solve(space: &Pruned, ring: Ring, limits: Limits) -> Solver<PrunedState<Ring>> {
    let initial = space.initial(ring);
    Solver::builder_in(space, initial).algorithm(IdaStar::new()).limits(limits).solve()
}

impl StateSpace for TopSpin {
    type State = Ring;

    fn estimate(&self, _: &Ring) -> u32 {
        0
    }

    fn is_goal(&self, &ring: &Ring) -> bool {
        ring == self.solved()
    }

    /// Every turn exchanges two pairs of tiles, so the number of inversions stays even.
    fn is_solvable(&self, &ring: &Ring) -> bool {
        let tile = |place: usize| ring >> (4 * place) & 15;
        let pairs = (0..self.tiles).flat_map(|right| (0..right).map(move |left| (left, right)));
        pairs.filter(|&(left, right)| tile(left) > tile(right)).count() % 2 == 0
    }

    fn for_each_successor(
        &self,
        ring: &Ring,
        previous: Option<&Ring>,
        mut visit: impl FnMut(Ring, u32),
    ) {
        self.for_each_move(ring, |first, cost| {
            let turned = self.apply(ring, first);
            if Some(&turned) != previous {
                visit(turned, cost);
            }
        });
    }
}

impl MoveSpace for TopSpin {
    /// The first of the places whose tiles are turned round.
    type Move = usize;

    fn move_count(&self) -> usize {
        self.tiles
    }

    fn move_number(&self, first: usize) -> usize {
        first
    }

    fn for_each_move(&self, _: &Ring, mut visit: impl FnMut(usize, u32)) {
        (0..self.tiles).for_each(|first| visit(first, 1));
    }

    fn apply(&self, &ring: &Ring, first: usize) -> Ring {
        let mut turned = ring;
        for (left, right) in [(0, TURNED - 1), (1, TURNED - 2)] {
            let [left, right] = [left, right].map(|place| 4 * ((first + place) % self.tiles));
            let difference = (ring >> left ^ ring >> right) & 15;
            turned ^= difference << left | difference << right;
        }
        turned
    }
}

/// The fewest turns that bring the first tiles to their places, by where these tiles are: a pattern
/// database. The other tiles look alike, and the turns are those of [`TopSpin`]. Each undoes
/// itself, so the distances from the solved ring are also those to it.
pub(crate) struct Patterns {
    space: TopSpin,
    distances: Distances<TopSpin>,
}

/// How many tiles the patterns tell apart.
const PATTERN: u64 = 5;

impl Patterns {
    pub(crate) fn new(space: TopSpin) -> Self {
        let solved = ring((0..16).take(space.tiles).map(|tile| PATTERN.min(tile)));
        Self { space, distances: Distances::from(space, solved).compute() }
    }

    /// The ring as it looks from this place, where only the tiles that belong to the next
    /// [`PATTERN`] places are told apart, and are named for the first places.
    fn pattern(&self, ring: Ring, from: usize) -> Ring {
        let tiles = self.space.tiles;
        let named = |place: usize| {
            let tile = ring >> (4 * ((place + from) % tiles)) & 15;
            let tile = if tile < from as u64 { tile + tiles as u64 } else { tile } - from as u64;
            tile.min(PATTERN)
        };
        self::ring((0..tiles).map(named))
    }
}

impl Heuristic<Ring> for Patterns {
    /// The same table serves for each place, because all places of the ring are alike.
    fn estimate(&self, &ring: &Ring) -> u32 {
        let estimate = |from| self.distances.cost(&self.pattern(ring, from)).unwrap_or(0);
        estimate(0).max(estimate(self.space.tiles / 2))
    }
}
