//! What the tables ask of an instance, and the rules of a puzzle: to replay and to count by them.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use bestfirst::search::{Algorithm, AllShortest, CountErrorKind, Distances, Search};
use bestfirst::{Cost, Outcome, Solver, StateSpace};

/// The instance of a row.
pub(crate) trait Instance {
    /// What the library finds, by the name of the figure. Of a list, the values up to the index
    /// `most`.
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String>;

    /// The same by the rules alone. `None` if there is no other way to count.
    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String>;
}

/// The rules of a puzzle, apart from the space that is searched, and written for clarity alone.
pub(crate) trait Rules {
    /// How the puzzle looks.
    type Position: Clone + Eq + Hash + Debug;

    fn start(&self) -> Self::Position;

    fn is_solved(&self, position: &Self::Position) -> bool;

    /// All that can be done next, with its cost.
    fn next(&self, position: &Self::Position) -> Vec<(Self::Position, Cost)>;
}

/// The cost of a solution that keeps to the rules, or `none` if it is proven that there is none.
/// `look` tells how a state looks.
pub(crate) fn solution<R: Rules, S>(
    rules: &R,
    solver: &Solver<S>,
    look: impl Fn(&S) -> R::Position,
) -> Result<String, String> {
    let solution = match solver.outcome() {
        Outcome::Solved(solution) => solution,
        Outcome::Unsolvable => return Ok("none".to_owned()),
        Outcome::Stopped(stopped) => return Err(format!("stopped: {stopped}")),
    };
    let mut positions = solution.states().iter().map(look);
    let mut position = positions.next().filter(|first| *first == rules.start());
    let mut cost = 0;
    for next in positions {
        let here = position.ok_or("the solution begins elsewhere")?;
        let steps = rules.next(&here).into_iter().filter(|(after, _)| *after == next);
        let step = steps.map(|(_, cost)| cost).min();
        cost += step.ok_or_else(|| format!("no step from {here:?} to {next:?}"))?;
        position = Some(next);
    }
    let end = position.ok_or("the solution begins elsewhere")?;
    if !rules.is_solved(&end) {
        return Err(format!("the solution ends at {end:?}"));
    }
    if cost != solution.cost() || !solution.is_optimal() {
        return Err(format!("the solution costs {cost}, but {} is said", solution.cost()));
    }
    Ok(cost.to_string())
}

/// The number of optimal solutions, or `endless` if a cycle of cost 0 is on one of them.
pub(crate) fn solutions<P>(space: P, initial: P::State) -> Result<String, String>
where
    P: StateSpace<State: Hash + Eq>,
{
    let mut search = AllShortest::new().start(space, initial);
    search.advance(u64::MAX);
    match search.count() {
        Ok(count) => Ok(count.to_string()),
        Err(error) if *error.kind() == CountErrorKind::ZeroCostCycle => Ok("endless".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The number of states at each distance from the initial one.
pub(crate) fn growth<P>(space: P, initial: P::State, most: Option<usize>) -> Vec<u64>
where
    P: StateSpace<State: Hash + Eq>,
{
    let builder = Distances::from(space, initial);
    let most = most.and_then(|most| Cost::try_from(most).ok());
    let distances = if let Some(most) = most { builder.within(most) } else { builder }.compute();
    let mut counts = Vec::new();
    for (_, cost) in distances.iter() {
        let cost = cost as usize;
        counts.resize(counts.len().max(cost + 1), 0);
        counts[cost] += 1;
    }
    counts
}

/// A figure that follows from the number of states at each distance.
pub(crate) fn of_growth(name: &str, counts: &[u64]) -> Result<String, String> {
    match name {
        "growth" => Ok(listed(counts)),
        "states" => Ok(counts.iter().sum::<u64>().to_string()),
        "radius" => Ok((counts.len() - 1).to_string()),
        _ => Err(format!("no figure is called {name:?}")),
    }
}

pub(crate) fn listed<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// Goes through all positions by increasing cost, and gives one of the figures that all puzzles
/// have. For `cost`, it ends at the first that is solved.
pub(crate) fn by_brute_force<R: Rules>(
    rules: &R,
    name: &str,
    most: Option<usize>,
) -> Option<String> {
    let mut counts = Vec::new();
    let (mut known, mut open) = (HashSet::new(), vec![vec![rules.start()]]);
    while counts.len() < open.len() && most.is_none_or(|most| counts.len() <= most) {
        let cost = counts.len();
        let mut count = 0;
        while let Some(position) = open[cost].pop() {
            if !known.insert(position.clone()) {
                continue;
            }
            count += 1;
            if name == "cost" && rules.is_solved(&position) {
                return Some(cost.to_string());
            }
            for (next, step) in rules.next(&position) {
                let cost = cost + step as usize;
                open.resize(open.len().max(cost + 1), Vec::new());
                open[cost].push(next);
            }
        }
        counts.push(count);
    }
    while counts.last() == Some(&0) {
        counts.pop();
    }
    if name == "cost" { Some("none".to_owned()) } else { of_growth(name, &counts).ok() }
}
