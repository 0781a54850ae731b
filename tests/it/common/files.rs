//! Files that are read, and directories to write to.

use std::fs;
use std::path::Path;

#[cfg(feature = "word-ladder")]
use bestfirst::word_ladder::Dictionary;

/// The text of a file in `input/`.
pub(crate) fn input(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("input").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words in `input/`.
#[cfg(feature = "word-ladder")]
pub(crate) fn common_words() -> Dictionary {
    Dictionary::from_reader(input("words.txt").as_bytes()).unwrap()
}

/// An empty directory for one test.
#[cfg(all(feature = "sliding-tiles", any(feature = "word-ladder", feature = "pattern-databases")))]
pub(crate) fn directory(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
