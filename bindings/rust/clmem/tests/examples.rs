//! The programs of `examples`, which cargo builds next to this test, run like a user would run them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples");

fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    test.parent().and_then(Path::parent).expect("target/debug").join("examples").join(name)
}

fn printed(name: &str) -> String {
    let done = Command::new(built(name)).output().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The names of the programs in C (suffix "c") or Rust ("rs"), or of the files with expected output ("txt").
fn names(folder: &str, suffix: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(Path::new(EXAMPLES).join(folder)).expect("a folder of examples").flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == suffix));
    paths.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).collect()
}

/// The expected output of a program, which may instead report for a part that the device lacks it.
fn expected(name: &str, printed: &str) -> String {
    let text = std::fs::read_to_string(format!("{EXAMPLES}/expected/{name}.txt")).expect("what is expected");
    let line = |line: &str| {
        let part = line.split(": ").next().unwrap_or_default();
        let lacking = format!("{part}: the device has none");
        if printed.lines().any(|line| line == lacking) {
            lacking
        } else {
            line.to_owned()
        }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn examples_print_what_other_languages_print() {
    for name in names("expected", "txt") {
        let printed = printed(&name);
        if printed.starts_with("the device has no ") && printed.lines().count() == 1 {
            eprintln!("{name}: {printed}");
        } else {
            assert_eq!(printed, expected(&name, &printed), "{name}");
        }
    }
}

#[test]
fn handles_run() {
    assert!(printed("handles").contains("clmem_pool_allocate"));
}

#[test]
fn every_example_in_c_exists_in_rust() {
    let mut in_c = names("", "c");
    assert!(in_c.remove("first"), "README's program exists only in C");
    assert_eq!(names("", "rs"), in_c);
    assert!(names("expected", "txt").is_subset(&in_c));
}
