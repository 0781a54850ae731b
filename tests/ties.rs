//! The open list of tree and graph search: its order, and that it is counted.

use std::cmp::Reverse;

use bestfirst::Worlds;
use bestfirst::search::{Algorithm, GraphAStar, OpenNode, Search, TreeAStar};
use bestfirst::sliding_tiles::Board;

/// What nodes with the same f are ordered by.
type Key = fn(&OpenNode<'_, Board>) -> (Reverse<u32>, u32, Reverse<usize>, usize);

const LOW_H: Key = |node| (Reverse(0), node.estimate, Reverse(node.id.index()), 0);
const HIGH_H: Key = |node| (Reverse(node.estimate), 0, Reverse(node.id.index()), 0);
const LAST_IN: Key = |node| (Reverse(0), 0, Reverse(node.id.index()), 0);
const FIRST_IN: Key = |node| (Reverse(0), 0, Reverse(0), node.id.index());

fn board() -> Board {
    "8 1 3 / 4 0 2 / 7 6 5".parse().unwrap()
}

/// Steps a search, and looks at its open list before each step.
macro_rules! check {
    ($algorithm:expr, $key:expr) => {{
        let mut search = $algorithm.start(Worlds::new(), board());
        loop {
            let open: Vec<_> = search.open_list().collect();
            assert_eq!(open.len() as u64, search.statistics().open);
            assert!(open.is_sorted_by_key(|node| (node.priority, $key(node))));
            for node in &open {
                assert_eq!(node.priority, node.path_cost + node.estimate);
                assert_eq!(node.estimate, node.state.manhattan());
            }
            if search.advance(1).is_some() {
                break;
            }
        }
        assert_eq!(search.cost(), 14);
        search.statistics().expanded
    }};
}

#[test]
fn the_order_of_the_open_list_is_the_one_asked_for() {
    let expanded = [
        check!(TreeAStar::new(), LOW_H),
        check!(TreeAStar::keyed(), LOW_H),
        check!(TreeAStar::new().high_h_first(), HIGH_H),
        check!(TreeAStar::keyed().high_h_first(), HIGH_H),
        check!(TreeAStar::new().last_in_first(), LAST_IN),
        check!(TreeAStar::keyed().last_in_first(), LAST_IN),
        check!(TreeAStar::new().first_in_first(), FIRST_IN),
    ];
    assert_eq!(expanded[0], expanded[1]);
    assert_eq!(expanded[2], expanded[3]);
    assert_eq!(expanded[4], expanded[5]);
    // Closer to the goal first comes to it sooner.
    assert!(expanded[0] < expanded[2], "{expanded:?}");

    check!(GraphAStar::new(), LOW_H);
    check!(GraphAStar::keyed(), LOW_H);
    check!(GraphAStar::new().high_h_first(), HIGH_H);
    check!(GraphAStar::new().last_in_first(), LAST_IN);
    check!(GraphAStar::keyed().last_in_first(), LAST_IN);
    check!(GraphAStar::new().first_in_first(), FIRST_IN);
}
