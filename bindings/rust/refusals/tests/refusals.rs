//! Programs that must not compile: values that may not go to other threads, borrows that would be outlived.
//!
//! Where compilers word the reason differently, the program is in the documentation instead, which compares no words.

#[test]
fn programs_are_refused() {
    // Programs that do not compile need no library.
    std::env::set_var("DOCS_RS", "1");
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
