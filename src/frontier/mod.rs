//! The data structures of searches: the arena of nodes and the open lists.
//!
//! Most users do not need this module. It is public for those who choose an open list or look into
//! one.

mod arena;
mod bounded_queue;
mod bucket_queue;
mod cost_table;
mod discard;
mod keyed_queue;
mod number_queue;
mod number_table;
mod open_list;
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
pub use keyed_queue::{FirstIn, KeyedQueue, LastIn, Order};
pub(crate) use number_queue::NumberQueue;
pub(crate) use open_list::renew;
pub use open_list::{Full, NoRoom, OpenList, Priority};
#[cfg(feature = "parallel")]
pub(crate) use region::{Entry, REGIONS, Region, region_of};

pub(crate) use room::make_room;
pub(crate) use state_table::{Key, Place, StateTable, hash};
