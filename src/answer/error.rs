//! Errors that consist of a kind, and of the file it is about.

/// What an error does that is a struct with the field `kind`: tells it, is made of it, and is shown as
/// it is. With `path`, it also has that field, and its kind has a variant `Io`.
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
    ($error:ident, $kind:ident, path) => {
        crate::answer::error::error_of_kind!(@kind $error, $kind);

        impl $error {
            /// The file or directory, if the fault is in one.
            #[must_use]
            pub fn path(&self) -> Option<&std::path::Path> {
                self.path.as_deref()
            }

            pub(crate) fn in_file(self, path: &std::path::Path) -> Self {
                Self { path: Some(path.to_owned()), ..self }
            }
        }

        impl From<$kind> for $error {
            fn from(kind: $kind) -> Self {
                Self { path: None, kind }
            }
        }

        impl From<std::io::Error> for $error {
            fn from(error: std::io::Error) -> Self {
                $kind::Io(error).into()
            }
        }

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                if let Some(path) = &self.path {
                    write!(f, "{}: ", path.display())?;
                }
                std::fmt::Display::fmt(&self.kind, f)
            }
        }

        impl std::error::Error for $error {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                match &self.kind {
                    $kind::Io(error) => Some(error),
                    _ => None,
                }
            }
        }
    };
    (@kind $error:ident, $kind:ident) => {
        impl $error {
            /// What is wrong.
            #[must_use]
            pub fn kind(&self) -> &$kind {
                &self.kind
            }
        }
    };
}

pub(crate) use error_of_kind;
