//! Sokoban: push all boxes to goals. A push moves one box to the next square, away from the player.
//!
//! The search: graph A\*. The boxes can be pushed in many orders, so a closed list is needed. It
//! takes all squares that the player can walk to for one. Squares that no box can leave for a goal
//! are dead ends, which prove much of a level unsolvable without a search.

mod level;

use bestfirst::search::Distances;
use bestfirst::{ActionSpace, DEAD_END, Limits, Problem, Solver, StateSpace};
pub(crate) use level::{Level, Square};

/// A level, with the least number of pushes from each square to the nearest goal.
pub(crate) struct Sokoban {
    level: Level,
    pushes: Vec<u32>,
}

/// The boxes, and where the player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    /// One bit for each square.
    pub(crate) boxes: u128,
    /// The first of the squares that the player can walk to.
    player: Square,
}

/// A push of the box on this square.
#[derive(Clone, Copy)]
pub(crate) struct Push {
    square: Square,
    direction: usize,
}

/// The directions by their numbers, which differ by 1 if they are opposite. Pushes are upper case.
const WALKS: [char; 4] = ['u', 'd', 'l', 'r'];
const PUSHES: [char; 4] = ['U', 'D', 'L', 'R'];

impl Sokoban {
    pub(crate) fn new(level: Level) -> Self {
        // Backwards from the goals: the box is pulled, and the player needs a square to go back to.
        let pull = |&square: &Square| {
            let back = |from: Square, direction| level.neighbors[from][direction];
            (0..4).filter_map(move |direction| {
                let from = back(square, direction)?;
                back(from, direction).map(|_| from)
            })
        };
        let squares = 0..level.neighbors.len();
        let mut goals = squares.clone().filter(|square| level.goals >> square & 1 == 1);
        let first = goals.next().unwrap_or_default();
        let pulls = Problem::from_neighbors(first, pull, |_| false);
        let distances = Distances::from(&pulls, first).and_from(goals).compute();
        let pushes = squares.map(|square| distances.cost(&square).unwrap_or(DEAD_END)).collect();
        Self { level, pushes }
    }

    pub(crate) fn solve(&self, limits: Limits) -> Solver<Position> {
        Solver::builder_in(self, self.position(self.level.boxes, self.level.player))
            .limits(limits)
            .solve()
    }

    /// The squares that the player can walk to, one bit each.
    fn within_reach(&self, boxes: u128, player: Square) -> u128 {
        let (mut reached, mut open) = (1 << player, vec![player]);
        while let Some(square) = open.pop() {
            for &next in self.level.neighbors[square].iter().flatten() {
                if (reached | boxes) >> next & 1 == 0 {
                    reached |= 1 << next;
                    open.push(next);
                }
            }
        }
        reached
    }

    fn position(&self, boxes: u128, player: Square) -> Position {
        let player = self.within_reach(boxes, player).trailing_zeros() as Square;
        Position { boxes, player }
    }

    /// All moves of the player for these pushes, with the shortest walk to each.
    pub(crate) fn walk(&self, pushes: &[Push]) -> String {
        let (mut boxes, mut player) = (self.level.boxes, self.level.player);
        let mut moves = String::new();
        for &Push { square, direction } in pushes {
            let steps = |&from: &Square| {
                let next = |direction: usize| {
                    Some((WALKS[direction], self.level.neighbors[from][direction]?, 1))
                };
                (0..4)
                    .filter_map(next)
                    .filter(|&(_, next, _)| boxes >> next & 1 == 0)
                    .collect::<Vec<_>>()
            };
            let behind = self.level.neighbors[square][direction ^ 1];
            let walk = Problem::from_actions(player, steps, |&at| Some(at) == behind);
            moves.extend(walk.solve().actions_in(&walk).into_iter().flatten());
            moves.push(PUSHES[direction]);
            boxes ^=
                1 << square | self.level.neighbors[square][direction].map_or(0, |next| 1 << next);
            player = square;
        }
        moves
    }
}

impl StateSpace for Sokoban {
    type State = Position;

    /// The sum of the least pushes of each box by itself.
    fn estimate(&self, position: &Position) -> u32 {
        let squares = self.pushes.iter().enumerate();
        let pushes = squares.filter(|(square, _)| position.boxes >> square & 1 == 1);
        pushes.fold(0, |sum: u32, (_, &pushes)| sum.saturating_add(pushes))
    }

    fn is_goal(&self, position: &Position) -> bool {
        position.boxes & !self.level.goals == 0
    }

    fn for_each_successor(
        &self,
        position: &Position,
        previous: Option<&Position>,
        mut visit: impl FnMut(Position, u32),
    ) {
        self.for_each_action(position, |_, next, cost| {
            if Some(&next) != previous {
                visit(next, cost);
            }
        });
    }
}

impl ActionSpace for Sokoban {
    type Action = Push;

    fn for_each_action(&self, position: &Position, mut visit: impl FnMut(Push, Position, u32)) {
        let &Position { boxes, player } = position;
        let reach = self.within_reach(boxes, player);
        let is_box = |(square, _): &(Square, _)| boxes >> square & 1 == 1;
        for (square, neighbors) in self.level.neighbors.iter().enumerate().filter(is_box) {
            for direction in 0..4 {
                let ahead = neighbors[direction].filter(|ahead| boxes >> ahead & 1 == 0);
                let behind = neighbors[direction ^ 1].filter(|behind| reach >> behind & 1 == 1);
                if let (Some(ahead), Some(_)) = (ahead, behind) {
                    let boxes = boxes ^ 1 << square ^ 1 << ahead;
                    visit(Push { square, direction }, self.position(boxes, square), 1);
                }
            }
        }
    }
}
