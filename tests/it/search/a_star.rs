//! The default search: tree search while it is small, graph search once it has grown.

use std::cell::RefCell;
use std::fmt::Debug;
use std::fs;
use std::hash::Hash;

use bestfirst::search::{AStar, Algorithm, BreadthFirst, End, GraphAStar, Search, TreeAStar};
use bestfirst::sliding_tiles::Board;
use bestfirst::word_ladder::Dictionary;
use bestfirst::{Event, Limits, Outcome, Problem, Solver, Statistics, WorldState, Worlds};

use crate::common::boards::board;

/// All counters but those of memory and time.
fn counters(statistics: Statistics) -> [u64; 6] {
    let Statistics { expanded, generated, enqueued, dequeued, open, largest_open, .. } = statistics;
    [expanded, generated, enqueued, dequeued, open, largest_open]
}

#[test]
fn a_small_search_is_tree_search_to_the_last_counter() {
    let mut compared = 0;
    for entry in fs::read_dir("input").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some((size, moves)) = name.strip_prefix("puzzle").and_then(|name| name.split_once('-'))
        else {
            continue;
        };
        let is_small = moves.parse().is_ok_and(|moves: u32| moves <= 30 || size == "3x3");
        if !is_small {
            continue;
        }
        let board: Board = fs::read_to_string(&path).unwrap().parse().unwrap();
        let solver = Solver::new(board.clone());
        let tree = Solver::builder(board).algorithm(TreeAStar::new()).solve();
        assert_eq!(solver.solution(), tree.solution(), "{name}");
        assert_eq!(counters(solver.statistics()), counters(tree.statistics()), "{name}");
        compared += 1;
    }
    assert!(compared >= 5, "{compared} boards");
}

#[test]
fn a_small_search_reports_the_events_of_tree_search() {
    fn events<A>(algorithm: &A) -> Vec<String>
    where
        A: for<'a> Algorithm<bestfirst::Observed<Worlds<Board>, Observer<'a>>>,
    {
        let events = RefCell::new(Vec::new());
        let observer: Observer<'_> =
            Box::new(|event| events.borrow_mut().push(format!("{event:?}")));
        let space = bestfirst::Observed::new(Worlds::new(), observer);
        let mut search = algorithm.start(space, board("8 1 3 / 4 0 2 / 7 6 5"));
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        drop(search);
        events.into_inner()
    }
    type Observer<'a> = Box<dyn Fn(&Event<'_, Board>) + 'a>;

    let tree = events(&TreeAStar::new());
    assert!(tree.len() > 50);
    assert_eq!(events(&AStar::new()), tree);
}

/// Solves a problem by default within a limit on bytes, and by graph search.
fn solve<S: WorldState + Debug>(initial: &S) -> Solver<S> {
    let graph = Solver::builder(initial.clone()).algorithm(GraphAStar::new()).solve();
    let needed = graph.statistics().bytes;
    let limit = (needed / 10 * 13).max(needed + 3_000_000);
    let limits = Limits::none().bytes(limit);
    let solver = Solver::builder(initial.clone()).limits(limits).solve();
    assert_eq!(solver.is_solvable(), graph.is_solvable(), "{:?}", solver.outcome());
    assert_eq!(solver.moves(), graph.moves());
    for (before, after) in solver.steps() {
        assert!(before.neighbors().into_iter().any(|next| next == *after));
    }
    assert!(solver.solution().last().is_none_or(WorldState::is_goal));
    assert!(solver.statistics().bytes <= limit);
    solver
}

#[test]
fn ladders_between_words_with_many_paths() {
    let words: Dictionary = include_str!("../../../input/words.txt").lines().collect();
    for (first, last) in [("though", "thief"), ("weigh", "dough"), ("cough", "thief")] {
        let word = words.ladder(first, last).unwrap();
        let shortest = Solver::builder(word).algorithm(BreadthFirst::new()).solve();
        let solver = solve(&word);
        assert_eq!(solver.moves(), shortest.moves(), "{first} {last}");
        assert!(solver.statistics().bytes < 8 << 20, "{}", solver.statistics());
    }
}

/// A lift, and the floors of the two parts of each pair. A part with a partner elsewhere must not
/// be on a floor with the first part of another pair.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Lift<const PAIRS: usize> {
    floor: u8,
    pairs: [[u8; 2]; PAIRS],
}

const TOP: u8 = 3;

impl<const PAIRS: usize> Lift<PAIRS> {
    fn new(mut pairs: [[u8; 2]; PAIRS]) -> Self {
        pairs.sort_unstable();
        Self { floor: 0, pairs }
    }

    fn is_safe(&self) -> bool {
        let mut pairs = self.pairs.iter();
        pairs.all(|[first, second]| {
            first == second || self.pairs.iter().all(|[other, _]| other != second)
        })
    }

    fn moved(&self, floor: u8, parts: &[usize]) -> Option<Self> {
        let mut next = Self { floor, ..self.clone() };
        for &part in parts {
            next.pairs[part / 2][part % 2] = floor;
        }
        next.pairs.sort_unstable();
        next.is_safe().then_some(next)
    }
}

impl<const PAIRS: usize> WorldState for Lift<PAIRS> {
    /// Each move takes two parts one floor up.
    fn estimated_distance_to_goal(&self) -> u32 {
        let floors: u32 = self.pairs.iter().flatten().map(|&floor| u32::from(TOP - floor)).sum();
        floors.div_ceil(2)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let here: Vec<usize> =
            (0..2 * PAIRS).filter(|&part| self.pairs[part / 2][part % 2] == self.floor).collect();
        let floors = [self.floor.checked_sub(1), self.floor.checked_add(1)];
        let floors = floors.into_iter().flatten().filter(|&floor| floor <= TOP);
        let mut next = Vec::new();
        for floor in floors {
            for (index, &first) in here.iter().enumerate() {
                next.extend(self.moved(floor, &[first]));
                let two = here[index + 1..].iter();
                next.extend(two.filter_map(|&second| self.moved(floor, &[first, second])));
            }
        }
        next
    }
}

#[test]
fn pairs_in_a_lift() {
    let five = [[0, 1], [0, 0], [0, 1], [0, 0], [0, 0]];
    assert_eq!(solve(&Lift::new(five)).moves(), shortest(&Lift::new(five)));
    let seven = [[0, 1], [0, 0], [0, 1], [0, 0], [0, 0], [0, 0], [0, 0]];
    assert_eq!(solve(&Lift::new(seven)).moves(), shortest(&Lift::new(seven)));
}

fn shortest<S: WorldState>(initial: &S) -> Option<usize> {
    Solver::builder(initial.clone()).algorithm(BreadthFirst::new()).solve().moves()
}

/// A Rush Hour board: 36 squares, each with the letter of its car or `o`. Car A has to reach the
/// right end of the third row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct RushHour([u8; 36]);

const FREE: u8 = b'o';

impl RushHour {
    /// The boards after a car, given by its squares, slides in one direction.
    fn slides(&self, squares: &[usize], forward: bool, next: &mut Vec<Self>) {
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let distance = squares[1] - first;
        let (mut front, mut back) = if forward { (last, first) } else { (first, last) };
        let step = |square: usize| {
            let to = if forward { square + distance } else { square.checked_sub(distance)? };
            let is_on_board = to < 36 && (distance == 6 || to / 6 == square / 6);
            is_on_board.then_some(to)
        };
        let mut board = self.clone();
        while let Some(to) = step(front).filter(|&to| board.0[to] == FREE) {
            board.0.swap(to, back);
            (front, back) = (to, step(back).expect("the car has a length"));
            next.push(board.clone());
        }
    }
}

impl WorldState for RushHour {
    /// Each car in the way has to move, and car A.
    fn estimated_distance_to_goal(&self) -> u32 {
        let row = &self.0[12..18];
        let front = row.iter().rposition(|&square| square == b'A').expect("there is a car A");
        let in_the_way = row[front + 1..].iter().filter(|&&square| square != FREE).count();
        if front == 5 { 0 } else { 1 + u32::try_from(in_the_way).expect("at most 4") }
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let mut next = Vec::new();
        for car in b'A'..=b'Z' {
            let squares: Vec<_> = (0..36).filter(|&square| self.0[square] == car).collect();
            if !squares.is_empty() {
                for forward in [true, false] {
                    self.slides(&squares, forward, &mut next);
                }
            }
        }
        next
    }
}

/// The lengths are published: M. Fogleman, "Solving Rush Hour, the Puzzle", 2018.
#[test]
fn rush_hour() {
    let solver = solve(&RushHour(*b"GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"));
    assert_eq!(solver.moves(), Some(51));
    let solver = solve(&RushHour(*b"IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"));
    assert_eq!(solver.moves(), Some(60));
}

/// A cell of an empty square, without an estimate. The goal is the cell `(GOAL, GOAL)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Cell<const SIDE: u8, const GOAL: u8>(u8, u8);

impl<const SIDE: u8, const GOAL: u8> WorldState for Cell<SIDE, GOAL> {
    fn estimated_distance_to_goal(&self) -> u32 {
        0
    }

    fn is_goal(&self) -> bool {
        (self.0, self.1) == (GOAL, GOAL)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let &Self(x, y) = self;
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
        let cells = steps.filter_map(move |(dx, dy)| {
            Some(Self(x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
        });
        cells.filter(|cell| cell.0 < SIDE && cell.1 < SIDE)
    }
}

#[test]
fn a_grid_without_an_estimate_and_without_a_goal() {
    assert_eq!(solve(&Cell::<12, 11>(0, 0)).moves(), Some(22));
    assert!(matches!(solve(&Cell::<12, 12>(0, 0)).outcome(), Outcome::Unsolvable));
    assert!(matches!(solve(&Cell::<200, 200>(0, 0)).outcome(), Outcome::Unsolvable));
    assert!(matches!(Solver::new(Cell::<200, 200>(0, 0)).outcome(), Outcome::Unsolvable));
}

/// Where many paths lead to the same state, there is a closed list early. Otherwise there is none.
#[test]
fn many_duplicates_are_noticed_early() {
    let mut grid = AStar::new().start(Worlds::new(), Cell::<200, 200>(100, 100));
    while !grid.has_closed_list() {
        assert_eq!(grid.advance(1), None);
    }
    assert_eq!(grid.statistics().expanded, 128);
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut search = AStar::new().start(Worlds::new(), board);
    while search.advance(1).is_none() {}
    assert!(search.statistics().enqueued > 10_000 && !search.has_closed_list());
}

/// Under every limit on bytes, wherever it stops: also while the closed list is made.
#[test]
fn no_bound_is_above_the_optimum_where_memory_ends() {
    let near = |&(x, y): &(u8, u8)| {
        let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        cells.into_iter().filter(|cell| cell.0 < 4 && cell.1 < 4)
    };
    let distance = |&(x, y): &(u8, u8)| u32::from(x.abs_diff(3) + y);
    let mut stops = 0;
    for (nodes, start) in (1..20).flat_map(|nodes| (0..16).map(move |at| (nodes, (at % 4, at / 4))))
    {
        let square =
            Problem::from_neighbors(start, near, |&cell| cell == (3, 0)).estimate(distance);
        for bytes in 20..500 {
            let mut search = AStar::new().closed_list_from(nodes).start(&square, start);
            search.set_limits(&Limits::none().bytes(bytes));
            stops += u32::from(matches!(search.advance(u64::MAX), Some(End::Stopped(_))));
            assert!(search.lower_bound() <= distance(&start), "{nodes}, {bytes}: {search:?}");
        }
    }
    assert!(stops > 100);
}

/// Also the step in which a node is dropped while its successors are added, because another one
/// with its state is better.
#[test]
fn a_step_generates_the_successors_of_one_node() {
    let four = |&state: &u32| (1..=4).map(move |by| state + by);
    let line = Problem::from_neighbors(0, four, |_| false);
    for nodes in 1..200 {
        let mut search = AStar::new().closed_list_from(nodes).start(&line, 0);
        let mut before = 1;
        for _ in 0..100 {
            assert_eq!(search.advance(1), None);
            let generated = search.statistics().generated;
            assert!(generated <= before + 4, "closed list from {nodes}: {search:?}");
            before = generated;
        }
    }
}

/// States that own memory count with it, and there is a closed list when they own a mebibyte.
#[test]
fn states_that_own_memory() {
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Large(Vec<u32>);

    impl WorldState for Large {
        fn estimated_distance_to_goal(&self) -> u32 {
            0
        }

        fn is_goal(&self) -> bool {
            false
        }

        fn neighbors(&self) -> impl IntoIterator<Item = Self> {
            let at = self.0[0];
            let next = [2 * at + 1, 2 * at + 2].into_iter().filter(|&at| at < 10_000);
            next.map(|at| Self(vec![at; 250]))
        }

        fn heap_bytes(&self) -> usize {
            1_000
        }
    }

    let mut search = AStar::new().start(Worlds::new(), Large(vec![0; 250]));
    let (mut before, mut calls) = (0, 0);
    while !search.has_closed_list() {
        before = search.statistics().enqueued;
        assert_eq!(search.advance(1), None);
        calls += 1;
    }
    assert!((1_000..1_200).contains(&before), "{before} nodes");
    // Without pauses, at the same moment.
    let mut at_once = AStar::new().start(Worlds::new(), Large(vec![0; 250]));
    assert_eq!(at_once.advance(calls), None);
    assert!(at_once.has_closed_list());
    assert_eq!(counters(at_once.statistics()), counters(search.statistics()));
    assert!(matches!(solve(&Large(vec![0; 250])).outcome(), Outcome::Unsolvable));
}

/// The open list is that of graph search, once there is a closed list, and it is in order.
#[test]
fn the_open_list_at_every_step() {
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let mut search = AStar::new().closed_list_from(2_000).start(Worlds::new(), board);
    let mut has_changed = false;
    while search.advance(7).is_none() {
        let open: Vec<_> = search.open_list().map(|node| (node.priority, node.estimate)).collect();
        assert_eq!(open.len() as u64, search.statistics().open);
        assert!(open.is_sorted());
        has_changed |= search.has_closed_list();
    }
    assert!(has_changed);
    assert_eq!(search.cost(), 31);
}

/// A path that costs more than a `u32` can hold, to a state that another path reaches. Tree search
/// cannot tell, and graph search proves that there is no goal.
#[test]
fn a_cycle_of_high_costs() {
    let roads = [vec![(1, u32::MAX / 2)], vec![(2, 10)], vec![(0, u32::MAX / 2)]];
    let map =
        bestfirst::Problem::from_successors(0, |&town: &usize| roads[town].clone(), |_| false);
    let tree = map.solver().algorithm(TreeAStar::new()).solve();
    assert_eq!(tree.is_solvable(), None);
    let solver = map.solver().algorithm(AStar::new()).solve();
    assert!(matches!(solver.outcome(), Outcome::Unsolvable));

    // Nothing else leads to the last town.
    let roads = [vec![(1, u32::MAX)], vec![(2, 10)], vec![]];
    let map =
        bestfirst::Problem::from_successors(0, |&town: &usize| roads[town].clone(), |_| false);
    let solver = map.solver().algorithm(AStar::new()).solve();
    assert_eq!(solver.is_solvable(), None);
}
