//! Values as bytes, for other processes: the format of `postcard`.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value, or why it has none.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, String> {
    postcard::to_allocvec(value).map_err(|error| error.to_string())
}

/// The value of exactly these bytes. A length in them that is wrong takes no more memory than they
/// do.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, more)) => Err(format!("{} bytes too many", more.len())),
        Err(error) => Err(error.to_string()),
    }
}
