//! The examples as their users run them: what they print, and how they exit.

#[test]
fn examples_print_what_they_should() {
    let cases = trycmd::TestCases::new();
    for name in ["eight_puzzle", "word_ladder", "custom_domain", "lockstep"] {
        let path = trycmd::cargo::compile_example(name, []);
        cases.register_bin(name, path);
    }
    cases.case("tests/examples/*.trycmd");
}
