//! What is particular to anytime beam search: the guide, the known solution, the ratio.

use bestfirst::heuristic::Zero;
use bestfirst::search::{Algorithm, AnytimeBeam, End, Search};
use bestfirst::sliding_tiles::{Board, LinearConflict};
use bestfirst::{Limits, Outcome, Solver, StateSpace, WithHeuristic, Worlds};
use proptest::prelude::*;

use crate::common::graph::{any_graph, share};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// However narrow the beam and whatever the guide, the bound holds at each moment, and the
    /// end is within the ratio.
    #[test]
    fn no_guide_breaks_a_promise(
        (mut graph, percents) in any_graph(0..20),
        guide in prop::collection::vec(any::<u32>(), 1..9),
        (width, pause) in (1usize..5, 1u64..4),
        ratio in 1.0..3.0,
    ) {
        let distances = graph.distances();
        let optimum = distances[0];
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let mut search = AnytimeBeam::new()
            .width(width)
            .within(ratio)
            .guided_by(|&state: &usize| guide[state % guide.len()])
            .start(&graph, 0);
        let (mut bound, mut best) = (0, u32::MAX);
        let step = loop {
            let step = search.advance(pause);
            graph.assert_path(&search.path(), search.cost());
            prop_assert!(search.lower_bound() >= bound);
            bound = search.lower_bound();
            prop_assert!(optimum.is_none_or(|optimum| bound <= optimum));
            if let Some(solution) = search.best() {
                prop_assert!(solution.cost() <= best);
                best = solution.cost();
                prop_assert!(graph.goals.contains(solution.states().last().unwrap()));
            }
            if step.is_some() {
                break step;
            }
        };
        prop_assert_eq!(step == Some(End::Solved), optimum.is_some());
        prop_assert_eq!(step == Some(End::Exhausted), optimum.is_none());
        if let Some(optimum) = optimum {
            prop_assert!(f64::from(best) <= ratio * f64::from(optimum) + 1e-9);
            prop_assert!(search.best().unwrap().ratio() <= ratio);
        }
    }
}

fn board() -> Board {
    "14 5 9 2 18 / 8 23 19 12 17 / 15 0 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13".parse().unwrap()
}

fn by_construction(board: &Board) -> Vec<Board> {
    let mut path = vec![board.clone()];
    for direction in board.any_solution().unwrap() {
        path.extend(path[path.len() - 1].apply([direction]));
    }
    path
}

#[test]
fn a_known_solution_is_there_at_once_and_only_gets_better() {
    let (board, known) = (board(), by_construction(&board()));
    let estimate = LinearConflict::new(5, board.goal());
    let solve = |known: Vec<Board>, limits| {
        let search =
            AnytimeBeam::new().within(1.5).known_solution(known).guided_by(Board::disorder);
        Solver::builder(board.clone())
            .with_heuristic(&estimate)
            .algorithm(search)
            .limits(limits)
            .solve()
    };
    let solver = solve(known.clone(), Limits::none().expansions(0));
    assert_eq!(solver.solution(), known);
    let Outcome::Solved(solution) = solver.outcome() else { panic!() };
    assert!(solution.stopped_by().is_some() && !solution.is_optimal());

    let solver = solve(known.clone(), Limits::none());
    let Outcome::Solved(solution) = solver.outcome() else { panic!() };
    assert!(solution.ratio() <= 1.5 && solution.moves() < known.len() - 1);
    assert_eq!((&solution.states()[0], solution.stopped_by()), (&board, None));
    assert!(solution.states().windows(2).all(|pair| pair[0].direction_to(&pair[1]).is_some()));
    assert!(solution.states().last().unwrap().is_goal());

    // Good enough already: nothing is left to do.
    let solver = solve(solution.states().to_vec(), Limits::none());
    assert_eq!(solver.moves(), Some(solution.moves()));

    // From elsewhere, with a gap, not to the end, none at all: these are no solutions.
    let gap = [&known[..5], &known[6..]].concat();
    for path in [known[1..].to_vec(), gap, known[..5].to_vec(), Vec::new()] {
        let solver = solve(path, Limits::none().expansions(0));
        assert!(matches!(solver.outcome(), Outcome::Stopped(_)));
    }
}

#[test]
fn a_known_solution_is_for_its_initial_state_only() {
    let (board, known) = (board(), by_construction(&board()));
    let mut search =
        AnytimeBeam::new().known_solution(known.clone()).start(Worlds::new(), board.clone());
    assert!(search.has_solution());
    search.restart(known[1].clone());
    assert!(!search.has_solution());
    search.restart(board);
    assert_eq!(search.path(), known);
}

/// Whole numbers, without an end in either direction, and the goal away from where the estimate
/// and the guide point.
struct Line;

impl StateSpace for Line {
    type State = i64;

    fn estimate(&self, &at: &i64) -> u32 {
        u32::from(at < 0)
    }

    fn is_goal(&self, &at: &i64) -> bool {
        at == -50
    }

    fn for_each_successor(&self, &at: &i64, _: Option<&i64>, mut visit: impl FnMut(i64, u32)) {
        visit(at + 1, 1);
        visit(at - 1, 1);
    }
}

#[test]
fn a_beam_that_loses_its_way_in_an_infinite_space_comes_back_wider() {
    let space = WithHeuristic::new(Line, Zero);
    for search in [AnytimeBeam::new().width(1), AnytimeBeam::new()] {
        let guided = search.clone().guided_by(|&at: &i64| u32::from(at < 0));
        let solver = Solver::builder_in(&space, 0).algorithm(guided).solve();
        assert_eq!(solver.moves(), Some(50));
        let solver = Solver::builder_in(Line, 0).algorithm(search).solve();
        assert_eq!(solver.moves(), Some(50));
    }
}
