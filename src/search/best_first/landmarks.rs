//! Estimates from the distances of a few states.

use std::hash::Hash;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::Distances;
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
/// is the estimate. So it includes walls, detours and one-way streets, which an estimate from
/// coordinates ignores. It is good where a landmark lies behind the goal, or behind the start.
/// Therefore landmarks are chosen far from each other.
///
/// Use it where a space is searched many times. Eight landmarks are often enough.
#[cfg_attr(
    all(feature = "sliding-tiles", feature = "word-ladder"),
    doc = "The [guide](crate::guide::weights_and_maps#landmarks) shows how much they save, and \
           where jump points save more."
)]
///
/// | the space | the landmarks | |
/// |---|---|---|
/// | has predecessors | are chosen | [`new`](Self::new) |
/// | | are given | [`at`](Self::at) |
/// | each step leads both ways | are chosen | [`undirected`](Self::undirected) |
/// | | are given | [`undirected_at`](Self::undirected_at) |
///
/// # Guarantees
///
/// For each goal, the estimate is admissible and consistent. It is [`DEAD_END`] only if no path
/// leads to the goal. All of this stays true if steps become more expensive or disappear. If a step
/// becomes cheaper or a new one appears, the estimate may be too high.
///
/// # Complexity and memory
///
/// For *k* landmarks, *k* computations of [distances](super::DistancesBuilder::compute_dense), and
/// *k* more if steps lead one way. If landmarks are chosen, there is one more, and the distances
/// *from* them are computed one after the other. With the feature `parallel`, the others are
/// computed on the threads of the current `rayon` pool, each of which takes 10 bytes for each
/// number of the space.
///
/// 4 bytes for each landmark and number of the space, or 2 if all distances are below 32,768; twice
/// that if steps lead one way. While they are computed, 4 bytes more for each. An estimate reads
/// two rows of *k* entries, or four.
///
/// With the feature `pattern-databases`, landmarks are saved to files and loaded.
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
/// let estimate = |&(from, to): &(u32, u32)| landmarks.between(from as usize, to as usize);
/// let space = graph.to(3).estimate_by(estimate);
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
#[derive(Clone, Debug)]
pub struct Landmarks {
    /// The distances from the landmarks.
    pub(crate) from: Table,
    /// The distances to them, if they are not the same.
    pub(crate) to: Option<Table>,
}

/// A row for each number of the space, with an entry for each landmark.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) numbers: usize,
    pub(crate) count: usize,
    entries: Entries,
}

/// The highest value stands for no path.
#[derive(Clone)]
enum Entries {
    /// If each distance is below 2¹⁵.
    Narrow(Vec<u16>),
    Wide(Vec<Cost>),
}

const UNREACHED: Cost = Cost::MAX;

impl Landmarks {
    /// `count` landmarks in the part of a space that can be reached from `first`, each as far as
    /// can be from those before. There are fewer if that part has fewer states.
    ///
    /// # Errors
    ///
    /// Why the distances could not be computed: there is not enough memory, a path costs `u32::MAX`
    /// or more, or there are more than `u32::MAX` numbers.
    ///
    /// # Panics
    ///
    /// As [`DenseDistances`](super::DenseDistances), if the space breaks its contract.
    pub fn new<P>(space: &P, first: P::State, count: usize) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq + Send + Sync> + BidirectionalSpace + Sync,
    {
        let (landmarks, from) = choose(space, first, count)?;
        Ok(Self { from, to: Some(compute(&Reversed::new(space), &landmarks)?) })
    }

    /// These landmarks. One that is not a state of the space changes no estimate.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn at<P>(space: &P, landmarks: &[P::State]) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq + Send + Sync> + BidirectionalSpace + Sync,
    {
        let from = compute(space, landmarks)?;
        Ok(Self { from, to: Some(compute(&Reversed::new(space), landmarks)?) })
    }

    /// As [`new`](Self::new), for a space in which each step leads both ways at the same cost, as
    /// on maps without weights. It takes half of the time and memory, and needs no predecessors.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
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
    /// let solver = Solver::builder_in(&space, start);
    /// let solver = solver.with_heuristic(landmarks.to(&space, &goal)).solve();
    /// assert_eq!((solver.cost(), solver.statistics().expanded), (Some(8), 8));
    /// # }
    /// ```
    pub fn undirected<P>(space: &P, first: P::State, count: usize) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq>,
    {
        Ok(Self { from: choose(space, first, count)?.1, to: None })
    }

    /// As [`at`](Self::at), for a space in which each step leads both ways at the same cost.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use bestfirst::graphs::Graph;
    /// use bestfirst::search::Landmarks;
    ///
    /// let street = Graph::from_arcs(4, [(0, 1, 5), (1, 2, 7), (2, 3, 2)])?.undirected();
    /// let landmarks = Landmarks::undirected_at(&street.to(0), &[3]).unwrap();
    /// assert_eq!(landmarks.between(0, 2), 12);
    /// # Ok::<(), bestfirst::graphs::GraphError>(())
    /// ```
    pub fn undirected_at<P>(space: &P, landmarks: &[P::State]) -> Result<Self, StopReason>
    where
        P: NumberedSpace<State: Hash + Eq + Send + Sync> + Sync,
    {
        Ok(Self { from: compute(space, landmarks)?, to: None })
    }

    /// A lower bound on the cost of a path between the states with these numbers. [`DEAD_END`] if
    /// it is certain that there is no path; 0 if one of the numbers is not a number of the space.
    #[inline]
    pub fn between(&self, from: usize, to: usize) -> Cost {
        let backward = self.to.as_ref().unwrap_or(&self.from);
        self.from.bound(from, to).max(backward.bound(to, from))
    }

    /// The estimates for one goal of a space: the one that the landmarks are for, or one with the
    /// same states and numbers in which no path costs less, such as jump points on the same map.
    pub fn to<P: StateSpace>(
        &self,
        space: P,
        goal: &P::State,
    ) -> impl Heuristic<P::State> + use<'_, P> {
        let number = move |state: &P::State| space.number(state).unwrap_or(usize::MAX);
        let goal = number(goal);
        from_fn(move |state: &P::State| self.between(number(state), goal))
    }
}

impl Table {
    /// A table of the distances from each landmark to all numbers.
    pub(crate) fn of(numbers: usize, columns: &[Vec<Cost>]) -> Result<Self, StopReason> {
        let is_narrow = |&cost: &Cost| cost == UNREACHED || cost <= Cost::from(u16::MAX) / 2;
        let entries = if columns.iter().flatten().all(is_narrow) {
            Entries::Narrow(rows(numbers, columns, |it| u16::try_from(it).unwrap_or(u16::MAX))?)
        } else {
            Entries::Wide(rows(numbers, columns, |cost| cost)?)
        };
        Ok(Self { numbers, count: columns.len(), entries })
    }

    /// The distances from the landmark with this index.
    #[cfg(feature = "pattern-databases")]
    pub(crate) fn column(&self, index: usize) -> impl Iterator<Item = Cost> {
        (index..self.numbers * self.count).step_by(self.count).map(|entry| match &self.entries {
            Entries::Narrow(entries) if entries[entry] == u16::MAX => UNREACHED,
            Entries::Narrow(entries) => entries[entry].into(),
            Entries::Wide(entries) => entries[entry],
        })
    }

    /// The highest bound on a path between these numbers, by the distances from the landmarks.
    #[inline]
    fn bound(&self, from: usize, to: usize) -> Cost {
        match &self.entries {
            Entries::Narrow(entries) => self.highest(entries, [from, to], u16::MAX.into()),
            Entries::Wide(entries) => self.highest(entries, [from, to], UNREACHED),
        }
    }

    #[inline]
    fn highest<T: Copy + Into<Cost>>(&self, all: &[T], ends: [usize; 2], unreached: Cost) -> Cost {
        let row = |number: usize| {
            let start = number.checked_mul(self.count)?;
            all.get(start..start.checked_add(self.count)?)
        };
        let [Some(a), Some(b)] = ends.map(row) else { return 0 };
        let pairs = || a.iter().zip(b).map(|(&a, &b)| (a.into(), b.into()));
        // Nearly always, all numbers are reached, and close enough for signed differences, which
        // are computed several at a time.
        #[expect(clippy::cast_possible_wrap, reason = "half of the range is tested")]
        let (highest, all) = pairs().fold((0, 0), |(highest, all): (i32, Cost), (a, b)| {
            (highest.max(b.wrapping_sub(a) as i32), all | a | b)
        });
        if all <= unreached / 2 {
            return highest.unsigned_abs();
        }
        // With a path from `a` to `b`, a landmark that reaches `a` would also reach `b`.
        let is_dead_end = |(a, b)| a < unreached && b == unreached;
        let bound = |(a, b): (Cost, Cost)| b.saturating_sub(a);
        if pairs().any(is_dead_end) { DEAD_END } else { pairs().map(bound).max().unwrap_or(0) }
    }
}

fn room<T>(length: usize) -> Result<Vec<T>, StopReason> {
    let mut room = Vec::new();
    room.try_reserve_exact(length).map_err(|_| StopReason::OutOfMemory { in_use: 0 })?;
    Ok(room)
}

/// The same table row by row.
fn rows<T>(
    numbers: usize,
    columns: &[Vec<Cost>],
    entry: impl Fn(Cost) -> T,
) -> Result<Vec<T>, StopReason> {
    let mut rows = room(numbers.saturating_mul(columns.len()))?;
    (0..numbers).for_each(|number| rows.extend(columns.iter().map(|costs| entry(costs[number]))));
    Ok(rows)
}

/// The distance of each number from a state. If the space does not have the state, no number is
/// reached.
fn distances<P: NumberedSpace<State: Hash + Eq>>(
    space: &P,
    state: P::State,
) -> Result<Vec<Cost>, StopReason> {
    let mut costs = room(space.numbers())?;
    costs.resize(space.numbers(), UNREACHED);
    if space.number(&state).is_none_or(|number| number >= costs.len()) {
        return Ok(costs);
    }
    let distances = Distances::from(space, state).compute_dense();
    distances.stopped_by().map_or(Ok(()), Err)?;
    for (state, cost) in distances.iter() {
        let entry = space.number(&state).and_then(|number| costs.get_mut(number));
        *entry.filter(|_| cost < UNREACHED).ok_or(StopReason::PathCost)? = cost;
    }
    Ok(costs)
}

/// The distances from these landmarks.
fn compute<P>(space: &P, landmarks: &[P::State]) -> Result<Table, StopReason>
where
    P: NumberedSpace<State: Hash + Eq + Send + Sync> + Sync,
{
    let column = |landmark: &P::State| distances(space, landmark.clone());
    #[cfg(feature = "parallel")]
    let columns: Result<Vec<_>, _> = landmarks.par_iter().map(column).collect();
    #[cfg(not(feature = "parallel"))]
    let columns: Result<Vec<_>, _> = landmarks.iter().map(column).collect();
    Table::of(space.numbers(), &columns?)
}

/// Chooses landmarks among the states that `first` reaches: each as far as can be from those
/// before, and among equals, as far as can be from `first`. A state that no landmark reaches is
/// farther than all others. Returns the distances from them, too.
fn choose<P: NumberedSpace<State: Hash + Eq>>(
    space: &P,
    first: P::State,
    count: usize,
) -> Result<(Vec<P::State>, Table), StopReason> {
    let (mut landmarks, mut columns) = (Vec::new(), Vec::new());
    // States that `first` does not reach are no candidates.
    let reached = distances(space, first)?;
    let mut nearest = room(reached.len())?;
    nearest.extend(reached.iter().map(|&cost| if cost == UNREACHED { 0 } else { UNREACHED }));
    while landmarks.len() < count {
        let farthest = nearest.iter().zip(&reached).enumerate().max_by_key(|&(_, costs)| costs);
        let farthest = farthest.filter(|&(_, (&nearest, _))| nearest > 0);
        let Some(landmark) = farthest.and_then(|(number, _)| space.state(number)) else { break };
        let costs = distances(space, landmark.clone())?;
        nearest.iter_mut().zip(&costs).for_each(|(nearest, &cost)| *nearest = cost.min(*nearest));
        landmarks.push(landmark);
        columns.push(costs);
    }
    Ok((landmarks, Table::of(space.numbers(), &columns)?))
}

debug!(Table, |it| numbers: it.numbers, count: it.count);
