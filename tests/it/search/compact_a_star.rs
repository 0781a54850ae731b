//! A\* without parents: paths found again, and tables that grow, are restarted, or lose states.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{Algorithm, CompactAStar, Distances, End, GraphAStar, Reuse, Search};
use bestfirst::sliding_tiles::{Arrangement, Goal, Rectangle};
use bestfirst::{
    BidirectionalSpace, Cost, Event, Limits, Observed, Solver, StateSpace, Statistics, StopReason,
};

use crate::common::oracle;

/// That each state of a path is a successor of the one before, from the first to the goal.
fn assert_path(space: &Rectangle, path: &[Arrangement], first: Arrangement) {
    assert_eq!((path[0], path[path.len() - 1]), (first, space.solved()));
    for step in path.windows(2) {
        let mut is_step = false;
        space.for_each_successor(&step[0], None, |next, _| is_step |= next == step[1]);
        assert!(is_step, "{step:?}");
    }
}

/// In one memory, queries in turn long and short.
#[test]
fn boards_of_every_depth_in_the_same_memory() {
    let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    let mut levels = vec![Vec::new(); 32];
    for (tiles, distance) in oracle::distances([1, 2, 3, 4, 5, 6, 7, 8, 0]) {
        let tiles = tiles.map(|tile| u8::try_from(tile).unwrap());
        levels[distance as usize].push(space.arrangement(tiles).unwrap());
    }
    let mut search = CompactAStar::new().start(&space, space.solved());
    for sample in 0..12 {
        for depth in (0..levels.len()).rev() {
            let states = &levels[depth];
            let state = states[sample * 7919 % states.len()];
            search = Reuse::from_memory(search.into_memory(), &space, state);
            assert_eq!(search.advance(u64::MAX), Some(End::Solved));
            assert_eq!((search.cost() as usize, search.lower_bound() as usize), (depth, depth));
            assert_path(&space, &search.path(), state);
        }
    }
}

/// The table grows while several states are taken together, with and without room for it.
#[test]
fn large_tables_grow_and_stop_at_limits() {
    let space = Rectangle::new(4, 4, Goal::BlankLast).unwrap();
    let tiles = [2, 9, 3, 5, 8, 11, 12, 7, 15, 4, 0, 13, 6, 1, 10, 14];
    let start = space.arrangement(tiles).unwrap();
    let solver = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
    let optimum = solver.cost().unwrap();
    assert!(solver.statistics().enqueued > 200_000, "{}", solver.statistics());

    let mut bytes = Vec::new();
    for capacity in [0, 3_000_000] {
        let algorithm = CompactAStar::new().capacity(capacity);
        let solver = Solver::builder_in(&space, start).algorithm(algorithm).solve();
        assert_eq!(solver.cost(), Some(optimum));
        assert_path(&space, solver.solution(), start);
        bytes.push(solver.statistics().bytes);

        let mut search = algorithm.start(&space, start);
        let (mut limit, mut stops) = (1_000, 0);
        loop {
            search.set_limits(&Limits::none().bytes(limit));
            match search.advance(u64::MAX) {
                Some(End::Stopped(StopReason::Bytes { limit: met, in_use })) => {
                    assert!(met == limit && in_use <= limit, "{in_use} of {limit}");
                    stops += 1;
                    limit += limit / 3;
                }
                end => break assert_eq!(end, Some(End::Solved)),
            }
        }
        assert_eq!(search.cost(), optimum);
        assert_path(&space, &search.path(), start);
        assert!(stops > 10);
    }
    // 1.25 slots of 13 bytes.
    assert!(bytes[1] >= 3_000_000 / 4 * 5 * 13);
}

/// Among nodes of equal *f*, most are left when a goal comes first.
#[test]
fn ties_are_broken_as_in_graph_search() {
    let space = Rectangle::new(4, 4, Goal::BlankLast).unwrap();
    let text = include_str!("../../../input/puzzle4x4-50.txt");
    let tiles = text.split_whitespace().skip(1).map(|tile| tile.parse().unwrap());
    let start = space.arrangement(tiles.collect::<Vec<u8>>()).unwrap();
    let graph = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
    let compact = Solver::builder_in(&space, start).algorithm(CompactAStar::new()).solve();
    assert_eq!((graph.cost(), compact.cost()), (Some(50), Some(50)));
    let (most, met) = (graph.statistics().expanded * 11 / 10, compact.statistics().expanded);
    assert!(met <= most, "{met} expansions, more than {most}");
}

/// A square of cells. Steps cost 0 or up to 3,000,000, and estimates are admissible but
/// inconsistent.
struct Square {
    side: u32,
    /// The distance of each cell from the goal, the last cell.
    distances: Vec<Cost>,
}

impl Square {
    fn new(side: u32) -> Self {
        let mut square = Self { side, distances: Vec::new() };
        let last = side * side - 1;
        let distances = Distances::from(&square, last).compute();
        square.distances = (0..=last).map(|cell| distances.cost(&cell).unwrap()).collect();
        square
    }

    /// Some bits that depend on a number.
    fn mixed(number: u32) -> u32 {
        let mixed = u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        u32::try_from(mixed >> 40).unwrap()
    }

    /// What a step between two cells costs, in either direction.
    fn step(&self, cell: u32, next: u32) -> Cost {
        let mixed = Self::mixed(cell.min(next) * 2 + u32::from(cell.abs_diff(next) == self.side));
        if mixed % 3 == 0 { 0 } else { mixed % 3_000_000 }
    }
}

impl StateSpace for &Square {
    type State = u32;

    fn estimate(&self, &cell: &u32) -> Cost {
        let share = u64::from(Square::mixed(cell) % 100);
        let distance = self.distances.get(cell as usize).copied().unwrap_or(0);
        u32::try_from(u64::from(distance) * share / 100).unwrap()
    }

    fn is_goal(&self, &cell: &u32) -> bool {
        cell + 1 == self.side * self.side
    }

    fn for_each_successor(&self, &cell: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, Cost)) {
        let (x, y, side) = (cell % self.side, cell / self.side, self.side);
        let left = (x > 0).then(|| cell - 1);
        let right = (x + 1 < side).then(|| cell + 1);
        let up = (y > 0).then(|| cell - side);
        let down = (y + 1 < side).then(|| cell + side);
        let cells = [left, right, up, down].into_iter().flatten();
        cells.for_each(|next| visit(next, self.step(cell, next)));
    }
}

impl BidirectionalSpace for &Square {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        [self.side * self.side - 1]
    }

    fn for_each_predecessor(&self, cell: &u32, next: Option<&u32>, visit: impl FnMut(u32, Cost)) {
        self.for_each_successor(cell, next, visit);
    }
}

/// The open list has a ring and a heap, states are reopened, and several are taken together. The
/// limit on bytes is raised by so little that it is met everywhere.
#[test]
fn wide_costs_in_a_large_table_keep_the_limit_on_bytes() {
    let square = Square::new(300);
    let mut through = CompactAStar::new().start(&square, 0);
    assert_eq!(through.advance(u64::MAX), Some(End::Solved));
    let statistics = through.statistics();
    assert!(statistics.reopened > 100_000, "{statistics}");
    assert_eq!((through.cost(), through.lower_bound()), (square.distances[0], through.cost()));

    let mut search = CompactAStar::new().capacity(90_000).start(&square, 0);
    let (mut limit, mut stops) = (1_000_000, 0);
    loop {
        search.set_limits(&Limits::none().bytes(limit));
        match search.advance(u64::MAX) {
            Some(End::Stopped(StopReason::Bytes { limit: met, in_use })) => {
                assert!(met == limit && in_use <= limit, "{in_use} of {limit}");
                (limit, stops) = (limit + 700, stops + 1);
            }
            end => break assert_eq!(end, Some(End::Solved)),
        }
    }
    assert!(stops > 300, "{stops}");
    let Statistics { expanded, enqueued, reopened, .. } = search.statistics();
    assert_eq!(
        (expanded, enqueued, reopened),
        (statistics.expanded, statistics.enqueued, statistics.reopened)
    );
    let path = search.path();
    let cost: Cost = path.windows(2).map(|step| square.step(step[0], step[1])).sum();
    assert_eq!((cost, search.cost(), path.last()), (through.cost(), cost, Some(&89_999)));
}

/// A capacity takes what it needs of the limit, and no more.
#[test]
fn a_capacity_is_reserved_or_refused() {
    let square = Square::new(3);
    let solve = |capacity, limit| {
        let mut search = CompactAStar::new().capacity(capacity).start(&square, 0);
        search.set_limits(&Limits::none().bytes(limit));
        search.advance(u64::MAX).unwrap()
    };
    // 1.25 slots of 9 bytes, and some for the rest.
    assert_eq!(solve(1_000_000, 1_250_005 * 9 + 10_000), End::Solved);
    assert!(matches!(
        solve(1_000_000, 1_250_005 * 9 - 1),
        End::Stopped(StopReason::Bytes { in_use: 0, .. })
    ));
}

/// An observer is told the parents of nodes. No path is looked up for that.
#[test]
fn a_long_path_is_observed() {
    let space = Observed::new(Line(20_000), |event: &Event<'_, Fragile>| {
        assert_eq!(event.parent.is_none(), event.state.0 == 0);
    });
    HASHES_LEFT.set(u32::MAX);
    let mut search = CompactAStar::new().start(space, Fragile(0));
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    let hashes = u32::MAX - HASHES_LEFT.get();
    assert!(hashes < 20 * 20_000, "{hashes} hashes");
    assert_eq!(search.cost(), 20_000);
}

/// Numbers, whose steps cost nothing round a cycle.
#[derive(Clone, Copy, Debug)]
struct Cycles;

impl StateSpace for Cycles {
    type State = u32;

    fn estimate(&self, _: &u32) -> Cost {
        0
    }

    fn is_goal(&self, &number: &u32) -> bool {
        number == 59
    }

    /// Ten numbers lead to one another in a cycle, and the sixth of them to that of the next ten.
    fn for_each_successor(&self, &number: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, Cost)) {
        visit(number / 10 * 10 + (number + 1) % 10, 0);
        if number % 10 == 5 && number < 50 {
            visit(number + 10, 7);
        }
    }
}

impl BidirectionalSpace for Cycles {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        [59]
    }

    fn for_each_predecessor(
        &self,
        &number: &u32,
        _: Option<&u32>,
        mut visit: impl FnMut(u32, Cost),
    ) {
        visit(number / 10 * 10 + (number + 9) % 10, 0);
        if number % 10 == 5 && number > 10 {
            visit(number - 10, 7);
        }
    }
}

/// Going back by costs alone would go round for ever.
#[test]
fn a_path_through_steps_that_cost_nothing_is_found_again() {
    let solver = Solver::builder_in(Cycles, 3).algorithm(CompactAStar::new()).solve();
    let expected: Vec<u32> = (3..=5).chain([15, 25, 35, 45]).chain(55..=59).collect();
    assert_eq!((solver.solution(), solver.cost()), (&*expected, Some(35)));
}

thread_local! {
    /// Hashing panics when this many hashes were taken.
    static HASHES_LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fragile(u32);

impl Hash for Fragile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        HASHES_LEFT.set(HASHES_LEFT.get().checked_sub(1).unwrap_or_else(|| panic!("fragile")));
        self.0.hash(state);
    }
}

/// A line from 0 to this number.
struct Line(u32);

impl StateSpace for Line {
    type State = Fragile;

    fn estimate(&self, _: &Fragile) -> Cost {
        0
    }

    fn is_goal(&self, &Fragile(number): &Fragile) -> bool {
        number == self.0
    }

    fn for_each_successor(
        &self,
        &Fragile(number): &Fragile,
        _: Option<&Fragile>,
        mut visit: impl FnMut(Fragile, Cost),
    ) {
        visit(Fragile(number + 1), 1);
    }
}

impl BidirectionalSpace for Line {
    fn goals(&self, _: &Fragile) -> impl IntoIterator<Item = Fragile> {
        [Fragile(self.0)]
    }

    fn for_each_predecessor(
        &self,
        &Fragile(number): &Fragile,
        _: Option<&Fragile>,
        mut visit: impl FnMut(Fragile, Cost),
    ) {
        if number > 0 {
            visit(Fragile(number - 1), 1);
        }
    }
}

/// Whenever a hash panics, the search goes on and is right, or it refuses until it is restarted.
#[test]
fn a_panic_while_the_table_grows_does_not_give_a_wrong_answer() {
    let mut refused = 0;
    for hashes in 0..200 {
        HASHES_LEFT.set(u32::MAX);
        let mut search = CompactAStar::new().start(Line(99), Fragile(0));
        HASHES_LEFT.set(hashes);
        let panicked = panic::catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX))).is_err();
        HASHES_LEFT.set(u32::MAX);
        match panic::catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX))) {
            Ok(end) => assert_eq!((end, search.cost()), (Some(End::Solved), 99)),
            Err(payload) => {
                let message = payload.downcast_ref::<&str>().unwrap();
                assert!(panicked && message.contains("panicked before"), "{message}");
                refused += 1;
                search.restart(Fragile(7));
                assert_eq!(search.advance(u64::MAX), Some(End::Solved));
                assert_eq!((search.cost(), search.path().len()), (92, 93));
            }
        }
    }
    assert!(refused > 0);
}

/// The most that a table can hold is a capacity like any other, and what is more counts as that.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_largest_capacity_is_a_question_of_memory() {
    const MOST: usize = 3_435_973_836;
    let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    for capacity in [MOST - 1, MOST, MOST + 1, usize::MAX] {
        let mut search = CompactAStar::new().capacity(capacity).start(&space, space.solved());
        search.set_limits(&Limits::none().bytes(1 << 30));
        let end = search.advance(u64::MAX);
        assert!(matches!(end, Some(End::Stopped(StopReason::Bytes { .. }))), "{capacity}: {end:?}");
    }
}

/// Under a limit on bytes, each search has the capacity that was asked for.
#[test]
fn a_capacity_is_there_again_after_a_restart_under_a_limit() {
    let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    let start = |bytes| {
        let mut search = CompactAStar::new().capacity(1_000).start(&space, space.solved());
        search.set_limits(&Limits::none().bytes(bytes));
        search
    };
    let mut search = start(1 << 30);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    let bytes = search.statistics().bytes;
    let far = space.arrangement([8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    search.restart(far);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert!(search.statistics().bytes > 2 * bytes);
    search.set_limits(&Limits::none().bytes(bytes));
    search.restart(space.solved());
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    // Slots for 1,000 states, of 13 bytes each, and little else.
    assert!((1_500 * 13..=bytes).contains(&search.statistics().bytes));
}
