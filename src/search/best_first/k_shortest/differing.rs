//! Paths that differ from those given before.
//!
//! Each is a cheapest path within limits on what it shares with each path given before: a
//! constrained shortest path. A label is a state and what the path to it shares with each of these.
//! It dominates labels of the same state that share no less and cost no less.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Found, Step, for_each_step};
use crate::search::{Algorithm, End, ParetoAStar, ParetoSearch, Search};
use crate::space::derived::derived;
use crate::{Cost, Event, FixedPoint, Limits, MultiObjectiveSpace, StateSpace, StopReason};

/// More than the rounding errors of a share of a cost. Less than the difference of a fraction to
/// the next higher whole number, if its denominator is below 2<sup>16</sup>.
const ERROR: f64 = 1.0 / 65_536.0;

/// Paths that differ from each other, the cheapest first.
pub(super) struct Differing<P: StateSpace<State: Hash + Eq>> {
    pub(super) search: ParetoSearch<Labels<P>, 1>,
    initial: P::State,
    /// The part of each path that the others may share, from 0 to 1.
    rest: f64,
    /// Whether the path that the search has found was given.
    is_given: bool,
}

/// A space of paths: a state, with what the path to it shares with each path given.
pub(super) struct Labels<P: StateSpace<State: Hash + Eq>> {
    pub(super) space: P,
    /// Whether parallel steps are told apart.
    is_ranked: bool,
    given: Vec<GivenPath<P::State>>,
}

/// A path that was given.
struct GivenPath<S> {
    /// The step from each state on it but the last.
    steps: FxHashMap<S, Step<S>>,
    /// How much of it another path may share.
    most: u64,
}

/// A path to a state.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Label<S> {
    last: Step<S>,
    /// The cost and the number of the steps that it shares with each path that was given.
    shared: Box<[u64]>,
}

impl<S> Label<S> {
    fn first(to: S, given: usize) -> Self {
        Self { last: Step { to, rank: 0 }, shared: vec![0; given].into() }
    }
}

/// A cost in the high half, and a number of steps in the low half. Weights can be added and
/// compared.
fn weight(cost: Cost, steps: u32) -> u64 {
    u64::from(cost) << 32 | u64::from(steps)
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Labels<P> {
    type State = Label<P::State>;

    fn estimate(&self, label: &Self::State) -> Cost {
        self.space.estimate(&label.last.to)
    }

    fn is_goal(&self, label: &Self::State) -> bool {
        self.space.is_goal(&label.last.to)
    }

    derived!(for_each_successor from steps);

    fn heap_bytes(&self, label: &Self::State) -> usize {
        self.space.heap_bytes(&label.last.to) + size_of_val(&*label.shared)
    }

    const IS_OBSERVED: bool = P::IS_OBSERVED;

    fn observe(&self, event: &Event<'_, Self::State>) {
        self.space.observe(&event.with_state(&event.state.last.to));
    }
}

impl<P: StateSpace<State: Hash + Eq>> MultiObjectiveSpace<1> for Labels<P> {
    fn for_each_step(
        &self,
        label: &Self::State,
        previous: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, [Cost; 1]),
    ) {
        let (from, previous) = (&label.last.to, previous.map(|label| &label.last.to));
        for_each_step(&self.space, from, previous, self.is_ranked, |last, step_cost| {
            let mut shared = label.shared.clone();
            let is_within = shared.iter_mut().zip(&self.given).all(|(shared, given)| {
                if given.steps.get(from) == Some(&last) {
                    *shared = shared.saturating_add(weight(step_cost, 1));
                }
                *shared <= given.most
            });
            if is_within {
                visit(Label { last, shared }, [step_cost]);
            }
        });
    }

    const HAS_DOMINANCE: bool = true;

    fn comparable(&self, label: &Self::State) -> Self::State {
        Label::first(label.last.to.clone(), self.given.len())
    }

    fn dominates(&self, label: &Self::State, other: &Self::State) -> bool {
        label.shared.iter().zip(&other.shared).all(|(shared, other)| shared <= other)
    }
}

impl<P: StateSpace<State: Hash + Eq>> Differing<P> {
    pub(super) fn new(space: P, initial: P::State, is_ranked: bool, share: f64) -> Self {
        let labels = Labels { space, is_ranked, given: Vec::new() };
        let search = ParetoAStar::new().start(labels, Label::first(initial.clone(), 0));
        Self { search, initial, rest: 1.0 - share, is_given: false }
    }

    /// The next path, or `None` if there is no other.
    ///
    /// If a state panics, the call can be repeated.
    pub(super) fn next(&mut self, limits: &Limits) -> Result<Option<Found<P::State>>, StopReason> {
        let given = &self.search.space.given;
        // If the initial state is a goal, no path has steps.
        if given.last().is_some_and(|path| path.steps.is_empty()) {
            return Ok(None);
        }
        if self.is_given {
            self.search.restart(Label::first(self.initial.clone(), given.len()));
            self.is_given = false;
        }
        match self.search.run(limits) {
            End::Solved => {}
            End::Exhausted => return Ok(None),
            End::Stopped(reason) => return Err(reason),
        }
        let cost = self.search.cost();
        let path: Vec<_> = self.search.path().into_iter().map(|label| label.last).collect();
        let steps = path.windows(2).map(|pair| (pair[0].to.clone(), pair[1].clone()));
        let steps: FxHashMap<_, _> = steps.collect();
        let whole = weight(cost, u32::try_from(steps.len()).unwrap_or(u32::MAX));
        let rest = FixedPoint::with_fraction_bits(0).estimate(ERROR + self.rest * f64::from(cost));
        // A path must leave out at least one step of it, or it would be the same path.
        let most = weight(rest, u32::MAX).min(whole.saturating_sub(1));
        self.search.space.given.push(GivenPath { steps, most });
        self.is_given = true;
        Ok(Some((path, cost)))
    }
}
