//! Fractional costs in whole numbers: exact rounding, and estimates that stay admissible.

use bestfirst::check::{self, Fault};
use bestfirst::search::GraphAStar;
use bestfirst::{DEAD_END, FixedPoint, Solver, StepCostErrorKind};
use proptest::prelude::*;

use crate::common::graph::Graph;

/// A number that is not negative, times 2ⁿ, rounded down and up, in whole numbers.
fn exact(number: f64, fraction_bits: u8) -> (u128, u128) {
    let (exponent, mantissa) = (number.to_bits() >> 52, number.to_bits() & ((1 << 52) - 1));
    let mantissa = u128::from(if exponent == 0 { mantissa } else { mantissa | 1 << 52 });
    let shift = i64::from(fraction_bits) + i64::try_from(exponent.max(1)).unwrap() - 1075;
    match u32::try_from(shift.unsigned_abs()).unwrap() {
        // Beyond 2³² in any case.
        left if shift >= 0 => (mantissa << left.min(70), mantissa << left.min(70)),
        right => {
            let down = mantissa.checked_shr(right).unwrap_or(0);
            (down, down + u128::from(down.checked_shl(right).unwrap_or(0) != mantissa))
        }
    }
}

fn any_cost() -> impl Strategy<Value = f64> {
    prop_oneof![
        // Of any size: most are far too small or too large.
        any::<u64>().prop_map(|bits| f64::from_bits(bits & (u64::MAX >> 1))),
        (0u32..=u32::MAX, -40..40).prop_map(|(whole, power)| f64::from(whole) * 2f64.powi(power)),
        // Whole numbers and their neighbours.
        (0u32..=u32::MAX, -2i64..=2).prop_map(|(whole, by)| {
            f64::from_bits(f64::from(whole).to_bits().saturating_add_signed(by))
        }),
        (0.0..1000.0),
    ]
    .prop_filter("a number", |cost| cost.is_finite())
}

proptest! {
    #[test]
    fn rounding_is_exact(cost in any_cost(), fraction_bits in 0u8..=255) {
        let fixed = FixedPoint::with_fraction_bits(fraction_bits);
        let (down, up) = exact(cost, fraction_bits);
        // Only infinity is a dead end.
        let most = if cost == f64::INFINITY { DEAD_END } else { DEAD_END - 1 };
        prop_assert_eq!(fixed.estimate(cost), u32::try_from(down).unwrap_or(u32::MAX).min(most));
        let too_large = StepCostErrorKind::TooLarge { cost, most: fixed.to_f64(u32::MAX) }.into();
        prop_assert_eq!(fixed.step_cost(cost), u32::try_from(up).map_err(|_| too_large));
    }

    #[test]
    fn there_and_back_is_the_same(units in 0..DEAD_END, fraction_bits in 0u8..=255) {
        let fixed = FixedPoint::with_fraction_bits(fraction_bits);
        let cost = fixed.to_f64(units);
        prop_assert_eq!((fixed.step_cost(cost), fixed.estimate(cost)), (Ok(units), units));
    }
}

#[test]
fn what_is_no_cost() {
    let fixed = FixedPoint::with_fraction_bits(8);
    let message = |cost| fixed.step_cost(cost).unwrap_err().to_string();
    assert_eq!(message(f64::NAN), "the cost of a step is not a number");
    assert_eq!(message(-0.25), "the cost of a step is negative: -0.25");
    assert_eq!(message(f64::NEG_INFINITY), "the cost of a step is negative: -inf");
    let too_large = "the cost of a step is inf, above the maximum of 16777215.99609375";
    assert_eq!(message(f64::INFINITY), too_large);
    assert_eq!(fixed.step_cost(-0.0), Ok(0));
    assert_eq!(fixed.step_cost(f64::from_bits(1)), Ok(1));

    for safe in [f64::NAN, -0.25, f64::NEG_INFINITY, -0.0] {
        assert_eq!(fixed.estimate(safe), 0, "{safe}");
    }
    assert_eq!(fixed.estimate(f64::INFINITY), DEAD_END);
    assert_eq!(format!("{fixed:?}"), "FixedPoint { unit: 0.00390625 }");
}

/// Step costs of all kinds: tenths, lengths on a grid, any number. Paths of 8 steps stay in range.
fn step_costs() -> impl Strategy<Value = f64> {
    prop_oneof![
        (0u32..1000).prop_map(|tenths| f64::from(tenths) * 0.1),
        (0i32..100, 0i32..100).prop_map(|(x, y)| f64::from(x).hypot(f64::from(y))),
        0.0..1000.0,
        Just(0.0),
    ]
}

/// A graph of fractional costs: edges from, to, cost.
#[derive(Debug)]
struct Fractional {
    vertices: usize,
    edges: Vec<(usize, usize, f64)>,
    goal: usize,
}

impl Fractional {
    /// What the cheapest path from each vertex to the goal costs, up to errors of `f64`.
    fn distances(&self) -> Vec<f64> {
        let mut distances = vec![f64::INFINITY; self.vertices];
        distances[self.goal] = 0.0;
        for _ in 0..self.vertices {
            for &(from, to, cost) in &self.edges {
                distances[from] = distances[from].min(cost + distances[to]);
            }
        }
        distances
    }

    /// In whole numbers.
    fn graph(&self, step_cost: impl Fn(f64) -> u32, estimate: impl Fn(f64) -> u32) -> Graph {
        let mut edges = vec![Vec::new(); self.vertices];
        for &(from, to, cost) in &self.edges {
            edges[from].push((to, step_cost(cost)));
        }
        let estimates = self.distances().into_iter().map(estimate).collect();
        Graph { edges, estimates, goals: vec![self.goal] }
    }

    fn path_cost(&self, path: &[usize]) -> f64 {
        let step = |pair: &[usize]| {
            let edges = self.edges.iter().filter(|edge| (edge.0, edge.1) == (pair[0], pair[1]));
            edges.map(|edge| edge.2).fold(f64::INFINITY, f64::min)
        };
        path.windows(2).map(step).sum()
    }
}

fn any_fractional() -> impl Strategy<Value = Fractional> {
    (2usize..9).prop_flat_map(|vertices| {
        let edges = (0..vertices, 0..vertices, step_costs());
        let edges = prop::collection::vec(edges, vertices..3 * vertices);
        (edges, 0..vertices).prop_map(move |(edges, goal)| Fractional { vertices, edges, goal })
    })
}

proptest! {
    /// Estimates are up to the true distances, and even a little above, as errors of `f64` are.
    #[test]
    fn admissible_estimates_stay_admissible_and_solutions_almost_optimal(
        fractional in any_fractional(),
        fraction_bits in 0u8..19,
        share in prop_oneof![0.0..1.0, Just(1.0), Just(1.0 + 2f64.powi(-33))],
    ) {
        let fixed = FixedPoint::with_fraction_bits(fraction_bits);
        let step_cost = |cost| fixed.step_cost(cost).unwrap();
        let graph = fractional.graph(step_cost, |distance| fixed.estimate(share * distance));
        for (&estimate, distance) in graph.estimates.iter().zip(graph.distances()) {
            // The least cost of any path, in units.
            prop_assert!(distance.is_none_or(|distance| estimate <= distance));
        }
        let optimum = fractional.distances()[0];
        let solver = Solver::builder_in(&graph, 0).algorithm(GraphAStar::new()).solve();
        prop_assert_eq!(solver.cost(), graph.distances()[0]);
        if let Some(cost) = solver.cost() {
            let true_cost = fractional.path_cost(solver.solution());
            // Sums in `f64` may themselves be off.
            let off = 1e-9;
            prop_assert!(true_cost <= fixed.to_f64(cost) + off);
            let steps = u32::try_from(fractional.vertices - 1).unwrap();
            prop_assert!(fixed.to_f64(cost) <= optimum + fixed.to_f64(steps) + off);
        }
    }

    /// With estimates on which sums are exact.
    #[test]
    fn consistent_estimates_stay_consistent(
        mut fractional in any_fractional(),
        fraction_bits in 0u8..10,
    ) {
        for edge in &mut fractional.edges {
            edge.2 = (edge.2 * 4096.0).ceil() / 4096.0;
        }
        let fixed = FixedPoint::with_fraction_bits(fraction_bits);
        let step_cost = |cost| fixed.step_cost(cost).unwrap();
        let graph = fractional.graph(step_cost, |distance| fixed.estimate(distance));
        let check = check::space(&graph, &0);
        let report = (1..fractional.vertices).fold(check, |check, at| check.also_from(&at)).run();
        prop_assert!(report.is_sound() && report.is_exhaustive(), "{}", report);
        let is_inconsistent = |note: &Fault<usize>| matches!(note, Fault::Inconsistent { .. });
        prop_assert!(!report.notes().iter().any(is_inconsistent), "{}", report);
    }
}

/// Ten steps of 1.4 in a row.
fn ten_steps() -> Fractional {
    Fractional { vertices: 11, edges: (0..10).map(|at| (at, at + 1, 1.4)).collect(), goal: 10 }
}

#[test]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
fn steps_rounded_otherwise_than_up_are_too_cheap_for_estimates_of_true_distances() {
    let down = |distance: f64| distance.floor() as u32;
    for round in [f64::floor, f64::round] {
        let graph = ten_steps().graph(|cost| round(cost) as u32, down);
        assert_eq!((graph.estimates[0], graph.distances()[0]), (14, Some(10)));
        let report = check::space(&graph, &0).run();
        // The last three steps cost 3, and 4.2 is left.
        let path = vec![7, 8, 9, 10];
        assert_eq!(report.faults(), [Fault::Inadmissible { path, estimate: 4, cost: 3 }]);
    }
    let fixed = FixedPoint::with_fraction_bits(0);
    let graph = ten_steps().graph(|cost| fixed.step_cost(cost).unwrap(), down);
    assert_eq!((graph.estimates[0], graph.distances()[0]), (14, Some(20)));
    check::space(&graph, &0).assert_sound();
}

#[test]
fn estimates_from_rounded_steps_are_right_however_these_are_rounded() {
    for rounded in [1, 2] {
        let mut graph = ten_steps().graph(|_| rounded, |_| 0);
        graph.estimates = (0..=10).rev().map(|steps| steps * rounded).collect();
        check::space(&graph, &0).assert_sound();
    }
}
