//! Learns which short sequences of moves can be replaced by others.
//!
//! All sequences without a forbidden part are kept in a tree for each context. A node knows its
//! longest proper suffix: the same sequence without its first move, in the tree of the context
//! after that move. A sequence is implied to be forbidden if its suffix is, so only the shortest
//! forbidden sequences need to be found by comparing states. At the end, the nodes on the way to
//! one of these become the automaton of Aho and Corasick.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::automaton::{FORBIDDEN, FREE};
use super::{MoveAutomaton, MoveSpace};

/// The tree has no such node: the move cannot be made.
const NONE: u32 = u32::MAX - 1;

/// The sequences of moves that are not forbidden.
struct Words {
    moves: usize,
    nodes: Vec<SequenceNode>,
    /// For each node and each move, the next node, [`FORBIDDEN`] or [`NONE`].
    next: Vec<u32>,
    /// The empty sequence of each context.
    roots: Vec<u32>,
}

struct SequenceNode {
    parent: u32,
    suffix: u32,
    /// Whether a forbidden sequence begins with this one.
    is_kept: bool,
}

/// A sequence of the greatest length so far, with the state that it leads to.
struct Open<S> {
    node: u32,
    state: S,
    cost: u64,
    /// The number of its representative.
    origin: usize,
}

impl MoveAutomaton {
    /// Learns from all sequences of up to `depth` moves, at least two, in `representatives`: one
    /// state for each [context](MoveSpace::context). Nothing is pruned in contexts without one.
    ///
    /// From each of these states, sequences are generated in the order of their length, and of
    /// their moves. A sequence is forbidden if one before it leads to the same state and costs no
    /// more. The moves back are always among these. If a path contains a forbidden sequence, the
    /// other one takes its place, and the path becomes shorter or comes earlier in the order. That
    /// ends at a path without a forbidden sequence, whose cost is no higher: **for each state that
    /// can be reached, a cheapest path to it remains.**
    ///
    /// # Complexity
    ///
    /// Time and memory are proportional to the number of states within `depth` moves of all
    /// representatives, times the number of moves. The automaton itself is far smaller.
    ///
    /// # Panics
    ///
    /// If a move has a number that is not below [`MoveSpace::move_count`].
    #[must_use]
    pub fn learn<M: MoveSpace<State: Hash + Eq>>(
        space: &M,
        representatives: impl IntoIterator<Item = M::State>,
        depth: u32,
    ) -> Self {
        let moves = space.move_count();
        // The first node is `FREE`. All moves lead back to it.
        let free = SequenceNode { parent: FREE, suffix: FREE, is_kept: true };
        let mut words =
            Words { moves, nodes: vec![free], next: vec![FREE; moves], roots: Vec::new() };
        let mut level = Vec::new();
        // The least cost to each state, by representative.
        let mut known = Vec::new();
        for (origin, state) in representatives.into_iter().enumerate() {
            let context = space.context(&state);
            words.roots.resize(words.roots.len().max(context + 1), FREE);
            known.push(FxHashMap::from_iter([(state.clone(), 0)]));
            let Some(node) = words.add(FREE, FREE) else { break };
            words.nodes[node as usize].is_kept = true;
            words.roots[context] = node;
            level.push(Open { node, state, cost: 0, origin });
        }
        for _ in 0..depth.max(2) {
            level = words.lengthen(space, &level, &mut known);
        }
        words.automaton()
    }
}

impl Words {
    /// Adds a node. `None` if there are too many.
    fn add(&mut self, parent: u32, suffix: u32) -> Option<u32> {
        let node = u32::try_from(self.nodes.len()).ok().filter(|&node| node < NONE)?;
        self.nodes.push(SequenceNode { parent, suffix, is_kept: false });
        self.next.resize(self.next.len() + self.moves, NONE);
        Some(node)
    }

    fn after(&mut self, node: u32, step: usize) -> &mut u32 {
        &mut self.next[node as usize * self.moves..][..self.moves][step]
    }

    /// Appends each move to the longest sequences.
    fn lengthen<M: MoveSpace<State: Hash + Eq>>(
        &mut self,
        space: &M,
        level: &[Open<M::State>],
        known: &mut [FxHashMap<M::State, u64>],
    ) -> Vec<Open<M::State>> {
        let mut longer = Vec::new();
        let mut steps = vec![None; self.moves];
        for &Open { node, ref state, cost, origin } in level {
            space.for_each_move(state, |step, cost| {
                steps[space.move_number(step)] = Some((step, cost));
            });
            for (number, step) in steps.iter_mut().enumerate() {
                let Some((step, step_cost)) = step.take() else { continue };
                let SequenceNode { parent, suffix, .. } = self.nodes[node as usize];
                let is_root = parent == FREE;
                let suffix = if is_root { None } else { Some(*self.after(suffix, number)) };
                if suffix == Some(FORBIDDEN) {
                    *self.after(node, number) = FORBIDDEN;
                    continue;
                }
                let (state, cost) = (space.apply(state, step), cost + u64::from(step_cost));
                let root = self.roots.get(space.context(&state)).copied().unwrap_or(FREE);
                // A suffix that cannot be made, against the contract, says nothing.
                let suffix = suffix.filter(|&suffix| suffix != NONE).unwrap_or(root);
                let state = match known[origin].entry(state) {
                    Entry::Occupied(before) if *before.get() <= cost => {
                        self.forbid(node, number);
                        continue;
                    }
                    place => place.insert_entry(cost).key().clone(),
                };
                if let Some(longest) = self.add(node, suffix) {
                    *self.after(node, number) = longest;
                    longer.push(Open { node: longest, state, cost, origin });
                } else {
                    *self.after(node, number) = FREE;
                }
            }
        }
        longer
    }

    /// Forbids a sequence, and keeps the nodes on the way to it.
    fn forbid(&mut self, node: u32, step: usize) {
        *self.after(node, step) = FORBIDDEN;
        let mut node = node as usize;
        while !std::mem::replace(&mut self.nodes[node].is_kept, true) {
            node = self.nodes[node].parent as usize;
        }
    }

    /// The automaton whose nodes are those that are kept. Its node after a sequence is the longest
    /// suffix that is kept.
    // Inline, so that only programs that learn compile it.
    #[inline]
    fn automaton(self) -> MoveAutomaton {
        let Self { moves, nodes, next, roots } = self;
        // Suffixes are shorter, so they come earlier.
        let mut names: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut kept = 0;
        for SequenceNode { suffix, is_kept, .. } in &nodes {
            if *is_kept {
                names.push(kept);
                kept += 1;
            } else {
                names.push(names[*suffix as usize]);
            }
        }
        let name = |&node: &u32| match node {
            FORBIDDEN => FORBIDDEN,
            NONE => FREE,
            node => names[node as usize],
        };
        let rows = nodes.iter().enumerate().filter(|(_, node)| node.is_kept);
        let next = rows.flat_map(|(node, _)| next[node * moves..][..moves].iter().map(name));
        let roots: Vec<u32> = roots.iter().map(name).collect();
        MoveAutomaton::new(&next.collect::<Vec<_>>(), moves, &roots)
    }
}
