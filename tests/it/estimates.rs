//! Estimates and what is made of them, against distances found without them.

use std::cell::Cell;
use std::collections::HashSet;

use bestfirst::graphs;
use bestfirst::heuristic::{Additive, Maximum, Perfect, PerfectErrorKind, WithHeuristic, from_fn};
use bestfirst::search::{Distances, GraphAStar, Landmarks, Memory};
use bestfirst::sliding_tiles::{Board, Goal, LinearConflict, WalkingDistance};
use bestfirst::{DEAD_END, Heuristic, Limits, Reversed, Solver, StateSpace, StopReason, Worlds};
use proptest::prelude::*;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::common::boards::{GOALS, board, board_of, place, turned_goal};
use crate::common::files::{input, most_inputs_are_missing};
use crate::common::graph::{any_graph, share};
use crate::common::oracle;

/// The same board for the other goal: turned by 180 degrees, and renamed.
fn turned(board: &Board) -> Board {
    let cells = u32::try_from(board.size().pow(2)).unwrap();
    let mut tiles: Vec<u32> = board.tiles().map(|tile| (cells - tile) % cells).collect();
    tiles.reverse();
    board_of(&tiles, turned_goal(board))
}

/// The board of each number of moves that `steps` lead to, none of which is taken back.
fn walk(size: usize, goal: Goal, steps: &[usize]) -> Vec<Board> {
    let mut boards = vec![Board::solved(size, goal).unwrap()];
    for step in steps {
        let mut next = boards[boards.len() - 1].neighbors().to_vec();
        next.retain(|next| boards.len() < 2 || *next != boards[boards.len() - 2]);
        boards.push(next[step % next.len()].clone());
    }
    boards
}

/// Linear conflict by its definition: the fewest of the tiles in their own line that have to be
/// removed so that the others are in order.
fn linear_conflict(board: &Board) -> u32 {
    let size = board.size();
    let place = |tile| place(tile, board);
    let mut sum = board.manhattan();
    for line in 0..size {
        let row = (0..size).map(|at| board.tile_at(line, at)).filter(|&tile| tile != 0);
        let row = row.map(place).filter(|cell| cell / size == line);
        let column = (0..size).map(|at| board.tile_at(at, line)).filter(|&tile| tile != 0);
        let column = column.map(place).filter(|cell| cell % size == line);
        for tiles in [row.collect::<Vec<_>>(), column.collect::<Vec<_>>()] {
            sum += 2 * if tiles.len() < 8 { fewest_by_trial(&tiles) } else { fewest(&tiles) };
        }
    }
    sum
}

fn fewest_by_trial(tiles: &[usize]) -> u32 {
    let fewest = (0_u32..1 << tiles.len()).filter(|taken| {
        let rest = (0..tiles.len()).filter(|index| taken >> index & 1 == 0);
        rest.map(|index| tiles[index]).is_sorted()
    });
    fewest.map(u32::count_ones).min().unwrap()
}

/// Where there are too many to try, by how many can stay up to each tile and with it.
fn fewest(tiles: &[usize]) -> u32 {
    let mut staying: Vec<usize> = Vec::new();
    for tile in tiles {
        let before = tiles.iter().zip(&staying).filter(|(before, _)| *before < tile);
        staying.push(1 + before.map(|(_, &staying)| staying).max().unwrap_or(0));
    }
    u32::try_from(tiles.len() - staying.into_iter().max().unwrap_or(0)).unwrap()
}

/// From its definition as well.
fn disorder(board: &Board) -> u32 {
    let (size, solved) = (board.size(), Board::solved(board.size(), board.goal()).unwrap());
    let (tiles, places): (Vec<_>, Vec<_>) = (board.tiles().collect(), solved.tiles().collect());
    let squares = (1..tiles.len()).map(|tile| {
        let [a, b] = [&tiles, &places].map(|tiles| tiles.iter().position(|&t| t as usize == tile));
        let (a, b) = (a.unwrap(), b.unwrap());
        (a / size).abs_diff(b / size) + (a % size).abs_diff(b % size)
    });
    let squares: usize = squares.map(|distance| distance * distance).sum();
    let detours = linear_conflict(board) - board.manhattan();
    3 * board.manhattan() + 12 * detours + u32::try_from(squares).unwrap()
}

/// The puzzle that walking distance looks at: in each line, how many tiles belong into which line.
struct Walking;

impl StateSpace for Walking {
    type State = Vec<Vec<usize>>;

    fn estimate(&self, _: &Self::State) -> u32 {
        0
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        (0..state.len()).all(|a| (0..state.len()).all(|b| a == b || state[a][b] == 0))
    }

    fn for_each_successor(
        &self,
        state: &Self::State,
        _: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, u32),
    ) {
        let size = state.len();
        let blank = state.iter().position(|line| line.iter().sum::<usize>() < size).unwrap();
        for next in (0..size).filter(|next| next.abs_diff(blank) == 1) {
            for home in (0..size).filter(|&home| state[next][home] > 0) {
                let mut moved = state.clone();
                moved[next][home] -= 1;
                moved[blank][home] += 1;
                visit(moved, 1);
            }
        }
    }
}

/// The rows and the columns of a board, as [`Walking`] has them.
fn walking(board: &Board) -> [Vec<Vec<usize>>; 2] {
    let size = board.size();
    let mut lines = [vec![vec![0; size]; size], vec![vec![0; size]; size]];
    for (cell, tile) in board.tiles().enumerate().filter(|&(_, tile)| tile != 0) {
        let place = place(tile, board);
        lines[0][cell / size][place / size] += 1;
        lines[1][cell % size][place % size] += 1;
    }
    lines
}

fn assert_consistent(heuristic: &impl Heuristic<Board>, board: &Board) {
    let estimate = heuristic.estimate(board);
    for next in board.neighbors() {
        assert!(heuristic.estimate(&next).abs_diff(estimate) <= 1, "{board:?}, {next:?}");
    }
}

#[test]
fn estimates_are_admissible_and_consistent_on_all_boards_of_size_3() {
    let solved = [
        [1, 2, 3, 4, 5, 6, 7, 8, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 0, 5, 6, 7, 8],
        [1, 0, 2, 3, 4, 5, 6, 7, 8],
    ];
    for (solved, goal) in solved.into_iter().zip(GOALS) {
        let conflict = LinearConflict::new(3, goal);
        let walking = WalkingDistance::new(3, goal).unwrap();
        let perfect = Perfect::new(Worlds::new(), [board_of(&solved, goal)], 181_440);
        let perfect = perfect.unwrap();
        let distances = oracle::distances(solved);
        assert_eq!(perfect.len(), distances.len());
        for (tiles, &distance) in &distances {
            let board = board_of(tiles, goal);
            let by_table = conflict.estimate(&board);
            let walked = walking.estimate(&board);
            assert_eq!(by_table, board.linear_conflict());
            assert!((board.manhattan()..=distance).contains(&by_table), "{board:?}");
            assert!((board.manhattan()..=distance).contains(&walked), "{board:?}");
            assert_eq!(perfect.distance(&board), Some(distance));
            assert_consistent(&conflict, &board);
            assert_consistent(&walking, &board);
        }
    }
}

#[test]
fn all_boards_of_size_2_have_admissible_estimates() {
    for goal in GOALS {
        let solved = Board::solved(2, goal).unwrap();
        let perfect = Perfect::new(Worlds::new(), [solved.clone()], 12).unwrap();
        assert_eq!(perfect.len(), 12);
        let walking = WalkingDistance::new(2, goal).unwrap();
        for board in walk(2, goal, &[0; 12]) {
            let distance = perfect.distance(&board).unwrap();
            assert!(board.linear_conflict() <= distance && walking.estimate(&board) <= distance);
            assert_eq!(LinearConflict::new(2, goal).estimate(&board), board.linear_conflict());
        }
    }
}

/// Pairs in conflict are more.
#[test]
fn linear_conflict_counts_the_tiles_that_have_to_leave() {
    let cases = [
        ("1 2 3 / 4 5 6 / 7 8 0", 0, 0),
        ("2 1 3 / 4 5 6 / 7 8 0", 2, 4),
        ("3 2 1 / 4 5 6 / 7 8 0", 4, 8),
        ("3 1 2 / 4 5 6 / 7 8 0", 4, 6),
        ("2 3 1 / 4 5 6 / 7 8 0", 4, 6),
        ("1 2 3 / 4 5 6 / 8 0 7", 3, 5),
        ("7 2 3 / 4 5 6 / 1 8 0", 4, 8),
        ("4 2 3 / 1 5 6 / 7 8 0", 2, 4),
        ("4 3 2 1 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", 8, 14),
        ("2 1 4 3 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", 4, 8),
    ];
    for (text, manhattan, expected) in cases {
        let board: Board = text.parse().unwrap();
        let table = LinearConflict::new(board.size(), Goal::BlankLast);
        assert_eq!(board.manhattan(), manhattan, "{text}");
        assert_eq!(
            (board.linear_conflict(), table.estimate(&board)),
            (expected, expected),
            "{text}"
        );
        assert_eq!(turned(&board).linear_conflict(), expected, "{text}");
    }
}

#[test]
fn known_optima_on_boards_of_size_4_are_not_exceeded() {
    if most_inputs_are_missing() {
        return;
    }
    let conflict = LinearConflict::new(4, Goal::BlankLast);
    let walking = WalkingDistance::new(4, Goal::BlankLast).unwrap();
    let both = Maximum((&conflict, &walking));
    let mut sums = [0; 4];
    for optimum in 0..=50 {
        let board = board(&input(&format!("puzzle4x4-{optimum:02}.txt")));
        let estimates = [&conflict as &dyn Heuristic<Board>, &walking, &both];
        let estimates = estimates.map(|heuristic| heuristic.estimate(&board));
        for (sum, estimate) in sums.iter_mut().zip(estimates) {
            assert!((board.manhattan()..=optimum).contains(&estimate), "{board:?}");
            // Every move changes the parity of all of them.
            assert_eq!(estimate % 2, optimum % 2);
            *sum += estimate;
        }
        sums[3] += board.manhattan();
        if optimum <= 40 {
            let solver = Solver::builder(board)
                .algorithm(GraphAStar::new())
                .with_heuristic(Maximum((&conflict, &walking)))
                .solve();
            assert_eq!(solver.moves(), Some(optimum as usize));
        }
    }
    let [conflict, walking, both, manhattan] = sums;
    assert!(manhattan < conflict.min(walking) && conflict.max(walking) < both);
}

/// A table is for one size and goal, and other boards still get an admissible estimate.
#[test]
fn boards_that_a_table_is_not_for_get_an_estimate_as_well() {
    let board: Board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 15 12 0".parse().unwrap();
    for size in 0..7 {
        for goal in GOALS {
            let board = board.clone().with_goal(goal);
            let conflict = LinearConflict::new(size, Goal::BlankFirst).estimate(&board);
            assert_eq!(conflict, linear_conflict(&board));
            let walking = WalkingDistance::new(size, Goal::BlankFirst);
            assert_eq!(walking.is_some(), (2..=4).contains(&size));
            if let Some(walking) = walking.filter(|_| (size, goal) != (4, Goal::BlankFirst)) {
                assert_eq!(walking.estimate(&board), board.manhattan());
            }
        }
    }
}

/// Around the number of columns that are read side by side.
#[test]
fn conflicts_are_counted_on_large_boards() {
    for (size, goal) in
        [63, 64, 65, 130].into_iter().flat_map(|size| GOALS.map(|goal| (size, goal)))
    {
        let solved: Vec<u32> = Board::solved(size, goal).unwrap().tiles().collect();
        let permuted = |row_factor: usize, column_factor: usize| {
            let places = (0..size * size).map(|cell| (cell / size, cell % size));
            let tiles = places.map(|(row, column)| {
                solved[row * row_factor % size * size + column * column_factor % size]
            });
            board_of(&tiles.collect::<Vec<_>>(), goal)
        };
        for (board, has_conflicts) in
            [(permuted(1, 11), true), (permuted(17, 1), true), (permuted(1, 1), false)]
        {
            let expected = linear_conflict(&board);
            assert_eq!(expected > board.manhattan(), has_conflicts);
            assert_eq!(board.linear_conflict(), expected);
            for next in board.neighbors() {
                assert_eq!(next.linear_conflict(), linear_conflict(&next));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// On boards that no search has to solve: a walk is no shorter than the solution.
    #[test]
    fn no_estimate_is_more_than_the_length_of_a_walk(
        steps in prop::collection::vec(0_usize..12, 0..120),
        size in 2_usize..8,
        goal in prop::sample::select(&GOALS),
    ) {
        let conflict = LinearConflict::new(size, goal);
        let walking = WalkingDistance::new(size, goal);
        for (moves, board) in walk(size, goal, &steps).iter().enumerate() {
            let estimate = conflict.estimate(board);
            assert_eq!(estimate, linear_conflict(board));
            assert_eq!(estimate, turned(board).linear_conflict());
            assert_eq!(board.disorder(), disorder(board));
            assert!((board.manhattan() as usize..=moves).contains(&(estimate as usize)));
            assert_consistent(&conflict, board);
            if let Some(walking) = &walking {
                assert!(walking.estimate(board) as usize <= moves);
                assert_consistent(walking, board);
            }
        }
    }

    /// Whichever board of a walk was asked first: those after it are made from what it knows, those
    /// before it count for themselves.
    #[test]
    fn what_is_known_is_kept_up_from_neighbor_to_neighbor(
        tiles in prop::sample::select(vec![25_u32, 36, 49])
            .prop_flat_map(|cells| Just((0..cells).collect::<Vec<_>>()).prop_shuffle()),
        // Few are out of place, or many.
        shuffled in 0_usize..50,
        steps in prop::collection::vec(0_usize..4, 60),
        first_asked in 0_usize..60,
        goal in prop::sample::select(&GOALS),
    ) {
        let mut start: Vec<u32> = (0..).take(tiles.len()).collect();
        for (place, &tile) in tiles.iter().enumerate().take(shuffled) {
            start.swap(place, tile as usize);
        }
        let mut boards = vec![board_of(&start, goal)];
        for (index, step) in steps.into_iter().enumerate() {
            if index == first_asked {
                let _ = boards[index].linear_conflict();
            }
            let neighbors = boards[index].neighbors();
            boards.push(neighbors[step % neighbors.len()].clone());
        }
        for board in boards {
            assert_eq!(board.disorder(), disorder(&board));
            assert_eq!(board.linear_conflict(), linear_conflict(&board));
        }
    }

    #[test]
    fn linear_conflict_is_as_defined(
        tiles in prop::sample::select(vec![4_u32, 9, 16, 25, 36])
            .prop_flat_map(|cells| Just((0..cells).collect::<Vec<_>>()).prop_shuffle()),
        // Lines are in place more often than by chance.
        swaps in prop::collection::vec((0_usize..36, 0_usize..36), 0..9),
        goal in prop::sample::select(&GOALS),
        shuffled: bool,
    ) {
        let mut tiles = tiles;
        if !shuffled {
            tiles.sort_unstable();
            for (a, b) in swaps {
                let cells = tiles.len();
                tiles.swap(a % cells, b % cells);
            }
        }
        let board = board_of(&tiles, goal);
        let expected = linear_conflict(&board);
        assert_eq!(board.linear_conflict(), expected);
        assert_eq!(LinearConflict::new(board.size(), goal).estimate(&board), expected);
    }

    #[test]
    fn the_perfect_estimate_is_the_distance((graph, _) in any_graph(0..20), limit in 0_usize..9) {
        let distances = graph.distances();
        match Perfect::new(&graph, [0], limit) {
            Ok(perfect) => {
                assert!(perfect.len() <= limit);
                for (vertex, &distance) in distances.iter().enumerate() {
                    let estimate = perfect.estimate(&vertex);
                    let found = perfect.distance(&vertex);
                    // What is not reached from vertex 0 has the estimate 0.
                    assert!(found == distance || (found, estimate) == (None, 0));
                    assert!(estimate <= distance.unwrap_or(u32::MAX));
                    for &(next, cost) in &graph.edges[vertex] {
                        assert!(estimate <= perfect.estimate(&next).saturating_add(cost));
                    }
                }
                assert_eq!(perfect.distance(&0), distances[0]);
            }
            Err(error) => {
                assert_eq!(error, PerfectErrorKind::TooLarge { limit }.into());
                assert!(graph.edges.len() > limit);
            }
        }
        // Begun everywhere, it knows all.
        let all = Perfect::new(&graph, 0..graph.edges.len(), graph.edges.len()).unwrap();
        for (vertex, &distance) in distances.iter().enumerate() {
            assert_eq!(all.distance(&vertex), distance);
            assert_eq!(all.estimate(&vertex), distance.unwrap_or(u32::MAX));
        }
        assert!(Perfect::new(&graph, 0..graph.edges.len(), graph.edges.len() - 1).is_err());
        let solver = Solver::builder_in(&graph, 0)
            .with_heuristic(&all)
            .algorithm(GraphAStar::new())
            .solve();
        assert_eq!(solver.cost(), distances[0]);
        if let Some(cost) = solver.cost() {
            graph.assert_path(solver.solution(), cost);
        }
    }

    /// They are consistent, never too high, and exact where a state was reached, wherever the
    /// computation stopped.
    #[test]
    fn distances_from_the_goals_are_estimates(
        (graph, _) in prop_oneof![any_graph(0..20), any_graph(u32::MAX / 4..u32::MAX / 2)],
        within in prop_oneof![Just(u32::MAX), 0..60_u32, u32::MAX / 2..u32::MAX],
        target in prop::option::of(0_usize..8),
        expansions in prop_oneof![Just(u64::MAX), 0..9_u64],
    ) {
        let Some((&first, others)) = graph.goals.split_first() else { return Ok(()) };
        let builder = Distances::from(Reversed::new(&graph), first)
            .and_from(others.iter().copied())
            .to(target.filter(|&target| target < graph.edges.len()))
            .limits(Limits::none().expansions(expansions))
            .within(within);
        let table = builder.compute();
        let is_all = within == u32::MAX && target.is_none() && expansions == u64::MAX;
        graph.assert_estimates(&table, is_all);
    }

    /// Each step is shared out between two spaces, and the perfect estimates there are added up.
    #[test]
    fn combined_estimates_keep_what_they_promise(
        (graph, percents) in any_graph(0..100),
    ) {
        let count = graph.edges.len();
        let mut shares = [graph.clone(), graph.clone()];
        for (index, edges) in graph.edges.iter().enumerate() {
            for (edge, &(_, cost)) in edges.iter().enumerate() {
                let first = share(Some(cost), percents[index]);
                shares[0].edges[index][edge].1 = first;
                shares[1].edges[index][edge].1 = cost - first;
            }
        }
        let [first, second] = shares.map(|graph| Perfect::new(graph, 0..count, count).unwrap());
        let sum = Additive((&first, &second));
        let highest = Maximum([&first, &second]);
        for (vertex, &distance) in graph.distances().iter().enumerate() {
            let (a, b) = (first.estimate(&vertex), second.estimate(&vertex));
            assert_eq!(highest.estimate(&vertex), a.max(b));
            assert_eq!(sum.estimate(&vertex), a.saturating_add(b));
            assert!(sum.estimate(&vertex) <= distance.unwrap_or(u32::MAX));
            for &(next, cost) in &graph.edges[vertex] {
                let least = |estimate: u32| estimate.saturating_sub(cost);
                assert!(sum.estimate(&next) >= least(sum.estimate(&vertex)));
                assert!(highest.estimate(&next) >= least(highest.estimate(&vertex)));
            }
        }
    }

    /// Above the bound, any value above the bound that is a lower bound.
    #[test]
    fn estimates_up_to_a_bound_are_exact_within_it(
        (size, tiles) in (3_u32..=5).prop_flat_map(|size| {
            (Just(size as usize), Just((0..size * size).collect::<Vec<_>>()).prop_shuffle())
        }),
        most in 0_u32..90,
        goal in prop::sample::select(&GOALS),
    ) {
        let board = board_of(&tiles, goal);
        let hamming = from_fn(Board::hamming);
        let linear_conflict = LinearConflict::new(size, goal);
        let maximum = Maximum((&hamming, &linear_conflict));
        let list = Maximum(vec![&hamming as &dyn Heuristic<Board>, &linear_conflict]);
        let all: [&dyn Heuristic<Board>; 4] = [&hamming, &linear_conflict, &maximum, &list];
        for heuristic in all {
            let exact = heuristic.estimate(&board);
            let found = heuristic.estimate_up_to(&board, most);
            let is_right = found == exact || (most < found && found < exact);
            assert!(is_right, "{found} instead of {exact}, up to {most}");
        }
        // The second one is not asked if the first is enough.
        let asked = Cell::new(false);
        let second = from_fn(|_: &Board| {
            asked.set(true);
            0
        });
        Maximum((&hamming, second)).estimate_up_to(&board, most);
        assert_eq!(asked.get(), hamming.estimate(&board) <= most);
    }
}

/// On all boards of size 3, and each step on some large ones.
#[test]
fn a_reflected_board_is_as_far_from_the_goal() {
    for goal in GOALS {
        let solved = Board::solved(3, goal).unwrap();
        let perfect = Perfect::new(Worlds::new(), [solved.clone()], 200_000).unwrap();
        let goal_tiles: Vec<u32> = solved.tiles().collect();
        for (tiles, distance) in oracle::distances(goal_tiles.try_into().unwrap()) {
            let board = board_of(&tiles, goal);
            let reflected = board.reflected();
            assert_eq!(reflected.reflected(), board);
            if goal == Goal::BlankAt(1) {
                assert_eq!(reflected.goal(), Goal::BlankAt(3));
                assert_eq!(reflected.manhattan(), board.manhattan());
                continue;
            }
            assert_eq!(perfect.distance(&reflected), Some(distance));
        }
        for board in walk(6, goal, &[7; 30]) {
            assert_eq!(board.reflected().reflected(), board);
            let reflected: HashSet<_> = board.neighbors().iter().map(Board::reflected).collect();
            assert_eq!(reflected, board.reflected().neighbors().into_iter().collect());
        }
    }
}

/// The tables against the smaller puzzle itself, searched by other means.
#[test]
fn walking_distance_is_the_distance_in_the_smaller_puzzle() {
    for (size, goal, states) in [
        (3, Goal::BlankLast, None),
        (4, Goal::BlankLast, Some(24_964)),
        (4, Goal::BlankFirst, Some(24_964)),
        (3, Goal::BlankAt(4), None),
        (4, Goal::BlankAt(9), None),
    ] {
        let lines = walking(&Board::solved(size, goal).unwrap());
        let perfect = lines.map(|lines| Perfect::new(Walking, [lines], 40_000).unwrap());
        let tables = WalkingDistance::new(size, goal).unwrap();
        assert!(states.is_none_or(|states| states == perfect[0].len()));
        let steps: Vec<usize> = (0..5_000_usize).map(|n| n * n / 7 + n % 5).collect();
        for board in walk(size, goal, &steps) {
            let lines = walking(&board);
            let distances = lines.iter().zip(&perfect).map(|(lines, all)| all.distance(lines));
            let sum: u32 = distances.map(Option::unwrap).sum();
            assert_eq!(tables.estimate(&board), sum, "{board:?}");
        }
    }
}

/// The distances between all nodes, by the algorithm of Floyd and Warshall.
fn all_distances(nodes: usize, arcs: &[(u32, u32, u32)]) -> Vec<Vec<Option<u64>>> {
    let mut distances = vec![vec![None; nodes]; nodes];
    let lower = |entry: &mut Option<u64>, cost: u64| {
        *entry = Some(entry.map_or(cost, |known| known.min(cost)));
    };
    (0..nodes).for_each(|node| distances[node][node] = Some(0));
    for &(from, to, cost) in arcs {
        lower(&mut distances[from as usize][to as usize], cost.into());
    }
    for between in 0..nodes {
        let onward = distances[between].clone();
        for row in &mut distances {
            let Some(first) = row[between] else { continue };
            for (entry, rest) in row.iter_mut().zip(&onward) {
                if let Some(rest) = rest {
                    lower(entry, first + rest);
                }
            }
        }
    }
    distances
}

/// Arcs between up to 16 nodes, in several parts now and then, and the distances.
fn random_arcs(rng: &mut ChaCha8Rng) -> (u32, Vec<(u32, u32, u32)>) {
    let nodes = rng.random_range(1..=16);
    // Sums on both sides of the bounds of 15, 16 and 31 bits.
    let most = [1, 20, 8_000, 30_000, 500_000_000][rng.random_range(..5_usize)];
    let arcs = (0..rng.random_range(0..=3 * nodes)).map(|_| {
        let [from, to] = [(); 2].map(|()| rng.random_range(..nodes));
        (from, to, rng.random_range(most / 3..=most))
    });
    (nodes, arcs.collect())
}

/// That landmarks never estimate more than the distance, know dead ends for certain only, and are
/// consistent; and that those at `exact` know the distances to and from them, if they are reached.
fn check_landmarks(
    graph: &graphs::Graph,
    distances: &[Vec<Option<u64>>],
    landmarks: &Landmarks,
    exact: &[u32],
) {
    let between = |from: u32, to: u32| landmarks.between(from as usize, to as usize);
    for (from, to) in graph.nodes().flat_map(|from| graph.nodes().map(move |to| (from, to))) {
        let distance = distances[from as usize][to as usize];
        let estimate = between(from, to);
        match distance {
            Some(distance) => assert!(u64::from(estimate) <= distance && estimate < DEAD_END),
            None => assert!(estimate == DEAD_END || !exact.contains(&from) && !exact.contains(&to)),
        }
        if exact.contains(&from) || exact.contains(&to) {
            assert_eq!(distance.unwrap_or(DEAD_END.into()), u64::from(estimate));
        }
        for &(next, cost) in graph.arcs_from(from) {
            assert!(estimate <= between(next, to).saturating_add(cost));
        }
    }
    assert_eq!([between(0, u32::MAX), between(u32::MAX, 0)], [0, 0]);
    assert_eq!(landmarks.between(usize::MAX, 0), 0);
}

/// On random graphs, directed and undirected. `BESTFIRST_GRAPHS=100000` runs so many.
#[test]
fn landmarks_are_admissible_and_consistent() {
    let variable = |name| std::env::var(name).ok()?.parse().ok();
    let (mut wide, mut reopened) = (0, 0);
    for seed in 0..variable("BESTFIRST_GRAPHS").unwrap_or(1_000) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (nodes, mut arcs) = random_arcs(&mut rng);
        let is_undirected = seed % 2 == 0;
        let mut graph = graphs::Graph::from_arcs(nodes, arcs.clone()).unwrap();
        if is_undirected {
            graph = graph.undirected();
            arcs = graph.arcs().collect();
        }
        let distances = all_distances(nodes as usize, &arcs);
        if distances.iter().flatten().flatten().any(|&cost| cost >= u32::MAX.into()) {
            continue;
        }
        wide += u32::from(distances.iter().flatten().flatten().any(|&cost| cost > 1 << 31));
        let (space, first) = (graph.to(0), rng.random_range(..nodes));
        let count = rng.random_range(..5);
        let given: Vec<u32> = (0..count).map(|_| rng.random_range(..nodes + 1)).collect();
        let exact: Vec<u32> = given.iter().copied().filter(|&node| node < nodes).collect();
        let check = |landmarks: Result<Landmarks, StopReason>, exact: &[u32]| {
            check_landmarks(&graph, &distances, landmarks.as_ref().unwrap(), exact);
            landmarks.unwrap()
        };
        let landmarks = check(Landmarks::new(&space, first, count), &[]);
        check(Landmarks::at(&space, &given), &exact);
        // As many as there are: each that is reached, but for those beside another one.
        let all = Landmarks::new(&space, first, usize::MAX);
        let has_zero = arcs.iter().any(|arc| arc.2 == 0);
        let is_landmark = |to: &u32| !has_zero && distances[first as usize][*to as usize].is_some();
        check(all, &graph.nodes().filter(is_landmark).collect::<Vec<_>>());
        if is_undirected {
            check(Landmarks::undirected(&space, first, count), &[]);
            check(Landmarks::undirected_at(&space, &given), &exact);
        }
        let goal = rng.random_range(..nodes);
        let space = WithHeuristic::new(graph.to(goal), landmarks.to(graph.to(goal), &goal));
        let solver = Solver::builder_in(space, first).algorithm(GraphAStar::new()).solve();
        let distance = distances[first as usize][goal as usize];
        assert_eq!(solver.cost().map(u64::from), distance);
        reopened += solver.statistics().reopened;
    }
    assert_eq!(reopened, 0);
    assert!(wide > 0);
}

/// A state that the space does not have reaches no landmarks, and is none.
#[test]
fn landmarks_are_states_of_the_space() {
    let graph = graphs::Graph::from_arcs(3, [(0, 1, 7), (1, 2, 5)]).unwrap();
    let estimate = |landmarks: Result<Landmarks, _>| landmarks.unwrap().between(0, 2);
    assert_eq!(estimate(Landmarks::new(&graph.to(0), 3, 2)), 0);
    assert_eq!(estimate(Landmarks::undirected(&graph.to(0), u32::MAX, 2)), 0);
    assert_eq!(estimate(Landmarks::at(&graph.to(0), &[3, 2])), 12);
    assert_eq!(estimate(Landmarks::undirected_at(&graph.to(0), &[3])), 0);
}

/// Costs on a network of roads, some of which lead one way, by another crate.
#[test]
fn landmarks_give_the_costs_of_contraction_hierarchies() {
    check_roads(30, 4, 500);
}

#[test]
#[ignore = "takes minutes"]
fn landmarks_give_them_on_a_large_network() {
    check_roads(300, 16, 10_000);
}

fn check_roads(side: u32, landmarks: usize, queries: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut roads = fast_paths::InputGraph::new();
    let mut arcs = Vec::new();
    for from in 0..side * side {
        let ends = [(from % side + 1 < side, from + 1), (from + side < side * side, from + side)];
        for (from, to) in
            ends.iter().filter(|end| end.0).flat_map(|&(_, to)| [(from, to), (to, from)])
        {
            if rng.random_bool(0.8) {
                let cost = rng.random_range(100..200_u32);
                arcs.push((from, to, cost));
                roads.add_edge(from as usize, to as usize, cost as usize);
            }
        }
    }
    roads.freeze();
    let roads = fast_paths::prepare(&roads);
    let graph = graphs::Graph::from_arcs(side * side, arcs).unwrap();
    let landmarks = Landmarks::new(&graph.to(0), 0, landmarks).unwrap();
    let mut calculator = fast_paths::create_calculator(&roads);
    let mut memory = Memory::new();
    for _ in 0..queries {
        let [from, to] = [(); 2].map(|()| rng.random_range(..side * side));
        let space = WithHeuristic::new(graph.to(to), landmarks.to(graph.to(to), &to));
        let path = calculator.calc_path(&roads, from as usize, to as usize);
        let cost = path.map(|path| u32::try_from(path.get_weight()).unwrap());
        let solver = Solver::builder_in(space, from).solve_in(&mut memory);
        assert_eq!(solver.cost(), cost, "{from} to {to}");
    }
}

/// A place from which no road leads on is no reason to choose no more landmarks.
#[test]
fn landmarks_are_chosen_behind_dead_ends() {
    let arcs = [(0, 1, 7), (1, 0, 7), (0, 2, 1), (2, 0, 1), (2, 1, 2), (1, 2, 2), (1, 3, 90)];
    let graph = graphs::Graph::from_arcs(4, arcs).unwrap();
    let landmarks = Landmarks::new(&graph.to(0), 0, 4).unwrap();
    let distances = graph.distances_from(0).compute();
    for node in graph.nodes() {
        assert_eq!(Some(landmarks.between(0, node as usize)), distances.cost(&node));
    }
    assert_eq!(landmarks.between(3, 0), DEAD_END);
}

/// A path that costs more than a cost can tell is an error.
#[test]
fn landmarks_need_distances() {
    let graph = graphs::Graph::from_arcs(3, [(0, 1, u32::MAX), (1, 2, 5)]).unwrap();
    let landmarks = |count| Landmarks::new(&graph.to(0), 0, count).map(|_| ());
    assert_eq!(landmarks(1), Err(StopReason::PathCost));
}

/// On a map with a detour, landmarks lead around it, where coordinates lead into a trap.
#[test]
fn landmarks_know_detours() {
    let side = 60_u32;
    let is_wall = |x, y| x == side / 2 && y > 0;
    let at = |x: u32, y: u32| y * side + x;
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let arcs = places.flat_map(|(x, y)| {
        let near = [(x + 1, y), (x, y + 1)].into_iter();
        let near = near.filter(|&(x, y)| x < side && y < side && !is_wall(x, y));
        near.filter(move |_| !is_wall(x, y)).map(move |(to_x, to_y)| (at(x, y), at(to_x, to_y), 1))
    });
    let graph = graphs::Graph::from_arcs(side * side, arcs).unwrap().undirected();
    let (start, goal) = (at(0, side - 1), at(side - 1, side - 1));
    let by_place = |&(from, to): &(u32, u32)| {
        (from % side).abs_diff(to % side) + (from / side).abs_diff(to / side)
    };
    let space = graph.to(goal).estimate_by(by_place);
    let by_place = Solver::builder_in(&space, start).solve();
    let landmarks = Landmarks::undirected(&space, start, 2).unwrap();
    let by_landmarks =
        Solver::builder_in(&space, start).with_heuristic(landmarks.to(&space, &goal)).solve();
    assert_eq!(by_landmarks.cost(), by_place.cost());
    let [few, many] = [&by_landmarks, &by_place].map(|solver| solver.statistics().expanded);
    assert!(10 * few < many, "{few} and {many}");
}
