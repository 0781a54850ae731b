//! Errors that consist of a kind.

/// What an error does that is a struct with the field `kind`: tells it, is made of it, and is shown as
/// it is. With `@kind`, only the first.
macro_rules! error_of_kind {
    ($error:ident, $kind:ident) => {
        crate::answer::error::error_of_kind!(@kind $error, $kind);

        impl From<$kind> for $error {
            fn from(kind: $kind) -> Self {
                Self { kind }
            }
        }

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.kind, f)
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
}

pub(crate) use error_of_kind;
