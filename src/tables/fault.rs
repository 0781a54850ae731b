//! What may be wrong with a file, and errors that name it.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::answer::error::messages;

messages! {
    /// What is wrong with a file. The same for all files of this crate.
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum FileFault {
        /// The file or its directory could not be made, read, written or removed. A full disk is
        /// [`io::ErrorKind::StorageFull`].
        Io(error: io::Error) => ("{error}"),
        /// The file does not begin as one of this kind.
        Signature {
            /// The kind of file that was expected.
            expected: &'static str,
        } => ("not {expected}: the signature is missing"),
        /// The file has another version of the format.
        Version {
            /// The version of the file.
            found: u32,
            /// The version supported.
            expected: u32,
        } => ("format version {found} is not supported, expected {expected}"),
        /// The file is of something else.
        Foreign {
            /// What the file is of, by its title.
            found: String,
            /// What it should be of.
            expected: String,
        } => ("it is of {found:?}, not of {expected:?}"),
        /// The file ends too early.
        Truncated {
            /// The length of the file in bytes.
            found: u64,
            /// It should have at least this many.
            expected: u64,
        } => ("the file is truncated: it has {found} bytes, of at least {expected}"),
        /// The file continues after its end.
        TrailingBytes {
            /// The length in bytes that it should have.
            expected: u64,
        } => ("the file continues after its end, which is at byte {expected}"),
        /// A checksum does not match, or a value is impossible.
        Corrupted {
            /// The fault is before this byte.
            before: u64,
        } => (
            "the file is corrupted before byte {before}: the checksum does not match, or a \
             value is impossible"
        ),
    }
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads from the byte `place` on until `bytes` are full. Moves the place.
pub(crate) fn fill(
    reader: &mut impl Read,
    place: &mut u64,
    mut bytes: &mut [u8],
) -> Result<(), FileFault> {
    let expected = *place + bytes.len() as u64;
    while !bytes.is_empty() {
        match reader.read(bytes) {
            Ok(0) => return Err(FileFault::Truncated { found: *place, expected }),
            Ok(count) => {
                *place += count as u64;
                bytes = &mut bytes[count..];
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// An error that may have to do with a file.
pub(crate) trait InFile: From<io::Error> {
    /// With the name of the file or directory.
    #[must_use]
    fn in_file(self, path: &Path) -> Self;
}

/// A fault has no field for the path.
impl InFile for FileFault {
    fn in_file(self, _: &Path) -> Self {
        self
    }
}

/// An error with a kind, which has variants `File` and `OutOfMemory`, and with the path of the file
/// or directory, if it is known.
macro_rules! error_in_file {
    ($(#[$meta:meta])* pub struct $error:ident of $kind:ident;) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $error {
            path: Option<std::path::PathBuf>,
            kind: $kind,
        }

        crate::answer::error::error_of_kind!(@kind $error, $kind);
        crate::answer::error::error_of_kind!(
            @shown $error, |it| it.path.as_ref().map(|path| path.display())
        );

        impl $error {
            /// The file or directory, if the fault is in one.
            pub fn path(&self) -> Option<&std::path::Path> {
                self.path.as_deref()
            }
        }

        impl crate::tables::fault::InFile for $error {
            fn in_file(self, path: &std::path::Path) -> Self {
                Self { path: Some(path.to_owned()), ..self }
            }
        }

        impl From<$kind> for $error {
            fn from(kind: $kind) -> Self {
                Self { path: None, kind }
            }
        }

        impl From<FileFault> for $error {
            fn from(fault: FileFault) -> Self {
                $kind::File(fault).into()
            }
        }

        impl From<crate::tables::two_bits::Refused> for $error {
            fn from(refused: crate::tables::two_bits::Refused) -> Self {
                $kind::OutOfMemory { bytes: refused.0 }.into()
            }
        }

        impl From<std::io::Error> for $error {
            fn from(error: std::io::Error) -> Self {
                FileFault::Io(error).into()
            }
        }

        impl std::error::Error for $error {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                match &self.kind {
                    $kind::File(FileFault::Io(error)) => Some(error),
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use error_in_file;
