//! How a bench was started.

use std::env;

/// Whether to run everything only once, as for `cargo bench -- --test` and `cargo test`.
pub(crate) fn is_test() -> bool {
    env::args().any(|arg| arg == "--test") || !env::args().any(|arg| arg == "--bench")
}
