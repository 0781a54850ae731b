//! Pruning of sequences of moves: on every space and from every start, a cheapest path to each
//! state remains.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::Hash;

use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves, PrunedState};
use bestfirst::{StateSpace, check};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

/// The least cost to each state, by Dijkstra's algorithm. Paths that cost more than `most` says of
/// their end are left out.
fn distances<P>(
    space: &P,
    start: P::State,
    most: impl Fn(&P::State) -> u32,
) -> HashMap<P::State, u32>
where
    P: StateSpace<State: Hash + Eq>,
{
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((cost, index))) = open.pop() {
        let state: P::State = states[index].clone();
        if distances[&state] < cost {
            continue;
        }
        space.for_each_successor(&state, None, |next, step| {
            let cost = cost + step;
            if cost <= most(&next) && distances.get(&next).is_none_or(|&known| cost < known) {
                open.push(Reverse((cost, states.len())));
                states.push(next.clone());
                distances.insert(next, cost);
            }
        });
    }
    distances
}

/// The least cost to each state, without pruning.
fn true_distances<P>(space: &P, start: P::State) -> HashMap<P::State, u32>
where
    P: StateSpace<State: Hash + Eq>,
{
    distances(space, start, |_| u32::MAX)
}

/// The number of states to which a path of this least cost is left after pruning.
fn count_remaining<M>(
    space: &M,
    automaton: &MoveAutomaton,
    start: M::State,
    least: &HashMap<M::State, u32>,
) -> usize
where
    M: MoveSpace<State: Hash + Eq>,
{
    let space = PrunedMoves::new(space, automaton);
    let initial = space.initial(start);
    let remaining = distances(&space, initial, |state| least[state.state()]);
    let states: HashSet<_> = remaining.keys().map(PrunedState::state).collect();
    states.len()
}

/// Things in places. Each move takes some of them round, if something is in the first of its
/// places.
#[derive(Debug)]
struct Wheels {
    wheels: Vec<Wheel>,
    /// Only wheels that move the first thing can turn. Its place is then the context.
    has_blank: bool,
}

#[derive(Clone, Debug)]
struct Wheel {
    places: Vec<usize>,
    cost: u32,
}

type Places = Vec<u8>;

impl StateSpace for Wheels {
    type State = Places;

    fn estimate(&self, _: &Places) -> u32 {
        0
    }

    fn is_goal(&self, state: &Places) -> bool {
        state.is_sorted()
    }

    fn for_each_successor(
        &self,
        state: &Places,
        _: Option<&Places>,
        mut visit: impl FnMut(Places, u32),
    ) {
        self.for_each_move(state, |wheel, cost| visit(self.apply(state, wheel), cost));
    }
}

impl MoveSpace for Wheels {
    type Move = usize;

    fn move_count(&self) -> usize {
        self.wheels.len()
    }

    fn move_number(&self, wheel: usize) -> usize {
        wheel
    }

    fn for_each_move(&self, state: &Places, mut visit: impl FnMut(usize, u32)) {
        let blank = self.context(state);
        for (number, wheel) in self.wheels.iter().enumerate() {
            if !self.has_blank || wheel.places.contains(&blank) {
                visit(number, wheel.cost);
            }
        }
    }

    fn apply(&self, state: &Places, wheel: usize) -> Places {
        let places = &self.wheels[wheel].places;
        let mut turned = state.clone();
        for (from, to) in places.iter().zip(places.iter().cycle().skip(1)) {
            turned[*to] = state[*from];
        }
        turned
    }

    fn context(&self, state: &Places) -> usize {
        if self.has_blank { state.iter().position(|&thing| thing == 0).unwrap() } else { 0 }
    }
}

impl Wheels {
    /// One state for each context.
    fn representatives(&self, count: u8) -> Vec<Places> {
        let blanks = if self.has_blank { count } else { 1 };
        let at = |blank: u8| {
            let mut places: Places = (0..count).collect();
            places.swap(0, blank.into());
            places
        };
        (0..blanks).map(at).collect()
    }
}

const COUNT: u8 = 5;

fn wheels() -> impl Strategy<Value = Wheels> {
    let places = subsequence((0..usize::from(COUNT)).collect::<Vec<_>>(), 1..4).prop_shuffle();
    let wheel = (places, 0..4_u32).prop_map(|(places, cost)| Wheel { places, cost });
    (vec(wheel, 1..7), any::<bool>()).prop_map(|(mut wheels, has_blank)| {
        // Each can be turned back, at its own cost.
        let back = |Wheel { places, cost }: &Wheel| {
            let places = places.iter().rev().copied().collect();
            Wheel { places, cost: 3 - cost }
        };
        wheels.extend(wheels.iter().map(back).collect::<Vec<_>>());
        Wheels { wheels, has_blank }
    })
}

proptest! {
    /// Steps may cost nothing, and a longer sequence less than a shorter one.
    #[test]
    fn a_cheapest_path_to_each_state_remains(
        space in wheels(),
        depth in 0..6_u32,
        start in any::<Index>(),
        known in 0..=COUNT,
    ) {
        // Of some contexts nothing is known.
        let all = space.representatives(COUNT);
        let start = all[start.index(all.len())].clone();
        let known = all.iter().take(known.into()).cloned();
        let automaton = MoveAutomaton::learn(&space, known, depth);
        let least = true_distances(&space, start.clone());
        prop_assert_eq!(count_remaining(&space, &automaton, start, &least), least.len());
    }
}

proptest! {
    /// A rule, safe or not.
    #[test]
    fn check_finds_a_rule_that_is_not_safe(
        space in wheels(),
        forbidden in vec((0..8_usize, 0..8_usize), 0..3),
    ) {
        let start: Places = (0..COUNT).collect();
        let rule = |last, next| !forbidden.contains(&(last, next));
        let automaton = MoveAutomaton::from_rule(space.move_count(), rule);
        let least = true_distances(&space, start.clone());
        let remaining = count_remaining(&space, &automaton, start.clone(), &least);
        let found = check::pruning(&PrunedMoves::new(&space, &automaton), &start, 1_000);
        match found {
            Ok(count) => prop_assert_eq!((remaining, count), (least.len(), least.len())),
            Err(lost) => {
                prop_assert!(remaining < least.len());
                let end = &lost.path()[lost.path().len() - 1];
                prop_assert_eq!(lost.cost(), u64::from(least[end]));
            }
        }
    }
}

/// The place that a reflection exchanges with each place.
const OTHER: [u8; COUNT as usize] = [0, 2, 1, 4, 3];

/// Exchanges the places, and the things in them.
fn reflected(state: &Places) -> Places {
    OTHER.iter().map(|&place| OTHER[usize::from(state[usize::from(place)])]).collect()
}

proptest! {
    /// From states that are symmetric themselves and from others.
    #[test]
    fn a_cheapest_path_to_the_goal_remains_without_symmetric_beginnings(
        mut space in wheels(),
        learned in 0..4_u32,
        depth in 0..5_u32,
        start in any::<Index>(),
        is_symmetric: bool,
    ) {
        let mirrored = |wheel: &Wheel| {
            let places = wheel.places.iter().map(|&place| usize::from(OTHER[place])).collect();
            Wheel { places, cost: wheel.cost }
        };
        space.wheels.extend(space.wheels.iter().map(mirrored).collect::<Vec<_>>());
        let goal: Places = (0..COUNT).collect();
        let mut starts: Vec<_> = true_distances(&space, goal.clone()).into_keys().collect();
        starts.retain(|state| !is_symmetric || reflected(state) == *state);
        starts.sort_unstable();
        let start = starts[start.index(starts.len())].clone();

        let learned = MoveAutomaton::learn(&space, space.representatives(COUNT), learned);
        let image = |state: &Places| state.clone().min(reflected(state));
        let automaton = learned.without_symmetric(&space, &start, depth, image);
        let least = true_distances(&space, start.clone()).get(&goal).copied();
        let pruned = PrunedMoves::new(&space, &automaton);
        let remaining = true_distances(&pruned, pruned.initial(start));
        let to_goal = remaining.iter().filter(|(state, _)| *state.state() == goal);
        prop_assert_eq!(to_goal.map(|(_, &cost)| cost).min(), least);
    }
}

/// Of the first moves from a symmetric state, one of each pair is left, and later all.
#[test]
fn symmetric_beginnings_are_forbidden() {
    let wheel = |places: [usize; 2]| Wheel { places: places.to_vec(), cost: 1 };
    let wheels = [[0, 1], [0, 2], [1, 3], [2, 4]].map(wheel);
    let space = Wheels { wheels: wheels.to_vec(), has_blank: false };
    let start: Places = (0..COUNT).collect();
    let image = |state: &Places| state.clone().min(reflected(state));
    let automaton = MoveAutomaton::learn(&space, [start.clone()], 2);
    let automaton = automaton.without_symmetric(&space, &start, 1, image);
    let root = automaton.initial(0);
    assert_eq!(automaton.allowed(root) & 0b1111, 0b0101);
    // The same wheel would turn back.
    let after = automaton.after(root, 0).unwrap();
    assert_eq!(automaton.allowed(after) & 0b1111, 0b1110);
}

/// Three wheels of which each turns back at once: each thing has a place, and nothing commutes. A
/// longer sequence is never forbidden in favour of a cheaper one that was not generated.
#[test]
fn moves_back_are_forbidden_at_any_depth() {
    let wheel = |places: [usize; 2]| Wheel { places: places.to_vec(), cost: 1 };
    let space = Wheels { wheels: vec![wheel([0, 1]), wheel([1, 2])], has_blank: false };
    let automaton = MoveAutomaton::learn(&space, [vec![0, 1, 2]], 0);
    let after = automaton.after(automaton.initial(0), 0).unwrap();
    assert_eq!(automaton.after(after, 0), None);
    assert!(automaton.after(after, 1).is_some());
    assert_eq!((automaton.allowed(after) & 3, automaton.len()), (0b10, 4));
}

/// A closed list of states alone, without what may follow: the path that comes first to a state may
/// forbid the move that is needed next, and the other path is gone.
#[test]
fn to_look_up_only_the_state_would_not_be_safe() {
    let wheels: [&[usize]; 8] =
        [&[1, 0], &[0, 3], &[3, 1], &[2, 4, 3], &[0, 1], &[3, 0], &[1, 3], &[3, 4, 2]];
    let wheels = wheels.map(|places| Wheel { places: places.to_vec(), cost: 1 });
    let space = Wheels { wheels: wheels.to_vec(), has_blank: false };
    let start: Places = (0..COUNT).collect();
    let least = true_distances(&space, start.clone());
    let automaton = MoveAutomaton::learn(&space, [start.clone()], 3);
    assert_eq!(count_remaining(&space, &automaton, start.clone(), &least), 120);

    // Breadth-first, but the moves in the opposite order.
    let space = PrunedMoves::new(&space, &automaton);
    let mut found = HashMap::from([(start.clone(), 0)]);
    let mut level = vec![space.initial(start)];
    for distance in 1.. {
        let mut next = Vec::new();
        for state in level.iter().rev() {
            let mut successors = Vec::new();
            space.for_each_successor(state, None, |state, _| successors.push(state));
            for state in successors.into_iter().rev() {
                found.entry(state.state().clone()).or_insert_with(|| {
                    next.push(state);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    assert!(found != least);
}

#[cfg(feature = "sliding-tiles")]
mod sliding_tiles {
    use std::fmt::Debug;

    use bestfirst::moves::{MoveExpansion, MoveSpace, PrunedMoves, PrunedState};
    use bestfirst::search::{IdaStar, TreeAStar};
    use bestfirst::sliding_tiles::{Board, Direction, Goal, move_automaton};
    use bestfirst::{Solver, Worlds};

    use super::{Hash, count_remaining, true_distances};

    /// All boards of size 3, from each kind of start.
    #[test]
    fn every_board_of_size_3_is_reached_by_a_shortest_path() {
        let automaton = move_automaton(3, 12).unwrap();
        // The blank in a corner, at an edge and in the middle.
        for start in ["0 1 2 / 3 4 5 / 6 7 8", "1 2 3 / 4 5 6 / 7 0 8", "3 1 2 / 8 0 4 / 7 6 5"] {
            let start: Board = start.parse().unwrap();
            let least = true_distances(&Worlds::new(), start.clone());
            let remaining = count_remaining(&Worlds::new(), &automaton, start, &least);
            assert_eq!((remaining, least.len()), (181_440, 181_440));
        }
    }

    /// Collects what is offered.
    struct Offered<'a>(&'a mut Vec<(Direction, u32, Board)>);

    impl MoveExpansion<Board, Direction> for Offered<'_> {
        fn offer(
            &mut self,
            direction: Direction,
            cost: u32,
            estimate: u32,
            successor: impl FnOnce() -> Board,
        ) {
            assert_eq!(cost, 1);
            self.0.push((direction, estimate, successor()));
        }

        fn most(&self, _: u32) -> u32 {
            u32::MAX
        }
    }

    /// From each cell of the blank, for each set of directions.
    #[test]
    fn offers_are_the_boards_after_the_allowed_moves() {
        let space = Worlds::new();
        for size in 2..=5 {
            for goal in [Goal::BlankFirst, Goal::BlankLast] {
                let mut board = Board::solved(size, goal).unwrap();
                for turn in 0..200 {
                    let neighbors = board.neighbors();
                    board = neighbors[turn * 7 % neighbors.len()].clone();
                    for allowed in 0..16_u32 {
                        let mut offered = Vec::new();
                        space.offer_moves(&board, allowed, Offered(&mut offered));
                        let mut expected = Vec::new();
                        space.for_each_move(&board, |direction, _| {
                            if allowed >> direction as u32 & 1 == 1 {
                                let next = space.apply(&board, direction);
                                expected.push((direction, next.manhattan(), next));
                            }
                        });
                        assert_eq!(offered, expected);
                    }
                }
            }
        }
    }

    /// The moves of a solution lead to the goal.
    fn replay<S: Clone + Debug + Eq + Hash>(
        start: &Board,
        solver: &Solver<PrunedState<S>>,
        moves: &[Direction],
    ) {
        let end = moves.iter().fold(start.clone(), |board, &direction| {
            let mut neighbors = board.neighbors().into_iter();
            neighbors.find(|next| board.direction_to(next) == Some(direction)).unwrap()
        });
        assert!(end.is_goal());
        assert_eq!(solver.moves(), Some(moves.len()));
    }

    #[test]
    fn searches_without_a_closed_list_find_shortest_moves() {
        let automaton = move_automaton(3, 10).unwrap();
        let space = PrunedMoves::new(Worlds::new(), &automaton);
        let goal = Board::solved(3, Goal::BlankFirst).unwrap();
        for (board, distance) in true_distances(&Worlds::new(), goal).into_iter().step_by(1_009) {
            let initial = || space.initial(board.clone());
            let solver = Solver::builder_in(&space, initial()).algorithm(IdaStar::new()).solve();
            assert_eq!(solver.moves(), Some(distance as usize));
            replay(&board, &solver, &solver.actions_in(&space).unwrap());
            let solver = Solver::builder_in(&space, initial()).algorithm(TreeAStar::new()).solve();
            assert_eq!(solver.moves(), Some(distance as usize));
        }
    }

    /// A board larger than 4 by 4 is kept in another way.
    #[test]
    fn large_boards_are_pruned_too() {
        let automaton = move_automaton(5, 8).unwrap();
        let space = PrunedMoves::new(Worlds::new(), &automaton);
        let mut board = Board::solved(5, Goal::BlankLast).unwrap();
        for turn in 0..30 {
            let neighbors = board.neighbors();
            board = neighbors[turn * 7 % neighbors.len()].clone();
        }
        let plain = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
        let initial = space.initial(board.clone());
        let pruned = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
        assert_eq!(pruned.moves(), plain.moves());
        replay(&board, &pruned, &pruned.actions_in(&space).unwrap());
    }
}
