//! The puzzles of the example `puzzles`: each against a simple search of its own, or known figures.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use bestfirst::{Limits, Outcome, check};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

#[path = "../../published/sokoban/drawing.rs"]
mod drawing;
#[path = "../../../examples/puzzles/hanoi.rs"]
mod hanoi;
#[path = "../../../examples/puzzles/pancakes.rs"]
mod pancakes;
#[path = "../../../examples/puzzles/peg_solitaire.rs"]
mod peg_solitaire;
#[path = "../../../examples/puzzles/rush_hour.rs"]
mod rush_hour;
#[path = "../../../examples/puzzles/sokoban/mod.rs"]
mod sokoban;
#[path = "../../../examples/puzzles/top_spin.rs"]
mod top_spin;

use drawing::Drawing;
use hanoi::Hanoi;
use pancakes::{Pancakes, Stack};
use peg_solitaire::{HOLES, PegSolitaire, hole};
use rush_hour::{Metric, RushHour};
use sokoban::{Level, Sokoban};
use top_spin::{Patterns, TopSpin};

/// The fewest moves from one state to every other.
fn breadth_first<S: Clone + Hash + Eq>(
    start: S,
    neighbors: impl Fn(&S) -> Vec<S>,
) -> HashMap<S, usize> {
    let mut moves = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let next = moves[&state] + 1;
        for neighbor in neighbors(&state) {
            if !moves.contains_key(&neighbor) {
                moves.insert(neighbor.clone(), next);
                queue.push_back(neighbor);
            }
        }
    }
    moves
}

/// The minima are those of J. S. Frame and B. M. Stewart, proven for four pegs by T. Bousch, "La
/// quatrième tour de Hanoï", 2014.
#[test]
fn a_tower_moves_in_the_fewest_moves() {
    for (discs, minimum) in (1..).zip([1, 3, 5, 9, 13, 17, 25, 33]) {
        let hanoi = Hanoi { discs };
        let solver = hanoi.solve(Limits::none());
        let moves = solver.actions_in(&hanoi).unwrap();
        assert_eq!(moves.len(), minimum, "{discs} discs");
        // The discs on each peg, from below.
        let mut pegs: [Vec<u32>; 4] = [(0..discs).rev().collect(), vec![], vec![], vec![]];
        for hanoi::Move { disc, from, to } in moves {
            assert_eq!(pegs[from as usize].pop(), Some(disc));
            assert!(pegs[to as usize].last().is_none_or(|&below| disc < below));
            pegs[to as usize].push(disc);
        }
        assert!(pegs[..3].iter().all(Vec::is_empty), "{pegs:?}");
    }
    check::space(Hanoi { discs: 5 }, &0).undirected().assert_sound();
}

/// The stack after a flip.
fn flipped(stack: &[u8], flip: usize) -> Vec<u8> {
    let mut stack = stack.to_vec();
    stack[..flip].reverse();
    stack
}

#[test]
fn every_small_stack_is_sorted_with_the_fewest_flips() {
    let flips = |stack: &Vec<u8>| (2..=stack.len()).map(|flip| flipped(stack, flip)).collect();
    let all = breadth_first((1..=7).collect(), flips);
    assert_eq!(all.len(), 5040);
    let pancakes = Pancakes { count: 7 };
    for (sizes, least) in all {
        let solver = pancakes.solve(Stack::new(&sizes).unwrap(), Limits::none());
        let flips = solver.actions_in(&pancakes).unwrap();
        assert_eq!(flips.len(), least, "{sizes:?}");
        assert!(flips.iter().fold(sizes, |stack, &flip| flipped(&stack, flip)).is_sorted());
    }
    let stack = Stack::new(&[4, 6, 2, 5, 1, 3]).unwrap();
    check::space(Pancakes { count: 6 }, &stack).undirected().assert_sound();
}

#[test]
fn the_largest_stack_is_sorted() {
    let mut sizes: Vec<u8> = (1..=63).collect();
    sizes.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    let pancakes = Pancakes { count: 63 };
    let solver = pancakes.solve(Stack::new(&sizes).unwrap(), Limits::none());
    let flips = solver.actions_in(&pancakes).unwrap();
    assert!(flips.iter().fold(sizes, |stack, &flip| flipped(&stack, flip)).is_sorted());
}

#[test]
fn stacks_and_rings_that_are_none_are_refused() {
    let too_many: Vec<u8> = (1..=64).collect();
    assert_eq!(Stack::new(&too_many).unwrap_err(), "64 pancakes, expected at most 63");
    let missing = "size 3 is missing from a stack of 3 pancakes";
    assert_eq!(Stack::new(&[1, 2, 2]).unwrap_err(), missing);
    assert_eq!(TopSpin::new(&[1, 2]).err().unwrap(), "2 tiles, expected 6 to 16");
    let missing = "tile 2 is missing from a ring of 6 tiles";
    assert_eq!(TopSpin::new(&[1, 3, 4, 5, 6, 7]).err().unwrap(), missing);
}

/// The ring after a turn of the four tiles from this place on.
fn turned(ring: &[u64], first: usize) -> Vec<u64> {
    let mut after = ring.to_vec();
    for place in 0..4 {
        after[(first + place) % ring.len()] = ring[(first + 3 - place) % ring.len()];
    }
    after
}

/// Solves a ring after pruning sequences of up to so many turns.
fn solve_ring(tiles: &[u64], length: u32, patterns: &Patterns) -> Option<(Vec<usize>, u64)> {
    let (space, ring) = TopSpin::new(tiles).unwrap();
    let automaton = space.automaton(length);
    let pruned = space.pruned(patterns, &automaton);
    let solver = top_spin::solve(&pruned, ring, Limits::none());
    Some((solver.actions_in(&pruned)?, solver.statistics().expanded))
}

#[test]
fn small_rings_are_solved_with_the_fewest_turns() {
    for count in 6..=8 {
        let solved: Vec<u64> = (1..=count).collect();
        let turns = |ring: &Vec<u64>| (0..ring.len()).map(|first| turned(ring, first)).collect();
        let all = breadth_first(solved.clone(), turns);
        // Half of all rings, so that `is_solvable` knows all others.
        assert_eq!(all.len() as u64, (3..=count).product::<u64>());
        let (space, ring) = TopSpin::new(&solved).unwrap();
        let patterns = Patterns::new(space);
        for (tiles, &least) in all.iter().filter(|(ring, _)| ring[0] == 4 && ring[1] < 3) {
            let (turns, _) = solve_ring(tiles, 4, &patterns).unwrap();
            assert_eq!(turns.len(), least, "{tiles:?}");
            assert_eq!(turns.iter().fold(tiles.clone(), |ring, &turn| turned(&ring, turn)), solved);
            let mut odd = tiles.clone();
            odd.swap(1, 2);
            assert!(solve_ring(&odd, 4, &patterns).is_none(), "{odd:?}");
        }
        check::space(space, &ring).undirected().assert_sound();
    }
}

#[test]
fn the_automaton_saves_most_nodes() {
    let tiles = [11, 5, 9, 12, 2, 3, 8, 1, 10, 7, 4, 6];
    let patterns = Patterns::new(TopSpin::new(&tiles).unwrap().0);
    let [(plain, all), (pruned, rest)] =
        [1, 4].map(|length| solve_ring(&tiles, length, &patterns).unwrap());
    assert_eq!(plain.len(), pruned.len());
    assert!(rest < all / 2, "{rest} of {all}");
}

/// Small levels, with the fewest pushes that solve them.
const LEVELS: [(&str, Option<usize>); 9] = [
    ("#####\n#@$.#\n#####", Some(1)),
    ("--#####\n--#@$.#_\n--#-_-#__\n--#####", Some(1)),
    // More goals than boxes.
    ("#####\n# . #\n# $ #\n#@ .#\n#####", Some(1)),
    ("#######\n#@    #\n# $#. #\n#  $ .#\n#     #\n#######", Some(6)),
    // A box on a goal has to leave it.
    ("#######\n#  .  #\n# #$# #\n# .*@ #\n#  $  #\n#   # #\n#######", Some(5)),
    // More than 128 squares.
    (
        "################\n#              #\n#              #\n#              #\n#              \
         #\n#              #\n#              #\n#              #\n#              #\n#             \
          #\n#            $.#\n#           @  #\n################",
        Some(1),
    ),
    // A box in a corner.
    ("#####\n#$  #\n# @.#\n#####", None),
    ("######\n#    #\n# $# #\n#@$. #\n###. #\n  ####", None),
    ("########\n#   #  #\n# $  $ #\n##.#.#+#\n #  $  #\n #  ####\n ####", None),
];

#[test]
fn levels_are_solved_with_the_fewest_pushes() {
    for (text, fewest) in LEVELS {
        let sokoban = Sokoban::new(Level::parse(text, 1).unwrap());
        let solver = sokoban.solve(Limits::none());
        let drawing = Drawing::new(text);
        assert_eq!(drawing.fewest_pushes(), fewest, "{text}");
        assert_eq!(solver.moves(), fewest, "{text}");
        check::space(&sokoban, &sokoban.initial()).assert_sound();
        let Some(pushes) = solver.actions_in(&sokoban) else {
            assert!(matches!(solver.outcome(), Outcome::Unsolvable), "{text}");
            continue;
        };
        let moves = sokoban.moves(&pushes);
        assert_eq!(drawing.pushes(&moves), fewest, "{moves}");
    }
}

#[test]
fn collections_have_titles_and_comments() {
    let text = "; by hand\nTitle: one push\n\n#####\n#@$.#\n#####\nAuthor: nobody\n\n; 2\n  \n\
                 -#####\n-#@$-.#\n-#####\nTwo pushes\n#######\n#@$  .#\n#######";
    for (number, pushes) in [(1, 1), (2, 2), (3, 3)] {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let level = Level::parse(&text, number).unwrap();
            assert_eq!(Sokoban::new(level).solve(Limits::none()).moves(), Some(pushes), "{number}");
        }
    }
    assert_eq!(Level::parse(text, 4).err().unwrap(), "there are 3 levels, not 4");
    assert_eq!(Level::parse("###\n", 2).err().unwrap(), "there is one level, not 2");
}

/// A box that nobody can get to is on its goal, and a goal that nobody can get to is left out.
#[test]
fn what_is_out_of_reach_does_not_count() {
    for (text, pushes) in [
        ("#######\n#@$.#*#\n#######", Some(1)),
        ("#######\n#@$.#.#\n#######", Some(1)),
        ("#####\n#@#.#\n#*###\n### #", Some(0)),
        ("#####\n#@#*#\n#####", Some(0)),
    ] {
        let sokoban = Sokoban::new(Level::parse(text, 1).unwrap());
        assert_eq!(sokoban.solve(Limits::none()).moves(), pushes, "{text}");
    }
}

#[test]
fn faults_of_levels_are_found_by_their_places() {
    let wide = format!("{}\n#@$.{}#\n{}", "#".repeat(550), " ".repeat(545), "#".repeat(550));
    let far = "1 boxes and 0 goals within reach, expected a box and a goal for each";
    let none = "0 boxes and 1 goals within reach, expected a box and a goal for each";
    let two = "2 boxes and 1 goals within reach, expected a box and a goal for each";
    let faults = [
        ("", "there is no level"),
        ("; nothing\nTitle", "there is no level"),
        ("####\n#$.#\n####", "there is no player (@ or +)"),
        ("#####\n#@$x#\n#####", "line 2, column 4: 'x' is none of # @ + $ * . - _ and the space"),
        ("; a level\n#####\n#@@.#\n#####", "line 3, column 3: a second player"),
        ("####\n#@.#\n####", none),
        ("######\n#@$$.#\n######", two),
        ("######\n#@$#.#\n######", far),
        ("#####\n#@$.\n#####", "line 2, column 4: the wall is open here"),
        ("#######\n#@$.#$#\n#######", "line 2, column 6: the player cannot get there"),
        (&wide, "more than 512 squares within the walls"),
    ];
    for (text, fault) in faults {
        assert_eq!(Level::parse(text, 1).err().as_deref(), Some(fault), "{text}");
    }
}

/// The figures are in `tests/published/rush-hour.tsv`.
#[test]
fn yards_are_sound_and_their_faults_are_found() {
    let yard = "oGoBBooGCCDDAAHoooooHoIoEEFFIooooooo";
    for metric in [Metric::Moves, Metric::Steps] {
        for text in [yard.to_owned(), yard.replace('o', "."), yard.replace("AA", "AA\n")] {
            let (space, position) = RushHour::parse(&text, metric).unwrap();
            assert_eq!(space.text(position), yard);
            check::space(&space, &position).undirected().assert_sound();
        }
        let (space, position) = RushHour::parse(yard, metric).unwrap();
        let slides = space.solve(position, Limits::none()).actions_in(&space).unwrap();
        assert!(slides.iter().all(|slide| slide.car != 'o' && slide.from != slide.to));
        let is_step = |slide: &rush_hour::Slide| slide.from.abs_diff(slide.to) == 1;
        assert_eq!(slides.iter().all(is_step), metric == Metric::Steps);
    }
    for (text, fault) in [
        (&yard[1..], "35 squares, expected 36"),
        (&yard.replace('A', "o"), "there is no car A in a row"),
        (&yard.replace("AAH", "AoH"), "A is no car in one row or column"),
        (&yard.replace("AAH", "AoA"), "A is no car in one row or column"),
        (&yard.replace("DDAA", "DAAo"), "A is no car in one row or column"),
        (&yard.replace('B', "b"), "b is no car in one row or column"),
        (&yard.replace('A', "Z").replace('G', "A"), "there is no car A in a row"),
    ] {
        assert_eq!(RushHour::parse(text, Metric::Moves).err().as_deref(), Some(fault), "{text}");
    }
}

/// The pegs after each jump that can be made, on a board of rows and columns.
fn jumped(pegs: u64) -> Vec<u64> {
    let at = |row: i32, column: i32| match (row, column) {
        (0..7, 2..5) | (2..5, 0..7) => 1_u64 << (8 * row + column),
        _ => 0,
    };
    let mut after = Vec::new();
    for (row, column) in (0..7).flat_map(|row| (0..7).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let [from, over, to] = [0, 1, 2].map(|n| at(row + n * down, column + n * right));
            if from & pegs != 0 && over & pegs != 0 && to != 0 && to & pegs == 0 {
                after.push(pegs ^ from ^ over ^ to);
            }
        }
    }
    after
}

#[test]
fn one_peg_is_left_in_the_centre() {
    let centre = hole("d4").unwrap();
    let (space, mut pegs) = (PegSolitaire { last: centre }, HOLES & !centre);
    let solver = space.solve(pegs, Limits::none());
    let jumps = space.jumps_along(pegs, solver.solution());
    assert_eq!(jumps.len(), 31);
    for jump in jumps {
        // Both ends of the jump, and no peg between them any more.
        let changed = |&after: &u64| after & jump.to & !pegs != 0 && pegs & jump.from & !after != 0;
        pegs = jumped(pegs).into_iter().find(changed).unwrap();
    }
    assert_eq!(pegs, centre);
}

/// Also with other last holes, for which there are fewer symmetries.
#[test]
fn small_positions_are_solvable_where_some_jumps_solve_them() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let holes: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| HOLES & bit != 0).collect();
    let mut solvable = 0;
    for _ in 0..2000 {
        let last = *holes.choose(&mut random).unwrap();
        // Back from the last peg. A jump back is one of the empty holes.
        let mut pegs = last;
        for _ in 0..random.random_range(0..9) {
            let Some(empty) = jumped(HOLES & !pegs).choose(&mut random).copied() else { break };
            pegs = HOLES & !empty;
        }
        if random.random_ratio(1, 2) {
            pegs ^= holes.choose(&mut random).unwrap() | last;
        }
        let space = PegSolitaire { last };
        let solver = space.solve(pegs, Limits::none());
        let all = breadth_first(pegs, |&pegs| jumped(pegs));
        assert_eq!(solver.moves(), all.get(&last).copied(), "{pegs:x} to {last:x}");
        assert_eq!(space.jumps_along(pegs, solver.solution()).len(), solver.moves().unwrap_or(0));
        solvable += u32::from(all.contains_key(&last));
    }
    assert!((500..1900).contains(&solvable), "{solvable}");
}
