//! The part of a space that a check has seen.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt::{Debug, Write};
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::Check;
use crate::frontier::hash;
use crate::{Expansion, StateSpace, SuccessorFunction};

/// A step to a successor, which is given by its index.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) to: usize,
    pub(super) cost: u32,
}

/// A state that was found.
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) hash: u64,
    pub(super) estimate: u32,
    pub(super) is_goal: bool,
    /// The steps to the successors, once the state is expanded.
    pub(super) successors: Option<Vec<Step>>,
    /// An equal state found later: the last one with another estimate, otherwise the first one.
    pub(super) equal_state: Option<S>,
}

/// The states in the order in which they were found. The starts come first.
pub(super) struct Region<S> {
    pub(super) nodes: Vec<Node<S>>,
    pub(super) starts: usize,
    pub(super) expanded: usize,
    /// States that equal one of the nodes but print differently, in the order in which they were
    /// found, each with the index of the node.
    pub(super) variants: Vec<(usize, S)>,
    /// The keys are hashes, not states, so the map works even if `Hash` and `Eq` are wrong.
    by_hash: FxHashMap<u64, SmallVec<[usize; 1]>>,
}

/// The `Debug` text of a state. If `Debug` fails, the text up to the failure.
fn text_of<S: Debug>(state: &S) -> String {
    let mut text = String::new();
    let _ = write!(text, "{state:?}");
    text
}

impl<S: Clone + Eq + Hash + Debug> Region<S> {
    /// Whether every state found was expanded, and so every state that can be reached from a start.
    pub(super) fn is_whole(&self) -> bool {
        self.expanded == self.nodes.len()
    }

    /// Expands up to `budget` states of the check. Four rules take turns in choosing the next
    /// state, because each finds faults that the others miss: nearest to a start, lowest estimate,
    /// nearest to a goal, random.
    ///
    /// If the space is checked as bidirectional, the goals that it lists are added after the
    /// starts, and the rule for goals follows predecessors.
    pub(super) fn explore<P: StateSpace<State = S>>(check: &Check<'_, P>) -> Self {
        let &Check { ref space, ref starts, ref backward, budget, seed, .. } = check;
        let (nodes, by_hash) = (Vec::new(), FxHashMap::default());
        let region = Self { nodes, starts: 0, expanded: 0, variants: Vec::new(), by_hash };
        let mut explorer = Explorer {
            check,
            region,
            near_start: VecDeque::new(),
            promising: BinaryHeap::new(),
            near_goal: VecDeque::new(),
            is_near_goal: Vec::new(),
            texts: FxHashSet::default(),
            walker: 0,
            random: Random(seed),
        };
        for start in starts {
            explorer.find(start.clone());
        }
        explorer.region.starts = explorer.region.nodes.len();
        let goals = |start| backward.as_ref().map(|backward| (backward.goals)(space, start));
        for goal in starts.iter().filter_map(goals).flatten().take(budget) {
            explorer.find(goal);
        }
        while explorer.region.expanded < budget {
            let Some(id) = explorer.choose() else { break };
            explorer.expand(id);
        }
        // Expands up to `budget` variants, to find the variants that can be reached from them.
        for next in 0..budget {
            let Some((_, variant)) = explorer.region.variants.get(next) else { break };
            for (state, _) in successors(space, variant, None) {
                explorer.find_known(&state, hash(&state));
            }
        }
        explorer.region
    }
}

struct Explorer<'a, P: StateSpace> {
    check: &'a Check<'a, P>,
    region: Region<P::State>,
    near_start: VecDeque<usize>,
    /// Ordered by estimate.
    promising: BinaryHeap<Reverse<(u32, usize)>>,
    near_goal: VecDeque<usize>,
    /// For each state, whether it is or was in `near_goal`.
    is_near_goal: Vec<bool>,
    /// The current state of the random walk.
    walker: usize,
    /// The `Debug` texts of the variants.
    texts: FxHashSet<String>,
    random: Random,
}

impl<P: StateSpace<State: Eq + Hash + Debug>> Explorer<'_, P> {
    /// The index of a state. A new state is added.
    fn find(&mut self, state: P::State) -> usize {
        let (hash, estimate) = (hash(&state), self.check.space.estimate(&state));
        if let Some(id) = self.find_known(&state, hash) {
            let Node { estimate: first, equal_state, .. } = &mut self.region.nodes[id];
            if equal_state.is_none() || estimate != *first {
                *equal_state = Some(state);
            }
            return id;
        }
        let Region { nodes, by_hash, .. } = &mut self.region;
        let id = nodes.len();
        by_hash.entry(hash).or_default().push(id);
        let is_goal = self.check.space.is_goal(&state);
        nodes.push(Node { state, hash, estimate, is_goal, successors: None, equal_state: None });
        self.near_start.push_back(id);
        self.promising.push(Reverse((estimate, id)));
        self.is_near_goal.push(is_goal);
        if is_goal {
            self.near_goal.push_back(id);
        }
        id
    }

    fn expand(&mut self, id: usize) {
        let found = successors(&self.check.space, &self.region.nodes[id].state, None).into_iter();
        let steps = found.map(|(state, cost)| Step { to: self.find(state), cost }).collect();
        self.region.nodes[id].successors = Some(steps);
        self.region.expanded += 1;
    }

    /// The index of a state found before. If this state prints differently from the one found
    /// before, it is added to the variants.
    fn find_known(&mut self, state: &P::State, hash: u64) -> Option<usize> {
        let Region { nodes, by_hash, variants, .. } = &mut self.region;
        let mut same_hash = by_hash.get(&hash).into_iter().flatten();
        let &id = same_hash.find(|&&id| nodes[id].state == *state)?;
        let text = text_of(state);
        if text != text_of(&nodes[id].state) && self.texts.insert(text) {
            variants.push((id, state.clone()));
        }
        Some(id)
    }

    /// Chooses the state to expand next, if one is left.
    fn choose(&mut self) -> Option<usize> {
        let chosen = match self.region.expanded % 4 {
            1 => self.most_promising(),
            2 => self.nearest_to_goal(),
            3 => self.walk(),
            _ => None,
        };
        chosen.or_else(|| {
            let is_open = |id: &usize| self.region.nodes[*id].successors.is_none();
            std::iter::from_fn(|| self.near_start.pop_front()).find(is_open)
        })
    }

    fn most_promising(&mut self) -> Option<usize> {
        let is_open = |id: &usize| self.region.nodes[*id].successors.is_none();
        std::iter::from_fn(|| self.promising.pop()).map(|Reverse((_, id))| id).find(is_open)
    }

    fn nearest_to_goal(&mut self) -> Option<usize> {
        while let Some(&id) = self.near_goal.front() {
            let Node { state, successors, .. } = &self.region.nodes[id];
            let Some(successors) = successors else { return Some(id) };
            self.near_goal.pop_front();
            let beside: Vec<usize> = match &self.check.backward {
                // Where steps can be undone, these are the predecessors.
                None => successors.iter().map(|step| step.to).collect(),
                Some(backward) => {
                    let predecessors = (backward.predecessors)(&self.check.space, state, None);
                    predecessors.into_iter().map(|(state, _)| self.find(state)).collect()
                }
            };
            let is_new = |&id: &usize| !std::mem::replace(&mut self.is_near_goal[id], true);
            self.near_goal.extend(beside.into_iter().filter(is_new));
        }
        None
    }

    /// Walks at random to a state that is not expanded.
    fn walk(&mut self) -> Option<usize> {
        for _ in 0..100 {
            let Some(successors) = &self.region.nodes.get(self.walker)?.successors else {
                return Some(self.walker);
            };
            self.walker = match self.random.below(successors.len()) {
                Some(index) => successors[index].to,
                None => self.random.below(self.region.starts)?,
            };
        }
        self.walker = self.random.below(self.region.starts)?;
        None
    }
}

/// The successors that `for_each_successor` visits, in order.
pub(super) fn successors<P: StateSpace>(
    space: &P,
    state: &P::State,
    previous: Option<&P::State>,
) -> Vec<(P::State, u32)> {
    let mut successors = Vec::new();
    space.for_each_successor(state, previous, |successor, cost| successors.push((successor, cost)));
    successors
}

/// A successor, its step cost and its estimate.
pub(super) type Offer<S> = (S, u32, u32);

/// The successors that `offer_successors` offers, in order. Some come with a [`SuccessorFunction`].
pub(super) fn offers<P: StateSpace>(
    space: &P,
    state: &P::State,
    previous: Option<&P::State>,
) -> Offers<P::State> {
    let mut offers = Offers { all: Vec::new(), by_function: Some(Vec::new()) };
    space.offer_successors(state, previous, &mut offers);
    offers
}

pub(super) struct Offers<S> {
    pub(super) all: Vec<Offer<S>>,
    /// The successors that come with a function, each with the offers of that function. `None` in
    /// the offers of such a function.
    pub(super) by_function: Option<Vec<(S, Vec<Offer<S>>)>>,
}

impl<S: Clone> Expansion<S> for &mut Offers<S> {
    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> S) {
        self.all.push((successor(), step_cost, estimate));
    }

    fn offer_with(
        &mut self,
        step_cost: u32,
        estimate: u32,
        successor: impl FnOnce() -> S,
        function: impl SuccessorFunction<S>,
    ) {
        let successor = successor();
        self.offer(step_cost, estimate, || successor.clone());
        if let Some(by_function) = &mut self.by_function {
            let mut offers = Offers { all: Vec::new(), by_function: None };
            function.offer_successors(&mut offers);
            by_function.push((successor, offers.all));
        }
    }
}

/// A `SplitMix64` generator: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom
/// number generators", *OOPSLA* 2014.
struct Random(u64);

impl Random {
    /// A random number less than `count`, or `None` if `count` is 0.
    fn below(&mut self, count: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The remainder is less than `count`, so it fits a `usize`.
        usize::try_from(mixed.checked_rem(count as u64)?).ok()
    }
}
