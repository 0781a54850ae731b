//! Runs of the examples: what they print, and how they exit.

use crate::common::programs::examples;

#[test]
fn examples_print_what_they_should() {
    let cases = trycmd::TestCases::new();
    cases.register_bins(examples());
    cases.case("tests/examples/*.trycmd");
}
