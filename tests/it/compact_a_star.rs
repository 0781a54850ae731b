//! A\* without parents: paths found again, and tables that grow, are restarted, or are torn.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{Algorithm, CompactAStar, End, GraphAStar, RestartIn, Search};
use bestfirst::sliding_tiles::{Arrangement, Goal, Rectangle};
use bestfirst::{BidirectionalSpace, Cost, Limits, Solver, StateSpace, StopReason};

/// That each state of a path is a successor of the one before, from the first to the goal.
fn assert_path(space: &Rectangle, path: &[Arrangement], first: Arrangement) {
    assert_eq!((path[0], path[path.len() - 1]), (first, space.solved()));
    for step in path.windows(2) {
        let mut is_step = false;
        space.for_each_successor(&step[0], None, |next, _| is_step |= next == step[1]);
        assert!(is_step, "{step:?}");
    }
}

/// The states of a space by their distances from the goal.
fn levels(space: &Rectangle) -> Vec<Vec<Arrangement>> {
    let mut seen = std::collections::HashSet::from([space.solved()]);
    let mut levels = vec![vec![space.solved()]];
    loop {
        let mut next = Vec::new();
        for state in &levels[levels.len() - 1] {
            space.for_each_successor(state, None, |state, _| {
                if seen.insert(state) {
                    next.push(state);
                }
            });
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// In one memory, queries in turn long and short.
#[test]
fn boards_of_every_depth_in_the_same_memory() {
    let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    let levels = levels(&space);
    assert_eq!(levels.iter().map(Vec::len).sum::<usize>(), 181_440);
    let mut search = CompactAStar::new().start(&space, space.solved());
    for sample in 0..12 {
        for depth in (0..levels.len()).rev() {
            let states = &levels[depth];
            let state = states[sample * 7919 % states.len()];
            search.restart_in(&space, state);
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

    /// Ten numbers lead to one another in a cycle, and the last of them to the next ten.
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

/// A line from 0 to 99.
struct Line;

impl StateSpace for Line {
    type State = Fragile;

    fn estimate(&self, _: &Fragile) -> Cost {
        0
    }

    fn is_goal(&self, &Fragile(number): &Fragile) -> bool {
        number == 99
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
        [Fragile(99)]
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
        let mut search = CompactAStar::new().start(Line, Fragile(0));
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
