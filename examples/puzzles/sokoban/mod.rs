//! Sokoban: push all boxes to goals. A push moves one box to the next square.
//!
//! The search: graph A\*. The same boxes can be pushed in many orders, so it needs a closed list. A
//! state does not say where the player is among the squares that it can walk to, so only pushes
//! count. A box from which no goal can be reached, as in a corner, makes the state a dead end.

mod level;

use bestfirst::search::Distances;
use bestfirst::{ActionSpace, DEAD_END, Limits, Problem, Solver, StateSpace};
pub(crate) use level::{Level, Square};

/// A level, with the least number of pushes from each square to the nearest goal.
pub(crate) struct Sokoban {
    level: Level,
    pushes: Vec<u32>,
}

/// The boxes, and the part of the level that the player is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    /// One bit for each square.
    boxes: u128,
    /// The first of the squares that the player can walk to.
    player: Square,
}

/// A push of a box from one square to the next.
#[derive(Clone, Copy)]
pub(crate) struct Push {
    /// Where the player has to be, on the other side of the box.
    player: Square,
    from: Square,
    to: Square,
    direction: usize,
}

/// The directions as in [`Level::neighbors`]. A direction ^ 1 is the opposite one.
const WALKS: [char; 4] = ['u', 'd', 'l', 'r'];
const PUSHES: [char; 4] = ['U', 'D', 'L', 'R'];

impl Sokoban {
    pub(crate) fn new(level: Level) -> Self {
        // Backwards from the goals: the player pulls the box, and needs a square to step back to.
        let neighbor = |square: Square, direction: usize| level.neighbors[square][direction];
        let pulls = |&square: &Square| {
            (0..4).filter_map(move |direction| {
                let pulled = neighbor(square, direction)?;
                neighbor(pulled, direction).map(|_| pulled)
            })
        };
        let squares = 0..level.neighbors.len();
        let mut goals = squares.clone().filter(|square| level.goals >> square & 1 == 1);
        let first = goals.next().unwrap_or_default();
        let space = Problem::from_neighbors(first, pulls, |_| false);
        let distances = Distances::from(&space, first).and_from(goals).compute();
        let pushes = squares.map(|square| distances.cost(&square).unwrap_or(DEAD_END)).collect();
        Self { level, pushes }
    }

    pub(crate) fn initial(&self) -> Position {
        self.position(self.level.boxes, self.level.player)
    }

    pub(crate) fn solve(&self, limits: Limits) -> Solver<Position> {
        Solver::builder_in(self, self.initial()).limits(limits).solve()
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

    /// The moves of the player for these pushes, with a shortest walk to each. Walks are lower case,
    /// and pushes are upper case.
    pub(crate) fn moves(&self, pushes: &[Push]) -> String {
        let (mut boxes, mut player) = (self.level.boxes, self.level.player);
        let mut moves = String::new();
        for push in pushes {
            let steps = |&square: &Square| {
                let neighbors = WALKS.into_iter().zip(self.level.neighbors[square]);
                let steps = neighbors.filter_map(|(walk, next)| Some((walk, next?, 1)));
                steps.filter(|(_, next, _)| boxes >> next & 1 == 0).collect::<Vec<_>>()
            };
            let walk = Problem::from_actions(player, steps, |&square| square == push.player);
            moves.extend(walk.solve().actions_in(&walk).into_iter().flatten());
            moves.push(PUSHES[push.direction]);
            boxes ^= 1 << push.from | 1 << push.to;
            player = push.from;
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
        for (from, neighbors) in self.level.neighbors.iter().enumerate().filter(is_box) {
            for direction in 0..4 {
                let to = neighbors[direction].filter(|to| boxes >> to & 1 == 0);
                let player = neighbors[direction ^ 1].filter(|player| reach >> player & 1 == 1);
                if let (Some(player), Some(to)) = (player, to) {
                    let next = self.position(boxes ^ (1 << from | 1 << to), from);
                    visit(Push { player, from, to, direction }, next, 1);
                }
            }
        }
    }
}
