//! A space that contains another one leaves to it what it does not answer itself: each method
//! becomes one call of the same method, and none falls back to its default.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use bestfirst::moves::{MoveAutomaton, MoveExpansion, MoveSpace, PrunedMoves};
use bestfirst::{
    ActionSpace, ActionWorld, BidirectionalSpace, BidirectionalWorld, Cost, Event, Expansion,
    Heuristic, NumberedSpace, Observed, Reversed, Solver, StateSpace, WithHeuristic, WorldState,
    Worlds, heuristic,
};

thread_local! {
    static CALLS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn called(method: &'static str) {
    CALLS.with_borrow_mut(|calls| calls.push(method));
}

/// Each method by name, with a call of it.
type Methods<P> = Vec<(&'static str, fn(&P, &<P as StateSpace>::State))>;

/// What each method called in [`Inside`] or [`World`].
type Calls = BTreeMap<&'static str, Vec<&'static str>>;

/// What each method calls.
fn calls<P: StateSpace>(space: &P, state: &P::State, methods: Methods<P>) -> Calls {
    CALLS.take();
    let call = |(name, method): (_, fn(&P, &P::State))| {
        method(space, state);
        (name, CALLS.take())
    };
    methods.into_iter().map(call).collect()
}

/// The methods of a list that do not call the method of the same name, once, and nothing else.
fn answered_otherwise(calls: &Calls) -> Vec<&'static str> {
    calls.iter().filter(|&(name, inside)| *inside != [*name]).map(|(&name, _)| name).collect()
}

/// A list of methods, from the calls of them.
macro_rules! methods {
    ($space:ident, $state:ident: $($method:ident($($argument:expr),*)),+ $(,)?) => {
        vec![$((stringify!($method), |$space, $state| {
            let _ = ($state, $space.$method($($argument),*));
        })),+]
    };
}

fn of_state_space<P: StateSpace>() -> Methods<P> {
    methods! { space, state:
        estimate(state),
        estimate_up_to(state, 9),
        estimate_is_consistent_both_ways(),
        is_goal(state),
        is_solvable(state),
        for_each_successor(state, None, |_, _| ()),
        offer_successors(state, None, |_, _| ()),
        number(state),
        prefers_hashes(),
        heap_bytes(state),
        least_step_cost(),
        observe(&event(state)),
    }
}

fn of_numbered_space<P: NumberedSpace>() -> Methods<P> {
    methods! { space, state:
        numbers(),
        state(3),
        has_zero_cost_steps(),
        for_each_successor_number(3, |_, _| ()),
        for_each_successor_set(0, &[8], |_, _, _| ()),
    }
}

fn of_action_space<P: ActionSpace>() -> Methods<P> {
    methods! { space, state: for_each_action(state, |_, _, _| ()) }
}

fn of_bidirectional_space<P: BidirectionalSpace>() -> Methods<P> {
    methods! { space, state:
        goals(state),
        estimate_from_initial(state, state),
        has_consistent_estimates(),
        for_each_predecessor(state, None, |_, _| ()),
    }
}

fn of_move_space<P: MoveSpace<Move = u8>>() -> Methods<P> {
    methods! { space, state:
        move_count(),
        move_number(1),
        for_each_move(state, |_, _| ()),
        for_each_allowed_move(state, !0, |_, _| ()),
        apply(state, 1),
        context(state),
        offer_moves(state, !0, NoMoves),
    }
}

fn all<P>() -> Methods<P>
where
    P: NumberedSpace + ActionSpace + BidirectionalSpace + MoveSpace<Move = u8>,
{
    let mut all = of_state_space();
    all.extend(of_numbered_space::<P>());
    all.extend(of_action_space::<P>());
    all.extend(of_bidirectional_space::<P>());
    all.extend(of_move_space::<P>());
    all
}

/// An event, with another state.
fn event<S>(state: &S) -> Event<'_, S> {
    let sent = Cell::new(None);
    let space = Observed::new(Worlds::new(), |event: &Event<'_, Lone>| {
        sent.set(Some(event.with_state(&())));
    });
    let _ = Solver::builder_in(space, Lone).solve();
    sent.take().unwrap().with_state(state)
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Lone;

impl WorldState for Lone {
    fn estimated_distance_to_goal(&self) -> Cost {
        0
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        []
    }
}

struct NoMoves;

impl<S, M> MoveExpansion<S, M> for NoMoves {
    fn offer(&mut self, _: M, _: Cost, _: Cost, _: impl FnOnce() -> S) {}

    fn most(&self, _: Cost) -> Cost {
        0
    }
}

/// A space that says which of its methods are called.
struct Inside;

impl StateSpace for Inside {
    type State = u32;

    const IS_OBSERVED: bool = true;

    fn estimate(&self, _: &u32) -> Cost {
        called("estimate");
        1
    }

    fn estimate_up_to(&self, _: &u32, _: Cost) -> Cost {
        called("estimate_up_to");
        1
    }

    fn is_goal(&self, _: &u32) -> bool {
        called("is_goal");
        false
    }

    fn estimate_is_consistent_both_ways(&self) -> bool {
        called("estimate_is_consistent_both_ways");
        true
    }

    fn is_solvable(&self, _: &u32) -> bool {
        called("is_solvable");
        false
    }

    fn for_each_successor(&self, _: &u32, _: Option<&u32>, _: impl FnMut(u32, Cost)) {
        called("for_each_successor");
    }

    fn offer_successors(&self, _: &u32, _: Option<&u32>, _: impl Expansion<u32>) {
        called("offer_successors");
    }

    fn number(&self, _: &u32) -> Option<usize> {
        called("number");
        Some(1)
    }

    fn prefers_hashes(&self) -> bool {
        called("prefers_hashes");
        true
    }

    fn heap_bytes(&self, _: &u32) -> usize {
        called("heap_bytes");
        1
    }

    fn least_step_cost(&self) -> Cost {
        called("least_step_cost");
        1
    }

    fn observe(&self, _: &Event<'_, u32>) {
        called("observe");
    }
}

impl NumberedSpace for Inside {
    fn numbers(&self) -> usize {
        called("numbers");
        9
    }

    fn state(&self, _: usize) -> Option<u32> {
        called("state");
        None
    }

    fn has_zero_cost_steps(&self) -> bool {
        called("has_zero_cost_steps");
        true
    }

    fn for_each_successor_number(&self, _: usize, _: impl FnMut(usize, Cost)) {
        called("for_each_successor_number");
    }

    fn for_each_successor_set(&self, _: usize, _: &[u32], _: impl FnMut(usize, u32, Cost)) {
        called("for_each_successor_set");
    }
}

impl ActionSpace for Inside {
    type Action = u8;

    fn for_each_action(&self, _: &u32, _: impl FnMut(u8, u32, Cost)) {
        called("for_each_action");
    }
}

impl BidirectionalSpace for Inside {
    fn goals(&self, _: &u32) -> impl IntoIterator<Item = u32> {
        called("goals");
        []
    }

    fn estimate_from_initial(&self, _: &u32, _: &u32) -> Cost {
        called("estimate_from_initial");
        1
    }

    fn has_consistent_estimates(&self) -> bool {
        called("has_consistent_estimates");
        true
    }

    fn for_each_predecessor(&self, _: &u32, _: Option<&u32>, _: impl FnMut(u32, Cost)) {
        called("for_each_predecessor");
    }
}

impl MoveSpace for Inside {
    type Move = u8;

    fn move_count(&self) -> usize {
        called("move_count");
        1
    }

    fn move_number(&self, _: u8) -> usize {
        called("move_number");
        0
    }

    fn for_each_move(&self, _: &u32, _: impl FnMut(u8, Cost)) {
        called("for_each_move");
    }

    fn for_each_allowed_move(&self, _: &u32, _: u32, _: impl FnMut(u8, Cost)) {
        called("for_each_allowed_move");
    }

    fn apply(&self, &state: &u32, _: u8) -> u32 {
        called("apply");
        state
    }

    fn context(&self, _: &u32) -> usize {
        called("context");
        0
    }

    fn offer_moves(&self, _: &u32, _: u32, _: impl MoveExpansion<u32, u8>) {
        called("offer_moves");
    }
}

/// Whether a space says that it is observed.
fn is_observed<P: StateSpace>(_: &P) -> bool {
    P::IS_OBSERVED
}

/// A method added to a trait is missing here until each wrapper is tested with it.
#[test]
fn every_method_is_listed() {
    let traits = concat!(
        include_str!("../../../src/space/state_space.rs"),
        include_str!("../../../src/space/numbering.rs"),
        include_str!("../../../src/space/actions.rs"),
        include_str!("../../../src/space/moves.rs"),
    );
    let mut listed: Vec<_> = all::<Inside>().into_iter().map(|(name, _)| name).collect();
    listed.sort_unstable();
    let mut declared = Vec::new();
    for head in
        ["StateSpace ", "NumberedSpace:", "ActionSpace:", "BidirectionalSpace:", "MoveSpace:"]
    {
        let (_, rest) = traits.split_once(&format!("\npub trait {head}")).unwrap();
        let (body, _) = rest.split_once("\n}").unwrap();
        let methods = body.lines().filter_map(|line| line.strip_prefix("    fn "));
        declared.extend(methods.map(|method| method.split(['(', '<']).next().unwrap()));
    }
    declared.sort_unstable();
    assert_eq!(listed, declared);
    // The space inside answers each by itself.
    assert_eq!(answered_otherwise(&calls(&Inside, &3, all())), [""; 0]);
}

#[test]
fn a_reference_answers_nothing_itself() {
    let space = &Inside;
    assert_eq!(answered_otherwise(&calls(&space, &3, all())), [""; 0]);
    assert!(is_observed(&space));
}

#[test]
fn an_observed_space_answers_nothing_itself() {
    let space = Observed::new(Inside, |_: &Event<'_, u32>| ());
    assert_eq!(answered_otherwise(&calls(&space, &3, all())), [""; 0]);
    assert!(is_observed(&space));
}

#[test]
fn a_space_with_a_heuristic_answers_what_contains_estimates() {
    struct Noted;

    impl Heuristic<u32> for Noted {
        fn estimate(&self, _: &u32) -> Cost {
            called("heuristic");
            0
        }

        fn estimate_up_to(&self, _: &u32, _: Cost) -> Cost {
            called("heuristic, up to");
            0
        }
    }

    let space = WithHeuristic::new(Inside, Noted);
    let calls = calls(&space, &3, all());
    let own = [
        "estimate",
        "estimate_is_consistent_both_ways",
        "estimate_up_to",
        "has_consistent_estimates",
        "offer_moves",
        "offer_successors",
    ];
    assert_eq!(answered_otherwise(&calls), own);
    assert_eq!(calls["estimate"], ["heuristic"]);
    assert_eq!(calls["estimate_up_to"], ["heuristic, up to"]);
    assert_eq!(calls["offer_moves"], ["for_each_allowed_move"]);
    assert_eq!(calls["offer_successors"], ["for_each_successor"]);
    assert!(is_observed(&space));
}

#[test]
fn a_reversed_space_answers_only_what_has_a_direction() {
    let space = Reversed::new(Inside);
    let mut methods = of_state_space();
    methods.extend(of_numbered_space::<Reversed<Inside>>());
    methods.extend(of_bidirectional_space::<Reversed<Inside>>());
    let calls = calls(&space, &3, methods);
    let own = [
        "estimate",
        "estimate_from_initial",
        "estimate_is_consistent_both_ways",
        "estimate_up_to",
        "for_each_predecessor",
        "for_each_successor",
        "for_each_successor_number",
        "for_each_successor_set",
        "goals",
        "has_consistent_estimates",
        "is_goal",
        "is_solvable",
        "offer_successors",
    ];
    assert_eq!(answered_otherwise(&calls), own);
    assert_eq!(calls["for_each_predecessor"], ["for_each_successor"]);
    assert_eq!(calls["for_each_successor"], ["for_each_predecessor"]);
    assert!(is_observed(&space));
}

#[test]
fn a_space_of_pruned_moves_answers_only_what_moves_are_left() {
    let automaton = MoveAutomaton::learn(&Inside, [3], 1);
    let space = PrunedMoves::new(Inside, &automaton);
    let calls = calls(&space, &space.initial(3), of_state_space());
    // A state that was reached by other moves is another one, so the numbers do not fit.
    let own = ["for_each_successor", "number", "offer_successors", "prefers_hashes"];
    assert_eq!(answered_otherwise(&calls), own);
    assert_eq!(calls["for_each_successor"], ["for_each_allowed_move"]);
    assert_eq!(calls["offer_successors"], ["offer_moves"]);
    assert!(is_observed(&space));
}

/// A state that says which of its methods are called.
#[derive(Clone, PartialEq, Eq, Hash)]
struct World;

impl WorldState for World {
    const ESTIMATE_IS_CONSISTENT_BOTH_WAYS: bool = true;

    fn estimated_distance_to_goal(&self) -> Cost {
        called("estimated_distance_to_goal");
        1
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        called("neighbors");
        []
    }

    fn is_goal(&self) -> bool {
        called("is_goal");
        false
    }

    fn is_solvable(&self) -> bool {
        called("is_solvable");
        false
    }

    fn for_each_neighbor_except(&self, _: Option<&Self>, _: impl FnMut(Self)) {
        called("for_each_neighbor_except");
    }

    fn offer_neighbors(&self, _: Option<&Self>, _: impl Expansion<Self>) {
        called("offer_neighbors");
    }

    fn heap_bytes(&self) -> usize {
        called("heap_bytes");
        1
    }
}

impl BidirectionalWorld for World {
    fn goals(&self) -> impl IntoIterator<Item = Self> {
        called("goals");
        []
    }

    fn estimated_distance_from(&self, _: &Self) -> Cost {
        called("estimated_distance_from");
        1
    }

    fn predecessors(&self) -> impl IntoIterator<Item = Self> {
        called("predecessors");
        []
    }

    fn for_each_predecessor_except(&self, _: Option<&Self>, _: impl FnMut(Self)) {
        called("for_each_predecessor_except");
    }
}

impl ActionWorld for World {
    type Action = u8;

    fn for_each_action(&self, _: impl FnMut(u8, Self)) {
        called("for_each_action");
    }
}

#[test]
fn worlds_leave_everything_to_the_state() {
    let mut methods = of_state_space();
    methods.extend(of_action_space::<Worlds<World>>());
    methods.extend(of_bidirectional_space::<Worlds<World>>());
    let mut calls = calls(&Worlds::new(), &World, methods);
    for (method, of_state) in [
        ("estimate", "estimated_distance_to_goal"),
        ("estimate_up_to", "estimated_distance_to_goal"),
        ("estimate_from_initial", "estimated_distance_from"),
        ("for_each_successor", "for_each_neighbor_except"),
        ("for_each_predecessor", "for_each_predecessor_except"),
        ("offer_successors", "offer_neighbors"),
    ] {
        assert_eq!(calls.remove(method).unwrap(), [of_state], "{method}");
    }
    // What no state answers: all steps cost 1, and states have no numbers.
    // Constants of the state answer the first two.
    assert!(Worlds::<World>::new().estimate_is_consistent_both_ways());
    let own = [
        "estimate_is_consistent_both_ways",
        "has_consistent_estimates",
        "least_step_cost",
        "number",
        "observe",
        "prefers_hashes",
    ];
    assert_eq!(answered_otherwise(&calls), own);
}

#[test]
fn pointers_to_heuristics_keep_both_methods() {
    struct Two;

    impl Heuristic<u32> for Two {
        fn estimate(&self, _: &u32) -> Cost {
            called("estimate");
            0
        }

        fn estimate_up_to(&self, _: &u32, _: Cost) -> Cost {
            called("estimate_up_to");
            0
        }
    }

    let boxed: Box<dyn Heuristic<u32>> = Box::new(Two);
    for heuristic in [&boxed as &dyn Heuristic<u32>, &&Two, &std::sync::Arc::new(Two)] {
        CALLS.take();
        heuristic.estimate(&3);
        heuristic.estimate_up_to(&3, 9);
        assert_eq!(CALLS.take(), ["estimate", "estimate_up_to"]);
    }
}

/// What the names of steps are for: the actions of a solution, whatever is around the space.
#[test]
fn a_space_with_a_heuristic_keeps_the_names_of_its_steps() {
    let problem =
        bestfirst::Problem::from_actions(1, |&n: &u32| [("double", 2 * n, 1)], |&n| n == 4);
    let space = WithHeuristic::new(&problem, heuristic::Zero);
    let solver = Solver::builder_in(&space, 1).solve();
    assert_eq!(solver.actions_in(&space).unwrap(), ["double", "double"]);
}
