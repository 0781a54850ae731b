//! The examples as programs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The features that these tests are compiled with. The examples take the same ones: so Cargo
/// has nothing to compile that it has not just compiled for `cargo test`.
fn features() -> String {
    let features = [
        // Empty of its own; but with it the library counts as another one.
        ("default", cfg!(feature = "default")),
        ("sliding-tiles", cfg!(feature = "sliding-tiles")),
        ("word-ladder", cfg!(feature = "word-ladder")),
        ("enumeration", cfg!(feature = "enumeration")),
        ("external", cfg!(feature = "external")),
        ("grid-maps", cfg!(feature = "grid-maps")),
        ("distributed", cfg!(feature = "distributed")),
        ("parallel", cfg!(feature = "parallel")),
        ("pattern-databases", cfg!(feature = "pattern-databases")),
        ("rand", cfg!(feature = "rand")),
        ("rubiks-cube", cfg!(feature = "rubiks-cube")),
        ("serde", cfg!(feature = "serde")),
    ];
    let names = features.iter().filter(|feature| feature.1).map(|feature| feature.0);
    names.collect::<Vec<_>>().join(",")
}

/// The paths of the examples, by name: those that the features at hand allow and that this crate
/// runs.
pub(crate) fn examples() -> &'static BTreeMap<String, PathBuf> {
    static EXAMPLES: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--message-format=json-render-diagnostics"]).args(crate::EXAMPLES);
        cargo.args(["--no-default-features", "--features", &features()]);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let output = cargo.stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "{cargo:?}: {}", output.status);
        let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let messages = messages.map(|line| serde_json::from_slice::<Value>(line).unwrap());
        let example = |message: Value| {
            let target = &message["target"];
            let is_example = target["kind"][0] == "example";
            let path = message["executable"].as_str().filter(|_| is_example)?;
            Some((target["name"].as_str()?.to_owned(), PathBuf::from(path)))
        };
        messages.filter_map(example).collect()
    })
}

/// What a program has printed.
#[cfg(target_os = "linux")]
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
