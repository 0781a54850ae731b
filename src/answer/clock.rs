//! The clock of the searches, on targets that have one.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use std::time::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) use stopped::Instant;

/// Whether the target has a clock. Without one, a limit on time cannot be checked.
pub(crate) const IS_RUNNING: bool = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// A clock that does not advance, for targets without a clock. There, reading the clock of the
/// standard library panics.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod stopped {
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant;

    impl Instant {
        pub(crate) fn now() -> Self {
            Self
        }

        pub(crate) fn elapsed(self) -> Duration {
            Duration::ZERO
        }

        pub(crate) fn duration_since(self, _: Self) -> Duration {
            Duration::ZERO
        }
    }
}
