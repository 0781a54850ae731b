//! The states that were found last, as long as they are few.

/// Some numbers, or more than are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Newest {
    numbers: Vec<usize>,
    is_overflowed: bool,
}

impl Newest {
    /// The most numbers that are kept.
    pub(super) const MOST: usize = 1 << 16;

    /// These numbers.
    pub(super) fn new(numbers: Option<Vec<usize>>) -> Self {
        Self { is_overflowed: numbers.is_none(), numbers: numbers.unwrap_or_default() }
    }

    #[inline]
    pub(super) fn push(&mut self, number: usize) {
        if self.numbers.len() < Self::MOST && self.numbers.try_reserve(1).is_ok() {
            self.numbers.push(number);
        } else {
            self.overflow();
        }
    }

    #[inline]
    pub(super) fn is_overflowed(&self) -> bool {
        self.is_overflowed
    }

    pub(super) fn overflow(&mut self) {
        if !self.is_overflowed {
            *self = Self { numbers: Vec::new(), is_overflowed: true };
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        if self.is_overflowed || other.is_overflowed {
            self.overflow();
        } else {
            other.numbers.into_iter().for_each(|number| self.push(number));
        }
    }

    pub(super) fn sort(&mut self) {
        self.numbers.sort_unstable();
    }

    /// All numbers, or `None` if there are too many.
    pub(super) fn numbers(&self) -> Option<&[usize]> {
        (!self.is_overflowed).then_some(&self.numbers)
    }
}
