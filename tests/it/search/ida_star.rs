//! What is particular to IDA\*: its iterations, and the nodes of each.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{Algorithm, BoundedMemory, End, IdaStar, Search};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Expansion, Iteration, Limits, Outcome, Solver, StateSpace, Statistics, Worlds};

use crate::common::boards::board;
use crate::common::files::input;

/// The textbook's recursion, one successor at a time.
struct Recursion {
    bound: u32,
    beyond: u32,
    expanded: u64,
    generated: u64,
}

impl Recursion {
    fn visit(&mut self, board: &Board, previous: Option<&Board>, path_cost: u32) -> bool {
        self.generated += 1;
        let f = path_cost + board.manhattan();
        if f > self.bound {
            self.beyond = self.beyond.min(f);
            return false;
        }
        if board.is_goal() {
            return true;
        }
        self.expanded += 1;
        let neighbors = board.neighbors();
        let mut successors = neighbors.iter().filter(|&next| Some(next) != previous);
        successors.any(|next| self.visit(next, Some(board), path_cost + 1))
    }
}

/// Bound, expanded and generated nodes of each iteration.
fn iterations(board: &Board) -> Vec<(u32, u64, u64)> {
    let mut iterations = Vec::new();
    let mut bound = board.manhattan();
    loop {
        let mut run = Recursion { bound, beyond: u32::MAX, expanded: 0, generated: 0 };
        let is_solved = run.visit(board, None, 0);
        iterations.push((bound, run.expanded, run.generated));
        if is_solved {
            return iterations;
        }
        bound = run.beyond;
    }
}

#[test]
fn each_iteration_has_the_nodes_of_the_recursion() {
    for text in [
        "1 2 3 / 4 5 6 / 7 8 0",
        "0 1 3 / 4 2 5 / 7 8 6",
        "8 6 7 / 2 5 4 / 3 0 1",
        "6 4 7 / 8 5 0 / 3 2 1",
        &input("puzzle4x4-20.txt"),
        &input("puzzle4x4-35.txt"),
        &input("puzzle4x4-42.txt"),
    ] {
        let board = board(text);
        for pause in [1, 7, u64::MAX] {
            let mut search = IdaStar::new().start(Worlds::new(), board.clone());
            while search.advance(pause).is_none() {}
            let found = search.iterations().iter();
            let found: Vec<_> = found.map(|i| (i.bound, i.expanded, i.generated)).collect();
            let mut recursion = iterations(&board);
            // The recursion counts the root each time.
            recursion.iter_mut().skip(1).for_each(|iteration| iteration.2 -= 1);
            assert_eq!(found, recursion, "{board:?}");
            let statistics = search.statistics();
            assert_eq!(statistics.expanded, found.iter().map(|i| i.1).sum::<u64>());
            assert_eq!(statistics.generated, found.iter().map(|i| i.2).sum::<u64>());
            let elapsed = search.iterations().iter().map(|i| i.elapsed).sum();
            assert_eq!(statistics.elapsed, elapsed);
            assert_eq!(found.last().unwrap().0, search.cost());
        }
    }
}

/// The steps from each place with their costs, and the goal, if there is one.
struct Map(&'static [&'static [(usize, u32)]], Option<usize>);

impl StateSpace for Map {
    type State = usize;

    fn estimate(&self, _: &usize) -> u32 {
        0
    }

    fn is_goal(&self, &place: &usize) -> bool {
        Some(place) == self.1
    }

    fn for_each_successor(
        &self,
        &place: &usize,
        _: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        self.0[place].iter().for_each(|&(next, cost)| visit(next, cost));
    }
}

#[test]
fn it_ends_where_nothing_is_left() {
    // Two ways to the end, which is no goal; costs far apart.
    let map = Map(&[&[(1, 5), (2, 70)], &[(3, 2)], &[(3, 1)], &[]], None);
    let mut search = IdaStar::new().start(&map, 0);
    assert_eq!(search.advance(u64::MAX), Some(End::Exhausted));
    let bounds: Vec<_> = search.iterations().iter().map(|iteration| iteration.bound).collect();
    assert_eq!(bounds, [0, 5, 7, 70, 71]);
    let solver = Solver::builder_in(&map, 0).algorithm(IdaStar::new()).solve();
    assert_eq!(solver.outcome(), &Outcome::Unsolvable);
}

/// Whole numbers in a row, without an estimate.
struct Row(u32);

impl StateSpace for Row {
    type State = u32;

    fn estimate(&self, &state: &u32) -> u32 {
        self.0 - state
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.0
    }

    fn for_each_successor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if state < self.0 {
            visit(state + 1, 1);
        }
    }
}

#[test]
fn a_path_may_be_a_million_steps_long() {
    let solver = Solver::builder_in(Row(1_000_000), 0).algorithm(IdaStar::new()).solve();
    assert_eq!(solver.moves(), Some(1_000_000));
}

/// The same row, with steps back to the beginning from everywhere, far more than steps ahead.
struct Brush(Row);

impl StateSpace for Brush {
    type State = u32;

    fn estimate(&self, state: &u32) -> u32 {
        self.0.estimate(state)
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.0.is_goal(state)
    }

    fn for_each_successor(&self, state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        (0..500).for_each(|_| visit(0, 1));
        self.0.for_each_successor(state, None, &mut visit);
        (0..500).for_each(|_| visit(0, 1));
    }
}

#[test]
fn what_is_beyond_the_bound_takes_no_room_on_a_long_path() {
    let space = Brush(Row(5_000));
    let solver = Solver::builder_in(&space, 0).algorithm(IdaStar::new()).solve();
    assert!(solver.solution().iter().copied().eq(0..=5_000));
    let statistics = solver.statistics();
    assert!(statistics.bytes < 500_000, "{statistics}");
    // Those after the path are not counted.
    assert_eq!(statistics.generated, 1 + 501 * 5_000);
}

/// A number and much beside it.
#[derive(Clone)]
struct Large([u32; 1 << 12]);

/// The same row, of large states.
struct LargeRow(Row);

impl StateSpace for LargeRow {
    type State = Large;

    fn estimate(&self, state: &Large) -> u32 {
        self.0.estimate(&state.0[0])
    }

    fn is_goal(&self, state: &Large) -> bool {
        self.0.is_goal(&state.0[0])
    }

    fn for_each_successor(
        &self,
        state: &Large,
        _: Option<&Large>,
        mut visit: impl FnMut(Large, u32),
    ) {
        self.0.for_each_successor(&state.0[0], None, |next, cost| {
            let mut large = state.clone();
            large.0[0] = next;
            visit(large, cost);
        });
    }
}

#[test]
fn large_states_do_not_use_up_the_call_stack() {
    // All of them together take 8 MiB.
    let initial = Large([0; 1 << 12]);
    let solver = Solver::builder_in(LargeRow(Row(500)), initial).algorithm(IdaStar::new()).solve();
    assert_eq!(solver.moves(), Some(500));
}

#[test]
fn a_clone_of_a_search_under_way_goes_on_by_itself() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut search = IdaStar::new().start(Worlds::new(), board);
    for steps in 1.. {
        let mut clone = search.clone();
        while clone.advance(1_000).is_none() {}
        assert_eq!(clone.cost(), 31);
        if search.advance(steps).is_some() {
            break;
        }
    }
    assert_eq!(search.cost(), 31);
}

/// Counts the boards that are made of those on offer.
struct Counting(Cell<u64>);

struct Counted<'a, E>(E, &'a Cell<u64>);

impl<E: Expansion<Board>> Expansion<Board> for Counted<'_, E> {
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> Board) {
        self.0.offer(step_cost, estimate, || {
            self.1.set(self.1.get() + 1);
            successor()
        });
    }
}

impl StateSpace for Counting {
    type State = Board;

    fn estimate(&self, board: &Board) -> u32 {
        board.manhattan()
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.is_goal()
    }

    fn for_each_successor(
        &self,
        board: &Board,
        previous: Option<&Board>,
        visit: impl FnMut(Board, u32),
    ) {
        Worlds::new().for_each_successor(board, previous, visit);
    }

    fn offer_successors(
        &self,
        board: &Board,
        previous: Option<&Board>,
        expansion: impl Expansion<Board>,
    ) {
        Worlds::new().offer_successors(board, previous, Counted(expansion, &self.0));
    }
}

#[test]
fn what_is_beyond_the_bound_is_not_made() {
    let space = Counting(Cell::new(0));
    for pause in [1, 7, u64::MAX] {
        let mut search = IdaStar::new().start(&space, board("8 6 7 / 2 5 4 / 3 0 1"));
        while search.advance(pause).is_none() {}
        // Each expanded node except the roots, and the goal. In addition, the successors that were
        // still to come when the search paused, along a path of 31 moves.
        let roots = search.iterations().len() as u64;
        let needed = search.statistics().expanded - roots + 1;
        assert!((needed..needed + 2 * 31).contains(&space.0.take()));
    }
}

/// A space that panics, once in so many questions.
struct Panicking<P> {
    space: P,
    questions: Cell<u32>,
    every: Cell<u32>,
}

impl<P> Panicking<P> {
    fn ask(&self) -> &P {
        self.questions.set(self.questions.get() + 1);
        assert!(self.questions.get() % self.every.get() != 0, "a state panics");
        &self.space
    }
}

impl<P: StateSpace> StateSpace for Panicking<P> {
    type State = P::State;

    fn estimate(&self, state: &P::State) -> u32 {
        self.ask().estimate(state)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.ask().is_goal(state)
    }

    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        visit: impl FnMut(P::State, u32),
    ) {
        self.ask().for_each_successor(state, previous, visit);
    }
}

/// Advances by so many steps at a time, whatever panics.
fn advance_in_spite_of_panics<S>(search: &mut impl Search<State = S>, steps: u64) -> u32 {
    let mut panics = 0;
    loop {
        let advance = AssertUnwindSafe(|| search.advance(steps));
        match panic::catch_unwind(advance) {
            Ok(None) => {}
            Ok(step) => {
                assert_eq!(step, Some(End::Solved));
                return panics;
            }
            Err(_) => panics += 1,
        }
    }
}

#[test]
fn a_panic_leaves_the_search_whole() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut whole = IdaStar::new().start(Worlds::new(), board.clone());
    assert_eq!(whole.advance(u64::MAX), Some(End::Solved));
    let space =
        || Panicking { space: Worlds::new(), questions: Cell::new(1), every: Cell::new(1_009) };
    let mut search = IdaStar::new().start(space(), board.clone());
    assert!(advance_in_spite_of_panics(&mut search, 10) > 10);
    assert_eq!(search.path(), whole.path());
    let counts = |iteration: &Iteration| (iteration.expanded, iteration.generated);
    let [found, expected] = [search.iterations(), whole.iterations()];
    assert!(found.iter().map(counts).eq(expected.iter().map(counts)));

    // What the table has of paths that were not followed to their ends must be forgotten.
    let mut search = IdaStar::new().transposition_table(100_000).start(space(), board);
    assert!(advance_in_spite_of_panics(&mut search, 100) > 1);
    assert_eq!(search.cost(), whole.cost());
}

/// The binary tree of the numbers below 2^14, with one goal among its leaves.
struct Tree {
    goal: u32,
}

impl StateSpace for Tree {
    type State = u32;

    /// The cost of a path to any leaf: what is searched depth first is searched to the end.
    fn estimate(&self, &number: &u32) -> u32 {
        13 - number.ilog2()
    }

    fn is_goal(&self, &number: &u32) -> bool {
        number == self.goal
    }

    fn for_each_successor(&self, &number: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        if number < 1 << 13 {
            visit(2 * number, 1);
            visit(2 * number + 1, 1);
        }
    }
}

#[test]
fn a_panic_loses_no_open_node_once_memory_is_full() {
    for goal in (1 << 13..1 << 14).step_by(97) {
        let every = Cell::new(u32::MAX);
        let space = Panicking { space: Tree { goal }, questions: Cell::new(1), every };
        let mut search = BoundedMemory::new().start(&space, 1);
        search.set_limits(&Limits::none().bytes(9_000));
        // After that it searches depth first.
        while search.statistics().expanded < 300 && search.advance(1).is_none() {}
        space.every.set(30 + goal % 50);
        advance_in_spite_of_panics(&mut search, 3);
        let path: Vec<_> = (0..14).map(|depth| goal >> (13 - depth)).collect();
        assert_eq!(search.path(), path);
    }
}

#[test]
fn a_table_catches_duplicates_and_cycles_that_cost_nothing() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut before = u64::MAX;
    for bytes in [0, 3_000, 300_000] {
        let table = IdaStar::new().transposition_table(bytes);
        let solver = Solver::builder(board.clone()).algorithm(table).solve();
        assert_eq!(solver.moves(), Some(31));
        let statistics = solver.statistics();
        assert!(statistics.expanded < before, "{bytes} bytes: {statistics}");
        assert_eq!(statistics.duplicates > 0, bytes > 0);
        before = statistics.expanded;
    }

    // Round and round at no cost; a table of one place forgets at once where it was.
    let map = Map(&[&[(1, 0)], &[(2, 0)], &[(0, 0), (3, 1)], &[]], Some(3));
    for bytes in [0, 16, 1_000] {
        let table = IdaStar::new().transposition_table(bytes);
        let limits = Limits::none().expansions(1_000);
        let solver = Solver::builder_in(&map, 0).algorithm(table).limits(limits).solve();
        assert_eq!(solver.solution(), [0, 1, 2, 3]);
    }
}

/// The 8-puzzle, or a larger one, where a step costs the number on the tile.
struct HeavyTiles;

impl StateSpace for HeavyTiles {
    type State = Board;

    fn estimate(&self, board: &Board) -> u32 {
        let size = u32::try_from(board.size()).unwrap();
        let distance = |(place, tile): (u32, u32)| {
            let home = tile - 1;
            let rows = (place / size).abs_diff(home / size);
            tile * (rows + (place % size).abs_diff(home % size))
        };
        (0..).zip(board.tiles()).filter(|&(_, tile)| tile > 0).map(distance).sum()
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.is_goal()
    }

    fn for_each_successor(
        &self,
        board: &Board,
        previous: Option<&Board>,
        mut visit: impl FnMut(Board, u32),
    ) {
        for next in board.neighbors().into_iter().filter(|next| Some(next) != previous) {
            let blank = board.tiles().position(|tile| tile == 0).unwrap();
            let moved = next.tiles().nth(blank).unwrap();
            visit(next, moved);
        }
    }
}

/// Where steps cost differently, iterations still grow by a factor, and the solution is a cheapest
/// one.
#[test]
fn weighted_steps_take_few_iterations() {
    let boards = ["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 4 / 5 6 0 8 / 9 11 7 12 / 13 10 14 15"];
    for text in boards {
        let board = board(text);
        let by_graph = Solver::builder_in(HeavyTiles, board.clone()).solve();
        let mut search = IdaStar::new().start(HeavyTiles, board);
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        assert_eq!(Some(search.cost()), by_graph.cost());
        assert_eq!(search.lower_bound(), search.cost());
        let steps = search.path();
        let cost_of = |pair: &[Board]| {
            let mut cost = None;
            HeavyTiles.for_each_successor(&pair[0], None, |next, step| {
                if next == pair[1] {
                    cost = Some(step);
                }
            });
            cost.unwrap()
        };
        assert_eq!(steps.windows(2).map(cost_of).sum::<u32>(), search.cost());
        assert!(steps.last().unwrap().is_goal());
        let last = search.iterations().last().unwrap().generated;
        assert!(search.statistics().generated <= 4 * last, "{:?}", search.iterations());
    }
}

/// A bound that was raised finds a solution that is not the cheapest. It is kept while the search
/// goes on, and cheaper ones replace it.
#[test]
fn a_solution_is_kept_until_it_is_proven() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut search = IdaStar::new().start(HeavyTiles, board.clone());
    let (mut cost, mut lower_bound) = (u32::MAX, 0);
    let mut kept = 0;
    while search.advance(1).is_none() {
        assert!(search.lower_bound() >= lower_bound);
        lower_bound = search.lower_bound();
        if search.has_solution() {
            assert!(search.path().last().unwrap().is_goal());
            assert!(lower_bound <= search.cost() && search.cost() <= cost);
            cost = search.cost();
            kept += 1;
        }
    }
    assert!(kept > 0);
    let whole = Solver::builder_in(HeavyTiles, board).algorithm(IdaStar::new()).solve();
    assert_eq!(whole.cost(), Some(search.cost()));
    assert_eq!(whole.statistics().expanded, search.statistics().expanded);
}

/// Two ways to the goal, 32. The cheaper one comes last, after thousands of nodes that cost more.
struct Detour;

impl StateSpace for Detour {
    type State = u32;

    fn estimate(&self, _: &u32) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == 32
    }

    fn for_each_successor(&self, &state: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        match state {
            0 => {
                visit(32, 90);
                (1..31).for_each(|next| visit(next, next));
                visit(31, 40);
                visit(33, 78);
                visit(32, 86);
            }
            31 => (100..5_000).for_each(|next| visit(next, 48)),
            _ => {}
        }
    }
}

/// An iteration that finds the dearer way is broken off. The next one, with a lower bound, finds
/// none, which proves nothing.
#[test]
fn a_solution_is_not_proven_by_a_lower_bound_than_its_cost() {
    let mut search = IdaStar::new().start(Detour, 0);
    let mut costs = Vec::new();
    while search.advance(1).is_none() {
        if search.has_solution() && costs.last() != Some(&search.cost()) {
            costs.push(search.cost());
        }
    }
    assert_eq!(costs, [90]);
    assert_eq!((search.cost(), search.path()), (86, vec![0, 32]));
    let bounds: Vec<_> = search.iterations().iter().map(|iteration| iteration.bound).collect();
    assert!(bounds.windows(2).any(|pair| pair[1] < pair[0]), "{bounds:?}");
}

/// A limit on bytes makes a table smaller only as long as it holds.
#[test]
fn a_table_grows_again_after_a_limit_was_lifted() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let start = || IdaStar::new().transposition_table(1 << 20).start(Worlds::new(), board.clone());
    let mut fresh = start();
    assert_eq!(fresh.advance(u64::MAX), Some(End::Solved));
    let expected = fresh.statistics();
    for is_restarted in [false, true] {
        let mut search = start();
        search.set_limits(&Limits::none().bytes(10_000));
        // The first iterations are short.
        assert_eq!(search.advance(20), None);
        assert!(search.statistics().bytes <= 10_000);
        search.set_limits(&Limits::none());
        if is_restarted {
            search.restart(board.clone());
        }
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        let Statistics { expanded, bytes, .. } = search.statistics();
        assert!(expanded <= expected.expanded + 20, "{expanded}, fresh {}", expected.expanded);
        assert!(bytes.abs_diff(expected.bytes) < 1_000, "{bytes}, fresh {}", expected.bytes);
    }
}
