//! Programs that must not compile: values that may not go to other threads, borrows that would be outlived.
//!
//! The errors must be as in the `.stderr` files. A program whose errors differ between compilers is a `compile_fail`
//! example in clmem's documentation instead, for which any error will do.

#[test]
fn programs_are_refused() {
    // Programs that do not compile need no library.
    std::env::set_var("DOCS_RS", "1");
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
