#!/bin/sh
# Builds the program in the crate's README as a cargo project outside the tree, against the crates as `cargo package`
# packs them, and runs the packed crate's tests there.
set -eu
cd "$(dirname "$0")"
packed=$PWD/../../build/rust/package
cargo package --quiet --locked --allow-dirty --no-verify --package clmem-sys
python3 ../../tests/install/shipped.py "$packed"/clmem-sys-[0-9]*.crate
python3 ../../tools/packages/crate_metadata.py "$packed"/clmem-sys-[0-9]*.crate
if [ "$(cargo --version | cut -d ' ' -f 2 | cut -d . -f 2)" -lt 90 ]; then
    echo "skipped: cargo before 1.90 cannot pack a crate whose dependency is not published yet"
    exit 0
fi
cargo package --quiet --locked --allow-dirty --no-verify --package clmem-sys --package clmem
python3 ../../tests/install/shipped.py "$packed"/clmem-[0-9]*.crate
python3 ../../tools/packages/crate_metadata.py "$packed"/clmem-[0-9]*.crate
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
for crate in clmem-sys clmem; do tar -xzf "$packed/$crate"-[0-9]*.crate -C "$project"; done
# The crate must contain every page that its documentation names.
(cd "$project"/clmem-[0-9]* && grep -rhoE '\<docs/[a-z-]+\.md' src README.md | sort -u | while read -r page; do
    [ -f "$page" ] || { echo "the crate's documentation names $page, but the crate does not contain it"; exit 1; }
done)
mkdir "$project/src"
sed -n '/^```rust$/,/^```$/p' clmem/README.md | sed '/^```/d' >"$project/src/main.rs"
cat >"$project/Cargo.toml" <<END
[package]
name = "outside"
version = "0.1.0"
edition = "2021"

[dependencies]
clmem = "0.1"

[patch.crates-io]
clmem = { path = "$(echo "$project"/clmem-[0-9]*)" }
clmem-sys = { path = "$(echo "$project"/clmem-sys-*)" }

[workspace]
members = ["$(basename "$(echo "$project"/clmem-[0-9]*)")"]
END
cp Cargo.lock "$project"
# Only the packing is tested: without optimisation and with unity builds the library compiles five times as fast.
{
    echo 'set(CMAKE_CXX_FLAGS_RELEASE "-O0" CACHE STRING "")'
    echo 'set(CMAKE_UNITY_BUILD ON CACHE BOOL "")'
} >"$project/quick.cmake"
export CMAKE_TOOLCHAIN_FILE="$project/quick.cmake"
outside="--quiet --manifest-path $project/Cargo.toml --target-dir ../../build/rust-packed"
# shellcheck disable=SC2086
cargo run $outside
# shellcheck disable=SC2086
cargo test $outside --package clmem --tests
python3 ../../tests/install/shipped.py ../../build/rust-packed/debug/outside
echo "the packed crates build, run and pass their tests"
