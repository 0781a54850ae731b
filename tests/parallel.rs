//! Parallel searches: the number of threads makes no difference.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bestfirst::search::{self, Algorithm, IdaStar, ParallelIdaStar, Search, Step};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Outcome, Solver, StateSpace, StopReason, WorldState, Worlds, solve_all};

const BOARDS: [&str; 3] = [
    include_str!("../input/puzzle3x3-31.txt"),
    include_str!("../input/puzzle4x4-40.txt"),
    include_str!("../input/puzzle4x4-45.txt"),
];

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

/// Bound, expanded and generated nodes of each iteration.
fn iterations(iterations: &[bestfirst::Iteration]) -> Vec<(u32, u64, u64)> {
    iterations.iter().map(|i| (i.bound, i.expanded, i.generated)).collect()
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for text in BOARDS {
        let board = board(text);
        let mut alone = IdaStar::new().start(Worlds::new(), board.clone());
        assert_eq!(alone.advance(u64::MAX), Step::Solved);
        for threads in [1, 2, 3, 8] {
            // Through, and stopped again and again, on other threads each time.
            for pause in [u64::MAX, 9_973] {
                let mut search = ParallelIdaStar::new().start(Worlds::new(), board.clone());
                let mut turn = 0;
                while on_threads(threads, || search.advance(pause)) == Step::Continue {
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
            let mut alone = IdaStar::new().start(&tree, root.clone());
            let step = alone.advance(u64::MAX);
            for threads in [1, 3] {
                let mut search = ParallelIdaStar::new().start(&tree, root.clone());
                assert_eq!(on_threads(threads, || search.advance(u64::MAX)), step);
                assert_eq!(search.lower_bound(), alone.lower_bound());
                assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
                assert_eq!(search.cost(), alone.cost());
                if step == Step::Solved {
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
    let mut alone = IdaStar::new().start(Fan, 0);
    assert_eq!(alone.advance(u64::MAX), Step::Exhausted);
    let mut search = ParallelIdaStar::new().start(Fan, 0);
    assert_eq!(on_threads(2, || search.advance(u64::MAX)), Step::Exhausted);
    assert_eq!(search.iterations().len(), 10);
    assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
}

/// Limits stop it as they stop any search, and raised again they let it go on as if nothing was.
#[test]
fn limits_stop_it_and_nothing_is_lost() {
    let board = board(BOARDS[2]);
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

/// Memory is kept below the limit, whatever the states own.
#[test]
fn memory_stays_below_the_limit() {
    let tree = Tree { seed: 5, depth: 18, goals: u64::MAX };
    let mut alone = IdaStar::new().start(&tree, Box::new((0, 1)));
    assert_eq!(alone.advance(u64::MAX), Step::Exhausted);
    let mut search = ParallelIdaStar::new().start(&tree, Box::new((0, 1)));
    let mut limit = 2_000;
    let mut stops = 0;
    let step = loop {
        search.set_byte_limit(Some(limit));
        let step = on_threads(3, || search.advance(u64::MAX));
        let bytes = search.statistics().bytes;
        assert!(bytes <= limit, "{bytes} of {limit}");
        if step != Step::Stopped(StopReason::Bytes { limit, in_use: bytes }) {
            break step;
        }
        stops += 1;
        limit += limit / 10;
    };
    assert_eq!(step, Step::Exhausted);
    assert!(stops > 5, "{stops} stops, up to {limit} bytes");
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    assert_eq!(advance(), Step::Solved);
    let mut alone = IdaStar::new().start(Worlds::new(), Number(1));
    assert_eq!(alone.advance(u64::MAX), Step::Solved);
    assert_eq!(search.path(), alone.path());
    assert_eq!(iterations(search.iterations()), iterations(alone.iterations()));
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
