//! The nodes of a graph search.

use crate::frontier::NodeId;
use crate::search::impls::{node, status};

/// What is stored of a node besides its state.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node {
    /// An outdated node is its own parent.
    pub(in crate::search) parent: Option<NodeId>,
    pub(in crate::search) path_cost: u32,
    /// The link of the open list. A closed node points to itself.
    pub(in crate::search) link: Option<NodeId>,
}

node!(Node);
status!(Node);
