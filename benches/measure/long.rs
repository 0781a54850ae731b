//! Measurements that take minutes.

use std::env;

/// Whether they are asked for, by `BESTFIRST_LONG=1`.
pub(crate) fn is_long() -> bool {
    env::var_os("BESTFIRST_LONG").is_some()
}
