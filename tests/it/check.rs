//! The check: every kind of fault planted and found, and sound domains found sound.

mod backward;
mod states;

use std::cell::Cell;
use std::hash::Hash;

use bestfirst::check::{self, Answer, Fault};
use bestfirst::graphs;
use bestfirst::heuristic::from_fn;
use bestfirst::sliding_tiles::{Board, Goal, Rectangle};
use bestfirst::word_ladder::Dictionary;
use bestfirst::{
    BidirectionalSpace, DEAD_END, Expansion, StateSpace, WithHeuristic, WorldState, Worlds,
};
use proptest::prelude::*;

use crate::common::boards::board;
use crate::common::graph::{Graph, any_graph, share};
use states::Number;

/// The line 0 - 1 - ... - 5, with the goal 0 and exact estimates.
fn line() -> Graph {
    let edges = (0..6usize).map(|at| {
        let neighbors = [at.checked_sub(1), (at < 5).then_some(at + 1)];
        neighbors.into_iter().flatten().map(|next| (next, 1)).collect()
    });
    Graph { edges: edges.collect(), estimates: (0..6).collect(), goals: vec![0] }
}

#[test]
fn our_own_domains_are_sound() {
    let report = check::world(&board("0 1 / 3 2")).undirected().bidirectional().run();
    assert!(report.is_sound() && report.notes().is_empty(), "{report}");
    assert!(report.is_exhaustive());
    assert_eq!(report.states_checked(), 12);
    for text in [
        "8 6 7 / 2 5 4 / 3 0 1",
        "1 2 3 / 4 5 6 / 8 7 0", // unsolvable
        "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0",
        "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0",
    ] {
        let report = check::world(&board(text)).undirected().bidirectional().run();
        assert!(report.is_sound() && report.notes().is_empty(), "{report}");
        assert_eq!((report.states_checked(), report.is_exhaustive()), (2_000, false));
    }
    let words = ["cat", "cot", "cog", "dog", "dot", "coat", "boat", "boats", "zebra"];
    let dictionary: Dictionary = words.into_iter().collect();
    for from in ["boats", "dog", "zebra"] {
        let word = dictionary.ladder(from, "dog").unwrap();
        let check = check::world(&word).undirected().bidirectional();
        check.goal_when(|word| word.as_str() == "dog").assert_sound();
    }
    for (rows, columns) in [(2, 3), (3, 4), (5, 3)] {
        let space = Rectangle::new(rows, columns, Goal::BlankLast).unwrap();
        let solved = space.solved();
        let check = check::space(&space, &solved).undirected().bidirectional();
        check.goal_when(|&state| state == solved).assert_sound();
    }
    check::space(&line(), &5).undirected().bidirectional().goal_when(|&at| at == 0).assert_sound();
}

#[test]
fn our_own_graphs_are_sound() {
    // With a loop, and with parallel arcs; node 4 is not on the way to a goal.
    let arcs = [(0, 1, 3), (1, 2, 0), (2, 0, 4), (1, 1, 2), (0, 1, 5), (2, 3, 1), (1, 4, 1)];
    let graph = graphs::Graph::from_arcs(5, arcs).unwrap();
    for graph in [&graph, &graph.clone().undirected()] {
        let distance = |&(from, to): &(u32, u32)| {
            graph.distances_from(from).compute().cost(&to).unwrap_or(DEAD_END)
        };
        let space = graph.to_any([3, 0]).estimate_by(distance);
        let check = check::space(&space, &1).bidirectional();
        // The notes are of the loop and of the parallel arcs.
        let report = check.goal_when(|node| [0, 3].contains(node)).run();
        assert!(report.is_sound(), "{report}");
        assert_eq!((report.states_checked(), report.is_exhaustive()), (5, true));
    }
}

/// Pruning may leave out successors, and nothing else.
#[test]
fn pruning_by_previous_adds_and_changes_nothing() {
    struct Pruned<F>(F);

    impl<F: Fn(u8, Option<u8>) -> Vec<(u8, u32)>> StateSpace for Pruned<F> {
        type State = u8;

        fn estimate(&self, _: &u8) -> u32 {
            0
        }

        fn is_goal(&self, &state: &u8) -> bool {
            state == 9
        }

        fn for_each_successor(
            &self,
            &state: &u8,
            previous: Option<&u8>,
            mut visit: impl FnMut(u8, u32),
        ) {
            for (to, cost) in (self.0)(state, previous.copied()) {
                visit(to, cost);
            }
        }
    }

    let is_sound = |from_2: &'static [(u8, u32)]| {
        let successors = move |state, previous| match (state, previous) {
            (2, None) => vec![(5, 1), (6, 2), (7, 3)],
            (2, Some(_)) => from_2.to_vec(),
            (1, _) => vec![(2, 1)],
            _ => vec![],
        };
        check::space(Pruned(successors), &1).prunes_by_previous().run().is_sound()
    };
    for sound in [&[(5, 1), (6, 2), (7, 3)][..], &[(5, 1), (7, 3)], &[(7, 3)], &[]] {
        assert!(is_sound(sound), "{sound:?}");
    }
    for fault in [&[(6, 2), (5, 1)][..], &[(5, 2)], &[(8, 1)], &[(5, 1), (5, 1)]] {
        assert!(!is_sound(fault), "{fault:?}");
    }
}

#[test]
fn an_estimate_above_the_distance_on_a_space_too_large_to_see() {
    let double = WithHeuristic::new(Worlds::new(), from_fn(|board: &Board| 2 * board.manhattan()));
    let far = board("8 6 7 / 2 5 4 / 3 0 1");
    let hard = board("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0");
    let solved = board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0");
    for check in [check::space(&double, &far), check::space(&double, &hard).also_from(&solved)] {
        let report = check.run();
        assert!(!report.is_exhaustive());
        let [Fault::Inadmissible { path, estimate: 2, cost: 1 }] = report.faults() else {
            panic!("{report}");
        };
        assert_eq!(path[0].manhattan(), 1);
        assert!(path.len() == 2 && path[1].is_goal());
        assert_eq!(report.notes(), []);
        // The same again, and the same fault on another walk.
        assert_eq!(check.run(), report);
        assert!(matches!(
            check.seed(7).run().faults(),
            [Fault::Inadmissible { estimate: 2, cost: 1, .. }]
        ));
    }
}

#[test]
fn estimates_of_graphs() {
    let mut graph = line();
    graph.estimates[3] = 5;
    graph.estimates[2] = 4;
    let report = check::space(&graph, &5).run();
    let path = vec![2, 1, 0];
    assert_eq!(report.faults(), [Fault::Inadmissible { path, estimate: 4, cost: 2 }]);

    let mut graph = line();
    graph.estimates[0] = 1;
    let report = check::space(&graph, &5).run();
    assert_eq!(report.faults(), [Fault::GoalEstimate { goal: 0, estimate: 1 }]);

    let mut graph = line();
    graph.estimates[3] = 0;
    let report = check::space(&graph, &5).run();
    assert!(report.is_sound());
    let inconsistent = Fault::Inconsistent {
        state: 4,
        estimate: 4,
        successor: 3,
        successor_estimate: 0,
        step_cost: 1,
    };
    assert_eq!(report.notes(), [inconsistent]);
}

/// A line whose estimate rises by two along a step of cost 1.
struct SaysConsistent;

impl StateSpace for SaysConsistent {
    type State = usize;

    fn estimate(&self, &state: &usize) -> u32 {
        [0, 1, 2, 0][state]
    }

    fn estimate_is_consistent_both_ways(&self) -> bool {
        true
    }

    fn is_goal(&self, &state: &usize) -> bool {
        state == 0
    }

    fn for_each_successor(
        &self,
        &state: &usize,
        _: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        if state > 0 {
            visit(state - 1, 1);
        }
    }
}

#[test]
fn an_estimate_that_is_said_to_be_consistent_both_ways() {
    let rises = Fault::FalselyConsistent {
        state: 3,
        estimate: 0,
        successor: 2,
        successor_estimate: 2,
        step_cost: 1,
        both_ways: true,
    };
    assert!(rises.to_string().contains("`estimate` rises from 0 to 2: 3 -> 2"));
    assert_eq!(check::space(&SaysConsistent, &3).run().faults(), [rises]);
    // From here, it is so.
    assert!(check::space(&SaysConsistent, &2).run().is_sound());
}

/// An estimate of zero is safe, but not without `is_goal`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Blind(u32);

impl WorldState for Blind {
    fn estimated_distance_to_goal(&self) -> u32 {
        0
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        [Blind((self.0 + 1) % 9)]
    }
}

#[test]
fn goals_that_are_none_and_goals_that_are_missed() {
    let mut graph = line();
    graph.estimates[3] = 0;
    graph.goals = vec![0, 3];
    let report = check::space(&graph, &5).goal_when(|&at| at == 0).run();
    assert_eq!(report.faults(), [Fault::FalseGoal { state: 3, estimate: 0 }]);
    graph.goals = vec![3];
    graph.estimates = vec![0; 6];
    let report = check::space(&graph, &5).goal_when(|&at| at == 0 || at == 3).run();
    assert_eq!(report.faults(), [Fault::MissedGoal { state: 0, estimate: 0 }]);

    let report = check::world(&Blind(1)).run();
    assert_eq!(report.faults(), [Fault::OnlyGoals { state: Blind(1), other: Blind(2) }]);
    let report = check::world(&Blind(1)).goal_when(|blind| blind.0 == 0).run();
    assert_eq!(report.faults(), [Fault::FalseGoal { state: Blind(1), estimate: 0 }]);
}

#[test]
fn steps_of_graphs() {
    let mut graph = line();
    graph.edges[2].push((2, 3));
    graph.edges[4].push((5, 9));
    let report = check::space(&graph, &5).run();
    assert!(report.is_sound());
    assert_eq!(
        report.notes(),
        [Fault::SelfLoop { state: 2, step_cost: 3 }, Fault::Duplicate { state: 4, successor: 5 }]
    );

    let mut graph = line();
    graph.edges[2].push((5, 4));
    check::space(&graph, &5).assert_sound();
    let report = check::space(&graph, &5).undirected().run();
    assert_eq!(report.faults(), [Fault::OneWay { state: 2, successor: 5, step_cost: 4 }]);

    let graph = Graph {
        edges: vec![vec![(1, 1)], vec![(2, u32::MAX - 1)], vec![(3, 1)], vec![(3, 1)]],
        estimates: vec![0; 4],
        goals: vec![],
    };
    let report = check::space(&graph, &0).run();
    let path = vec![0, 1, 2, 3];
    assert_eq!(report.faults(), [Fault::Overflow { path, cost: 1 << 32 }]);
    check::space(&graph, &1).assert_sound();
}

/// The line, with something broken.
struct Broken {
    line: Graph,
    calls: Cell<u32>,
    how: How,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Unsolvable,
    Unstable,
    IgnoresPrevious,
    LeavesOutMore,
    OtherCosts,
    OffersOtherEstimates,
    OffersLess,
    NumbersTwiceTheSame,
    NumbersAnew,
}

impl StateSpace for Broken {
    type State = usize;

    fn estimate(&self, state: &usize) -> u32 {
        self.line.estimate(state)
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.line.is_goal(state)
    }

    fn is_solvable(&self, &state: &usize) -> bool {
        self.how != How::Unsolvable || state < 3
    }

    fn for_each_successor(
        &self,
        state: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        self.calls.set(self.calls.get() + 1);
        let mut successors = Vec::new();
        let kept = previous.filter(|_| self.how != How::IgnoresPrevious);
        self.line.for_each_successor(state, kept, |next, cost| successors.push((next, cost)));
        match self.how {
            // Different at every call, whatever number of calls comes between.
            How::Unstable if *state == 3 => successors[0].1 = self.calls.get() + 1,
            How::LeavesOutMore if previous.is_some() && *state == 3 => successors.clear(),
            How::OtherCosts if previous == Some(&4) => {
                for successor in &mut successors {
                    successor.1 += 1;
                }
            }
            _ => {}
        }
        for (next, cost) in successors {
            visit(next, cost);
        }
    }

    fn number(&self, &state: &usize) -> Option<usize> {
        self.calls.set(self.calls.get() + 1);
        match self.how {
            How::NumbersTwiceTheSame => Some(state.min(3)),
            How::NumbersAnew => Some(self.calls.get() as usize),
            _ => None,
        }
    }

    fn offer_successors(
        &self,
        state: &usize,
        previous: Option<&usize>,
        mut expansion: impl Expansion<usize>,
    ) {
        if self.how == How::OffersLess && previous == Some(&4) {
            return;
        }
        self.for_each_successor(state, previous, |next, cost| {
            let too_high = self.how == How::OffersOtherEstimates && next == 2;
            expansion.offer(cost, self.estimate(&next) + u32::from(too_high), || next);
        });
    }
}

impl BidirectionalSpace for Broken {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        [0]
    }

    fn for_each_predecessor(
        &self,
        state: &usize,
        next: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        self.line.for_each_predecessor(state, next, visit);
    }
}

/// Predecessors that do not match successors, because these change, are no fault of their own.
#[test]
fn an_unstable_space_is_not_blamed_for_its_predecessors() {
    let broken = Broken { line: line(), calls: Cell::new(0), how: How::Unstable };
    let report = check::space(&broken, &5).bidirectional().run();
    assert!(matches!(report.faults(), [Fault::Unstable { .. }]), "{report}");
}

#[test]
fn methods_that_answer_wrongly() {
    let faults = |how| {
        let broken = Broken { line: line(), calls: Cell::new(0), how };
        check::space(&broken, &5).run().faults().to_vec()
    };
    assert_eq!(faults(How::Unsolvable), [Fault::FalselyUnsolvable { path: vec![3, 2, 1, 0] }]);
    let unstable = faults(How::Unstable);
    let [Fault::Unstable { state: 3, first, later }] = &unstable[..] else {
        panic!("{unstable:?}");
    };
    assert!(first[0].1 < later[0].1 && first[1..] == later[1..]);
    let previous = |state, previous, expected, visited| {
        [Fault::Previous { state, previous, expected, visited }]
    };
    let all = vec![(3, 1), (5, 1)];
    assert_eq!(faults(How::IgnoresPrevious), previous(4, 5, vec![(3, 1)], all));
    assert_eq!(faults(How::LeavesOutMore), previous(3, 4, vec![(2, 1)], vec![]));
    assert_eq!(faults(How::OtherCosts), previous(3, 4, vec![(2, 1)], vec![(2, 2)]));
    let offered = |state, previous, expected, offered| {
        [Fault::Offered { state, previous, expected, offered }]
    };
    let (expected, too_high) = (vec![(2, 1, 2), (4, 1, 4)], vec![(2, 1, 3), (4, 1, 4)]);
    assert_eq!(faults(How::OffersOtherEstimates), offered(3, None, expected, too_high));
    assert_eq!(faults(How::OffersLess), offered(3, Some(4), vec![(2, 1, 2)], vec![]));
    let shared = Fault::SharedNumber { state: 4, other: 5, number: 3 };
    assert_eq!(faults(How::NumbersTwiceTheSame), [shared]);
    let anew = Fault::UnequalAnswers { state: 5, other: 5, answer: Answer::Number };
    assert_eq!(faults(How::NumbersAnew), [anew]);
}

#[test]
fn messages_say_what_differs() {
    let many: Vec<(u32, u32)> = (0..32).map(|state| (state, 1)).collect();
    let message = |later: &[(u32, u32)]| {
        let fault = Fault::Unstable { state: 7, first: many.clone(), later: later.to_vec() };
        fault.to_string()
    };
    let begin = "the successors of 7 change from call to call; the later ones ";
    assert_eq!(message(&many[..30]), format!("{begin}lack (30, 1), (31, 1)"));
    assert_eq!(message(&many[..10]), format!("{begin}lack (10, 1), (11, 1), (12, 1) (19 more)"));
    let mut other = many.clone();
    other[5].1 = 9;
    assert_eq!(message(&other), format!("{begin}lack (5, 1) but have (5, 9)"));
    other[5] = many[4];
    assert_eq!(message(&other), format!("{begin}lack (5, 1) but have (4, 1)"));
    let mut swapped = many.clone();
    swapped.swap(2, 3);
    assert_eq!(message(&swapped), format!("{begin}have another order: (3, 1) comes before (2, 1)"));

    let (expected, offered) = (vec![(2, 1, 2), (4, 1, 4)], vec![(2, 1, 3), (4, 1, 4)]);
    let fault = Fault::Offered { state: 3, previous: Some(5), expected, offered };
    assert_eq!(
        fault.to_string(),
        "the successors of 3 except 5 are not offered as they are visited; the offers lack \
         (2, 1, 2) but have (2, 1, 3)"
    );
    let (expected, visited) = (vec![(2, 1)], vec![]);
    let fault = Fault::Previous { state: 3, previous: 4, expected, visited };
    assert_eq!(
        fault.to_string(),
        "with 4 as `previous`, the successors of 3 lack (2, 1); only `previous` is to be left out"
    );
}

/// The line with everything that is only a note: the step from 5 is inconsistent because of an
/// estimate of 0, and 4 is its own successor and has the successor 3 twice.
fn line_with_notes() -> Graph {
    let mut graph = line();
    graph.estimates[4] = 0;
    graph.edges[4].extend([(4, 2), (3, 1)]);
    graph
}

#[test]
fn notes_do_not_contradict_faults() {
    let kinds = |faults: &[Fault<usize>]| -> Vec<String> {
        let name = |fault| format!("{fault:?}").split(' ').next().unwrap().to_owned();
        faults.iter().map(name).collect()
    };
    let all = ["Inconsistent", "SelfLoop", "Duplicate"];
    // An estimate that is too high is inconsistent as well: that is no news, and no "nothing".
    let without_inconsistent = &all[1..];

    let mut too_high = line_with_notes();
    too_high.estimates[2] = 3;
    let mut goal_above_zero = line_with_notes();
    goal_above_zero.estimates[0] = 1;
    let mut one_way = line_with_notes();
    one_way.edges[2].push((5, 4));
    let mut overflow = line_with_notes();
    overflow.edges.push(vec![]);
    overflow.estimates.push(0);
    overflow.edges[0].push((6, u32::MAX));
    let mut no_goal = line_with_notes();
    no_goal.goals = vec![0, 4];

    let plain = line_with_notes();
    let is_zero = |&at: &usize| at == 0;
    for (report, faults, notes) in [
        (check::space(&plain, &5).run(), vec![], &all[..]),
        (check::space(&too_high, &5).run(), vec!["Inadmissible"], without_inconsistent),
        (check::space(&goal_above_zero, &5).run(), vec!["GoalEstimate"], without_inconsistent),
        (check::space(&one_way, &5).undirected().run(), vec!["OneWay"], &all[..]),
        (check::space(&overflow, &5).run(), vec!["Overflow"], &all[..]),
        (check::space(&no_goal, &5).goal_when(is_zero).run(), vec!["FalseGoal"], &all[..]),
    ] {
        assert_eq!(kinds(report.faults()), faults, "{report}");
        assert_eq!(kinds(report.notes()), notes, "{report}");
    }
    for (how, kind) in [
        (How::Unsolvable, "FalselyUnsolvable"),
        (How::Unstable, "Unstable"),
        (How::IgnoresPrevious, "Previous"),
        (How::OffersLess, "Offered"),
    ] {
        let broken = Broken { line: line_with_notes(), calls: Cell::new(0), how };
        let report = check::space(&broken, &5).run();
        assert_eq!(kinds(report.faults()), [kind], "{report}");
        assert_eq!(kinds(report.notes()), all, "{report}");
    }
    // What a note says is about itself, and true beside any fault.
    for note in check::space(&plain, &5).run().notes() {
        assert!(note.breaks().starts_with("This alone leaves answers correct. "), "{note:?}");
        assert!(!note.breaks().contains("optimal"), "{note:?}");
    }
    // Equal states that estimate differently: which of the two is inconsistent, nobody can say.
    let start = Number::<'h'> { value: 5, from_below: false };
    let report = check::world(&start).run();
    assert!(matches!(report.faults(), [Fault::UnequalAnswers { answer: Answer::Estimate, .. }]));
    assert_eq!(report.notes(), []);
}

#[test]
fn a_report_is_for_people() {
    let mut graph = line();
    graph.estimates[5] = 6;
    graph.edges[4].push((4, 2));
    let report = check::space(&graph, &5).run();
    assert_eq!(
        report.to_string(),
        "faults: 1, notes: 1, states checked: 6 (all reachable states)\n\
         fault: the estimate is 6, but this path to a goal costs 5: 5 -> 4 -> 3 -> 2 -> 1 -> 0\n    \
         Solutions may cost more than necessary.\n\
         note: the state is its own successor, at a cost of 2: 4\n    \
         This alone leaves answers correct. Every search spends time on it, tree search most."
    );
    let path = (0..20).collect();
    let text = Fault::FalselyUnsolvable { path }.to_string();
    assert!(text.ends_with("0 -> 1 -> 2 -> 3 -> (12 more) -> 16 -> 17 -> 18 -> 19"), "{text}");
}

#[test]
#[should_panic(expected = "the estimate of a goal is 7, not 0: 0")]
fn a_test_fails_with_the_report() {
    let mut graph = line();
    graph.estimates[0] = 7;
    check::space(&graph, &5).assert_sound();
}

/// Three times the Manhattan distance, on a board so hard that no check comes to a goal.
fn threefold() -> (impl BidirectionalSpace<State = Board>, Board) {
    let threefold = from_fn(|board: &Board| 3 * board.manhattan());
    let space = WithHeuristic::new(Worlds::new(), threefold);
    (space, board("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0"))
}

#[test]
#[should_panic(expected = "no path to a goal was seen, so no estimate was compared with a \
                           distance: start at a goal too (`also_from`)")]
fn a_test_that_compares_no_estimate_fails() {
    let (space, hard) = threefold();
    check::space(space, &hard).undirected().assert_sound();
}

#[test]
fn estimates_are_compared_where_a_goal_is_given() {
    let (space, hard) = threefold();
    let report = check::space(&space, &hard).undirected().run();
    assert!(report.is_sound() && !report.has_met_goal() && !report.has_tested_estimates());
    let solved = Board::solved(4, Goal::BlankLast).unwrap();
    let (with_goal, both_ways) = (
        check::space(&space, &hard).also_from(&solved).run(),
        check::space(&space, &hard).bidirectional().run(),
    );
    for report in [with_goal, both_ways] {
        assert!(report.has_tested_estimates());
        let [Fault::Inadmissible { path, estimate: 3, cost: 1 }] = report.faults() else {
            panic!("{report}")
        };
        assert_eq!(path[1], solved);
    }
}

/// From a number to the one after it, or to its double. The estimate may be too high just before
/// the goal, which is far from 1.
struct Numbers {
    goal: u32,
    before_goal: u32,
}

impl StateSpace for Numbers {
    type State = u32;

    fn estimate(&self, &number: &u32) -> u32 {
        match self.goal.abs_diff(number) {
            0 => 0,
            1 => self.before_goal,
            _ => 1,
        }
    }

    fn is_goal(&self, &number: &u32) -> bool {
        number == self.goal
    }

    fn for_each_successor(
        &self,
        &number: &u32,
        previous: Option<&u32>,
        mut visit: impl FnMut(u32, u32),
    ) {
        // The double of 1 is the one after it, and would come twice.
        let double = (2..1 << 20).contains(&number).then_some(2 * number);
        let next = [Some(number + 1), double].into_iter().flatten();
        next.filter(|next| Some(next) != previous).for_each(|next| visit(next, 1));
    }
}

impl BidirectionalSpace for Numbers {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        [self.goal]
    }

    fn for_each_predecessor(
        &self,
        &number: &u32,
        next: Option<&u32>,
        mut visit: impl FnMut(u32, u32),
    ) {
        let half = (number % 2 == 0 && number > 2).then_some(number / 2);
        let before = (number > 1).then(|| number - 1);
        let before = [before, half].into_iter().flatten();
        before.filter(|before| Some(before) != next).for_each(|before| visit(before, 1));
    }
}

/// No step can be undone, so a start at the goal shows nothing of what leads to it.
#[test]
fn a_check_walks_back_from_goals_against_the_steps() {
    let check = |before_goal| {
        let space = Numbers { goal: 1_000_001, before_goal };
        check::space(space, &1).also_from(&1_000_001).states(200)
    };
    let forward = check(2).run();
    assert!(forward.is_sound() && forward.has_met_goal() && !forward.has_tested_estimates());
    check(1).bidirectional().assert_sound();
    let path = vec![1_000_000, 1_000_001];
    let too_high = Fault::Inadmissible { path, estimate: 2, cost: 1 };
    assert_eq!(check(2).bidirectional().run().faults(), [too_high]);
}

/// Where all estimates are 0, or every state was seen, there is nothing that could be wrong with
/// them.
#[test]
fn a_test_without_estimates_needs_no_goal() {
    let blind = WithHeuristic::new(Numbers { goal: 0, before_goal: 1 }, from_fn(|_: &u32| 0));
    check::space(blind, &1).states(200).assert_sound();
    let mut graph = line();
    graph.goals.clear();
    check::space(&graph, &5).assert_sound();
    assert!(check::space(&graph, &5).states(3).run().faults().is_empty());
    assert!(!check::space(&graph, &5).states(3).run().has_tested_estimates());
}

#[test]
fn a_budget_of_no_states() {
    let report = check::space(&line(), &5).states(0).run();
    assert!(report.is_sound() && !report.is_exhaustive());
    assert_eq!(report.states_checked(), 0);
    let report = check::space(&line(), &5).also_from(&0).states(1).run();
    assert_eq!(report.states_checked(), 1);
}

proptest! {
    #[test]
    fn admissible_graphs_are_sound_and_one_raised_estimate_is_found(
        (mut graph, percents) in any_graph(0..10),
        raised in any::<prop::sample::Index>(),
    ) {
        let distances = graph.distances();
        let estimates = distances.iter().zip(&percents);
        graph.estimates = estimates.map(|(&distance, &percent)| share(distance, percent)).collect();
        let from_everywhere = |graph: &Graph| {
            let check = check::space(graph.clone(), &0);
            (1..graph.edges.len()).fold(check, |check, start| check.also_from(&start)).run()
        };
        let report = from_everywhere(&graph);
        prop_assert!(report.is_sound() && report.is_exhaustive(), "{}", report);
        let vertex = raised.index(distances.len());
        if let Some(distance) = distances[vertex] {
            graph.estimates[vertex] = distance + 1;
            let report = from_everywhere(&graph);
            match report.faults() {
                [Fault::GoalEstimate { goal, estimate: 1 }] => {
                    prop_assert!(*goal == vertex && graph.goals.contains(goal));
                }
                [Fault::Inadmissible { path, estimate, cost }] => {
                    prop_assert_eq!((path[0], *estimate, *cost), (vertex, distance + 1, distance));
                    prop_assert!(graph.goals.contains(&path[path.len() - 1]));
                }
                _ => prop_assert!(false, "{}", report),
            }
        }
    }
}
