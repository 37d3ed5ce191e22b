//! What must not compile: threads that may not have something, borrows that would outlive theirs.

#[test]
fn what_must_not_compile() {
    // What is refused needs no library to be built.
    std::env::set_var("DOCS_RS", "1");
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
