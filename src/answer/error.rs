//! Errors that consist of a kind, and the message of each kind.

/// Methods of an error that is a struct with the field `kind`: a getter of the kind, `From` the
/// kind, and `Display`, which prints the kind. `@kind` writes only the getter. `@shown` writes only
/// `Display`, which then prints the place of the error first, if it is known.
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

/// An enum with a message for each variant, and `Display`, which prints the message. A message is
/// what `write!` takes; it can name the fields of the variant, which are borrowed. `shown by` names
/// a wrapper of the formatter through which messages are written.
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
