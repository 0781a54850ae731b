//! A panic within an expansion, and then something else than going on.

use std::cell::Cell;
use std::iter;

use bestfirst::search::{
    AStar, Algorithm, Beam, BoundedMemory, BreadthFirst, DepthFirst, End, Focal, GraphAStar, Search,
};
use bestfirst::{Cost, Limits, Problem, StateSpace, Statistics};

use super::differential::caught;

/// The state 0 leads to those from 1 to 99, and the last one of them to the goal.
#[derive(Default)]
struct Fan {
    /// Whether the estimate panics.
    estimate_panics: Cell<bool>,
    /// The successor of 0 at which the space panics.
    panics_at: Cell<Option<u32>>,
}

impl Fan {
    const LAST: u32 = 99;
    const GOAL: u32 = 100;
}

impl StateSpace for Fan {
    type State = u32;

    fn estimate(&self, _: &u32) -> Cost {
        assert!(!self.estimate_panics.get(), "on purpose");
        0
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == Self::GOAL
    }

    fn for_each_successor(&self, state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, Cost)) {
        match *state {
            0 => (1..=Self::LAST).for_each(|successor| {
                assert_ne!(Some(successor), self.panics_at.get(), "on purpose");
                visit(successor, 1);
            }),
            Self::LAST => visit(Self::GOAL, 1),
            _ => {}
        }
    }
}

/// Nothing is added or counted twice.
#[test]
fn a_restart_that_panics_first_forgets_nothing_of_an_expansion() {
    fn solve<'a>(algorithm: &impl Algorithm<&'a Fan>, fan: &'a Fan) {
        let mut calm = algorithm.start(fan, 0);
        let end = calm.run(&Limits::none());

        let mut search = algorithm.start(fan, 0);
        fan.panics_at.set(Some(30));
        caught(|| search.advance(1)).unwrap_err();
        fan.panics_at.set(None);
        fan.estimate_panics.set(true);
        caught(|| search.restart(0)).unwrap_err();
        fan.estimate_panics.set(false);
        assert_eq!((search.run(&Limits::none()), search.path()), (end, calm.path()));
        assert_eq!(counters(&search.statistics()), counters(&calm.statistics()));
    }

    fn counters(statistics: &Statistics) -> [u64; 3] {
        [statistics.generated, statistics.duplicates, statistics.expanded]
    }

    let fan = Fan::default();
    solve(&BreadthFirst::new(), &fan);
    solve(&DepthFirst::new(), &fan);
    solve(&Beam::new(200), &fan);
    solve(&Focal::new(1.5, |_: &u32| 0), &fan);
    solve(&GraphAStar::new(), &fan);
    solve(&AStar::new(), &fan);
}

/// A state of which no successor was generated is not expanded twice.
#[test]
fn a_search_that_goes_on_in_less_memory_counts_no_expansion_twice() {
    let fan = Fan { panics_at: Cell::new(Some(1)), ..Fan::default() };
    let mut search = BoundedMemory::new().start(&fan, 0);
    caught(|| search.advance(1)).unwrap_err();
    fan.panics_at.set(None);
    search.set_limits(&Limits::none().bytes(search.statistics().bytes / 2));
    assert_eq!(search.advance(1), None);
    assert_eq!(search.statistics().expanded, 0);
    // In even less memory, the root is still there.
    search.set_limits(&Limits::none().bytes(search.statistics().bytes / 2));
    search.set_limits(&Limits::none());
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!(search.path(), [0, Fan::LAST, Fan::GOAL]);
}

/// That memory was too little for a node is forgotten with the limit.
#[test]
fn a_limit_that_was_removed_after_a_panic_stops_no_search() {
    let panics = Cell::new(false);
    let successors = |&state: &u32| {
        let end = iter::from_fn(|| {
            assert!(!panics.get(), "on purpose");
            None
        });
        (1..=4).map(move |digit| (4 * state + digit, 1 + digit * state % 3000)).chain(end)
    };
    let problem = Problem::from_successors(0, successors, |&state| state == 300);
    let mut search = AStar::new().start(&problem, 0);
    let mut expanded = 0;
    loop {
        search.set_limits(&Limits::none().bytes(search.statistics().bytes));
        panics.set(true);
        // A goal is not expanded.
        if caught(|| search.advance(1)).is_ok() {
            break;
        }
        panics.set(false);
        search.set_limits(&Limits::none());
        assert_eq!(search.advance(1), None);
        expanded += 1;
    }
    assert_eq!(search.advance(1), Some(End::Solved));
    assert_eq!((search.path(), search.statistics().expanded), (vec![0, 4, 18, 74, 300], expanded));
}
