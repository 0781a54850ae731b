//! Sets as words, with a bit for each element.

use std::iter;
use std::num::NonZero;

/// The bits that are set, from the lowest on.
#[inline]
pub(crate) fn bits<T: From<u8>>(set: impl Into<u32>) -> impl Iterator<Item = T> {
    let mut rest = set.into();
    iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "it is less than 32")]
        let bit = NonZero::new(rest)?.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(bit.into())
    })
}
