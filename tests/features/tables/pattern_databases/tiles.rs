//! Patterns of sliding tiles.

use std::collections::{BTreeMap, VecDeque};
use std::sync::OnceLock;

use bestfirst::moves::{MoveExpansion, MoveSpace, PrunedMoves};
use bestfirst::search::{GraphAStar, IdaStar, TreeAStar};
use bestfirst::sliding_tiles::{
    Board, Direction, Goal, Partition, PartitionErrorKind, PatternSpace, PatternState,
    TilePatterns, move_automaton,
};
use bestfirst::{Expansion, Heuristic, Solver, StateSpace};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use crate::common::boards::{GOALS, board, board_of};
use crate::common::files::input;
use crate::common::oracle;

fn solved(goal: Goal) -> oracle::Tiles {
    match goal {
        Goal::BlankLast => [1, 2, 3, 4, 5, 6, 7, 8, 0],
        Goal::BlankFirst => [0, 1, 2, 3, 4, 5, 6, 7, 8],
        Goal::BlankAt(4) => [1, 2, 3, 4, 0, 5, 6, 7, 8],
        Goal::BlankAt(_) => [1, 0, 2, 3, 4, 5, 6, 7, 8],
    }
}

/// For each placement of some tiles, in lexicographic order, the fewest moves of these tiles that
/// bring them to their places, found by a search over the cells of the tiles and of the blank; and
/// their Manhattan distance.
fn distances_of_pattern(size: usize, goal: Goal, tiles: &[u8]) -> Vec<Option<(u32, u32)>> {
    let solved: Vec<u32> = Board::solved(size, goal).unwrap().tiles().collect();
    let place = |tile: u32| solved.iter().position(|&other| other == tile).unwrap();
    let mut start: Vec<usize> = tiles.iter().map(|&tile| place(tile.into())).collect();
    let goals = start.clone();
    start.push(place(0)); // the blank is last
    let mut distances: FxHashMap<Vec<usize>, u32> = FxHashMap::default();
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((cells, distance)) = queue.pop_front() {
        if distances.contains_key(&cells) {
            continue;
        }
        let (&blank, placed) = cells.split_last().unwrap();
        for next in 0..size * size {
            let rows = (blank / size).abs_diff(next / size);
            let columns = (blank % size).abs_diff(next % size);
            if rows + columns == 1 {
                let mut moved = cells.clone();
                moved[placed.len()] = next;
                if let Some(tile) = placed.iter().position(|&cell| cell == next) {
                    moved[tile] = blank;
                    queue.push_back((moved, distance + 1));
                } else {
                    queue.push_front((moved, distance));
                }
            }
        }
        distances.insert(cells, distance);
    }
    let mut least: FxHashMap<Vec<usize>, u32> = FxHashMap::default();
    for (mut cells, distance) in distances {
        cells.pop();
        let entry = least.entry(cells).or_insert(distance);
        *entry = distance.min(*entry);
    }
    let mut placements = vec![vec![]];
    for _ in tiles {
        let longer = |cells: &Vec<usize>| {
            let free = (0..size * size).filter(|cell| !cells.contains(cell));
            free.map(|cell| [&cells[..], &[cell]].concat()).collect::<Vec<_>>()
        };
        placements = placements.iter().flat_map(longer).collect();
    }
    let manhattan = |cells: &[usize]| {
        let distance = |(&from, &to): (&usize, &usize)| {
            (from / size).abs_diff(to / size) + (from % size).abs_diff(to % size)
        };
        u32::try_from(cells.iter().zip(&goals).map(distance).sum::<usize>()).unwrap()
    };
    placements.iter().map(|cells| Some((*least.get(cells)?, manhattan(cells)))).collect()
}

#[test]
fn tables_are_those_of_a_search_over_tiles_and_blank() {
    let partitions = [
        (3, vec![vec![1, 2, 3, 4], vec![7, 6, 5, 8]]),
        (3, vec![vec![2, 5, 8], vec![1], vec![3, 4], vec![6, 7]]),
        (3, vec![vec![1, 2, 3, 5, 6, 7, 8], vec![4]]),
        (
            4,
            vec![
                vec![1, 6, 11],
                vec![2, 3, 4],
                vec![15, 5],
                vec![7, 8, 9],
                vec![10, 12],
                vec![13, 14],
            ],
        ),
    ];
    for (size, patterns) in partitions {
        for goal in GOALS {
            let partition = Partition::new(size, goal, &patterns).unwrap();
            let built = TilePatterns::build(&partition).unwrap();
            for (tiles, table) in partition.patterns().iter().zip(built.tables()) {
                // The moves away from the places, of which 15 or more are stored as 15.
                let expected: Vec<u32> = distances_of_pattern(size, goal, tiles)
                    .iter()
                    .map(|moves| moves.map_or(15, |(moves, least)| 15.min((moves - least) / 2)))
                    .collect();
                let entries: Vec<u32> = table.distances().collect();
                assert_eq!(entries, expected, "{size} {goal:?} {tiles:?}");
            }
        }
    }
}

#[test]
fn the_whole_3_by_3_board_is_known() {
    for goal in GOALS {
        let tables = TilePatterns::build(Partition::eight(goal)).unwrap();
        let distances = oracle::distances(solved(goal));
        assert_eq!(distances.len(), 181_440);
        for (tiles, distance) in distances {
            assert_eq!(tables.estimate(&board_of(&tiles, goal)), distance, "{tiles:?}");
        }
    }
}

/// On every board of 3 by 3. The table of the lone tile 8 is the distance to its place.
#[test]
fn sums_are_admissible_and_a_reflection_adds_to_them() {
    for goal in GOALS {
        let distances = oracle::distances(solved(goal));
        for patterns in [
            vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]],
            vec![vec![1, 2, 3], vec![4, 5, 6, 7], vec![8]],
        ] {
            let partition = Partition::new(3, goal, &patterns).unwrap();
            let reflecting = TilePatterns::build(&partition).unwrap();
            let plain = reflecting.clone().without_reflection();
            let (mut sum, mut reflecting_sum) = (0, 0);
            for (tiles, &distance) in &distances {
                let board = board_of(tiles, goal);
                let (estimate, higher) = (plain.estimate(&board), reflecting.estimate(&board));
                assert!(board.manhattan() <= estimate && estimate <= higher);
                assert!(higher <= distance, "{board:?}: {higher} of {distance}");
                if goal == Goal::BlankAt(1) {
                    // In the mirror, the goal is another one.
                    assert_eq!(higher, estimate);
                    continue;
                }
                // The board that this one is in the mirror.
                let mirror = |cell: usize| cell % 3 * 3 + cell / 3;
                let mut reflected = [0; 9];
                for (cell, &tile) in tiles.iter().enumerate() {
                    let place = solved(goal).iter().position(|&other| other == tile).unwrap();
                    reflected[mirror(cell)] = solved(goal)[mirror(place)];
                }
                let reflected = plain.estimate(&board_of(&reflected, goal));
                assert_eq!(higher, estimate.max(reflected));
                sum += estimate;
                reflecting_sum += higher;
            }
            assert_eq!(sum < reflecting_sum, goal != Goal::BlankAt(1), "{partition:?}");
        }
    }
}

/// A move changes one tile, by 1, but the blank of the cheapest way may be elsewhere: by how much a
/// move changes the sum, over all moves on the boards of 3 by 3.
#[test]
fn the_sum_is_not_consistent() {
    let partition = Partition::new(3, Goal::BlankLast, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
    let tables = TilePatterns::build(&partition).unwrap();
    let mut moves = FxHashMap::<u32, u32>::default();
    for tiles in oracle::distances(solved(Goal::BlankLast)).keys() {
        let board = board_of(tiles, Goal::BlankLast);
        for next in board.neighbors() {
            *moves.entry(tables.estimate(&board).abs_diff(tables.estimate(&next))).or_default() +=
                1;
        }
    }
    println!("{moves:?}");
    assert!(moves.keys().any(|&change| change > 1));
}

fn five_five_five() -> &'static TilePatterns {
    static TABLES: OnceLock<TilePatterns> = OnceLock::new();
    TABLES.get_or_init(|| TilePatterns::build(Partition::five_five_five(Goal::BlankLast)).unwrap())
}

/// The board, the estimate of it that is enough, and what was offered: the estimate and the board.
struct Offers<'a, const N: usize, const P: usize, const K: usize> {
    space: &'a PatternSpace<'a, N, P, K>,
    most: u32,
    received: Vec<(u32, Board)>,
}

impl<const N: usize, const P: usize, const K: usize> Expansion<PatternState<N, P, K>>
    for &mut Offers<'_, N, P, K>
{
    fn offer(
        &mut self,
        cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> PatternState<N, P, K>,
    ) {
        assert_eq!(cost, 1);
        // What is pruned is not generated.
        if estimate <= self.most {
            self.received.push((estimate, self.space.board(&successor())));
        } else {
            self.received.push((estimate, Board::solved(N, Goal::BlankLast).unwrap()));
        }
    }

    fn most(&self, _: u32) -> u32 {
        self.most
    }
}

impl<const N: usize, const P: usize, const K: usize> MoveExpansion<PatternState<N, P, K>, Direction>
    for &mut Offers<'_, N, P, K>
{
    fn offer(
        &mut self,
        _: Direction,
        cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> PatternState<N, P, K>,
    ) {
        Expansion::offer(self, cost, estimate, successor);
    }

    fn most(&self, _: u32) -> u32 {
        self.most
    }
}

/// Successors with an estimate of at most `most` are offered with it, and others with one that is
/// above `most`, and not above their own.
fn assert_offers_are_cut<const N: usize, const P: usize, const K: usize>(
    space: &PatternSpace<N, P, K>,
    state: &PatternState<N, P, K>,
    tables: &TilePatterns,
) {
    let neighbors = space.board(state).neighbors();
    let highest = neighbors.iter().map(|board| tables.estimate(board)).max().unwrap();
    for most in (highest.saturating_sub(4)..=highest).chain([0, u32::MAX]) {
        let [mut successors, mut moves] =
            [(); 2].map(|()| Offers { space, most, received: Vec::new() });
        space.offer_successors(state, None, &mut successors);
        space.offer_moves(state, u32::MAX, &mut moves);
        assert_eq!(successors.received, moves.received);
        assert_eq!(moves.received.len(), neighbors.len());
        for (neighbor, (offered, board)) in neighbors.iter().zip(moves.received) {
            let estimate = tables.estimate(neighbor);
            if estimate <= most {
                assert_eq!((offered, &board), (estimate, neighbor));
            } else {
                assert!(most < offered && offered <= estimate, "{offered} of {estimate}");
            }
        }
    }
}

/// Along a random walk the state is what it would be from scratch, and has the successors of the
/// board, in the same order.
fn assert_state_is_kept_up<const N: usize, const P: usize, const K: usize>(tables: &TilePatterns) {
    let space = PatternSpace::<N, P, K>::with_partitions(tables).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let goal = tables.partitions().next().unwrap().goal();
    let mut board = Board::solved(N, goal).unwrap();
    let mut state = space.state(&board).unwrap();
    assert!(space.is_goal(&state));
    let mut previous = None;
    for _ in 0..500 {
        assert_eq!(format!("{state:?}"), format!("{:?}", space.state(&board).unwrap()));
        assert_eq!(space.estimate(&state), tables.estimate(&board));
        assert_eq!(space.is_goal(&state), board.is_goal());
        assert_eq!(space.board(&state), board);
        assert!(space.is_solvable(&state));
        assert_offers_are_cut(&space, &state, tables);
        let mut successors = Vec::new();
        space.for_each_successor(&state, previous.as_ref(), |next, cost| {
            assert_eq!(cost, 1);
            successors.push(next);
        });
        let mut neighbors = board.neighbors().to_vec();
        neighbors.retain(|neighbor| previous.is_none_or(|state| space.board(&state) != *neighbor));
        let boards: Vec<Board> = successors.iter().map(|state| space.board(state)).collect();
        assert_eq!(boards, neighbors);
        let chosen = rng.random_range(0..successors.len());
        previous = Some(std::mem::replace(&mut state, successors[chosen]));
        board = boards[chosen].clone();
    }
}

#[test]
fn states_are_kept_up_from_move_to_move() {
    for goal in GOALS {
        let four_four = Partition::new(3, goal, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
        let four_four = TilePatterns::build(&four_four).unwrap();
        assert_state_is_kept_up::<3, 2, 1>(&four_four);
        assert_state_is_kept_up::<3, 2, 1>(&four_four.without_reflection());
        let mut tiles: Vec<u32> = (1..25).map(|tile| tile * 7 % 25).collect();
        let threes = Partition::new(5, goal, tiles.chunks(3)).unwrap();
        tiles.rotate_left(1);
        let other_threes = Partition::new(5, goal, tiles.chunks(3)).unwrap();
        let both = TilePatterns::build([threes.clone(), other_threes]).unwrap();
        assert_state_is_kept_up::<5, 8, 1>(&TilePatterns::build(&threes).unwrap());
        assert_state_is_kept_up::<5, 8, 2>(&both);
    }
    assert_state_is_kept_up::<4, 3, 1>(five_five_five());
    assert_state_is_kept_up::<4, 3, 1>(&five_five_five().clone().without_reflection());
}

/// Three partitions of the 3-by-3 board. Two patterns are those of two partitions.
fn three_partitions(goal: Goal) -> [Partition; 3] {
    [
        [vec![1, 2, 3], vec![4, 5, 6], vec![7, 8]],
        [vec![7, 8], vec![1, 4, 6], vec![2, 3, 5]],
        [vec![1, 2, 3], vec![4, 7], vec![5, 6, 8]],
    ]
    .map(|patterns| Partition::new(3, goal, patterns).unwrap())
}

#[test]
fn several_partitions_are_the_largest_of_them_on_every_board() {
    for goal in GOALS {
        let partitions = three_partitions(goal);
        let all = TilePatterns::build(&partitions).unwrap();
        assert_eq!(all.tables().len(), 7);
        assert!(all.partitions().eq(&partitions));
        let each = partitions.map(|partition| TilePatterns::build(&partition).unwrap());
        let space = PatternSpace::<3, 3, 3>::with_partitions(&all).unwrap();
        let (plain, each_plain) =
            (all.clone().without_reflection(), each.clone().map(TilePatterns::without_reflection));
        let plain_space = PatternSpace::<3, 3, 3>::with_partitions(&plain).unwrap();
        let mut highest = [0; 3];
        for (tiles, distance) in oracle::distances(solved(goal)) {
            let board = board_of(&tiles, goal);
            let largest = |each: &[TilePatterns; 3]| {
                each.iter().map(|tables| tables.estimate(&board)).max().unwrap()
            };
            let (estimate, plain_estimate) = (largest(&each), largest(&each_plain));
            assert!(estimate <= distance, "{board:?}: {estimate} of {distance}");
            assert_eq!(all.estimate(&board), estimate);
            assert_eq!(plain.estimate(&board), plain_estimate);
            let state = space.state(&board).unwrap();
            assert_eq!(space.estimate(&state), estimate);
            assert_eq!(plain_space.estimate(&plain_space.state(&board).unwrap()), plain_estimate);
            assert_eq!(space.is_goal(&state), distance == 0);
            for most in estimate.saturating_sub(3)..estimate {
                let cut = all.estimate_up_to(&board, most);
                assert!(most < cut && cut <= estimate);
            }
            assert_eq!(all.estimate_up_to(&board, estimate), estimate);
            for (highest, tables) in highest.iter_mut().zip(&each) {
                *highest += u32::from(tables.estimate(&board) == estimate);
            }
        }
        // Each partition is needed.
        assert!(highest.iter().all(|&count| count < 181_440), "{highest:?}");
    }
}

#[test]
fn several_partitions_find_shortest_solutions() {
    for goal in GOALS {
        let tables = TilePatterns::build(three_partitions(goal)).unwrap();
        let automaton = move_automaton(3, 10).unwrap();
        for tables in [tables.clone(), tables.without_reflection()] {
            let space = PatternSpace::<3, 3, 3>::with_partitions(&tables).unwrap();
            assert_state_is_kept_up::<3, 3, 3>(&tables);
            let pruned = PrunedMoves::new(&space, &automaton);
            let distances: BTreeMap<_, _> = oracle::distances(solved(goal)).into_iter().collect();
            for (tiles, distance) in distances.into_iter().step_by(499) {
                let board = board_of(&tiles, goal);
                let state = space.state(&board).unwrap();
                let plain = Solver::builder_in(&space, state).algorithm(IdaStar::new()).solve();
                assert_eq!(plain.cost(), Some(distance));
                let solver = Solver::builder_in(&pruned, pruned.initial(state))
                    .algorithm(IdaStar::new())
                    .solve();
                let moves = solver.actions_in(&pruned).unwrap();
                assert_eq!(moves.len(), distance as usize);
                assert_eq!(board.apply(moves), Some(Board::solved(3, goal).unwrap()));
                assert!(solver.statistics().generated <= plain.statistics().generated);
            }
        }
    }
}

#[test]
fn several_partitions_of_15_tiles_find_shortest_solutions() {
    let others = Partition::new(
        4,
        Goal::BlankLast,
        [[1, 2, 3, 4, 8], [5, 6, 7, 10, 11], [9, 12, 13, 14, 15]],
    );
    let partitions = [Partition::five_five_five(Goal::BlankLast), others.unwrap()];
    let tables = TilePatterns::build(&partitions).unwrap();
    let space = PatternSpace::<4, 3, 2>::with_partitions(&tables).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..10 {
        let mut board = Board::solved(4, Goal::BlankLast).unwrap();
        for _ in 0..60 {
            let neighbors = board.neighbors();
            board = neighbors[rng.random_range(0..neighbors.len())].clone();
        }
        let moves = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve().moves();
        let states = Solver::builder_in(&space, space.state(&board).unwrap());
        assert_eq!(states.algorithm(IdaStar::new()).solve().moves(), moves);
        let boards = Solver::builder(board).with_heuristic(&tables);
        assert_eq!(boards.algorithm(IdaStar::new()).solve().moves(), moves);
    }
}

/// For a board, the partitions of its size and goal count. States are of one size and goal.
#[test]
fn partitions_of_other_boards_are_passed_over() {
    let eight = Partition::eight(Goal::BlankLast);
    let other_eight = Partition::eight(Goal::BlankFirst);
    let five_five_five = Partition::five_five_five(Goal::BlankLast);
    let mixed = TilePatterns::build([eight.clone(), other_eight.clone(), five_five_five]).unwrap();
    for board in [
        board(&input("puzzle4x4-45.txt")),
        "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap(),
        "0 8 7 / 6 5 4 / 3 2 1".parse::<Board>().unwrap().with_goal(Goal::BlankFirst),
    ] {
        let own = mixed
            .partitions()
            .find(|partition| (partition.size(), partition.goal()) == (board.size(), board.goal()));
        let own = TilePatterns::build(own.unwrap()).unwrap();
        assert_eq!(mixed.estimate(&board), own.estimate(&board));
        let none = TilePatterns::build([]).unwrap();
        assert_eq!(none.estimate(&board), board.manhattan());
    }
    let eights = TilePatterns::build([eight.clone(), other_eight]).unwrap();
    assert!(PatternSpace::<3, 1, 2>::with_partitions(&eights).is_none());
    assert!(PatternSpace::<3, 1>::new(&eights).is_none());
    let none = TilePatterns::build([]).unwrap();
    assert!(PatternSpace::<3, 1, 0>::with_partitions(&none).is_none());
    let twice = TilePatterns::build([eight.clone(), eight]).unwrap();
    assert_eq!(twice.tables().len(), 1);
    assert!(PatternSpace::<3, 1, 2>::with_partitions(&twice).is_some());
    assert!(PatternSpace::<3, 1, 3>::with_partitions(&twice).is_none());
}

#[test]
fn a_board_of_45_moves_is_solved_by_boards_and_by_states() {
    let board = board(&input("puzzle4x4-45.txt"));
    let tables = five_five_five();
    let space = PatternSpace::<4, 3>::new(tables).unwrap();
    let states = Solver::builder_in(&space, space.state(&board).unwrap())
        .algorithm(TreeAStar::new())
        .solve();
    assert_eq!(states.moves(), Some(45));
    let boards =
        Solver::builder(board.clone()).algorithm(TreeAStar::new()).with_heuristic(tables).solve();
    assert_eq!(boards.moves(), Some(45));
    assert_eq!(boards.statistics().generated, states.statistics().generated);
    let deepening =
        Solver::builder_in(&space, space.state(&board).unwrap()).algorithm(IdaStar::new()).solve();
    assert_eq!(deepening.moves(), Some(45));
    // The estimate is not consistent, and a closed list has to allow for it.
    let graph = Solver::builder_in(&space, space.state(&board).unwrap())
        .algorithm(GraphAStar::new())
        .solve();
    assert_eq!(graph.moves(), Some(45));
}

#[test]
fn other_boards_have_no_state_and_the_manhattan_distance() {
    let tables = five_five_five();
    let space = PatternSpace::<4, 3>::new(tables).unwrap();
    for (size, goal) in [(4, Goal::BlankFirst), (3, Goal::BlankLast), (5, Goal::BlankLast)] {
        let board = Board::solved(size, goal).unwrap().twin();
        assert!(space.state(&board).is_none());
        assert_eq!(tables.estimate(&board), board.manhattan());
    }
    assert!(PatternSpace::<4, 2>::new(tables).is_none());
    assert!(PatternSpace::<5, 3>::new(tables).is_none());
}

#[test]
fn only_partitions_of_all_tiles_are_taken() {
    let new = |size, patterns: &[&[u32]]| Partition::new(size, Goal::BlankLast, patterns);
    assert_eq!(new(6, &[]).unwrap_err(), PartitionErrorKind::SizeOutOfRange { size: 6 }.into());
    for tile in [0, 9, 32, u32::MAX] {
        let error = PartitionErrorKind::TileOutOfRange { tile, size: 3 }.into();
        assert_eq!(new(3, &[&[1, tile]]).unwrap_err(), error);
    }
    let repeated = PartitionErrorKind::RepeatedTile { tile: 2 }.into();
    assert_eq!(new(3, &[&[1, 2], &[3, 2]]).unwrap_err(), repeated);
    let all: Vec<u32> = (1..16).collect();
    let missing = PartitionErrorKind::MissingTile { tile: 15 }.into();
    assert_eq!(new(4, &[&all[..7], &all[7..14]]).unwrap_err(), missing);
    let too_many = PartitionErrorKind::TooManyTiles { found: 10, most: 9 }.into();
    assert_eq!(new(4, &[&all[..10], &all[10..]]).unwrap_err(), too_many);
    for goal in GOALS {
        for ready in [
            Partition::eight(goal),
            Partition::five_five_five(goal),
            Partition::six_six_three(goal),
            Partition::seven_eight(goal),
            Partition::six_six_six_six(goal),
        ]
        .into_iter()
        .chain(Partition::six_six_six_six_catalogue(goal))
        {
            let patterns = ready
                .patterns()
                .iter()
                .map(|tiles| tiles.iter().map(|&tile| tile.into()).collect::<Vec<u32>>());
            assert_eq!(Partition::new(ready.size(), goal, patterns).unwrap(), ready);
        }
    }
}

#[test]
fn boards_with_tables_are_pruned_by_the_automaton_of_boards() {
    let tables = TilePatterns::build(Partition::eight(Goal::BlankFirst)).unwrap();
    let boards = PatternSpace::<3, 1>::new(&tables).unwrap();
    let automaton = move_automaton(3, 10).unwrap();
    let space = PrunedMoves::new(&boards, &automaton);
    let mut all: Vec<_> = oracle::distances(self::solved(Goal::BlankFirst)).into_iter().collect();
    all.sort_unstable();
    for (tiles, distance) in all.into_iter().step_by(1_009) {
        let board = board_of(&tiles, Goal::BlankFirst);
        let initial = space.initial(boards.state(&board).unwrap());
        let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
        let moves = solver.actions_in(&space).unwrap();
        assert_eq!((solver.moves(), moves.len()), (Some(distance as usize), distance as usize));
        assert!(board.apply(moves).unwrap().is_goal());
    }
}
