//! What is read from outside, fed with inputs that nobody would write: each target once, for
//! `cargo fuzz` and for a plain loop.

#![forbid(unsafe_code)]

mod board;
mod cube;
mod dictionary;
mod map;
mod mutation;
mod plain_loop;
mod table;

pub use board::Board;
pub use cube::Facelets;
pub use dictionary::Dictionary;
pub use map::Map;
pub use plain_loop::run;
pub use table::Table;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// A function that reads.
pub trait Target {
    /// Inputs to begin with: some that are accepted and some that are not.
    fn seeds() -> Vec<Vec<u8>>;

    /// Pieces that inputs are made of.
    const TOKENS: &'static [&'static [u8]];

    /// Reads `input`. Whether it was accepted.
    ///
    /// # Panics
    ///
    /// If something is wrong with what comes out.
    fn read(input: &[u8]) -> bool;
}

/// The `main` of a target.
#[cfg(fuzzing)]
#[macro_export]
macro_rules! fuzz {
    ($target:ty) => {
        $crate::libfuzzer_sys::fuzz_target!(|input: &[u8]| {
            <$target as $crate::Target>::read(input);
        });
    };
}

/// The `main` of a target.
#[cfg(not(fuzzing))]
#[macro_export]
macro_rules! fuzz {
    ($target:ty) => {
        fn main() -> std::process::ExitCode {
            $crate::run::<$target>()
        }
    };
}
