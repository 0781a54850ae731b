//! States as bytes.

/// A state that can be written as bytes and read back.
///
/// Integers except `isize`, arrays and pairs of states, `Board` and `Arrangement` implement it. A
/// state of your own writes one field after the other:
///
/// ```
/// use bestfirst::external::Encode;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Jugs(u32, u32);
///
/// impl Encode for Jugs {
///     fn encode(&self, bytes: &mut Vec<u8>) {
///         self.0.encode(bytes);
///         self.1.encode(bytes);
///     }
///
///     fn decode(bytes: &mut &[u8]) -> Option<Self> {
///         Some(Self(u32::decode(bytes)?, u32::decode(bytes)?))
///     }
/// }
///
/// let mut bytes = Vec::new();
/// Jugs(3, 4).encode(&mut bytes);
/// assert_eq!(Jugs::decode(&mut &bytes[..]), Some(Jugs(3, 4)));
/// ```
///
/// # Contract
///
/// - Two states are the same if and only if their bytes are the same. Otherwise duplicates are not
///   recognised, or one state is taken for another.
/// - All states of one problem have the same number of bytes. This is checked.
/// - `decode` takes from the front of the slice what `encode` has written, and returns the same
///   state. If it cannot, it returns `None`.
pub trait Encode: Sized {
    /// Appends the bytes of the state.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Takes the bytes of a state from the front of the slice.
    fn decode(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Encode for $integer {
            #[inline]
            fn encode(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }

            #[inline]
            fn decode(bytes: &mut &[u8]) -> Option<Self> {
                let (first, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_be_bytes(*first))
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

/// In 8 bytes, on every target.
impl Encode for usize {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        (*self as u64).encode(bytes);
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Self::try_from(u64::decode(bytes)?).ok()
    }
}

impl<T: Encode + Default, const N: usize> Encode for [T; N] {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        for item in self {
            item.encode(bytes);
        }
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let mut items = std::array::from_fn(|_| T::default());
        for item in &mut items {
            *item = T::decode(bytes)?;
        }
        Some(items)
    }
}

impl<A: Encode, B: Encode> Encode for (A, B) {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
        self.1.encode(bytes);
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::decode(bytes)?, B::decode(bytes)?))
    }
}
