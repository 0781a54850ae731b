//! The examples as their users run them: what they print, and how they exit.

use std::env;

#[test]
fn examples_print_what_they_should() {
    let cases = trycmd::TestCases::new();
    // `cargo test` has built them beside the tests.
    let tests = env::current_exe().unwrap();
    let examples = tests.parent().unwrap().with_file_name("examples");
    for name in ["eight_puzzle", "word_ladder", "custom_domain", "lockstep"] {
        let path = examples.join(name).with_extension(env::consts::EXE_EXTENSION);
        if path.exists() {
            cases.register_bin(name, path);
        } else {
            cases.register_bin(name, trycmd::cargo::compile_example(name, []));
        }
    }
    cases.case("tests/examples/*.trycmd");
}
