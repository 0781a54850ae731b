//! What can be read from an enumeration: counts, distances, paths and estimates.

use std::collections::VecDeque;
use std::iter;

use rustc_hash::FxHashMap;

use super::Enumeration;
use crate::{Cost, DEAD_END, Heuristic, NumberedSpace, Statistics, StopReason};

impl<P: NumberedSpace> Enumeration<P> {
    /// The number of states found at each distance. If a limit stopped the enumeration, the last
    /// count may be too low.
    pub fn histogram(&self) -> &[u64] {
        match self.histogram.split_last() {
            Some((0, found)) => found,
            _ => &self.histogram,
        }
    }

    /// The greatest distance of all. `None` if there is no source, or if the enumeration is not
    /// complete.
    pub fn radius(&self) -> Option<Cost> {
        (self.is_complete && !self.histogram.is_empty()).then(|| self.level())
    }

    /// All states up to this distance are found. `None` if those at distance 0 may not all be
    /// found, because steps of cost 0 lead to others, or if there is no source.
    pub fn completed(&self) -> Option<Cost> {
        // While the enumeration is not complete, the last count still grows.
        let after = if self.is_complete { 1 } else { 2 };
        Cost::try_from(self.histogram.len().checked_sub(after)?).ok()
    }

    /// The number of states reached.
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The states at the greatest distance, in the order of their numbers. `None` if there are more
    /// than 65,536, or if the enumeration is not complete.
    pub fn farthest(&self) -> Option<impl ExactSizeIterator<Item = P::State>> {
        let numbers = self.newest[0].0.as_ref().filter(|_| self.is_complete)?;
        let states: Vec<_> =
            numbers.iter().filter_map(|&number| self.space.state(number)).collect();
        Some(states.into_iter())
    }

    /// Whether all states that can be reached are found.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The limit that stopped the enumeration.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters: states expanded, states reached as `generated`, bytes of the table, time.
    pub fn statistics(&self) -> Statistics {
        Statistics { bytes: self.marks.bytes(), ..self.statistics }
    }

    /// The space.
    pub fn space(&self) -> &P {
        &self.space
    }

    /// The distance of a state, if every step can be undone at the same cost. `None` if the state
    /// was not reached.
    ///
    /// Goes from state to nearer state until a source is reached. It expands one state for each
    /// step, and the source. If the space has steps of cost 0, a state may have no neighbour that
    /// is nearer. Then the states that steps of cost 0 lead to are searched breadth-first for one
    /// with a nearer neighbour, and are kept in memory meanwhile.
    pub fn distance(&self, state: &P::State) -> Option<Cost> {
        self.descend(self.number(state)?, |_| {})
    }

    /// A shortest path from the nearest source to a state, if every step can be undone at the same
    /// cost. `None` if the state was not reached.
    ///
    /// The path is found as the [`distance`](Self::distance) is, and visits no state twice. Of the
    /// paths of the least cost, it need not be one of the fewest steps.
    pub fn path(&self, state: &P::State) -> Option<Vec<P::State>> {
        let mut path = Vec::new();
        self.descend(self.number(state)?, |number| path.extend(self.space.state(number)))?;
        path.reverse();
        Some(path)
    }

    /// The number of a state, if it is in range.
    fn number(&self, state: &P::State) -> Option<usize> {
        self.space.number(state).filter(|&number| number < self.space.numbers())
    }

    /// Goes from a number to the nearest source, and visits all on the way. Returns the distance.
    fn descend(&self, mut number: usize, mut visit: impl FnMut(usize)) -> Option<Cost> {
        let mut distance = 0;
        loop {
            visit(number);
            if let Some(nearer) = self.nearer(number) {
                (number, distance) = (nearer, distance + 1);
                // Otherwise some steps cannot be undone.
                if distance as usize > self.histogram.len() {
                    return None;
                }
            } else if self.is_source(number) {
                return Some(distance);
            } else {
                let mut way = self.across(number)?;
                way.pop();
                way.iter().skip(1).rev().copied().for_each(&mut visit);
                number = way[0];
            }
        }
    }

    fn is_source(&self, number: usize) -> bool {
        self.sources.binary_search(&number).is_ok()
    }

    /// A path by steps of cost 0 from a number to a source, or to a number with a nearer neighbour.
    /// The last number comes first. Found by breadth-first search.
    fn across(&self, first: usize) -> Option<Vec<usize>> {
        let level = self.marks.residues.value(first);
        // Each number with the number before it on its path.
        let mut before = FxHashMap::from_iter([(first, first)]);
        let mut open = VecDeque::from([first]);
        while let Some(number) = open.pop_front() {
            if self.nearer(number).is_some() || self.is_source(number) {
                let back = |number: &usize| Some(before[number]).filter(|back| back != number);
                return Some(iter::successors(Some(number), back).collect());
            }
            self.space.for_each_successor_number(number, |next, step_cost| {
                let is_level = step_cost == 0 && self.marks.residues.value(next) == level;
                if is_level && !before.contains_key(&next) {
                    before.insert(next, number);
                    open.push_back(next);
                }
            });
        }
        None
    }

    /// A neighbour whose distance is one less, if every step can be undone.
    fn nearer(&self, number: usize) -> Option<usize> {
        let wanted = Some((self.marks.residues.value(number)? + 2) % 3);
        let mut nearer = None;
        self.space.for_each_successor_number(number, |neighbor, _| {
            let is_nearer = |&neighbor: &usize| self.marks.residues.value(neighbor) == wanted;
            nearer = nearer.or_else(|| Some(neighbor).filter(is_nearer));
        });
        nearer
    }
}

/// The distance to the nearest source, if every step can be undone at the same cost: the perfect
/// estimate. If no source can be reached, it is [`DEAD_END`]. If the enumeration is not complete,
/// the estimate of a state that was not found is a lower bound.
impl<P: NumberedSpace> Heuristic<P::State> for Enumeration<P> {
    fn estimate(&self, state: &P::State) -> Cost {
        let unknown = match self.completed() {
            _ if self.is_complete => DEAD_END,
            None => 0,
            Some(completed) => completed + 1,
        };
        self.distance(state).unwrap_or(unknown)
    }
}
