//! Faults of predecessors, listed goals and estimates from the initial state.

use bestfirst::check::{self, Fault};
use bestfirst::search::Bidirectional;
use bestfirst::{BidirectionalSpace, Solver, StateSpace};

use super::line;

/// The line, with something wrong in the other direction.
struct Backwards(&'static str);

impl StateSpace for Backwards {
    type State = usize;

    fn estimate(&self, state: &usize) -> u32 {
        line().estimate(state)
    }

    fn is_goal(&self, state: &usize) -> bool {
        line().is_goal(state)
    }

    fn for_each_successor(
        &self,
        state: &usize,
        previous: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        line().for_each_successor(state, previous, visit);
    }

    fn least_step_cost(&self) -> u32 {
        if self.0 == "steps are dearer" { 2 } else { 1 }
    }
}

impl BidirectionalSpace for Backwards {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        match self.0 {
            "lists another goal" => vec![0, 3],
            "lists no goal" => vec![],
            // Repeated goals are allowed.
            _ => vec![0, 0],
        }
    }

    fn estimate_from_initial(&self, &initial: &usize, &state: &usize) -> u32 {
        let distance = u32::try_from(initial.abs_diff(state)).unwrap();
        if self.0 == "is inconsistent" && state == 3 {
            return 0;
        }
        distance + u32::from(self.0 == "estimates too much" && state == 2)
    }

    fn has_consistent_estimates(&self) -> bool {
        self.0 == "is inconsistent" || self.0 == "is sound"
    }

    fn for_each_predecessor(
        &self,
        state: &usize,
        next: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        line().for_each_predecessor(state, next, |from, cost| match (self.0, *state, from) {
            ("lacks one", 2, 3) => {}
            ("lacks one for a next", 2, 3) if next.is_some() => {}
            ("costs more", 2, 3) => visit(from, cost + 1),
            _ => visit(from, cost),
        });
        if self.0 == "has one too many" && *state == 1 {
            visit(4, 1);
        }
    }
}

#[test]
fn faults_of_the_other_direction() {
    let faults = |how| {
        let space = Backwards(how);
        // Without the declaration nothing is asked.
        check::space(&space, &5).undirected().assert_sound();
        check::space(&space, &5).undirected().bidirectional().run().faults().to_vec()
    };
    assert_eq!(faults("is sound"), []);
    let missed = |next| Fault::MissedPredecessor { state: 2, next, predecessor: 3, step_cost: 1 };
    assert_eq!(faults("lacks one"), [missed(None)]);
    assert_eq!(faults("lacks one for a next"), [missed(Some(1))]);
    let dearer = Fault::FalsePredecessor { state: 2, predecessor: 3, step_cost: 2 };
    assert_eq!(faults("costs more"), [missed(None), dearer]);
    let extra = Fault::FalsePredecessor { state: 1, predecessor: 4, step_cost: 1 };
    assert_eq!(faults("has one too many"), [extra]);
    let listed = Fault::FalseListedGoal { initial: 5, state: 3 };
    assert_eq!(faults("lists another goal"), [listed]);
    let unlisted = Fault::UnlistedGoal { path: vec![5, 4, 3, 2, 1, 0] };
    assert_eq!(faults("lists no goal"), [unlisted]);
    let path = vec![5, 4, 3, 2];
    let too_high = Fault::InadmissibleFromInitial { path, estimate: 4, cost: 3 };
    assert_eq!(faults("estimates too much"), [too_high]);
    let rises = Fault::FalselyConsistent {
        state: 3,
        estimate: 0,
        successor: 2,
        successor_estimate: 3,
        step_cost: 1,
        both_ways: false,
    };
    assert!(rises.to_string().contains("`estimate_from_initial` rises from 0 to 3: 3 -> 2"));
    assert_eq!(faults("is inconsistent"), [rises]);
    let cheap = Fault::CheapStep { state: 5, successor: 4, step_cost: 1, least: 2 };
    assert_eq!(faults("steps are dearer"), [cheap]);

    // What such a predecessor leads to: a path with a step that does not exist, called optimal.
    let space = Backwards("has one too many");
    let solver = Solver::builder_in(&space, 5).algorithm(Bidirectional::new()).solve();
    assert_eq!(solver.cost(), Some(3));
}
