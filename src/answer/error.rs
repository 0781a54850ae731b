//! Errors that consist of a kind, and the message of each kind.

/// What an error does that is a struct with the field `kind`: tells it, is made of it, and is shown
/// as it is. With `@kind`, only the first. With `@shown`, only the last, after the place where it
/// is, if that is known.
macro_rules! error_of_kind {
    ($error:ident, $kind:ident) => {
        crate::answer::error::error_of_kind!(@kind $error, $kind);
        crate::answer::error::error_of_kind!(@shown $error, |_error| None::<&str>);

        impl From<$kind> for $error {
            fn from(kind: $kind) -> Self {
                Self { kind }
            }
        }

        impl std::error::Error for $error {}
    };
    (@kind $error:ident, $kind:ident) => {
        impl $error {
            /// What is wrong.
            pub fn kind(&self) -> &$kind {
                &self.kind
            }
        }
    };
    (@shown $error:ident, |$it:ident| $place:expr) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $it = self;
                if let Some(place) = $place {
                    write!(f, "{place}: ")?;
                }
                std::fmt::Display::fmt(&self.kind, f)
            }
        }
    };
}

/// An enum whose variants have their messages beside them, and `Display`, which shows these. A
/// message is what `write!` takes, with the fields of the variant by their names, borrowed. It may
/// be written through a wrapper of the formatter.
macro_rules! messages {
    (
        $(#[$meta:meta])*
        pub enum $name:ident $(<$state:ident: $bound:ident $(+ $more:ident)*>)? {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty,)+ })?
                $(($inner:ident: $inner_type:ty))?
                => ($($message:tt)+),
            )+
        } $(shown by $wrapper:ident)?
    ) => {
        $(#[$meta])*
        pub enum $name $(<$state>)? {
            $(
                $(#[$doc])*
                $variant $({ $($(#[$field_doc])* $field: $type,)+ })? $(($inner_type))?,
            )+
        }

        impl $(<$state: $bound $(+ $more)*>)? std::fmt::Display for $name $(<$state>)? {
            #[allow(unused_variables, reason = "not every message has all fields")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $(let f = &mut $wrapper(f);)?
                match self {
                    $(Self::$variant $({ $($field),+ })? $(($inner))? => write!(f, $($message)+),)+
                }
            }
        }
    };
}

pub(crate) use {error_of_kind, messages};
