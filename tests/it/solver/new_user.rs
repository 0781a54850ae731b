//! Programs as a new user writes them. They compile as long as closures need no types, methods can
//! be given by their paths, and iterators may borrow what all states share. The answers are those
//! of the literature, or of another way to find them.

use std::collections::{BTreeSet, HashSet};

use bestfirst::search::{AllShortest, BreadthFirst, Distances};
use bestfirst::{Problem, Solver, WorldState};
use pathfinding::prelude::dijkstra;
use proptest::collection::vec;
use proptest::prelude::*;

const COLUMNS: usize = 6;

/// Rush Hour: each letter is a car, `o` is free, `x` a wall. Car `A` has to leave to the right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Parking([u8; COLUMNS * COLUMNS]);

impl Parking {
    /// A move takes one car any number of cells along its row or column.
    fn moves(&self) -> Vec<Self> {
        let cars: BTreeSet<u8> =
            self.0.iter().copied().filter(|car| !b"ox".contains(car)).collect();
        let mut next = Vec::new();
        for car in cars {
            let cells: Vec<usize> = (0..36).filter(|&cell| self.0[cell] == car).collect();
            let step = cells[1] - cells[0];
            let place = |cell: usize| if step == 1 { cell % COLUMNS } else { cell / COLUMNS };
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let before =
                (1..=place(first)).map(|away| (last + step - away * step, first - away * step));
            let after = (1..COLUMNS - place(last))
                .map(|away| (first + away * step - step, last + away * step));
            for run in [before.collect::<Vec<_>>(), after.collect()] {
                let mut moved = self.clone();
                for (leaves, enters) in run {
                    if moved.0[enters] != b'o' {
                        break;
                    }
                    moved.0[leaves] = b'o';
                    moved.0[enters] = car;
                    next.push(moved.clone());
                }
            }
        }
        next
    }

    fn is_out(&self) -> bool {
        self.0[17] == b'A'
    }

    /// Each car in front of `A` moves, and `A` itself.
    fn cars_in_front(&self) -> u32 {
        let in_front = self.0[12..18].iter().rev().take_while(|&&car| car != b'A');
        let cars = in_front.clone().filter(|&&car| car != b'o').count();
        u32::try_from(cars + usize::from(in_front.count() > 0)).unwrap()
    }
}

impl WorldState for Parking {
    fn estimated_distance_to_goal(&self) -> u32 {
        self.cars_in_front()
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        self.moves()
    }
}

/// The hardest boards of M. Fogleman's list, without a wall and with one. So many orders of moves
/// lead to the same board that a search that stores each of them would not end.
#[test]
fn the_hardest_boards_of_rush_hour() {
    for (board, moves) in [
        (b"GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 51),
        (b"IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60),
    ] {
        let solver = Solver::new(Parking(*board));
        assert_eq!(solver.moves(), Some(moves));
        assert!(solver.steps().all(|(before, after)| before.moves().contains(after)));
        assert!(solver.solution().last().unwrap().is_out());

        let problem = Problem::from_neighbors(Parking(*board), Parking::moves, Parking::is_out);
        assert_eq!(problem.estimate(Parking::cars_in_front).solve().moves(), Some(moves));
    }
}

/// A maze of cells: `@` is the start, a small letter a key, a capital letter its door.
struct Vault {
    columns: usize,
    cells: Vec<u8>,
}

/// The keys that a walk has, by bits, and the cell that it has come to.
type Walk = (usize, u32);

fn bit(letter: u8) -> u32 {
    1 << (letter.to_ascii_lowercase() - b'a')
}

impl Vault {
    fn new(text: &str) -> Self {
        Self { columns: text.find('\n').unwrap(), cells: text.replace('\n', "").into_bytes() }
    }

    fn start(&self) -> Walk {
        (self.cells.iter().position(|&cell| cell == b'@').unwrap(), 0)
    }

    fn all(&self) -> u32 {
        let keys = self.cells.iter().filter(|cell| cell.is_ascii_lowercase());
        keys.fold(0, |all, &key| all | bit(key))
    }

    fn steps<'v>(&'v self, &(at, keys): &Walk) -> impl Iterator<Item = Walk> + use<'v> {
        let around = [at - 1, at + 1, at - self.columns, at + self.columns];
        around.into_iter().filter_map(move |at| match self.cells[at] {
            b'#' => None,
            key if key.is_ascii_lowercase() => Some((at, keys | bit(key))),
            door if door.is_ascii_uppercase() && keys & bit(door) == 0 => None,
            _ => Some((at, keys)),
        })
    }

    /// The ways to the next new key, and how many steps each takes.
    fn ways(&self, walk: &Walk) -> Vec<(Walk, u32)> {
        // Where a key has been found, the way ends.
        let steps = |at: &Walk| {
            let goes_on = at.1 == walk.1;
            self.steps(at).filter(move |_| goes_on).map(|next| (next, 1)).collect::<Vec<_>>()
        };
        let reached = Distances::from_successors(*walk, steps).compute();
        let ways = reached.iter().filter(|((_, keys), _)| *keys != walk.1);
        ways.map(|(&next, steps)| (next, steps)).collect()
    }
}

/// From key to key at a cost, and step by step: both take as long.
#[test]
fn all_keys_of_a_vault() {
    for (text, steps) in [
        ("#########\n#b.A.@.a#\n#########\n", 8),
        ("#######\n#a.@.b#\n##.#A##\n#c...d#\n#######\n", 14),
        ("#########\n#d.C.A..#\n#.#####.#\n#...@..B#\n###.###.#\n#a..Db.c#\n#########\n", 19),
    ] {
        let vault = Vault::new(text);
        let by_keys = Problem::from_successors(
            vault.start(),
            |walk| vault.ways(walk),
            |walk| walk.1 == vault.all(),
        );
        assert_eq!(by_keys.solve().cost(), Some(steps), "{text}");

        let is_goal = |walk: &Walk| walk.1 == vault.all();
        let by_steps = Problem::from_neighbors(vault.start(), |walk| vault.steps(walk), is_goal);
        let solver = by_steps.algorithm(BreadthFirst::new()).solve();
        assert_eq!(solver.cost(), Some(steps), "{text}");
    }
}

/// A cart drives at least and at most so far before it has to turn. To enter a cell costs heat.
struct City {
    heat: Vec<Vec<u32>>,
    least: usize,
    most: usize,
}

/// A place, and whether the cart came along the row. At first it may start in either way.
type Cart = (usize, usize, Option<bool>);

impl City {
    fn runs(&self, &(x, y, along_row): &Cart) -> Vec<(Cart, u32)> {
        let mut next = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let is_along_row = dy == 0;
            let (mut x, mut y, mut cost) = (x, y, 0);
            for length in 1..=self.most {
                (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let Some(heat) = self.heat.get(y).and_then(|row| row.get(x)) else { break };
                cost += heat;
                if length >= self.least && along_row != Some(is_along_row) {
                    next.push(((x, y, Some(is_along_row)), cost));
                }
            }
        }
        next
    }

    fn is_goal(&self, &(x, y, _): &Cart) -> bool {
        (x, y) == (self.heat[0].len() - 1, self.heat.len() - 1)
    }

    fn estimate(&self, &(x, y, _): &Cart) -> u32 {
        u32::try_from(self.heat[0].len() - 1 - x + self.heat.len() - 1 - y).unwrap()
    }
}

/// The valve that was opened last, bits for those that are open, and the minutes that are left.
type Opened = (usize, u32, u32);

/// The most that can be released, by trying every order.
fn most_released(
    flows: &[u32],
    takes: &impl Fn(usize, usize) -> u32,
    (at, open, left): Opened,
) -> u32 {
    let closed = (0..flows.len()).filter(|valve| open >> valve & 1 == 0);
    let released = closed.filter_map(|valve| {
        let left = left.checked_sub(takes(at, valve))?;
        Some(left * flows[valve] + most_released(flows, takes, (valve, open | 1 << valve, left)))
    });
    released.max().unwrap_or(0)
}

proptest! {
    /// By hash, by number, and by another crate.
    #[test]
    fn carts_that_have_to_turn(
        heat in (2_usize..12).prop_flat_map(|columns| vec(vec(1_u32..10, columns), 2..12)),
        least in 1_usize..4,
        more in 0_usize..4,
    ) {
        let columns = heat[0].len();
        let city = City { heat, least, most: least + more };
        let start = (0, 0, None);
        let problem = Problem::from_successors(start, |at| city.runs(at), |at| city.is_goal(at))
            .estimate(|at| city.estimate(at));
        let expected = dijkstra(&start, |at| city.runs(at), |at| city.is_goal(at));
        let expected = expected.map(|(_, cost)| cost);
        prop_assert_eq!(problem.solve().cost(), expected);
        let number = |&(x, y, along_row): &Cart| {
            3 * (y * columns + x) + along_row.map_or(0, |is_along| 1 + usize::from(is_along))
        };
        prop_assert_eq!(problem.number(number).solve().cost(), expected);
    }

    /// The highest score as the lowest loss, and by trying every order.
    #[test]
    fn valves_that_release_most(
        flows in vec(0_u32..25, 1..5),
        walks in vec(1_u32..5, 16),
        minutes in 0_u32..16,
    ) {
        // A walk and the minute to open the valve.
        let takes = |from: usize, to: usize| 1 + walks[4 * from + to];
        let closed = |open: u32| (0..flows.len()).filter(move |valve| open >> valve & 1 == 0);
        let flow = |open| closed(open).map(|valve| flows[valve]).sum::<u32>();
        let next = |&(at, open, left): &Opened| {
            let opened = closed(open).filter_map(move |valve| {
                let minutes = takes(at, valve);
                Some((minutes, (valve, open | 1 << valve, left.checked_sub(minutes)?)))
            });
            let all = opened.chain([(left, (at, open, 0))]);
            all.map(move |(minutes, state)| (state, minutes * flow(open)))
        };
        let problem = Problem::from_successors((0, 0, minutes), next, |at| at.2 == 0)
            .estimate(|&(_, open, left)| flow(open) * left.min(2));
        let total: u32 = minutes * flow(0);
        let released = problem.solve().cost().map(|lost| total - lost);
        prop_assert_eq!(released, Some(most_released(&flows, &takes, (0, 0, minutes))));
    }
}

/// Stacks of blocks on a table, sorted, because their places do not matter.
type Blocks = BTreeSet<String>;

/// A block and what it is put on: another block, or the table.
type Move = (char, Option<char>);

fn put(blocks: &Blocks, (block, on): Move) -> Option<Blocks> {
    let from = blocks.iter().find(|stack| stack.ends_with(block))?;
    let to = blocks.iter().find(|stack| on.is_some_and(|on| stack.ends_with(on)));
    let mut after = blocks.clone();
    after.remove(from);
    after.extend(from.strip_suffix(block).filter(|rest| !rest.is_empty()).map(str::to_owned));
    if let Some(to) = to {
        after.remove(to);
    }
    after.insert(format!("{}{block}", to.map_or("", String::as_str)));
    Some(after)
}

fn moves(blocks: &Blocks) -> Vec<(Move, Blocks, u32)> {
    let tops: Vec<char> = blocks.iter().filter_map(|stack| stack.chars().last()).collect();
    let places = tops.iter().map(|&top| Some(top)).chain([None]);
    let moves = places.flat_map(|on| tops.iter().map(move |&block| (block, on)));
    let moves = moves.filter(|&(block, on)| on != Some(block));
    moves.filter_map(|step| Some((step, put(blocks, step)?, 1))).collect()
}

/// A plan is a list of actions. Sussman's anomaly is one that no goal after the other solves.
#[test]
fn plans_for_blocks() {
    for (start, goal, plan) in [
        (&["AC", "B"][..], &["CBA"][..], 3),
        (&["ABCDEF"], &["FEDCBA"], 6),
        (&["ABC", "DEF"], &["AEC", "DBF"], 7),
    ] {
        let [start, goal] =
            [start, goal].map(|stacks| stacks.iter().map(ToString::to_string).collect());
        let problem = Problem::from_actions(start, moves, |blocks| *blocks == goal);
        let solver = problem.solve();
        let actions = solver.actions_in(&problem).unwrap();
        assert_eq!(actions.len(), plan);
        let mut blocks = solver.solution()[0].clone();
        for action in actions {
            blocks = put(&blocks, action).unwrap();
        }
        assert_eq!(blocks, goal);
    }
}

/// Each ring can be passed on two sides, so there are 2 to the power of 60 paths. A step costs 1,
/// and a quarter turn 1000.
#[test]
fn cells_on_any_cheapest_path() {
    const RINGS: usize = 60;
    let ring = "...#";
    let outer = "##".to_owned() + &ring.repeat(RINGS) + "##";
    let middle = "..".to_owned() + &".#..".repeat(RINGS) + "..";
    let rows = [outer.as_bytes(), middle.as_bytes(), outer.as_bytes()];
    let ways = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let steps = |&(x, y, way): &(usize, usize, usize)| {
        let (dx, dy) = ways[way];
        let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        let is_free = rows.get(to_y).and_then(|row| row.get(to_x)) == Some(&b'.');
        let turns = [1, 3].map(|turn| ((x, y, (way + turn) % 4), 1000));
        turns.into_iter().chain(is_free.then_some(((to_x, to_y, way), 1)))
    };
    let end = middle.len() - 1;
    let problem = Problem::from_successors((0, 1, 0), steps, |&(x, y, _)| (x, y) == (end, 1));
    let mut running = problem.algorithm(AllShortest::new()).start();
    // Out of the row, along the ring, back into the row, and along it.
    let cost = 4000 * RINGS + end + 2 * RINGS;
    assert_eq!(running.solve().cost(), u32::try_from(cost).ok());
    let cells: HashSet<_> = running.search().states().map(|&(x, y, _)| (x, y)).collect();
    let open = rows.iter().flat_map(|row| row.iter()).filter(|&&cell| cell == b'.');
    assert_eq!(cells.len(), open.count());
}
