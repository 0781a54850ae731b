//! Whether the pruning of moves leaves a cheapest path to each state.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::error::Error;
use std::fmt;
use std::hash::Hash;

use crate::StateSpace;
use crate::moves::{MoveSpace, PrunedMoves};

/// Checks that the automaton of a space leaves a cheapest path from `initial` to each of the
/// `states` nearest states, and to all others at the distance of the last of them. Returns the
/// number of states checked.
///
/// It compares the space with and without pruning. So it finds a rule that is not safe, a
/// [context](MoveSpace::context) that does not distinguish states, and a representative with too
/// much symmetry.
///
/// ```
/// use bestfirst::check;
/// use bestfirst::moves::{MoveAutomaton, PrunedMoves};
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::sliding_tiles::{Board, move_automaton};
///
/// let board: Board = "1 2 3 / 4 0 5 / 6 7 8".parse().unwrap();
/// let automaton = move_automaton(3, 12).unwrap();
/// let space = PrunedMoves::new(Worlds::new(), &automaton);
/// assert_eq!(check::pruning(&space, &board, 181_440), Ok(181_440));
///
/// // The blank may not go up after it has gone left.
/// let unsafe_rule = MoveAutomaton::from_rule(4, |last, next| (last, next) != (1, 0));
/// let space = PrunedMoves::new(Worlds::new(), &unsafe_rule);
/// let lost = check::pruning(&space, &board, 10_000).unwrap_err();
/// assert_eq!(lost.path().len(), 3);
/// # }
/// ```
///
/// # Errors
///
/// [`LostPath`], for the nearest state without such a path.
pub fn pruning<M: MoveSpace<State: Hash + Eq>>(
    space: &PrunedMoves<'_, M>,
    initial: &M::State,
    states: usize,
) -> Result<usize, LostPath<M::State>> {
    let nearest = cheapest(space.space(), initial.clone(), states, |_, _| true);
    let costs: HashMap<_, _> = nearest.iter().map(|node| (&node.state, node.cost)).collect();
    // Every beginning of a cheapest path is a cheapest path.
    let is_cheapest = |state: &M::State, cost| costs.get(state) == Some(&cost);
    let remaining = cheapest(space, space.initial(initial.clone()), usize::MAX, |state, cost| {
        is_cheapest(state.state(), cost)
    });
    let remaining: HashSet<_> = remaining.iter().map(|node| node.state.state()).collect();
    let Some(lost) = nearest.iter().position(|node| !remaining.contains(&node.state)) else {
        return Ok(nearest.len());
    };
    let ids = std::iter::successors(Some(lost), |&id| nearest[id].parent);
    let mut path: Vec<_> = ids.map(|id| nearest[id].state.clone()).collect();
    path.reverse();
    Err(LostPath { path, cost: nearest[lost].cost })
}

struct Node<S> {
    state: S,
    cost: u64,
    parent: Option<usize>,
}

/// The `enough` cheapest states, and all others at the cost of the last one. Paths lead only
/// through states for which `is_allowed` holds, given the path cost.
fn cheapest<P: StateSpace<State: Hash + Eq>>(
    space: &P,
    initial: P::State,
    enough: usize,
    is_allowed: impl Fn(&P::State, u64) -> bool,
) -> Vec<Node<P::State>> {
    let mut closed = HashSet::new();
    let mut nodes = Vec::new();
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    let mut generated = vec![(initial, None)];
    while let Some(Reverse((cost, id))) = open.pop() {
        let (state, parent): (P::State, _) = generated[id].clone();
        if !closed.insert(state.clone()) {
            continue;
        }
        // States of equal cost are not parted: a step of cost 0 may lead from one to another.
        if nodes.len() >= enough && nodes.last().is_some_and(|last: &Node<_>| last.cost < cost) {
            break;
        }
        space.for_each_successor(&state, None, |next, step| {
            let cost = cost + u64::from(step);
            if !closed.contains(&next) && is_allowed(&next, cost) {
                open.push(Reverse((cost, generated.len())));
                generated.push((next, Some(nodes.len())));
            }
        });
        nodes.push(Node { state, cost, parent });
    }
    nodes
}

/// A state to which no cheapest path is left. Found by [`pruning`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPath<S> {
    path: Vec<S>,
    cost: u64,
}

impl<S> LostPath<S> {
    /// A cheapest path to the state, from the initial state.
    pub fn path(&self) -> &[S] {
        &self.path
    }

    /// The cost of the path.
    pub fn cost(&self) -> u64 {
        self.cost
    }
}

impl<S: fmt::Debug> fmt::Display for LostPath<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, cost } = self;
        write!(f, "pruning leaves no path of cost {cost} to the last of these states:")?;
        path.iter().try_for_each(|state| write!(f, "\n  {state:?}"))
    }
}

impl<S: fmt::Debug> Error for LostPath<S> {}
