//! Problems as a state space that can panic on demand, and states that are counted.

use std::array;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use bestfirst::{BidirectionalSpace, DEAD_END, Event, MultiObjectiveSpace, StateSpace};

use super::contender::Contender;
use super::problem::Problem;
use crate::search::contenders;

/// The calls that a search can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Estimate,
    IsGoal,
    /// A call for successors, before the first is visited.
    Successors,
    /// Before each successor is visited.
    Visit,
    Number,
    HeapBytes,
    Clone,
    Hash,
    Eq,
    Goals,
    EstimateFromInitial,
    /// An event.
    Observe,
    /// A state is dropped.
    Drop,
}

impl Question {
    pub(crate) const ALL: [Self; 13] = [
        Self::Estimate,
        Self::IsGoal,
        Self::Successors,
        Self::Visit,
        Self::Number,
        Self::HeapBytes,
        Self::Clone,
        Self::Hash,
        Self::Eq,
        Self::Goals,
        Self::EstimateFromInitial,
        Self::Observe,
        Self::Drop,
    ];
}

/// The payload of a panic of the trap.
#[derive(Debug, PartialEq)]
pub(crate) struct Sprung;

/// Panics or raises a flag at a chosen call.
#[derive(Debug, Default)]
pub(crate) struct Trap {
    is_on: AtomicBool,
    /// The number of calls of each kind while the trap was on.
    asked: [AtomicU64; Question::ALL.len()],
    /// The kind of call that springs it, counted from 1; 0 for none.
    question: AtomicUsize,
    /// The number of such calls that are answered first.
    answers: AtomicU64,
    /// The flag to raise instead of a panic, if any.
    pub(crate) flag: Arc<AtomicBool>,
    raises_flag: AtomicBool,
}

impl Trap {
    /// Counts calls only.
    pub(crate) fn count(&self) {
        self.asked.iter().for_each(|asked| asked.store(0, Relaxed));
        self.question.store(0, Relaxed);
        self.is_on.store(true, Relaxed);
    }

    pub(crate) fn asked(&self, question: Question) -> u64 {
        self.asked[question as usize].load(Relaxed)
    }

    /// Panics at the first call of this kind after so many answers.
    pub(crate) fn set(&self, question: Question, answers: u64) {
        self.count();
        self.answers.store(answers, Relaxed);
        self.raises_flag.store(false, Relaxed);
        self.question.store(question as usize + 1, Relaxed);
    }

    /// Raises the flag at that call, and answers it.
    pub(crate) fn set_flag(&self, question: Question, answers: u64) {
        self.set(question, answers);
        self.raises_flag.store(true, Relaxed);
    }

    pub(crate) fn off(&self) {
        self.is_on.store(false, Relaxed);
    }

    #[inline]
    fn ask(&self, question: Question) {
        if self.is_on.load(Relaxed) {
            self.note(question);
        }
    }

    #[cold]
    fn note(&self, question: Question) {
        let before = self.asked[question as usize].fetch_add(1, Relaxed);
        let is_set = self.question.load(Relaxed) == question as usize + 1;
        if is_set && before == self.answers.load(Relaxed) {
            if self.raises_flag.load(Relaxed) {
                self.flag.store(true, Relaxed);
            } else {
                self.off();
                panic::resume_unwind(Box::new(Sprung));
            }
        }
    }
}

/// A node of a problem.
pub(crate) trait State: Clone + fmt::Debug + Eq + Hash + Send + Sync + 'static {
    /// Whether searches on such states are observed.
    const IS_OBSERVED: bool;

    fn new(name: u32, trap: &Arc<Trap>) -> Self;
    fn name(&self) -> u32;
    fn heap_bytes(&self) -> usize;

    /// The searches that run on such states, and not on all.
    fn contenders() -> Vec<Contender<Self>> {
        Vec::new()
    }
}

/// The smallest state.
impl State for u32 {
    const IS_OBSERVED: bool = false;

    fn new(name: u32, _: &Arc<Trap>) -> Self {
        name
    }

    fn name(&self) -> u32 {
        *self
    }

    fn heap_bytes(&self) -> usize {
        0
    }

    fn contenders() -> Vec<Contender<Self>> {
        contenders::of_copied_states()
    }
}

/// The smallest state, under observation. [`Owned`] is observed as well, but not `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Seen(u32);

impl State for Seen {
    const IS_OBSERVED: bool = true;

    fn new(name: u32, _: &Arc<Trap>) -> Self {
        Self(name)
    }

    fn name(&self) -> u32 {
        self.0
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A state that owns memory and can panic. The references to its trap count such states.
pub(crate) struct Owned {
    /// The name and some more bytes.
    bytes: Box<[u8]>,
    trap: Arc<Trap>,
}

impl State for Owned {
    const IS_OBSERVED: bool = true;

    fn new(name: u32, trap: &Arc<Trap>) -> Self {
        let mut bytes = name.to_le_bytes().to_vec();
        bytes.resize(4 + name as usize * 37 % 61, 0);
        Self { bytes: bytes.into(), trap: Arc::clone(trap) }
    }

    fn name(&self) -> u32 {
        self.bytes.first_chunk().map_or(0, |name| u32::from_le_bytes(*name))
    }

    fn heap_bytes(&self) -> usize {
        self.bytes.len()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // Two panics at once would end the program.
        if !thread::panicking() {
            self.trap.ask(Question::Drop);
        }
    }
}

impl Clone for Owned {
    fn clone(&self) -> Self {
        self.trap.ask(Question::Clone);
        Self { bytes: self.bytes.clone(), trap: Arc::clone(&self.trap) }
    }
}

impl PartialEq for Owned {
    fn eq(&self, other: &Self) -> bool {
        self.trap.ask(Question::Eq);
        self.bytes == other.bytes
    }
}

impl Eq for Owned {}

impl Hash for Owned {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.trap.ask(Question::Hash);
        self.bytes.hash(state);
    }
}

impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

/// Several problems in one space, so that a search can be restarted in another one.
pub(crate) struct Space<S>(Arc<Shared<S>>);

struct Shared<S> {
    problems: Vec<Problem>,
    /// In one of four spaces all states are numbered, and in another one some.
    numbering: usize,
    is_consistent: bool,
    /// If the estimate is consistent both ways, half of the spaces say so.
    says_both_ways: bool,
    trap: Arc<Trap>,
    of: PhantomData<fn() -> S>,
}

/// The lower bits of the name of a state are its node, and the upper bits its problem.
const NODE_BITS: u32 = 20;

impl<S> Clone for Space<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: State> Space<S> {
    pub(crate) fn new(problems: Vec<Problem>) -> Self {
        let edges = problems.iter().map(Problem::edge_count).sum::<usize>();
        let says_both_ways = edges / 4 % 2 == 0
            && problems.iter().all(|problem| problem.truth.is_consistent_both_ways);
        let is_consistent = problems.iter().all(|problem| problem.truth.is_consistent);
        Self(Arc::new(Shared {
            problems,
            numbering: edges % 4,
            is_consistent,
            says_both_ways,
            trap: Arc::default(),
            of: PhantomData,
        }))
    }

    pub(crate) fn problems(&self) -> &[Problem] {
        &self.0.problems
    }

    pub(crate) fn trap(&self) -> &Trap {
        &self.0.trap
    }

    /// The number of living states that are counted.
    pub(crate) fn living(&self) -> usize {
        Arc::strong_count(&self.0.trap) - 1
    }

    /// The initial state of a problem.
    pub(crate) fn initial(&self, problem: usize) -> S {
        self.state(self.graph(problem) << NODE_BITS, self.0.problems[problem].start)
    }

    /// The upper bits of the names of the states of a problem.
    fn graph(&self, problem: usize) -> u32 {
        u32::try_from(self.0.problems[problem].like.unwrap_or(problem)).unwrap()
    }

    /// The nodes on a path, if all belong to this problem.
    pub(crate) fn nodes(&self, problem: usize, path: &[S]) -> Option<Vec<u32>> {
        let names = path.iter().map(State::name);
        let graph = self.graph(problem);
        names.map(|name| (name >> NODE_BITS == graph).then_some(node(name))).collect()
    }

    /// The node of a state, as its number.
    pub(crate) fn node_of(&self, state: &S) -> usize {
        self.0.trap.ask(Question::Number);
        node(state.name()) as usize
    }

    /// The state of a node in the problem of the state with this name.
    pub(crate) fn at(&self, name: u32, node: usize) -> S {
        self.state(name & !MASK, u32::try_from(node).unwrap())
    }

    fn state(&self, problem_bits: u32, node: u32) -> S {
        S::new(problem_bits | node, &self.0.trap)
    }

    fn problem(&self, name: u32) -> &Problem {
        &self.0.problems[(name >> NODE_BITS) as usize]
    }

    fn visit(
        &self,
        steps: &[(u32, u32)],
        name: u32,
        except: Option<u32>,
        mut visit: impl FnMut(S, u32),
    ) {
        self.0.trap.ask(Question::Successors);
        let problem_bits = name & !MASK;
        for &(to, cost) in steps {
            self.0.trap.ask(Question::Visit);
            if except != Some(to) {
                visit(self.state(problem_bits, to), cost);
            }
        }
    }
}

const MASK: u32 = (1 << NODE_BITS) - 1;

fn node(name: u32) -> u32 {
    name & MASK
}

impl<S: State> StateSpace for Space<S> {
    type State = S;

    const IS_OBSERVED: bool = S::IS_OBSERVED;

    fn observe(&self, _: &Event<'_, S>) {
        self.0.trap.ask(Question::Observe);
    }

    fn estimate(&self, state: &S) -> u32 {
        self.0.trap.ask(Question::Estimate);
        self.problem(state.name()).estimates[node(state.name()) as usize]
    }

    fn estimate_is_consistent_both_ways(&self) -> bool {
        self.0.says_both_ways
    }

    /// Where the estimate is too high to be of use, any value in between.
    fn estimate_up_to(&self, state: &S, most: u32) -> u32 {
        let estimate = self.estimate(state);
        if estimate <= most || estimate == DEAD_END {
            return estimate;
        }
        most + 1 + state.name().wrapping_mul(0x9E37_79B9) % (estimate - most)
    }

    fn is_goal(&self, state: &S) -> bool {
        self.0.trap.ask(Question::IsGoal);
        self.problem(state.name()).goals.contains(&node(state.name()))
    }

    fn for_each_successor(&self, state: &S, previous: Option<&S>, visit: impl FnMut(S, u32)) {
        let (name, problem) = (state.name(), self.problem(state.name()));
        let previous = previous.map(|previous| node(previous.name()));
        if let Some(previous) = previous {
            let steps = &problem.edges[previous as usize];
            // With very many successors this takes too long.
            let leads = steps.len() > 10_000 || steps.iter().any(|step| step.0 == node(name));
            assert!(leads, "{previous} does not lead to {name}");
        }
        let except = previous.filter(|_| problem.leaves_out_previous);
        self.visit(&problem.edges[node(name) as usize], name, except, visit);
    }

    /// States of different problems have the same numbers.
    fn number(&self, state: &S) -> Option<usize> {
        let node = self.node_of(state);
        match self.0.numbering {
            0 => Some(node),
            1 => (node % 3 > 0).then_some(7 * node),
            _ => None,
        }
    }

    fn heap_bytes(&self, state: &S) -> usize {
        self.0.trap.ask(Question::HeapBytes);
        state.heap_bytes()
    }

    fn least_step_cost(&self) -> u32 {
        let least = self.0.problems.iter().map(|problem| problem.truth.least_step);
        least.min().unwrap_or(0)
    }
}

/// The other costs of a step are low, and differ between steps of the same first cost.
impl<S: State, const D: usize> MultiObjectiveSpace<D> for Space<S> {
    fn for_each_step(&self, state: &S, previous: Option<&S>, mut visit: impl FnMut(S, [u32; D])) {
        self.for_each_successor(state, previous, |next, cost| {
            let mixed = (state.name() ^ next.name().rotate_left(16)).wrapping_mul(0x9e37_79b9);
            let other = |index: usize| mixed.rotate_left(5 * u32::try_from(index).unwrap()) % 3;
            visit(next, array::from_fn(|index| if index == 0 { cost } else { other(index) }));
        });
    }
}

impl<S: State> BidirectionalSpace for Space<S> {
    fn goals(&self, initial: &S) -> impl IntoIterator<Item = S> {
        self.0.trap.ask(Question::Goals);
        let problem_bits = initial.name() & !MASK;
        let goals = self.problem(initial.name()).goals.iter();
        goals.map(move |&goal| self.state(problem_bits, goal))
    }

    fn estimate_from_initial(&self, initial: &S, state: &S) -> u32 {
        self.0.trap.ask(Question::EstimateFromInitial);
        let problem = self.problem(state.name());
        // Nothing is known about other starts.
        if node(initial.name()) != problem.start {
            return 0;
        }
        problem.estimates_from_start[node(state.name()) as usize]
    }

    fn has_consistent_estimates(&self) -> bool {
        self.0.is_consistent
    }

    fn for_each_predecessor(&self, state: &S, next: Option<&S>, visit: impl FnMut(S, u32)) {
        let (name, problem) = (state.name(), self.problem(state.name()));
        let except = next.map(|next| node(next.name())).filter(|_| problem.leaves_out_previous);
        self.visit(&problem.reversed[node(name) as usize], name, except, visit);
    }
}
