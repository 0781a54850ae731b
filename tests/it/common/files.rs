//! Files that are read, and directories to write to.

use std::fs;
#[cfg(feature = "sliding-tiles")]
use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "word-ladder")]
use bestfirst::word_ladder::Dictionary;

/// The text of a file in `input/`. List the file in `include` in `Cargo.toml` as well, because the
/// package has only some of these files.
pub(crate) fn input(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("input").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether this is the published package. A test that needs all of `input/` then skips something,
/// and this function prints a note.
#[cfg(feature = "sliding-tiles")]
pub(crate) fn most_inputs_are_missing() -> bool {
    // Cargo adds this file to a package.
    let is_package = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists();
    if is_package {
        // The test harness captures the output of macros.
        let _ = writeln!(io::stderr(), "skipped: most of input/ is only in the repository");
    }
    is_package
}

/// The words in `input/`.
#[cfg(feature = "word-ladder")]
pub(crate) fn common_words() -> Dictionary {
    Dictionary::from_reader(input("words.txt").as_bytes()).unwrap()
}

/// An empty directory for one test.
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
pub(crate) fn directory(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
