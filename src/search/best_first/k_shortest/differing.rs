//! Paths that differ from those given before.
//!
//! Each is a cheapest path within limits on what it shares with the others: a constrained shortest
//! path. A label is a state and what the path to it shares with each of them. It dominates those of
//! the same state that share no less and cost no less.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use super::{Found, Step, for_each_step};
use crate::search::{self, Algorithm, End, ParetoAStar, ParetoSearch, Search};
use crate::{Cost, Event, Limits, MultiObjectiveSpace, StateSpace, StopReason};

/// Paths that differ from each other, the cheapest first.
pub(super) struct Differing<P: StateSpace<State: Hash + Eq>> {
    pub(super) search: ParetoSearch<Labels<P>, 1>,
    /// The part of each path that the others leave out.
    share: f64,
    /// Whether the path that the search has found was given.
    is_given: bool,
}

/// A space in which paths are told apart by what they share with the paths given.
pub(super) struct Labels<P: StateSpace<State: Hash + Eq>> {
    pub(super) space: P,
    /// Whether parallel steps are told apart.
    is_ranked: bool,
    given: Vec<Given<P::State>>,
}

/// A path that was given.
struct Given<S> {
    /// The step from each state on it but the last, and what it weighs: its cost, or 1 if the path
    /// costs 0.
    steps: HashMap<S, (Step<S>, Cost), FxBuildHasher>,
    /// How much of it another path may share.
    most: Cost,
}

/// A path to a state.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Label<S> {
    last: Step<S>,
    /// What the steps weigh that it shares with each of the paths given.
    shared: Box<[Cost]>,
}

impl<S> Label<S> {
    /// The label of a path without steps.
    fn first(state: S, given: usize) -> Self {
        Self { last: Step::cheapest(state), shared: vec![0; given].into() }
    }
}

impl<P: StateSpace<State: Hash + Eq>> StateSpace for Labels<P> {
    type State = Label<P::State>;

    fn estimate(&self, label: &Self::State) -> Cost {
        self.space.estimate(&label.last.to)
    }

    fn is_goal(&self, label: &Self::State) -> bool {
        self.space.is_goal(&label.last.to)
    }

    fn for_each_successor(
        &self,
        label: &Self::State,
        previous: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, Cost),
    ) {
        let state = &label.last.to;
        let taken: Vec<_> = self.given.iter().map(|given| given.steps.get(state)).collect();
        let previous = previous.map(|label| &label.last.to);
        for_each_step(&self.space, state, previous, self.is_ranked, |last, step_cost| {
            let mut shared = label.shared.clone();
            for (path, taken) in taken.iter().enumerate() {
                if let Some((_, weight)) = taken.filter(|(step, _)| *step == last) {
                    shared[path] = shared[path].saturating_add(*weight);
                    if shared[path] > self.given[path].most {
                        return;
                    }
                }
            }
            visit(Label { last, shared }, step_cost);
        });
    }

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
        self.for_each_successor(label, previous, |label, step_cost| visit(label, [step_cost]));
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
        let search = ParetoAStar::new().start(labels, Label::first(initial, 0));
        Self { search, share, is_given: false }
    }

    /// The next path, or `None` if there is no other.
    ///
    /// If a state panics, what was being done is done again.
    pub(super) fn next(
        &mut self,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<Option<Found<P::State>>, StopReason> {
        let given = &self.search.space.given;
        // From a goal, there is no path but the one without steps.
        if given.iter().any(|path| path.steps.is_empty()) {
            return Ok(None);
        }
        if self.is_given {
            self.search.restart(Label::first(initial.clone(), given.len()));
            self.is_given = false;
        }
        match search::run(&mut self.search, limits, Duration::MAX, |_| {}) {
            End::Solved => {}
            End::Exhausted => return Ok(None),
            End::Stopped(reason) => return Err(reason),
        }
        let cost = self.search.cost();
        let steps: Vec<_> = self.search.path().into_iter().map(|label| label.last).collect();
        let given = self.given(&steps, cost);
        self.search.space.given.push(given);
        self.is_given = true;
        Ok(Some(Found { steps, cost }))
    }

    /// What other paths may share with this path.
    fn given(&self, path: &[Step<P::State>], cost: Cost) -> Given<P::State> {
        let Labels { space, is_ranked, .. } = &self.search.space;
        let mut steps = HashMap::default();
        for pair in path.windows(2) {
            let [Step { to: from, .. }, next] = pair else { break };
            let mut weight = Cost::MAX;
            for_each_step(space, from, None, *is_ranked, |step, step_cost| {
                if step == *next {
                    weight = weight.min(step_cost);
                }
            });
            steps.insert(from.clone(), (next.clone(), if cost == 0 { 1 } else { weight }));
        }
        let whole = if cost == 0 { u32::try_from(steps.len()).unwrap_or(u32::MAX) } else { cost };
        Given { steps, most: whole - left_out(whole, self.share) }
    }
}

/// This share of a whole, rounded up. It is at least 1, unless the whole is 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is from 0 to the whole"
)]
fn left_out(whole: Cost, share: f64) -> Cost {
    // More than the errors of the factors and the product, and less than what fractions leave
    // over whose denominator is below 2^16.
    const ERROR: f64 = 1.0 / 65_536.0;
    let exact = share * f64::from(whole);
    ((exact - ERROR).ceil() as Cost).clamp(whole.min(1), whole)
}
