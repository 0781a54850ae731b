//! What is wrong with an arc.

use crate::StepCostErrorKind;
use crate::answer::error::{error_of_kind, messages};

/// Why a graph could not be made. `Display` names the arc and the value at fault.
///
/// ```
/// use bestfirst::graphs::{Graph, GraphErrorKind};
///
/// let error = Graph::from_arcs(3, [(0, 1, 5), (9, 2, 5)]).unwrap_err();
/// assert!(matches!(error.kind(), GraphErrorKind::UnknownNode { arc: 1, node: 9, .. }));
/// assert_eq!(error.to_string(), "arc 1: node 9 is not below 3, the number of nodes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphError {
    kind: GraphErrorKind,
}

error_of_kind!(GraphError, GraphErrorKind);

messages! {
    /// What is wrong with an arc. The index of the arc is counted from 0, in the order of the arcs
    /// given.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum GraphErrorKind {
        /// The arc leaves or leads to a node that the graph does not have.
        UnknownNode {
            /// The index of the arc.
            arc: usize,
            /// The node.
            node: u32,
            /// How many nodes there are, from 0 on.
            nodes: u32,
        } => ("arc {arc}: node {node} is not below {nodes}, the number of nodes"),
        /// There are more than 2,147,483,647 arcs.
        TooManyArcs => ("there are more than 2147483647 arcs"),
        /// The arc cannot have this cost.
        Cost {
            /// The index of the arc.
            arc: usize,
            /// What is wrong with the cost.
            kind: StepCostErrorKind,
        } => ("arc {arc}: {kind}"),
    }
}
