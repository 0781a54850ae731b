//! What is particular to focal search: the estimate of the steps, which may be anything, and panic.

use std::cell::Cell;

use bestfirst::search::{Algorithm, End, Focal, Search};
use bestfirst::{Limits, StopReason};
use proptest::prelude::*;

use super::differential::caught;
use crate::common::graph::{any_graph, share};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// The bound holds at any time, and what a panic interrupts is done again.
    #[test]
    fn the_estimate_of_the_steps_may_panic(
        (mut graph, percents) in any_graph(0..20),
        steps in prop::collection::vec(prop_oneof![0..9u32, any::<u32>()], 32),
        weight in prop_oneof![Just(1.0), 1.0..3.0],
        every in 2u64..9,
        bytes in prop_oneof![Just(usize::MAX), 0..6_000usize],
    ) {
        let distances = graph.distances();
        let optimum = distances[0];
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let asked = Cell::new(0_u64);
        let calm = |state: &usize| steps[state % steps.len()];
        let may_panic = |state: &usize| {
            asked.set(asked.get() + 1);
            assert!(asked.get() % every > 0, "on purpose");
            calm(state)
        };
        let mut search = Focal::new(weight, may_panic).start(&graph, 0);
        search.set_limits(&Limits::none().bytes(bytes));
        let mut bound = 0;
        let end = loop {
            let advanced = caught(|| search.advance(1));
            graph.assert_path(&search.path(), search.cost());
            prop_assert!(search.lower_bound() >= bound);
            bound = search.lower_bound();
            prop_assert!(optimum.is_none_or(|optimum| bound <= optimum));
            match advanced {
                Ok(Some(End::Stopped(StopReason::Bytes { .. }))) => {
                    search.set_limits(&Limits::none());
                }
                Ok(Some(end)) => break end,
                Ok(None) | Err(_) => {}
            }
        };
        prop_assert_eq!(end, if optimum.is_some() { End::Solved } else { End::Exhausted });
        if let Some(optimum) = optimum {
            prop_assert!(f64::from(search.cost()) <= weight * f64::from(optimum));
            prop_assert!(f64::from(search.cost()) <= weight * f64::from(bound));
        }

        // Without panics and limits, the same states are expanded.
        let mut calm = Focal::new(weight, calm).start(&graph, 0);
        prop_assert_eq!(calm.advance(u64::MAX), Some(end));
        prop_assert_eq!(calm.path(), search.path());
        let (calm, other) = (calm.statistics(), search.statistics());
        prop_assert_eq!((calm.expanded, calm.reopened), (other.expanded, other.reopened));
    }

    /// With the weight 1 and consistent estimates, a state is expanded by its cheapest path.
    #[test]
    fn without_slack_nothing_is_reopened((mut graph, percents) in any_graph(0..20)) {
        graph.estimates.fill(0);
        let steps = |&state: &usize| percents[state].try_into().unwrap_or(0);
        let mut search = Focal::new(1.0, steps).start(&graph, 0);
        search.advance(u64::MAX);
        prop_assert_eq!(search.statistics().reopened, 0);
        prop_assert!(graph.distances()[0].is_none_or(|optimum| search.cost() == optimum));
    }
}
