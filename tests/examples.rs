//! The examples as their users run them: what they print, and how they exit.

#[test]
fn examples_print_what_they_should() {
    let cases = trycmd::TestCases::new();
    // As `cargo test` has built them beside the tests, or anew if they are older than their source.
    let all = cfg!(all(feature = "parallel", feature = "pattern-databases", feature = "rand"));
    cases.register_bins(trycmd::cargo::compile_examples(all.then_some("--all-features")).unwrap());
    cases.case("tests/examples/*.trycmd");
}
