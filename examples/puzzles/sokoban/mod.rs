//! Sokoban: push all boxes to goals. A push moves one box to the next square.
//!
//! The search: graph A\*. The same boxes can be pushed in many orders, so it needs a closed list. A
//! state does not say where the player is among the squares that it can walk to, so only pushes
//! count. A box from which no goal can be reached, as in a corner, makes the state a dead end.

mod level;

use bestfirst::search::Distances;
use bestfirst::{ActionSpace, DEAD_END, Limits, Problem, Solver, StateSpace};
use level::Squares;
pub(crate) use level::{Level, Square};

/// A level, with the least number of pushes from each square to the nearest goal.
pub(crate) struct Sokoban {
    level: Level,
    pushes: Vec<u32>,
}

/// The boxes, and the part of the level that the player is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    boxes: Squares,
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
        let mut goals = level.goals.iter();
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

    /// The squares that the player can walk to.
    fn within_reach(&self, boxes: &Squares, player: Square) -> Squares {
        let (mut reached, mut open) = (Squares::default(), vec![player]);
        reached.toggle(player);
        while let Some(square) = open.pop() {
            for &next in self.level.neighbors[square].iter().flatten() {
                if !reached.contains(next) && !boxes.contains(next) {
                    reached.toggle(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    fn position(&self, boxes: Squares, player: Square) -> Position {
        let player = self.within_reach(&boxes, player).iter().next().unwrap_or(player);
        Position { boxes, player }
    }

    /// The moves of the player for these pushes, with a shortest walk to each. Walks are lower
    /// case, and pushes are upper case.
    pub(crate) fn moves(&self, pushes: &[Push]) -> String {
        let (mut boxes, mut player) = (self.level.boxes, self.level.player);
        let mut moves = String::new();
        for push in pushes {
            let steps = |&square: &Square| {
                let neighbors = WALKS.into_iter().zip(self.level.neighbors[square]);
                let steps = neighbors.filter_map(|(walk, next)| Some((walk, next?, 1)));
                steps.filter(|(_, next, _)| !boxes.contains(*next)).collect::<Vec<_>>()
            };
            let walk = Problem::from_actions(player, steps, |&square| square == push.player);
            moves.extend(walk.solve().actions_in(&walk).into_iter().flatten());
            moves.push(PUSHES[push.direction]);
            boxes.toggle(push.from);
            boxes.toggle(push.to);
            player = push.from;
        }
        moves
    }
}

impl StateSpace for Sokoban {
    type State = Position;

    /// The sum of the least pushes of each box by itself.
    fn estimate(&self, position: &Position) -> u32 {
        let pushes = position.boxes.iter().map(|square| self.pushes[square]);
        pushes.fold(0, u32::saturating_add)
    }

    fn is_goal(&self, position: &Position) -> bool {
        position.boxes.iter().all(|square| self.level.goals.contains(square))
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
        let Position { boxes, player } = position;
        let reach = self.within_reach(boxes, *player);
        for from in boxes.iter() {
            let neighbors = self.level.neighbors[from];
            for direction in 0..4 {
                let to = neighbors[direction].filter(|&to| !boxes.contains(to));
                let player = neighbors[direction ^ 1].filter(|&player| reach.contains(player));
                if let (Some(player), Some(to)) = (player, to) {
                    let mut moved = *boxes;
                    moved.toggle(from);
                    moved.toggle(to);
                    visit(Push { player, from, to, direction }, self.position(moved, from), 1);
                }
            }
        }
    }
}
