//! The nodes of a graph search.

use crate::frontier::NodeId;
use crate::search::reached;

/// Its link is that of the open list. A closed node points to itself.
pub(crate) type Node = reached::Node<Option<NodeId>>;
