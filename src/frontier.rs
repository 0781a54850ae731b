//! What searches keep: the arena of nodes and the open lists.
//!
//! Most users never come here. It is public for those who choose an open list or
//! look into one.

mod arena;
mod bucket_queue;
mod keyed_queue;
mod open_list;

pub(crate) use arena::Arena;
pub use arena::NodeId;
pub use bucket_queue::BucketQueue;
pub use keyed_queue::KeyedQueue;
pub use open_list::{Full, OpenList, Priority};
