//! Searches from both ends with weak estimates: the expansions of graph A\*, of NBS and of BAE\*,
//! and the CPU time of each, compared with graph A\*.

mod measure {
    pub(crate) mod mode;
}

use std::hash::Hash;

use bestfirst::heuristic::from_fn;
use bestfirst::pattern_database::{PatternDatabase, SpaceProjection, TableError};
use bestfirst::search::{Algorithm, Bidirectional, End, GraphAStar, Search};
use bestfirst::{BidirectionalSpace, StateSpace, WithHeuristic};
use cpu_time::ProcessTime;
use measure::mode::is_test;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), TableError> {
    let count = if is_test() { 1 } else { 50 };
    println!(
        "expansions and CPU time of a search, in the mean of {count}; then, divided by those of"
    );
    println!("graph A*, the time of a search and the time of an expansion\n");
    println!("{:34} {:20} {:31} BAE*", "", "graph A*", "NBS");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let discs = if is_test() { 6 } else { 10 };
    let towers = (0..count).map(|_| {
        let start: Pegs = rng.random_range(0..1 << (2 * discs));
        Ok((Hanoi::with_tables(discs, 4, start)?, start))
    });
    let towers: Vec<_> = towers.collect::<Result<_, TableError>>()?;
    compare("Hanoi, tables without 4 discs", &towers);
    for left_out in 0..3 {
        let mut stacks = vec![Pancakes::SORTED; count];
        for stack in &mut stacks {
            stack.shuffle(&mut rng);
        }
        let stacks: Vec<_> =
            stacks.into_iter().map(|stack| (Pancakes { left_out }, stack)).collect();
        compare(&format!("12 pancakes, gaps, {left_out} left out"), &stacks);
    }
    Ok(())
}

/// Solves the problems by each search.
fn compare<P: BidirectionalSpace<State: Clone + Eq + Hash>>(
    name: &str,
    problems: &[(P, P::State)],
) {
    let mut totals = [Total::default(); 3];
    for (space, initial) in problems {
        let [a_star, nbs, bae] = &mut totals;
        let cost = a_star.add(&GraphAStar::new(), space, initial);
        // Of a heuristic nothing is known.
        let untold = WithHeuristic::new(space, from_fn(|state: &P::State| space.estimate(state)));
        assert_eq!(nbs.add(&Bidirectional::new(), &untold, initial), cost);
        assert_eq!(bae.add(&Bidirectional::new(), space, initial), cost);
    }
    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    let [a_star, nbs, bae] = totals.map(|Total { expanded, seconds }| {
        let count = problems.len() as f64;
        (expanded as f64 / count, seconds / count, seconds / expanded as f64)
    });
    print!("{name:34} {:>8.0} {:>7.3} ms", a_star.0, a_star.1 * 1e3);
    for (expanded, seconds, step) in [nbs, bae] {
        let (time, step) = (seconds / a_star.1, step / a_star.2);
        print!("  {expanded:>8.0} {:>7.3} ms {time:>5.2} {step:>4.2}", seconds * 1e3);
    }
    println!();
}

#[derive(Clone, Copy, Default)]
struct Total {
    expanded: u64,
    seconds: f64,
}

impl Total {
    /// Solves a problem, and returns the cost.
    fn add<P: StateSpace, A: Algorithm<P>>(
        &mut self,
        algorithm: &A,
        space: P,
        initial: &P::State,
    ) -> u32 {
        let began = ProcessTime::now();
        let mut search = algorithm.start(space, initial.clone());
        assert_eq!(search.advance(u64::MAX), Some(End::Solved));
        self.seconds += began.elapsed().as_secs_f64();
        self.expanded += search.statistics().expanded;
        search.cost()
    }
}

/// The Towers of Hanoi with four pegs. The estimates are the exact distances of all discs but a few
/// of the smallest.
struct Hanoi {
    discs: u32,
    goal: Pegs,
    /// How many discs the tables leave out.
    smallest: u32,
    to_goal: Option<PatternDatabase>,
    from_start: Option<PatternDatabase>,
}

/// The peg of each disc, two bits for each, the smallest disc lowest.
type Pegs = u32;

impl Hanoi {
    fn without_tables(discs: u32, goal: Pegs) -> Self {
        Self { discs, goal, smallest: 0, to_goal: None, from_start: None }
    }

    /// All discs to the last peg.
    fn with_tables(discs: u32, smallest: u32, start: Pegs) -> Result<Self, TableError> {
        let goal = (1 << (2 * discs)) - 1;
        let table = |pegs: Pegs| {
            let space = Self::without_tables(discs - smallest, pegs >> (2 * smallest));
            let entries = 1 << (2 * space.discs);
            let name = format!("{} discs to {:x}", space.discs, space.goal);
            let state = |number| Pegs::try_from(number).expect("fewer than 16 discs");
            PatternDatabase::build(&SpaceProjection::new(name, space, entries, state)).map(Some)
        };
        let (to_goal, from_start) = (table(goal)?, table(start)?);
        Ok(Self { discs, goal, smallest, to_goal, from_start })
    }

    fn distance(&self, table: Option<&PatternDatabase>, pegs: Pegs) -> u32 {
        table.map_or(0, |table| table.distance((pegs >> (2 * self.smallest)) as usize))
    }
}

impl StateSpace for Hanoi {
    type State = Pegs;

    fn estimate(&self, &pegs: &Pegs) -> u32 {
        self.distance(self.to_goal.as_ref(), pegs)
    }

    fn is_goal(&self, &pegs: &Pegs) -> bool {
        pegs == self.goal
    }

    fn for_each_successor(
        &self,
        &pegs: &Pegs,
        previous: Option<&Pegs>,
        mut visit: impl FnMut(Pegs, u32),
    ) {
        // The pegs with a smaller disc than this one, one bit each.
        let mut covered = 0;
        for disc in 0..self.discs {
            let from = pegs >> (2 * disc) & 3;
            if covered >> from & 1 == 0 {
                covered |= 1 << from;
                for to in (0..4).filter(|to| covered >> to & 1 == 0) {
                    let next = pegs ^ (from ^ to) << (2 * disc);
                    if Some(&next) != previous {
                        visit(next, 1);
                    }
                }
            }
        }
    }

    fn number(&self, &pegs: &Pegs) -> Option<usize> {
        Some(pegs as usize)
    }

    fn least_step_cost(&self) -> u32 {
        1
    }
}

impl BidirectionalSpace for Hanoi {
    fn goals(&self, _: &Pegs) -> impl IntoIterator<Item = Pegs> {
        [self.goal]
    }

    fn estimate_from_initial(&self, _: &Pegs, &pegs: &Pegs) -> u32 {
        self.distance(self.from_start.as_ref(), pegs)
    }

    fn has_consistent_estimates(&self) -> bool {
        true
    }

    fn for_each_predecessor(&self, pegs: &Pegs, next: Option<&Pegs>, visit: impl FnMut(Pegs, u32)) {
        self.for_each_successor(pegs, next, visit);
    }
}

/// A stack of pancakes on a plate is to be sorted. The estimate is the number of gaps: of pairs
/// that lie on one another, and do not in the stack that is wanted.
struct Pancakes {
    /// How many of the largest pancakes are left out of the estimate.
    left_out: usize,
}

/// The pancakes by size, from the top.
type Stack = [u8; 12];

impl Pancakes {
    const SORTED: Stack = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const PLATE: u8 = 13;

    fn gaps(&self, stack: &Stack, wanted: &Stack) -> u32 {
        let mut places = [0; 14];
        for (place, &pancake) in (0_usize..).zip(wanted.iter().chain([&Self::PLATE])) {
            places[usize::from(pancake)] = place;
        }
        let left_out = 13 - self.left_out..13;
        let below = stack[1..].iter().chain([&Self::PLATE]);
        let gaps = stack.iter().zip(below).filter(|&(&upper, &lower)| {
            let [upper, lower] = [upper, lower].map(usize::from);
            let counts = !left_out.contains(&upper) && !left_out.contains(&lower);
            counts && places[upper].abs_diff(places[lower]) > 1
        });
        gaps.map(|_| 1).sum()
    }
}

impl StateSpace for Pancakes {
    type State = Stack;

    fn estimate(&self, stack: &Stack) -> u32 {
        self.gaps(stack, &Self::SORTED)
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }

    fn for_each_successor(
        &self,
        stack: &Stack,
        previous: Option<&Stack>,
        mut visit: impl FnMut(Stack, u32),
    ) {
        for count in 2..=stack.len() {
            let mut turned = *stack;
            turned[..count].reverse();
            if Some(&turned) != previous {
                visit(turned, 1);
            }
        }
    }

    fn least_step_cost(&self) -> u32 {
        1
    }
}

impl BidirectionalSpace for Pancakes {
    fn goals(&self, _: &Stack) -> impl IntoIterator<Item = Stack> {
        [Self::SORTED]
    }

    fn estimate_from_initial(&self, initial: &Stack, stack: &Stack) -> u32 {
        self.gaps(stack, initial)
    }

    fn has_consistent_estimates(&self) -> bool {
        true
    }

    fn for_each_predecessor(
        &self,
        stack: &Stack,
        next: Option<&Stack>,
        visit: impl FnMut(Stack, u32),
    ) {
        self.for_each_successor(stack, next, visit);
    }
}
