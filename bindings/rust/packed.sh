#!/bin/sh
# A cargo project outside of the tree, made of the crate's README alone, against the crates as `cargo package` packs them.
set -eu
cd "$(dirname "$0")"
packed=$PWD/../../build/rust/package
cargo package --quiet --locked --allow-dirty --no-verify --package clmem-sys
python3 ../../tests/install/shipped.py "$packed"/clmem-sys-[0-9]*.crate
if [ "$(cargo --version | cut -d ' ' -f 2 | cut -d . -f 2)" -lt 90 ]; then
    echo "not tried: cargo before 1.90 packs no crate that needs one which is not published yet"
    exit 0
fi
cargo package --quiet --locked --allow-dirty --no-verify --package clmem-sys --package clmem
python3 ../../tests/install/shipped.py "$packed"/clmem-[0-9]*.crate
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
for crate in clmem-sys clmem; do tar -xzf "$packed/$crate"-[0-9]*.crate -C "$project"; done
# The pages that the crate's documentation names come with it.
(cd "$project"/clmem-[0-9]* && grep -rhoE '\<docs/[a-z-]+\.md' src README.md | sort -u | while read -r page; do
    [ -f "$page" ] || { echo "the crate names $page, which it does not contain"; exit 1; }
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
END
cp Cargo.lock "$project"
# This is about what is packed: not optimised, and several files at once, the library takes a fifth of the time to compile.
{
    echo 'set(CMAKE_CXX_FLAGS_RELEASE "-O0" CACHE STRING "")'
    echo 'set(CMAKE_UNITY_BUILD ON CACHE BOOL "")'
} >"$project/quick.cmake"
CMAKE_TOOLCHAIN_FILE="$project/quick.cmake" cargo run --quiet --manifest-path "$project/Cargo.toml" --target-dir ../../build/rust-packed
python3 ../../tests/install/shipped.py ../../build/rust-packed/debug/outside
echo "the packed crates build and run"
