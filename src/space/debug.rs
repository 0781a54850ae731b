//! `Debug` for values that are too large to show.

/// Shows some parts of a value, each with a name: `debug!(Table, |table| size: table.size);`. If
/// the type has parameters, they come first, with their bounds:
/// `debug!([S: Clone] Table<S>, ...);`.
macro_rules! debug {
    (
        $([$($parameters:tt)*])? $name:ident $(<$($argument:tt),+>)?,
        |$value:ident| $($part:ident: $shown:expr),*
    ) => {
        impl $(<$($parameters)*>)? std::fmt::Debug for $name $(<$($argument),+>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $value = self;
                f.debug_struct(stringify!($name))
                    $(.field(stringify!($part), &$shown))*
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use debug;
