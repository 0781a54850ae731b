//! Which part owns a state, and the names of nodes among all parts.

use std::hash::Hash;
use std::iter;

use super::Node;
use crate::frontier::{Key, NodeId, StateTable};
use crate::search::reached::from_root;

/// One of several parts.
///
/// A part numbers its nodes from 1 on. The *name* of a node among the nodes of all parts has 32
/// bits as well: the nodes of the parts are named in turns, as cards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    /// The index of the part.
    pub(crate) part: usize,
    /// The number of parts.
    pub(crate) count: usize,
}

/// Consecutive numbers of states that one part owns: as many as the largest block of slots has.
const BLOCK: usize = 1 << 10;

/// Any odd number but the multiplier of the hash of a state. So the place of a state in the table
/// does not depend on the part that owns it.
const MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;

impl Numbering {
    /// The most nodes that a part can have.
    pub(crate) fn most_nodes(self) -> usize {
        NodeId::COUNT / self.count
    }

    /// The name of a node of this part.
    #[inline]
    pub(crate) fn name(self, id: NodeId) -> NodeId {
        // In range: a part has at most `most_nodes` nodes.
        NodeId::from_index(id.index() * self.count + self.part).unwrap_or(NodeId::FIRST)
    }

    /// The part of the node with this name, and its id there.
    #[inline]
    pub(crate) fn place(self, name: NodeId) -> (usize, NodeId) {
        // A division of 32 bits is faster.
        #[expect(clippy::cast_possible_truncation, reason = "both are at most `NodeId::COUNT`")]
        let (index, count) = (name.index() as u32, self.count as u32);
        let id = NodeId::from_index((index / count) as usize).unwrap_or(NodeId::FIRST);
        ((index % count) as usize, id)
    }

    /// The part that owns a state, and the hash to send with the state.
    #[inline]
    pub(crate) fn owner(self, key: Key) -> (usize, u64) {
        let (word, hash) = match key {
            Key::Hash(hash) => (hash, hash),
            Key::Number(number) | Key::Slot(number) => ((number / BLOCK) as u64, 0),
        };
        // The high 32 bits, as a fraction, select the part.
        let high = word.wrapping_mul(MULTIPLIER) >> 32;
        (((high * self.count as u64) >> 32) as usize, hash)
    }
}

/// A node: its part, and its id there.
pub(crate) type PartNode = (usize, NodeId);

/// The newest node of a state among `count` parts, with its path cost, if the state is stored.
#[inline]
pub(crate) fn find<'a, S: Hash + Eq + 'a>(
    state: &S,
    key: Key,
    count: usize,
    table: impl Fn(usize) -> &'a StateTable<S, Node>,
) -> Option<(u32, PartNode)> {
    let (part, _) = Numbering { part: 0, count }.owner(key);
    let table = table(part);
    let id = table.find(state, key)?;
    Some((table.nodes[id].path_cost, (part, id)))
}

/// The states from a root to this node, among `count` parts.
pub(crate) fn path_to<'a, S: Clone + 'a>(
    last: Option<PartNode>,
    count: usize,
    table: impl Fn(usize) -> &'a StateTable<S, Node>,
) -> Vec<S> {
    let numbering = Numbering { part: 0, count };
    let parent = |&(part, id): &PartNode| Some(numbering.place(table(part).nodes[id].parent?));
    from_root(iter::successors(last, parent), |(part, id)| table(part).states[id].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_of_each_part_has_a_name_of_its_own() {
        for count in [1, 2, 3, 7, 64] {
            let mut names = Vec::new();
            for part in 0..count {
                let numbering = Numbering { part, count };
                let last = numbering.most_nodes() - 1;
                for index in (0..1_000).chain(last - 10..=last) {
                    let id = NodeId::from_index(index).unwrap();
                    let name = numbering.name(id);
                    assert_eq!(numbering.place(name), (part, id));
                    names.push(name);
                }
            }
            let all = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }

    #[test]
    fn parts_own_about_as_many_states() {
        const STATES: usize = 100_000;
        for count in [2, 3, 7] {
            let numbering = Numbering { part: 0, count };
            let by_hash = |state: usize| Key::Hash(crate::frontier::hash(&state));
            let by_number = |state: usize| Key::Number(state * BLOCK);
            let mut owned = vec![[0; 2]; count];
            for state in 0..STATES {
                owned[numbering.owner(by_hash(state)).0][0] += 1;
                owned[numbering.owner(by_number(state)).0][1] += 1;
            }
            for number in owned.into_iter().flatten() {
                assert!((STATES / count).abs_diff(number) < STATES / 100, "{number} of {count}");
            }
        }
    }
}
