//! The programs of `examples`, which cargo has built beside this test, run as a user would; each does what its namesake in C does.
//!
//! `CLMEM_C_EXAMPLES` names the folder that has those in C: what a program in Rust prints must then be the same.

use std::path::{Path, PathBuf};
use std::process::Command;

const NAMES: [&str; 5] = ["first", "handles", "queue_order", "svm", "transfers_and_maps"];

fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    test.parent().and_then(Path::parent).expect("target/debug").join("examples")
}

fn output(program: &Path) -> String {
    let done = Command::new(program).output().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(done.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// What is the same in every run: addresses are not.
fn lasting(text: &str) -> String {
    let words = text.split_whitespace();
    words.map(|word| if word.starts_with("0x") { "0x..." } else { word }).collect::<Vec<_>>().join(" ")
}

#[test]
fn they_run_and_print_what_those_in_c_print() {
    for name in NAMES {
        let printed = lasting(&output(&folder().join(name)));
        assert_eq!(printed.is_empty(), name == "transfers_and_maps", "{name}: {printed}");
        if let Some(others) = std::env::var_os("CLMEM_C_EXAMPLES") {
            let other = Path::new(&others).join(format!("clmem-example-{}", name.replace('_', "-")));
            if name != "first" || other.exists() {
                assert_eq!(printed, lasting(&output(&other)), "{name}");
            }
        }
    }
}

#[test]
fn there_are_as_many_as_in_c() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples");
    let names = |suffix: &str| {
        let entries = std::fs::read_dir(&examples).expect("the folder examples").flatten().map(|entry| entry.path());
        let mut stems: Vec<_> = entries
            .filter(|path| path.extension().is_some_and(|extension| extension == suffix))
            .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
            .collect();
        stems.sort();
        stems
    };
    assert_eq!(names("c"), NAMES);
    assert_eq!(names("rs"), NAMES);
}
