//! Pattern databases: exact against other searches, admissible, and never read back wrong.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::num::NonZero;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use bestfirst::pattern_database::{
    ModuloThree, PatternDatabase, PatternDatabaseBuilder, PatternHeuristic, Projection,
    SpaceProjection, TableError, TableErrorKind, TableFormat,
};
use bestfirst::search::{GraphAStar, IdaStar, TreeAStar};
use bestfirst::sliding_tiles::{
    Board, Goal, Partition, PartitionErrorKind, PatternSpace, TilePatterns,
};
use bestfirst::{BidirectionalSpace, Heuristic, Solver, StateSpace};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::boards::{GOALS, board, board_of};
use crate::common::files::{directory, input};
use crate::common::graph::{Graph, any_graph};
use crate::common::oracle;

fn threads(count: usize) -> PatternDatabaseBuilder<'static> {
    PatternDatabase::builder().threads(NonZero::new(count).unwrap())
}

/// A graph's vertices, far apart from each other in the numbers, `SHARE` to an entry.
struct Vertices<'a, const SHARE: usize>(&'a Graph, TableFormat);

/// Vertices in different words of marks, and, if they share, in the same entries.
const APART: usize = 1_001;

impl<const SHARE: usize> Vertices<'_, SHARE> {
    fn state(vertex: usize) -> usize {
        vertex / SHARE * SHARE * APART + vertex % SHARE
    }
}

impl<const SHARE: usize> Projection for Vertices<'_, SHARE> {
    type Cursor = ();

    fn name(&self) -> String {
        "a graph".to_owned()
    }

    fn entries(&self) -> usize {
        self.0.edges.len() * APART
    }

    fn states(&self) -> usize {
        self.entries() * SHARE
    }

    fn entry(&self, (): &mut (), state: usize) -> usize {
        state / SHARE
    }

    fn format(&self) -> TableFormat {
        self.1
    }

    fn for_each_goal(&self, visit: impl FnMut(usize)) {
        self.0.goals.iter().map(|&goal| Self::state(goal)).for_each(visit);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        let vertex = state / SHARE / APART * SHARE + state % SHARE;
        for (from, edges) in self.0.edges.iter().enumerate() {
            for &(_, cost) in edges.iter().filter(|edge| edge.0 == vertex) {
                visit(Self::state(from), cost);
            }
        }
    }
}

fn assert_distances<const SHARE: usize>(graph: &Graph) {
    for format in FORMATS {
        let projection = Vertices::<SHARE>(graph, format);
        let database = PatternDatabase::build(&projection).unwrap();
        let distances = graph.distances();
        let mut histogram = vec![0; format.farthest() as usize + 1];
        histogram[format.farthest() as usize] = database.entries();
        for (index, vertices) in distances.chunks(SHARE).enumerate() {
            let least = vertices.iter().flatten().min();
            let expected = least.map_or(format.farthest(), |&distance| distance);
            assert_eq!(database.distance(index * APART), expected, "{graph:?}");
            histogram[format.farthest() as usize] -= 1;
            histogram[expected as usize] += 1;
        }
        assert_eq!(database.histogram(), histogram);
        assert_eq!(threads(3).build(&projection).unwrap(), database);
    }
}

const FORMATS: [TableFormat; 2] = [TableFormat::Bytes, TableFormat::Nibbles];

proptest! {
    #[test]
    fn distances_along_free_and_other_steps_are_exact((graph, _) in any_graph(0..2)) {
        assert_distances::<1>(&graph);
        assert_distances::<3>(&graph);
        assert_distances::<8>(&graph);
    }
}

/// So many states in a line, the first of which is the goal.
struct Line {
    name: &'static str,
    length: usize,
    format: TableFormat,
}

impl Projection for Line {
    type Cursor = ();

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn entries(&self) -> usize {
        self.length
    }

    fn format(&self) -> TableFormat {
        self.format
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(0);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        if state + 1 < self.length {
            visit(state + 1, 1);
        }
    }
}

const LINE: Line = Line { name: "a line", length: 300, format: TableFormat::Bytes };
/// Of an odd length: half of the last byte stands for no entry.
const IN_NIBBLES: Line = Line { length: 301, format: TableFormat::Nibbles, ..LINE };

#[test]
fn what_is_too_far_for_an_entry_is_at_least_as_far_as_it_says() {
    for line in [LINE, IN_NIBBLES] {
        let database = PatternDatabase::build(&line).unwrap();
        let farthest = line.format.farthest() as usize;
        for (state, distance) in database.distances().enumerate() {
            assert_eq!(distance as usize, state.min(farthest));
        }
        assert_eq!(database.distances().len(), line.length);
        assert_eq!(database.entries(), line.length);
        assert_eq!(database.format(), line.format);
        let histogram = database.histogram();
        assert!(histogram[..farthest].iter().all(|&count| count == 1));
        assert_eq!(histogram[farthest..], [line.length - farthest]);
    }
    assert_eq!(PatternDatabase::build(&LINE).unwrap().as_bytes().len(), 300);
    assert_eq!(PatternDatabase::build(&IN_NIBBLES).unwrap().as_bytes().len(), 151);
}

/// The other half of the last byte is no entry.
#[test]
#[should_panic(expected = "no entry 301 in a table of 301")]
fn there_is_no_entry_after_the_last() {
    let _ = PatternDatabase::build(&IN_NIBBLES).unwrap().distance(301);
}

#[test]
fn a_heuristic_looks_up_the_entry_of_a_state() {
    let database = Arc::new(PatternDatabase::build(&LINE).unwrap());
    let entry = |&state: &u64| usize::try_from(state / 2).unwrap();
    let borrowed = database.heuristic(entry);
    let shared = PatternHeuristic::new(Arc::clone(&database), entry);
    let owned = PatternHeuristic::new(PatternDatabase::build(&LINE).unwrap(), entry);
    for state in [0, 1, 2, 77, 598] {
        let expected = database.distance(entry(&state));
        assert_eq!(borrowed.estimate(&state), expected);
        assert_eq!(shared.estimate(&state), expected);
        assert_eq!(owned.estimate(&state), expected);
    }
}

/// A graph whose edges go both ways and cost 1, with some goals.
struct Undirected {
    neighbors: Vec<Vec<usize>>,
    goals: Vec<usize>,
}

impl Projection for Undirected {
    type Cursor = ();

    fn name(&self) -> String {
        "an undirected graph".to_owned()
    }

    fn entries(&self) -> usize {
        self.neighbors.len()
    }

    fn for_each_goal(&self, visit: impl FnMut(usize)) {
        self.goals.iter().copied().for_each(visit);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        self.neighbors[state].iter().for_each(|&neighbor| visit(neighbor, 1));
    }
}

/// The distances modulo 3 tell all distances, from scratch and from neighbour to neighbour.
fn assert_residues(graph: &Undirected) {
    let table = PatternDatabase::build(graph).unwrap();
    let residues = ModuloThree::new(&table).unwrap();
    assert_eq!(residues.entries(), table.entries());
    for (entry, distance) in table.distances().enumerate() {
        let expected = (distance != 255).then_some(distance);
        assert_eq!(residues.distance(graph, entry), expected);
        for &neighbor in &graph.neighbors[entry] {
            let expected = expected.map(|_| table.distance(neighbor));
            assert_eq!(residues.distance_from(distance, neighbor), expected);
        }
    }
}

proptest! {
    #[test]
    fn distances_modulo_three_are_enough_in_graphs((graph, _) in any_graph(0..2)) {
        let mut neighbors = vec![vec![]; graph.edges.len()];
        for (from, edges) in graph.edges.iter().enumerate() {
            for &(to, _) in edges {
                neighbors[from].push(to);
                neighbors[to].push(from);
            }
        }
        assert_residues(&Undirected { neighbors, goals: graph.goals });
    }
}

/// The longest line that a table of bytes knows whole, and the pancakes of a stack of six.
#[test]
fn distances_modulo_three_are_enough_far_from_the_goal() {
    let next_to = |at: usize| [at.checked_sub(1), (at < 254).then_some(at + 1)];
    let line = (0..255).map(|at| next_to(at).into_iter().flatten().collect()).collect();
    assert_residues(&Undirected { neighbors: line, goals: vec![0] });

    let mut stacks = vec![vec![]];
    for pancake in 0..6 {
        let with = |stack: &Vec<u8>| -> Vec<_> {
            let at = |place| [&stack[..place], &[pancake], &stack[place..]].concat();
            (0..=stack.len()).map(at).collect()
        };
        stacks = stacks.iter().flat_map(with).collect();
    }
    let number: HashMap<_, _> = stacks.iter().cloned().zip(0..).collect();
    let flips = |stack: &Vec<u8>| {
        let flip = |count: usize| {
            let mut flipped = stack.clone();
            flipped[..count].reverse();
            number[&flipped]
        };
        (2..=6).map(flip).collect()
    };
    let neighbors = stacks.iter().map(flips).collect();
    assert_residues(&Undirected { neighbors, goals: vec![number[&vec![0, 1, 2, 3, 4, 5]]] });
}

/// Ten states, but state 5 is said to come from another one.
struct Stray(usize);

impl Projection for Stray {
    type Cursor = ();

    fn name(&self) -> String {
        "a stray".to_owned()
    }

    fn entries(&self) -> usize {
        5
    }

    fn states(&self) -> usize {
        10
    }

    fn entry(&self, (): &mut (), state: usize) -> usize {
        state / 2
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(if self.0 == 0 { 1_000 } else { 5 });
    }

    fn for_each_predecessor(&self, (): &mut (), _: usize, mut visit: impl FnMut(usize, u32)) {
        visit(self.0, 1);
    }
}

/// Also where there is room for more marks than states, and on a thread of the builder.
#[test]
fn a_state_without_an_entry_is_named() {
    for (stray, state) in [(0, 1_000), (10, 10), (31, 31), (32, 32), (1_000_000, 1_000_000)] {
        for count in [1, 3] {
            let built = catch_unwind(|| threads(count).build(&Stray(stray)));
            let message = *built.unwrap_err().downcast::<String>().unwrap();
            let expected = format!(
                "the projection \"a stray\" visits state {state}, but has 10 states and 5 entries"
            );
            assert_eq!(message, expected);
        }
    }
}

#[test]
fn a_build_shows_its_progress_and_can_be_cancelled() {
    let seen = Cell::new((0, 0));
    let observed = PatternDatabase::builder()
        .on_progress(|progress| {
            assert_eq!(progress.entries, 300);
            seen.set((progress.distance, progress.reached));
        })
        .build(&LINE);
    assert!(observed.is_ok());
    assert_eq!(seen.get(), (254, 255));

    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = PatternDatabase::builder()
        .cancel(Arc::clone(&flag))
        .on_progress(|progress| {
            assert!(progress.distance <= 3);
            flag.store(progress.distance == 3, Relaxed);
        })
        .build(&LINE);
    assert!(matches!(cancelled.unwrap_err().kind(), TableErrorKind::Cancelled));
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    let line = Line { name: "all numbers", length: usize::MAX, ..LINE };
    let error = PatternDatabase::build(&line).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::OutOfMemory { .. }), "{error}");
}

// Sliding tiles.

fn solved(goal: Goal) -> oracle::Tiles {
    match goal {
        Goal::BlankLast => [1, 2, 3, 4, 5, 6, 7, 8, 0],
        Goal::BlankFirst => [0, 1, 2, 3, 4, 5, 6, 7, 8],
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
    let mut distances: HashMap<Vec<usize>, u32> = HashMap::new();
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
    let mut least: HashMap<Vec<usize>, u32> = HashMap::new();
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
        let tables = TilePatterns::build(&Partition::eight(goal)).unwrap();
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
            assert!(sum < reflecting_sum, "{partition:?}");
        }
    }
}

/// A move changes one tile, by 1, but the blank of the cheapest way may be elsewhere: by how much a
/// move changes the sum, over all moves on the boards of 3 by 3.
#[test]
fn the_sum_is_not_consistent() {
    let partition = Partition::new(3, Goal::BlankLast, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
    let tables = TilePatterns::build(&partition).unwrap();
    let mut moves = HashMap::<u32, u32>::new();
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
    TABLES.get_or_init(|| TilePatterns::build(&Partition::five_five_five(Goal::BlankLast)).unwrap())
}

/// Along a random walk the state is what it would be from scratch, and has the successors of the
/// board, in the same order.
fn assert_state_is_kept_up<const N: usize, const P: usize>(tables: &TilePatterns) {
    let space = PatternSpace::<N, P>::new(tables).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut board = Board::solved(N, tables.partition().goal()).unwrap();
    let mut state = space.state(&board).unwrap();
    assert!(space.is_goal(&state));
    let mut previous = None;
    for _ in 0..3_000 {
        assert_eq!(format!("{state:?}"), format!("{:?}", space.state(&board).unwrap()));
        assert_eq!(space.estimate(&state), tables.estimate(&board));
        assert_eq!(space.is_goal(&state), board.is_goal());
        assert_eq!(space.board(&state), board);
        assert!(space.is_solvable(&state));
        let mut successors = Vec::new();
        space.for_each_successor(&state, previous.as_ref(), |next, cost| {
            assert_eq!(cost, 1);
            successors.push(next);
        });
        let mut neighbors = board.neighbors();
        neighbors.retain(|neighbor| previous.is_none_or(|state| space.board(&state) != *neighbor));
        let boards: Vec<Board> = successors.iter().map(|state| space.board(state)).collect();
        assert_eq!(boards, neighbors.to_vec());
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
        assert_state_is_kept_up::<3, 2>(&four_four);
        assert_state_is_kept_up::<3, 2>(&four_four.without_reflection());
        let tiles: Vec<u32> = (1..25).map(|tile| tile * 7 % 25).collect();
        let threes = Partition::new(5, goal, tiles.chunks(3)).unwrap();
        assert_state_is_kept_up::<5, 8>(&TilePatterns::build(&threes).unwrap());
    }
    assert_state_is_kept_up::<4, 3>(five_five_five());
    assert_state_is_kept_up::<4, 3>(&five_five_five().clone().without_reflection());
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
        ] {
            let patterns = ready
                .patterns()
                .iter()
                .map(|tiles| tiles.iter().map(|&tile| tile.into()).collect::<Vec<u32>>());
            assert_eq!(Partition::new(ready.size(), goal, patterns).unwrap(), ready);
        }
    }
}

// Files.

fn bytes_of(line: &Line) -> Vec<u8> {
    let mut bytes = Vec::new();
    PatternDatabase::build(line).unwrap().write_to(&mut bytes).unwrap();
    bytes
}

fn bytes() -> Vec<u8> {
    bytes_of(&LINE)
}

fn read(bytes: &[u8]) -> Result<PatternDatabase, TableError> {
    PatternDatabase::read_from(bytes, &LINE)
}

fn names_in(directory: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_table_is_read_as_it_was_written() {
    assert_eq!(read(&bytes()).unwrap(), PatternDatabase::build(&LINE).unwrap());
    let path = directory("pattern_databases/round_trip").join("line.pdb");
    PatternDatabase::build(&LINE).unwrap().save(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes());
    assert_eq!(PatternDatabase::load(&path, &LINE).unwrap(), read(&bytes()).unwrap());
}

#[test]
fn a_table_in_nibbles_is_read_as_it_was_written() {
    let table = PatternDatabase::read_from(&bytes_of(&IN_NIBBLES)[..], &IN_NIBBLES).unwrap();
    assert_eq!(table, PatternDatabase::build(&IN_NIBBLES).unwrap());
    let in_bytes = Line { format: TableFormat::Bytes, ..IN_NIBBLES };
    assert_eq!(bytes_of(&in_bytes).len() - bytes_of(&IN_NIBBLES).len(), 150);
    // A table in bytes is as good where nibbles are wanted, but not the other way round.
    let packed = PatternDatabase::read_from(&bytes_of(&in_bytes)[..], &IN_NIBBLES).unwrap();
    assert_eq!(packed, table);
    let error = PatternDatabase::read_from(&bytes_of(&IN_NIBBLES)[..], &in_bytes).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Format { .. }));
    assert_eq!(error.to_string(), "the table is stored in nibbles, expected bytes");
}

#[test]
fn no_flipped_bit_goes_unseen() {
    for (line, version) in [(LINE, 1), (IN_NIBBLES, 2)] {
        let bytes = bytes_of(&line);
        // Magic, version, length of the name, entries and name; their checksum and the rest.
        for index in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                let error = PatternDatabase::read_from(&damaged[..], &line).unwrap_err();
                let is_expected = match (index, error.kind()) {
                    (8..12, TableErrorKind::Version { expected, .. }) => *expected == version,
                    // With the length of the name, other bytes are taken for the checksum, if there
                    // are as many.
                    (0..8, TableErrorKind::NotATable)
                    | (12..16, TableErrorKind::Truncated { .. })
                    | (12.., TableErrorKind::Corrupted) => true,
                    _ => false,
                };
                assert!(is_expected, "bit {bit} of byte {index}: {error}");
            }
        }
    }
}

#[test]
fn files_that_are_cut_or_too_long_are_refused() {
    for line in [LINE, IN_NIBBLES] {
        let mut bytes = bytes_of(&line);
        for length in 0..bytes.len() {
            let error = PatternDatabase::read_from(&bytes[..length], &line).unwrap_err();
            let &TableErrorKind::Truncated { found, expected } = error.kind() else {
                panic!("{length}: {error}");
            };
            assert_eq!([found, expected], [length as u64, bytes.len() as u64]);
        }
        bytes.push(0);
        let error = PatternDatabase::read_from(&bytes[..], &line).unwrap_err();
        assert!(matches!(error.kind(), TableErrorKind::TrailingBytes { .. }));
    }
    let error = read(b"4\n 1  2  3  4").unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::NotATable), "{error}");
}

#[test]
fn tables_for_something_else_are_refused() {
    let other = Line { name: "another line", ..LINE };
    let error = PatternDatabase::read_from(&bytes()[..], &other).unwrap_err();
    assert_eq!(error.to_string(), "the table is for \"a line\", not for \"another line\"");
    let shorter = Line { length: 299, ..LINE };
    let error = PatternDatabase::read_from(&bytes()[..], &shorter).unwrap_err();
    assert_eq!(error.to_string(), "the table has 300 entries, expected 299");
}

/// A disk with room for so many bytes.
struct Disk(usize);

impl std::io::Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let length = bytes.len().min(self.0);
        self.0 -= length;
        if length == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(length) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn is_full(error: &TableError) -> bool {
    matches!(error.kind(), TableErrorKind::Io(error) if error.kind() == ErrorKind::StorageFull)
}

#[test]
fn a_full_disk_is_an_error() {
    let database = PatternDatabase::build(&LINE).unwrap();
    let length = bytes().len();
    for room in 0..length {
        let error = database.write_to(Disk(room)).unwrap_err();
        assert!(is_full(&error), "{room}: {error}");
    }
    assert!(database.write_to(Disk(length)).is_ok());
    #[cfg(target_os = "linux")]
    {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert!(is_full(&database.write_to(full).unwrap_err()));
    }
}

#[test]
fn a_table_that_cannot_be_saved_leaves_nothing_behind() {
    let directory = directory("pattern_databases/not_saved");
    let database = PatternDatabase::build(&LINE).unwrap();
    // A place where there is a directory already: all goes well up to the last step.
    let taken = directory.join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    let error = database.save(&taken).unwrap_err();
    assert_eq!(error.path(), Some(taken.as_path()));
    assert!(error.to_string().contains("taken: "), "{error}");
    assert_eq!(names_in(&directory), ["taken"]);
    let nowhere = directory.join("nowhere").join("line.pdb");
    assert!(matches!(database.save(nowhere).unwrap_err().kind(), TableErrorKind::Io(_)));

    let read_only = directory.join("read_only");
    fs::create_dir(&read_only).unwrap();
    let writable = fs::metadata(&read_only).unwrap().permissions();
    let mut permissions = writable.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions).unwrap();
    // Some users may write anywhere.
    let is_protected = File::create(read_only.join("probe")).is_err();
    let saved = database.save(read_only.join("line.pdb"));
    fs::set_permissions(&read_only, writable).unwrap();
    assert_eq!(saved.is_err(), is_protected, "{saved:?}");
}

/// What a killed program leaves is not read, and is gone after the next save.
#[test]
fn a_half_written_file_is_not_the_table() {
    let directory = directory("pattern_databases/killed");
    let path = directory.join("line.pdb");
    let others = [
        "line.pdb.partial-notes",
        "line.pdb.partial-0123456789abcdef.pdb",
        "other.pdb.partial-0123456789abcdef",
        "partial-0123456789abcdef",
    ];
    for name in others.into_iter().chain(["line.pdb.partial-0123456789abcdef"]) {
        fs::write(directory.join(name), &bytes()[..100]).unwrap();
    }
    let error = PatternDatabase::load(&path, &LINE).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Io(_)));
    PatternDatabase::build(&LINE).unwrap().save(&path).unwrap();
    assert!(PatternDatabase::load(&path, &LINE).is_ok());
    let mut left = [&others[..], &["line.pdb"]].concat();
    left.sort_unstable();
    assert_eq!(names_in(&directory), left);
}

/// Each takes the files of the others for leftovers, and none fails or is read half.
#[test]
fn tables_may_be_saved_to_the_same_place_at_once() {
    let directory = directory("pattern_databases/at_once");
    let path = directory.join("line.pdb");
    let database = PatternDatabase::build(&LINE).unwrap();
    database.save(&path).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    database.save(&path).unwrap();
                    assert_eq!(PatternDatabase::load(&path, &LINE).unwrap(), database);
                }
            });
        }
    });
    assert_eq!(names_in(&directory), ["line.pdb"]);
}

#[test]
fn a_table_is_built_once() {
    let directory = directory("pattern_databases/one").join("made");
    let path = directory.join("line.pdb");
    for line in [IN_NIBBLES, LINE] {
        let (built, _) = (Cell::new(0), fs::remove_file(&path));
        let load = || {
            let mut builder = PatternDatabase::builder()
                .on_progress(|at| built.set(built.get() + usize::from(at.distance == 0)));
            PatternDatabase::load_or_build(&path, &line, &mut builder)
        };
        assert_eq!(load().unwrap(), PatternDatabase::build(&line).unwrap());
        assert_eq!(load().unwrap(), PatternDatabase::build(&line).unwrap());
        assert_eq!(built.get(), 1);
        assert_eq!(fs::read(&path).unwrap(), bytes_of(&line));
        // A damaged table is an error and stays as it is.
        fs::write(&path, &bytes()[..100]).unwrap();
        let error = load().unwrap_err();
        assert!(error.path() == Some(path.as_path()) && built.get() == 1, "{error}");
        assert_eq!(fs::read(&path).unwrap().len(), 100);
    }
    assert_eq!(names_in(&directory), ["line.pdb"]);
    // A place that cannot be written to is reported before the table is built.
    let nowhere = path.join("line.pdb");
    let mut builder = PatternDatabase::builder().on_progress(|_| panic!("it is built"));
    let error = PatternDatabase::load_or_build(&nowhere, &LINE, &mut builder).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Io(_)), "{error}");
}

/// Tables of older versions had the moves themselves under another name.
#[test]
fn tables_of_moves_are_refused_as_tables_of_moves_away() {
    let directory = directory("pattern_databases/older");
    let partition = Partition::eight(Goal::BlankLast);
    let name = "sliding tiles 3x3 blank last pattern 1 2 3 4 5 6 7 8";
    let tables = TilePatterns::build(&partition).unwrap();
    tables.save(&directory).unwrap();
    let path = directory.join(&names_in(&directory)[0]);
    let entries = tables.tables()[0].entries();
    let older = Line { name, length: entries, format: TableFormat::Bytes };
    PatternDatabase::build(&older).unwrap().save(&path).unwrap();
    let error = TilePatterns::load(&directory, &partition).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Foreign { .. }), "{error}");
}

#[test]
fn tables_in_a_directory_are_built_once() {
    let directory = directory("pattern_databases/tables").join("made");
    let partition = Partition::new(3, Goal::BlankFirst, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
    let built = Cell::new(0);
    let load = || {
        built.set(0);
        let mut builder = PatternDatabase::builder()
            .on_progress(|progress| built.set(built.get() + usize::from(progress.distance == 0)));
        TilePatterns::load_or_build(&directory, &partition, &mut builder)
    };
    assert!(TilePatterns::load(&directory, &partition).is_err());
    let tables = load().unwrap();
    assert_eq!(built.get(), 2);
    let files = names_in(&directory);
    assert_eq!(files[0], "sliding-tiles-3x3-blank-first-moves-away-of-1-2-3-4.pdb");
    assert_eq!(load().unwrap().tables(), tables.tables());
    assert_eq!(built.get(), 0);
    assert_eq!(TilePatterns::load(&directory, &partition).unwrap().tables(), tables.tables());

    // A build that was killed after the first table goes on with the second.
    fs::remove_file(directory.join(&files[1])).unwrap();
    load().unwrap();
    assert_eq!(built.get(), 1);

    // The same bytes, whatever the number of threads.
    let bytes = |name| fs::read(directory.join(name)).unwrap();
    let written = [bytes(&files[0]), bytes(&files[1])];
    TilePatterns::build_with(&partition, &mut threads(4)).unwrap().save(&directory).unwrap();
    assert_eq!([bytes(&files[0]), bytes(&files[1])], written);

    // A table under another's name, and a cut one, are errors and stay as they are.
    fs::write(directory.join(&files[1]), &written[0]).unwrap();
    let error = load().unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Foreign { .. }), "{error}");
    fs::write(directory.join(&files[1]), &written[1][..1_000]).unwrap();
    let error = load().unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::Truncated { .. }), "{error}");
    assert_eq!(error.path(), Some(directory.join(&files[1]).as_path()));
    assert_eq!(bytes(&files[1]).len(), 1_000);
}

/// Stacks of five pancakes, numbered by their digits. Most numbers belong to no stack.
struct Pancakes;

impl StateSpace for Pancakes {
    type State = [usize; 5];

    fn estimate(&self, _: &[usize; 5]) -> u32 {
        0
    }

    fn is_goal(&self, stack: &[usize; 5]) -> bool {
        stack.is_sorted()
    }

    fn for_each_successor(
        &self,
        stack: &[usize; 5],
        previous: Option<&[usize; 5]>,
        mut visit: impl FnMut([usize; 5], u32),
    ) {
        for count in 2..=5 {
            let mut turned = *stack;
            turned[..count].reverse();
            if Some(&turned) != previous {
                visit(turned, 3);
            }
        }
    }

    fn number(&self, stack: &[usize; 5]) -> Option<usize> {
        Some(stack.iter().fold(0, |number, pancake| 5 * number + pancake))
    }
}

impl BidirectionalSpace for Pancakes {
    fn goals(&self, _: &[usize; 5]) -> impl IntoIterator<Item = [usize; 5]> {
        [[0, 1, 2, 3, 4]]
    }

    fn for_each_predecessor(
        &self,
        stack: &[usize; 5],
        next: Option<&[usize; 5]>,
        visit: impl FnMut([usize; 5], u32),
    ) {
        self.for_each_successor(stack, next, visit);
    }
}

#[test]
fn a_space_with_numbers_defines_a_table() {
    let stack = |number: usize| [4, 3, 2, 1, 0].map(|digit| number / 5_usize.pow(digit) % 5);
    let projection = SpaceProjection::new("pancakes", Pancakes, 3125, stack);
    let table = PatternDatabase::build(&projection).unwrap();
    let goal = [0, 1, 2, 3, 4];
    let mut distances = HashMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(stack) = queue.pop_front() {
        let distance = distances[&stack] + 1;
        Pancakes.for_each_successor(&stack, None, |next, _| {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        });
    }
    assert_eq!(distances.len(), 120);
    for number in 0..3125 {
        let expected = distances.get(&stack(number)).copied();
        // A step counts as 1, whatever it costs.
        assert_eq!(table.distance(number), expected.unwrap_or(TableFormat::Bytes.farthest()));
    }
}

#[test]
#[should_panic(expected = "pancakes")]
fn a_number_beyond_the_table_names_the_projection() {
    let stack = |number: usize| [4, 3, 2, 1, 0].map(|digit| number / 5_usize.pow(digit) % 5);
    let _ = PatternDatabase::build(&SpaceProjection::new("pancakes", Pancakes, 2000, stack));
}
