//! What searches allocate, as the allocator sees it.

use allocation_counter::measure;
use bestfirst::search::{Algorithm, Search, SearchKind, Step};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Limits, Worlds, search};
use std::time::Duration;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

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

/// A search that is restarted uses the memory that it has.
#[test]
fn many_small_boards_allocate_next_to_nothing_after_the_first() {
    let first = board("8 6 7 / 2 5 4 / 3 0 1");
    for &kind in SearchKind::ALL {
        let mut search = kind.start(Worlds::new(), first.clone());
        while search.advance(u64::MAX) == Step::Continue {}
        let mut board = board("1 2 3 / 4 5 6 / 7 8 0");
        let allocations = measure(|| {
            for turn in 0..1_000 {
                let neighbors = board.neighbors();
                board = neighbors[turn * 7 % neighbors.len()].clone();
                search.restart(board.clone());
                while search.advance(u64::MAX) == Step::Continue {}
            }
        })
        .count_total;
        // The solutions that an anytime search keeps are new ones.
        let is_anytime = matches!(kind, SearchKind::Anytime | SearchKind::AnytimeBeam);
        let most = if is_anytime { 20_000 } else { 10 };
        assert!(allocations <= most, "{kind}: {allocations} allocations");
    }
}
