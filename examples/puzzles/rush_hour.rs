//! Rush Hour: cars in a yard of six by six squares go forward and back, each in its own lane, until
//! the car `A` is at the exit, at the right end of its row.
//!
//! The search: graph A\*. Very many paths lead to each position. Each car in front of `A` has to
//! move before `A` can.

use std::fmt;

use bestfirst::{ActionSpace, Limits, Solver, StateSpace};

/// The number of rows, and of columns.
const SIDE: u8 = 6;

/// A yard with its cars and walls, and what counts as a move.
pub(crate) struct RushHour {
    /// The car `A` comes first.
    cars: Vec<Car>,
    walls: Squares,
    metric: Metric,
}

/// What has the cost 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// A car that goes any distance at once.
    Moves,
    /// A car that goes to the next square.
    Steps,
}

/// A car in its lane.
struct Car {
    name: char,
    /// The squares that it is on at the left or upper end of the lane.
    first: Squares,
    /// From one square of the lane to the next, in bits.
    stride: u8,
    /// How far the other end is.
    most: u8,
}

/// One bit for each square, row by row.
type Squares = u64;

/// How far each car is from the first end of its lane, three bits each, `A` lowest.
pub(crate) type Position = u64;

/// A car that goes along its lane.
pub(crate) struct Slide {
    pub(crate) car: char,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl RushHour {
    /// Reads the squares row by row: a letter for each car, `o` or `.` for an empty square, and `x`
    /// for a wall.
    pub(crate) fn parse(text: &str, metric: Metric) -> Result<(Self, Position), String> {
        let squares: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        if squares.len() != usize::from(SIDE * SIDE) {
            return Err(format!("{} squares, expected {}", squares.len(), SIDE * SIDE));
        }
        let mut yard = Self { cars: Vec::new(), walls: 0, metric };
        let mut position = 0;
        let mut names: Vec<char> = squares.iter().copied().filter(|&name| name != 'o').collect();
        names.sort_unstable();
        names.dedup();
        for name in names.into_iter().filter(|&name| name != '.') {
            let places = (0..).zip(&squares).filter(|&(_, letter)| *letter == name);
            let places: Vec<u8> = places.map(|(square, _)| square).collect();
            if name == 'x' {
                yard.walls = places.iter().map(|place| 1 << place).sum();
                continue;
            }
            let (car, place) = Car::new(name, &places)?;
            position |= u64::from(place) << (3 * yard.cars.len());
            yard.cars.push(car);
        }
        match yard.cars.first() {
            Some(car) if car.name == 'A' && car.stride == 1 => Ok((yard, position)),
            _ => Err("there is no car A in a row".to_owned()),
        }
    }

    pub(crate) fn solve(&self, position: Position, limits: Limits) -> Solver<Position> {
        Solver::builder_in(self, position).limits(limits).solve()
    }

    /// The squares row by row, as [`parse`](Self::parse) reads them.
    pub(crate) fn text(&self, position: Position) -> String {
        let name = |square| {
            let car = self.squares(position).find(|(_, _, on)| on >> square & 1 == 1);
            let empty = if self.walls >> square & 1 == 1 { 'x' } else { 'o' };
            car.map_or(empty, |(car, ..)| car.name)
        };
        (0..SIDE * SIDE).map(name).collect()
    }

    /// Each car with its place in the lane, and the squares that it is on.
    fn squares(&self, position: Position) -> impl Iterator<Item = (&Car, u8, Squares)> {
        self.cars.iter().enumerate().map(move |(index, car)| {
            let place = (position >> (3 * index) & 7) as u8;
            (car, place, car.first << (place * car.stride))
        })
    }
}

impl Car {
    /// A car on these squares, and its place in the lane.
    fn new(name: char, places: &[u8]) -> Result<(Self, u8), String> {
        let stride = places.get(1).map_or(0, |second| second - places[0]);
        let is_straight = places.windows(2).all(|pair| pair[1] - pair[0] == stride);
        let (row, column) = (places[0] / SIDE, places[0] % SIDE);
        let (place, lane) = if stride == 1 { (column, row * SIDE) } else { (row, column) };
        let length = (places[places.len() - 1] - places[0]) / stride.max(1) + 1;
        let is_in_lane = [1, SIDE].contains(&stride) && is_straight && place + length <= SIDE;
        if !name.is_ascii_uppercase() || !is_in_lane {
            return Err(format!("{name} is no car in one row or column"));
        }
        let first = (0..length).map(|place| 1 << (lane + place * stride)).sum();
        Ok((Self { name, first, stride, most: SIDE - length }, place))
    }
}

impl StateSpace for RushHour {
    type State = Position;

    /// The cars in front of `A`, and the way of `A` itself.
    fn estimate(&self, &position: &Position) -> u32 {
        let way = self.cars[0].most - (position & 7) as u8;
        if way == 0 {
            return 0;
        }
        // The last squares of the row.
        let row = self.cars[0].first.trailing_zeros() + u32::from(SIDE - way);
        let front = ((1 << way) - 1) << row;
        let blocking = self.squares(position).map(|(.., on)| u32::from(on & front != 0));
        blocking.sum::<u32>() + if self.metric == Metric::Moves { 1 } else { way.into() }
    }

    fn is_goal(&self, &position: &Position) -> bool {
        (position & 7) as u8 == self.cars[0].most
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

impl ActionSpace for RushHour {
    type Action = Slide;

    fn for_each_action(&self, &position: &Position, mut visit: impl FnMut(Slide, Position, u32)) {
        let occupied = self.squares(position).fold(self.walls, |occupied, (.., on)| occupied | on);
        let farthest = if self.metric == Metric::Moves { usize::MAX } else { 1 };
        for (index, (car, place, on)) in self.squares(position).enumerate() {
            let others = occupied & !on;
            let is_free = |place: &u8| car.first << (place * car.stride) & others == 0;
            let mut go = |to: u8| {
                let next = position ^ u64::from(place ^ to) << (3 * index);
                visit(Slide { car: car.name, from: place, to }, next, 1);
            };
            (0..place).rev().take_while(is_free).take(farthest).for_each(&mut go);
            (place + 1..=car.most).take_while(is_free).take(farthest).for_each(&mut go);
        }
    }
}

/// As in `K-2`, for two squares to the left or up.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.from < self.to { '+' } else { '-' };
        write!(f, "{}{sign}{}", self.car, self.from.abs_diff(self.to))
    }
}
