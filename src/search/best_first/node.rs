//! The nodes of a graph search.

use crate::frontier::NodeId;
use crate::search::impls::node;

/// What is stored of a node besides its state.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node {
    /// The parent. An outdated node is its own parent: a cheaper path to its state was found before
    /// it was expanded. A newer node has replaced it, and it is skipped when it is taken off the
    /// open list.
    pub(in crate::search) parent: Option<NodeId>,
    pub(in crate::search) path_cost: u32,
    /// The link of the open list. A closed node points to itself.
    pub(in crate::search) link: Option<NodeId>,
}

node!(Node);
