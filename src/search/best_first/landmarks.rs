//! Estimates from the distances of a few states.

use std::hash::Hash;

use super::{DenseDistances, Distances, DistancesMemory};
use crate::heuristic::from_fn;
use crate::space::debug::debug;
use crate::{
    BidirectionalSpace, Cost, DEAD_END, Heuristic, NumberedSpace, Reversed, StateSpace, StopReason,
};

/// Estimates for any two states of a numbered space, from the distances of a few states to all
/// others: the landmarks.
///
/// A path from *a* to *b* costs at least the distance from a landmark to *b* minus that to *a*, and
/// at least the distance from *a* to the landmark minus that from *b*. The highest of these bounds
/// is the estimate. So it knows of walls, detours and one-way streets, of which coordinates know
/// nothing. It is good where a landmark lies behind the goal, or behind the start. Therefore
/// landmarks are chosen far from each other.
///
/// Use it where a space is searched many times. Eight landmarks are often enough: on mazes of
/// 512×512 cells, `DenseAStar` expands an eighth of the cells with them, in a quarter of the time;
/// among random obstacles a fifth, in three eighths of the time.
///
/// # Guarantees
///
/// For each goal, the estimate is admissible and consistent. It is [`DEAD_END`] only if no path
/// leads to the goal.
///
/// # Complexity and memory
///
/// For *k* landmarks, *k* + 1 computations of
/// [distances](super::DistancesBuilder::compute_dense), and *k* more if steps lead one way. 4 bytes
/// for each landmark and number of the space, or 8. An estimate reads 2 *k* entries, or 4 *k*.
///
/// # Example
///
/// ```
/// use bestfirst::Solver;
/// use bestfirst::graphs::Graph;
/// use bestfirst::search::Landmarks;
///
/// let roads = [(0, 1, 7), (0, 2, 1), (2, 1, 2), (1, 3, 1), (2, 3, 9)];
/// let graph = Graph::from_arcs(4, roads)?;
/// let landmarks = Landmarks::new(&graph.to(0), 0, 2).unwrap();
///
/// let space = graph.to(3).estimate_by(|&(from, to)| landmarks.between(from as usize, to as usize));
/// let solver = Solver::builder_in(space, 0).solve();
/// assert_eq!(solver.solution(), [0, 2, 1, 3]);
/// # Ok::<(), bestfirst::graphs::GraphError>(())
/// ```
///
/// # Reference
///
/// A. V. Goldberg and C. Harrelson, "Computing the shortest path: A\* search meets graph theory",
/// *SODA* 2005. In state spaces: N. R. Sturtevant, A. Felner, M. Barer, J. Schaeffer and N. Burch,
/// "Memory-based heuristics for explicit state spaces", *IJCAI* 2009.
#[derive(Clone)]
pub struct Landmarks {
    count: usize,
    /// For each number of the space, the distance from each landmark, or [`UNREACHED`].
    from: Vec<Cost>,
    /// The distances to the landmarks, if they are not the same.
    to: Option<Vec<Cost>>,
}

const UNREACHED: Cost = Cost::MAX;

impl Landmarks {
    /// `count` landmarks in the part of a space that can be reached from `first`. There are fewer
    /// if that part has fewer states.
    ///
    /// # Errors
    ///
    /// Why the distances could not be computed: there is not enough memory, a path costs `u32::MAX`
    /// or more, or there are more than `u32::MAX` numbers.
    ///
    /// # Panics
    ///
    /// As [`DenseDistances`], if the space breaks its contract.
    pub fn new<P>(space: &P, first: P::State, count: usize) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq> + BidirectionalSpace,
    {
        let mut to = table(space, count)?;
        let from = choose(space, first, count, |index, landmark, memory| {
            let distances = Distances::from(Reversed::new(space), landmark);
            let distances = distances.reusing(memory).compute_dense();
            enter(&distances, space, &mut to[..], (index, count))?;
            Ok(distances.into_memory())
        })?;
        Ok(Self { count, from, to: Some(to) })
    }

    /// As [`new`](Self::new), for a space in which each step leads both ways at the same cost, as
    /// on most maps. It takes half of the time and memory, and the space need not know
    /// predecessors.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// ```
    /// # #[cfg(feature = "grid-maps")] {
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
    /// use bestfirst::search::Landmarks;
    ///
    /// let map: GridMap = "
    /// .#...#...
    /// .#.#.#.#.
    /// ...#...#.
    /// ".parse().unwrap();
    /// let (start, goal) = (map.cell(0, 0).unwrap(), map.cell(4, 0).unwrap());
    /// let space = GridSpace::new(&map, Steps::four(), goal);
    /// let landmarks = Landmarks::undirected(&space, start, 1).unwrap();
    ///
    /// let solver = Solver::builder_in(&space, start).with_heuristic(landmarks.to(&space, &goal)).solve();
    /// assert_eq!((solver.cost(), solver.statistics().expanded), (Some(8), 8));
    /// # }
    /// ```
    pub fn undirected<P>(space: &P, first: P::State, count: usize) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq>,
    {
        let from = choose(space, first, count, |_, _, memory| Ok(memory))?;
        Ok(Self { count, from, to: None })
    }

    /// A lower bound on the cost of a path between the states with these numbers. [`DEAD_END`] if
    /// there is none for certain; 0 if one of them is not a number of the space.
    #[inline]
    #[must_use]
    pub fn between(&self, from: usize, to: usize) -> Cost {
        let backward = self.to.as_ref().unwrap_or(&self.from);
        let forward = differences(self.row(&self.from, from), self.row(&self.from, to));
        let backward = differences(self.row(backward, to), self.row(backward, from));
        forward.max(backward)
    }

    /// The estimates for one goal of a space: the one that the landmarks are for, or one with the
    /// same steps and numbers.
    pub fn to<'a, P: StateSpace>(
        &'a self,
        space: &'a P,
        goal: &P::State,
    ) -> impl Heuristic<P::State> + use<'a, P> {
        let number = |state: &P::State| space.number(state).unwrap_or(usize::MAX);
        let goal = number(goal);
        from_fn(move |state: &P::State| self.between(number(state), goal))
    }

    #[inline]
    fn row<'a>(&self, table: &'a [Cost], number: usize) -> &'a [Cost] {
        let start = number.saturating_mul(self.count);
        table.get(start..start.saturating_add(self.count)).unwrap_or(&[])
    }
}

/// The highest bound on a path from `a` to `b`, given the distances of each from the landmarks.
#[inline]
fn differences(a: &[Cost], b: &[Cost]) -> Cost {
    let bounds = a.iter().zip(b).map(|(&a, &b)| match (a, b) {
        (UNREACHED, _) => 0,
        // The landmark leads to `a`, and so would to `b`.
        (_, UNREACHED) => DEAD_END,
        _ => b.saturating_sub(a),
    });
    bounds.max().unwrap_or(0)
}

fn table<P: NumberedSpace>(space: &P, count: usize) -> Result<Vec<Cost>, StopReason> {
    let mut table = Vec::new();
    let entries = space.numbers().saturating_mul(count);
    table.try_reserve_exact(entries).map_err(|_| StopReason::OutOfMemory { in_use: 0 })?;
    table.resize(entries, UNREACHED);
    Ok(table)
}

/// Enters the distances of the landmark with this index, of so many.
fn enter<P: NumberedSpace<State: Hash + Eq>, Q: NumberedSpace<State = P::State>>(
    distances: &DenseDistances<Q>,
    space: &P,
    table: &mut [Cost],
    (index, count): (usize, usize),
) -> Result<(), StopReason> {
    if let Some(reason) = distances.stopped_by() {
        return Err(reason);
    }
    for (state, cost) in distances.iter() {
        let entry = space.number(&state).and_then(|number| table.get_mut(number * count + index));
        *entry.filter(|_| cost < UNREACHED).ok_or(StopReason::PathCost)? = cost;
    }
    Ok(())
}

/// Chooses landmarks among the states that `first` reaches: each as far as can be from those
/// before, and among equals, as far as can be from `first`. A state that no landmark reaches is
/// farther than all others. `also` does more with each. Returns the distances from them.
fn choose<P: NumberedSpace<State: Hash + Eq>>(
    space: &P,
    first: P::State,
    count: usize,
    mut also: impl FnMut(
        usize,
        P::State,
        DistancesMemory<P::State>,
    ) -> Result<DistancesMemory<P::State>, StopReason>,
) -> Result<Vec<Cost>, StopReason> {
    let mut from = table(space, count)?;
    // To each state from `first`, and from the nearest landmark.
    let (mut reached, mut nearest) = (table(space, 1)?, table(space, 1)?);
    let distances = Distances::from(space, first).compute_dense();
    enter(&distances, space, &mut reached, (0, 1))?;
    let mut memory = distances.into_memory();
    for index in 0..count {
        let states = nearest.iter().zip(&reached).enumerate();
        let states = states.filter(|&(_, (_, &reached))| reached != UNREACHED);
        let farthest = states.max_by_key(|&(_, costs)| costs);
        let farthest = farthest.filter(|&(_, (&nearest, _))| nearest > 0);
        let Some(landmark) = farthest.and_then(|(number, _)| space.state(number)) else { break };
        let distances = Distances::from(space, landmark.clone()).reusing(memory).compute_dense();
        enter(&distances, space, &mut from, (index, count))?;
        for (nearest, row) in nearest.iter_mut().zip(from.chunks(count)) {
            *nearest = (*nearest).min(row[index]);
        }
        memory = also(index, landmark, distances.into_memory())?;
    }
    Ok(from)
}

debug!(Landmarks, |it| count: it.count);
