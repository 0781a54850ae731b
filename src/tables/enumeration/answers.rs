//! What a kept enumeration answers.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::residues;
use super::{Enumeration, EnumerationError};
use crate::tables::two_bits::Refused;
use crate::{BidirectionalSpace, Cost, DEAD_END, Heuristic, NumberedSpace, Statistics, StopReason};

impl<P: NumberedSpace> Enumeration<P> {
    /// The number of states found at each distance. If a limit stopped it, the last count may be too
    /// low.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        match self.histogram.split_last() {
            Some((0, found)) => found,
            _ => &self.histogram,
        }
    }

    /// The greatest distance of all. `None` if there is no source, or if the enumeration is not
    /// complete.
    #[must_use]
    pub fn radius(&self) -> Option<Cost> {
        (self.is_complete && !self.histogram.is_empty()).then(|| self.level())
    }

    /// All states up to this distance are found. `None` if those at distance 0 may not all be found,
    /// because steps of cost 0 lead to others, or if there is no source.
    #[must_use]
    pub fn completed(&self) -> Option<Cost> {
        // Otherwise the last one grows.
        let after = if self.is_complete { 1 } else { 2 };
        Cost::try_from(self.histogram.len().checked_sub(after)?).ok()
    }

    /// The number of states reached.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The states at the greatest distance, in the order of their numbers. `None` if there are more
    /// than 65,536, or if the enumeration is not complete.
    pub fn farthest(&self) -> Option<impl ExactSizeIterator<Item = P::State>> {
        let numbers = self.newest[0].numbers().filter(|_| self.is_complete)?;
        let states: Vec<_> =
            numbers.iter().filter_map(|&number| self.space.state(number)).collect();
        Some(states.into_iter())
    }

    /// Whether all states that can be reached are found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The limit that stopped it.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters: states expanded, states reached as `generated`, bytes of the table, time.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { bytes: self.marks.bytes(), ..self.statistics }
    }

    /// The space.
    #[must_use]
    pub fn space(&self) -> &P {
        &self.space
    }

    /// The distance of a state, if every step can be undone at the same cost. `None` if the state was
    /// not reached.
    ///
    /// Goes from state to nearer state until a source is reached. It expands as many states as the
    /// distance is. If the space has steps of cost 0, a state may have no neighbour that is nearer;
    /// then it searches breadth-first for one that has, among those that steps of cost 0 lead to, and
    /// keeps these in memory meanwhile.
    #[must_use]
    pub fn distance(&self, state: &P::State) -> Option<Cost> {
        self.descend(self.number(state)?, |_| {})
    }

    /// The distance of a state, given that of a neighbour, if every step can be undone at the same
    /// cost. `None` if the state was not reached. It takes constant time.
    #[must_use]
    pub fn distance_from(&self, known: Cost, state: &P::State) -> Option<Cost> {
        self.marks.residues.distance_from(known, self.number(state)?)
    }

    /// A shortest path from the nearest source to a state, if every step can be undone at the same
    /// cost. `None` if the state was not reached.
    ///
    /// It is found as the [`distance`](Self::distance) is, and visits no state twice. Of the paths of
    /// the least cost, it need not be one of the fewest steps.
    #[must_use]
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
                number = way.pop()?;
                way.into_iter().for_each(&mut visit);
            }
        }
    }

    fn is_source(&self, number: usize) -> bool {
        self.sources.binary_search(&number).is_ok()
    }

    /// From a number by steps of cost 0 to a source, or to one that has a nearer neighbour. The first
    /// is left out.
    fn across(&self, first: usize) -> Option<Vec<usize>> {
        let residue = |number| self.marks.residues.residue(number);
        let level = residue(first)?;
        // Each with the index of the one that leads to it.
        let mut met = vec![(first, 0)];
        let mut known = FxHashSet::from_iter([first]);
        let mut index = 0;
        loop {
            let &(number, _) = met.get(index)?;
            if index > 0 && (self.nearer(number).is_some() || self.is_source(number)) {
                let mut way = numbers_of(&met, index);
                way.pop();
                way.reverse();
                return Some(way);
            }
            self.space.for_each_successor_number(number, |next, step_cost| {
                if step_cost == 0 && residue(next) == Some(level) && known.insert(next) {
                    met.push((next, index));
                }
            });
            index += 1;
        }
    }

    /// A neighbour whose distance is one less, if every step can be undone.
    fn nearer(&self, number: usize) -> Option<usize> {
        let wanted = residues::nearer(self.marks.residues.residue(number)?);
        let mut nearer = None;
        self.space.for_each_successor_number(number, |neighbor, _| {
            if nearer.is_none() && self.marks.residues.residue(neighbor) == Some(wanted) {
                nearer = Some(neighbor);
            }
        });
        nearer
    }
}

impl<P: NumberedSpace + BidirectionalSpace> Enumeration<P> {
    /// A shortest path from the nearest source to a state, also if steps cannot be undone. `None` if
    /// the state was not reached.
    ///
    /// Searches breadth-first backwards through the predecessors whose distance modulo 3 is as much
    /// less as the step costs. In a directed space these may be farther away than the state, so the
    /// search keeps all that it meets. If every step can be undone at the same cost,
    /// [`path`](Self::path) does not need to.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](super::EnumerationErrorKind::OutOfMemory).
    pub fn path_in_directed(
        &self,
        state: &P::State,
    ) -> Result<Option<Vec<P::State>>, EnumerationError> {
        let residue = |number| self.marks.residues.residue(number);
        let Some(last) = self.number(state).filter(|&number| residue(number).is_some()) else {
            return Ok(None);
        };
        // Each with the index of the one that it leads to.
        let mut met = vec![(last, 0)];
        let mut known = FxHashSet::from_iter([last]);
        // Indices in the order of the costs. A number is never met again at a lower cost: costs that
        // are open differ by 1 at most, and those of one number are the same modulo 3.
        let mut open = VecDeque::from([0]);
        while let Some(index) = open.pop_front() {
            let (number, _) = met[index];
            if self.is_source(number) {
                let numbers = numbers_of(&met, index).into_iter();
                return Ok(Some(numbers.filter_map(|number| self.space.state(number)).collect()));
            }
            let (same, nearer) = (residue(number), residue(number).map(residues::nearer));
            let mut refused = None;
            if let Some(state) = self.space.state(number) {
                self.space.for_each_predecessor(&state, None, |predecessor, step_cost| {
                    let wanted = if step_cost == 0 { same } else { nearer };
                    let number = self.number(&predecessor);
                    let Some(number) = number.filter(|&number| residue(number) == wanted) else {
                        return;
                    };
                    if met.try_reserve(1).is_err()
                        || known.try_reserve(1).is_err()
                        || open.try_reserve(1).is_err()
                    {
                        refused = Some(Refused(met.len() * size_of::<(usize, usize)>()));
                    } else if known.insert(number) {
                        if step_cost == 0 {
                            open.push_front(met.len());
                        } else {
                            open.push_back(met.len());
                        }
                        met.push((number, index));
                    }
                });
            }
            if let Some(refused) = refused {
                return Err(refused.into());
            }
        }
        Ok(None)
    }
}

/// The numbers from this index on to the first, each of which has the index of the next.
fn numbers_of(met: &[(usize, usize)], mut index: usize) -> Vec<usize> {
    let mut numbers = vec![met[index].0];
    while index > 0 {
        index = met[index].1;
        numbers.push(met[index].0);
    }
    numbers
}

/// The distance to the nearest source, if every step can be undone at the same cost: the perfect
/// estimate. If no source can be reached, it is [`DEAD_END`]. If the enumeration is not complete, the
/// estimate of a state that was not found is a lower bound.
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
