//! The random bits of any generator, as a generator of `rand`.

use std::convert::Infallible;

use rand::TryRng;
use rand::rand_core::utils::{fill_bytes_via_next_word, next_u64_via_u32};

/// Each call of the function returns 32 random bits.
///
/// `rand` has no version 1.0 yet. With a function instead, no trait of `rand` is in a public
/// signature, and any version of any generator will do.
pub(crate) struct RandomBits<F>(pub(crate) F);

impl<F: FnMut() -> u32> TryRng for RandomBits<F> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0)())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}
