//! The data structures of searches: the arena of nodes and the open lists.
//!
//! Most users do not need this module. It is public for those who write a search or an
//! [`Evaluation`](crate::search::Evaluation) of their own, or look into an open list.

mod arena;
mod bounded_queue;
mod bucket_queue;
mod cost_table;
mod discard;
mod keyed;
mod number_queue;
mod number_table;
mod priority;
mod quick_heap;
#[cfg(feature = "parallel")]
mod region;
mod ring;
mod ring_queue;
mod room;
mod slots;
mod state_table;

pub(crate) use arena::Arena;
pub use arena::NodeId;
pub(crate) use bounded_queue::BoundedQueue;
pub use bucket_queue::BucketQueue;
pub(crate) use cost_table::CostTable;
pub(crate) use discard::{discard, is_cheap_to_clone};
pub(crate) use keyed::Keyed;
pub(crate) use number_queue::{NumberQueue, OpenNumber};
pub(crate) use number_table::NumberTable;
pub use priority::Priority;
pub(crate) use priority::lower;
pub(crate) use quick_heap::QuickHeap;
#[cfg(feature = "parallel")]
pub(crate) use region::{Entry, REGIONS, Region, region_of};

pub(crate) use room::{Full, make_room};
pub(crate) use state_table::{Key, Place, StateTable, hash};
