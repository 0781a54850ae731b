//! What searches allocate, as the allocator sees it.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use bestfirst::frontier::{BucketQueue, NodeId, Priority};
use bestfirst::search::{
    self, Algorithm, AllShortest, AnytimeBeam, Beam, BestFirstBeam, Bidirectional,
    BidirectionalBreadthFirst, BoundedMemory, BreadthFirst, CompactAStar, DepthFirst, End, Focal,
    GraphAStar, IdaStar, Search, SearchKind, TreeAStar,
};
use bestfirst::{BidirectionalSpace, Limits, Problem, StateSpace, Statistics, StopReason, Worlds};

use crate::common::boards::board;

/// The memory that a search says it uses is what it has allocated.
#[test]
fn the_bytes_in_use_are_those_allocated() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    for &kind in SearchKind::ALL {
        for limit in [100_000, 400_000, usize::MAX] {
            let mut search = None;
            let limits = Limits::none().bytes(limit);
            let allocated = measure(|| {
                let mut started = kind.start(Worlds::new(), board.clone());
                search::run(&mut started, &limits, Duration::MAX, |_| {});
                search = Some(started);
            })
            .bytes_current;
            let said = i64::try_from(search.unwrap().statistics().bytes).unwrap();
            // A first solution kept by an anytime search and the weights are not counted.
            assert!((allocated - said).abs() < 4_096, "{kind}: {said} bytes are {allocated}");
            assert!(said <= i64::try_from(limit).unwrap_or(i64::MAX));
        }
    }
}

thread_local! {
    static HASHED: Cell<u64> = const { Cell::new(0) };
}

/// A number that owns memory. Each hash of one is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Counted(Vec<u32>);

impl Hash for Counted {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        HASHED.set(HASHED.get() + 1);
        self.0.hash(hasher);
    }
}

/// A table that grows hashes no state again that owns memory, unless memory is limited. It finds
/// all of them, also in the memory of the search before.
#[test]
fn states_that_own_memory_are_hashed_once() {
    const GOAL: u32 = 30_000;
    let beside =
        |state: &Counted| [1, 2].map(|step| Counted(vec![(state.0[0] + step) % (GOAL + 1)]));
    let problem = Problem::from_neighbors(Counted(vec![0]), beside, |state| state.0[0] == GOAL);
    let (mut a_star, mut breadth_first) = (search::Memory::new(), search::Memory::new());
    let [none, some] = [Limits::none(), Limits::none().bytes(50_000_000)];
    for (limits, is_limited) in [(&none, false), (&none, false), (&some, true)] {
        for is_a_star in [true, false] {
            HASHED.set(0);
            let solver = problem.solver().limits(limits.clone());
            let solver = if is_a_star {
                solver.solve_in(&mut a_star)
            } else {
                solver.algorithm(BreadthFirst::new()).solve_in(&mut breadth_first)
            };
            let path: Vec<_> = solver.solution().iter().map(|state| state.0[0]).collect();
            assert_eq!(path, (0..=GOAL).step_by(2).collect::<Vec<_>>());
            let Statistics { generated, enqueued, .. } = solver.statistics();
            // A state that was not found would have two nodes.
            assert!(enqueued <= u64::from(GOAL) + 1, "{enqueued} nodes");
            assert_eq!(HASHED.get() > generated, is_limited, "{} of {generated}", HASHED.get());
        }
    }
}

/// A grid of which every cell owns 40 bytes of heap memory.
struct Cells {
    side: u8,
}

impl StateSpace for Cells {
    type State = Vec<u8>;

    fn estimate(&self, _: &Vec<u8>) -> u32 {
        0
    }

    fn is_goal(&self, cell: &Vec<u8>) -> bool {
        cell[..2] == [self.side, self.side]
    }

    fn for_each_successor(
        &self,
        cell: &Vec<u8>,
        _: Option<&Vec<u8>>,
        mut visit: impl FnMut(Vec<u8>, u32),
    ) {
        for axis in 0..2 {
            if cell[axis] < self.side {
                let mut next = cell.clone();
                next[axis] += 1;
                visit(next, 1);
            }
        }
    }

    fn heap_bytes(&self, _: &Vec<u8>) -> usize {
        40
    }
}

/// A line of states, each of which leads to itself and to the next two. They have numbers that are
/// so far apart, or none. From 200 on, only every second state has one.
struct Line {
    stride: Option<usize>,
}

impl StateSpace for Line {
    type State = u32;

    fn estimate(&self, _: &u32) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state >= 3_000
    }

    fn for_each_successor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        (state..state + 3).for_each(|next| visit(next, 1 + state % 7 * 100));
    }

    fn number(&self, &state: &u32) -> Option<usize> {
        let stride = self.stride.filter(|_| state < 200 || state % 2 == 0)?;
        Some(stride * state as usize)
    }
}

impl BidirectionalSpace for Line {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        [3_000]
    }

    fn for_each_predecessor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        let before = state.saturating_sub(2)..=state;
        before.for_each(|before| visit(before, 1 + before % 7 * 100));
    }
}

/// The bytes that a search from one end says it uses are those allocated, to the byte, at every
/// moment and below every limit.
#[test]
fn not_one_byte_is_counted_too_many_or_too_few() {
    fn compare<P: StateSpace, A: Algorithm<P>>(
        algorithm: &A,
        space: impl Fn() -> P,
        initial: &P::State,
    ) {
        for limit in [2_000, 20_000, usize::MAX] {
            for steps in [0, 1, 30, 400] {
                let mut search = None;
                let allocated = measure(|| {
                    let mut started = algorithm.start(space(), initial.clone());
                    started.set_limits(&Limits::none().bytes(limit));
                    started.advance(steps);
                    search = Some(started);
                })
                .bytes_current;
                let said = search.unwrap().statistics().bytes;
                assert_eq!(said, usize::try_from(allocated).unwrap(), "{limit}, {steps}");
            }
        }
    }
    for stride in [None, Some(1), Some(100), Some(5_000)] {
        compare(&GraphAStar::new(), || Line { stride }, &0);
    }
    for capacity in [0, 50, 1_000] {
        compare(&CompactAStar::new().capacity(capacity), || Line { stride: None }, &0);
    }
    compare(&TreeAStar::new(), || Line { stride: None }, &0);
    compare(&GraphAStar::new(), || Cells { side: 60 }, &vec![0; 40]);
    compare(&TreeAStar::new(), || Cells { side: 60 }, &vec![0; 40]);
}

/// The same of an open list alone.
#[test]
fn an_open_list_counts_the_bytes_that_it_allocates() {
    for spread in [1, 50, 100_000] {
        let mut open = None;
        let allocated = measure(|| {
            let mut queue = BucketQueue::default();
            for index in 0..3_000 {
                let id = NodeId::from_index(index as usize).unwrap();
                queue.push(id, Priority::new(index * 7 % 1_000 * spread, index % 11));
            }
            open = Some(queue);
        })
        .bytes_current;
        assert_eq!(open.unwrap().bytes(), usize::try_from(allocated).unwrap());
    }
}

/// A transposition table counts the memory of the states in it, not of those it has room for.
#[test]
fn the_bytes_of_a_transposition_table_are_those_allocated() {
    let mut search = None;
    let allocated = measure(|| {
        let table = IdaStar::new().transposition_table(4_000_000);
        let mut started = table.start(Cells { side: 60 }, vec![0; 40]);
        while started.advance(u64::MAX).is_none() {}
        search = Some(started);
    })
    .bytes_current;
    let said = i64::try_from(search.unwrap().statistics().bytes).unwrap();
    assert!((allocated - said).abs() < allocated / 50, "{said} bytes are {allocated}");
}

/// A search that is restarted uses the memory that it has.
#[test]
fn many_small_boards_allocate_next_to_nothing_after_the_first() {
    let first = board("8 6 7 / 2 5 4 / 3 0 1");
    for &kind in SearchKind::ALL {
        let mut search = kind.start(Worlds::new(), first.clone());
        while search.advance(u64::MAX).is_none() {}
        let mut board = board("1 2 3 / 4 5 6 / 7 8 0");
        let allocations = measure(|| {
            for turn in 0..300 {
                let neighbors = board.neighbors();
                board = neighbors[turn * 7 % neighbors.len()].clone();
                search.restart(board.clone());
                while search.advance(u64::MAX).is_none() {}
            }
        })
        .count_total;
        // The solutions that an anytime search keeps are new ones.
        let is_anytime = matches!(kind, SearchKind::Anytime | SearchKind::AnytimeBeam);
        let most = if is_anytime { 6_000 } else { 10 };
        assert!(allocations <= most, "{kind}: {allocations} allocations");
    }
}

/// A star: from the centre a step leads to each of many states, of which the last is the goal.
struct Star {
    points: u32,
    asked: Cell<u64>,
}

impl StateSpace for Star {
    type State = u32;

    fn estimate(&self, _: &u32) -> u32 {
        self.asked.set(self.asked.get() + 1);
        0
    }

    fn is_goal(&self, &point: &u32) -> bool {
        point == self.points
    }

    fn for_each_successor(&self, &point: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if point == 0 {
            (1..=self.points).for_each(|point| visit(point, 1));
        }
    }
}

impl BidirectionalSpace for Star {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        1..=self.points
    }

    fn for_each_predecessor(&self, &point: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if point > 0 {
            visit(0, 1);
        }
    }
}

/// Two million successors, or as many goals, are not collected if there is no room for them.
#[test]
fn many_successors_keep_the_limit_on_bytes() {
    fn most_in_use<A: for<'a> Algorithm<&'a Star>>(algorithm: &A) {
        let star = Star { points: 1 << 21, asked: Cell::new(0) };
        let limits = Limits::none().bytes(1 << 20);
        let mut end = None;
        let allocated = measure(|| {
            let mut search = algorithm.start(&star, 0);
            end = Some(search::run(&mut search, &limits, Duration::MAX, |_| {}));
        });
        assert!(matches!(end, Some(End::Stopped(StopReason::Bytes { .. }))), "{end:?}");
        // While it grows a list may be there twice.
        assert!(allocated.bytes_max < 3 << 20, "{} bytes", allocated.bytes_max);
    }
    most_in_use(&TreeAStar::new());
    most_in_use(&GraphAStar::new());
    most_in_use(&BreadthFirst::new());
    most_in_use(&DepthFirst::new());
    most_in_use(&AllShortest::new());
    most_in_use(&Beam::new(1_000));
    most_in_use(&BestFirstBeam::new(1_000));
    most_in_use(&Focal::new(1.5, |_: &_| 0));
    most_in_use(&AnytimeBeam::new());
    most_in_use(&Bidirectional::new());
    most_in_use(&BidirectionalBreadthFirst::new());
}

/// However often IDA* is looked at, it asks for each successor once.
#[test]
fn watching_asks_no_successor_twice() {
    let star = Star { points: 50_000, asked: Cell::new(0) };
    for pause in [1, 7, u64::MAX] {
        let mut search = IdaStar::new().start(&star, 0);
        while search.advance(pause).is_none() {}
        assert_eq!(search.cost(), 1);
        // An iteration up to 0 and one up to 1; and once more where each search is resumed.
        assert!(star.asked.take() < 4 * 50_000);
    }
}

/// In a large table, a search makes room for nodes that it takes off together.
#[test]
fn a_batch_keeps_the_limit_on_bytes() {
    let star = Star { points: 70_000, asked: Cell::new(0) };
    let mut search = GraphAStar::new().start(&star, 0);
    assert_eq!(search.advance(1), None);
    let limit = search.statistics().bytes + 1_000;
    search.set_limits(&Limits::none().bytes(limit));
    let end = search.advance(u64::MAX);
    assert!(matches!(end, Some(End::Stopped(StopReason::Bytes { .. }))), "{end:?}");
    assert!(search.statistics().bytes <= limit);
}

/// The binary tree of the numbers from 1 on, without a goal. Each is in a box, which owns so many
/// bytes besides, as it says.
struct Numbers {
    bytes: usize,
}

impl StateSpace for Numbers {
    type State = Box<u32>;

    fn estimate(&self, _: &Box<u32>) -> u32 {
        0
    }

    fn is_goal(&self, _: &Box<u32>) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        number: &Box<u32>,
        previous: Option<&Box<u32>>,
        mut visit: impl FnMut(Box<u32>, u32),
    ) {
        assert_eq!(previous.map_or(0, |previous| **previous), **number / 2);
        for bit in 0..2 {
            visit(Box::new(2 * **number + bit), 1_000 + **number % 3 * 700);
        }
    }

    fn heap_bytes(&self, _: &Box<u32>) -> usize {
        self.bytes
    }
}

/// Wherever memory ends, no node is lost, and the limit holds.
#[test]
fn memory_may_end_anywhere() {
    macro_rules! check {
        ($algorithm:expr, $space:expr, $limits:expr) => {
            for limit in $limits {
                let mut search = $algorithm.start($space, Box::new(1));
                search.set_limits(&Limits::none().bytes(limit));
                let end = search.advance(u64::MAX);
                assert!(matches!(end, Some(End::Stopped(StopReason::Bytes { .. }))), "{end:?}");
                let Statistics { enqueued, dequeued, open, bytes, .. } = search.statistics();
                assert!(bytes <= limit, "{bytes} of {limit}");
                assert_eq!(enqueued, dequeued + open);
            }
        };
    }
    for bytes in [0, 1_000] {
        let limits = (3_000 + bytes..10_000 + 5 * bytes).step_by(5 + bytes / 100);
        check!(GraphAStar::new(), Numbers { bytes }, limits.clone());
        check!(TreeAStar::new(), Numbers { bytes }, limits);
    }
}

/// Where memory ends and the search goes on depth-first, it keeps the limits and the counters.
#[test]
fn other_limits_hold_when_memory_is_full() {
    for bytes in (3_000..8_000).step_by(100) {
        for limit in [1_000, 10_000] {
            let mut search = BoundedMemory::new().start(Numbers { bytes: 0 }, Box::new(1));
            let limits = Limits::none().bytes(bytes).generated(limit);
            let end = search::run(&mut search, &limits, Duration::MAX, |_| {});
            assert!(matches!(end, End::Stopped(StopReason::Generated { .. })), "{end:?}");
            let statistics = search.statistics();
            assert!((limit..limit + 2).contains(&statistics.generated), "{statistics}");
            assert!(statistics.bytes <= bytes, "{statistics}");
        }
    }
}

/// A node that the open list had no memory for is shown among the others.
#[test]
fn the_open_list_is_complete_where_memory_ends() {
    for limit in (2_000..6_000).step_by(7) {
        let mut search = GraphAStar::new().start(Numbers { bytes: 0 }, Box::new(1));
        search.set_limits(&Limits::none().bytes(limit));
        search.advance(u64::MAX);
        assert_eq!(search.open_list().count() as u64, search.statistics().open);
        let priorities: Vec<_> = search.open_list().map(|node| node.priority).collect();
        assert!(priorities.is_sorted(), "{priorities:?}");
    }
}

thread_local! {
    static HASHES: Cell<u32> = const { Cell::new(0) };
}

/// A number that takes a while to hash.
#[derive(Clone, PartialEq, Eq)]
struct Slow(u32);

impl Hash for Slow {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        HASHES.set(HASHES.get() + 1);
        let number = (0..1_000).fold(self.0, |number, _| black_box(number));
        number.hash(hasher);
    }
}

/// The numbers one after the other.
struct SlowLine;

impl StateSpace for SlowLine {
    type State = Slow;

    fn estimate(&self, _: &Slow) -> u32 {
        0
    }

    fn is_goal(&self, _: &Slow) -> bool {
        false
    }

    fn for_each_successor(&self, state: &Slow, _: Option<&Slow>, mut visit: impl FnMut(Slow, u32)) {
        visit(Slow(state.0 + 1), 1);
    }
}

/// A search that has no time left to fill a larger table stops before it does.
#[test]
fn a_table_does_not_grow_when_time_is_short() {
    const MANY: u32 = 10_000;
    // Where a large table grows for the second time. The first time tells how long that takes.
    let mut search = BreadthFirst::new().start(SlowLine, Slow(0));
    let (mut expansions, mut growths) = (1 << 16, 0);
    assert_eq!(search.advance(expansions), None);
    while growths < 2 {
        HASHES.set(0);
        assert_eq!(search.advance(1), None);
        expansions += 1;
        growths += u32::from(HASHES.get() > MANY);
    }

    let mut search = BreadthFirst::new().start(SlowLine, Slow(0));
    assert_eq!(search.advance(expansions - 1), None);
    HASHES.set(0);
    let limit = search.statistics().elapsed + Duration::from_millis(5);
    search.set_limits(&Limits::none().time(limit));
    let end = search.advance(u64::MAX);
    assert!(matches!(end, Some(End::Stopped(StopReason::Time { .. }))), "{end:?}");
    assert!(HASHES.get() < MANY, "{} states were hashed", HASHES.get());
}

/// A graph of so many states that lead 1 to 25 further, at costs of 1 to 50. States are large.
struct Mixed<const SIZE: usize> {
    seed: u64,
    states: u64,
}

impl<const SIZE: usize> Mixed<SIZE> {
    fn mixed(&self, state: u64, index: u64) -> u64 {
        let number = state * 1_000 + index + self.seed * 7_919;
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }
}

impl<const SIZE: usize> StateSpace for Mixed<SIZE> {
    type State = [u64; SIZE];

    fn estimate(&self, state: &[u64; SIZE]) -> u32 {
        u32::try_from((self.states - state[0]) / 20).unwrap()
    }

    fn is_goal(&self, state: &[u64; SIZE]) -> bool {
        state[0] == self.states - 3
    }

    fn for_each_successor(
        &self,
        state: &[u64; SIZE],
        _: Option<&[u64; SIZE]>,
        mut visit: impl FnMut([u64; SIZE], u32),
    ) {
        for index in 0..3 {
            let next = state[0] + 1 + self.mixed(state[0], index) % 25;
            if next < self.states {
                let cost = 1 + self.mixed(state[0], index + 50) % 50;
                visit([next; SIZE], u32::try_from(cost).unwrap());
            }
        }
    }
}

/// Where memory ends, the search goes on depth-first in what is left, however little that is.
#[test]
fn bounded_memory_keeps_a_small_limit() {
    for seed in 0..8 {
        let space = Mixed::<1> { seed, states: 600 };
        for bytes in (1_000..20_000).step_by(370) {
            let mut search = BoundedMemory::new().start(&space, [0]);
            let limits = Limits::none().bytes(bytes).expansions(20_000);
            search::run(&mut search, &limits, Duration::MAX, |_| {});
            let in_use = search.statistics().bytes;
            assert!(in_use <= bytes, "seed {seed}: {in_use} of {bytes}");
        }
    }
}

/// Restarted under a limit on bytes, it is as a new one: what was kept for paths is not in the way.
#[test]
fn bounded_memory_restarts_within_its_limit() {
    for seed in 0..40 {
        let space = Mixed::<200> { seed, states: 300 };
        for bytes in [20_000, 60_000, 150_000, 400_000] {
            let limits = Limits::none().bytes(bytes).expansions(20_000);
            let mut search = BoundedMemory::new().start(&space, [0; 200]);
            let first = search::run(&mut search, &limits, Duration::MAX, |_| {});
            let before = search.statistics();
            search.restart([0; 200]);
            let again = search::run(&mut search, &limits, Duration::MAX, |_| {});
            let Statistics { expanded, bytes: in_use, .. } = search.statistics();
            assert!(in_use <= bytes, "seed {seed}: {in_use} of {bytes}");
            assert_eq!((first, before.expanded), (again, expanded), "seed {seed}, {bytes} bytes");
        }
    }
}

/// A restart under a limit on bytes does not exceed it, although nothing is asked for the root.
#[test]
fn a_restart_keeps_the_limit_on_bytes() {
    let (first, second) = (board("8 6 7 / 2 5 4 / 3 0 1"), board("1 2 3 / 4 5 6 / 7 0 8"));
    for &kind in SearchKind::ALL {
        for limit in (12_000..40_000).step_by(1_700) {
            let limits = Limits::none().bytes(limit);
            let mut search = kind.start(Worlds::new(), first.clone());
            search::run(&mut search, &limits, Duration::MAX, |_| {});
            search.restart(second.clone());
            let bytes = search.statistics().bytes;
            assert!(bytes <= limit, "{kind}: {bytes} of {limit}");
            let mut fresh = kind.start(Worlds::new(), second.clone());
            let [end, expected] = [&mut search, &mut fresh]
                .map(|search| search::run(search, &limits, Duration::MAX, |_| {}));
            assert_eq!(end, expected, "{kind}, {limit}");
        }
    }
}

/// At a stop within an expansion, no more nodes are open than there were at most.
#[test]
fn no_more_are_open_than_at_most() {
    let tree = |&number: &u32| {
        (1..200).map(|child| number.wrapping_mul(200).wrapping_add(child)).collect::<Vec<_>>()
    };
    let tree = Problem::from_neighbors(0_u32, tree, |_| false);
    for &kind in SearchKind::ALL {
        for bytes in (1_500..30_000).step_by(500) {
            let mut search = kind.start(&tree, 0);
            let limits = Limits::none().bytes(bytes).expansions(1_000);
            search::run(&mut search, &limits, Duration::MAX, |_| {});
            let Statistics { open, largest_open, .. } = search.statistics();
            assert!(open <= largest_open, "{kind}, {bytes} bytes: {open} of {largest_open}");
        }
    }
}
