//! Parallel searches: the number of threads makes no difference.

use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bestfirst::search::{
    self, Algorithm, BreadthFirst, End, GraphAStar, IdaStar, ParallelBreadthFirst,
    ParallelGraphAStar, ParallelIdaStar, Search,
};
use bestfirst::{
    Limits, Outcome, Solver, StateSpace, Statistics, StopReason, WorldState, Worlds, solve_all,
};

use crate::common::boards::board;
use crate::common::files::input;

const BOARDS: [&str; 3] = ["puzzle3x3-31.txt", "puzzle4x4-40.txt", "puzzle4x4-45.txt"];

pub(crate) fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

/// Bound, expanded and generated nodes of each iteration.
fn iterations(iterations: &[bestfirst::Iteration]) -> Vec<(u32, u64, u64)> {
    iterations.iter().map(|i| (i.bound, i.expanded, i.generated)).collect()
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for name in BOARDS {
        let board = board(&input(name));
        let mut alone = IdaStar::new().start(Worlds::new(), board.clone());
        assert_eq!(alone.advance(u64::MAX), Some(End::Solved));
        for threads in [1, 2, 3, 8] {
            // Through, and stopped again and again, on other threads each time.
            for pause in [u64::MAX, 9_973] {
                let mut search = ParallelIdaStar::new().start(Worlds::new(), board.clone());
                let mut turn = 0;
                while on_threads(threads, || search.advance(pause)).is_none() {
                    turn += 1;
                    assert!(search.statistics().expanded <= pause * turn);
                    assert!(search.lower_bound() <= alone.cost());
                    on_threads(1 + threads / 2, || search.advance(0));
                }
                assert_eq!(search.path(), alone.path());
                assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
                assert_eq!(search.statistics().generated, alone.statistics().generated);
                let elapsed = search.iterations().iter().map(|i| i.elapsed).sum();
                assert_eq!(search.statistics().elapsed, elapsed);
            }
        }
    }
}

/// A tree in which each node has a number of children and a cost to each that its number decides.
struct Tree {
    seed: u64,
    depth: u32,
    /// One leaf in so many is a goal.
    goals: u64,
}

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl StateSpace for Tree {
    /// Depth and number. A state on the heap.
    type State = Box<(u32, u64)>;

    fn estimate(&self, state: &Self::State) -> u32 {
        self.depth - state.0
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.0 == self.depth && state.1 % self.goals == 0
    }

    fn for_each_successor(
        &self,
        state: &Self::State,
        _: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, u32),
    ) {
        let (depth, number) = **state;
        if depth < self.depth {
            // A few subtrees have most of the nodes.
            let children = if depth < 6 { 3 } else { (mix(number ^ self.seed) >> 40) % 4 };
            for child in 0..children {
                let number = mix(number + child) >> 20;
                visit(Box::new((depth + 1, number)), 1 + u32::from(number % 7 == 0));
            }
        }
    }

    fn heap_bytes(&self, _: &Self::State) -> usize {
        16
    }
}

/// On trees with subtrees of all sizes, with many goals, few, or none.
#[test]
fn a_search_in_order_comes_to_the_same_goal() {
    for seed in 1..4 {
        for goals in [10_000, 100_000, u64::MAX] {
            let tree = Tree { seed, depth: 18, goals };
            let root = Box::new((0, 1));
            let mut alone = IdaStar::new().plain().start(&tree, root.clone());
            let step = alone.advance(u64::MAX);
            for threads in [1, 3] {
                let mut search = ParallelIdaStar::new().start(&tree, root.clone());
                assert_eq!(on_threads(threads, || search.advance(u64::MAX)), step);
                assert_eq!(search.lower_bound(), alone.lower_bound());
                assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
                assert_eq!(search.cost(), alone.cost());
                if step == Some(End::Solved) {
                    assert_eq!(search.path(), alone.path());
                }
            }
        }
    }
}

/// One state that leads to all others, of which more are within each bound.
struct Fan;

impl StateSpace for Fan {
    type State = u32;

    fn estimate(&self, &state: &u32) -> u32 {
        state % 9
    }

    fn is_goal(&self, _: &u32) -> bool {
        false
    }

    fn for_each_successor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if state == 0 {
            (1..90_000).for_each(|next| visit(next, 1));
        }
    }
}

/// There is nothing below any cut, and then again all is.
#[test]
fn a_tree_may_be_shallow_and_wide() {
    let mut alone = IdaStar::new().plain().start(Fan, 0);
    assert_eq!(alone.advance(u64::MAX), Some(End::Exhausted));
    let mut search = ParallelIdaStar::new().start(Fan, 0);
    assert_eq!(on_threads(2, || search.advance(u64::MAX)), Some(End::Exhausted));
    assert_eq!(search.iterations().len(), 10);
    assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
}

/// Limits stop it as they stop any search, and raised again they let it go on as if nothing was.
#[test]
fn limits_stop_it_and_nothing_is_lost() {
    let board = board(&input(BOARDS[2]));
    let alone = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
    let mut search = ParallelIdaStar::new().start(Worlds::new(), board);
    let mut run = |limits| {
        on_threads(3, || search::run(&mut search, &limits, Duration::MAX, |_| {}));
        (search.statistics(), search.path(), search.cost())
    };
    for expansions in [1, 1_000, 123_456, 300_000, 400_001] {
        let (statistics, path, cost) = run(Limits::none().expansions(expansions));
        assert_eq!(statistics.expanded, expansions);
        assert_eq!(path.len(), cost as usize + 1);
        assert!(path.windows(2).all(|pair| pair[0].neighbors().contains(&pair[1])));
        // Memory that is there is enough for a while, or it stops at once.
        let (statistics, ..) =
            run(Limits::none().bytes(statistics.bytes).expansions(expansions + 9));
        assert!(statistics.expanded <= expansions + 9);
    }
    let (statistics, path, _) = run(Limits::none());
    assert_eq!(path, alone.solution());
    assert_eq!(statistics.generated, alone.statistics().generated);
}

/// Searches with more and more memory, from a limit that is much too low, to the end.
fn raise_limit<S>(search: &mut (impl Search<State = S> + Send), mut limit: usize) -> Option<End> {
    let mut stops = 0;
    loop {
        search.set_limits(&Limits::none().bytes(limit));
        let step = on_threads(3, || search.advance(u64::MAX));
        let bytes = search.statistics().bytes;
        assert!(bytes <= limit, "{bytes} of {limit}");
        if step != Some(End::Stopped(StopReason::Bytes { limit, in_use: bytes })) {
            assert!(stops > 5, "{stops} stops, up to {limit} bytes");
            return step;
        }
        stops += 1;
        limit += limit / 10;
    }
}

/// Memory is kept below the limit, whatever the states own.
#[test]
fn memory_stays_below_the_limit() {
    let tree = Tree { seed: 5, depth: 18, goals: u64::MAX };
    let mut alone = IdaStar::new().plain().start(&tree, Box::new((0, 1)));
    assert_eq!(alone.advance(u64::MAX), Some(End::Exhausted));
    let mut search = ParallelIdaStar::new().start(&tree, Box::new((0, 1)));
    assert_eq!(raise_limit(&mut search, 2_000), Some(End::Exhausted));
    assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
}

#[test]
fn it_can_be_cancelled() {
    // Hours away from its goal.
    let board = board("0 12 9 13 / 15 11 10 14 / 3 7 5 6 / 4 8 2 1");
    let flag = Arc::new(AtomicBool::new(false));
    let solver = Solver::builder(board)
        .algorithm(ParallelIdaStar::new())
        .limits(Limits::none().cancel(Arc::clone(&flag)))
        .on_progress(|progress| {
            // By then it runs on all threads.
            flag.store(progress.statistics.expanded > 1_000_000, Ordering::Relaxed);
        })
        .progress_interval(Duration::ZERO)
        .solve();
    let Outcome::Stopped(stopped) = solver.outcome() else { panic!("{solver:?}") };
    assert_eq!(stopped.reason, StopReason::Cancelled);
}

/// Numbers below 2^22, each with its double and the one after; some state panics.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Number(u32);

static PANICS: AtomicBool = AtomicBool::new(true);

impl WorldState for Number {
    fn estimated_distance_to_goal(&self) -> u32 {
        assert!(self.0 != 1_234_567 || !PANICS.load(Ordering::Relaxed), "a state panics");
        u32::from(self.0 != 3 << 20)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let next = if self.0 < 1 << 21 { [2 * self.0, 2 * self.0 + 1] } else { [0; 2] };
        next.into_iter().filter(|&next| next > 0).map(Number)
    }
}

#[test]
fn a_panic_is_passed_on_and_leaves_the_search_whole() {
    let mut search = ParallelIdaStar::new().start(Worlds::new(), Number(1));
    let mut advance = || on_threads(2, || search.advance(u64::MAX));
    let panic = panic::catch_unwind(AssertUnwindSafe(&mut advance)).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"a state panics"));
    PANICS.store(false, Ordering::Relaxed);
    assert_eq!(advance(), Some(End::Solved));
    let mut alone = IdaStar::new().start(Worlds::new(), Number(1));
    assert_eq!(alone.advance(u64::MAX), Some(End::Solved));
    assert_eq!(search.path(), alone.path());
    assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
}

/// Numbers in a graph with many ways to each, of which four in a row have one hash.
struct Web {
    count: u32,
    /// The most successors of a number.
    most: u64,
    /// Steps cost less than this.
    costs: u64,
    /// A multiple of this is a goal.
    goals: u32,
    /// Estimates are less than this.
    estimates: u64,
    /// At which question to a state there is a panic, if at any.
    panic: AtomicUsize,
}

/// A state on the heap, and with it what panics.
struct Thread<'a>(Box<u32>, &'a Web);

impl Web {
    fn new(count: u32, most: u64, costs: u64, goals: u32) -> Self {
        let panic = AtomicUsize::new(usize::MAX);
        Self { count, most, costs, goals, estimates: 1_000_003, panic }
    }

    fn state(&self, number: u32) -> Thread<'_> {
        Thread(Box::new(number), self)
    }

    fn ask(&self) {
        if self.panic.load(Ordering::Relaxed) != usize::MAX {
            assert!(self.panic.fetch_sub(1, Ordering::Relaxed) != 0, "a state panics");
        }
    }
}

impl Clone for Thread<'_> {
    fn clone(&self) -> Self {
        self.1.ask();
        Self(self.0.clone(), self.1)
    }
}

impl PartialEq for Thread<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.1.ask();
        self.0 == other.0
    }
}

impl Eq for Thread<'_> {}

impl Hash for Thread<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.1.ask();
        hasher.write_u32(*self.0 / 4);
    }
}

impl<'a> StateSpace for &'a Web {
    type State = Thread<'a>;

    fn estimate(&self, state: &Self::State) -> u32 {
        self.ask();
        u32::try_from(mix((*state.0).into()) % self.estimates).unwrap()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.ask();
        *state.0 % self.goals == self.goals - 1
    }

    fn for_each_successor(
        &self,
        state: &Self::State,
        previous: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, u32),
    ) {
        self.ask();
        // Some have far more successors than others, and a few more than a thread makes room for.
        let count = match *state.0 % 40_000 {
            0 => self.most,
            1..200 => 100,
            _ => 3,
        };
        for turn in 0..count {
            let edge = mix(u64::from(*state.0) << 12 | turn);
            let next = u32::try_from(edge % u64::from(self.count)).unwrap();
            let cost = if next % 50 == 0 { 1 << 31 } else { edge >> 40 };
            if previous.is_none_or(|previous| *previous.0 != next) {
                visit(self.state(next), u32::try_from(cost % self.costs).unwrap());
            }
        }
    }

    fn heap_bytes(&self, _: &Self::State) -> usize {
        4
    }
}

/// All that must be the same.
pub(crate) fn standing<S>(search: &impl Search<State = S>) -> (u32, u32, Statistics) {
    let mut statistics = search.statistics();
    (statistics.bytes, statistics.elapsed) = (0, Duration::ZERO);
    (search.lower_bound(), search.cost(), statistics)
}

fn numbers<'a>(search: &impl Search<State = Thread<'a>>) -> Vec<u32> {
    search.path().iter().map(|state| *state.0).collect()
}

/// With one of many goals and without, with steps that cost nothing, some, or too much.
#[test]
fn levels_are_searched_in_order_on_any_number_of_threads() {
    for (costs, goals) in [(1, 50_021), (5, u32::MAX), (1 << 32, u32::MAX), (1 << 28, 110_017)] {
        let web = &Web::new(120_000, 3_000, costs, goals);
        for (threads, pause) in [(2, u64::MAX), (3, 9_973), (8, 1_789)] {
            let mut alone = BreadthFirst::new().start(web, web.state(1));
            let mut search = ParallelBreadthFirst::new().start(web, web.state(1));
            loop {
                let step = alone.advance(pause);
                assert_eq!(on_threads(threads, || search.advance(pause)), step);
                assert_eq!(standing(&search), standing(&alone));
                assert_eq!(numbers(&search), numbers(&alone));
                if step.is_some() {
                    break;
                }
            }
        }
    }
}

/// Of many nodes that are equally promising, the one that comes first.
#[test]
fn the_path_of_levels_is_the_one_that_comes_first() {
    let tree = Tree { seed: 1, depth: 18, goals: u64::MAX };
    let mut alone = BreadthFirst::new().start(&tree, Box::new((0, 1)));
    let mut search = ParallelBreadthFirst::new().start(&tree, Box::new((0, 1)));
    while alone.advance(20_011).is_none() {
        assert_eq!(on_threads(2, || search.advance(20_011)), None);
        assert_eq!(search.path(), alone.path());
    }
    assert!(alone.statistics().enqueued > 150_000);
}

/// Whatever a state is asked when it panics.
#[test]
fn a_panic_leaves_the_levels_whole() {
    let web = &Web::new(150_000, 3_000, 5, u32::MAX);
    let mut alone = BreadthFirst::new().start(web, web.state(1));
    assert_eq!(alone.advance(u64::MAX), Some(End::Exhausted));
    let mut search = ParallelBreadthFirst::new().start(web, web.state(1));
    let mut panics = 0;
    for turn in 0.. {
        let questions = if turn % 2 == 0 { mix(turn) % 100_000 } else { u64::MAX };
        web.panic.store(usize::try_from(questions).unwrap(), Ordering::Relaxed);
        let advance = || on_threads(2, || search.advance(3_000));
        let step = panic::catch_unwind(AssertUnwindSafe(advance));
        web.panic.store(usize::MAX, Ordering::Relaxed);
        panics += u32::from(step.is_err());
        if step.is_ok_and(|step| step == Some(End::Exhausted)) {
            break;
        }
    }
    assert!(panics > 10, "{panics} panics");
    // What a node that panicked had added before is a duplicate when it is expanded again.
    let ((bound, cost, statistics), (_, _, expected)) = (standing(&search), standing(&alone));
    assert_eq!((bound, cost), (alone.lower_bound(), alone.cost()));
    assert_eq!(statistics.expanded, expected.expanded);
    assert_eq!(statistics.enqueued, expected.enqueued);
    assert_eq!(numbers(&search), numbers(&alone));
    // And nothing of it is left.
    search.restart(web.state(1));
    assert_eq!(on_threads(2, || search.advance(u64::MAX)), Some(End::Exhausted));
    assert_eq!(standing(&search), standing(&alone));
}

#[test]
fn the_memory_of_levels_stays_below_the_limit() {
    let web = &Web::new(200_000, 100, 5, u32::MAX);
    let mut alone = BreadthFirst::new().start(web, web.state(1));
    assert_eq!(alone.advance(u64::MAX), Some(End::Exhausted));
    let mut search = ParallelBreadthFirst::new().start(web, web.state(1));
    assert_eq!(raise_limit(&mut search, 1_000_000), Some(End::Exhausted));
    assert_eq!(standing(&search), standing(&alone));
}

/// The cost is that of one thread. The path and the counters are the same in every run, also when
/// it is stopped again and again, on more threads and on fewer.
#[test]
fn graph_search_finds_the_same_cost_on_any_number_of_threads() {
    let board = board(&input(BOARDS[2]));
    let mut alone = GraphAStar::new().start(Worlds::new(), board.clone());
    assert_eq!(alone.advance(u64::MAX), Some(End::Solved));
    let one = alone.statistics();
    for threads in [1, 2, 3, 7] {
        let start = || ParallelGraphAStar::new().start(Worlds::new(), board.clone());
        let mut through = on_threads(threads, start);
        assert_eq!(on_threads(threads, || through.advance(u64::MAX)), Some(End::Solved));
        let path = through.path();
        assert_eq!(path.len(), alone.cost() as usize + 1);
        assert!(path.windows(2).all(|pair| pair[0].neighbors().contains(&pair[1])));
        assert!(path[0] == board && path[path.len() - 1].is_goal());
        assert_eq!((through.cost(), through.lower_bound()), (alone.cost(), alone.cost()));

        let statistics = through.statistics();
        assert!(statistics.expanded * 10 <= one.expanded * 11, "{threads} threads: {statistics}");
        let bytes = |statistics: &Statistics| statistics.bytes as f64 / statistics.enqueued as f64;
        // The parts are smaller, and smaller tables are less full.
        assert!(bytes(&statistics) <= 1.25 * bytes(&one), "{threads} threads: {statistics}");

        let mut search = on_threads(threads, start);
        let mut bound = 0;
        for (turn, others) in (1..).zip([threads, 1 + threads / 2, 8].into_iter().cycle()) {
            if on_threads(others, || search.advance(9_973)).is_some() {
                break;
            }
            // A goal that is taken off the open list is not expanded.
            assert_eq!(search.statistics().dequeued, turn * 9_973);
            assert!((bound..=alone.cost()).contains(&search.lower_bound()));
            bound = search.lower_bound();
        }
        assert_eq!(standing(&search), standing(&through));
        assert_eq!(search.path(), path);
    }
}

/// Whatever a state is asked when it panics, in either phase of a round.
#[test]
fn a_panic_leaves_the_rounds_whole() {
    let web = &Web { estimates: 5, ..Web::new(100_000, 3_000, 5, u32::MAX) };
    let start = || ParallelGraphAStar::new().start(web, web.state(1));
    let mut through = on_threads(3, start);
    assert_eq!(on_threads(3, || through.advance(u64::MAX)), Some(End::Exhausted));
    let mut search = on_threads(3, start);
    let mut panics = 0;
    for turn in 0.. {
        let questions = if turn % 2 == 0 { mix(turn) % 100_000 } else { u64::MAX };
        web.panic.store(usize::try_from(questions).unwrap(), Ordering::Relaxed);
        let advance = || on_threads(3, || search.advance(6_000));
        let step = panic::catch_unwind(AssertUnwindSafe(advance));
        web.panic.store(usize::MAX, Ordering::Relaxed);
        panics += u32::from(step.is_err());
        if step.is_ok_and(|step| step == Some(End::Exhausted)) {
            break;
        }
    }
    assert!(panics > 10, "{panics} panics");
    assert_eq!(standing(&search), standing(&through));
    assert_eq!(numbers(&search), numbers(&through));
    // And nothing of it is left.
    on_threads(3, || search.restart(web.state(1)));
    assert_eq!(on_threads(3, || search.advance(u64::MAX)), Some(End::Exhausted));
    assert_eq!(standing(&search), standing(&through));
}

#[test]
fn the_memory_of_rounds_stays_below_the_limit() {
    let web = &Web { estimates: 5, ..Web::new(100_000, 100, 5, u32::MAX) };
    let start = || ParallelGraphAStar::new().start(web, web.state(1));
    let mut through = on_threads(3, start);
    assert_eq!(on_threads(3, || through.advance(u64::MAX)), Some(End::Exhausted));
    let mut search = on_threads(3, start);
    assert_eq!(raise_limit(&mut search, 1_000_000), Some(End::Exhausted));
    assert_eq!(standing(&search), standing(&through));
}

#[test]
fn many_problems_are_solved_in_order_and_each_is_shown_once() {
    let numbers: Vec<u64> = (0..500).collect();
    for threads in [1, 2, 8] {
        let mut shown = Vec::new();
        let answers = on_threads(threads, || {
            // Some take much longer.
            let solve = |&n: &u64| (0..n % 7 * 10_000).fold(n, |n, _| mix(n));
            solve_all(&numbers, solve, |solved, &answer| shown.push((solved, answer)))
        });
        let solve = |&n: &u64| (0..n % 7 * 10_000).fold(n, |n, _| mix(n));
        assert!(answers.iter().copied().eq(numbers.iter().map(solve)));
        assert!(shown.iter().map(|&(solved, _)| solved).eq(1..=500));
        let mut shown: Vec<_> = shown.into_iter().map(|(_, answer)| answer).collect();
        let mut sorted = answers;
        shown.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(shown, sorted);
    }
}

#[test]
fn a_panic_ends_the_solving_of_many_problems() {
    let begun = AtomicUsize::new(0);
    let numbers: Vec<usize> = (0..100_000).collect();
    let solve = |&number: &usize| {
        begun.fetch_add(1, Ordering::Relaxed);
        assert!(number != 10, "number ten");
        std::thread::sleep(Duration::from_micros(10));
    };
    let run = || on_threads(2, || solve_all(&numbers, solve, |_, ()| {}));
    let panic = panic::catch_unwind(AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"number ten"));
    assert!(begun.into_inner() < 50_000);
}
