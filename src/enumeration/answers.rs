//! What a kept enumeration answers.

use rustc_hash::FxHashSet;

use super::{Enumeration, EnumerationError};
use crate::residues::{self, Refused};
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

    /// All states up to this distance are found.
    #[must_use]
    pub fn completed(&self) -> Cost {
        self.level()
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

    /// The distance of a state, if every step can be undone. `None` if the state was not reached.
    ///
    /// Goes from state to nearer state until a source is reached. It expands as many states as the
    /// distance is.
    #[must_use]
    pub fn distance(&self, state: &P::State) -> Option<Cost> {
        let mut number = self.number(state)?;
        let mut distance = 0;
        while let Some(nearer) = self.nearer(number) {
            (number, distance) = (nearer, distance + 1);
            // Otherwise some steps cannot be undone.
            if distance > self.level().saturating_add(1) {
                return None;
            }
        }
        self.sources.binary_search(&number).ok().map(|_| distance)
    }

    /// The distance of a state, given that of a neighbour, if every step can be undone. `None` if
    /// the state was not reached. It takes constant time.
    #[must_use]
    pub fn distance_from(&self, known: Cost, state: &P::State) -> Option<Cost> {
        self.marks.residues.distance_from(known, self.number(state)?)
    }

    /// A shortest path from the nearest source to a state, if every step can be undone. `None` if
    /// the state was not reached.
    #[must_use]
    pub fn path(&self, state: &P::State) -> Option<Vec<P::State>> {
        let mut path = Vec::new();
        let mut next = self.number(state);
        let steps = self.distance(state)?;
        while let Some(number) = next.filter(|_| path.len() <= steps as usize) {
            path.push(self.space.state(number)?);
            next = self.nearer(number);
        }
        path.reverse();
        Some(path)
    }

    /// The number of a state, if it is in range.
    fn number(&self, state: &P::State) -> Option<usize> {
        self.space.number(state).filter(|&number| number < self.space.numbers())
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
    /// Searches breadth-first backwards through the predecessors whose residue is one less. In a
    /// directed space these may be farther away than the state, so the search keeps all that it
    /// meets. If every step can be undone, [`path`](Self::path) does not need to.
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
        let mut index = 0;
        while let Some(&(number, _)) = met.get(index) {
            if self.sources.binary_search(&number).is_ok() {
                return Ok(Some(self.path_of(&met, index)));
            }
            let wanted = residue(number).map(residues::nearer);
            let mut refused = None;
            if let Some(state) = self.space.state(number) {
                self.space.for_each_predecessor(&state, None, |predecessor, _| {
                    let number = self.number(&predecessor);
                    let Some(number) = number.filter(|&number| residue(number) == wanted) else {
                        return;
                    };
                    if met.try_reserve(1).is_err() || known.try_reserve(1).is_err() {
                        refused = Some(Refused(met.len() * size_of::<(usize, usize)>()));
                    } else if known.insert(number) {
                        met.push((number, index));
                    }
                });
            }
            if let Some(refused) = refused {
                return Err(refused.into());
            }
            index += 1;
        }
        Ok(None)
    }

    /// The states from this one on.
    fn path_of(&self, met: &[(usize, usize)], mut index: usize) -> Vec<P::State> {
        let mut path = Vec::new();
        loop {
            let (number, next) = met[index];
            path.extend(self.space.state(number));
            if index == 0 {
                return path;
            }
            index = next;
        }
    }
}

/// The distance to the nearest source, if every step can be undone: the perfect estimate. If no
/// source can be reached, it is [`DEAD_END`]. If the enumeration is not complete, the estimate of a
/// state that was not found is a lower bound.
impl<P: NumberedSpace> Heuristic<P::State> for Enumeration<P> {
    fn estimate(&self, state: &P::State) -> Cost {
        self.distance(state).unwrap_or(if self.is_complete { DEAD_END } else { self.level() + 1 })
    }
}
