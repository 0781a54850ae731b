//! Search over several processes, on one machine or many.
mod batch;
mod best_first;
mod cluster;
mod connect;
mod enumeration;
mod error;
mod fingerprint;
mod hello;
mod link;
mod marks;
mod run;
mod share;
mod watch;
mod wire;

use std::time::Duration;

pub use cluster::{Cluster, ClusterBuilder};
pub use enumeration::Enumeration;
pub use error::{ClusterError, ClusterErrorKind, Part};

/// How long nothing may come from a process, or may be taken by it.
const SILENCE: Duration = Duration::from_secs(6);
