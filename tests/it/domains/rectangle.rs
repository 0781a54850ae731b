//! Sliding tiles of any number of rows and columns: numbers, moves, and all of them enumerated.

use bestfirst::search::{Bidirectional, GraphAStar, IdaStar};
use bestfirst::sliding_tiles::{Arrangement, Board, BoardErrorKind, Goal, Rectangle};
use bestfirst::{
    ActionSpace, BidirectionalSpace, Expansion, NumberedSpace, Solver, StateSpace,
    SuccessorFunction,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const GOALS: [Goal; 3] = [Goal::BlankFirst, Goal::BlankLast, Goal::BlankAt(2)];

/// That a state has this number, and that its moves are the same by numbers.
fn assert_number(space: &Rectangle, state: Arrangement, number: usize) {
    assert_eq!(space.number(&state), Some(number), "{state:?}");
    assert_eq!(space.state(number), Some(state));
    assert!(number < space.numbers());
    let mut expected = Vec::new();
    space.for_each_successor(&state, None, |next, cost| {
        assert_eq!(cost, 1);
        expected.push(space.number(&next).unwrap());
    });
    let mut found = Vec::new();
    space.for_each_successor_number(number, |next, _| found.push(next));
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{state:?} of {} rows", space.rows());
}

#[test]
fn all_states_of_small_ones_have_numbers() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for goal in GOALS {
            let space = Rectangle::new(rows, columns, goal).unwrap();
            let mut states = 0;
            for number in 0..space.numbers() {
                if let Some(state) = space.state(number) {
                    assert_number(&space, state, number);
                    states += 1;
                }
            }
            assert_eq!(states, space.states());
        }
    }
}

#[test]
fn random_states_of_large_ones_have_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let sizes = [(2, 5), (5, 2), (3, 4), (4, 3), (2, 6), (6, 2), (2, 7), (7, 2)];
    for (rows, columns) in sizes.into_iter().chain([(3, 5), (5, 3), (2, 8), (8, 2), (4, 4)]) {
        for goal in GOALS {
            let space = Rectangle::new(rows, columns, goal).unwrap();
            let mut state = space.solved();
            for _ in 0..300 {
                let mut next = Vec::new();
                space.for_each_successor(&state, None, |state, _| next.push(state));
                state = next[rng.random_range(0..next.len())];
                assert_number(&space, state, space.number(&state).unwrap());
            }
            for _ in 0..300 {
                let number = rng.random_range(0..space.numbers());
                if let Some(state) = space.state(number) {
                    assert_number(&space, state, number);
                }
            }
        }
    }
}

/// The Manhattan distance of two states, from the tiles alone.
fn manhattan(space: &Rectangle, state: Arrangement, other: Arrangement) -> u32 {
    let (rows, columns) = (space.rows(), space.columns());
    let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let tile_at = |state: Arrangement, (row, column)| state.tile(row * columns + column);
    let distance = |place: (usize, usize)| {
        let tile = tile_at(state, place);
        let to = places().find(|&to| tile_at(other, to) == tile).unwrap();
        if tile == 0 { 0 } else { place.0.abs_diff(to.0) + place.1.abs_diff(to.1) }
    };
    u32::try_from(places().map(distance).sum::<usize>()).unwrap()
}

/// The arrangements one move away, from the tiles alone.
fn neighbors(space: &Rectangle, state: Arrangement) -> Vec<Arrangement> {
    let (rows, columns) = (space.rows(), space.columns());
    let tiles: Vec<u8> = (0..rows * columns).map(|cell| state.tile(cell)).collect();
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let distance = |cell: usize| {
        (cell / columns).abs_diff(blank / columns) + (cell % columns).abs_diff(blank % columns)
    };
    let beside = (0..rows * columns).filter(|&cell| distance(cell) == 1);
    let moved = beside.map(|cell| {
        let mut tiles = tiles.clone();
        tiles.swap(blank, cell);
        space.arrangement(tiles).unwrap()
    });
    moved.collect()
}

/// Keeps the successors that are offered, and their estimates.
struct Offers<'a>(&'a mut Vec<(Arrangement, u32)>);

impl Expansion<Arrangement> for Offers<'_> {
    fn offer(&mut self, cost: u32, estimate: u32, successor: impl FnOnce() -> Arrangement) {
        assert_eq!(cost, 1);
        self.0.push((successor(), estimate));
    }
}

/// Keeps each successor with what its function offers.
struct OffersWith<'a>(&'a mut Vec<OfferWith>);

type OfferWith = ((Arrangement, u32), Vec<(Arrangement, u32)>);

impl Expansion<Arrangement> for OffersWith<'_> {
    fn offer(&mut self, _: u32, _: u32, _: impl FnOnce() -> Arrangement) {
        panic!("a successor is offered without a function");
    }

    fn offer_with(
        &mut self,
        cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> Arrangement,
        function: impl SuccessorFunction<Arrangement>,
    ) {
        let (mut own, mut next) = (Vec::new(), Vec::new());
        Offers(&mut own).offer(cost, estimate, successor);
        function.offer_successors(Offers(&mut next));
        self.0.push((own[0], next));
    }
}

#[test]
fn successors_and_estimates_are_those_of_the_tiles() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let sizes = (2..=8).flat_map(|rows| (2..=8).map(move |columns| (rows, columns)));
    for (rows, columns) in sizes.filter(|(rows, columns)| rows * columns <= 16) {
        for goal in GOALS {
            let space = Rectangle::new(rows, columns, goal).unwrap();
            let solved = space.solved();
            let with_estimate = |state| (state, manhattan(&space, state, solved));
            let (mut state, mut previous, mut initial) = (solved, None, solved);
            for _ in 0..200 {
                assert_eq!(space.estimate(&state), with_estimate(state).1, "{state:?}");
                let expected = manhattan(&space, state, initial);
                assert_eq!(space.estimate_from_initial(&initial, &state), expected, "{state:?}");
                initial = if rng.random_bool(0.1) { state } else { initial };
                let mut expected = neighbors(&space, state);
                expected.retain(|&next| Some(next) != previous);
                let mut visited = Vec::new();
                let visit = |next, _| visited.push(next);
                space.for_each_successor(&state, previous.as_ref(), visit);
                assert_eq!(visited, expected, "{state:?} after {previous:?}");
                let mut offers = Vec::new();
                space.offer_successors(&state, previous.as_ref(), OffersWith(&mut offers));
                let with_next = |next| {
                    let mut after = neighbors(&space, next);
                    after.retain(|&after| after != state);
                    (with_estimate(next), after.into_iter().map(with_estimate).collect())
                };
                let expected: Vec<OfferWith> = expected.into_iter().map(with_next).collect();
                assert_eq!(offers, expected, "{state:?} after {previous:?}");
                let ((next, _), _) = offers[rng.random_range(0..offers.len())];
                // Some steps forget where they came from.
                previous = rng.random_bool(0.8).then_some(state);
                state = next;
            }
        }
    }
}

/// As a board of the same tiles does: node for node, and in less memory.
#[test]
fn searches_do_as_on_a_board() {
    let tiles = [5, 1, 2, 4, 9, 6, 3, 8, 10, 0, 7, 11, 13, 14, 15, 12];
    let rows: Vec<_> = tiles.chunks(4).map(|row| row.iter().map(|&t| t.into()).collect()).collect();
    let board = Board::from_rows::<Vec<u32>>(rows).unwrap();
    let space = Rectangle::new(4, 4, Goal::BlankLast).unwrap();
    let start = space.arrangement(tiles).unwrap();
    let by_board = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
    let solver = Solver::builder_in(&space, start).algorithm(IdaStar::new()).solve();
    assert_eq!(solver.statistics().generated, by_board.statistics().generated);
    let by_board = Solver::builder(board.clone()).algorithm(Bidirectional::new()).solve();
    let solver = Solver::builder_in(&space, start).algorithm(Bidirectional::new()).solve();
    assert_eq!(solver.statistics().generated, by_board.statistics().generated);
    let by_board = Solver::builder(board).algorithm(GraphAStar::new()).solve();
    let solver = Solver::builder_in(&space, start).algorithm(GraphAStar::new()).solve();
    assert_eq!(solver.statistics().generated, by_board.statistics().generated);
    // Slots for numbers that are far apart would take more.
    assert!(solver.statistics().bytes < by_board.statistics().bytes);
}

#[test]
fn half_of_all_arrangements_cannot_be_reached() {
    for (rows, columns) in [(2, 3), (3, 2), (4, 4), (3, 4)] {
        let space = Rectangle::new(rows, columns, Goal::BlankLast).unwrap();
        let cells = u8::try_from(rows * columns).unwrap();
        let mut tiles: Vec<u8> = (1..cells).chain([0]).collect();
        tiles.swap(0, 1);
        let swapped = space.arrangement(tiles).unwrap();
        assert!(!space.is_solvable(&swapped));
        assert_eq!(space.number(&swapped), None);
        assert!(space.is_solvable(&space.solved()));
    }
}

#[test]
fn what_is_no_rectangle_is_refused() {
    for (rows, columns) in [(0, 0), (1, 5), (5, 1), (4, 5), (3, 6), (usize::MAX, 2)] {
        let error = Rectangle::new(rows, columns, Goal::BlankLast).unwrap_err();
        assert_eq!(error.kind(), &BoardErrorKind::RectangleOutOfRange { rows, columns });
    }
    let space = Rectangle::new(2, 2, Goal::BlankLast).unwrap();
    let error =
        |tiles: [u8; 4], count| space.arrangement(tiles.into_iter().take(count)).unwrap_err();
    for (tiles, count, message) in [
        ([0, 1, 2, 3], 3, "the board ends after 3 tiles, expected 4"),
        (
            [0, 1, 4, 2],
            4,
            "rows[1][0]: tile 4 is out of range: a 2-by-2 board has the tiles 0 to 3",
        ),
        (
            [0, 1, 2, 1],
            4,
            "rows[1][1]: tile 1 appears twice, first at rows[0][1]; tile 3 is missing",
        ),
    ] {
        assert_eq!(error(tiles, count).to_string(), message);
    }
}

#[test]
fn a_solution_replays() {
    let space = Rectangle::new(3, 4, Goal::BlankLast).unwrap();
    let start = space.arrangement([5, 1, 2, 4, 9, 6, 3, 8, 10, 0, 7, 11]).unwrap();
    let solver = Solver::builder_in(&space, start).solve();
    let mut state = start;
    for action in solver.actions_in(&space).unwrap() {
        let mut next = None;
        space.for_each_action(&state, |other, to, _| {
            if other == action {
                next = Some(to);
            }
        });
        state = next.unwrap();
    }
    assert_eq!(state, space.solved());
    assert!(solver.cost().unwrap() >= space.estimate(&start));
}
