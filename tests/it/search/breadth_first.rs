//! Breadth-first search, which recognises a goal when it is generated.

use std::cell::RefCell;

use bestfirst::search::{Algorithm, BreadthFirst, Search};
use bestfirst::{EventKind, Outcome, Problem};

/// Each number below a million leads to a thousand others.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the function of a problem in closures")]
fn successors(&n: &u32) -> impl Iterator<Item = u32> + use<> {
    (0..1000).map(move |digit| 1000 * n + digit).filter(move |_| n < 1_000_000)
}

#[test]
fn nothing_is_expanded_after_the_goal_is_generated() {
    let problem = Problem::from_neighbors(1, successors, |&n| n == 1_000_007);
    let solver = problem.solver().algorithm(BreadthFirst::new()).solve();
    assert_eq!(solver.solution(), [1, 1000, 1_000_007]);
    let statistics = solver.statistics();
    assert_eq!((statistics.expanded, statistics.enqueued), (2, 1 + 1000 + 8));
    assert_eq!(statistics.open, 1000 + 8 - 2);
}

#[test]
fn the_initial_state_can_be_the_goal() {
    let solver = Problem::from_neighbors(5, successors, |&n| n == 5);
    let solver = solver.solver().algorithm(BreadthFirst::new()).solve();
    assert_eq!((solver.solution(), solver.statistics().expanded), (&[5][..], 0));
}

#[test]
fn the_cost_is_proven_if_the_least_cost_of_a_step_is_known() {
    let by_neighbors = Problem::from_neighbors(1, successors, |&n| n == 1_000_007);
    let solver = by_neighbors.solver().algorithm(BreadthFirst::new()).solve();
    let Outcome::Solved(solution) = solver.outcome() else { panic!() };
    assert_eq!((solution.cost(), solution.lower_bound()), (2, 2));

    // The last step of another solution may be cheaper, as far as the search knows.
    let steps = |n: &u32| successors(n).map(|successor| (successor, 3));
    let by_costs = Problem::from_successors(1, steps, |&n| n == 1_000_007);
    let solver = by_costs.solver().algorithm(BreadthFirst::new()).solve();
    let Outcome::Solved(solution) = solver.outcome() else { panic!() };
    assert_eq!((solution.cost(), solution.lower_bound()), (6, 3));
}

#[test]
fn the_goal_is_the_last_node_that_is_reported() {
    let kinds = RefCell::new(Vec::new());
    let problem = Problem::from_neighbors(1, successors, |&n| n == 1_001);
    let builder = problem.solver().algorithm(BreadthFirst::new());
    let solver = builder.on_event(|event| kinds.borrow_mut().push((event.kind, *event.state)));
    assert_eq!(solver.solve().moves(), Some(1));
    let kinds = kinds.into_inner();
    assert_eq!(kinds[kinds.len() - 2..], [(EventKind::Generated, 1001), (EventKind::Goal, 1001)]);
}

/// The goal is not lost if the observer panics when it is generated.
#[test]
fn a_panic_of_the_observer_does_not_hide_the_goal() {
    let calls = RefCell::new(0);
    let problem = Problem::from_neighbors(1, successors, |&n| n == 1_001);
    let observed = bestfirst::Observed::new(&problem, |event: &bestfirst::Event<'_, u32>| {
        if *event.state == 1001 && *calls.borrow() < 2 {
            *calls.borrow_mut() += 1;
            panic!("an observer");
        }
    });
    let mut search = BreadthFirst::new().start(&observed, 1);
    for _ in 0..2 {
        let advance = std::panic::AssertUnwindSafe(|| search.advance(u64::MAX));
        std::panic::catch_unwind(advance).unwrap_err();
    }
    assert_eq!(search.advance(u64::MAX), Some(bestfirst::search::End::Solved));
    assert_eq!((search.path(), search.statistics().expanded), (vec![1, 1001], 1));
}
