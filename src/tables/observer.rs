//! Observers of progress.

use std::fmt;

type Told<'a, T> = Box<dyn FnMut(&T) + 'a>;

/// An observer of progress, or none. `Debug` says whether there is one.
pub(crate) struct Observer<'a, T>(Option<Told<'a, T>>);

impl<'a, T> Observer<'a, T> {
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn new(observer: impl FnMut(&T) + 'a) -> Self {
        Self(Some(Box::new(observer)))
    }

    pub(crate) fn tell(&mut self, progress: impl FnOnce() -> T) {
        if let Some(observer) = &mut self.0 {
            observer(&progress());
        }
    }
}

impl<T> fmt::Debug for Observer<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.is_some().fmt(f)
    }
}
