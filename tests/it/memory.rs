//! What searches allocate, as the allocator sees it.

use std::cell::Cell;
use std::time::Duration;

use allocation_counter::measure;
use bestfirst::search::{
    self, Algorithm, Bidirectional, BidirectionalBreadthFirst, End, IdaStar, Search, SearchKind,
};
use bestfirst::{BidirectionalSpace, Limits, StateSpace, StopReason, Worlds};

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
    for kind in [
        SearchKind::TreeAStar,
        SearchKind::GraphAStar,
        SearchKind::BreadthFirst,
        SearchKind::DepthFirst,
        SearchKind::AllShortest,
        SearchKind::Beam,
        SearchKind::BestFirstBeam,
        SearchKind::AnytimeBeam,
    ] {
        most_in_use(&kind);
    }
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
