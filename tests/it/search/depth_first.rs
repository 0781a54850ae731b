//! What is particular to depth-first search: its order.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bestfirst::search::{Algorithm, DepthFirst, End, Search};
use bestfirst::{Event, EventKind, Observed};

use crate::common::graph::Graph;

fn graph(edges: &[(usize, usize, u32)], goals: &[usize]) -> Graph {
    let count = 1 + edges.iter().map(|&(from, to, _)| from.max(to)).max().unwrap();
    let mut lists = vec![Vec::new(); count];
    for &(from, to, cost) in edges {
        lists[from].push((to, cost));
    }
    Graph { edges: lists, estimates: vec![0; count], goals: goals.to_vec() }
}

#[test]
fn the_first_successor_is_followed_first_and_to_its_end() {
    // A binary tree: goals below its left and its right half.
    let edges = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (1, 4, 1), (2, 5, 1), (4, 6, 1)];
    let graph = graph(&edges, &[5, 6]);
    let mut search = DepthFirst::new().start(&graph, 0);
    assert_eq!(search.advance(u64::MAX), Some(End::Solved));
    assert_eq!(search.path(), [0, 1, 4, 6]);
    // 0, 1, 3, 4 and the goal; 2 was left waiting.
    let statistics = search.statistics();
    assert_eq!((statistics.expanded, statistics.dequeued, statistics.open), (4, 5, 1));
    assert_eq!(statistics.largest_open, 3);
}

#[test]
fn a_goal_is_recognised_when_it_is_generated() {
    // The goal is the last successor of 0. All others lead far away.
    let mut edges = vec![(0, 1, 1), (0, 2, 1), (0, 99, 1)];
    edges.extend((1..98).map(|from| (from, from + 1, 1)));
    let graph = graph(&edges, &[99]);
    let events = RefCell::new(Vec::new());
    let panics = Cell::new(0);
    let space = Observed::new(&graph, |event: &Event<'_, usize>| {
        // The goal is not lost if the observer panics when it is generated and when it is reported.
        if *event.state == 99 && panics.get() < 2 {
            panics.set(panics.get() + 1);
            panic!("an observer");
        }
        events.borrow_mut().push((event.kind, *event.state));
    });
    let mut search = DepthFirst::new().start(space, 0);
    for _ in 0..2 {
        catch_unwind(AssertUnwindSafe(|| search.advance(u64::MAX))).unwrap_err();
        assert!(search.statistics().open + search.statistics().dequeued <= 4);
    }
    assert_eq!((search.advance(u64::MAX), search.path()), (Some(End::Solved), vec![0, 99]));
    let statistics = search.statistics();
    assert_eq!((statistics.expanded, statistics.enqueued), (1, 4));
    assert_eq!((statistics.dequeued, statistics.open, statistics.largest_open), (2, 2, 3));
    let expected = [
        (EventKind::Generated, 0),
        (EventKind::Expanded, 0),
        (EventKind::Generated, 1),
        (EventKind::Generated, 2),
        (EventKind::Goal, 99),
    ];
    assert_eq!(*events.borrow(), expected);

    let mut search = DepthFirst::new().start(&graph, 99);
    assert_eq!((search.advance(u64::MAX), search.path()), (Some(End::Solved), vec![99]));
    assert_eq!((search.statistics().expanded, search.statistics().dequeued), (0, 1));
}
