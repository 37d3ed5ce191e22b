//! Programs that must not compile: values that may not go to other threads, borrows that would be outlived.

#[test]
fn programs_are_refused() {
    // Programs that do not compile need no library.
    std::env::set_var("DOCS_RS", "1");
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
